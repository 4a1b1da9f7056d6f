"""Voyages, shifts, watch plans and movements of the canal fleet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from aboard import BEYOND, MONDAY, Leg, Piece, Voyage, voyages
from canal_routes import Way, places, way
from canal_ships import WORK, watch_needs
from fleet_csv import Row, at

HANDOVER_MIN = 30
#: Of a shift that is under way on the first Monday the breaks are known: both waiting for a lock.
_KNOWN_BREAKS = (("20:30", "21:30"), ("32:30", "33:30"))
_VARIANTS = {"day": "", "first": "-AN", "last": "-AB"}


@dataclass(frozen=True)
class Sailing:
    """One shift of a voyage with its place in it."""

    voyage: Voyage
    number: int
    leg: Leg
    start_place: str
    end_place: str
    way: Way
    is_last: bool

    @property
    def shift_id(self) -> str:
        """On a day of change ``V`` is the forenoon of the old crew, ``N`` the afternoon of the new one."""
        half = {"first": "-N", "last": "-V", "day": ""}[self.leg.variant]
        return f"{self.voyage.vessel_id}-{self.leg.start:%d%m}{half}"


def all_voyages() -> list[Voyage]:
    return [v for vessel_id, work in WORK.items() for v in voyages(vessel_id, work.change, work.voyage_days)]


def sailings(voyage: Voyage) -> list[Sailing]:
    """The shifts of a voyage, in order."""
    legs = WORK[voyage.vessel_id].system.legs(voyage.first, voyage.days)
    stops = places(voyage.vessel_id, len(legs))
    found: list[Sailing] = []
    for number, leg in enumerate(legs):
        start, end = stops[number], stops[number + 1]
        before = found[-1].way if found else None
        last = number == len(legs) - 1
        found.append(Sailing(voyage, number, leg, start, end, way(start, end, before), last))
    return found


def known_voyages() -> list[Voyage]:
    """Voyages of the shift file: those that reach past the first Monday and begin before the last one."""
    return [v for v in all_voyages() if sailings(v)[-1].leg.end > MONDAY and sailings(v)[0].leg.start < BEYOND]


def known_sailings() -> Iterator[Sailing]:
    for voyage in known_voyages():
        yield from sailings(voyage)


def duty(sailing: Sailing, watch: str) -> list[Piece]:
    """When a watch is on duty, the handover of the first shift included."""
    pieces = WORK[sailing.voyage.vessel_id].system.duty(sailing.leg, watch)
    if sailing.number == 0 and pieces and pieces[0][0] == sailing.leg.start:
        pieces[0] = (pieces[0][0] - timedelta(minutes=HANDOVER_MIN), pieces[0][1])
    return pieces


def plan_name(vessel_id: str, leg: Leg) -> str | None:
    system = WORK[vessel_id].system
    return f"{vessel_id}{_VARIANTS[leg.variant]}" if system.spans else None


def shift_rows() -> list[Row]:
    return [_shift_row(sailing) for sailing in known_sailings()]


def _shift_row(sailing: Sailing) -> Row:
    vessel_id, leg = sailing.voyage.vessel_id, sailing.leg
    work = WORK[vessel_id]
    return {
        "shift_id": sailing.shift_id, "vessel_id": vessel_id, "start": leg.start, "end": leg.end, "mode": work.mode,
        "waterway": sailing.way.waterway, "stretch": sailing.way.stretch, "zone": sailing.way.zone,
        "on_elbe": sailing.way.waterway == "Elbe", "voyage_id": sailing.voyage.voyage_id,
        "watch_plan": plan_name(vessel_id, leg), "crew_change_at_end": sailing.is_last,
        "breaks": tuple(f"{a:%H:%M}-{b:%H:%M}" for a, b in _known_breaks(sailing)) or None,
        "start_place": sailing.start_place, "end_place": sailing.end_place,
        "towed_vessels": 1 if vessel_id == "T01" else None,
        "radar_navigation": True if work.mode in "CD" else None,
        "handover_min": HANDOVER_MIN if sailing.number == 0 else None,
        "priority": 2 if vessel_id in ("K09", "K10") else 1,
    }  # fmt: skip


def _known_breaks(sailing: Sailing) -> list[Piece]:
    if not sailing.leg.start < MONDAY < sailing.leg.end:
        return []
    return [(at(sailing.leg.start.date(), start), at(sailing.leg.start.date(), end)) for start, end in _KNOWN_BREAKS]


def movement_rows() -> list[Row]:
    """Days in port: loading in the middle of the day; the gas tanker bunkers on the third day of a voyage."""
    rows: list[Row] = []
    for sailing in known_sailings():
        rows += _around(sailing, [("moored", begin, end) for begin, end in _known_breaks(sailing)] or _still(sailing))
    return rows


Stop = tuple[str, datetime, datetime]


def _still(sailing: Sailing) -> list[Stop]:
    noon = sailing.leg.start.replace(hour=10, minute=0)
    if sailing.voyage.vessel_id == "K10" and sailing.number == 2:
        return [("bunkering", noon, noon + timedelta(hours=2))]
    if sailing.start_place == sailing.end_place:
        begin = max(noon, sailing.leg.start + timedelta(hours=1))
        return [("loading", begin, begin + timedelta(hours=5))]
    return []


def _around(sailing: Sailing, stops: list[Stop]) -> Iterator[Row]:
    """The stops of a shift and the sailing between them; nothing where it sails all the time."""
    parts: list[Stop] = []
    now = sailing.leg.start
    for state, begin, end in stops:
        parts += [("sailing", now, begin), (state, begin, end)]
        now = end
    parts += [("sailing", now, sailing.leg.end)] if stops else []
    for kind, start, stop in parts:
        if start < stop:
            yield {"vessel_id": sailing.voyage.vessel_id, "start": start, "end": stop, "state": kind,
                   "from_place": sailing.start_place, "to_place": sailing.end_place}  # fmt: skip


def watch_rows() -> list[Row]:
    rows: list[Row] = []
    for vessel_id, work in WORK.items():
        for variant, spans in work.system.spans.items():
            for watch, start, end in spans:
                rows.append({"watch_plan": f"{vessel_id}{_VARIANTS[variant]}", "watch": watch, "start": start,
                             "end": end, "needs": watch_needs(vessel_id, watch), "for": "all",
                             "breaks": None})  # fmt: skip
    return rows
