"""Read a whole dataset: every fault of every file in one report, all or nothing."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from optimizer.domain import Dataset, Settings
from optimizer.findings import Finding
from optimizer.intake import (
    person_records,
    pin_records,
    shift_checks,
    shift_records,
    vessel_records,
)
from optimizer.intake.faults import Fault, Report
from optimizer.intake.file_names import by_table
from optimizer.intake.life_dates import check_births
from optimizer.intake.not_checked import tell_of_motherhood, tell_of_other_shipping
from optimizer.intake.references import check_keys, check_references
from optimizer.intake.rows import Rows, read_rows
from optimizer.intake.settings import read_settings
from optimizer.intake.source import read_source
from optimizer.intake.tables import SETTINGS_FILE, TABLES
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
        contents = by_table(read_source(Path(source), report), report)
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
    tell_of_motherhood(of("crew"), report)
    tell_of_other_shipping(vessels, of("crew"), report)
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
