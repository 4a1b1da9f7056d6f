"""One member less: the permit for one trip, the vocational school (§ 117); crews fixed by permit (§§ 99, 116(3))."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from manning_build import at, crew, crews, requirement, span, vessel, watch_plan

from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateCrew,
    CertificateKind,
    Employment,
    OperatingMode,
    Permit,
    Person,
)
from optimizer.findings import Severity
from optimizer.manning import CrewRequirement
from optimizer.manning.school import add_months

pytestmark = pytest.mark.law

AIDED = {"mechanical_aids": True}
LARGE = vessel("motor_cargo", tonnage_t=1500, power_kw=500, standard="S1", features=AIDED)
MIDDLE = vessel("motor_cargo", tonnage_t=900, power_kw=500, standard="S1", features=AIDED)
SMALL = vessel("motor_cargo", tonnage_t=400, power_kw=500, standard="S1", features=AIDED)
FULL, LESS = [crew("1SF 1MA 1LM")], [crew("1SF 1MA")]


def permit(paragraph: str, first: date | None = None, last: date | None = None) -> tuple[Permit, ...]:
    return (Permit(vessel_id="V1", paragraph=paragraph, valid_from=first, valid_until=last),)


def cited(needed: CrewRequirement, paragraph: str) -> bool:
    return any(paragraph in step.citation for step in needed.derivation)


def test_a_permit_takes_any_one_but_the_boatmaster() -> None:
    needed = requirement(LARGE, mode="A", permits=permit("§ 117(1)"))
    assert crews(needed) == [crew("1SF 1StM"), crew("1SF 1MA")]
    assert cited(needed, "§ 117 Abs. 1")
    assert all("§ 117 Abs. 1" in item.by for item in needed.statutory)


def test_a_boatman_must_remain() -> None:
    needed = requirement(MIDDLE, mode="A", permits=permit("§ 117(1)"))
    assert crews(needed) == LESS
    alone = requirement(SMALL, mode="A", permits=permit("§ 117(1)"))
    assert crews(alone) == [crew("1SF 1LM")]
    assert any("§ 117 Abs. 1" in note.citation for note in alone.notes)


@pytest.mark.parametrize("mode", "BCD")
def test_the_permit_is_for_mode_a(mode: str) -> None:
    plain = requirement(LARGE, mode=mode)
    assert crews(requirement(LARGE, mode=mode, permits=permit("§ 117(1)"))) == crews(plain)


@pytest.mark.parametrize(
    ("first", "last", "valid"),
    [
        (date(2026, 6, 1), date(2026, 6, 2), True),
        (date(2026, 6, 1), date(2026, 6, 1), False),
        (date(2026, 6, 2), date(2026, 6, 2), False),
        (None, None, True),
    ],
)
def test_the_permit_must_hold_on_every_day_of_the_trip(first: date | None, last: date | None, valid: bool) -> None:
    trip = {"mode": "A", "interval": span("2026-06-01 18:00", "2026-06-02 04:00")}
    needed = requirement(MIDDLE, permits=permit("§ 117(1)", first, last), **trip)
    assert crews(needed) == (LESS if valid else FULL)


def test_the_permit_lowers_an_entered_crew_too() -> None:
    entry = CertificateCrew(vessel_id="V1", mode=OperatingMode.A, alternatives=(dict(crew("1SF 1BM 1MA")),))
    needed = requirement(MIDDLE, mode="A", permits=permit("§ 117(1)"), certificate_crews=(entry,))
    assert crews(needed) == [crew("1SF 1BM"), crew("1SF 1MA")]


def person(crew_id: str = "L1", **facts: Any) -> Person:
    facts = {"home_vessel": "V1", **facts}
    born = date(2009, 1, 1)
    return Person(crew_id=crew_id, name="Ole", birth_date=born, employment=Employment.EMPLOYEE, **facts)


def school(start: str, end: str, crew_id: str = "L1", proof: bool = True, kind: str = "school") -> Absence:
    return Absence(
        crew_id=crew_id,
        start=at(f"{start} 00:00"),
        end=at(f"{end} 00:00"),
        kind=AbsenceKind(kind),
        school_certificate_on_board=proof,
    )


def at_school(*absences: Absence, day: str | None = "2026-03-02", ship: Any = MIDDLE, **facts: Any) -> CrewRequirement:
    people = {p.crew_id: p for p in facts.pop("people", [person()])}
    kind = facts.pop("certificate", "apprentice")
    held = [Certificate(crew_id=i, kind=CertificateKind(kind), issued_on=date(2025, 8, 1)) for i in people]
    facts = {"mode": "A", **({"day": date.fromisoformat(day)} if day else {}), **facts}
    return requirement(ship, crew=people, certificates=tuple(held), absences=absences, **facts)


WINTER = school("2026-01-12", "2026-12-01")


def test_one_apprentice_may_be_at_school() -> None:
    needed = at_school(WINTER)
    assert crews(needed) == LESS
    [step] = [s for s in needed.derivation if "§ 117 Abs. 2" in s.citation]
    assert "Ole seit 12.01.2026" in step.text.de


@pytest.mark.parametrize(
    ("absences", "facts"),
    [
        ([school("2026-01-12", "2026-12-01", proof=False)], {}),
        ([school("2026-01-12", "2026-12-01", kind="leave")], {}),
        ([school("2026-01-12", "2026-12-01", crew_id="L2")], {}),
        ([WINTER], {"people": [person(home_vessel="V2")]}),
        ([WINTER], {"people": [person(active=False)]}),
        ([WINTER], {"certificate": "boatman"}),
        ([school("2026-03-03", "2026-12-01")], {}),
        ([school("2026-01-12", "2026-03-02")], {}),
        ([], {}),
    ],
)
def test_nobody_less_without_all_of_it(absences: list[Absence], facts: dict[str, Any]) -> None:
    assert crews(at_school(*absences, **facts)) == FULL


@pytest.mark.parametrize(
    ("start", "day", "allowed"),
    [
        ("2026-01-12", "2026-01-12", True),
        ("2026-01-12", "2026-04-11", True),
        ("2026-01-12", "2026-04-12", False),
        ("2026-11-15", "2027-02-14", True),
        ("2026-11-15", "2027-02-15", False),
        ("2026-08-31", "2026-11-29", True),
        ("2026-08-31", "2026-11-30", False),
        ("2026-11-30", "2027-02-27", True),
        ("2026-11-30", "2027-02-28", False),
        ("2027-11-30", "2028-02-28", True),
        ("2027-11-30", "2028-02-29", False),
    ],
)
def test_three_months_from_the_beginning(start: str, day: str, allowed: bool) -> None:
    needed = at_school(school(start, "2028-12-31"), day=day)
    assert crews(needed) == (LESS if allowed else FULL)


def test_months_end_on_the_last_day_where_the_month_is_short() -> None:
    assert add_months(date(2026, 12, 15), 3) == date(2027, 3, 15)
    assert add_months(date(2026, 9, 30), 3) == date(2026, 12, 30)
    assert add_months(date(2026, 11, 30), 3) == date(2027, 2, 28)
    assert add_months(date(2027, 11, 29), 3) == date(2028, 2, 29)


@pytest.mark.parametrize(
    ("earlier", "later", "day", "allowed"),
    [
        (("2026-01-12", "2026-02-12"), ("2026-09-07", "2026-10-07"), "2026-09-21", False),
        (("2025-01-12", "2025-02-12"), ("2026-09-07", "2026-10-07"), "2026-09-21", True),
        (("2025-12-20", "2026-01-01"), ("2026-09-07", "2026-10-07"), "2026-09-21", True),
        (("2025-12-20", "2026-01-02"), ("2026-09-07", "2026-10-07"), "2026-09-21", False),
        (("2026-09-07", "2026-10-07"), ("2026-12-10", "2027-01-20"), "2027-01-11", False),
        (("2026-09-07", "2026-09-14"), ("2026-09-14", "2026-10-07"), "2026-09-21", True),
        (("2026-09-07", "2026-09-14"), ("2026-09-15", "2026-10-07"), "2026-09-21", False),
        (("2026-09-07", "2026-09-20"), ("2026-09-14", "2026-10-07"), "2026-09-21", True),
        (("2026-06-07", "2026-09-20"), ("2026-09-14", "2026-10-07"), "2026-09-21", False),
    ],
)
def test_one_period_a_calendar_year(earlier: tuple[str, str], later: tuple[str, str], day: str, allowed: bool) -> None:
    needed = at_school(school(*later), school(*earlier), day=day)
    assert crews(needed) == (LESS if allowed else FULL)


def test_the_year_of_a_vessel_is_used_by_anybody() -> None:
    first = school("2026-01-12", "2026-02-12", crew_id="L2")
    used = at_school(first, school("2026-09-07", "2026-10-07"), day="2026-09-21", people=[person(), person("L2")])
    assert crews(used) == FULL
    others = [person(), person("L2", home_vessel="V2")]
    free = at_school(first, school("2026-09-07", "2026-10-07"), day="2026-09-21", people=others)
    assert crews(free) == LESS
    unproven = school("2026-01-12", "2026-02-12", proof=False)
    assert crews(at_school(unproven, school("2026-09-07", "2026-10-07"), day="2026-09-21")) == LESS


def test_two_apprentices_at_school_are_one_less() -> None:
    ship = vessel("motor_cargo", tonnage_t=900, power_kw=500, unmet=frozenset("1"), features=AIDED)
    both = (WINTER, school("2026-01-12", "2026-12-01", crew_id="L2"))
    assert crews(at_school(*both, ship=ship, people=[person(), person("L2")])) == [crew("1SF 1MA 1LM")]


@pytest.mark.parametrize(
    ("ship", "mode", "expected"),
    [(SMALL, "A", "1SF 1LM"), (SMALL, "B", "2SF 1LM"), (MIDDLE, "B", "2SF 1MA"), (LARGE, "A", "1SF 1StM 1MA")],
)
def test_a_boatman_must_remain_at_school_time(ship: Any, mode: str, expected: str) -> None:
    assert crews(at_school(WINTER, ship=ship, mode=mode)) == [crew(expected)]


def test_permit_and_school_are_not_used_together() -> None:
    ship = vessel("day_excursion", passengers_max=1000, standard="S1")
    needed = at_school(WINTER, ship=ship, permits=permit("§ 117(1)"), with_passengers=True, waterway="Havel")
    assert crews(needed) == [crew("1SF 1StM 1MA"), crew("1SF 1StM 1LM"), crew("1SF 1MA 1LM")]


@pytest.mark.parametrize(
    ("entered", "expected"),
    [("1SF 1MA 1LM", "1SF 1MA"), ("1SF 1StM 1MA 1LM", "1SF 1StM 1MA 1LM"), ("1SF 1BM 1LM", "1SF 1BM 1LM")],
)
def test_school_lowers_an_entered_crew_only_where_it_is_that_of_the_table(entered: str, expected: str) -> None:
    entry = CertificateCrew(vessel_id="V1", mode=OperatingMode.A, alternatives=(dict(crew(entered)),))
    assert crews(at_school(WINTER, certificate_crews=(entry,))) == [crew(expected)]


def test_on_a_cabin_vessel_the_pupil_or_a_deckhand_in_their_place() -> None:
    """§ 109(6) asks for three of the deck crew: the lowered crew and a deckhand, or the whole crew."""
    ship = vessel("cabin", beds=120, standard="S2")
    needed = at_school(WINTER, ship=ship, with_passengers=True)
    assert crews(needed) == [crew("1SF 1StM 1MA 1MI")]
    watches = watch_plan(one="03:00-15:00", two="15:00-03:00")
    long = {"interval": span("2026-03-02 03:00", "2026-03-03 03:00"), "watch_plan": "W", "watch_plans": watches}
    shifted = at_school(WINTER, ship=ship, mode="B", with_passengers=True, day=None, **long)
    assert crews(shifted) == [crew("2SF 1BM 1MA 2DM 1MI"), crew("2SF 1BM 1MA 1LM 1DM 1MI")]


@pytest.mark.parametrize("paragraph", ["§ 99", "§ 116(3)", "§ 116 Abs. 3", "§ 117(1)", ""])
def test_a_crew_fixed_by_permit_is_not_compared(paragraph: str) -> None:
    entry = CertificateCrew(vessel_id="V1", mode=OperatingMode.B, alternatives=(dict(crew("1SF 1LM")),))
    needed = requirement(LARGE, mode="B", certificate_crews=(entry,), permits=permit(paragraph) if paragraph else ())
    assert crews(needed) == [crew("1SF 1LM")]
    warned = any(note.severity is Severity.WARNING for note in needed.notes)
    fixed = paragraph.startswith(("§ 99", "§ 116"))
    assert warned is not fixed
    assert cited(needed, "§ 99") is fixed
