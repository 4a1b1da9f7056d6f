"""Who is on duty at every instant: where a rule about the people on duty fails."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime

from optimizer.check.crew_check import OPEN_PLACE, CrewGap
from optimizer.check.duty_check import SHORT, UNKNOWN_WATCH, has_watches
from optimizer.check.sheet import Sheet
from optimizer.domain import Shift
from optimizer.roster import RosterRow
from optimizer.timeline import Interval, merge

Rows = Sequence[RosterRow]
Enough = Callable[[Rows], bool]
Duty = Callable[[RosterRow], Iterable[Interval]]


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


def cause_of_shortage(
    sheet: Sheet, shift: Shift, gap: CrewGap | None, times: Iterable[Interval], rows: Rows, enough: Enough
) -> str:
    """What a shortage on duty follows from: somebody barred, missing, in no watch, or off duty too soon.

    ``rows`` are all that claim to be there, barred and unknown people included.
    """
    times = list(times)
    if not short_times(times, rows, sheet.duty, enough):
        return sheet.first_bar(shift)
    if gap is not None:
        return OPEN_PLACE
    if has_watches(sheet, shift) and any(sheet.watch_of(row) is None for row in sheet.rows_of(shift)):
        return UNKNOWN_WATCH
    return "" if short_times(times, rows, sheet.planned_duty, enough) else SHORT
