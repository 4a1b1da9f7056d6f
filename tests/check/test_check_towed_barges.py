"""Towed barges on short ways (§ 104(5)-(7)): the boatmaster alone, or nobody at all."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from check_build import MONDAY, Fleet, K, certificate, merged, person, row, span, unlawful

from optimizer.check import lawful_crew
from optimizer.check.crew_facts import facts_of
from optimizer.check.needs import needs_of
from optimizer.check.service import Service
from optimizer.domain import (
    CertificateCrew,
    CrewScope,
    Dataset,
    Function,
    Movement,
    OperatingMode,
    Permit,
    Shift,
    TowPosition,
    Vessel,
    VesselState,
    VesselType,
)

pytestmark = pytest.mark.law

F = Function
NOBODY: dict[Function, int] = {}
ALONE = {F.BOATMASTER: 1}
BOTH = {F.BOATMASTER: 1, F.APPRENTICE: 1}
WITH_BOATMAN = {F.BOATMASTER: 1, F.BOATMAN: 1}


def shuttle(**facts) -> Fleet:
    """A barge of 150 t shuttling 20 km on Monday with its boatmaster."""
    vessel = Vessel(
        vessel_id="B", name="Leine", type=VesselType.TOWED_BARGE, tonnage_t=150, unmet=frozenset(), length_m=30
    )
    given = {"mode": OperatingMode.A, "route_km": 20, "shuttle": True, **facts}
    duty = span(0, "08:00", "14:00")
    shift = Shift(shift_id="B0", vessel_id="B", interval=duty, **given)
    crew = merged([person("sf", "Sven Falk"), person("lm", "Lars Meier"), person("dm", "Dirk Meyn")], "crew_id")
    certificates = (certificate("sf", K.UNION_PATENT), certificate("lm", K.APPRENTICE), certificate("dm", K.DECKHAND))
    dataset = Dataset(vessels={"B": vessel}, crew=crew, shifts={"B0": shift}, certificates=certificates)
    return Fleet(dataset, (row("B0", "sf", F.BOATMASTER, duty),))


def fewest(fleet: Fleet) -> int:
    """How many people the smallest lawful crew has."""
    shift = fleet.dataset.shifts["B0"]
    return next(sum(c.values()) for c in (NOBODY, ALONE, BOTH, WITH_BOATMAN) if lawful_crew(fleet.instance, shift, c))


@pytest.mark.parametrize(
    ("facts", "tonnage", "people"),
    [
        ({}, 150, 1),
        ({}, 150.1, 2),
        ({}, 14, 1),
        ({"route_km": 20.1}, 150, 2),
        ({"route_km": None}, 150, 2),
        ({"shuttle": False}, 150, 2),
        ({"shuttle": None}, 150, 2),
        ({"mode": OperatingMode.B}, 100, 2),
        ({"tow_position": TowPosition.BEHIND_TUG}, 150, 1),
        ({"tow_position": TowPosition.PAIR_ALONGSIDE_BEHIND_TUG, "crew_scope": CrewScope.PAIR}, 150, 1),
        ({"tow_position": TowPosition.PAIR_ALONGSIDE_BEHIND_TUG}, 150, 1),
        ({"tow_position": TowPosition.ALONGSIDE_TUG}, 150, 0),
        ({"tow_position": TowPosition.ALONGSIDE_TUG}, 150.1, 2),
        ({"tow_position": TowPosition.ALONGSIDE_TUG, "route_km": 21}, 150, 2),
    ],
)
def test_reliefs_of_a_shuttle(facts, tonnage, people):
    fleet = shuttle(**facts).set_vessel("B", tonnage_t=tonnage)
    if facts.get("mode") is OperatingMode.B:
        assert not lawful_crew(fleet.instance, fleet.dataset.shifts["B0"], ALONE)
        return
    assert fewest(fleet) == people


def test_a_motor_vessel_that_counts_as_one_without_engine_is_no_barge():
    fleet = shuttle().set_vessel("B", type=VesselType.MOTOR_CARGO, features={"engine_only_for_manoeuvring": True})
    assert fewest(fleet) == 2


@pytest.mark.parametrize(
    ("paragraph", "tonnage", "facts", "people"),
    [
        ("§ 104(6)", 500, {"stretch": "bremen_mittelsbueren"}, 1),
        ("§ 104 Abs. 6", 500, {"stretch": "Bremen-Mittelsbüren"}, 1),
        ("§ 104(6)", 500.1, {"stretch": "bremen_mittelsbueren"}, 2),
        ("§ 104(6)", 500, {}, 2),
        ("§ 104(6)", 500, {"stretch": "Bremen-Mittelsbüren|Weser 10-20"}, 2),
        ("§ 104(7)", 500, {"stretch": "bremen_mittelsbueren"}, 2),
        ("§ 104(7)", 330, {"shuttle": True, "route_km": 20}, 1),
        ("§ 104(7)", 330.1, {"shuttle": True, "route_km": 20}, 2),
        ("§ 104(7)", 330, {"shuttle": True, "route_km": 20.1}, 2),
        ("§ 104(7)", 330, {"route_km": 20}, 2),
        ("§ 104(6)", 330, {"shuttle": True, "route_km": 20}, 2),
    ],
)
def test_permits_for_the_boatmaster_alone(paragraph, tonnage, facts, people):
    plain = {"route_km": None, "shuttle": None}
    fleet = shuttle(**{**plain, **facts}).set_vessel("B", tonnage_t=tonnage)
    assert fewest(fleet.add("permits", Permit(vessel_id="B", paragraph=paragraph))) == people
    expired = Permit(vessel_id="B", paragraph=paragraph, valid_until=date(2026, 5, 3))
    assert fewest(fleet.add("permits", expired)) == 2


def test_an_entered_crew_yields_to_the_shuttle_and_not_to_a_permit():
    entered = CertificateCrew(vessel_id="B", mode=OperatingMode.A, alternatives=(BOTH,))
    fleet = shuttle().add("certificate_crews", entered)
    assert fewest(fleet) == 1
    larger = fleet.set_vessel("B", tonnage_t=300)
    assert fewest(larger.add("permits", Permit(vessel_id="B", paragraph="§ 104(7)"))) == 2


def test_one_crew_for_two_barges_only_in_a_shuttle_and_coupled_alongside():
    def common(position, **facts) -> list[str]:
        return codes(shuttle(crew_scope=CrewScope.PAIR, tow_position=position, **facts))

    pair = TowPosition.PAIR_ALONGSIDE_BEHIND_TUG
    assert common(pair) == []
    assert common(TowPosition.ALONGSIDE_TUG) == []
    assert common(TowPosition.BEHIND_TUG) == ["manning.towed_barge.short_shuttle"]
    assert common(None) == ["manning.towed_barge.short_shuttle"]
    assert common(pair, route_km=21) == ["manning.open_place", "manning.towed_barge.short_shuttle"]
    entered = CertificateCrew(vessel_id="B", mode=OperatingMode.A, alternatives=(ALONE,))
    fleet = shuttle(crew_scope=CrewScope.PAIR, tow_position=pair, route_km=21).add("certificate_crews", entered)
    assert codes(fleet) == ["manning.towed_barge.short_shuttle"]


# --- the roster ---------------------------------------------------------------------------------


def alongside(**facts) -> Fleet:
    """The barge alongside its tug, with nobody on board and no row."""
    return replace(shuttle(tow_position=TowPosition.ALONGSIDE_TUG, **facts), rows=())


def codes(fleet: Fleet) -> list[str]:
    return [finding.code for finding in unlawful(fleet.check())]


def test_the_boatmaster_alone_is_a_lawful_roster():
    assert codes(shuttle()) == []
    assert codes(shuttle(route_km=21)) == ["manning.open_place"]


def test_a_barge_alongside_the_tug_sails_without_a_row():
    report = alongside().check()
    assert unlawful(report) == []
    assert report.sailing == frozenset({"B0"})


def test_a_row_without_a_person_says_that_nobody_is_on_board():
    nobody = row("B0", "", None, span(0, "08:00", "14:00"))
    report = alongside().with_rows(nobody).check()
    assert unlawful(report) == []
    assert report.sailing == frozenset({"B0"})
    assert "roster.unknown_id" in codes(alongside(route_km=21).with_rows(nobody))


def test_every_other_shift_needs_rows():
    assert codes(replace(shuttle(), rows=())) == ["roster.no_row"]
    assert codes(alongside(route_km=21)) == ["roster.no_row"]


def test_no_master_is_asked_for_where_nobody_is():
    hand = row("B0", "dm", F.DECKHAND, span(0, "08:00", "14:00"))
    assert codes(alongside().with_rows(hand)) == []
    assert codes(replace(shuttle(), rows=(hand,))) == ["manning.open_place", "duty.master_on_duty"]


def test_a_moored_barge_is_not_taken_to_sail_empty():
    moored = Movement(vessel_id="B", interval=span(0, "08:00", "14:00"), state=VesselState.MOORED)
    assert codes(alongside().add("movements", moored)) == ["roster.no_row"]


def test_an_empty_barge_keeps_the_hours_of_its_mode():
    fleet = alongside()
    later = replace(fleet.dataset.shifts["B0"], shift_id="B1", interval=span(0, "14:00", "24:00"))
    whole = fleet.set(shifts={**fleet.dataset.shifts, "B1": later})
    assert codes(whole) == []
    longer = whole.set_shift("B1", interval=span(0, "14:00", "00:01"))
    assert codes(longer) == ["mode.sailing_hours"]


@pytest.mark.parametrize(
    ("tonnage", "examined", "lawful"),
    [
        (600, None, False),
        (600, MONDAY, True),
        (600, MONDAY + timedelta(days=1), False),
        (750, date(2026, 3, 1), True),
        (750.1, None, True),
    ],
)
def test_a_boatman_below_eighteen_has_passed_the_examination(tonnage: float, examined: date | None, lawful: bool):
    """§ 104(4), steps 1 to 3; above them the certificate alone counts."""
    young = person("lm", "Lars Meier", date(2009, 2, 1), final_exam_on=examined)
    fleet = shuttle().set_vessel("B", tonnage_t=tonnage).set(crew={**shuttle().dataset.crew, "lm": young})
    fleet = fleet.add("certificates", certificate("lm", K.BOATMAN, route="programme"))
    service = Service(fleet.instance, fleet.dataset.shifts["B0"], young)
    needs = needs_of(facts_of(fleet.instance, fleet.dataset.shifts["B0"]))
    boatman = next(seat for seat in needs[0].seats if seat.function is F.BOATMAN)
    assert service.may_sit(boatman) is lawful
