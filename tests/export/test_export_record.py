"""The working-time record: every day, elapsed hours, rest before, who led, and what it rests on."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date

import pytest
from document_cases import one_person
from export_cases import at, span
from pypdf import PdfReader

from optimizer.check.sheet import Sheet
from optimizer.domain import DutyKind, RecordedDuty
from optimizer.export.record_documents import record_csv, record_pdf
from optimizer.export.working_time import DayKind, record_lines
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster


def _rows(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig")), delimiter=";"))


def _duties(instance: Instance, *duties: RecordedDuty) -> Instance:
    return replace(instance, dataset=replace(instance.dataset, duties=duties))


def test_a_day_with_its_breaks_and_who_led(instance: Instance, roster: Roster) -> None:
    first, *others = _rows(record_csv(instance, roster, crew_id="0014"))
    assert first == {
        "Personalnummer": "0014",
        "Name": "Ahrens, Bob",
        "Datum": "07.12.2026",
        "Tag": "Mo",
        "Art": "Arbeitstag",
        "Schiff": "Ährenfähre",
        "Schiffsführer": "Zander, Jörg",
        "Beginn": "06:00",
        "Ende": "14:00",
        "Pausen": "",
        "Arbeit h": "8:00",
        "Nacht h": "0:00",
        "Ruhe davor h": "",
        "Quelle": "geplant",
        "Unterschrift": "",
    }
    assert [row["Art"] for row in others] == ["Ruhetag"] * 6
    (own, *_) = _rows(record_csv(instance, roster, crew_id="0012"))
    assert (own["Pausen"], own["Arbeit h"]) == ("10:00–10:30", "7:30")


def test_a_night_is_split_at_midnight_and_its_hours_add_up() -> None:
    instance, roster = one_person(
        [span("2026-12-07T22:00", "2026-12-08T06:00"), span("2026-12-08T20:00", "2026-12-09T04:00")], "2026-W50"
    )
    rows = _rows(record_csv(instance, roster))
    shown = [tuple(row[key] for key in ("Beginn", "Ende", "Arbeit h", "Nacht h", "Ruhe davor h")) for row in rows]
    assert shown[:4] == [
        ("22:00", "24:00", "2:00", "1:00", ""),
        ("00:00", "06:00", "6:00", "6:00", ""),
        ("20:00", "24:00", "4:00", "1:00", "14:00"),
        ("00:00", "04:00", "4:00", "4:00", ""),
    ]


@pytest.mark.parametrize(
    ("start", "end", "week", "work", "night"),
    [
        ("2026-10-24T20:00", "2026-10-25T06:00", "2026-W43", 11, 8),
        ("2027-03-27T20:00", "2027-03-28T06:00", "2027-W12", 9, 6),
        ("2026-12-31T20:00", "2027-01-01T06:00", "2026-W53", 10, 7),
    ],
)
def test_hours_are_elapsed_ones(start: str, end: str, week: str, work: int, night: int) -> None:
    instance, roster = one_person([span(start, end)], week)
    lines = record_lines(Sheet(instance, roster), "0012")
    assert sum(line.work_minutes for line in lines) == work * 60
    assert sum(line.night_minutes for line in lines) == night * 60
    assert len({line.day for line in lines}) == 7


def test_rest_over_the_clock_change_is_an_hour_less() -> None:
    """On the clock 10 hours lie between the two duties, in fact 9."""
    instance, roster = one_person(
        [span("2027-03-27T13:00", "2027-03-27T21:00"), span("2027-03-28T07:00", "2027-03-28T12:00")], "2027-W12"
    )
    rests = [line.rest_before for line in record_lines(Sheet(instance, roster), "0012") if line.rest_before]
    assert rests == [9 * 60]


def test_an_hour_that_comes_twice_carries_its_offset() -> None:
    instance, roster = one_person([span("2026-10-24T20:00", "2026-10-25T01:00")], "2026-W43")
    from optimizer.timeline import Interval

    late = Interval(at("2026-10-25T02:30", fold=1), at("2026-10-25T06:00"))
    instance, roster = one_person([late], "2026-W43")
    assert [row["Beginn"] for row in _rows(record_csv(instance, roster)) if row["Beginn"]] == ["02:30+01:00"]


def test_recorded_time_is_told_from_planned_and_gives_the_rest_before(instance: Instance, roster: Roster) -> None:
    before = RecordedDuty(
        crew_id="0014", interval=span("2026-12-06T12:00", "2026-12-06T20:00"), kind=DutyKind.DUTY, vessel_id="P1"
    )
    during = RecordedDuty(
        crew_id="0014", interval=span("2026-12-09T08:00", "2026-12-09T12:00"), kind=DutyKind.LAND, vessel_id=""
    )
    rows = _rows(record_csv(_duties(instance, before, during), roster, crew_id="0014"))
    assert rows[0]["Ruhe davor h"] == "10:00"
    assert [(row["Datum"], row["Quelle"], row["Beginn"]) for row in rows if row["Quelle"] == "erfasst"] == [
        ("09.12.2026", "erfasst", "08:00")
    ]


def test_committed_time_is_planned(instance: Instance, roster: Roster) -> None:
    course = RecordedDuty(
        crew_id="0014", interval=span("2026-12-09T08:00", "2026-12-09T12:00"), kind=DutyKind.COURSE, planned=True
    )
    rows = _rows(record_csv(_duties(instance, course), roster, crew_id="0014"))
    assert [row["Quelle"] for row in rows if row["Beginn"] == "08:00"] == ["geplant"]


def test_a_day_off_on_board_is_no_rest_day(instance: Instance, roster: Roster) -> None:
    aboard = RecordedDuty(
        crew_id="0014", interval=span("2026-12-08T00:00", "2026-12-10T00:00"), kind=DutyKind.ON_BOARD_FREE
    )
    lines = record_lines(Sheet(_duties(instance, aboard), roster), "0014")
    kinds = {line.day.day: line.kind for line in lines}
    assert (kinds[8], kinds[9], kinds[10]) == (DayKind.NO_REST_DAY, DayKind.NO_REST_DAY, DayKind.REST)


def test_everybody_who_works_has_a_record(instance: Instance, roster: Roster) -> None:
    people = {row["Personalnummer"] for row in _rows(record_csv(instance, roster))}
    assert people == {"0012", "0013", "0014", "'=1+1"}


def test_on_paper_with_signatures_and_the_paragraphs_of_the_law_data(instance: Instance, roster: Roster) -> None:
    reader = PdfReader(io.BytesIO(record_pdf(instance, roster)))
    assert len(reader.pages) == 4
    text = reader.pages[1].extract_text()
    book, day = load_rulebook(), date(2026, 12, 7)
    assert book.citation("record.employee", day) in text and book.citation("mode.crew_change", day) in text
    assert "24 Monate" in text and "(6 Monate)" in text
    assert "Unterschrift" in text and "Arbeitgeber ____" in text and "Zander, Jörg" in text
    assert "Seite 2 von 4" in text


def test_in_english(instance: Instance, roster: Roster) -> None:
    text = PdfReader(io.BytesIO(record_pdf(instance, roster, "en", crew_id="0012"))).pages[0].extract_text()
    assert "Working-time record" in text and "Rest day" in text and "Page 1 of 1" in text


def test_a_person_nobody_knows(instance: Instance, roster: Roster) -> None:
    with pytest.raises(KeyError):
        record_csv(instance, roster, crew_id="9999")
