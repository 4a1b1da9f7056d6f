"""Regions: places so near that people go from one to another before work.

A roster in which nobody works in two regions within two days is easier to find, for people who come
a long way need their breaks at once. It is only where the search begins; nothing is barred by it.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from optimizer.model.blocks import Block
from optimizer.model.travel import TravelTimes
from optimizer.terms import normalise
from optimizer.timeline import local

if TYPE_CHECKING:
    from optimizer.model.roster_model import RosterModel

#: A way longer than this leads to another region, and so does one that is not stated.
_NEAR = timedelta(hours=2)


def add_regions(model: RosterModel) -> cp_model.IntVar | None:
    """Whether everybody stays in one region from day to day; ``None`` where there are no long ways."""
    problem = model.problem
    region = _regions(problem.oracle.travel, problem.blocks)
    if len(set(region.values())) < 2:
        return None
    first, last = _ends(problem.blocks)
    settled = model.model.new_bool_var("everybody stays in one region from day to day")
    for crew_id, candidates in model.of_person.items():
        there: dict[tuple[date, int], cp_model.IntVar] = {}
        for candidate in candidates:
            for key in _visits(problem.blocks[candidate.block], region, first, last):
                if key not in there:
                    there[key] = model.model.new_bool_var(f"{crew_id} {key[0]} {key[1]}")
                model.model.add_bool_or([~settled, ~model.y(candidate), there[key]])
        for (day, number), variable in there.items():
            for (other_day, other), second in there.items():
                if other != number and timedelta() <= other_day - day <= timedelta(days=1):
                    model.model.add_bool_or([~variable, ~second])
    return settled


def _regions(travel: TravelTimes, blocks: tuple[Block, ...]) -> dict[str, int]:
    """The region of every place; empty where ways are short or are no duty."""
    if not travel.counts_as_duty or travel.longest <= _NEAR:
        return {}
    places = sorted({normalise(place) for b in blocks for place in (b.shift.start_place, b.shift.end_place)})
    region = {place: number for number, place in enumerate(places)}
    for place in places:
        for other in places:
            if timedelta() < travel.time_between(place, other) <= _NEAR and region[place] != region[other]:
                low, high = sorted((region[place], region[other]))
                region = {name: low if number == high else number for name, number in region.items()}
    return region


def _ends(blocks: tuple[Block, ...]) -> tuple[set[str], set[str]]:
    """The shifts people come to and those they leave from; between them nobody travels."""
    ordered = sorted((block.shift for block in blocks), key=lambda shift: (shift.interval.start, shift.shift_id))
    first = {shift.voyage_id or shift.shift_id: shift.shift_id for shift in reversed(ordered)}
    last = {shift.voyage_id or shift.shift_id: shift.shift_id for shift in ordered}
    return set(first.values()), set(last.values())


def _visits(block: Block, region: dict[str, int], first: set[str], last: set[str]) -> Iterator[tuple[date, int]]:
    shift = block.shift
    if shift.shift_id in first:
        yield local(block.presence.start).date(), region[normalise(shift.start_place)]
    if shift.shift_id in last:
        yield local(block.presence.end).date(), region[normalise(shift.end_place)]
