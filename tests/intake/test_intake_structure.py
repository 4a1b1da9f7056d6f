"""Encodings, separators, quotes, line ends, headings, rows: the shape of a file."""

from __future__ import annotations

import pytest
from intake_files import GOOD, faults, more, only_fault, place, read

CREW = GOOD["crew.csv"]


def names(result) -> list[str]:
    return [person.name for person in result.dataset.crew.values()]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le-mark", "utf-16-be-mark"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\r\r\n"])
def test_encodings_separators_and_line_ends(tmp_path, encoding, separator, end):
    text = more("crew.csv", "1003;Straße – Büro;01.01.1990;AN").replace(";", separator).replace("\n", end)
    marks = {"utf-16-le-mark": ("utf-16-le", b"\xff\xfe"), "utf-16-be-mark": ("utf-16-be", b"\xfe\xff")}
    codec, mark = marks.get(encoding, (encoding, b""))
    assert names(read(tmp_path, {"crew.csv": mark + text.encode(codec)})) == [
        "Jörg Fuß",
        "Anna Brandt",
        "Straße – Büro",
    ]


@pytest.mark.parametrize("codec", ["cp850", "mac-roman"])
@pytest.mark.parametrize("name", ["Müller", "Jörg", "Häring"])
def test_other_encodings_are_named_and_refused(tmp_path, codec, name):
    content = more("crew.csv", f"1003;{name};01.01.1990;AN").replace("Jörg Fuß", "Kim").encode(codec)
    error = only_fault(tmp_path, {"crew.csv": content})
    assert error.code == "input.encoding" and error.row == 4
    assert "UTF-8" in error.problem.de


@pytest.mark.parametrize("text", ["MÃ¼ller", "JÃ¶rg", "KÃ¶lnâ€“MÃ¼lheim"])
def test_text_damaged_earlier_is_refused(tmp_path, text):
    error = only_fault(tmp_path, {"crew.csv": more("crew.csv", f"1003;{text};01.01.1990;AN")})
    assert error.code == "input.encoding" and error.row == 4


def test_control_characters_are_refused(tmp_path):
    assert only_fault(tmp_path, {"crew.csv": more("crew.csv", "1003;M\x81ller;01.01.1990;AN")}).code == "input.encoding"
    assert only_fault(tmp_path, {"crew.csv": CREW.encode("utf-16-le")}).code == "input.encoding"


def test_czech_and_polish_names_are_names(tmp_path):
    text = more("crew.csv", "1003;Dušan Žižka;01.01.1990;AN", "1004;Łukasz Gołąb;01.01.1990;AN")
    assert names(read(tmp_path, {"crew.csv": text}))[2:] == ["Dušan Žižka", "Łukasz Gołąb"]
    windows = more("crew.csv", "1003;Dušan Škoda;01.01.1990;AN").encode("cp1252")
    assert names(read(tmp_path, {"crew.csv": windows}))[2:] == ["Dušan Škoda"]


def test_a_workbook_is_recognised(tmp_path):
    error = only_fault(tmp_path, {"crew.csv": b"PK\x03\x04" + b"\x00" * 50})
    assert error.code == "input.workbook" and "CSV" in error.fix.de


def test_the_line_that_names_the_separator_is_understood(tmp_path):
    assert names(read(tmp_path, {"crew.csv": "sep=,\n" + CREW.replace(";", ",")})) == ["Jörg Fuß", "Anna Brandt"]


def test_another_separator_says_which_columns_are_missing(tmp_path):
    errors = faults(tmp_path, {"crew.csv": CREW.replace(";", "^")})
    assert {e.column for e in errors if e.code == "input.column_missing"} >= {
        "crew_id",
        "name",
        "birth_date",
        "employment",
    }
    assert all("Tabulator" in e.fix.de for e in errors if e.code == "input.column_missing")


@pytest.mark.parametrize(
    "headings",
    [
        "CREW_ID;Name;Birth Date;EMPLOYMENT", "Personalnummer;Name;Geburtsdatum;Beschäftigung",
        "personal-nr;NAME;geburtsdatum;Beschaeftigung", "\ufeffcrew_id; name;\u00a0birth_date ;employment\u200b",
        "Personal Nr.;Name;Geboren;Beschäftigung", '"crew_id";"name";"birth_date";"employment"',
    ],
)  # fmt: skip
def test_headings_in_both_languages_and_any_case(tmp_path, headings):
    text = "\n".join([headings, *CREW.splitlines()[1:]])
    assert names(read(tmp_path, {"crew.csv": text})) == ["Jörg Fuß", "Anna Brandt"]


def test_columns_in_any_order(tmp_path):
    text = "employment;birth_date;name;crew_id\nAN;01.05.1968;Jörg Fuß;1001\nSE;12.03.1990;Anna Brandt;1002\n"
    assert names(read(tmp_path, {"crew.csv": text})) == ["Jörg Fuß", "Anna Brandt"]


def test_surplus_separators_at_the_end_of_rows_shift_nothing(tmp_path):
    text = CREW.replace("\n", ";\n").replace("employment;", "employment")
    people = read(tmp_path, {"crew.csv": text}).dataset.crew
    assert people["1001"].name == "Jörg Fuß"
    text = CREW.replace("\n", ";;;\n")
    assert set(read(tmp_path, {"crew.csv": text}).dataset.crew) == {"1001", "1002"}


def test_rows_too_long_and_too_short_are_both_named(tmp_path):
    errors = faults(tmp_path, {"crew.csv": more("crew.csv", "1003;Ahrens;Kim;01.01.1990;AN", "1004;Brandt")})
    assert [(e.row, e.code) for e in errors] == [(4, "input.row_length"), (5, "input.row_length")]


def test_a_decimal_comma_between_commas_is_a_row_too_long(tmp_path):
    text = "crew_id,name,birth_date,employment,contract_hours_week\n1001,A,01.05.1968,AN,38,5\n1002,B,12.03.1990,SE,\n"
    assert only_fault(tmp_path, {"crew.csv": text}).code == "input.row_length"
    assert (
        read(tmp_path, {"crew.csv": text.replace("38,5", '"38,5"')}).dataset.crew["1001"].contract_minutes_week == 2310
    )


@pytest.mark.parametrize("heading", ["name", "Name", " NAME "])
def test_the_same_heading_twice_is_refused(tmp_path, heading):
    text = (
        CREW.replace("employment\n", f"employment;{heading}\n")
        .replace("angestellt", "angestellt;X")
        .replace("self_employed", "SE;Y")
    )
    error = only_fault(tmp_path, {"crew.csv": text})
    assert place(error) == ("crew.csv", 1, heading.strip())
    assert error.code == "input.heading_twice"


def test_german_and_english_heading_of_one_column_are_the_same_heading(tmp_path):
    text = (
        CREW.replace("employment\n", "employment;Geburtsdatum\n")
        .replace("angestellt", "angestellt;")
        .replace("self_employed", "SE;")
    )
    assert only_fault(tmp_path, {"crew.csv": text}).code == "input.heading_twice"


def test_an_unclosed_quote_names_the_row_it_opens_in(tmp_path):
    rows = [f"{n};Kim {n};01.01.1990;AN" for n in range(2000, 2040)]
    rows[1] = '7;"MS Hafen;01.01.1990;AN'
    error = only_fault(tmp_path, {"crew.csv": more("crew.csv", *rows)})
    assert (error.row, error.code) == (5, "input.quotes")
    assert "Zeile 5" in error.problem.de


def test_an_unclosed_quote_that_meets_another_one_is_still_found(tmp_path):
    text = more("crew.csv", '7;"Hafen;01.01.1990;AN', '8;Kim "Bo" Li;01.01.1990;AN', '9;"Ute";01.01.1990;AN')
    assert only_fault(tmp_path, {"crew.csv": text}).row == 4


def test_a_quoted_cell_may_hold_a_line_end_and_counts_as_one_row(tmp_path):
    text = more("crew.csv", '1003;"Kim\nBo";01.01.1990;AN', "1004;Li;31.02.1990;AN")
    assert place(only_fault(tmp_path, {"crew.csv": text})) == ("crew.csv", 5, "birth_date")


def test_a_quote_inside_a_text_is_a_text(tmp_path):
    assert 'MS "Elbe" II' in names(read(tmp_path, {"crew.csv": more("crew.csv", '1003;MS "Elbe" II;01.01.1990;AN')}))


def test_rows_of_separators_are_no_people(tmp_path):
    text = CREW + ";;;\n" * 10 + "\n   \n" + "\u00a0;;;\n"
    assert set(read(tmp_path, {"crew.csv": text}).dataset.crew) == {"1001", "1002"}


@pytest.mark.parametrize("row", ["Summe;;;", "Summe;2;;", "GESAMT;;12,5;", ";Summe;;3"])
def test_a_total_is_a_fault_and_no_record(tmp_path, row):
    error = only_fault(tmp_path, {"crew.csv": more("crew.csv", row)})
    assert (error.row, error.code) == (4, "input.total_row")


def test_somebody_may_be_called_like_a_total(tmp_path):
    assert "Summe" in read(tmp_path, {"crew.csv": more("crew.csv", "Summe;Kim;01.01.1990;AN")}).dataset.crew


@pytest.mark.parametrize("content", ["", "\n\n", "\ufeff", ";;;\n;;;\n", "   \n"])
@pytest.mark.parametrize("name", list(GOOD))
def test_an_empty_file_says_so(tmp_path, name, content):
    error = only_fault(tmp_path, {name: content})
    assert (error.file, error.code) == (name, "input.empty_file")


@pytest.mark.parametrize("name", list(GOOD))
def test_headings_alone_are_not_enough(tmp_path, name):
    error = next(e for e in faults(tmp_path, {name: GOOD[name].splitlines()[0]}) if e.file == name)
    assert error.code == "input.no_rows"


def test_headings_alone_are_fine_where_the_file_is_optional(tmp_path):
    assert read(tmp_path, {"absences.csv": "crew_id;start;end;kind\n"}).dataset.absences == ()


def test_fifty_good_rows_do_not_save_a_bad_one(tmp_path):
    rows = [f"{n};Kim {n};01.01.1990;AN" for n in range(2000, 2050)]
    errors = faults(tmp_path, {"crew.csv": more("crew.csv", *rows, "3000;Bo;31.02.1990;AN", "3001;Li;x;AN")})
    assert [e.row for e in errors] == [54, 55]


@pytest.mark.parametrize(("name", "row", "column"), [("crew.csv", "1001;Kim;01.01.1990;AN", "crew_id"), ("vessels.csv", "E1;MS Alster;cabin;;;;;", "vessel_id"),
                                                     ("shifts.csv", "N1;E1;09.12.2026 06:00;14:00;A", "shift_id")])  # fmt: skip
def test_a_key_twice_names_both_rows(tmp_path, name, row, column):
    error = only_fault(tmp_path, {name: more(name, row)})
    assert place(error) == (name, 4, column)
    assert "Zeile 2" in error.problem.de and "Zeile 4" in error.problem.de


def test_unknown_references_are_refused_with_the_nearest_name(tmp_path):
    error = only_fault(tmp_path, {"shifts.csv": more("shifts.csv", "N3;MS Elbee;09.12.2026 06:00;14:00;A")})
    assert place(error) == ("shifts.csv", 4, "vessel_id")
    assert "„E1“ (MS Elbe)" in error.fix.de


def test_a_reference_without_any_likeness_has_no_suggestion(tmp_path):
    error = only_fault(tmp_path, {"shifts.csv": more("shifts.csv", "N3;Zeppelin;09.12.2026 06:00;14:00;A")})
    assert "Meinten" not in error.fix.de


def test_an_unreadable_file_gives_no_faults_about_what_refers_to_it(tmp_path):
    error = only_fault(tmp_path, {"vessels.csv": b""})
    assert error.file == "vessels.csv"


def test_a_missing_key_column_gives_no_faults_about_what_refers_to_it(tmp_path):
    error = only_fault(tmp_path, {"vessels.csv": GOOD["vessels.csv"].replace("vessel_id", "Lfd")})
    assert place(error) == ("vessels.csv", 1, "vessel_id")


def test_a_row_with_a_fault_elsewhere_still_has_its_key(tmp_path):
    error = only_fault(tmp_path, {"vessels.csv": GOOD["vessels.csv"].replace("Tagesausflugsschiff", "Zeppelin")})
    assert place(error) == ("vessels.csv", 2, "type")


@pytest.mark.parametrize(
    ("heading", "guess"), [("Geburtsdtum", "Geburtsdatum"), ("employmnt", "employment"), ("birthdate_", "birth_date")]
)
def test_a_misspelt_heading_is_a_fault_with_a_suggestion(tmp_path, heading, guess):
    column = {"Geburtsdatum": "birth_date"}.get(guess, guess)
    text = CREW.replace(column, heading)
    if heading == "birthdate_":
        assert names(read(tmp_path, {"crew.csv": text})) == ["Jörg Fuß", "Anna Brandt"]
        return
    error = only_fault(tmp_path, {"crew.csv": text})
    assert place(error) == ("crew.csv", 1, heading)
    assert f"„{guess}“" in error.fix.de


def test_a_misspelt_optional_heading_is_a_fault_too(tmp_path):
    text = "vessel_id;name;type;tonage_t\nE1;A;day_excursion;12\nF1;B;passenger_ferry;\n"
    assert place(only_fault(tmp_path, {"vessels.csv": text})) == ("vessels.csv", 1, "tonage_t")


@pytest.mark.parametrize(
    ("heading", "words"),
    [
        ("Lieblingsfarbe", "nicht verwendet"),
        ("youth_medical_on", "noch nicht ausgewertet"),
        ("Name2", "nicht verwendet"),
    ],
)
def test_other_headings_are_said_to_be_unused(tmp_path, heading, words):
    text = (
        CREW.replace("employment\n", f"employment;{heading}\n")
        .replace("angestellt", "angestellt;x")
        .replace("self_employed", "SE;y")
    )
    notices = read(tmp_path, {"crew.csv": text}).notices
    assert [n.code for n in notices] == ["input.unknown_column"]
    assert heading in notices[0].text.de and words in notices[0].text.de


def test_a_value_without_a_heading_is_a_fault(tmp_path):
    text = (
        CREW.replace("name;birth_date", ";birth_date")
        .replace("crew_id;", "crew_id;name;")
        .replace("1001;", "1001;A;")
        .replace("1002;", "1002;B;")
    )
    errors = faults(tmp_path, {"crew.csv": text})
    assert {(e.row, e.code) for e in errors} == {(2, "input.no_heading"), (3, "input.no_heading")}


def test_required_cells_may_not_be_blank(tmp_path):
    errors = faults(tmp_path, {"crew.csv": more("crew.csv", ";Kim;;")})
    assert [e.column for e in errors] == ["birth_date", "crew_id", "employment"]
    assert {e.code for e in errors} == {"input.blank"}


def test_alike_names_are_different_people_and_said_so(tmp_path):
    text = more(
        "crew.csv",
        "1011;Jan Petersen;01.01.1990;AN",
        "1012;Jan Petersen;01.01.1991;AN",
        "1013;Jan  Petersen;01.01.1992;AN",
    )
    result = read(tmp_path, {"crew.csv": text})
    assert {"1011", "1012", "1013"} <= set(result.dataset.crew)
    assert [n.code for n in result.notices] == ["input.names_alike"]
    assert "1011, 1012, 1013" in result.notices[0].text.de
