"""A first answer in a moment: only the shifts that lost somebody are crewed anew, all else stays."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from optimizer.domain import DutyKind, RecordedDuty
from optimizer.replan.situation import Situation
from optimizer.roster import Roster, RosterRow
from optimizer.timeline import Interval

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
    start = situation.instance.window.start
    small = {s: shift for s, shift in shifts.items() if s in hit or shift.interval.start < start}
    staying = [row for row in situation.planned if row.shift_id not in hit]
    duties = [
        RecordedDuty(
            crew_id=row.crew_id,
            interval=part,
            kind=DutyKind.DUTY,
            vessel_id=shifts[row.shift_id].vessel_id,
            breaks=tuple(b for b in row.breaks if part.covers(b)),
        )
        for row in staying
        for part in row.duty
    ]
    dataset = situation.instance.dataset
    dataset = replace(
        dataset,
        shifts=small,
        duties=(*dataset.duties, *duties),
        pins=tuple(pin for pin in dataset.pins if pin.shift_id in small),
    )
    return replace(
        situation,
        instance=replace(situation.instance, dataset=dataset),
        planned=tuple(row for row in situation.planned if row.shift_id in hit),
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
