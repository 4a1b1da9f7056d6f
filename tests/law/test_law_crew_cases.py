"""Crews worked out by hand at every bound of the tables, through planning and through checking."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from golden_facts import golden_instance

from optimizer.check.lawful import lawful_crew
from optimizer.domain import Function
from optimizer.manning import crew_requirements
from optimizer.terms import recognise

pytestmark = pytest.mark.law


def cases() -> list[dict[str, str]]:
    with (Path(__file__).parent / "crew_cases.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=";"))


def crew_of(text: str) -> dict[Function, int]:
    found = {}
    for part in text.split(" + "):
        word, number = part.split(":")
        found[Function(recognise("function", word))] = int(number)
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: f"{case['Paragraf']}-{case['Stufe']}")
def test_crew_at_a_bound(case: Mapping[str, str]) -> None:
    instance, shift = golden_instance(json.loads(case["Angaben"]))
    crew = crew_of(case["Besatzung"])
    (requirement,) = crew_requirements(instance, shift)
    assert requirement.statutory[-1].functions() == crew
    assert lawful_crew(instance, shift, crew)
    for function in crew:
        assert not lawful_crew(instance, shift, {**crew, function: crew[function] - 1})
