"""Where breaks go inside a run of duty: as many as needed, evenly, one slot for each person."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from optimizer.rest.stretches import Pair, Stretches, joined, without
from optimizer.rest.working_time import interruptions, minutes_due

_GRID = 5
#: A break is split further until this many people can take it one after the other.
_SLOTS = 3


@dataclass(frozen=True, slots=True)
class Span:
    """One run of duty with its interruptions so far and the values that bind it.

    For young people (``margin`` minutes without breaks at both ends) short gaps are working time.
    """

    start: int
    end: int
    worked: int
    paused: int
    stretches: tuple[Pair, ...]
    pieces: tuple[Pair, ...]
    margin: int
    values: Mapping[str, Any]

    @classmethod
    def of(cls, spans: Sequence[Pair], named: Sequence[Pair], values: Mapping[str, Any]) -> Span:
        """The run of some duty intervals; named breaks and gaps long enough part its stretches."""
        start, end = spans[0][0], spans[-1][1]
        shortest = values["min_piece_minutes"]
        left = without(spans, [item for item in named if item[1] - item[0] >= shortest])
        work = Stretches(left)
        holes = interruptions(work, start, end, shortest)
        margin = values.get("not_in_first_or_last_minutes", 0)
        return cls(
            start=start,
            end=end,
            worked=end - start - sum(e - s for s, e in holes) if margin else work.total,
            paused=sum(e - s for s, e in holes if s >= start + margin and e <= end - margin),
            stretches=tuple(joined(left, shortest - 1)),
            pieces=tuple(left),
            margin=margin,
            values=values,
        )


def chunks_of(span: Span) -> Iterator[dict[Pair, list[int]]]:
    """Sizes of new breaks by stretch, fewest minutes first, fewer and longer pieces first.

    Nothing where the breaks so far suffice, or where they leave no work to put further ones into.
    """
    if not span.stretches:
        return
    limit, shortest = span.values["after_minutes"], span.values["min_piece_minutes"]
    needed = {s: _pieces_needed(s[1] - s[0], limit, shortest) for s in span.stretches}
    totals = _totals(span, shortest * sum(needed.values()))
    for minutes in totals if totals[:1] != [0] else []:
        for more in range(minutes // shortest - sum(needed.values()) + 1):
            counts = _with_more(needed, more)
            if sum(counts.values()):
                yield _sizes(counts, minutes, shortest)


def _totals(span: Span, at_least: int) -> list[int]:
    """Possible totals of new break minutes that satisfy the table of minutes due."""
    table, shortest = span.values["due"], span.values["min_piece_minutes"]
    missing = {max(at_least, step["minutes"] - span.paused) for step in table}
    totals = {at_least, *(max(shortest, total) for total in missing if total > 0)}
    return [total for total in sorted(totals) if minutes_due(table, span.worked - total) <= span.paused + total]


def _pieces_needed(length: int, limit: int, shortest: int) -> int:
    count = 0
    while length - count * shortest > limit * (count + 1):
        count += 1
    return count


def _with_more(needed: Mapping[Pair, int], more: int) -> dict[Pair, int]:
    """Further breaks go where work parts are longest."""
    counts = dict(needed)
    for _ in range(more):
        longest = max(counts, key=lambda s: ((s[1] - s[0]) / (counts[s] + 1), -s[0]))
        counts[longest] += 1
    return counts


def _sizes(counts: Mapping[Pair, int], minutes: int, shortest: int) -> dict[Pair, list[int]]:
    pieces = sum(counts.values())
    even = max(shortest, minutes // pieces // _GRID * _GRID)
    sizes = [even] * pieces
    sizes[0] += max(0, minutes - even * pieces)
    result: dict[Pair, list[int]] = {}
    for stretch, count in counts.items():
        result[stretch], sizes = sizes[:count], sizes[count:]
    return result


def place(span: Span, sizes: Mapping[Pair, Sequence[int]], order: int, taken: Sequence[Pair]) -> list[Pair] | None:
    """New breaks of these sizes, or ``None`` where a smaller split leaves more room.

    The last split (pieces of the shortest length) is always placed if it fits at all.
    """
    shortest = span.values["min_piece_minutes"]
    last_resort = all(size < 2 * shortest for chunk in sizes.values() for size in chunk)
    placed: list[Pair] = []
    for stretch, chunks in sizes.items():
        for index in range(len(chunks)):
            slots = _slots(span, stretch, chunks, index)
            if not slots or (len(slots) < _SLOTS and not last_resort):
                return None
            placed.append(_choose(slots, chunks[index], order, taken))
    return placed


def _slots(span: Span, stretch: Pair, chunks: Sequence[int], index: int) -> list[int]:
    """Lawful starts of one break, the evenly spread one first, then alternately before and after."""
    limit, size, count = span.values["after_minutes"], chunks[index], len(chunks)
    part = (stretch[1] - stretch[0] - sum(chunks)) / (count + 1)
    ideal = int(stretch[0] + part * (index + 1) + sum(chunks[:index])) // _GRID * _GRID
    room = (limit - part) if count > 1 else limit
    earliest = stretch[1] - sum(chunks[index:]) - limit * (count - index)
    latest = stretch[0] + limit * (index + 1) + sum(chunks[:index])
    if count > 1:
        earliest, latest = max(earliest, ideal - room / 2), min(latest, ideal + room / 2)
    earliest = max(earliest, span.start + span.margin, stretch[0])
    latest = min(latest, span.end - span.margin - size, stretch[1] - size)
    steps = [0]
    for step in range(1, 2 + (stretch[1] - stretch[0]) // size):
        steps += [-step, step]
    starts = [ideal + step * size for step in steps]
    fitting = [s for s in starts if earliest <= s <= latest and _in_one_piece(span, s, size)]
    return fitting or _squeezed(span, earliest, latest, size)


def _squeezed(span: Span, earliest: float, latest: float, size: int) -> list[int]:
    """Off the grid of slots: the first minute that fits at all."""
    minutes = range(int(-(-earliest // 1)), int(latest // 1) + 1)
    rounded = [minute for minute in minutes if minute % _GRID == 0]
    return [s for s in (*rounded, *minutes) if _in_one_piece(span, s, size)][:1]


def _in_one_piece(span: Span, start: int, size: int) -> bool:
    return any(s <= start and start + size <= e for s, e in span.pieces)


def _choose(slots: Sequence[int], size: int, order: int, taken: Sequence[Pair]) -> Pair:
    rotated = [slots[(order + n) % len(slots)] for n in range(len(slots))]
    for start in rotated:
        if all(e <= start or start + size <= s for s, e in taken):
            return start, start + size
    return rotated[0], rotated[0] + size
