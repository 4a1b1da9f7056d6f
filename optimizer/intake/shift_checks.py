"""What several shifts or movements must keep to, before any planning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from optimizer.domain import Movement, Shift
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.moments import shown
from optimizer.intake.rows import Row
from optimizer.intake.shift_records import overlapping
from optimizer.law import Rulebook
from optimizer.timeline import Interval, local

Shifts = Mapping[str, tuple[Row, Shift]]


def check_lengths(shifts: Shifts, rulebook: Rulebook, report: Report) -> None:
    """Without a watch plan everybody is on duty for the whole shift, which bounds its length."""
    for row, shift in shifts.values():
        if shift.watch_plan or "watch_plan" in row.bad:
            continue
        day = local(shift.interval.start).date()
        self_employed = rulebook.values("rest.consecutive_duty_self_employed", day)
        employee = rulebook.values("rest.consecutive_duty_employee", day)
        if self_employed is not None and shift.interval.minutes > self_employed["max_minutes"]:
            row.fault("end", _needs_watch_plan(shift.interval.minutes, self_employed["max_minutes"]))
        elif employee is not None and shift.interval.minutes > employee["max_minutes"]:
            report.notice(
                "input.long_shift", _only_self_employed(shift, employee["max_minutes"]), shift_id=shift.shift_id
            )


def check_overlaps(shifts: Shifts) -> None:
    """One vessel sails one shift at a time; touching ends are no overlap."""
    for group in _by_vessel(shifts).values():
        for row, other in overlapping([(row, shift.interval) for row, shift in group]):
            row.fault("start", Fault(
                "input.overlap",
                Text(f"Die Schicht überschneidet sich mit Schicht {other['shift_id']} (Zeile {other.number}) desselben Schiffs.",
                     f"The shift overlaps with shift {other['shift_id']} (row {other.number}) of the same vessel."),
                Text("Beginn oder Ende so ändern, dass die Schichten aneinander anschließen.",
                     "Change start or end so that the shifts follow each other."),
            ))  # fmt: skip


def check_voyages(shifts: Shifts) -> None:
    """All shifts of a voyage belong to one vessel."""
    first: dict[str, tuple[Row, Shift]] = {}
    for row, shift in shifts.values():
        if not shift.voyage_id:
            continue
        first_row, first_shift = first.setdefault(shift.voyage_id, (row, shift))
        if first_shift.vessel_id != shift.vessel_id:
            row.fault("voyage_id", Fault(
                "input.voyage",
                Text(f"Die Reise gehört in Zeile {first_row.number} zum Schiff {first_shift.vessel_id}, hier zu {shift.vessel_id}.",
                     f"In row {first_row.number} the voyage belongs to vessel {first_shift.vessel_id}, here to {shift.vessel_id}."),
                Text("Jedem Schiff eine eigene Reise geben.", "Give each vessel a voyage of its own."),
            ))  # fmt: skip


def check_movements(movements: Sequence[tuple[Row, Movement]], shifts: Shifts, report: Report) -> None:
    """Movements of a vessel do not overlap; those outside all its shifts are a notice."""
    by_vessel: dict[str, list[tuple[Row, Interval]]] = defaultdict(list)
    for row, movement in movements:
        by_vessel[movement.vessel_id].append((row, movement.interval))
    for group in by_vessel.values():
        for row, other in overlapping(group):
            row.fault("start", Fault(
                "input.overlap",
                Text(f"Die Bewegung überschneidet sich mit Zeile {other.number} desselben Schiffs.",
                     f"The movement overlaps with row {other.number} of the same vessel."),
                Text("Beginn oder Ende ändern.", "Change start or end."),
            ))  # fmt: skip
    sailed = _by_vessel(shifts)
    for row, movement in movements:
        if not any(shift.interval.overlaps(movement.interval) for _, shift in sailed.get(movement.vessel_id, ())):
            report.notice(
                "input.movement_outside",
                Text(f"movements.csv, Zeile {row.number}: Ab {shown(movement.interval.start)} hat das Schiff keine Schicht; die Bewegung zählt nicht.",
                     f"movements.csv, row {row.number}: the vessel has no shift from {shown(movement.interval.start)} on; the movement does not count."),
                vessel_id=movement.vessel_id,
            )  # fmt: skip


def _by_vessel(shifts: Shifts) -> dict[str, list[tuple[Row, Shift]]]:
    grouped: dict[str, list[tuple[Row, Shift]]] = defaultdict(list)
    for row, shift in shifts.values():
        grouped[shift.vessel_id].append((row, shift))
    return grouped


def _hours(minutes: int) -> str:
    return f"{minutes // 60}:{minutes % 60:02d}"


def _needs_watch_plan(minutes: int, limit: int) -> Fault:
    return Fault(
        "input.watch_plan_needed",
        Text(f"Die Schicht dauert {_hours(minutes)} Stunden; länger als {_hours(limit)} Stunden darf niemand durchgehend Dienst tun.",
             f"The shift lasts {_hours(minutes)} hours; nobody may be on duty for more than {_hours(limit)} hours on end."),
        Text("Der Schicht einen Wachplan geben (Spalte watch_plan, Datei watches.csv) oder sie teilen.",
             "Give the shift a watch plan (column watch_plan, file watches.csv) or split it."),
    )  # fmt: skip


def _only_self_employed(shift: Shift, limit: int) -> Text:
    return Text(
        f"Die Schicht {shift.shift_id} dauert {_hours(shift.interval.minutes)} Stunden ohne Wachplan; über {_hours(limit)} Stunden können sie nur Selbstständige fahren.",
        f"Shift {shift.shift_id} lasts {_hours(shift.interval.minutes)} hours without a watch plan; beyond {_hours(limit)} hours only self-employed people can work it.",
    )
