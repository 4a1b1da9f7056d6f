"""Which certificate fills which place: functions, ages, substitution, service time."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from eligibility_builders import TODAY, F, K, bars_for, born, codes, hours, paper

from optimizer.manning.requirement import Place

pytestmark = pytest.mark.law

DAY = timedelta(days=1)
DECK = (F.DECKHAND, F.DECKHAND_180, F.BOATMAN, F.ABLE_BOATMAN, F.HELMSMAN)
CREW_PLACES = (*DECK, F.APPRENTICE, F.BOATMASTER, F.ENGINE_MINDER, F.ENGINEER)

#: What each certificate fills on 8 December 2026, for an adult, off ferries.
FILLS = {
    K.UNION_PATENT: {*DECK, F.APPRENTICE, F.BOATMASTER},
    K.RHINE_PATENT: {*DECK, F.APPRENTICE, F.BOATMASTER},
    K.OLD_PATENT: {*DECK, F.APPRENTICE, F.BOATMASTER},
    K.FERRY_CERTIFICATE: {*DECK, F.APPRENTICE},
    K.OLD_FERRY_PATENT: {F.APPRENTICE},
    K.AUTHORITY_CERTIFICATE: set(),
    K.SPORT_CERTIFICATE: set(),
    K.SMALL_CRAFT_CERTIFICATE: set(),
    K.HELMSMAN: {*DECK, F.APPRENTICE},
    K.ABLE_BOATMAN: {*DECK, F.APPRENTICE} - {F.HELMSMAN},
    K.BOATMAN: {F.DECKHAND, F.DECKHAND_180, F.BOATMAN, F.APPRENTICE},
    K.DECKHAND: {F.DECKHAND, F.APPRENTICE},
    K.APPRENTICE: {F.APPRENTICE},
    K.ENGINE_MINDER: {F.ENGINE_MINDER},
    K.RHINE_ENGINEER: {F.ENGINE_MINDER, F.ENGINEER},
    K.FERRY_APPRENTICE: set(),
    K.FERRY_ASSISTANT: set(),
    K.PASSENGER_EXPERT: set(),
    K.FIRST_AIDER: set(),
    K.RADAR: set(),
}
_OLD = {K.OLD_PATENT, K.OLD_FERRY_PATENT, K.FERRY_APPRENTICE, K.FERRY_ASSISTANT}


def _valid(kind: K):
    issued = date(2015, 5, 1) if kind in _OLD else date(2022, 3, 15)
    return paper(kind, issued, unlimited=True, route="exam", training_end=date(2027, 7, 31))


@pytest.mark.parametrize("kind", FILLS)
def test_what_a_certificate_fills(kind: K) -> None:
    assert {f for f in CREW_PLACES if not bars_for(f, _valid(kind))} == FILLS[kind]


@pytest.mark.parametrize("function", CREW_PLACES)
def test_without_a_certificate_one_bar_says_what_is_needed(function: F) -> None:
    (bar,) = bars_for(function)
    assert "kein Zeugnis" in bar.text.de and "nötig ist" in bar.text.de
    assert bar.citation.startswith("BinSchPersV §")


@pytest.mark.parametrize(
    ("kind", "age", "route"),
    [
        (K.UNION_PATENT, 18, ""),
        (K.FERRY_CERTIFICATE, 18, ""),
        (K.BOATMAN, 17, "programme"),
        (K.BOATMAN, 18, "exam"),
        (K.BOATMAN, 18, ""),
        (K.DECKHAND, 16, ""),
        (K.APPRENTICE, 15, ""),
        (K.ENGINE_MINDER, 18, ""),
    ],
)
def test_least_age_on_the_day_of_duty(kind: K, age: int, route: str) -> None:
    function = {
        K.UNION_PATENT: F.BOATMASTER,
        K.FERRY_CERTIFICATE: F.DECKHAND,
        K.BOATMAN: F.BOATMAN,
        K.DECKHAND: F.DECKHAND,
        K.APPRENTICE: F.APPRENTICE,
        K.ENGINE_MINDER: F.ENGINE_MINDER,
    }[kind]
    certificate = paper(kind, date(2026, 1, 1), route=route, training_end=date(2027, 7, 31))
    birthday_tomorrow = born(date(TODAY.year - age, TODAY.month, TODAY.day) + DAY)
    birthday_today = born(date(TODAY.year - age, TODAY.month, TODAY.day))
    assert bars_for(function, certificate, person=birthday_tomorrow)
    assert not bars_for(function, certificate, person=birthday_today)


def test_shift_over_midnight_into_the_birthday_is_barred_until_midnight() -> None:
    person = born(date(2008, 12, 9))
    (bar,) = bars_for(
        F.ENGINE_MINDER,
        paper(K.ENGINE_MINDER, date(2026, 1, 1)),
        person=person,
        interval=hours(TODAY, None, 22, 6),
    )
    assert bar.interval == hours(TODAY, None, 22, 0)


def test_age_at_duty_time_not_today() -> None:
    person, patent = born(date(2010, 1, 1)), paper(K.UNION_PATENT, date(2026, 1, 1))
    assert not bars_for(F.BOATMASTER, patent, person=person, interval=hours(date(2028, 1, 1)))
    assert bars_for(F.BOATMASTER, patent, person=person, interval=hours(date(2027, 12, 31)))


# --- versions of the substitution rule ----------------------------------------------------------


def test_old_patent_serves_in_lower_functions_again_from_31_december_2025() -> None:
    old = paper(K.OLD_PATENT, date(2015, 5, 1), unlimited=True)
    assert bars_for(F.BOATMAN, old, interval=hours(date(2025, 12, 30)))
    assert not bars_for(F.BOATMAN, old, interval=hours(date(2025, 12, 31)))
    across = hours(date(2025, 12, 30), None, 22, 6)
    (bar,) = bars_for(F.BOATMAN, old, interval=across)
    assert "96" in bar.citation and "Fassung bis 30.12.2025" in bar.citation


def test_old_patent_leads_in_every_version() -> None:
    old = paper(K.OLD_PATENT, date(2015, 5, 1), unlimited=True)
    for day in (date(2022, 6, 1), date(2025, 12, 30), date(2025, 12, 31)):
        assert not bars_for(F.BOATMASTER, old, interval=hours(day))


def test_first_wording_counts_old_patents_until_the_bracket_begins() -> None:
    old = paper(K.OLD_PATENT, date(2015, 5, 1), unlimited=True)
    assert not bars_for(F.BOATMAN, old, interval=hours(date(2022, 9, 29)))
    assert bars_for(F.BOATMAN, old, interval=hours(date(2022, 9, 30)))
    assert bars_for(F.BOATMAN, old, interval=hours(date(2022, 9, 29), None, 22, 6))


# --- apprentices --------------------------------------------------------------------------------


def test_deck_crew_of_17_replaces_an_apprentice() -> None:
    deckhand = paper(K.DECKHAND, date(2026, 1, 1))
    assert not bars_for(F.APPRENTICE, deckhand, person=born(date(2009, 12, 8)))
    (bar,) = bars_for(F.APPRENTICE, deckhand, person=born(date(2009, 12, 9)))
    assert bar.code == "substitution.apprentice" and bar.allowed == "17"
    before = hours(date(2025, 6, 1))
    (bar,) = bars_for(F.APPRENTICE, paper(K.DECKHAND), person=born(date(2008, 6, 2)), interval=before)
    assert "98" in bar.citation


def test_an_apprentice_of_15_fills_the_own_place() -> None:
    apprentice = paper(K.APPRENTICE, date(2026, 1, 1), training_end=date(2028, 7, 31))
    assert not bars_for(F.APPRENTICE, apprentice, person=born(date(2011, 12, 8)))


def test_apprentice_with_service_time_is_not_replaceable_and_said_to_be_unclear() -> None:
    place = Place(F.APPRENTICE, min_age=17, min_service_days=720)
    veteran = born(date(1985, 3, 10), service_days=3000)
    (bar,) = bars_for(place, paper(K.BOATMAN, route="exam"), person=veteran)
    assert bar.code == "substitution.apprentice" and bar.text.de.startswith("Regel unklar")
    assert bars_for(place, paper(K.DECKHAND), person=veteran)


@pytest.mark.parametrize(("days", "barred"), [(719, True), (720, False), (None, True)])
def test_service_time_of_the_place(days: int | None, barred: bool) -> None:
    place = Place(F.APPRENTICE, min_age=17, min_service_days=720)
    apprentice = paper(K.APPRENTICE, date(2024, 1, 1), training_end=date(2028, 7, 31))
    bars = bars_for(place, apprentice, person=born(date(2008, 1, 1), service_days=days))
    assert bool(bars) is barred
    assert not bars or "105" in bars[0].citation


def test_age_of_the_place() -> None:
    place = Place(F.APPRENTICE, min_age=17, min_service_days=720)
    apprentice = paper(K.APPRENTICE, date(2024, 1, 1), training_end=date(2028, 7, 31))
    for birth, barred in ((date(2009, 12, 9), True), (date(2009, 12, 8), False)):
        assert bool(bars_for(place, apprentice, person=born(birth, service_days=900))) is barred


def test_place_opened_by_an_exchange_takes_only_its_own_certificate() -> None:
    for function, own in ((F.APPRENTICE, K.APPRENTICE), (F.DECKHAND, K.DECKHAND)):
        place = Place(function, exchanged=True)
        assert not bars_for(place, _valid(own))
        assert bars_for(place, _valid(K.BOATMAN))
        assert bars_for(place, _valid(K.UNION_PATENT))


# --- deckhand 180, old ferry books, old engineers -----------------------------------------------


@pytest.mark.parametrize(("days", "barred"), [(179, True), (180, False), (None, True), (0, True), (500, False)])
def test_deckhand_180_needs_validated_days(days: int | None, barred: bool) -> None:
    certificate = paper(K.DECKHAND, validated_days=days, recorded_days=400)
    bars = bars_for(F.DECKHAND_180, certificate)
    assert codes(bars) == (["certificate.deckhand_180"] if barred else [])


def test_old_ferry_books_fill_only_the_places_that_name_them() -> None:
    junior = paper(K.FERRY_APPRENTICE, date(2015, 5, 1))
    senior = paper(K.FERRY_ASSISTANT, date(2015, 5, 1))
    deckhand = Place(F.DECKHAND, also=(F.FERRY_APPRENTICE,))
    deckhand_180 = Place(F.DECKHAND_180, also=(F.FERRY_ASSISTANT,))
    assert not bars_for(deckhand, junior) and not bars_for(deckhand, senior)
    assert not bars_for(deckhand_180, senior) and bars_for(deckhand_180, junior)
    assert bars_for(F.DECKHAND, junior) and bars_for(F.DECKHAND_180, senior)


def test_old_rhine_engineer_counts_by_how_it_was_acquired() -> None:
    served = paper(K.OLD_RHINE_ENGINEER, date(2015, 2, 1), acquired_by="service_time")
    tested = paper(K.OLD_RHINE_ENGINEER, date(2015, 2, 1), acquired_by="exam_without_service_time")
    assert not bars_for(F.ABLE_BOATMAN, served) and bars_for(F.ENGINE_MINDER, served)
    assert not bars_for(F.ENGINE_MINDER, tested) and bars_for(F.ABLE_BOATMAN, tested)
    assert bars_for(F.ENGINEER, served) and bars_for(F.ENGINEER, tested)


# --- several certificates -----------------------------------------------------------------------


def test_one_good_certificate_is_enough() -> None:
    lapsed = paper(K.UNION_PATENT, valid_until=date(2026, 1, 1))
    assert not bars_for(F.BOATMAN, lapsed, paper(K.BOATMAN, route="exam"))
    assert not bars_for(F.BOATMAN, paper(K.BOATMAN, route="exam"), lapsed)


def test_bars_of_the_highest_certificate_come_first() -> None:
    boatman = paper(K.BOATMAN, route="exam", valid_until=date(2026, 6, 1))
    patent = paper(K.UNION_PATENT, valid_until=date(2026, 1, 1))
    bars = bars_for(F.BOATMAN, boatman, patent)
    assert codes(bars) == ["certificate.union_patent", "certificate.boatman"]


def test_no_missing_certificate_is_reported_where_one_has_only_lapsed() -> None:
    lapsed = paper(K.UNION_PATENT, valid_until=date(2026, 1, 1))
    assert codes(bars_for(F.BOATMASTER, lapsed)) == ["certificate.union_patent"]


def test_two_documents_do_not_add_up_to_one_valid_for_the_whole_shift() -> None:
    first = paper(K.DECKHAND, valid_until=TODAY)
    second = paper(K.DECKHAND, TODAY + DAY)
    assert bars_for(F.DECKHAND, first, second, interval=hours(TODAY, None, 22, 6))
    assert not bars_for(F.DECKHAND, first, second, interval=hours(TODAY))
    assert not bars_for(F.DECKHAND, first, second, interval=hours(TODAY + DAY))
