"""Minimum rest on the Rhine by operating mode: RheinSchPersV § 18.02."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from optimizer.check.rest_breach import Breached, Readings, RestBreach, weigh
from optimizer.check.rest_spans import busy_time, day_of, minutes_in, parts_in, piece_at, rests, window_from
from optimizer.domain import Regime
from optimizer.duty import WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import Interval, age_on, merge, subtract

#: What a window has of the rest a rule asks for: its rests, those outside a voyage, its values, the readings.
Found = Callable[[Sequence[Interval], Sequence[Interval], Mapping[str, Any], Readings], int]


def outside_voyage(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """Nr. 1, Nr. 2 sentence 1: one rest that no sailing of the own vessel touches."""

    def found(_free: Sequence[Interval], outside: Sequence[Interval], _v: Mapping[str, Any], _r: Readings) -> int:
        return max((part.minutes for part in outside), default=0)

    return _judged(record, rulebook, rule_id, found, "min_outside_minutes")


def total(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """Nr. 2 sentence 1, Nr. 3: all the rest of a window."""

    def found(free: Sequence[Interval], _o: Sequence[Interval], _v: Mapping[str, Any], _r: Readings) -> int:
        return sum(part.minutes for part in free)

    return _judged(record, rulebook, rule_id, found, "min_total_minutes")


def minors(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """Nr. 2 sentence 2: eight hours on end, six of them on end outside the voyage."""

    def found(free: Sequence[Interval], outside: Sequence[Interval], values: Mapping[str, Any], _r: Readings) -> int:
        least = values["of_it_outside_minutes"]
        quiet = [part for part in outside if part.minutes >= least]
        return max((rest.minutes for rest in free if any(rest.covers(part) for part in quiet)), default=0)

    return _judged(record, rulebook, rule_id, found, "min_uninterrupted_minutes", minors_only=True)


def twice_six_hours(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """Nr. 3: two rests of six hours, or under the other reading twelve hours in one."""

    duty = merge(piece.interval for piece in record.pieces)

    def found(free: Sequence[Interval], _o: Sequence[Interval], values: Mapping[str, Any], readings: Readings) -> int:
        least = values["min_block_minutes"]
        whole = readings["rhine_two_blocks"] == "in_one"
        return least * sum(_sixes(rest, least, whole=whole or _goes_on(rest, free, duty)) for rest in free)

    return _judged(record, rulebook, rule_id, found, "")


def _sixes(rest: Interval, least: int, *, whole: bool) -> int:
    """How many of the rests asked for one rest is; ``whole``: as many as fit into it."""
    return rest.minutes // least if whole else int(rest.minutes >= least)


def _goes_on(rest: Interval, free: Sequence[Interval], duty: Sequence[Interval]) -> bool:
    """Whether the last rest of a window goes on behind it."""
    return rest == free[-1] and not any(part.start <= rest.end < part.end for part in duty)


def _judged(
    record: WorkRecord, rulebook: Rulebook, rule_id: str, found: Found, least: str, *, minors_only: bool = False
) -> list[RestBreach]:
    if not any(piece.regime is Regime.RHEINSCHPERSV for piece in record.pieces):
        return []
    voyage = merge(part for piece in record.pieces for part in piece.voyage)

    def find(readings: Readings) -> list[Breached]:
        free = rests(busy_time(record, rulebook, readings["breaks_in_rest"]))
        breached = []
        for rest in rests(busy_time(record, rulebook, rulebook.readings["breaks_in_rest"]))[:-1]:
            values = rulebook.values(rule_id, day_of(rest.end))
            if values is None or not _opens(record, values, rest, voyage):
                continue
            if minors_only and age_on(record.birth_date, day_of(rest.end)) >= values["under_age"]:
                continue
            window = window_from(rest.end, values["window_minutes"])
            inside = parts_in(free, window)
            outside = [part for item in inside for part in subtract(item, voyage)]
            has = found(inside, outside, values, readings)
            needed = values[least] if least else values["min_block_minutes"] * values["blocks"]
            if has < needed:
                breached.append(Breached(window, has, needed))
        return breached

    return weigh(rule_id, rulebook, ("breaks_in_rest", "rhine_two_blocks"), find)


def _opens(record: WorkRecord, values: Mapping[str, Any], rest: Interval, voyage: Sequence[Interval]) -> bool:
    """Whether a window of the rule opens where a rest ends: by the mode of the duty and the length of the rest."""
    piece = piece_at(record, rest.end)
    if piece is None or piece.regime is not Regime.RHEINSCHPERSV or str(piece.mode) != values["mode"]:
        return False
    least = values.get("window_opened_by_rest_minutes")
    if least is None:
        return True
    if values.get("min_outside_minutes") == least:
        return any(part.minutes >= least for part in subtract(rest, voyage))
    return minutes_in([rest], rest) >= least
