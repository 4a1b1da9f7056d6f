"""Recorded duties of the excursion and cruise fleet: the 31 days before the first planned week.

Crews of the cabin ships sailed their voyages; everybody else served on their home ship by the
timetable, with two or three free days a week and at least eleven hours between two duties.
"""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta

from aboard import HISTORY_FROM, MONDAY, Piece, duty_row, merged
from cruise_people import Member, aboard, members
from cruise_trips import trips_of
from cruise_voyages import all_voyages, days, duty
from fleet_csv import Row, at

_REST = timedelta(hours=11)
_RELIEF_VOYAGES = {"0151": ("C02", date(2026, 11, 14), "2101"), "0152": ("C01", date(2026, 11, 14), "1204"),
                   "0153": ("C02", date(2026, 11, 21), "2104"),
                   "0154": ("C01", date(2026, 11, 21), "1109")}  # fmt: skip


def _day_duties(member: Member, number: int, rng: random.Random) -> list[Row]:
    """Duties on the home ship, of two trips a day one by turns of weeks."""
    rows: list[Row] = []
    free_until = HISTORY_FROM
    for day in (HISTORY_FROM.date() + timedelta(days=n) for n in range((MONDAY - HISTORY_FROM).days)):
        trips = trips_of(member.home or "", day.weekday())
        if not trips or rng.random() < (0.3 if member.minor else 0.22):
            continue
        trip = trips[(number + day.isocalendar().week) % len(trips)]
        start, end = at(day, trip.start), at(day, trip.end)
        if start >= free_until and not (member.minor and len(rows) % 6 == 5):
            row = dict(duty_row(member.crew_id, (start, end), member.home))
            if member.minor:
                row["breaks"] = ("12:00-12:30", "15:00-15:30")
            rows.append(row)
            free_until = end + _REST
    return rows


def _voyage_duties() -> list[Row]:
    """Duties on the cabin ships; relief crew stood in for one voyage each."""
    stood_in = {(vessel, first, usual): relief for relief, (vessel, first, usual) in _RELIEF_VOYAGES.items()}
    worked: dict[tuple[str, str], list[Piece]] = {}
    for voyage in all_voyages():
        for member in aboard(voyage):
            who = stood_in.get((voyage.vessel_id, voyage.first, member.crew_id), member.crew_id)
            pieces = worked.setdefault((who, voyage.vessel_id), [])
            for day in days(voyage):
                if day.leg.end <= MONDAY:
                    pieces += [piece for piece in duty(day, member.watch) if piece[0] >= HISTORY_FROM]
    return [duty_row(who, piece, vessel) for (who, vessel), pieces in worked.items() for piece in merged(pieces)]


def duty_rows() -> list[Row]:
    """Recorded duties of everybody, by person and start. The day under way on Monday is not among them."""
    rng = random.Random(31)
    rows = _voyage_duties()
    for number, member in enumerate(members()):
        if member.turn is None and member.home is not None:
            rows += _day_duties(member, number, rng)
    return sorted(rows, key=_by_person)


def _by_person(row: Row) -> tuple[str, datetime]:
    start = row["start"]
    assert isinstance(start, datetime)
    return str(row["crew_id"]), start
