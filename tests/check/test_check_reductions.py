"""One person fewer (§ 117), and entered crews below the table with the authority's leave (§§ 99, 116(3))."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from check_build import MONDAY, Fleet, K, causes, certificate, merged, person, row, span

from optimizer.check import lawful_crew
from optimizer.domain import (
    Absence,
    AbsenceKind,
    CertificateCrew,
    Dataset,
    Function,
    OperatingMode,
    Permit,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.findings import Severity
from optimizer.timeline import day_start

pytestmark = pytest.mark.law

F = Function
SF, StM, BM, MA, LM, DM = F.BOATMASTER, F.HELMSMAN, F.ABLE_BOATMAN, F.BOATMAN, F.APPRENTICE, F.DECKHAND
OPEN = "manning.open_place"


def cargo(**vessel) -> Fleet:
    """A cargo vessel of 900 t on Monday: boatmaster, boatman and apprentice, who belongs to the vessel."""
    given = {"tonnage_t": 900, "power_kw": 300, "standard": "S1", "features": {"mechanical_aids": True}, **vessel}
    ship = Vessel(vessel_id="G", name="Oste", type=VesselType.MOTOR_CARGO, **given)
    duty = span(0, "08:00", "16:00")
    shift = Shift(shift_id="G0", vessel_id="G", interval=duty, mode=OperatingMode.A)
    crew = [person("sf", "Sven Falk"), person("ma", "Malte Ahn"), person("st", "Stefan Mohr")]
    pupil = person("lm", "Lea Moll", date(2007, 1, 1), home_vessel="G", training_contract_until=date(2027, 7, 31))
    kinds = {"sf": K.UNION_PATENT, "ma": K.BOATMAN, "st": K.HELMSMAN, "lm": K.APPRENTICE}
    dataset = Dataset(
        vessels={"G": ship},
        crew=merged([*crew, pupil], "crew_id"),
        shifts={"G0": shift},
        certificates=tuple(certificate(who, kind) for who, kind in kinds.items()),
    )
    functions = {"sf": SF, "ma": MA, "lm": LM}
    pauses = {"sf": ("11:00", "11:30"), "ma": ("12:00", "12:30"), "lm": ("13:00", "13:30")}
    rows = (row("G0", who, what, duty, span(0, *pauses[who])) for who, what in functions.items())
    return Fleet(dataset, tuple(rows))


def school(first: date, last: date | None, who: str = "lm", *, proof: bool = True, kind=AbsenceKind.SCHOOL) -> Absence:
    end = None if last is None else day_start(last + timedelta(days=1))
    return Absence(crew_id=who, start=day_start(first), end=end, kind=kind, school_certificate_on_board=proof)


def at_school(*absences: Absence, **vessel) -> Fleet:
    """The vessel without its apprentice."""
    return cargo(**vessel).delete("G0", "lm").add("absences", *absences)


BLOCK = school(date(2026, 4, 13), date(2026, 6, 5))


def test_the_whole_crew_is_lawful_and_without_the_apprentice_it_is_not():
    assert causes(cargo().check()) == []
    assert causes(at_school().check()) == [OPEN]


def test_an_apprentice_at_school_need_not_be_on_board():
    assert causes(at_school(BLOCK).check()) == []


@pytest.mark.parametrize(
    ("absence", "lawful"),
    [
        (school(date(2026, 4, 13), None), True),
        (school(MONDAY, MONDAY), True),
        (school(date(2026, 4, 13), MONDAY - timedelta(days=1)), False),
        (school(MONDAY + timedelta(days=1), None), False),
        (school(date(2026, 2, 5), None), True),
        (school(date(2026, 2, 4), None), False),
        (school(date(2026, 4, 13), None, proof=False), False),
        (school(date(2026, 4, 13), None, kind=AbsenceKind.COURSE), False),
        (school(date(2026, 4, 13), None, "st"), False),
    ],
)
def test_the_school_period_covers_the_day_within_three_months_and_is_certified(absence, lawful):
    assert causes(at_school(absence).check()) == ([] if lawful else [OPEN])


@pytest.mark.parametrize(
    ("earlier", "lawful"),
    [
        (school(date(2026, 1, 12), date(2026, 2, 6)), False),
        (school(date(2025, 12, 1), date(2026, 1, 1)), False),
        (school(date(2025, 12, 1), date(2025, 12, 31)), True),
        (school(date(2026, 1, 12), date(2026, 2, 6), proof=False), True),
        (school(date(2026, 6, 15), date(2026, 7, 3)), True),
        (school(date(2026, 3, 2), date(2026, 4, 12)), True),
        (school(date(2026, 3, 2), date(2026, 4, 11)), False),
        (school(date(2026, 2, 4), date(2026, 4, 12)), False),
    ],
)
def test_only_the_first_school_period_of_the_year_counts(earlier, lawful):
    assert causes(at_school(earlier, BLOCK).check()) == ([] if lawful else [OPEN])


def test_stays_at_school_that_overlap_are_one_period():
    first = school(date(2026, 3, 2), date(2026, 5, 1))
    assert causes(at_school(first, school(date(2026, 4, 13), None)).check()) == []
    early = school(date(2026, 2, 4), date(2026, 5, 1))
    assert causes(at_school(early, school(date(2026, 4, 13), None)).check()) == [OPEN]


@pytest.mark.parametrize(
    ("facts", "papers", "lawful"),
    [
        ({}, {}, True),
        ({"active": False}, {}, False),
        ({}, {"issued_on": MONDAY}, True),
        ({}, {"issued_on": MONDAY + timedelta(days=1)}, False),
        ({}, {"valid_until": MONDAY}, True),
        ({}, {"valid_until": MONDAY - timedelta(days=1)}, False),
    ],
)
def test_the_pupil_is_an_apprentice_on_the_day(facts, papers, lawful):
    fleet = at_school(BLOCK).set_person("lm", **facts)
    kept = [c for c in fleet.dataset.certificates if c.crew_id != "lm"]
    fleet = fleet.set(certificates=(*kept, certificate("lm", K.APPRENTICE, **papers)))
    assert causes(fleet.check()) == ([] if lawful else [OPEN])


def test_the_vessel_has_one_school_period_whoever_is_at_school():
    fleet = at_school(BLOCK, school(date(2026, 1, 12), date(2026, 2, 6), "l2"))
    other = person("l2", "Lu Minks", date(2007, 1, 1), home_vessel="G")
    fleet = fleet.set(crew={**fleet.dataset.crew, "l2": other}).add("certificates", certificate("l2", K.APPRENTICE))
    assert causes(fleet.check()) == [OPEN]
    assert causes(fleet.set_person("l2", home_vessel="").check()) == []


def test_the_apprentice_belongs_to_the_vessel():
    assert causes(at_school(BLOCK).set_person("lm", home_vessel="").check()) == [OPEN]


def test_two_apprentices_at_school_are_one_person_fewer():
    fleet = at_school(BLOCK, school(date(2026, 4, 13), None, "l2"), unmet=frozenset({"4"}), standard="none")
    other = person("l2", "Lu Minks", date(2007, 1, 1), home_vessel="G")
    fleet = fleet.set(crew={**fleet.dataset.crew, "l2": other}).add("certificates", certificate("l2", K.APPRENTICE))
    assert causes(fleet.check()) == [OPEN]
    assert lawful_crew(fleet.instance, fleet.dataset.shifts["G0"], {SF: 1, MA: 1, LM: 1})


@pytest.mark.parametrize(
    ("tonnage", "mode", "people", "lawful"),
    [
        (400, "A", {SF: 1}, False),
        (400, "B", {SF: 2}, False),
        (900, "A", {SF: 1, MA: 1}, True),
        (900, "A", {SF: 1, DM: 1}, False),
        (900, "B", {SF: 2, MA: 1}, True),
        (900, "C", {SF: 2, MA: 1}, False),
        (1200, "C", {SF: 2, MA: 2}, True),
        (1500, "A", {SF: 1, MA: 1}, False),
        (1500, "D", {SF: 2, StM: 1, MA: 2}, True),
    ],
)
def test_boatmaster_and_boatman_remain(tonnage, mode, people, lawful):
    fleet = at_school(BLOCK, tonnage_t=tonnage).set_shift("G0", mode=OperatingMode(mode))
    assert lawful_crew(fleet.instance, fleet.dataset.shifts["G0"], people) is lawful


def test_an_entered_crew_is_lowered_only_where_it_is_that_of_the_table():
    same = CertificateCrew(vessel_id="G", mode=OperatingMode.A, alternatives=({SF: 1, MA: 1, LM: 1},))
    higher = replace(same, alternatives=({SF: 1, StM: 1, MA: 1, LM: 1},))
    assert causes(at_school(BLOCK).add("certificate_crews", same).check()) == []
    raised = at_school(BLOCK).add("certificate_crews", higher)
    helm = row("G0", "st", StM, span(0, "08:00", "16:00"), span(0, "13:00", "13:30"))
    assert causes(raised.with_rows(helm).check()) == [OPEN]


# --- § 117(1) -----------------------------------------------------------------------------------


def permitted(fleet: Fleet, paragraph: str = "§ 117(1)", **permit) -> Fleet:
    return fleet.add("permits", Permit(vessel_id="G", paragraph=paragraph, **permit))


@pytest.mark.parametrize(
    ("tonnage", "mode", "people", "lawful"),
    [
        (900, "A", {SF: 1, MA: 1}, True),
        (900, "A", {SF: 1, LM: 1}, False),
        (900, "A", {MA: 1, LM: 1}, False),
        (900, "A", {SF: 1}, False),
        (400, "A", {SF: 1}, False),
        (1500, "A", {SF: 1, MA: 1}, True),
        (1500, "A", {SF: 1, StM: 1}, True),
        (1500, "A", {SF: 1, LM: 2}, False),
        (1500, "A", {SF: 1, DM: 1}, False),
        (900, "B", {SF: 2, MA: 1}, False),
    ],
)
def test_one_person_fewer_for_a_trip(tonnage, mode, people, lawful):
    fleet = permitted(cargo(tonnage_t=tonnage)).set_shift("G0", mode=OperatingMode(mode))
    assert lawful_crew(fleet.instance, fleet.dataset.shifts["G0"], people) is lawful


@pytest.mark.parametrize(
    ("permit", "lawful"),
    [
        ({}, True),
        ({"valid_from": MONDAY, "valid_until": MONDAY}, True),
        ({"valid_until": MONDAY - timedelta(days=1)}, False),
        ({"valid_from": MONDAY + timedelta(days=1)}, False),
        ({"paragraph": "§ 117(2)"}, False),
    ],
)
def test_the_permit_is_valid_on_the_day(permit, lawful):
    fleet = permitted(cargo().delete("G0", "lm"), **permit)
    assert causes(fleet.check()) == ([] if lawful else [OPEN])


def test_permit_and_school_do_not_take_away_two():
    fleet = permitted(at_school(BLOCK, unmet=frozenset({"4"}), standard="none"))
    shift = fleet.dataset.shifts["G0"]
    assert lawful_crew(fleet.instance, shift, {SF: 1, MA: 1, LM: 1})
    assert not lawful_crew(fleet.instance, shift, {SF: 1, MA: 1})


def test_a_reduced_crew_is_not_exchanged_as_well():
    fleet = permitted(cargo(tonnage_t=1500, unmet=frozenset({"4"}), standard="none"))
    shift = fleet.dataset.shifts["G0"]
    assert lawful_crew(fleet.instance, shift, {SF: 1, StM: 1, MA: 1})
    assert lawful_crew(fleet.instance, shift, {SF: 1, MA: 2})
    assert not lawful_crew(fleet.instance, shift, {SF: 1, MA: 1, DM: 2})


def test_a_finding_names_the_reduced_crew_where_one_more_is_missing():
    fleet = permitted(cargo().delete("G0", "lm").delete("G0", "ma"))
    finding = next(f for f in fleet.check().findings if f.code == OPEN)
    assert finding.allowed == "1 × Schiffsführer, 1 × Matrose"
    assert "§ 117 Abs. 1" in finding.citation


# --- §§ 99, 116(3) ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("paragraph", "until", "warned"),
    [
        (None, None, True),
        ("§ 99", None, False),
        ("§ 116(3)", None, False),
        ("§ 99", MONDAY - timedelta(days=1), True),
        ("§ 116(2)", None, True),
    ],
)
def test_a_lower_entered_crew_is_told_unless_the_authority_permitted_it(paragraph, until, warned):
    lower = CertificateCrew(vessel_id="G", mode=OperatingMode.A, alternatives=({SF: 1, MA: 1},))
    fleet = cargo().delete("G0", "lm").add("certificate_crews", lower)
    if paragraph is not None:
        fleet = permitted(fleet, paragraph, valid_until=until)
    report = fleet.check()
    assert causes(report) == []
    codes = [f.code for f in report.findings if f.severity is Severity.WARNING]
    assert ("manning.certificate_crew" in codes) is warned
