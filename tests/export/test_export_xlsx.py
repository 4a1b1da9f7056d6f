"""The workbook as a spreadsheet reads it: real times, harmless text, legal names, ready to print."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import datetime, timedelta

import openpyxl
import pytest
from document_cases import one_person
from export_cases import span
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.workbook import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from optimizer.export.roster_csv import headings
from optimizer.export.roster_xlsx import roster_workbook
from optimizer.export.sheet_names import SheetNames
from optimizer.instance import Instance
from optimizer.roster import Roster


def _book(instance: Instance, roster: Roster, lang: str = "de", **more: object) -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(roster_workbook(instance, roster, lang, **more)))  # type: ignore[arg-type]


def _rows(sheet: Worksheet) -> list[dict[str, object]]:
    """The first table of a sheet: title, headings, rows up to the first empty one."""
    _, heads, *rows = sheet.iter_rows(values_only=True)
    found = []
    for row in rows:
        if not any(cell is not None for cell in row):
            break
        found.append(dict(zip(heads, row, strict=True)))
    return found


def test_a_sheet_per_vessel_and_per_person_after_the_overview(instance: Instance, roster: Roster) -> None:
    names = _book(instance, roster).sheetnames
    assert names == [
        "Übersicht", "Dienstplan", "Ährenfähre", "MS Zander", "-Meyer", "Ahrens, Bob", "Ähring, Änne", "Zander, Jörg",
    ]  # fmt: skip
    assert _book(instance, roster, "en").sheetnames[:2] == ["Overview", "Roster"]
    assert _book(instance, roster, crew_id="0012").sheetnames == ["Zander, Jörg"]


def test_times_are_times_with_german_formats(instance: Instance, roster: Roster) -> None:
    sheet = _book(instance, roster)["Zander, Jörg"]
    row = _rows(sheet)[0]
    assert (row["Dienst von"], row["bis"]) == (datetime(2026, 12, 7, 6), datetime(2026, 12, 7, 14))
    assert row["Arbeit"] == timedelta(hours=7, minutes=30)
    assert row["Pausen"] == "Mo 07.12. 10:00–10:30"
    assert (row["Schiff"], row["Funktion"]) == ("Ährenfähre", "Fährführer")
    assert sheet["B3"].number_format == "dd.mm.yyyy hh:mm" and sheet["D3"].number_format == "[h]:mm"


def test_all_rows_are_those_of_the_csv(instance: Instance, roster: Roster) -> None:
    rows = _rows(_book(instance, roster)["Dienstplan"])
    assert list(rows[0]) == headings() and len(rows) == len(roster.rows)
    assert rows[0]["Beginn"] == datetime(2026, 12, 7, 6) and rows[0]["Beginn_ISO"] == "2026-12-07T06:00+01:00"
    assert rows[0]["Personalnummer"] == "0012"
    assert any("Ruhezeit" in str(row["Grund"]) for row in rows)


def test_reasons_stay_with_those_who_plan(instance: Instance, roster: Roster) -> None:
    book = _book(instance, roster, reasons=False)
    cells = [str(cell) for sheet in book for row in sheet.iter_rows(values_only=True) for cell in row]
    assert not any("Ruhezeit" in cell for cell in cells)
    handed_out = [sheet for sheet in _book(instance, roster) if sheet.title not in ("Dienstplan",)]
    cells = [str(cell) for sheet in handed_out for row in sheet.iter_rows(values_only=True) for cell in row]
    assert not any("Ruhezeit" in cell for cell in cells)


def test_what_looks_like_a_formula_is_text_also_after_editing(instance: Instance, roster: Roster) -> None:
    sheet = _book(instance, roster)["Dienstplan"]
    cells = [cell for row in sheet.iter_rows() for cell in row if cell.value in ("=1+1", "-Meyer")]
    assert len(cells) == 2
    assert all(cell.data_type == "s" and cell.quotePrefix for cell in cells)


def test_an_open_place_carries_a_sign_beside_its_colour(instance: Instance, roster: Roster) -> None:
    sheet = _book(instance, roster)["Ährenfähre"]
    (cell,) = [cell for row in sheet.iter_rows() for cell in row if str(cell.value).startswith("⚠")]
    assert cell.value == "⚠ offen" and cell.fill.fgColor.rgb == "FFF4B6B6"


def test_hours_by_vessel_and_by_person_are_the_same_sum(instance: Instance, roster: Roster) -> None:
    _, heads, *rows = _book(instance, roster)["Übersicht"].iter_rows(values_only=True)
    blank = next(number for number, row in enumerate(rows) if not any(row))
    by_vessel = sum((row[6] for row in rows[:blank]), timedelta())
    by_person = sum((row[6] for row in rows[blank + 3 :]), timedelta())
    assert heads[6] == "Arbeitsstunden"
    assert by_vessel == by_person == timedelta(hours=8 + 8 + 8 + 6, minutes=-30)


def test_every_sheet_prints_across_with_its_headings_on_every_page(instance: Instance, roster: Roster) -> None:
    for sheet in _book(instance, roster):
        assert sheet.page_setup.orientation == "landscape" and int(sheet.page_setup.paperSize) == 9
        assert sheet.print_title_rows == "$1:$2"
        assert sheet.page_setup.fitToHeight == 0 and sheet.sheet_properties.pageSetUpPr.fitToPage
        assert "Seite" in sheet.oddFooter.right.text


def test_equal_rosters_give_equal_bytes_and_no_clock_is_asked(instance: Instance, roster: Roster) -> None:
    assert roster_workbook(instance, roster) == roster_workbook(instance, roster)
    assert _book(instance, roster).properties.created == datetime(2026, 12, 7)


@pytest.mark.parametrize(
    ("start", "end", "week", "hours"),
    [
        ("2026-10-24T20:00", "2026-10-25T06:00", "2026-W43", 11),
        ("2027-03-27T20:00", "2027-03-28T06:00", "2027-W12", 9),
        ("2026-12-31T22:00", "2027-01-01T06:00", "2026-W53", 8),
    ],
)
def test_wall_times_and_elapsed_hours_over_the_clock_changes(start: str, end: str, week: str, hours: int) -> None:
    instance, roster = one_person([span(start, end)], week)
    book = _book(instance, roster)
    row, total = _rows(book["Zander, Jörg"])
    assert (row["Dienst von"], row["bis"]) == (datetime.fromisoformat(start), datetime.fromisoformat(end))
    assert row["Arbeit"] == total["Arbeit"] == timedelta(hours=hours)
    assert week in str(book["Zander, Jörg"]["A1"].value)


def test_people_of_one_name_are_told_apart(instance: Instance, roster: Roster) -> None:
    twin = replace(instance.dataset.crew["0014"], name="zander, jörg")
    dataset = replace(instance.dataset, crew={**instance.dataset.crew, "0014": twin})
    names = _book(replace(instance, dataset=dataset), roster).sheetnames
    assert "Zander, Jörg" in names and "zander, jörg 0014" in names


@given(st.lists(st.tuples(st.text(max_size=200), st.text(max_size=40)), max_size=12))
def test_any_names_become_legal_and_different(wanted: list[tuple[str, str]]) -> None:
    names = SheetNames()
    taken = [names.take(name, other) for name, other in wanted]
    assert len({name.lower() for name in taken}) == len(taken)
    for name in taken:
        assert 1 <= len(name.encode("utf-16-le")) // 2 <= 31
        assert not set(name) & set("[]:*?/\\") and name.strip("'") == name
        assert name.casefold() != "history"
