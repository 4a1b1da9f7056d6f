"""Facts of a certificate case as a person with certificates on one shift."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from datetime import date, time, timedelta
from typing import Any

from optimizer.cases.people_case import Mate, PeopleCase, case_instance, mate
from optimizer.cases.words import function_of, word
from optimizer.domain import (
    Certificate,
    CertificateKind,
    Employment,
    Function,
    Measure,
    MeasureKind,
    OperatingMode,
    Person,
    Regime,
    SafetyRole,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.law import Rulebook
from optimizer.manning import Place
from optimizer.terms import recognise
from optimizer.timeline import Interval, at_wall_clock

KNOWN = frozenset({"person", "function", "duty_from", "duty_to", "regime", "vessel"})
#: The measures of an entry, by the name the case gives them.
_MEASURES = {
    "suspended": MeasureKind.SUSPENDED,
    "withdrawn": MeasureKind.WITHDRAWN,
    "seized": MeasureKind.SEIZED,
    "prohibited": MeasureKind.PROHIBITED,
}
_FEATURES = ("free_moving", "cable_guided", "lng")


def certificate_case(facts: Mapping[str, Any], rulebook: Rulebook) -> PeopleCase:
    """The person, the place or role asked for, and the rest of the crew."""
    person = _person(facts["person"])
    others = list(_others(facts["person"].get("other_crew", ())))
    entries = facts["person"]["certificates"]
    place, role = _asked(facts["function"])
    shift = _shift(facts)
    return PeopleCase(
        instance=case_instance(
            rulebook,
            [person, *(member.person for member, _ in others)],
            [*_certificates(person.crew_id, entries), *(item for _, held in others for item in held)],
            _vessel(facts["vessel"]),
            shift,
            [*_measures(person.crew_id, entries), *_prohibitions(person.crew_id, facts["person"])],
        ),
        shift=shift,
        person=person,
        place=place,
        role=role,
        mates=tuple(member for member, _ in others),
        accompanied="im Steuerhaus" in facts["function"],
    )


def certificate_kind(name: str) -> CertificateKind:
    return word("certificate", CertificateKind, name)


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _person(facts: Mapping[str, Any]) -> Person:
    maternity, child = facts.get("maternity") or {}, facts.get("minds_child_on_board") or {}
    exams = [item.get("final_exam_passed") for item in facts["certificates"]]
    return Person(
        crew_id="P1",
        name="Jan Petersen",
        birth_date=date.fromisoformat(facts["birth_date"]),
        employment=Employment.EMPLOYEE,
        crew_since=_day(facts.get("crew_since")),
        safety_training_on=_day(facts.get("safety_training")),
        stcw=bool(facts.get("stcw")),
        service_days=facts.get("service_days"),
        medical_on=_day(facts.get("medical_on")),
        medical_restrictions=tuple(facts.get("medical_restrictions", ())),
        expected_birth=_day(maternity.get("expected")),
        birth_on=_day(maternity.get("delivered")),
        child_on_board_birth_date=_day(child.get("birth_date")),
        child_measures=child.get("measures"),
        final_exam_on=_day(next((text for text in exams if text), None)),
    )


def _certificates(crew_id: str, entries: Iterable[Mapping[str, Any]]) -> list[Certificate]:
    return [item for entry in entries for item in _entry(crew_id, entry)]


def _entry(crew_id: str, entry: Mapping[str, Any]) -> list[Certificate]:
    """A certificate and a row for each authorisation entered in it.

    A first aider's document of these cases names no end and the ordinance names none: unlimited.
    """
    kind, issued_on = certificate_kind(entry["type"]), date.fromisoformat(entry["issued"])
    own = Certificate(
        crew_id=crew_id,
        kind=kind,
        issued_on=issued_on,
        valid_until=_day(entry.get("valid_until")),
        unlimited=kind is CertificateKind.FIRST_AIDER and "valid_until" not in entry,
        route=entry.get("route", ""),
        validated_days=entry.get("validated_days"),
        recorded_days=entry.get("recorded_days"),
        acquired_by=entry.get("acquired_by", ""),
        training_end=_day(entry.get("training_end")),
        renewed_on=_day(entry.get("renewed")),
        scope=(*entry.get("sites", ()), *entry.get("stretches", ())),
        restrictions=tuple(entry.get("restrictions", ())),
    )
    scope = tuple(entry.get("stretches", ()))
    added = [
        Certificate(crew_id=crew_id, kind=certificate_kind(name), issued_on=issued_on, scope=scope)
        for name in entry.get("authorisations", ())
    ]
    return [own, *added]


def _measures(crew_id: str, entries: Iterable[Mapping[str, Any]]) -> Iterator[Measure]:
    for entry in entries:
        for name, kind in _MEASURES.items():
            for span in entry.get(name, ()):
                yield _measure(crew_id, kind, span, certificate_kind(entry["type"]))


def _prohibitions(crew_id: str, facts: Mapping[str, Any]) -> Iterator[Measure]:
    for span in facts.get("prohibited", ()):
        yield _measure(crew_id, MeasureKind.PROHIBITED, span, None)


def _measure(crew_id: str, kind: MeasureKind, span: Mapping[str, Any], held: CertificateKind | None) -> Measure:
    return Measure(
        crew_id=crew_id,
        kind=kind,
        from_day=date.fromisoformat(span["from"]),
        until=_day(span.get("to")),
        certificate=held,
        enforceable=span.get("enforceable", True),
    )


def _others(entries: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Mate, list[Certificate]]]:
    """The rest of the crew: adults of 36 with training, certificates as written."""
    for number, entry in enumerate(entries, start=2):
        crew_id = f"P{number}"
        names = [part.strip() for name in entry["certificates"] for part in name.split("+")]
        held = [
            Certificate(crew_id=crew_id, kind=certificate_kind(name), issued_on=date(2022, 3, 15)) for name in names
        ]
        yield Mate(mate(crew_id, date(1990, 1, 1)), Place(function_of(entry["function"]))), held


def _asked(function: str) -> tuple[Place | None, SafetyRole | None]:
    """The place or the safety role a case asks for; the whole crew is asked through its boatmaster."""
    text = function.split("(")[0].strip()
    if text == "Mindestbesatzung gesamt":
        return Place(Function.BOATMASTER), None
    if role := recognise("safety_role", text):
        return None, SafetyRole(role)
    return Place(function_of(text)), None


def _shift(facts: Mapping[str, Any]) -> Shift:
    vessel, function = facts["vessel"], facts["function"]
    mode = vessel.get("mode")
    return Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=_interval(facts),
        mode=OperatingMode(mode) if mode else None,
        regime=Regime(facts["regime"]),
        waterway=vessel.get("stretch", ""),
        stretch=vessel.get("stretch", ""),
        zone=vessel.get("zone"),
        with_passengers=True if _type(vessel) in _PASSENGER_SHIPS else None,
        radar_navigation="Radarfahrt" in function,
        bunkering=True if "Bunkervorgang" in function else None,
    )


_PASSENGER_SHIPS = (VesselType.DAY_EXCURSION, VesselType.CABIN)


def _type(facts: Mapping[str, Any]) -> VesselType:
    return word("vessel_type", VesselType, facts["kind"])


def _interval(facts: Mapping[str, Any]) -> Interval:
    """08:00 to 16:00 of the days named, or the watch the case writes out."""
    first, last = date.fromisoformat(facts["duty_from"]), date.fromisoformat(facts["duty_to"])
    watch = re.search(r"(\d\d:\d\d)-(\d\d:\d\d)", facts["function"])
    start, end = (time.fromisoformat(t) for t in (watch.groups() if watch else ("08:00", "16:00")))
    if end <= start:
        last += timedelta(days=1)
    return Interval(at_wall_clock(first, start), at_wall_clock(last, end))


def _vessel(facts: Mapping[str, Any]) -> Vessel:
    features = {name: facts[name] for name in _FEATURES if name in facts}
    return Vessel(
        vessel_id="V1",
        name="Probe",
        type=_type(facts),
        length_m=facts.get("length_m"),
        breadth_m=facts.get("breadth_m"),
        passengers_max=facts.get("max_pax"),
        beds=facts.get("beds"),
        standard="S1",
        ferry_sites=(facts["site"],) if "site" in facts else (),
        features=features,
    )
