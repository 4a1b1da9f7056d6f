"""What people have behind them at the instant of a replan is what the checker sees in the whole roster."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import time

import pytest
from solve_cases import at, instance, shift, ship

from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import ClockSpan, Function, OperatingMode, Settings, Travel, Watch, WatchPlan
from optimizer.duty import watch_duty
from optimizer.instance import Instance
from optimizer.model.people import fixed_time
from optimizer.model.travel import TravelTimes
from optimizer.plan import make_plan
from optimizer.replan.answers import Replanner
from optimizer.replan.request import DropOut, ReplanRequest
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.result import SolveOptions
from optimizer.timeline import merge

SPANS = {"I": ((6, 12), (18, 22)), "II": ((12, 18),)}


def watches() -> WatchPlan:
    plans = {name: tuple(ClockSpan(start=time(a), end=time(b)) for a, b in own) for name, own in SPANS.items()}
    return WatchPlan(watch_plan="W", watches=tuple(Watch(name=name, spans=own) for name, own in plans.items()))


def watched_voyage() -> Instance:
    """Three days of one voyage in two watches; nobody comes or goes on the way."""
    shifts = [
        shift(
            f"V{day}",
            "X",
            day,
            "06:00",
            "22:00",
            voyage_id="V",
            crew_change_at_end=day == 2,
            watch_plan="W",
            mode=OperatingMode.B,
        )
        for day in (0, 1, 2)
    ]
    return instance([ship("X")], shifts, "BBBBMMMM", watch_plans={"W": watches()})


def far_vessels() -> Instance:
    """Two vessels five hours apart; the way to the next one counts as duty."""
    shifts = [
        shift(f"{vessel}{day}", vessel, day, "10:00", "16:00", start_place=place, end_place=place)
        for day in range(4)
        for vessel, place in (("X", "Hamburg"), ("Y", "Berlin"))
        if (day + (vessel == "Y")) % 2 == 0
    ]
    return instance(
        [ship("X"), ship("Y")],
        shifts,
        "BM",
        travel=(Travel(from_place="Hamburg", to_place="Berlin", minutes=300),),
        settings=Settings(travel_is_duty=True),
    )


def watched_roster() -> tuple[Instance, Roster]:
    """Two people in each watch."""
    base = watched_voyage()
    watch_of = {"B0": "I", "M4": "I", "B1": "II", "M5": "II"}
    rows = []
    for day_shift in base.shifts:
        for crew_id, name in watch_of.items():
            watch = next(w for w in base.dataset.watch_plans["W"].watches if w.name == name)
            function = Function.BOATMASTER if crew_id[0] == "B" else Function.BOATMAN
            rows.append(
                RosterRow(
                    shift_id=day_shift.shift_id,
                    status=RowStatus.FILLED,
                    crew_id=crew_id,
                    function=function,
                    watch=name,
                    duty=tuple(watch_duty(day_shift, watch)),
                )
            )
    return base, Roster(window=base.window, rows=tuple(rows))


def planned_roster() -> tuple[Instance, Roster]:
    base = far_vessels()
    roster = make_plan(base, SolveOptions(time_limit_s=20, workers=1)).result.roster
    assert roster is not None and len(roster.sailing_shifts()) == len(base.shifts)
    return base, roster


@pytest.mark.parametrize("build", [watched_roster, planned_roster])
@pytest.mark.parametrize(("day", "clock"), [(0, "23:00"), (1, "09:00"), (1, "23:00"), (2, "05:00")])
def test_a_replan_starts_from_the_hours_that_the_checker_counts(
    build: Callable[[], tuple[Instance, Roster]], day: int, clock: str
) -> None:
    base, roster = build()
    start = at(day, clock)
    lead = sorted(row.crew_id for row in roster.rows)[0]
    situation = Replanner(base, roster).situation(ReplanRequest(start=start, drop_outs=(DropOut(lead, start),)))
    after = situation.instance
    sheet = Sheet(base, replace(roster, window=base.window))
    compared = 0
    for crew_id, person in base.dataset.crew.items():
        if crew_id == lead:
            continue
        begun = {r.shift_id for r in roster.rows if base.dataset.shifts[r.shift_id].interval.start < start}
        ends = [base.dataset.shifts[s].interval.end for s in begun]
        seen = [piece for piece in work_record(sheet, crew_id).pieces if piece.interval.start < max(ends)]
        seen = [piece for piece in seen if not piece.source or piece.source in begun]
        known = fixed_time(after, person, TravelTimes(after)).pieces
        assert merge(piece.interval for piece in known) == merge(piece.interval for piece in seen), crew_id
        compared += bool(seen)
    assert compared
