"""The part of a roster that is over as recorded duty, and the rest of it as a roster of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from optimizer.domain import Dataset, DutyKind, Person, Pin, PinStatus, RecordedDuty
from optimizer.foresee.deviations import Comparison, Served
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow
from optimizer.timeline import Interval, subtract


def from_the_cut_on(
    instance: Instance,
    roster: Roster,
    cut: datetime,
    log: Sequence[RecordedDuty],
    compared: Comparison,
) -> tuple[Instance, Roster]:
    """Instance and roster of what begins at or after ``cut``; everything before is history.

    Logged duty takes the place of planned duty and of commitments at the same time; what the dataset
    has on record stays, and time that stands in both counts once. Shifts that have begun keep their
    crew as running rows; what was known of people's history is known up to ``cut``.
    """
    dataset = instance.dataset
    kept = [duty for duty in dataset.duties if not any(_superseded(duty, logged) for logged in log)]
    planned = list(_as_recorded(compared.kept, [*kept, *log], cut))
    aboard = list(_free_on_board(instance, roster, cut, compared, [*kept, *log, *planned]))
    running = list(_running(instance, roster, cut, compared))
    named = {(pin.shift_id, pin.crew_id) for pin in running}
    pins = [pin for pin in dataset.pins if (pin.shift_id, pin.crew_id) not in named]
    people = {crew_id: _known(person, instance.window.start, cut) for crew_id, person in dataset.crew.items()}
    changed = replace(dataset, crew=people, duties=(*kept, *log, *planned, *aboard), pins=(*pins, *running))
    window = Interval(cut, instance.window.end)
    later = tuple(row for row in roster.rows if _starts(dataset, row) >= cut)
    return replace(instance, dataset=changed, window=window), replace(roster, window=window, rows=later)


def _superseded(duty: RecordedDuty, logged: RecordedDuty) -> bool:
    """Whether a logged duty says the same again, or what became of a commitment."""
    if duty == logged:
        return True
    return duty.planned and duty.crew_id == logged.crew_id and duty.interval.overlaps(logged.interval)


def _starts(dataset: Dataset, row: RosterRow) -> datetime:
    return dataset.shifts[row.shift_id].interval.start


def _as_recorded(served: Iterable[Served], known: Sequence[RecordedDuty], cut: datetime) -> Iterator[RecordedDuty]:
    """Planned duty as the dataset records it, as far as it is not there already."""
    for piece in served:
        there = [duty.interval for duty in known if duty.crew_id == piece.crew_id]
        for part in subtract(piece.interval, there):
            yield RecordedDuty(
                crew_id=piece.crew_id,
                interval=part,
                kind=DutyKind.DUTY,
                vessel_id=piece.vessel_id,
                regime=piece.regime,
                breaks=tuple(cutting for item in piece.breaks if (cutting := part.intersection(item))),
                planned=part.end > cut,
            )


def _free_on_board(
    instance: Instance, roster: Roster, cut: datetime, compared: Comparison, duties: Sequence[RecordedDuty]
) -> Iterator[RecordedDuty]:
    """Free time between the watches of shifts that have begun: no rest day, though no duty."""
    sails, gone = roster.sailing_shifts(), {(shift_id, crew_id) for shift_id, crew_id, _ in compared.stood_in}
    for row in roster.rows:
        shift = instance.dataset.shifts[row.shift_id]
        if row.shift_id not in sails or shift.interval.start >= cut or not shift.watch_plan:
            continue
        if row.crew_id and (row.shift_id, row.crew_id) not in gone:
            busy = [duty.interval for duty in duties if duty.crew_id == row.crew_id]
            for part in subtract(shift.interval, busy):
                yield RecordedDuty(
                    crew_id=row.crew_id, interval=part, kind=DutyKind.ON_BOARD_FREE, vessel_id=shift.vessel_id
                )


def _running(instance: Instance, roster: Roster, cut: datetime, compared: Comparison) -> Iterator[Pin]:
    """Crews of the shifts that have begun, with those who stood in.

    Voyages that go on keep them, and the way to somebody's next vessel begins where they were last.
    A running row counts as duty of its whole watch; whoever served less on a shift that is over, and
    whose voyage is, has none.
    """
    dataset, sails = instance.dataset, roster.sailing_shifts()
    onward = {shift.voyage_id for shift in dataset.shifts.values() if shift.voyage_id and shift.interval.start >= cut}
    instead = {(shift_id, gone): came for shift_id, gone, came in compared.stood_in}
    for row in roster.rows:
        shift = dataset.shifts[row.shift_id]
        over = shift.interval.end <= cut and shift.voyage_id not in onward
        if over and (row.shift_id, row.crew_id) in compared.shortened:
            continue
        if row.shift_id in sails and row.crew_id and shift.interval.start < cut:
            yield Pin(
                shift_id=row.shift_id,
                crew_id=instead.get((row.shift_id, row.crew_id), row.crew_id),
                function=row.function,
                watch=row.watch,
                safety_role=row.safety_roles[0] if row.safety_roles else None,
                status=PinStatus.RUNNING,
            )


def _known(person: Person, start: datetime, cut: datetime) -> Person:
    """The time between the start of the window and ``cut`` is known: it was planned or logged.

    Where there is a gap before the window, the known time begins with the window.
    """
    if person.history_known_until is not None and person.history_known_until >= start:
        known_from = person.history_known_from
        return replace(person, history_known_from=known_from, history_known_until=max(cut, person.history_known_until))
    return replace(person, history_known_from=start, history_known_until=cut)
