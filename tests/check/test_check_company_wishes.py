"""Rest days of a rotation, people who should or may not serve together, and people beside the crew."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from check_build import (
    MONDAY,
    Fleet,
    K,
    absence,
    causes,
    certificate,
    day_ship,
    person,
    row,
    span,
    unlawful,
)

from optimizer.check.company_check import protected
from optimizer.domain import Function, Pair, PairKind, Rotation, Wish, WishKind
from optimizer.findings import Severity

F = Function
DAY = timedelta(days=1)


def rotation(days_on: int, days_off: int, anchor: date, who: str = "sf1") -> Rotation:
    return Rotation(crew_id=who, vessel_id="A", days_on=days_on, days_off=days_off, anchor_date=anchor)


@pytest.mark.parametrize(("days_on", "days_off"), [(7, 7), (14, 14), (21, 21), (28, 14)])
def test_all_days_off_but_the_first_are_protected(days_on: int, days_off: int) -> None:
    pattern = [rotation(days_on, days_off, MONDAY)]
    expected = [False] * (days_on + 1) + [True] * (days_off - 1)
    for cycle in (-1, 0, 1):
        first = MONDAY + cycle * (days_on + days_off) * DAY
        assert [protected(pattern, first + n * DAY) for n in range(days_on + days_off)] == expected


def test_no_rotation_protects_nothing() -> None:
    assert not protected([], MONDAY)
    assert not any(protected([rotation(1, 1, MONDAY)], MONDAY + n * DAY) for n in range(4))


def test_who_is_due_on_one_of_two_vessels_is_not_off() -> None:
    both = [rotation(7, 7, MONDAY), rotation(7, 7, MONDAY + 7 * DAY)]
    assert not any(protected(both, MONDAY + n * DAY) for n in range(28))


def rest_days(fleet: Fleet) -> list[tuple[str, str]]:
    report = fleet.check()
    found = [f for f in report.findings if f.code == "plan.rotation_rest_day"]
    assert report.exit_code == 0
    assert all(f.severity is Severity.WARNING and not f.citation for f in found)
    return [(f.crew_id, f.shift_id) for f in found]


def test_work_on_a_rest_day_is_told_day_by_day() -> None:
    # Off from the Monday of the week: Monday is the change-over, sf1 works to Thursday.
    fleet = day_ship().add("rotations", rotation(7, 7, MONDAY - 7 * DAY))
    assert rest_days(fleet) == [("sf1", "A1"), ("sf1", "A2"), ("sf1", "A3")]
    assert rest_days(day_ship().add("rotations", rotation(7, 7, MONDAY))) == []


def test_consent_is_for_its_day_and_person() -> None:
    fleet = day_ship().add("rotations", rotation(7, 7, MONDAY - 7 * DAY))
    consents = [Wish(crew_id="sf1", kind=WishKind.CONSENT, day=MONDAY + n * DAY) for n in (1, 3)]
    assert rest_days(fleet.add("wishes", *consents)) == [("sf1", "A2")]
    others = [replace(wish, crew_id="sf2") for wish in consents]
    wanting = [replace(wish, kind=WishKind.WANT) for wish in consents]
    assert len(rest_days(fleet.add("wishes", *others, *wanting))) == 3


def test_a_shift_that_ends_on_a_rest_day_is_work_on_it() -> None:
    night = span(1, "16:00", "00:00")
    fleet = day_ship().set_shift("A1", interval=night).set_row("A1", "sf1", duty=(night,), breaks=())
    fleet = fleet.set_row("A1", "bm1", duty=(night,), breaks=())
    off_on_wednesday = rotation(7, 7, MONDAY - 6 * DAY)

    def told(changed: Fleet) -> list[str]:
        found = changed.add("rotations", off_on_wednesday).check().findings
        return [f.shift_id for f in found if f.code == "plan.rotation_rest_day"]

    assert told(fleet) == ["A2", "A3"]
    assert told(fleet.set_shift("A1", wrapup_min=1).set_row("A1", "sf1", duty=())) == ["A1", "A2", "A3"]


# --- pairs ----------------------------------------------------------------------------------------


def pairs(fleet: Fleet, kind: PairKind, who: str, other: str) -> list[str]:
    report = fleet.add("pairs", Pair(crew_id=who, other_id=other, kind=kind)).check()
    found = [f for f in report.findings if f.code == "plan.pairs"]
    assert report.exit_code == 0
    assert all(f.severity is Severity.WARNING and f.crew_id == who for f in found)
    return [f.shift_id for f in found]


def test_people_who_are_to_be_apart() -> None:
    assert pairs(day_ship(), PairKind.APART, "sf1", "bm1") == ["A0", "A1", "A2", "A3"]
    assert pairs(day_ship(), PairKind.APART, "sf1", "bm2") == []


def test_a_trainee_serves_with_the_mentor_only() -> None:
    assert pairs(day_ship(), PairKind.MENTOR, "bm1", "sf1") == []
    assert pairs(day_ship(), PairKind.MENTOR, "bm1", "sf2") == ["A0", "A1", "A2", "A3"]
    # The mentor may well serve without the trainee.
    assert pairs(day_ship(), PairKind.MENTOR, "ma1", "sf1") == []


def test_together_is_a_wish_and_no_warning() -> None:
    assert pairs(day_ship(), PairKind.TOGETHER, "sf1", "bm2") == []


# --- beside the crew ------------------------------------------------------------------------------


def beside(function: Function, born: date = date(1990, 1, 1), day: int = 2, start="09:00", end="17:00") -> Fleet:
    """The day ship with somebody more on board, without any certificate."""
    fleet = day_ship()
    fleet = fleet.set(crew={**fleet.dataset.crew, "x": person("x", "Xenia Xaver", born)})
    half = (span(day, "11:00", "11:30"), span(day, "13:30", "14:00"))
    return fleet.with_rows(row(f"A{day}", "x", function, span(day, start, end), *half))


@pytest.mark.parametrize("function", [F.ADDITIONAL, F.NIGHT_PATROL])
def test_no_certificate_is_asked_of_people_beside_the_crew(function: Function) -> None:
    assert unlawful(beside(function).check()) == []
    assert "certificate.needed" in causes(beside(function).set_row("A2", "x", function=F.DECKHAND).check())


@pytest.mark.parametrize("function", [F.ADDITIONAL, F.NIGHT_PATROL])
def test_they_do_not_count_as_crew(function: Function) -> None:
    fleet = beside(function).add("certificates", certificate("x", K.ABLE_BOATMAN))
    assert "manning.open_place" in causes(fleet.delete("A2", "bm1").check())


@pytest.mark.parametrize("function", [F.ADDITIONAL, F.NIGHT_PATROL])
def test_absence_other_places_and_rest_bind_them(function: Function) -> None:
    fleet = beside(function)
    assert causes(fleet.add("absences", absence("x", 2, 2)).check()) == ["person.absent"]
    twice = fleet.with_rows(row("A3", "x", function, span(3, "08:00", "18:00"), span(3, "12:00", "13:00")))
    assert unlawful(twice.check()) == []
    overlapping = twice.set_shift("A3", vessel_id="A", interval=span(2, "16:00", "23:00"))
    assert "person.two_places" in causes(overlapping.check())
    late = fleet.set_row("A2", "x", duty=(span(2, "04:00", "20:00"),), breaks=())
    assert {"work.breaks", "rest.consecutive_duty_employee"} & {f.code for f in late.check().findings}


def test_minors_are_protected_beside_the_crew_too() -> None:
    young = date(2009, 2, 1)
    assert unlawful(beside(F.ADDITIONAL, young).check()) == []
    late = beside(F.ADDITIONAL, young).set_row("A2", "x", duty=(span(2, "09:00", "18:00"),), breaks=())
    assert {f.code for f in unlawful(late.check())} & {"youth.daily_hours", "youth.breaks"}
    assert causes(beside(F.NIGHT_PATROL, young).check()) == ["youth.night"]


def test_the_patrol_is_of_age_on_the_day() -> None:
    assert unlawful(beside(F.NIGHT_PATROL, date(2008, 5, 6)).check()) == []
    assert causes(beside(F.NIGHT_PATROL, date(2008, 5, 7)).check()) == ["youth.night"]


def test_restrictions_of_fitness_bind_no_trainee() -> None:
    fleet = beside(F.ADDITIONAL).set_person("x", medical_restrictions=("daylight_only",))
    assert unlawful(fleet.check()) == []
