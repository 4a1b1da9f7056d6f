"""Equipment conditions of the crew tables: what is missing raises the crew."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from optimizer.check.crew_facts import CrewFacts, within


def numbered_equipment_missing(facts: CrewFacts, rule: Mapping[str, Any], step: str) -> bool:
    """Whether a numbered condition that bears on this vessel is unmet; unknown counts as unmet."""
    if shown(facts, rule["deemed_met_by"]):
        return False
    stated = facts.vessel.unmet
    letters_only = bool(stated) and not _numbers(stated or ())
    unmet = frozenset(rule["numbers"]) if stated is None or letters_only else _numbers(stated)
    return any(
        _applies(facts, condition, step) and (number in unmet or _half_missing(facts, condition))
        for number, condition in rule["numbers"].items()
    )


def shown(facts: CrewFacts, standards: Collection[str]) -> bool:
    """Whether the vessel has shown one of the standards, whatever the case it is written in."""
    return (facts.vessel.standard or "").strip().upper() in standards


def _numbers(stated: Iterable[str]) -> frozenset[str]:
    """Numbers of a paragraph's list; a letter names a part of a number, so ``5a`` is number 5."""
    return frozenset(number for text in stated for number in re.findall(r"\d+", text))


def _applies(facts: CrewFacts, condition: Mapping[str, Any], step: str) -> bool:
    plain = {key: wanted for key, wanted in condition.items() if key != "second_half"}
    return facts.meets(plain, step, unknown=True)


def _half_missing(facts: CrewFacts, condition: Mapping[str, Any]) -> bool:
    """The second half of a number: a feature that only larger vessels need."""
    half = dict(condition.get("second_half", {}))
    feature = half.pop("feature", None)
    if feature is None or facts.feature(feature) is not False:
        return False
    return facts.meets(half, "", unknown=True)


def ferry_equipment_missing(facts: CrewFacts, rule: Mapping[str, Any] | None, step: str) -> bool:
    """Whether one of the conditions for a ferry of this step fails; unstated counts as failed."""
    if rule is None:
        return False
    return any(
        step in requirement.get("steps", (step,)) and not _fulfilled(facts, requirement)
        for requirement in rule["requires"]
    )


def _fulfilled(facts: CrewFacts, requirement: Mapping[str, Any]) -> bool:
    if "standard" in requirement:
        exempt = any(facts.feature(name) for name in requirement["exempt_features"])
        return exempt or shown(facts, requirement["standard"])
    if "engine_rooms" in requirement:
        rooms = facts.vessel.engine_rooms
        return rooms is not None and within(rooms, requirement["engine_rooms"])
    if "or_permit" in requirement and facts.permitted(requirement["or_permit"]):
        return True
    return all(facts.feature(name) for name in requirement["features"])
