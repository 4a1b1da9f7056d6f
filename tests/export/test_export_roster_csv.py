"""The roster CSV: layout, order, encoding, harmless cells, whole files."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from export_cases import clock_change_shifts
from hypothesis import given
from hypothesis import strategies as st

from optimizer.export import ordered_rows, roster_table, write_roster
from optimizer.export.cells import defuse, one_line
from optimizer.export.collation import german_key
from optimizer.export.files import check_writable, write_whole
from optimizer.instance import Instance
from optimizer.intake.lost_ids import restore
from optimizer.roster import Roster

GERMAN = (
    "Woche;Datum;Wochentag;Schiff;Schicht-ID;Beginn;Ende;Ort Beginn;Ort Ende;Betriebsform;Personalnummer;Name;"
    "Funktion;Sicherheitsrolle;Wache;Dienstzeiten;Status;Grund;Beginn_ISO;Ende_ISO;Version"
)


def _rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(path.read_bytes().decode("utf-8-sig")), delimiter=";"))


def test_bytes_on_disk(tmp_path: Path, instance: Instance, roster: Roster) -> None:
    write_roster(tmp_path / "roster.csv", instance, roster)
    content = (tmp_path / "roster.csv").read_bytes()
    assert content.startswith(b"\xef\xbb\xbf" + GERMAN.encode())
    assert content.endswith(b"\r\n")
    assert content.count(b"\n") == content.count(b"\r\n") == 1 + len(roster.rows)


def test_one_row_an_assignment_with_every_cell(tmp_path: Path, instance: Instance, roster: Roster) -> None:
    write_roster(tmp_path / "roster.csv", instance, roster)
    master = next(row for row in _rows(tmp_path / "roster.csv") if row["Personalnummer"] == "0012")
    assert master == {
        "Woche": "2026-W50",
        "Datum": "07.12.2026",
        "Wochentag": "Mo",
        "Schiff": "Ährenfähre",
        "Schicht-ID": "S1",
        "Beginn": "07.12.2026 06:00",
        "Ende": "07.12.2026 14:00",
        "Ort Beginn": "Höchst",
        "Ort Ende": "",
        "Betriebsform": "",
        "Personalnummer": "0012",
        "Name": "Zander, Jörg",
        "Funktion": "Fährführer",
        "Sicherheitsrolle": "",
        "Wache": "",
        "Dienstzeiten": "06:00-14:00 Pause 10:00-10:30",
        "Status": "besetzt",
        "Grund": "",
        "Beginn_ISO": "2026-12-07T06:00+01:00",
        "Ende_ISO": "2026-12-07T14:00+01:00",
        "Version": "1",
    }


def test_order_by_start_vessel_shift_rank_and_german_name(instance: Instance, roster: Roster) -> None:
    shown = [(row.shift_id, row.crew_id) for row in ordered_rows(instance, roster)]
    assert shown == [
        ("S1", "0012"),
        ("S1", "0014"),
        ("S1", "0013"),
        ("S2", "=1+1"),
        ("S3", ""),
        ("S3", "0013"),
    ]


def test_order_does_not_depend_on_the_order_of_rows(instance: Instance, roster: Roster) -> None:
    backwards = replace(roster, rows=roster.rows[::-1])
    assert roster_table(instance, backwards).equals(roster_table(instance, roster))


def test_open_place_says_why_in_one_line(instance: Instance, roster: Roster) -> None:
    table = roster_table(instance, roster)
    place = table[table["Status"] == "offen"].iloc[0]
    assert place["Grund"] == "Niemand frei:; - Zander, Jörg: Ruhezeit bis 08.12. 00:00"
    assert (place["Personalnummer"], place["Name"], place["Dienstzeiten"]) == ("", "", "")


def test_english_headings_and_words(instance: Instance, roster: Roster) -> None:
    table = roster_table(instance, roster, "en")
    assert list(table.columns)[:5] == ["Week", "Date", "Weekday", "Vessel", "Shift ID"]
    boatmaster = table[table["Crew ID"] == "=1+1"].iloc[0]
    assert boatmaster["Weekday"] == "Mon"
    assert boatmaster["Function"] == "Boatmaster"
    assert boatmaster["Safety role"] == "Passenger expert|First aider"
    assert boatmaster["Operating mode"] == "A (BinSchPersV)"
    assert boatmaster["Status"] == "filled"


def test_instants_of_both_clock_changes(instance: Instance, roster: Roster) -> None:
    shifts = clock_change_shifts()
    changed = replace(instance, dataset=replace(instance.dataset, shifts={s.shift_id: s for s in shifts}))
    rows = tuple(replace(roster.rows[2], shift_id=s.shift_id, duty=(s.interval,), breaks=()) for s in shifts)
    table = roster_table(changed, replace(roster, rows=rows)).set_index("Schicht-ID")
    assert table.loc["autumn", "Beginn_ISO"] == "2026-10-25T02:30+02:00"
    assert table.loc["autumn", "Ende_ISO"] == "2026-10-25T02:30+01:00"
    assert table.loc["spring", "Beginn_ISO"] == "2027-03-28T01:30+01:00"
    assert table.loc["spring", "Ende_ISO"] == "2027-03-28T03:30+02:00"
    assert table.loc["new_year", "Woche"] == "2026-W53"
    assert table.loc["new_year", "Datum"] == "01.01.2027"


@pytest.mark.parametrize("cell", ["=1+1", "+49", "-Meyer", "@SUM(A1)", "\tx", "'=1+1", "''-x"])
def test_formulas_are_defused_and_come_back(cell: str) -> None:
    assert defuse(cell) == f"'{cell}"
    assert restore(defuse(cell)) == cell


@given(st.text().filter(lambda cell: "\r" not in cell))
def test_defusing_is_always_undone(cell: str) -> None:
    written = defuse(cell)
    assert restore(written) == cell
    assert not written.startswith(("=", "+", "-", "@", "\t"))


def test_no_cell_of_the_file_is_a_formula(tmp_path: Path, instance: Instance, roster: Roster) -> None:
    write_roster(tmp_path / "roster.csv", instance, roster)
    cells = [cell for row in _rows(tmp_path / "roster.csv") for cell in row.values()]
    assert "'=1+1" in cells and "'-Meyer" in cells
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]


def test_umlauts_sort_like_their_letter() -> None:
    assert sorted(["Zander", "Ähring", "Ahrens", "ahrens", "Äpfel", "Straße", "Strasse"], key=german_key) == [
        "Ahrens",
        "ahrens",
        "Ähring",
        "Äpfel",
        "Strasse",
        "Straße",
        "Zander",
    ]
    assert german_key("A\u0308hring") == german_key("Ähring")


def test_one_line_joins_lines() -> None:
    assert one_line("a\n- b\r\n\tc\n") == "a; - b; c"


def test_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(b"old")

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["roster.csv"]


def test_whole_file_keeps_the_rights_of_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "roster.csv"
    path.write_bytes(b"old")
    path.chmod(0o640)
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.csv").write_bytes(b"old")
    (tmp_path / "link.csv").symlink_to("real.csv")
    write_whole(tmp_path / "link.csv", b"new")
    assert (tmp_path / "link.csv").is_symlink()
    assert (tmp_path / "real.csv").read_bytes() == b"new"


@pytest.mark.parametrize("name", ["missing/roster.csv", ".", "/dev/null"])
def test_unwritable_paths_are_found_before_the_run(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError):
        check_writable(tmp_path / name)


def test_checking_a_path_leaves_no_file_behind(tmp_path: Path) -> None:
    check_writable(tmp_path / "roster.csv")
    assert list(tmp_path.iterdir()) == []


def test_every_function_has_a_rank() -> None:
    from optimizer.domain import Function
    from optimizer.export.roster_csv import _RANK

    assert set(_RANK) == set(Function)
