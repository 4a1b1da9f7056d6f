"""The crew tables of the ordinance, cell by cell against the project's own copy of the figures."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

import pytest

from optimizer.law import load_rulebook
from optimizer.terms import recognise

RULES = {
    "§ 104": "manning.towed_barge",
    "§ 105": "manning.motor_cargo",
    "§ 106": "manning.convoy",
    "§ 107": "manning.tug",
    "§ 108": "manning.day_excursion",
    "§ 109": "manning.cabin",
    "§ 112": "manning.passenger_ferry",
    "§ 113": "manning.vehicle_ferry",
}


def table() -> list[dict[str, str]]:
    with (Path(__file__).parent / "crew_tables.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter=";"))


def crew_of(text: str) -> dict[str, int]:
    """``Schiffsführer:1 + Matrose:2`` by function."""
    found = {}
    for part in text.split(" + "):
        word, number = part.split(":")
        function = recognise("function", word)
        assert function is not None
        found[function] = int(number)
    return found


@pytest.mark.parametrize("row", table(), ids=lambda row: f"{row['Paragraf']}-{row['Stufe']}-{row['Spalte']}")
def test_every_cell_of_the_crew_tables(row: Mapping[str, str]) -> None:
    steps = load_rulebook().rule(RULES[row["Paragraf"]]).versions[-1].values["steps"]
    crews = next(step["crew"] for step in steps if step["step"] == row["Stufe"])
    assert crews[row["Spalte"] or "any"] == [crew_of(row["Besatzung"])]


def test_there_is_no_row_or_column_beyond_the_copy() -> None:
    copied = {(RULES[row["Paragraf"]], row["Stufe"], row["Spalte"] or "any") for row in table()}
    held = {
        (rule_id, step["step"], column)
        for rule_id in RULES.values()
        for step in load_rulebook().rule(rule_id).versions[-1].values["steps"]
        for column in step["crew"]
    }
    assert held == copied
