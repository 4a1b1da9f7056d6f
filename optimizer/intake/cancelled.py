"""Cancelled shifts: left out with everything that is said about them."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.domain import PinStatus
from optimizer.findings import Severity, Text
from optimizer.intake.faults import Fault, Report, quoted
from optimizer.intake.rows import Row, Rows
from optimizer.intake.shift_checks import Shifts


def is_cancelled(row: Row) -> bool:
    """Whether a row of ``shifts.csv`` says that the shift does not take place."""
    return bool(row["status"])


def sailing_only(shifts: Shifts) -> Shifts:
    return {shift_id: (row, shift) for shift_id, (row, shift) in shifts.items() if not is_cancelled(row)}


def kept_rows(rows: Sequence[Row], cancelled: frozenset[str]) -> Rows:
    """Rows that are not about a cancelled shift; a crew on board contradicts the cancellation."""
    for row in rows:
        if row["shift_id"] in cancelled and row["status"] is PinStatus.RUNNING:
            row.fault("status", _under_way())
    return Rows(row for row in rows if row["shift_id"] not in cancelled)


def report_cancelled(cancelled: frozenset[str], assignments: int, wishes: int, report: Report) -> None:
    """Say what is left out; movements stay, for the vessel may move without a shift."""
    if not cancelled:
        return
    ids = quoted(sorted(cancelled))
    report.notice("input.cancelled", Text(
        f"shifts.csv: Abgesagte Schichten werden nicht geplant: {ids}. Dazu entfallen feste Einteilungen: {assignments}, "
        f"Wünsche: {wishes}; Bewegungen bleiben.",
        f"shifts.csv: cancelled shifts are not planned: {ids}. With them go fixed assignments: {assignments}, "
        f"wishes: {wishes}; movements stay.",
    ), severity=Severity.INFO)  # fmt: skip


def _under_way() -> Fault:
    return Fault(
        "input.contradiction",
        Text("Die Schicht ist abgesagt, hier ist ihre Besatzung aber schon an Bord.",
             "The shift is cancelled, but here its crew is on board already."),
        Text("Geleistete Zeit in duties.csv eintragen und die Zeile löschen, oder die Absage zurücknehmen.",
             "Enter the time served in duties.csv and delete the row, or take the cancellation back."),
    )  # fmt: skip
