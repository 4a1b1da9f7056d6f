"""Work of young people: §§ 5, 8, 11 to 14 and 20(1) JArbSchG.

A day is the calendar day on which a duty begins; its shift runs from the first start to the last
end of that day, and all of it is working time except breaks (§ 4 Abs. 1, § 11 Abs. 1 Satz 3: at
least 15 minutes). Every rule looks only at days on which the person is under age.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache
from itertools import pairwise
from typing import Any

from optimizer.rest.account import Account, OnDuty
from optimizer.rest.berlin import clock, day_of, midnight, monday_of
from optimizer.rest.breach import Breach, Hit, clustered, single
from optimizer.rest.statute import Statute
from optimizer.rest.stretches import Pair
from optimizer.rest.working_time import interruptions, minutes_due, parts_between
from optimizer.timeline import age_on


@dataclass(frozen=True, slots=True)
class Day:
    """The duties that begin on one calendar day (minutes since the epoch, elapsed)."""

    ordinal: int
    start: int
    end: int
    interruptions: tuple[Pair, ...]
    age: int
    sailing: bool
    pieces: tuple[OnDuty, ...]

    @property
    def shift(self) -> int:
        return self.end - self.start

    @property
    def worked(self) -> int:
        return self.shift - sum(end - start for start, end in self.interruptions)


def days_of(account: Account, statute: Statute) -> list[Day]:
    """All days of a record with duty, in order, whatever the age."""
    if account.days is None:
        grouped: dict[int, list[OnDuty]] = {}
        for piece in account.pieces:
            grouped.setdefault(day_of(piece[0]), []).append(piece)
        account.days = [_day(account, statute, *item) for item in grouped.items()]
    return account.days


def _day(account: Account, statute: Statute, ordinal: int, pieces: list[OnDuty]) -> Day:
    start, end = pieces[0][0], pieces[-1][1]
    shortest = statute.definition("youth.breaks", "min_piece_minutes", start)
    return Day(
        ordinal=ordinal,
        start=start,
        end=end,
        interruptions=tuple(interruptions(account.work, start, end, shortest)),
        age=age_on(account.record.birth_date, date.fromordinal(ordinal)),
        sailing=all(piece.sailing for _, _, piece in pieces),
        pieces=tuple(pieces),
    )


def _minor_days(account: Account, statute: Statute, rule_id: str) -> Iterator[tuple[Day, Mapping[str, Any]]]:
    for day in days_of(account, statute):
        values = statute.at(rule_id, day.start)
        if day.start < account.minor_until and values is not None:
            yield day, values


def child(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 5(1): nobody below the minimum age works at all."""
    for day, values in _minor_days(account, statute, rule_id):
        if day.age < values["min_age"]:
            yield single(rule_id, Hit(day.start, day.end, day.worked, 0))


def daily_hours(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 8(1): work of one day."""
    for day, values in _minor_days(account, statute, rule_id):
        if day.worked > values["max_minutes"]:
            yield single(rule_id, Hit(day.start, day.end, day.worked, values["max_minutes"]))


def weekly_hours(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 8(1), § 4(4): work of the days from Monday to Sunday."""
    worked: dict[int, int] = {}
    for day, _ in _minor_days(account, statute, rule_id):
        monday = monday_of(day.ordinal)
        worked[monday] = worked.get(monday, 0) + day.worked
    for monday, minutes in worked.items():
        values = statute.at(rule_id, midnight(monday))
        if values is not None and minutes > values["max_minutes"]:
            yield single(rule_id, Hit(midnight(monday), midnight(monday + 7), minutes, values["max_minutes"]))


def breaks(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 11: breaks of the day, none counted in its first or last hour, and no long stretch of work.

    An interruption at the wrong time does not count towards the minutes due, but it does interrupt.
    """
    for day, values in _minor_days(account, statute, rule_id):
        margin = values["not_in_first_or_last_minutes"]
        earliest, latest = day.start + margin, day.end - margin
        paused = sum(e - s for s, e in day.interruptions if earliest <= s and e <= latest)
        due = minutes_due(values["due"], day.worked)
        parts = parts_between(day.start, day.end, day.interruptions)
        longest = max(end - start for start, end in parts)
        if paused < due:
            yield single(rule_id, Hit(day.start, day.end, paused, due))
        elif longest > values["after_minutes"]:
            yield single(rule_id, Hit(day.start, day.end, longest, values["after_minutes"]))


def shift(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 12, § 20(1) Nr. 1 S. 1: shift of the day, longer while sailing with little work."""
    for day, values in _minor_days(account, statute, rule_id):
        allowed = values["extended_minutes"] if _may_extend(day, values) else values["max_minutes"]
        if day.shift > allowed:
            yield single(rule_id, Hit(day.start, day.end, day.shift, allowed))


def _may_extend(day: Day, values: Mapping[str, Any]) -> bool:
    old_enough = day.age >= values["extended_min_age"]
    return old_enough and day.sailing and day.worked <= values["extended_work_minutes"]


def free_time(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 13, § 20(1) Nr. 1 S. 2: free time between the end of one day's work and the next start.

    After a day of little work the free time due may begin before that due after the day before has
    ended; such windows are one breach.
    """
    yield from clustered(rule_id, _short_free_times(account, statute, rule_id))


def _short_free_times(account: Account, statute: Statute, rule_id: str) -> Iterator[Hit]:
    chosen = statute.readings["youth_free_time"]
    for before, after in pairwise(days_of(account, statute)):
        values = statute.at(rule_id, before.end)
        if values is None or after.start >= account.minor_until:
            continue
        needed = _needed(before, statute, values)
        free = after.start - before.end
        if free < needed[chosen]:
            reading = "" if free < min(needed.values()) else "youth_free_time"
            yield Hit(before.end, before.end + needed[chosen], free, needed[chosen], reading)


def _needed(day: Day, statute: Statute, values: Mapping[str, Any]) -> dict[str, int]:
    """Free minutes needed after a day under each reading."""
    full, least = values["min_minutes"], values["shortened_minutes"]
    limits = statute.at("youth.shift", day.start)
    if (
        limits is None
        or not _may_extend(day, limits)
        or not limits["max_minutes"] < day.shift <= limits["extended_minutes"]
    ):
        return {"remaining_day": full, "hour_for_hour": full}
    return {
        "remaining_day": max(least, min(full, values["day_minutes"] - day.shift)),
        "hour_for_hour": max(least, full - (day.shift - limits["max_minutes"])),
    }


def night(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 14(1), § 20(1) Nr. 2: duty only between two clock times, later in the evening while sailing."""
    for day, values in _minor_days(account, statute, rule_id):
        opens = clock(day.ordinal, values["from"])
        outside = 0
        for start, end, piece in day.pieces:
            late = piece.sailing and day.age >= values["extended_min_age"]
            closes = clock(day.ordinal, values["extended_to"] if late else values["to"])
            outside += end - start - max(0, min(end, closes) - max(start, opens))
        if outside > 0:
            yield single(rule_id, Hit(day.start, day.end, outside, 0))


def forbidden_days(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 20(1) Nr. 3: no duty at all on certain days."""
    touched: dict[int, list[tuple[int, int]]] = {}
    for start, end, _ in account.pieces:
        if start >= account.minor_until:
            break
        for ordinal in range(day_of(start), day_of(end - 1) + 1):
            part = max(start, midnight(ordinal)), min(end, midnight(ordinal + 1))
            touched.setdefault(ordinal, []).append(part)
    for ordinal, parts in touched.items():
        values = statute.at(rule_id, parts[0][0])
        if values is not None and parts[0][0] < account.minor_until and _is_forbidden(ordinal, values):
            minutes = sum(end - start for start, end in parts)
            yield single(rule_id, Hit(parts[0][0], parts[-1][1], minutes, 0))


def _is_forbidden(ordinal: int, values: Mapping[str, Any]) -> bool:
    day = date.fromordinal(ordinal)
    easter = easter_sunday(day.year)
    feasts = [easter + timedelta(days=offset) for offset in values["easter_offsets"]]
    return f"{day:%m-%d}" in values["month_days"] or day in feasts


@cache
def easter_sunday(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (Butcher's rule)."""
    century = year // 100
    golden = year % 19
    leap = century - century // 4 - (8 * century + 13) // 25
    epact = (19 * golden + leap + 15) % 30
    epact -= (epact // 28) * (1 - (epact // 28) * (29 // (epact + 1)) * ((21 - golden) // 11))
    weekday = (year + year // 4 + epact + 2 - century + century // 4) % 7
    offset = epact - weekday
    month = 3 + (offset + 40) // 44
    return date(year, month, offset + 28 - 31 * (month // 4))
