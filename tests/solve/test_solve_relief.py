"""Whoever leads pauses in the stops of their own watch, or while somebody of it relieves them."""

from __future__ import annotations

from datetime import time

import pytest
from solve_cases import at, instance, shift, ship, span

from optimizer.check import check_roster
from optimizer.domain import (
    ClockSpan,
    DutyKind,
    Function,
    Movement,
    OperatingMode,
    Pin,
    RecordedDuty,
    VesselState,
    Watch,
    WatchPlan,
)
from optimizer.model.problem import build_problem
from optimizer.plan import make_plan
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import SolveOptions


def _two_watches() -> dict[str, WatchPlan]:
    early = Watch(name="I", spans=(ClockSpan(start=time(6), end=time(14)),))
    late = Watch(name="II", spans=(ClockSpan(start=time(14), end=time(22)),))
    return {"W": WatchPlan(watch_plan="W", watches=(early, late))}


@pytest.mark.parametrize("lonely", ["B0", "B1"])
@pytest.mark.parametrize("stops", [("09:00", "10:00"), ("17:00", "18:00"), ("11:00", "11:45"), ("19:00", "19:45")])
def test_a_leader_alone_in_a_watch_pauses_in_its_stop(stops, lonely):
    """Two boatmasters and one boatman: one watch has two people, the other its leader and a stop."""
    moored = Movement(vessel_id="V1", interval=span(0, *stops), state=VesselState.MOORED)
    sailing = [
        Movement(vessel_id="V1", interval=span(0, *part), state=VesselState.SAILING)
        for part in (("06:00", stops[0]), (stops[1], "22:00"))
    ]
    alone, other = ("I", "II") if stops[0] < "14" else ("II", "I")
    pins = (
        Pin(shift_id="S", crew_id=lonely, function=Function.BOATMASTER, watch=alone),
        Pin(shift_id="S", crew_id="B1" if lonely == "B0" else "B0", function=Function.BOATMASTER, watch=other),
    )
    week = instance(
        [ship("V1")],
        [shift("S", "V1", 0, "06:00", "22:00", mode=OperatingMode.B, watch_plan="W")],
        "BBM",
        watch_plans=_two_watches(),
        movements=(sailing[0], moored, sailing[1]),
        pins=pins,
    )
    result = solve_problem(build_problem(week), SolveOptions(time_limit_s=10))
    assert check_roster(week, result.roster).exit_code == 0
    assert result.levels[0].value == 1 or result.not_sailing == ()
    assert result.not_sailing == ()
    watches = {row.crew_id: row.watch for row in result.roster.rows}
    assert watches == {pins[0].crew_id: alone, pins[1].crew_id: other, "M2": other}


def test_breaks_of_a_duty_that_goes_on_are_counted_from_where_it_began() -> None:
    """Three hours of recorded work end where the shift of 6:05 h begins: the break comes before the sixth hour."""
    shifts = [shift("S", "X", 0, "08:00", "14:05")]
    before = tuple(
        RecordedDuty(crew_id=c, interval=span(0, "05:00", "08:00"), kind=DutyKind.DUTY, vessel_id="X")
        for c in ("B0", "M1")
    )
    base = instance([ship("X")], shifts, "BM", duties=before)
    planned = make_plan(base, SolveOptions(time_limit_s=20, workers=1))
    assert planned.result.roster is not None
    assert planned.result.roster.sailing_shifts() == {"S"}
    for row in planned.result.roster.rows:
        assert sum(item.minutes for item in row.breaks) >= 30
        assert min(item.start for item in row.breaks) <= at(0, "11:00")


def test_a_recorded_break_counts_for_the_duty_that_goes_on() -> None:
    shifts = [shift("S", "X", 0, "08:00", "12:00")]
    pause = (span(0, "06:00", "06:30"),)
    before = tuple(
        RecordedDuty(crew_id=c, interval=span(0, "05:00", "08:00"), kind=DutyKind.DUTY, vessel_id="X", breaks=pause)
        for c in ("B0", "M1")
    )
    base = instance([ship("X")], shifts, "BM", duties=before)
    planned = make_plan(base, SolveOptions(time_limit_s=20, workers=1))
    assert planned.result.roster is not None
    assert planned.result.roster.sailing_shifts() == {"S"}
    assert all(not row.breaks for row in planned.result.roster.rows)


def test_a_break_over_the_end_of_a_recorded_duty_is_one() -> None:
    """07:40 to 08:10 lies in two recorded duties; together it is the half hour that nine hours need."""
    shifts = [shift("S", "X", 0, "10:00", "14:00")]
    parts = (("05:00", "08:00", ("07:40", "08:00")), ("08:00", "10:00", ("08:00", "08:10")))
    before = tuple(
        RecordedDuty(
            crew_id=crew_id,
            interval=span(0, start, end),
            kind=DutyKind.DUTY,
            vessel_id="X",
            breaks=(span(0, *pause),),
        )
        for crew_id in ("B0", "M1")
        for start, end, pause in parts
    )
    planned = make_plan(instance([ship("X")], shifts, "BM", duties=before), SolveOptions(time_limit_s=20, workers=1))
    assert planned.result.roster is not None
    assert planned.result.roster.sailing_shifts() == {"S"}
    assert all(not row.breaks for row in planned.result.roster.rows)
