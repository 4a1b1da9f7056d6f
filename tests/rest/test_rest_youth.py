"""Rules for young people on their edges (§§ 5, 8, 11-14, 20(1) JArbSchG)."""

from datetime import date, timedelta

import pytest
from dateutil.easter import easter
from rest.duties import BOOK, SELF_EMPLOYED, SEVENTEEN, at, days, found, piece, record, span

from optimizer.rest import free_days_due, judge
from optimizer.rest.youth import easter_sunday

pytestmark = pytest.mark.law

LUNCH = (("12:00", "13:00"),)


def _young(*pieces, birth=SEVENTEEN, rules=None, **facts):
    classes = found(record(*pieces, birth=birth, **facts), rules=rules)
    return {rule: c for rule, c in classes.items() if rule.startswith("youth.")}


def test_eight_hours_a_day():
    assert _young(piece("2026-06-01 08:00", "17:00", *LUNCH)) == {}
    assert _young(piece("2026-06-01 08:00", "17:01", *LUNCH)) == {"youth.daily_hours": "hard"}


def test_forty_hours_from_monday_to_sunday():
    week = days("2026-06-01", 5, "08:00", "17:00", *LUNCH)
    assert _young(*week, piece("2026-06-08 08:00", "08:10")) == {}
    (breach,) = judge(
        record(*week, piece("2026-06-07 08:00", "08:10"), birth=SEVENTEEN), BOOK,
        rules=["youth.weekly_hours"],
    )  # fmt: skip
    assert breach.first_window_start == at("2026-06-01 00:00")
    assert (breach.found_minutes, breach.allowed_minutes) == (2410, 2400)


def test_a_gap_too_short_for_a_break_is_working_time():
    parts = [piece("2026-06-01 08:00", "12:00"), piece("2026-06-01 12:14", "12:44")]
    assert _young(*parts) == {"youth.breaks": "hard"}
    longer = [piece("2026-06-01 08:00", "12:00"), piece("2026-06-01 12:15", "12:45")]
    assert _young(*longer) == {}


@pytest.mark.parametrize(
    ("breaks", "lawful"),
    [
        ((("12:00", "13:00"),), True),
        ((("12:00", "12:59"),), False),
        ((("09:00", "09:30"), ("13:00", "13:30")), True),
        ((("08:59", "09:29"), ("13:00", "13:30")), False),
        ((("11:00", "11:30"), ("14:30", "15:00")), True),
        ((("11:00", "11:30"), ("14:31", "15:01")), False),
        ((("12:31", "13:31"),), False),
    ],
)
def test_breaks_are_long_enough_and_not_in_the_first_or_last_hour(breaks, lawful):
    work = record(piece("2026-06-01 08:00", "16:00", *breaks), birth=SEVENTEEN)
    assert (found(work, rules=["youth.breaks"]) == {}) is lawful


def test_four_and_a_half_hours_without_a_break():
    assert _young(piece("2026-06-01 08:00", "12:30")) == {}
    assert _young(piece("2026-06-01 08:00", "12:31")) == {"youth.breaks": "hard"}


@pytest.mark.parametrize(
    ("sailing", "birth", "late", "lawful"),
    [
        (True, SEVENTEEN, ("17:00", "20:00"), True),
        (True, SEVENTEEN, ("16:59", "20:00"), False),
        (False, SEVENTEEN, ("17:00", "20:00"), False),
        (True, date(2010, 6, 1), ("17:00", "20:00"), True),
        (True, date(2010, 6, 2), ("17:00", "20:00"), False),
    ],
)
def test_shift_of_fourteen_hours_only_while_sailing_and_over_sixteen(sailing, birth, late, lawful):
    parts = [("06:00", "09:00"), late]
    pieces = [piece(f"2026-06-01 {start}", end, sailing=sailing) for start, end in parts]
    assert (_young(*pieces, birth=birth, rules=["youth.shift"]) == {}) is lawful


@pytest.mark.parametrize(
    ("end", "sailing", "birth", "lawful"),
    [
        ("20:00", False, SEVENTEEN, True),
        ("20:01", False, SEVENTEEN, False),
        ("22:00", True, SEVENTEEN, True),
        ("22:01", True, SEVENTEEN, False),
        ("22:00", True, date(2010, 6, 1), True),
        ("22:00", True, date(2010, 6, 2), False),
    ],
)
def test_no_duty_at_night(end, sailing, birth, lawful):
    work = piece("2026-06-01 18:00", end, sailing=sailing)
    assert (_young(work, birth=birth, rules=["youth.night"]) == {}) is lawful
    early = piece("2026-06-01 05:59", "08:00")
    assert _young(early, rules=["youth.night"]) == {"youth.night": "hard"}


def test_night_at_the_clock_changes_follows_the_clock():
    assert _young(piece("2026-10-25 06:00", "08:00"), rules=["youth.night"]) == {}
    assert _young(piece("2026-03-29 05:59", "08:00"), rules=["youth.night"]) != {}


@pytest.mark.parametrize(
    "day", ["2026-12-24", "2026-12-25", "2026-12-26", "2026-12-31", "2027-01-01", "2026-05-01",
            "2026-04-05", "2026-04-06", "2027-03-28", "2027-03-29"]
)  # fmt: skip
def test_forbidden_days(day):
    birth = date(2010, 1, 1)
    rules = ["youth.forbidden_days"]
    assert _young(piece(f"{day} 10:00", "11:00"), birth=birth, rules=rules) != {}
    allowed = date.fromisoformat(day) + timedelta(days=9)
    assert _young(piece(f"{allowed} 10:00", "11:00"), birth=birth, rules=rules) == {}


def test_easter_for_two_centuries():
    assert all(easter_sunday(year) == easter(year) for year in range(1990, 2190))


def test_children_do_not_work():
    work = piece("2026-06-01 10:00", "11:00")
    assert _young(work, birth=date(2011, 6, 2)) == {"youth.child": "hard"}
    assert _young(work, birth=date(2011, 6, 1)) == {}


def test_self_employed_minors_are_young_people_too_but_no_employees():
    work = record(piece("2026-06-01 08:00", "16:30"), birth=SEVENTEEN, employment=SELF_EMPLOYED)
    assert set(found(work)) == {"youth.daily_hours", "youth.breaks"}


def test_a_piece_past_midnight_belongs_to_the_day_it_begins():
    night = piece("2026-06-01 21:00", "02:00")
    (breach,) = judge(record(night, birth=SEVENTEEN), BOOK, rules=["youth.night"])
    assert (breach.first_window_start, breach.found_minutes) == (at("2026-06-01 21:00"), 240)


WEEKENDS = [date(2026, 6, 6) + timedelta(days=7 * week + n) for week in range(6) for n in (0, 1)]


@pytest.mark.parametrize(
    ("worked", "granted", "as_of", "due", "overdue"),
    [
        (9, 0, date(2026, 7, 6), 9, None),
        (10, 0, date(2026, 7, 5), 10, None),
        (10, 0, date(2026, 7, 6), 10, date(2026, 7, 6)),
        (12, 0, date(2026, 7, 20), 12, date(2026, 7, 6)),
        (12, 2, date(2026, 7, 20), 10, date(2026, 7, 13)),
        (12, 3, date(2026, 7, 20), 9, None),
        (12, 0, date(2026, 6, 7), 2, None),
        (2, 5, date(2026, 7, 6), 0, None),
    ],
)
def test_free_days_for_weekends(worked, granted, as_of, due, overdue):
    answer = free_days_due(WEEKENDS[:worked], granted, as_of, BOOK)
    assert answer.due == due
    assert (answer.breach and answer.breach.first_window_start) == overdue


def test_short_free_times_that_overlap_are_one_breach():
    """The free time due after Tuesday's minute begins while that due after Monday's night still runs."""
    work = record(
        piece("2026-06-01 23:01", "14:01"),
        piece("2026-06-02 14:02", "14:03"),
        piece("2026-06-03 00:00", "00:01"),
        birth=SEVENTEEN,
    )
    (breach,) = judge(work, BOOK, rules=["youth.free_time"])
    assert (breach.found_minutes, breach.allowed_minutes) == (1, 720)
    assert breach.window == span("2026-06-02 14:01", "2026-06-03 02:03")
