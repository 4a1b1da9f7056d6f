"""Intervals, midnight, 24:00, offsets and both clock changes as they arrive in shifts.csv."""

from __future__ import annotations

from datetime import date, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from intake_files import GOOD, faults, more, only_fault, place, read

from optimizer.duty import WHOLE_SHIFT
from optimizer.intake.faults import Fault
from optimizer.intake.moments import Stamp, parse_clock, parse_date, parse_stamp
from optimizer.intake.tables import TABLES
from optimizer.timeline import local

HEAD = "shift_id;vessel_id;start;end;mode\n"


def shifts(*rows: str) -> dict[str, str]:
    return {"shifts.csv": HEAD + "".join(f"{row}\n" for row in rows)}


def one(tmp_path, start: str, end: str):
    return read(tmp_path, shifts(f"N1;E1;{start};{end};A")).dataset.shifts["N1"].interval


@pytest.mark.parametrize(
    ("start", "end", "minutes", "ends"),
    [
        ("2026-05-04 22:00", "06:00", 480, "05.05. 06:00"),
        ("2026-05-03 18:00", "02:00", 480, "04.05. 02:00"),
        ("04.05.2026 16:00", "24:00", 480, "05.05. 00:00"),
        ("04.05.2026 16:00", "00:00", 480, "05.05. 00:00"),
        ("04.05.2026 16:00", "04.05.2026 24:00", 480, "05.05. 00:00"),
        ("04.05.2026 17:15", "25:30", 495, "05.05. 01:30"),
        ("04.05.2026 17:15", "04.05.2026 25:30", 495, "05.05. 01:30"),
        ("12.07.2026 00:30", "06:00", 330, "12.07. 06:00"),
        ("04.05.2026 6:00", "14.00", 480, "04.05. 14:00"),
        ("04.05.2026 06.00 Uhr", "14:00 Uhr", 480, "04.05. 14:00"),
        ("04.05.2026, 06:00", "14:00:00", 480, "04.05. 14:00"),
    ],
)  # fmt: skip
def test_end_is_on_the_day_of_the_start_or_in_the_next_night(tmp_path, start, end, minutes, ends):
    found = one(tmp_path, start, end)
    assert found.minutes == minutes
    assert f"{local(found.end):%d.%m. %H:%M}" == ends


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ("04.05.2026 06:00", "06:00"),
        ("04.05.2026 06:00", "04.05.2026 06:00"),
        ("04.05.2026 06:00", "04.05.2026 05:00"),
        ("04.05.2026 06:00", "03.05.2026 14:00"),
    ],
)
def test_empty_and_negative_intervals_are_faults_of_the_end(tmp_path, start, end):
    error = only_fault(tmp_path, shifts(f"N1;E1;{start};{end};A"))
    assert place(error) == ("shifts.csv", 2, "end")
    assert error.code == "input.interval"


def test_one_bad_shift_hides_no_other_fault_and_no_other_row(tmp_path):
    errors = faults(
        tmp_path,
        shifts("N1;E1;04.05.2026 22:00;22:00;A", "N2;E1;31.02.2026 06:00;14:00;A", "N3;E1;05.05.2026 06:00;14:00;A"),
    )
    assert [place(e) for e in errors] == [("shifts.csv", 2, "end"), ("shifts.csv", 3, "start")]


def test_touching_shifts_of_a_vessel_are_no_overlap(tmp_path):
    result = read(tmp_path, shifts("N1;E1;04.05.2026 06:00;12:00;A", "N2;E1;04.05.2026 12:00;18:00;A"))
    assert sum(s.interval.minutes for s in result.dataset.shifts.values()) == 720


def test_a_shared_minute_is_an_overlap(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;04.05.2026 06:00;12:01;A", "N2;E1;04.05.2026 12:00;18:00;A"))
    assert place(error) == ("shifts.csv", 3, "start")
    assert "Zeile 2" in error.problem.de


def test_a_short_shift_inside_a_long_one_is_found_with_rows_in_any_order(tmp_path):
    errors = faults(
        tmp_path,
        shifts("N3;E1;04.05.2026 17:00;18:00;A", "N1;E1;04.05.2026 06:00;18:00;A", "N2;E1;04.05.2026 07:00;08:00;A"),
    )
    assert sorted(place(e) for e in errors) == [("shifts.csv", 2, "start"), ("shifts.csv", 4, "start")]


def test_the_same_hours_on_two_vessels_are_no_overlap(tmp_path):
    assert (
        len(read(tmp_path, shifts("N1;E1;04.05.2026 06:00;12:00;A", "N2;F1;04.05.2026 06:00;12:00;")).dataset.shifts)
        == 2
    )


def test_the_long_night_has_an_hour_more_and_the_short_one_an_hour_less(tmp_path):
    assert one(tmp_path, "24.10.2026 20:00", "06:00").minutes == 11 * 60
    assert one(tmp_path, "27.03.2027 20:00", "06:00").minutes == 9 * 60


def test_a_skipped_hour_is_a_fault_of_its_row_only(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;28.03.2027 02:30;10:30;A", "N2;E1;29.03.2027 06:00;14:00;A"))
    assert place(error) == ("shifts.csv", 2, "start")
    assert error.code == "input.skipped_time"


@pytest.mark.parametrize("row", ["N1;E1;25.10.2026 02:30;10:30;A", "N1;E1;24.10.2026 20:00;02:30;A"])
def test_an_hour_shown_twice_needs_an_offset_and_the_fault_shows_both(tmp_path, row):
    error = only_fault(tmp_path, shifts(row))
    assert error.code == "input.ambiguous_time"
    assert "2026-10-25T02:30+02:00" in error.fix.de and "2026-10-25T02:30+01:00" in error.fix.de


@pytest.mark.parametrize(
    ("start", "end", "minutes"),
    [
        ("2026-10-25T02:30+02:00", "06:00", 270),
        ("2026-10-25T02:30+01:00", "06:00", 210),
        ("2026-10-25T02:30+02:00", "2026-10-25T02:30+01:00", 60),
        ("2026-10-24T20:00", "02:30+02:00", 390),
        ("2026-10-24T20:00", "02:30+01:00", 450),
        ("2026-10-24T20:00", "02:30 MEZ", 450),
    ],
)
def test_an_offset_decides_which_of_the_two_is_meant(tmp_path, start, end, minutes):
    assert one(tmp_path, start, end).minutes == minutes


@pytest.mark.parametrize(
    "start", ["2026-05-04T06:00Z", "2026-05-04T06:00:00Z", "2026-05-04 06:00+00:00", "2026-05-04T01:00-05:00"]
)
def test_world_time_is_not_read_as_the_local_clock(tmp_path, start):
    assert f"{local(one(tmp_path, start, '14:00').start):%H:%M}" == "08:00"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("20260504", "input.time"),
        ("46146", "input.serial_number"),
        ("46146,25", "input.serial_number"),
        ("21600", "input.serial_number"),
        ("04.05.26 06:00", "input.two_digit_year"),
        ("04/05/2026 06:00", "input.date"),
        ("04.05. 06:00", "input.date"),
        ("04.05.2026", "input.instant"),
        ("06:00", "input.instant"),
        ("31.02.2026 06:00", "input.date"),
        ("29.02.2027 06:00", "input.date"),
        ("04.05.2026 06:60", "input.time"),
        ("04.05.2026 42:00", "input.time"),
        ("04.05.2026 06:00:30", "input.time"),
        ("04.05.2026 06:00-14:00", "input.time"),
        ("04.05.2062 heute", "input.time"),
        ("04.05.1062 06:00", "input.date"),
        ("morgen", "input.time"),
    ],
)
def test_what_is_no_instant_is_a_fault_of_its_cell(tmp_path, text, code):
    error = only_fault(tmp_path, shifts(f"N1;E1;{text};05.05.2026 08:00;A"))
    assert place(error) == ("shifts.csv", 2, "start")
    assert error.code == code
    assert error.value == text


def test_a_serial_number_is_translated(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;46146,25;14:00;A"))
    assert "04.05.2026 06:00" in error.fix.de


def test_a_shift_needs_a_time_at_its_end(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;04.05.2026 06:00;04.05.2026;A"))
    assert place(error) == ("shifts.csv", 2, "end")


def test_a_wrong_year_at_the_end_is_found(tmp_path):
    error = only_fault(tmp_path, shifts("N1;E1;04.05.2026 06:00;04.05.2027 14:00;A"))
    assert place(error)[:2] == ("shifts.csv", 2)


@pytest.mark.parametrize("text", ["6:00", "06:00", "06.00", "06:00 Uhr", "6:00 h", "06:00:00"])
def test_accepted_times_of_day(text):
    assert parse_clock(text) == 360


@pytest.mark.parametrize(
    "text", ["0600", "6", "6 Uhr", "21600", "0,25", "25:00", "06:00 AM", "", "06:00-07:00", "06:00+02:00"]
)
def test_other_times_of_day_are_refused(text):
    with pytest.raises(Fault):
        parse_clock(text)


@pytest.mark.parametrize("day", range(3, 13))
def test_day_and_month_are_never_swapped(day):
    assert parse_date(f"{day:02d}.04.2026") == date(2026, 4, day)


@given(st.datetimes(min_value=datetime(1981, 1, 1), max_value=datetime(2099, 12, 30)))
@settings(max_examples=150, deadline=None)
def test_german_and_iso_spelling_mean_the_same_instant(moment):
    spellings = [f"{moment:%d.%m.%Y %H:%M}", f"{moment:%Y-%m-%dT%H:%M}", f"{moment:%Y-%m-%d %H:%M:00}"]
    try:
        first = parse_stamp(spellings[0]).instant()
    except Fault:
        for text in spellings:
            with pytest.raises(Fault):
                parse_stamp(text).instant()
        return
    assert {parse_stamp(text).instant() for text in spellings} == {first}
    assert local(first).replace(tzinfo=None) == moment.replace(second=0, microsecond=0)


@given(st.text(alphabet="0123456789.:-/ T+ZUhr,", max_size=24))
@settings(max_examples=200, deadline=None)
def test_any_text_is_an_instant_or_a_fault(text):
    try:
        stamp = parse_stamp(text, time_only=True)
    except Fault:
        return
    assert isinstance(stamp, Stamp)


def test_breaks_lie_inside_the_shift(tmp_path):
    head = HEAD.replace("mode", "mode;breaks")
    good = head + "N1;E1;04.05.2026 22:00;06:00;A;23:50-00:20|03:00-03:15\n"
    breaks = read(tmp_path, {"shifts.csv": good}).dataset.shifts["N1"].breaks
    assert [item.minutes for item in breaks] == [30, 15]
    for cell in ("07:00-07:30", "23:00", "23:00-23:30|23:15-23:45", "abends"):
        error = only_fault(tmp_path, {"shifts.csv": head + f"N1;E1;04.05.2026 22:00;06:00;A;{cell}\n"})
        assert place(error) == ("shifts.csv", 2, "breaks")


def test_rows_keep_their_place_whatever_is_blank_above(tmp_path):
    text = GOOD["shifts.csv"] + ";;;;\n\nN3;E1;31.02.2026 06:00;14:00;A\n"
    assert place(only_fault(tmp_path, {"shifts.csv": text})) == ("shifts.csv", 6, "start")


def test_absence_longer_than_a_day_is_one_interval(tmp_path):
    absence = read(
        tmp_path, {"absences.csv": "crew_id;start;end;kind\n1001;04.05.2026 06:00;08.05.2026 18:00;Lehrgang\n"}
    ).dataset.absences[0]
    assert (absence.end - absence.start).total_seconds() == 108 * 3600


def test_no_watch_means_the_whole_shift(tmp_path):
    assert read(tmp_path).dataset.shifts["N1"].watch_plan == WHOLE_SHIFT


def test_more_rows_do_not_change_the_first_ones(tmp_path):
    one_more = read(tmp_path, {"shifts.csv": more("shifts.csv", "N3;E1;09.12.2026 06:00;14:00;A")}).dataset.shifts
    assert one_more["N1"] == read(tmp_path).dataset.shifts["N1"]


@pytest.mark.parametrize("table", ["shifts", "movements", "duties", "absences"])
def test_the_range_of_times_is_in_the_format_table(table):
    assert "30:00" in TABLES[table].column("end").kind.label.de
