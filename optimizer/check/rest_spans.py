"""What the pieces of a person mean as time: duty, work, rests and the windows laid over them.

Everything is a list of intervals in UTC, sorted and disjoint, so that a limit reads like its
paragraph: lay the window, look at the rests in it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise

from optimizer.domain import Regime
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import BERLIN, UTC, Interval, local, merge, subtract

_UNBOUNDED = timedelta(days=31)
_MINUTE = timedelta(minutes=1)


@lru_cache(maxsize=65536)
def day_of(instant: datetime) -> date:
    """Calendar day in Europe/Berlin."""
    return local(instant).date()


def duty_time(record: WorkRecord) -> list[Interval]:
    """All pieces with their breaks."""
    return merge(piece.interval for piece in record.pieces)


def without_breaks(pieces: Iterable[WorkPiece], counts: Callable[[Interval], bool] = lambda _: True) -> list[Interval]:
    """The pieces without those labelled breaks for which ``counts`` is true."""
    stretches: list[Interval] = []
    for piece in pieces:
        stretches += subtract(piece.interval, [item for item in merge(piece.breaks) if counts(item)])
    return merge(stretches)


def piece_at(record: WorkRecord, instant: datetime) -> WorkPiece | None:
    """The duty that holds an instant; of several the one that began first."""
    return next((p for p in record.pieces if p.interval.start <= instant < p.interval.end), None)


def rhine_duty_at(record: WorkRecord, instant: datetime) -> bool:
    """Whether the duty at an instant is one under the Rhine's regulation."""
    piece = piece_at(record, instant)
    return piece is not None and piece.regime is Regime.RHEINSCHPERSV


def rhine_alone(record: WorkRecord, stretch: Interval) -> bool:
    """Whether all duty in a stretch is under the Rhine's regulation."""
    inside = [piece for piece in record.pieces if piece.interval.overlaps(stretch)]
    return bool(inside) and all(piece.regime is Regime.RHEINSCHPERSV for piece in inside)


def gaps(stretches: Sequence[Interval]) -> list[Interval]:
    """The free intervals between stretches; nothing before the first or after the last."""
    return [Interval(left.end, right.start) for left, right in pairwise(stretches)]


def busy_time(record: WorkRecord, rulebook: Rulebook, breaks: str) -> list[Interval]:
    """Everything that is no rest: duty, breaks as the reading ``breaks`` says, and short gaps.

    § 3 Nr. 6 BinSchArbZV: what is not longer than the shortest rest is no rest.
    """

    def long_enough(item: Interval) -> bool:
        return item.minutes > _longest_time_without_rest(rulebook, item)

    stretches = without_breaks(record.pieces, long_enough) if breaks == "rest" else duty_time(record)
    return merge([*stretches, *(gap for gap in gaps(stretches) if not long_enough(gap))])


def _longest_time_without_rest(rulebook: Rulebook, item: Interval) -> int:
    values = rulebook.values("work.rest_24h", day_of(item.start))
    return 0 if values is None else values["shortest_rest_over_minutes"]


def rests(busy: Sequence[Interval]) -> list[Interval]:
    """The rests around and between busy stretches; the first and the last have no bound in fact."""
    if not busy:
        return []
    return subtract(Interval(busy[0].start - _UNBOUNDED, busy[-1].end + _UNBOUNDED), busy)


def work_time(record: WorkRecord, rulebook: Rulebook) -> list[Interval]:
    """Working time of §§ 4 and 5 BinSchArbZV: pieces without breaks that are long enough to count."""

    def counts(item: Interval) -> bool:
        values = rulebook.values("work.breaks", day_of(item.start))
        return values is not None and item.minutes >= values["min_piece_minutes"]

    return without_breaks(record.pieces, counts)


def runs(stretches: Sequence[Interval], apart_minutes: int) -> list[list[Interval]]:
    """Stretches in groups between which at least ``apart_minutes`` are free."""
    groups: list[list[Interval]] = []
    for stretch in stretches:
        if groups and (stretch.start - groups[-1][-1].end) < timedelta(minutes=apart_minutes):
            groups[-1].append(stretch)
        else:
            groups.append([stretch])
    return groups


def span(run: Sequence[Interval]) -> Interval:
    """From the first start to the last end."""
    return Interval(run[0].start, run[-1].end)


def window_from(start: datetime, minutes: int) -> Interval:
    """The window of elapsed time that opens at ``start``."""
    return Interval(start, start + timedelta(minutes=minutes))


def days_by_the_clock(start: datetime, days: int) -> Interval:
    """The window from ``start`` to the same wall-clock time ``days`` later."""
    opening = local(start)
    closing = datetime.combine(opening.date() + timedelta(days=days), opening.time(), BERLIN)
    return Interval(start, closing.replace(fold=opening.fold).astimezone(UTC))


def parts_in(stretches: Sequence[Interval], window: Interval) -> list[Interval]:
    """What the window shows of sorted, disjoint stretches."""
    first = bisect_right(stretches, window.start, key=lambda stretch: stretch.end)
    last = bisect_left(stretches, window.end, key=lambda stretch: stretch.start)
    parts = list(stretches[first:last])
    # Only the outermost can reach out of the window.
    for end in (0, -1) if parts else ():
        parts[end] = Interval(max(parts[end].start, window.start), min(parts[end].end, window.end))
    return parts


def minutes_in(stretches: Sequence[Interval], window: Interval) -> int:
    first = bisect_right(stretches, window.start, key=lambda stretch: stretch.end)
    last = bisect_left(stretches, window.end, key=lambda stretch: stretch.start)
    shown = ((s.start, s.end) for s in stretches[first:last])
    return sum((min(end, window.end) - max(start, window.start)) // _MINUTE for start, end in shown)


def longest_in(stretches: Sequence[Interval], window: Interval) -> int:
    return max((part.minutes for part in parts_in(stretches, window)), default=0)
