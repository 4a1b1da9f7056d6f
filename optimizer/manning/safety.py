"""Safety staff of passenger ships while passengers are aboard (§ 110, on the Rhine § 16.11 RheinSchPersV)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from optimizer.domain import SafetyRole
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.requirement import SafetyRequirement
from optimizer.manning.wording import quantity
from optimizer.terms import term

MOORED = "safety.moored"
NO_BREATHING = "safety.no_breathing"
ONE_PERSON = "safety.one_person"


def safety_staff(facts: Facts, crew_size: int, log: Log) -> SafetyRequirement | None:
    """Safety staff of a stretch, ``None`` where none is needed.

    Parameters
    ----------
    crew_size
        Places of the minimum crew, which count among the persons aboard.
    """
    rule_id = _table_of(facts)
    if rule_id is None or facts.with_passengers is False:
        return None
    values = facts.law(rule_id)
    if values is None:
        return None
    if facts.with_passengers is None:
        log.assumed(rule_id, ["with_passengers"], _TAKEN_AS_LADEN)
    if facts.sailing:
        roles = _roles_sailing(facts, rule_id, values, crew_size, log)
    else:
        roles = _roles_moored(facts, values, log)
    roles = _without_breathing(facts, roles, log)
    joined = _may_be_one_person(facts)
    if joined:
        log.step(_own(facts, ONE_PERSON), _JOINED)
    return SafetyRequirement(
        roles={SafetyRole(name): count for name, count in roles.items()},
        may_be_one_person=joined,
        rule_id=rule_id if facts.sailing else _own(facts, MOORED),
        citation=facts.citation(rule_id if facts.sailing else _own(facts, MOORED)),
    )


def _table_of(facts: Facts) -> str | None:
    for rule in facts.instance.rulebook.starting_with(_own(facts, "safety.")):
        values = rule.versions[-1].values
        if "steps" in values and facts.vessel.type in values["vessel_types"]:
            return rule.rule_id
    return None


def _own(facts: Facts, rule_id: str) -> str:
    """The rule of § 110, or on the Rhine that of § 16.11 RheinSchPersV."""
    return f"rhine.{rule_id}" if facts.rhine_rules else rule_id


def _roles_sailing(
    facts: Facts, rule_id: str, values: Mapping[str, Any], crew_size: int, log: Log
) -> Mapping[str, int]:
    """The first step whose band holds the number; the last one where the number is unknown."""
    name = values["criteria"][0]
    count = facts.figure(name)
    if count is None:
        count = _bound(facts, name, crew_size)
        log.assumed(rule_id, [name], _TAKEN_AS_FULL)
    steps = values["steps"]
    fitting = [row for row in steps if count is not None and holds(row[name], count)]
    row = fitting[0] if fitting else steps[-1]
    stated = Text("Zahl unbekannt", "number unknown") if count is None else quantity(name, count)
    log.step(rule_id, _roles_text(row, stated))
    return row["roles"]


def _bound(facts: Facts, name: str, crew_size: int) -> int | None:
    """The most that can be aboard when the number itself is not stated."""
    vessel = facts.vessel
    if name == "beds_occupied":
        return vessel.beds
    if vessel.persons_max is not None:
        return vessel.persons_max
    return None if vessel.passengers_max is None else vessel.passengers_max + crew_size


def _roles_moored(facts: Facts, values: Mapping[str, Any], log: Log) -> Mapping[str, int]:
    rule = facts.law(_own(facts, MOORED)) or {"step": values["steps"][-1]["step"]}
    row = next(row for row in values["steps"] if row["step"] == rule["step"])
    log.step(_own(facts, MOORED), _roles_text(row, Text("Stillliegen mit Fahrgästen", "moored with passengers")))
    return row["roles"]


def _without_breathing(facts: Facts, roles: Mapping[str, int], log: Log) -> Mapping[str, int]:
    """§ 110(3): no breathing-apparatus wearers on short vessels with a hood for every bed."""
    rule = facts.law(_own(facts, NO_BREATHING))
    wearer = str(SafetyRole.BREATHING_APPARATUS_WEARER)
    if rule is None or wearer not in roles or facts.vessel.type not in rule["vessel_types"]:
        return roles
    vessel = facts.vessel
    needed = getattr(vessel, rule["escape_hoods_at_least"])
    if None in (vessel.length_m, vessel.escape_hoods, needed):
        return roles
    if not holds(rule["length_m"], vessel.length_m) or vessel.escape_hoods < needed:  # type: ignore[operator, arg-type]
        return roles
    log.step(_own(facts, NO_BREATHING), _HOODS)
    return {name: count for name, count in roles.items() if name != wearer}


def _may_be_one_person(facts: Facts) -> bool:
    """§ 110(4): moored, or a day-excursion vessel for few persons."""
    rule = facts.law(_own(facts, ONE_PERSON))
    if rule is None:
        return False
    if not facts.sailing:
        return bool(rule["moored"])
    persons = facts.vessel.persons_max
    if persons is None:
        persons = facts.vessel.passengers_max
    small = persons is not None and holds(rule["day_excursion_passengers_max"], persons)
    return small and facts.vessel.type in _day_excursion(facts)


def _day_excursion(facts: Facts) -> list[str]:
    rule = facts.law(_own(facts, "safety.day_excursion"))
    return rule["vessel_types"] if rule else []


def _roles_text(row: Mapping[str, Any], stated: Text) -> Text:
    german, english = (
        " + ".join(f"{n} × {term('safety_role', role, lang)}" for role, n in row["roles"].items())
        for lang in ("de", "en")
    )
    return Text(f"Sicherheitspersonal ({stated.de}): {german}", f"Safety staff ({stated.en}): {english}")


_JOINED = Text(
    "Sachkundiger und Ersthelfer dürfen dieselbe Person sein",
    "Passenger expert and first aider may be the same person",
)
_HOODS = Text(
    "Keine Atemschutzgeräteträger: kurzes Schiff mit Fluchthauben für alle Betten",
    "No breathing-apparatus wearers: short vessel with escape hoods for all beds",
)
_TAKEN_AS_LADEN = Text("Geplant wird, als wären Fahrgäste an Bord.", "Planned as if passengers were aboard.")
_TAKEN_AS_FULL = Text("Geplant wird mit der höchsten möglichen Zahl.", "Planned with the highest possible number.")
