"""Golden certificate and substitution cases as a dataset with people, vessel and one shift.

Planning and checking are both tested through :func:`people_case`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, time, timedelta
from pathlib import Path
from typing import Any

from optimizer.domain import (
    Certificate,
    CertificateKind,
    Dataset,
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
from optimizer.instance import Instance
from optimizer.law import Rulebook, load_rulebook
from optimizer.manning.requirement import Place
from optimizer.terms import recognise
from optimizer.timeline import Interval, add_years, at_wall_clock

_GOLDEN = Path(__file__).parent / "golden"

#: The other reading of a conservative case, by the paragraph the case is about.
OTHER_READING: Mapping[str, Mapping[str, str]] = {
    "CERT-016": {"five_years": "anniversary"},
    "CERT-024": {"breathing_refresher": "calendar_year"},
    "CERT-030": {"apprentice_exam": "contract_ends"},
    "CERT-034": {"suspended_patent_lower": "allowed"},
    "CERT-049": {"safety_training": "first_days"},
    "CERT-075": {"stretch_certificate": "patent_only"},
}

#: Names of the cases that are no certificate of their own.
_AUTHORISATIONS = {"radar": CertificateKind.RADAR, "maritime": CertificateKind.MARITIME}


@dataclass(frozen=True, slots=True)
class Mate:
    """One member of the crew of a case, with the place they take."""

    person: Person
    place: Place


@dataclass(frozen=True, slots=True)
class PeopleCase:
    """A golden case: who is asked about (``person``), where, and who else is in the crew.

    ``place`` is ``None`` where the case asks for a safety role, ``role`` where it asks for a place.
    ``accompanied`` says that the case puts a second person in the wheelhouse.
    """

    case_id: str
    instance: Instance
    shift: Shift
    person: Person
    place: Place | None
    role: SafetyRole | None
    mates: tuple[Mate, ...]
    accompanied: bool
    eligible: bool
    cited: frozenset[str]
    severity: str
    other_eligible: bool


def certificate_cases() -> list[dict[str, Any]]:
    """All golden certificate cases, in file order."""
    return json.loads((_GOLDEN / "cert.json").read_text("utf-8"))


def substitution_cases() -> list[dict[str, Any]]:
    """All golden substitution cases, in file order."""
    return json.loads((_GOLDEN / "subst.json").read_text("utf-8"))


def people_case(case: Mapping[str, Any], readings: Mapping[str, str] | None = None) -> PeopleCase:
    """A certificate case, or a substitution case with ``qualifications``, as records.

    Parameters
    ----------
    readings
        Choices that differ from the default readings.
    """
    rulebook = load_rulebook().with_readings(readings or {})
    if "qualifications" in case["facts"]:
        return _substitution(case, rulebook)
    return _certificate(case, rulebook)


def paragraphs(citation: str) -> frozenset[str]:
    """Paragraphs with their Absatz in a citation: ``§ 81(1) S. 2`` and ``§ 81 Abs. 1`` are ``81(1)``.

    The Absatz stands without sentence and number; a paragraph cited without one stands alone.
    """
    text = re.sub(r"\s*Abs\.\s*(\d+)", r"(\1)", re.sub(r"\([^)]*[a-zA-Z][^)]*\)", "", citation))
    return frozenset(re.findall(r"(?:§+|,)\s*(\d+[a-z]?(?:\(\d+\))?)", text))


# --- certificate cases --------------------------------------------------------------------------


def _certificate(case: Mapping[str, Any], rulebook: Rulebook) -> PeopleCase:
    facts, expected = case["facts"], case["expected"]
    person = _person(facts["person"])
    papers = [*_certificates(person.crew_id, facts["person"]["certificates"])]
    others = list(_others(facts["person"].get("other_crew", ())))
    place, role = _asked(facts["function"])
    shift = _shift(facts)
    return PeopleCase(
        case_id=case["id"],
        instance=_instance(
            rulebook,
            [person, *(mate.person for mate, _ in others)],
            [*papers, *(item for _, held in others for item in held)],
            _vessel(facts["vessel"]),
            shift,
            _measures(person.crew_id, facts["person"]["certificates"]),
        ),
        shift=shift,
        person=person,
        place=place,
        role=role,
        mates=tuple(mate for mate, _ in others),
        accompanied="im Steuerhaus" in facts["function"],
        eligible=expected["eligible"],
        cited=frozenset(p for bar in expected["bars"] for p in paragraphs(bar["citation"])),
        severity=expected.get("class", ""),
        other_eligible=expected.get("alt_eligible", False),
    )


def _day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)


def _person(facts: Mapping[str, Any]) -> Person:
    maternity, child = facts.get("maternity", {}), facts.get("minds_child_on_board", {})
    exams = [item.get("final_exam_passed") for item in facts["certificates"]]
    return Person(
        crew_id="P1",
        name="Jan Petersen",
        birth_date=date.fromisoformat(facts["birth_date"]),
        employment=Employment.EMPLOYEE,
        crew_since=_day(facts["crew_since"]),
        safety_training_on=_day(facts["safety_training"]),
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
    kind, issued_on = _kind(entry["type"]), date.fromisoformat(entry["issued"])
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
        scope=tuple(entry.get("sites", ())),
        restrictions=tuple(entry.get("restrictions", ())),
    )
    added = [
        Certificate(crew_id=crew_id, kind=_AUTHORISATIONS[name], issued_on=issued_on)
        for name in entry.get("authorisations", ())
    ]
    return [own, *added]


def _kind(name: str) -> CertificateKind:
    identifier = recognise("certificate", name)
    if identifier is None:
        raise ValueError(f"unknown certificate {name!r}")
    return CertificateKind(identifier)


def _measures(crew_id: str, entries: Iterable[Mapping[str, Any]]) -> list[Measure]:
    return [
        Measure(
            crew_id=crew_id,
            kind=MeasureKind.SUSPENDED,
            from_day=date.fromisoformat(span["from"]),
            until=_day(span["to"]),
            certificate=_kind(entry["type"]),
            enforceable=span["enforceable"],
        )
        for entry in entries
        for span in entry.get("suspended", ())
    ]


def _others(entries: Iterable[Mapping[str, Any]]) -> Iterable[tuple[Mate, list[Certificate]]]:
    """The rest of the crew: adults of 36 with training, certificates as written."""
    for number, entry in enumerate(entries, start=2):
        crew_id = f"P{number}"
        names = [part.strip() for name in entry["certificates"] for part in name.split("+")]
        held = [
            Certificate(
                crew_id=crew_id,
                kind=_AUTHORISATIONS.get(name) or _kind(name),
                issued_on=date(2022, 3, 15),
            )
            for name in names
        ]
        yield (
            Mate(
                _mate(crew_id, date(1990, 1, 1)),
                Place(Function(recognise("function", entry["function"]))),
            ),
            held,
        )


def _mate(crew_id: str, birth_date: date) -> Person:
    return Person(
        crew_id=crew_id,
        name=f"Mitglied {crew_id}",
        birth_date=birth_date,
        employment=Employment.EMPLOYEE,
        crew_since=date(2021, 1, 1),
    )


def _asked(function: str) -> tuple[Place | None, SafetyRole | None]:
    """The place or the safety role a case asks for; the whole crew is asked through its boatmaster."""
    word = function.split("(")[0].strip()
    if word == "Mindestbesatzung gesamt":
        return Place(Function.BOATMASTER), None
    if role := recognise("safety_role", word):
        return None, SafetyRole(role)
    return Place(Function(recognise("function", word))), None


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
        with_passengers=True if vessel["kind"] == "Tagesausflugsschiff" else None,
        radar_navigation="Radarfahrt" in function,
    )


def _interval(facts: Mapping[str, Any]) -> Interval:
    """08:00 to 16:00 of the days named, or the watch the case writes out."""
    first, last = date.fromisoformat(facts["duty_from"]), date.fromisoformat(facts["duty_to"])
    watch = re.search(r"(\d\d:\d\d)-(\d\d:\d\d)", facts["function"])
    start, end = (time.fromisoformat(t) for t in (watch.groups() if watch else ("08:00", "16:00")))
    if end <= start:
        last += timedelta(days=1)
    return Interval(at_wall_clock(first, start), at_wall_clock(last, end))


def _vessel(facts: Mapping[str, Any]) -> Vessel:
    features = {name: facts[name] for name in ("free_moving", "lng") if name in facts}
    return Vessel(
        vessel_id="V1",
        name="Probe",
        type=VesselType(recognise("vessel_type", facts["kind"])),
        length_m=facts.get("length_m"),
        passengers_max=facts.get("max_pax"),
        beds=facts.get("beds"),
        standard="S1",
        ferry_sites=(facts["site"],) if "site" in facts else (),
        features=features,
    )


def _instance(
    rulebook: Rulebook,
    people: list[Person],
    certificates: list[Certificate],
    vessel: Vessel,
    shift: Shift,
    measures: list[Measure],
) -> Instance:
    dataset = Dataset(
        vessels={vessel.vessel_id: vessel},
        crew={person.crew_id: person for person in people},
        shifts={shift.shift_id: shift},
        certificates=tuple(certificates),
        measures=tuple(measures),
    )
    return Instance(dataset, shift.interval, rulebook)


# --- substitution cases -------------------------------------------------------------------------

#: Vessel types the places of the substitution cases stand on; elsewhere a motor cargo vessel.
_PLACE_VESSELS = {
    "Personenfähre": VesselType.PASSENGER_FERRY,
    "Wagenfähre": VesselType.VEHICLE_FERRY,
    "Fahrgastboot": VesselType.PASSENGER_BOAT,
    "Kabinenschiff": VesselType.CABIN,
}
_BOOKS = {
    Function.DECKHAND: Function.FERRY_APPRENTICE,
    Function.DECKHAND_180: Function.FERRY_ASSISTANT,
}
_FERRIES = (VesselType.PASSENGER_FERRY, VesselType.VEHICLE_FERRY)


def _substitution(case: Mapping[str, Any], rulebook: Rulebook) -> PeopleCase:
    facts, expected = case["facts"], case["expected"]
    day = date.fromisoformat(facts["date"])
    person = _mate("P1", add_years(day, -facts["age"]))
    kinds = [kind for name in facts["qualifications"] if (kind := recognise("certificate", name))]
    held = [_qualification(CertificateKind(kind)) for kind in kinds]
    vessel_type, place = _slot(facts["slot"])
    vessel = Vessel(vessel_id="V1", name="Probe", type=vessel_type, standard="S1")
    shift = Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(at_wall_clock(day, time(8)), at_wall_clock(day, time(16))),
        mode=OperatingMode.A,
        regime=Regime(facts["regime"]),
    )
    return PeopleCase(
        case_id=case["id"],
        instance=_instance(rulebook, [person], held, vessel, shift, []),
        shift=shift,
        person=person,
        place=place,
        role=None,
        mates=(),
        accompanied=True,
        eligible=expected["allowed"],
        cited=frozenset(),
        severity=expected["class"],
        other_eligible=expected.get("alt_allowed", False),
    )


def _qualification(kind: CertificateKind) -> Certificate:
    """A certificate that is valid on every day of the cases; old documents were issued in 2020."""
    old = "issued_until" in (load_rulebook().rule(f"certificate.{kind}").versions[-1].values)
    return Certificate(
        crew_id="P1",
        kind=kind,
        issued_on=date(2020, 2, 1) if old else date(2022, 3, 15),
        unlimited=True,
        route="exam" if kind is CertificateKind.BOATMAN else "",
    )


def _slot(text: str) -> tuple[VesselType, Place]:
    word, _, remark = text.partition("(")
    vessel_type = next((v for name, v in _PLACE_VESSELS.items() if name in remark), VesselType.MOTOR_CARGO)
    function = Function(recognise("function", word.replace("zweiter", "").strip()))
    also = (_BOOKS[function],) if function in _BOOKS and vessel_type in _FERRIES else ()
    if "Fahrzeit >=" in remark:
        rule = load_rulebook().rule("manning.motor_cargo.apprentice").versions[-1].values
        return vessel_type, Place(function, rule["min_age"], rule["min_service_days"])
    return vessel_type, Place(function, also=also)
