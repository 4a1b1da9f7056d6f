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
    """How a cabin ship sails: mode, watches, day of change, its legs from noon to noon, its week.

    ``breaks`` are those of the day under way on the first Monday, which are known already.
    """

    mode: str
    system: System
    change: date
    evening: tuple[tuple[str, str], ...]
    morning: tuple[tuple[str, str], ...]
    breaks: str
    ports: tuple[str, ...]
    returns: bool
    occupied: int


CRUISES = {
    "C01": Cruise("B", _system(("05:00", "14:00"), ("14:00", "23:00"), ("19:00", "03:00"), ("03:00", "11:00")),
                  date(2026, 12, 5), (("15:00", "18:30"), ("19:30", "22:00")), (("05:30", "09:00"), ("10:00", "12:30")),
                  "18:30-19:00|22:15-22:45|09:00-09:30",
                  ("Berlin-Spandau", "Potsdam", "Brandenburg", "Genthin", "Magdeburg",
                   "Wolfsburg", "Braunschweig", "Hannover"),
                  True, 84),
    "C02": Cruise("C", _system(("04:00", "14:00"), ("14:00", "23:30"), ("18:00", "02:30"), ("02:30", "10:30")),
                  date(2026, 12, 12), (("14:15", "18:30"), ("19:15", "23:30")),
                  (("04:00", "08:30"), ("09:15", "13:30")),
                  "18:30-19:15|23:30-00:00|08:30-09:15",
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
        "breaks": cruise.breaks if day.leg.start < MONDAY < day.leg.end else None,
        "handover_min": HANDOVER_MIN if day.number == 0 else None, "prepare_min": None, "priority": 3,
    }  # fmt: skip


def movement_rows() -> list[Row]:
    """Two legs a day with a stop ashore; nobody is aboard before the first evening and after the last morning."""
    return [row for day in known_days() for row in _movements(day)]


def _movements(day: Day) -> Iterator[Row]:
    guests_from = at(day.leg.start.date(), "15:30") if day.number == 0 else day.leg.start
    guests_until = at(day.leg.end.date(), "09:30") if day.is_last else day.leg.end
    now = day.leg.start
    for start, end in _under_way(day):
        yield from _moored(day, now, start, guests_from, guests_until)
        yield _movement(day, start, end, "sailing", True)
        now = end
    yield from _moored(day, now, day.leg.end, guests_from, guests_until)


def _under_way(day: Day) -> Iterator[Piece]:
    """Two legs before and two after midnight; one less on the evening of the first and the last forenoon."""
    cruise, today, tomorrow = CRUISES[day.voyage.vessel_id], day.leg.start.date(), day.leg.end.date()
    for start, end in cruise.evening[day.number == 0 :]:
        yield at(today, start), at(today, end)
    for start, end in cruise.morning[: 1 if day.is_last else 2]:
        yield at(tomorrow, start), at(tomorrow, end)


def _moored(day: Day, start: datetime, end: datetime, guests_from: datetime, guests_until: datetime) -> Iterator[Row]:
    cuts = sorted({start, end, *(cut for cut in (guests_from, guests_until) if start < cut < end)})
    for begin, stop in zip(cuts, cuts[1:], strict=False):
        yield _movement(day, begin, stop, "moored", guests_from <= begin < guests_until)


def _movement(day: Day, start: datetime, end: datetime, state: str, guests: bool) -> Row:
    return {"vessel_id": day.voyage.vessel_id, "start": start, "end": end, "state": state, "with_passengers": guests,
            "from_place": day.start_place, "to_place": day.end_place}  # fmt: skip


_NEEDS = {
    "I": "Schiffsführer:1 + Maschinist:1",
    "II": "Schiffsführer:1",
    "N1": "Kontrollgang:1",
    "N2": "Kontrollgang:1",
}


def watch_rows() -> list[Row]:
    return [
        {"watch_plan": vessel_id, "start": start, "end": end, "watch": watch, "needs": _NEEDS[watch], "for": "all",
         "breaks": None}
        for vessel_id, cruise in CRUISES.items()
        for watch, start, end in cruise.system.spans["day"]
    ]  # fmt: skip
