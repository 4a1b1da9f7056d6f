"""Facts of a minimum-crew case as vessel, shift and instance."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from optimizer.cases.words import crew_of
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
    Movement,
    OperatingMode,
    Permit,
    Person,
    PushedUnit,
    Regime,
    Shift,
    TowPosition,
    Vessel,
    VesselState,
    VesselType,
    modes_of,
)
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.manning import required_mode
from optimizer.terms import recognise
from optimizer.timeline import Interval, at_wall_clock, day_start

DEFAULT_DAY = "2026-04-20"
_TYPES = {"day_excursion_steam": "day_excursion", "floating_equipment": "other"}
_VESSEL_FACTS = (
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
    "lighters",
)
_FEATURES = (
    "cable_guided",
    "free_moving",
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
    "charter_passengers",
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
_SAILED = (
    "sailing_hours_in_24h",
    "sailing_intervals",
    "crew_change",
    "crew_hours_on_board_in_24h",
    "crew_continues_on_other_vessel",
)
#: Facts that decide conditions or the answer, not the records.
_BESIDE = ("lost_member", "lost_during_voyage", "on_board", "arrangement", "passengers_aboard")
KNOWN = frozenset(
    (*_VESSEL_FACTS, *_FEATURES, *_SHIFT_FACTS, *_PERMITS, *_SAILED, *_BESIDE)
    + ("type", "mode", "date", "rhine", "waterway", "day_and_good_visibility", "moored", "unmet", "lead")
    + ("lighter_lengths_m", "pushed_units", "position", "crew_scope", "bremen_mittelsbueren")
    + ("school_leave", "certificate_crew")
)


def vessel_case(facts: Mapping[str, Any], rulebook: Rulebook) -> tuple[Instance, Shift]:
    """One vessel with one shift of eight hours on the day of the case."""
    facts = _with_mode(facts, rulebook)
    vessel, shift = vessel_of(facts), shift_of(facts)
    apprentices = _apprentices(facts)
    dataset = Dataset(
        vessels={vessel.vessel_id: vessel},
        crew={person.crew_id: person for person in apprentices},
        shifts={shift.shift_id: shift},
        permits=_permits(facts),
        movements=_movements(facts, shift),
        certificate_crews=_certificate_crews(facts),
        certificates=tuple(_apprentice_certificate(person) for person in apprentices),
        absences=_school_periods(facts),
    )
    day = shift.interval.start.replace(hour=0)
    return Instance(dataset, Interval(day, day + timedelta(days=1)), rulebook), shift


def can_be_aboard(facts: Mapping[str, Any], crew: Mapping[Function, int]) -> bool:
    """Whether the people a case says are on board make up a crew; any crew, where it says nothing."""
    aboard = facts.get("on_board")
    if aboard is None:
        return True
    members = crew_of(aboard)
    return all(count <= members.get(function, 0) for function, count in crew.items())


def vessel_of(facts: Mapping[str, Any]) -> Vessel:
    stated = {name: facts[name] for name in _VESSEL_FACTS if name in facts}
    unmet = facts.get("unmet")
    return Vessel(
        vessel_id="V1",
        name="Probe",
        type=VesselType(_TYPES.get(facts["type"], facts["type"])),
        unmet=None if unmet is None else frozenset(str(number) for number in unmet),
        features={name: facts[name] for name in _FEATURES if facts.get(name) is not None},
        lead=ConvoyLead(facts["lead"]) if facts.get("lead") else None,
        steam=facts["type"] == "day_excursion_steam" or None,
        lighter_lengths_m=tuple(facts.get("lighter_lengths_m", ())),
        **stated,
    )


def shift_of(facts: Mapping[str, Any]) -> Shift:
    stated = {name: facts[name] for name in _SHIFT_FACTS if name in facts}
    start = datetime.fromisoformat(_day(facts)).replace(hour=6, tzinfo=UTC)
    clear = facts.get("day_and_good_visibility")
    return Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(start, start + timedelta(hours=8)),
        mode=_mode(facts),
        regime=_regime(facts),
        waterway=facts.get("waterway", ""),
        daylight=clear,
        good_visibility=clear,
        stretch="bremen_mittelsbueren" if facts.get("bremen_mittelsbueren") else "",
        tow_position=TowPosition(facts["position"]) if "position" in facts else None,
        crew_scope=_scope(facts),
        pushed_units=tuple(PushedUnit(unit) for unit in facts.get("pushed_units", ())),
        **stated,
    )


def _mode(facts: Mapping[str, Any]) -> OperatingMode | None:
    """The mode of the case, one of its ordinance's; passenger boats are of § 111 BinSchPersV wherever they are."""
    if not facts.get("mode"):
        return None
    mode, regime = OperatingMode(facts["mode"]), _regime(facts)
    if mode not in modes_of(regime) and facts["type"] != VesselType.PASSENGER_BOAT:
        raise ValueError(f"{mode} is not a mode of the {regime}")
    return mode


def _regime(facts: Mapping[str, Any]) -> Regime:
    return Regime.RHEINSCHPERSV if facts.get("rhine") else Regime.BINSCHPERSV


def _with_mode(facts: Mapping[str, Any], rulebook: Rulebook) -> Mapping[str, Any]:
    """The lowest mode that allows the hours sailed, where a case asks for it by them."""
    if "mode" not in facts or facts["mode"] is not None or not set(_SAILED) & set(facts):
        return facts
    sailing: float | list[Interval] = facts.get("sailing_hours_in_24h", 0) * 60
    if facts.get("crew_change") and not facts["crew_continues_on_other_vessel"]:
        sailing = facts["crew_hours_on_board_in_24h"] * 60
    if "sailing_intervals" in facts:
        sailing = [Interval(_berlin(start), _berlin(end)) for start, end in facts["sailing_intervals"]]
    return {**facts, "mode": required_mode(sailing, rulebook, date.fromisoformat(_day(facts)))}


def _berlin(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return at_wall_clock(moment.date(), time(moment.hour, moment.minute))


def _day(facts: Mapping[str, Any]) -> str:
    leave = facts.get("school_leave") or {}
    return str(facts.get("date") or leave.get("on_date") or DEFAULT_DAY)


def _scope(facts: Mapping[str, Any]) -> CrewScope | None:
    word = recognise("crew_scope", facts.get("crew_scope", ""))
    return None if word is None else CrewScope(word)


def _permits(facts: Mapping[str, Any]) -> tuple[Permit, ...]:
    granted = (paragraph for name, paragraph in _PERMITS.items() if facts.get(name))
    return tuple(Permit(vessel_id="V1", paragraph=paragraph) for paragraph in granted)


def _movements(facts: Mapping[str, Any], shift: Shift) -> tuple[Movement, ...]:
    if not facts.get("moored"):
        return ()
    return (Movement(vessel_id="V1", interval=shift.interval, state=VesselState.MOORED),)


def _certificate_crews(facts: Mapping[str, Any]) -> tuple[CertificateCrew, ...]:
    entered = facts.get("certificate_crew")
    if entered is None:
        return ()
    kind = Regime.RHEINSCHPERSV.value if facts.get("rhine") else ""
    return (CertificateCrew(vessel_id="V1", mode=_mode(facts), alternatives=(crew_of(entered),), kind=kind),)


def _apprentices(facts: Mapping[str, Any]) -> tuple[Person, ...]:
    """The apprentice of the vessel who is at school."""
    if facts.get("school_leave") is None:
        return ()
    born = date(2009, 1, 1)
    person = Person(crew_id="L1", name="Probe", birth_date=born, employment=Employment.EMPLOYEE, home_vessel="V1")
    return (person,)


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
