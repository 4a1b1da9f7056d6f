"""Shifts joined to voyages where the user says that no crew change is possible at their end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from optimizer.domain import Shift, Vessel, VesselType

#: Ferry shifts are voyages of their own.
_FERRIES = frozenset({VesselType.PASSENGER_FERRY, VesselType.VEHICLE_FERRY})


def joined_voyages(shifts: Mapping[str, Shift], vessels: Mapping[str, Vessel]) -> dict[str, Shift]:
    """The shifts with a ``voyage_id`` wherever ``crew_change_at_end`` is no and none is given.

    A shift at whose end nobody can change and the vessel's next shift are one voyage: the same
    people, functions and watches. A ``voyage_id`` the user wrote is kept.
    """
    joined = dict(shifts)
    previous: dict[str, str] = {}
    for shift in sorted(shifts.values(), key=lambda s: (s.interval.start, s.shift_id)):
        before = joined.get(previous.get(shift.vessel_id, ""))
        previous[shift.vessel_id] = shift.shift_id
        if before is None or before.crew_change_at_end is not False or shift.voyage_id:
            continue
        vessel = vessels.get(shift.vessel_id)
        if vessel is None or vessel.type in _FERRIES:
            continue
        voyage_id = before.voyage_id or before.shift_id
        joined[before.shift_id] = replace(before, voyage_id=voyage_id)
        joined[shift.shift_id] = replace(joined[shift.shift_id], voyage_id=voyage_id)
    return joined
