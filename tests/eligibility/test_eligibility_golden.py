"""Golden certificate and substitution cases through the planning side."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, time
from typing import Any

import pytest
from golden_people import (
    OTHER_READING,
    PeopleCase,
    certificate_cases,
    paragraphs,
    people_case,
    substitution_cases,
)

from optimizer.domain import Dataset, Function, OperatingMode, Shift, Vessel, VesselType
from optimizer.eligibility import eligible, place_bars, safety_bars, second_patent_bars
from optimizer.findings import Finding
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import exchange
from optimizer.manning.facts import Facts
from optimizer.manning.places import PlaceMaker
from optimizer.manning.requirement import Alternative, SecondPatent
from optimizer.manning.requirements import crew_requirements
from optimizer.terms import recognise
from optimizer.timeline import Interval, at_wall_clock

#: Cases that need what is not built yet, by the reason.
LEFT_OUT = {
    "CERT-022": "bunkering LNG, § 114 Nr. 2",
    "CERT-042": "Rhine",
    "SUBST-041": "convoy, § 106(3)",
    "SUBST-045": "convoy, § 106(3)",
    "SUBST-048": "cabin vessel, § 109(5)",
    "SUBST-062": "Rhine",
    "SUBST-063": "Rhine",
    "SUBST-065": "Rhine",
    "SUBST-071": "Rhine",
    "SUBST-072": "Rhine",
    "SUBST-074": "Rhine",
    "SUBST-075": "Rhine",
    "SUBST-076": "Rhine",
    "SUBST-077": "Rhine",
}

#: Conservative substitution cases for which the law's data name no other reading.
WITHOUT_READING = {"SUBST-009", "SUBST-015", "SUBST-016", "SUBST-054", "CERT-064"}

CASES = [*certificate_cases(), *substitution_cases()]
PEOPLE = [c for c in CASES if c["id"] not in LEFT_OUT and "change" not in c["facts"]]
CHANGES = [c for c in CASES if c["id"] not in LEFT_OUT and "change" in c["facts"]]


def _id(case: Mapping[str, Any]) -> str:
    return case["id"]


def test_exactly_the_named_cases_are_left_out() -> None:
    beyond = {
        c["id"]
        for c in CASES
        if c["facts"]["regime"] == "RheinSchPersV" or c["law"] in ("§ 114 Nr. 2", "§ 106(3)", "§ 109(5)")
    }
    assert beyond == set(LEFT_OUT)
    assert len(PEOPLE) + len(CHANGES) + len(LEFT_OUT) == len(CASES)


def _bars(case: PeopleCase) -> tuple[Finding, ...]:
    if case.role is not None:
        return safety_bars(case.instance, case.person, case.role, case.shift)
    assert case.place is not None
    own = place_bars(case.instance, case.person, case.place, case.shift, accompanied=case.accompanied)
    return own + _crew_bars(case)


def _crew_bars(case: PeopleCase) -> tuple[Finding, ...]:
    """Bars of the rest of the crew: their places, and the second patent where one is needed."""
    bars = [b for m in case.mates for b in place_bars(case.instance, m.person, m.place, case.shift)]
    needed = _second_patent(case) if case.mates else None
    if needed is not None:
        holders = [m.person for m in case.mates if m.place.function in needed.functions]
        answers = [second_patent_bars(case.instance, person, case.shift) for person in holders]
        if sum(not answer for answer in answers) < needed.at_least:
            bars += [bar for answer in answers for bar in answer]
    return tuple(bars)


def _second_patent(case: PeopleCase) -> SecondPatent | None:
    return crew_requirements(case.instance, case.shift)[0].second_patent


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
    if case.place is not None:
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


def _crew(entries: Mapping[str, int]) -> dict[Function, int]:
    return {_function(name): count for name, count in entries.items()}


def _function(name: str) -> Function:
    """The function of a crew case; a Rhine engineer serves as engine-minder (§ 96(2) S. 4)."""
    word = name.split("(")[0].strip()
    if "RheinSchPersV" in name:
        return Function.ENGINE_MINDER
    return Function(recognise("function", word))


def _facts(case: Mapping[str, Any], readings: Mapping[str, str]) -> Facts:
    day = date.fromisoformat(case["facts"]["date"])
    interval = Interval(at_wall_clock(day, time(8)), at_wall_clock(day, time(16)))
    vessel = Vessel(vessel_id="V1", name="Probe", type=VesselType.DAY_EXCURSION)
    mode = OperatingMode(case["facts"]["mode"])
    shift = Shift(shift_id="S1", vessel_id="V1", interval=interval, mode=mode)
    dataset = Dataset(vessels={"V1": vessel}, crew={}, shifts={"S1": shift})
    instance = Instance(dataset, interval, load_rulebook().with_readings(readings))
    return Facts(instance=instance, vessel=vessel, shift=shift, intervals=(interval,))


def _opened(case: Mapping[str, Any], readings: Mapping[str, str]) -> list[Alternative]:
    facts, crew = _facts(case, readings), _crew(case["facts"]["minimum_crew"])
    maker = PlaceMaker(facts, None, None)
    options = [*exchange.forward(facts, crew, maker), *exchange.back(facts, crew, maker)]
    options += exchange.replacement(facts, crew, maker, "manning.day_excursion.engine_minder")
    return [option.result for option in options]


def _allowed(case: Mapping[str, Any], readings: Mapping[str, str]) -> bool:
    change = case["facts"]["change"]
    wanted = _crew(case["facts"]["minimum_crew"])
    for function, count in _crew(change["replace"]).items():
        wanted[function] -= count
    for function, count in _crew(change["by"]).items():
        wanted[function] = wanted.get(function, 0) + count
    wanted = {function: count for function, count in wanted.items() if count}
    return any(option.functions() == wanted for option in _opened(case, readings))


@pytest.mark.parametrize("case", CHANGES, ids=_id)
def test_golden_change_of_a_crew(case: Mapping[str, Any]) -> None:
    assert _allowed(case, {}) == case["expected"]["allowed"]


@pytest.mark.parametrize("case", [c for c in CHANGES if c["expected"]["class"] == "conservative"], ids=_id)
def test_other_reading_of_a_crew_change(case: Mapping[str, Any]) -> None:
    assert case["expected"]["alt_allowed"]
    assert _allowed(case, {"exchange_2024": "entry_level"})
