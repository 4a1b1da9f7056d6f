"""Read a whole dataset: every fault of every file in one report, all or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from optimizer.domain import Dataset, Settings
from optimizer.findings import Finding, Text
from optimizer.intake import (
    person_records,
    pin_records,
    shift_checks,
    shift_records,
    vessel_records,
)
from optimizer.intake.faults import Fault, Report
from optimizer.intake.grid import clean
from optimizer.intake.life_dates import check_births
from optimizer.intake.references import check_keys, check_references
from optimizer.intake.rows import Rows, read_rows
from optimizer.intake.settings import read_settings
from optimizer.intake.source import read_source, twice
from optimizer.intake.suggest import nearest
from optimizer.intake.tables import LATER_FILES, SETTINGS_FILE, TABLES
from optimizer.intake.voyages import joined_voyages
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
    shifts = shift_records.shifts(of("shifts"), vessels)
    shift_checks.check_lengths(shifts, rulebook, report)
    shift_checks.check_overlaps(shifts)
    shift_checks.check_voyages(shifts)
    movements = shift_records.movements(of("movements"))
    shift_checks.check_movements(movements, shifts, report)
    person_records.warn_of_alike_names(of("crew"), report)
    check_births(of("crew"), {shift_id: shift for shift_id, (_, shift) in shifts.items()}, report)
    plain_shifts = joined_voyages({shift_id: shift for shift_id, (_, shift) in shifts.items()}, vessels)
    return Dataset(
        vessels=vessels,
        crew=person_records.crew(of("crew")),
        shifts=plain_shifts,
        certificates=tuple(person_records.certificates(of("certificates"), rulebook, report)),
        certificate_crews=tuple(vessel_records.certificate_crews(of("certificate_crews"), vessels)),
        permits=tuple(vessel_records.permits(of("permits"))),
        movements=tuple(movement for _, movement in movements),
        watch_plans=plans,
        measures=tuple(person_records.measures(of("measures"), report)),
        absences=tuple(person_records.absences(of("absences"))),
        duties=tuple(person_records.duties(of("duties"), report)),
        pins=tuple(pin_records.pins(of("assignments"), plain_shifts, plans, report)),
        wishes=tuple(pin_records.wishes(of("wishes"))),
        settings=settings,
    )


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
