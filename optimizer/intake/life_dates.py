"""Birth dates that cannot be, and those that are hardly meant.

Nothing depends on the day the program runs: the measure is the first shift of the dataset.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from optimizer.domain import Shift
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.rows import Row
from optimizer.intake.vessel_records import check_order
from optimizer.timeline import age_on, local

#: What happens to a person after birth, in ``crew.csv``.
_LATER_IN_LIFE = (
    "entry_on",
    "exit_on",
    "crew_since",
    "training_contract_until",
    "final_exam_on",
    "medical_on",
    "safety_training_on",
    "expected_birth",
    "birth_on",
    "child_on_board_birth_date",
)
#: Ages on the first shift between which a birth date is believed.
_YOUNGEST, _OLDEST = 14, 110


def check_life(row: Row) -> None:
    """Report dates of a person before the birth date."""
    for name in _LATER_IN_LIFE:
        check_order(row, "birth_date", name)


def check_births(rows: Sequence[Row], shifts: Mapping[str, Shift], report: Report) -> None:
    """Nobody is born after the first shift; ages that hardly work on board are a notice."""
    if not shifts:
        return
    first = local(min(shift.interval.start for shift in shifts.values())).date()
    for row in rows:
        born = row["birth_date"]
        if born is not None and born > first:
            row.fault("birth_date", _unborn(first))
        elif born is not None and not _YOUNGEST <= age_on(born, first) <= _OLDEST:
            report.notice("input.age", _hardly_meant(row, born, first), crew_id=row["crew_id"] or "")


def _unborn(first: date) -> Fault:
    return Fault(
        "input.birth_date",
        Text(f"Das Geburtsdatum liegt nach der ersten Schicht ({first:%d.%m.%Y}).",
             f"The birth date is after the first shift ({first:%d.%m.%Y})."),
        Text("Das Jahr prüfen.", "Check the year."),
    )  # fmt: skip


def _hardly_meant(row: Row, born: date, first: date) -> Text:
    age, name = age_on(born, first), row["name"] or row["crew_id"] or ""
    return Text(
        f"crew.csv, Zeile {row.number}: Nach dem Geburtsdatum {born:%d.%m.%Y} ist {name} bei der ersten Schicht"
        f" {age} {'Jahr' if age == 1 else 'Jahre'} alt; bitte prüfen.",
        f"crew.csv, row {row.number}: by the birth date {born:%d.%m.%Y} {name} is {age}"
        f" {'year' if age == 1 else 'years'} old on the first shift; please check.",
    )
