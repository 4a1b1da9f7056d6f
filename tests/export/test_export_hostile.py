"""Names and notes that want to be something else stay text in every document."""

from __future__ import annotations

import csv
import io
import re

import openpyxl
from document_cases import hostile_fleet
from hypothesis import given, settings
from hypothesis import strategies as st
from icalendar import Calendar
from pypdf import PdfReader

from optimizer.export.documents import FOR_ONE_PERSON, ON_PAPER, Format, Wanted, document
from optimizer.export.pdf_text import visible
from optimizer.export.plain import plain

PLANTED = (
    '=HYPERLINK("http://x";"Jan")', "+49 40 1", "-Meyer", "@x", "\t=1+1", "\r=1+1", "'=1+1", "<img src=x onerror=alert(1)>",
    '"><b>', "<para><font size=900>", "{=1+1}", "a\x00b\x07c\x1b[31m", "Jan\u202efdp.exe", "\u2066\u200fאבג", "مرحبا",
    "👍🏽👩‍✈️", "W" * 200, "W i " * 50, "[]:*?/\\", "'", "History", "BEGIN:VEVENT\nUID:1\nEND:VEVENT", "a;b,c\\n\r\nd", "&#0;",
    "\ufffe\uffff\ufdd0", "_x0041_", "", " ", "&A&P", "\u2028\u0085x", "http://a.b/" + "c" * 180, "[Red]General", "Łukasz Şahin",
)  # fmt: skip
ANYTHING = st.one_of(
    st.sampled_from(PLANTED),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=200),
    st.builds(str.__add__, st.sampled_from(PLANTED), st.sampled_from(PLANTED)),
)
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


@settings(max_examples=40, deadline=None)
@given(st.lists(ANYTHING, min_size=3, max_size=6), st.sampled_from(["de", "en"]))
def test_hostile_texts_are_harmless_everywhere(names: list[str], lang: str) -> None:
    instance, roster = hostile_fleet(names)
    for kind in Format:
        for crew_id in ("", "P0") if kind in FOR_ONE_PERSON else ("",):
            for paper in (False, True) if kind in ON_PAPER else (False,):
                made = document(instance, roster, Wanted(format=kind, lang=lang, crew_id=crew_id, paper=paper))
                assert re.fullmatch(r"[A-Za-z0-9.-]+", made.name)
                {"csv": _harmless_csv, "xlsx": _harmless_workbook, "ics": _harmless_calendar, "pdf": _harmless_pdf}[
                    made.name.rpartition(".")[2]
                ](made.content)


def _harmless_csv(content: bytes) -> None:
    rows = list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))
    assert len({len(row) for row in rows}) == 1
    assert not [cell for row in rows for cell in row if re.match(r"[=+\-@\t\r]", cell)]


def _harmless_workbook(content: bytes) -> None:
    book = openpyxl.load_workbook(io.BytesIO(content))
    lowered = [name.lower() for name in book.sheetnames]
    assert len(set(lowered)) == len(lowered)
    for sheet in book:
        cells = [cell for row in sheet.iter_rows() for cell in row]
        assert not [cell for cell in cells if cell.data_type == "f" or cell.hyperlink]
        assert not [cell for cell in cells if CONTROL.search(str(cell.value))]


def _harmless_calendar(content: bytes) -> None:
    assert not CONTROL.search(content.decode("utf-8").replace("\r\n", ""))
    assert all(len(line) <= 75 for line in content.split(b"\r\n"))
    events = list(Calendar.from_ical(content).walk("VEVENT"))
    assert 1 <= len(events) <= 2, "only the two people of the sailing shift have an event each"
    assert all(str(event["UID"]).endswith("@crew-roster") for event in events)


def _harmless_pdf(content: bytes) -> None:
    reader = PdfReader(io.BytesIO(content))
    for page in reader.pages:
        assert "/Annots" not in page
        assert not CONTROL.search(page.extract_text())
    assert "/JavaScript" not in str(reader.trailer["/Root"]) and "/OpenAction" not in reader.trailer["/Root"]


@given(st.text(max_size=300))
def test_plain_text_is_one_printable_line_and_stays_as_it_is(text: str) -> None:
    once = plain(text)
    assert plain(once) == once and not CONTROL.search(once) and "\n" not in once
    assert len(visible(text)) <= 120


def test_letters_of_every_script_stay() -> None:
    for name in ("Łukasz Żółć", "Tuğba Işık", "אבג", "مرحبا", "Олег", "👍🏽"):
        assert plain(name) == name
