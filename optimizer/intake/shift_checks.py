"""What several shifts or movements must keep to, before any planning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from optimizer.domain import Movement, Shift, Vessel
from optimizer.duty import duty_bounds
from optimizer.findings import Severity, Text
from optimizer.intake.faults import Fault, Report, quoted
from optimizer.intake.kinds import CrewChange
from optimizer.intake.moments import shown
from optimizer.intake.rows import Row
from optimizer.intake.shift_records import overlapping
from optimizer.intake.voyages import FERRIES
from optimizer.law import Rulebook
from optimizer.timeline import Interval, local

Shifts = Mapping[str, tuple[Row, Shift]]


def check_lengths(shifts: Shifts, rulebook: Rulebook, report: Report) -> None:
    """Without a watch plan everybody is on duty from preparation to wrap-up, which bounds the length."""
    for row, shift in shifts.values():
        if shift.watch_plan or "watch_plan" in row.bad:
            continue
        day = local(shift.interval.start).date()
        self_employed = rulebook.values("rest.consecutive_duty_self_employed", day)
        employee = rulebook.values("rest.consecutive_duty_employee", day)
        minutes = duty_bounds(shift).minutes
        if self_employed is not None and minutes > self_employed["max_minutes"]:
            row.fault("end", _needs_watch_plan(minutes, self_employed["max_minutes"]))
        elif employee is not None and minutes > employee["max_minutes"]:
            text = _only_self_employed(shift.shift_id, minutes, employee["max_minutes"])
            report.notice("input.long_shift", text, shift_id=shift.shift_id)


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


def check_voyages(shifts: Shifts, vessels: Mapping[str, Vessel], report: Report) -> None:
    """All shifts of a voyage belong to one vessel and follow each other without a change of crew."""
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
    for group in _by_vessel(shifts).values():
        ordered = sorted((shift for _, shift in group), key=lambda shift: (shift.interval.start, shift.shift_id))
        if ordered[0].vessel_id in vessels and vessels[ordered[0].vessel_id].type not in FERRIES:
            _warn_of_changes(ordered, report)


def _warn_of_changes(ordered: Sequence[Shift], report: Report) -> None:
    """Where the voyages of a vessel and its places of change contradict each other, the voyages count."""
    ended: set[str] = set()
    for before, after in pairwise(ordered):
        same = bool(before.voyage_id) and before.voyage_id == after.voyage_id
        if after.voyage_id in ended:
            _voyage_notice(report, after, Text(
                f"Schicht {after.shift_id}: Die Reise {after.voyage_id} wird nach einer anderen Schicht desselben Schiffs fortgesetzt; ihre Besatzung bleibt dieselbe.",
                f"Shift {after.shift_id}: voyage {after.voyage_id} continues after another shift of the same vessel; its crew stays the same.",
            ))  # fmt: skip
        elif same and before.crew_change_at_end:
            _voyage_notice(report, before, Text(
                f"Schicht {before.shift_id}: Am Ende ist ein Wechsel möglich, die Reise {before.voyage_id} geht aber weiter; es wird nicht gewechselt.",
                f"Shift {before.shift_id}: the crew can change at the end, but voyage {before.voyage_id} continues; nobody changes.",
            ))  # fmt: skip
        elif not same and after.voyage_id and before.crew_change_at_end is False:
            _voyage_notice(report, before, Text(
                f"Schicht {before.shift_id}: Am Ende ist kein Wechsel möglich, mit {after.shift_id} beginnt aber die Reise {after.voyage_id}; dort wird gewechselt.",
                f"Shift {before.shift_id}: the crew cannot change at the end, but {after.shift_id} begins voyage {after.voyage_id}; the crew may change there.",
            ))  # fmt: skip
        if before.voyage_id and not same:
            ended.add(before.voyage_id)


def _voyage_notice(report: Report, shift: Shift, text: Text) -> None:
    report.notice("input.voyage", text, shift_id=shift.shift_id, vessel_id=shift.vessel_id)


def warn_of_limited_changes(rows: Sequence[Row], report: Report) -> None:
    """Changes of one person or in an emergency are for a drop-out; a plan does not use them."""
    limited = [row for row in rows if row["crew_change_at_end"] in (CrewChange.SINGLE, CrewChange.EMERGENCY)]
    if limited:
        lines = quoted([str(row.number) for row in limited])
        heading = limited[0].heading("crew_change_at_end")
        report.notice("input.crew_change", Text(
            f"shifts.csv, Zeile {lines}: „{heading}“ einzeln oder Notfall zählt in der Planung wie nein.",
            f'shifts.csv, row {lines}: "{heading}" single or emergency counts as no in planning.',
        ), severity=Severity.INFO)  # fmt: skip


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
        Text(f"Der Dienst dauert {_hours(minutes)} Stunden; länger als {_hours(limit)} Stunden darf niemand durchgehend Dienst tun.",
             f"The duty lasts {_hours(minutes)} hours; nobody may be on duty for more than {_hours(limit)} hours on end."),
        Text("Der Schicht einen Wachplan geben (Spalte watch_plan, Datei watches.csv) oder sie teilen.",
             "Give the shift a watch plan (column watch_plan, file watches.csv) or split it."),
    )  # fmt: skip


def _only_self_employed(shift_id: str, minutes: int, limit: int) -> Text:
    return Text(
        f"Der Dienst der Schicht {shift_id} dauert {_hours(minutes)} Stunden ohne Wachplan; über {_hours(limit)} Stunden können sie nur Selbstständige fahren.",
        f"The duty of shift {shift_id} lasts {_hours(minutes)} hours without a watch plan; beyond {_hours(limit)} hours only self-employed people can work it.",
    )
