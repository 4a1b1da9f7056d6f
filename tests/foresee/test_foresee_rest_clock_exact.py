"""The clock is exact to the minute: against the planning side's judge and against the checker."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from foresee.foresee_cases import BOOK, at, case, recorded, span, week_of, with_shift
from hypothesis import given, settings
from hypothesis import strategies as st
from rest.random_records import records

from optimizer.check import check_roster
from optimizer.domain import DutyKind, Employment, RecordedDuty
from optimizer.duty import WorkPiece
from optimizer.findings import Severity
from optimizer.foresee import rest_clock
from optimizer.rest import judge
from optimizer.rest.breaks import propose
from optimizer.timeline import Interval, day_start, local

MINUTE = timedelta(minutes=1)


def _as_case(work, later=()):
    """Recorded duties of one person; the window begins on the first day without any of ``work``."""
    duties = tuple(
        RecordedDuty(crew_id="P1", interval=p.interval, kind=DutyKind.DUTY, breaks=p.breaks, vessel_id="V1")
        for p in work.pieces
    )
    end = max(p.interval.end for p in work.pieces)
    start = day_start(local(end).date())
    facts = {"birth_date": work.birth_date, "employment": work.employment}
    window = Interval(start, start + timedelta(days=60))
    known = {"history_known_from": start - timedelta(days=400)}
    return case(window, *duties, **facts, **known), end


def _plain(work, most):
    """The first duties of a record, as recorded duties give them back."""
    pieces = tuple(replace(piece, sailing=True, mode=None) for piece in work.pieces[:most])
    return replace(work, on_board=(), loading_exception=False, pieces=pieces)


def _broken(work, interval):
    """Rules that a duty breaks beside what was there, by the judge over the whole record."""
    more = replace(work, pieces=(*work.pieces, WorkPiece(interval=interval)))
    return {
        breach.rule_id
        for breach in judge(more, BOOK)
        if breach.severity_class in ("hard", "conservative")
        and not breach.rule_id.endswith(".breaks")
        and breach.window.overlaps(interval)
    }


@given(records(most=5), st.integers(0, 600))
@settings(max_examples=60, deadline=None)
def test_at_the_clock_lawful_and_a_minute_beyond_it_not(work, later):
    work = _plain(work, 12)
    (instance, roster), end = _as_case(work)
    now = end + later * MINUTE
    clock = rest_clock(instance, roster, "P1", now)
    if clock.earliest is None:
        return
    start, longest = clock.earliest, timedelta(minutes=clock.longest_minutes)
    assert not _broken(work, Interval(start, start + MINUTE))
    if clock.earliest_by:
        assert _broken(work, Interval(start - MINUTE, start)) == {bound.rule_id for bound in clock.earliest_by}
    else:
        assert start == now
    assert clock.longest_minutes >= 1
    assert not _broken(work, Interval(start, start + longest))
    assert _broken(work, Interval(start, start + longest + MINUTE)) == {b.rule_id for b in clock.longest_by} != set()
    for item in clock.starts:
        length = timedelta(minutes=item.minutes)
        if item.start is not None:
            assert not _broken(work, Interval(item.start, item.start + length))
        if item.start is not None and item.by:
            assert _broken(work, Interval(item.start - MINUTE, item.start - MINUTE + length))


@given(records(most=4), st.integers(120, 1500), st.integers(60, 720), st.integers(0, 300))
@settings(max_examples=40, deadline=None)
def test_beside_the_plan_nothing_planned_becomes_unlawful(work, gap, length, later):
    work = _plain(work, 6)
    (instance, roster), end = _as_case(work)
    now = end + later * MINUTE
    planned = Interval(now + gap * MINUTE, now + (gap + length) * MINUTE)
    extra = RecordedDuty(crew_id="P1", interval=planned, kind=DutyKind.DUTY, vessel_id="V1", planned=True)
    instance = replace(instance, dataset=replace(instance.dataset, duties=(*instance.dataset.duties, extra)))
    clock = rest_clock(instance, roster, "P1", now)
    if clock.earliest is None or clock.earliest >= planned.start:
        return
    whole = replace(work, pieces=(*work.pieces, WorkPiece(interval=planned)))
    before = _binding(whole)
    start, minutes = clock.earliest, clock.beside_plan_minutes

    def fresh(count):
        piece = WorkPiece(interval=Interval(start, start + count * MINUTE))
        return _binding(replace(whole, pieces=(*whole.pieces, piece))) - before

    assert all(not fresh(count) for count in {1, minutes // 2, minutes} if 0 < count <= minutes)
    if minutes < min(clock.longest_minutes, (planned.start - start) // MINUTE):
        assert {key[0] for key in fresh(minutes + 1)} == {bound.rule_id for bound in clock.beside_plan_by} != set()


def _binding(work):
    return {
        (breach.rule_id, breach.first_window_start, breach.found_minutes)
        for breach in judge(work, BOOK)
        if breach.severity_class in ("hard", "conservative") and not breach.rule_id.endswith(".breaks")
    }


HISTORIES = {
    "nothing": [],
    "a long day": [("2026-12-06 06:00", "20:00")],
    "a split day": [("2026-12-06 04:00", "09:00"), ("2026-12-06 13:00", "17:30")],
    "six nights": [(f"2026-12-{day:02d} 23:00", f"2026-12-{day + 1:02d} 06:00") for day in range(1, 7)],
    "six long days": [(f"2026-12-{day:02d} 06:00", "20:00") for day in range(1, 7)],
}


@pytest.mark.parametrize("name", HISTORIES)
@pytest.mark.parametrize("employment", [Employment.EMPLOYEE, Employment.SELF_EMPLOYED])
def test_the_checker_agrees_on_a_tiny_roster(name, employment):
    window = week_of("2026-12-07")
    duties = recorded(*(span(*pair) for pair in HISTORIES[name]))
    instance, roster = case(window, *duties, employment=employment)
    clock = rest_clock(instance, roster, "P1")
    start, end = clock.earliest, clock.earliest + timedelta(minutes=clock.longest_minutes)
    assert _unlawful(instance, Interval(start, end)) == set()
    longer = _unlawful(instance, Interval(start, end + MINUTE))
    assert longer & {bound.rule_id for bound in clock.longest_by}
    if clock.earliest_by:
        earlier = _unlawful(instance, Interval(start - MINUTE, start + 30 * MINUTE))
        assert earlier & {bound.rule_id for bound in clock.earliest_by}


def _unlawful(instance, duty):
    """Rest rules the checker finds broken if the duty is rostered with the breaks that are due.

    The recorded duties name no breaks, so rules about breaks say nothing here.
    """
    person = instance.dataset.crew["P1"]
    breaks = propose((duty,), (), (), person.employment, person.birth_date, BOOK, order=0, alone=False)
    report = check_roster(*with_shift(instance, duty, *(breaks or ())))
    return {
        finding.code
        for finding in report.findings
        if finding.severity is Severity.UNLAWFUL
        and finding.code.startswith(("rest.", "work.", "youth."))
        and not finding.code.endswith(".breaks")
    }


def test_a_minute_too_early_is_unlawful_over_both_clock_changes():
    for day, start in (("2026-10-24", "2026-10-25 05:00"), ("2027-03-27", "2027-03-28 07:00")):
        window = week_of(day, 3)
        instance, roster = case(window, *recorded(span(f"{day} 06:00", "20:00")))
        clock = rest_clock(instance, roster, "P1", at(f"{day} 20:00"))
        assert clock.earliest == at(start)
        assert _unlawful(instance, Interval(at(start), at(start) + 60 * MINUTE)) == set()
        assert "work.rest_24h" in _unlawful(instance, Interval(at(start) - MINUTE, at(start) + 60 * MINUTE))
