"""The problem after the events of a request: what is frozen, what is lost, what is to be planned anew."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from optimizer.domain import Absence, AbsenceKind, Dataset, DutyKind, Person, Pin, PinStatus, RecordedDuty, Shift
from optimizer.duty import watch_duty, watches_of
from optimizer.eligibility import share_answers
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.replan.request import ReplanRequest
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, subtract


@dataclass(frozen=True)
class Situation:
    """A replan ready to be solved.

    ``instance`` holds the window from the start of the replan on, with the duties sailed before it as
    history and the voyages under way as running. ``frozen`` are the rows before it, cut short for
    whoever dropped out on duty. ``planned`` are the rows to compare with, ``lost`` those that whoever
    drops out cannot serve; ``idle`` are the shifts of vessels out of service, ``cancelled`` those that
    are not to be sailed any more.
    """

    before: Instance
    roster: Roster
    request: ReplanRequest
    instance: Instance
    frozen: tuple[RosterRow, ...]
    planned: tuple[RosterRow, ...]
    lost: tuple[RosterRow, ...]
    idle: tuple[str, ...]
    cancelled: tuple[str, ...]

    @property
    def shifts(self) -> dict[str, Shift]:
        """Every shift that a row may name, as it is now: also cancelled ones and those of idle vessels."""
        return {**self.before.dataset.shifts, **(self.request.shifts or {})}

    @property
    def dropped(self) -> frozenset[str]:
        return frozenset(event.crew_id for event in self.request.drop_outs)

    @property
    def keeps_sailing(self) -> frozenset[str]:
        """Shifts that sailed, are as they were, and whose crew has not dropped out."""
        if self.request.allow_sacrifice:
            return frozenset()
        hit = {row.shift_id for row in self.lost}
        shifts, old = self.instance.dataset.shifts, self.before.dataset.shifts
        open_now = {shift.shift_id for shift in self.instance.shifts}
        return frozenset(
            shift_id
            for shift_id in self.roster.sailing_shifts() & open_now - hit
            if shifts[shift_id] == old.get(shift_id)
        )


def situation_of(instance: Instance, roster: Roster, request: ReplanRequest) -> Situation:
    """Apply a request to a roster.

    Parameters
    ----------
    instance
        The instance the roster was planned for; its window is that of the roster.
    roster
        The roster in force.

    Raises
    ------
    ValueError
        If the replan starts outside the window.
    """
    if not instance.window.start <= request.start < instance.window.end:
        raise ValueError("the replan must start inside the roster's window")
    shifts = dict(instance.dataset.shifts if request.shifts is None else request.shifts)
    idle = _idle(shifts, request)
    to_sail = {shift_id: shift for shift_id, shift in shifts.items() if shift_id not in idle}
    absences = _absences(instance, request)
    sailing = roster.sailing_shifts()
    on_duty = [row for row in roster.rows if row.on_duty and row.crew_id and row.shift_id in sailing]
    begun = [row for row in on_duty if _start(row, shifts, instance) < request.start]
    later = [row for row in on_duty if _start(row, shifts, instance) >= request.start]
    away = _by_person(absences)
    there = [row for row in later if row.shift_id in to_sail]
    lost = [row for row in there if _misses(row, to_sail[row.shift_id], away)]
    begun = [_cut_short(_as_now(row, instance, shifts, request.start), away) for row in begun]
    dataset = replace(
        instance.dataset,
        shifts=_without_broken_groups(to_sail, lost, request.start),
        absences=absences,
        duties=(*instance.dataset.duties, *_sailed(instance, begun)),
        pins=(*_pins_to_come(instance, request, to_sail), *_running(begun, lost, to_sail, away), *_start_from(there)),
        crew=_known_until(instance.dataset, request.start, instance.window.start),
    )
    after = Instance(
        dataset=dataset,
        window=Interval(request.start, instance.window.end),
        rulebook=instance.rulebook,
        assume_rested=instance.assume_rested,
        hours_from=instance.hours_from or instance.window.start,
    )
    share_answers(after, instance)
    return Situation(
        before=instance,
        roster=roster,
        request=request,
        instance=after,
        frozen=tuple(
            row
            for row in _cut_rows(roster, begun, instance.dataset.crew, away)
            if _start(row, shifts, instance) < request.start
        ),
        planned=tuple(row for row in there if row not in lost),
        lost=tuple(lost),
        idle=tuple(sorted(idle)),
        cancelled=tuple(sorted({row.shift_id for row in roster.rows} - set(shifts))),
    )


def _without_broken_groups(shifts: Mapping[str, Shift], lost: list[RosterRow], start: datetime) -> dict[str, Shift]:
    """Split duties under way that one of their people cannot end may be ended by others."""
    begun = {shift.duty_group for shift in shifts.values() if shift.interval.start < start}
    broken = ({shifts[row.shift_id].duty_group for row in lost} & begun) - {""}
    return {s: replace(shift, duty_group="") if shift.duty_group in broken else shift for s, shift in shifts.items()}


def _start(row: RosterRow, shifts: Mapping[str, Shift], instance: Instance) -> datetime:
    shift = shifts.get(row.shift_id) or instance.dataset.shifts[row.shift_id]
    return shift.interval.start


def _idle(shifts: Mapping[str, Shift], request: ReplanRequest) -> set[str]:
    """Shifts of vessels out of service that have not begun, with the later shifts of their voyages."""
    hit = {
        shift.shift_id
        for shift in shifts.values()
        for out in request.vessels_out
        if shift.vessel_id == out.vessel_id
        and shift.interval.overlaps(out.interval)
        and shift.interval.start >= request.start
    }
    first = {}
    for shift_id in hit:
        shift = shifts[shift_id]
        if shift.voyage_id:
            first[shift.voyage_id] = min(first.get(shift.voyage_id, shift.interval.start), shift.interval.start)
    onward = {s.shift_id for s in shifts.values() if s.voyage_id in first and s.interval.start >= first[s.voyage_id]}
    return hit | onward


def _absences(instance: Instance, request: ReplanRequest) -> tuple[Absence, ...]:
    """The absences entered, those of the drop-outs, and both as far as returns change them."""
    back = {event.crew_id: event.at for event in request.returns}
    absences = [_until(absence, back.get(absence.crew_id), request.start) for absence in instance.dataset.absences]
    for event in request.drop_outs:
        end = back.get(event.crew_id)
        if end is None or end > event.at:
            absences.append(Absence(crew_id=event.crew_id, start=event.at, end=end, kind=AbsenceKind.SICK))
    dropped = {event.crew_id for event in request.drop_outs}
    for crew_id, end in back.items():
        known = any(
            a.crew_id == crew_id and (a.end is None or a.end >= request.start) for a in instance.dataset.absences
        )
        if crew_id not in dropped and not known and end > request.start:
            absences.append(Absence(crew_id=crew_id, start=request.start, end=end, kind=AbsenceKind.OTHER))
    return tuple(absence for absence in absences if absence is not None)


def _until(absence: Absence, back: datetime | None, start: datetime) -> Absence | None:
    """An absence that lasts into the replan ends when the person is back."""
    if back is None or (absence.end is not None and absence.end < start) or absence.start > back:
        return absence
    return None if back <= absence.start else replace(absence, end=back)


def _by_person(absences: tuple[Absence, ...]) -> dict[str, list[Absence]]:
    grouped: dict[str, list[Absence]] = {}
    for absence in absences:
        grouped.setdefault(absence.crew_id, []).append(absence)
    return grouped


def _misses(row: RosterRow, shift: Shift, away: Mapping[str, list[Absence]]) -> bool:
    presence = [shift.interval, *row.duty]
    return any(absence.overlaps(part) for absence in away.get(row.crew_id, ()) for part in presence)


def _as_now(row: RosterRow, instance: Instance, shifts: Mapping[str, Shift], start: datetime) -> RosterRow:
    """A row of a begun shift with the duty of the shift as it is now: later, longer, or stopped."""
    old, now = instance.dataset.shifts.get(row.shift_id), shifts.get(row.shift_id)
    if now == old:
        return row
    if now is None:
        duty = tuple(cut for part in row.duty if (cut := _before(part, start)) is not None)
    else:
        plans = dict(instance.dataset.watch_plans)
        watch = next((w for w in watches_of(now, plans) if w is not None and w.name == row.watch), None)
        duty = tuple(watch_duty(now, watch))
    return replace(row, duty=duty, breaks=tuple(b for b in row.breaks if any(part.covers(b) for part in duty)))


def _cut_short(row: RosterRow, away: Mapping[str, list[Absence]]) -> RosterRow:
    """A row of a begun shift without the duty after its person dropped out."""
    holes = [a for a in away.get(row.crew_id, ()) if any(a.overlaps(part) for part in row.duty)]
    if not holes:
        return row
    end = min(a.start for a in holes)
    duty = tuple(cut for part in row.duty if (cut := _before(part, end)) is not None)
    return replace(row, duty=duty, breaks=tuple(b for b in row.breaks if any(part.covers(b) for part in duty)))


def _before(part: Interval, end: datetime) -> Interval | None:
    return None if part.start >= end else Interval(part.start, min(part.end, end))


def _cut_rows(
    roster: Roster, begun: list[RosterRow], crew: Mapping[str, Person], away: Mapping[str, list[Absence]]
) -> list[RosterRow]:
    cut = {(row.shift_id, row.crew_id, row.watch): row for row in begun}
    rows = []
    for row in roster.rows:
        now = cut.get((row.shift_id, row.crew_id, row.watch), row) if row.on_duty else row
        missed = row.duty and not now.duty and now.crew_id in away
        rows.append(_never_came(now, crew) if missed else now)
    return rows


def _never_came(row: RosterRow, crew: Mapping[str, Person]) -> RosterRow:
    """The open place of whoever was gone before their shift began."""
    name = crew[row.crew_id].name
    reason = Text(f"{name} ist vor Beginn ausgefallen.", f"{name} dropped out before it began.")
    return replace(row, status=RowStatus.OPEN, crew_id="", breaks=(), reason=reason)


def _sailed(instance: Instance, begun: list[RosterRow]) -> list[RecordedDuty]:
    """Duties of begun shifts as history; what the logbook already records is not counted twice."""
    found: list[RecordedDuty] = []
    for row in begun:
        recorded = [duty.interval for duty in instance.duties.get(row.crew_id, ())]
        vessel_id = instance.dataset.shifts[row.shift_id].vessel_id if row.shift_id in instance.dataset.shifts else ""
        for part in row.duty:
            for rest in subtract(part, recorded):
                breaks = tuple(b for b in row.breaks if rest.covers(b))
                found.append(
                    RecordedDuty(
                        crew_id=row.crew_id, interval=rest, kind=DutyKind.DUTY, vessel_id=vessel_id, breaks=breaks
                    )
                )
    return found


def _pins_to_come(instance: Instance, request: ReplanRequest, shifts: Mapping[str, Shift]) -> list[Pin]:
    """The locks of shifts still to come, and who is on board since before the window."""
    return [
        pin
        for pin in instance.dataset.pins
        if pin.shift_id in shifts
        and (
            (pin.status is PinStatus.LOCKED and shifts[pin.shift_id].interval.start >= request.start)
            or (pin.status is PinStatus.RUNNING and shifts[pin.shift_id].interval.start < instance.window.start)
        )
    ]


def _running(
    begun: list[RosterRow], lost: list[RosterRow], shifts: Mapping[str, Shift], away: Mapping[str, list[Absence]]
) -> list[Pin]:
    """Who is on board of a begun shift; where somebody dropped out the others are free to change places."""
    broken = {
        shifts[row.shift_id].voyage_id or row.shift_id
        for row in (*lost, *begun)
        if row.shift_id in shifts and (row in lost or _gone(row, shifts[row.shift_id], away))
    }
    pins = []
    for row in begun:
        shift = shifts.get(row.shift_id)
        if shift is None or _gone(row, shift, away):
            continue
        pins.append(
            Pin(
                shift_id=row.shift_id,
                crew_id=row.crew_id,
                function=row.function,
                watch=row.watch,
                status=PinStatus.RUNNING,
                may_change=(shift.voyage_id or row.shift_id) in broken,
            )
        )
    return pins


def _gone(row: RosterRow, shift: Shift, away: Mapping[str, list[Absence]]) -> bool:
    """Whether the person of a begun shift is not there any more at its end."""
    return any(
        a.overlaps(shift.interval) and (a.end is None or a.end >= shift.interval.end) for a in away.get(row.crew_id, ())
    )


def _start_from(rows: list[RosterRow]) -> list[Pin]:
    """The search starts from the roster as it was."""
    return [
        Pin(
            shift_id=row.shift_id,
            crew_id=row.crew_id,
            function=row.function,
            watch=row.watch,
            status=PinStatus.PLANNED,
        )
        for row in rows
    ]


def _known_until(dataset: Dataset, start: datetime, planned_from: datetime) -> dict[str, Person]:
    """Whoever's history was known when the week was planned is known until now: the roster was sailed."""
    return {
        crew_id: replace(person, history_known_until=start)
        if person.history_known_until is not None and planned_from <= person.history_known_until < start
        else person
        for crew_id, person in dataset.crew.items()
    }
