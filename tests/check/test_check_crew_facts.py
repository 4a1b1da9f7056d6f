"""Facts a crew depends on: what is not stated never makes a crew smaller, spelling does not matter."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

import pytest

from optimizer.check import lawful_crew
from optimizer.check.crew_facts import facts_of, waterways_of
from optimizer.check.needs import needs_of
from optimizer.domain import (
    CertificateCrew,
    Dataset,
    Function,
    OperatingMode,
    Permit,
    Regime,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.timeline import BERLIN, Interval

F, V, M = Function, VesselType, OperatingMode


def case(kind: VesselType, facts: dict[str, Any], *, papers=(), permits=(), **shift_facts: Any):
    """One vessel with one shift of eight hours, in mode A unless told."""
    start = datetime(2026, 6, 1, 8, tzinfo=BERLIN)
    interval = Interval(start, start + timedelta(hours=8))
    vessel = Vessel(vessel_id="V1", name="Probe", type=kind, **facts)
    shift = Shift(shift_id="S1", vessel_id="V1", **{"interval": interval, "mode": M.A, **shift_facts})
    dataset = Dataset(
        vessels={"V1": vessel},
        crew={},
        shifts={"S1": shift},
        certificate_crews=tuple(papers),
        permits=tuple(permits),
    )
    window = Interval(start - timedelta(days=1), start + timedelta(days=7))
    return Instance(dataset, window, load_rulebook()), shift


def entered(*crews: dict[Function, int], **more: Any) -> CertificateCrew:
    return CertificateCrew(vessel_id="V1", **{"mode": M.A, "alternatives": crews, **more})


# --- numbers of the equipment conditions --------------------------------------------------------

EQUIPPED = {
    V.DAY_EXCURSION: ({"passengers_max": 60}, {F.BOATMASTER: 1, F.BOATMAN: 1}, 2),
    V.MOTOR_CARGO: ({"tonnage_t": 320, "power_kw": 300}, {F.BOATMASTER: 1, F.APPRENTICE: 1}, 7),
    V.MOTOR_TANKER: ({"tonnage_t": 320, "power_kw": 300}, {F.BOATMASTER: 1, F.APPRENTICE: 1}, 7),
    V.TOWED_BARGE: ({"tonnage_t": 200}, {F.BOATMASTER: 1, F.APPRENTICE: 1}, 1),
}


@pytest.mark.parametrize("kind", EQUIPPED)
@pytest.mark.parametrize("letter", ["", "a", "b", "A"])
def test_a_letter_names_a_part_of_a_number(kind, letter):
    facts, crew, number = EQUIPPED[kind]
    for stated in ({f"{number}{letter}"}, {"1", f"{number}{letter}"}, {f"{number}a", f"{number}b"}):
        instance, shift = case(kind, {**facts, "unmet": frozenset(stated)})
        assert not lawful_crew(instance, shift, crew), stated
        assert lawful_crew(instance, shift, {**crew, F.APPRENTICE: crew.get(F.APPRENTICE, 0) + 1})
    instance, shift = case(kind, {**facts, "unmet": frozenset()})
    assert lawful_crew(instance, shift, crew)


@pytest.mark.parametrize("stated", ["10a", "10", "3b"])
def test_a_number_that_does_not_bear_on_the_vessel_adds_nobody(stated):
    """Numbers 3 and 10 are for vessels over 40 m and for steps 3 and 4; 10 is neither 1 nor 0."""
    facts = {"tonnage_t": 320, "length_m": 39, "power_kw": 300, "unmet": frozenset({stated})}
    instance, shift = case(V.MOTOR_CARGO, facts)
    assert lawful_crew(instance, shift, {F.BOATMASTER: 1, F.APPRENTICE: 1})


@pytest.mark.parametrize(("standard", "shown"), [("S1", True), ("s2", True), (" S1 ", True), ("none", False)])
@pytest.mark.parametrize("kind", [V.DAY_EXCURSION, V.PASSENGER_FERRY, V.VEHICLE_FERRY])
def test_a_standard_is_read_in_any_case(kind, standard, shown):
    facts = {"passengers_max": 40, "tonnage_t": 30, "standard": standard}
    instance, shift = case(kind, facts)
    table = {
        V.DAY_EXCURSION: {F.BOATMASTER: 1, F.BOATMAN: 1},
        V.PASSENGER_FERRY: {F.FERRY_MASTER: 1, F.DECKHAND: 1},
        V.VEHICLE_FERRY: {F.FERRY_MASTER: 1, F.DECKHAND: 1},
    }[kind]
    same_next_step = kind is V.VEHICLE_FERRY
    assert lawful_crew(instance, shift, table) is (shown or same_next_step)


# --- § 111(2) -----------------------------------------------------------------------------------

FITTED = {
    "helm_separated": True,
    "mooring_from_wheelhouse": True,
    "berth_steady": True,
    "anchor_remote": True,
    "bilge_remote_or_auto": True,
    "sailing_rig": False,
}
TRIP = {"zone": 3, "daylight": True, "good_visibility": True}
WAIVER = Permit(vessel_id="V1", paragraph="§ 111(2)")


def alone_on_a_boat(features, trip, permits=(WAIVER,)) -> bool:
    instance, shift = case(V.PASSENGER_BOAT, {"features": features}, permits=permits, **trip)
    return lawful_crew(instance, shift, {F.BOATMASTER: 1})


def test_the_waiver_under_all_its_conditions():
    assert alone_on_a_boat(FITTED, TRIP)
    assert alone_on_a_boat(FITTED, {**TRIP, "waterway": "Lahn|Mosel", "zone": 4})
    assert not alone_on_a_boat(FITTED, TRIP, permits=())


@pytest.mark.parametrize("feature", FITTED)
def test_no_waiver_where_a_feature_is_wrong_or_not_stated(feature):
    unstated = {name: value for name, value in FITTED.items() if name != feature}
    assert not alone_on_a_boat(unstated, TRIP)
    assert not alone_on_a_boat({**FITTED, feature: not FITTED[feature]}, TRIP)


@pytest.mark.parametrize("fact", TRIP)
def test_no_waiver_where_a_fact_of_the_trip_is_not_stated(fact):
    assert not alone_on_a_boat(FITTED, {**TRIP, fact: None})


@pytest.mark.parametrize(
    "trip", [{"zone": 2}, {"waterway": "Rhein"}, {"waterway": "Lahn|Rhine"}, {"waterway": "RHEIN"}]
)
def test_no_waiver_on_other_waters(trip):
    assert not alone_on_a_boat(FITTED, {**TRIP, **trip})


@pytest.mark.parametrize(
    ("waterway", "regime", "known"),
    [
        ("", Regime.BINSCHPERSV, set()),
        ("Unterelbe", Regime.BINSCHPERSV, {"elbe_below_hamburg_port_upper_limit"}),
        ("Rhein | Lahn", Regime.BINSCHPERSV, {"rhine", "Lahn"}),
        ("Lahn", Regime.RHEINSCHPERSV, {"rhine", "Lahn"}),
    ],
)
def test_waterways_of_a_shift(waterway, regime, known):
    _, shift = case(V.OTHER, {}, waterway=waterway, regime=regime)
    assert waterways_of(shift) == known


@pytest.mark.parametrize(
    ("waterway", "there"),
    [
        ("", True),
        ("Elbe", True),
        ("Weser", True),
        ("Unterelbe", True),
        ("Oberelbe|Unterelbe", True),
        ("Oberelbe", False),
        ("Havel", False),
    ],
)
def test_a_river_without_the_stretch_counts_as_there(waterway, there):
    instance, shift = case(V.DAY_EXCURSION, {"passengers_max": 600}, waterway=waterway)
    rule = instance.rulebook.values("manning.day_excursion.second_patent", date(2026, 6, 1))
    assert facts_of(instance, shift).sails_on(rule["waterways"], unknown=True) is there


# --- crews entered in the papers ----------------------------------------------------------------

LARGE = {"passengers_max": 1200, "standard": "S1"}
TABLE = {F.BOATMASTER: 1, F.HELMSMAN: 1, F.BOATMAN: 2}
MINDER = {"passengers_max": 600, "standard": "S1"}
#: Mode C with 401 to 700 passengers: the only kind of crew with able boatman and boatman.
MINDED = {F.BOATMASTER: 2, F.HELMSMAN: 1, F.ABLE_BOATMAN: 1, F.BOATMAN: 1}


def swapped(crew, old, *new):
    counts = {**crew, old: crew[old] - 1}
    for function in new:
        counts[function] = counts.get(function, 0) + 1
    return {function: count for function, count in counts.items() if count}


@pytest.mark.parametrize(
    ("papers", "open_"),
    [
        ((), True),
        ((entered(TABLE),), True),
        ((entered(TABLE, mode=None),), True),
        ((entered(dict(reversed(TABLE.items()))),), True),
        # more, fewer, or others than the table: left as they are fixed
        ((entered({**TABLE, F.DECKHAND: 1}),), False),
        ((entered({**TABLE, F.BOATMAN: 3}),), False),
        ((entered({F.BOATMASTER: 1, F.HELMSMAN: 1, F.ABLE_BOATMAN: 1, F.BOATMAN: 1}),), False),
        ((entered({F.BOATMASTER: 1, F.BOATMAN: 3}),), False),
    ],
)
def test_a_boatman_of_an_entered_crew_is_exchanged_only_in_the_crew_of_the_table(papers, open_):
    instance, shift = case(V.DAY_EXCURSION, LARGE, papers=papers)
    crew = dict(papers[0].alternatives[0]) if papers else TABLE
    assert lawful_crew(instance, shift, crew)
    exchanged = swapped(crew, F.BOATMAN, F.DECKHAND, F.APPRENTICE)
    assert lawful_crew(instance, shift, exchanged) is open_
    assert not lawful_crew(instance, shift, swapped(crew, F.BOATMAN))


@pytest.mark.parametrize(
    ("more", "open_"),
    [({}, True), ({F.DECKHAND: 1}, False), ({F.BOATMAN: 2}, False), ({F.ENGINE_MINDER: 1}, False)],
)
def test_an_engine_minder_replaces_only_in_the_crew_of_the_table(more, open_):
    crew = {**MINDED, **more}
    instance, shift = case(V.DAY_EXCURSION, MINDER, papers=[entered(crew, mode=M.C)], mode=M.C)
    assert lawful_crew(instance, shift, crew)
    assert lawful_crew(instance, shift, swapped(crew, F.ABLE_BOATMAN, F.ENGINE_MINDER)) is open_


def test_one_alternative_of_the_papers_may_be_the_table_and_the_other_not():
    more = {**TABLE, F.ENGINE_MINDER: 1}
    instance, shift = case(V.DAY_EXCURSION, LARGE, papers=[entered(TABLE, more)])
    opened = [need.exchange is not None for need in needs_of(facts_of(instance, shift))]
    assert opened == [True, False]


def test_papers_of_a_vessel_without_the_facts_of_the_table_are_left_as_they_are():
    instance, shift = case(V.DAY_EXCURSION, {}, papers=[entered(TABLE)])
    assert lawful_crew(instance, shift, TABLE)
    assert not lawful_crew(instance, shift, swapped(TABLE, F.BOATMAN, F.DECKHAND, F.DECKHAND))


def test_ferry_books_fill_entered_places_too():
    crew = {F.FERRY_MASTER: 1, F.DECKHAND: 2}
    instance, shift = case(V.VEHICLE_FERRY, {}, papers=[entered(crew, mode=None)], mode=None)
    assert lawful_crew(instance, shift, {F.FERRY_MASTER: 1, F.FERRY_APPRENTICE: 2})


def test_an_assistant_sits_in_the_place_of_a_ferry_apprentice_but_not_the_reverse():
    """Old ferry papers may name the two themselves."""
    for place, sits in ((F.FERRY_APPRENTICE, True), (F.FERRY_ASSISTANT, False)):
        papers = [entered({F.FERRY_MASTER: 1, place: 1}, mode=None)]
        instance, shift = case(V.VEHICLE_FERRY, {}, papers=papers, mode=None)
        other = F.FERRY_ASSISTANT if place is F.FERRY_APPRENTICE else F.FERRY_APPRENTICE
        assert lawful_crew(instance, shift, {F.FERRY_MASTER: 1, place: 1})
        assert lawful_crew(instance, shift, {F.FERRY_MASTER: 1, other: 1}) is sits


@pytest.mark.parametrize(("tonnage", "tied"), [(320, True), (290, False), (1200, True), (900, False)])
def test_service_time_binds_the_apprentices_of_entered_crews(tonnage, tied):
    crew = {F.BOATMASTER: 1, F.BOATMAN: 2, F.APPRENTICE: 1}
    facts = {"tonnage_t": tonnage, "standard": "S1", "power_kw": 300, "features": {"mechanical_aids": True}}
    instance, shift = case(V.MOTOR_CARGO, facts, papers=[entered(crew)])
    (need,) = needs_of(facts_of(instance, shift))
    conditions = {(seat.min_age, seat.min_service_days) for seat in need.seats if seat.function is F.APPRENTICE}
    assert conditions == ({(17, 720)} if tied else {(None, None)})


def test_papers_bind_to_the_end_of_their_last_day():
    """Over midnight the entered crew counts before, the table after."""
    start = datetime(2026, 6, 1, 20, tzinfo=BERLIN)
    interval = Interval(start, start + timedelta(hours=8))
    papers = entered({**TABLE, F.DECKHAND: 1}, valid_until=date(2026, 6, 1))
    instance, shift = case(V.DAY_EXCURSION, LARGE, papers=[papers], interval=interval)
    assert not lawful_crew(instance, shift, TABLE)
    assert not lawful_crew(instance, shift, TABLE, day=date(2026, 6, 1))
    assert lawful_crew(instance, shift, TABLE, day=date(2026, 6, 2))


# --- §§ 116(1), 118(1) --------------------------------------------------------------------------


@pytest.mark.parametrize("papers", [(), (entered({F.BOATMASTER: 1, F.BOATMAN: 2}),)])
@pytest.mark.parametrize("aids", [None, False])
@pytest.mark.parametrize("tonnage", [750.1, 900, 1300])
def test_a_boatman_who_reinforces_the_crew_is_not_exchanged_again(papers, tonnage, aids):
    features = {} if aids is None else {"mechanical_aids": aids}
    facts = {"tonnage_t": tonnage, "standard": "S1", "power_kw": 300, "features": features}
    instance, shift = case(V.MOTOR_CARGO, facts, papers=papers)
    crew = {F.BOATMASTER: 1, F.BOATMAN: 2}
    assert lawful_crew(instance, shift, crew)
    thinner = swapped(crew, F.BOATMAN, F.DECKHAND, F.DECKHAND)
    assert not lawful_crew(instance, shift, thinner)


def test_the_same_crew_without_reinforcement_is_open_to_the_exchange():
    """A barge over 1400 t has two boatmen by the table itself."""
    facts = {"tonnage_t": 1500, "unmet": frozenset(), "features": {"mechanical_aids": True}}
    instance, shift = case(V.TOWED_BARGE, facts)
    crew = {F.BOATMASTER: 1, F.BOATMAN: 2}
    assert lawful_crew(instance, shift, swapped(crew, F.BOATMAN, F.DECKHAND, F.DECKHAND))
