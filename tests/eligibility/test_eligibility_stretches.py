"""Risk stretches of § 16(1) Nr. 2 and large convoys of Nr. 5: who may lead there."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from eligibility_builders import ADULT, EXCURSION, FERRY, TODAY, F, K, bars_for, codes, hours, make_instance, paper

from optimizer.domain import Vessel, VesselType
from optimizer.eligibility import eligible_places, second_patent_bars
from optimizer.eligibility.waters import named_parts, sailed
from optimizer.manning.requirement import Place

pytestmark = pytest.mark.law

DAY = timedelta(days=1)
PATENT = paper(K.UNION_PATENT)
CONVOY = Vessel(vessel_id="C1", name="Verband", type=VesselType.CONVOY)


def _risk(*scope: str, **facts):
    return paper(K.RISK_STRETCH, scope=scope, **facts)


def _bars(stretch: str, *scope: str, **facts):
    papers = [PATENT, _risk(*scope)] if scope else [PATENT]
    return list(dict.fromkeys(codes(bars_for(F.BOATMASTER, *papers, stretch=stretch, **facts))))


BARRED = ["certificate.risk_stretch"]


@pytest.mark.parametrize(
    ("stretch", "barred"),
    [
        ("Elbe 329,86-400", False),
        ("Elbe 329,85-400", True),
        ("Elbe 300-322,89", False),
        ("Elbe 300-322,90", True),
        ("Elbe 322.90-329.85", True),
        ("Elbe km 400 bis km 330", False),
        ("Elbe km 400 bis km 325", True),
        ("Elbe 400-325", True),
        ("Elbe 568,91-600", False),
        ("Elbe 502,24–490", False),
        ("Elbe 0-49,99|Elbe 60,61-322", False),
        ("Elbe 0-50", True),
        ("Elbe 60,60-61", True),
        ("Weser 204,47-300", True),
        ("Donau 2200-2249", True),
        ("Donau 2322,02-2400", True),
        ("Elbe 400-502,25", True),
        ("Elbe 568,90-600", True),
        ("Weser 204,48-300", False),
        ("Donau 2249-2250", True),
        ("Donau 2 200,00-2 248,99", False),
        ("Danube 2322.03-2400", False),
        ("Weser", True),
        ("Donau", True),
        ("Elbe bei Magdeburg", True),
        ("Oberelbe", True),
        ("Mittelelbe 320-326", True),
        ("auf der Elbe", True),
        ("Unterelbe", False),
        ("Bremen-Mittelsbüren", False),
        ("Mittellandkanal 0-300", False),
        ("Havel", False),
        ("Mittellandkanal | Weser 100-101", True),
        ("Elbe 325", True),
        ("Elbe 330", False),
        ("", False),
    ],
)
@pytest.mark.parametrize("day", [None, date(2024, 6, 3)], ids=["now", "before 21.10.2025"])
def test_which_stretches_need_the_authorisation(stretch: str, barred: bool, day: date | None) -> None:
    when = {} if day is None else {"interval": hours(day)}
    assert _bars(stretch, **when) == (BARRED if barred else [])


@pytest.mark.parametrize(
    ("scope", "enough"),
    [
        ("Elbe 322,90-329,85", True),
        ("Elbe 325-330", True),
        ("Elbe 324-327", True),
        ("Elbe 325,01-327", False),
        ("Elbe 325-326,99", False),
        ("Elbe", True),
        ("Weser", False),
        ("Elbe bei Magdeburg", False),
        ("Oberelbe", False),
        ("Elbe 50-60,6|Elbe 320-330", True),
    ],
)
def test_the_scope_covers_what_is_sailed_of_the_risk_stretch(scope: str, enough: bool) -> None:
    assert _bars("Elbe 325-327", scope) == ([] if enough else BARRED)


@pytest.mark.parametrize(
    ("stretch", "scopes", "enough"),
    [
        ("Elbe 323-329", ("Elbe 322-326", "Elbe 326-330"), True),
        ("Elbe 323-329", ("Elbe 326-330", "Elbe 322-326"), True),
        ("Elbe 323-329", ("Elbe 322-328", "Elbe 324-326", "Elbe 327-330"), True),
        ("Elbe 323-329", ("Elbe 322-326", "Elbe 326,01-330"), False),
        ("Elbe 323-329", ("Elbe 323,01-326", "Elbe 326-330"), False),
        ("Elbe 323-329", ("Elbe 322-326", "Elbe 326-328,99"), False),
        ("Elbe 323-329", ("Elbe 322-326", "Weser 0-204,47"), False),
        ("Elbe", ("Elbe 50-60,60", "Elbe 322,90-329,85", "Elbe 502,25-568,90"), True),
        ("Elbe", ("Elbe 50-60,60", "Elbe 322,90-329,85"), False),
    ],
)
def test_scopes_that_cover_together_are_enough(stretch: str, scopes: tuple[str, ...], enough: bool) -> None:
    assert _bars(stretch, *scopes) == ([] if enough else BARRED)
    rows = [PATENT, *(_risk(scope) for scope in scopes)]
    assert bool(bars_for(F.BOATMASTER, *rows, stretch=stretch)) is not enough
    late = [PATENT, _risk(scopes[0]), *(_risk(scope, issued_on=TODAY + DAY) for scope in scopes[1:])]
    assert codes(bars_for(F.BOATMASTER, *late, stretch=stretch))


def test_the_finding_names_stretch_scope_and_paragraph() -> None:
    (bar,) = bars_for(F.BOATMASTER, PATENT, _risk("Weser"), stretch="Elbe 300-327")
    assert "§ 16(1) S. 1 Nr. 2" in bar.citation
    assert "Elbe km 322,9–327" in bar.text.de and "eingetragen: Weser" in bar.text.de
    (bar,) = bars_for(F.BOATMASTER, PATENT, _risk(), stretch="Elbe 300-327")
    assert "keine Strecke angegeben" in bar.text.de


def test_every_risk_stretch_on_the_way_needs_one() -> None:
    way = "Elbe 300-520"
    assert _bars(way, "Elbe 322,90-329,85") == BARRED
    assert _bars(way, "Elbe 322,90-329,85", "Elbe 502-521") == []
    two_rows = [PATENT, _risk("Elbe 322-330"), _risk("Elbe 502-521")]
    assert not bars_for(F.BOATMASTER, *two_rows, stretch=way)
    assert _bars("Elbe|Weser", "Elbe") == BARRED


def test_only_a_row_that_is_valid_covers() -> None:
    late = _risk("Elbe", issued_on=TODAY + DAY)
    assert bars_for(F.BOATMASTER, PATENT, late, stretch="Elbe 325-327")
    assert not bars_for(F.BOATMASTER, PATENT, late, _risk("Elbe 325-327"), stretch="Elbe 325-327")


def test_only_who_leads_needs_it() -> None:
    assert not bars_for(F.HELMSMAN, PATENT, stretch="Elbe 325-327")
    assert bars_for(F.FERRY_MASTER, PATENT, stretch="Elbe 325-327", vessel=FERRY)


def test_cable_guided_ferries_are_exempt_since_october_2025() -> None:
    guided = replace(FERRY, features={"cable_guided": True})
    for day, barred in ((date(2025, 10, 20), True), (date(2025, 10, 21), False)):
        bars = bars_for(F.FERRY_MASTER, PATENT, stretch="Elbe 325", vessel=guided, interval=hours(day))
        assert bool(bars) is barred
    for features in ({"cable_guided": False}, {"free_moving": False}, {}):
        assert bars_for(F.FERRY_MASTER, PATENT, stretch="Elbe 325", vessel=replace(FERRY, features=features))


def test_bare_kilometres_belong_to_the_waterway_of_the_shift() -> None:
    assert _bars("325-327", waterway="Elbe") == BARRED
    assert _bars("325-327", waterway="Havel") == _bars("325-327") == []
    for waterway, barred in (("Havel|Elbe", True), ("Mittelelbe", True), ("Unterelbe", False), ("Weser", False)):
        assert _bars("km 325-327", waterway=waterway) == (BARRED if barred else [])
    assert _bars("Weser 300-310", waterway="Elbe") == []
    assert sailed("325-327", "Elbe") == sailed("Elbe 325-327", "")
    assert list(named_parts(["325-327"])) == []


def test_the_second_patent_includes_the_risk_stretch() -> None:
    for papers, codes_after in (([PATENT], BARRED), ([PATENT, _risk("Elbe")], None)):
        instance, shift = make_instance(ADULT, papers, stretch="Elbe 560-600")
        found = codes(second_patent_bars(instance, ADULT, shift))
        assert found[1:] == (codes_after or [])


def test_fast_answer_knows_the_stretch_too() -> None:
    place = Place(F.BOATMASTER)
    for stretch, may in (("Elbe 325-327", False), ("Elbe 330-340", True)):
        instance, shift = make_instance(ADULT, [PATENT], stretch=stretch)
        assert (place in eligible_places(instance, shift, [place])["P1"]) is may


# --- large convoys ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "breadth", "barred"),
    [
        (193.05, 36.0, False),
        (200.0, 35.0, True),
        (200.0, 34.99, False),
        (269.5, 22.8, False),
        (269.5, 34.2, True),
        (291.67, 24.0, True),
    ],
)
def test_large_convoy_by_length_and_breadth(length: float, breadth: float, barred: bool) -> None:
    for vessel, shift in (
        (replace(CONVOY, length_m=length, breadth_m=breadth), {}),
        (CONVOY, {"formation_length_m": length, "formation_breadth_m": breadth}),
    ):
        bars = bars_for(F.BOATMASTER, PATENT, vessel=vessel, **shift)
        assert codes(bars) == (["certificate.large_convoy"] if barred else [])
        assert not bars_for(F.BOATMASTER, PATENT, paper(K.LARGE_CONVOY), vessel=vessel, **shift)


def test_the_formation_of_the_shift_wins_over_the_vessel() -> None:
    large = replace(CONVOY, length_m=300.0, breadth_m=30.0)
    (bar,) = bars_for(F.BOATMASTER, PATENT, vessel=large)
    assert "Nr. 5" in bar.citation and "9000 m²" in bar.text.de
    assert not bars_for(F.BOATMASTER, PATENT, vessel=large, formation_length_m=110.0, formation_breadth_m=11.4)
    assert not bars_for(F.BOATMAN, paper(K.BOATMAN, route="exam"), vessel=large)


def test_a_convoy_without_dimensions_is_taken_for_a_large_one() -> None:
    (bar,) = bars_for(F.BOATMASTER, PATENT, vessel=replace(CONVOY, length_m=100.0))
    assert "ohne Angabe von Länge und Breite" in bar.text.de
    assert not bars_for(F.BOATMASTER, PATENT, vessel=replace(EXCURSION, length_m=300.0, breadth_m=30.0))
