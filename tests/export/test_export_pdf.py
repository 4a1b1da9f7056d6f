"""The roster on paper: every letter, every page headed, readable in grey, the same bytes again."""

from __future__ import annotations

import csv
import io
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib.resources import files

import pytest
from document_cases import one_person
from export_cases import at, person, span
from pypdf import PdfReader

from optimizer.domain import Absence, AbsenceKind, DutyKind, Function, Pin, PinStatus, RecordedDuty, Shift
from optimizer.export.pdf_document import Section, pdf
from optimizer.export.pdf_text import MISSING, markup, visible
from optimizer.export.phone_list import phone_csv, phone_pdf
from optimizer.export.roster_pdf import roster_pdf
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import iso_week

NAMES = "Łukasz Żółć, Šárka Říhová, Tuğba Işık Şahin, Åse Nørgård, Ștefan Țurcanu, Αλέξης, Олег, Jörg Weiß"


def _pages(content: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(content)).pages]


def test_week_by_vessel_by_person_and_telephone_list(instance: Instance, roster: Roster) -> None:
    vessels, people, phones = _pages(roster_pdf(instance, roster))
    assert "Woche 2026-W50 nach Schiffen" in vessels and "Mo 07.12." in vessels and "So 13.12." in vessels
    assert "Fährführer: Zander, Jörg" in vessels
    assert "Woche 2026-W50 nach Personen" in people and "06:00–14:00" in people and "7:30" in people
    assert "Telefonliste" in phones
    assert vessels.index("Ährenfähre") < vessels.index("MS Zander")


def test_signs_beside_colours(instance: Instance, roster: Roster) -> None:
    vessels = _pages(roster_pdf(instance, roster))[0]
    assert "✖ FÄHRT NICHT" in vessels and "⚠ offen: Fährführer" in vessels and "(vorgesehen)" in vessels
    assert "✖ fährt nicht" in vessels, "the legend explains the sign"


def test_a_night_goes_on_in_the_column_of_the_next_day(instance: Instance, roster: Roster) -> None:
    vessels = _pages(roster_pdf(instance, roster))[0]
    assert "22:00–06:00 (+1)" in vessels and "→ bis 06:00" in vessels


def test_a_duty_begun_in_the_week_before_is_shown_in_both() -> None:
    instance, roster = one_person([span("2026-12-13T22:00", "2026-12-14T06:00")], "2026-W50")
    fortnight = replace(iso_week("2026-W50"), end=iso_week("2026-W51").end)
    pages = _pages(roster_pdf(replace(instance, window=fortnight), roster))
    assert ["2026-W50" in pages[0], "2026-W51" in pages[1]] == [True, True]
    assert "22:00–06:00 (+1)" in pages[0] and "→ bis 06:00" in pages[1] and "22:00–06:00" not in pages[1]


def test_what_the_week_finds_under_way_is_not_missing(instance: Instance, roster: Roster) -> None:
    """A night of the week before goes on into Monday; somebody is on a course on Tuesday."""
    night = Shift(shift_id="S0", vessel_id="P1", interval=span("2026-12-06T22:00", "2026-12-07T04:00"))
    course = RecordedDuty(
        crew_id="0014", interval=span("2026-12-08T09:00", "2026-12-08T12:00"), kind=DutyKind.COURSE, planned=True
    )
    pin = Pin(shift_id="S0", crew_id="0013", function=Function.BOATMASTER, status=PinStatus.RUNNING)
    dataset = replace(instance.dataset, shifts={**instance.dataset.shifts, "S0": night}, pins=(pin,), duties=(course,))
    vessels, people, _ = _pages(roster_pdf(replace(instance, dataset=dataset), roster))
    assert "→ bis 04:00 · S0" in vessels
    assert "+ → bis 04:00 · MS Zander" in people and "+ 09:00–12:00" in people
    assert "12:00" in people.split("Ähring, Änne")[1], "4 hours of the night count in the week"


def test_no_reason_leaves_with_the_paper(instance: Instance, roster: Roster) -> None:
    ill = Absence(crew_id="0013", start=at("2026-12-09T00:00"), end=None, kind=AbsenceKind.SICK)
    dataset = replace(instance.dataset, absences=(ill,))
    text = "".join(_pages(roster_pdf(replace(instance, dataset=dataset), roster)))
    assert text.count("abwesend") == 5
    assert "krank" not in text and "Ruhezeit bis" not in text


def test_one_person_only(instance: Instance, roster: Roster) -> None:
    (page,) = _pages(roster_pdf(instance, roster, crew_id="0012"))
    assert "Zander, Jörg" in page and "Ahrens" not in page


def test_every_letter_of_the_crew(instance: Instance, roster: Roster) -> None:
    crew = {str(number): person(str(number), name) for number, name in enumerate(NAMES.split(", "))}
    dataset = replace(instance.dataset, crew=crew)
    page = _pages(roster_pdf(replace(instance, dataset=dataset), replace(roster, rows=()), phones=False))[1]
    shown = " ".join(page.split())
    assert [name for name in NAMES.split(", ") if name not in shown] == []


def test_markup_in_a_name_is_printed_as_it_stands(instance: Instance, roster: Roster) -> None:
    crew = {**instance.dataset.crew, "0012": person("0012", "<b>Jörg</b> &amp; <img src=x>")}
    page = _pages(roster_pdf(replace(instance, dataset=replace(instance.dataset, crew=crew)), roster))[0]
    assert "<b>Jörg</b> &amp; <img src=x>" in " ".join(page.split())


def test_letters_the_font_lacks_are_boxes_and_marks_are_gone() -> None:
    assert visible("你\u202eabc\x07 👍🏽\ufe0f") == f"{MISSING}abc {MISSING}{MISSING}"
    assert markup("<b>&</b>") == "&lt;b&gt;&amp;&lt;/b&gt;"


def test_headings_and_title_on_every_page() -> None:
    rows = [[(markup(f"row {number}"),), ("x",)] for number in range(200)]
    pages = _pages(pdf([Section("Long table", ["First", "Second"], rows, [1, 2])], "Document", page="A4"))
    assert len(pages) > 2
    for number, page in enumerate(pages, start=1):
        assert "Long table" in page and "Second" in page and f"Seite {number} von {len(pages)}" in page


def test_a_shift_with_a_hundred_people_fits_on_paper(instance: Instance, roster: Roster) -> None:
    shift: Shift = instance.dataset.shifts["S2"]
    crew = {f"N{number}": person(f"N{number}", f"Nummer {number} " + "W" * 200) for number in range(100)}
    rows = tuple(
        RosterRow(
            shift_id="S2", status=RowStatus.FILLED, crew_id=key, function=Function.ADDITIONAL, duty=(shift.interval,)
        )
        for key in crew
    )
    dataset = replace(instance.dataset, crew=crew)
    text = "".join(
        _pages(roster_pdf(replace(instance, dataset=dataset), replace(roster, rows=rows), page="A4", phones=False))
    )
    assert all(f"Nummer {number} " in " ".join(text.split()) for number in range(100))


@pytest.mark.parametrize("page", ["A3", "A4"])
def test_pages_lie_across(instance: Instance, roster: Roster, page: str) -> None:
    width, height = PdfReader(io.BytesIO(roster_pdf(instance, roster, page=page))).pages[0].mediabox.upper_right
    assert (round(width), round(height)) == {"A3": (1191, 842), "A4": (842, 595)}[page]


@pytest.mark.parametrize(
    ("start", "end", "week", "hours", "days"),
    [
        ("2026-10-24T20:00", "2026-10-25T06:00", "2026-W43", "11:00", ("Mo 19.10.", "So 25.10.")),
        ("2027-03-27T20:00", "2027-03-28T06:00", "2027-W12", "9:00", ("Mo 22.03.", "So 28.03.")),
        ("2026-12-31T20:00", "2027-01-01T06:00", "2026-W53", "10:00", ("Mo 28.12.", "So 03.01.")),
    ],
)
def test_weeks_of_the_clock_changes_and_2026_w53(
    start: str, end: str, week: str, hours: str, days: tuple[str, str]
) -> None:
    instance, roster = one_person([span(start, end)], week)
    vessels, people, _ = _pages(roster_pdf(instance, roster))
    for page in (vessels, people):
        assert week in page and all(day in page for day in days)
        assert "20:00–06:00 (+1)" in page and "→ bis 06:00" in page
    assert hours in people


def test_the_same_bytes_in_another_process(instance: Instance, roster: Roster) -> None:
    rows = [[(markup(NAMES),)]]
    made = pdf([Section("T", ["H"], rows, [1])], "D")
    code = (
        "import sys; from optimizer.export.pdf_document import Section, pdf; from optimizer.export.pdf_text import markup;"
        f"sys.stdout.buffer.write(pdf([Section('T', ['H'], [[(markup({NAMES!r}),)]], [1])], 'D'))"
    )
    other = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    assert made == other
    assert roster_pdf(instance, roster) == roster_pdf(instance, roster)


def test_the_same_bytes_from_many_threads_at_once(instance: Instance, roster: Roster) -> None:
    with ThreadPoolExecutor(4) as pool:
        made = set(pool.map(lambda _: roster_pdf(instance, roster), range(8)))
    assert made == {roster_pdf(instance, roster)}


def test_the_font_comes_with_its_licence() -> None:
    names = {item.name for item in (files("data") / "fonts").iterdir()}
    assert names == {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "LICENSE.txt"}
    assert "Bitstream Vera Fonts Copyright" in (files("data") / "fonts" / "LICENSE.txt").read_text("utf-8")


def test_the_telephone_list(instance: Instance, roster: Roster) -> None:
    crew = {key: replace(one, contact="+49 40 1") for key, one in instance.dataset.crew.items()}
    called = replace(instance, dataset=replace(instance.dataset, crew=crew))
    rows = list(csv.DictReader(io.StringIO(phone_csv(called, roster).decode("utf-8-sig")), delimiter=";"))
    assert [row["Name"] for row in rows] == ["'-Meyer", "Ahrens, Bob", "Ähring, Änne", "Zander, Jörg"]
    assert rows[3] == {
        "Name": "Zander, Jörg",
        "Personalnummer": "0012",
        "Kontakt": "'+49 40 1",
        "Schiff": "Ährenfähre",
        "Funktion": "Fährführer",
        "Erster Dienst": "Mo 07.12. 06:00–14:00",
    }
    (page,) = _pages(phone_pdf(called, roster, "en"))
    assert "Telephone list" in page and "+49 40 1" in page and "'" not in page
