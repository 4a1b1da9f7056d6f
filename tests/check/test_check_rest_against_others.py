"""The checker's judge against the planner's judge and against minutes counted one by one.

Two differences are left on purpose, both in the direction of the wording:

* An interruption under 15 minutes is no break of a young person and stays working time (§ 4 Abs. 1,
  § 11 Abs. 1 Satz 3 JArbSchG). The others leave such a gap out, so they may find less.
* Satz 3 of § 103 Abs. 3 BinSchPersV stands in where Satz 1 fails, and there only. The others ask
  for the 48 hours after every long rest, so they may find more.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from itertools import pairwise

from check_rest_strategies import records as limit_records
from hypothesis import given, settings
from hypothesis import strategies as st
from rest.minute_simulation import simulate
from rest.random_records import BOOK, READINGS
from rest.random_records import records as edge_records

from optimizer.check.rest import JUDGED_RULES, judge_rest
from optimizer.check.rest_spans import day_of
from optimizer.duty import WorkRecord
from optimizer.rest import judge

ORDER = ("hard", "conservative", "soft", "info")
RECORDS = st.one_of(limit_records(), edge_records())
EXCEPTION = "rest.loading_exception"
BY_WORKING_TIME = {*("youth.daily_hours", "youth.weekly_hours", "youth.breaks", "youth.shift", "youth.free_time")}


def _worst(pairs: Iterable[tuple[str, str]]) -> dict[str, int]:
    """Rank of the most severe class of each rule that both judge."""
    worst: dict[str, int] = {}
    for rule_id, severity_class in pairs:
        if rule_id in JUDGED_RULES:
            rank = ORDER.index(severity_class)
            worst[rule_id] = min(rank, worst.get(rule_id, rank))
    return worst


def _first(breaches: Iterable) -> dict[str, tuple[int, datetime | date]]:
    """Rank and earliest first window of the most severe class of each rule."""
    first: dict[str, tuple[int, datetime | date]] = {}
    for item in breaches:
        if item.rule_id in JUDGED_RULES:
            found = (ORDER.index(item.severity_class), item.first_window_start)
            first[item.rule_id] = min(found, first.get(item.rule_id, found))
    return first


def _has_short_gap(record: WorkRecord) -> bool:
    """A gap too short for a break between two pieces of one day."""
    pieces = record.pieces
    return any(
        before.interval.end < after.interval.start
        and (after.interval.start - before.interval.end).total_seconds() < 15 * 60
        and day_of(before.interval.start) == day_of(after.interval.start)
        for before, after in pairwise(pieces)
    )


def _compare(record: WorkRecord, mine: dict, others: dict, rank) -> None:
    """Equal, but for the two differences, where the direction is held."""
    if EXCEPTION in mine:
        assert EXCEPTION in others
    loose = {EXCEPTION}
    if _has_short_gap(record):
        loose |= BY_WORKING_TIME
        for rule_id in BY_WORKING_TIME & set(others):
            assert rank(mine[rule_id]) <= rank(others[rule_id])
    assert {rule: found for rule, found in mine.items() if rule not in loose} == {
        rule: found for rule, found in others.items() if rule not in loose
    }


@given(RECORDS, READINGS)
@settings(max_examples=150, deadline=None)
def test_agrees_with_every_minute_counted(record: WorkRecord, readings: dict[str, str]):
    book = BOOK.with_readings(readings)

    mine = _worst((item.rule_id, item.severity_class) for item in judge_rest(record, book))

    _compare(record, mine, _worst(simulate(record, book)), lambda found: found)


@given(RECORDS, READINGS)
@settings(max_examples=200, deadline=None)
def test_agrees_with_the_planner_on_rule_class_and_first_window(record: WorkRecord, readings: dict[str, str]):
    book = BOOK.with_readings(readings)

    mine = _first(judge_rest(record, book))

    _compare(record, mine, _first(judge(record, book)), lambda found: found[0])
