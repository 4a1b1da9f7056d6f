"""Facts of a substitution case that asks which place a person with given certificates may take."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, time
from typing import Any

from optimizer.cases.people_case import PeopleCase, case_instance, mate
from optimizer.cases.rhine_places import RHINE_FACTS, rhine_places
from optimizer.cases.words import function_of
from optimizer.domain import (
    Certificate,
    CertificateKind,
    Function,
    Regime,
    Shift,
    Vessel,
    VesselType,
    modes_of,
)
from optimizer.law import Rulebook
from optimizer.manning import Place
from optimizer.terms import recognise
from optimizer.timeline import Interval, add_years, at_wall_clock

KNOWN = frozenset({"date", "regime", "qualifications", "age", "slot", "vessel", *RHINE_FACTS})
_BOOKS = {
    Function.DECKHAND: Function.FERRY_APPRENTICE,
    Function.DECKHAND_180: Function.FERRY_ASSISTANT,
}
_FERRIES = (VesselType.PASSENGER_FERRY, VesselType.VEHICLE_FERRY)


def place_case(facts: Mapping[str, Any], rulebook: Rulebook) -> PeopleCase:
    """The person and the place, on a vessel of the type the place names."""
    day = date.fromisoformat(facts["date"])
    person = mate("P1", add_years(day, -facts["age"]))
    # Whoever holds an apprentice's certificate is in training.
    person = replace(person, training_contract_until=date(day.year + 1, 12, 31), **_experience(facts["qualifications"]))
    kinds = [kind for name in facts["qualifications"] if (kind := recognise("certificate", name))]
    vessel_type, place = _slot(facts["slot"], day, rulebook)
    instead: tuple[Place, ...] = ()
    if facts["regime"] == Regime.RHEINSCHPERSV:
        place, instead = rhine_places(facts, place.function, vessel_type, day, rulebook)
    vessel = Vessel(vessel_id="V1", name="Probe", type=vessel_type, standard="S1")
    shift = Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(at_wall_clock(day, time(8)), at_wall_clock(day, time(16))),
        mode=modes_of(Regime(facts["regime"]))[0],
        regime=Regime(facts["regime"]),
    )
    held = [valid_certificate("P1", CertificateKind(kind), rulebook) for kind in kinds]
    return PeopleCase(
        instance=case_instance(rulebook, [person], held, vessel, shift),
        shift=shift,
        person=person,
        place=place,
        role=None,
        mates=(),
        accompanied=True,
        instead=instead,
    )


def _experience(qualifications: Iterable[str]) -> dict[str, int]:
    """Year of training and service time among the qualifications: ``3. Lehrjahr``, ``Fahrzeit 1 Jahr``."""
    text, found = " | ".join(qualifications), {}
    if year := re.search(r"(\d+)\.\s*Lehrjahr", text):
        found["training_year"] = int(year[1])
    if served := re.search(r"Fahrzeit\s*(?:>=)?\s*(\d+)\s*(Jahr|Monat|Tag)", text):
        found["service_days"] = int(served[1]) * {"Jahr": 360, "Monat": 30, "Tag": 1}[served[2]]
    return found


def valid_certificate(crew_id: str, kind: CertificateKind, rulebook: Rulebook) -> Certificate:
    """A certificate that is valid on every day of the cases; old documents were issued in 2020."""
    old = "issued_until" in rulebook.rule(f"certificate.{kind}").versions[-1].values
    return Certificate(
        crew_id=crew_id,
        kind=kind,
        issued_on=date(2020, 2, 1) if old else date(2022, 3, 15),
        unlimited=True,
        route="exam" if kind is CertificateKind.BOATMAN else "",
    )


def _slot(text: str, day: date, rulebook: Rulebook) -> tuple[VesselType, Place]:
    """A place like ``Leichtmatrose (Fahrzeit >= 2 Jahre, >= 17; § 105(3))`` or ``Decksmann (Wagenfähre)``."""
    name, _, remark = text.partition("(")
    vessel_type = _vessel_type(re.split(r"[),;:]", remark))
    function = function_of(name.replace("zweiter", ""))
    also = (_BOOKS[function],) if function in _BOOKS and vessel_type in _FERRIES else ()
    if "Fahrzeit >=" in remark:
        condition = _condition(remark, function, day, rulebook)
        return vessel_type, Place(function, condition.get("min_age"), condition.get("min_service_days"))
    return vessel_type, Place(function, also=also)


def _vessel_type(words: Iterable[str]) -> VesselType:
    """The vessel a remark names; elsewhere a motor cargo vessel."""
    named = (recognise("vessel_type", word) for word in words if word.strip())
    return VesselType(next((kind for kind in named if kind), VesselType.MOTOR_CARGO))


def _condition(remark: str, function: Function, day: date, rulebook: Rulebook) -> Mapping[str, Any]:
    """What the law ties to a place of this function, by the rule of the paragraph named if there is one."""
    rules = [
        (rule, values)
        for rule in rulebook.starting_with("manning.")
        if (values := rulebook.values(rule.rule_id, day)) and values.get("function") == function
        if "min_service_days" in values
    ]
    cited = re.search(r"§\s*(\d+)", remark)
    named = [values for rule, values in rules if cited and re.search(rf"§ {cited.group(1)}\b", rule.citation)]
    return next(iter([*named, *(values for _, values in rules)]), {})
