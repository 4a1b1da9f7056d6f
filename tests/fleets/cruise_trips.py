"""Day trips of the excursion ships in Advent 2026: timetable, shifts and the watch plan for an apprentice."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from cruise_ships import passengers_max
from fleet_csv import Row, at

MONDAY = date(2026, 12, 7)
#: The last trips before Christmas are those of 23 December.
DAYS = [MONDAY + timedelta(days=n) for n in range(17)]
MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
MINOR_PLAN = "E04-U18"


@dataclass(frozen=True)
class Trip:
    """A trip of the timetable: label in its id, weekdays, clock times."""

    label: str
    weekdays: tuple[int, ...]
    start: str
    end: str


_TRIPS = {
    "E01": (Trip("T", (FRI, SAT, SUN), "11:00", "18:00"),),
    "E02": (Trip("T", (TUE, WED, THU, FRI, SAT, SUN), "10:00", "18:30"),),
    "E03": (
        Trip("F", (WED, THU, FRI, SAT, SUN), "09:00", "15:00"),
        Trip("S", (WED, THU, FRI, SAT, SUN), "15:00", "21:00"),
    ),
    "E04": (Trip("T", (WED, THU, FRI, SAT, SUN), "10:00", "18:30"),),
    "E05": (Trip("T", (THU, FRI, SAT, SUN), "09:00", "19:00"),),
    "E06": (Trip("T", (WED, THU, FRI, SAT, SUN), "12:00", "20:00"),),
    "E07": (Trip("T", (THU, FRI, SAT, SUN), "11:00", "18:30"), Trip("A", (FRI,), "19:30", "25:00")),
    "E08": (Trip("T", (FRI, SAT, SUN), "11:00", "18:30"), Trip("A", (SAT,), "19:30", "25:30")),
    "E09": (Trip("T", (TUE, WED, THU, FRI, SAT, SUN), "10:30", "18:30"),),
}

#: Pier | waterway | zone. Below the lower limit of the port of Hamburg the Elbe is zone 2.
_LINES = {
    "E01": ("Berlin-Wannsee", "Untere Havel-Wasserstraße", 4),
    "E02": ("Berlin-Treptow", "Spree-Oder-Wasserstraße", 4),
    "E03": ("Hamburg-Landungsbrücken", "Unterelbe", 3),
    "E04": ("Berlin-Wannsee", "Untere Havel-Wasserstraße", 4),
    "E05": ("Hamburg-Landungsbrücken", "Unterelbe", 2),
    "E06": ("Berlin-Treptow", "Spree-Oder-Wasserstraße", 4),
    "E07": ("Berlin-Wannsee", "Untere Havel-Wasserstraße", 4),
    "E08": ("Berlin-Treptow", "Spree-Oder-Wasserstraße", 4),
    "E09": ("Hamburg-Landungsbrücken", "Unterelbe", 3),
}  # fmt: skip


def trips_of(vessel_id: str, weekday: int) -> list[Trip]:
    return [trip for trip in _TRIPS.get(vessel_id, ()) if weekday in trip.weekdays]


def trips() -> Iterator[tuple[str, date, Trip]]:
    for vessel_id in _TRIPS:
        for day in DAYS:
            for trip in trips_of(vessel_id, day.weekday()):
                yield vessel_id, day, trip


def trip_id(vessel_id: str, day: date, label: str) -> str:
    return f"{vessel_id}-{day:%d%m}-{label}"


def trip_rows() -> list[Row]:
    rng = random.Random(2026_12)
    return [_row(vessel_id, day, trip, rng) for vessel_id, day, trip in trips()]


def _row(vessel_id: str, day: date, trip: Trip, rng: random.Random) -> Row:
    pier, waterway, zone = _LINES[vessel_id]
    most = passengers_max(vessel_id)
    share = rng.uniform(0.6, 1.0) if day.weekday() in (FRI, SAT, SUN) else rng.uniform(0.3, 0.8)
    return {
        "shift_id": trip_id(vessel_id, day, trip.label), "vessel_id": vessel_id, "start": at(day, trip.start),
        "end": at(day, trip.end), "mode": "A", "waterway": waterway, "stretch": None, "zone": zone,
        "on_elbe": waterway == "Unterelbe", "voyage_id": None, "watch_plan": MINOR_PLAN if vessel_id == "E04" else None,
        "crew_change_at_end": True, "start_place": pier, "end_place": pier, "with_passengers": True,
        "persons_aboard": round(most * share) + 4, "beds_occupied": None, "breaks": None, "handover_min": None,
        "prepare_min": 30 if vessel_id in ("E05", "E07", "E08") else None, "priority": 2 if trip.label == "A" else 1,
    }  # fmt: skip


def minor_watch_rows() -> list[Row]:
    common = {"watch_plan": MINOR_PLAN, "start": "10:00", "end": "18:30"}
    return [
        {**common, "watch": "1", "needs": "Schiffsführer:1 + Bootsmann:1", "for": "all", "breaks": None},
        {**common, "watch": "U18", "needs": None, "for": "minor", "breaks": "12:00-12:30|15:00-15:30"},
    ]
