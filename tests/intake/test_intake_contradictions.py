"""Entries that cannot both be true, dates that cannot be, and numbers below zero."""

from __future__ import annotations

import pytest
from intake_files import GOOD, only_fault, place, read

from optimizer.intake.tables import TABLES

CREW = "crew_id;name;birth_date;employment{0}\n1001;Jörg Fuß;{1};angestellt{2}\n1002;Anna Brandt;12.03.1990;SE{3}\n"


def crew(born: str, column: str = "", cell: str = "") -> str:
    return CREW.format(f";{column}", born, f";{cell}", ";") if column else CREW.format("", born, "", "")


@pytest.mark.parametrize("born", ["08.12.2026", "01.05.2068", "01.01.2100"])
def test_nobody_is_born_after_the_first_shift(tmp_path, born):
    error = only_fault(tmp_path, {"crew.csv": crew(born)})
    assert place(error) == ("crew.csv", 2, "birth_date") and error.code == "input.birth_date"
    assert "07.12.2026" in error.problem.de


@pytest.mark.parametrize(
    ("born", "age"),
    [
        ("07.12.2026", "0 Jahre"),
        ("07.12.2025", "1 Jahr alt"),
        ("08.12.2012", "13 Jahre"),
        ("06.12.1915", "111 Jahre"),
        ("01.01.1900", "126 Jahre"),
    ],
)
def test_an_age_that_hardly_works_on_board_is_a_notice(tmp_path, born, age):
    (notice,) = read(tmp_path, {"crew.csv": crew(born)}).notices
    assert notice.code == "input.age" and notice.crew_id == "1001"
    assert "Jörg Fuß" in notice.text.de and age in notice.text.de and "Zeile 2" in notice.text.de


@pytest.mark.parametrize("born", ["07.12.2012", "08.12.1915"])
def test_other_ages_are_believed(tmp_path, born):
    assert read(tmp_path, {"crew.csv": crew(born)}).notices == ()


@pytest.mark.parametrize(
    "column",
    [
        "entry_on", "exit_on", "crew_since", "training_contract_until", "final_exam_on", "safety_training_on",
        "expected_birth", "birth_on", "child_on_board_birth_date",
    ],
)  # fmt: skip
def test_nothing_happens_to_a_person_before_birth(tmp_path, column):
    error = only_fault(tmp_path, {"crew.csv": crew("01.05.1968", column, "30.04.1968")})
    assert place(error) == ("crew.csv", 2, column) and "birth_date" in error.problem.de
    assert read(tmp_path, {"crew.csv": crew("01.05.1968", column, "01.05.1988")}).dataset.crew


def vessels(**cells: str) -> str:
    first = f"E1;MS Elbe;Tagesausflugsschiff;{';'.join(cells.values())}"
    return f"vessel_id;name;type;{';'.join(cells)}\n{first}\nF1;B;Personenfähre{';' * len(cells)}\n"


@pytest.mark.parametrize(("passengers", "persons"), [("121", "120"), ("250", "25"), ("1", "0")])
def test_more_passengers_than_persons_is_a_fault_that_names_both(tmp_path, passengers, persons):
    error = only_fault(tmp_path, {"vessels.csv": vessels(passengers_max=passengers, persons_max=persons)})
    assert place(error) == ("vessels.csv", 2, "passengers_max") and error.code == "input.contradiction"
    assert f"„passengers_max“ ({passengers})" in error.problem.de
    assert f"„persons_max“ ({persons})" in error.problem.de


@pytest.mark.parametrize(("passengers", "persons"), [("120", "120"), ("120", "130"), ("120", ""), ("", "5")])
def test_other_numbers_of_people_are_fine(tmp_path, passengers, persons):
    assert read(tmp_path, {"vessels.csv": vessels(passengers_max=passengers, persons_max=persons)}).dataset.vessels


def test_no_more_beds_are_occupied_than_there_are(tmp_path):
    shifts = (
        GOOD["shifts.csv"]
        .replace("mode\n", "mode;beds_occupied\n")
        .replace(";A\n", ";A;{}\n")
        .replace("14:00;\n", "14:00;;\n")
    )
    error = only_fault(tmp_path, {"vessels.csv": vessels(beds="10"), "shifts.csv": shifts.format("11")})
    assert place(error) == ("shifts.csv", 2, "beds_occupied")
    assert "11" in error.problem.de and "10" in error.problem.de and "beds" in error.fix.de
    assert read(tmp_path, {"vessels.csv": vessels(beds="10"), "shifts.csv": shifts.format("10")}).dataset.shifts
    assert read(tmp_path, {"vessels.csv": vessels(beds=""), "shifts.csv": shifts.format("11")}).dataset.shifts


#: Every column of numbers: its file and name.
NUMBERS = [
    (table.name, column.name)
    for table in TABLES.values()
    for column in table.columns
    if any(
        word in column.kind.label.en for word in ("whole number", "number, comma", "amount", "hours, e.g.", "zone 1")
    )
]
ROWS = {
    "vessels": ("vessel_id;name;type", "E1;A;day_excursion", "F1;B;passenger_ferry"),
    "shifts": ("shift_id;vessel_id;start;end;mode", "N1;E1;07.12.2026 22:00;06:00;A", "N2;F1;07.12.2026 06:00;14:00;"),
    "crew": ("crew_id;name;birth_date;employment", "1001;A;01.05.1968;AN", "1002;B;12.03.1990;SE"),
    "certificates": ("crew_id;certificate;issued_on", "1001;Unionspatent;01.02.2020", "1002;Unionspatent;01.02.2020"),
    "certificate_crews": ("vessel_id;mode;crew", "E1;A;Schiffsführer:1", "E1;B;Schiffsführer:1"),
}


@pytest.mark.parametrize("cell", ["-5", "- 5", "−5", "–5", "5-", "-1.200", "-5,5"])
@pytest.mark.parametrize(("table", "column"), NUMBERS)
def test_a_number_below_zero_is_called_negative(tmp_path, table, column, cell):
    head, first, second = ROWS[table]
    error = only_fault(tmp_path, {f"{table}.csv": f"{head};{column}\n{first};{cell}\n{second};\n"})
    assert place(error) == (f"{table}.csv", 2, column) and error.code == "input.negative"
    assert "nicht negativ" in error.problem.de and "not be negative" in error.problem.en


def test_all_columns_of_numbers_are_tried():
    assert len(NUMBERS) > 15 and {table for table, _ in NUMBERS} <= set(ROWS)


@pytest.mark.parametrize("cell", ["-38:30", "-5 €"])
def test_hours_and_money_below_zero_too(tmp_path, cell):
    column = "day_rate" if "€" in cell else "contract_hours_week"
    assert only_fault(tmp_path, {"crew.csv": crew("01.05.1968", column, cell)}).code == "input.negative"


@pytest.mark.parametrize("cell", ["-", "minus 5", "-x", "5-6"])
def test_what_is_no_number_at_all_is_still_called_so(tmp_path, cell):
    assert only_fault(tmp_path, {"crew.csv": crew("01.05.1968", "day_rate", cell)}).code == "input.number"
