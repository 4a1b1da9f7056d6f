"""A first answer in a moment: only the shifts that lost somebody are crewed anew, all else stays."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property

from optimizer.domain import DutyKind, RecordedDuty, Shift
from optimizer.eligibility import share_answers
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.replan.situation import Situation
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, subtract


@dataclass(frozen=True)
class NarrowInstance(Instance):
    """An instance of which only the shifts ``loose`` are planned; vessels keep all their shifts."""

    loose: frozenset[str] = frozenset()

    @cached_property
    def shifts(self) -> tuple[Shift, ...]:
        """The loose ones of the shifts to be planned."""
        whole = Instance(self.dataset, self.window, self.rulebook, self.assume_rested)
        return tuple(shift for shift in whole.shifts if shift.shift_id in self.loose)


#: How near to a lost place others of the same function may change theirs in the wider attempt.
_NEAR = timedelta(hours=24)


def narrowed(situation: Situation, *, wider: bool = False) -> Situation | None:
    """The situation with every other duty as a commitment; ``None`` where nobody lost a place.

    ``wider``: people of the lost functions on shifts within a day may change places too.
    """
    shifts = situation.instance.dataset.shifts
    hit = {row.shift_id for row in situation.lost}
    if not hit:
        return None
    if wider:
        hit |= _near(situation)
    staying = [row for row in situation.planned if row.shift_id not in hit]
    duties = [duty for row in staying for duty in as_recorded(row, shifts[row.shift_id])]
    whole = situation.instance
    small = NarrowInstance(
        dataset=replace(whole.dataset, duties=(*whole.dataset.duties, *duties)),
        window=whole.window,
        rulebook=whole.rulebook,
        assume_rested=whole.assume_rested,
        hours_from=whole.hours_from,
        loose=frozenset(hit),
    )
    share_answers(small, whole)
    return replace(
        situation,
        instance=small,
        planned=tuple(row for row in situation.planned if row.shift_id in hit),
    )


def as_recorded(row: RosterRow, shift: Shift) -> Iterator[RecordedDuty]:
    """A person's time on a shift as agreed already: the duty of the row, and what is free on board beside it."""
    for part in row.duty:
        yield RecordedDuty(
            crew_id=row.crew_id,
            interval=part,
            kind=DutyKind.DUTY,
            vessel_id=shift.vessel_id,
            breaks=tuple(item for item in row.breaks if part.covers(item)),
            planned=True,
        )
    for part in subtract(shift.interval, row.duty):
        yield RecordedDuty(
            crew_id=row.crew_id,
            interval=part,
            kind=DutyKind.ON_BOARD_FREE,
            vessel_id=shift.vessel_id,
            planned=True,
        )


def _near(situation: Situation) -> set[str]:
    """Shifts, of no voyage, within a day of a lost place on which somebody serves in its function."""
    shifts = situation.instance.dataset.shifts
    lost = [(row.function, shifts[row.shift_id].interval) for row in situation.lost]
    near = set()
    for row in situation.planned:
        shift = shifts[row.shift_id]
        around = Interval(shift.interval.start - _NEAR, shift.interval.end + _NEAR)
        if not shift.voyage_id and any(f is row.function and around.overlaps(span) for f, span in lost):
            near.add(row.shift_id)
    return near


def widened(situation: Situation, narrow: Roster) -> Roster:
    """The roster from the replan's start on: the shifts crewed anew, and all others as they were."""
    anew = {row.shift_id for row in narrow.rows}
    planned = {shift.shift_id for shift in situation.instance.shifts}
    others: list[RosterRow] = [
        row for row in situation.roster.rows if row.shift_id in planned and row.shift_id not in anew
    ]
    return replace(narrow, window=situation.instance.window, rows=(*narrow.rows, *others))


def stopped(situation: Situation) -> Roster:
    """The roster from the replan's start on with every shift that lost somebody at the quay, and all others as they were."""
    shifts = situation.instance.dataset.shifts
    lost = {row.shift_id: row for row in reversed(situation.lost)}
    stops: dict[str, datetime] = {}
    for shift_id in lost:
        shift = shifts[shift_id]
        voyage = shift.voyage_id or shift_id
        stops[voyage] = min(stops.get(voyage, shift.interval.start), shift.interval.start)
    rows: list[RosterRow] = []
    for shift in situation.instance.shifts:
        stop = stops.get(shift.voyage_id or shift.shift_id)
        if stop is None or shift.interval.start < stop:
            rows += situation.roster.of_shift(shift.shift_id)
        else:
            rows.append(_open_place(situation, lost.get(shift.shift_id), shift.shift_id))
    return Roster(window=situation.instance.window, rows=tuple(rows), version=situation.roster.version)


def _open_place(situation: Situation, lost: RosterRow | None, shift_id: str) -> RosterRow:
    if lost is None:
        reason = Text("Die Reise ist vorher eingestellt.", "The voyage has stopped before.")
        return RosterRow(shift_id=shift_id, status=RowStatus.NOT_SAILING, reason=reason)
    name = situation.instance.dataset.crew[lost.crew_id].name
    reason = Text(f"{name} ist ausgefallen.", f"{name} dropped out.")
    return RosterRow(shift_id=shift_id, status=RowStatus.OPEN, function=lost.function, reason=reason)
