"""Shifts, movements and watch plans of the sample week 2026-W50."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from fleet_csv import Row, at
from harbour_vessels import SURCHARGED

MONDAY = date(2026, 12, 7)
WEEK = [MONDAY + timedelta(days=n) for n in range(7)]
MON, TUE, WED, THU, FRI, SAT, SUN = range(7)
MINOR_PLAN = "FRUEH-U18"

#: Ships that sail without a stop all shift long; all others have a movement table.
WITHOUT_STOPS = ("H06", "H08")


@dataclass(frozen=True)
class Slot:
    """A shift of the timetable: label in its id, clock times, the stops as (after, minutes)."""

    label: str
    start: str
    end: str
    stops: tuple[tuple[int, int], ...] = ()
    group: str = ""


_HALVES = ((150, 30), (330, 30))
_EARLY = (Slot("F", "05:00", "13:45", _HALVES), Slot("S", "13:45", "22:30", _HALVES))
_ZONE_2 = (Slot("F", "05:30", "14:00", _HALVES), Slot("S", "14:00", "22:30", _HALVES))
_YOUTH = (Slot("F", "06:00", "14:30", _HALVES), Slot("S", "14:30", "23:00", _HALVES))
_THREE = (
    Slot("F", "05:00", "10:50", ((165, 45),)),
    Slot("T", "10:50", "16:40", ((165, 45),)),
    Slot("S", "16:40", "22:30", ((165, 45),)),
)
_SHORT_DAY = (Slot("F", "06:30", "14:15"), Slot("S", "14:15", "22:00"))
_NIGHT_DAY = (Slot("F", "06:30", "14:30"), Slot("S", "14:30", "22:45"), Slot("N", "22:45", "27:15"))
_ALL_DAY_FERRY = (
    Slot("F", "05:00", "13:30", ((165, 30), (360, 30))),
    Slot("S", "13:30", "22:00", ((165, 30), (360, 30))),
)
_SUNDAY_FERRY = (Slot("T", "09:00", "18:00", ((180, 45), (375, 45))),)
_SINGLE_HANDED = (
    Slot("F", "08:00", "14:45", ((165, 45), (300, 30))),
    Slot("S", "14:45", "21:30", ((165, 45), (300, 30))),
)


def _split(morning: tuple[str, str], noon: tuple[str, str] | None, evening: tuple[str, str]) -> tuple[Slot, ...]:
    """Morning and evening for the same people, in between others or nobody."""
    slots = [Slot("M", *morning, group="split"), Slot("A", *evening, group="split")]
    if noon:
        slots.insert(1, Slot("T", *noon))
    return tuple(slots)


_SPLIT_F02 = _split(("05:30", "09:30"), ("09:30", "15:00"), ("15:00", "19:00"))
_SPLIT_F03 = _split(("06:00", "10:00"), None, ("15:00", "19:30"))
_SPLIT_F04 = _split(("06:00", "10:00"), ("10:00", "15:00"), ("15:00", "19:30"))


def slots_of(vessel_id: str, weekday: int) -> tuple[Slot, ...]:
    """The timetable of a vessel on a weekday (0 is Monday)."""
    weekend = weekday in (SAT, SUN)
    if weekday in {"H02": (SAT, SUN), "H07": (SAT, SUN), "H06": (SAT, SUN), "H08": (SUN,)}.get(vessel_id, ()):
        return ()
    if vessel_id in ("H01", "H02"):
        return _ZONE_2
    if vessel_id in SURCHARGED:
        return _YOUTH
    if vessel_id == "H03" and weekday in (TUE, THU):
        return _THREE
    if vessel_id == "H08":
        return _NIGHT_DAY if weekday in (FRI, SAT) else _SHORT_DAY
    if vessel_id.startswith("H"):
        return _EARLY
    if vessel_id == "F03":
        return _SINGLE_HANDED if weekend else _SPLIT_F03
    if weekend:
        return _SUNDAY_FERRY
    return {"F01": _ALL_DAY_FERRY, "F02": _SPLIT_F02, "F04": _SPLIT_F04}[vessel_id]


_LINES = {
    "H01": ("Blankenese", "Lühe"), "H02": ("Landungsbrücken", "Wedel"), "H03": ("Landungsbrücken", "Bunthaus"),
    "H04": ("Landungsbrücken", "Zollenspieker"), "H05": ("Landungsbrücken", "Finkenwerder"),
    "H06": ("Landungsbrücken", "Finkenwerder"), "H07": ("Elbbrücken", "Oortkaten"), "H08": ("Landungsbrücken", "Oortkaten"),
    "F01": ("Ochsenwerder", "Over"), "F02": ("Altengamme", "Drage"), "F03": ("Kirchwerder", "Laßrönne"),
    "F04": ("Fünfhausen", "Stöckte"),
}  # fmt: skip

#: Shifts with all 255 persons aboard, so that two first aiders are needed (§ 110(2)).
_FULL = {("H04", SAT, "S"), ("H05", SAT, "S"), ("H04", SUN, "S"), ("H01", SAT, "S"), ("H03", SUN, "S")}

_USUAL = {"F01": (20, 140), "F02": (30, 220), "F03": (4, 33), "F04": (15, 160)}


def zone(vessel_id: str, weekday: int, label: str) -> int:
    """Zone 2 begins at the lower limit of the port: all of Brachvogel, early Austernfischer Mon-Wed."""
    below_port = vessel_id == "H01" or (vessel_id == "H02" and label == "F" and weekday <= WED)
    return 2 if below_port else 3


def shift_id(vessel_id: str, day: date, label: str) -> str:
    return f"{vessel_id}-{day:%d%m}-{label}"


def slots(vessel_ids: list[str]) -> Iterator[tuple[str, date, Slot]]:
    for vessel_id in vessel_ids:
        for day in WEEK:
            for slot in slots_of(vessel_id, day.weekday()):
                yield vessel_id, day, slot


def shift_rows(vessel_ids: list[str]) -> list[Row]:
    rng = random.Random(2026_50)
    return [_shift_row(vessel_id, day, slot, rng) for vessel_id, day, slot in slots(vessel_ids)]


def _shift_row(vessel_id: str, day: date, slot: Slot, rng: random.Random) -> Row:
    ship = vessel_id.startswith("H")
    usual = rng.randint(*_USUAL.get(vessel_id, (70, 248)))
    full = (vessel_id, day.weekday(), slot.label) in _FULL
    first, second = _LINES[vessel_id]
    return {
        "shift_id": shift_id(vessel_id, day, slot.label),
        "vessel_id": vessel_id,
        "start": at(day, slot.start),
        "end": at(day, slot.end),
        "mode": "A" if ship else None,
        "regime": "BinSchPersV",
        "waterway": "Elbe",
        "zone": zone(vessel_id, day.weekday(), slot.label),
        "duty_group": f"{vessel_id}-{day:%d%m}-MA" if slot.group else None,
        "watch_plan": MINOR_PLAN if vessel_id in SURCHARGED and slot.label == "F" else None,
        "crew_change_at_end": True,
        "start_place": first,
        "end_place": first if ship or slot.label != "F" else second,
        "with_passengers": True,
        "persons_aboard": 255 if full else usual,
        "priority": 2 if slot.label in "FM" and day.weekday() < SAT else 1,
    }


def movement_rows(vessel_ids: list[str]) -> list[Row]:
    """Sailing and moored stretches that fill each shift of the vessels with stops."""
    rows: list[Row] = []
    for vessel_id, day, slot in slots(vessel_ids):
        if vessel_id in WITHOUT_STOPS:
            continue
        now, end = at(day, slot.start), at(day, slot.end)
        for after, minutes in slot.stops:
            stop = at(day, slot.start) + timedelta(minutes=after)
            rows.append(_movement(vessel_id, now, stop, "sailing"))
            now = stop + timedelta(minutes=minutes)
            rows.append(_movement(vessel_id, stop, now, "moored"))
        rows.append(_movement(vessel_id, now, end, "sailing"))
    return rows


def _movement(vessel_id: str, start: datetime, end: datetime, state: str) -> Row:
    first, second = _LINES[vessel_id]
    places = (first, first) if state == "moored" else (first, second)
    return {"vessel_id": vessel_id, "start": start, "end": end, "state": state, "with_passengers": None,
            "from_place": places[0], "to_place": places[1]}  # fmt: skip


def watch_rows() -> list[Row]:
    """The early shift of the two ships with an apprentice: all of it for adults, one for minors.

    The minors' breaks lie in the stops: 60 minutes, never more than 4.5 hours without (JArbSchG § 11).
    """
    whole = {"watch_plan": MINOR_PLAN, "start": "06:00", "end": "14:30"}
    return [
        {**whole, "watch": "1", "needs": "Schiffsführer:1 + Bootsmann:1", "for": "all", "breaks": None},
        {**whole, "watch": "U18", "needs": None, "for": "minor", "breaks": "08:30-09:00|11:30-12:00"},
    ]
