"""Towed barges on short ways: reliefs in place of the table (§ 104(5)-(7))."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from optimizer.check.crew_facts import CrewFacts, named_stretches
from optimizer.check.need import Need, seats_of
from optimizer.check.stretches import sailing_facts
from optimizer.domain import CrewScope, Shift
from optimizer.instance import Instance

BARGE = "manning.towed_barge"
SHUTTLE = "manning.towed_barge.short_shuttle"
_PERMITS = ("manning.towed_barge.bremen_permit", "manning.towed_barge.shuttle_permit")
_CONDITIONS = ("tonnage_t", "route_km", "shuttle")


def shuttle_need(facts: CrewFacts) -> Need | None:
    """§ 104(5): the boatmaster alone, and nobody on a barge alongside the tug."""
    rule = _open(facts, SHUTTLE)
    if rule is None:
        return None
    crew = rule["at_tow_position"].get(facts.fact("tow_position"), rule["crew"])
    return Need(tuple(seats_of(crew)), (SHUTTLE,))


def pair_without_relief(facts: CrewFacts) -> bool:
    """Whether a shift is to serve two barges though no. 2 does not let one crew stand for the pair."""
    barge = facts.values(BARGE)
    if barge is None or facts.vessel.type not in barge["vessel_types"] or facts.shift.crew_scope is not CrewScope.PAIR:
        return False
    rule = _open(facts, SHUTTLE)
    return rule is None or facts.shift.tow_position not in rule["crew_of_pair_at"]


def sails_empty(instance: Instance, shift: Shift) -> bool:
    """Whether nobody needs to be on board on any of the shift's stretches (no. 3)."""
    needs = [shuttle_need(facts) for facts in sailing_facts(instance, shift)]
    return bool(needs) and all(need is not None and not need.seats for need in needs)


def permit_need(facts: CrewFacts) -> Need | None:
    """§ 104(6), (7): the boatmaster alone where the authority permits it."""
    for rule_id in _PERMITS:
        rule = _open(facts, rule_id)
        if rule is not None:
            return Need(tuple(seats_of(rule["crew"])), (rule_id,))
    return None


def _open(facts: CrewFacts, rule_id: str) -> Mapping[str, Any] | None:
    """The values of a relief every condition of which is stated and met."""
    rule, barge = facts.values(rule_id), facts.values(BARGE)
    if rule is None or barge is None or facts.vessel.type not in barge["vessel_types"]:
        return None
    holds = (
        facts.shift.mode in rule["modes"]
        and facts.meets({name: rule[name] for name in _CONDITIONS if name in rule}, "", unknown=False)
        and ("stretch" not in rule or named_stretches(facts.shift) == {rule["stretch"]})
        and ("permit" not in rule or facts.permitted(rule["permit"]))
    )
    return rule if holds else None
