"""The steps of a crew table cover every size once: each step begins where the one before it ends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from optimizer.law import load_rulebook

pytestmark = pytest.mark.law

BOOK = load_rulebook()
#: Sizes that are whole numbers; of measured sizes a step goes on right above the last one.
#: Steam vessels for fewer or more passengers stand in no table (§ 19.04 Nr. 2 RheinSchPersV).
LARGEST_STEAM_VESSELS = [{"from": 501, "up_to": 1000}, {"from": 1001, "up_to": 2000}]
COUNTED = {"passengers_max", "beds", "persons_aboard", "beds_occupied"}


def bands() -> list[Any]:
    found = []
    for rule_id, rule in BOOK.rules.items():
        for number, version in enumerate(rule.versions):
            for criterion in version.values.get("criteria", ()):
                steps = [step[criterion] for step in version.values["steps"] if criterion in step]
                if steps and all(isinstance(step, Mapping) for step in steps):
                    found.append(pytest.param(criterion, steps, id=f"{rule_id}-{number}-{criterion}"))
    return found


@pytest.mark.parametrize(("criterion", "steps"), bands())
def test_a_step_begins_where_the_one_before_ends(criterion: str, steps: list[Mapping[str, float]]) -> None:
    different = [step for number, step in enumerate(steps) if number == 0 or dict(step) != dict(steps[number - 1])]
    assert "up_to" not in different[-1] or different == LARGEST_STEAM_VESSELS, "the last step has no end"
    for before, after in zip(different, different[1:], strict=False):
        if "over" in after:
            assert after["over"] == before["up_to"]
        else:
            assert criterion in COUNTED
            assert after["from"] == before["up_to"] + 1


def test_tables_with_steps_are_met() -> None:
    assert len(bands()) >= 10
