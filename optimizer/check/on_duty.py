"""Who is on duty at every instant: where a rule about the people on duty fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from optimizer.check.crew_check import OPEN_PLACE, CrewGap, counts
from optimizer.check.duty_check import SHORT, astray, less, unknown_watch
from optimizer.check.explain import barred, explain, is_known
from optimizer.check.sheet import Sheet
from optimizer.domain import Shift
from optimizer.findings import Cause, Text
from optimizer.roster import RosterRow, RowStatus
from optimizer.timeline import Interval, merge

Rows = Sequence[RosterRow]
Enough = Callable[[Rows], bool]
Duty = Callable[[RosterRow], Iterable[Interval]]
#: When people with such duties are not enough.
Short = Callable[[Rows, Duty], list[Interval]]


def short_times(times: Iterable[Interval], rows: Rows, duty: Duty, enough: Enough) -> list[Interval]:
    """The parts of ``times`` at which the people of the rows on duty are not enough."""
    duties = [(row, tuple(duty(row))) for row in rows]
    instants = {instant for _, parts in duties for part in parts for instant in (part.start, part.end)}
    return merge(
        piece
        for time in times
        for piece in _cut(time, instants)
        if not enough([row for row, parts in duties if any(part.covers(piece) for part in parts)])
    )


def _cut(time: Interval, instants: Iterable[datetime]) -> Iterator[Interval]:
    """A time cut wherever somebody goes on or off duty."""
    edges = [time.start, *sorted(at for at in instants if time.start < at < time.end), time.end]
    return (Interval(start, end) for start, end in zip(edges, edges[1:], strict=False))


def cause_of_shortage(sheet: Sheet, shift: Shift, gap: CrewGap | None, claims: Rows, short: Short) -> Cause | None:
    """What a shortage on duty follows from: somebody barred, missing, in no watch, or off duty too soon.

    Each is tried out: with that mended, nobody is short any more.

    Parameters
    ----------
    claims
        All who claim to be there, barred and unknown people included.
    """

    def mended(people: frozenset[str]) -> bool:
        return not short([row for row in claims if counts(sheet, row, people)], sheet.duty)

    cause = explain(sheet, barred(sheet, claims), mended)
    if cause is not None:
        return cause
    there = [row for row in claims if counts(sheet, row)]
    open_places = _open_places(shift, gap)
    lost = [row for row in there if is_known(sheet, row) and astray(sheet, row)]
    if open_places and not short([*there, *open_places], _all_shift(sheet, open_places)):
        return Cause(OPEN_PLACE)
    if lost and not short(there, _all_shift(sheet, lost)):
        return unknown_watch(lost)
    return _cut_short(sheet, there, short)


def _open_places(shift: Shift, gap: CrewGap | None) -> list[RosterRow]:
    """Whoever would come with the open places."""
    seats = gap.open if gap is not None else ()
    return [
        RosterRow(shift_id=shift.shift_id, status=RowStatus.FILLED, crew_id=f"+{number}", function=seat.function)
        for number, seat in enumerate(seats)
    ]


def _all_shift(sheet: Sheet, rows: Rows) -> Duty:
    """Duty of people who may be put into any watch."""
    return lambda row: [sheet.shift_of(row).interval] if row in rows else sheet.duty(row)


def _cut_short(sheet: Sheet, there: Rows, short: Short) -> Cause | None:
    """Those whose duty ends before their watch, the fewest that explain it."""
    cut = [row for row in there if less(sheet.planned_duty(row), sheet.duty(row))]
    alone = next((row for row in cut if not short(there, _as_planned(sheet, [row]))), None)
    if alone is not None:
        return Cause(SHORT, alone.crew_id)
    if not cut or short(there, _as_planned(sheet, cut)):
        return None
    names = ", ".join(sheet.say.name(row.crew_id) for row in cut[1:])
    return Cause(SHORT, cut[0].crew_id, Text(f"{names}: kürzer als die Wache", f"{names}: shorter than the watch"))


def _as_planned(sheet: Sheet, rows: Rows) -> Duty:
    return lambda row: sheet.planned_duty(row) if row in rows else sheet.duty(row)
