"""Ways between the places where duties end and begin: ``travel.csv`` as the model asks for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from optimizer.domain import Shift
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.terms import normalise
from optimizer.timeline import Interval

#: Code of the conflict between two duties whose places lie too far apart for the time between them.
NO_TIME_TO_TRAVEL = "presence.travel"


@dataclass(frozen=True, slots=True)
class Departure:
    """Where and when a person leaves a vessel they have been on ``since``; nobody travels on a voyage."""

    since: datetime
    instant: datetime
    place: str
    voyage_id: str = ""


class TravelTimes:
    """Minutes between places; ways that are not stated take no time, for nothing is guessed.

    Of several entries for one way the longest counts.

    ``counts_as_duty``: the last minutes before a duty elsewhere are duty, not rest.
    """

    def __init__(self, instance: Instance):
        stated: dict[tuple[str, str], int] = {}
        for row in instance.dataset.travel:
            way = normalise(row.from_place), normalise(row.to_place)
            stated[way] = max(row.minutes, stated.get(way, 0))
        back = {(end, start): minutes for (start, end), minutes in stated.items()}
        self._minutes = {**back, **stated}
        self.counts_as_duty = instance.dataset.settings.travel_is_duty
        self.longest = timedelta(minutes=max(self._minutes.values(), default=0))

    def __bool__(self) -> bool:
        return bool(self._minutes)

    def way(self, departure: Departure, block: Block) -> timedelta:
        """Time the way from a departure to a block takes."""
        return self.way_to(departure, block.shift)

    def way_to(self, departure: Departure, shift: Shift) -> timedelta:
        """Time the way from a departure to a shift takes."""
        if not self._minutes or (departure.voyage_id and departure.voyage_id == shift.voyage_id):
            return timedelta()
        return self.time_between(normalise(departure.place), normalise(shift.start_place))

    def time_between(self, start: str, end: str) -> timedelta:
        """Time from one place to another, both by their normalised names."""
        if not start or not end or start == end:
            return timedelta()
        return timedelta(minutes=self._minutes.get((start, end), 0))

    def fits(self, departure: Departure, block: Block) -> bool:
        way = self.way(departure, block)
        return not way or departure.instant + way <= block.presence.start

    def before(self, blocks: Sequence[Block], departures: Sequence[Departure] = ()) -> dict[int, Interval]:
        """The way to each block of one person, by block index, from wherever they were last."""
        if not self._minutes:
            return {}
        left = list(departures) + [departure_of(block) for block in blocks]
        ways: dict[int, Interval] = {}
        for block in blocks:
            earlier = [item for item in left if item.since < block.presence.start]
            if not earlier:
                continue
            way = self.way(max(earlier, key=lambda item: item.since), block)
            if way:
                ways[block.index] = Interval(block.presence.start - way, block.presence.start)
        return ways

    def as_duty(self, blocks: Sequence[Block], departures: Sequence[Departure] = ()) -> dict[int, Interval]:
        """The ways that count as duty."""
        return self.before(blocks, departures) if self.counts_as_duty else {}

    def shortening(self, blocks: Sequence[Block], among: Sequence[Block]) -> tuple[int, ...]:
        """Blocks, by index, that shorten a way between these duties of one person if worked as well."""
        there = sorted(blocks, key=lambda block: block.presence.start)
        found: set[int] = set()
        for before, after in zip(there, there[1:]):
            way = self.way(departure_of(before), after)
            if not way:
                continue
            between = (b for b in among if before.presence.start < b.presence.start < after.presence.start)
            found.update(b.index for b in between if self.way(departure_of(b), after) < way)
        return tuple(sorted(found - {block.index for block in there}))


def departure_of(block: Block) -> Departure:
    return Departure(block.presence.start, block.presence.end, block.shift.end_place, block.shift.voyage_id)
