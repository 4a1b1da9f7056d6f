"""Proposed breaks: lawful by the judge's own rules, in stops first, staggered on a shift."""

from datetime import date
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rest.duties import ADULT, BOOK, EMPLOYEE, SELF_EMPLOYED, SEVENTEEN, span

from optimizer.duty import WorkPiece, WorkRecord
from optimizer.rest import judge
from optimizer.rest.breaks import propose
from optimizer.timeline import Interval, local, merge, to_minute

START = to_minute(span("2026-06-01 05:00", "06:00").start)
RULES = ["work.breaks", "youth.breaks"]


def _propose(duty, fixed=(), stops=(), *, employment=EMPLOYEE, birth=ADULT, order=0, alone=False, taken=()):
    return propose(
        tuple(duty), tuple(fixed), tuple(stops), employment, birth, BOOK,
        order=order, alone=alone, taken=tuple(taken),
    )  # fmt: skip


def _breaches(duty, breaks, employment, birth):
    pieces = tuple(WorkPiece(interval=item, breaks=tuple(b for b in breaks if item.covers(b))) for item in merge(duty))
    work = WorkRecord(crew_id="P1", employment=employment, birth_date=birth, pieces=pieces)
    return judge(work, BOOK, rules=RULES)


def _clock(breaks):
    return [f"{local(b.start):%H:%M}-{local(b.end):%H:%M}" for b in breaks]


def _hours(start, end):
    return span(f"2026-06-01 {start}", end)


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        ("12:00", []),
        ("14:00", ["09:45-10:15"]),
        ("15:30", ["10:30-11:00"]),
        ("16:00", ["10:35-11:20"]),
        ("18:00", ["09:40-10:10", "13:50-14:20"]),
        ("20:00", ["10:20-10:50", "15:10-15:40"]),
    ],
)
def test_breaks_of_an_employee_by_length_of_duty(end, expected):
    assert _clock(_propose([_hours("06:00", end)])) == expected


def test_nothing_is_due_for_self_employed_adults():
    assert _propose([_hours("06:00", "20:00")], employment=SELF_EMPLOYED, alone=True) == ()


def test_minors_pause_earlier_longer_and_not_in_the_first_or_last_hour():
    assert _clock(_propose([_hours("08:00", "12:30")], birth=SEVENTEEN)) == []
    assert _clock(_propose([_hours("08:00", "14:00")], birth=SEVENTEEN)) == ["10:45-11:15"]
    assert _clock(_propose([_hours("08:00", "16:00")], birth=SEVENTEEN)) == ["11:30-12:30"]


def test_self_employed_minors_need_their_breaks_too():
    assert _propose([_hours("08:00", "16:00")], birth=SEVENTEEN, employment=SELF_EMPLOYED) != ()


def test_breaks_go_into_stops_first():
    stops = [_hours("06:00", "06:20"), _hours("10:10", "10:50"), _hours("15:00", "15:30")]
    assert _clock(_propose([_hours("06:00", "14:00")], stops=stops)) == ["10:10-10:40"]


def test_short_stops_add_up():
    stops = [_hours("08:00", "08:15"), _hours("11:00", "11:15"), _hours("13:00", "13:14")]
    assert _clock(_propose([_hours("06:00", "14:00")], stops=stops, alone=True)) == [
        "08:00-08:15",
        "11:00-11:15",
    ]


def test_alone_without_a_sufficient_stop_is_not_lawful():
    duty = [_hours("06:00", "14:00")]
    assert _propose(duty, alone=True) is None
    assert _propose(duty, stops=[_hours("10:00", "10:14")], alone=True) is None
    assert _propose(duty, stops=[_hours("13:00", "14:00")], alone=True) is None
    assert _clock(_propose(duty, stops=[_hours("13:00", "14:00")])) != []


def test_a_stop_that_is_too_short_is_used_and_the_rest_added():
    breaks = _propose([_hours("06:00", "16:00")], stops=[_hours("09:00", "09:30")])
    assert "09:00-09:30" in _clock(breaks)
    assert sum(item.minutes for item in breaks) == 45


def test_fixed_breaks_stay_and_count():
    fixed = [_hours("10:00", "10:30")]
    assert _clock(_propose([_hours("06:00", "14:00")], fixed=fixed)) == ["10:00-10:30"]
    breaks = _clock(_propose([_hours("06:00", "16:00")], fixed=fixed))
    assert "10:00-10:30" in breaks
    assert len(breaks) == 2


def test_gaps_of_a_quarter_of_an_hour_between_duties_count():
    assert _propose([_hours("06:00", "10:00"), _hours("10:30", "14:30")]) == ()
    assert _propose([_hours("06:00", "10:00"), _hours("10:14", "14:30")]) != ()


@pytest.mark.parametrize("end", ["14:00", "16:00", "18:00", "19:30"])
def test_three_people_of_one_shift_never_pause_at_once(end):
    plans = [_propose([_hours("06:00", end)], order=order) for order in range(3)]
    everyone = sorted(item for plan in plans for item in plan)
    assert all(a.end <= b.start for a, b in pairwise(everyone))


def test_breaks_already_taken_by_others_are_avoided():
    duty = [_hours("06:00", "14:00")]
    young = _propose(duty, birth=SEVENTEEN)
    adult = _propose(duty, taken=young)
    assert not any(a.overlaps(b) for a in young for b in adult)


def test_both_ordinances_bind_an_employed_minor():
    duty = [_hours("05:00", "06:00"), _hours("12:00", "18:16")]
    breaks = _propose(duty, birth=SEVENTEEN)
    assert _breaches(duty, breaks, EMPLOYEE, SEVENTEEN) == ()
    assert sum(item.minutes for item in breaks) == 30


def test_a_run_of_work_with_enough_breaks_gets_no_more():
    duty = [_hours("02:00", "06:00"), _hours("12:00", "20:00")]
    assert _clock(_propose(duty)) == ["15:45-16:15"]


def _pairs(draw, count, longest, gap):
    minute, items = START, []
    for _ in range(count):
        length = draw(st.integers(1, longest))
        items.append(Interval.from_minutes(minute, minute + length))
        minute += length + draw(gap)
    return items


@st.composite
def duties(draw):
    """One to three intervals of duty, at most 16 hours in all, gaps from none to hours."""
    count = draw(st.sampled_from([1, 1, 1, 2, 3]))
    gap = st.one_of(st.integers(1, 40), st.integers(1, 420))
    return _pairs(draw, count, 960 // count, gap)


@st.composite
def stops_in(draw):
    count = draw(st.integers(0, 8))
    return _pairs(draw, count, 60, st.integers(1, 200)) if count else []


PEOPLE = st.sampled_from(
    [
        (EMPLOYEE, ADULT),
        (EMPLOYEE, SEVENTEEN),
        (SELF_EMPLOYED, SEVENTEEN),
        (EMPLOYEE, date(2008, 6, 1)),
    ]
)


@given(duties(), stops_in(), PEOPLE, st.integers(0, 5), st.booleans())
@settings(max_examples=200, deadline=None)
def test_judge_finds_no_breach_after_a_proposal(duty, stops, person, order, alone):
    employment, birth = person
    breaks = _propose(duty, stops=stops, employment=employment, birth=birth, order=order, alone=alone)
    if breaks is None:
        assert alone
        inside = [part for item in duty for stop in stops if (part := item.intersection(stop))]
        assert _breaches(duty, merge(inside), employment, birth)
        return
    assert _breaches(duty, breaks, employment, birth) == ()
    assert all(any(item.covers(b) for item in merge(duty)) for b in breaks)
    assert all(a.end < b.start for a, b in pairwise(breaks))
    if alone:
        assert all(any(stop.covers(b) for stop in stops) for b in breaks)


@given(duties(), stops_in(), PEOPLE, st.integers(0, 3))
@settings(max_examples=150, deadline=None)
def test_fixed_breaks_are_kept_and_no_break_is_superfluous(duty, fixed, person, order):
    employment, birth = person
    inside = [b for b in fixed if any(p.start < b.start and b.end < p.end for p in merge(duty))]
    breaks = _propose(duty, fixed=inside, employment=employment, birth=birth, order=order)
    assert breaks is not None
    assert all(any(b.covers(item) for b in breaks) for item in inside)
    assert _breaches(duty, breaks, employment, birth) == ()
    if not _breaches(duty, inside, employment, birth):
        assert list(breaks) == inside


@given(st.integers(1, 168), st.integers(0, 2))
@settings(max_examples=60, deadline=None)
def test_breaks_start_on_full_five_minutes_where_duty_does(fives, order):
    duty = [Interval.from_minutes(START, START + 5 * fives)]
    for item in _propose(duty, order=order):
        assert to_minute(item.start) % 5 == 0
        assert item.minutes >= 15


@pytest.mark.parametrize("person", [(EMPLOYEE, ADULT), (EMPLOYEE, SEVENTEEN), (SELF_EMPLOYED, SEVENTEEN)])
@pytest.mark.parametrize("hours", [1, 5, 7, 10, 13])
def test_a_duty_that_is_all_break_gets_no_further_one(hours, person):
    employment, birth = person
    duty = (_hours("06:00", f"{6 + hours:02}:00"),)
    for fixed, stops in ((duty, ()), ((), duty), (duty, duty)):
        breaks = _propose(duty, fixed, stops, employment=employment, birth=birth)
        assert breaks is None or all(duty[0].covers(item) for item in breaks)
