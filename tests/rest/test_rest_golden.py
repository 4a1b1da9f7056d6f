"""Golden rest cases through the planning side's judge."""

from datetime import date

import pytest
from golden_work import (
    expected_starts,
    expected_violations,
    record_of,
    rest_cases,
    rules_named,
)

from optimizer.law.rulebook import load_rulebook
from optimizer.rest import free_days_due, judge

pytestmark = pytest.mark.law

BOOK = load_rulebook()

#: Rest days (§ 7(3)-(5)) and season (§ 8 BinSchArbZV).
DUE_LATER = {
    "REST-101", "REST-102", "REST-106", "REST-107", "REST-108", "REST-109", "REST-110", "REST-111",
    "REST-112", "REST-113", "REST-115", "REST-116", "REST-120",
}  # fmt: skip
FREE_DAYS = {"REST-139", "REST-140"}

CASES = {case["id"]: case for case in rest_cases()}
JUDGED = {case_id: case for case_id, case in CASES.items() if case_id not in DUE_LATER | FREE_DAYS}

#: Which reading makes a conservative golden breach disappear.
LENIENT = {
    "REST-006": {"consecutive_duty": "gap_interrupts"},
    "REST-008": {"consecutive_duty": "gap_interrupts"},
    "REST-022": {"rest_windows": "main_rest"},
    "REST-061": {"seven_days": "calendar"},
    "REST-091": {"youth_free_time": "hour_for_hour"},
    "REST-135": {"rhine_two_blocks": "in_one"},
}


def _found(case, rulebook=BOOK):
    breaches = judge(record_of(case["facts"]), rulebook, rules=rules_named(case["law"], rulebook))
    starts = {}
    for breach in breaches:
        key = (rulebook.rule(breach.rule_id).golden, breach.severity_class)
        starts.setdefault(key, breach.first_window_start)
    return starts


def test_the_cases_left_for_later_are_exactly_these():
    later = {case_id for case_id, case in CASES.items() if "blocks" in case["facts"]}
    assert later == DUE_LATER
    assert FREE_DAYS <= set(CASES)


@pytest.mark.parametrize("case_id", sorted(JUDGED))
def test_judge_agrees_with_the_golden_case(case_id):
    case = JUDGED[case_id]
    found = _found(case)
    assert set(found) == expected_violations(case)
    for key, start in expected_starts(case).items():
        assert found[key] == start


def test_every_conservative_golden_breach_is_tested_under_the_other_reading():
    conservative = {
        case_id
        for case_id, case in JUDGED.items()
        if any(severity == "conservative" for _, severity in expected_violations(case))
    }
    assert conservative == set(LENIENT)


@pytest.mark.parametrize("case_id", sorted(LENIENT))
def test_a_conservative_breach_disappears_under_the_other_reading(case_id):
    case = JUDGED[case_id]
    hard = {key for key in expected_violations(case) if key[1] == "hard"}
    assert set(_found(case, BOOK.with_readings(LENIENT[case_id]))) == hard


@pytest.mark.parametrize("case_id", sorted(FREE_DAYS))
def test_free_days_of_young_people(case_id):
    case = CASES[case_id]
    facts = case["facts"]
    worked = [date.fromisoformat(day) for day in facts["sat_sun_worked"] + facts["holidays"]]
    as_of = date.fromisoformat(facts["as_of"])
    answer = free_days_due(worked, facts["free_days_granted"], as_of, BOOK)
    assert answer.due == case["expected"]["free_days_due"]
    found = set()
    if answer.breach is not None:
        rule = BOOK.rule(answer.breach.rule_id)
        key = (rule.golden, answer.breach.severity_class)
        found = {key}
        assert answer.breach.first_window_start == expected_starts(case)[key]
    assert found == expected_violations(case)
