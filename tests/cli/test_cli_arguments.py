"""Options as people type them: windows, days, instants, numbers."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from optimizer.cli.arguments import language, plan_window, seconds, weeks_with_shifts
from optimizer.cli.instants import parse_day, parse_instant
from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset, Shift
from optimizer.timeline import Interval, iso_week


def dataset(*starts: datetime) -> Dataset:
    shifts = {
        f"S{n}": Shift(shift_id=f"S{n}", vessel_id="F", interval=Interval(start, start.replace(minute=59)))
        for n, start in enumerate(starts)
    }
    return Dataset(vessels={}, crew={}, shifts=shifts)


NEW_YEAR = dataset(datetime(2027, 1, 1, 5, tzinfo=UTC), datetime(2027, 1, 10, 22, tzinfo=UTC))


def test_default_is_the_week_of_the_earliest_shift() -> None:
    assert plan_window(NEW_YEAR, None, None, None) == iso_week("2026-W53")


def test_weeks_are_those_of_the_local_clock() -> None:
    """Sunday 23:30 UTC is already Monday in Berlin."""
    late = dataset(datetime(2027, 1, 10, 23, 30, tzinfo=UTC))
    assert weeks_with_shifts(late) == ["2027-W02"]
    assert weeks_with_shifts(NEW_YEAR) == ["2026-W53", "2027-W01"]


@pytest.mark.parametrize("week", ["2027-W01", "2027-w01", " 2027-W01 "])
def test_a_named_week(week: str) -> None:
    assert plan_window(NEW_YEAR, week, None, None) == iso_week("2027-W01")


@pytest.mark.parametrize(
    "week",
    ["2025-W53", "2026-W54", "2026-W00", "W50", "2026W50", "KW 50", "", "2026-50", "9999-W99"],
)
def test_unknown_weeks_list_those_with_shifts(week: str) -> None:
    with pytest.raises(CommandError) as caught:
        plan_window(NEW_YEAR, week, None, None)
    assert "2026-W53, 2027-W01" in caught.value.text.de
    assert "2026-W53, 2027-W01" in caught.value.text.en


@pytest.mark.parametrize("week", ["2026-W50", "9999-W52", "0001-W01"])
def test_a_week_without_shifts_lists_those_with_shifts(week: str) -> None:
    with pytest.raises(CommandError) as caught:
        plan_window(NEW_YEAR, week, None, None)
    assert "2026-W53, 2027-W01" in caught.value.text.de


@pytest.mark.parametrize(
    ("start", "weeks", "hours"),
    [("2026-10-19", "1", 169), ("19.10.2026", "2", 337), ("2027-03-22", None, 167)],
)
def test_windows_over_clock_changes_are_whole_calendar_weeks(start: str, weeks: str | None, hours: int) -> None:
    plan = dataset(datetime(2026, 10, 20, 5, tzinfo=UTC), datetime(2027, 3, 23, 5, tzinfo=UTC))
    assert plan_window(plan, None, start, weeks).minutes == hours * 60


def test_a_window_may_start_within_a_day_and_ends_on_the_same_clock() -> None:
    plan = dataset(datetime(2026, 10, 20, 5, tzinfo=UTC))
    window = plan_window(plan, None, "19.10.2026 06:00", None)
    assert window == Interval(datetime(2026, 10, 19, 4, tzinfo=UTC), datetime(2026, 10, 26, 5, tzinfo=UTC))


def test_a_window_that_would_end_in_the_skipped_hour() -> None:
    plan = dataset(datetime(2027, 3, 22, 5, tzinfo=UTC))
    assert plan_window(plan, None, "21.03.2027 02:30", None).minutes == 7 * 24 * 60


@pytest.mark.parametrize("weeks", ["0", "7", "-1", "1.5", "zwei", "", "²"])
def test_impossible_numbers_of_weeks(weeks: str) -> None:
    with pytest.raises(CommandError, match="1 to 6 weeks"):
        plan_window(NEW_YEAR, None, "2027-01-01", weeks)


def test_week_and_day_exclude_each_other() -> None:
    with pytest.raises(CommandError, match="exclude each other"):
        plan_window(NEW_YEAR, "2027-W01", "2027-01-01", None)


def test_a_dataset_without_shifts() -> None:
    with pytest.raises(CommandError, match="no shifts"):
        plan_window(dataset(), None, None, None)


@pytest.mark.parametrize("text", ["07.12.2026", "7.12.2026", "2026-12-07"])
def test_days(text: str) -> None:
    assert parse_day(text) == date(2026, 12, 7)


@pytest.mark.parametrize("text", ["31.02.2027", "07.12.26", "12/07/2026", "morgen", "", "2026-13-01"])
def test_what_is_no_day(text: str) -> None:
    with pytest.raises(CommandError):
        parse_day(text)


@pytest.mark.parametrize(
    ("text", "instant"),
    [
        ("07.12.2026 06:00", datetime(2026, 12, 7, 5, tzinfo=UTC)),
        ("2026-12-07T06:00", datetime(2026, 12, 7, 5, tzinfo=UTC)),
        ("2026-12-07T06:00+01:00", datetime(2026, 12, 7, 5, tzinfo=UTC)),
        ("2026-12-07T06:00:00Z", datetime(2026, 12, 7, 6, tzinfo=UTC)),
        ("07.07.2026 06:00", datetime(2026, 7, 7, 4, tzinfo=UTC)),
        ("2026-10-25T02:30+02:00", datetime(2026, 10, 25, 0, 30, tzinfo=UTC)),
        ("2026-10-25T02:30+01:00", datetime(2026, 10, 25, 1, 30, tzinfo=UTC)),
    ],
)
def test_instants_in_every_form_of_the_roster(text: str, instant: datetime) -> None:
    assert parse_instant(text) == instant


@pytest.mark.parametrize(
    "text", ["25.10.2026 02:30", "2026-10-25T02:00", "28.03.2027 02:30", "07.12.2026 25:99", "bald"]
)
def test_ambiguous_skipped_and_impossible_instants(text: str) -> None:
    with pytest.raises(CommandError):
        parse_instant(text)


@pytest.mark.parametrize(("text", "value"), [("60", 60.0), ("0,5", 0.5), (" 1.5 ", 1.5), ("1e3", 1000.0)])
def test_time_limits(text: str, value: float) -> None:
    assert seconds(text) == value


@pytest.mark.parametrize("text", ["0", "-1", "nan", "inf", "1e999", "60s", "", "eine Minute"])
def test_impossible_time_limits(text: str) -> None:
    with pytest.raises(CommandError, match="time limit"):
        seconds(text)


@pytest.mark.parametrize("text", ["fr", "", "deutsch", "d"])
def test_unknown_languages(text: str) -> None:
    with pytest.raises(CommandError):
        language(text)


def test_known_languages() -> None:
    assert [language(text) for text in ("de", "EN", " en ")] == ["de", "en", "en"]
