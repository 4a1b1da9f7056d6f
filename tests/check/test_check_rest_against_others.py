"""The checker's judge against the planner's judge and against minutes counted one by one."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from check_rest_strategies import records as limit_records
from hypothesis import given, settings
from hypothesis import strategies as st
from rest.minute_simulation import simulate
from rest.random_records import BOOK, READINGS
from rest.random_records import records as edge_records

from optimizer.check.rest import JUDGED_RULES, judge_rest
from optimizer.duty import WorkRecord
from optimizer.rest import judge

ORDER = ("hard", "conservative", "soft", "info")
RECORDS = st.one_of(limit_records(), edge_records())


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


@given(RECORDS, READINGS)
@settings(max_examples=150, deadline=None)
def test_agrees_with_every_minute_counted(record: WorkRecord, readings: dict[str, str]):
    book = BOOK.with_readings(readings)

    mine = _worst((item.rule_id, item.severity_class) for item in judge_rest(record, book))

    assert mine == _worst(simulate(record, book))


@given(RECORDS, READINGS)
@settings(max_examples=200, deadline=None)
def test_agrees_with_the_planner_on_rule_class_and_first_window(record: WorkRecord, readings: dict[str, str]):
    book = BOOK.with_readings(readings)

    mine = _first(judge_rest(record, book))

    assert mine == _first(judge(record, book))
