"""First and last valid day of every kind of certificate, both sides of each edge."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from eligibility_builders import ADULT, K, born, hours, make_instance, paper

from optimizer.domain import Certificate, Person
from optimizer.eligibility import certificate_bars, certificate_last_day
from optimizer.law import load_rulebook

pytestmark = pytest.mark.law

DAY = timedelta(days=1)
LAW = load_rulebook()
BORN_1966 = born(date(1966, 7, 1))

#: certificate, holder, last valid day, end of the citation that ends it
ENDS = [
    (paper(K.UNION_PATENT), ADULT, date(2035, 3, 14), "§ 81(1) S. 1"),
    (paper(K.UNION_PATENT), BORN_1966, date(2026, 6, 30), "§ 81(1) S. 2"),
    (paper(K.RHINE_PATENT), ADULT, date(2035, 3, 14), "§ 81(1) S. 1"),
    (paper(K.RHINE_PATENT), BORN_1966, date(2026, 6, 30), "§ 81(1) S. 2"),
    (
        paper(K.OLD_PATENT, date(2015, 5, 1), valid_until=date(2045, 3, 10)),
        ADULT,
        date(2032, 1, 17),
        "§ 126(2)",
    ),
    (
        paper(K.OLD_PATENT, date(2015, 5, 1), valid_until=date(2030, 4, 30)),
        ADULT,
        date(2030, 4, 30),
        "§ 126(2)",
    ),
    (paper(K.OLD_PATENT, date(2015, 5, 1), unlimited=True), ADULT, date(2032, 1, 17), "§ 126(2)"),
    (paper(K.FERRY_CERTIFICATE), BORN_1966, date(2026, 6, 30), "§ 82(1)"),
    (
        paper(K.OLD_FERRY_PATENT, date(2010, 2, 1)),
        born(date(1990, 1, 1)),
        date(2042, 1, 17),
        "§ 126(3)",
    ),
    (paper(K.OLD_FERRY_PATENT, date(2010, 2, 1)), BORN_1966, date(2026, 6, 30), "§ 22(1)"),
    (paper(K.AUTHORITY_CERTIFICATE), BORN_1966, date(2026, 6, 30), "§ 82(1)"),
    (paper(K.SPORT_CERTIFICATE), BORN_1966, date(2026, 6, 30), "§ 82(1)"),
    (paper(K.SMALL_CRAFT_CERTIFICATE), BORN_1966, date(2026, 6, 30), "§ 82(1)"),
    (paper(K.HELMSMAN), BORN_1966, date(2026, 6, 30), "§ 63(1) S. 1"),
    (paper(K.ABLE_BOATMAN), BORN_1966, date(2026, 6, 30), "§ 63(1) S. 1"),
    (paper(K.BOATMAN, route="exam"), BORN_1966, date(2026, 6, 30), "§ 63(1) S. 1"),
    (paper(K.DECKHAND), BORN_1966, date(2026, 6, 30), "§ 63(1) S. 1"),
    (paper(K.ENGINE_MINDER), BORN_1966, date(2026, 6, 30), "§ 64(2)"),
    (paper(K.RHINE_ENGINEER), BORN_1966, date(2026, 6, 30), "§ 10.03"),
    (paper(K.OLD_RHINE_ENGINEER, date(2015, 2, 1)), ADULT, date(2032, 1, 17), "§ 123(2)"),
    (paper(K.FERRY_APPRENTICE, date(2015, 2, 1)), BORN_1966, date(2026, 6, 30), "§ 22(1)"),
    (paper(K.FERRY_APPRENTICE, date(2015, 2, 1)), ADULT, date(2042, 1, 17), "§ 123(3)"),
    (paper(K.FERRY_ASSISTANT, date(2015, 2, 1)), ADULT, date(2042, 1, 17), "§ 123(3)"),
    (
        paper(K.APPRENTICE, training_end=date(2026, 7, 31)),
        born(date(2007, 4, 1)),
        date(2026, 7, 31),
        "§ 63(1) S. 3",
    ),
    (
        paper(K.APPRENTICE),
        born(date(2007, 4, 1), training_contract_until=date(2026, 8, 31)),
        date(2026, 8, 31),
        "§ 63(1) S. 3",
    ),
    (
        paper(K.APPRENTICE, training_end=date(2026, 7, 31)),
        born(date(2007, 4, 1), final_exam_on=date(2026, 7, 10)),
        date(2026, 7, 10),
        "§ 63(1) S. 3",
    ),
    (paper(K.PASSENGER_EXPERT, date(2022, 2, 1)), ADULT, date(2027, 1, 31), "§ 87(1)"),
    (paper(K.LNG_EXPERT, date(2022, 2, 1)), ADULT, date(2027, 1, 31), "§ 86(1)"),
    (
        paper(K.FIRST_AIDER, date(2025, 2, 1), valid_until=date(2027, 2, 1)),
        ADULT,
        date(2027, 2, 1),
        "§ 17(5)",
    ),
    (paper(K.BREATHING_BASIC, date(2025, 6, 1)), ADULT, date(2027, 5, 31), "§ 88(1)"),
    (paper(K.BREATHING_REFRESHER, date(2025, 6, 1)), ADULT, date(2026, 5, 31), "§ 88(3)"),
]


def _bars(certificate: Certificate, person: Person, day: date):
    return certificate_bars(LAW, certificate, person, hours(day))


@pytest.mark.parametrize(("certificate", "person", "last", "citation"), ENDS)
def test_last_day_and_both_sides_of_it(certificate: Certificate, person: Person, last: date, citation: str) -> None:
    assert certificate_last_day(LAW, certificate, person) == last
    assert _bars(certificate, person, last) == ()
    (bar,) = _bars(certificate, person, last + DAY)
    assert citation in bar.citation
    assert person.name in bar.text.de and person.name in bar.text.en
    assert last.strftime("%d.%m.%Y") in bar.text.de


def test_every_kind_that_ends_by_itself_is_tried() -> None:
    by_patent = {K.RADAR, K.RISK_STRETCH, K.MARITIME, K.LARGE_CONVOY}
    assert {certificate.kind for certificate, *_ in ENDS} == set(K) - by_patent


@pytest.mark.parametrize("certificate", [row[0] for row in ENDS])
def test_not_before_its_issue(certificate: Certificate) -> None:
    if certificate.issued_on > date(2021, 12, 7):
        assert _bars(certificate, born(date(1990, 1, 1)), certificate.issued_on - DAY)


def test_unlimited_first_aider_has_no_last_day() -> None:
    certificate = paper(K.FIRST_AIDER, unlimited=True)
    assert certificate_last_day(LAW, certificate, ADULT) is None
    assert _bars(certificate, ADULT, date(2060, 1, 1)) == ()


@pytest.mark.parametrize("kind", [K.FIRST_AIDER, K.OLD_PATENT, K.APPRENTICE])
def test_an_end_that_is_not_stated_is_named_and_never_guessed(kind: K) -> None:
    certificate = paper(kind, date(2022, 1, 10))
    (bar,) = _bars(certificate, ADULT, date(2026, 6, 10))
    assert "fehlt die Angabe" in bar.text.de
    assert certificate_last_day(LAW, certificate, ADULT) < certificate.issued_on


def test_the_card_counts_where_it_ends_earlier_than_the_law() -> None:
    certificate = paper(K.UNION_PATENT, valid_until=date(2026, 12, 8))
    assert _bars(certificate, ADULT, date(2026, 12, 8)) == ()
    assert _bars(certificate, ADULT, date(2026, 12, 9))


def test_the_law_counts_where_the_card_ends_later() -> None:
    certificate = paper(K.PASSENGER_EXPERT, date(2021, 12, 10), valid_until=date(2030, 1, 1))
    assert certificate_last_day(LAW, certificate, ADULT) == date(2026, 12, 9)


# --- 60, 65, 70, 72: renewals with proof of fitness --------------------------------------------

RENEWALS = [
    (date(2026, 5, 20), date(2031, 6, 9)),  # three weeks before 60
    (date(2026, 3, 10), date(2031, 6, 9)),  # exactly three months before 60
    (date(2026, 6, 10), date(2031, 6, 9)),  # on the birthday
    (date(2027, 1, 15), date(2031, 6, 9)),  # late: still due at 65
    (date(2031, 3, 9), date(2031, 6, 9)),  # one day too early for 65
    (date(2031, 3, 10), date(2036, 6, 9)),
    (date(2036, 6, 1), date(2038, 6, 9)),  # from 70 every two years
    (date(2038, 6, 10), date(2040, 6, 9)),
    (date(2040, 6, 10), date(2042, 6, 9)),
]


@pytest.mark.parametrize("kind", [K.UNION_PATENT, K.FERRY_CERTIFICATE, K.DECKHAND, K.ENGINE_MINDER])
@pytest.mark.parametrize(("renewed_on", "last"), RENEWALS)
def test_renewal_lasts_to_the_day_before_the_next_due_birthday(kind: K, renewed_on: date, last: date) -> None:
    person = born(date(1966, 6, 10))
    certificate = paper(kind, renewed_on=renewed_on)
    assert certificate_last_day(LAW, certificate, person) == last
    assert _bars(certificate, person, max(renewed_on, date(2026, 6, 10))) == ()
    assert _bars(certificate, person, last) == ()
    (bar,) = _bars(certificate, person, last + DAY)
    assert "22(1)" in bar.citation


def test_a_renewal_years_before_sixty_does_not_reach_beyond_it() -> None:
    certificate = paper(K.DECKHAND, renewed_on=date(2026, 3, 9))
    person = born(date(1966, 6, 10))
    assert certificate_last_day(LAW, certificate, person) == date(2026, 6, 9)


def test_an_early_renewal_is_no_proof_of_fitness_and_keeps_the_years() -> None:
    person = born(date(1966, 6, 10))
    patent = paper(K.UNION_PATENT, date(2012, 3, 1), renewed_on=date(2012, 6, 1))
    assert certificate_last_day(LAW, patent, person) == date(2025, 5, 31)
    (bar,) = _bars(paper(K.UNION_PATENT, renewed_on=date(2026, 3, 9)), person, date(2026, 6, 10))
    assert "81(1) S. 2" in bar.citation


def test_a_renewal_does_not_reach_back_before_the_issue() -> None:
    certificate = paper(K.DECKHAND, date(2026, 6, 1), renewed_on=date(2026, 1, 1))
    assert _bars(certificate, ADULT, date(2026, 5, 31))
    assert not _bars(certificate, ADULT, date(2026, 6, 1))


def test_between_sixty_and_a_late_renewal_nobody_serves() -> None:
    certificate = paper(K.DECKHAND, renewed_on=date(2026, 8, 1))
    person = born(date(1966, 6, 10))
    assert _bars(certificate, person, date(2026, 6, 9)) == ()
    assert _bars(certificate, person, date(2026, 6, 10))
    assert _bars(certificate, person, date(2026, 7, 31))
    assert _bars(certificate, person, date(2026, 8, 1)) == ()


def test_a_later_day_on_the_card_without_a_renewal_does_not_help_after_sixty() -> None:
    certificate = paper(K.DECKHAND, valid_until=date(2031, 6, 10))
    assert _bars(certificate, born(date(1966, 6, 10)), date(2026, 6, 10))


def test_renewal_before_sixty_starts_the_years_again() -> None:
    expert = paper(K.PASSENGER_EXPERT, date(2021, 2, 1), renewed_on=date(2026, 1, 20))
    assert certificate_last_day(LAW, expert, ADULT) == date(2031, 1, 19)
    patent = paper(K.UNION_PATENT, renewed_on=date(2034, 1, 1))
    assert certificate_last_day(LAW, patent, ADULT) == date(2045, 3, 9)


def test_thirteen_years_no_longer_count_after_a_renewal_with_proof_of_fitness() -> None:
    patent = paper(K.UNION_PATENT, renewed_on=date(2036, 5, 1))
    assert certificate_last_day(LAW, patent, born(date(1966, 6, 10))) == date(2038, 6, 9)


def test_born_on_29_february() -> None:
    person = born(date(1968, 2, 29))
    assert certificate_last_day(LAW, paper(K.DECKHAND), person) == date(2028, 2, 28)
    # 60th birthday on 29 February 2028, the 65th on 1 March 2033
    renewed = paper(K.DECKHAND, renewed_on=date(2028, 2, 1))
    assert certificate_last_day(LAW, renewed, person) == date(2033, 2, 28)


def test_issued_on_29_february() -> None:
    certificate = paper(K.PASSENGER_EXPERT, date(2024, 2, 29))
    assert certificate_last_day(LAW, certificate, ADULT) == date(2029, 2, 28)
    assert _bars(certificate, ADULT, date(2029, 3, 1))


# --- readings, versions, several days -----------------------------------------------------------


def test_anniversary_reading_gives_one_more_day_and_is_named() -> None:
    certificate, anniversary = paper(K.PASSENGER_EXPERT, date(2022, 2, 1)), date(2027, 2, 1)
    lenient = LAW.with_readings({"five_years": "anniversary"})
    assert certificate_last_day(lenient, certificate, ADULT) == anniversary
    assert _bars(certificate, ADULT, anniversary)[0].reading == "five_years"
    assert _bars(certificate, ADULT, anniversary + DAY)[0].reading == ""


def test_basic_breathing_course_is_judged_by_the_wording_of_the_day_of_duty() -> None:
    course = paper(K.BREATHING_BASIC, date(2019, 6, 1))
    assert _bars(course, ADULT, date(2022, 1, 27)) == ()  # five years until then
    assert _bars(course, ADULT, date(2022, 1, 28))  # two years from then on
    assert certificate_last_day(LAW, course, ADULT) == date(2022, 1, 27)


def test_voyage_across_the_end_is_barred_from_the_day_after_it() -> None:
    certificate, person = paper(K.UNION_PATENT), born(date(1966, 6, 15))
    voyage = hours(date(2026, 6, 10), date(2026, 6, 20))
    (bar,) = certificate_bars(LAW, certificate, person, voyage)
    assert bar.interval.days()[0] == date(2026, 6, 15)
    assert bar.interval.end == voyage.end
    assert not certificate_bars(LAW, certificate, person, hours(date(2026, 6, 10), date(2026, 6, 14)))


def test_duty_that_ends_at_midnight_does_not_reach_the_next_day() -> None:
    certificate, person = paper(K.DECKHAND), born(date(1966, 6, 15))
    until_midnight = hours(date(2026, 6, 14), date(2026, 6, 15), 16, 0)
    assert not certificate_bars(LAW, certificate, person, until_midnight)
    assert certificate_bars(LAW, certificate, person, hours(date(2026, 6, 14), date(2026, 6, 15), 16, 1))


def test_old_documents_issued_too_late_do_not_count() -> None:
    for kind in (K.OLD_PATENT, K.OLD_FERRY_PATENT, K.FERRY_APPRENTICE, K.FERRY_ASSISTANT):
        assert not _bars(paper(kind, date(2022, 1, 17), unlimited=True), ADULT, date(2026, 6, 1))
        assert _bars(paper(kind, date(2022, 1, 18), unlimited=True), ADULT, date(2026, 6, 1))


def test_authorisation_ends_with_the_patent_that_lasts_longest() -> None:
    person, radar = BORN_1966, paper(K.RADAR)
    instance, _ = make_instance(person, [paper(K.UNION_PATENT), radar])
    assert certificate_last_day(instance, radar, person) == date(2026, 6, 30)
    assert certificate_last_day(LAW, radar, person) is None
    renewed = paper(K.UNION_PATENT, renewed_on=date(2026, 7, 1))
    instance, _ = make_instance(person, [renewed, radar])
    assert certificate_last_day(instance, radar, person) == date(2031, 6, 30)
