"""Young people under the JArbSchG in the checker's judge, birthdays in the middle of a roster."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from check_rest_records import at, classes, daily, duty, judged, record, self_employed

from optimizer.duty import WorkRecord

pytestmark = pytest.mark.law

SEVENTEEN = date(2008, 12, 1)
FIFTEEN = date(2011, 3, 1)
HARD, CONSERVATIVE = "hard", "conservative"


def young(*pieces, born: date = SEVENTEEN) -> WorkRecord:
    return record(*pieces, born=born)


def on_first_of_june(clocks: list[str], sailing: bool = True):
    return [duty(f"2026-06-01 {text}", sailing=sailing) for text in clocks]


def figures(breaches):
    return [(item.severity_class, item.found_minutes, item.allowed_minutes) for item in breaches]


@pytest.mark.parametrize(
    ("clocks", "expected"),
    [
        (["07:00-11:00", "11:30-14:00", "14:30-16:00"], []),
        (["07:00-11:00", "11:30-14:00", "14:30-16:01"], [(HARD, 481, 480)]),
        # An interruption of less than a quarter of an hour is no break and stays work.
        (["07:00-11:00", "11:14-14:00", "14:44-16:00"], [(HARD, 496, 480)]),
        (["07:00-11:00", "11:15-14:00", "14:45-16:00"], []),
    ],
)
def test_eight_hours_a_day(clocks, expected):
    assert figures(judged(young(*on_first_of_june(clocks)), "youth.daily_hours")) == expected


def test_labelled_breaks_are_no_work_and_short_ones_are():
    whole = "2026-06-01 07:00-16:00"
    enough = duty(whole, "2026-06-01 11:00-11:45", "2026-06-01 14:00-14:15")
    short = duty(whole, "2026-06-01 11:00-11:46", "2026-06-01 14:00-14:14")

    assert judged(young(enough), "youth.daily_hours") == ()
    assert figures(judged(young(short), "youth.daily_hours")) == [(HARD, 494, 480)]


@pytest.mark.parametrize(("day", "expected"), [("2026-06-07", 1), ("2026-06-08", 0)])
def test_forty_hours_from_monday_to_sunday(day, expected):
    subject = young(*daily("2026-06-01", 5, "08:00-16:00"), duty(f"{day} 08:00-08:01"))

    found = judged(subject, "youth.weekly_hours")

    assert figures(found) == [(HARD, 2401, 2400)] * expected
    assert all(item.first_window_start == at("2026-06-01 00:00") for item in found)


@pytest.mark.parametrize(
    ("clocks", "expected"),
    [
        (["08:00-10:00"], []),
        (["08:00-12:30"], []),
        (["08:00-12:31"], [(HARD, 0, 30)]),
        (["08:00-10:00", "10:30-13:00"], []),
        (["08:00-10:00", "10:14-12:00", "12:16-13:00"], [(HARD, 0, 30)]),
        # The second quarter of an hour lies too close to the end.
        (["08:00-10:00", "10:15-12:00", "12:15-13:14"], [(HARD, 15, 30)]),
        (["08:00-10:00", "10:15-12:00", "12:15-13:15"], []),
        # Too close to the beginning.
        (["08:00-08:59", "09:29-13:20"], [(HARD, 0, 30)]),
        (["08:00-09:00", "09:30-13:20"], []),
        (["07:00-11:00", "12:00-14:01"], []),
        (["07:00-11:00", "11:59-14:00"], [(HARD, 59, 60)]),
        (["07:00-11:31", "12:31-14:00"], [(HARD, 271, 270)]),
    ],
)
def test_breaks_of_young_people(clocks, expected):
    assert figures(judged(young(*on_first_of_june(clocks)), "youth.breaks")) == expected


@pytest.mark.parametrize(
    ("born", "sailing", "clocks", "allowed"),
    [
        (SEVENTEEN, False, ["07:00-11:00", "15:00-17:00"], None),
        (SEVENTEEN, False, ["07:00-11:00", "15:00-17:01"], 600),
        (SEVENTEEN, True, ["06:00-09:00", "17:00-20:00"], None),
        (SEVENTEEN, True, ["06:00-09:00", "17:01-20:01"], 840),
        (SEVENTEEN, True, ["06:00-09:01", "17:00-20:00"], 600),
        (SEVENTEEN, False, ["06:00-09:00", "17:00-20:00"], 600),
        (FIFTEEN, True, ["06:00-09:00", "17:00-20:00"], 600),
        (date(2010, 6, 1), True, ["06:00-09:00", "17:00-20:00"], None),
        (date(2010, 6, 2), True, ["06:00-09:00", "17:00-20:00"], 600),
        (date(2008, 6, 1), False, ["06:00-09:00", "17:00-20:00"], None),
        (date(2008, 6, 2), False, ["06:00-09:00", "17:00-20:00"], 600),
    ],
)
def test_length_of_the_shift(born, sailing, clocks, allowed):
    found = judged(young(*on_first_of_june(clocks, sailing), born=born), "youth.shift")

    assert [item.allowed_minutes for item in found] == ([allowed] if allowed else [])


def test_a_shift_that_sails_only_in_part_is_not_extended():
    subject = young(duty("2026-06-01 06:00-09:00", sailing=False), duty("2026-06-01 14:00-17:00", sailing=True))

    assert classes(judged(subject, "youth.shift")) == {("youth.shift", HARD)}


@pytest.mark.parametrize(
    ("first", "following", "expected"),
    [
        (["14:00-19:00"], "2026-06-02 07:00-09:00", []),
        (["14:00-19:00"], "2026-06-02 06:59-09:00", [(HARD, 719, 720)]),
        (["06:00-09:00", "17:00-20:00"], "2026-06-02 06:00-09:00", []),
        (["06:00-09:00", "17:00-20:00"], "2026-06-02 05:59-09:00", [(HARD, 599, 600)]),
        (["08:00-11:00", "16:00-19:00"], "2026-06-02 06:00-09:00", [(CONSERVATIVE, 660, 720)]),
        (["08:00-11:00", "16:00-19:00"], "2026-06-02 05:59-09:00", [(HARD, 659, 720)]),
        # More than six hours of work: nothing may be shortened.
        (["06:00-10:00", "17:00-20:00"], "2026-06-02 06:00-09:00", [(HARD, 600, 720)]),
    ],
)
def test_free_time_until_the_next_day(first, following, expected):
    subject = young(*on_first_of_june(first), duty(following))

    found = judged(subject, "youth.free_time")

    assert figures(found) == expected
    assert all(item.first_window_start == subject.pieces[-2].interval.end for item in found)


def test_free_time_over_the_clock_changes_is_elapsed_time():
    spring = young(duty("2026-03-28 14:00-19:00"), duty("2026-03-29 07:00-09:00"))
    autumn = young(duty("2026-10-24 15:00-20:00"), duty("2026-10-25 07:00-09:00"))

    assert figures(judged(spring, "youth.free_time")) == [(HARD, 660, 720)]
    assert judged(autumn, "youth.free_time") == ()


@pytest.mark.parametrize(("reading", "expected"), [("remaining_day", [CONSERVATIVE]), ("hour_for_hour", [])])
def test_free_time_after_an_extended_shift_depends_on_the_reading(reading, expected):
    subject = young(*on_first_of_june(["08:00-11:00", "16:00-19:00"]), duty("2026-06-02 06:00-09:00"))

    found = judged(subject, "youth.free_time", youth_free_time=reading)

    assert [item.severity_class for item in found] == expected
    assert all(item.reading == "youth_free_time" for item in found)


@pytest.mark.parametrize(
    ("born", "sailing", "clocks", "found"),
    [
        (SEVENTEEN, False, "06:00-20:00", None),
        (SEVENTEEN, False, "05:59-12:00", 1),
        (SEVENTEEN, False, "16:00-20:01", 1),
        (SEVENTEEN, True, "16:00-22:00", None),
        (SEVENTEEN, True, "16:00-22:01", 1),
        (SEVENTEEN, True, "05:59-12:00", 1),
        (FIFTEEN, True, "16:00-20:00", None),
        (FIFTEEN, True, "16:00-22:00", 120),
        (SEVENTEEN, True, "20:00-02:00", 240),
        # Of age from midnight on: only the hours of the day before are forbidden.
        (date(2008, 6, 2), True, "20:00-02:00", 120),
        (date(2008, 6, 1), True, "20:00-02:00", None),
    ],
)
def test_hours_of_the_day(born, sailing, clocks, found):
    subject = young(duty(f"2026-06-01 {clocks}", sailing=sailing), born=born)

    breaches = judged(subject, "youth.night")

    assert [item.found_minutes for item in breaches] == ([found] if found else [])
    assert all(item.first_window_start == subject.pieces[0].interval.start for item in breaches)


def test_16th_birthday_in_the_middle_opens_the_late_evening_from_that_day():
    subject = young(*daily("2026-05-30", 4, "16:00-22:00"), born=date(2010, 6, 1))

    assert [item.first_window_start for item in judged(subject, "youth.night")] == [
        at("2026-05-30 16:00"),
        at("2026-05-31 16:00"),
    ]


def test_18th_birthday_in_the_middle_ends_every_rule_for_young_people():
    born = date(2008, 6, 4)
    subject = young(*daily("2026-06-01", 6, "06:00-20:00"), born=born)
    youth = [item for item in judged(subject) if item.rule_id.startswith("youth.")]

    assert {item.rule_id for item in youth} >= {
        "youth.daily_hours",
        "youth.shift",
        "youth.weekly_hours",
    }
    assert all(item.first_window_start < at("2026-06-04 00:00") for item in youth)
    assert not [
        item
        for item in judged(young(*daily("2026-06-04", 6, "06:00-20:00"), born=born))
        if item.rule_id.startswith("youth.")
    ]


def test_free_time_before_the_18th_birthday_does_not_bind_the_adult():
    pieces = [duty("2026-06-03 14:00-20:00"), duty("2026-06-04 06:00-09:00")]

    assert judged(young(*pieces, born=date(2008, 6, 4)), "youth.free_time") == ()
    assert len(judged(young(*pieces, born=date(2008, 6, 5)), "youth.free_time")) == 1


@pytest.mark.parametrize(
    ("day", "forbidden"),
    [
        ("2026-12-24", True),
        ("2026-12-25", True),
        ("2026-12-26", True),
        ("2026-12-27", False),
        ("2026-12-31", True),
        ("2027-01-01", True),
        ("2026-05-01", True),
        ("2026-04-03", False),
        ("2026-04-05", True),
        ("2026-04-06", True),
        ("2027-03-28", True),
        ("2027-03-29", True),
        ("2026-10-03", False),
    ],
)
def test_forbidden_days(day, forbidden):
    found = judged(young(duty(f"{day} 08:00-12:00"), born=date(2009, 6, 1)), "youth.forbidden_days")

    assert [item.first_window_start for item in found] == ([at(f"{day} 08:00")] if forbidden else [])


def test_the_end_of_a_duty_that_reaches_into_a_forbidden_day_is_forbidden():
    eve = date(2026, 12, 23)
    subject = young(duty(f"{eve} 21:00-01:00"), born=date(2009, 6, 1))

    (breach,) = judged(subject, "youth.forbidden_days")

    assert (breach.first_window_start, breach.found_minutes) == (
        at(f"{eve + timedelta(days=1)} 00:00"),
        60,
    )


def test_a_young_employee_is_judged_by_the_rules_for_employees_too():
    found = {item.rule_id for item in judged(young(duty("2026-06-01 06:00-20:01")))}

    assert {
        "work.total_24h",
        "work.breaks",
        "rest.consecutive_duty_employee",
        "youth.shift",
    } <= found


def test_a_young_person_without_an_employer_is_protected_all_the_same():
    subject = self_employed(duty("2026-06-01 06:00-20:01"))
    young_subject = WorkRecord(
        crew_id=subject.crew_id,
        employment=subject.employment,
        birth_date=SEVENTEEN,
        pieces=subject.pieces,
    )

    assert ("youth.daily_hours", HARD) in classes(judged(young_subject))


@pytest.mark.parametrize(("born", "found"), [(date(2011, 6, 1), 0), (date(2011, 6, 2), 1)])
def test_children_are_not_employed_at_all(born, found):
    subject = young(duty("2026-06-01 10:00-10:01"), born=born)

    assert len(judged(subject, "youth.child")) == found
