"""Ids that are not there: one fault for one cause, with the remedy that fits it."""

from __future__ import annotations

import pytest
from intake_files import GOOD, faults, only_fault, place, read
from test_roster_read import ROSTER, changed, refused

PEOPLE = [f"0{n}" for n in range(201, 231)]
#: Every file whose rows name a person, with such a row.
ROWS = {
    "certificates.csv": ("crew_id;certificate;issued_on;valid_until", "{};Unionspatent;01.02.2020;"),
    "measures.csv": ("crew_id;kind;from;until", "{};suspended;01.12.2026;31.12.2026"),
    "absences.csv": ("crew_id;start;end;kind", "{};07.12.2026;08.12.2026;Urlaub"),
    "duties.csv": ("crew_id;start;end;kind", "{};05.12.2026 06:00;14:00;duty"),
    "assignments.csv": ("shift_id;crew_id;function", "N1;{};Matrose"),
    "wishes.csv": ("crew_id;kind;day", "{};free;07.12.2026"),
}


def table(name: str, ids: list[str]) -> str:
    head, row = ROWS[name]
    return "\n".join([head, *(row.format(crew_id) for crew_id in ids), ""])


def crew(ids: list[str]) -> str:
    return "\n".join(
        ["crew_id;name;birth_date;employment", *(f"{i};Person {n};01.05.1980;AN" for n, i in enumerate(ids, 1)), ""]
    )


def fleet(**files: str) -> dict[str, str]:
    return {"certificates.csv": table("certificates.csv", PEOPLE), "crew.csv": crew(PEOPLE), **files}


def short(ids: list[str]) -> list[str]:
    return [crew_id.lstrip("0") for crew_id in ids]


@pytest.mark.parametrize("name", list(ROWS))
def test_a_column_without_its_zeros_is_one_fault_with_the_right_ids(tmp_path, name):
    error = only_fault(tmp_path, fleet() | {name: table(name, short(PEOPLE))})
    assert place(error) == (name, 2, "crew_id") and error.code == "input.changed_ids"
    assert "30 Kennungen" in error.problem.de and "30 Zeilen, zuerst Zeile 2" in error.problem.de
    assert "201 → 0201, 202 → 0202" in error.fix.de and "als Text formatieren" in error.fix.de


def test_each_file_without_its_zeros_has_its_own_fault(tmp_path):
    errors = faults(tmp_path, fleet() | {name: table(name, short(PEOPLE)) for name in ROWS})
    assert [(e.file, e.code) for e in errors] == [(name, "input.changed_ids") for name in sorted(ROWS)]


def test_ids_of_shifts_and_vessels_lose_their_zeros_too(tmp_path):
    vessels = GOOD["vessels.csv"].replace("E1;", "007;").replace("F1;", "008;")
    shifts = GOOD["shifts.csv"].replace("E1;", "7;").replace("F1;", "8;")
    error = only_fault(tmp_path, {"vessels.csv": vessels, "shifts.csv": shifts})
    assert place(error) == ("shifts.csv", 2, "vessel_id") and "7 → 007, 8 → 008" in error.fix.de


def test_codes_that_became_dates_are_the_same_fault(tmp_path):
    shifts = GOOD["shifts.csv"].replace("N1;", "3-4;").replace("N2;", "5-6;").replace(";F1;", ";E1;")
    shifts = shifts.replace("2026-12-07T14:00;", "2026-12-07T14:00;A")
    wishes = "crew_id;kind;shift_id\n1001;want;03. Apr\n1002;want;05.06.2026\n"
    error = only_fault(tmp_path, {"shifts.csv": shifts, "wishes.csv": wishes})
    assert "03. Apr → 3-4, 05.06.2026 → 5-6" in error.fix.de


def test_where_the_crew_itself_lost_its_zeros_that_file_has_the_only_fault(tmp_path):
    files = {name: table(name, PEOPLE) for name in ("certificates.csv", "absences.csv", "wishes.csv")}
    error = only_fault(tmp_path, {"crew.csv": crew(short(PEOPLE)), **files})
    assert place(error) == ("crew.csv", 2, "crew_id") and "201 → 0201" in error.fix.de


def test_what_else_is_unknown_in_such_a_column_is_still_named(tmp_path):
    errors = faults(tmp_path, fleet() | {"absences.csv": table("absences.csv", [*short(PEOPLE), "9999"])})
    assert [(e.row, e.value, e.code) for e in errors] == [
        (2, "201", "input.changed_ids"),
        (32, "9999", "input.unknown_reference"),
    ]


def test_an_id_misspelt_in_the_crew_is_one_fault_a_file_and_names_the_row_of_the_crew(tmp_path):
    ids = ["0217" if crew_id == "0271" else crew_id for crew_id in PEOPLE]
    typed = ["0271" if crew_id == "0217" else crew_id for crew_id in PEOPLE]
    files = {name: table(name, ids) for name in ROWS}
    errors = faults(tmp_path, {**files, "crew.csv": crew(typed), "duties.csv": table("duties.csv", ids)})
    assert [e.file for e in errors] == sorted(ROWS)
    for error in errors:
        assert error.value == "0217" and "Meinten" not in error.fix.de
        assert "„0271“ (Person 17) in crew.csv, Zeile 18" in error.fix.de and "dort „0217“" in error.fix.de


def test_many_rows_with_one_unknown_id_are_counted(tmp_path):
    rows = [f"0999;{day:02d}.11.2026 06:00;14:00;duty" for day in range(1, 25)]
    error = only_fault(tmp_path, fleet() | {"duties.csv": "\n".join(["crew_id;start;end;kind", *rows, ""])})
    assert place(error) == ("duties.csv", 2, "crew_id")
    assert "24 Zeilen, zuerst Zeile 2" in error.problem.de and "concerns 24 rows" in error.problem.en


def test_where_several_people_are_named_nowhere_none_of_them_is_offered(tmp_path):
    text = table("certificates.csv", [*PEOPLE[:-2], "0999", "0999"]).replace(
        "0999;Unions", "0999;Radar;01.02.2020;\n0999;Unions", 1
    )
    errors = faults(tmp_path, fleet() | {"certificates.csv": text})
    assert all("bezieht sich nichts" not in e.fix.de for e in errors)


def test_an_id_misspelt_where_it_is_used_once_keeps_its_suggestion(tmp_path):
    error = only_fault(tmp_path, fleet() | {"wishes.csv": table("wishes.csv", ["O203"])})
    assert "Meinten Sie „0203“" in error.fix.de and "Zeilen" not in error.problem.de


def test_single_rows_without_zeros_keep_their_suggestion(tmp_path):
    error = only_fault(tmp_path, fleet() | {"wishes.csv": table("wishes.csv", ["203"])})
    assert "Meinten Sie „0203“" in error.fix.de


def test_ids_that_exist_are_never_taken_for_changed_ones(tmp_path):
    ids = [*PEOPLE, *short(PEOPLE)]
    assert read(tmp_path, {"crew.csv": crew(ids), "certificates.csv": table("certificates.csv", ids)}).dataset.crew


def test_thousands_of_unknown_ids_take_no_time_for_suggestions(tmp_path):
    ids = [f"x{n}" for n in range(5000)]
    assert len(faults(tmp_path, fleet() | {"wishes.csv": table("wishes.csv", ids)})) == 5000


@pytest.mark.parametrize(("column", "file"), [("Schicht-ID", "shifts.csv"), ("Personalnummer", "crew.csv")])
def test_an_unknown_id_of_a_roster_is_one_fault_with_its_rows(tmp_path, column, file):
    errors = refused(changed(tmp_path, lambda row: row.update({column: "X"}) if row[column] else None))
    (error,) = [e for e in errors if e.column == column]
    assert error.row == 2 and file in error.problem.de
    assert "Zeilen, zuerst Zeile 2" in error.problem.de
    assert len(ROSTER.rows) > 2


def test_a_fault_of_a_single_row_has_no_count(tmp_path):
    assert "Zeilen" not in only_fault(tmp_path, {"wishes.csv": "crew_id;kind;day\nX;free;07.12.2026\n"}).problem.de
