"""Cabin staff and people above the minimum crew, and minors where no watch is marked for them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time

import pytest
from check_build import (
    AID,
    Fleet,
    K,
    absence,
    at,
    causes,
    certificate,
    day_ship,
    ferry,
    person,
    row,
    span,
    unlawful,
    watches,
)

from optimizer.check import CheckReport
from optimizer.domain import Absence, AbsenceKind, ClockSpan, DutyKind, Function, RecordedDuty, Watch, WatchPlan
from optimizer.findings import Severity

F = Function


def with_steward(function: Function = F.CABIN_STAFF, born: date = date(1995, 7, 7), **facts) -> Fleet:
    """The day ship with somebody more on Wednesday, short enough for a minor, without safety role."""
    extra = person("st", "Stine Stahl", born, **facts)
    fleet = day_ship()
    fleet = fleet.set(crew={**fleet.dataset.crew, "st": extra})
    duty = span(2, "08:00", "18:00") if function is F.DECKHAND else span(2, "09:00", "17:00")
    pauses = (span(2, "11:00", "11:30"), span(2, "13:30", "14:00"))
    fleet = fleet.add("certificates", certificate("st", K.FIRST_AIDER, valid_until=date(2027, 1, 1)))
    return fleet.with_rows(row("A2", "st", function, duty, *pauses))


def about(report: CheckReport) -> set[str]:
    """What is unlawful about the additional person."""
    return {finding.code for finding in unlawful(report) if finding.crew_id == "st"}


BARRED = {
    "inactive": (lambda f: f.set_person("st", active=False), "person.not_employed"),
    "not yet there": (lambda f: f.set_person("st", entry_on=date(2026, 5, 7)), "person.not_employed"),
    "no longer there": (lambda f: f.set_person("st", exit_on=date(2026, 5, 5)), "person.not_employed"),
    "a child": (lambda f: f.set_person("st", birth_date=date(2011, 5, 7)), "youth.child"),
    "on leave": (lambda f: f.add("absences", absence("st", 2, 2)), "person.absent"),
    "sick without end": (
        lambda f: f.add("absences", Absence(crew_id="st", start=at(1, "20:00"), end=None, kind=AbsenceKind.SICK)),
        "person.absent",
    ),
    "at work elsewhere": (
        lambda f: f.add(
            "duties",
            RecordedDuty(crew_id="st", interval=span(2, "06:00", "08:30"), kind=DutyKind.LAND, planned=True),
        ),
        "person.two_places",
    ),
}
FREE = {
    "on the first day": lambda f: f.set_person("st", entry_on=date(2026, 5, 6)),
    "on the last day": lambda f: f.set_person("st", exit_on=date(2026, 5, 6)),
    "fifteen today": lambda f: f.set_person("st", birth_date=date(2011, 5, 6)),
    "on leave the day before": lambda f: f.add("absences", absence("st", 1, 1)),
}


@pytest.mark.parametrize("name", BARRED)
@pytest.mark.parametrize("function", [F.CABIN_STAFF, F.ADDITIONAL, None])
def test_who_is_beside_the_crew_is_judged_too(name, function):
    change, code = BARRED[name]
    report = change(with_steward(function)).check()
    assert report.exit_code == 1
    assert code in about(report)
    assert report.findings[0].code in about(report)


@pytest.mark.parametrize("name", FREE)
def test_who_is_beside_the_crew_may_be_there(name):
    report = FREE[name](with_steward()).check()
    assert report.exit_code == 0


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"expected_birth": date(2026, 6, 1)}, "crew.maternity"),
        ({"birth_on": date(2026, 4, 20)}, "crew.maternity"),
        ({"crew_since": None}, "crew.safety_training"),
        ({"crew_since": date(2023, 1, 1)}, "crew.safety_training"),
        ({"crew_since": date(2023, 1, 1), "safety_training_on": date(2026, 5, 7)}, "crew.safety_training"),
    ],
)
def test_what_binds_members_of_the_crew_does_not_bind_cabin_staff(facts, code):
    assert about(with_steward(**facts).check()) == set()
    assert about(with_steward(F.ADDITIONAL, **facts).check()) == {code}


@pytest.mark.parametrize(("function", "barred"), [(F.CABIN_STAFF, False), (F.ADDITIONAL, False), (F.DECKHAND, True)])
def test_care_of_a_child_bars_from_the_minimum_crew_only(function, barred):
    fleet = with_steward(function, child_on_board_birth_date=date(2022, 1, 1))
    fleet = fleet.add("certificates", certificate("st", K.DECKHAND))
    assert about(fleet.check()) == ({"crew.child_on_board"} if barred else set())
    minded = fleet.set_person("st", child_measures=True)
    assert about(minded.check()) == set()


@pytest.mark.parametrize(
    ("born", "barred"),
    [
        (date(2026, 5, 6), True),
        (date(2026, 5, 7), False),
        (date(2020, 5, 7), True),
        (date(2020, 5, 6), False),
    ],
)
def test_a_child_is_minded_from_its_birth_to_its_sixth_birthday(born, barred):
    fleet = with_steward(F.DECKHAND, child_on_board_birth_date=born)
    fleet = fleet.add("certificates", certificate("st", K.DECKHAND))
    assert bool(about(fleet.check())) is barred


def test_a_safety_role_of_somebody_who_is_away_is_open():
    """The steward is the only first aider of Wednesday and on leave."""
    fleet = with_steward()
    fleet = fleet.set_row("A2", "bm1", safety_roles=()).set_row("A2", "st", safety_roles=(AID,))
    assert fleet.check().exit_code == 0
    away = fleet.add("absences", absence("st", 2, 2)).check()
    assert causes(away) == ["person.absent"]
    assert "safety.day_excursion" in {f.code for f in unlawful(away) if f.consequence_of}


# --- minors -------------------------------------------------------------------------------------


def young_deckhand(fleet: Fleet, born: date = date(2009, 2, 1)) -> Fleet:
    return fleet.set_person("dm1", birth_date=born)


def day_of_eight_hours(breaks: int) -> Fleet:
    """The ferry on Tuesday only, from 6 to 14 o'clock, the deckhand with an hour of breaks or half of it."""
    fleet = ferry()
    fleet = fleet.set(shifts={"F1early": fleet.dataset.shifts["F1early"]})
    rows = tuple(r for r in fleet.rows if r.shift_id == "F1early")
    pauses = (span(1, "09:30", "10:00"), span(1, "12:00", "12:30"))[:breaks]
    return replace(fleet, rows=rows).set_row("F1early", "dm1", breaks=pauses)


def test_a_minor_without_a_watch_plan_is_judged_by_the_law_alone():
    """The rule of marked watches is the planner's own; without marks only what the law says counts."""
    assert young_deckhand(day_of_eight_hours(2)).check().exit_code == 0
    short = young_deckhand(day_of_eight_hours(1)).check()
    assert causes(short) == ["youth.breaks"]


def plan(*, marked: bool) -> Fleet:
    """A watch plan of one watch of eight hours, with a minor in it."""
    only = Watch(name="Tag", spans=(ClockSpan(start=time(6), end=time(14)),), minor=marked)
    fleet = young_deckhand(day_of_eight_hours(2))
    fleet = fleet.set(watch_plans={"T": WatchPlan(watch_plan="T", watches=(only,))})
    return fleet.set_shift("F1early", watch_plan="T").edit(lambda r: replace(r, watch="Tag"))


@pytest.mark.parametrize("marked", [True, False])
def test_a_plan_that_marks_no_watch_leaves_minors_to_the_law(marked):
    assert plan(marked=marked).check().exit_code == 0


@pytest.mark.parametrize("born", [date(2009, 2, 1), date(2010, 5, 5), date(2008, 5, 6)])
def test_a_minor_on_a_long_watch_gives_the_youth_breach_first(born):
    fleet = watches().set_person("jung", birth_date=born)
    fleet = fleet.set_row("W1", "jung", watch="Lang", duty=(span(1, "06:00", "18:00"),))
    report = fleet.check()
    assert report.findings[0].code == "youth.only_minor_watches"
    assert set(causes(report)) == {"youth.only_minor_watches"}


def test_from_the_18th_birthday_on_any_watch_will_do():
    fleet = watches().set_person("jung", birth_date=date(2008, 5, 5))
    fleet = fleet.set_row("W1", "jung", watch="Lang", duty=(span(1, "06:00", "18:00"),))
    codes = {f.code for f in fleet.check().findings if f.severity is Severity.UNLAWFUL}
    assert not any(code.startswith("youth.") for code in codes)


@pytest.mark.parametrize("hours", [("06:00", "18:00"), ("10:00", "22:00"), ("13:00", "23:00")])
def test_a_minor_on_a_long_day_without_watches_gives_a_youth_breach_first(hours):
    fleet = young_deckhand(day_of_eight_hours(2)).set_shift("F1early", interval=span(1, *hours))
    fleet = fleet.edit(lambda r: replace(r, duty=(span(1, *hours),)))
    first, *others = [f for f in unlawful(fleet.check()) if f.crew_id == "dm1"]
    assert first.code.startswith("youth.")
    assert all(f.consequence_of == first.code for f in others)
