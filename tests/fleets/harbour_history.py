"""Thirty-one days of recorded duties before the sample week, lawful and in the people's own trade.

Everybody alternates between early and late weeks of the timetable of their home vessel, with two
free days a week; a duty that would leave less than eleven hours of rest is left out.
"""

from __future__ import annotations

import random
from datetime import date, datetime, timedelta

from fleet_csv import Row, at
from harbour_people import HISTORY_FROM, HISTORY_UNTIL, Member, members
from harbour_timetable import Slot, slots_of

DAYS = [HISTORY_FROM.date() + timedelta(days=n) for n in range((HISTORY_UNTIL - HISTORY_FROM).days)]
_FREE = ((5, 6), (6, 0), (2, 6), (1, 5), (3, 4), (0, 1))
_REST = timedelta(hours=11)

#: From this day on a person has no recorded duty: sick, or on leave.
_ENDS = {"0105": date(2026, 11, 23), "0210": date(2026, 11, 21)}


def _row(
    who: str, start: datetime, end: datetime, vessel: str | None, breaks: tuple[str, ...], kind: str = "duty"
) -> Row:
    return {"crew_id": who, "start": start, "end": end, "kind": kind, "vessel_id": vessel,
            "regime": "BinSchPersV", "breaks": breaks, "source": "recorded"}  # fmt: skip


def _break_after(start: datetime, minutes: int, length: int = 30) -> str:
    begin = start + timedelta(minutes=minutes)
    return f"{begin:%H:%M}-{begin + timedelta(minutes=length):%H:%M}"


def _breaks(start: datetime, end: datetime) -> tuple[str, ...]:
    """45 minutes over nine hours, 30 over six, as BinSchArbZV § 5 asks."""
    hours = (end - start) / timedelta(hours=1)
    return () if hours <= 6 else (_break_after(start, 240, 45 if hours > 9 else 30),)


def _day_slots(member: Member, day: date, late: bool) -> list[Slot]:
    """The duties of one person on one day: one shift, or both halves of a split duty."""
    slots = slots_of(member.home, day.weekday())
    if not slots:
        return []
    if member.minor:
        return [slots[0]]
    split = [slot for slot in slots if slot.group]
    if split:
        noon = [slot for slot in slots if not slot.group]
        return noon if late and noon else split
    by_day = [slot for slot in slots if slot.label != "N"]
    return [by_day[-1] if late else by_day[0]]


def _plan(member: Member, number: int, rng: random.Random) -> list[Row]:
    rows: list[Row] = []
    free_until = HISTORY_FROM
    for day in DAYS:
        week = day.isocalendar().week
        if day.weekday() in _FREE[(number + week) % len(_FREE)] or rng.random() < 0.07:
            continue
        if day >= _ENDS.get(member.crew_id, date.max):
            break
        slots = _day_slots(member, day, late=(number + week) % 2 == 1)
        if not slots or at(day, slots[0].start) < free_until:
            continue
        for slot in slots:
            start, end = at(day, slot.start), at(day, slot.end)
            rows.append(_row(member.crew_id, start, end, member.home, _breaks(start, end)))
            free_until = end + _REST
    return rows


def _young(member: Member, number: int, rng: random.Random) -> list[Row]:
    """Apprentices: early shifts with the minors' breaks, school on Monday and Tuesday every other week."""
    rows: list[Row] = []
    for day in DAYS:
        week_school = (day.isocalendar().week + number) % 2 == 0
        if week_school and day.weekday() in (0, 1):
            rows.append(
                _row(member.crew_id, at(day, "08:00"), at(day, "13:00"), None, ("09:30-09:45", "11:30-11:45"), "school")
            )
        elif day.weekday() not in _FREE[number % 2] and rng.random() > 0.1:
            slot = _day_slots(member, day, late=False)[0]
            breaks = ("08:30-09:00", "11:30-12:00")
            rows.append(_row(member.crew_id, at(day, slot.start), at(day, slot.end), member.home, breaks))
    return rows


def _last_sunday_late(rows: list[Row]) -> list[Row]:
    """Works until Sunday 22:30, the night before the week begins."""
    kept = [row for row in rows if row["start"] < datetime(2026, 12, 4)]  # type: ignore[operator]
    for day in (date(2026, 12, 4), date(2026, 12, 6)):
        start, end = at(day, "13:45"), at(day, "22:30")
        kept.append(_row("0109", start, end, "H03", _breaks(start, end)))
    return kept


def duty_rows() -> list[Row]:
    """Recorded duties of everybody, by person and start."""
    rng = random.Random(31)
    rows: list[Row] = []
    for number, member in enumerate(members()):
        own = _young(member, number, rng) if member.minor else _plan(member, number, rng)
        rows += _last_sunday_late(own) if member.crew_id == "0109" else own
    return rows
