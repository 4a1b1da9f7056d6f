"""Who is on duty beside the crew's own rules: the patrol of the night (§ 100(3)), bunkering LNG (§ 114 Nr. 2)."""

from __future__ import annotations

from typing import Any

import pytest
from manning_build import instance, requirement, shift, span, vessel, watch_plan

from optimizer.domain import CertificateKind, Function, Movement, VesselState
from optimizer.manning import CrewRequirement, OnDutyRule, crew_requirements
from optimizer.timeline import Interval

pytestmark = pytest.mark.law

CABIN = vessel("cabin", beds=50, standard="S2", displacement_t=400)
EXCURSION = vessel("day_excursion", passengers_max=300, standard="S1", displacement_t=400)
TANKER = vessel("motor_tanker", tonnage_t=400, standard="S1", power_kw=300, features={"lng": True})


def june(start: str, end: str) -> Interval:
    return span(f"2026-06-{start}", f"2026-06-{end}")


def move(start: str, end: str, state: str, laden: bool | None = None) -> Movement:
    return Movement(vessel_id="V1", interval=june(start, end), state=VesselState(state), with_passengers=laden)


def found(
    ship: Any, *movements: Movement, plans: dict[str, Any] | None = None, **facts: Any
) -> tuple[CrewRequirement, ...]:
    one = shift(**{"mode": "A", "watch_plan": "W" if plans else "", **facts})
    return crew_requirements(instance(ship, one, movements=movements, watch_plans=plans or {}), one)


def rules(requirements: tuple[CrewRequirement, ...], paragraph: str) -> dict[bool, OnDutyRule]:
    """The rule of a paragraph, sailing and moored."""
    return {r.sailing: rule for r in requirements for rule in r.on_duty if paragraph in rule.citation}


def patrols(*args: Any, **facts: Any) -> dict[bool, OnDutyRule]:
    return rules(found(*args, **facts), "§ 100 Abs. 3")


@pytest.mark.parametrize(
    ("interval", "night"),
    [
        (june("01 14:00", "01 23:00"), None),
        (june("01 14:00", "01 23:01"), june("01 23:00", "01 23:01")),
        (june("02 05:59", "02 12:00"), june("02 05:59", "02 06:00")),
        (june("02 06:00", "02 12:00"), None),
        (june("01 20:00", "02 08:00"), june("01 23:00", "02 06:00")),
    ],
)
@pytest.mark.parametrize("ship", [CABIN, EXCURSION], ids=["cabin", "day_excursion"])
def test_patrol_from_23_to_6(ship: Any, interval: Interval, night: Interval | None) -> None:
    rule = patrols(ship, interval=interval, with_passengers=True).get(True)
    if night is None:
        assert rule is None
        return
    assert rule is not None
    assert (rule.intervals, rule.at_least) == ((night,), 2)
    assert (rule.functions, rule.certificate) == (None, None)


def test_moored_one_suffices() -> None:
    moves = (move("01 20:00", "02 01:00", "sailing"), move("02 01:00", "02 08:00", "moored"))
    rule = patrols(CABIN, *moves, interval=june("01 20:00", "02 08:00"), with_passengers=True)
    assert (rule[True].intervals, rule[True].at_least) == ((june("01 23:00", "02 01:00"),), 2)
    assert (rule[False].intervals, rule[False].at_least) == ((june("02 01:00", "02 06:00"),), 1)


def test_no_patrol_without_passengers() -> None:
    night = june("01 20:00", "02 08:00")
    assert not patrols(EXCURSION, interval=night, with_passengers=False)
    moves = (move("01 20:00", "02 02:00", "sailing", True), move("02 02:00", "02 08:00", "moored", False))
    assert set(patrols(EXCURSION, *moves, interval=night)) == {True}


def test_passengers_not_stated_count_as_aboard_at_night() -> None:
    [needed] = found(EXCURSION, interval=june("01 20:00", "02 02:00"))
    assert rules((needed,), "§ 100 Abs. 3")
    assert any("(with_passengers)" in n.text.de and "§ 100 Abs. 3" in n.citation for n in needed.notes)


@pytest.mark.parametrize("kind", ["motor_cargo", "passenger_ferry", "passenger_boat"])
def test_other_vessels_have_no_patrol(kind: str) -> None:
    ship = vessel(kind, tonnage_t=400, passengers_max=50, standard="S1")
    assert not patrols(ship, interval=june("01 20:00", "02 02:00"), with_passengers=True)


def test_the_night_of_the_clock_change_is_an_hour_longer() -> None:
    rule = patrols(CABIN, interval=span("2026-10-24 20:00", "2026-10-25 08:00"), with_passengers=True)[True]
    assert sum(part.minutes for part in rule.intervals) == 8 * 60


@pytest.mark.parametrize("state", ["sailing", "moored"])
def test_a_night_without_a_watch_bars_the_shift(state: str) -> None:
    plans = watch_plan(one="06:00-14:00", two="14:00-22:00")
    moves = (move("01 06:00", "01 22:00", "sailing"), move("01 22:00", "02 06:00", state))
    facts = {"plans": plans, "interval": june("01 06:00", "02 06:00"), "with_passengers": True}
    bars = [bar for r in found(EXCURSION, *moves, **facts) for bar in r.plan_bars if "§ 100" in bar.citation]
    assert len(bars) == 1
    assert "01.06. 23:00 – 02.06. 06:00" in bars[0].text.de
    assert "Wache für die Nacht" in bars[0].text.de and bars[0].answers


def test_a_watch_in_the_night_is_enough() -> None:
    plans = watch_plan(one="06:00-14:00", two="14:00-22:00", three="23:00-06:00")
    moves = (move("01 06:00", "01 22:00", "sailing"), move("01 22:00", "02 06:00", "moored"))
    facts = {"plans": plans, "interval": june("01 06:00", "02 06:00"), "with_passengers": True}
    assert not [bar for r in found(EXCURSION, *moves, **facts) for bar in r.plan_bars if "§ 100" in bar.citation]


def bunkerings(*moves: Movement, ship: Any = TANKER, **facts: Any) -> dict[bool, OnDutyRule]:
    return rules(found(ship, *moves, interval=june("01 06:00", "01 16:00"), **facts), "§ 114 Nr. 2")


def test_bunkering_by_a_movement() -> None:
    moves = (move("01 06:00", "01 10:00", "sailing"), move("01 10:00", "01 12:00", "bunkering"))
    [rule] = bunkerings(*moves, bunkering=True).values()
    assert rule.intervals == (june("01 10:00", "01 12:00"),)
    assert (rule.at_least, rule.certificate) == (1, CertificateKind.LNG_EXPERT)
    assert rule.functions is not None
    assert {Function.ENGINEER, Function.DECKHAND, Function.BOATMASTER} <= set(rule.functions)
    assert not {Function.CABIN_STAFF, Function.NIGHT_PATROL, Function.ADDITIONAL} & set(rule.functions)


def test_bunkering_of_the_shift_is_the_time_it_does_not_sail() -> None:
    moves = (move("01 06:00", "01 10:00", "sailing"), move("01 10:00", "01 16:00", "moored"))
    assert bunkerings(*moves, bunkering=True)[False].intervals == (june("01 10:00", "01 16:00"),)


def test_bunkering_of_a_shift_that_sails_throughout_is_all_of_it() -> None:
    assert bunkerings(bunkering=True)[True].intervals == (june("01 06:00", "01 16:00"),)


def test_no_expert_without_lng_or_bunkering() -> None:
    assert not bunkerings()
    assert not bunkerings(bunkering=False)
    for features in ({}, {"lng": False}):
        other = vessel("motor_tanker", tonnage_t=400, standard="S1", power_kw=300, features=features)
        assert not bunkerings(move("01 10:00", "01 12:00", "bunkering"), ship=other, bunkering=True)


def test_the_dispatcher_is_told_who_may_take_part() -> None:
    needed = requirement(TANKER, mode="A", bunkering=True)
    assert any("§ 114 Nr. 2" in note.citation for note in needed.notes)
    assert any("§ 114 Nr. 2" in step.citation for step in needed.derivation)


def test_stretches_alike_but_for_the_day_keep_their_time_on_duty() -> None:
    """A change of law at midnight (21 October 2025) that does not touch the vessel leaves one requirement."""
    night = span("2025-10-20 20:00", "2025-10-21 04:00")
    one = shift(mode="D", interval=night, with_passengers=True, beds_occupied=10)
    requirements = crew_requirements(instance(CABIN, one), one)
    minutes = sum(p.minutes for r in requirements for rule in r.on_duty if rule.at_least == 2 for p in rule.intervals)
    assert minutes == 5 * 60
    assert len(requirements) == 1
