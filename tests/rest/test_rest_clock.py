"""The rest clock: the first minute a further duty may begin."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rest.duties import BOOK, SELF_EMPLOYED, SEVENTEEN, at, days, piece, record
from rest.random_records import records

from optimizer.duty import WorkPiece
from optimizer.rest import judge
from optimizer.rest.clock import earliest_start
from optimizer.timeline import Interval, from_minute, to_minute


@pytest.mark.parametrize(
    ("duties", "facts", "expected"),
    [
        ([("2026-05-04 06:00", "20:00")], {}, "2026-05-05 06:00"),
        ([("2026-05-04 07:00", "19:30")], {}, "2026-05-05 05:30"),
        ([("2026-05-04 06:00", "14:00")], {}, "2026-05-04 14:00"),
        ([("2026-05-04 05:00", "21:00")], {"employment": SELF_EMPLOYED}, "2026-05-05 05:00"),
        ([("2026-10-24 06:00", "20:00")], {}, "2026-10-25 05:00"),
        ([("2027-03-27 06:00", "20:00")], {}, "2027-03-28 07:00"),
        ([("2026-05-04 10:00", "18:00")], {"birth": SEVENTEEN}, "2026-05-05 06:00"),
        ([("2026-05-04 10:00", "19:00")], {"birth": SEVENTEEN}, "2026-05-05 07:00"),
    ],
)
def test_two_more_hours(duties, facts, expected):
    work = record(*(piece(*pair) for pair in duties), **facts)
    assert earliest_start(work, BOOK, 120) == at(expected)


def test_a_full_week_opens_again_when_its_window_rolls_on():
    week = record(*days("2026-05-04", 7, "06:00", "18:00"))
    assert earliest_start(week, BOOK, 60) == at("2026-05-11 06:00")


def test_after_six_nights_the_next_night_hour_waits_and_a_day_does_not():
    nights = record(*days("2026-05-04", 6, "23:00", "06:00"))
    morning = at("2026-05-10 16:00")
    assert earliest_start(nights, BOOK, 240, not_before=morning) == morning
    evening = at("2026-05-10 23:00")
    assert earliest_start(nights, BOOK, 240, not_before=evening) == at("2026-05-11 06:00")


def test_a_row_of_work_days_needs_a_free_day():
    month = record(*days("2026-05-01", 31, "09:00", "13:00"))
    assert earliest_start(month, BOOK, 60, not_before=at("2026-06-01 00:00")) == at("2026-06-02 00:00")


def test_a_duty_too_long_by_itself_never_begins():
    work = record(piece("2026-05-04 06:00", "08:00"))
    assert earliest_start(work, BOOK, 841) is None


def test_an_empty_record_begins_when_asked():
    assert earliest_start(record(), BOOK, 600, not_before=at("2026-05-04 06:00")) == at("2026-05-04 06:00")
    with pytest.raises(ValueError, match="not_before"):
        earliest_start(record(), BOOK, 600)


def _is_lawful(work, minute, duration):
    interval = Interval.from_minutes(minute, minute + duration)
    more = replace(work, pieces=(*work.pieces, WorkPiece(interval=interval)))
    return not any(
        breach.severity_class in ("hard", "conservative")
        and not breach.rule_id.endswith(".breaks")
        and breach.window.overlaps(interval)
        for breach in judge(more, BOOK)
    )


@given(records(most=4), st.sampled_from([30, 120, 480, 720]), st.data())
@settings(max_examples=60, deadline=None)
def test_no_earlier_minute_is_lawful(work, duration, data):
    work = replace(work, pieces=work.pieces[:4], on_board=())
    last = max(to_minute(item.interval.end) for item in work.pieces)
    start = earliest_start(work, BOOK, duration)
    limit = last + 1000 if start is None else to_minute(start)
    earlier = data.draw(st.sets(st.integers(last, max(last, limit - 1)), max_size=150))
    near = set(range(max(last, limit - 40), limit))
    assert not any(_is_lawful(work, minute, duration) for minute in near | (earlier - {limit}))
    if start is not None:
        assert start >= from_minute(last)
        assert _is_lawful(work, limit, duration)
