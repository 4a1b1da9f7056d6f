"""The judge against the minute-by-minute simulation."""

from itertools import pairwise

import pytest
from golden_work import record_of, rest_cases
from hypothesis import given, settings
from hypothesis import strategies as st
from rest.minute_simulation import simulate, worst
from rest.random_records import BOOK, READINGS, records

from optimizer.rest import breaks_anything, judge

#: The simulation knows the BinSchPersV only; the Rhine is compared in tests/check/test_check_rhine_equivalence.py.
DUTIES = [case for case in rest_cases() if "duties" in case["facts"] and case["facts"].get("regime") != "RheinSchPersV"]


def _worst(record, rulebook):
    return worst((breach.rule_id, breach.severity_class) for breach in judge(record, rulebook))


@given(records(), READINGS)
@settings(max_examples=200, deadline=None)
def test_judge_and_simulation_agree_class_by_class(record, readings):
    rulebook = BOOK.with_readings(readings)
    assert _worst(record, rulebook) == simulate(record, rulebook)


@pytest.mark.parametrize("case", DUTIES, ids=lambda case: case["id"])
def test_judge_and_simulation_agree_on_golden_facts(case):
    record = record_of(case["facts"])
    assert _worst(record, BOOK) == simulate(record, BOOK)


@given(records(), READINGS)
@settings(max_examples=100, deadline=None)
def test_breaks_anything_is_the_judge_without_soft_rules(record, readings):
    rulebook = BOOK.with_readings(readings)
    binding = {"hard", "conservative"}
    found = any(breach.severity_class in binding for breach in judge(record, rulebook))
    assert breaks_anything(record, rulebook) is found


@given(records(), st.data())
@settings(max_examples=100, deadline=None)
def test_judging_some_rules_gives_their_part_of_all(record, data):
    everything = judge(record, BOOK)
    chosen = data.draw(st.sets(st.sampled_from([r for r in BOOK.rules if r.startswith(("rest", "work", "youth"))])))
    assert judge(record, BOOK, rules=chosen) == tuple(b for b in everything if b.rule_id in chosen)


@given(records())
@settings(max_examples=100, deadline=None)
def test_breaches_come_earliest_first_and_never_twice(record):
    breaches = judge(record, BOOK)
    starts = [breach.window.start for breach in breaches]
    assert starts == sorted(starts)
    for rule_id in {breach.rule_id for breach in breaches}:
        windows = [breach.window for breach in breaches if breach.rule_id == rule_id]
        assert all(a.end <= b.start for a, b in pairwise(windows))
