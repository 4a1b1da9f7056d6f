"""Who is concerned by law that is not checked yet is told, each once."""

from __future__ import annotations

import pytest
from intake_files import GOOD, read

from optimizer.findings import Severity
from optimizer.law import load_rulebook


def told(result) -> list:
    return [notice for notice in result.notices if notice.code == "input.not_checked"]


def crew(heading: str, *cells: str) -> str:
    lines = GOOD["crew.csv"].splitlines()
    return "\n".join(
        [f"{lines[0]};{heading}", *(f"{line};{cell}" for line, cell in zip(lines[1:], cells, strict=True)), ""]
    )


@pytest.mark.parametrize(
    "column", ["expected_birth", "birth_on", "nursing_until", "Entbindung erwartet", "Nursing Until"]
)
def test_every_mother_is_named_once(tmp_path, column):
    (notice,) = told(read(tmp_path, {"crew.csv": crew(column, "", "01.03.2027")}))
    assert notice.severity is Severity.INFO and notice.crew_id == "1002"
    assert "Anna Brandt" in notice.text.de and "MuSchG" in notice.citation
    assert len(told(read(tmp_path, {"crew.csv": crew(column, "01.03.2027", "01.03.2027")}))) == 2


def test_two_dates_of_one_person_are_one_notice(tmp_path):
    assert len(told(read(tmp_path, {"crew.csv": crew("expected_birth;birth_on", ";", "01.03.2027;03.03.2027")}))) == 1


@pytest.mark.parametrize(("answer", "count"), [("nein", 1), ("ja", 0), ("", 0)])
def test_a_vessel_that_is_not_commercial_is_named(tmp_path, answer, count):
    vessels = f"vessel_id;name;type;commercial\nE1;MS Elbe;day_excursion;{answer}\nF1;B;passenger_ferry;ja\n"
    found = told(read(tmp_path, {"vessels.csv": vessels}))
    assert [notice.vessel_id for notice in found] == ["E1"] * count
    assert all("§ 1(1)" in notice.citation and "MS Elbe" in notice.text.de for notice in found)


def test_the_self_employed_have_no_working_time_law(tmp_path):
    vessels = "vessel_id;name;type;commercial\nE1;A;day_excursion;nein\nF1;B;passenger_ferry;ja\n"
    people = GOOD["crew.csv"].replace("angestellt", "SE")
    assert told(read(tmp_path, {"vessels.csv": vessels, "crew.csv": people})) == []


@pytest.mark.parametrize("citation", ["MuSchG §§ 3-6", "BinSchArbZV § 1(1), ArbZG §§ 3-11"])
def test_what_is_told_is_still_not_checked(citation):
    """Once it is checked, the notice has to go."""
    assert any(citation in text.de for text in load_rulebook().not_yet_checked())
