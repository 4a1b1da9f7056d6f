"""The derivation in words: cited, in both languages, without codes in the sentences."""

from __future__ import annotations

import pytest
from manning_build import requirement, span, vessel, watch_plan

from optimizer.domain import ConvoyLead, Permit, TowPosition
from optimizer.findings import Text
from optimizer.manning import CrewRequirement, explain

FERRY = vessel("vehicle_ferry", tonnage_t=300, passengers_max=1100, engine_rooms=1)
SHIP = vessel("day_excursion", passengers_max=600, unmet=frozenset({"9"}))
TRIP = {"mode": "A", "with_passengers": True, "waterway": "Unterelbe"}
CONVOY = vessel("convoy", lead=ConvoyLead.PUSHER, lighter_lengths_m=(32.5, 24.0, 24.0), length_m=100)
CABIN = vessel("cabin", beds=80, features={"lng": True})
NIGHT = {
    "mode": "D",
    "with_passengers": True,
    "interval": span("2026-06-01 06:00", "2026-06-02 06:00"),
    "watch_plan": "W",
    "watch_plans": watch_plan(one="03:00-15:00", two="15:00-01:00"),
}
SHUTTLE = {"route_km": 12.5, "shuttle": True, "tow_position": TowPosition.ALONGSIDE_TUG}
PERMIT = Permit(vessel_id="V1", paragraph="§ 117(1)")
SAMPLES = [
    requirement(FERRY),
    requirement(SHIP, **TRIP),
    requirement(SHIP, mode="A", with_passengers=False),
    requirement(vessel("motor_cargo", tonnage_t=1200), mode="A", towed_vessels=2),
    requirement(vessel("passenger_boat"), mode="B", zone=1),
    requirement(vessel("tug", power_kw=100), mode="A"),
    requirement(CONVOY, mode="D", zone=4),
    requirement(vessel("harbour_tug"), mode="A"),
    requirement(CABIN, **NIGHT, beds_occupied=20, bunkering=True),
    requirement(vessel("towed_barge", tonnage_t=140), mode="A", **SHUTTLE),
    requirement(vessel("convoy", lead=ConvoyLead.MOTOR_VESSEL, lighters=4), mode="A"),
    requirement(vessel("convoy"), mode="A"),
    requirement(vessel("motor_cargo", tonnage_t=1500), mode="A", permits=(PERMIT,)),
    requirement(vessel("other"), mode="A"),
]


def _texts(needed: CrewRequirement) -> list[Text]:
    findings = [*needed.notes, *needed.plan_bars]
    return [step.text for step in needed.derivation] + [finding.text for finding in findings]


@pytest.mark.parametrize("needed", SAMPLES)
def test_every_step_and_rule_finding_is_cited(needed: CrewRequirement) -> None:
    assert all("§" in step.citation and step.rule_id for step in needed.derivation)
    for finding in (*needed.notes, *needed.plan_bars):
        assert "§" in finding.citation or finding.code.endswith("not_supported")
        assert finding.vessel_id == "V1"
        assert finding.shift_id == "S1"


@pytest.mark.parametrize("needed", SAMPLES)
def test_sentences_hold_no_rule_codes_and_both_languages_differ(needed: CrewRequirement) -> None:
    for text in _texts(needed):
        assert "manning." not in text.de + text.en
        assert "§" not in text.de
        assert text.de != text.en


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("needed", SAMPLES)
def test_explanation_tells_everything_the_requirement_holds(needed: CrewRequirement, lang: str) -> None:
    lines = "\n".join(explain(needed, lang))
    for text in _texts(needed):
        assert text.in_language(lang) in lines
    for cited in (*needed.derivation, *needed.substitutions, *needed.on_duty):
        assert cited.citation in lines
    assert "{" not in lines


def test_explanation_of_a_day_excursion_vessel() -> None:
    lines = explain(requirement(SHIP, persons_aboard=251, **TRIP), "de")
    assert lines[0] == "Fahrt 01.06. 06:00 – 01.06. 14:00"
    assert lines[1] == "Mindestbesatzung: 1 × Schiffsführer + 1 × Steuermann + 2 × Matrose"
    assert any(line.startswith("  2. Ausrüstung Nr. 9 fehlt") for line in lines)
    assert any("2 × Ersthelfer" in line and "[BinSchPersV § 110" in line for line in lines)


def test_explanation_of_a_vessel_without_a_crew() -> None:
    lines = explain(SAMPLES[-1], "en")
    assert "Minimum crew: cannot be determined" in lines
    assert any(line.startswith("May not sail") for line in lines)


def test_explanation_of_a_convoy() -> None:
    lines = explain(requirement(CONVOY, mode="D", zone=4), "de")
    assert lines[1] == "Mindestbesatzung: 2 × Schiffsführer + 1 × Steuermann + 3 × Matrose + 1 × Maschinenkundiger"
    assert "(aufgerundet von 7/6)" in lines[3]
    assert "Stufe 3 bei Schubboot + 2 Schubleichter, 100 m Länge" in lines[4]
    assert "Zone 4: Stufe 3a statt 3" in lines[5]


def test_explanation_of_who_is_on_duty() -> None:
    lines = explain(requirement(CABIN, **NIGHT), "de")
    assert any(line.startswith("Jederzeit im Dienst (01.06. 23:00 – 02.06. 06:00): 2 × Person") for line in lines)
    assert any("keine Wache im Dienst" in line and line.startswith("Darf nicht fahren") for line in lines)
