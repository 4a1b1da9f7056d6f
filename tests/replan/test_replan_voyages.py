"""Voyages, watches and split duties in a replan: who stays, who may change, what is said when time is short."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

import pytest
from solve_cases import at, instance, shift, ship, span

from optimizer.check import check_roster
from optimizer.domain import Absence, AbsenceKind, ClockSpan, Function, OperatingMode, Watch, WatchPlan
from optimizer.export.replan_text import situation_lines
from optimizer.instance import Instance
from optimizer.plan import make_plan
from optimizer.replan.answers import Replanner
from optimizer.replan.request import DropOut, ReplanRequest, VesselOut
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.replanning import Preference
from optimizer.solve.result import SolveOptions
from optimizer.timeline import Interval

QUICK = SolveOptions(time_limit_s=20, workers=1)
F = Function


def voyage(crew: dict[str, Function]) -> tuple[Instance, Roster]:
    """Two days of one voyage with these people."""
    shifts = [
        shift("V0", "X", 0, "06:00", "14:00", voyage_id="V", crew_change_at_end=False),
        shift("V1", "X", 1, "06:00", "14:00", voyage_id="V", crew_change_at_end=True),
    ]
    base = instance([ship("X")], shifts, "BBMM")
    pause = {name: (span(0, a, b), span(1, a, b)) for name, a, b in (("B", "10:00", "10:30"), ("M", "11:00", "11:30"))}
    rows = [
        RosterRow(
            shift_id=f"V{day}",
            status=RowStatus.FILLED,
            crew_id=crew_id,
            function=function,
            duty=(base.dataset.shifts[f"V{day}"].interval,),
            breaks=(pause[crew_id[0]][day],),
        )
        for day in (0, 1)
        for crew_id, function in crew.items()
    ]
    return base, Roster(window=base.window, rows=tuple(rows))


def sick(base: Instance, crew_id: str, hour: str) -> Instance:
    away = Absence(crew_id=crew_id, start=at(0, hour), end=None, kind=AbsenceKind.SICK)
    return replace(base, dataset=replace(base.dataset, absences=(away,)))


def test_the_others_of_a_voyage_may_change_functions_when_somebody_falls_sick() -> None:
    """The leading boatmaster leaves; the other one, so far boatman, leads the second day."""
    base, roster = voyage({"B0": F.BOATMASTER, "B1": F.BOATMAN, "M2": F.BOATMAN})
    replanner = Replanner(base, roster)
    start = at(0, "16:00")
    situation = replanner.situation(ReplanRequest(start=start, drop_outs=(DropOut("B0", start),)))
    (answer,) = replanner.answers(situation, QUICK, (Preference.CHANGES,))
    now = {row.crew_id: row.function for row in answer.roster.of_shift("V1") if row.on_duty}
    assert now == {"B1": F.BOATMASTER, "M2": F.BOATMAN}
    assert check_roster(sick(base, "B0", "16:00"), answer.roster).exit_code == 0


def test_a_stranger_does_not_join_a_voyage_under_way() -> None:
    base, roster = voyage({"B0": F.BOATMASTER, "M2": F.BOATMAN})
    replanner = Replanner(base, roster)
    start = at(0, "16:00")
    situation = replanner.situation(ReplanRequest(start=start, drop_outs=(DropOut("B0", start),)))
    (answer,) = replanner.answers(situation, QUICK, (Preference.CHANGES,))
    assert "V1" not in answer.roster.sailing_shifts()
    joined = replace(
        roster,
        rows=tuple(replace(r, crew_id="B1") if r.crew_id == "B0" and r.shift_id == "V1" else r for r in roster.rows),
    )
    assert check_roster(sick(base, "B0", "16:00"), joined).exit_code == 1


def test_whoever_goes_on_leave_on_a_voyage_does_not_leave_it() -> None:
    """Only sickness is a loss; a known absence is a roster's fault."""
    base, roster = voyage({"B0": F.BOATMASTER, "B1": F.BOATMAN, "M2": F.BOATMAN})
    away = Absence(crew_id="B1", start=at(0, "16:00"), end=None, kind=AbsenceKind.LEAVE)
    without = tuple(r for r in roster.rows if not (r.crew_id == "B1" and r.shift_id == "V1"))
    on_leave = replace(base, dataset=replace(base.dataset, absences=(away,)))
    assert check_roster(on_leave, replace(roster, rows=without)).exit_code == 1
    assert check_roster(sick(base, "B1", "16:00"), replace(roster, rows=without)).exit_code == 0


def test_where_time_is_too_short_what_lost_somebody_stops_and_all_else_stays() -> None:
    base, roster = voyage({"B0": F.BOATMASTER, "M2": F.BOATMAN})
    replanner = Replanner(base, roster)
    situation = replanner.situation(ReplanRequest(start=at(0, "16:00"), drop_outs=(DropOut("B0", at(0, "16:00")),)))
    answer = replanner.fallback(situation)
    assert answer is not None and answer.planned is None
    assert answer.roster.sailing_shifts() == {"V0"}
    (left,) = answer.roster.of_shift("V1")
    assert left.status is RowStatus.OPEN and left.function is F.BOATMASTER


def test_a_watch_without_duty_in_a_short_shift_is_on_board_all_the_same() -> None:
    spans = {"I": ClockSpan(start=time(6), end=time(14)), "II": ClockSpan(start=time(14), end=time(22))}
    plan = WatchPlan(watch_plan="W", watches=tuple(Watch(name=name, spans=(own,)) for name, own in spans.items()))
    short = shift("S", "X", 0, "06:00", "13:00", watch_plan="W", mode=OperatingMode.A)
    base = instance([ship("X")], [short], "BBMM", watch_plans={"W": plan})
    planned = make_plan(base, QUICK)
    assert planned.result.roster is not None
    assert planned.result.roster.sailing_shifts() == {"S"}
    assert {row.watch for row in planned.result.roster.rows} == {"I"}


def test_a_split_duty_to_come_keeps_one_crew() -> None:
    shifts = [
        shift("M", "X", 1, "06:00", "10:00", duty_group="G"),
        shift("A", "X", 1, "15:00", "19:00", duty_group="G"),
    ]
    base = instance([ship("X")], shifts, "BBBMM")
    roster = make_plan(base, QUICK).result.roster
    assert roster is not None
    (lead,) = (r.crew_id for r in roster.of_shift("M") if r.function is F.BOATMASTER)
    replanner = Replanner(base, roster)
    situation = replanner.situation(ReplanRequest(start=at(0, "12:00"), drop_outs=(DropOut(lead, at(0, "12:00")),)))
    for answer in replanner.answers(situation, QUICK):
        crews = [{r.crew_id for r in answer.roster.of_shift(s)} for s in ("M", "A")]
        assert crews[0] == crews[1] and lead not in crews[0]
        assert check_roster(base, answer.roster).exit_code == 0


@pytest.mark.parametrize(("until", "hinted"), [("22:00", False), ("12:00", True)])
def test_a_voyage_ended_by_an_outage_says_how_the_vessel_goes_on(until: str, hinted: bool) -> None:
    """The second day sails after the outage, if it has a voyage of its own."""
    base, roster = voyage({"B0": F.BOATMASTER, "M2": F.BOATMAN})
    end = at(1, until) if not hinted else at(0, "20:00")
    request = ReplanRequest(start=at(0, "00:00"), vessels_out=(VesselOut("X", Interval(at(0, "00:00"), end)),))
    situation = Replanner(base, roster).situation(request)
    assert situation.idle == ("V0", "V1")
    lines = situation_lines(situation, [])
    assert any("--shifts" in line and "voyage_id" in line for line in lines) is hinted
