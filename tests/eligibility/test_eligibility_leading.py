"""Leading a vessel: ferry sites, free-moving ferries, zones, radar, LNG, measures, restrictions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from eligibility_builders import (
    ADULT,
    EXCURSION,
    FERRY,
    TODAY,
    F,
    K,
    bars_for,
    born,
    codes,
    hours,
    make_instance,
    paper,
)

from optimizer.domain import Measure, MeasureKind
from optimizer.eligibility import second_patent_bars

pytestmark = pytest.mark.law

DAY = timedelta(days=1)
PATENT = paper(K.UNION_PATENT)
FERRY_PAPER = paper(K.FERRY_CERTIFICATE, scope=("Darchau",))
DECKHAND = paper(K.DECKHAND)


def _ferry(*certificates, **facts):
    vessel = facts.pop("vessel", FERRY)
    return bars_for(F.FERRY_MASTER, *certificates, vessel=vessel, **facts)


# --- ferries ------------------------------------------------------------------------------------


def test_ferry_master_by_ferry_certificate_or_patent() -> None:
    assert not _ferry(FERRY_PAPER, DECKHAND)
    assert not _ferry(PATENT)
    assert _ferry(paper(K.HELMSMAN))
    assert codes(bars_for(F.BOATMASTER, FERRY_PAPER, DECKHAND)) == ["certificate.boatmaster_needed"]


@pytest.mark.parametrize("spelling", ["Darchau", "DARCHAU", "darchau ", "  Darchau", "darCHAU"])
def test_ferry_site_in_any_case(spelling: str) -> None:
    assert not _ferry(replace(FERRY_PAPER, scope=("Bleckede", spelling)), DECKHAND)


@pytest.mark.parametrize(
    ("site", "entered"),
    [
        ("Straße am Fluss", "STRASSE AM FLUSS"),
        ("Überlingen", "U\u0308berlingen"),
        ("Neu  Darchau", "neu darchau"),
    ],
)
def test_ferry_site_with_umlauts_blanks_and_composed_letters(site: str, entered: str) -> None:
    vessel = replace(FERRY, ferry_sites=(site,))
    assert not _ferry(replace(FERRY_PAPER, scope=(entered,)), DECKHAND, vessel=vessel)


def test_ferry_site_not_entered_is_named() -> None:
    (bar,) = _ferry(replace(FERRY_PAPER, scope=("Bleckede",)), DECKHAND)
    assert "15(2)" in bar.citation
    assert "Darchau" in bar.text.de and "Bleckede" in bar.text.de


def test_every_site_of_the_ferry_has_to_be_entered() -> None:
    vessel = replace(FERRY, ferry_sites=("Darchau", "Bleckede"))
    assert _ferry(FERRY_PAPER, DECKHAND, vessel=vessel)
    both = replace(FERRY_PAPER, scope=("bleckede", "darchau"))
    assert not _ferry(both, DECKHAND, vessel=vessel)


def test_missing_sites_are_named_and_bar() -> None:
    (bar,) = _ferry(FERRY_PAPER, DECKHAND, vessel=replace(FERRY, ferry_sites=()))
    assert "keine Fährstelle angegeben" in bar.text.de
    (bar,) = _ferry(replace(FERRY_PAPER, scope=()), DECKHAND)
    assert "keine Fährstelle angegeben" in bar.text.de
    assert not _ferry(PATENT, vessel=replace(FERRY, ferry_sites=()))


def test_old_class_f_is_bound_to_its_sites_too() -> None:
    old = paper(K.OLD_FERRY_PATENT, date(2010, 2, 1), scope=("Darchau",))
    assert not _ferry(old, DECKHAND)
    assert _ferry(replace(old, scope=("Bleckede",)), DECKHAND)


@pytest.mark.parametrize(
    ("features", "barred"),
    [
        ({"free_moving": True}, True),
        ({"free_moving": False}, False),
        ({"cable_guided": True}, False),
        ({}, True),
        ({"cable_guided": False}, True),
    ],
)
def test_free_moving_ferry_needs_an_entry_level_certificate(features, barred: bool) -> None:
    vessel = replace(FERRY, features=features)
    bars = _ferry(FERRY_PAPER, vessel=vessel)
    assert codes(bars) == (["certificate.free_moving_ferry"] if barred else [])
    assert not barred or "11(3)" in bars[0].citation
    assert not _ferry(FERRY_PAPER, DECKHAND, vessel=vessel)
    assert not _ferry(PATENT, vessel=vessel)


def test_what_counts_besides_on_a_free_moving_ferry() -> None:
    for kind in (K.HELMSMAN, K.ABLE_BOATMAN):
        assert not _ferry(FERRY_PAPER, paper(kind))
    assert not _ferry(FERRY_PAPER, paper(K.APPRENTICE, training_end=date(2027, 1, 1)))
    assert _ferry(FERRY_PAPER, paper(K.PASSENGER_EXPERT))
    assert _ferry(FERRY_PAPER, paper(K.FERRY_ASSISTANT, date(2015, 1, 1)))
    assert _ferry(FERRY_PAPER, replace(DECKHAND, valid_until=TODAY - DAY))


# --- authorisations -----------------------------------------------------------------------------


@pytest.mark.parametrize(("zone", "barred"), [(1, True), (2, True), (3, False), (4, False), (None, False)])
def test_maritime_zones(zone: int | None, barred: bool) -> None:
    bars = bars_for(F.BOATMASTER, PATENT, zone=zone)
    assert codes(bars) == (["certificate.maritime"] if barred else [])
    assert not bars_for(F.BOATMASTER, PATENT, paper(K.MARITIME), zone=zone)
    assert not bars_for(F.HELMSMAN, PATENT, zone=zone)


def test_radar() -> None:
    (bar,) = bars_for(F.BOATMASTER, PATENT, radar_navigation=True)
    assert "16(1)" in bar.citation and "Radar" in bar.text.de
    assert not bars_for(F.BOATMASTER, PATENT, paper(K.RADAR), radar_navigation=True)
    assert not bars_for(F.BOATMASTER, PATENT, radar_navigation=None)
    assert not bars_for(F.BOATMAN, PATENT, radar_navigation=True)


def test_authorisation_ends_with_its_patent() -> None:
    bars = bars_for(F.BOATMASTER, PATENT, paper(K.RADAR), person=born(date(1966, 7, 1)), radar_navigation=True)
    assert codes(bars) == ["certificate.union_patent", "certificate.radar"]
    assert "83(1)" in bars[1].citation


def test_authorisation_not_yet_entered() -> None:
    radar = paper(K.RADAR, TODAY + DAY)
    assert bars_for(F.BOATMASTER, PATENT, radar, radar_navigation=True)
    later = hours(TODAY + DAY)
    assert not bars_for(F.BOATMASTER, PATENT, radar, radar_navigation=True, interval=later)


def test_lng_vessel_needs_an_lng_expert_to_lead() -> None:
    vessel = replace(EXCURSION, features={"lng": True})
    (bar,) = bars_for(F.BOATMASTER, PATENT, vessel=vessel)
    assert "114" in bar.citation
    assert not bars_for(F.BOATMASTER, PATENT, paper(K.LNG_EXPERT), vessel=vessel)
    lapsed = paper(K.LNG_EXPERT, date(2021, 12, 8))
    assert codes(bars_for(F.BOATMASTER, PATENT, lapsed, vessel=vessel)) == ["certificate.lng_expert"]
    assert not bars_for(F.BOATMAN, paper(K.BOATMAN, route="exam"), vessel=vessel)


# --- measures -----------------------------------------------------------------------------------


def _measure(kind: MeasureKind, from_day=TODAY, until=TODAY, **facts) -> Measure:
    return Measure(crew_id="P1", kind=kind, from_day=from_day, until=until, **facts)


@pytest.mark.parametrize("kind", list(MeasureKind))
def test_measure_bars_on_its_days_only(kind: MeasureKind) -> None:
    measure = _measure(kind, certificate=K.UNION_PATENT)
    renewed = paper(K.UNION_PATENT, TODAY + DAY)
    for day, barred in ((TODAY - DAY, False), (TODAY, True)):
        assert bool(bars_for(F.BOATMASTER, PATENT, measures=[measure], interval=hours(day))) is barred
    after = hours(TODAY + DAY)
    assert not bars_for(F.BOATMASTER, renewed, measures=[measure], interval=after)
    gone = kind is MeasureKind.WITHDRAWN
    assert bool(bars_for(F.BOATMASTER, PATENT, measures=[measure], interval=after)) is gone


def test_open_measure_bars_for_good() -> None:
    for kind in MeasureKind:
        measure = _measure(kind, until=None)
        assert bars_for(F.BOATMASTER, PATENT, measures=[measure], interval=hours(date(2028, 1, 1)))


def test_suspension_that_is_not_enforceable_does_not_bar() -> None:
    measure = _measure(MeasureKind.SUSPENDED, certificate=K.UNION_PATENT, enforceable=False)
    assert not bars_for(F.BOATMASTER, PATENT, measures=[measure])


def test_suspended_patent_and_lower_functions() -> None:
    suspended = [_measure(MeasureKind.SUSPENDED, certificate=K.UNION_PATENT)]
    (bar,) = bars_for(F.BOATMAN, PATENT, measures=suspended)
    assert bar.reading == "suspended_patent_lower"
    lenient = {"suspended_patent_lower": "allowed"}
    assert not bars_for(F.BOATMAN, PATENT, measures=suspended, readings=lenient)
    assert bars_for(F.BOATMASTER, PATENT, measures=suspended, readings=lenient)
    own = paper(K.HELMSMAN)
    assert not bars_for(F.BOATMAN, PATENT, own, measures=suspended)


def test_prohibited_from_leading_but_not_from_serving() -> None:
    prohibited = [_measure(MeasureKind.PROHIBITED)]
    (bar,) = bars_for(F.BOATMASTER, PATENT, measures=prohibited)
    assert "98(10)" in bar.citation
    assert _ferry(PATENT, measures=prohibited)
    assert not bars_for(F.HELMSMAN, PATENT, measures=prohibited)


def test_measure_against_another_certificate_does_not_bar() -> None:
    measures = [_measure(MeasureKind.WITHDRAWN, certificate=K.UNION_PATENT)]
    assert not bars_for(F.DECKHAND, DECKHAND, measures=measures)
    assert bars_for(F.DECKHAND, PATENT, measures=measures)


def test_suspended_deckhand_is_cited_by_its_own_rule() -> None:
    measures = [_measure(MeasureKind.SUSPENDED, certificate=K.DECKHAND)]
    (bar,) = bars_for(F.DECKHAND, DECKHAND, measures=measures)
    assert "93(1)" in bar.citation


# --- restrictions -------------------------------------------------------------------------------


@pytest.mark.parametrize(("daylight", "barred"), [(True, False), (False, True), (None, True)])
def test_daylight_only(daylight: bool | None, barred: bool) -> None:
    patent = replace(PATENT, restrictions=("daylight_only",))
    for function in (F.BOATMASTER, F.BOATMAN):
        assert bool(bars_for(function, patent, daylight=daylight)) is barred


def test_restriction_binds_with_the_certificate_it_stands_in() -> None:
    patent = replace(PATENT, restrictions=("daylight_only",))
    assert not bars_for(F.BOATMAN, patent, paper(K.BOATMAN, route="exam"))


def test_not_alone_in_the_wheelhouse() -> None:
    patent = replace(PATENT, restrictions=("no_solo_wheelhouse",))
    (bar,) = bars_for(F.BOATMASTER, patent)
    assert "21(3)" in bar.citation
    assert not bars_for(F.BOATMASTER, patent, accompanied=True)
    assert not bars_for(F.BOATMAN, patent)


# --- the second patent for the stretch ----------------------------------------------------------


def _second(*certificates, person=ADULT, **facts):
    instance, shift = make_instance(person, certificates, **facts)
    return second_patent_bars(instance, person, shift)


def test_second_patent() -> None:
    assert not _second(PATENT)
    assert not _second(paper(K.OLD_PATENT, date(2015, 1, 1), unlimited=True))
    (bar,) = _second(paper(K.HELMSMAN))
    assert "108" in bar.citation and "UBZ Steuermann" in bar.text.de
    assert _second(replace(PATENT, valid_until=TODAY - DAY))
    assert _second(FERRY_PAPER)


def test_second_patent_includes_the_authorisation_of_the_zone() -> None:
    assert codes(_second(PATENT, zone=2))[1:] == ["certificate.maritime"]
    assert not _second(PATENT, paper(K.MARITIME), zone=2)
    assert not _second(PATENT, zone=2, readings={"stretch_certificate": "patent_only"})
    assert not _second(PATENT, zone=3)


def test_prohibited_person_is_no_second_patent_holder() -> None:
    assert _second(PATENT, measures=[_measure(MeasureKind.PROHIBITED)])
