"""The crew entered in the vessel's papers: binding, expiry, other trips, plausibility."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from manning_build import crew, crews, options, requirement, vessel

from optimizer.domain import CertificateCrew, OperatingMode, Permit
from optimizer.findings import Severity

pytestmark = pytest.mark.law

SHIP = vessel("day_excursion", passengers_max=600, standard="S1")
TABLE = "1SF 1StM 1MA"
LADEN = {"mode": "A", "with_passengers": True, "waterway": "Havel", "zone": 4}


def entry(*texts: str, mode: str | None = "A", **facts: Any) -> CertificateCrew:
    return CertificateCrew(
        vessel_id="V1",
        mode=OperatingMode(mode) if mode else None,
        alternatives=tuple(dict(crew(text)) for text in texts),
        **facts,
    )


def needed(*entries: CertificateCrew, **trip: Any) -> Any:
    return requirement(SHIP, certificate_crews=entries, **{**LADEN, **trip})


def test_the_entered_crew_binds_instead_of_the_table() -> None:
    found = needed(entry("1SF 1StM 1BM 1MA"))
    assert crews(found) == [crew("1SF 1StM 1BM 1MA")]
    assert "§ 96" in found.derivation[0].citation
    assert not any(note.severity is Severity.WARNING for note in found.notes)


def test_entered_alternatives_are_all_lawful_and_the_first_is_planned() -> None:
    found = needed(entry("1SF 1BM 2MA", "1SF 1StM 2MA"))
    assert crews(found) == [crew("1SF 1BM 2MA"), crew("1SF 1StM 2MA")]
    assert set(found.statutory) <= set(found.alternatives)


def test_a_crew_above_the_table_is_not_thinned_out_by_exchanges() -> None:
    assert options(needed(entry("1SF 1StM 2MA"))) == []


def test_a_crew_equal_to_the_table_keeps_its_exchanges() -> None:
    assert len(options(needed(entry(TABLE)))) == 3


@pytest.mark.parametrize("lower", ["1SF 1MA", "1SF 2MA", "1SF 1StM 1LM"])
def test_a_crew_below_the_table_binds_with_a_warning(lower: str) -> None:
    found = needed(entry(lower))
    assert crews(found) == [crew(lower)]
    [warning] = [note for note in found.notes if note.severity is Severity.WARNING]
    assert "niedriger als die Tabelle" in warning.text.de
    assert "§ 96" in warning.citation


@pytest.mark.parametrize("higher", ["1SF 1StM 1BM", "2SF 1MA", "1SF 2StM"])
def test_a_higher_function_is_not_below_the_table(higher: str) -> None:
    found = needed(entry(higher))
    assert not any(note.severity is Severity.WARNING for note in found.notes)


def test_the_last_day_of_the_document_still_counts() -> None:
    paper = entry("1SF 1StM 2MA", valid_until=date(2026, 6, 1))
    assert crews(needed(paper, day=date(2026, 6, 1))) == [crew("1SF 1StM 2MA")]


def test_after_its_last_day_the_table_counts_with_a_note() -> None:
    paper = entry("1SF 1StM 2MA", valid_until=date(2026, 6, 1))
    found = needed(paper, day=date(2026, 6, 2))
    assert crews(found) == [crew(TABLE)]
    [note] = [n for n in found.notes if n.code == "manning.certificate_crew"]
    assert "01.06.2026" in note.text.de


@pytest.mark.parametrize(
    ("facts", "trip"),
    [
        ({"mode": "B"}, {}),
        ({"with_passengers": False}, {}),
        ({"zone": 3}, {}),
        ({"zone": 4}, {"zone": None}),
    ],
)
def test_an_entry_for_another_trip_does_not_bind(facts: dict[str, Any], trip: dict[str, Any]) -> None:
    found = needed(entry("1SF 1StM 3MA", **facts), **trip)
    assert crews(found) == [crew(TABLE)]
    assert any(n.code == "manning.certificate_crew" for n in found.notes)


def test_the_more_specific_entry_wins() -> None:
    found = needed(entry("1SF 1StM 2MA"), entry("1SF 1StM 3MA", with_passengers=True))
    assert crews(found) == [crew("1SF 1StM 3MA")]


def test_an_entry_without_a_mode_binds_in_every_mode_unless_one_names_it() -> None:
    general = entry("1SF 1StM 2MA", mode=None)
    assert crews(needed(general)) == [crew("1SF 1StM 2MA")]
    assert crews(needed(general, entry("1SF 1StM 3MA"))) == [crew("1SF 1StM 3MA")]


def test_a_ferry_paper_without_mode_binds_and_keeps_the_ferry_books() -> None:
    ship = vessel("passenger_ferry", passengers_max=100, standard="S1", crossing_minutes=11)
    found = requirement(ship, certificate_crews=(entry("1FF 2DM", mode=None),))
    assert crews(found) == [crew("1FF 2DM")]
    assert {p.also for p in found.statutory[0].places if p.function == "deckhand"} == {("ferry_apprentice",)}


@pytest.mark.parametrize("kind", ["convoy", "tug", "cabin", "other"])
def test_types_without_a_table_sail_with_the_entered_crew(kind: str) -> None:
    ship = vessel(kind, tonnage_t=1000)
    found = requirement(ship, mode="A", certificate_crews=(entry("1SF 1StM 1MA"),))
    assert crews(found) == [crew(TABLE)]
    assert not found.plan_bars
    assert any("nicht möglich" in note.text.de for note in found.notes)


def test_missing_table_facts_do_not_stop_an_entered_crew() -> None:
    ship = vessel("day_excursion")
    found = requirement(ship, certificate_crews=(entry(TABLE),), **LADEN)
    assert crews(found) == [crew(TABLE)]
    assert not found.plan_bars
    assert options(found) == []
    assert any("(passengers_max)" in note.text.de for note in found.notes)


def test_service_time_of_apprentices_binds_on_an_entered_crew_too() -> None:
    ship = vessel("motor_cargo", tonnage_t=400, power_kw=300, standard="S1")
    found = requirement(ship, mode="A", certificate_crews=(entry("1SF 2LM"),))
    assert {p.min_service_days for p in found.statutory[0].places if p.function == "apprentice"} == {720}


@pytest.mark.parametrize(("tonnage", "days", "age"), [(500, 720, 17), (250, None, None), (501, None, None)])
def test_they_bind_although_nobody_states_the_mode(tonnage: float, days: int | None, age: int | None) -> None:
    barge = vessel("towed_barge", tonnage_t=tonnage, unmet=frozenset())
    found = requirement(barge, mode=None, certificate_crews=(entry("1SF 1LM", mode=None),))
    (apprentice,) = [p for p in found.statutory[0].places if p.function == "apprentice"]
    assert (apprentice.min_service_days, apprentice.min_age) == (days, age)
    boatman = requirement(barge, mode=None, certificate_crews=(entry("1SF 1MA", mode=None),)).statutory[0].places[-1]
    assert boatman.min_age == 18
    assert any(
        "§ 104 Abs. 4" in step.citation
        for step in requirement(barge, mode=None, certificate_crews=(entry("1SF 1MA", mode=None),)).derivation
    )


def test_they_bind_although_a_permit_replaces_the_table() -> None:
    barge = vessel("towed_barge", tonnage_t=330, unmet=frozenset())
    permit = Permit(vessel_id="V1", paragraph="§ 104(7)")
    facts = {"mode": "A", "route_km": 12, "shuttle": True, "permits": (permit,)}
    found = requirement(barge, certificate_crews=(entry("1SF 1LM"),), **facts)
    assert {p.min_service_days for p in found.statutory[0].places if p.function == "apprentice"} == {720}
