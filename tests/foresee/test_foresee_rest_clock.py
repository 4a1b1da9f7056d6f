"""The rest clock: known answers, both clock changes, unknown history, what is planned beside."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from foresee.foresee_cases import at, case, recorded, span, week_of

from optimizer.domain import Absence, AbsenceKind, DutyKind, Employment
from optimizer.export.rest_clock_text import rest_clock_lines
from optimizer.foresee import rest_clock

WEEK = week_of("2026-12-07")
SELF = Employment.SELF_EMPLOYED
SEVENTEEN = date(2009, 6, 1)


def codes(bounds):
    return {bound.rule_id for bound in bounds}


def test_nobody_rests_who_has_not_worked():
    clock = rest_clock(*case(WEEK), "P1")
    assert (clock.at, clock.earliest, clock.earliest_by) == (WEEK.start, WEEK.start, ())
    assert clock.longest_minutes == 14 * 60
    assert "work.total_24h" in codes(clock.longest_by)
    assert clock.beside_plan_minutes is None and clock.planned == ()
    assert not clock.unknown_history


def test_after_fourteen_hours_the_ten_hours_bind_with_their_paragraph():
    clock = rest_clock(*case(WEEK, *recorded(span("2026-12-06 06:00", "20:00"))), "P1")
    assert clock.earliest == at("2026-12-07 06:00")
    assert {bound.citation for bound in clock.earliest_by} >= {
        "BinSchArbZV § 6 Abs. 2 Nr. 1",
        "BinSchPersV § 103 Abs. 3 Satz 2",
    }
    assert clock.longest_minutes == 14 * 60


def test_whoever_has_hours_left_may_go_on_and_a_longer_duty_waits():
    clock = rest_clock(*case(WEEK, *recorded(span("2026-12-07 06:00", "14:00"))), "P1", at("2026-12-07 15:00"))
    assert clock.earliest == at("2026-12-07 15:00") and clock.earliest_by == ()
    assert clock.longest_minutes == 5 * 60
    assert "rest.consecutive_duty_employee" in codes(clock.longest_by)
    starts = {item.minutes: item.start for item in clock.starts}
    assert starts == {240: at("2026-12-07 15:00"), 480: at("2026-12-08 00:00"), 720: at("2026-12-08 00:00")}
    run = next(item for item in clock.limits if item.rule_id == "rest.consecutive_duty_employee")
    assert (run.used, run.left, run.allowed) == (9 * 60, 5 * 60, 14 * 60)


def test_a_duty_under_way_counts_to_its_end():
    instance, roster = case(WEEK, shifts=[span("2026-12-07 06:00", "14:00"), span("2026-12-08 06:00", "14:00")])
    clock = rest_clock(instance, roster, "P1", at("2026-12-07 09:00"))
    assert clock.on_duty_until == clock.earliest == at("2026-12-07 14:00")
    assert [duty.shift_id for duty in clock.planned] == ["S2"]


@pytest.mark.parametrize(
    ("day", "ends", "starts"),
    [("2026-10-24", "20:00", "2026-10-25 05:00"), ("2027-03-27", "20:00", "2027-03-28 07:00")],
)
def test_ten_hours_of_rest_elapse_over_a_clock_change(day, ends, starts):
    window = week_of(day)
    clock = rest_clock(*case(window, *recorded(span(f"{day} 06:00", ends))), "P1", at(f"{day} {ends}"))
    assert clock.earliest == at(starts)


def test_the_night_of_the_clock_change_has_eight_hours_of_night_work():
    window = week_of("2026-10-19", 14)
    nights = [span(f"2026-10-{day} 23:00", "06:00") for day in (19, 20, 21, 22, 23)]
    clock = rest_clock(*case(window, *recorded(*nights)), "P1", at("2026-10-24 20:00"))
    night = next(item for item in clock.limits if item.rule_id == "work.night_7d")
    assert (night.used, night.left, night.allowed) == (35 * 60, 7 * 60, 42 * 60)
    # From 20:00 on 840 minutes are allowed; the long night ends the duty an hour before its 06:00.
    assert clock.longest_minutes == (3 + 7) * 60
    assert codes(clock.longest_by) == {"work.night_7d"}


def test_a_full_week_leaves_nothing_until_it_rolls_on():
    days = [span(f"2026-12-{day:02d} 06:00", "18:00") for day in range(7, 14)]
    clock = rest_clock(*case(week_of("2026-12-07", 14), *recorded(*days)), "P1", at("2026-12-14 00:00"))
    assert clock.earliest == at("2026-12-14 06:00")
    assert {"work.total_7d", "work.rest_7d"} <= codes(clock.earliest_by)
    week = next(item for item in clock.limits if item.rule_id == "work.total_7d")
    assert (week.used, week.left) == (84 * 60, 12 * 60)


def test_self_employed_people_have_their_own_limits():
    worked = recorded(span("2026-12-06 08:00", "23:00"))
    clock = rest_clock(*case(WEEK, *worked, employment=SELF), "P1", at("2026-12-06 23:00"))
    assert clock.longest_minutes == 60
    assert rest_clock(*case(WEEK, *worked, employment=SELF), "P1", at("2026-12-07 00:00")).earliest == at(
        "2026-12-07 07:00"
    )
    assert "rest.consecutive_duty_self_employed" in codes(clock.longest_by)
    assert [item.rule_id for item in clock.limits] == ["rest.consecutive_duty_self_employed"]
    assert clock.rest_day is None


def test_young_people_neither_at_night_nor_more_than_eight_hours():
    clock = rest_clock(*case(WEEK, birth_date=SEVENTEEN), "P1")
    assert clock.earliest == at("2026-12-07 06:00")
    assert codes(clock.earliest_by) == {"youth.night"}
    assert clock.longest_minutes == 8 * 60
    assert codes(clock.longest_by) == {"youth.daily_hours"}
    assert {item.rule_id for item in clock.limits} >= {"youth.daily_hours", "youth.weekly_hours"}


def test_thirty_one_work_days_make_a_rest_day_due():
    month = [span(f"2026-12-{day:02d} 09:00", "13:00") for day in range(1, 21)]
    clock = rest_clock(*case(week_of("2026-12-07", 21), *recorded(*month)), "P1", at("2026-12-20 14:00"))
    assert (clock.rest_day.in_row, clock.rest_day.allowed) == (20, 31)
    assert clock.rest_day.due_on == date(2027, 1, 1)
    assert clock.rest_day.planned_on == date(2026, 12, 21)
    full = [*month, *(span(f"2026-12-{day:02d} 09:00", "13:00") for day in range(21, 32))]
    late = rest_clock(*case(week_of("2026-12-07", 28), *recorded(*full)), "P1", at("2027-01-01 00:00"))
    assert late.earliest == at("2027-01-02 00:00")
    assert codes(late.earliest_by) == {"work.consecutive_days"}
    assert late.rest_day.in_row == 1


def test_a_free_day_shorter_than_a_rest_day_is_none():
    around = recorded(span("2026-12-07 10:00", "2026-12-07 23:59"), span("2026-12-09 00:00", "06:00"))
    clock = rest_clock(*case(WEEK, *around), "P1", at("2026-12-07 09:00"))
    assert clock.rest_day.planned_on == date(2026, 12, 7) + timedelta(days=1)
    over_midnight = recorded(span("2027-03-27 10:00", "2027-03-27 23:59"), span("2027-03-29 00:00", "06:00"))
    spring = rest_clock(*case(week_of("2027-03-27", 3), *over_midnight), "P1", at("2027-03-27 09:00"))
    assert spring.rest_day.planned_on is None  # the 28th has 23 hours, and one minute more is no rest day


def test_unknown_history_puts_the_first_start_off_and_says_so():
    instance, roster = case(WEEK, history_known_from=None, history_known_until=None)
    clock = rest_clock(instance, roster, "P1")
    assert clock.unknown_history and clock.history_known_from is None
    assert clock.earliest == at("2026-12-07 10:00")
    assert [bound.citation for bound in clock.earliest_by] == ["BinSchPersV § 98 Abs. 11"]
    rested = rest_clock(*case(WEEK, history_known_from=None, history_known_until=None, assume_rested=True), "P1")
    assert rested.unknown_history and rested.earliest == WEEK.start


def test_what_is_planned_limits_a_further_duty_and_is_judged_itself():
    plan = [span("2026-12-08 06:00", "16:00"), span("2026-12-08 22:00", "2026-12-09 06:00")]
    clock = rest_clock(*case(WEEK, shifts=plan), "P1", at("2026-12-07 18:00"))
    assert (clock.earliest, clock.longest_minutes) == (at("2026-12-07 18:00"), 14 * 60)
    # Until 22:00: eight hours of rest before the shift of 06:00, and 14 hours of work in 24.
    assert clock.beside_plan_minutes == 4 * 60
    assert codes(clock.beside_plan_by) >= {"rest.uninterrupted_employee", "work.rest_24h", "work.total_24h"}
    first, second = clock.planned
    assert first.broken == () and first.earliest == at("2026-12-07 18:00")
    assert second.earliest == at("2026-12-09 02:00")
    assert "work.rest_24h" in codes(second.broken)


def test_recorded_rest_on_board_is_no_duty():
    aboard = recorded(span("2026-12-06 06:00", "2026-12-07 00:00"), kind=DutyKind.ON_BOARD_FREE)
    assert rest_clock(*case(WEEK, *aboard), "P1").earliest == WEEK.start


def test_a_young_persons_planned_shift_is_moved_with_its_breaks():
    instance, roster = case(WEEK, shifts=[span("2026-12-07 09:00", "18:00")], birth_date=SEVENTEEN)
    pauses = (span("2026-12-07 11:00", "11:30"), span("2026-12-07 13:30", "14:00"))
    roster = replace(roster, rows=(replace(roster.rows[0], breaks=pauses),))
    (duty,) = rest_clock(instance, roster, "P1").planned
    assert duty.broken == ()
    assert duty.earliest == at("2026-12-07 06:00")


def test_absences_are_named():
    instance, roster = case(WEEK)
    leave = Absence(crew_id="P1", start=at("2026-12-07 08:00"), end=at("2026-12-09 00:00"), kind=AbsenceKind.LEAVE)
    past = replace(leave, start=at("2026-12-01 00:00"), end=at("2026-12-02 00:00"))
    instance = replace(instance, dataset=replace(instance.dataset, absences=(leave, past)))
    clock = rest_clock(instance, roster, "P1")
    assert clock.absences == (leave,)
    lines = "\n".join(rest_clock_lines(instance, clock))
    assert "Abwesend (Urlaub) Mo 07.12.2026 08:00 – Mi 09.12.2026 00:00" in lines


@pytest.mark.parametrize(
    ("known", "said"),
    [
        ((None, None), "Frühere Dienste sind nicht bekannt"),
        (("2026-11-20 00:00", "2026-12-07 00:00"), "erst seit 20.11.2026 00:00 bekannt"),
        (("2026-10-20 00:00", "2026-12-01 00:00"), "nur von 20.10.2026 00:00 bis 01.12.2026 00:00 bekannt"),
        (("2026-10-20 00:00", "2026-12-07 00:00"), ""),
    ],
)
def test_the_text_says_what_is_known_of_the_past(known, said):
    first, last = (None if text is None else at(text) for text in known)
    instance, roster = case(WEEK, history_known_from=first, history_known_until=last)
    text = " ".join(" ".join(rest_clock_lines(instance, rest_clock(instance, roster, "P1"))).split())
    assert (said in text) if said else ("Frühere Dienste" not in text)
