"""Safety roles: passenger expert, first aider, breathing apparatus and its yearly refresher."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from eligibility_builders import ADULT, TODAY, K, born, codes, hours, instant, make_instance, paper

from optimizer.domain import Absence, AbsenceKind, Measure, MeasureKind, SafetyRole
from optimizer.eligibility import safety_bars

pytestmark = pytest.mark.law

DAY = timedelta(days=1)
EXPERT, AIDER, BREATHING = (
    SafetyRole.PASSENGER_EXPERT,
    SafetyRole.FIRST_AIDER,
    SafetyRole.BREATHING_APPARATUS_WEARER,
)


def _bars(role: SafetyRole, *certificates, person=ADULT, **facts):
    instance, shift = make_instance(person, certificates, **facts)
    return safety_bars(instance, person, role, shift)


@pytest.mark.parametrize(
    ("role", "kind"),
    [(EXPERT, K.PASSENGER_EXPERT), (AIDER, K.FIRST_AIDER), (BREATHING, K.BREATHING_BASIC)],
)
def test_each_role_needs_its_own_certificate(role: SafetyRole, kind: K) -> None:
    assert not _bars(role, paper(kind, date(2026, 6, 1), unlimited=True))
    others = [k for k in (K.PASSENGER_EXPERT, K.FIRST_AIDER, K.BREATHING_BASIC) if k is not kind]
    (bar,) = _bars(role, *(paper(k, date(2026, 6, 1), unlimited=True) for k in others))
    assert bar.code == f"certificate.{kind}" and "hat kein Zeugnis" in bar.text.de


@pytest.mark.parametrize(("role", "kind"), [(EXPERT, K.PASSENGER_EXPERT), (BREATHING, K.BREATHING_BASIC)])
def test_from_the_18th_birthday(role: SafetyRole, kind: K) -> None:
    certificate = paper(kind, date(2026, 6, 1))
    assert _bars(role, certificate, person=born(date(2008, 12, 9)))
    assert not _bars(role, certificate, person=born(date(2008, 12, 8)))


def test_first_aiders_have_no_least_age_off_the_rhine() -> None:
    assert not _bars(AIDER, paper(K.FIRST_AIDER, unlimited=True), person=born(date(2010, 1, 1)))


def test_crew_rules_do_not_bind_cabin_staff() -> None:
    steward = replace(ADULT, crew_since=None, child_on_board_birth_date=date(2023, 1, 1))
    assert not _bars(EXPERT, paper(K.PASSENGER_EXPERT), person=steward)


def test_absent_people_take_no_role() -> None:
    leave = Absence(crew_id="P1", start=instant(TODAY), end=instant(TODAY + DAY), kind=AbsenceKind.LEAVE)
    assert codes(_bars(EXPERT, paper(K.PASSENGER_EXPERT), absences=[leave])) == ["person.absent"]


def test_suspended_expert() -> None:
    measure = Measure(crew_id="P1", kind=MeasureKind.SUSPENDED, from_day=TODAY, certificate=K.PASSENGER_EXPERT)
    (bar,) = _bars(EXPERT, paper(K.PASSENGER_EXPERT), measures=[measure])
    assert "93(1)" in bar.citation


# --- breathing apparatus ------------------------------------------------------------------------

BASIC = paper(K.BREATHING_BASIC, date(2025, 6, 1))


def test_basic_course_counts_for_its_first_year() -> None:
    assert not _bars(BREATHING, BASIC, interval=hours(date(2026, 5, 31)))
    (bar,) = _bars(BREATHING, BASIC, interval=hours(date(2026, 6, 1)))
    assert "88(3)" in bar.citation and bar.reading == "breathing_refresher"


def test_refresher_carries_for_a_year_but_not_beyond_the_basic_course() -> None:
    refresher = paper(K.BREATHING_REFRESHER, date(2026, 5, 20))
    assert not _bars(BREATHING, BASIC, refresher, interval=hours(date(2027, 5, 19)))
    after_refresher = _bars(BREATHING, BASIC, refresher, interval=hours(date(2027, 5, 20)))
    assert ["88(3)" in bar.citation for bar in after_refresher] == [True]
    ended = _bars(
        BREATHING,
        BASIC,
        paper(K.BREATHING_REFRESHER, date(2027, 5, 1)),
        interval=hours(date(2027, 6, 1)),
    )
    assert ["88(1)" in bar.citation for bar in ended] == [True]


def test_refresher_alone_is_not_enough() -> None:
    assert _bars(BREATHING, paper(K.BREATHING_REFRESHER, date(2026, 6, 1)))


def test_refresher_after_the_duty_does_not_count() -> None:
    late = paper(K.BREATHING_REFRESHER, date(2026, 6, 11))
    assert _bars(BREATHING, BASIC, late, interval=hours(date(2026, 6, 10)))


def test_calendar_year_reading() -> None:
    readings = {"breathing_refresher": "calendar_year"}
    assert not _bars(BREATHING, BASIC, interval=hours(date(2026, 12, 31)), readings=readings)
    (bar,) = _bars(BREATHING, BASIC, interval=hours(date(2027, 1, 1)), readings=readings)
    assert "88(3)" in bar.citation


def test_new_basic_course_starts_again() -> None:
    assert not _bars(
        BREATHING,
        BASIC,
        paper(K.BREATHING_BASIC, date(2027, 5, 1)),
        interval=hours(date(2027, 6, 10)),
    )
