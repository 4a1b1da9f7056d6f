"""Convoys, tows and bunkering: columns of vessels and shifts, and what contradicts them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from intake_files import faults, only_fault, place, read

from optimizer.domain import ConvoyLead, CrewScope, Function, PushedUnit, TowPosition
from optimizer.intake import quantities
from optimizer.terms import term

VESSELS = "vessel_id;name;type;length_m;lead;lighters;lighter_lengths_m;extra_crew\n"
SHIFTS = "shift_id;vessel_id;start;end;mode"
TYPES = {
    "K1": "Schubverband",
    "T1": "Schleppkahn",
    "M1": "Gütermotorschiff",
    "F1": "Personenfähre",
    "H1": "Bugsierschleppboot",
    "E1": "Tagesausflugsschiff",
}


def vessels(**cells: str) -> dict[str, str]:
    """One vessel of each type; the cells after the type by vessel id."""
    rows = [f"{vessel};{vessel};{kind};{cells.get(vessel, ';;;;')}\n" for vessel, kind in TYPES.items()]
    return {
        "vessels.csv": VESSELS + "".join(rows),
        "shifts.csv": "shift_id;vessel_id;start;end;mode\n" + shift("N1", "E1") + "\n",
    }


def shift(shift_id: str, vessel: str, mode: str = "A") -> str:
    return f"{shift_id};{vessel};07.12.2026 06:00;07.12.2026 14:00;{mode}"


def shifts(columns: str, **cells: str) -> dict[str, str]:
    """One shift a vessel; the cells after the mode by vessel id."""
    rows = [
        f"{shift(f'N{vessel}', vessel, '' if vessel in ('F1', 'H1') else 'A')};{cell}\n"
        for vessel, cell in cells.items()
    ]
    return vessels() | {"shifts.csv": f"{SHIFTS};{columns}\n" + "".join(rows)}


def the_shift(tmp_path, column: str, cell: str, vessel: str = "K1"):
    return read(tmp_path, shifts(column, **{vessel: cell})).dataset.shifts[f"N{vessel}"]


# --- what is read ---------------------------------------------------------------------------------


def test_a_convoy_of_the_vessel_file(tmp_path):
    result = read(tmp_path, vessels(K1="172,5;Schubboot;2;76,5|76,5;Matrose:1 / Leichtmatrosin:2"))
    convoy = result.dataset.vessels["K1"]
    assert (convoy.lead, convoy.lighters, convoy.lighter_lengths_m) == (ConvoyLead.PUSHER, 2, (76.5, 76.5))
    assert convoy.extra_crew == ({Function.BOATMAN: 1}, {Function.APPRENTICE: 2})
    assert result.notices == ()


def test_a_convoy_without_a_fact_is_no_input_error(tmp_path):
    result = read(tmp_path, vessels())
    assert result.dataset.vessels["K1"].lead is None and result.notices == ()


@pytest.mark.parametrize(
    "heading", ["lead", "schiebendes Fahrzeug", "Schiebendes-Fahrzeug", "geschoben von", "SCHUBFAHRZEUG"]
)
@pytest.mark.parametrize("word", ["Motorschiff", "motor_vessel", "motor vessel"])
def test_headings_and_words_of_the_lead(tmp_path, heading, word):
    assert the_shift(tmp_path, heading, word).lead is ConvoyLead.MOTOR_VESSEL


@pytest.mark.parametrize(
    ("heading", "cell", "name", "value"),
    [
        ("auf der Elbe", "ja", "on_elbe", True), ("on_elbe", "no", "on_elbe", False), ("Leichter", "4", "lighters", 4), ("lighters", "0", "lighters", 0),
        ("Leichterlängen", "76,5 | 38.5m|76,5", "lighter_lengths_m", (76.5, 38.5, 76.5)), ("Leichterlaengen m", "70", "lighter_lengths_m", (70.0,)),
        ("Verbandslänge", "116,5", "formation_length_m", 116.5), ("Verbandsbreite m", "15", "formation_breadth_m", 15.0),
        ("geschobene Fahrzeuge", "Schubleichter|Leichter", "pushed_units", (PushedUnit.LIGHTER,) * 2),
        ("pushed_units", "lighter:2 | Motorschiff ohne laufende Maschine", "pushed_units", (PushedUnit.LIGHTER,) * 2 + (PushedUnit.MOTOR_VESSEL_ENGINE_OFF,)),
        ("Bunkern", "x", "bunkering", True), ("Zusatzbesatzung", "Steuerfrau:1", "extra_crew", ({Function.HELMSMAN: 1},)),
        ("Vorbereitung", "30", "prepare_min", 30), ("Vorbereitung Minuten", "0:30", "prepare_min", 30), ("wrapup_min", "15 min", "wrapup_min", 15),
        ("Nachbereitung", "", "wrapup_min", 0), ("Übergabe", "45 Minuten", "handover_min", 45), ("Uebergabe Minuten", "1:30 h", "handover_min", 90),
    ],
)  # fmt: skip
def test_columns_of_shifts(tmp_path, heading, cell, name, value):
    assert getattr(the_shift(tmp_path, heading, cell), name) == value


@pytest.mark.parametrize(
    ("heading", "cell", "name", "value"),
    [
        ("Platz im Schleppzug", "hinter dem Schlepper", "tow_position", TowPosition.BEHIND_TUG), ("tow_position", "alongside_tug", "tow_position", TowPosition.ALONGSIDE_TUG),
        ("Besatzung für", "Paar", "crew_scope", CrewScope.PAIR), ("crew_scope", "per_pair", "crew_scope", CrewScope.PAIR), ("Besatzung fuer", "Fahrzeug", "crew_scope", CrewScope.VESSEL),
        ("Streckenlänge", "20,1", "route_km", 20.1), ("route_km", "20", "route_km", 20.0), ("Pendelverkehr", "ja", "shuttle", True),
    ],
)  # fmt: skip
def test_columns_of_tows(tmp_path, heading, cell, name, value):
    assert getattr(the_shift(tmp_path, heading, cell, "T1"), name) == value


@pytest.mark.parametrize(
    ("column", "cell"),
    [
        ("lead", "Schlepper"), ("lighters", "2,5"), ("lighters", "-1"), ("lighter_lengths_m", "76,5|lang"), ("lighter_lengths_m", "0"), ("lighter_lengths_m", "76,5|1.200"),
        ("formation_length_m", "12 km"), ("pushed_units", "Schubleichter:0"), ("pushed_units", "Kahn"), ("tow_position", "vorn"), ("crew_scope", "alle"), ("route_km", "weit"),
        ("shuttle", "oft"), ("bunkering", "LNG"), ("prepare_min", "-30"), ("prepare_min", "1441"), ("wrapup_min", "halbe Stunde"), ("handover_min", "12,5"), ("extra_crew", "Matrose"),
        ("extra_crew", "Kontrollgang:1"), ("extra_crew", "zusätzlich:1"), ("status", "vielleicht"),
    ],
)  # fmt: skip
def test_faults_of_cells(tmp_path, column, cell):
    assert place(only_fault(tmp_path, shifts(column, K1=cell))) == ("shifts.csv", 2, column)


@given(st.lists(st.sampled_from(list(PushedUnit)), max_size=6))
def test_counted_units_are_read_back(units):
    words = "|".join(term("pushed_unit", unit) for unit in units)
    counted = " | ".join(f"{term('pushed_unit', unit, 'en')}: {units.count(unit)}" for unit in dict.fromkeys(units))
    assert quantities.parse_counted(words, "pushed_unit") == tuple(units)
    assert sorted(quantities.parse_counted(counted, "pushed_unit")) == sorted(units)


@given(st.lists(st.decimals(1, 300, places=1), max_size=5), st.sampled_from([",", "."]))
def test_lengths_are_read_back(lengths, mark):
    cell = "|".join(str(length).replace(".", mark) for length in lengths)
    assert quantities.parse_lengths(cell) == tuple(float(length) for length in lengths)


@given(st.integers(0, 1440))
def test_minutes_in_every_spelling(minutes):
    for cell in (f"{minutes}", f"{minutes} min", f"{minutes // 60}:{minutes % 60:02d}", f"{minutes} Minuten"):
        assert quantities.parse_minutes(cell) == minutes


# --- what contradicts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "column", ["lead", "lighters", "lighter_lengths_m", "formation_length_m", "formation_breadth_m", "pushed_units"]
)
def test_facts_of_convoys_are_not_used_for_a_ferry(tmp_path, column):
    cell = {"lead": "Schubboot", "pushed_units": "Leichter"}.get(column, "2")
    notices = read(tmp_path, shifts(column, F1=cell, K1=cell)).notices
    assert [n.code for n in notices] == ["input.unused_value"]
    assert "Zeile 2:" in notices[0].text.de and "Personenfähre" in notices[0].text.de and column in notices[0].text.en


def test_unused_columns_are_told_once_a_type(tmp_path):
    notices = read(tmp_path, vessels(F1="50;Schubboot;1;;", E1="30;;2;;")).notices
    assert [n.text.de.split(": ")[0] for n in notices] == [
        "vessels.csv, Zeile 5",
        "vessels.csv, Zeile 5",
        "vessels.csv, Zeile 7",
    ]
    many = shifts("shuttle", E1="ja") | {"shifts.csv": f"{SHIFTS};shuttle\n" + "".join(
        f"N{day};E1;{day:02d}.12.2026 06:00;14:00;A;ja\n" for day in range(1, 13))}  # fmt: skip
    (notice,) = read(tmp_path, many).notices
    assert "Zeile 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 …" in notice.text.de


@pytest.mark.parametrize(
    ("column", "cell"),
    [("tow_position", "hinter dem Schlepper"), ("crew_scope", "Paar"), ("route_km", "12"), ("shuttle", "ja")],
)
def test_facts_of_tows_are_not_used_for_others(tmp_path, column, cell):
    assert [n.code for n in read(tmp_path, shifts(column, E1=cell, T1=cell, M1=cell)).notices] == ["input.unused_value"]
    assert read(tmp_path, shifts(column, T1=cell)).notices == ()


@pytest.mark.parametrize(
    ("column", "cell"), [("lighters", "1"), ("lighter_lengths_m", "76,5"), ("pushed_units", "Schubleichter")]
)
def test_a_motor_vessel_that_pushes_is_a_convoy(tmp_path, column, cell):
    """Its crew alone would be too small for the convoy."""
    error = only_fault(tmp_path, shifts(column, M1=cell))
    assert place(error) == ("shifts.csv", 2, column)
    assert "Schubverband" in error.problem.de and "vessels.csv" in error.fix.de
    assert read(tmp_path, shifts("lighters", M1="0")).notices == ()


def test_a_motor_vessel_that_pushes_in_the_vessel_file(tmp_path):
    error = only_fault(tmp_path, vessels(M1="110;;1;;"))
    assert place(error) == ("vessels.csv", 4, "lighters")


def test_a_convoy_is_as_long_as_its_lighters(tmp_path):
    error = only_fault(tmp_path, vessels(K1="76;Schubboot;1;76,5;"))
    assert place(error) == ("vessels.csv", 2, "length_m")
    assert read(tmp_path, vessels(K1="76,5;Schubboot;1;76,5;")).notices == ()
    error = only_fault(tmp_path, shifts("formation_length_m;lighter_lengths_m", K1="76,4;38|76,5"))
    assert place(error) == ("shifts.csv", 2, "formation_length_m")


def test_a_shift_is_compared_with_the_lighters_of_its_vessel(tmp_path):
    files = vessels(K1="185;Schubboot;;76,5;") | {
        "shifts.csv": f"{SHIFTS};formation_length_m\n{shift('N1', 'K1')};70\n"
    }
    assert place(only_fault(tmp_path, files)) == ("shifts.csv", 2, "formation_length_m")


@pytest.mark.parametrize(
    ("number", "lengths", "notices"),
    [("2", "76,5|76,5", 0), ("2", "76,5", 1), ("1", "38|38", 1), ("", "38|38", 0), ("2", "", 0)],
)
def test_a_number_of_lighters_beside_lengths(tmp_path, number, lengths, notices):
    found = read(tmp_path, shifts("lighters;lighter_lengths_m", K1=f"{number};{lengths}")).notices
    assert [n.code for n in found] == ["input.contradiction"] * notices


@pytest.mark.parametrize(
    ("number", "lengths", "units", "fault"),
    [
        ("2", "", "Leichter:2", False),
        ("1", "", "Leichter:2", True),
        ("", "76|76|76", "Leichter:2", True),
        ("", "76|76", "Leichter:2", False),
    ],
)
def test_pushed_vessels_are_as_many_as_lighters(tmp_path, number, lengths, units, fault):
    files = shifts("lighters;lighter_lengths_m;pushed_units", K1=f"{number};{lengths};{units}")
    if fault:
        assert place(only_fault(tmp_path, files)) == ("shifts.csv", 2, "pushed_units")
    else:
        assert len(read(tmp_path, files).dataset.shifts["NK1"].pushed_units) == 2


@pytest.mark.parametrize(
    ("position", "fault"),
    [
        ("", False),
        ("zu zweit längsseits hinter dem Schlepper", False),
        ("hinter dem Schlepper", True),
        ("längsseits des Schleppers", True),
    ],
)
def test_one_crew_for_a_pair_needs_a_pair(tmp_path, position, fault):
    files = shifts("tow_position;crew_scope", T1=f"{position};Paar")
    if fault:
        assert place(only_fault(tmp_path, files)) == ("shifts.csv", 2, "crew_scope")
    else:
        assert read(tmp_path, files).dataset.shifts["NT1"].crew_scope is CrewScope.PAIR


@pytest.mark.parametrize("mode", ["", "A", "D"])
def test_a_harbour_tug_may_have_a_mode(tmp_path, mode):
    files = vessels() | {"shifts.csv": f"{SHIFTS}\n{shift('N1', 'H1', mode)}\n"}
    assert (read(tmp_path, files).dataset.shifts["N1"].mode or "") == mode
    crews = {"certificate_crews.csv": f"vessel_id;mode;crew\nH1;{mode};Schiffsführer:1\n"}
    assert len(read(tmp_path, files | crews).dataset.certificate_crews) == 1


def test_later_columns_are_reported_and_not_used(tmp_path):
    notices = read(tmp_path, shifts("arrangement;passengers_aboard", K1="neben;4")).notices
    assert [n.code for n in notices] == ["input.unknown_column"] * 2
    assert all("noch nicht ausgewertet" in n.text.de for n in notices)


@pytest.mark.parametrize("word", ["Kontrollgang", "zusätzlich", "Nachtwache"])
def test_papers_name_places_of_the_law(tmp_path, word):
    files = vessels() | {"certificate_crews.csv": f"vessel_id;mode;crew\nK1;A;Schiffsführer:1 + {word}:1\n"}
    assert place(only_fault(tmp_path, files)) == ("certificate_crews.csv", 2, "crew")


def test_a_watch_may_need_a_patrol_but_nobody_additional(tmp_path):
    head = "watch_plan;watch;start;end;needs\n"
    plan = read(tmp_path, {"watches.csv": head + "W;N;23:00;06:00;Kontrollgang:1\n"}).dataset.watch_plans["W"]
    assert plan.watches[0].needs == ({Function.NIGHT_PATROL: 1},)
    errors = faults(tmp_path, {"watches.csv": head + "W;N;23:00;06:00;zusätzlich:1\n"})
    assert [place(error) for error in errors] == [("watches.csv", 2, "needs")] and "assignments.csv" in errors[0].fix.de
