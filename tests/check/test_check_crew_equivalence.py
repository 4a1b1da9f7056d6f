"""Both readings of the law held together: what planning enumerates is what the checker accepts.

Random vessels, trips and people; the checker asks whether it is lawful, planning lists what is.
``CREW_ROSTER_EXAMPLES`` runs more of them than usual.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, time, timedelta
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.check import lawful_crew
from optimizer.check.crew_facts import MissingFactError
from optimizer.check.need import Seat
from optimizer.check.service import Service
from optimizer.domain import (
    Certificate,
    CertificateCrew,
    CertificateKind,
    Dataset,
    Employment,
    Function,
    Measure,
    MeasureKind,
    OperatingMode,
    Permit,
    Person,
    SafetyRole,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.eligibility import place_bars, safety_bars
from optimizer.eligibility.substitution import DECKHAND_180, serving_rule
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import Alternative, Place, crew_requirements
from optimizer.timeline import Interval, at_wall_clock

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
_GOODS = st.sampled_from(_GOODS_TYPES).flatmap(
    lambda kind: _vessel(
        kind, tonnage_t=UNKNOWN | _TONS, power_kw=_POWER, length_m=_LENGTH, standard=_STANDARD, unmet=_UNMET,
        features=features(*_CARGO),
    )
)  # fmt: skip
VESSELS = st.sampled_from(
    [*[_EXCURSION] * 5, *[_GOODS] * 3, _PASSENGER_FERRY, _VEHICLE_FERRY, _VEHICLE_FERRY, _PASSENGER_BOAT]
).flatmap(lambda vessels: vessels)
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
    )


def _instance(vessel: Vessel, shift: Shift, readings: Mapping[str, str], **more: Any) -> Instance:
    dataset = Dataset(vessels={"V1": vessel}, crew={}, shifts={"S1": shift}, **more)
    window = Interval(shift.interval.start - DAY, shift.interval.end + DAY)
    return Instance(dataset, window, LAW.with_readings(readings))


@st.composite
def trips(draw: st.DrawFn) -> tuple[Instance, Shift]:
    """A vessel and a trip, with permits, and sometimes a crew entered in the papers."""
    vessel = draw(VESSELS)
    shift = draw(_trips(vessel))
    paragraphs = draw(st.sets(st.sampled_from(["§ 111(2)", "§ 113(4)"])))
    permits = tuple(Permit(vessel_id="V1", paragraph=paragraph) for paragraph in sorted(paragraphs))
    readings = {"exchange_2024": draw(st.sampled_from(["deckhands_only", "entry_level"]))}
    instance = _instance(vessel, shift, readings, permits=permits)
    if draw(st.integers(0, 2)):
        return instance, shift
    entry = CertificateCrew(
        vessel_id="V1",
        mode=draw(st.sampled_from([None, shift.mode, OperatingMode.B])),
        with_passengers=None if vessel.type in _GOODS_TYPES else draw(st.sampled_from([None, None, True, False])),
        zone=draw(st.sampled_from([None, None, 3])),
        alternatives=tuple(draw(st.lists(_near(_alternatives(instance, shift)), min_size=1, max_size=2))),
    )
    return _instance(vessel, shift, readings, permits=permits, certificate_crews=(entry,)), shift


def _alternatives(instance: Instance, shift: Shift) -> Sequence[Alternative]:
    (requirement,) = crew_requirements(instance, shift)
    return requirement.alternatives


@st.composite
def _near(draw: st.DrawFn, alternatives: Sequence[Alternative]) -> dict[Function, int]:
    """A crew like one of the lawful ones: as it is, or one person added, taken away or changed."""
    crew: list[Function] = []
    if alternatives:
        crew = [place.function for place in draw(st.sampled_from(list(alternatives))).places]
    for _ in range(draw(st.sampled_from([0, 0, 1, 1, 2]))):
        if crew and draw(st.booleans()):
            crew.pop(draw(st.integers(0, len(crew) - 1)))
        if draw(st.booleans()):
            crew.append(draw(st.sampled_from(ON_BOARD)))
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
)
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
    exchanged = condition.pop("exchanged", False)
    return Place(function, also=also, exchanged=exchanged, **condition), Seat(function, own=exchanged, **condition)


_TABLE_FUNCTIONS = [f for f in F if f not in (F.FERRY_ASSISTANT, F.FERRY_APPRENTICE)]
_ON_FERRIES = {F.DECKHAND: (F.FERRY_APPRENTICE,), F.DECKHAND_180: (F.FERRY_ASSISTANT,)}
SEATS = [
    *(dict(function=function) for function in _TABLE_FUNCTIONS),
    dict(function=F.APPRENTICE, min_age=17, min_service_days=720),
    dict(function=F.BOATMAN, min_age=18),
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
        if place.function is F.CABIN_STAFF and (person.expected_birth or person.birth_on):
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
