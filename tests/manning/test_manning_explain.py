"""The derivation in words: cited, in both languages, without codes in the sentences."""

from __future__ import annotations

import pytest
from manning_build import requirement, vessel

from optimizer.findings import Text
from optimizer.manning import CrewRequirement, explain

FERRY = vessel("vehicle_ferry", tonnage_t=300, passengers_max=1100, engine_rooms=1)
SHIP = vessel("day_excursion", passengers_max=600, unmet=frozenset({"9"}))
TRIP = {"mode": "A", "with_passengers": True, "waterway": "Unterelbe"}
SAMPLES = [
    requirement(FERRY),
    requirement(SHIP, **TRIP),
    requirement(SHIP, mode="A", with_passengers=False),
    requirement(vessel("motor_cargo", tonnage_t=1200), mode="A", towed_vessels=2),
    requirement(vessel("passenger_boat"), mode="B", zone=1),
    requirement(vessel("tug", power_kw=100), mode="A"),
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
    for cited in (*needed.derivation, *needed.substitutions):
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
