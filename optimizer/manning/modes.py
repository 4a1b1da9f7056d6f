"""Operating modes: how long a vessel sails within any 24 hours (§ 101, on the Rhine § 18.01 RheinSchPersV).

The 24 hours are rolling and elapsed: a window is 1440 minutes in UTC, also when clocks change.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from optimizer.domain import OperatingMode, Regime, Shift, VesselState, modes_of
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.manning.regime import rhine_applies
from optimizer.timeline import Interval, local, merge, subtract

SAILING_HOURS = "mode.sailing_hours"
RHINE_HOURS = "rhine.mode.sailing_hours"
PASSENGER_BOAT = "mode.passenger_boat"


def shift_sailing(instance: Instance, shift: Shift) -> list[Interval]:
    """When the vessel is under way in a shift (UTC, sorted, disjoint).

    Time of the shift that no movement covers counts as sailing.
    """
    movements = instance.movements_in(shift.vessel_id, shift.interval)
    under_way = [m.interval for m in movements if m.state is VesselState.SAILING]
    still = [part for m in movements if m.state is not VesselState.SAILING for part in subtract(m.interval, under_way)]
    return subtract(shift.interval, still)


def vessel_sailing(instance: Instance, vessel_id: str) -> list[Interval]:
    """When a vessel is under way in all shifts of the dataset, also outside the window."""
    shifts = (s for s in instance.dataset.shifts.values() if s.vessel_id == vessel_id)
    return merge(part for shift in shifts for part in shift_sailing(instance, shift))


def effective_mode(instance: Instance, shift: Shift) -> OperatingMode | None:
    """The mode of a shift; a passenger boat without a stated one is held to its strictest."""
    rule = instance.rulebook.values(PASSENGER_BOAT, _day(shift))
    if shift.mode is not None or rule is None:
        return shift.mode
    boat = instance.vessel_of(shift).type in rule["vessel_types"]
    return OperatingMode(rule["modes"][0]) if boat else None


def mode_limit(instance: Instance, shift: Shift) -> int | None:
    """Longest sailing time in minutes within 24 hours, ``None`` for a shift without a mode."""
    values = _hours_law(instance, shift)
    mode = effective_mode(instance, shift)
    if values is None or mode is None or str(mode) not in values["max_minutes"]:
        return None
    return int(values["max_minutes"][str(mode)])


def exceeds_mode_limit(instance: Instance, shift: Shift) -> Interval | None:
    """The 24 hours in which the vessel sails longer than the mode of the shift allows.

    Returns
    -------
    Interval or None
        Of all windows sharing sailing time with the shift, the one with the longest sailing time
        (the earliest of equals), if that is over the limit.
    """
    return _over_limit(instance, shift, _sailing_near(instance, shift))


def _sailing_near(instance: Instance, shift: Shift) -> list[Interval]:
    """Sailing of the vessel in every shift that can share a 24-hour window with this one."""
    values = _hours_law(instance, shift)
    reach = timedelta(minutes=values["window_minutes"] if values else 0)
    near = Interval(shift.interval.start - reach, shift.interval.end + reach)
    shifts = (s for s in instance.dataset.shifts.values() if s.vessel_id == shift.vessel_id)
    return merge(part for s in shifts if s.interval.overlaps(near) for part in shift_sailing(instance, s))


def sails_too_long_with(instance: Instance, shift: Shift, other: Shift) -> bool:
    """Whether both shifts of a vessel sail in 24 hours that are too long for the mode of the first one."""
    limit, values = mode_limit(instance, shift), _hours_law(instance, shift)
    if limit is None or values is None:
        return False
    sailing, length = _sailing_near(instance, shift), values["window_minutes"]
    own, theirs = shift_sailing(instance, shift), shift_sailing(instance, other)
    return any(
        minutes_in(own, window) and minutes_in(theirs, window) and minutes_in(sailing, window) > limit
        for window in _windows(sailing, own, length) | _windows(sailing, theirs, length)
    )


def own_crew_exceeds(instance: Instance, shift: Shift) -> Interval | None:
    """The same for the shift and the shifts tied to its people: over the limit whatever the crew."""
    return _over_limit(instance, shift, own_sailing(instance, shift))


def needs_crew_change_rule(instance: Instance, shift: Shift) -> bool:
    """Whether the shift is lawful in its mode only under § 101(3).

    Then its crew may be on board no longer than the limit and serves on no other vessel.
    """
    if rhine_applies(instance, shift):
        return False
    exceeded = exceeds_mode_limit(instance, shift) is not None
    return exceeded and own_crew_exceeds(instance, shift) is None


def same_people(instance: Instance, shift: Shift) -> list[Shift]:
    """The shift and those of its vessel that the same people must serve."""
    return [
        other
        for other in instance.dataset.shifts.values()
        if other.vessel_id == shift.vessel_id
        and (
            other.shift_id == shift.shift_id
            or (shift.voyage_id and other.voyage_id == shift.voyage_id)
            or (shift.duty_group and other.duty_group == shift.duty_group)
        )
    ]


def required_mode(sailing: float | Iterable[Interval], rulebook: Rulebook, day: date) -> OperatingMode | None:
    """The lowest mode that allows a sailing time.

    Parameters
    ----------
    sailing
        Minutes within 24 hours, or the sailing intervals, of which the fullest 24 hours count.
    day
        The day whose law counts.

    Returns
    -------
    OperatingMode or None
        ``None`` where no mode allows that much.
    """
    values = rulebook.values(SAILING_HOURS, day)
    if values is None:
        return None
    if not isinstance(sailing, (int, float)):
        parts = merge(sailing)
        windows = _windows(parts, parts, values["window_minutes"])
        sailing = max((minutes_in(parts, window) for window in windows), default=0)
    for mode in modes_of(Regime.BINSCHPERSV):
        if sailing <= values["max_minutes"][str(mode)]:
            return mode
    return None


def own_sailing(instance: Instance, shift: Shift) -> list[Interval]:
    """When the people of a shift sail: in it and in the shifts tied to it."""
    return merge(p for s in same_people(instance, shift) for p in shift_sailing(instance, s))


def minutes_in(sailing: Iterable[Interval], window: Interval) -> int:
    """Minutes of sailing within a window."""
    shared = (part.intersection(window) for part in sailing)
    return sum(part.minutes for part in shared if part is not None)


def _over_limit(instance: Instance, shift: Shift, sailing: Sequence[Interval]) -> Interval | None:
    limit = mode_limit(instance, shift)
    values = _hours_law(instance, shift)
    if limit is None or values is None:
        return None
    own = shift_sailing(instance, shift)
    windows = sorted(_windows(sailing, own, values["window_minutes"]))
    worst = max(windows, key=lambda window: minutes_in(sailing, window), default=None)
    return worst if worst is not None and minutes_in(sailing, worst) > limit else None


def _windows(sailing: Sequence[Interval], touching: Sequence[Interval], length: int) -> set[Interval]:
    """Windows among which the fullest one lies, all sharing a minute with ``touching``.

    Sliding a window back to where its first stretch of sailing begins gains at least as much as
    it loses, so only those starts count, and the ends of the range that touches.
    """
    if not touching:
        return set()
    first, last = touching[0].bounds[0] + 1 - length, touching[-1].bounds[1] - 1
    starts = {first, last, *(part.bounds[0] for part in sailing)}
    return {
        window
        for start in starts
        if first <= start <= last
        and any(part.overlaps(window := Interval.from_minutes(start, start + length)) for part in touching)
    }


def _hours_law(instance: Instance, shift: Shift) -> Mapping[str, Any] | None:
    """The hours of the modes on the shift's day, of the ordinance that counts for it."""
    rule_id = RHINE_HOURS if rhine_applies(instance, shift) else SAILING_HOURS
    return instance.rulebook.values(rule_id, _day(shift))


def _day(shift: Shift) -> date:
    return local(shift.interval.start).date()
