"""Bars against any place on board: employment, absence, age, childbirth, children, training."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from eligibility_builders import (
    ADULT,
    TODAY,
    F,
    K,
    bars_for,
    born,
    codes,
    hours,
    instant,
    make_instance,
    paper,
)

from optimizer.domain import Absence, AbsenceKind, Person
from optimizer.eligibility import eligible_places, is_minor, person_bars, place_bars
from optimizer.law import load_rulebook
from optimizer.manning.requirement import Place
from optimizer.timeline import Interval

pytestmark = pytest.mark.law

LAW = load_rulebook()
DAY = timedelta(days=1)


def _bars(person: Person, interval: Interval | None = None, *absences: Absence, **options):
    readings = options.pop("readings", None)
    instance, shift = make_instance(person, absences=absences, interval=interval, readings=readings)
    return person_bars(instance, person, shift.interval, **options)


def _absence(start, end, kind: AbsenceKind = AbsenceKind.LEAVE) -> Absence:
    return Absence(crew_id="P1", start=start, end=end, kind=kind)


def test_nothing_bars_an_employed_adult() -> None:
    assert _bars(ADULT) == ()


def test_inactive_people_are_not_planned() -> None:
    (bar,) = _bars(replace(ADULT, active=False))
    assert bar.code == "person.inactive" and "Jan Petersen" in bar.text.de


@pytest.mark.parametrize(
    ("first", "last", "barred"),
    [
        (date(2026, 5, 6), None, True),
        (date(2026, 5, 7), None, False),
        (date(2026, 5, 8), None, False),
        (date(2026, 5, 9), None, True),
        (date(2026, 5, 6), date(2026, 5, 7), True),
        (date(2026, 5, 7), date(2026, 5, 8), False),
        (date(2026, 5, 8), date(2026, 5, 9), True),
    ],
)
def test_only_duties_wholly_between_entry_and_exit(first, last, barred: bool) -> None:
    person = replace(ADULT, entry_on=date(2026, 5, 7), exit_on=date(2026, 5, 8))
    assert bool(_bars(person, hours(first, last))) is barred


def test_night_into_the_day_after_exit_is_barred_from_midnight() -> None:
    person = replace(ADULT, exit_on=date(2026, 5, 8))
    (bar,) = _bars(person, hours(date(2026, 5, 8), None, 22, 6))
    assert bar.interval.start == instant(date(2026, 5, 9))


@pytest.mark.parametrize(
    ("interval", "barred"),
    [
        (hours(date(2026, 5, 3), None, 16, 0), False),  # ends at the minute the leave begins
        (hours(date(2026, 5, 3), None, 22, 6), True),
        (hours(date(2026, 5, 6), None, 22, 6), True),  # last day, 22:00 into the next morning
        (hours(date(2026, 5, 7), None, 6, 14), False),
        (hours(date(2026, 5, 5), None, 8, 16), True),  # wholly inside
        (hours(date(2026, 5, 2), date(2026, 5, 9)), True),  # encloses the absence
    ],
)
def test_leave_from_4_to_6_may_by_dates(interval: Interval, barred: bool) -> None:
    leave = _absence(instant(date(2026, 5, 4)), instant(date(2026, 5, 7)))
    bars = _bars(ADULT, interval, leave)
    assert bool(bars) is barred
    assert not barred or "abwesend (Urlaub)" in bars[0].text.de


def test_absence_enclosing_months_blocks_the_week() -> None:
    sick = _absence(instant(date(2026, 4, 20)), instant(date(2026, 6, 1)), AbsenceKind.SICK)
    (bar,) = _bars(ADULT, hours(date(2026, 5, 6)), sick)
    assert bar.interval == hours(date(2026, 5, 6)) and "abwesend (krank)" in bar.text.de


def test_open_sickness_blocks_everything_from_its_start() -> None:
    sick = _absence(instant(date(2026, 5, 6), 11), None, AbsenceKind.SICK)
    assert _bars(ADULT, hours(date(2026, 5, 6), None, 6, 11), sick) == ()
    (bar,) = _bars(ADULT, hours(date(2026, 5, 6), None, 6, 14), sick)
    assert bar.interval == hours(date(2026, 5, 6), None, 11, 14)
    assert _bars(ADULT, hours(date(2027, 5, 6)), sick)


def test_order_of_absences_does_not_matter() -> None:
    one = _absence(instant(date(2026, 5, 4)), instant(date(2026, 5, 9)))
    two = _absence(instant(date(2026, 5, 6)), instant(date(2026, 5, 11)), AbsenceKind.SICK)
    interval = hours(date(2026, 5, 6))
    assert _bars(ADULT, interval, one, two) == _bars(ADULT, interval, two, one)
    assert len(_bars(ADULT, interval, one, two)) == 2


def test_absence_over_the_spring_clock_change_is_cut_on_the_true_clock() -> None:
    leave = _absence(instant(date(2026, 3, 29)), instant(date(2026, 3, 30)))
    (bar,) = _bars(ADULT, hours(date(2026, 3, 28), date(2026, 3, 30), 20, 8), leave)
    assert bar.interval.minutes == 23 * 60


def test_absence_also_bars_in_the_fast_answer() -> None:
    leave = _absence(instant(date(2026, 5, 4)), instant(date(2026, 5, 7)))
    for day, free in ((date(2026, 5, 6), False), (date(2026, 5, 7), True)):
        instance, shift = make_instance(ADULT, [paper(K.DECKHAND)], absences=[leave], interval=hours(day))
        answer = eligible_places(instance, shift, [Place(F.DECKHAND)])
        assert answer == {"P1": frozenset([Place(F.DECKHAND)] if free else [])}


# --- ages ---------------------------------------------------------------------------------------


def test_children_do_not_work() -> None:
    child = born(date(2011, 12, 9))
    assert "youth.child" in codes(_bars(child, hours(date(2026, 12, 8))))
    assert _bars(child, hours(date(2026, 12, 9))) == ()


def test_minor_until_the_day_before_the_18th_birthday() -> None:
    person = born(date(2008, 5, 7))
    assert is_minor(person, date(2026, 5, 6), LAW)
    assert not is_minor(person, date(2026, 5, 7), LAW)
    leap = born(date(2008, 2, 29))
    assert is_minor(leap, date(2026, 2, 28), LAW)
    assert not is_minor(leap, date(2026, 3, 1), LAW)


# --- childbirth: barred days counted by hand ----------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "birth", "first", "last"),
    [
        # six weeks before 10 August is 29 June; eight weeks after is 5 October
        (date(2026, 8, 10), None, date(2026, 6, 29), date(2026, 10, 5)),
        (date(2026, 8, 10), date(2026, 8, 10), date(2026, 6, 29), date(2026, 10, 5)),
        # a week early: 29 June and fourteen weeks is 5 October, barred to its end (conservative)
        (date(2026, 8, 10), date(2026, 8, 3), date(2026, 6, 29), date(2026, 10, 5)),
        # a week late: eight weeks after 17 August
        (date(2026, 8, 10), date(2026, 8, 17), date(2026, 6, 29), date(2026, 10, 12)),
        # before the protected period began: from the birth on
        (date(2026, 8, 10), date(2026, 6, 1), date(2026, 6, 1), date(2026, 10, 5)),
        (None, date(2026, 8, 10), date(2026, 6, 29), date(2026, 10, 5)),
    ],
)
def test_protected_period(expected, birth, first: date, last: date) -> None:
    person = replace(ADULT, expected_birth=expected, birth_on=birth)
    for day, barred in ((first - DAY, False), (first, True), (last, True), (last + DAY, False)):
        assert bool(_bars(person, hours(day))) is barred, day
    (bar,) = _bars(person, hours(first))
    assert bar.code == "crew.maternity" and "98(6)" in bar.citation


def test_night_before_the_protected_period_is_barred_from_midnight() -> None:
    person = replace(ADULT, expected_birth=date(2026, 8, 10))
    (bar,) = _bars(person, hours(date(2026, 6, 28), None, 22, 6))
    assert bar.interval.start == instant(date(2026, 6, 29))


# --- child on board, safety training ------------------------------------------------------------


def test_child_under_six_on_board_bars_from_the_minimum_crew_only() -> None:
    person = replace(ADULT, child_on_board_birth_date=date(2020, 12, 9), child_measures=False)
    day_before, birthday = hours(date(2026, 12, 8)), hours(date(2026, 12, 9))
    assert codes(_bars(person, day_before)) == ["crew.child_on_board"]
    assert _bars(person, day_before, minimum_crew=False) == ()
    assert _bars(person, birthday) == ()
    assert _bars(replace(person, child_measures=True), day_before) == ()
    assert _bars(replace(person, child_measures=None), day_before)
    assert bars_for(F.ADDITIONAL, person=person, interval=day_before) == ()
    assert bars_for(F.DECKHAND, paper(K.DECKHAND), person=person, interval=day_before)


def test_child_born_after_the_duty_does_not_bar() -> None:
    person = replace(ADULT, child_on_board_birth_date=TODAY + DAY)
    assert _bars(person, hours(TODAY)) == ()


@pytest.mark.parametrize(
    ("facts", "barred"),
    [
        ({"crew_since": date(2022, 1, 17)}, False),
        ({"crew_since": date(2022, 1, 18)}, True),
        ({"crew_since": None}, True),
        ({"crew_since": None, "stcw": True}, False),
        ({"crew_since": date(2026, 12, 1), "safety_training_on": TODAY}, False),
        ({"crew_since": date(2026, 12, 1), "safety_training_on": TODAY + DAY}, True),
    ],
)
def test_safety_training(facts, barred: bool) -> None:
    bars = _bars(replace(ADULT, **facts), hours(TODAY))
    assert codes(bars) == (["crew.safety_training"] if barred else [])


def test_training_in_the_first_days_is_a_reading_and_needs_a_day() -> None:
    late = replace(ADULT, crew_since=date(2026, 12, 1), safety_training_on=TODAY + DAY)
    assert _bars(late, hours(TODAY))[0].reading == "safety_training"
    lenient = {"safety_training": "first_days"}
    assert _bars(late, hours(TODAY), readings=lenient) == ()
    never = replace(late, safety_training_on=None)
    assert _bars(never, hours(TODAY), readings=lenient)[0].reading == ""


def test_cabin_staff_is_not_crew() -> None:
    steward = replace(ADULT, crew_since=None)
    assert bars_for(F.CABIN_STAFF, person=steward) == ()
    assert codes(bars_for(F.ADDITIONAL, person=steward)) == ["crew.safety_training"]


def test_findings_carry_shift_vessel_person_and_both_languages() -> None:
    instance, shift = make_instance(replace(ADULT, active=False), [paper(K.DECKHAND)])
    (bar,) = place_bars(instance, instance.dataset.crew["P1"], Place(F.DECKHAND), shift)
    assert (bar.shift_id, bar.vessel_id, bar.crew_id) == ("S1", "V1", "P1")
    assert bar.interval == shift.interval
    assert bar.text.de != bar.text.en
