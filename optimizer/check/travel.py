"""The way from one vessel to the next: is there time for it, and when is it done?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise

from optimizer.check.say import clock, hours
from optimizer.check.sheet import Sheet
from optimizer.domain import DutyKind, Shift, Travel
from optimizer.findings import Finding, Severity, Text
from optimizer.terms import normalise
from optimizer.timeline import Interval

TRAVEL = "plan.travel"


@dataclass(frozen=True, slots=True)
class Trip:
    """A person's way between two shifts at different places.

    ``free`` is the time between leaving and boarding, ``None`` where there is none; ``recorded``
    says that the dataset already holds travel in it.
    """

    earlier: Shift
    later: Shift
    minutes: int
    free: Interval | None
    recorded: bool

    @property
    def fits(self) -> bool:
        return self.free is not None and self.free.minutes >= self.minutes


@dataclass(frozen=True, slots=True)
class _Stay:
    shift: Shift
    aboard: Interval


def trips(sheet: Sheet, crew_id: str) -> list[Trip]:
    """The ways of a person whose length is known; nobody travels inside a voyage."""
    ways, found = _ways(sheet.instance.dataset.travel), []
    for first, later in pairwise(_stays(sheet, crew_id)):
        minutes = _minutes(ways, first.shift.end_place, later.shift.start_place)
        if minutes and not _one_voyage(first.shift, later.shift) and not _at_once(first, later):
            found.append(_trip(sheet, crew_id, first, later, minutes))
    return found


def travel_findings(sheet: Sheet) -> Iterator[Finding]:
    """Shifts that a person cannot reach in time from the one before."""
    for crew_id in sheet.rows_by_person:
        for trip in trips(sheet, crew_id):
            if not trip.fits:
                yield _too_far(sheet, crew_id, trip)


def _ways(travel: tuple[Travel, ...]) -> Mapping[tuple[str, str], int]:
    """Minutes by places; the way back takes as long unless it is stated, the longest entry counts."""
    stated: dict[tuple[str, str], int] = {}
    for way in travel:
        key = normalise(way.from_place), normalise(way.to_place)
        stated[key] = max(way.minutes, stated.get(key, 0))
    return {**{(there, here): minutes for (here, there), minutes in stated.items()}, **stated}


def _minutes(ways: Mapping[tuple[str, str], int], from_place: str, to_place: str) -> int:
    here, there = normalise(from_place), normalise(to_place)
    return 0 if here == there else ways.get((here, there), 0)


def _stays(sheet: Sheet, crew_id: str) -> list[_Stay]:
    """When a person is on board, by the roster and on shifts begun before it, in the order of time."""
    stays = [_Stay(sheet.shift_of(row), sheet.aboard(row)) for row in sheet.rows_by_person.get(crew_id, ())]
    stays += [
        _Stay(sheet.instance.dataset.shifts[shift_id], sheet.running_aboard(shift_id, watch))
        for shift_id, watch in sheet.running_of(crew_id)
    ]
    return sorted(stays, key=lambda stay: (stay.aboard, stay.shift.shift_id))


def _one_voyage(first: Shift, later: Shift) -> bool:
    same = first.vessel_id == later.vessel_id and first.voyage_id == later.voyage_id
    return same and bool(first.voyage_id)


def _at_once(first: _Stay, later: _Stay) -> bool:
    """Whether the person is in two places at once, which is told as such."""
    if first.shift.vessel_id == later.shift.vessel_id:
        return first.shift.interval.overlaps(later.shift.interval)
    return first.aboard.overlaps(later.aboard)


def _trip(sheet: Sheet, crew_id: str, first: _Stay, later: _Stay, minutes: int) -> Trip:
    left, due = first.aboard.end, later.aboard.start
    free = Interval(left, due) if left < due else None
    duties = sheet.instance.duties.get(crew_id, ())
    recorded = any(d.kind is DutyKind.TRAVEL and free is not None and d.interval.overlaps(free) for d in duties)
    return Trip(first.shift, later.shift, minutes, free, recorded)


def _too_far(sheet: Sheet, crew_id: str, trip: Trip) -> Finding:
    name, there = sheet.say.name(crew_id), hours(trip.free.minutes if trip.free else 0)
    here, to = trip.earlier.end_place, trip.later.start_place
    before, after = sheet.say.place(trip.earlier), sheet.say.place(trip.later)
    way = hours(trip.minutes)
    leaves = clock(trip.earlier.interval.end)
    text = Text(
        f"{name} kommt nicht rechtzeitig von {here} nach {to}: Der Weg dauert {way}, zwischen {before} und {after} "
        f"bleiben {there} (Ende {leaves}).",
        f"{name} cannot get from {here} to {to} in time: the way takes {way}, between {before} and {after} there "
        f"are {there} (end {leaves}).",
    )
    return sheet.say.finding(
        TRAVEL, Severity.UNLAWFUL, text, shift=trip.later, crew_id=crew_id, found=there, allowed=way
    )
