"""Golden certificate and substitution cases through the planning side."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from golden_people import (
    OTHER_READING,
    GoldenPeople,
    certificate_cases,
    paragraphs,
    people_case,
    substitution_cases,
)

from optimizer.cases.change_answer import change_case, change_outcome
from optimizer.cases.people_answer import person_case_bars
from optimizer.eligibility import eligible, place_bars
from optimizer.findings import Finding
from optimizer.law import load_rulebook

pytestmark = pytest.mark.law

#: Conservative substitution cases for which the law's data name no other reading.
WITHOUT_READING = {"SUBST-009", "SUBST-015", "SUBST-016", "SUBST-054", "CERT-064"}

CASES = [c for c in (*certificate_cases(), *substitution_cases()) if c["facts"]["regime"] == "BinSchPersV"]
PEOPLE = [c for c in CASES if "change" not in c["facts"]]
CHANGES = [c for c in CASES if "change" in c["facts"]]


def _id(case: Mapping[str, Any]) -> str:
    return case["id"]


def _bars(case: GoldenPeople) -> tuple[Finding, ...]:
    return person_case_bars(case.asked)


@pytest.mark.parametrize("raw", PEOPLE, ids=_id)
def test_golden_case(raw: Mapping[str, Any]) -> None:
    case = people_case(raw)
    bars = _bars(case)
    assert (not bars) == case.eligible, bars
    if case.cited:
        assert case.cited & {p for bar in bars for p in paragraphs(bar.citation)}, bars


@pytest.mark.parametrize("raw", PEOPLE, ids=_id)
def test_fast_answer_agrees(raw: Mapping[str, Any]) -> None:
    case = people_case(raw)
    if case.place is not None and not case.shift.bunkering:
        slow = place_bars(case.instance, case.person, case.place, case.shift, accompanied=case.accompanied)
        fast = eligible(case.instance, case.person, case.place, case.shift, accompanied=case.accompanied)
        assert fast == (not slow)


CONSERVATIVE = [c for c in PEOPLE if c["expected"].get("class") == "conservative"]


@pytest.mark.parametrize("raw", [c for c in CONSERVATIVE if c["id"] not in WITHOUT_READING], ids=_id)
def test_other_reading_of_a_conservative_case(raw: Mapping[str, Any]) -> None:
    default, other = people_case(raw), people_case(raw, OTHER_READING[raw["id"]])
    assert other.other_eligible
    assert _bars(default) and not _bars(other)


def test_only_the_named_cases_have_no_other_reading() -> None:
    assert {c["id"] for c in CONSERVATIVE} - set(OTHER_READING) == WITHOUT_READING


def _allowed(case: Mapping[str, Any], readings: Mapping[str, str]) -> bool:
    change = change_case(case["facts"], case["law"], load_rulebook().with_readings(readings))
    return change_outcome(change, case["facts"], case["expected"]).got["allowed"]


@pytest.mark.parametrize("case", CHANGES, ids=_id)
def test_golden_change_of_a_crew(case: Mapping[str, Any]) -> None:
    assert _allowed(case, {}) == case["expected"]["allowed"]


@pytest.mark.parametrize("case", [c for c in CHANGES if c["expected"]["class"] == "conservative"], ids=_id)
def test_other_reading_of_a_crew_change(case: Mapping[str, Any]) -> None:
    assert case["expected"]["alt_allowed"]
    assert _allowed(case, {"exchange_2024": "entry_level"})


def test_rhine_patent_may_take_the_apprentices_place_when_so_read() -> None:
    raw = next(c for c in substitution_cases() if c["id"] == "SUBST-062")
    other = {"rhine_apprentice_place": "deck_crew"}
    assert _bars(people_case(raw))
    assert people_case(raw, other).other_eligible and not _bars(people_case(raw, other))
