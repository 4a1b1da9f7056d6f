"""Convoys (§ 106): which formation stands in which step, and what its crew may be exchanged for."""

from __future__ import annotations

from datetime import date, time, timedelta
from typing import Any

import pytest

from optimizer.check import lawful_crew
from optimizer.check.convoy import equivalent_lighters
from optimizer.check.crew_facts import MissingFactError, facts_of
from optimizer.check.needs import needs_of
from optimizer.domain import ConvoyLead, Dataset, Function, OperatingMode, PushedUnit, Shift, Vessel, VesselType
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.timeline import Interval, at_wall_clock

F = Function
START = at_wall_clock(date(2026, 5, 4), time(6))
WINDOW = Interval(START, START + timedelta(days=1))
LAW = load_rulebook()
EQUIVALENCE = LAW.values("manning.convoy.lighter_equivalence", date(2026, 5, 4))
MODE = OperatingMode
PUSHER, MOTOR = ConvoyLead.PUSHER, ConvoyLead.MOTOR_VESSEL
SF, StM, BM, MA, LM, DM, MK = (
    *(F.BOATMASTER, F.HELMSMAN, F.ABLE_BOATMAN, F.BOATMAN, F.APPRENTICE, F.DECKHAND),
    F.ENGINE_MINDER,
)


def trip(mode: str | None = "A", vessel: dict[str, Any] | None = None, **shift: Any) -> tuple[Instance, Shift]:
    ship = Vessel(vessel_id="V", name="Bizon", type=VesselType.CONVOY, **{"standard": "S1", **(vessel or {})})
    interval = Interval(START, START + timedelta(hours=8))
    given = {"lead": PUSHER, "lighters": 1, **shift}
    voyage = Shift(shift_id="S", vessel_id="V", interval=interval, mode=MODE(mode) if mode else None, **given)
    return Instance(Dataset(vessels={"V": ship}, crew={}, shifts={"S": voyage}), WINDOW, LAW), voyage


def crew(*functions: Function) -> dict[Function, int]:
    return {function: functions.count(function) for function in functions}


def needed(*case: Any, **facts: Any) -> list[dict[Function, int]]:
    return [crew(*(seat.function for seat in need.seats)) for need in needs_of(facts_of(*trip(*case, **facts)))]


STEP_A = {
    "1": crew(SF, MA),
    "2": crew(SF, StM, MA),
    "2a": crew(SF, MA, MA),
    "3": crew(SF, StM, MA, LM),
    "3a": crew(SF, StM, MA),
    "4": crew(SF, StM, MA, MA, MK),
    "4a": crew(SF, StM, MA, LM),
    "5": crew(SF, StM, MA, MA, MA, MK),
}


@pytest.mark.parametrize(
    ("facts", "step"),
    [
        ({"formation_length_m": 86}, "1"),
        ({"formation_length_m": 86.01}, "2"),
        ({"formation_length_m": 80, "formation_breadth_m": 30}, "1"),
        ({}, "2"),
        ({"lighters": 2, "formation_length_m": 60}, "3"),
        ({"lighters": 3}, "4"),
        ({"lighters": 4}, "4"),
        ({"lighters": 5}, "5"),
        ({"lead": MOTOR, "formation_length_m": 116.5, "formation_breadth_m": 15}, "2"),
        ({"lead": MOTOR, "formation_length_m": 116.51, "formation_breadth_m": 15}, "3"),
        ({"lead": MOTOR, "formation_length_m": 116.5, "formation_breadth_m": 15.01}, "3"),
        ({"lead": MOTOR, "formation_length_m": 116.5}, "3"),
        ({"lead": MOTOR, "formation_breadth_m": 15}, "3"),
        ({"lead": MOTOR, "formation_length_m": 60, "formation_breadth_m": 9}, "2"),
        ({"lead": MOTOR, "lighters": 2}, "4"),
        ({"lead": MOTOR, "lighters": 3}, "4"),
        ({"zone": 4}, "2a"),
        ({"zone": 3}, "2"),
        ({"zone": 3, "on_elbe": True}, "2a"),
        ({"zone": 3, "on_elbe": False}, "2"),
        ({"zone": 2, "on_elbe": True}, "2"),
        ({"on_elbe": True}, "2"),
        ({"zone": 4, "formation_length_m": 80}, "1"),
        ({"zone": 4, "lighters": 2}, "3a"),
        ({"zone": 4, "lighters": 3}, "4a"),
        ({"zone": 4, "lighters": 5}, "5"),
    ],
)
def test_step_of_a_formation(facts, step):
    assert needed(**facts) == [STEP_A[step]]


@pytest.mark.parametrize("facts", [{"lighters": 0}, {"lead": MOTOR, "lighters": 4}, {"lead": MOTOR, "lighters": 0}])
def test_formations_of_no_step_are_fixed_by_the_authority(facts):
    assert needed(**facts) == []


@pytest.mark.parametrize(
    ("lengths", "lighters"),
    [
        ([38.26], 1),
        ([38.25], 1),
        ([38.25, 38.25], 1),
        ([38.26, 38.25], 2),
        ([25.5, 25.5, 25.5], 2),
        ([25.49, 25.49, 25.49], 1),
        ([19.12] * 4, 2),
        ([19.11] * 4, 1),
        ([19.13] * 3, 1),
        ([19.11] * 3 + [25.49], 2),
        ([30, 20, 20], 2),
        ([19, 19, 30], 1),
        ([19, 19, 30, 19], 2),
        ([20, 20, 20, 19], 2),
    ],
)
def test_smaller_lighters_count_by_their_share(lengths, lighters):
    assert equivalent_lighters(lengths, EQUIVALENCE) == lighters


@pytest.mark.parametrize(
    ("facts", "step"),
    [
        ({"lighters": None, "lighter_lengths_m": (76.5, 76.5)}, "3"),
        ({"lighters": 1, "lighter_lengths_m": (76.5, 76.5)}, "3"),
        ({"lighters": 3, "lighter_lengths_m": (76.5, 76.5)}, "4"),
        ({"lighters": None, "pushed_units": (PushedUnit.TOWED_BARGE, PushedUnit.MOTOR_VESSEL_ENGINE_OFF)}, "3"),
        ({"lighters": 1, "pushed_units": (PushedUnit.TOWED_BARGE, PushedUnit.LIGHTER)}, "2"),
        ({"lighters": None, "vessel": {"lighters": 3}}, "4"),
        ({"lighters": 1, "vessel": {"lighters": 3}}, "2"),
        ({"lighters": 1, "vessel": {"lighter_lengths_m": (76.5, 76.5)}}, "3"),
        ({"lighters": None, "lighter_lengths_m": (76.5,), "vessel": {"lighter_lengths_m": (76.5, 76.5)}}, "2"),
        ({"lighters": None, "pushed_units": (PushedUnit.LIGHTER,) * 2, "vessel": {"lighters": 1}}, "3"),
        ({"lighters": None, "pushed_units": (PushedUnit.LIGHTER,), "vessel": {"lighters": 3}}, "4"),
        ({"lead": None, "vessel": {"lead": PUSHER}}, "2"),
        ({"vessel": {"length_m": 86}}, "1"),
        ({"vessel": {"length_m": 86}, "formation_length_m": 87}, "2"),
    ],
)
def test_the_shift_states_the_formation_else_the_vessel(facts, step):
    assert needed(**facts) == [STEP_A[step]]


@pytest.mark.parametrize(("facts", "missing"), [({"lead": None}, "lead"), ({"lighters": None}, "lighters")])
def test_lead_and_number_of_lighters_must_be_stated(facts, missing):
    with pytest.raises(MissingFactError) as error:
        needed(**facts)
    assert (error.value.fact, error.value.rule_id) == (missing, "manning.convoy")


def test_the_operating_mode_must_be_stated():
    with pytest.raises(MissingFactError, match="mode"):
        needed(None)


@pytest.mark.parametrize(
    ("standard", "lighters", "expected"),
    [
        ("S1", 1, crew(SF, SF, StM, MA, MA)),
        ("S2", 1, crew(SF, SF, StM, MA, MA)),
        (None, 1, crew(SF, SF, StM, MA, MA, LM)),
        ("S1", 2, crew(SF, SF, StM, MA, MA, MK)),
        ("S2", 2, crew(SF, SF, StM, MA, MA)),
        ("none", 2, crew(SF, SF, StM, MA, MA, MA, MK)),
        ("S1", 5, crew(SF, SF, StM, MA, MA, MA, LM, MK)),
        ("S2", 5, crew(SF, SF, StM, MA, MA, MA, MK)),
        ("none", 5, crew(SF, SF, StM, MA, MA, MA, MA, LM, MK)),
    ],
)
def test_standard_in_mode_d(standard, lighters, expected):
    assert needed("D", {"standard": standard}, lighters=lighters) == [expected]


def test_standard_s2_has_no_column_of_its_own_below_mode_d():
    assert needed("C", {"standard": "S2"}, lighters=2) == needed("C", {"standard": "S1"}, lighters=2)


@pytest.mark.parametrize(
    ("mode", "facts", "people", "lawful"),
    [
        ("D", {}, crew(SF, SF, StM, MA, LM), True),
        ("D", {}, crew(SF, SF, StM, MA, MK), True),
        ("D", {}, crew(SF, SF, StM, MA, F.ENGINEER), True),
        ("D", {}, crew(SF, SF, StM, MA, DM), False),
        ("D", {}, crew(SF, SF, StM, LM, LM), False),
        ("D", {}, crew(SF, SF, StM, LM, MK), False),
        ("D", {"zone": 4}, crew(SF, SF, StM, MA, LM), True),
        ("D", {"formation_length_m": 80}, crew(SF, SF, LM, LM), False),
        ("D", {"lighters": 2}, crew(SF, SF, StM, MA, LM, MK), False),
        ("C", {}, crew(SF, SF, StM, LM), False),
        ("A", {}, crew(SF, StM, LM), False),
    ],
)
def test_one_boatman_of_step_2_in_mode_d_may_be_replaced(mode, facts, people, lawful):
    instance, shift = trip(mode, **facts)
    assert lawful_crew(instance, shift, people) is lawful


def test_the_replacement_is_open_beside_the_surcharge():
    instance, shift = trip("D", {"standard": "none"})
    assert lawful_crew(instance, shift, crew(SF, SF, StM, MA, MK, LM))
    assert lawful_crew(instance, shift, crew(SF, SF, StM, MA, LM, DM))
    assert not lawful_crew(instance, shift, crew(SF, SF, StM, MA, DM, DM))
    assert not lawful_crew(instance, shift, crew(SF, SF, StM, MA, LM))
