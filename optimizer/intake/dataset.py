"""Read a whole dataset: every fault of every file in one report, all or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from optimizer.intake.grid import clean
from optimizer.intake.references import check_keys, check_references
from optimizer.intake.rows import Rows, read_rows
from optimizer.intake.settings import read_settings
from optimizer.intake.shift_checks import Shifts
from optimizer.intake.source import read_source, twice
from optimizer.intake.suggest import nearest
from optimizer.intake.tables import LATER_FILES, SETTINGS_FILE, TABLES
from optimizer.intake.voyages import joined_voyages, with_handover_at_the_start
from optimizer.law import Rulebook
from optimizer.law.rulebook import load_rulebook


@dataclass(frozen=True, slots=True)
class IntakeResult:
    """A dataset without faults, and what its user should know about it."""

    dataset: Dataset
    notices: tuple[Finding, ...]


def read_dataset(source: Path) -> IntakeResult:
    """Read a dataset from a folder or a zip file.

    Parameters
    ----------
    source
        Folder or zip with the CSV files of ``tables.py`` and, optionally, ``settings.toml``.

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
    try:
        contents = _by_table(read_source(Path(source), report), report)
    except Fault as fault:
        report.error(fault, Path(source).name or str(source))
        report.raise_if_any()
        raise AssertionError("unreachable") from None
    rulebook = load_rulebook()
    settings = Settings()
    if SETTINGS_FILE in contents:
        settings = read_settings(contents[SETTINGS_FILE], rulebook, report)
    rows = _read_tables(contents, report)
    check_keys(rows)
    check_references(rows)
    dataset = _build(rows, settings, rulebook, report)
    report.raise_if_any()
    return IntakeResult(dataset, tuple(report.notices))


def _by_table(files: dict[str, bytes], report: Report) -> dict[str, bytes]:
    """Contents by the format's own file names; other files and missing ones are reported."""
    known = {table.file: table for table in TABLES.values()}
    names = [*known, SETTINGS_FILE]
    by_name = {name.casefold(): name for name in names}
    found: dict[str, str] = {}
    unknown: list[str] = []
    for file in files:
        name = by_name.get(clean(file).casefold())
        if name is None:
            unknown.append(file)
        elif name in found:
            report.error(twice(found[name], file), file)
        else:
            found[name] = file
    misspelt = _report_unknown(unknown, [name for name in names if name not in found], report)
    for name, table in known.items():
        reported = any(error.file == name for error in report.errors)
        if table.required and name not in found and name not in misspelt and not reported:
            report.error(_file_missing(name, table.title), name)
    return {name: files[file] for name, file in found.items()}


def _report_unknown(unknown: Sequence[str], missing: Sequence[str], report: Report) -> set[str]:
    """Misspelt files are faults (all that they could be is returned), others are notices."""
    later = {f"{name}.csv" for name in LATER_FILES}
    misspelt: set[str] = set()
    for file in unknown:
        guess = nearest(file, missing, cutoff=0.88) if file.casefold() not in later else None
        if guess is not None:
            misspelt.add(guess)
            report.error(_file_misspelt(guess), file)
        elif file.casefold() in later:
            report.notice("input.unknown_file", Text(
                f"Die Datei „{file}“ wird noch nicht ausgewertet.", f'The file "{file}" is not evaluated yet.'))  # fmt: skip
        else:
            report.notice("input.unknown_file", Text(
                f"Die Datei „{file}“ ist nicht bekannt und wird nicht verwendet.",
                f'The file "{file}" is not known and is not used.'))  # fmt: skip
    return misspelt


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
    people = person_records.crew(of("crew"))
    plain_shifts = {shift_id: shift for shift_id, (_, shift) in shifts.items()}
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


def _file_missing(name: str, title: Text) -> Fault:
    return Fault(
        "input.file_missing",
        Text(
            f"Die erforderliche Datei {name} ({title.de}) fehlt.", f"The required file {name} ({title.en}) is missing."
        ),
        Text("Die Datei in den Ordner oder die ZIP-Datei legen.", "Put the file into the folder or the zip file."),
    )


def _file_misspelt(guess: str) -> Fault:
    return Fault(
        "input.file_misspelt",
        Text("Diese Datei ist nicht bekannt.", "This file is not known."),
        Text(f"Meinten Sie „{guess}“? Dann die Datei umbenennen.", f'Did you mean "{guess}"? Then rename the file.'),
    )
