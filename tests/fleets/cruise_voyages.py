"""Seven-day voyages of the two cabin ships: crews live on board, watches day and night."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from aboard import BEYOND, MONDAY, Leg, Piece, System, Voyage, voyages
from fleet_csv import Row, at

HANDOVER_MIN = 30
VOYAGE_DAYS = 7
_NOON = ("14:00", "14:00")


def _system(first: tuple[str, str], second: tuple[str, str], late: tuple[str, str], early: tuple[str, str]) -> System:
    spans = (("I", *first), ("II", *second), ("N1", *late), ("N2", *early))
    return System({"day": spans}, _NOON, _NOON, _NOON, continuous=True)


@dataclass(frozen=True)
class Cruise:
    """How a cabin ship sails: mode, watches, day of change, when it is under way, its week."""

    mode: str
    system: System
    change: date
    morning: tuple[str, str]
    evening: tuple[str, str]
    ports: tuple[str, ...]
    returns: bool
    occupied: int


CRUISES = {
    "C01": Cruise("B", _system(("05:00", "14:00"), ("14:00", "23:00"), ("19:00", "03:00"), ("03:00", "11:00")),
                  date(2026, 12, 5), ("05:30", "12:30"), ("15:00", "22:00"),
                  ("Berlin-Spandau", "Potsdam", "Brandenburg", "Genthin", "Magdeburg", "Wolfsburg", "Braunschweig", "Hannover"),
                  True, 84),
    "C02": Cruise("C", _system(("04:00", "14:00"), ("14:00", "23:30"), ("18:00", "02:00"), ("02:00", "10:00")),
                  date(2026, 12, 12), ("04:00", "13:15"), ("14:15", "23:30"),
                  ("Nürnberg", "Kelheim", "Regensburg", "Passau", "Passau", "Regensburg", "Kelheim", "Nürnberg"),
                  False, 138),
}  # fmt: skip

#: Usual crew: code of the person and watch. Deckhands are those § 109(6) asks for; HP is cabin staff.
CREWS = {
    "C01": "SF.I SF.II LM.I MI.I DM.I DM.II DM.II HP.N1 HP.N2 HP.I HP.II",
    "C02": "SF.I SF.II BM.I MA.II LM.I MI.I DM.II HP.N1 HP.N2 HP.I HP.II HP.II",
}

_WAYS = {
    ("Berlin-Spandau", "Potsdam"): ("Untere Havel-Wasserstraße", 4, None),
    ("Brandenburg", "Potsdam"): ("Untere Havel-Wasserstraße", 4, None),
    ("Brandenburg", "Genthin"): ("Elbe-Havel-Kanal", 4, None),
    ("Genthin", "Magdeburg"): ("Elbe-Havel-Kanal", 4, None),
    ("Magdeburg", "Wolfsburg"): ("Mittellandkanal", 4, None),
    ("Braunschweig", "Wolfsburg"): ("Mittellandkanal", 4, None),
    ("Braunschweig", "Hannover"): ("Mittellandkanal", 4, None),
    ("Kelheim", "Nürnberg"): ("Main-Donau-Kanal", 4, None),
    ("Kelheim", "Regensburg"): ("Donau", 3, "Donau 2379-2411"),
    ("Passau", "Regensburg"): ("Donau", 3, "Donau 2226-2379"),
    ("Passau", "Passau"): ("Donau", 3, "Donau 2204-2226"),
}


@dataclass(frozen=True)
class Day:
    """One shift of a voyage: 24 hours from afternoon to afternoon."""

    voyage: Voyage
    number: int
    leg: Leg
    start_place: str
    end_place: str

    @property
    def shift_id(self) -> str:
        return f"{self.voyage.vessel_id}-{self.leg.start:%d%m}"

    @property
    def is_last(self) -> bool:
        return self.number == VOYAGE_DAYS - 1


def all_voyages() -> list[Voyage]:
    return [v for vessel_id, cruise in CRUISES.items() for v in voyages(vessel_id, cruise.change, VOYAGE_DAYS)]


def known_voyages() -> list[Voyage]:
    """Voyages of the shift file: under way on the first Monday, or begun before the last one."""
    return [v for v in all_voyages() if days(v)[-1].leg.end > MONDAY and days(v)[0].leg.start < BEYOND]


def days(voyage: Voyage) -> list[Day]:
    """The shifts of a voyage. The ship between two towns sails there one week and back the next."""
    cruise = CRUISES[voyage.vessel_id]
    ports = cruise.ports
    if cruise.returns and (voyage.first - cruise.change).days % 14:
        ports = ports[::-1]
    legs = cruise.system.legs(voyage.first, voyage.days)
    return [Day(voyage, n, leg, ports[n], ports[n + 1]) for n, leg in enumerate(legs)]


def known_days() -> Iterator[Day]:
    for voyage in known_voyages():
        yield from days(voyage)


def duty(day: Day, watch: str) -> list[Piece]:
    """When a watch is on duty, the handover on the first day included."""
    pieces = CRUISES[day.voyage.vessel_id].system.duty(day.leg, watch)
    if day.number == 0 and pieces[0][0] == day.leg.start:
        pieces[0] = (pieces[0][0] - timedelta(minutes=HANDOVER_MIN), pieces[0][1])
    return pieces


def voyage_rows() -> list[Row]:
    return [_shift_row(day) for day in known_days()]


def _shift_row(day: Day) -> Row:
    vessel_id, cruise = day.voyage.vessel_id, CRUISES[day.voyage.vessel_id]
    low, high = sorted((day.start_place, day.end_place))
    waterway, zone, stretch = _WAYS[low, high]
    return {
        "shift_id": day.shift_id, "vessel_id": vessel_id, "start": day.leg.start, "end": day.leg.end,
        "mode": cruise.mode, "waterway": waterway, "stretch": stretch, "zone": zone, "on_elbe": False,
        "voyage_id": day.voyage.voyage_id, "watch_plan": vessel_id, "crew_change_at_end": day.is_last,
        "start_place": day.start_place, "end_place": day.end_place, "with_passengers": True,
        "persons_aboard": cruise.occupied + 12, "beds_occupied": cruise.occupied,
        "handover_min": HANDOVER_MIN if day.number == 0 else None, "prepare_min": None, "priority": 3,
    }  # fmt: skip


def movement_rows() -> list[Row]:
    """Two legs a day with a stop ashore; nobody is aboard before the first evening and after the last morning."""
    return [row for day in known_days() for row in _movements(day)]


def _movements(day: Day) -> Iterator[Row]:
    cruise = CRUISES[day.voyage.vessel_id]
    today, tomorrow = day.leg.start.date(), day.leg.end.date()
    out = at(today, "17:00") if day.number == 0 else at(today, cruise.evening[0])
    in_port = at(tomorrow, "08:00") if day.is_last else at(tomorrow, cruise.morning[1])
    guests_from = at(today, "15:30") if day.number == 0 else day.leg.start
    guests_until = at(tomorrow, "09:00") if day.is_last else day.leg.end
    cuts = [
        (day.leg.start, guests_from, "moored", False),
        (guests_from, out, "moored", True),
        (out, at(today, cruise.evening[1]), "sailing", True),
        (at(today, cruise.evening[1]), at(tomorrow, cruise.morning[0]), "moored", True),
        (at(tomorrow, cruise.morning[0]), in_port, "sailing", True),
        (in_port, guests_until, "moored", True),
        (guests_until, day.leg.end, "moored", False),
    ]
    for start, end, state, guests in cuts:
        if start < end:
            yield _movement(day, start, end, state, guests)


def _movement(day: Day, start: datetime, end: datetime, state: str, guests: bool) -> Row:
    return {"vessel_id": day.voyage.vessel_id, "start": start, "end": end, "state": state, "with_passengers": guests,
            "from_place": day.start_place, "to_place": day.end_place}  # fmt: skip


_NEEDS = {"I": "Schiffsführer:1 + Maschinist:1", "II": "Schiffsführer:1", "N1": "Kontrollgang:1", "N2": "Kontrollgang:1"}


def watch_rows() -> list[Row]:
    return [
        {"watch_plan": vessel_id, "start": start, "end": end, "watch": watch, "needs": _NEEDS[watch], "for": "all",
         "breaks": None}
        for vessel_id, cruise in CRUISES.items()
        for watch, start, end in cruise.system.spans["day"]
    ]  # fmt: skip
