"""Consecutive duty, rest in 24 hours and the position of the rest: § 103 BinSchPersV."""

from __future__ import annotations

from datetime import datetime, time, timedelta

from optimizer.check.rest_breach import Breached, Readings, RestBreach, weigh
from optimizer.check.rest_spans import (
    busy_time,
    day_of,
    longest_in,
    minutes_in,
    rests,
    rhine_alone,
    rhine_duty_at,
    runs,
    span,
    window_from,
    without_breaks,
)
from optimizer.domain import Employment, OperatingMode, Regime
from optimizer.duty import WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import Interval, clock_windows

ALSO = "rhine_also_103"
WINDOW_READINGS = ("rest_windows", "breaks_in_rest", ALSO)
_UNINTERRUPTED = {
    Employment.EMPLOYEE: "rest.uninterrupted_employee",
    Employment.SELF_EMPLOYED: "rest.uninterrupted_self_employed",
}


def consecutive_duty(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 103 Abs. 2: hours on end, from long rest to long rest or between any two interruptions."""

    def find(readings: Readings) -> list[Breached]:
        if readings["consecutive_duty"] == "span":
            stretches = _spans_between_long_rests(record, rulebook, rule_id)
        else:
            stretches = without_breaks(record.pieces)
        return [
            Breached(stretch, stretch.minutes, values["max_minutes"])
            for stretch in stretches
            if not (rhine_alone(record, stretch) and readings[ALSO] == "not_applied")
            and (values := rulebook.values(rule_id, day_of(stretch.start))) is not None
            and stretch.minutes > values["max_minutes"]
        ]

    def within(run: Breached, other: Breached) -> bool:
        return run.interval.overlaps(other.interval)

    return weigh(rule_id, rulebook, ("consecutive_duty", ALSO), find, within)


def _spans_between_long_rests(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[Interval]:
    busy = busy_time(record, rulebook, rulebook.readings["breaks_in_rest"])
    if not busy:
        return []
    values = rulebook.values(rule_id, day_of(busy[-1].start))
    if values is None:
        return []
    return [span(run) for run in runs(busy, values["reset_by_rest_minutes"])]


def uninterrupted_rest(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 103 Abs. 3 Satz 1, 2: eight hours on end in the 24 hours after a rest."""
    if _excepted(record):
        return []
    return weigh(
        rule_id,
        rulebook,
        WINDOW_READINGS,
        lambda readings: _too_short(record, rulebook, rule_id, readings),
    )


def total_rest(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 103 Abs. 3 Satz 2: ten hours in all in the 24 hours after a rest."""
    return weigh(
        rule_id,
        rulebook,
        WINDOW_READINGS,
        lambda readings: _too_short(record, rulebook, rule_id, readings),
    )


def _excepted(record: WorkRecord) -> bool:
    """Whether Satz 3 stands in for Satz 1; it does so for self-employed crew only."""
    return record.loading_exception and record.employment is Employment.SELF_EMPLOYED


def _rests(record: WorkRecord, rulebook: Rulebook, readings: Readings) -> list[Interval]:
    return rests(busy_time(record, rulebook, readings["breaks_in_rest"]))


def _too_short(record: WorkRecord, rulebook: Rulebook, rule_id: str, readings: Readings) -> list[Breached]:
    """Windows that hold too little rest of the kind the rule asks for.

    The readings in use say where rests end and windows open; those given say which of these
    windows count and what counts as rest in them.
    """
    free = _rests(record, rulebook, readings)
    breached: list[Breached] = []
    for rest in _rests(record, rulebook, rulebook.readings)[:-1]:
        values = rulebook.values(rule_id, day_of(rest.end))
        if values is None or (rhine_duty_at(record, rest.end) and readings[ALSO] == "not_applied"):
            continue
        is_long = rest.minutes >= values["window_opened_by_rest_minutes"]
        if is_long or readings["rest_windows"] == "every_rest":
            breached += _lacking(free, window_from(rest.end, values["window_minutes"]), values)
    return breached


def _lacking(free: list[Interval], window: Interval, values: dict[str, int]) -> list[Breached]:
    needs = (("min_total_minutes", minutes_in), ("min_uninterrupted_minutes", longest_in))
    for key, measure in needs:
        if key in values and (found := measure(free, window)) < values[key]:
            return [Breached(window, found, values[key])]
    return []


def loading_exception(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 103 Abs. 3 Satz 3: the 48 hours that make good for windows in which Satz 1 fails."""
    if not _excepted(record):
        return []

    ended = _rests(record, rulebook, rulebook.readings)

    def find(readings: Readings) -> list[Breached]:
        free = _rests(record, rulebook, readings)
        failing = _too_short(record, rulebook, _UNINTERRUPTED[record.employment], readings)
        longer: dict[Interval, Breached] = {}
        for item in failing:
            values = rulebook.values(rule_id, day_of(item.interval.start))
            if values is not None:
                opening = _last_long_rest(ended, item.interval.start, values)
                window = window_from(opening, values["window_minutes"])
                longer.update((window, breach) for breach in _lacking(free, window, values))
        return list(longer.values())

    return weigh(rule_id, rulebook, WINDOW_READINGS, find)


def _last_long_rest(free: list[Interval], instant: datetime, values: dict[str, int]) -> datetime:
    """End of the last rest before ``instant`` that is long enough to open the 48 hours."""
    return max(
        rest.end for rest in free if rest.end <= instant and rest.minutes >= values["window_opened_by_rest_minutes"]
    )


def soft_window(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 103 Abs. 4: where the long rests between two duties should lie in modes A, B and C."""

    def find(readings: Readings) -> list[Breached]:
        return [
            breach
            for rest in _rests(record, rulebook, readings)[1:-1]
            if _is_long(rest, record, rulebook) and (breach := _misplaced(rest, record, rulebook, rule_id))
        ]

    return weigh(rule_id, rulebook, ("breaks_in_rest",), find)


def _is_long(rest: Interval, record: WorkRecord, rulebook: Rulebook) -> bool:
    values = rulebook.values(_UNINTERRUPTED[record.employment], day_of(rest.start))
    return values is not None and rest.minutes >= values["min_uninterrupted_minutes"]


def _misplaced(rest: Interval, record: WorkRecord, rulebook: Rulebook, rule_id: str) -> Breached | None:
    """A rest beside its hours. One too long to lie within them must take all of them in."""
    mode, day = _mode_before(rest, record), day_of(rest.start)
    values = rulebook.values(rule_id, day)
    if mode is None or values is None:
        return None
    within, includes = values["lies_within"].get(mode.value), values["includes"].get(mode.value)
    if within is None and includes is None:
        return None
    hours = _hours_near(rest, within or includes)
    if any(rest.covers(item) or (within is not None and item.covers(rest)) for item in hours):
        return None
    best = max(hours, key=lambda item: minutes_in([rest], item))
    return Breached(rest, minutes_in([rest], best), min(rest.minutes, best.minutes) if within else best.minutes)


def _mode_before(rest: Interval, record: WorkRecord) -> OperatingMode | None:
    before = [piece for piece in record.pieces if piece.interval.start < rest.start]
    last = max(before, key=lambda piece: piece.interval.end)
    return None if last.regime is Regime.RHEINSCHPERSV else last.mode


def _hours_near(rest: Interval, clock: list[str]) -> list[Interval]:
    """The hours of every night that the rest touches, and of its neighbours."""
    around = Interval(rest.start - timedelta(days=2), rest.end + timedelta(days=2))
    opens, closes = (time.fromisoformat(text) for text in clock)
    return clock_windows(around, opens, closes)[1:-1]
