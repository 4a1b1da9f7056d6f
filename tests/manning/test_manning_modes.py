"""Operating modes: rolling 24 elapsed hours, changing crews, clock changes."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manning_build import at, instance, requirement, shift, span, vessel

from optimizer.domain import Movement, Shift, VesselState
from optimizer.law import load_rulebook
from optimizer.manning import (
    crew_requirements,
    exceeds_mode_limit,
    needs_crew_change_rule,
    required_mode,
    vessel_sailing,
)
from optimizer.timeline import Interval, to_minute

pytestmark = pytest.mark.law

SHIP = vessel("day_excursion", passengers_max=60, standard="S1")
DAY = date(2026, 6, 1)


def leg(name: str, start: str, end: str, mode: str | None = "A", **facts: Any) -> Shift:
    return shift(name, mode=mode, interval=span(start, end), with_passengers=True, **facts)


@pytest.mark.parametrize(
    ("minutes", "mode"),
    [
        (0, "A"),
        (960, "A"),
        (961, "B"),
        (1080, "B"),
        (1081, "C"),
        (1200, "C"),
        (1201, "D"),
        (1440, "D"),
        (1441, None),
    ],
)
def test_lowest_mode_for_the_minutes_sailed(minutes: int, mode: str | None) -> None:
    assert required_mode(minutes, load_rulebook(), DAY) == mode


def test_the_24_hours_roll_over_midnight() -> None:
    """16 h on the first day and 8 h on the second: each calendar day fits mode A, 20 h do not."""
    sailed = [
        span("2026-06-01 08:00", "2026-06-02 00:00"),
        span("2026-06-02 04:00", "2026-06-02 12:00"),
    ]
    assert required_mode(sailed, load_rulebook(), DAY) == "C"


def test_a_shift_of_16_hours_fits_mode_a_and_one_minute_more_does_not() -> None:
    fits = leg("S1", "2026-06-01 06:00", "2026-06-01 22:00")
    over = leg("S1", "2026-06-01 06:00", "2026-06-01 22:01")
    assert exceeds_mode_limit(instance(SHIP, fits), fits) is None
    assert exceeds_mode_limit(instance(SHIP, over), over) is not None
    assert not requirement(SHIP, mode="A", with_passengers=True, interval=fits.interval).plan_bars
    [bar] = requirement(SHIP, mode="A", with_passengers=True, interval=over.interval).plan_bars
    assert (bar.found, bar.allowed) == ("961 min", "960 min")
    assert "§ 101 Abs. 2" in bar.citation
    assert bar.code == "mode.sailing_hours"


@pytest.mark.parametrize(
    ("start", "end", "barred"),
    [
        # 16 hours by the clock are 17 when the clock goes back, 15 when it goes forward.
        ("2026-10-24 20:00", "2026-10-25 12:00", True),
        ("2026-10-24 20:00", "2026-10-25 11:00", False),
        ("2027-03-27 20:00", "2027-03-28 12:00", False),
        ("2027-03-27 20:00", "2027-03-28 13:00", False),
        ("2027-03-27 20:00", "2027-03-28 13:01", True),
    ],
)
def test_clock_changes_count_elapsed_hours(start: str, end: str, barred: bool) -> None:
    one = leg("S1", start, end)
    assert (exceeds_mode_limit(instance(SHIP, one), one) is not None) == barred


def test_stops_do_not_count_as_sailing() -> None:
    one = leg("S1", "2026-06-01 04:00", "2026-06-01 23:00")
    stop = Movement(
        vessel_id="V1",
        interval=span("2026-06-01 11:00", "2026-06-01 14:00"),
        state=VesselState.MOORED,
    )
    assert exceeds_mode_limit(instance(SHIP, one), one) is not None
    assert exceeds_mode_limit(instance(SHIP, one, movements=(stop,)), one) is None


def test_two_crews_on_one_vessel_need_the_crew_change_rule() -> None:
    day, night = (
        leg("S1", "2026-06-01 06:00", "2026-06-01 18:00"),
        leg("S2", "2026-06-01 18:00", "2026-06-02 06:00"),
    )
    both = instance(SHIP, day, night)
    for one in (day, night):
        window = exceeds_mode_limit(both, one)
        assert window is not None
        assert window.minutes == 24 * 60
        assert needs_crew_change_rule(both, one)
        needed = crew_requirements(both, one)[0]
        assert not needed.plan_bars
        assert [n.code for n in needed.notes if n.code.startswith("mode.")] == ["mode.crew_change"]


@pytest.mark.parametrize("tie", ["voyage_id", "duty_group"])
def test_shifts_tied_to_the_same_people_are_barred(tie: str) -> None:
    tied = {tie: "R1"}
    day, night = (
        leg("S1", "2026-06-01 06:00", "2026-06-01 18:00", **tied),
        leg("S2", "2026-06-01 18:00", "2026-06-02 06:00", **tied),
    )
    both = instance(SHIP, day, night)
    for one in (day, night):
        assert not needs_crew_change_rule(both, one)
        assert [b.code for b in crew_requirements(both, one)[0].plan_bars] == ["mode.sailing_hours"]


def test_a_window_counts_shifts_before_and_after_the_planned_week() -> None:
    before = leg("S0", "2026-05-31 12:00", "2026-06-01 00:00")
    one = leg("S1", "2026-06-01 00:00", "2026-06-01 05:00")
    whole = instance(SHIP, before, one)
    planned = type(whole)(whole.dataset, span("2026-06-01 00:00", "2026-06-08 00:00"), whole.rulebook)
    assert planned.shifts == (one,)
    assert exceeds_mode_limit(planned, one) is not None


def test_another_vessel_does_not_count() -> None:
    one = leg("S1", "2026-06-01 06:00", "2026-06-01 18:00")
    other = leg("S2", "2026-06-01 18:00", "2026-06-02 06:00", vessel_id="V2")
    assert exceeds_mode_limit(instance(SHIP, one, other), one) is None


def test_mode_d_and_ferries_have_no_limit_to_break() -> None:
    two = [leg(f"S{n}", f"2026-06-0{n} 00:00", f"2026-06-0{n + 1} 00:00", "D") for n in (1, 2)]
    assert exceeds_mode_limit(instance(SHIP, *two), two[0]) is None
    ferry = vessel("passenger_ferry", passengers_max=30, standard="S1")
    long = leg("S1", "2026-06-01 00:00", "2026-06-02 00:00", None)
    assert exceeds_mode_limit(instance(ferry, long), long) is None


def test_sailing_is_joined_over_touching_and_overlapping_shifts() -> None:
    legs = [
        leg("S1", "2026-06-01 06:00", "2026-06-01 12:00"),
        leg("S2", "2026-06-01 12:00", "2026-06-01 14:00"),
        leg("S3", "2026-06-01 13:00", "2026-06-01 15:00"),
    ]
    assert vessel_sailing(instance(SHIP, *legs), "V1") == [span("2026-06-01 06:00", "2026-06-01 15:00")]


BOAT = vessel("passenger_boat", passengers_max=12)


@pytest.mark.parametrize(
    ("facts", "barred"),
    [
        ({"mode": "A", "zone": 3}, False),
        ({"mode": "A", "zone": 4}, False),
        ({"mode": "B", "zone": 3}, True),
        ({"mode": "B", "zone": 2}, False),
        ({"mode": "A", "zone": 2}, False),
        ({"mode": "A", "zone": 1}, True),
        ({"mode": "A", "zone": 3, "waterway": "Rhein"}, True),
        ({"mode": "B", "zone": None}, True),
        ({"mode": None, "zone": 4}, False),
    ],
)
def test_waters_and_modes_of_passenger_boats(facts: dict[str, Any], barred: bool) -> None:
    needed = requirement(BOAT, with_passengers=True, **facts)
    codes = {bar.code for bar in needed.plan_bars}
    assert ("mode.passenger_boat" in codes) == barred


def test_a_boat_without_a_mode_is_held_to_the_strict_limit() -> None:
    one = leg("S1", "2026-06-01 04:00", "2026-06-01 21:00", None, zone=4)
    needed = crew_requirements(instance(BOAT, one), one)[0]
    assert [bar.code for bar in needed.plan_bars] == ["mode.sailing_hours"]
    assert any("(mode)" in note.text.de for note in needed.notes)


@settings(max_examples=60)
@given(
    lengths=st.lists(st.tuples(st.integers(1, 40), st.integers(0, 40)), min_size=1, max_size=5),
    start=st.sampled_from(["2026-06-01 05:00", "2026-10-24 12:00", "2027-03-27 12:00"]),
    mode=st.sampled_from("ABC"),
)
def test_the_fullest_window_is_found(lengths: list[tuple[int, int]], start: str, mode: str) -> None:
    """Against sliding a window over every half hour; all times lie on half hours."""
    legs, clock = [], at(start)
    for number, (sailed, stop) in enumerate(lengths):
        part = Interval.from_minutes(to_minute(clock), to_minute(clock) + 30 * sailed)
        legs.append(shift(f"S{number}", mode=mode, interval=part, with_passengers=True))
        clock = part.end + timedelta(minutes=30 * (stop + 1))
    fleet = instance(SHIP, *legs)
    limit = {"A": 960, "B": 1080, "C": 1200}[mode]
    for one in legs:
        most = _brute_force(vessel_sailing(fleet, "V1"), one.interval)
        window = exceeds_mode_limit(fleet, one)
        assert (window is not None) == (most > limit)
        if window is not None:
            assert _sailed(vessel_sailing(fleet, "V1"), window) == most


def _brute_force(sailing: list[Interval], own: Interval) -> int:
    start, _ = own.bounds
    windows = (Interval.from_minutes(begin, begin + 1440) for begin in range(start - 1440, own.bounds[1] + 1, 30))
    # Half-hour starts are enough: sliding on within one gains no more than it loses.
    return max(_sailed(sailing, window) for window in windows if window.overlaps(own))


def _sailed(sailing: list[Interval], window: Interval) -> int:
    parts = (part.intersection(window) for part in sailing)
    return sum(part.minutes for part in parts if part is not None)
