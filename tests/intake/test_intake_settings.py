"""settings.toml: Land, readings, weights, and nothing else."""

from __future__ import annotations

import pytest
from intake_files import faults, only_fault, place, read

from optimizer.domain import Settings

NAME = "settings.toml"


def test_settings(tmp_path):
    text = 'land = "Hamburg"\n[readings]\nbreaks_in_rest = "rest"\n[weights]\novertime = 0\nnight = 10000\n'
    assert read(tmp_path, {NAME: text}).dataset.settings == Settings(
        land="HH", readings={"breaks_in_rest": "rest"}, weights={"overtime": 0, "night": 10000}
    )


@pytest.mark.parametrize(
    ("text", "is_duty"), [("travel_is_duty = false\n", False), ("travel_is_duty = true\n", True), ("", True)]
)
def test_travel_is_duty_unless_said_otherwise(tmp_path, text, is_duty):
    assert read(tmp_path, {NAME: text}).dataset.settings.travel_is_duty is is_duty


@pytest.mark.parametrize("text", ["", "# nur ein Kommentar\n", "\ufeff[weights]\n"])
def test_blank_settings_are_the_defaults(tmp_path, text):
    assert read(tmp_path, {NAME: text}).dataset.settings == Settings()


@pytest.mark.parametrize(
    ("text", "row", "column", "hint"),
    [
        ('land = "Hamburk"\n', 1, "land", "Hamburg"),
        ('\nlnd = "HH"\n', 2, "lnd", "land"),
        ('travel_is_duty = "nein"\n', 1, "travel_is_duty", "true"),
        ("travel_is_duty = 0\n", 1, "travel_is_duty", "false"),
        ("[weights]\ntravel_is_duty = true\n", 2, "travel_is_duty", "overtime"),
        ("[reading]\n", 1, "reading", "readings"),
        ('[readings]\nbreak_in_rest = "rest"\n', 2, "break_in_rest", "breaks_in_rest"),
        ('[readings]\nbreaks_in_rest = "maybe"\n', 2, "breaks_in_rest", "duty, rest"),
        ("[readings]\nbreaks_in_rest = true\n", 2, "breaks_in_rest", "duty, rest"),
        ("[weights]\novertme = 3\n", 2, "overtme", "overtime"),
        ("[weights]\novertime = 10001\n", 2, "overtime", "Zahl"),
        ("[weights]\novertime = -1\n", 2, "overtime", "Zahl"),
        ("[weights]\novertime = 1.5\n", 2, "overtime", "Zahl"),
        ("[weights]\novertime = true\n", 2, "overtime", "Zahl"),
        ('[weights]\novertime = "3"\n', 2, "overtime", "Zahl"),
        ("weights = 3\n", 1, "weights", "[weights]"),
        ("readings = []\n", 1, "readings", "[readings]"),
    ],
)
def test_faults_name_line_and_key(tmp_path, text, row, column, hint):
    error = only_fault(tmp_path, {NAME: text})
    assert place(error) == (NAME, row, column)
    assert hint in error.fix.de


@pytest.mark.parametrize(
    ("text", "row"), [("land = HH\n", 1), ("[weights]\novertime = 1\novertime = 2\n", 3), ("land\n", 1)]
)
def test_broken_toml_is_said_with_its_line(tmp_path, text, row):
    error = only_fault(tmp_path, {NAME: text})
    assert (error.row, error.code) == (row, "input.toml")


def test_faults_of_settings_and_tables_come_together(tmp_path):
    errors = faults(tmp_path, {NAME: "[weights]\novertme = 3\n", "crew.csv": b""})
    assert [e.file for e in errors] == ["crew.csv", NAME]
