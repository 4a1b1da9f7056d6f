"""What sails, and what the dataset ties down: rows, locks, voyages, groups, history."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from check_build import (
    LONG_AGO,
    WINDOW,
    K,
    absence,
    at,
    causes,
    certificate,
    day_ship,
    ferry,
    person,
    span,
    unlawful,
)

from optimizer.check.report import in_reading_order
from optimizer.domain import (
    DutyKind,
    Employment,
    Function,
    Movement,
    Pin,
    PinStatus,
    RecordedDuty,
    SafetyRole,
    Shift,
    VesselState,
)
from optimizer.findings import Severity
from optimizer.roster import RowStatus
from optimizer.timeline import Interval

F = Function


def codes(report):
    return [finding.code for finding in report.findings]


def opened(fleet, shift, who):
    return fleet.set_row(shift, who, status=RowStatus.OPEN, crew_id="", duty=(), breaks=())


# --- what sails ---------------------------------------------------------------------------------


def test_an_open_row_keeps_the_shift_in_port():
    report = opened(ferry(), "F1late", "dm2").check()
    assert report.exit_code == 3
    assert report.not_sailing == {"F1late"}
    assert "F1late" not in report.sailing
    assert report.findings == ()


@pytest.mark.parametrize("status", [RowStatus.NOT_SAILING, RowStatus.FORESEEN])
def test_a_shift_that_does_not_sail_creates_no_duty(status):
    fleet = ferry().edit(lambda r: replace(r, status=status), shift="F1late")
    begin = Interval(at(2, "00:00"), at(2, "06:00"))
    fleet = fleet.set_shift("F2early", interval=begin)
    fleet = fleet.edit(lambda r: replace(r, duty=(begin,), breaks=()), shift="F2early")
    moved = fleet.edit(lambda r: replace(r, crew_id="ff2"), shift="F2early", who="ff1")
    assert moved.check().exit_code == 3
    sailing = moved.edit(lambda r: replace(r, status=RowStatus.FILLED), shift="F1late")
    assert "rest.consecutive_duty_employee" in causes(sailing.check())


def test_filled_rows_without_a_place_are_unlawful_not_just_open():
    assert ferry().delete("F1late", "dm2").check().exit_code == 1
    assert opened(ferry(), "F1late", "dm2").check().exit_code == 3


def test_locked_rows_sail():
    fleet = ferry().edit(lambda r: replace(r, status=RowStatus.LOCKED), shift="F1late")
    assert fleet.check().exit_code == 0


def test_a_missing_row_is_no_open_row():
    report = ferry().edit(lambda _: None, shift="F4late").check()
    assert causes(report) == ["roster.no_row"]
    assert report.not_sailing == frozenset()
    assert report.exit_code == 1


def test_unlawful_beats_open():
    report = opened(ferry(), "F1late", "dm2").delete("F2late", "dm2").check()
    assert report.exit_code == 1
    assert report.not_sailing == {"F1late"}


def test_a_row_of_an_unknown_shift():
    fleet = ferry()
    stray = replace(fleet.rows[0], shift_id="X9")
    assert causes(fleet.with_rows(stray).check()) == ["roster.unknown_id"]


def test_a_row_without_duty_times_is_judged_by_its_watch():
    fleet = ferry().set_row("F0early", "dm1", duty=(), breaks=())
    assert causes(fleet.check()) == ["work.breaks"]
    half = (span(0, "09:30", "10:00"),)
    assert fleet.set_shift("F0early", breaks=half).check().exit_code == 0


# --- locks --------------------------------------------------------------------------------------


def test_a_kept_lock_is_silent():
    pin = Pin(shift_id="F0early", crew_id="dm1", function=F.DECKHAND)
    assert ferry().add("pins", pin).check().findings == ()


@pytest.mark.parametrize(
    "pin",
    [
        Pin(shift_id="F0early", crew_id="dm1", function=F.FERRY_MASTER),
        Pin(shift_id="F0early", crew_id="dm1", watch="Früh"),
        Pin(shift_id="F0early", crew_id="dm1", safety_role=SafetyRole.FIRST_AIDER),
        Pin(shift_id="F0early", crew_id="dm3"),
    ],
)
def test_a_lock_is_function_watch_and_role_too(pin):
    report = ferry().add("pins", pin).check()
    assert report.exit_code == 0
    assert [(f.code, f.severity) for f in report.findings] == [("roster.lock_not_kept", Severity.WARNING)]


def test_planned_rows_to_start_from_are_no_locks():
    pin = Pin(shift_id="F0early", crew_id="dm3", status=PinStatus.PLANNED)
    assert ferry().add("pins", pin).check().findings == ()


def test_an_absence_beats_a_lock():
    fleet = ferry().add("pins", Pin(shift_id="F0early", crew_id="dm3"))
    report = fleet.add("absences", absence("dm3", 0, 2)).check()
    assert report.exit_code == 0
    assert [(f.code, f.severity) for f in report.findings] == [("roster.lock_not_kept", Severity.INFO)]
    kept = fleet.set_row("F0early", "dm1", crew_id="dm3")
    assert kept.check().exit_code == 0
    spoilt = kept.add("absences", absence("dm3", 0, 2)).check()
    assert causes(spoilt) == ["person.absent"]


def test_a_lock_on_a_shift_that_does_not_sail_is_told_only():
    report = opened(ferry(), "F1late", "dm2").add("pins", Pin(shift_id="F1late", crew_id="dm3"))
    assert report.check().exit_code == 3


# --- voyages and duty groups ----------------------------------------------------------------------


def voyage():
    """Monday to Wednesday of the day ship are one voyage."""
    fleet = day_ship()
    for day in range(3):
        fleet = fleet.set_shift(f"A{day}", voyage_id="R1")
    return fleet


def test_one_voyage_one_crew():
    assert voyage().check().findings == ()


def test_changing_people_on_a_voyage():
    fleet = voyage().set_row("A2", "bm1", crew_id="bm2")
    report = fleet.check()
    assert causes(report) == ["voyage.crew_changed"]
    assert "Carl Claasen" in report.findings[0].text.de
    assert fleet.set_shift("A2", voyage_id="R2").check().exit_code == 0


def test_the_same_voyage_number_on_two_vessels_is_two_voyages():
    fleet = voyage()
    other = replace(fleet.dataset.vessels["A"], vessel_id="B", name="MS Bille")
    fleet = fleet.set(vessels={**fleet.dataset.vessels, "B": other})
    fleet = fleet.set_shift("A4", vessel_id="B", voyage_id="R1")
    assert fleet.check().exit_code == 0


def test_changing_function_on_a_voyage():
    fleet = voyage().add("certificates", certificate("bm1", K.HELMSMAN))
    assert causes(fleet.set_row("A2", "bm1", function=F.HELMSMAN).check()) == ["voyage.crew_changed"]


def test_a_voyage_may_stop_but_not_sail_on():
    stopped = opened(voyage(), "A2", "bm1")
    assert stopped.check().exit_code == 3
    resumed = opened(voyage(), "A1", "bm1")
    assert causes(resumed.check()) == ["voyage.resumed"]


def test_a_deleted_row_explains_the_changed_voyage():
    report = voyage().delete("A1", "bm1").check()
    assert causes(report) == ["manning.open_place"]
    assert "voyage.crew_changed" in codes(report)


def test_the_crew_of_a_running_voyage_stays():
    begun = Shift(
        shift_id="A-1",
        vessel_id="A",
        interval=Interval(at(-1, "08:00"), at(-1, "18:00")),
        voyage_id="R1",
    )
    fleet = voyage()
    fleet = fleet.set(shifts={**fleet.dataset.shifts, "A-1": begun})
    pins = [
        Pin(shift_id="A-1", crew_id=who, function=function, status=PinStatus.RUNNING)
        for who, function in (("sf1", F.BOATMASTER), ("bm1", F.ABLE_BOATMAN))
    ]
    assert fleet.add("pins", *pins).check().exit_code == 0
    others = [replace(pin, crew_id=pin.crew_id.replace("1", "2")) for pin in pins]
    assert "voyage.crew_changed" in causes(fleet.add("pins", *others).check())


def test_a_split_duty_is_done_by_the_same_people():
    fleet = ferry()
    for shift in ("F0early", "F2early"):
        fleet = fleet.set_shift(shift, duty_group="G")
    assert fleet.check().exit_code == 0
    assert causes(fleet.set_row("F2early", "dm1", crew_id="dm3").check()) == ["duty_group.other_people"]


# --- running shifts and history -------------------------------------------------------------------


def running(end):
    """A ferry shift of Sunday night that reaches into the week, with its crew."""
    shift = Shift(shift_id="F-1", vessel_id="F", interval=Interval(at(-1, "18:00"), at(0, end)))
    pin = Pin(shift_id="F-1", crew_id="dm1", function=F.DECKHAND, status=PinStatus.RUNNING)
    fleet = ferry()
    return fleet.set(shifts={**fleet.dataset.shifts, "F-1": shift}).add("pins", pin)


def test_a_shift_under_way_counts_as_duty():
    report = running("02:00").check()
    assert causes(report) and set(causes(report)) <= {"rest.uninterrupted_employee", "work.breaks"}
    assert "rest.uninterrupted_employee" in causes(report)


def test_a_shift_under_way_is_a_place_to_be():
    assert "person.two_places" in causes(running("07:00").check())


def test_a_breach_of_the_past_is_told_not_blamed():
    past = RecordedDuty(crew_id="dm1", interval=Interval(at(-5, "04:00"), at(-5, "23:00")), kind=DutyKind.DUTY)
    report = ferry().add("duties", past).check()
    assert report.exit_code == 0
    assert {finding.severity for finding in report.findings} == {Severity.INFO}
    assert "rest.total_employee" in codes(report)
    assert all(f.text.de.startswith("Vor dem Planungszeitraum") for f in report.findings)


def test_a_breach_behind_one_of_the_past_is_still_found():
    """Windows of the past overlap, like the links of a chain, with one that reaches into the week."""
    times = [(-3, "06:00", "21:00"), (-2, "05:30", "21:00"), (-1, "05:00", "12:00")]
    past = [
        RecordedDuty(crew_id="dm1", interval=Interval(at(d, a), at(d, b)), kind=DutyKind.DUTY)
        for d, a, b in [*times, (-1, "13:00", "22:00")]
    ]
    report = ferry().add("duties", *past).check()
    assert report.exit_code == 1
    assert "rest.total_employee" in causes(report)


@pytest.mark.parametrize(
    ("known", "exit_code"),
    [
        ({"history_known_from": None, "history_known_until": None}, 1),
        ({"history_known_from": at(-1, "20:00")}, 0),
        ({"history_known_from": at(-1, "20:01")}, 1),
        ({"history_known_from": at(-9, "00:00"), "history_known_until": at(-1, "00:00")}, 1),
        (
            {
                "history_known_from": None,
                "history_known_until": None,
                "rested_since": at(-1, "20:00"),
            },
            0,
        ),
        (
            {
                "history_known_from": None,
                "history_known_until": None,
                "rested_since": at(-1, "20:01"),
            },
            1,
        ),
    ],
)
def test_a_first_start_needs_known_or_attested_rest(known, exit_code):
    fleet = ferry().set_person("dm1", **known)
    report = fleet.check()
    assert report.exit_code == exit_code
    assert codes(report) == ["rest.elsewhere_counts"]
    rested = replace(fleet, assume_rested=True).check()
    assert rested.exit_code == 0
    assert [(f.code, f.crew_id) for f in rested.findings] == [("rest.elsewhere_counts", "dm1")]


def test_who_starts_later_in_the_week_has_rested_by_then():
    fleet = ferry().set_person("dm2", history_known_from=None, history_known_until=None)
    report = fleet.check()
    assert report.exit_code == 0
    assert [f.severity for f in report.findings] == [Severity.INFO]


def test_people_without_rows_are_not_told():
    fleet = ferry()
    crew = {**fleet.dataset.crew, "x": person("x", "Xaver", history_known_from=None)}
    assert fleet.set(crew=crew).check().findings == ()


# --- order and readings -----------------------------------------------------------------------


def test_causes_come_before_consequences_and_severity_before_both():
    report = ferry().delete("F2late", "dm2").delete("F3late", "ff2").check()
    kinds = [(f.severity is not Severity.UNLAWFUL, bool(f.consequence_of)) for f in report.findings]
    assert kinds == sorted(kinds)
    assert in_reading_order(reversed(report.findings)) == report.findings
    assert in_reading_order([*report.findings, *report.findings]) == report.findings


def test_the_report_lists_the_readings_used():
    assert ferry().reading(breaks_in_rest="rest").check().readings["breaks_in_rest"] == "rest"


def test_names_shared_by_two_people_carry_the_number():
    fleet = ferry().set_person("dm1", name="Jan Petersen").set_person("dm3", name="Jan Petersen")
    report = fleet.add("absences", absence("dm1", 0, 0)).check()
    assert "Jan Petersen (dm1)" in report.findings[0].text.de
    assert "Urlaub 04.05." in report.findings[0].text.de


def test_self_employed_people_are_no_employees():
    fleet = ferry().set_row("F0early", "dm1", breaks=())
    assert causes(fleet.check()) == ["work.breaks"]
    free = fleet.set_person("dm1", employment=Employment.SELF_EMPLOYED)
    assert free.check().exit_code == 0


def test_entry_and_exit_take_the_whole_duty():
    night = Interval(at(1, "22:00"), at(2, "06:00"))
    fleet = ferry().set_shift("F1late", interval=night)
    fleet = fleet.edit(
        lambda r: replace(r, duty=(night,), breaks=(Interval(at(2, "01:00"), at(2, "01:30")),)),
        shift="F1late",
        who="ff2",
    ).edit(
        lambda r: replace(r, duty=(night,), breaks=(Interval(at(2, "02:00"), at(2, "02:30")),)),
        shift="F1late",
        who="dm2",
    )
    fleet = fleet.edit(lambda _: None, shift="F2late").edit(lambda _: None, shift="F2early")
    fleet = fleet.set(shifts={k: s for k, s in fleet.dataset.shifts.items() if not k.startswith("F2")})
    assert fleet.check().exit_code == 0
    leaving = fleet.set_person("dm2", exit_on=date(2026, 5, 5))
    assert "person.not_employed" in causes(leaving.check())
    later = fleet.set_person("dm2", exit_on=date(2026, 5, 31), entry_on=date(2026, 5, 4))
    assert later.check().exit_code == 0


def test_the_window_is_the_one_of_the_builder():
    assert WINDOW.start - LONG_AGO > timedelta(days=31)
    assert unlawful(ferry().check()) == []


def test_a_recorded_part_of_a_shift_under_way_counts_once():
    """What the logbook already holds, breaks included, is not laid over by the plan."""
    fleet = running("01:00")
    fleet = fleet.set_person("dm1", history_known_until=at(0, "00:00"))
    done = RecordedDuty(
        crew_id="dm1",
        interval=Interval(at(-1, "18:00"), at(0, "00:00")),
        kind=DutyKind.DUTY,
        vessel_id="F",
        breaks=(Interval(at(-1, "21:00"), at(-1, "21:30")),),
    )
    assert "work.breaks" in codes(fleet.check())
    assert "work.breaks" not in codes(fleet.add("duties", done).check())


def test_shorter_duty_is_a_warning_while_the_vessel_lies():
    lies = Movement(vessel_id="F", interval=span(0, "06:00", "07:00"), state=VesselState.MOORED)
    later = (span(0, "07:00", "14:00"),)
    fleet = ferry().set_row("F0early", "dm1", duty=later)
    assert causes(fleet.check()) == ["duty.shorter_than_watch"]
    report = fleet.add("movements", lies).check()
    assert report.exit_code == 0
    assert [(f.code, f.severity) for f in report.findings] == [("duty.shorter_than_watch", Severity.WARNING)]


def test_rows_of_a_shift_under_way_beside_its_logbook():
    """The rows of a running shift are the same duty that the logbook already tells."""
    fleet = running("02:00")
    done = RecordedDuty(
        crew_id="dm1",
        interval=Interval(at(-1, "18:00"), at(0, "00:00")),
        kind=DutyKind.DUTY,
        vessel_id="F",
    )
    duty = Interval(at(-1, "18:00"), at(0, "02:00"))
    mine = replace(fleet.rows[1], shift_id="F-1", duty=(duty,), breaks=())
    master = replace(fleet.rows[0], shift_id="F-1", duty=(duty,), breaks=())
    report = fleet.add("duties", done).with_rows(mine, master).check()
    assert "person.two_places" not in codes(report)
    assert "F-1" in report.sailing
    elsewhere = fleet.add("duties", replace(done, vessel_id="Z")).with_rows(mine, master)
    assert "person.two_places" in codes(elsewhere.check())


def test_attested_rest_is_told_as_not_recorded():
    gap = {"history_known_until": at(-3, "00:00"), "rested_since": at(-3, "00:00")}
    report = ferry().set_person("dm1", **gap).check()
    assert [(f.code, f.severity) for f in report.findings] == [("rest.elsewhere_counts", Severity.INFO)]
