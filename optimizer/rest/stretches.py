"""Sorted, disjoint stretches of minutes with running totals: every rest rule is a query on them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

Pair = tuple[int, int]


def joined(pairs: Iterable[Pair], bridge: int = 0) -> list[Pair]:
    """Sorted pairs with overlaps, touching ends and gaps of at most ``bridge`` minutes closed."""
    result: list[Pair] = []
    for start, end in pairs:
        if result and start - result[-1][1] <= bridge:
            if end > result[-1][1]:
                result[-1] = (result[-1][0], end)
        else:
            result.append((start, end))
    return result


def without(pairs: Iterable[Pair], holes: list[Pair]) -> list[Pair]:
    """What is left of sorted disjoint pairs when sorted disjoint holes are cut out."""
    result: list[Pair] = []
    for start, end in pairs:
        for hole_start, hole_end in holes:
            if hole_end <= start:
                continue
            if hole_start >= end:
                break
            if hole_start > start:
                result.append((start, hole_start))
            start = hole_end
        if start < end:
            result.append((start, end))
    return result


class Stretches:
    """Disjoint stretches ``[start, end)`` in minutes since the epoch, sorted."""

    __slots__ = ("_before", "ends", "starts", "total")

    def __init__(self, pairs: list[Pair]) -> None:
        self.starts = [start for start, _ in pairs]
        self.ends = [end for _, end in pairs]
        self._before: list[int] = []
        total = 0
        for start, end in pairs:
            self._before.append(total)
            total += end - start
        self.total = total

    def until(self, minute: int) -> int:
        """Covered minutes before ``minute``."""
        index = bisect_right(self.starts, minute) - 1
        if index < 0:
            return 0
        return self._before[index] + min(minute, self.ends[index]) - self.starts[index]

    def inside(self, start: int, end: int) -> int:
        """Covered minutes in ``[start, end)``."""
        return self.until(end) - self.until(start)

    def longest_gap(self, start: int, end: int) -> int:
        """Longest uncovered stretch inside ``[start, end)``, cut off at both ends."""
        longest, free_from = 0, start
        starts, ends = self.starts, self.ends
        index = bisect_right(ends, start)
        while index < len(starts) and starts[index] < end:
            longest = max(longest, starts[index] - free_from)
            free_from = ends[index]
            index += 1
        return max(longest, end - free_from)

    def pairs(self) -> Iterable[Pair]:
        return zip(self.starts, self.ends, strict=True)

    def runs(self, reset: int) -> list[tuple[int, int]]:
        """Index ranges ``[first, last]`` of stretches not parted by a gap of ``reset`` or more."""
        ranges: list[tuple[int, int]] = []
        first = 0
        for index in range(1, len(self.starts) + 1):
            if index == len(self.starts) or self.starts[index] - self.ends[index - 1] >= reset:
                ranges.append((first, index - 1))
                first = index
        return ranges if self.starts else []
