"""Golden cases of safety staff (§ 110) through the checker's own reading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from golden_facts import golden_cases, golden_instance, role_of

from optimizer.check.crew_facts import facts_of
from optimizer.check.safety_check import staff_need, staffed
from optimizer.check.stretches import stretches
from optimizer.domain import Movement, SafetyRole, VesselState

pytestmark = pytest.mark.law

CASES = [
    case
    for name in ("safety", "pax")
    for case in golden_cases(name)
    if "safety" in case["expected"] and not case["facts"].get("rhine")
]
PAIR = (SafetyRole.PASSENGER_EXPERT, SafetyRole.FIRST_AIDER)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_safety_staff_of_a_golden_case(case: dict[str, Any]) -> None:
    expected = dict(case["expected"]["safety"])
    joined = expected.pop("may_be_one_person")
    wanted = {role_of(word): number for word, number in expected.items() if number}
    instance, shift = golden_instance(case["facts"])
    if case["facts"].get("moored"):
        still = Movement(vessel_id=shift.vessel_id, interval=shift.interval, state=VesselState.MOORED)
        instance = replace(instance, dataset=replace(instance.dataset, movements=(still,)))
    (part,) = stretches(instance, shift)
    need = staff_need(facts_of(instance, shift), part)
    if need is None:
        assert not wanted
        return
    assert {role: number for role, number in need.roles.items() if number} == wanted
    assert need.one_person == joined
    people = [frozenset({role}) for role, number in wanted.items() for _ in range(number)]
    assert staffed(need, people, PAIR)
    assert not any(staffed(need, people[:n] + people[n + 1 :], PAIR) for n in range(len(people)))


def test_the_cases_are_there() -> None:
    assert len(CASES) >= 9
