"""Rotations, pairs, ways and vessels people know."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from intake_files import more, only_fault, place, read

from optimizer.domain import Familiar, Pair, PairKind, Rotation, Travel, WishKind
from optimizer.intake import quantities
from optimizer.intake.faults import Fault
from optimizer.intake.rotation_records import days_together

CREW = {"crew.csv": more("crew.csv", "1003;Kim;01.01.1990;AN", "1004;Bo;01.01.1990;AN")}
WATCHES = {"watches.csv": "watch_plan;watch;start;end\nW;Vor;00:00;12:00\nW;Nach;12:00;00:00\n"}


def table(name: str, head: str, *rows: str) -> dict[str, str]:
    return {**CREW, f"{name}.csv": head + "\n" + "".join(f"{row}\n" for row in rows)}


def rotations(*rows: str) -> dict[str, str]:
    return table("rotations", "crew_id;vessel_id;pattern;anchor_date;watch;relief", *rows) | WATCHES


def pairs(*rows: str) -> dict[str, str]:
    return table("pairs", "crew_id;other_id;kind", *rows)


def travel(*rows: str) -> dict[str, str]:
    places = {"shifts.csv": "shift_id;vessel_id;start;end;mode;start_place;end_place\n"
              "N1;E1;07.12.2026 06:00;12:00;A;Köln;Wesel\nN2;F1;07.12.2026 06:00;12:00;;Höchst;Höchst\n"}  # fmt: skip
    return table("travel", "from_place;to_place;minutes", *rows) | places


# --- rotations ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "on", "off"),
    [
        ("14/14", 14, 14),
        ("7/7", 7, 7),
        ("21 / 21", 21, 21),
        ("28/14", 28, 14),
        ("14 Tage/14 Tage", 14, 14),
        ("1/366", 1, 366),
    ],
)
def test_patterns(tmp_path, cell, on, off):
    found = read(tmp_path, rotations(f"1001;E1;{cell};01.12.2026;Vor;1002")).dataset.rotations
    assert found == (
        Rotation(
            crew_id="1001",
            vessel_id="E1",
            days_on=on,
            days_off=off,
            anchor_date=date(2026, 12, 1),
            watch="Vor",
            relief="1002",
        ),
    )


@given(st.integers(1, 366), st.integers(1, 366))
def test_every_pattern_is_read_back(on, off):
    assert quantities.parse_pattern(f"{on}/{off}") == quantities.parse_pattern(f"{on} days / {off} days") == (on, off)


@pytest.mark.parametrize("cell", ["14", "0/14", "14/0", "367/14", "14/14/14", "14-14-", "-7/7", "zwei Wochen", "14/x"])
def test_other_patterns_are_refused(tmp_path, cell):
    error = only_fault(tmp_path, rotations(f"1001;E1;{cell};01.12.2026;;"))
    assert place(error) == ("rotations.csv", 2, "pattern") and "14/14" in error.fix.de


@pytest.mark.parametrize(
    "cell",
    [
        "07.07.2026",
        "07.07.",
        "7. Jul",
        "07. Jul",
        "07. Jul. 2026",
        "7-Jul",
        "Jul 07",
        "46210",
        "2026-07-07",
        "07/07/2026",
    ],
)
def test_a_pattern_that_a_spreadsheet_made_a_date_is_explained(cell):
    with pytest.raises(Fault) as caught:
        quantities.parse_pattern(cell)
    assert "Tabellenprogramm" in caught.value.problem.de and "als Text formatieren" in caught.value.fix.de


def test_german_headings_of_rotations(tmp_path):
    text = "Personalnummer;Schiff;Törn;erster Tag;Wache;Ablösung\n1001;E1;14/14;2026-12-01;;1002\n"
    assert read(tmp_path, {"rotations.csv": text}).dataset.rotations[0].relief == "1002"
    text = "Personal-Nr;Schiffs-ID;Toern;Ankerdatum;Wache;Abloeser\n1001;E1;14/14;2026-12-01;;1002\n"
    assert read(tmp_path, {"rotations.csv": text}).dataset.rotations[0].relief == "1002"


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("1009;E1;14/14;01.12.2026;;", "crew_id"), ("1001;E9;14/14;01.12.2026;;", "vessel_id"), ("1001;E1;14/14;01.12.2026;;1009", "relief"), ("1001;E1;14/14;01.12.2026;;1001", "relief"),
        ("1001;E1;14/14;01.12.2026;Mitte;", "watch"), ("1001;E1;14/14;;;", "anchor_date"), ("1001;E1;;01.12.2026;;", "pattern"), ("1001;E1;14/14;31.11.2026;;", "anchor_date"),
    ],
)  # fmt: skip
def test_faults_of_rotations(tmp_path, row, column):
    assert place(only_fault(tmp_path, rotations(row))) == ("rotations.csv", 2, column)


def test_a_watch_that_no_plan_has_names_those_there_are(tmp_path):
    assert "Vor, Nach" in only_fault(tmp_path, rotations("1001;E1;14/14;01.12.2026;Mittel;")).fix.de


def test_a_watch_without_any_plan_is_refused(tmp_path):
    files = table("rotations", "crew_id;vessel_id;pattern;anchor_date;watch", "1001;E1;14/14;01.12.2026;Vor")
    assert place(only_fault(tmp_path, files)) == ("rotations.csv", 2, "watch")


def test_one_rotation_a_person(tmp_path):
    row = "1001;E1;14/14;01.12.2026;;"
    result = read(tmp_path, rotations(row, row))
    assert len(result.dataset.rotations) == 1 and [n.code for n in result.notices] == ["input.row_repeated"]
    error = only_fault(tmp_path, rotations(row, "1001;E1;7/7;01.12.2026;;"))
    assert place(error) == ("rotations.csv", 3, "crew_id") and "Zeile 2" in error.problem.de


@pytest.mark.parametrize(
    ("other", "words"),
    [
        ("E1;14/14;15.12.2026;Vor;1001", None), ("E1;14/14;17.11.2026;Vor;1001", None), ("E1;14/14;14.12.2026;Vor;1001", "an 1 von 28 Tagen"),
        ("E1;14/14;01.12.2026;Vor;", "an 14 von 28 Tagen"), ("E1;14/14;29.12.2026;Nach;1001", "an 14 von 28 Tagen"), ("F1;14/14;15.12.2026;Vor;1001", "auf verschiedenen Schiffen"),
        ("E1;7/7;01.12.2026;Vor;1001", "an 7 von 28 Tagen"),
    ],
)  # fmt: skip
def test_a_relief_is_aboard_while_the_other_is_at_home(tmp_path, other, words):
    notices = read(tmp_path, rotations("1001;E1;14/14;01.12.2026;Vor;1002", f"1002;{other}")).notices
    assert [n.code for n in notices] == ([] if words is None else ["input.rotation"])
    assert words is None or words in notices[0].text.de and "Zeilen 2 und 3" in notices[0].text.de


def test_people_of_one_crew_may_have_the_same_rotation(tmp_path):
    assert read(tmp_path, rotations("1001;E1;14/14;01.12.2026;Vor;", "1002;E1;14/14;01.12.2026;Vor;")).notices == ()


@given(st.integers(1, 30), st.integers(1, 30), st.integers(1, 30), st.integers(1, 30), st.integers(-60, 60))
def test_days_together_are_counted_day_by_day(on, off, other_on, other_off, apart):
    first = Rotation(crew_id="a", vessel_id="E1", days_on=on, days_off=off, anchor_date=date(2026, 12, 1))
    second = Rotation(
        crew_id="b",
        vessel_id="E1",
        days_on=other_on,
        days_off=other_off,
        anchor_date=date(2026, 12, 1) + timedelta(days=apart),
    )

    def aboard(rotation: Rotation, day: date) -> bool:
        return (day - rotation.anchor_date).days % (rotation.days_on + rotation.days_off) < rotation.days_on

    both, period = days_together(first, second)
    days = [date(2026, 12, 1) + timedelta(days=n) for n in range(period)]
    assert both == sum(aboard(first, day) and aboard(second, day) for day in days)


# --- consent --------------------------------------------------------------------------------------

WISHES = "crew_id;kind;day;shift_id;vessel_id"


@pytest.mark.parametrize("word", ["Zustimmung", "consent", "stimmt zu", "ZUSTIMMUNG", "Einwilligung"])
def test_consent_to_a_day_of_the_rotation(tmp_path, word):
    files = rotations("1001;E1;14/14;01.12.2026;;") | table("wishes", WISHES, f"1001;{word};20.12.2026;;")
    result = read(tmp_path, files)
    assert (result.dataset.wishes[0].kind, result.dataset.wishes[0].day) == (WishKind.CONSENT, date(2026, 12, 20))
    assert result.notices == ()


@pytest.mark.parametrize("row", ["1001;Zustimmung;;;", "1001;Zustimmung;;N1;", "1001;Zustimmung;;;E1"])
def test_consent_needs_a_day(tmp_path, row):
    files = rotations("1001;E1;14/14;01.12.2026;;") | table("wishes", WISHES, row)
    error = only_fault(tmp_path, files)
    assert place(error) == ("wishes.csv", 2, "day") and "Zustimmung" in error.problem.de


def test_consent_without_a_rotation_serves_nothing(tmp_path):
    notices = read(tmp_path, table("wishes", WISHES, "1001;Zustimmung;20.12.2026;;")).notices
    assert [n.code for n in notices] == ["input.unused_value"] and "keinen Törn" in notices[0].text.de


# --- pairs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "kind"),
    [
        ("zusammen", PairKind.TOGETHER), ("together", PairKind.TOGETHER), ("getrennt", PairKind.APART), ("nicht zusammen", PairKind.APART), ("APART", PairKind.APART),
        ("Betreuung", PairKind.MENTOR), ("mentor", PairKind.MENTOR), ("Ausbilderin", PairKind.MENTOR), ("Betreuer", PairKind.MENTOR),
    ],
)  # fmt: skip
def test_kinds_of_pairs(tmp_path, word, kind):
    assert read(tmp_path, pairs(f"1001;1002;{word}")).dataset.pairs == (
        Pair(crew_id="1001", other_id="1002", kind=kind),
    )


@pytest.mark.parametrize(
    "head", ["Personalnummer;andere Person;Art", "PNr;mit;Art", "crew_id;other;kind", "Person;zweite Person;kind"]
)
def test_headings_of_pairs(tmp_path, head):
    assert read(tmp_path, {"pairs.csv": f"{head}\n1001;1002;getrennt\n"}).dataset.pairs[0].other_id == "1002"


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("1001;1001;getrennt", "other_id"),
        ("1001;1009;getrennt", "other_id"),
        ("1009;1001;getrennt", "crew_id"),
        ("1001;1002;befreundet", "kind"),
        ("1001;;getrennt", "other_id"),
    ],
)
def test_faults_of_pairs(tmp_path, row, column):
    assert place(only_fault(tmp_path, pairs(row))) == ("pairs.csv", 2, column)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1001;1002;getrennt", "1001;1002;apart"),
        ("1001;1002;getrennt", "1002;1001;getrennt"),
        ("1001;1002;zusammen", "1002;1001;zusammen"),
        ("1001;1002;Betreuung", "1001;1002;Mentor"),
    ],
)
def test_a_pair_repeated_counts_once(tmp_path, first, second):
    result = read(tmp_path, pairs(first, second))
    assert len(result.dataset.pairs) == 1 and [n.code for n in result.notices] == ["input.row_repeated"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1001;1002;zusammen", "1002;1001;getrennt"), ("1001;1002;getrennt", "1001;1002;zusammen"), ("1001;1002;Betreuung", "1002;1001;getrennt"), ("1001;1002;getrennt", "1001;1002;Betreuung"),
        ("1001;1002;Betreuung", "1002;1001;Betreuung"), ("1001;1002;Betreuung", "1001;1003;Betreuung"),
    ],
)  # fmt: skip
def test_pairs_that_contradict_each_other(tmp_path, first, second):
    error = only_fault(tmp_path, pairs(first, second))
    assert place(error) == ("pairs.csv", 3, "kind") and "Zeile 2" in error.problem.de


@pytest.mark.parametrize(
    "second", ["1002;1001;zusammen", "1003;1002;Betreuung", "1002;1003;Betreuung", "1001;1003;getrennt"]
)
def test_other_pairs_stand_beside_a_mentor(tmp_path, second):
    result = read(tmp_path, pairs("1001;1002;Betreuung", second))
    assert len(result.dataset.pairs) == 2 and result.notices == ()


# --- travel ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("minutes", ["90", "1:30", "90 min", "90,0"])
def test_ways_take_the_spelling_of_the_shifts(tmp_path, minutes):
    result = read(tmp_path, travel(f"koeln;HÖCHST;{minutes}"))
    assert result.dataset.travel == (Travel(from_place="Köln", to_place="Höchst", minutes=90),)
    assert result.notices == ()


@pytest.mark.parametrize("head", ["von;nach;Minuten", "from;to;minutes", "Von;Nach;Dauer"])
def test_headings_of_ways(tmp_path, head):
    files = travel() | {"travel.csv": f"{head}\nKöln;Wesel;60\n"}
    assert read(tmp_path, files).dataset.travel[0].minutes == 60


def test_both_directions_may_take_different_times(tmp_path):
    result = read(tmp_path, travel("Köln;Wesel;60", "Wesel;Köln;75", "Köln;Wesel;1:00"))
    assert [way.minutes for way in result.dataset.travel] == [60, 75]
    assert [n.code for n in result.notices] == ["input.row_repeated"]


@pytest.mark.parametrize(
    ("row", "column"),
    [
        ("Köln;Wesel;-5", "minutes"), ("Köln;Wesel;lang", "minutes"), ("Köln;Wesel;1441", "minutes"), ("Köln;Wesel;", "minutes"), ("Köln;koeln;5", "to_place"), (";Wesel;5", "from_place"), ("Köln;;5", "to_place"),
    ],
)  # fmt: skip
def test_faults_of_ways(tmp_path, row, column):
    assert place(only_fault(tmp_path, travel(row))) == ("travel.csv", 2, column)


def test_a_way_with_two_durations(tmp_path):
    error = only_fault(tmp_path, travel("Köln;Wesel;60", "Köln;Wesel;61"))
    assert place(error) == ("travel.csv", 3, "minutes") and "60 Minuten" in error.problem.de


def test_a_place_nobody_knows_is_a_notice_once(tmp_path):
    result = read(tmp_path, travel("Köln;Wessel;60", "Wessel;Höchst;30"))
    assert len(result.dataset.travel) == 2
    assert [n.code for n in result.notices] == ["input.unknown_place"]
    assert "Zeile 2" in result.notices[0].text.de and "„Wesel“" in result.notices[0].text.de


def test_homes_and_movements_are_places_too(tmp_path):
    files = travel("Heimat;Köln;60", "Kai 3;Wesel;10") | {
        "crew.csv": "crew_id;name;birth_date;employment;home_place\n1001;A;01.05.1968;AN;Heimat\n1002;B;12.03.1990;SE;\n",
        "movements.csv": "vessel_id;start;end;state;to_place\nE1;07.12.2026 06:00;08:00;Fahrt;Kai 3\n",
    }
    assert read(tmp_path, files).notices == ()


# --- vessels people know --------------------------------------------------------------------------


def test_familiar_vessels(tmp_path):
    result = read(tmp_path, {"familiar.csv": "Personalnummer;Schiff\n1001;E1\n1001;F1\n1001;E1\n"})
    assert result.dataset.familiar == (
        Familiar(crew_id="1001", vessel_id="E1"),
        Familiar(crew_id="1001", vessel_id="F1"),
    )
    assert [n.code for n in result.notices] == ["input.row_repeated"]


@pytest.mark.parametrize(("row", "column"), [("1009;E1", "crew_id"), ("1001;E9", "vessel_id"), ("1001;", "vessel_id")])
def test_faults_of_familiar_vessels(tmp_path, row, column):
    assert place(only_fault(tmp_path, {"familiar.csv": f"crew_id;vessel_id\n{row}\n"})) == ("familiar.csv", 2, column)


def test_accounts_are_reported_and_not_used(tmp_path):
    notices = read(tmp_path, {"accounts.csv": "crew_id;as_of\n1001;01.12.2026\n"}).notices
    assert [n.code for n in notices] == ["input.unknown_file"] and "noch nicht ausgewertet" in notices[0].text.de


# --- people ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("heading", "cell", "name", "value"),
    [
        ("medical_on", "01.06.2024", "medical_on", date(2024, 6, 1)), ("Tauglichkeitsnachweis", "2024-06-01", "medical_on", date(2024, 6, 1)), ("Tauglichkeit vom", "", "medical_on", None),
        ("medical_restrictions", "Brille | nicht allein im Steuerhaus", "medical_restrictions", ("Brille", "no_solo_wheelhouse")), ("Beschränkungen", "keine", "medical_restrictions", ()),
        ("Tauglichkeit Einschraenkungen", "-", "medical_restrictions", ()),
    ],
)  # fmt: skip
def test_fitness(tmp_path, heading, cell, name, value):
    text = f"crew_id;name;birth_date;employment;{heading}\n1001;A;01.05.1968;AN;{cell}\n1002;B;12.03.1990;SE;\n"
    assert getattr(read(tmp_path, {"crew.csv": text}).dataset.crew["1001"], name) == value


@pytest.mark.parametrize(
    ("cell", "kept", "notices"),
    [
        ("nur bei Tageslicht", ("daylight_only",), 0), ("daylight_only|Not alone in the wheelhouse", ("daylight_only", "no_solo_wheelhouse"), 0),
        ("NUR BEI TAG|nur tagsüber", ("daylight_only",), 0), ("keine", (), 0), ("", (), 0), ("Brille|nur bei Tag", ("Brille", "daylight_only"), 1),
    ],
)  # fmt: skip
def test_restrictions_of_fitness_and_certificates_have_one_name(tmp_path, cell, kept, notices):
    """Those no rule reads are kept and told, never swallowed."""
    text = (
        f"crew_id;name;birth_date;employment;medical_restrictions\n1001;A;01.05.1968;AN;{cell}\n1002;B;12.03.1990;SE;\n"
    )
    result = read(tmp_path, {"crew.csv": text})
    assert result.dataset.crew["1001"].medical_restrictions == kept
    assert [n.code for n in result.notices] == ["input.restriction"] * notices
    text = f"crew_id;certificate;issued_on;valid_until;Einschränkungen\n1001;Unionspatent;01.02.2020;;{cell}\n1002;Matrose;01.02.2020;;\n"
    result = read(tmp_path, {"certificates.csv": text})
    assert result.dataset.certificates[0].restrictions == kept
    assert [n.code for n in result.notices] == ["input.restriction"] * notices
    assert all("Zeile 2: „Brille“" in n.text.de for n in result.notices)


@pytest.mark.parametrize("cell", ["30.04.1968", "gültig"])
def test_faults_of_fitness(tmp_path, cell):
    text = f"crew_id;name;birth_date;employment;medical_on\n1001;A;01.05.1968;AN;{cell}\n1002;B;12.03.1990;SE;\n"
    assert place(only_fault(tmp_path, {"crew.csv": text})) == ("crew.csv", 2, "medical_on")


@pytest.mark.parametrize(
    ("kind", "cell", "stated", "notices"),
    [
        ("Berufsschule", "ja", True, 0),
        ("Berufsschule", "nein", False, 0),
        ("school", "", False, 0),
        ("Urlaub", "nein", False, 0),
        ("Urlaub", "ja", True, 1),
    ],
)
def test_the_certificate_of_a_school(tmp_path, kind, cell, stated, notices):
    text = f"crew_id;start;end;kind;Schulbescheinigung an Bord\n1001;07.12.2026;11.12.2026;{kind};{cell}\n"
    result = read(tmp_path, {"absences.csv": text})
    assert result.dataset.absences[0].school_certificate_on_board is stated
    assert [n.code for n in result.notices] == ["input.unused_value"] * notices


def test_the_faultless_dataset_has_none_of_it(tmp_path):
    found = read(tmp_path).dataset
    assert (found.rotations, found.pairs, found.travel, found.familiar) == ((), (), (), ())
