"""The crews a Rhine table opens: conditions of its footnotes, its exchanges and the vocational school.

Every exchange replaces single places, so each crew stands beside those with one place after the
other exchanged; what the law lets happen once happens once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.places import ordered
from optimizer.manning.requirement import Alternative, Place, Substitution
from optimizer.manning.rhine_table import RhineCrew, RhineDerived, added_able_boatmen
from optimizer.manning.school import school_period
from optimizer.manning.wording import crews_text

#: Functions whose members more (or less) a step of an exchange brings.
Change = Mapping[Function, int]


@dataclass(frozen=True, slots=True)
class _Step:
    """One way to exchange places: who goes and who comes, and what cites it.

    ``leans_on`` says that the step is open because an able boatman is prescribed already, who
    carries one such step only.
    """

    change: Change
    citation: str = ""
    leans_on: bool = False


_NOTHING = _Step({})


def named_places(facts: Facts, derived: RhineDerived, crew: RhineCrew) -> tuple[Place, ...]:
    """The places of a crew as the table names them, with the conditions of its footnotes."""
    places = [Place(function) for function, count in crew.functions.items() for _ in range(count)]
    return ordered(_conditioned(facts, derived, crew, places))


def _conditioned(facts: Facts, derived: RhineDerived, crew: RhineCrew, places: list[Place]) -> list[Place]:
    own = facts.law(derived.table) or {}
    if "min_age" in own:
        places = [replace(p, min_age=own["min_age"]) if p.function is Function.DECKHAND else p for p in places]
    patent = _footnote(facts, derived, crew, "helmsman_patent")
    if patent is not None:
        helmsman = Function(patent["function"])
        places = [replace(p, patent=True) if p.function is helmsman else p for p in places]
    adult = _footnote(facts, derived, crew, "adult_apprentice")
    if adult is not None:
        left = adult["count"]
        for index, place in enumerate(places):
            if place.function == adult["function"] and left:
                places[index], left = replace(place, min_age=adult["min_age"]), left - 1
    return places


def _footnote(facts: Facts, derived: RhineDerived, crew: RhineCrew, suffix: str) -> Mapping[str, Any] | None:
    """The values of a footnote's rule where the footnote holds for the crew."""
    rule = facts.law(derived.rule(suffix))
    return rule if rule is not None and rule["footnote"] in crew.footnotes else None


def exchanged_crews(facts: Facts, derived: RhineDerived) -> Iterator[Alternative]:
    """Every crew that the exchanges open, the crews as named left out."""
    for crew in derived.crews:
        ways = [_deckhand(facts, derived, crew), _engineers(facts, derived, crew), _added(facts, crew)]
        for steps in product(*ways):
            if sum(step.leans_on for step in steps) > 1:
                continue
            yield from _with_apprentices(facts, derived, crew, steps)


def _with_apprentices(
    facts: Facts, derived: RhineDerived, crew: RhineCrew, steps: tuple[_Step, ...]
) -> Iterator[Alternative]:
    """The crew after the other steps, with as many of the table's boatmen by apprentices as there are."""
    rule = facts.law(derived.rule("apprentice"))
    boatmen = crew.table.get(Function.BOATMAN, 0) if rule is not None else 0
    cited = [step.citation for step in steps if step.citation]
    places = _changed(named_places(facts, derived, crew), steps)
    for number in range(boatmen + 1):
        if not number and not cited:
            continue
        by = cited[0] if cited else facts.citation(derived.rule("apprentice"))
        yield Alternative(places=ordered(_by_apprentices(places, rule, number)), by=by)


def _by_apprentices(places: list[Place], rule: Mapping[str, Any] | None, number: int) -> list[Place]:
    if rule is None or not number:
        return places
    kept = list(places)
    for _ in range(number):
        kept.remove(next(p for p in kept if p.function == rule["replace"]))
    trained = Place(
        Function(rule["by"]),
        min_age=rule["min_age"],
        min_service_days=rule["min_service_days"],
        min_training_year=rule["min_training_year"],
    )
    return [*kept, *([trained] * number)]


def _changed(places: tuple[Place, ...], steps: tuple[_Step, ...]) -> list[Place]:
    """The places after some steps; of alike functions the one without a condition goes first."""
    kept = list(places)
    for function, count in (item for step in steps for item in step.change.items()):
        for _ in range(-count):
            going = [p for p in kept if p.function is function]
            kept.remove(min(going, key=lambda p: (p.min_age or 0, p.patent)))
        kept += [Place(function)] * count
    return kept


def _deckhand(facts: Facts, derived: RhineDerived, crew: RhineCrew) -> list[_Step]:
    """Footnote 1: one apprentice by a deckhand."""
    rule = _footnote(facts, derived, crew, "deckhand")
    if rule is None:
        return [_NOTHING]
    change = {Function(rule["replace"]): -rule["count"], Function(rule["by"]): rule["count"]}
    return [_NOTHING, _Step(change, facts.citation(derived.rule("deckhand")))]


def _engineers(facts: Facts, derived: RhineDerived, crew: RhineCrew) -> list[_Step]:
    """§ 19.03 Nr. 4, § 19.04 Nr. 10: engineers by able boatmen, and these by boatmen."""
    rule = facts.law(derived.rule("engineer"))
    if rule is None:
        return [_NOTHING]
    replaced, by, then_by = (Function(rule[name]) for name in ("replace", "by", "then_by"))
    citation, engineers = facts.citation(derived.rule("engineer")), crew.table.get(replaced, 0)
    steps = [_NOTHING]
    steps += [_Step({replaced: -n, by: n}, with_sentence(citation, rule["cite_by"])) for n in range(1, engineers + 1)]
    boatmen = _engineers_by_boatmen(rule, crew)
    if boatmen:
        cited = with_sentence(citation, rule["cite_then"])
        steps.append(_Step({replaced: -boatmen, then_by: boatmen}, cited, leans_on=True))
    return steps


def _engineers_by_boatmen(rule: Mapping[str, Any], crew: RhineCrew) -> int:
    """How many engineers boatmen may stand in for, 0 where that is not open."""
    engineers, able = crew.table.get(Function(rule["replace"]), 0), crew.table.get(Function(rule["by"]), 0)
    return engineers_by_boatmen(rule, engineers, able)


def engineers_by_boatmen(rule: Mapping[str, Any], engineers: int, able_boatmen: int) -> int:
    """The same from the numbers the table prescribes."""
    if not engineers or not able_boatmen:
        return 0
    if rule["then_needs"] == "as_many_able_boatmen":
        return able_boatmen if able_boatmen <= engineers else 0
    return engineers


def _added(facts: Facts, crew: RhineCrew) -> list[_Step]:
    """§ 19.05 Nr. 2 S. 2: added able boatmen by boatmen, where able boatmen belong to the table's crew."""
    steps = [_NOTHING]
    for back_to, most in added_able_boatmen(facts, crew):
        rule = facts.law("rhine.equipment_surcharge") or {}
        able = Function(rule["engine_letters"]["function"])
        cited = rule["engine_letters"]["cite_back"]
        steps += [_Step({able: -n, back_to: n}, cited, leans_on=True) for n in range(1, most + 1)]
    return steps


def with_sentence(citation: str, sentence: str) -> str:
    """A citation with a sentence, before the remark about its wording."""
    head, bracket, tail = citation.partition(" (Fassung")
    return f"{head} {sentence}{bracket}{tail}"


def options(facts: Facts, derived: RhineDerived) -> tuple[Substitution, ...]:
    """The exchanges as options, each with the most members it may replace."""
    found: dict[tuple[Function, Function, str], int] = {}
    for crew in derived.crews:
        ways = (_deckhand(facts, derived, crew), _engineers(facts, derived, crew), _added(facts, crew))
        for step in (step for way in ways for step in way if step.change):
            (old,) = (function for function, count in step.change.items() if count < 0)
            (new,) = (function for function, count in step.change.items() if count > 0)
            key = (old, new, step.citation)
            found[key] = max(found.get(key, 0), step.change[new])
    rule = facts.law(derived.rule("apprentice"))
    boatmen = max((crew.table.get(Function.BOATMAN, 0) for crew in derived.crews), default=0)
    if rule is not None and boatmen:
        key = (Function(rule["replace"]), Function(rule["by"]), facts.citation(derived.rule("apprentice")))
        found[key] = boatmen
    return tuple(Substitution(old, (new,), cited, max_times=most) for (old, new, cited), most in found.items())


def crews_at_school(facts: Facts, derived: RhineDerived, log: Log) -> list[Alternative]:
    """§ 19.02 Nr. 3, § 19.03 Nr. 3, § 19.04 Nr. 6-8: crews less one apprentice who is at school."""
    rule_id = derived.rule("school")
    rule = facts.law(rule_id)
    if rule is None:
        return []
    entry = next((e for e in rule["where"] if (e["step"], e["column"]) == (derived.step, derived.column)), None)
    if entry is None:
        return []
    left = entry.get("left", 0)
    crews = [crew for crew in derived.crews if crew.table.get(Function.APPRENTICE, 0) > left]
    period = school_period(facts, rule["months"]) if crews else None
    if period is None:
        return []
    lowered = [_less_one_apprentice(facts, derived, crew) for crew in crews]
    text = crews_text([item.functions() for item in lowered])
    name = period.person.name
    log.step(
        rule_id,
        Text(
            f"{name} seit {period.first_day:%d.%m.%Y} in der Schifferberufsschule, ein Leichtmatrose weniger: {text.de}",
            f"{name} at the vocational school since {period.first_day.isoformat()}, one apprentice less: {text.en}",
        ),
    )
    return lowered


def _less_one_apprentice(facts: Facts, derived: RhineDerived, crew: RhineCrew) -> Alternative:
    places = _changed(named_places(facts, derived, crew), (_Step({Function.APPRENTICE: -1}),))
    return Alternative(places=ordered(places), by=facts.citation(derived.rule("school")))
