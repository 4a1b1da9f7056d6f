"""The logbook read back: deviations, what became unlawful, and the instance to plan anew from."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from foresee.foresee_cases import at
from solve_cases import crew, instance, shift, ship

from optimizer.check import check_roster
from optimizer.domain import DutyKind, Function, PinStatus, RecordedDuty
from optimizer.findings import Severity
from optimizer.foresee import LogbookError, read_back
from optimizer.model.problem import build_problem
from optimizer.plan import make_plan
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.result import SolveOptions
from optimizer.timeline import Interval

F = Function
SHIFTS = [
    ("A1", 0, "06:00", "14:00"),
    ("A2", 1, "06:00", "14:00"),
    ("A3", 2, "06:00", "14:00"),
    ("A4", 3, "06:00", "14:00"),
]


def row(item, crew_id, function):
    opens = item.interval.start + timedelta(hours=4 if function is F.BOATMASTER else 3)
    pause = Interval(opens, opens + timedelta(minutes=30))
    return RosterRow(
        shift_id=item.shift_id,
        status=RowStatus.FILLED,
        crew_id=crew_id,
        function=function,
        duty=(item.interval,),
        breaks=(pause,),
    )


def case(letters="BMB", shifts=SHIFTS, people=("B0", "M1"), **facts):
    """One vessel from Monday to Thursday, led by B0 with M1; B2 is free."""
    made = instance([ship("V1")], [shift(name, "V1", *times, **facts) for name, *times in shifts], letters)
    rows = tuple(
        row(made.dataset.shifts[name], crew_id, function)
        for name, *_ in shifts
        for crew_id, function in zip(people, (F.BOATMASTER, F.BOATMAN), strict=True)
    )
    return made, Roster(window=made.window, rows=rows)


def logged(crew_id, start, end, *, vessel_id="V1", pause=True, kind=DutyKind.DUTY, planned=False):
    begins, ends = at(f"2026-12-{start}"), at(f"2026-12-{end}")
    middle = begins + timedelta(hours=4)
    breaks = (Interval(middle, middle + timedelta(minutes=60)),) if pause else ()
    return RecordedDuty(
        crew_id=crew_id, interval=Interval(begins, ends), kind=kind, vessel_id=vessel_id, breaks=breaks, planned=planned
    )


MONDAY = [logged("B0", "07 06:00", "07 14:00"), logged("M1", "07 06:00", "07 14:00")]


def kinds(result):
    return [(item.kind.value, item.crew_id) for item in result.deviations]


def test_a_week_as_planned_has_no_deviations():
    made, plan = case()
    assert check_roster(made, plan).exit_code == 0
    result = read_back(made, plan, MONDAY)
    assert (result.cut, result.deviations, result.too_early) == (at("2026-12-07 14:00"), (), ())
    assert (result.unlawful, result.already) == ((), ())
    assert {r.shift_id for r in result.roster.rows} == {"A2", "A3", "A4"}
    assert result.instance.window == Interval(at("2026-12-07 14:00"), made.window.end)
    assert check_roster(result.instance, result.roster).exit_code == 0


def test_a_later_end_makes_the_next_start_unlawful_and_says_when_rest_ends():
    made, plan = case()
    log = [logged("B0", "07 07:30", "07 21:15"), MONDAY[1]]
    result = read_back(made, plan, log)
    assert kinds(result) == [("later_end", "B0"), ("later_start", "B0")]
    (start,) = result.too_early
    assert (start.crew_id, start.shift_id, start.start) == ("B0", "A2", at("2026-12-08 06:00"))
    assert start.rest_ends == at("2026-12-08 07:15")
    assert {bound.citation for bound in start.by} >= {"BinSchArbZV § 6 Abs. 2 Nr. 1"}
    assert {(f.crew_id, f.shift_id) for f in result.unlawful} == {("B0", "A2")}


@pytest.mark.parametrize(("ends", "lawful"), [("20:00", True), ("20:01", False)])
def test_the_minute_decides(ends, lawful):
    made, plan = case()
    result = read_back(made, plan, [logged("B0", "07 06:30", f"07 {ends}"), MONDAY[1]])
    assert (result.too_early == (), result.unlawful == ()) == (lawful, lawful)


def test_what_is_unlawful_already_is_not_blamed_on_the_logbook():
    made, plan = case(shifts=[*SHIFTS, ("A5", 3, "14:30", "22:00")])
    assert check_roster(made, plan).exit_code == 1
    result = read_back(made, plan, MONDAY)
    assert result.unlawful == () and result.too_early == () and result.already
    assert all(finding.severity is Severity.UNLAWFUL for finding in result.already)


def test_what_the_logbook_itself_broke_is_told_as_past():
    made, plan = case()
    result = read_back(made, plan, [logged("B0", "07 06:00", "07 21:00"), MONDAY[1]])
    assert "rest.consecutive_duty_employee" in {finding.code for finding in result.past}
    assert all(finding.severity is Severity.INFO for finding in result.past)


def test_somebody_else_served_and_the_rostered_person_rested():
    made, plan = case(shifts=[*SHIFTS[:1], ("L", 0, "21:00", "23:30"), *SHIFTS[2:]])
    log = [logged("B2", "07 06:00", "07 14:00"), MONDAY[1]]
    result = read_back(made, plan, log)
    assert kinds(result) == [("other_person", "B0")]
    assert result.deviations[0].replaced_by == "B2"
    duty = {duty.crew_id for duty in result.instance.dataset.duties}
    assert duty == {"B2", "M1"}
    running = {(pin.shift_id, pin.crew_id) for pin in result.instance.dataset.pins if pin.status is PinStatus.RUNNING}
    assert running == {("A1", "B2"), ("A1", "M1")}


def test_a_missing_entry_counts_as_planned():
    made, plan = case()
    result = read_back(made, plan, MONDAY[:1])
    assert kinds(result) == [("missing", "M1")]
    assert {duty.crew_id for duty in result.instance.dataset.duties} == {"B0", "M1"}


def test_of_vessels_the_logbook_does_not_know_nothing_is_missing():
    made, plan = case()
    result = read_back(made, plan, [logged("B2", "07 06:00", "07 14:00", vessel_id="", kind=DutyKind.LAND)])
    assert kinds(result) == [("unplanned", "B2")]


def test_an_unplanned_duty_counts():
    made, plan = case()
    log = [*MONDAY, logged("B0", "07 16:00", "07 23:00", vessel_id="", kind=DutyKind.LAND, pause=False)]
    result = read_back(made, plan, log)
    assert kinds(result) == [("unplanned", "B0")]
    assert [item.shift_id for item in result.too_early] == ["A2"]


def test_a_duty_under_way_goes_on_as_planned():
    made, plan = case()
    log = [logged("B0", "07 06:00", "07 10:00", pause=False), logged("M1", "07 06:00", "07 10:00", pause=False)]
    result = read_back(made, plan, log)
    assert result.deviations == ()
    ends = {max(d.interval.end for d in result.instance.dataset.duties if d.crew_id == c) for c in ("B0", "M1")}
    assert ends == {at("2026-12-07 14:00")}
    assert check_roster(result.instance, result.roster).exit_code == 0


def test_an_earlier_end_counts_as_recorded():
    made, plan = case()
    result = read_back(made, plan, [logged("B0", "07 06:00", "07 11:00"), MONDAY[1]])
    assert kinds(result) == [("earlier_end", "B0")]
    assert {d.interval.end for d in result.instance.dataset.duties if d.crew_id == "B0"} == {at("2026-12-07 11:00")}
    assert {pin.crew_id for pin in result.instance.dataset.pins} == {"M1"}


def test_recorded_time_that_is_known_already_counts_once():
    made, plan = case()
    made = replace(made, dataset=replace(made.dataset, duties=tuple(MONDAY)))
    result = read_back(made, plan, MONDAY)
    assert result.deviations == () and len(result.instance.dataset.duties) == 2


def test_a_voyage_keeps_its_crew_after_the_cut():
    made, plan = case(voyage_id="R", crew_change_at_end=False)
    result = read_back(made, plan, MONDAY)
    assert set(result.instance.begun_voyages) == {"R"}
    assert check_roster(result.instance, result.roster).exit_code == 0
    strangers = tuple(replace(r, crew_id="B2") if r.crew_id == "B0" else r for r in result.roster.rows)
    assert check_roster(result.instance, replace(result.roster, rows=strangers)).exit_code == 1


def test_the_rest_can_be_planned_anew():
    made, plan = case()
    result = read_back(made, plan, [logged("B0", "07 07:30", "07 21:15"), MONDAY[1]])
    planned = make_plan(result.instance, SolveOptions(time_limit_s=10.0, deterministic=True))
    assert planned.report is not None and planned.report.exit_code == 0
    on_tuesday = {r.crew_id for r in planned.result.roster.of_shift("A2")}
    assert "B0" not in on_tuesday and "B2" in on_tuesday
    assert build_problem(result.instance).notes == ()


@pytest.mark.parametrize(
    "log",
    [
        [],
        [logged("B0", "06 06:00", "06 14:00")],
        [logged("B0", "13 06:00", "14 14:00")],
        [logged("B0", "07 06:00", "07 14:00", planned=True)],
    ],
)
def test_a_logbook_beside_the_window_is_refused(log):
    with pytest.raises(LogbookError):
        read_back(*case(), log)


def test_the_unknown_past_of_people_stays_unknown():
    made, plan = case()
    people, _ = crew("BMB")
    people = {crew_id: replace(p, history_known_from=None, history_known_until=None) for crew_id, p in people.items()}
    made = replace(made, dataset=replace(made.dataset, crew=people))
    later = Roster(window=plan.window, rows=tuple(r for r in plan.rows if r.shift_id != "A1"))
    result = read_back(made, later, [logged("B2", "07 18:00", "07 20:00")])
    person = result.instance.dataset.crew["B0"]
    assert person.history_known_from == made.window.start and person.history_known_until == result.cut
    codes = {f.code for f in check_roster(result.instance, result.roster).unlawful}
    assert "rest.elsewhere_counts" not in codes  # the week itself is known since Monday 00:00
