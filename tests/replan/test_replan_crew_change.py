"""§ 101(3) over the instant of a replan: whoever was of a changing crew serves nowhere else within 24 hours."""

from __future__ import annotations

import pytest
from solve_cases import at, instance, shift, ship, span

from optimizer.check import check_roster
from optimizer.domain import Function
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.replan.answers import Replanner
from optimizer.replan.narrow import narrowed
from optimizer.replan.request import DropOut, ReplanRequest
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.result import SolveOptions

F = Function
QUICK = SolveOptions(time_limit_s=20, workers=1)
#: X sails 18 hours in mode A, Y another day; B2 and M5 are free.
CREWS = {"X1": ("B0", "M3"), "X2": ("B1", "M4"), "Y": ("B2", "M5")}


def week(y_day: int, y_start: str, y_end: str) -> tuple[Instance, Roster]:
    shifts = [
        shift("X1", "X", 0, "04:00", "13:00"),
        shift("X2", "X", 0, "13:00", "22:00"),
        shift("Y", "Y", y_day, y_start, y_end),
    ]
    base = instance([ship("X"), ship("Y")], shifts, "BBBMMM")
    rows = []
    for shift_id, crew in CREWS.items():
        begin = base.dataset.shifts[shift_id].interval
        for crew_id, function, pause in zip(crew, (F.BOATMASTER, F.BOATMAN), ("08:00", "09:00"), strict=True):
            hour = int(pause[:2]) + (9 if shift_id == "X2" else 0)
            rows.append(
                RosterRow(
                    shift_id=shift_id,
                    status=RowStatus.FILLED,
                    crew_id=crew_id,
                    function=function,
                    duty=(begin,),
                    breaks=(span(0 if shift_id[0] == "X" else y_day, f"{hour:02}:00", f"{hour:02}:45"),),
                )
            )
    return base, Roster(window=base.window, rows=tuple(rows))


@pytest.mark.parametrize(("day", "start", "end", "lawful"), [(1, "06:00", "12:00", False), (2, "06:00", "12:00", True)])
def test_nobody_of_a_changing_crew_stands_in_elsewhere_within_24_hours(
    day: int, start: str, end: str, lawful: bool
) -> None:
    """B0 and B1 served on X until Monday evening; who may stand in for B2 depends on when Y sails."""
    base, roster = week(day, start, end)
    assert check_roster(base, roster).exit_code == 0
    instant = at(1, "00:00")
    situation = Replanner(base, roster).situation(ReplanRequest(start=instant, drop_outs=(DropOut("B2", instant),)))
    small = narrowed(situation)
    assert small is not None
    for problem in (build_problem(situation.instance), build_problem(small.instance)):
        leads = {c.crew_id for c in problem.candidates if any(s.place.function is F.BOATMASTER for s in c.seats)}
        assert leads == ({"B0", "B1"} if lawful else set())
    rows = tuple(
        RosterRow(
            shift_id="Y",
            status=RowStatus.FILLED,
            crew_id=crew_id,
            function=function,
            duty=(situation.instance.dataset.shifts["Y"].interval,),
        )
        for crew_id, function in (("B1", F.BOATMASTER), ("M5", F.BOATMAN))
    )
    report = check_roster(situation.instance, Roster(window=situation.instance.window, rows=rows))
    cited = {finding.code for finding in report.unlawful}
    assert ("mode.crew_change" in cited) is not lawful


def test_a_stand_in_is_not_taken_from_a_changing_crew_still_to_come() -> None:
    """Y sails first; whoever is planned for X the same day cannot stand in there, and the first answer knows it."""
    base, roster = week(0, "05:00", "11:00")
    assert check_roster(base, roster).exit_code == 0
    instant = at(0, "00:00")
    replanner = Replanner(base, roster)
    situation = replanner.situation(ReplanRequest(start=instant, drop_outs=(DropOut("B2", instant),)))
    answers = list(replanner.first_answers(situation, QUICK))
    assert answers and answers[-1].falls == ("Y",)
    for answer in answers:
        assert check_roster(base, answer.roster).exit_code != 1
