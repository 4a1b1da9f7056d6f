"""Shifts joined to voyages where the user says that no crew change is possible at their end."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import replace

from optimizer.domain import Shift, Vessel, VesselType

#: Ferry shifts are voyages of their own.
FERRIES = frozenset({VesselType.PASSENGER_FERRY, VesselType.VEHICLE_FERRY})


def joined_voyages(shifts: Mapping[str, Shift], vessels: Mapping[str, Vessel]) -> dict[str, Shift]:
    """The shifts with a ``voyage_id`` wherever ``crew_change_at_end`` is no and none is given.

    A shift at whose end nobody can change and the vessel's next shift are one voyage: the same
    people, functions and watches. A ``voyage_id`` the user wrote is kept.
    """
    joined = dict(shifts)
    named = {shift.voyage_id for shift in shifts.values()}
    previous: dict[str, str] = {}
    for shift in sorted(shifts.values(), key=lambda s: (s.interval.start, s.shift_id)):
        before = joined.get(previous.get(shift.vessel_id, ""))
        previous[shift.vessel_id] = shift.shift_id
        if before is None or before.crew_change_at_end is not False or shift.voyage_id:
            continue
        vessel = vessels.get(shift.vessel_id)
        if vessel is None or vessel.type in FERRIES:
            continue
        voyage_id = before.voyage_id or _unused(before.shift_id, named)
        joined[before.shift_id] = replace(before, voyage_id=voyage_id)
        joined[shift.shift_id] = replace(joined[shift.shift_id], voyage_id=voyage_id)
    return joined


def with_handover_at_the_start(shifts: Mapping[str, Shift]) -> dict[str, Shift]:
    """The shifts with a handover only where a voyage begins: later ones have the same people."""
    first: dict[str, Shift] = {}
    for shift in sorted(shifts.values(), key=lambda s: (s.interval.start, s.shift_id)):
        if shift.voyage_id:
            first.setdefault(shift.voyage_id, shift)
    return {
        shift_id: shift if first.get(shift.voyage_id, shift) is shift else replace(shift, handover_min=0)
        for shift_id, shift in shifts.items()
    }


def _unused(shift_id: str, named: Container[str]) -> str:
    """A voyage named after its first shift, unless the user has given a voyage that name."""
    name = shift_id
    while name in named:
        name += "'"
    return name
