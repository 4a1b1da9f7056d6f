"""Movements, a change of law and an expiring document split a shift into stretches."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import pairwise
from typing import Any

import pytest
from manning_build import at, crew, instance, shift, span, vessel

from optimizer.domain import CertificateCrew, Movement, OperatingMode, VesselState
from optimizer.manning import CrewRequirement, crew_requirements
from optimizer.timeline import Interval

pytestmark = pytest.mark.law

SHIP = vessel("day_excursion", passengers_max=600, displacement_t=280, power_kw=200, standard="S1")


def move(start: str, end: str, state: str = "sailing", laden: bool | None = None) -> Movement:
    return Movement(
        vessel_id="V1",
        interval=span(f"2026-06-01 {start}", f"2026-06-01 {end}"),
        state=VesselState(state),
        with_passengers=laden,
    )


def split(*movements: Movement, **facts: Any) -> tuple[CrewRequirement, ...]:
    facts = {"mode": "A", "with_passengers": True, "waterway": "Havel", **facts}
    one = shift(**facts)
    return crew_requirements(instance(SHIP, one, movements=movements), one)


def minutes(found: CrewRequirement) -> int:
    return sum(part.minutes for part in found.intervals)


def test_a_shift_without_movements_is_one_stretch() -> None:
    [only] = split()
    assert only.sailing
    assert only.intervals == (span("2026-06-01 06:00", "2026-06-01 14:00"),)


def test_movements_with_equal_facts_join() -> None:
    [only] = split(move("06:00", "09:00"), move("09:00", "14:00", laden=True))
    assert only.intervals == (span("2026-06-01 06:00", "2026-06-01 14:00"),)


def test_an_empty_leg_and_a_stop_are_stretches_of_their_own_largest_first() -> None:
    laden, empty, moored = split(
        move("06:00", "07:00", laden=False),
        move("07:00", "10:00", laden=True),
        move("10:00", "11:00", "moored"),
        move("11:00", "13:00", laden=True),
        move("13:00", "14:00", laden=False),
    )
    assert Counter(laden.statutory[0].functions()) == crew("1SF 1StM 1MA")
    assert Counter(empty.statutory[0].functions()) == crew("1SF 1LM")
    assert moored.statutory[0].places == ()
    assert not moored.sailing
    assert moored.safety is not None
    assert empty.safety is None
    assert [minutes(r) for r in (laden, empty, moored)] == [300, 120, 60]
    assert len(laden.intervals) == len(empty.intervals) == 2


def test_stretches_cover_the_shift_exactly() -> None:
    found = split(move("07:00", "08:00", "moored"), move("08:00", "09:30", laden=False))
    assert sum(minutes(r) for r in found) == 8 * 60
    parts = sorted(part for r in found for part in r.intervals)
    assert not any(a.overlaps(b) for a, b in pairwise(parts))


def test_time_no_movement_covers_counts_as_sailing() -> None:
    found = split(move("07:00", "08:00", "moored"))
    assert {r.sailing: minutes(r) for r in found} == {True: 7 * 60, False: 60}


@pytest.mark.parametrize("state", ["moored", "loading", "bunkering"])
def test_sailing_wins_where_movements_contradict(state: str) -> None:
    [only] = split(move("06:00", "14:00"), move("10:00", "11:00", state))
    assert only.sailing


def test_movements_reaching_over_the_shift_are_clipped() -> None:
    found = split(move("04:00", "07:00", "moored"), move("07:00", "16:00"))
    assert sum(minutes(r) for r in found) == 8 * 60


def test_movements_of_other_vessels_do_not_matter() -> None:
    other = Movement(
        vessel_id="V2",
        interval=span("2026-06-01 06:00", "2026-06-01 14:00"),
        state=VesselState.MOORED,
    )
    [only] = split(other)
    assert only.sailing


def test_a_night_shift_over_a_change_of_law_takes_both_versions() -> None:
    """From 21 October 2025 apprentices may come in again, not a minute earlier."""
    night = span("2025-10-20 20:00", "2025-10-21 04:00")
    ship = vessel("day_excursion", passengers_max=1600, standard="S1")
    one = shift(mode="A", with_passengers=True, waterway="Havel", interval=night)
    before, after = sorted(crew_requirements(instance(ship, one), one), key=lambda r: r.intervals)
    midnight = at("2025-10-21 00:00")
    assert before.intervals == (Interval(night.start, midnight),)
    assert after.intervals == (Interval(midnight, night.end),)
    assert len(before.alternatives) == 2
    assert len(after.alternatives) == 4


def test_a_document_that_expires_at_midnight_binds_until_then() -> None:
    paper = CertificateCrew(
        vessel_id="V1",
        mode=OperatingMode.A,
        alternatives=(dict(crew("1SF 1StM 2MA")),),
        valid_until=date(2026, 6, 1),
    )
    one = shift(
        mode="A",
        with_passengers=True,
        waterway="Havel",
        interval=span("2026-06-01 20:00", "2026-06-02 02:00"),
    )
    entered, table = crew_requirements(instance(SHIP, one, certificate_crews=(paper,)), one)
    assert [minutes(entered), minutes(table)] == [240, 120]
    assert len(entered.statutory[0].places) == 4
    assert len(table.statutory[0].places) == 3


def test_each_bar_is_named_once_in_a_shift_of_several_stretches() -> None:
    ship = vessel("day_excursion", passengers_max=60, standard="S1")
    long = span("2026-06-01 06:00", "2026-06-01 23:00")
    one = shift(mode="A", with_passengers=True, interval=long)
    empty = move("13:00", "14:00", laden=False)
    found = crew_requirements(instance(ship, one, movements=(empty,)), one)
    bars = [bar.code for requirement in found for bar in requirement.plan_bars]
    assert sorted(bars) == ["manning.motor_cargo", "mode.sailing_hours"]
    assert found[0].statutory


def test_places_of_different_stretches_sort_together() -> None:
    """An apprentice with and one without service time in the same shift."""
    ship = vessel("day_excursion", passengers_max=900, displacement_t=400, power_kw=200, standard="S1")
    one = shift(mode="A", with_passengers=True, waterway="Havel")
    empty = move("13:00", "14:00", laden=False)
    found = crew_requirements(instance(ship, one, movements=(empty,)), one)
    places = sorted({p for r in found for a in r.alternatives for p in a.places})
    assert [p.min_service_days for p in places if p.function == "apprentice"] == [None, 720]
