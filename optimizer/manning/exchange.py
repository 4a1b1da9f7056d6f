"""Exchanges the law opens: § 118(1) (entry level) and those of single tables (§§ 106(3), 108(3), 109(5))."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import Any

from optimizer.domain import Function
from optimizer.manning.facts import Facts
from optimizer.manning.places import PlaceMaker, ordered
from optimizer.manning.requirement import Alternative, Substitution
from optimizer.manning.table import Derived

ENTRY_LEVEL = "manning.entry_level_exchange"
#: Rules of a table that let one member be replaced.
_REPLACEMENTS = ("replacement", "engine_minder", "third_boatmaster")
Crew = Mapping[Function, int]


@dataclass(frozen=True, slots=True)
class Exchange:
    """One option applied to one crew, and the crew it leads to."""

    substitution: Substitution
    result: Alternative


def entry_level_rule(facts: Facts) -> Mapping[str, Any] | None:
    """§ 118(1) where it is open in the mode of the shift."""
    rule = facts.law(ENTRY_LEVEL)
    return rule if rule is not None and facts.mode in rule["modes"] else None


def forward(facts: Facts, crew: Crew, maker: PlaceMaker) -> Iterator[Exchange]:
    """§ 118(1) S. 1, 2: a boatman by two members of the entry level."""
    rule = entry_level_rule(facts)
    if rule is None or not _forward_open(rule, crew):
        return
    replaced = Function(rule["replace"])
    rest = _less(crew, replaced)
    for pair in combinations_with_replacement(_entrants(facts, rule), rule["by_count"]):
        if _count(crew, rule["entry_level"]) + len(pair) > rule["max_entry_level"]:
            return
        places = list(maker.alternative(rest).places)
        places += [maker.place(function, exchanged=True) for function in pair]
        option = Substitution(replaced, pair, rule["citation_forward"])
        yield Exchange(option, Alternative(ordered(places), by=rule["citation_forward"]))


def _forward_open(rule: Mapping[str, Any], crew: Crew) -> bool:
    group = _count(crew, rule["group"])
    return group >= rule["group_at_least"] and crew.get(Function(rule["replace"]), 0) > 0


def _entrants(facts: Facts, rule: Mapping[str, Any]) -> list[Function]:
    """Functions that may come in for the boatman, by the reading of the text of 2024."""
    names = rule["by"]
    for reading, choices in rule.get("by_reading", {}).items():
        names = choices.get(facts.instance.rulebook.readings[reading], names)
    return [Function(name) for name in names]


def back(facts: Facts, crew: Crew, maker: PlaceMaker) -> Iterator[Exchange]:
    """§ 118(1) S. 3: two members of the entry level by a boatman.

    Not for members who need a service time: § 96(2) S. 3 allows no replacement of those.
    """
    rule = entry_level_rule(facts)
    if rule is None or not _count(crew, rule["back_needs"]):
        return
    boatman, count = Function(rule["back_by"]), rule["by_count"]
    for function in _entrants(facts, rule):
        if crew.get(function, 0) < count or maker.place(function).min_service_days:
            continue
        result = dict(_less(crew, function, count))
        result[boatman] = result.get(boatman, 0) + 1
        option = Substitution(function, (boatman,), rule["citation_back"], count=count)
        yield Exchange(option, maker.alternative(result, by=rule["citation_back"]))


def crowded(facts: Facts, crew: Crew) -> bool:
    """Whether a crew has more entry-level members than § 118(1) S. 2 names."""
    rule = entry_level_rule(facts)
    return rule is not None and _count(crew, rule["entry_level"]) > rule["max_entry_level"]


def replacements(facts: Facts, crew: Crew, maker: PlaceMaker, derived: Derived) -> Iterator[Exchange]:
    """The replacements that the table of a crew opens in its step."""
    for suffix in _REPLACEMENTS:
        yield from replacement(facts, crew, maker, derived.rule(suffix), derived.step)


def replacement(facts: Facts, crew: Crew, maker: PlaceMaker, rule_id: str, step: str = "") -> Iterator[Exchange]:
    """One member by one of another function (§§ 106(3), 108(3), 109(5)): an option for each function.

    An apprentice who comes in so is not replaced in turn by whom § 96(2) S. 2 names; that a Rhine
    engineer serves as engine-minder (S. 4) replaces nobody.
    """
    rule = facts.law(rule_id)
    if rule is None or not _replacement_open(facts, crew, rule, step):
        return
    replaced, count, citation = Function(rule["replace"]), rule["count"], facts.citation(rule_id)
    for by in map(Function, [rule["by"]] if isinstance(rule["by"], str) else rule["by"]):
        places = list(maker.alternative(_less(crew, replaced, count)).places)
        places += [maker.place(by, exchanged=by is Function.APPRENTICE)] * count
        option = Substitution(replaced, (by,), citation, max_times=count)
        yield Exchange(option, Alternative(ordered(places), by=citation))


def _replacement_open(facts: Facts, crew: Crew, rule: Mapping[str, Any], step: str) -> bool:
    """Whether mode, step and what must belong to the crew allow a replacement."""
    needed = {rule["replace"]: rule["count"], **rule.get("needs_in_crew", {})}
    return (
        facts.mode in rule.get("modes", [facts.mode])
        and step in rule.get("steps", [step])
        and all(crew.get(Function(name), 0) >= count for name, count in needed.items())
    )


def _less(crew: Crew, function: Function, count: int = 1) -> Crew:
    rest = {f: n - (count if f is function else 0) for f, n in crew.items()}
    return {f: n for f, n in rest.items() if n > 0}


def _count(crew: Crew, names: list[str]) -> int:
    return sum(crew.get(Function(name), 0) for name in names)
