"""Minimum crews, options and safety staff of a vessel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from optimizer.cases.outcome import Outcome
from optimizer.cases.vessel_facts import can_be_aboard, vessel_case
from optimizer.cases.words import crew_words
from optimizer.check import lawful_crew
from optimizer.check.crew_facts import MissingFactError, facts_of
from optimizer.check.safety_check import staff_need
from optimizer.check.stretches import stretches
from optimizer.domain import Crew, Function, SafetyRole, Shift
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.manning import CrewRequirement, Substitution, crew_requirements
from optimizer.terms import term

Asked = tuple[Instance, Shift]
NO_TABLES = ("manning.no_table", "rhine.no_table")
#: People in every function, enough for whatever a table may ask.
_ANY_CREW = 9


def crew_case(facts: Mapping[str, Any], rulebook: Rulebook) -> Asked:
    return vessel_case(facts, rulebook)


def crew_outcome(asked: Asked, facts: Mapping[str, Any], expected: Mapping[str, Any]) -> Outcome:
    """The answer to a case; crews and safety staff only where the case asks for them."""
    instance, shift = asked
    requirement = crew_requirements(instance, shift)[0]
    statutory = [alternative.functions() for alternative in requirement.statutory]
    crews = [crew for crew in statutory if can_be_aboard(facts, crew)]
    asks_crews = expected.get("crews") is not None
    got: dict[str, Any] = {
        "crews": [crew_words(crew) for crew in crews] if asks_crews else None,
        "conditions": [note.text.de for note in requirement.notes],
        "substitutions": [_option(option) for option in requirement.substitutions],
    }
    disputes: list[Text] = []
    if asks_crews:
        no_table = any(bar.code in NO_TABLES for bar in requirement.plan_bars)
        lawful = [*statutory, *(alternative.functions() for alternative in requirement.alternatives)]
        disputes += _asked_checker(lambda: list(_crew_disputes(asked, crews, lawful, no_table)))
    if "safety" in expected:
        got["safety"] = _safety(requirement)
        disputes += _asked_checker(lambda: list(_safety_disputes(asked, requirement)))
    return Outcome(got, disputes=tuple(disputes))


def _option(option: Substitution) -> dict[str, Any]:
    by = [term("function", function) for function in option.by]
    shown: dict[str, Any] = {"replace": term("function", option.replace), "by": by, "citation": option.citation}
    if option.count != 1:
        shown["replace_count"] = option.count
    if option.max_times != 1:
        shown["max"] = option.max_times
    return shown


def _safety(requirement: CrewRequirement) -> dict[str, Any]:
    staff = requirement.safety
    roles = {} if staff is None else staff.roles
    shown: dict[str, Any] = {term("safety_role", role): roles.get(role, 0) for role in SafetyRole}
    return {**shown, "may_be_one_person": staff is not None and staff.may_be_one_person}


# --- what the checker says ----------------------------------------------------------------------


def _asked_checker(ask: Callable[[], list[Text]]) -> list[Text]:
    try:
        return ask()
    except MissingFactError as missing:
        return [Text(f"es fehlt die Angabe: {missing.words.de}", f"a fact is missing: {missing.words.en}")]


def _crew_disputes(
    asked: Asked, crews: list[dict[Function, int]], lawful: list[dict[Function, int]], no_table: bool
) -> Iterator[Text]:
    """Every crew named is lawful, and none that lacks one member unless it is another one named."""
    instance, shift = asked
    if no_table and lawful_crew(instance, shift, dict.fromkeys(Function, _ANY_CREW)):
        yield Text("eine Tabelle gilt", "a table applies")
    for crew in crews:
        if not lawful_crew(instance, shift, crew):
            yield Text(f"rechtswidrig: {_written(crew)}", f"unlawful: {_written(crew)}")
        for function in crew:
            fewer = dict(Counter(crew) - Counter([function]))
            known = any(Counter(other) <= Counter(fewer) for other in lawful)
            if not known and lawful_crew(instance, shift, fewer):
                yield Text(f"rechtmäßig: {_written(fewer)}", f"lawful: {_written(fewer)}")


def _written(crew: Crew) -> str:
    return " + ".join(f"{number} {name}" for name, number in crew_words(crew).items()) or "niemand"


def _safety_disputes(asked: Asked, requirement: CrewRequirement) -> Iterator[Text]:
    instance, shift = asked
    need = staff_need(facts_of(instance, shift), stretches(instance, shift)[0])
    checked = {} if need is None else {role: number for role, number in need.roles.items() if number}
    staff = requirement.safety
    planned = {} if staff is None else {role: number for role, number in staff.roles.items() if number}
    one_person = (need is not None and need.one_person, staff is not None and staff.may_be_one_person)
    if checked != planned or one_person[0] != one_person[1]:
        shown = ", ".join(f"{number} {term('safety_role', role)}" for role, number in checked.items()) or "niemand"
        joined = " (eine Person genügt)" if one_person[0] else ""
        yield Text(f"Sicherheitspersonal: {shown}{joined}", f"safety staff: {shown}{joined}")
