"""Golden cases of the minimum crew: crews, safety staff and options with their citation."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest
from golden_facts import (
    can_be_aboard,
    day_of,
    expected_crews,
    function_of,
    golden_cases,
    golden_instance,
    role_of,
    same_citation,
)

from optimizer.domain import Movement, Shift, VesselState
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import CrewRequirement, crew_requirements, required_mode
from optimizer.timeline import BERLIN, Interval

pytestmark = pytest.mark.law

FILES = ("ferry", "boat", "safety", "pax", "cargo")


JUDGED = [case for name in FILES for case in golden_cases(name) if case["law"] == "BinSchPersV"]

#: Why no crew can be named: no table, or a boat that is not admitted to the Rhine at all.
NO_CREW = {"passenger_boat": "mode.passenger_boat"}


def test_only_the_ordinance_of_the_rhine_is_left_out() -> None:
    left = [case["law"] for name in FILES for case in golden_cases(name) if case not in JUDGED]
    assert set(left) == {"RheinSchPersV"}


@pytest.mark.parametrize("case", [c for c in JUDGED if c["expected"]["crews"] is not None], ids=lambda case: case["id"])
def test_golden_crews(case: dict[str, Any]) -> None:
    expected = expected_crews(case)
    requirement = _requirement(case)
    named = [a.functions() for a in requirement.statutory]
    got = {frozenset(crew.items()) for crew in named if can_be_aboard(case, crew)}
    assert got == expected
    if expected:
        assert not requirement.plan_bars
    else:
        code = NO_CREW.get(case["facts"]["type"], "manning.no_table")
        assert code in [bar.code for bar in requirement.plan_bars]


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["id"])
def test_golden_options_are_offered(case: dict[str, Any]) -> None:
    offered = _requirement(case).substitutions
    for option in case["expected"]["substitutions"]:
        by = Counter(function_of(word) for word in option["by"])
        fitting = [
            o
            for o in offered
            if o.replace is function_of(option["replace"])
            and Counter(o.by) == by
            and o.count == option.get("replace_count", 1)
            and o.max_times == option.get("max", 1)
        ]
        assert fitting, option
        assert all(same_citation(o.citation, option["citation"]) for o in fitting)


@pytest.mark.parametrize("case", [c for c in JUDGED if "safety" in c["expected"]], ids=lambda case: case["id"])
def test_golden_safety_staff(case: dict[str, Any]) -> None:
    expected = dict(case["expected"]["safety"])
    joined = expected.pop("may_be_one_person")
    safety = _requirement(case).safety
    roles = {} if safety is None else safety.roles
    assert {role_of(w): n for w, n in expected.items() if n} == {r: n for r, n in roles.items() if n}
    assert joined == (safety is not None and safety.may_be_one_person)


@pytest.mark.parametrize("case", JUDGED, ids=lambda case: case["id"])
def test_every_step_of_a_golden_case_is_cited(case: dict[str, Any]) -> None:
    requirement = _requirement(case)
    assert all("§" in step.citation for step in requirement.derivation)
    assert requirement.derivation or requirement.plan_bars or requirement.safety is None


def _requirement(case: dict[str, Any]) -> CrewRequirement:
    facts = _with_mode(case["facts"])
    instance, shift = golden_instance(facts)
    if facts.get("moored"):
        instance = _moored(instance, shift)
    return crew_requirements(instance, shift)[0]


def _moored(instance: Instance, shift: Shift) -> Instance:
    still = Movement(vessel_id="V1", interval=shift.interval, state=VesselState.MOORED)
    return replace(instance, dataset=replace(instance.dataset, movements=(still,)))


def _with_mode(facts: dict[str, Any]) -> dict[str, Any]:
    """Fill in the mode of cases that ask for it by the hours sailed."""
    if "mode" not in facts or facts["mode"] is not None:
        return facts
    rulebook, day = load_rulebook(), day_of(golden_instance(facts)[1])
    sailing: float | list[Interval] = facts.get("sailing_hours_in_24h", 0) * 60
    if facts.get("crew_change") and not facts["crew_continues_on_other_vessel"]:
        sailing = facts["crew_hours_on_board_in_24h"] * 60
    if "sailing_intervals" in facts:
        sailing = [Interval(_berlin(a), _berlin(b)) for a, b in facts["sailing_intervals"]]
    return {**facts, "mode": required_mode(sailing, rulebook, day)}


def _berlin(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN)
