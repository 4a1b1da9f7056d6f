"""A table that lies in the folder under another name or as a workbook."""

from __future__ import annotations

import pytest
from intake_files import GOOD, faults, only_fault, place, read

from optimizer.intake.tables import TABLES
from optimizer.terms import normalise

OPTIONAL = [table for table in TABLES.values() if not table.required]
WORKBOOK = b"PK\x03\x04" + b"\x00" * 40


@pytest.mark.parametrize("ending", ["xlsx", "XLSX", "xls", "ods", "csv.xlsx", "numbers"])
@pytest.mark.parametrize("name", list(GOOD))
def test_a_workbook_in_place_of_a_file_is_to_be_saved_as_csv(tmp_path, name, ending):
    file = name.replace("csv", ending)
    error = only_fault(tmp_path, {name: None, file: WORKBOOK})
    assert place(error) == (name, None, "") and error.code == "input.file_missing"
    assert file in error.problem.de and file in error.problem.en
    assert f"„CSV UTF-8“ unter dem Namen {name}" in error.fix.de


@pytest.mark.parametrize(
    "file",
    [
        "Besatzung.csv",
        "besatzung.CSV",
        "Personal.csv",
        "Mannschaft.csv",
        "Besatzung KW 50.csv",
        "crew.txt",
        "crew.csv.txt",
        "crew (2).csv",
    ],
)
def test_a_file_under_a_german_or_another_name_is_to_be_renamed(tmp_path, file):
    error = only_fault(tmp_path, {"crew.csv": None, file: GOOD["crew.csv"]})
    assert place(error) == ("crew.csv", None, "")
    assert file in error.problem.de and error.fix.de == f"„{file}“ in crew.csv umbenennen."


@pytest.mark.parametrize("name", list(GOOD))
def test_the_title_of_every_required_file_is_recognised(tmp_path, name):
    table = TABLES[name.removesuffix(".csv")]
    for word in (table.title.de, *table.also):
        folder = tmp_path / word
        folder.mkdir()
        error = only_fault(folder, {name: None, f"{word}.csv": GOOD[name]})
        assert f"„{word}.csv“ in {name} umbenennen" in error.fix.de


@pytest.mark.parametrize("table", OPTIONAL, ids=lambda table: table.name)
def test_an_optional_table_under_another_name_is_not_passed_over(tmp_path, table):
    """Leave or fixed assignments that nobody reads would make a wrong plan."""
    for file, word in [(f"{table.name}.xlsx", "speichern"), (f"{table.also[0]}.csv", "umbenennen")]:
        folder = tmp_path / file
        folder.mkdir()
        error = only_fault(folder, {file: WORKBOOK})
        assert error.file == table.file and file in error.problem.de and word in error.fix.de


def test_beside_the_file_itself_the_workbook_is_only_a_notice(tmp_path):
    (notice,) = read(tmp_path, {"crew.xlsx": WORKBOOK}).notices
    assert "Arbeitsmappe „crew.xlsx“" in notice.text.de


def test_a_workbook_of_any_name_is_named_where_files_are_missing(tmp_path):
    errors = faults(tmp_path, {"crew.csv": None, "shifts.csv": None, "Daten 2026.xlsx": WORKBOOK})
    named = {e.file: e.fix.de for e in errors if e.code == "input.file_missing"}
    assert set(named) == {"crew.csv", "shifts.csv"}
    assert all("Daten 2026.xlsx" in fix for fix in named.values())


def test_other_files_stay_what_they_are(tmp_path):
    assert "liegt" not in only_fault(tmp_path, {"crew.csv": None, "crew.pdf": "x"}).problem.de


def test_no_name_stands_for_two_tables():
    words = [normalise(word) for table in TABLES.values() for word in (table.name, table.title.de, *table.also)]
    assert len(words) == len(set(words))
