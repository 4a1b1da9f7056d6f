"""Linear limits for the model: the rulebook's values, and the same answer as the judge."""

from datetime import date

import pytest
from hypothesis import given, settings
from rest.duties import BOOK, EMPLOYEE, SELF_EMPLOYED, at, days, piece, span
from rest.random_records import records

from optimizer.domain import Employment
from optimizer.rest import judge
from optimizer.rest.limits import measures, rolling_limits
from optimizer.timeline import Interval, to_minute

DAY = date(2026, 6, 1)


def _table(*args):
    return {
        (limit.rule_id, limit.window_minutes, limit.max_minutes, limit.measure, limit.anchor)
        for limit in rolling_limits(BOOK, *args)
    }


EMPLOYEES = {
    ("work.total_24h", 1440, 840, "work", "any"),
    ("work.total_7d", 10080, 5040, "work", "any"),
    ("work.night_7d", 10080, 2520, "night", "any"),
    ("work.rest_24h", 1440, 840, "non_rest", "any"),
    ("work.rest_7d", 10080, 5040, "non_rest", "any"),
}


def test_limits_by_person_class():
    assert _table(EMPLOYEE, False, DAY) == EMPLOYEES
    assert _table(SELF_EMPLOYED, False, DAY) == set()
    young = {
        ("youth.daily_hours", 1440, 480, "work", "day"),
        ("youth.weekly_hours", 10080, 2400, "work", "week"),
    }
    assert _table(EMPLOYEE, True, DAY) == EMPLOYEES | young
    assert _table(SELF_EMPLOYED, True, DAY) == young


def test_calendar_windows_follow_the_clock_change():
    windows = {row[0]: row[1] for row in _table(EMPLOYEE, True, date(2026, 3, 29))}
    assert (windows["youth.daily_hours"], windows["youth.weekly_hours"]) == (1380, 10020)
    assert windows["work.total_7d"] == 10080
    by_clock = BOOK.with_readings({"seven_days": "calendar"})
    week = {limit.rule_id: limit for limit in rolling_limits(by_clock, EMPLOYEE, False, date(2026, 3, 25))}
    assert (week["work.rest_7d"].window_minutes, week["work.rest_7d"].max_minutes) == (10020, 4980)


def test_measures_of_a_night_with_a_break_over_the_autumn_change():
    work = [piece("2026-10-24 20:00", "06:00", ("23:30", "23:50"))]
    inside = measures(work, BOOK).inside(span("2026-10-24 20:00", "2026-10-25 06:00"))
    assert inside == {"work": 11 * 60 - 20, "non_rest": 11 * 60, "night": 8 * 60 - 20}


def test_measures_of_gaps_and_parts_of_windows():
    work = [
        piece("2026-05-04 08:00", "12:00"),
        piece("2026-05-04 12:15", "14:00"),
        piece("2026-05-04 14:16", "15:00"),
    ]
    of_work = measures(work, BOOK)
    inside = of_work.inside(Interval(at("2026-05-04 10:00"), at("2026-05-04 14:30")))
    assert inside == {"work": 120 + 105 + 14, "non_rest": 120 + 15 + 105 + 14, "night": 0}
    assert of_work.starts("non_rest") == (
        to_minute(at("2026-05-04 08:00")),
        to_minute(at("2026-05-04 14:16")),
    )


def test_nothing_measured_is_nothing():
    assert measures([], BOOK).inside(span("2026-05-04 10:00", "12:00")) == {
        "work": 0,
        "non_rest": 0,
        "night": 0,
    }


@pytest.mark.parametrize("last", ["18:00", "18:01"])
def test_limits_and_judge_turn_on_the_same_minute(last):
    week = [*days("2026-05-04", 6, "06:00", "18:00"), piece("2026-05-10 06:00", last)]
    inside = measures(week, BOOK).inside(Interval(at("2026-05-04 06:00"), at("2026-05-11 06:00")))
    assert (inside["work"] <= 5040) is (last == "18:00")


@given(records())
@settings(max_examples=100, deadline=None)
def test_a_limit_is_exceeded_exactly_where_the_judge_finds_a_breach(work):
    if work.employment is not Employment.EMPLOYEE:
        return
    of_work = measures(work.pieces, BOOK)
    for limit in rolling_limits(BOOK, EMPLOYEE, False, DAY):
        exceeded = any(
            of_work.inside(Interval.from_minutes(start, start + limit.window_minutes))[limit.measure]
            > limit.max_minutes
            for start in of_work.starts(limit.measure)
        )
        assert exceeded is bool(judge(work, BOOK, rules=[limit.rule_id]))
