"""Cancelled shifts, handover, and voyages that contradict their places of change."""

from __future__ import annotations

import pytest
from intake_files import only_fault, place, read

from optimizer.findings import Severity

HEAD = "shift_id;vessel_id;start;end;mode;voyage_id;crew_change_at_end;prepare_min;handover_min;wrapup_min;status\n"
LEGS = {"a": ("06:00", "08:00"), "b": ("08:00", "10:00"), "c": ("10:00", "12:00"), "d": ("12:00", "14:00")}


def legs(vessel: str = "E1", **cells: str) -> dict[str, str]:
    """Shifts of one vessel behind each other: voyage, change, preparation, handover, wrap-up, status."""
    rows = [
        f"{name};{vessel};07.12.2026 {LEGS[name][0]};{LEGS[name][1]};{'' if vessel == 'F1' else 'A'};{cell}\n"
        for name, cell in cells.items()
    ]
    return {"shifts.csv": HEAD + "".join(rows)}


PINS = "shift_id;crew_id;function;status\n"


# --- cancelled ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "word", ["abgesagt", "cancelled", "Canceled", "fällt aus", "storniert", "ausgefallen", "Gestrichen"]
)
def test_a_cancelled_shift_is_left_out_with_what_is_said_about_it(tmp_path, word):
    files = legs(a=";;;;;", b=f";;;;;{word}") | {
        "assignments.csv": PINS + "a;1001;Schiffsführer;\nb;1001;Schiffsführer;\nb;1002;Matrose;\n",
        "wishes.csv": "crew_id;kind;shift_id\n1001;möchte;b\n1001;möchte;a\n",
        "movements.csv": "vessel_id;start;end;state\nE1;07.12.2026 08:00;10:00;Fahrt\n",
    }
    result = read(tmp_path, files)
    assert list(result.dataset.shifts) == ["a"]
    assert [pin.shift_id for pin in result.dataset.pins] == ["a"]
    assert [wish.shift_id for wish in result.dataset.wishes] == ["a"]
    assert len(result.dataset.movements) == 1
    (notice,) = result.notices
    assert (notice.code, notice.severity) == ("input.cancelled", Severity.INFO)
    assert "geplant: b. Dazu entfallen feste Einteilungen: 2, Wünsche: 1; Bewegungen bleiben" in notice.text.de


@pytest.mark.parametrize("word", ["", "geplant", "planned"])
def test_a_planned_shift_stays(tmp_path, word):
    result = read(tmp_path, legs(a=f";;;;;{word}"))
    assert list(result.dataset.shifts) == ["a"] and result.notices == ()


def test_a_cancelled_shift_overlaps_with_none_and_needs_no_watches(tmp_path):
    text = legs(a=";;;;;")["shifts.csv"] + "x;E1;07.12.2026 07:00;08.12.2026 12:00;A;;;;;;abgesagt\n"
    assert list(read(tmp_path, {"shifts.csv": text}).dataset.shifts) == ["a"]


def test_cells_of_a_cancelled_shift_are_still_checked(tmp_path):
    error = only_fault(tmp_path, legs(a=";;viel;;;abgesagt"))
    assert place(error) == ("shifts.csv", 2, "prepare_min")


def test_a_shift_with_its_crew_on_board_cannot_be_cancelled(tmp_path):
    files = legs(a=";;;;;", b=";;;;;abgesagt") | {"assignments.csv": PINS + "b;1001;Schiffsführer;läuft\n"}
    error = only_fault(tmp_path, files)
    assert place(error) == ("assignments.csv", 2, "status") and "duties.csv" in error.fix.de


def test_a_voyage_goes_on_over_a_cancelled_shift(tmp_path):
    found = read(tmp_path, legs(a=";nein;;30;;", b=";ja;;30;;abgesagt", c=";;;30;;")).dataset.shifts
    assert {name: (shift.voyage_id, shift.handover_min) for name, shift in found.items()} == {
        "a": ("a", 30),
        "c": ("a", 0),
    }


# --- handover -------------------------------------------------------------------------------------


def test_a_voyage_is_handed_over_once(tmp_path):
    cells = "V;;15;30;10;"
    found = read(tmp_path, legs(b=cells, a=cells, c=";;15;30;10;", d="W;;15;30;10;")).dataset.shifts
    assert {name: shift.handover_min for name, shift in found.items()} == {"a": 30, "b": 0, "c": 30, "d": 30}
    assert {shift.prepare_min for shift in found.values()} == {15} and {
        shift.wrapup_min for shift in found.values()
    } == {10}


def test_a_voyage_joined_by_its_places_of_change_is_handed_over_once(tmp_path):
    found = read(tmp_path, legs(a=";nein;;30;;", b=";nein;;30;;", c=";ja;;30;;", d=";;;30;;")).dataset.shifts
    assert [shift.handover_min for shift in found.values()] == [30, 0, 0, 30]


@pytest.mark.parametrize(
    ("cells", "end", "codes"),
    [
        ("0;0;0", "20:00", []),
        ("0;0;1", "20:00", ["input.long_shift"]),
        ("60;45;15", "18:00", []),
        ("60;45;16", "18:00", ["input.long_shift"]),
        ("60;30;30", "20:00", ["input.long_shift"]),
    ],
)
def test_preparation_handover_and_wrap_up_are_duty(tmp_path, cells, end, codes):
    text = HEAD + f"a;E1;07.12.2026 06:00;{end};A;;;{cells};\n"
    assert [n.code for n in read(tmp_path, {"shifts.csv": text}).notices] == codes


def test_duty_with_preparation_over_the_limit_needs_watches(tmp_path):
    text = HEAD + "a;E1;07.12.2026 06:00;21:00;A;;;30;30;1;\n"
    error = only_fault(tmp_path, {"shifts.csv": text})
    assert place(error) == ("shifts.csv", 2, "end") and "16:01 Stunden" in error.problem.de


# --- voyages and places of change -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ({"a": "V;nein;;;;", "b": "V;ja;;;;", "c": "W;;;;;"}, None),
        ({"a": "V;ja;;;;", "b": "V;;;;;"}, "es wird nicht gewechselt"),
        ({"a": "V;nein;;;;", "b": "W;;;;;"}, "dort wird gewechselt"),
        ({"a": ";nein;;;;", "b": "W;;;;;"}, "dort wird gewechselt"),
        ({"a": "V;;;;;", "b": "W;;;;;", "c": "V;;;;;"}, "wird nach einer anderen Schicht"),
        ({"a": "V;;;;;", "b": ";;;;;", "c": "V;;;;;"}, "wird nach einer anderen Schicht"),
    ],
)
def test_contradictory_voyages_are_told(tmp_path, cells, words):
    notices = read(tmp_path, legs(**cells)).notices
    assert [n.code for n in notices] == ([] if words is None else ["input.voyage"])
    assert words is None or words in notices[0].text.de


def test_a_ferry_shift_without_a_change_at_its_end_is_told_nothing(tmp_path):
    assert read(tmp_path, legs("F1", a="V;nein;;;;", b="W;;;;;")).notices == ()


def test_a_joined_voyage_takes_no_name_in_use(tmp_path):
    text = legs(a=";nein;;;;", b=";;;;;")["shifts.csv"] + "x;F1;07.12.2026 06:00;08:00;;a;;;;;\n"
    found = read(tmp_path, {"shifts.csv": text}).dataset.shifts
    assert (found["a"].voyage_id, found["b"].voyage_id, found["x"].voyage_id) == ("a'", "a'", "a")
