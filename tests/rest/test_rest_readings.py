"""Readings: a literal judge reports exactly what the strict one calls hard; removing duty never hurts."""

from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st
from rest.duties import days, piece, record
from rest.random_records import BOOK, records

from optimizer.rest import judge

LITERAL = BOOK.with_readings(
    {
        "breaks_in_rest": "rest",
        "rest_windows": "main_rest",
        "consecutive_duty": "gap_interrupts",
        "youth_free_time": "hour_for_hour",
    }
)
#: Their other reading is no relaxation in the week of the autumn change.
SEVEN_DAYS = {"work.total_7d", "work.night_7d", "work.rest_7d"}
#: Rules a person can break by working less: a gap before further duty counts as a break; a long
#: shift shortens the free time due after it; the rest before a duty decides whether it opens the
#: 48 hours of the loading exception.
NOT_MONOTONE = {"youth.free_time", "youth.breaks", "work.breaks", "rest.loading_exception"}


def _binding(work, book=BOOK):
    return {b.rule_id for b in judge(work, book) if b.severity_class in ("hard", "conservative")}


@given(records())
@settings(max_examples=150, deadline=None)
def test_a_literal_judge_reports_exactly_the_hard_breaches(work):
    hard = {b.rule_id for b in judge(work, BOOK) if b.severity_class == "hard"}
    assert _binding(work, LITERAL) - SEVEN_DAYS == hard - SEVEN_DAYS


@given(records())
@settings(max_examples=100, deadline=None)
def test_conservative_breaches_name_the_reading_and_others_do_not(work):
    for breach in judge(work, BOOK):
        assert (breach.severity_class == "conservative") is bool(breach.reading)
        assert not breach.reading or breach.reading in BOOK.readings


@given(records(), st.data())
@settings(max_examples=150, deadline=None)
def test_taking_a_duty_away_breaks_no_further_rule(work, data):
    gone = data.draw(st.integers(0, len(work.pieces) - 1))
    fewer = replace(work, pieces=work.pieces[:gone] + work.pieces[gone + 1 :])
    assert _binding(fewer) - NOT_MONOTONE <= _binding(work)


def test_work_days_by_shift():
    nights = record(*days("2026-05-01", 31, "20:00", "02:00"))
    rules = ["work.consecutive_days"]
    assert judge(nights, BOOK, rules=rules)
    by_shift = BOOK.with_readings({"work_day": "shift"})
    assert judge(nights, by_shift, rules=rules) == ()


def test_seven_days_by_the_clock_are_an_hour_longer_in_autumn():
    week = record(*days("2026-10-19", 7, "06:00", "18:00"), piece("2026-10-26 05:00", "09:00"))
    rules = ["work.total_7d"]
    assert judge(week, BOOK, rules=rules) == ()
    by_clock = BOOK.with_readings({"seven_days": "calendar"})
    (breach,) = judge(week, by_clock, rules=rules)
    assert (breach.severity_class, breach.reading) == ("conservative", "seven_days")
    assert breach.found_minutes == 85 * 60
