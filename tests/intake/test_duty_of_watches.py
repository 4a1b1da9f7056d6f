"""Duty of a watch with preparation, handover and wrap-up."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.domain import ClockSpan, Shift, Watch
from optimizer.duty import duty_bounds, watch_breaks, watch_duty
from optimizer.duty_times import format_duty_times, parse_duty_times
from optimizer.timeline import Interval, at_wall_clock, subtract

DAY = datetime(2026, 12, 7).date()


def at(hour: float, day: int = 0) -> datetime:
    return at_wall_clock(DAY, time()) + timedelta(days=day, hours=hour)


def shift(start: float, end: float, **facts) -> Shift:
    return Shift(shift_id="S", vessel_id="X", interval=Interval(at(start), at(end)), **facts)


def clock(start: int, end: int) -> ClockSpan:
    return ClockSpan(start=time(start % 24), end=time(end % 24))


FRONT = Watch(name="Vor", spans=(clock(3, 15),))
BACK = Watch(name="Nach", spans=(clock(15, 3),))
EXTRA = {"prepare_min": 20, "handover_min": 10, "wrapup_min": 15}


def hours(intervals: tuple[Interval, ...]) -> list[tuple[float, float]]:
    return [((i.start - at(0)) / timedelta(hours=1), (i.end - at(0)) / timedelta(hours=1)) for i in intervals]


def test_a_whole_shift_is_prepared_handed_over_and_wrapped_up() -> None:
    assert hours(watch_duty(shift(6, 14, **EXTRA), None)) == [(5.5, 14.25)]
    assert hours(watch_duty(shift(6, 14), None)) == [(6, 14)]


@pytest.mark.parametrize(
    ("watch", "duty"),
    [(FRONT, [(5.5, 15), (27, 30.25)]), (BACK, [(15, 27)]), (Watch(name="All", spans=(clock(0, 0),)), [(5.5, 30.25)]),
     (Watch(name="Middle", spans=(clock(8, 10),)), [(8, 10)])],
)  # fmt: skip
def test_only_the_watch_at_the_first_and_last_minute_has_more(watch: Watch, duty: list[tuple[float, float]]) -> None:
    assert hours(watch_duty(shift(6, 30, **EXTRA), watch)) == duty


def test_who_begins_a_minute_later_does_not_prepare() -> None:
    late = Watch(name="W", spans=(ClockSpan(start=time(6, 1), end=time(13, 59)),))
    duty = watch_duty(shift(6, 14, **EXTRA), late)
    assert [(i.start, i.end) for i in duty] == [(at(6) + timedelta(minutes=1), at(14) - timedelta(minutes=1))]


def test_breaks_of_the_plan_stay_inside_the_shift() -> None:
    """A break of the watch that lies in the preparation of this shift is none."""
    early = Watch(
        name="W", spans=(clock(3, 15),), breaks=(ClockSpan(start=time(5, 30), end=time(6, 15)), clock(14, 15))
    )
    assert hours(watch_breaks(shift(6, 14.5, **EXTRA), early)) == [(6, 6.25), (14, 14.5)]


def test_breaks_of_the_shift_count_for_the_watch_on_duty() -> None:
    item = shift(6, 30, breaks=(Interval(at(10), at(10.5)), Interval(at(20), at(20.5))), **EXTRA)
    assert hours(watch_breaks(item, FRONT)) == [(10, 10.5)]
    assert hours(watch_breaks(item, None)) == [(10, 10.5), (20, 20.5)]


SPANS = st.lists(st.tuples(st.integers(0, 23), st.integers(1, 12)), min_size=1, max_size=3)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 23), st.integers(1, 60), SPANS, *[st.integers(0, 120)] * 3)
def test_more_duty_only_at_the_ends(start: int, length: int, spans, prepare: int, handover: int, wrapup: int) -> None:
    watch = Watch(name="W", spans=tuple(clock(hour, hour + hours) for hour, hours in spans))
    bare = shift(start, start + length)
    full = shift(start, start + length, prepare_min=prepare, handover_min=handover, wrapup_min=wrapup)
    plain, duty = watch_duty(bare, watch), watch_duty(full, watch)
    first = bool(plain) and plain[0].start == bare.interval.start
    last = bool(plain) and plain[-1].end == bare.interval.end
    more = first * (prepare + handover) + last * wrapup
    assert sum(i.minutes for i in duty) == sum(i.minutes for i in plain) + more
    assert [part for i in duty if (part := i.intersection(bare.interval))] == list(plain)
    assert all(duty_bounds(full).covers(i) for i in duty)
    assert all(not any(i.covers(p) for i in duty) for p in subtract(bare.interval, plain))
    assert watch_breaks(full, watch) == watch_breaks(bare, watch) == ()


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 23), st.integers(1, 60), SPANS, *[st.integers(0, 120)] * 2)
def test_duty_is_written_and_read_back(start: int, length: int, spans, before: int, after: int) -> None:
    item = shift(start, start + length, prepare_min=before, wrapup_min=after)
    for watch in (None, Watch(name="W", spans=tuple(clock(hour, hour + hours) for hour, hours in spans))):
        duty = watch_duty(item, watch)
        text = format_duty_times(duty, (), duty_bounds(item).start)
        assert parse_duty_times(text, duty_bounds(item)) == (duty, ())


def test_bounds_are_elapsed_time_over_the_clock_change() -> None:
    change = Interval(datetime(2027, 3, 28, 1, 30, tzinfo=UTC), datetime(2027, 3, 28, 6, tzinfo=UTC))
    item = Shift(shift_id="S", vessel_id="X", interval=change, prepare_min=60)
    assert duty_bounds(item).start == datetime(2027, 3, 28, 0, 30, tzinfo=UTC)
