"""Facts not stated: never guessed in favour of a smaller crew, always named with their paragraph."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from manning_build import crew, crews, instance, requirement, shift, vessel

from optimizer.domain import OperatingMode, Permit, Vessel
from optimizer.findings import Finding, Severity
from optimizer.manning import crew_requirements
from optimizer.manning.certificate import covers
from optimizer.manning.facts import Facts


def note_about(notes: tuple[Finding, ...], fact: str, paragraph: str) -> bool:
    return any(f"({fact})" in n.text.de and paragraph in n.citation for n in notes)


@pytest.mark.parametrize(
    ("kind", "facts", "trip", "missing", "paragraph"),
    [
        ("day_excursion", {}, {"mode": "A", "with_passengers": True}, "passengers_max", "§ 108"),
        ("day_excursion", {"passengers_max": 60}, {"with_passengers": True}, "mode", "§ 108"),
        (
            "day_excursion",
            {"passengers_max": 60, "tonnage_t": 400},
            {"mode": "A", "with_passengers": False},
            "displacement_t",
            "§ 105",
        ),
        ("motor_cargo", {"power_kw": 300}, {"mode": "A"}, "tonnage_t", "§ 105"),
        ("passenger_ferry", {}, {}, "passengers_max", "§ 112"),
        ("vehicle_ferry", {"tonnage_t": 10}, {}, "passengers_max", "§ 113"),
        ("vehicle_ferry", {"passengers_max": 10}, {}, "tonnage_t", "§ 113"),
    ],
)
def test_without_the_criterion_no_crew_is_guessed(
    kind: str, facts: dict[str, Any], trip: dict[str, Any], missing: str, paragraph: str
) -> None:
    needed = requirement(vessel(kind, standard="S1", **facts), **trip)
    assert needed.statutory == ()
    [bar] = needed.plan_bars
    assert bar.severity is Severity.UNLAWFUL
    assert f"({missing})" in bar.text.de
    assert f"({missing})" in bar.text.en
    assert paragraph in bar.citation
    assert bar.answers


def test_unknown_equipment_counts_as_missing() -> None:
    needed = requirement(vessel("day_excursion", passengers_max=60), mode="A", with_passengers=True)
    assert crews(needed) == [crew("1SF 1MA 1LM")]
    assert note_about(needed.notes, "unmet", "§ 108 Abs. 6")


def test_an_empty_list_of_missing_equipment_is_a_statement() -> None:
    ship = vessel("day_excursion", passengers_max=60, unmet=frozenset())
    assert crews(requirement(ship, mode="A", with_passengers=True)) == [crew("1SF 1MA")]


def test_unknown_power_counts_as_strong() -> None:
    ship = vessel("motor_cargo", tonnage_t=600, standard="S1")
    needed = requirement(ship, mode="A")
    assert crews(needed) == [crew("1SF 1BM")]
    assert note_about(needed.notes, "power_kw", "§ 105 Abs. 4")


def test_unknown_power_is_not_asked_for_where_there_is_no_boatman() -> None:
    ship = vessel("motor_cargo", tonnage_t=200, standard="S1")
    assert requirement(ship, mode="A").notes == ()


def test_unknown_mechanical_aids_count_as_absent() -> None:
    ship = vessel("motor_cargo", tonnage_t=900, power_kw=300, standard="S1")
    needed = requirement(ship, mode="C")
    assert crews(needed) == [crew("2SF 3MA")]
    assert note_about(needed.notes, "mechanical_aids", "§ 116 Abs. 1")


@pytest.mark.parametrize("length", [None, 40.1])
def test_unknown_length_makes_a_listed_number_apply(length: float | None) -> None:
    ship = vessel("motor_cargo", tonnage_t=480, power_kw=300, unmet=frozenset({"3"}), length_m=length)
    assert crews(requirement(ship, mode="A")) == [crew("1SF 2LM")]


@pytest.mark.parametrize(("length", "expected"), [(86, "2SF 1MA"), (86.1, "2SF 2MA"), (None, "2SF 2MA")])
def test_stern_winch_counts_over_86_metres(length: float | None, expected: str) -> None:
    ship = vessel(
        "motor_tanker",
        tonnage_t=1400,
        power_kw=300,
        unmet=frozenset(),
        length_m=length,
        features={"stern_winch_motorised": False, "mechanical_aids": True},
    )
    assert crews(requirement(ship, mode="B")) == [crew(expected.replace("2SF", "2SF 1StM"))]


@pytest.mark.parametrize(("tonnage", "expected"), [(350, "1SF 1LM"), (350.5, "1SF 2LM")])
def test_no_stern_winch_is_asked_of_vessels_too_small_for_the_bow_winch(tonnage: float, expected: str) -> None:
    ship = vessel(
        "motor_cargo",
        tonnage_t=tonnage,
        power_kw=300,
        unmet=frozenset(),
        features={"stern_winch_motorised": False},
    )
    assert crews(requirement(ship, mode="A")) == [crew(expected)]


FERRY = {"radio": True, "mooring_from_wheelhouse": True, "single_main_engine": False}


@pytest.mark.parametrize("gap", ["crossing_minutes", *FERRY])
def test_short_crossing_needs_every_fact(gap: str) -> None:
    minutes = None if gap == "crossing_minutes" else 10
    features = {name: value for name, value in FERRY.items() if name != gap}
    ship = vessel(
        "passenger_ferry",
        passengers_max=100,
        standard="S1",
        crossing_minutes=minutes,
        features=features,
    )
    needed = requirement(ship)
    assert crews(needed) == [crew("1FF 1DM")]
    assert note_about(needed.notes, gap, "§ 112 Abs. 3")


def test_short_crossing_with_every_fact_drops_the_deckhand_and_says_what_to_keep() -> None:
    ship = vessel(
        "passenger_ferry",
        passengers_max=100,
        standard="S1",
        crossing_minutes=10,
        features=FERRY,
    )
    needed = requirement(ship)
    assert crews(needed) == [crew("1FF")]
    assert any("solange" in note.text.de for note in needed.notes)


def test_a_known_no_asks_for_nothing_more() -> None:
    ship = vessel("passenger_ferry", passengers_max=100, standard="S1", crossing_minutes=11)
    assert requirement(ship).notes == ()


BOAT = {
    "helm_separated": True,
    "mooring_from_wheelhouse": True,
    "berth_steady": True,
    "anchor_remote": True,
    "bilge_remote_or_auto": True,
    "sailing_rig": False,
}
CLEAR = {"daylight": True, "good_visibility": True, "zone": 3}
WAIVER = (Permit(vessel_id="V1", paragraph="§ 111 Abs. 2"),)


def _boat(features: dict[str, bool], permits: tuple[Permit, ...] = WAIVER, **trip: Any) -> Any:
    ship = vessel("passenger_boat", passengers_max=12, features=features)
    facts = {"mode": "A", "with_passengers": True, **CLEAR, **trip}
    return requirement(ship, permits=permits, **facts)


def test_passenger_boat_without_deckhand_by_permit() -> None:
    assert crews(_boat(BOAT)) == [crew("1SF")]
    assert crews(_boat(BOAT, zone=4)) == [crew("1SF")]


def test_passenger_boat_keeps_its_deckhand_without_permit() -> None:
    assert crews(_boat(BOAT, permits=())) == [crew("1SF 1DM")]


@pytest.mark.parametrize("gap", [*BOAT, *CLEAR])
def test_waiver_needs_every_fact(gap: str) -> None:
    features = {name: value for name, value in BOAT.items() if name != gap}
    needed = _boat(features, **({gap: None} if gap in CLEAR else {}))
    assert crews(needed) == [crew("1SF 1DM")]
    assert note_about(needed.notes, gap, "§ 111 Abs. 2")


@pytest.mark.parametrize("broken", [*BOAT, "daylight", "good_visibility"])
def test_waiver_ends_with_any_condition(broken: str) -> None:
    features = {name: value ^ (name == broken) for name, value in BOAT.items()}
    trip = {broken: False} if broken in CLEAR else {}
    needed = _boat(features, **trip)
    assert crews(needed) == [crew("1SF 1DM")]
    assert any("deckt diese Fahrt nicht" in note.text.de for note in needed.notes)


def test_waiver_is_void_in_zone_two() -> None:
    assert crews(_boat(BOAT, zone=2)) == [crew("1SF 1DM")]


def test_unknown_passengers_are_planned_as_aboard() -> None:
    ship = vessel("day_excursion", passengers_max=300, displacement_t=20, standard="S1", power_kw=90)
    needed = requirement(ship, mode="A")
    assert crews(needed) == [crew("1SF 1BM")]
    assert needed.safety is not None
    assert note_about(needed.notes, "with_passengers", "§ 108 Abs. 4")


@pytest.mark.parametrize(
    ("waterway", "asked", "noted"),
    [
        ("Unterelbe", True, False),
        ("Weser unterhalb der Eisenbahnbrücke in Bremen", True, False),
        ("Oberelbe", False, False),
        ("Havel", False, False),
        ("Elbe", True, True),
        ("", True, True),
    ],
)
def test_second_certificate_on_the_lower_elbe_and_weser(waterway: str, asked: bool, noted: bool) -> None:
    ship = vessel("day_excursion", passengers_max=501, standard="S1")
    needed = requirement(ship, mode="A", with_passengers=True, waterway=waterway)
    assert (needed.second_patent is not None) == asked
    assert note_about(needed.notes, "waterway", "§ 108 Abs. 5") == noted


@pytest.mark.parametrize(("passengers", "mode", "laden"), [(500, "A", True), (600, "B", True), (600, "A", False)])
def test_no_second_certificate_at_500_in_other_modes_or_without_passengers(
    passengers: int, mode: str, laden: bool
) -> None:
    ship = vessel("day_excursion", passengers_max=passengers, displacement_t=300, power_kw=90, standard="S1")
    needed = requirement(ship, mode=mode, with_passengers=laden, waterway="Unterelbe")
    assert needed.second_patent is None


# Erasing a fact never lowers a crew.

_BOOL = st.booleans()
_FULL = {
    "tonnage_t": st.sampled_from([15.0, 250.0, 300.0, 350.5, 500.5, 750.0, 751.0, 1200.0, 1500.0]),
    "displacement_t": st.sampled_from([20.0, 301.0, 700.0, 900.0, 1400.0]),
    "power_kw": st.sampled_from([300.0, 600.0, 601.0]),
    "length_m": st.sampled_from([38.0, 40.0, 85.0, 87.0]),
    "passengers_max": st.sampled_from([35, 75, 76, 250, 300, 301, 600, 1001]),
    "persons_max": st.sampled_from([75, 250, 700]),
    "standard": st.sampled_from(["S1", "S2", "keiner"]),
    "unmet": st.frozensets(st.sampled_from(["1", "3", "5a", "8", "9", "10"]), max_size=3),
    "engine_rooms": st.sampled_from([1, 2]),
    "crossing_minutes": st.sampled_from([5, 10, 11]),
}
_FEATURES = [
    "cable_guided",
    "rowing",
    "radio",
    "mooring_from_wheelhouse",
    "anchor_remote",
    "anchor_accessible",
    "single_main_engine",
    "ramps_remote",
    "mechanical_aids",
    "stern_winch_motorised",
]
_ERASABLE = ["power_kw", "length_m", "standard", "unmet", "engine_rooms", "crossing_minutes"]
_TYPES = ["day_excursion", "motor_cargo", "towed_barge", "passenger_ferry", "vehicle_ferry"]


@given(
    kind=st.sampled_from(_TYPES),
    figures=st.fixed_dictionaries(_FULL),
    features=st.fixed_dictionaries({name: _BOOL for name in _FEATURES}),
    gone=st.sets(st.sampled_from([*_ERASABLE, *_FEATURES])),
    mode=st.sampled_from("ABCD"),
    laden=_BOOL,
    towed=st.sampled_from([None, 1, 2, 4]),
)
def test_erasing_facts_never_lowers_the_crew(
    kind: str,
    figures: dict[str, Any],
    features: dict[str, bool],
    gone: set[str],
    mode: str,
    laden: bool,
    towed: int | None,
) -> None:
    if figures["unmet"] is not None and "unmet" not in gone:
        # A list of unmet equipment that is silent on the stern winch says that it is motorised, so
        # only a list that agrees with the feature is one and the same statement.
        gone = gone - {"stern_winch_motorised"}
    full = vessel(kind, features=features, **figures)
    bare = _erased(full, gone)
    trip = {"mode": OperatingMode(mode), "with_passengers": laden, "towed_vessels": towed}
    known, unknown = (_planned(one, trip) for one in (full, bare))
    facts = _facts(full)
    assert unknown.statutory
    for crew_without in unknown.alternatives:
        assert any(covers(facts, crew_without.functions(), crew_with.functions()) for crew_with in known.alternatives)


def _erased(ship: Vessel, gone: set[str]) -> Vessel:
    features = {name: value for name, value in ship.features.items() if name not in gone}
    figures = {name: None for name in gone if name in _ERASABLE}
    return replace(ship, features=features, **figures)


def _planned(ship: Vessel, trip: dict[str, Any]) -> Any:
    one = shift(**{**trip, "mode": str(trip["mode"])})
    return crew_requirements(instance(ship, one), one)[0]


def _facts(ship: Vessel) -> Facts:
    one = shift(mode="A")
    return Facts(instance=instance(ship, one), vessel=ship, shift=one, intervals=(one.interval,))
