"""Work, breaks and rest of employees: §§ 4 to 7(1) BinSchArbZV."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from datetime import date

from optimizer.rest.account import Account
from optimizer.rest.berlin import a_week_by_the_clock, clock, day_of, midnight
from optimizer.rest.breach import HARD, Breach, Hit, clustered, single
from optimizer.rest.statute import Statute
from optimizer.rest.stretches import Pair, Stretches, joined
from optimizer.timeline import Interval

_SEVEN_DAYS = 7 * 1440
#: A week by the clock is never shorter than this (the March clock change).
_SHORTEST_WEEK = _SEVEN_DAYS - 60


def total_work(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """§ 4(2): work in every 24 hours and in every seven days, windows from each start of work."""
    return clustered(rule_id, _too_much(account.work, statute, rule_id))


def night_work(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """§ 4(3): work at night in every seven days, windows from each start of night work."""
    if not account.work.starts:
        return []
    return clustered(rule_id, _too_much(night_part(account.work, statute, rule_id), statute, rule_id))


def night_part(work: Stretches, statute: Statute, rule_id: str) -> Stretches:
    """The part of some stretches that lies in the night of § 3 Nr. 8."""
    opens = statute.definition(rule_id, "night_from", work.starts[0])
    closes = statute.definition(rule_id, "night_to", work.starts[0])
    parts: list[Pair] = []
    for start, end in work.pairs():
        day = day_of(start) - 1
        while (night_start := clock(day, opens)) < end:
            part = max(start, night_start), min(end, clock(day + 1, closes))
            if part[0] < part[1]:
                parts.append(part)
            day += 1
    return Stretches(joined(parts))


def _too_much(stretches: Stretches, statute: Statute, rule_id: str) -> Iterator[Hit]:
    for start in stretches.starts:
        values = statute.at(rule_id, start)
        if values is None or stretches.total <= values["max_minutes"]:
            continue
        window, other = _lengths(statute, values["window_minutes"], start)
        allowed = values["max_minutes"]
        found = stretches.inside(start, start + window)
        if found > allowed:
            lenient = other == window or stretches.inside(start, start + other) > allowed
            yield Hit(start, start + window, found, allowed, "" if lenient else "seven_days")


def _lengths(statute: Statute, window: int, start: int) -> Pair:
    """Length of the window under the reading in force, and under the other one."""
    if window != _SEVEN_DAYS:
        return window, window
    by_clock = a_week_by_the_clock(start)
    return (by_clock, window) if statute.readings["seven_days"] == "calendar" else (window, by_clock)


def total_rest(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """§ 6(2): rest in every 24 hours and in every seven days, windows from each start of work."""
    return clustered(rule_id, _too_little(account, statute, rule_id))


def _too_little(account: Account, statute: Statute, rule_id: str) -> Iterator[Hit]:
    duty, literal = account.duty, account.duty_literal
    starts = duty.starts if literal is duty else sorted({*duty.starts, *literal.starts})
    for start in starts:
        values = statute.at(rule_id, start)
        if values is None:
            continue
        needed = values["min_total_minutes"]
        if duty.total <= min(values["window_minutes"], _SHORTEST_WEEK) - needed:
            continue
        window, other = _lengths(statute, values["window_minutes"], start)
        found = window - duty.inside(start, start + window)
        if found < needed:
            reading = _lenient_reading(account, start, window, other, needed)
            yield Hit(start, start + window, found, needed, reading)


def _lenient_reading(account: Account, start: int, window: int, other: int, needed: int) -> str:
    """The reading without which the rest would suffice; empty where it never does."""
    if other - account.duty.inside(start, start + other) >= needed:
        return "seven_days"
    literal = account.duty_literal
    if all(length - literal.inside(start, start + length) < needed for length in (window, other)):
        return ""
    return "breaks_in_rest"


def uninterrupted_rest(account: Account, statute: Statute, rule_id: str) -> list[Breach]:
    """§ 6(2) Nr. 1: the longest rest in the 24 hours from the end of each rest of that length."""
    return clustered(rule_id, _interrupted(account, statute, rule_id))


def _interrupted(account: Account, statute: Statute, rule_id: str) -> Iterator[Hit]:
    duty, literal = account.duty, account.duty_literal
    rested_from: int | None = None
    for start, end in duty.pairs():
        values = statute.at(rule_id, start)
        if values is not None:
            needed, closes = values["min_uninterrupted_minutes"], start + values["window_minutes"]
            if rested_from is None or start - rested_from >= needed:
                found = duty.longest_gap(start, closes)
                if found < needed:
                    hard = literal.longest_gap(start, closes) < needed
                    yield Hit(start, closes, found, needed, "" if hard else "breaks_in_rest")
        rested_from = end


def breaks(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 5: breaks within one run of work, and no stretch of work longer than allowed without one."""
    duty, work = account.duty, account.work
    if not duty.starts:
        return
    main_rest = statute.definition("work.rest_uninterrupted", "min_uninterrupted_minutes", duty.starts[0])
    for first, last in duty.runs(main_rest):
        start, end = duty.starts[first], duty.ends[last]
        values = statute.at(rule_id, start)
        if values is None or end - start <= values["after_minutes"]:
            continue
        holes = interruptions(work, start, end, values["min_piece_minutes"])
        paused = sum(stop - begin for begin, stop in holes)
        longest = max(work.inside(*part) for part in parts_between(start, end, holes))
        due = minutes_due(values["due"], work.inside(start, end))
        if paused < due:
            yield single(rule_id, Hit(start, end, paused, due))
        elif longest > values["after_minutes"]:
            yield single(rule_id, Hit(start, end, longest, values["after_minutes"]))


def interruptions(work: Stretches, start: int, end: int, shortest: int) -> list[Pair]:
    """Time between two pieces of work in ``[start, end)`` that is long enough to be a break."""
    holes: list[Pair] = []
    first = bisect_right(work.ends, start)
    for index in range(first + 1, bisect_left(work.starts, end)):
        hole = work.ends[index - 1], work.starts[index]
        if hole[1] - hole[0] >= shortest:
            holes.append(hole)
    return holes


def parts_between(start: int, end: int, holes: Sequence[Pair]) -> list[Pair]:
    """The parts of ``[start, end)`` before, between and after its interruptions."""
    begins = [start, *(hole[1] for hole in holes)]
    ends = [*(hole[0] for hole in holes), end]
    return list(zip(begins, ends, strict=True))


def minutes_due(table: list[dict[str, int]], worked: int) -> int:
    """Minutes of breaks due for some minutes of work."""
    return max((step["minutes"] for step in table if worked > step["over"]), default=0)


def consecutive_days(account: Account, statute: Statute, rule_id: str) -> Iterator[Breach]:
    """§ 7(1): work days in a row; only a free calendar day inside 24 hours of rest ends the row.

    Free time on board makes a work day and is no rest day (§ 3 Nr. 7).
    """
    busy = _busy(account, statute.readings["work_day"] == "shift")
    if not busy:
        return
    values = statute.at(rule_id, busy[-1][0])
    if values is None or busy[-1][3] - busy[0][2] < values["max_days"]:
        return
    first, last, count, until = busy[0][2], busy[0][2] - 1, 0, busy[0][0]
    for start, end, first_day, last_day in busy:
        if start - until >= values["rest_day_minutes"] and first_day > last + 1:
            yield from _row(rule_id, first, last, count, values["max_days"])
            first, count = first_day, 0
            last = first_day - 1
        count += max(0, last_day - max(last, first_day - 1))
        last, until = max(last, last_day), max(until, end)
    yield from _row(rule_id, first, last, count, values["max_days"])


def _busy(account: Account, by_start: bool) -> list[tuple[int, int, int, int]]:
    """Start, end, first and last counted day of everything that is work or on board."""
    on_duty = joined([(start, end) for start, end, _ in account.pieces])
    rows = [(s, e, day_of(s), day_of(s) if by_start else day_of(e - 1)) for s, e in on_duty]
    rows += [(s, e, day_of(s), day_of(e - 1)) for s, e in account.on_board]
    return sorted(rows)


def _row(rule_id: str, first: int, last: int, count: int, allowed: int) -> Iterator[Breach]:
    if count > allowed:
        yield Breach(
            rule_id=rule_id,
            severity_class=HARD,
            window=Interval.from_minutes(midnight(first), midnight(last + 1)),
            first_window_start=date.fromordinal(first),
            found_minutes=count,
            allowed_minutes=allowed,
        )
