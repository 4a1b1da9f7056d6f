"""Places of the Rhine tables a case asks about, and those an exchange opens in their stead."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from optimizer.domain import Function, VesselType
from optimizer.law import Rulebook
from optimizer.manning import Place
from optimizer.manning.rhine_crews import engineers_by_boatmen

RHINE_FACTS = ("lm_slots", "lm_already_replaced", "other_lm_age", "additional", "bm_prescribed", "mi_prescribed")
_TABLES = {
    VesselType.CABIN: "rhine.cabin",
    VesselType.DAY_EXCURSION: "rhine.day_excursion",
    VesselType.CONVOY: "rhine.convoy",
}


def rhine_places(
    facts: Mapping[str, Any], function: Function, vessel_type: VesselType, day: date, rulebook: Rulebook
) -> tuple[Place, tuple[Place, ...]]:
    """The place of a slot like ``Leichtmatrose (Fn 1)``, and the places that may stand for it."""
    table = _TABLES.get(vessel_type, "rhine.motor_vessel")
    law = {suffix: _law(rulebook, f"{table}.{suffix}", day) for suffix in ("deckhand", "apprentice", "engineer")}
    remark = facts["slot"].partition("(")[2]
    place = _place(facts, function, remark)
    return place, tuple(_instead(facts, function, remark, law))


def _law(rulebook: Rulebook, rule_id: str, day: date) -> Mapping[str, Any] | None:
    return rulebook.values(rule_id, day) if rule_id in rulebook.rules else None


def _place(facts: Mapping[str, Any], function: Function, remark: str) -> Place:
    if function is Function.HELMSMAN and _footnote(remark, 2):
        return Place(function, patent=True)
    if function is Function.APPRENTICE and _footnote(remark, 3) and facts.get("other_lm_age", 0) < 18:
        return Place(function, min_age=18)
    return Place(function)


def _footnote(remark: str, number: int) -> bool:
    return re.search(rf"(?<!ohne )Fn\.? ?{number}", remark) is not None


def _instead(
    facts: Mapping[str, Any], function: Function, remark: str, law: Mapping[str, Mapping[str, Any] | None]
) -> Iterator[Place]:
    deckhand, apprentice, engineer = law["deckhand"], law["apprentice"], law["engineer"]
    if function is Function.APPRENTICE and _footnote(remark, 1) and deckhand is not None:
        if facts.get("lm_already_replaced", 0) < deckhand["count"]:
            yield Place(Function(deckhand["by"]))
    of_table = "19.05" not in remark and "3.18" not in remark and not facts.get("additional")
    if function is Function.BOATMAN and of_table and apprentice is not None:
        yield Place(
            Function(apprentice["by"]),
            apprentice["min_age"],
            apprentice["min_service_days"],
            min_training_year=apprentice["min_training_year"],
        )
    if function is Function.ENGINEER and facts.get("additional") and engineer is not None:
        yield Place(Function(engineer["by"]))
        if engineers_by_boatmen(engineer, facts.get("mi_prescribed", 1), facts.get("bm_prescribed", 0)):
            yield Place(Function(engineer["then_by"]))
