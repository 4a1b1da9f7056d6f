"""What a proof of fitness restricts and renews (§§ 21(3)(4), 22(1)), engineers, ages on towed vessels."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from eligibility_builders import ADULT, TODAY, F, K, bars_for, born, codes, hours, paper

from optimizer.domain import Vessel, VesselType
from optimizer.manning.requirement import Place

pytestmark = pytest.mark.law

DAY = timedelta(days=1)
PATENT = paper(K.UNION_PATENT)
DECKHAND = paper(K.DECKHAND)


# --- restrictions -------------------------------------------------------------------------------


def test_daylight_only_in_the_proof_of_fitness_binds_every_function() -> None:
    person = replace(ADULT, medical_on=date(2026, 3, 1), medical_restrictions=("daylight_only",))
    for function in (F.BOATMASTER, F.BOATMAN):
        (bar,) = bars_for(function, PATENT, person=person)
        assert "21(3)" in bar.citation and "Tauglichkeitsnachweis" in bar.text.de
        assert not bars_for(function, PATENT, person=person, daylight=True)
    assert bars_for(F.BOATMAN, PATENT, paper(K.BOATMAN, route="exam"), person=person)


def test_not_alone_in_the_wheelhouse_in_the_proof_of_fitness() -> None:
    person = replace(ADULT, medical_restrictions=("no_solo_wheelhouse",))
    assert bars_for(F.BOATMASTER, PATENT, person=person)
    assert not bars_for(F.BOATMASTER, PATENT, person=person, accompanied=True)
    assert not bars_for(F.BOATMAN, PATENT, person=person)


def test_a_restriction_stated_twice_is_said_once() -> None:
    person = replace(ADULT, medical_restrictions=("daylight_only",))
    (bar,) = bars_for(F.BOATMASTER, replace(PATENT, restrictions=("daylight_only",)), person=person)
    assert "Unionspatent" in bar.text.de


# --- the last proof of fitness ------------------------------------------------------------------


SIXTY = date(2024, 7, 1)


def _aged(medical_on: date | None):
    return born(date(1964, 7, 1), medical_on=medical_on)


def test_a_proof_alone_does_not_renew_a_certificate_that_ended_at_sixty() -> None:
    for kind in (K.UNION_PATENT, K.DECKHAND):
        function = F.BOATMASTER if kind is K.UNION_PATENT else F.DECKHAND
        assert bars_for(function, paper(kind), person=_aged(SIXTY + DAY))
        assert not bars_for(function, paper(kind, renewed_on=SIXTY), person=_aged(None))


@pytest.mark.parametrize(
    ("day", "barred"),
    [
        (date(2024, 8, 15), True),
        (date(2024, 8, 16), False),
        (date(2029, 6, 30), False),
        (date(2029, 7, 1), True),
    ],
)
def test_a_proof_keeps_documents_of_the_former_law_alive(day: date, barred: bool) -> None:
    book = paper(K.FERRY_ASSISTANT, date(2010, 2, 1))
    person = _aged(date(2024, 8, 16))
    place = Place(F.DECKHAND_180, also=(F.FERRY_ASSISTANT,))
    assert bool(bars_for(place, book, person=person, interval=hours(day))) is barred
    assert bars_for(place, book, person=_aged(None), interval=hours(date(2024, 8, 16)))


@pytest.mark.parametrize(
    ("issued_on", "medical_on", "last"),
    [
        (date(2024, 8, 1), date(2024, 6, 1), date(2029, 6, 30)),
        (date(2024, 4, 1), date(2024, 4, 1), date(2029, 6, 30)),
        (date(2024, 8, 1), date(2026, 1, 1), date(2029, 6, 30)),
        (date(2024, 3, 31), date(2024, 3, 31), date(2024, 6, 30)),
        (date(2024, 4, 10), date(2024, 3, 31), date(2024, 6, 30)),
        (date(2024, 8, 1), None, None),
    ],
)
def test_a_certificate_issued_when_a_proof_was_due_ends_with_the_next(issued_on, medical_on, last) -> None:
    card, person = paper(K.UNION_PATENT, issued_on), _aged(medical_on)
    if last is None:
        assert bars_for(F.BOATMASTER, card, person=person, interval=hours(issued_on))
        return
    assert not bars_for(F.BOATMASTER, card, person=person, interval=hours(last))
    (bar,) = bars_for(F.BOATMASTER, card, person=person, interval=hours(last + DAY))
    assert bar.code == "certificate.union_patent"


def test_an_entered_renewal_wins_over_the_last_proof() -> None:
    renewed = paper(K.UNION_PATENT, date(2024, 8, 1), renewed_on=date(2024, 8, 1))
    assert not bars_for(F.BOATMASTER, renewed, person=_aged(date(2015, 1, 1)))


def test_from_seventy_every_two_years() -> None:
    old = born(date(1955, 9, 1), medical_on=date(2025, 8, 1))
    card = paper(K.UNION_PATENT, date(2025, 9, 1))
    assert not bars_for(F.BOATMASTER, card, person=old, interval=hours(date(2027, 8, 31)))
    assert bars_for(F.BOATMASTER, card, person=old, interval=hours(date(2027, 9, 1)))


# --- engineers of cabin vessels -----------------------------------------------------------------


CABIN = Vessel(vessel_id="K1", name="Kabine", type=VesselType.CABIN, beds=120)


def _engineer(*certificates, day=TODAY):
    return bars_for(F.ENGINEER, *certificates, vessel=CABIN, interval=hours(day))


def test_only_the_rhine_engineer_serves_on_a_cabin_vessel() -> None:
    assert not _engineer(paper(K.RHINE_ENGINEER))
    for kind in (K.ENGINE_MINDER, K.UNION_PATENT, K.HELMSMAN):
        (bar,) = _engineer(paper(kind))
        assert "109" in bar.citation and "Abs. 2" in bar.citation
    assert not bars_for(F.ENGINE_MINDER, paper(K.RHINE_ENGINEER))


def test_the_former_rhine_engineer_serves_until_13_april_2023() -> None:
    for way in ("service_time", "exam_without_service_time", ""):
        old = paper(K.OLD_RHINE_ENGINEER, date(2015, 2, 1), acquired_by=way)
        assert not _engineer(old, day=date(2023, 4, 13))
        assert _engineer(old, day=date(2023, 4, 14))


# --- ages on towed vessels ----------------------------------------------------------------------


BARGE = Vessel(vessel_id="B1", name="Kahn", type=VesselType.TOWED_BARGE, tonnage_t=600)
BOATMAN = Place(F.BOATMAN, min_age=18)


def _boatman(**person):
    boatman = paper(K.BOATMAN, route="programme")
    return codes(bars_for(BOATMAN, boatman, person=born(TODAY.replace(year=2009), **person), vessel=BARGE))


def test_boatman_of_a_towed_vessel_is_eighteen_or_has_passed_the_examination() -> None:
    assert _boatman() == ["manning.towed_barge.boatman"]
    assert _boatman(final_exam_on=TODAY) == []
    assert _boatman(final_exam_on=TODAY + DAY) == ["manning.towed_barge.boatman"]


def test_the_examination_does_not_stand_for_the_age_elsewhere() -> None:
    apprentice = paper(K.APPRENTICE, training_end=date(2027, 12, 31))
    place = Place(F.APPRENTICE, min_age=17, min_service_days=720)
    young = born(TODAY.replace(year=2010), service_days=720)
    assert codes(bars_for(place, apprentice, person=young, vessel=BARGE)) == ["manning.towed_barge.apprentice"]


def test_apprentice_of_a_towed_vessel_needs_age_and_service_time() -> None:
    apprentice = paper(K.APPRENTICE, training_end=date(2027, 12, 31))
    place = Place(F.APPRENTICE, min_age=17, min_service_days=720)
    for birth, days, barred in (
        (TODAY.replace(year=2009), 720, False),
        (TODAY.replace(year=2009) + DAY, 720, True),
        (TODAY.replace(year=2009), 719, True),
    ):
        assert bool(bars_for(place, apprentice, person=born(birth, service_days=days), vessel=BARGE)) is barred
