"""Crews less one member: the permit for one trip and the vocational school (§ 117)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.places import PlaceMaker
from optimizer.manning.requirement import Alternative, Place
from optimizer.manning.school import SchoolPeriod, school_period
from optimizer.manning.table import added, without_empty
from optimizer.manning.wording import crews_text, function_rank

SINGLE_TRIP = "manning.single_trip"
SCHOOL_LEAVE = "manning.school_leave"
_LADDER = "substitution.lower_function"
_MASTERS = (Function.BOATMASTER, Function.FERRY_MASTER)

Crew = dict[Function, int]


def lowered_crews(facts: Facts, crew: Crew, maker: PlaceMaker, log: Log, *, of_table: bool) -> list[Alternative]:
    """The crews a named crew may be lowered to, each by one member; none where § 117 is not open.

    Permit and school are not used together. A crew that the authority fixed otherwise than the table
    (not ``of_table``) is lowered by its permit only.
    """
    found: dict[tuple[Place, ...], Alternative] = {}
    by_school = _by_school(facts, crew, maker, log) if of_table else []
    for alternative in (*_by_permit(facts, crew, maker, log), *by_school):
        found.setdefault(alternative.places, alternative)
    return list(found.values())


def _by_permit(facts: Facts, crew: Crew, maker: PlaceMaker, log: Log) -> list[Alternative]:
    rule = facts.law(SINGLE_TRIP)
    if rule is None or facts.mode not in rule["modes"]:
        return []
    if facts.instance.has_permit(facts.vessel.vessel_id, rule["permit"], facts.span) is None:
        return []
    members = sorted((f for f in crew if f not in _MASTERS), key=function_rank, reverse=True)
    crews = _less_one(facts, crew, members, rule)
    if not crews:
        log.note(SINGLE_TRIP, _not_enough(facts))
        return []
    text = crews_text(crews)
    log.step(
        SINGLE_TRIP,
        Text(
            f"Genehmigung für diese eine Fahrt zum Bestimmungsort, eine Person weniger: {text.de}",
            f"Permit for this one trip to the destination, one person less: {text.en}",
        ),
    )
    return _alternatives(facts, crews, maker, SINGLE_TRIP)


def _by_school(facts: Facts, crew: Crew, maker: PlaceMaker, log: Log) -> list[Alternative]:
    rule = facts.law(SCHOOL_LEAVE)
    if rule is None:
        return []
    crews = _less_one(facts, crew, [Function(name) for name in rule["minus"]], rule)
    period = school_period(facts, rule["months"]) if crews else None
    if period is None:
        return []
    log.step(SCHOOL_LEAVE, _school_text(period, crews))
    return _alternatives(facts, crews, maker, SCHOOL_LEAVE)


def _less_one(facts: Facts, crew: Crew, functions: Iterable[Function], rule: Mapping[str, Any]) -> list[Crew]:
    """The crew without one member of each function, where what must stay is left."""
    crews = [without_empty(added(crew, {function: -1})) for function in functions if crew.get(function)]
    return [rest for rest in crews if _keeps(facts, rest, rule["keep"])]


def _keeps(facts: Facts, crew: Crew, keep: Mapping[str, int]) -> bool:
    """Whether the members that must stay are left; a higher function of the operational level stands for a lower."""
    order = (facts.law(_LADDER) or {"order": []})["order"]
    for name, count in keep.items():
        at_least = [Function(n) for n in order[order.index(name) :]] if name in order else [Function(name)]
        if sum(crew.get(function, 0) for function in at_least) < count:
            return False
    return True


def _alternatives(facts: Facts, crews: list[Crew], maker: PlaceMaker, rule_id: str) -> list[Alternative]:
    return [maker.alternative(crew, by=facts.citation(rule_id)) for crew in crews]


def _school_text(period: SchoolPeriod, crews: list[Crew]) -> Text:
    crew, name, first = crews_text(crews), period.person.name, period.first_day
    return Text(
        f"{name} seit {first:%d.%m.%Y} in der Schifferberufsschule, Bescheinigung an Bord; "
        f"ein Leichtmatrose weniger: {crew.de}",
        f"{name} at the vocational school since {first.isoformat()}, certificate on board; "
        f"one apprentice less: {crew.en}",
    )


def _not_enough(facts: Facts) -> Text:
    return Text(
        f"{facts.vessel.name}: Die Genehmigung, mit einer Person weniger zu fahren, nützt hier nichts: Neben dem "
        "Schiffsführer muss noch ein Matrose an Bord sein.",
        f"{facts.vessel.name}: The permit to sail with one person less is of no use here: a boatman must still be "
        "on board beside the boatmaster.",
    )
