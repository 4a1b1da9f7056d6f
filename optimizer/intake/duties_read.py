"""Read recorded duties of a logbook: a CSV in the format of ``duties.csv``, against a known dataset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from optimizer.domain import Dataset, RecordedDuty
from optimizer.findings import Finding
from optimizer.intake.faults import Report
from optimizer.intake.person_records import duties
from optimizer.intake.rows import Row, Rows, read_rows
from optimizer.intake.single_file import single_file
from optimizer.intake.tables import TABLES
from optimizer.intake.unknown_ids import report_once, unknown_reference


@dataclass(frozen=True, slots=True)
class DutiesRead:
    """The duties of a file, and what was noticed while reading them."""

    duties: tuple[RecordedDuty, ...]
    findings: tuple[Finding, ...]


def read_duties(path: Path, dataset: Dataset) -> DutiesRead:
    """Read recorded duties by the rules that hold for ``duties.csv``.

    Raises
    ------
    DatasetError
        With every fault of the file; unknown people and vessels are answered with the nearest id.
    """
    path = Path(path)
    report = Report()
    table = replace(TABLES["duties"], name=path.name.removesuffix(".csv"))
    rows = read_rows(table, single_file(path, report), report) or Rows()
    _check_ids(rows, "crew_id", "crew", {crew_id: person.name for crew_id, person in dataset.crew.items()})
    _check_ids(rows, "vessel_id", "vessels", {known: vessel.name for known, vessel in dataset.vessels.items()})
    found = duties(rows, report)
    report.raise_if_any()
    return DutiesRead(tuple(found), tuple(report.notices))


def _check_ids(rows: Rows, column: str, table: str, labels: Mapping[str, str]) -> None:
    unknown: dict[str, list[Row]] = {}
    for row in rows:
        if row[column] and row[column] not in labels:
            unknown.setdefault(row[column], []).append(row)
    for value, named in unknown.items():
        report_once(named, column, unknown_reference(value, table, labels))
