"""Both readings of the law held together: what planning enumerates is what the checker accepts.

Random vessels, trips and people; the checker asks whether it is lawful, planning lists what is.
``CREW_ROSTER_EXAMPLES`` runs more of them than usual. ``PROBES`` show that planning applies each of
the rules that only some of the draws reach.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.check import lawful_crew
from optimizer.check.crew_facts import MissingFactError
from optimizer.check.need import Seat
from optimizer.check.service import Service
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
    Measure,
    MeasureKind,
    OperatingMode,
    Permit,
    Person,
    PushedUnit,
    SafetyRole,
    Shift,
    TowPosition,
    Vessel,
    VesselType,
)
from optimizer.eligibility import place_bars, safety_bars
from optimizer.eligibility.places import BESIDE_THE_TABLES
from optimizer.eligibility.substitution import DECKHAND_180, serving_rule
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import Alternative, Place, crew_requirements
from optimizer.timeline import Interval, at_wall_clock, day_start, local

EXAMPLES = int(os.environ.get("CREW_ROSTER_EXAMPLES", "0"))
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
F, K, V = Function, CertificateKind, VesselType
LAW = load_rulebook()
DAY = timedelta(days=1)

#: Days on both sides of every change of the wording, and plain ones.
LAW_DAYS = [
    *(date(2022, 9, 29), date(2022, 9, 30), date(2024, 4, 30), date(2024, 5, 1)),
    *(date(2025, 10, 20), date(2025, 10, 21), date(2025, 12, 30), date(2025, 12, 31)),
    *(date(2026, 6, 1), date(2026, 12, 8)),
]
UNKNOWN = st.none()
ANSWER = st.sampled_from([None, True, True, False])


def examples(usual: int) -> settings:
    return settings(max_examples=EXAMPLES or usual, deadline=None, suppress_health_check=SLOW)


# --- crews --------------------------------------------------------------------------------------

_BOOK_OF: Mapping[Function, CertificateKind] = {
    F.BOATMASTER: K.UNION_PATENT,
    F.FERRY_MASTER: K.FERRY_CERTIFICATE,
    F.HELMSMAN: K.HELMSMAN,
    F.ABLE_BOATMAN: K.ABLE_BOATMAN,
    F.BOATMAN: K.BOATMAN,
    F.APPRENTICE: K.APPRENTICE,
    F.DECKHAND: K.DECKHAND,
    F.DECKHAND_180: K.DECKHAND,
    F.ENGINE_MINDER: K.ENGINE_MINDER,
    F.ENGINEER: K.RHINE_ENGINEER,
    F.FERRY_ASSISTANT: K.FERRY_ASSISTANT,
    F.FERRY_APPRENTICE: K.FERRY_APPRENTICE,
}
ON_BOARD = list(_BOOK_OF)

_TONS = st.sampled_from([14.9, 15, 250, 250.1, 300, 300.1, 350.1, 500, 500.1, 750, 750.1, 1000, 1000.1, 1350, 1350.1])
_PASSENGERS = st.one_of(
    st.integers(401, 1700),
    st.sampled_from([0, 1, 35, 36, 75, 76, 250, 251, 300, 301, 400, 401, 600, 601, 700, 701]),
    st.sampled_from([450, 701, 900, 1000, 1001, 1100, 1101, 1600, 1601, 5000]),
    st.integers(0, 2000),
)
_POWER = st.sampled_from([None, 300, 600, 600.1, 900])
_LENGTH = st.sampled_from([None, 38, 40, 40.1, 86, 86.1, 110])
_STANDARD = st.sampled_from([None, None, "none", "S1", "S2"])
_NUMBERS = st.sampled_from(["1", "2", "3", "4", "4b", "5a", "5b", "6", "7", "8", "9", "9a", "10"])
_UNMET = st.one_of(UNKNOWN, st.just(frozenset()), st.frozensets(_NUMBERS, max_size=2))


def features(*names: str) -> st.SearchStrategy[dict[str, bool]]:
    """Any of the features stated yes or no, or not stated."""
    stated = st.fixed_dictionaries({name: ANSWER for name in names})
    return stated.map(lambda answers: {name: value for name, value in answers.items() if value is not None})


_CARGO = ("mechanical_aids", "stern_winch_motorised", "engine_only_for_manoeuvring")
_FERRY = ("cable_guided", "free_moving", "radio", "mooring_from_wheelhouse")
_BOAT = ("helm_separated", "mooring_from_wheelhouse", "berth_steady", "anchor_remote", "bilge_remote_or_auto")
_ANCHORS = ("single_main_engine", "anchor_remote", "anchor_accessible")


def _vessel(kind: VesselType, **facts: st.SearchStrategy) -> st.SearchStrategy[Vessel]:
    return st.builds(Vessel, vessel_id=st.just("V1"), name=st.just("Probe"), type=st.just(kind), **facts)


_EXCURSION = _vessel(
    V.DAY_EXCURSION, passengers_max=_PASSENGERS, displacement_t=UNKNOWN | _TONS, power_kw=_POWER, length_m=_LENGTH,
    standard=_STANDARD, unmet=_UNMET, features=features("mechanical_aids", "engine_only_for_manoeuvring"),
)  # fmt: skip
_PASSENGER_FERRY = _vessel(
    V.PASSENGER_FERRY, passengers_max=_PASSENGERS, standard=_STANDARD,
    crossing_minutes=st.sampled_from([None, 5, 10, 11]), features=features(*_FERRY, "rowing", *_ANCHORS),
)  # fmt: skip
_VEHICLE_FERRY = _vessel(
    V.VEHICLE_FERRY, passengers_max=UNKNOWN | _PASSENGERS, standard=_STANDARD,
    tonnage_t=st.sampled_from([None, 20, 45, 45, 45.1, 135, 135.1, 270, 270.1]),
    engine_rooms=st.sampled_from([None, 1, 2, 3]), crossing_minutes=st.sampled_from([None, 5, 10, 11]),
    features=features(*_FERRY, "ramps_remote", *_ANCHORS),
)  # fmt: skip
_PASSENGER_BOAT = _vessel(V.PASSENGER_BOAT, passengers_max=st.integers(1, 12), features=features(*_BOAT, "sailing_rig"))
_GOODS_TYPES = [V.MOTOR_CARGO, V.MOTOR_TANKER, V.TOWED_BARGE]
_NO_PASSENGERS = [*_GOODS_TYPES, V.CONVOY, V.TUG, V.HARBOUR_TUG]
_GOODS = st.sampled_from(_GOODS_TYPES).flatmap(
    lambda kind: _vessel(
        kind, tonnage_t=UNKNOWN | _TONS, power_kw=_POWER, length_m=_LENGTH, standard=_STANDARD, unmet=_UNMET,
        features=features(*_CARGO),
    )
)  # fmt: skip
_DISPLACEMENT = st.sampled_from([None, 300, 301, 500.1, 900, 1000, 1000.1, 1400])
_LIGHTERS = st.sampled_from([None, None, 0, 1, 1, 2, 2, 3, 4, 5, 6])
_LEADS = st.sampled_from([*ConvoyLead, *ConvoyLead, None])
_SIZE_M = st.sampled_from([None, 80, 86, 86.1, 110, 116.5, 116.6, 185])
_BREADTH_M = st.sampled_from([None, 9.5, 15, 15.1, 22.8])
_LIGHTER_M = st.sampled_from([19, 19.12, 19.13, 25.49, 25.5, 25.51, 32.5, 38.25, 38.26, 76.5, 85, 86.1])
_LENGTHS = st.one_of(st.just(()), st.just(()), st.lists(_LIGHTER_M, max_size=6).map(tuple))
_CONVOY = _vessel(
    V.CONVOY, lead=_LEADS, lighters=_LIGHTERS, lighter_lengths_m=_LENGTHS, length_m=_SIZE_M, breadth_m=_BREADTH_M,
    standard=st.sampled_from([None, "none", "S1", "S1", "S2", "S2"]),
)  # fmt: skip
_TUG = _vessel(
    V.TUG, power_kw=st.sampled_from([None, 100, 150, 150.1, 300, 300.1, 450, 450.1, 900]), standard=_STANDARD,
    unmet=_UNMET,
)  # fmt: skip
_HARBOUR_TUG = _vessel(V.HARBOUR_TUG, power_kw=_POWER, standard=_STANDARD, unmet=_UNMET)
_CABIN = _vessel(
    V.CABIN, beds=st.sampled_from([None, 20, 50, 51, 100, 101, 180]), displacement_t=_DISPLACEMENT, power_kw=_POWER,
    length_m=_LENGTH, standard=st.sampled_from([None, "none", "S1", "S2", "S2"]), unmet=_UNMET,
    features=features("mechanical_aids", "engine_only_for_manoeuvring"),
)  # fmt: skip
_KINDS = [*[_EXCURSION] * 5, *[_GOODS] * 3, _PASSENGER_FERRY, _VEHICLE_FERRY, _VEHICLE_FERRY, _PASSENGER_BOAT]
_KINDS += [*[_CONVOY, _TUG, _CABIN] * 2, _HARBOUR_TUG]
VESSELS = st.sampled_from(_KINDS).flatmap(lambda vessels: vessels)
_WATERS = {
    V.PASSENGER_FERRY: ["", "Lahn", "Rhein"],
    V.VEHICLE_FERRY: ["", "Lahn", "Rhein"],
}


def _mode(letter: str | None) -> OperatingMode | None:
    return None if letter is None else OperatingMode(letter)


@st.composite
def _trips(draw: st.DrawFn, vessel: Vessel) -> Shift:
    start = at_wall_clock(draw(st.sampled_from(LAW_DAYS)), time(8))
    no_mode = vessel.type in _WATERS or (vessel.type is V.PASSENGER_BOAT and draw(st.booleans()))
    return Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(start, start + timedelta(hours=8)),
        mode=None if no_mode else draw(st.sampled_from([*"AAAABCD", None]).map(_mode)),
        waterway=draw(st.sampled_from(_WATERS.get(vessel.type, ["", "Lahn", "Unterelbe"]))),
        zone=draw(st.sampled_from([None, 2, 3, 4])),
        with_passengers=draw(st.sampled_from([None, True, False])),
        towed_vessels=draw(st.sampled_from([None, 0, 1, 2, 3, 4, 5])),
        towed_empty_alongside_downstream=draw(ANSWER),
        single_tow_line=draw(ANSWER),
        as_vorspann=draw(ANSWER),
        daylight=draw(ANSWER),
        good_visibility=draw(ANSWER),
        **(draw(_CONVOY_FACTS) if vessel.type is V.CONVOY else {}),
        **draw(_TOW_FACTS),
    )


_CONVOY_FACTS = st.fixed_dictionaries(
    {
        "on_elbe": ANSWER,
        "lead": UNKNOWN | _LEADS,
        "lighters": UNKNOWN | _LIGHTERS,
        "lighter_lengths_m": _LENGTHS,
        "formation_length_m": UNKNOWN | _SIZE_M,
        "formation_breadth_m": UNKNOWN | _BREADTH_M,
        "pushed_units": st.lists(st.sampled_from(PushedUnit), max_size=3).map(tuple),
    }
)
_TOW_FACTS = st.fixed_dictionaries(
    {
        "route_km": st.sampled_from([None, 12, 20, 20.1]),
        "shuttle": ANSWER,
        "tow_position": st.sampled_from([None, *TowPosition]),
        "crew_scope": st.sampled_from([None, *CrewScope]),
        "stretch": st.sampled_from(["", "bremen_mittelsbueren", "Bremen-Mittelsbüren|Weser 0-20", "Elbe 322-340"]),
    }
)
_PERMITS = ["§ 104(6)", "§ 104(7)", "§ 111(2)", "§ 113(4)", "§ 117(1)"]


@st.composite
def _school(draw: st.DrawFn, shift: Shift) -> dict[str, Any]:
    """Apprentices with school periods around the shift, some of them the vessel's own."""
    crew, absences, held = {}, [], []
    for crew_id in draw(st.sampled_from([[], [], ["P1"], ["P1"], ["P1", "P2"]])):
        home = draw(st.sampled_from(["V1", "V1", "V1", ""]))
        crew[crew_id] = Person(
            crew_id=crew_id,
            name=crew_id,
            birth_date=date(2006, 1, 1),
            employment=Employment.EMPLOYEE,
            home_vessel=home,
            active=draw(st.sampled_from([True, True, True, True, True, False])),
        )
        kind = draw(st.sampled_from([K.APPRENTICE, K.APPRENTICE, K.APPRENTICE, K.DECKHAND]))
        day = local(shift.interval.start).date()
        issued = draw(st.sampled_from([date(2021, 12, 1)] * 4 + [day, day + DAY]))
        until = draw(st.sampled_from([None, None, None, day, day - DAY]))
        held.append(Certificate(crew_id=crew_id, kind=kind, issued_on=issued, valid_until=until))
        for before in draw(st.lists(st.sampled_from([300, 95, 92, 91, 90, 89, 60, 1, 0, -1]), max_size=2, unique=True)):
            begun = local(shift.interval.start).date() - before * DAY
            days = draw(st.sampled_from([None, 1, 10, before, before + 1, before + 1, before + 30]))
            absences.append(
                Absence(
                    crew_id=crew_id,
                    start=day_start(begun),
                    end=None if days is None else day_start(begun + max(days, 1) * DAY),
                    kind=draw(st.sampled_from([AbsenceKind.SCHOOL] * 4 + [AbsenceKind.COURSE])),
                    school_certificate_on_board=draw(st.sampled_from([True, True, True, False])),
                )
            )
    return {"crew": crew, "absences": tuple(absences), "certificates": tuple(held)}


def _instance(vessel: Vessel, shift: Shift, readings: Mapping[str, str], **more: Any) -> Instance:
    dataset = Dataset(vessels={"V1": vessel}, shifts={"S1": shift}, **{"crew": {}, **more})
    window = Interval(shift.interval.start - DAY, shift.interval.end + DAY)
    return Instance(dataset, window, LAW.with_readings(readings))


@st.composite
def trips(draw: st.DrawFn) -> tuple[Instance, Shift]:
    """A vessel and a trip, with permits, and sometimes a crew entered in the papers."""
    vessel = draw(VESSELS)
    shift = draw(_trips(vessel))
    paragraphs = draw(st.sets(st.sampled_from(_PERMITS)))
    permits = tuple(Permit(vessel_id="V1", paragraph=paragraph) for paragraph in sorted(paragraphs))
    readings = {"exchange_2024": draw(st.sampled_from(["deckhands_only", "entry_level"]))}
    school = draw(_school(shift))
    instance = _instance(vessel, shift, readings, permits=permits, **school)
    if draw(st.integers(0, 2)):
        return instance, shift
    entry = CertificateCrew(
        vessel_id="V1",
        mode=draw(st.sampled_from([None, shift.mode, OperatingMode.B])),
        with_passengers=None if vessel.type in _NO_PASSENGERS else draw(st.sampled_from([None, None, True, False])),
        zone=draw(st.sampled_from([None, None, 3])),
        alternatives=tuple(draw(st.lists(_near(_alternatives(instance, shift), vessel), min_size=1, max_size=2))),
    )
    return _instance(vessel, shift, readings, permits=permits, certificate_crews=(entry,), **school), shift


# --- what planning knows -------------------------------------------------------------------------


def _probe(vessel: dict[str, Any], shift: dict[str, Any], **more: Any) -> set[int]:
    """How many people the crews have that planning enumerates for a plain case."""
    start = at_wall_clock(date(2026, 6, 1), time(8))
    trip = Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(start, start + timedelta(hours=8)),
        **{"mode": OperatingMode.A, **shift},
    )
    ship = Vessel(vessel_id="V1", name="Probe", **vessel)
    return {len(alternative.places) for alternative in _alternatives(_instance(ship, trip, {}, **more), trip)}


_BARGE = {"type": V.TOWED_BARGE, "tonnage_t": 140, "unmet": frozenset()}
_SHIP = {"type": V.MOTOR_CARGO, "tonnage_t": 900, "standard": "S1", "features": {"mechanical_aids": True}}
_PUPIL = {
    "crew": {
        "P1": Person(
            crew_id="P1", name="P1", birth_date=date(2008, 1, 1), employment=Employment.EMPLOYEE, home_vessel="V1"
        )
    },
    "certificates": (Certificate(crew_id="P1", kind=K.APPRENTICE, issued_on=date(2024, 9, 1)),),
    "absences": (
        Absence(
            crew_id="P1",
            start=day_start(date(2026, 5, 18)),
            end=day_start(date(2026, 6, 20)),
            kind=AbsenceKind.SCHOOL,
            school_certificate_on_board=True,
        ),
    ),
}


def _permit(paragraph: str) -> dict[str, Any]:
    return {"permits": (Permit(vessel_id="V1", paragraph=paragraph),)}


#: A plain case of each rule and the number of people in a crew that only follows from that rule.
PROBES: Mapping[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any], int]] = {
    "convoy": ({"type": V.CONVOY, "lead": ConvoyLead.PUSHER, "lighters": 1, "standard": "S1"}, {}, {}, 3),
    "tug": ({"type": V.TUG, "power_kw": 100, "standard": "S1"}, {}, {}, 2),
    "harbour_tug": ({"type": V.HARBOUR_TUG, "unmet": frozenset()}, {}, {}, 3),
    "cabin": ({"type": V.CABIN, "beds": 60, "standard": "S2"}, {}, {}, 4),
    "shuttle": (_BARGE, {"route_km": 12, "shuttle": True}, {}, 1),
    "empty_barge": (_BARGE, {"route_km": 12, "shuttle": True, "tow_position": TowPosition.ALONGSIDE_TUG}, {}, 0),
    "bremen_permit": (_BARGE, {"stretch": "bremen_mittelsbueren"}, _permit("§ 104(6)"), 1),
    "shuttle_permit": ({**_BARGE, "tonnage_t": 330}, {"route_km": 12, "shuttle": True}, _permit("§ 104(7)"), 1),
    "single_trip": (_SHIP, {}, _permit("§ 117(1)"), 2),
    "school_leave": (_SHIP, {}, _PUPIL, 2),
}


@pytest.mark.parametrize("name", PROBES)
def test_what_is_drawn_is_known_to_planning(name: str):
    vessel, shift, more, people = PROBES[name]
    assert people in _probe(vessel, shift, **more)


# --- crews near a lawful one ---------------------------------------------------------------------


def _alternatives(instance: Instance, shift: Shift) -> Sequence[Alternative]:
    (requirement,) = crew_requirements(instance, shift)
    return requirement.alternatives


@st.composite
def _near(draw: st.DrawFn, alternatives: Sequence[Alternative], vessel: Vessel) -> dict[Function, int]:
    """A crew like one of the lawful ones: as it is, or one person added, taken away or changed.

    Nobody enters a ferry's functions for another vessel, nor for a cabin vessel fewer than have to be
    on duty there (planning would add deckhands, the checker is content with any of the deck crew).
    """
    functions = ON_BOARD if vessel.type in _WATERS else [f for f in ON_BOARD if not f.startswith("ferry")]
    crew: list[Function] = []
    if alternatives:
        crew = [place.function for place in draw(st.sampled_from(list(alternatives))).places]
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2]))):
        if crew and draw(st.booleans()):
            crew.pop(draw(st.integers(0, len(crew) - 1)))
        if draw(st.booleans()):
            crew.append(draw(st.sampled_from(functions)))
    if vessel.type is V.CABIN:
        crew += [F.BOATMASTER, F.BOATMAN, F.APPRENTICE]
    return dict(Counter(crew)) or {F.BOATMASTER: 1}


@st.composite
def crews(draw: st.DrawFn, alternatives: Sequence[Alternative], day: date) -> dict[Function, int]:
    """People close to a lawful crew, each perhaps higher than their place, or anybody."""
    if not alternatives or not draw(st.integers(0, 5)):
        return dict(Counter(draw(st.lists(st.sampled_from(ON_BOARD), max_size=7))))
    people = []
    for place in draw(st.sampled_from(list(alternatives))).places:
        able = [function for function in ON_BOARD if serves(function, place, day)]
        people.append(draw(st.sampled_from(able)) if draw(st.booleans()) else place.function)
    for _ in range(draw(st.sampled_from([0, 1, 1, 2]))):
        if people and draw(st.integers(0, 2)):
            people.pop(draw(st.integers(0, len(people) - 1)))
        if draw(st.integers(0, 2)):
            people.append(draw(st.sampled_from(ON_BOARD)))
    return dict(Counter(people))


def serves(function: Function, place: Place, day: date) -> bool:
    """Whether somebody serving in ``function`` fills a place, by planning's rules for certificates."""
    for wanted in (place.function, *place.also):
        rule_id = serving_rule(LAW, _BOOK_OF[function], "", wanted, place, day)
        if rule_id is not None and (rule_id != DECKHAND_180 or function is F.DECKHAND_180):
            return True
    return False


def covers(people: Mapping[Function, int], alternative: Alternative, day: date) -> bool:
    """Whether distinct people fill all places of a crew (augmenting paths)."""
    hands = [function for function, count in people.items() for _ in range(count)]
    seats: dict[int, int] = {}

    def settle(index: int, seen: set[int]) -> bool:
        for hand, function in enumerate(hands):
            if hand not in seen and serves(function, alternative.places[index], day):
                seen.add(hand)
                if hand not in seats or settle(seats[hand], seen):
                    seats[hand] = index
                    return True
        return False

    return all(settle(index, set()) for index in range(len(alternative.places)))


def accepts(instance: Instance, shift: Shift, people: Mapping[Function, int]) -> bool:
    try:
        return lawful_crew(instance, shift, people)
    except MissingFactError:
        return False


@examples(400)
@given(st.data())
def test_the_checker_accepts_exactly_the_crews_planning_enumerates(data: st.DataObject):
    instance, shift = data.draw(trips())
    day = shift.interval.days()[0]
    alternatives = _alternatives(instance, shift)
    for people in data.draw(st.lists(crews(alternatives, day), min_size=1, max_size=5)):
        planned = any(covers(people, alternative, day) for alternative in alternatives)
        assert accepts(instance, shift, people) is planned, (instance.vessel_of(shift), shift, people)


@examples(100)
@given(st.data())
def test_every_enumerated_crew_is_accepted_and_none_with_one_fewer_that_is_not_enumerated(data: st.DataObject):
    instance, shift = data.draw(trips())
    day = shift.interval.days()[0]
    alternatives = _alternatives(instance, shift)
    for alternative in alternatives:
        functions = Counter(alternative.functions())
        assert accepts(instance, shift, functions)
        for function in functions:
            fewer = functions - Counter([function])
            planned = any(covers(fewer, other, day) for other in alternatives)
            assert accepts(instance, shift, fewer) is planned


# --- people -------------------------------------------------------------------------------------

_NEAR = st.dates(date(2025, 12, 1), date(2027, 6, 30))


def seldom(strategy: st.SearchStrategy) -> st.SearchStrategy:
    """``None`` nine times in ten."""
    return st.integers(0, 9).flatmap(lambda number: UNKNOWN if number else strategy)


_SELDOM, _OFTEN = seldom(_NEAR), UNKNOWN | _NEAR
_SITES = st.sampled_from(
    [("Darchau",), ("Darchau",), ("darchau ",), ("Bleckede", "Darchau"), ("Bleckede", "Darchau"), ("Bleckede",), ()]
)
_SCOPES = _SITES | st.sampled_from(
    [(), ("Elbe",), ("Elbe 322,90-329,85",), ("Elbe 320-325", "Elbe 325-330"), ("Weser 0-204,47",), ("Donau", "Elbe")]
)
_STRETCHES = st.sampled_from(
    ["", "", "", "Elbe 320-326", "Elbe 330-340", "Elbe 502-569|Weser 10-50", "Weser 205-300", "Donau", "Unterelbe"]
    + ["Elbe 300-322,90", "320-326", "Mittelelbe km 324-400", "Elbe bei Magdeburg", "Elbe-Seitenkanal 0-100", "328"]
)
_RIVERS = st.sampled_from(["", "Elbe", "Mittelelbe", "Unterelbe", "Havel|Elbe", "Donau"])
_ISSUED = st.dates(date(2012, 1, 1), date(2025, 12, 1))
_DUTY_DAYS = st.one_of(st.sampled_from(LAW_DAYS), _NEAR)

FERRY = Vessel(vessel_id="V1", name="Tanja", type=V.VEHICLE_FERRY, tonnage_t=40, passengers_max=100, standard="S1")
EXCURSION = Vessel(vessel_id="V1", name="Hansa", type=V.DAY_EXCURSION, passengers_max=200, standard="S1")
CONVOY = Vessel(vessel_id="V1", name="Lisa", type=V.CONVOY, breadth_m=25.0, standard="S1")
PEOPLE_VESSELS = st.one_of(
    st.builds(lambda sites, stated: replace(FERRY, ferry_sites=sites, features=stated), _SITES,
              features("cable_guided", "free_moving", "lng")),
    st.builds(lambda stated: replace(EXCURSION, features=stated), features("lng")),
    st.builds(lambda length: replace(CONVOY, length_m=length), st.sampled_from([270.0, 279.99, 280.0])),
)  # fmt: skip


def place_and_seat(function: Function, **condition: Any) -> tuple[Place, Seat]:
    """The same place in the words of both sides; ferry books fill theirs on ferries only."""
    also = condition.pop("also", ())
    exchanged, examined = condition.pop("exchanged", False), condition.pop("unless_examined", False)
    place = Place(function, also=also, exchanged=exchanged, **condition)
    return place, Seat(function, own=exchanged, unless_examined=examined, **condition)


#: Roles that planning does not take for places beside the crew tables yet.
_LATER_ROLES = {F.NIGHT_PATROL} - BESIDE_THE_TABLES
_TABLE_FUNCTIONS = [f for f in F if f not in (F.FERRY_ASSISTANT, F.FERRY_APPRENTICE, *_LATER_ROLES)]
_ON_FERRIES = {F.DECKHAND: (F.FERRY_APPRENTICE,), F.DECKHAND_180: (F.FERRY_ASSISTANT,)}
SEATS = [
    *(dict(function=function) for function in _TABLE_FUNCTIONS),
    dict(function=F.APPRENTICE, min_age=17, min_service_days=720),
    dict(function=F.BOATMAN, min_age=18, unless_examined=True),
    *(dict(function=function, exchanged=True) for function in (F.APPRENTICE, F.DECKHAND)),
]


def certificates(birth: date, kinds: Sequence[CertificateKind]) -> st.SearchStrategy[Certificate]:
    """Certificates of all ages, many of them with an end, a renewal or a birthday near the duty."""
    birthdays = [birth.replace(year=birth.year + age, day=min(birth.day, 28)) for age in (60, 65, 70, 72)]
    around = [day + DAY * shift for day in birthdays for shift in (-95, -92, -80, -1, 0, 1)]
    return st.builds(
        Certificate,
        crew_id=st.just("P1"),
        kind=st.sampled_from(kinds),
        issued_on=st.one_of(_ISSUED, st.just(date(2022, 1, 17)), _NEAR),
        valid_until=_OFTEN,
        unlimited=st.booleans(),
        route=st.sampled_from(["", "programme", "exam", "retraining"]),
        validated_days=st.sampled_from([None, 179, 180]),
        acquired_by=st.sampled_from(["", "service_time", "exam_without_service_time"]),
        training_end=_OFTEN,
        renewed_on=st.one_of(UNKNOWN, _OFTEN, st.sampled_from(around)),
        scope=_SCOPES,
        restrictions=st.sampled_from([(), (), (), ("daylight_only",), ("no_solo_wheelhouse",)]),
    )


def measures(kinds: Sequence[CertificateKind]) -> st.SearchStrategy[tuple[Measure, ...]]:
    one = st.builds(
        Measure,
        crew_id=st.just("P1"),
        kind=st.sampled_from(list(MeasureKind)),
        from_day=_NEAR,
        until=_OFTEN,
        certificate=st.sampled_from([None, *kinds]),
        enforceable=st.booleans(),
    )
    return st.one_of(st.just(()), st.just(()), st.lists(one, max_size=2).map(tuple))


_BIRTHDAYS = st.one_of(
    st.dates(date(1952, 1, 1), date(1968, 12, 31)),
    st.dates(date(1975, 1, 1), date(1999, 12, 31)),
    st.dates(date(2006, 1, 1), date(2012, 12, 31)),
)
PEOPLE = st.builds(
    Person,
    crew_id=st.just("P1"),
    name=st.just("Jan Petersen"),
    birth_date=_BIRTHDAYS,
    employment=st.just(Employment.EMPLOYEE),
    active=seldom(st.just(False)).map(lambda answer: answer is None),
    entry_on=_SELDOM,
    exit_on=_SELDOM,
    crew_since=st.sampled_from([date(2015, 1, 1)] * 9 + [date(2022, 1, 17), date(2022, 1, 18), None]),
    safety_training_on=_OFTEN,
    stcw=st.booleans(),
    service_days=st.sampled_from([None, 719, 720]),
    final_exam_on=_SELDOM,
    training_contract_until=_OFTEN,
    medical_on=_SELDOM,
    medical_restrictions=st.sampled_from([(), (), (), (), ("daylight_only",), ("no_solo_wheelhouse",)]),
    expected_birth=_SELDOM,
    birth_on=_SELDOM,
    child_on_board_birth_date=seldom(st.dates(date(2019, 6, 1), date(2027, 6, 30))),
    child_measures=ANSWER,
)
_READINGS = st.fixed_dictionaries(
    {name: st.sampled_from(LAW.reading_table[name]["choices"]) for name in (
        "five_years", "breathing_refresher", "apprentice_exam", "suspended_patent_lower", "safety_training",
    )}
)  # fmt: skip


@st.composite
def services(draw: st.DrawFn) -> tuple[Instance, Shift, Person]:
    """Somebody with some papers, and a duty of one or several days on a ferry or a day ship."""
    vessel, person = draw(PEOPLE_VESSELS), draw(PEOPLE)
    kinds = draw(st.lists(st.sampled_from(list(K)), min_size=1, max_size=4))
    held = draw(st.lists(certificates(person.birth_date, kinds), max_size=5))
    day = draw(_DUTY_DAYS)
    start = at_wall_clock(day, time(draw(st.sampled_from([8, 20]))))
    length = draw(st.sampled_from([timedelta(hours=8), timedelta(hours=4), timedelta(days=2)]))
    shift = Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(start, start + length),
        stretch=draw(_STRETCHES),
        waterway=draw(_RIVERS),
        zone=draw(st.sampled_from([None, 2, 3, 4])),
        radar_navigation=draw(st.sampled_from([None, False, True])),
        daylight=draw(ANSWER),
    )
    dataset = Dataset(
        vessels={"V1": vessel},
        crew={"P1": person},
        shifts={"S1": shift},
        certificates=tuple(held),
        measures=draw(measures(kinds)),
    )
    window = Interval(start - DAY, start + 7 * DAY)
    return Instance(dataset, window, LAW.with_readings(draw(_READINGS))), shift, person


@examples(400)
@given(services())
def test_both_sides_bar_the_same_people_from_the_same_places(case: tuple[Instance, Shift, Person]):
    instance, shift, person = case
    service = Service(instance, shift, person)
    ferry = instance.vessel_of(shift).type is V.VEHICLE_FERRY
    for condition in SEATS:
        # § 118(1) is open in mode A only, and ferries have no modes.
        also = () if not ferry or "exchanged" in condition else _ON_FERRIES.get(condition["function"], ())
        place, seat = place_and_seat(**condition, also=also)
        if place.function in (F.CABIN_STAFF, F.NIGHT_PATROL) and (person.expected_birth or person.birth_on):
            continue
        planned = place_bars(instance, person, place, shift, accompanied=True)
        assert service.may_sit(seat) is (not planned), (place, planned, service.bars(seat.function))


@examples(200)
@given(services())
def test_both_sides_bar_the_same_people_from_safety_roles(case: tuple[Instance, Shift, Person]):
    instance, shift, person = case
    person = replace(person, expected_birth=None, birth_on=None)
    service = Service(instance, shift, person)
    for role in SafetyRole:
        planned = safety_bars(instance, person, role, shift)
        mine = (*service.bars(F.CABIN_STAFF), *service.role_bars(role))
        assert bool(mine) is bool(planned), (role, planned, mine)
