"""Whether a minimum crew may be changed: who replaces whom on a vessel with that crew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, time
from itertools import product
from typing import Any

from optimizer.cases.outcome import Outcome
from optimizer.cases.people_case import case_instance, mate
from optimizer.cases.place_facts import valid_certificate
from optimizer.cases.words import CaseFault, crew_of
from optimizer.check import lawful_crew
from optimizer.domain import (
    Certificate,
    CertificateKind,
    ConvoyLead,
    Crew,
    Function,
    OperatingMode,
    Person,
    Regime,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.eligibility import eligible_places
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.law import Rule, Rulebook
from optimizer.manning import Alternative, CrewRequirement, Place, crew_requirements
from optimizer.manning.alternatives import exchanges_of
from optimizer.manning.facts import Facts
from optimizer.manning.places import PlaceMaker
from optimizer.timeline import Interval, add_years, at_wall_clock

KNOWN = frozenset(
    ("date", "regime", "mode", "minimum_crew", "change", "step", "sub_column", "sf_rest_assured", "vessel")
)
_ADULT = 36
_STANDARDS = ("S1", "S2")


@dataclass(frozen=True, slots=True)
class ChangeCase:
    """A minimum crew, and the crew after the change."""

    rulebook: Rulebook
    law: str
    shift: Shift
    before: Crew
    after: Crew
    step: str
    standards: tuple[str, ...]


def change_case(facts: Mapping[str, Any], law: str, rulebook: Rulebook) -> ChangeCase:
    """The change as crews by function; the second sub-column of mode D is that of standard S2."""
    day, change = date.fromisoformat(facts["date"]), facts["change"]
    before = crew_of(facts["minimum_crew"])
    after = dict(before)
    for function, count in crew_of(change["replace"]).items():
        after[function] = after.get(function, 0) - count
    for function, count in crew_of(change["by"]).items():
        after[function] = after.get(function, 0) + count
    shift = Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(at_wall_clock(day, time(8)), at_wall_clock(day, time(16))),
        mode=OperatingMode(facts["mode"]) if facts.get("mode") else None,
        regime=Regime(facts["regime"]),
        with_passengers=True,
    )
    column = facts.get("sub_column")
    standards = _STANDARDS if column is None else (_STANDARDS[column - 1],)
    wanted = {function: count for function, count in after.items() if count > 0}
    return ChangeCase(rulebook, law, shift, before, wanted, str(facts.get("step") or ""), standards)


def change_outcome(case: ChangeCase, _facts: Mapping[str, Any], _expected: Mapping[str, Any]) -> Outcome:
    """``allowed`` on the vessel whose table names the crew, if possible in the paragraph of the case.

    A crew that no table names (in that mode) is taken as it stands, with what § 118(1) opens; the
    checker knows no such crew and is not asked.
    """
    found = next(iter(sorted(_vessels(case), key=lambda item: not _cited(case, item[0]))), None)
    if found is None:
        allowed = _can_serve(case, *_as_it_stands(case))
        return Outcome({"allowed": allowed, "class": "hard"}, (_NO_TABLE,))
    _, instance, requirement = found
    allowed = _can_serve(case, instance, requirement.alternatives)
    checked = lawful_crew(instance, instance.shifts[0], case.after)
    dispute = Text("rechtmäßig", "lawful") if checked else Text("nicht rechtmäßig", "not lawful")
    return Outcome({"allowed": allowed, "class": "hard"}, disputes=() if checked == allowed else (dispute,))


_NO_TABLE = Text(
    "Keine Tabelle nennt diese Besatzung; die Prüfung wurde nicht gefragt.",
    "No table names this crew; the checker was not asked.",
)


def _as_it_stands(case: ChangeCase) -> tuple[Instance, tuple[Alternative, ...]]:
    vessel = Vessel(vessel_id="V1", name="Probe", type=VesselType.OTHER)
    instance = case_instance(case.rulebook, [], [], vessel, case.shift)
    facts = Facts(instance=instance, vessel=vessel, shift=case.shift, intervals=(case.shift.interval,))
    maker = PlaceMaker(facts, None, None)
    opened = exchanges_of(facts, [dict(case.before)], None, maker)
    return instance, (maker.alternative(case.before), *(item.result for _, item in opened))


def _cited(case: ChangeCase, rule: Rule) -> bool:
    return any(re.search(rf"§ {number}\b", rule.citation) for number in re.findall(r"§ (\d+)", case.law))


# --- a vessel with this minimum crew ------------------------------------------------------------


def _vessels(case: ChangeCase) -> Iterator[tuple[Rule, Instance, CrewRequirement]]:
    """Vessels, one for each table, of which the law demands exactly the crew of the case."""
    day = case.shift.interval.days()[0]
    for rule in case.rulebook.starting_with("manning."):
        values = case.rulebook.values(rule.rule_id, day) or {}
        if "steps" not in values or "vessel_types" not in values:
            continue
        for vessel, shift in _samples(case, rule.rule_id, values, day):
            instance = case_instance(case.rulebook, [], [], vessel, shift)
            requirement = crew_requirements(instance, shift)[0]
            if any(item.functions() == case.before for item in requirement.statutory):
                yield rule, instance, requirement
                break


def _samples(case: ChangeCase, table: str, values: Mapping[str, Any], day: date) -> Iterator[tuple[Vessel, Shift]]:
    steps = [step for step in values["steps"] if case.step in ("", step["step"])]
    for step, standard in product(steps, case.standards):
        vessel = Vessel(
            vessel_id="V1",
            name="Probe",
            type=VesselType(values["vessel_types"][0]),
            standard=standard,
            unmet=frozenset(),
            features={"mechanical_aids": True},
        )
        deviates = step.get("deviates_from")
        read = next((item for item in values["steps"] if item["step"] == deviates), step)
        shift = _on_waters(case, table, day) if deviates else case.shift
        for formation in read.get("formation", [None]):
            figures = {name: _figure(read[name]) for name in values["criteria"] if isinstance(read.get(name), Mapping)}
            yield replace(vessel, **figures, **_convoy(formation, values["steps"])), shift


def _on_waters(case: ChangeCase, table: str, day: date) -> Shift:
    """The shift where the deviating step of a convoy applies."""
    where = (case.rulebook.values(f"{table}.waters", day) or {"where": [{}]})["where"][0]
    return replace(case.shift, zone=next(iter(where.get("zone", ())), None), on_elbe=where.get("on_elbe"))


def _figure(band: Mapping[str, Any]) -> int:
    """A figure inside a band."""
    if "over" in band:
        return int(band["over"]) + 1
    return int(band["from"] if "from" in band else band["up_to"])


def _convoy(formation: Mapping[str, Any] | None, steps: list[Mapping[str, Any]]) -> dict[str, Any]:
    """The formation of a step; where it sets no length, longer than any step that does."""
    if formation is None:
        return {}
    described = [item for step in steps for item in step.get("formation", ())]
    return {
        "lead": ConvoyLead(formation["lead"]),
        "lighters": _figure(formation["lighters"]),
        **{name: _dimension(name, formation, described) for name in ("length_m", "breadth_m")},
    }


def _dimension(name: str, formation: Mapping[str, Any], described: list[Mapping[str, Any]]) -> float:
    bounds = [item[name]["up_to"] for item in described if name in item]
    return float(formation[name]["up_to"] if name in formation else max(bounds) + 1)


# --- the changed crew in it ---------------------------------------------------------------------


def _can_serve(case: ChangeCase, instance: Instance, alternatives: tuple[Alternative, ...]) -> bool:
    """Whether people with the certificates of the changed crew can fill every place of some crew."""
    shift = instance.shifts[0]
    people, certificates = _people(case, shift)
    staffed = case_instance(case.rulebook, people, certificates, instance.vessel_of(shift), shift)
    places = {place for alternative in alternatives for place in alternative.places}
    may = eligible_places(staffed, shift, places, accompanied=True)
    return any(_seated(list(item.places), may, frozenset()) for item in alternatives)


def _seated(places: list[Place], may: Mapping[str, frozenset[Place]], taken: frozenset[str]) -> bool:
    if not places:
        return True
    able = (crew_id for crew_id, fits in may.items() if crew_id not in taken and places[0] in fits)
    return any(_seated(places[1:], may, taken | {crew_id}) for crew_id in able)


def _people(case: ChangeCase, shift: Shift) -> tuple[list[Person], list[Certificate]]:
    """An adult for each member of the crew, with the certificate of the function."""
    day = shift.interval.days()[0]
    people, certificates = [], []
    members = [function for function, count in case.after.items() for _ in range(count)]
    for number, function in enumerate(members, start=1):
        person = mate(f"P{number}", add_years(day, -_ADULT))
        people.append(replace(person, service_days=_ADULT * 100, training_contract_until=date(day.year + 1, 12, 31)))
        certificates.append(_certificate(case, person.crew_id, function, day))
    return people, certificates


def _certificate(case: ChangeCase, crew_id: str, function: Function, day: date) -> Certificate:
    kind = _kind(case.rulebook, function, day)
    held = valid_certificate(crew_id, kind, case.rulebook)
    return replace(held, validated_days=_ADULT * 100, unlimited=False)


def _kind(rulebook: Rulebook, function: Function, day: date) -> CertificateKind:
    """The first certificate made out for a function; a deckhand 180 holds that of a deckhand."""
    if function is Function.DECKHAND_180:
        function = Function.DECKHAND
    for kind in CertificateKind:
        if function in (rulebook.values(f"certificate.{kind}", day) or {}).get("functions", ()):
            return kind
    raise CaseFault(
        Text(f"Für „{function}“ gibt es kein Zeugnis.", f'There is no certificate for "{function}".'),
        Text("Bitte eine Funktion der Besatzungstabellen nennen.", "Name a function of the crew tables."),
    )
