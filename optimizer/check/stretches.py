"""Parts of a shift with equal facts: what the vessel does, and whether passengers are aboard."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from optimizer.check.crew_facts import CrewFacts, carries_passengers, facts_of
from optimizer.domain import Shift, VesselState
from optimizer.instance import Instance
from optimizer.timeline import Interval, merge, subtract


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a shift; ``with_passengers`` is ``None`` where nobody said."""

    interval: Interval
    state: VesselState
    with_passengers: bool | None

    @property
    def sailing(self) -> bool:
        return self.state is VesselState.SAILING


def stretches(instance: Instance, shift: Shift) -> tuple[Stretch, ...]:
    """The parts of a shift; time that no movement describes is sailing."""
    parts: list[Stretch] = []
    for movement in instance.movements_in(shift.vessel_id, shift.interval):
        told = [part.interval for part in parts]
        inside = movement.interval.intersection(shift.interval)
        if inside is None:
            continue
        stated = movement.with_passengers
        aboard = shift.with_passengers if stated is None else stated
        parts += [Stretch(piece, movement.state, aboard) for piece in subtract(inside, told)]
    untold = subtract(shift.interval, [part.interval for part in parts])
    parts += [Stretch(piece, VesselState.SAILING, shift.with_passengers) for piece in untold]
    return tuple(sorted(parts, key=lambda part: part.interval))


def sailing_on(instance: Instance, shift: Shift, day: date) -> list[Interval]:
    """When the vessel is under way in the shift on one day; the whole of that day's part if it never is."""
    whole = [part for other, part in shift.interval.by_day() if other == day]
    times = sailing_time(instance, shift)
    return [piece for part in whole for time in times if (piece := part.intersection(time))] or whole


def sailing_facts(instance: Instance, shift: Shift) -> list[CrewFacts]:
    """The different facts under which the vessel sails in the shift, day by day of the law."""
    vessel, seen = instance.vessel_of(shift), set[tuple[bool, date]]()
    for part in stretches(instance, shift):
        if part.sailing:
            aboard = carries_passengers(vessel, part.with_passengers)
            seen |= {(aboard, day) for day in part.interval.days()}
    ordered = sorted(seen, key=lambda item: (item[1], not item[0]))
    return [facts_of(instance, shift, with_passengers=a, day=d) for a, d in ordered]


def sailing_time(instance: Instance, shift: Shift) -> list[Interval]:
    """When the vessel is under way in the shift, sorted and disjoint."""
    return merge(part.interval for part in stretches(instance, shift) if part.sailing)
