"""Safety staff by persons aboard, moored or sailing; unknown numbers; one person for two roles."""

from __future__ import annotations

from typing import Any

import pytest
from manning_build import requirement, span, vessel

from optimizer.domain import Movement, SafetyRole, VesselState
from optimizer.manning import SafetyRequirement

pytestmark = pytest.mark.law

TRIP = {"mode": "A", "with_passengers": True, "waterway": "Havel"}
STILL = Movement(
    vessel_id="V1",
    interval=span("2026-06-01 06:00", "2026-06-01 14:00"),
    state=VesselState.MOORED,
)


def staff(**facts: Any) -> SafetyRequirement:
    trip = {k: facts.pop(k) for k in ("persons_aboard", "movements") if k in facts}
    found = requirement(vessel("day_excursion", standard="S1", **facts), **TRIP, **trip).safety
    assert found is not None
    return found


def first_aiders(found: SafetyRequirement) -> int:
    assert found.roles[SafetyRole.PASSENGER_EXPERT] == 1
    return found.roles[SafetyRole.FIRST_AIDER]


@pytest.mark.parametrize(("aboard", "expected"), [(1, 1), (250, 1), (251, 2), (900, 2)])
def test_persons_aboard_decide_not_permitted_ones(aboard: int, expected: int) -> None:
    assert first_aiders(staff(passengers_max=600, persons_aboard=aboard)) == expected


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"passengers_max": 240, "persons_max": 250}, 1),
        ({"passengers_max": 240, "persons_max": 251}, 2),
        ({"passengers_max": 248}, 1),
        ({"passengers_max": 249}, 2),
    ],
)
def test_unknown_number_aboard_is_taken_at_its_highest(facts: dict, expected: int) -> None:
    """Boatmaster and able boatman count among the persons aboard."""
    assert first_aiders(staff(**facts)) == expected


@pytest.mark.parametrize(
    ("facts", "joined"),
    [
        ({"passengers_max": 60, "persons_max": 75}, True),
        ({"passengers_max": 60, "persons_max": 76}, False),
        ({"passengers_max": 75}, True),
        ({"passengers_max": 76}, False),
    ],
)
def test_one_person_up_to_75_permitted_persons(facts: dict, joined: bool) -> None:
    assert staff(persons_aboard=20, **facts).may_be_one_person == joined


def test_moored_staff_is_that_of_the_first_step_and_may_be_one_person() -> None:
    found = staff(passengers_max=600, persons_aboard=500, movements=(STILL,))
    assert first_aiders(found) == 1
    assert found.may_be_one_person
    assert "§ 110 Abs. 2 Nr. 2" in found.citation


def test_no_staff_without_passengers() -> None:
    ship = vessel("day_excursion", displacement_t=100, power_kw=90, standard="S1")
    assert requirement(ship, mode="A", with_passengers=False).safety is None
    assert requirement(ship, mode="A", with_passengers=False, movements=(STILL,)).safety is None


@pytest.mark.parametrize("kind", ["passenger_boat", "passenger_ferry", "vehicle_ferry", "motor_cargo"])
def test_only_passenger_ships_carry_safety_staff(kind: str) -> None:
    ship = vessel(kind, passengers_max=12, tonnage_t=40, standard="S1", power_kw=100)
    assert requirement(ship, mode="A", with_passengers=True, zone=3).safety is None


@pytest.mark.parametrize(
    ("length", "hoods", "wearers"),
    [(45, 110, 0), (45.1, 110, 2), (45, 109, 2), (None, 110, 2), (45, None, 2)],
)
def test_hoods_for_every_bed_replace_the_wearers(length: float | None, hoods: int | None, wearers: int) -> None:
    ship = vessel("cabin", beds=110, length_m=length, escape_hoods=hoods)
    found = requirement(ship, mode="A", with_passengers=True, beds_occupied=100).safety
    assert found is not None
    assert found.roles.get(SafetyRole.BREATHING_APPARATUS_WEARER, 0) == wearers


@pytest.mark.parametrize(("beds", "first_aid"), [(1, 1), (100, 1), (101, 2)])
def test_a_cabin_vessel_by_its_occupied_beds(beds: int, first_aid: int) -> None:
    """One expert, first aiders by beds, and always two who can wear breathing apparatus."""
    found = requirement(vessel("cabin", standard="S1", beds=120, passengers_max=150), beds_occupied=beds, **TRIP).safety
    assert found is not None
    assert found.roles == {
        SafetyRole.PASSENGER_EXPERT: 1,
        SafetyRole.FIRST_AIDER: first_aid,
        SafetyRole.BREATHING_APPARATUS_WEARER: 2,
    }
