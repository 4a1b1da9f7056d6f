"""Which watches of a shift are on duty together, and the fewest people that serve them all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement, pairwise

from optimizer.domain import Shift
from optimizer.duty import watch_duty, watches_of
from optimizer.instance import Instance
from optimizer.timeline import Interval, merge, subtract

#: Numbers of the watches on duty at one instant.
Together = frozenset[int]


def uncovered(instance: Instance, shift: Shift, intervals: Iterable[Interval]) -> list[Interval]:
    """Parts of ``intervals`` in which no watch of the shift is on duty."""
    on_duty = [part for duty in _duties(instance, shift) for part in duty]
    return merge(part for interval in intervals for part in subtract(interval, on_duty))


def together(instance: Instance, shift: Shift, intervals: Iterable[Interval]) -> frozenset[Together]:
    """The sets of watches on duty together at some instant; instants without a watch are left out."""
    duties = _duties(instance, shift)
    found: set[Together] = set()
    for interval in intervals:
        cuts = {interval.start, interval.end}
        for part in (part for duty in duties for part in duty):
            cuts |= {cut for cut in (part.start, part.end) if interval.start < cut < interval.end}
        for start, end in pairwise(sorted(cuts)):
            piece = Interval(start, end)
            found.add(frozenset(n for n, duty in enumerate(duties) if any(p.covers(piece) for p in duty)))
    return frozenset(found - {frozenset()})


def _duties(instance: Instance, shift: Shift) -> list[tuple[Interval, ...]]:
    return [watch_duty(shift, watch) for watch in watches_of(shift, dict(instance.dataset.watch_plans))]


@cache
def fewest_beside(masters: int, sets: frozenset[Together], at_least: int) -> int:
    """Fewest people beside ``masters`` so that some distribution over the watches has ``at_least`` on duty.

    Everybody serves in one watch. In every set of ``sets`` one of the masters is on duty; where they
    are too few for that, their distribution is free (they are open places whatever the others do).
    """
    watches = sorted(frozenset().union(*sets))
    if not watches:
        return 0
    spread = list(_distributions(masters, len(watches)))
    wanted = [tuple(watches.index(watch) for watch in together) for together in sets]
    leading = [counts for counts in spread if all(sum(counts[w] for w in group) for group in wanted)]
    return min(_fewest_added(counts, wanted, at_least) for counts in leading or spread)


def _distributions(people: int, watches: int) -> Iterator[tuple[int, ...]]:
    for chosen in combinations_with_replacement(range(watches), people):
        yield tuple(chosen.count(watch) for watch in range(watches))


def _fewest_added(start: tuple[int, ...], wanted: Sequence[tuple[int, ...]], at_least: int) -> int:
    """People to add until every group has enough: the first group that lacks some gets the next one."""
    states, added = {start}, 0
    while True:
        following: set[tuple[int, ...]] = set()
        for counts in states:
            short = next((group for group in wanted if sum(counts[w] for w in group) < at_least), None)
            if short is None:
                return added
            following |= {(*counts[:w], counts[w] + 1, *counts[w + 1 :]) for w in short}
        states, added = following, added + 1
