"""The cell ``Dienstzeiten`` in both directions, with both clock changes."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.duty_times import DutyTimesError, format_duty_times, parse_duty_times, parse_spans
from optimizer.timeline import Interval, at_wall_clock, from_minute


def berlin(text: str, fold: int | None = None) -> datetime:
    moment = datetime.strptime(text, "%d.%m.%Y %H:%M")
    return at_wall_clock(moment.date(), moment.time(), fold=fold)


def span(first: str, last: str) -> Interval:
    return Interval(berlin(first), berlin(last))


DAY_SHIFT = span("07.12.2026 06:00", "07.12.2026 20:00")
NIGHT_SHIFT = span("07.12.2026 16:00", "08.12.2026 02:00")
LONG_SHIFT = span("07.12.2026 06:00", "10.12.2026 06:00")


@pytest.mark.parametrize(
    ("shift", "duty", "breaks", "text"),
    [
        (DAY_SHIFT, [DAY_SHIFT], [], "06:00-20:00"),
        (
            DAY_SHIFT,
            [span("07.12.2026 06:00", "07.12.2026 12:00"), span("07.12.2026 13:00", "07.12.2026 20:00")],
            [span("07.12.2026 08:00", "07.12.2026 08:15"), span("07.12.2026 10:00", "07.12.2026 10:30")],
            "06:00-12:00 Pause 08:00-08:15, 10:00-10:30 | 13:00-20:00",
        ),
        (NIGHT_SHIFT, [span("07.12.2026 16:00", "08.12.2026 00:00")], [], "16:00-24:00"),
        (NIGHT_SHIFT, [span("08.12.2026 00:00", "08.12.2026 02:00")], [], "00:00-02:00"),
        (
            LONG_SHIFT,
            [span("08.12.2026 15:00", "09.12.2026 03:00")],
            [span("08.12.2026 23:50", "09.12.2026 00:20")],
            "08.12. 15:00-09.12. 03:00 Pause 23:50-00:20",
        ),
        (LONG_SHIFT, [LONG_SHIFT], [span("09.12.2026 12:00", "09.12.2026 12:30")],
         "07.12. 06:00-10.12. 06:00 Pause 09.12. 12:00-09.12. 12:30"),
        (LONG_SHIFT, [span("07.12.2026 06:00", "08.12.2026 06:00")], [], "06:00-06:00"),
        (span("31.12.2026 18:00", "02.01.2027 18:00"), [span("01.01.2027 20:00", "02.01.2027 02:00")], [],
         "01.01. 20:00-02.01. 02:00"),
    ],
)  # fmt: skip
def test_cell_is_written_and_read_back(shift, duty, breaks, text):
    assert format_duty_times(duty, breaks, shift.start) == text
    assert parse_duty_times(text, shift) == (tuple(duty), tuple(breaks))


def test_english_word_for_break_is_read_and_written():
    pause = span("07.12.2026 10:00", "07.12.2026 10:30")
    text = format_duty_times([DAY_SHIFT], [pause], DAY_SHIFT.start, "en")
    assert text == "06:00-20:00 break 10:00-10:30"
    assert parse_duty_times(text, DAY_SHIFT) == ((DAY_SHIFT,), (pause,))


@pytest.mark.parametrize(
    "text",
    [
        "6:00-20:00",
        "06.00 – 20.00",
        "07.12. 06:00-07.12. 20:00",
        " 06:00 bis 20:00 ",
        "07.12.2026 06:00-07.12.2026 20:00",
    ],
)
def test_hand_written_variants_are_read(text):
    assert parse_duty_times(text, DAY_SHIFT) == ((DAY_SHIFT,), ())


def test_pieces_in_any_order_are_sorted():
    duty, _ = parse_duty_times("13:00-20:00 | 06:00-12:00", DAY_SHIFT)
    assert duty == (span("07.12.2026 06:00", "07.12.2026 12:00"), span("07.12.2026 13:00", "07.12.2026 20:00"))


def test_blank_cell_has_no_pieces():
    assert parse_duty_times("  ", DAY_SHIFT) == ((), ())


@pytest.mark.parametrize(
    ("text", "shift", "in_message"),
    [
        ("05:00-12:00", DAY_SHIFT, "außerhalb"),
        ("06:00-21:00", DAY_SHIFT, "außerhalb"),
        ("06:00-12:00 | 11:00-13:00", DAY_SHIFT, "überschneiden"),
        ("06:00-12:00 Pause 12:00-12:30", DAY_SHIFT, "Pause"),
        ("06:00-12:00 Pause 08:00-08:30, 08:15-08:45", DAY_SHIFT, "überschneiden"),
        ("06:00", DAY_SHIFT, "keine Zeitspanne"),
        ("früh", DAY_SHIFT, "keine Zeitspanne"),
        ("06:00-12:75", DAY_SHIFT, "12:75"),
        ("25:00-26:00", DAY_SHIFT, "25:00"),
        ("31.11. 06:00-31.11. 12:00", DAY_SHIFT, "31.11."),
        ("20:00-18:00", LONG_SHIFT, "Datum"),
        ("02:30-06:00", span("24.10.2026 20:00", "25.10.2026 08:00"), "zweimal"),
        ("20:00-02:30", span("27.03.2027 20:00", "28.03.2027 08:00"), "gibt es am 28.03.2027 nicht"),
    ],
)
def test_faulty_cell_is_refused_in_words(text, shift, in_message):
    with pytest.raises(DutyTimesError) as caught:
        parse_duty_times(text, shift)
    assert in_message in caught.value.text.de
    assert caught.value.text.en


def test_hour_shown_twice_carries_its_offset():
    shift = Interval(berlin("24.10.2026 20:00"), berlin("25.10.2026 08:00"))
    first = Interval(shift.start, berlin("25.10.2026 02:30", fold=0))
    second = Interval(berlin("25.10.2026 02:30", fold=1), shift.end)
    assert format_duty_times([first, second], [], shift.start) == "20:00-02:30+02:00 | 02:30+01:00-08:00"
    assert parse_duty_times("20:00-02:30+02:00 | 02:30+01:00-08:00", shift)[0] == (first, second)
    assert first.minutes + second.minutes == 13 * 60 - 60


def test_skipped_hour_is_not_counted():
    shift = Interval(berlin("27.03.2027 20:00"), berlin("28.03.2027 08:00"))
    duty, _ = parse_duty_times("20:00-08:00", shift)
    assert duty[0].minutes == 11 * 60


def test_breaks_of_a_long_shift_need_a_date():
    with pytest.raises(DutyTimesError):
        parse_spans("12:00-12:30", LONG_SHIFT)
    assert parse_spans("09.12. 12:00-09.12. 12:30", LONG_SHIFT) == (span("09.12.2026 12:00", "09.12.2026 12:30"),)


def test_break_outside_every_piece_is_not_written():
    with pytest.raises(ValueError):
        format_duty_times([DAY_SHIFT], [span("07.12.2026 20:00", "07.12.2026 20:30")], DAY_SHIFT.start)


@st.composite
def duties(draw):
    """A shift around a clock change, the turn of the year or any night, with pieces and breaks."""
    day = draw(st.sampled_from([date(2026, 10, 24), date(2026, 10, 25), date(2027, 3, 27), date(2027, 3, 28),
                                date(2026, 12, 31), date(2028, 2, 28), date(2026, 12, 7)]))  # fmt: skip
    origin = (at_wall_clock(day, time()) - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(minutes=1)
    step = draw(st.sampled_from([1, 15, 30, 60]))
    start = origin + step * draw(st.integers(0, 36 * 60 // step))
    length = step * draw(st.integers(4, max(4, 80 * 60 // step)))
    marks = sorted(draw(st.sets(st.integers(0, length // step), min_size=2, max_size=8)))
    pieces = [(start + a * step, start + b * step) for a, b in zip(marks[::2], marks[1::2], strict=False)]
    duty = [Interval.from_minutes(a, b) for a, b in pieces]
    breaks = []
    for a, b in pieces:
        if b - a > 4 * step and draw(st.booleans()):
            first = a + step * draw(st.integers(0, (b - a) // step - 1))
            breaks.append(Interval.from_minutes(first, min(b, first + step)))
    return Interval.from_minutes(start, start + length), duty, breaks


@given(duties(), st.sampled_from(["de", "en"]))
@settings(max_examples=200, deadline=None)
def test_every_duty_survives_the_cell(case, lang):
    shift, duty, breaks = case
    text = format_duty_times(duty, breaks, shift.start, lang)
    assert parse_duty_times(text, shift) == (tuple(duty), tuple(breaks)), text


@given(st.text(alphabet="0123456789:.|-+, Pause", max_size=40))
@settings(max_examples=200, deadline=None)
def test_no_text_breaks_the_reader(text):
    try:
        duty, breaks = parse_duty_times(text, LONG_SHIFT)
    except DutyTimesError:
        return
    assert all(LONG_SHIFT.covers(piece) for piece in duty)
    assert all(any(piece.covers(pause) for piece in duty) for pause in breaks)


def test_reader_survives_odd_calendar_words():
    with pytest.raises(DutyTimesError):
        parse_duty_times("29.02. 06:00-29.02. 07:00", Interval(from_minute(29_000_000), from_minute(29_000_600)))
