"""Recorded duties of the canal fleet: 31 days of the voyages that came before the first planned week."""

from __future__ import annotations

from datetime import date, datetime

from aboard import HISTORY_FROM, MONDAY, Piece, duty_row, merged
from canal_people import aboard, members
from canal_timetable import all_voyages, duty, sailings
from fleet_csv import Row, at

#: Who was away on an earlier voyage, and who stood in: (vessel, first day, usual person) -> relief.
STOOD_IN = {
    ("K05", date(2026, 11, 10), "0511"): "9001",
    ("K12", date(2026, 11, 17), "1211"): "9002",
    ("K10", date(2026, 11, 12), "1012"): "9003",
    ("K12", date(2026, 11, 17), "1213"): "9004",
    ("K04", date(2026, 11, 17), "0413"): "9005",
    ("T01", date(2026, 11, 25), "1513"): "9006",
    ("K02", date(2026, 11, 25), "0212"): "9007",
}
#: Days in the yard, for the deckhand who relieves.
_YARD = [date(2026, 11, day) for day in (9, 10, 11, 12, 13, 16, 17, 18, 19, 20, 30)]


def duty_rows() -> list[Row]:
    """Recorded duties of everybody, by person and start. The shift under way on Monday is not among them."""
    worked: dict[str, dict[str | None, list[Piece]]] = {}
    for voyage in all_voyages():
        for member, seat in aboard(voyage):
            who = STOOD_IN.get((voyage.vessel_id, voyage.first, member.crew_id), member.crew_id)
            pieces = worked.setdefault(who, {}).setdefault(voyage.vessel_id, [])
            for sailing in sailings(voyage):
                if sailing.leg.end <= MONDAY:
                    pieces += [piece for piece in duty(sailing, seat.watch) if piece[0] >= HISTORY_FROM]
    rows = [duty_row("9008", (at(day, "07:00"), at(day, "15:30")), None, "land") for day in _YARD]
    for member in members():
        for vessel_id, pieces in worked.get(member.crew_id, {}).items():
            rows += [duty_row(member.crew_id, piece, vessel_id) for piece in merged(pieces)]
    return sorted(rows, key=_by_person)


def _by_person(row: Row) -> tuple[str, datetime]:
    start = row["start"]
    assert isinstance(start, datetime)
    return str(row["crew_id"]), start
