"""The golden rest cases against the checker's own judge."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

import pytest
from golden_work import expected_starts, expected_violations, record_of, rest_cases, rules_named

from optimizer.check.rest import JUDGED_RULES, RestBreach, judge_rest
from optimizer.law import load_rulebook

pytestmark = pytest.mark.law

BOOK = load_rulebook()
CASES = {case["id"]: case for case in rest_cases()}
DUE_LATER = {
    "rest days of §§ 7(3)-(5), 8 BinSchArbZV": {
        *(f"REST-{number}" for number in (101, 102, 106, 107, 108, 109, 110, 111, 112, 113)),
        *("REST-115", "REST-116", "REST-120"),
    },
    "free days of § 20(1) Nr. 3 S. 2, 3 JArbSchG": {"REST-139", "REST-140"},
}
JUDGED = sorted(set(CASES) - set().union(*DUE_LATER.values()))
ORDER = ("hard", "conservative", "soft", "info")


def _worst_and_first(case: Mapping[str, Any]) -> dict[str, RestBreach]:
    """The most severe breach of each rule, the earliest of several."""
    rules = rules_named(case["law"], BOOK) & JUDGED_RULES
    assert rules
    found: dict[str, RestBreach] = {}
    for breach in judge_rest(record_of(case["facts"]), BOOK, rules=rules):
        known = found.get(breach.rule_id)
        if known is None or ORDER.index(breach.severity_class) < ORDER.index(known.severity_class):
            found[breach.rule_id] = breach
    return found


@pytest.mark.parametrize("case_id", JUDGED)
def test_golden_rest_case(case_id: str):
    case = CASES[case_id]

    found = _worst_and_first(case)

    starts: dict[tuple[str, str], datetime | date] = {
        (BOOK.rule(rule_id).golden, breach.severity_class): breach.first_window_start
        for rule_id, breach in found.items()
    }
    assert set(starts) == expected_violations(case)
    assert expected_starts(case).items() <= starts.items()


def test_every_case_is_judged_or_due_later_for_a_named_reason():
    assert len(CASES) == 84
    assert set(JUDGED) == {case_id for case_id, case in CASES.items() if "duties" in case["facts"]}
    assert len(JUDGED) == 84 - 13 - 2
