"""Rosters of people who live on board: early duty, patrols, people above the crew, voyages."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from pathlib import Path

import pytest

from optimizer.domain import (
    ClockSpan,
    Dataset,
    Employment,
    Function,
    OperatingMode,
    Person,
    Shift,
    Vessel,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.duty import watch_duty
from optimizer.export import write_roster
from optimizer.findings import DatasetError
from optimizer.instance import Instance
from optimizer.intake import RosterRead, read_roster
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import BERLIN, Interval, iso_week

WEEK = iso_week("2026-W50")
MINUTES = {"prepare_min": 20, "handover_min": 10, "wrapup_min": 15}
WATCHES = (
    Watch(name="Vor", spans=(ClockSpan(start=time(3), end=time(15)),)),
    Watch(name="Nach", spans=(ClockSpan(start=time(15), end=time(3)),)),
)


def at(day: int, clock: str) -> datetime:
    return datetime.fromisoformat(f"2026-12-{day:02d}T{clock}").replace(tzinfo=BERLIN)


def span(day: int, start: str, end: str, days: int = 0) -> Interval:
    return Interval(at(day, start), at(day + days, end))


def shift(shift_id: str, interval: Interval, **facts) -> Shift:
    return Shift(shift_id=shift_id, vessel_id="K", interval=interval, mode=OperatingMode.B, **facts)


def dataset(*shifts: Shift) -> Dataset:
    people = [Person(crew_id=n, name=n, birth_date=date(1990, 1, 1), employment=Employment.EMPLOYEE) for n in "abc"]
    return Dataset(
        vessels={"K": Vessel(vessel_id="K", name="MS Kanal", type=VesselType.CABIN)},
        crew={person.crew_id: person for person in people},
        shifts={item.shift_id: item for item in shifts},
        watch_plans={"W": WatchPlan(watch_plan="W", watches=WATCHES)},
    )


def row(shift_id: str, crew_id: str = "a", function: Function = Function.BOATMASTER, **facts) -> RosterRow:
    return RosterRow(shift_id=shift_id, status=RowStatus.FILLED, crew_id=crew_id, function=function, **facts)


def round_trip(folder: Path, data: Dataset, *rows: RosterRow, lang: str = "de") -> RosterRead:
    roster = Roster(window=WEEK, rows=rows)
    write_roster(folder / "r.csv", Instance(data, WEEK, load_rulebook()), roster, lang)
    return read_roster(folder / "r.csv", data)


def by_hand(folder: Path, data: Dataset, duty_times: str, shift_id: str = "S", watch: str = "") -> RosterRow:
    text = f"Schicht-ID;Personalnummer;Funktion;Wache;Dienstzeiten;Status\n{shift_id};a;Schiffsführer;{watch};{duty_times};besetzt\n"
    (folder / "r.csv").write_text(text, "utf-8")
    return read_roster(folder / "r.csv", data).roster.rows[0]


# --- duty before and after the shift --------------------------------------------------------------

DAY = dataset(shift("S", span(8, "06:00", "14:00"), **MINUTES))
LONG = dataset(shift("S", span(8, "06:00", "06:00", 2), watch_plan="W", **MINUTES))


def test_duty_before_and_after_the_shift_is_written_and_read_back(tmp_path):
    item = DAY.shifts["S"]
    found = round_trip(tmp_path, DAY, row("S", duty=watch_duty(item, None), breaks=(span(8, "10:00", "10:30"),)))
    assert found.roster.rows[0].duty == (span(8, "05:30", "14:15"),) and found.findings == ()
    assert "05:30-14:15 Pause 10:00-10:30" in (tmp_path / "r.csv").read_text("utf-8-sig")


@pytest.mark.parametrize("watch", WATCHES, ids=lambda watch: watch.name)
@pytest.mark.parametrize("lang", ["de", "en"])
def test_watches_with_preparation_are_written_and_read_back(tmp_path, watch, lang):
    duty = watch_duty(LONG.shifts["S"], watch)
    found = round_trip(tmp_path, LONG, row("S", watch=watch.name, duty=duty), lang=lang)
    assert found.roster.rows[0].duty == duty and found.findings == ()


@pytest.mark.parametrize(
    ("text", "duty"),
    [("05:30-14:15", ("05:30", "14:15")), ("05:45-14:00", ("05:45", "14:00")), ("06:00-14:00", ("06:00", "14:00")), ("", ("05:30", "14:15")),
     ("08.12. 05:30-08.12. 14:15", ("05:30", "14:15"))],
)  # fmt: skip
def test_early_duty_by_hand(tmp_path, text, duty):
    assert by_hand(tmp_path, DAY, text).duty == (span(8, *duty),)


def test_a_blank_cell_means_the_watch_with_its_preparation(tmp_path):
    assert by_hand(tmp_path, LONG, "", watch="Vor").duty[0] == span(8, "05:30", "15:00")
    assert by_hand(tmp_path, LONG, "", watch="Nach").duty[0] == span(8, "15:00", "03:00", 1)


@pytest.mark.parametrize("text", ["05:29-14:00", "06:00-14:16", "08.12. 05:00-08.12. 14:00"])
def test_earlier_and_later_than_stated_is_a_fault(tmp_path, text):
    with pytest.raises(DatasetError) as caught:
        by_hand(tmp_path, DAY, text)
    assert [error.code for error in caught.value.errors] == ["roster.duty_times"]


def test_without_preparation_duty_stays_inside_the_shift(tmp_path):
    bare = dataset(shift("S", span(8, "06:00", "14:00")))
    with pytest.raises(DatasetError):
        by_hand(tmp_path, bare, "05:45-14:00")


# --- functions beside the crew --------------------------------------------------------------------


@pytest.mark.parametrize("function", [Function.NIGHT_PATROL, Function.ADDITIONAL])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_functions_beside_the_crew_are_written_and_read_back(tmp_path, function, lang):
    rows = [row("S", "b", function, duty=(span(8, "06:00", "14:00"),)), row("S", duty=(span(8, "06:00", "14:00"),))]
    found = round_trip(tmp_path, DAY, *rows, lang=lang)
    assert {(r.crew_id, r.function) for r in found.roster.rows} == {("a", Function.BOATMASTER), ("b", function)}
    assert [r.crew_id for r in found.roster.rows] == ["a", "b"]


@pytest.mark.parametrize(
    ("word", "function"),
    [("Kontrollgang", Function.NIGHT_PATROL), ("night patrol", Function.NIGHT_PATROL), ("Nachtwache", Function.NIGHT_PATROL), ("zusätzlich", Function.ADDITIONAL),
     ("Zusaetzlich", Function.ADDITIONAL), ("ADDITIONAL", Function.ADDITIONAL)],
)  # fmt: skip
def test_words_for_functions_beside_the_crew(tmp_path, word, function):
    text = f"Schicht-ID;Personalnummer;Funktion;Status\nS;a;{word};besetzt\n"
    (tmp_path / "r.csv").write_text(text, "utf-8")
    assert read_roster(tmp_path / "r.csv", DAY).roster.rows[0].function is function


# --- the weeks of a roster ------------------------------------------------------------------------


def voyage(*days: int, voyage_id: str = "V") -> list[Shift]:
    return [shift(f"{voyage_id}{day}", span(day, "06:00", "14:00"), voyage_id=voyage_id) for day in days]


@pytest.mark.parametrize(
    ("shifts", "last"),
    [
        (voyage(12, 13, 14, 15), "2026-W50"),
        ([*voyage(12, 13, 14), *voyage(15, voyage_id="U")], "2026-W51"),
        ([*voyage(13, 14), shift("S", span(14, "06:00", "14:00"))], "2026-W51"),
        ([replace(item, voyage_id="") for item in voyage(13, 14)], "2026-W51"),
    ],
)
def test_a_voyage_that_sails_on_adds_no_week(tmp_path, shifts, last):
    data = dataset(*shifts)
    found = round_trip(tmp_path, data, *(row(item.shift_id, duty=(item.interval,)) for item in shifts))
    assert (found.roster.window.start, found.roster.window.end) == (WEEK.start, iso_week(last).end)
    planned = Instance(data, found.roster.window, load_rulebook()).shifts
    assert {item.shift_id for item in planned} == {item.shift_id for item in shifts}


def test_a_voyage_begun_before_belongs_to_the_week_of_its_rows(tmp_path):
    items = voyage(12, 13, 14)
    data = dataset(*items)
    found = round_trip(tmp_path, data, row("V14", duty=(items[-1].interval,)))
    assert found.roster.window == iso_week("2026-W51")
    assert found.roster.window.end - found.roster.window.start == timedelta(days=7)
