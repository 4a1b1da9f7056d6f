"""The minute on which each limit turns, both clock changes, and known faults of other products."""

from datetime import date

import pytest
from rest.duties import (
    BOOK,
    SELF_EMPLOYED,
    SEVENTEEN,
    A,
    B,
    C,
    at,
    days,
    found,
    piece,
    record,
    span,
    without_breaks,
)

from optimizer.rest import judge

pytestmark = pytest.mark.law


def _lawful_but_breaks(*pieces, **facts):
    return without_breaks(found(record(*pieces, **facts)))


# Edges


def test_fourteen_hours_are_lawful_and_one_minute_more_is_not():
    assert _lawful_but_breaks(piece("2026-05-04 06:00", "20:00")) == {}
    over = _lawful_but_breaks(piece("2026-05-04 06:00", "20:01"))
    assert over == {
        "rest.consecutive_duty_employee": "hard",
        "rest.total_employee": "hard",
        "work.total_24h": "hard",
        "work.rest_24h": "hard",
    }


def test_sixteen_hours_self_employed():
    assert found(record(piece("2026-05-04 05:00", "21:00"), employment=SELF_EMPLOYED)) == {}
    over = found(record(piece("2026-05-04 05:00", "21:01"), employment=SELF_EMPLOYED))
    assert over == {
        "rest.consecutive_duty_self_employed": "hard",
        "rest.uninterrupted_self_employed": "hard",
    }


@pytest.mark.parametrize(("start", "lawful"), [("06:00", True), ("05:59", False)])
def test_ten_hours_of_rest(start, lawful):
    first = piece("2026-05-04 06:00", "20:00")
    second = piece(f"2026-05-05 {start}", "12:00")
    assert (_lawful_but_breaks(first, second) == {}) is lawful


@pytest.mark.parametrize(("last", "lawful"), [("18:00", True), ("18:01", False)])
def test_eighty_four_hours_in_seven_days(last, lawful):
    week = [*days("2026-05-04", 6, "06:00", "18:00"), piece("2026-05-10 06:00", last)]
    over = {"work.total_7d": "hard", "work.rest_7d": "hard"}
    assert _lawful_but_breaks(*week) == ({} if lawful else over)


@pytest.mark.parametrize(("pause", "due"), [("12:29", True), ("12:30", False)])
def test_half_an_hour_of_break(pause, due):
    work = record(piece("2026-05-04 08:00", "16:00", ("12:00", pause)))
    assert ("work.breaks" in found(work)) is due


@pytest.mark.parametrize(("end", "expected"), [("14:00", {}), ("14:01", {"work.breaks": "hard"})])
def test_six_hours_without_a_break(end, expected):
    assert found(record(piece("2026-05-04 08:00", end))) == expected


def test_breaks_due_at_each_step_of_the_table():
    figures = {"15:30": 30, "18:00": 45, "20:00": 60}
    for end, due in figures.items():
        (breach,) = judge(record(piece("2026-05-04 08:00", end)), BOOK, rules=["work.breaks"])
        assert (breach.found_minutes, breach.allowed_minutes) == (0, due)


def test_enough_break_minutes_in_the_wrong_place():
    work = record(piece("2026-05-04 06:00", "15:00", ("14:00", "14:30")))
    (breach,) = judge(work, BOOK, rules=["work.breaks"])
    assert (breach.found_minutes, breach.allowed_minutes) == (480, 360)


def test_pieces_of_less_than_a_quarter_of_an_hour_are_no_break():
    short = [(f"{hour}:00", f"{hour}:14") for hour in ("09", "11", "13")]
    assert "work.breaks" in found(record(piece("2026-05-04 08:00", "15:00", *short)))
    long = [(f"{hour}:00", f"{hour}:15") for hour in ("10", "13")]
    assert found(record(piece("2026-05-04 08:00", "15:00", *long))) == {}


def test_a_break_before_the_first_or_after_the_last_work_interrupts_nothing():
    edges = [("08:00", "08:30"), ("15:30", "16:00")]
    assert "work.breaks" in found(record(piece("2026-05-04 08:00", "16:00", *edges)))


def test_a_new_run_of_work_begins_after_six_hours_of_rest():
    split = record(piece("2026-05-04 06:00", "11:00"), piece("2026-05-04 17:00", "22:00"))
    assert "work.breaks" not in found(split)
    tight = record(piece("2026-05-04 06:00", "12:10"), piece("2026-05-04 18:09", "18:20"))
    assert "work.breaks" in found(tight)


def test_forty_two_hours_of_night_work():
    six = days("2026-05-04", 6, "23:00", "06:00")
    assert without_breaks(found(record(*six))) == {}
    more = piece("2026-05-10 22:00", "23:01")
    (breach,) = judge(record(*six, more), BOOK, rules=["work.night_7d"])
    assert breach.first_window_start == at("2026-05-04 23:00")
    assert (breach.found_minutes, breach.allowed_minutes) == (2521, 2520)


def test_gaps_over_a_quarter_of_an_hour_are_rest_and_labelled_breaks_only_literally():
    rules = ["rest.total_employee"]
    second = piece("2026-05-05 06:00", "08:00")
    labelled = piece("2026-05-04 06:00", "20:16", ("13:00", "13:16"))
    assert found(record(labelled, second), rules=rules) == {"rest.total_employee": "conservative"}
    gap15 = [piece("2026-05-04 06:00", "13:00"), piece("2026-05-04 13:15", "20:15"), second]
    gap16 = [piece("2026-05-04 06:00", "13:00"), piece("2026-05-04 13:16", "20:16"), second]
    assert found(record(*gap15), rules=rules) == {"rest.total_employee": "hard"}
    assert found(record(*gap16), rules=rules) == {}


def test_a_window_opened_by_a_short_rest_is_conservative():
    parts = [
        ("2026-05-04 06:00", "12:00"),
        ("2026-05-04 14:00", "22:00"),
        ("2026-05-05 06:00", "16:00"),
    ]
    (breach,) = judge(record(*(piece(*p) for p in parts)), BOOK, rules=["rest.total_employee"])
    assert (breach.severity_class, breach.reading) == ("conservative", "rest_windows")
    assert breach.first_window_start == at("2026-05-04 14:00")


def test_breaks_as_rest_is_the_other_reading():
    work = record(piece("2026-05-04 06:00", "20:30", ("13:00", "13:30")))
    assert found(work)["rest.total_employee"] == "conservative"
    literal = BOOK.with_readings({"breaks_in_rest": "rest", "rest_windows": "main_rest"})
    assert "rest.total_employee" not in found(work, literal)


# Clock changes


def test_the_short_night_of_spring_rests_an_hour_less():
    spring = [piece("2027-03-27 07:00", "21:00"), piece("2027-03-28 07:00", "12:00")]
    (breach,) = judge(record(*spring), BOOK, rules=["rest.total_employee"])
    assert (breach.found_minutes, breach.severity_class) == (540, "hard")
    usual = [piece("2027-03-20 07:00", "21:00"), piece("2027-03-21 07:00", "12:00")]
    assert judge(record(*usual), BOOK, rules=["rest.total_employee"]) == ()


def test_the_long_night_of_autumn_works_an_hour_more():
    pause = ("23:00", "23:30")
    autumn = record(piece("2026-10-24 20:00", "06:00", pause))
    (breach,) = judge(autumn, BOOK, rules=["work.breaks"])
    assert (breach.found_minutes, breach.allowed_minutes) == (30, 45)
    twelve = record(piece("2026-10-24 19:00", "08:00"))
    assert "work.total_24h" not in found(twelve)
    assert "work.total_24h" in found(record(piece("2026-10-24 19:00", "08:01")))


def test_week_of_the_spring_change_has_room_for_an_hour_less():
    spring = days("2026-03-23", 7, "06:00", "18:00")
    classes = without_breaks(found(record(*spring, piece("2026-03-30 06:00", "18:00"))))
    assert classes == {"work.total_7d": "conservative", "work.rest_7d": "hard"}
    autumn = days("2026-10-19", 7, "06:00", "18:00")
    assert without_breaks(found(record(*autumn))) == {}


def test_night_work_is_counted_elapsed_in_both_directions():
    spring = days("2026-03-24", 7, "00:00", "06:00")
    assert "work.night_7d" not in found(record(*spring))
    autumn = days("2026-10-19", 7, "00:00", "06:00")
    (breach,) = judge(record(*autumn), BOOK, rules=["work.night_7d"])
    assert breach.found_minutes == 43 * 60


# Known faults of other products


def test_rest_reaches_over_the_edge_of_the_planning_period():
    before, after = piece("2026-05-03 22:00", "06:00"), piece("2026-05-04 10:00", "18:00")
    assert _lawful_but_breaks(before) == _lawful_but_breaks(after) == {}
    assert "rest.uninterrupted_employee" in _lawful_but_breaks(before, after)


def test_four_weeks_of_history_leave_three_more_work_days():
    history = days("2026-04-06", 28, "09:00", "13:00")
    three = days("2026-05-04", 3, "09:00", "13:00")
    four = days("2026-05-04", 4, "09:00", "13:00")
    assert found(record(*history, *three)) == {}
    (breach,) = judge(record(*history, *four), BOOK)
    assert breach.rule_id == "work.consecutive_days"
    assert breach.first_window_start == date(2026, 4, 6)
    assert (breach.found_minutes, breach.allowed_minutes) == (32, 31)


def test_twenty_four_hours_are_not_a_calendar_day():
    pieces = [piece("2026-05-04 12:00", "2026-05-05 00:00"), piece("2026-05-05 04:00", "10:00")]
    (breach,) = judge(record(*pieces), BOOK, rules=["work.total_24h"])
    assert (breach.found_minutes, breach.first_window_start) == (18 * 60, at("2026-05-04 12:00"))
    (rest,) = judge(record(*pieces), BOOK, rules=["work.rest_24h"])
    assert rest.found_minutes == 6 * 60


@pytest.mark.parametrize(
    ("first", "second", "rest"),
    [
        (("2026-05-04 21:45", "05:45"), ("2026-05-05 13:45", "21:45"), 480),
        (("2026-05-04 03:10", "09:20"), ("2026-05-04 16:50", "23:00"), 450),
    ],
)
def test_successions_are_judged_by_elapsed_rest(first, second, rest):
    work = record(piece(*first), piece(*second))
    rules = ["rest.uninterrupted_employee", "rest.total_employee"]
    breaches = {breach.rule_id: breach.found_minutes for breach in judge(work, BOOK, rules=rules)}
    assert ("rest.uninterrupted_employee" in breaches) is (rest < 480)
    assert breaches.get("rest.uninterrupted_employee", rest) == rest
    if rest == 480:
        assert breaches == {"rest.total_employee": 480}


def test_a_course_after_a_night_counts_like_any_work():
    night, course = piece("2026-05-05 22:00", "06:00"), piece("2026-05-06 08:00", "16:00")
    assert "rest.uninterrupted_employee" in _lawful_but_breaks(night, course)


def test_both_ordinances_are_judged_each_by_its_own_block_of_rest():
    pieces = [
        piece("2026-05-04 06:00", "13:00"),
        piece("2026-05-04 16:00", "23:00"),
        piece("2026-05-05 06:00", "10:00"),
    ]
    classes = _lawful_but_breaks(*pieces)
    assert classes["rest.uninterrupted_employee"] == "hard"
    assert not {"work.rest_uninterrupted", "work.rest_24h", "work.total_24h"} & set(classes)


def test_short_gaps_do_not_add_up_to_rest():
    times = [("08:00", "12:00"), ("12:15", "16:00"), ("16:15", "20:00"), ("20:15", "22:30")]
    pieces = [piece(f"2026-05-04 {start}", end) for start, end in times]
    work = record(*pieces, piece("2026-05-05 08:00", "10:00"))
    for rule_id in ("rest.total_employee", "work.rest_24h"):
        (breach,) = judge(work, BOOK, rules=[rule_id])
        assert (breach.found_minutes, breach.severity_class) == (570, "hard")


def test_seventh_night_is_refused_although_a_new_week_has_begun():
    nights = days("2026-05-05", 6, "22:00", "06:00")
    assert "work.night_7d" not in found(record(*nights))
    (breach,) = judge(record(*nights, piece("2026-05-11 22:00", "06:00")), BOOK, rules=["work.night_7d"])
    assert breach.found_minutes == 49 * 60


def test_a_day_shown_as_free_after_a_night_is_no_rest_day():
    month = days("2026-04-05", 29, "09:00", "13:00")
    night, early = piece("2026-05-04 22:00", "06:00"), piece("2026-05-06 05:00", "09:00")
    rules = ["work.consecutive_days"]
    assert found(record(*month, night), rules=rules) == {}
    assert found(record(*month, night, early), rules=rules) == {"work.consecutive_days": "hard"}
    late = piece("2026-05-07 05:00", "09:00")
    assert found(record(*month, night, late), rules=rules) == {}


def test_the_sunday_of_twenty_three_hours_is_no_rest_day():
    rules = ["work.consecutive_days"]
    before = days("2026-03-13", 16, "16:00", "00:00")
    after = days("2026-03-30", 16, "00:00", "06:00")
    assert found(record(*before, *after), rules=rules) == {"work.consecutive_days": "hard"}
    later = [piece("2026-03-30 01:00", "06:00"), *after[1:]]
    assert found(record(*before, *later), rules=rules) == {}


def test_free_time_on_board_does_not_end_the_row():
    rules = ["work.consecutive_days"]
    before, after = (
        days("2026-05-01", 16, "09:00", "13:00"),
        days("2026-05-18", 15, "09:00", "13:00"),
    )
    assert found(record(*before, *after), rules=rules) == {}
    aboard = [span("2026-05-17 00:00", "2026-05-18 00:00")]
    assert found(record(*before, *after, on_board=aboard), rules=rules) == {"work.consecutive_days": "hard"}


def test_a_free_day_starts_the_row_anew():
    six, again = days("2026-05-04", 6, "09:00", "13:00"), days("2026-05-11", 6, "09:00", "13:00")
    assert found(record(*six, *again)) == {}
    month = days("2026-03-01", 31, "09:00", "13:00"), days("2026-04-02", 31, "09:00", "13:00")
    assert found(record(*month[0], *month[1])) == {}


def test_hand_made_breaches_and_nothing_else():
    short_rest = [
        piece("2026-05-04 06:00", "13:00"),
        piece("2026-05-04 13:30", "20:30"),
        piece("2026-05-05 06:00", "08:00"),
    ]
    assert found(record(*short_rest), rules=["work.rest_24h", "work.total_24h"]) == {}
    tight = [*short_rest[:2], piece("2026-05-05 05:59", "08:00")]
    assert found(record(*tight), rules=["work.rest_24h", "work.total_24h"]) == {
        "work.rest_24h": "hard",
        "work.total_24h": "hard",
    }


# The rest


def test_loading_exception_needs_sixteen_hours_in_forty_eight():
    times = ["2026-06-01 06:00", "22:00"], ["2026-06-02 04:00", "10:00"]
    late = [piece("2026-06-02 12:00", "22:00"), piece("2026-06-03 06:00", "16:00")]
    pieces = [piece(*pair) for pair in times]
    rules = ["rest.loading_exception", "rest.uninterrupted_self_employed"]
    plain = record(*pieces, *late, employment=SELF_EMPLOYED)
    assert found(plain, rules=rules) == {"rest.uninterrupted_self_employed": "hard"}
    excepted = record(*pieces, *late, employment=SELF_EMPLOYED, loading=True)
    assert found(excepted, rules=rules) == {}
    employee = record(*pieces, *late, loading=True)
    assert "rest.uninterrupted_employee" in found(employee)


@pytest.mark.parametrize(
    ("mode", "start", "end", "soft"),
    [
        (A, "06:00", "20:00", False),
        (A, "07:00", "20:30", True),
        (A, "07:00", "17:00", False),
        (A, "10:00", "19:00", False),
        (B, "08:00", "22:00", False),
        (B, "08:00", "22:01", True),
        (C, "09:00", "23:00", False),
        (C, "09:00", "23:01", True),
        (B, "05:00", "14:00", False),
        (B, "04:59", "14:00", True),
        (C, "03:00", "12:00", False),
        (C, "02:59", "12:00", True),
        (None, "12:00", "23:30", False),
    ],
)
def test_where_the_main_rest_should_lie(mode, start, end, soft):
    pieces = [piece(f"2026-05-0{day} {start}", end, mode=mode) for day in (4, 5)]
    found_soft = found(record(*pieces), rules=["rest.soft_window"])
    assert found_soft == ({"rest.soft_window": "soft"} if soft else {})


def test_overlapping_pieces_count_once():
    double = record(piece("2026-05-04 06:00", "18:00"), piece("2026-05-04 10:00", "20:00"))
    assert without_breaks(found(double)) == {}
    longer = record(piece("2026-05-04 06:00", "18:00"), piece("2026-05-04 10:00", "20:01"))
    assert "work.total_24h" in found(longer)


def test_nothing_is_found_where_nothing_is_known():
    assert judge(record(), BOOK) == ()


def test_two_separate_breaches_are_two_and_overlapping_windows_are_one():
    rules = ["work.total_24h"]
    apart = [piece("2026-05-04 06:00", "21:00"), piece("2026-05-08 06:00", "21:00")]
    assert len(judge(record(*apart), BOOK, rules=rules)) == 2
    chain = [piece("2026-05-04 06:00", "21:00"), piece("2026-05-05 05:00", "21:00")]
    (breach,) = judge(record(*chain), BOOK, rules=rules)
    assert breach.window == span("2026-05-04 06:00", "2026-05-06 05:00")


def test_a_law_not_yet_in_force_is_not_applied():
    old = record(piece("2021-12-06 05:00", "20:00"))
    assert "rest.consecutive_duty_employee" not in found(old)
    new = record(piece("2021-12-07 05:00", "20:00"))
    assert "rest.consecutive_duty_employee" in found(new)


def test_young_people_stop_being_young_on_their_birthday():
    on_eve = record(piece("2026-11-30 08:00", "20:30"), birth=SEVENTEEN)
    assert "youth.daily_hours" in found(on_eve)
    assert "youth.daily_hours" not in found(record(piece("2026-12-01 08:00", "20:30"), birth=SEVENTEEN))


@pytest.mark.parametrize(("gap", "breaks"), [(15, True), (16, False)])
def test_in_seven_days_too_only_gaps_over_a_quarter_of_an_hour_are_rest(gap, breaks):
    """Twelve hours a day with one gap make exactly 84 hours of rest, if the gap is one."""
    week = [
        part
        for day in range(4, 11)
        for part in (
            piece(f"2026-05-{day:02} 06:00", "12:00"),
            piece(f"2026-05-{day:02} 12:{gap}", f"18:{gap}"),
        )
    ]
    assert found(record(*week), rules=["work.rest_7d"]) == ({"work.rest_7d": "hard"} if breaks else {})


@pytest.mark.parametrize(("start", "found_it"), [("23:59", True), ("00:00", False)])
def test_eight_hours_of_the_loading_exception_are_uninterrupted(start, found_it):
    """More than sixteen hours of rest in 48, but none of eight hours on end."""
    second_day = 2 if start == "00:00" else 1
    work = [piece("2026-06-01 06:00", "16:00"), piece(f"2026-06-0{second_day} {start}", "2026-06-02 10:00")]
    work += [piece("2026-06-02 17:59", "2026-06-03 03:58"), piece("2026-06-03 06:00", "08:00")]
    classes = found(record(*work, employment=SELF_EMPLOYED, loading=True), rules=["rest.loading_exception"])
    assert bool(classes) is found_it


@pytest.mark.parametrize(("ends", "begins", "found_it"), [("00:00", "06:00", False), ("00:01", "06:01", True)])
def test_six_hours_on_end_lie_within_the_24_hours(ends, begins, found_it):
    work = [piece("2026-05-04 06:00", f"2026-05-05 {ends}"), piece(f"2026-05-05 {begins}", "12:00")]
    assert bool(found(record(*work), rules=["work.rest_uninterrupted"])) is found_it
