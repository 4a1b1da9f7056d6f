"""Preparing, handing over and wrapping up: duty before and after the shift."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

import pytest
from check_build import Fleet, at, causes, day_ship, ferry, row, span, unlawful

from optimizer.check.mode_check import presence
from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import (
    Absence,
    AbsenceKind,
    ClockSpan,
    DutyKind,
    Function,
    Pin,
    PinStatus,
    RecordedDuty,
    Shift,
    Watch,
    WatchPlan,
)
from optimizer.duty import watch_duty
from optimizer.findings import Severity
from optimizer.roster import Roster
from optimizer.timeline import Interval

F = Function


def sheet_of(fleet: Fleet) -> Sheet:
    return Sheet(fleet.instance, Roster(window=fleet.instance.window, rows=fleet.rows))


def by_plan(fleet: Fleet) -> Fleet:
    """Rows without times of their own are judged by their watch."""
    return replace(fleet, rows=tuple(replace(r, duty=(), breaks=()) for r in fleet.rows))


def test_who_is_on_duty_first_and_last_works_around_the_shift() -> None:
    shift = Shift(
        shift_id="S", vessel_id="A", interval=span(0, "08:00", "20:00"), prepare_min=20, handover_min=30, wrapup_min=15
    )
    assert watch_duty(shift, None) == (span(0, "07:10", "20:15"),)
    early = Watch(name="1", spans=(ClockSpan(start=time(8), end=time(12)), ClockSpan(start=time(16), end=time(18))))
    late = Watch(name="2", spans=(ClockSpan(start=time(12), end=time(16)), ClockSpan(start=time(18), end=time(20))))
    assert watch_duty(shift, early) == (span(0, "07:10", "12:00"), span(0, "16:00", "18:00"))
    assert watch_duty(shift, late) == (span(0, "12:00", "16:00"), span(0, "18:00", "20:15"))


# --- duty times of the roster against the watch ---------------------------------------------------


def test_duty_times_with_the_work_around_the_shift_agree_with_the_plan() -> None:
    fleet = day_ship().set_shift("A0", prepare_min=30, wrapup_min=15)
    whole = span(0, "07:30", "18:15")
    fleet = fleet.set_row("A0", "sf1", duty=(whole,)).set_row("A0", "bm1", duty=(whole,))
    assert fleet.check().findings == ()


@pytest.mark.parametrize(
    ("duty", "code"),
    [
        (("08:00", "18:15"), "duty.shorter_than_watch"),
        (("07:31", "18:15"), "duty.shorter_than_watch"),
        (("07:30", "18:14"), "duty.shorter_than_watch"),
        (("07:29", "18:15"), "duty.longer_than_watch"),
        (("07:30", "18:16"), "duty.longer_than_watch"),
    ],
)
def test_times_that_differ_around_the_shift_are_a_warning(duty: tuple[str, str], code: str) -> None:
    fleet = day_ship().set_shift("A0", prepare_min=30, wrapup_min=15)
    fleet = fleet.set_row("A0", "sf1", duty=(span(0, *duty),)).set_row("A0", "bm1", duty=(span(0, "07:30", "18:15"),))
    report = fleet.check()
    assert [(f.code, f.severity) for f in report.findings] == [(code, Severity.WARNING)]


def test_a_boatmaster_who_only_prepares_leads_nobody() -> None:
    fleet = day_ship().set_shift("A0", prepare_min=30)
    fleet = fleet.set_row("A0", "sf1", duty=(span(0, "07:30", "08:00"),), breaks=())
    assert "duty.master_on_duty" in {f.code for f in unlawful(fleet.check())}


# --- rest and work --------------------------------------------------------------------------------


def test_the_work_around_the_shift_is_duty() -> None:
    fleet = by_plan(ferry().set_shift("F0early", prepare_min=30, wrapup_min=15))
    assert work_record(sheet_of(fleet), "dm1").pieces[0].interval == span(0, "05:30", "14:15")


@pytest.mark.parametrize(("minutes", "lawful"), [(0, True), (1, False)])
def test_preparing_counts_against_the_limits(minutes: int, lawful: bool) -> None:
    """Fourteen hours on end are the most."""
    fleet = ferry().set_shift("F0early", interval=span(0, "06:00", "20:00"), prepare_min=minutes)
    fleet = fleet.edit(lambda r: replace(r, duty=(), breaks=()), shift="F0early")
    found = {f.code for f in unlawful(fleet.check()) if f.crew_id == "dm1"}
    assert ("rest.consecutive_duty_employee" not in found) is lawful


def test_preparing_before_the_window_needs_known_rest_too() -> None:
    fleet = day_ship().set_shift("A0", interval=span(0, "00:00", "10:00"), prepare_min=30)
    duty = Interval(at(-1, "23:30"), at(0, "10:00"))
    for who, pause in (("sf1", span(0, "04:00", "04:45")), ("bm1", span(0, "05:00", "05:45"))):
        fleet = fleet.set_row("A0", who, duty=(duty,), breaks=(pause,))
    assert "rest.elsewhere_counts" not in causes(fleet.check())
    rested = {"history_known_from": None, "history_known_until": None}
    enough = fleet.set_person("sf1", **rested, rested_since=at(-1, "13:30"))
    assert "rest.elsewhere_counts" not in causes(enough.check())
    short = fleet.set_person("sf1", **rested, rested_since=at(-1, "13:31"))
    assert "rest.elsewhere_counts" in causes(short.check())


def test_minors_prepare_while_the_vessel_does_not_sail() -> None:
    """The later end of the day for minors under way is not that of duty before the vessel sails."""
    fleet = by_plan(day_ship().set_shift("A0", prepare_min=30))
    pieces = work_record(sheet_of(fleet), "sf1").pieces
    assert [piece.sailing for piece in pieces[:2]] == [False, True]


# --- one place at a time --------------------------------------------------------------------------


def back_to_back(vessel: str, **more) -> Fleet:
    """bm1 leaves the day ship at 18:00 and goes on at 18:00 on some vessel."""
    fleet = day_ship()
    duty = span(0, "18:00", "20:00")
    other = replace(fleet.dataset.vessels["A"], vessel_id="B", name="MS Bille")
    shift = replace(fleet.dataset.shifts["A0"], shift_id="X", vessel_id=vessel, interval=duty, **more)
    fleet = fleet.set(vessels={**fleet.dataset.vessels, "B": other}, shifts={**fleet.dataset.shifts, "X": shift})
    return by_plan(fleet.with_rows(row("X", "sf2", F.BOATMASTER, duty), row("X", "bm1", F.ABLE_BOATMAN, duty)))


def clashes(fleet: Fleet) -> set[str]:
    return {f.crew_id for f in fleet.check().findings if f.code == "person.two_places"}


@pytest.mark.parametrize("around", [{"prepare_min": 1}, {"handover_min": 30}])
def test_being_early_on_the_same_vessel_is_no_clash(around: dict[str, int]) -> None:
    assert clashes(back_to_back("A", **around)) == set()
    assert clashes(back_to_back("B", **around)) == {"bm1"}
    assert clashes(back_to_back("B")) == set()


def test_leaving_late_is_a_clash_elsewhere_only() -> None:
    assert clashes(back_to_back("A").set_shift("A0", wrapup_min=1)) == set()
    assert clashes(back_to_back("B").set_shift("A0", wrapup_min=1)) == {"bm1"}


def test_two_shifts_at_once_are_a_clash_on_the_same_vessel_too() -> None:
    fleet = back_to_back("A").set_shift("X", interval=span(0, "17:59", "20:00"))
    assert clashes(fleet) == {"bm1"}


def test_only_who_is_on_duty_first_is_early() -> None:
    """Who stands the second watch boards with the shift."""
    plan = WatchPlan(
        watch_plan="P",
        watches=(
            Watch(name="1", spans=(ClockSpan(start=time(18), end=time(19)),)),
            Watch(name="2", spans=(ClockSpan(start=time(19), end=time(20)),)),
        ),
    )
    fleet = back_to_back("B", prepare_min=30, watch_plan="P").set(watch_plans={"P": plan})
    assert clashes(fleet.set_row("X", "bm1", watch="1")) == {"bm1"}
    assert clashes(fleet.set_row("X", "bm1", watch="2")) == set()


@pytest.mark.parametrize(("vessel", "clash"), [("F", False), ("G", True), ("", True)])
def test_recorded_work_next_to_preparing(vessel: str, clash: bool) -> None:
    fleet = by_plan(ferry().set_shift("F0early", prepare_min=30))
    before = RecordedDuty(crew_id="dm1", interval=span(0, "05:00", "05:31"), kind=DutyKind.LOADING, vessel_id=vessel)
    assert ("dm1" in clashes(fleet.add("duties", before))) is clash
    earlier = replace(before, interval=span(0, "05:00", "05:30"))
    assert clashes(fleet.add("duties", earlier)) == set()


@pytest.mark.parametrize(("vessel", "clash"), [("F", False), ("G", True)])
def test_a_shift_under_way_next_to_preparing(vessel: str, clash: bool) -> None:
    fleet = by_plan(ferry().set_shift("F0early", prepare_min=30))
    begun = Shift(shift_id="F-1", vessel_id=vessel, interval=Interval(at(-1, "22:00"), at(0, "05:30")), wrapup_min=1)
    other = replace(fleet.dataset.vessels["F"], vessel_id="G", name="Fähre Hoopte")
    pin = Pin(shift_id="F-1", crew_id="dm1", status=PinStatus.RUNNING)
    fleet = fleet.set(vessels={**fleet.dataset.vessels, "G": other}, shifts={**fleet.dataset.shifts, "F-1": begun})
    assert ("dm1" in clashes(fleet.add("pins", pin))) is clash
    assert clashes(fleet.set_shift("F-1", wrapup_min=0).add("pins", pin)) == set()


def test_an_absence_that_reaches_into_preparing() -> None:
    away = Absence(crew_id="dm1", start=at(-3, "00:00"), end=at(0, "05:30"), kind=AbsenceKind.LEAVE)
    fleet = by_plan(ferry().set_shift("F0early", prepare_min=30)).add("absences", away)
    assert "person.absent" not in causes(fleet.check())
    assert "person.absent" in causes(fleet.set_shift("F0early", prepare_min=31).check())


def test_a_changing_crew_is_on_board_while_it_prepares() -> None:
    fleet = by_plan(day_ship().set_shift("A0", prepare_min=30, wrapup_min=15))
    assert presence(sheet_of(fleet), "sf1", "A")[0] == span(0, "07:30", "18:15")
