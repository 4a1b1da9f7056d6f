"""Limits of § 103 BinSchPersV and the BinSchArbZV at their edges, in the checker's judge."""

from __future__ import annotations

import time
from datetime import date

import pytest
from check_rest_records import at, classes, daily, duty, judged, record, self_employed, span

from optimizer.check.rest import JUDGED_RULES, judge_rest
from optimizer.domain import OperatingMode
from optimizer.law import load_rulebook
from optimizer.timeline import Interval

pytestmark = pytest.mark.law

HARD, CONSERVATIVE, SOFT = "hard", "conservative", "soft"


def figures(breaches):
    return [(item.severity_class, item.found_minutes, item.allowed_minutes) for item in breaches]


@pytest.mark.parametrize(
    ("rule", "who", "text", "expected"),
    [
        ("rest.consecutive_duty_employee", record, "2026-06-01 06:00-20:00", []),
        ("rest.consecutive_duty_employee", record, "2026-06-01 06:00-20:01", [(HARD, 841, 840)]),
        ("rest.consecutive_duty_self_employed", self_employed, "2026-06-01 05:00-21:00", []),
        (
            "rest.consecutive_duty_self_employed",
            self_employed,
            "2026-06-01 05:00-21:01",
            [(HARD, 961, 960)],
        ),
        # The night of the autumn change is an hour longer, that of the spring change an hour shorter.
        ("rest.consecutive_duty_employee", record, "2026-10-24 18:00-07:00", []),
        ("rest.consecutive_duty_employee", record, "2026-10-24 18:00-07:01", [(HARD, 841, 840)]),
        ("rest.consecutive_duty_employee", record, "2027-03-27 18:00-09:00", []),
        ("rest.consecutive_duty_employee", record, "2027-03-27 18:00-09:01", [(HARD, 841, 840)]),
        ("work.total_24h", record, "2026-06-01 06:00-20:00", []),
        ("work.total_24h", record, "2026-06-01 06:00-20:01", [(HARD, 841, 840)]),
        ("work.rest_24h", record, "2026-06-01 06:00-20:00", []),
        ("work.rest_24h", record, "2026-06-01 06:00-20:01", [(HARD, 599, 600)]),
    ],
)
def test_one_duty_at_the_limit(rule, who, text, expected):
    assert figures(judged(who(duty(text)), rule)) == expected


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        ("2026-06-02 06:00-16:00", set()),
        (
            "2026-06-02 05:59-16:00",
            {("rest.total_employee", HARD), ("work.rest_24h", HARD), ("work.total_24h", HARD)},
        ),
    ],
)
def test_ten_hours_between_two_duties_or_a_minute_less(second, expected):
    subject = record(duty("2026-06-01 06:00-20:00"), duty(second))

    assert classes(judged(subject, *JUDGED_RULES - {"work.breaks"})) == expected


@pytest.mark.parametrize(
    ("last_end", "expected"),
    [("05:00", set()), ("05:01", {("rest.uninterrupted_employee", HARD)})],
)
def test_eight_hours_on_end_within_the_ten(last_end, expected):
    """Night watch, two hours of standby in the evening: 2 + 8 hours of rest in the window."""
    subject = record(
        duty("2026-06-01 15:00-19:00"),
        duty(f"2026-06-01 21:00-{last_end}"),
        duty("2026-06-02 13:00-17:00"),
    )
    rules = ("rest.uninterrupted_employee", "rest.uninterrupted_self_employed")

    assert classes(judged(subject, *(rules[:1]))) == expected


def test_the_literal_trap_of_two_rest_rules_names_the_stricter_one():
    """3 h + 7 h of rest satisfy the six hours of the BinSchArbZV, not the eight of § 103."""
    subject = record(
        duty("2026-06-01 06:00-13:00"),
        duty("2026-06-01 16:00-23:00"),
        duty("2026-06-02 06:00-07:00"),
    )
    rules = (
        "rest.uninterrupted_employee",
        "rest.total_employee",
        "work.rest_uninterrupted",
        "work.rest_24h",
    )

    found = judged(subject, *rules)

    assert [(item.rule_id, item.severity_class, item.found_minutes) for item in found] == [
        ("rest.uninterrupted_employee", HARD, 420)
    ]
    assert found[0].first_window_start == at("2026-06-01 06:00")


def test_a_window_that_only_a_short_rest_opens_is_no_breach_when_main_rests_alone_open_windows():
    subject = record(
        duty("2026-06-01 06:00-12:00"),
        duty("2026-06-01 14:00-22:00"),
        duty("2026-06-02 06:00-16:00"),
    )

    assert classes(judged(subject, "rest.total_employee")) == {("rest.total_employee", CONSERVATIVE)}
    (breach,) = judged(subject, "rest.total_employee")
    assert (breach.first_window_start, breach.reading) == (at("2026-06-01 14:00"), "rest_windows")
    assert judged(subject, "rest.total_employee", rest_windows="main_rest") == ()


@pytest.mark.parametrize(("minutes", "expected"), [(15, {("work.rest_7d", HARD)}), (16, set())])
def test_a_gap_of_15_minutes_is_no_rest_and_one_of_16_is(minutes, expected):
    pieces = [
        piece
        for day in range(1, 8)
        for piece in (
            duty(f"2026-06-0{day} 08:00-14:00"),
            duty(f"2026-06-0{day} 14:{minutes}-20:{minutes}"),
        )
    ]

    assert classes(judged(record(*pieces), "work.rest_7d", "work.total_7d")) == expected


def test_three_gaps_of_15_minutes_do_not_add_up_to_rest():
    subject = record(
        duty("2026-06-01 08:00-12:00"),
        duty("2026-06-01 12:15-16:00"),
        duty("2026-06-01 16:15-20:00"),
        duty("2026-06-01 20:15-22:30"),
        duty("2026-06-02 08:00-12:00"),
    )

    (breach,) = judged(subject, "work.rest_24h")

    assert (breach.found_minutes, breach.severity_class) == (570, HARD)


@pytest.mark.parametrize(
    ("last", "expected"),
    [
        ("08:00-20:00", set()),
        ("08:00-20:01", {("work.total_7d", HARD), ("work.rest_7d", HARD)}),
    ],
)
def test_84_hours_of_work_and_of_rest_in_seven_days(last, expected):
    pieces = [*daily("2026-06-01", 6, "08:00-20:00"), duty(f"2026-06-07 {last}")]

    assert classes(judged(record(*pieces), "work.total_7d", "work.rest_7d")) == expected


def test_seven_days_are_rolling_not_calendar_weeks():
    pieces = [*daily("2026-06-04", 6, "06:00-20:00"), duty("2026-06-10 06:00-06:01")]

    (breach,) = judged(record(*pieces), "work.total_7d")

    assert breach.first_window_start == at("2026-06-04 06:00")
    assert breach.found_minutes == 84 * 60 + 1


def test_the_week_of_the_march_change_is_one_hour_of_work_too_long_by_elapsed_time_only():
    pieces = daily("2026-03-23", 8, "06:00-18:00")

    found = judged(record(*pieces), "work.total_7d", "work.rest_7d")

    assert classes(found) == {("work.total_7d", CONSERVATIVE), ("work.rest_7d", HARD)}
    assert [item.reading for item in found] == ["seven_days", ""]
    assert classes(judged(record(*pieces), "work.total_7d", seven_days="calendar")) == set()


def test_the_week_of_the_october_change_holds_an_hour_more_by_the_clock():
    """The long night is 13 hours of work; seven days by the clock are 169 hours, 84 of them rest."""
    pieces = daily("2026-10-19", 7, "18:00-06:00")

    assert classes(judged(record(*pieces), "work.total_7d", "work.rest_7d")) == {
        ("work.total_7d", HARD),
        ("work.rest_7d", CONSERVATIVE),
    }


@pytest.mark.parametrize(
    ("clocks", "nights", "expected"),
    [
        ("22:00-06:00", 6, []),
        ("22:00-06:00", 7, [(HARD, 2940, 2520)]),
        ("00:00-06:00", 7, []),
        ("00:00-06:30", 7, []),
        ("22:59-05:00", 7, []),
    ],
)
def test_42_hours_of_night_work_in_seven_days(clocks, nights, expected):
    assert figures(judged(record(*daily("2026-06-01", nights, clocks)), "work.night_7d")) == expected


def test_night_hours_of_the_long_night_count_as_elapsed():
    found = judged(record(*daily("2026-10-19", 7, "00:00-06:00")), "work.night_7d")

    assert figures(found) == [(HARD, 43 * 60, 42 * 60)]
    assert found[0].first_window_start == at("2026-10-19 00:00")
    assert judged(record(*daily("2027-03-22", 7, "00:00-06:00")), "work.night_7d") == ()


def test_night_windows_open_at_night_work_not_at_the_start_of_the_duty():
    subject = record(*daily("2026-06-01", 6, "20:00-06:00"), duty("2026-06-07 20:00-23:01"))

    (breach,) = judged(subject, "work.night_7d")

    assert breach.first_window_start == at("2026-06-01 23:00")
    assert breach.found_minutes == 42 * 60 + 1


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (["06:00-12:00"], []),
        (["06:00-12:01"], [(HARD, 0, 30)]),
        (["06:00-12:00", "12:15-13:00"], [(HARD, 15, 30)]),
        (["06:00-10:00", "10:15-12:00", "12:15-13:00"], []),
        # A gap of ten minutes is neither break nor work: 9 h exactly need 30 min.
        (["06:00-10:00", "10:10-15:10"], [(HARD, 0, 30)]),
        (["06:00-12:00", "12:30-15:30"], []),
        (["06:00-12:00", "12:30-15:31"], [(HARD, 30, 45)]),
        (["06:00-12:00", "12:45-17:45"], []),
        (["06:00-12:00", "12:45-17:46"], [(HARD, 45, 60)]),
        (["06:00-12:01", "13:01-14:00"], [(HARD, 361, 360)]),
        (["06:00-09:00", "09:14-12:14", "12:44-13:00"], []),
        (["06:00-09:00", "09:14-12:15", "13:00-13:30"], [(HARD, 361, 360)]),
        # After five hours the run goes on, after six a new one begins.
        (["06:00-10:00", "15:00-19:00"], []),
        (["01:00-07:00", "12:59-18:59"], []),
        (["01:00-07:00", "13:00-19:00"], []),
    ],
)
def test_breaks_of_employees(pieces, expected):
    subject = record(*(duty(f"2026-06-01 {clocks}") for clocks in pieces))

    assert figures(judged(subject, "work.breaks")) == expected


def test_labelled_breaks_count_like_gaps_and_too_short_ones_are_work():
    whole = "2026-06-01 06:00-15:45"
    enough = duty(whole, "2026-06-01 10:00-10:30", "2026-06-01 14:00-14:15")
    short = duty(whole, "2026-06-01 10:00-10:31", "2026-06-01 14:00-14:14")

    assert judged(record(enough), "work.breaks") == ()
    assert figures(judged(record(short), "work.breaks")) == [(HARD, 31, 45)]


def test_a_duty_of_the_long_october_night_falls_into_the_break_class_of_eleven_hours():
    subject = record(duty("2026-10-24 20:00-06:00", "2026-10-25 00:00-00:30"))

    assert figures(judged(subject, "work.breaks")) == [(HARD, 30, 45)]


def test_breaks_of_the_self_employed_are_not_judged():
    assert judged(self_employed(duty("2026-06-01 06:00-20:00"))) == ()


@pytest.mark.parametrize(
    ("breaks", "expected"),
    [
        ([], {("work.rest_24h", HARD), ("work.total_24h", HARD), ("rest.total_employee", HARD)}),
        (
            ["2026-06-01 12:00-13:00"],
            {("work.rest_24h", CONSERVATIVE), ("rest.total_employee", CONSERVATIVE)},
        ),
        # Fifteen minutes are a break, yet no rest under either reading.
        (
            [
                "2026-06-01 10:00-10:15",
                "2026-06-01 12:00-12:15",
                "2026-06-01 16:00-16:15",
                "2026-06-01 18:00-18:15",
            ],
            {("work.rest_24h", HARD), ("rest.total_employee", HARD)},
        ),
    ],
)
def test_labelled_breaks_are_no_rest_unless_they_are_read_so(breaks, expected):
    subject = record(duty("2026-06-01 06:00-21:00", *breaks))
    rules = ("work.rest_24h", "work.total_24h", "rest.total_employee")

    found = judged(subject, *rules)

    assert classes(found) == expected
    assert all(item.reading == "breaks_in_rest" for item in found if item.severity_class == CONSERVATIVE)
    literal = classes(judged(subject, *rules, breaks_in_rest="rest"))
    assert literal == {item for item in expected if item[1] == HARD}


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        (["06:00-12:00", "16:00-22:00"], CONSERVATIVE),
        (["06:00-13:00", "13:01-20:01"], CONSERVATIVE),
        (["02:00-03:00", "04:00-18:01"], HARD),
        (["00:00-06:00", "14:00-23:00"], None),
        (["00:00-06:00", "13:59-23:00"], CONSERVATIVE),
    ],
)
def test_consecutive_hours_run_on_over_short_rests(pieces, expected):
    subject = record(*(duty(f"2026-06-01 {clocks}") for clocks in pieces))

    found = judged(subject, "rest.consecutive_duty_employee")

    assert [item.severity_class for item in found] == ([expected] if expected else [])
    assert all(item.first_window_start == subject.pieces[0].interval.start for item in found)
    literal = judged(subject, "rest.consecutive_duty_employee", consecutive_duty="gap_interrupts")
    assert [item.severity_class for item in literal] == ([HARD] if expected == HARD else [])


def test_separate_runs_are_separate_breaches():
    subject = record(*daily("2026-06-01", 3, "06:00-20:30"))

    found = judged(subject, "rest.consecutive_duty_employee")

    assert [item.first_window_start for item in found] == [at(f"2026-06-0{day} 06:00") for day in (1, 2, 3)]


@pytest.mark.parametrize(
    ("third", "expected"),
    [("12:00-22:00", set()), ("11:59-22:00", {("rest.loading_exception", HARD)})],
)
def test_loading_exception_of_the_self_employed(third, expected):
    pieces = [
        duty("2026-06-01 06:00-22:00"),
        duty("2026-06-02 04:00-10:00"),
        duty(f"2026-06-02 {third}"),
        duty("2026-06-03 06:00-16:00"),
    ]
    rules = ("rest.uninterrupted_self_employed", "rest.loading_exception")

    assert classes(judged(self_employed(*pieces, loading_exception=True), *rules)) == expected
    assert classes(judged(self_employed(*pieces), *rules)) == {("rest.uninterrupted_self_employed", HARD)}


def test_the_48_hours_open_at_the_last_rest_of_eight_hours():
    subject = self_employed(
        duty("2026-06-01 06:00-16:00"),
        duty("2026-06-02 00:00-16:00"),
        duty("2026-06-02 22:00-14:00"),
        duty("2026-06-03 18:00-04:00"),
        loading_exception=True,
    )

    (breach,) = judged(subject, "rest.loading_exception")

    assert (breach.first_window_start, breach.found_minutes) == (at("2026-06-02 00:00"), 600)


@pytest.mark.parametrize(("before", "opens", "severity"), [("10:00", "20:00", HARD), ("10:01", "19:59", CONSERVATIVE)])
def test_a_rest_of_eight_hours_opens_a_hard_window_and_a_minute_less_does_not(before, opens, severity):
    """Ten hours of rest in the first window either way; four in the window after the long rest."""
    subject = record(
        duty("2026-06-01 06:00-08:00"),
        duty(f"2026-06-01 {before}-12:00"),
        duty(f"2026-06-01 {opens}-06:00"),
        duty("2026-06-02 10:00-20:00"),
    )

    (breach,) = judged(subject, "rest.total_employee")

    assert breach.severity_class == severity
    assert breach.first_window_start == at(f"2026-06-01 {opens}")


@pytest.mark.parametrize(("opens", "found"), [("18:00", 300), ("17:59", None)])
def test_a_rest_of_six_hours_opens_a_window_and_a_minute_less_does_not(opens, found):
    subject = record(
        duty("2026-06-01 05:00-06:00"),
        duty("2026-06-01 06:00-12:00"),
        duty(f"2026-06-01 {opens}-02:00"),
        duty("2026-06-02 07:00-13:00"),
        duty("2026-06-02 18:00-19:00"),
    )

    found_after_rest = [
        item.found_minutes
        for item in judged(subject, "work.rest_uninterrupted")
        if item.first_window_start == at(f"2026-06-01 {opens}")
    ]

    assert found_after_rest == ([] if found is None else [found])


def test_loading_exception_is_not_for_employees():
    subject = record(duty("2026-06-01 06:00-22:00"), duty("2026-06-02 04:00-10:00"), loading_exception=True)

    assert ("rest.uninterrupted_employee", HARD) in classes(judged(subject))


def test_without_need_the_48_hours_of_the_exception_are_not_asked_for():
    """Eight hours of rest in each 24 satisfy Satz 1; that 48 hours hold less than 16 does not matter."""
    subject = self_employed(duty("2026-06-01 00:00-16:00"), duty("2026-06-02 00:00-16:00"), loading_exception=True)

    assert judged(subject, "rest.uninterrupted_self_employed", "rest.loading_exception") == ()


@pytest.mark.parametrize(
    ("mode", "first", "second", "breached"),
    [
        ("A", "06:00-20:00", "06:00-16:00", False),
        ("A", "07:00-21:00", "07:00-16:00", True),
        ("A", "05:00-18:59", "05:01-16:00", True),
        ("A", "10:00-18:00", "08:00-16:00", False),
        ("B", "05:00-22:00", "05:00-16:00", False),
        ("B", "05:00-22:01", "06:30-16:00", True),
        ("B", "05:00-20:00", "04:59-16:00", True),
        ("C", "09:00-23:00", "09:00-16:00", False),
        ("C", "09:00-23:01", "09:00-16:00", True),
        ("C", "05:00-17:00", "02:59-16:00", True),
        ("D", "09:00-23:59", "09:00-16:00", False),
        (None, "09:00-23:59", "09:00-16:00", False),
    ],
)
def test_position_of_the_rest_is_a_wish_of_the_modes(mode, first, second, breached):
    kind = None if mode is None else OperatingMode(mode)
    subject = record(duty(f"2026-06-01 {first}", mode=kind), duty(f"2026-06-02 {second}", mode=kind))

    found = judged(subject, "rest.soft_window")

    assert [item.severity_class for item in found] == ([SOFT] if breached else [])
    assert all(item.first_window_start == subject.pieces[0].interval.end for item in found)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("2026-06-01 07:00-21:00", "2026-06-02 07:00-21:00", [(SOFT, 540, 600)]),
        ("2026-06-01 06:00-10:00", "2026-06-02 05:00-09:00", [(SOFT, 540, 600)]),
        ("2026-06-01 04:00-12:00", "2026-06-01 20:00-23:00", [(SOFT, 0, 480)]),
        ("2026-06-01 04:00-12:00", "2026-06-01 19:59-23:00", []),
    ],
)
def test_figures_of_a_misplaced_rest(first, second, expected):
    """A rest of less than eight hours is no rest the wish is about."""
    subject = record(duty(first, mode=OperatingMode.A), duty(second, mode=OperatingMode.A))

    assert figures(judged(subject, "rest.soft_window")) == expected


def test_position_of_the_rest_goes_by_the_mode_of_the_duty_before_it():
    subject = record(
        duty("2026-06-01 07:00-21:00", mode=OperatingMode.D),
        duty("2026-06-02 07:00-21:00", mode=OperatingMode.A),
        duty("2026-06-03 07:00-21:00", mode=OperatingMode.D),
    )

    (breach,) = judged(subject, "rest.soft_window")

    assert breach.first_window_start == at("2026-06-02 21:00")


@pytest.mark.parametrize(("days", "found"), [(31, []), (32, [32])])
def test_31_consecutive_work_days(days, found):
    breaches = judged(record(*daily("2026-05-01", days, "09:00-17:00")), "work.consecutive_days")

    assert [item.found_minutes for item in breaches] == found
    assert all(item.first_window_start == date(2026, 5, 1) for item in breaches)


def test_a_night_duty_makes_two_work_days_unless_duties_are_counted():
    subject = record(*daily("2026-05-01", 31, "20:00-02:00"))

    assert classes(judged(subject, "work.consecutive_days")) == {("work.consecutive_days", HARD)}
    assert judged(subject, "work.consecutive_days", work_day="shift") == ()


@pytest.mark.parametrize(("on_board", "expected"), [((), 0), ((span("2026-05-17 12:00-13:00"),), 1)])
def test_a_free_day_ends_the_run_only_ashore(on_board, expected):
    pieces = [*daily("2026-05-01", 16, "09:00-17:00"), *daily("2026-05-18", 15, "09:00-17:00")]

    assert len(judged(record(*pieces, on_board=on_board), "work.consecutive_days")) == expected


def test_a_calendar_day_of_23_hours_is_no_rest_day():
    """Sunday 29 March 2026 is free from midnight to midnight, yet only 23 hours long."""
    before, after = daily("2026-03-09", 20, "16:00-00:00"), daily("2026-03-30", 12, "00:00-08:00")
    later = [duty("2026-03-30 01:00-08:00"), *after[1:]]

    (breach,) = judged(record(*before, *after), "work.consecutive_days")

    assert breach.found_minutes == 32
    assert judged(record(*before, *later), "work.consecutive_days") == ()


def test_26_hours_of_rest_without_a_free_calendar_day_do_not_end_the_run():
    pieces = [*daily("2026-05-01", 16, "09:00-17:00"), *daily("2026-05-17", 16, "19:00-23:00")]

    assert len(judged(record(*pieces), "work.consecutive_days")) == 1


def test_time_on_board_alone_makes_work_days():
    stay = Interval(at("2026-05-01 08:00"), at("2026-06-01 08:00"))

    (breach,) = judged(record(on_board=(stay,)), "work.consecutive_days")

    assert breach.found_minutes == 32


@pytest.mark.parametrize(
    ("pieces", "rule", "found"),
    [
        # A duty that ends at midnight, and one that begins there.
        (["2026-05-04 16:00-00:00", "2026-05-05 06:00-14:00"], "rest.uninterrupted_employee", 360),
        (["2026-05-04 13:00-20:00", "2026-05-05 00:00-08:00"], "rest.uninterrupted_employee", 300),
        # The night before the window, and the morning after it.
        (["2026-05-03 22:00-06:00", "2026-05-04 10:00-18:00"], "rest.total_employee", 480),
        # Each calendar day alone looks fine.
        (["2026-05-04 12:00-00:00", "2026-05-05 04:00-10:00"], "work.total_24h", 1080),
        (["2026-05-04 12:00-00:00", "2026-05-05 04:00-10:00"], "work.rest_24h", 360),
        (["2026-05-04 21:45-05:45", "2026-05-05 13:45-21:45"], "rest.total_employee", 480),
        (["2026-05-04 03:10-09:20", "2026-05-04 16:50-23:00"], "rest.uninterrupted_employee", 450),
        # Ten hours by the clock are nine over the spring change, eleven over the autumn change.
        (["2027-03-27 08:00-21:00", "2027-03-28 07:00-15:00"], "rest.total_employee", 540),
        (["2026-10-24 08:00-21:00", "2026-10-25 06:00-15:00"], "rest.total_employee", None),
        (["2026-10-24 08:00-22:00", "2026-10-25 07:00-15:00"], "rest.total_employee", None),
    ],
)
def test_rest_is_counted_from_instants_not_from_days_or_clocks(pieces, rule, found):
    breaches = judged(record(*map(duty, pieces)), rule)

    assert [item.found_minutes for item in breaches] == ([] if found is None else [found])


@pytest.mark.parametrize(("further", "breached"), [(3, False), (4, True)])
def test_work_days_before_the_planned_week_count(further, breached):
    pieces = daily("2026-04-06", 28 + further, "09:00-17:00")

    assert bool(judged(record(*pieces), "work.consecutive_days")) is breached


def test_rules_are_judged_only_where_in_force_on_the_day_of_the_duty():
    """§ 103 came into force on 7 December 2021; the window of the day before is not judged."""
    subject = record(
        duty("2021-12-05 06:00-21:00"),
        duty("2021-12-06 06:00-21:00"),
        duty("2021-12-07 06:00-21:00"),
    )
    rules = ("rest.consecutive_duty_employee", "rest.total_employee")

    found = judged(subject, *rules)

    assert [(item.rule_id, item.first_window_start) for item in found] == [
        (rule, at("2021-12-07 06:00")) for rule in rules
    ]
    assert len(judged(subject, "work.total_24h")) == 3
    assert judged(record(duty("2017-07-31 06:00-21:00"))) == ()


def test_order_and_splitting_of_pieces_do_not_matter():
    whole = [duty("2026-06-01 06:00-21:00"), duty("2026-06-02 04:00-19:00")]
    split = [
        duty("2026-06-02 12:00-19:00"),
        duty("2026-06-01 06:00-12:00"),
        duty("2026-06-02 04:00-12:00"),
        duty("2026-06-01 12:00-21:00"),
    ]

    assert judged(record(*whole)) == judged(record(*split))


def test_nothing_worked_breaks_nothing():
    assert judged(record()) == ()
    assert judged(self_employed()) == ()


def test_an_unknown_rule_is_refused():
    with pytest.raises(KeyError, match="rest_days_equal"):
        judge_rest(record(), load_rulebook(), rules={"work.rest_days_equal"})


def test_judged_rules_are_the_rest_rules_of_the_law_data_but_those_due_later():
    later = {
        *("rest.elsewhere_counts", "rest.rhine_under_way", "work.rest_days_more_work", "work.rest_days_equal"),
        *("work.season", "work.season_31d", "youth.school_eve", "youth.free_days"),
        *("youth.age_limit", "youth.only_minor_watches"),
    }
    of_law = {rule_id for rule_id in load_rulebook().rules if rule_id.startswith(("rest.", "work.", "youth."))}

    assert of_law == JUDGED_RULES | later


def test_45_pieces_are_judged_quickly():
    pieces = [
        duty(f"2026-06-{day:02} {clocks}")
        for day in range(1, 16)
        for clocks in ("00:00-05:00", "08:00-12:00", "16:00-21:30")
    ]
    began = time.process_time()
    judged(record(*pieces))

    assert time.process_time() - began < 0.5
