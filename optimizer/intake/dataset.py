"""Read a whole dataset: every fault of every file in one report, all or nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from optimizer.domain import Dataset, Settings, Vessel
from optimizer.findings import Finding, Text
from optimizer.intake import (
    pair_records,
    person_records,
    pin_records,
    rotation_records,
    shift_checks,
    shift_records,
    travel_records,
    vessel_records,
)
from optimizer.intake.cancelled import is_cancelled, kept_rows, report_cancelled, sailing_only
from optimizer.intake.faults import Fault, Report
from optimizer.intake.file_names import by_table
from optimizer.intake.life_dates import check_births
from optimizer.intake.not_checked import tell_of_motherhood, tell_of_other_shipping
from optimizer.intake.references import check_keys, check_references
from optimizer.intake.rows import Rows, read_rows
from optimizer.intake.settings import read_settings
from optimizer.intake.shift_checks import Shifts
from optimizer.intake.source import read_source, read_zip, within_limits
from optimizer.intake.tables import SETTINGS_FILE, TABLES
from optimizer.intake.voyages import joined_voyages, with_handover_at_the_start
from optimizer.law import Rulebook
from optimizer.law.rulebook import load_rulebook


@dataclass(frozen=True, slots=True)
class IntakeResult:
    """A dataset without faults, and what its user should know about it."""

    dataset: Dataset
    notices: tuple[Finding, ...]


def read_dataset(source: Path, shifts: Path | None = None) -> IntakeResult:
    """Read a dataset from a folder or a zip file.

    Parameters
    ----------
    source
        Folder or zip with the CSV files of ``tables.py`` and, optionally, ``settings.toml``.
    shifts
        A file to read instead of the dataset's ``shifts.csv``: all shifts as they are now. Shifts that
        are missing in it are cancelled, and what other files say of them does not count.

    Returns
    -------
    IntakeResult
        The dataset (instants in UTC, dates in Europe/Berlin, references resolved) and notices.

    Raises
    ------
    DatasetError
        With every fault of every file; nothing is imported then.
    """
    report = Report()
    contents = _contents(lambda: read_source(Path(source), report), Path(source).name or str(source), report)
    if shifts is not None:
        report.file_names[TABLES["shifts"].file] = Path(shifts).name
    return _read(contents, None if shifts is None else _content(Path(shifts), report), report)


def read_files(files: Mapping[str, bytes]) -> IntakeResult:
    """Read a dataset from files that are already in memory, by name; as :func:`read_dataset`.

    Raises
    ------
    DatasetError
        With every fault of every file.
    """
    report = Report()
    return _read(_contents(lambda: within_limits(files, report), "", report), None, report)


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of a zip that is already in memory.

    Raises
    ------
    DatasetError
        If it is no zip, or damaged, encrypted or too large.
    """
    report = Report()
    try:
        files = read_zip(content, report)
    except Fault as fault:
        report.error(fault, "")
        files = {}
    report.raise_if_any()
    return files


def _contents(read: Callable[[], dict[str, bytes]], name: str, report: Report) -> dict[str, bytes]:
    try:
        return by_table(read(), report)
    except Fault as fault:
        report.error(fault, name)
        report.raise_if_any()
        raise AssertionError("unreachable") from None


def _read(contents: dict[str, bytes], shifts: bytes | None, report: Report) -> IntakeResult:
    rulebook = load_rulebook()
    settings = Settings()
    if SETTINGS_FILE in contents:
        settings = read_settings(contents[SETTINGS_FILE], rulebook, report)
    before = frozenset[str]()
    if shifts is not None:
        before = _shift_ids(contents)
        contents[TABLES["shifts"].file] = shifts
    rows = _read_tables(contents, report)
    _forget(rows, before)
    check_keys(rows)
    check_references(rows)
    dataset = _build(rows, settings, rulebook, report)
    report.raise_if_any()
    return IntakeResult(dataset, tuple(report.notices))


def _content(path: Path, report: Report) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        text = error.strerror or ""
        fault = Fault(
            "input.source_missing",
            Text(f"„{path.name}“ lässt sich nicht lesen: {text}.", f'"{path.name}" cannot be read: {text}.'),
            Text("Die Datei mit den neuen Schichten angeben.", "Name the file with the new shifts."),
        )
        report.error(fault, path.name)
        report.raise_if_any()
        raise AssertionError("unreachable") from None


def _shift_ids(contents: dict[str, bytes]) -> frozenset[str]:
    """The ids of the dataset's own shifts; their faults do not matter, another file takes their place."""
    table = TABLES["shifts"]
    rows = read_rows(table, contents[table.file], Report()) if table.file in contents else None
    return frozenset(row["shift_id"] for row in rows or () if row["shift_id"])


def _forget(rows: dict[str, Rows | None], before: frozenset[str]) -> None:
    """Leave out what other files say of shifts that are not there any more."""
    gone = before - {row["shift_id"] for row in rows["shifts"] or ()}
    for name in ("assignments", "wishes") if gone else ():
        rows[name] = kept_rows(rows[name] or Rows(), gone)


def _read_tables(contents: dict[str, bytes], report: Report) -> dict[str, Rows | None]:
    """Rows of every table: no rows for an optional file that is not there, ``None`` if unreadable."""
    return {
        name: read_rows(table, contents[table.file], report)
        if table.file in contents
        else (None if table.required else Rows())
        for name, table in TABLES.items()
    }


def _build(rows: dict[str, Rows | None], settings: Settings, rulebook: Rulebook, report: Report) -> Dataset:
    def of(name: str) -> Rows:
        return rows[name] or Rows()

    vessels = vessel_records.vessels(of("vessels"), rulebook, report)
    plans = shift_records.watch_plans(of("watches"))
    every_shift = shift_records.shifts(of("shifts"), vessels, report)
    shifts = _voyages(sailing_only(every_shift), vessels, report)
    shift_checks.warn_of_limited_changes(of("shifts"), report)
    shift_checks.check_lengths(shifts, rulebook, report)
    shift_checks.check_overlaps(shifts)
    movements = shift_records.movements(of("movements"))
    shift_checks.check_movements(movements, every_shift, report)
    cancelled = frozenset(row["shift_id"] for row in of("shifts") if is_cancelled(row) and row["shift_id"])
    assigned, wished = (kept_rows(of(name), cancelled) for name in ("assignments", "wishes"))
    gone = [len(of(name)) - len(kept) for name, kept in (("assignments", assigned), ("wishes", wished))]
    report_cancelled(cancelled, *gone, report)
    person_records.warn_of_alike_names(of("crew"), report)
    person_records.warn_of_other_restrictions(of("crew"), "medical_restrictions", report)
    person_records.warn_of_other_restrictions(of("certificates"), "restrictions", report)
    tell_of_motherhood(of("crew"), report)
    tell_of_other_shipping(vessels, of("crew"), report)
    people = person_records.crew(of("crew"))
    plain_shifts = {shift_id: shift for shift_id, (_, shift) in shifts.items()}
    check_births(of("crew"), plain_shifts, report)
    plain_movements = tuple(movement for _, movement in movements)
    rotations = tuple(rotation_records.rotations(of("rotations"), plans, report))
    places = travel_records.places_of(plain_shifts.values(), plain_movements, people.values())
    return Dataset(
        vessels=vessels,
        crew=people,
        shifts=plain_shifts,
        certificates=tuple(person_records.certificates(of("certificates"), rulebook, report)),
        certificate_crews=tuple(vessel_records.certificate_crews(of("certificate_crews"), vessels)),
        permits=tuple(vessel_records.permits(of("permits"))),
        movements=plain_movements,
        watch_plans=plans,
        measures=tuple(person_records.measures(of("measures"), report)),
        absences=tuple(person_records.absences(of("absences"), report)),
        duties=tuple(person_records.duties(of("duties"), report)),
        pins=tuple(pin_records.pins(assigned, plain_shifts, plans, report)),
        wishes=tuple(pin_records.wishes(wished, {rotation.crew_id for rotation in rotations}, report)),
        rotations=rotations,
        pairs=tuple(pair_records.pairs(of("pairs"), report)),
        travel=tuple(travel_records.travel(of("travel"), places, report)),
        familiar=tuple(pair_records.familiar(of("familiar"), report)),
        settings=settings,
    )


def _voyages(shifts: Shifts, vessels: Mapping[str, Vessel], report: Report) -> Shifts:
    """The shifts as parts of their voyages, with what contradicts a voyage reported."""
    shift_checks.check_voyages(shifts, vessels, report)
    plain = {shift_id: shift for shift_id, (_, shift) in shifts.items()}
    joined = with_handover_at_the_start(joined_voyages(plain, vessels))
    return {shift_id: (row, joined[shift_id]) for shift_id, (row, _) in shifts.items()}
