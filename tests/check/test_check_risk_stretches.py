"""Risk stretches (Anlage 2) and large convoys: who needs which authorisation to lead there."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from check_build import Fleet, K, causes, certificate, day_ship, ferry, unlawful

from optimizer.check.service import Service
from optimizer.domain import Function, VesselType

F = Function


def on(stretch: str, *scopes: str) -> Fleet:
    """The day ship on a stretch on Monday, its boatmaster with an authorisation for these scopes."""
    fleet = day_ship().set_shift("A0", stretch=stretch)
    held = [certificate("sf1", K.RISK_STRETCH, scope=(scope,)) for scope in scopes]
    return fleet.add("certificates", *held)


def codes(fleet: Fleet, who: str = "sf1", function: Function = F.BOATMASTER) -> list[str]:
    service = Service(fleet.instance, fleet.dataset.shifts["A0"], fleet.dataset.crew[who])
    return [bar.rule_id for bar in service.bars(function)]


@pytest.mark.parametrize(
    ("stretch", "risky"),
    [
        ("", False),
        ("Elbe 322,9-329,85", True),
        ("Elbe 330-340", False),
        ("Elbe 322.90-329.85", True),
        # to end where a risk stretch begins counts as sailing on it
        ("Elbe 300-322,89", False),
        ("Elbe 329,86-400", False),
        ("Elbe 300-322,90", True),
        ("Elbe 300-322,91", True),
        ("Elbe 329,85-400", True),
        ("Elbe 329,84-400", True),
        ("Elbe 400-329,84", True),
        ("Elbe 49-50", True),
        ("Elbe 49-50,01", True),
        ("Elbe 60,60-322", True),
        ("Elbe 60,59-322", True),
        ("Elbe 502,24-502,25", True),
        ("Elbe 502,24-502,26", True),
        ("Elbe 568,90-600", True),
        ("Elbe 568,89-600", True),
        ("Donau 2200-2249", True),
        ("Donau 2200-2249,01", True),
        ("Donau 2322,02-2400", True),
        ("Donau 2322,01-2400", True),
        ("Danube km 2300 – 2310", True),
        ("Weser 204,47-300", True),
        ("Weser 204,46-300", True),
        ("Weser 0-1", True),
        # any of several stretches
        ("Elbe 330-340|Weser 10-50", True),
        ("Elbe 330-340|Weser 210-250", False),
        # a river without kilometres is all of it, and so is one with unclear figures
        ("Elbe", True),
        ("Donau bei Deggendorf", True),
        ("Elbe 1 322,90-329", True),
        ("Oberelbe", True),
        ("Mittelelbe 320-326", True),
        ("Weser oberhalb der Eisenbahnbrücke in Bremen", True),
        # one kilometre is a point
        ("Elbe km 325", True),
        ("Elbe km 400", False),
        # downstream of all of them, and other waters
        ("Elbe unterhalb der oberen Grenze des Hamburger Hafens", False),
        ("Unterweser 10-50", False),
        ("Bremen-Mittelsbüren", False),
        ("Elbe-Seitenkanal 0-100", False),
        ("Main-Donau-Kanal", False),
        ("Rhein 300-400", False),
    ],
)
def test_where_the_authorisation_is_needed(stretch: str, risky: bool) -> None:
    assert codes(on(stretch)) == ["certificate.risk_stretch"] * risky


@pytest.mark.parametrize(
    ("stretch", "scopes", "enough"),
    [
        ("Elbe 320-326", ("Elbe 322,90-329,85",), True),
        # what is sailed of the risk stretch is enough
        ("Elbe 320-326", ("Elbe 322,90-326",), True),
        ("Elbe 320-326", ("Elbe 322,90-325,99",), False),
        ("Elbe 320-326", ("Elbe 322,91-330",), False),
        ("Elbe 320-326", ("Elbe",), True),
        ("Elbe 320-326", ("Weser|Elbe 320-330",), True),
        # who only touches a risk stretch needs that point
        ("Elbe 300-322,90", ("Elbe 300-322,90",), True),
        ("Elbe 300-322,90", ("Elbe 300-322,89",), False),
        ("Elbe 320-326", ("Weser",), False),
        ("Elbe 320-326", ("Elbe 502,25-568,90",), False),
        ("Elbe 320-326", ("Elbe bei Magdeburg",), False),
        ("Elbe 320-326", ("Elbe 324",), False),
        # a document that names no stretch is for none
        ("Elbe 320-326", ("",), False),
        # several entries together
        ("Elbe 320-330", ("Elbe 320-325", "Elbe 325-330"), True),
        ("Elbe 320-330", ("Elbe 325-330", "Elbe 320-325"), True),
        ("Elbe 320-330", ("Elbe 320-325", "Elbe 325,01-330"), False),
        # all of the river
        ("Elbe", ("Elbe 50-60,60", "Elbe 322,90-329,85"), False),
        ("Elbe", ("Elbe 50-60,60", "Elbe 322,90-329,85", "Elbe 502,25-568,90"), True),
        ("Elbe 320-326|Weser 10-20", ("Elbe",), False),
        ("Elbe 320-326|Weser 10-20", ("Elbe", "Weser 0-204,47"), True),
        ("Donau", ("Donau 2249-2322,02",), True),
        ("Donau", ("Danube",), True),
    ],
)
def test_an_authorisation_counts_for_the_stretches_it_names(
    stretch: str, scopes: tuple[str, ...], enough: bool
) -> None:
    assert (codes(on(stretch, *scopes)) == []) is enough
    held = certificate("sf1", K.RISK_STRETCH, scope=scopes)
    one = day_ship().set_shift("A0", stretch=stretch).add("certificates", held)
    assert (codes(one) == []) is enough


@pytest.mark.parametrize(
    ("stretch", "waterway", "risky"),
    [
        ("320-326", "Elbe", True),
        ("km 320-326", "Mittelelbe", True),
        ("320-326", "Havel|Elbe", True),
        ("330-340", "Elbe", False),
        ("320-326", "Unterelbe", False),
        ("320-326", "Havel", False),
        ("320-326", "", False),
        ("Weser 300-310", "Elbe", False),
        ("", "Elbe", False),
    ],
)
def test_bare_kilometres_are_those_of_the_waterway(stretch: str, waterway: str, risky: bool) -> None:
    fleet = day_ship().set_shift("A0", stretch=stretch, waterway=waterway)
    assert codes(fleet) == ["certificate.risk_stretch"] * risky


def test_the_finding_names_the_stretch_and_the_paragraph() -> None:
    report = on("Elbe 320-326", "Weser").check()
    assert set(causes(report)) == {"certificate.risk_stretch"}
    told = unlawful(report)[0]
    assert "Elbe km 322,90–326,00" in told.text.de and "Elbe km 322.90–326.00" in told.text.en
    assert "§ 16(1) S. 1 Nr. 2" in told.citation
    assert on("Elbe 320-326", "Elbe").check().exit_code == 0


def test_only_who_leads_needs_it() -> None:
    fleet = on("Elbe 320-326").add("certificates", certificate("sf1", K.BOATMAN))
    assert codes(fleet, function=F.BOATMAN) == []
    assert codes(fleet) == ["certificate.risk_stretch"]


def test_a_lapsed_authorisation_is_none() -> None:
    lapsed = certificate("sf1", K.RISK_STRETCH, scope=("Elbe",), valid_until=date(2026, 5, 3))
    assert codes(on("Elbe 320-326").add("certificates", lapsed)) == ["certificate.risk_stretch"]
    good = replace(lapsed, valid_until=date(2026, 5, 4))
    assert codes(on("Elbe 320-326").add("certificates", good)) == []
    assert codes(on("Elbe 320-326", "Weser").add("certificates", good)) == []


@pytest.mark.parametrize(
    ("features", "day", "needed"),
    [
        ({"cable_guided": True}, 4, False),
        ({"cable_guided": False, "free_moving": False}, 4, True),
        ({"free_moving": False}, 4, True),
    ],
)
def test_ferries_on_a_cable_need_none(features: dict[str, bool], day: int, needed: bool) -> None:
    fleet = ferry().set_vessel("F", features=features).set_shift("F0early", stretch="Weser 100-101")
    service = Service(fleet.instance, fleet.dataset.shifts["F0early"], fleet.dataset.crew["ff1"])
    assert [bar.rule_id for bar in service.bars(F.FERRY_MASTER)] == ["certificate.risk_stretch"] * needed


def convoy(length: float | None, breadth: float | None, kind: VesselType = VesselType.CONVOY, **shift) -> Fleet:
    fleet = day_ship().set_vessel("A", type=kind, length_m=length, breadth_m=breadth)
    return fleet.set_shift("A0", with_passengers=False, **shift)


@pytest.mark.parametrize(
    ("length", "breadth", "shift", "large"),
    [
        (280, 25, {}, True),
        (280, 24.99, {}, False),
        (279.99, 25, {}, False),
        # exact where binary figures are not
        (1000.0 / 10, 70.0, {}, True),
        (56.0, 125.0, {}, True),
        (140.7, 49.75, {}, False),
        (100, 10, {"formation_length_m": 280.0, "formation_breadth_m": 25.0}, True),
        (280, 25, {"formation_length_m": 270.0}, False),
        (280, 25, {"formation_breadth_m": 22.8}, False),
        # a convoy of unknown size may be a large one
        (None, 25, {}, True),
        (280, None, {}, True),
    ],
)
def test_large_convoys(length: float | None, breadth: float | None, shift: dict, large: bool) -> None:
    fleet = convoy(length, breadth, **shift)
    assert codes(fleet) == ["certificate.large_convoy"] * large
    assert codes(fleet.add("certificates", certificate("sf1", K.LARGE_CONVOY))) == []


def test_other_vessels_are_no_convoys() -> None:
    assert codes(convoy(300, 30, VesselType.MOTOR_CARGO)) == []
