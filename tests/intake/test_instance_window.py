"""Which shifts a window plans: voyages over both of its borders."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from optimizer.domain import Dataset, Shift, Vessel, VesselType
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.timeline import Interval, iso_week

WEEK = iso_week("2026-W50")
DAY = timedelta(days=1)
VESSELS = {name: Vessel(vessel_id=name, name=name, type=VesselType.MOTOR_CARGO) for name in ("X", "Y")}


def shift(shift_id: str, day: float, voyage_id: str = "", *, vessel: str = "X", days: float = 1) -> Shift:
    """A shift that begins so many days after the start of the window."""
    start = WEEK.start + day * DAY
    return Shift(shift_id=shift_id, vessel_id=vessel, interval=Interval(start, start + days * DAY), voyage_id=voyage_id)


def instance(*shifts: Shift) -> Instance:
    return Instance(Dataset(vessels=VESSELS, crew={}, shifts={s.shift_id: s for s in shifts}), WEEK, load_rulebook())


def ids(shifts: tuple[Shift, ...]) -> list[str]:
    return [s.shift_id for s in shifts]


def test_shifts_start_inside_the_window() -> None:
    found = instance(shift("before", -0.5), shift("first", 0), shift("last", 6.5), shift("after", 7))
    assert ids(found.shifts) == ["first", "last"]
    assert found.begun_voyages == {}


def test_a_voyage_begun_inside_is_planned_to_its_end() -> None:
    found = instance(shift("c", 8, "V"), shift("a", 6, "V"), shift("b", 7, "V"), shift("d", 7, "W", vessel="Y"))
    assert ids(found.shifts) == ["a", "b", "c"]
    assert found.begun_voyages == {}


def test_shifts_without_a_voyage_after_the_window_are_left_to_the_next_one() -> None:
    assert ids(instance(shift("a", 6), shift("b", 7)).shifts) == ["a"]


def test_a_voyage_begun_before_keeps_its_crew_to_the_end() -> None:
    found = instance(*(shift(f"s{day}", day, "V") for day in (-2, -1, 0, 6, 7)), shift("other", 3, "W", vessel="Y"))
    assert ids(found.shifts) == ["s0", "other", "s6", "s7"]
    voyage = found.begun_voyages["V"]
    assert list(found.begun_voyages) == ["V"]
    assert (ids(voyage.before), ids(voyage.inside)) == (["s-2", "s-1"], ["s0", "s6", "s7"])


def test_the_running_shift_of_a_begun_voyage_lies_before() -> None:
    found = instance(shift("a", -0.5, "V"), shift("b", 0.5, "V"))
    assert ids(found.begun_voyages["V"].before) == ["a"] and ids(found.begun_voyages["V"].inside) == ["b"]


@pytest.mark.parametrize("days", [(-3, -2), (8, 9), (-2, 8)])
def test_a_voyage_without_a_shift_inside_is_not_planned(days: tuple[int, int]) -> None:
    found = instance(*(shift(f"s{day}", day, "V") for day in days))
    assert found.shifts == () and found.begun_voyages == {}


@given(st.lists(st.tuples(st.integers(-10, 20), st.sampled_from(["", "U", "V"])), min_size=1, max_size=12))
def test_every_shift_inside_is_planned_and_every_voyage_is_whole(plan: list[tuple[int, str]]) -> None:
    found = instance(*(shift(f"s{n}", day, voyage) for n, (day, voyage) in enumerate(plan)))
    planned = set(ids(found.shifts))
    inside = {f"s{n}" for n, (day, _) in enumerate(plan) if 0 <= day < 7}
    assert inside <= planned
    for n, (day, voyage) in enumerate(plan):
        carried = voyage and any(other == voyage and 0 <= start < 7 for start, other in plan)
        assert (f"s{n}" in planned) == (0 <= day < 7 or bool(carried and day >= 7))
    for voyage in found.begun_voyages.values():
        assert voyage.before and voyage.inside and set(ids(voyage.inside)) <= planned
        assert all(s.interval.start < WEEK.start for s in voyage.before)
