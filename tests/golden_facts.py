"""Golden cases as records of the product: facts to vessel, shift and instance.

Used by the tests of both sides of the house, so that planning and checking judge the very same
facts. Derived facts of a case (hours sailed, crew hours) stay with the test that needs them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateCrew,
    CertificateKind,
    ConvoyLead,
    CrewScope,
    Dataset,
    Employment,
    Function,
    OperatingMode,
    Permit,
    Person,
    PushedUnit,
    Regime,
    SafetyRole,
    Shift,
    TowPosition,
    Vessel,
    VesselType,
)
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.terms import recognise
from optimizer.timeline import Interval, day_start, local

GOLDEN = Path(__file__).parent / "golden"
DEFAULT_DAY = "2026-04-20"

_TYPES = {"day_excursion_steam": "day_excursion", "floating_equipment": "other"}
_VESSEL_NUMBERS = (
    "tonnage_t",
    "displacement_t",
    "power_kw",
    "length_m",
    "breadth_m",
    "passengers_max",
    "persons_max",
    "beds",
    "standard",
    "engine_rooms",
    "crossing_minutes",
    "escape_hoods",
)
_FEATURES = (
    "cable_guided",
    "rowing",
    "radio",
    "mooring_from_wheelhouse",
    "anchor_remote",
    "anchor_accessible",
    "single_main_engine",
    "ramps_remote",
    "sailing_rig",
    "self_propelled",
    "helm_separated",
    "berth_steady",
    "bilge_remote_or_auto",
    "bow_winch_motorised",
    "stern_winch_motorised",
    "mechanical_aids",
    "engine_only_for_manoeuvring",
    "lng",
)
_SHIFT_FACTS = (
    "with_passengers",
    "persons_aboard",
    "beds_occupied",
    "towed_vessels",
    "towed_empty_alongside_downstream",
    "single_tow_line",
    "as_vorspann",
    "zone",
    "on_elbe",
    "route_km",
    "shuttle",
)
_PERMITS = {
    "deckhand_waiver_in_certificate": "§ 111(2)",
    "ramp_location_approved": "§ 113(4)",
    "permit_104_6": "§ 104(6)",
    "permit_104_7": "§ 104(7)",
    "permit_117_1": "§ 117(1)",
}


def golden_cases(name: str) -> list[dict[str, Any]]:
    """All cases of one file, e.g. ``ferry``."""
    return json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))


def golden_instance(facts: Mapping[str, Any]) -> tuple[Instance, Shift]:
    """One vessel with one shift of eight hours on the day of the case."""
    vessel, shift = golden_vessel(facts), golden_shift(facts)
    dataset = Dataset(
        vessels={vessel.vessel_id: vessel},
        crew={person.crew_id: person for person in _apprentices(facts)},
        shifts={shift.shift_id: shift},
        permits=_permits(facts),
        certificate_crews=_certificate_crews(facts),
        certificates=tuple(_apprentice_certificate(person) for person in _apprentices(facts)),
        absences=_school_periods(facts),
    )
    day = shift.interval.start.replace(hour=0)
    window = Interval(day, day + timedelta(days=1))
    return Instance(dataset, window, load_rulebook()), shift


def golden_vessel(facts: Mapping[str, Any]) -> Vessel:
    stated = {name: facts[name] for name in _VESSEL_NUMBERS if name in facts}
    unmet = facts.get("unmet")
    return Vessel(
        vessel_id="V1",
        name="Probe",
        type=VesselType(_TYPES.get(facts["type"], facts["type"])),
        unmet=None if unmet is None else frozenset(str(number) for number in unmet),
        features={name: facts[name] for name in _FEATURES if facts.get(name) is not None},
        lead=ConvoyLead(facts["lead"]) if "lead" in facts else None,
        lighters=facts.get("lighters"),
        lighter_lengths_m=tuple(facts.get("lighter_lengths_m", ())),
        **stated,
    )


def golden_shift(facts: Mapping[str, Any]) -> Shift:
    stated = {name: facts[name] for name in _SHIFT_FACTS if name in facts}
    start = datetime.fromisoformat(_day(facts)).replace(hour=6, tzinfo=UTC)
    clear = facts.get("day_and_good_visibility")
    return Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(start, start + timedelta(hours=8)),
        mode=OperatingMode(facts["mode"]) if facts.get("mode") else None,
        regime=Regime.RHEINSCHPERSV if facts.get("rhine") else Regime.BINSCHPERSV,
        waterway=facts.get("waterway", ""),
        daylight=clear,
        good_visibility=clear,
        stretch="bremen_mittelsbueren" if facts.get("bremen_mittelsbueren") else "",
        tow_position=TowPosition(facts["position"]) if "position" in facts else None,
        crew_scope=_scope(facts),
        pushed_units=tuple(PushedUnit(unit) for unit in facts.get("pushed_units", ())),
        **stated,
    )


def _day(facts: Mapping[str, Any]) -> str:
    leave = facts.get("school_leave") or {}
    return str(facts.get("date") or leave.get("on_date") or DEFAULT_DAY)


def _scope(facts: Mapping[str, Any]) -> CrewScope | None:
    word = recognise("crew_scope", facts.get("crew_scope", ""))
    return None if word is None else CrewScope(word)


def _permits(facts: Mapping[str, Any]) -> tuple[Permit, ...]:
    granted = (paragraph for name, paragraph in _PERMITS.items() if facts.get(name))
    return tuple(Permit(vessel_id="V1", paragraph=paragraph) for paragraph in granted)


def _apprentices(facts: Mapping[str, Any]) -> tuple[Person, ...]:
    """The apprentice of the vessel who is at school."""
    if facts.get("school_leave") is None:
        return ()
    born = date(2009, 1, 1)
    return (Person(crew_id="L1", name="Probe", birth_date=born, employment=Employment.EMPLOYEE, home_vessel="V1"),)


def _apprentice_certificate(person: Person) -> Certificate:
    return Certificate(crew_id=person.crew_id, kind=CertificateKind.APPRENTICE, issued_on=date(2025, 8, 1))


def _school_periods(facts: Mapping[str, Any]) -> tuple[Absence, ...]:
    """The period a case names, held open to half a year; an earlier one is put at the start of the year."""
    leave = facts.get("school_leave")
    if leave is None:
        return ()
    start = date.fromisoformat(leave["start"])
    periods = [(start, start + timedelta(days=180))]
    if leave.get("earlier_block_same_year"):
        periods.insert(0, (date(start.year, 1, 1), date(start.year, 1, 2)))
    return tuple(
        Absence(
            crew_id="L1",
            start=day_start(first),
            end=day_start(end),
            kind=AbsenceKind.SCHOOL,
            school_certificate_on_board=leave["certificate_on_board"],
        )
        for first, end in periods
    )


def _certificate_crews(facts: Mapping[str, Any]) -> tuple[CertificateCrew, ...]:
    entered = facts.get("certificate_crew")
    if entered is None:
        return ()
    mode = OperatingMode(facts["mode"]) if facts.get("mode") else None
    crew = {function_of(word): count for word, count in entered.items()}
    return (CertificateCrew(vessel_id="V1", mode=mode, alternatives=(crew,)),)


def function_of(word: str) -> Function:
    identifier = recognise("function", word)
    assert identifier is not None, word
    return Function(identifier)


def role_of(word: str) -> SafetyRole:
    identifier = recognise("safety_role", word)
    assert identifier is not None, word
    return SafetyRole(identifier)


def expected_crews(case: Mapping[str, Any]) -> set[frozenset[tuple[Function, int]]] | None:
    """The expected crews as a set of multisets, ``None`` where the case does not ask."""
    crews = case["expected"]["crews"]
    if crews is None:
        return None
    return {frozenset((function_of(word), n) for word, n in crew.items()) for crew in crews}


def can_be_aboard(case: Mapping[str, Any], crew: Mapping[Function, int]) -> bool:
    """Whether the people a case says are on board make up a crew (all crews, where it says nothing)."""
    aboard = case["facts"].get("on_board")
    if aboard is None:
        return True
    members = {function_of(word): count for word, count in aboard.items()}
    return all(count <= members.get(function, 0) for function, count in crew.items())


def citation_key(citation: str) -> tuple[str, str, frozenset[str]]:
    """Paragraph, Absatz and sentences of a citation, however it is written.

    The ordinance's name and the version in brackets are left out; an absent sentence means all.
    """
    text = re.sub(r"\(.*?\)", "", citation)
    paragraph = re.search(r"§+\s*(\d+\w?)", text)
    section = re.search(r"Abs(?:atz|\.)\s*(\d+)", text)
    sentences = re.search(r"(?:S\.|Satz)\s*([\d ,–-]+)", text)
    return (
        paragraph.group(1) if paragraph else "",
        section.group(1) if section else "",
        frozenset(_numbers(sentences.group(1)) if sentences else ()),
    )


def _numbers(text: str) -> list[str]:
    found: list[str] = []
    for part in re.split(r",", text):
        ends = [int(number) for number in re.findall(r"\d+", part)]
        if ends:
            found += [str(number) for number in range(ends[0], ends[-1] + 1)]
    return found


def same_citation(offered: str, expected: str) -> bool:
    """Whether an offered citation names at least the sentences of the expected one."""
    mine, theirs = citation_key(offered), citation_key(expected)
    return mine[:2] == theirs[:2] and (not mine[2] or theirs[2] <= mine[2])


def day_of(shift: Shift) -> date:
    return local(shift.interval.start).date()
