"""Whom § 109(6) asks to be on duty together on a cabin vessel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from optimizer.check.crew_facts import CrewFacts
from optimizer.domain import Function

TABLE = "manning.cabin"
ON_DUTY = "manning.cabin.on_duty"


def deck_crew_rule(facts: CrewFacts) -> Mapping[str, Any] | None:
    """The values of the rule where it binds: a cabin vessel with passengers."""
    table, rule = facts.values(TABLE), facts.values(ON_DUTY)
    if table is None or rule is None or not facts.with_passengers:
        return None
    return rule if facts.vessel.type in table["vessel_types"] else None


def enough_deck_crew(rule: Mapping[str, Any], functions: Iterable[Function | None]) -> bool:
    """Whether the functions hold a boatmaster and the further members of the deck crew."""
    serving = list(functions)
    return rule["master"] in serving and enough_hands(rule, serving)


def enough_hands(rule: Mapping[str, Any], functions: Iterable[Function | None]) -> bool:
    """Whether there are as many of the deck crew as the rule asks for, whoever leads."""
    return sum(function in rule["deck_crew"] for function in functions) > rule["besides"]
