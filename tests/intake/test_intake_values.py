"""Cells are read as text and typed column by column; nothing is inferred."""

from __future__ import annotations

import unicodedata
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from intake_files import GOOD, faults, more, only_fault, place, read

from optimizer.domain import Employment, Function, VesselType
from optimizer.intake import values
from optimizer.intake.faults import Fault
from optimizer.terms import term


def crew(*rows: str, head: str = "crew_id;name;birth_date;employment") -> dict[str, str]:
    return {
        "crew.csv": f"{head}\n1001;Jörg Fuß;01.05.1968;angestellt\n1002;Anna;12.03.1990;SE\n"
        + "".join(f"{r}\n" for r in rows)
    }


def person(tmp_path, column: str, cell: str):
    text = f"crew_id;name;birth_date;employment;{column}\n1001;A;01.05.1968;AN;{cell}\n1002;B;12.03.1990;SE;\n"
    return read(tmp_path, {"crew.csv": text}).dataset.crew["1001"]


def vessel(tmp_path, column: str, cell: str):
    text = f"vessel_id;name;type;{column}\nE1;MS Elbe;day_excursion;{cell}\nF1;F;passenger_ferry;\n"
    return read(tmp_path, {"vessels.csv": text}).dataset.vessels["E1"]


def vessel_fault(tmp_path, column: str, cell: str):
    text = f"vessel_id;name;type;{column}\nE1;MS Elbe;day_excursion;{cell}\nF1;F;passenger_ferry;\n"
    error = only_fault(tmp_path, {"vessels.csv": text})
    assert place(error) == ("vessels.csv", 2, column)
    return error


@pytest.mark.parametrize("name", ["NA", "Null", "None", "n/a", "nan", "Springer", "ALL", "FREI", "-", "TRUE", "1.0"])
def test_names_that_look_like_something_else_stay_names(tmp_path, name):
    people = read(tmp_path, crew(f"1020;{name};01.01.1990;angestellt")).dataset.crew
    assert people["1020"].name == name


@pytest.mark.parametrize("crew_id", ["007", "ALL", "1e5", "12.0", "3-4", "1/2", "00", "NA"])
def test_ids_stay_as_written(tmp_path, crew_id):
    assert crew_id in read(tmp_path, crew(f"{crew_id};Kim;01.01.1990;angestellt")).dataset.crew


def test_zeros_make_different_ids(tmp_path):
    people = read(tmp_path, crew("7;Kim;01.01.1990;AN", "007;Bo;01.01.1990;AN")).dataset.crew
    assert people["7"].name == "Kim" and people["007"].name == "Bo"


def test_a_ship_number_keeps_its_zero(tmp_path):
    assert vessel(tmp_path, "eni", "04812345").eni == "04812345"


def test_a_reference_without_its_zeros_is_refused_with_the_right_id(tmp_path):
    files = crew("007;Bo;01.01.1990;AN") | {"wishes.csv": "crew_id;kind;day\n7;frei;2026-05-06\n"}
    error = only_fault(tmp_path, files)
    assert place(error) == ("wishes.csv", 2, "crew_id")
    assert "„007“ (Bo)" in error.fix.de


def test_a_blank_among_numbers_stays_blank(tmp_path):
    text = "vessel_id;name;type;beds\nE1;A;day_excursion;12\nF1;B;passenger_ferry;\nX1;C;cabin;15\n"
    found = read(tmp_path, {"vessels.csv": text}).dataset.vessels
    assert [found[k].beds for k in ("E1", "F1", "X1")] == [12, None, 15]


@pytest.mark.parametrize(
    ("cell", "minutes"),
    [
        ("38,5", 2310),
        ("38.5", 2310),
        ("38:30", 2310),
        ("40", 2400),
        ("39,00", 2340),
        ("0", 0),
        ("38,33", 2300),
        ("", None),
    ],
)
def test_contract_hours_are_whole_minutes(tmp_path, cell, minutes):
    assert person(tmp_path, "contract_hours_week", cell).contract_minutes_week == minutes


def test_two_hours_cells_are_numbers_not_texts(tmp_path):
    assert person(tmp_path, "contract_hours_week", "8").contract_minutes_week * 2 == 16 * 60


@pytest.mark.parametrize(
    ("cell", "number"),
    [
        ("1200", 1200), ("1.200,5", 1200.5), ("1,200.5", 1200.5), ("1.200.000", 1_200_000), ("136,5", 136.5),
        ("136.5", 136.5), ("0,500", 0.5), ("0.500", 0.5), ("136,1250", 136.125), ("1 200", 1200), ("1 200,5", None),
    ],
)  # fmt: skip
def test_decimals_with_comma_or_point(tmp_path, cell, number):
    if number is None:
        vessel_fault(tmp_path, "tonnage_t", cell)
    else:
        assert vessel(tmp_path, "tonnage_t", cell).tonnage_t == number


@pytest.mark.parametrize("cell", ["1.200", "1,200", "12.345", "136,125"])
def test_a_decimal_that_may_be_a_thousand_is_refused_with_both_spellings(tmp_path, cell):
    error = vessel_fault(tmp_path, "tonnage_t", cell)
    whole, short = error.fix.de.removesuffix(" schreiben.").split(" oder ")
    assert int(whole) == int(cell.replace(".", "").replace(",", ""))
    assert vessel(tmp_path, "tonnage_t", short).tonnage_t == float(cell.replace(",", "."))


@pytest.mark.parametrize(
    ("cell", "number"), [("1200", 1200), ("1.200", 1200), ("1 200", 1200), ("120,0", 120), ("120.00", 120)]
)
def test_whole_numbers_may_have_a_thousands_point(tmp_path, cell, number):
    assert vessel(tmp_path, "passengers_max", cell).passengers_max == number


@pytest.mark.parametrize("cell", ["1,200", "12,5", "-3", "1e3", "zwölf", "120 Personen", "0x10", "١٢"])
def test_other_whole_numbers_are_refused(tmp_path, cell):
    assert vessel_fault(tmp_path, "passengers_max", cell).column == "passengers_max"


@pytest.mark.parametrize("cell", ["1.200,00 €", "1200 EUR", "1200"])
def test_money_may_carry_its_sign(tmp_path, cell):
    assert person(tmp_path, "day_rate", cell).day_rate == 1200


@pytest.mark.parametrize("cell", ["ja", "Ja", "J", "yes", "x", "X", "WAHR", "true", "1"])
def test_words_for_yes(tmp_path, cell):
    assert person(tmp_path, "stcw", cell).stcw is True


@pytest.mark.parametrize("cell", ["nein", "Nein", "N", "no", "FALSCH", "False", "0"])
def test_words_for_no(tmp_path, cell):
    assert person(tmp_path, "aktiv", cell).active is False


def test_blank_is_the_documented_default(tmp_path):
    found = person(tmp_path, "active", "")
    assert found.active is True and found.stcw is False and found.child_measures is None
    assert vessel(tmp_path, "commercial", "").commercial is None


@pytest.mark.parametrize("cell", ["vielleicht", "2", "-", "janein"])
def test_other_words_are_neither_yes_nor_no(tmp_path, cell):
    text = f"crew_id;name;birth_date;employment;active\n1001;A;01.05.1968;AN;{cell}\n1002;B;12.03.1990;SE;\n"
    assert place(only_fault(tmp_path, {"crew.csv": text})) == ("crew.csv", 2, "active")


@pytest.mark.parametrize("cell", ["31.02.2027", "29.02.2027", "00.01.2027", "2027-13-01"])
def test_impossible_dates_are_not_blank_dates(tmp_path, cell):
    error = only_fault(tmp_path, {"certificates.csv": more("certificates.csv", f"1002;Matrose;01.01.2020;{cell}")})
    assert place(error) == ("certificates.csv", 4, "valid_until")


@pytest.mark.parametrize("cell", ["01.05.68", "01.05.69", "1.5.00"])
def test_two_digit_years_are_refused(tmp_path, cell):
    error = only_fault(tmp_path, crew(f"1003;Kim;{cell};AN"))
    assert error.code == "input.two_digit_year"


def test_a_leap_day_is_a_date(tmp_path):
    assert read(tmp_path, crew("1003;Kim;29.02.2000;AN")).dataset.crew["1003"].birth_date == date(2000, 2, 29)


@pytest.mark.parametrize("cell", ["01.05.1980 00:00:00", "1980-05-01T00:00", "1.5.1980"])
def test_a_spreadsheet_midnight_behind_a_date_is_ignored(tmp_path, cell):
    assert read(tmp_path, crew(f"1003;Kim;{cell};AN")).dataset.crew["1003"].birth_date == date(1980, 5, 1)


@pytest.mark.parametrize("cell", ["\u00a01007", "1007 ", "\u200b1007", "1007\u202f", "\ufeff1007", "1\u00ad007"])
def test_invisible_characters_do_not_make_another_key(tmp_path, cell):
    files = crew(f"{cell};Kim;01.01.1990;AN") | {"wishes.csv": "crew_id;kind;day\n1007;frei;2026-05-06\n"}
    assert read(tmp_path, files).dataset.wishes[0].crew_id == "1007"


def test_decomposed_umlauts_are_composed(tmp_path):
    text = unicodedata.normalize("NFD", more("crew.csv", "1003;Jürgen Groß;01.01.1990;AN"))
    assert text != unicodedata.normalize("NFC", text)
    assert read(tmp_path, {"crew.csv": text}).dataset.crew["1003"].name == "Jürgen Groß"


@pytest.mark.parametrize("function", list(Function))
@pytest.mark.parametrize("spelling", ["de", "en", "upper", "plain"])
def test_every_spelling_of_a_function(tmp_path, function, spelling):
    word = {
        "de": term("function", function), "en": term("function", function, "en"), "upper": term("function", function).upper(),
        "plain": term("function", function).replace("ä", "ae").replace("ü", "ue"),
    }[spelling]  # fmt: skip
    text = f"shift_id;crew_id;function\nN2;1001;{word}\n"
    assert read(tmp_path, {"assignments.csv": text}).dataset.pins[0].function is function


@pytest.mark.parametrize(("word", "function"), [("Schiffsführerin", Function.BOATMASTER), ("Steuerfrau", Function.HELMSMAN),
                                                ("MATROSIN", Function.BOATMAN), ("Faehrfuehrerin", Function.FERRY_MASTER)])  # fmt: skip
def test_feminine_forms(tmp_path, word, function):
    text = f"shift_id;crew_id;function\nN2;1001;{word}\n"
    assert read(tmp_path, {"assignments.csv": text}).dataset.pins[0].function is function


def test_a_misspelt_function_is_suggested(tmp_path):
    error = only_fault(tmp_path, {"assignments.csv": "shift_id;crew_id;function\nN2;1001;Schifsführer\n"})
    assert place(error) == ("assignments.csv", 2, "function")
    assert "Meinten Sie „Schiffsführer“" in error.fix.de


def test_employment_and_type_words(tmp_path):
    assert person(tmp_path, "employer", "").employment is Employment.EMPLOYEE
    assert vessel(tmp_path, "beds", "").type is VesselType.DAY_EXCURSION


@pytest.mark.parametrize(
    ("cell", "unmet"),
    [
        ("", None),
        ("-", frozenset()),
        ("keine", frozenset()),
        ("None", frozenset()),
        ("1|5a", frozenset({"1", "5a"})),
        ("3", frozenset({"3"})),
    ],
)
def test_unmet_conditions(tmp_path, cell, unmet):
    assert vessel(tmp_path, "unmet", cell).unmet == unmet


@pytest.mark.parametrize("cell", ["12", "eins", "1;2".replace(";", "/"), "0", "5ab"])
def test_unknown_conditions_are_refused(tmp_path, cell):
    assert vessel_fault(tmp_path, "unmet", cell).column == "unmet"


def test_features_yes_and_no(tmp_path):
    found = vessel(tmp_path, "features", "radio|-sailing_rig|berth_steady=nein|Anker fernbedient=ja")
    assert found.features == {"radio": True, "sailing_rig": False, "berth_steady": False, "anchor_remote": True}


@pytest.mark.parametrize(("cell", "hint"), [("radioo", "radio"), ("moring_from_wheelhouse", "mooring_from_wheelhouse")])
def test_misspelt_features_are_suggested(tmp_path, cell, hint):
    assert hint in vessel_fault(tmp_path, "features", cell).fix.en


@pytest.mark.parametrize("cell", ["radio|radio=nein", "radio=vielleicht"])
def test_contradictory_features_are_refused(tmp_path, cell):
    assert vessel_fault(tmp_path, "features", cell).column == "features"


@pytest.mark.parametrize(("cell", "standard"), [("s1", "S1"), ("S2", "S2"), ("keiner", "none"), ("", None)])
def test_standard(tmp_path, cell, standard):
    assert vessel(tmp_path, "standard", cell).standard == standard


@pytest.mark.parametrize(
    ("cell", "land"),
    [("HH", "HH"), ("Hamburg", "HH"), ("DE-BY", "BY"), ("Thueringen", "TH"), ("nordrhein westfalen", "NW")],
)
def test_lands(tmp_path, cell, land):
    assert vessel(tmp_path, "holiday_land", cell).holiday_land == land


def test_lists_are_split_and_cleaned(tmp_path):
    assert vessel(tmp_path, "ferry_sites", " A | B||A ").ferry_sites == ("A", "B")


def test_quotes_keep_separators_and_quotes(tmp_path):
    text = GOOD["vessels.csv"].replace("MS Elbe", '"MS ""Elbe""; Hafen"')
    assert read(tmp_path, {"vessels.csv": text}).dataset.vessels["E1"].name == 'MS "Elbe"; Hafen'


@given(st.decimals(min_value=0, max_value=10**6, places=2), st.sampled_from([",", "."]))
@settings(max_examples=100, deadline=None)
def test_numbers_written_without_thousands_marks_are_read_exactly(number, mark):
    assert values.parse_decimal(f"{number:.2f}".replace(".", mark)) == number


@given(st.text(max_size=12))
@settings(max_examples=200, deadline=None)
def test_any_text_is_a_value_or_a_fault(text):
    for parse in (
        values.parse_int,
        values.parse_decimal,
        values.parse_hours,
        values.parse_bool,
        values.parse_crews,
        values.parse_unmet,
    ):
        try:
            parse(text)
        except Fault as fault:
            assert fault.problem.de and fault.fix.en


def test_one_cell_is_reported_once(tmp_path):
    text = "crew_id;name;birth_date;employment;entry_on;exit_on\n1001;A;01.05.1968;AN;01.01.1960;01.01.1950\n1002;B;12.03.1990;SE;;\n"
    places = [place(error) for error in faults(tmp_path, {"crew.csv": text})]
    assert len(places) == len(set(places))
