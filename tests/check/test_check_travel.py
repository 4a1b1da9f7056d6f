"""The way between two vessels: time for it, and travel as duty."""

from __future__ import annotations

from dataclasses import replace
from datetime import time

import pytest
from check_build import Fleet, at, causes, ferry, row, span

from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import (
    ClockSpan,
    DutyKind,
    Employment,
    Function,
    Pin,
    PinStatus,
    RecordedDuty,
    Settings,
    Shift,
    Travel,
    Watch,
    WatchPlan,
)
from optimizer.findings import Severity
from optimizer.roster import Roster
from optimizer.timeline import Interval, local

F = Function


def two_ferries(start: str = "15:00", minutes: int | None = 60, **ways: str) -> Fleet:
    """dm1 leaves Zollenspieker at 14:00 on Monday and is due on another ferry in Hoopte."""
    fleet = ferry()
    other = replace(fleet.dataset.vessels["F"], vessel_id="G", name="Fähre Hoopte")
    duty = Interval(at(0, start), at(0, "19:00"))
    shift = Shift(shift_id="G0", vessel_id="G", interval=duty, start_place=ways.get("to", "Hoopte"))
    fleet = fleet.set(
        vessels={**fleet.dataset.vessels, "G": other}, shifts={**fleet.dataset.shifts, "G0": shift}
    ).set_shift("F0early", end_place=ways.get("frm", "Zollenspieker"), interval=span(0, "06:00", "14:00"))
    rows = (row("G0", "ff2", F.FERRY_MASTER, duty), row("G0", "dm1", F.DECKHAND, duty))
    fleet = fleet.with_rows(*rows).edit(lambda _: None, shift="F0late")
    fleet = fleet.set(shifts={k: s for k, s in fleet.dataset.shifts.items() if k in ("F0early", "G0")})
    fleet = replace(fleet, rows=tuple(r for r in fleet.rows if r.shift_id in ("F0early", "G0")))
    # Nobody asks for the breaks of the self-employed: only places and rest count here.
    for who in ("dm1", "ff2"):
        fleet = fleet.set_person(who, employment=Employment.SELF_EMPLOYED)
    if minutes is None:
        return fleet
    return fleet.add("travel", Travel(from_place="Zollenspieker", to_place="Hoopte", minutes=minutes))


@pytest.mark.parametrize(("start", "lawful"), [("15:00", True), ("14:59", False), ("14:00", False)])
def test_the_way_takes_its_time(start: str, lawful: bool) -> None:
    report = two_ferries(start).check()
    assert causes(report) == [] if lawful else causes(report) == ["plan.travel"]
    if not lawful:
        found = report.findings[0]
        assert found.severity is Severity.UNLAWFUL and found.crew_id == "dm1" and found.shift_id == "G0"
        assert (found.found, found.allowed) == ("0:59 h" if start == "14:59" else "0:00 h", "1:00 h")
        assert "von Zollenspieker nach Hoopte" in found.text.de


def test_the_way_back_takes_as_long_unless_stated() -> None:
    back = two_ferries("14:59", None)
    way = Travel(from_place="Hoopte", to_place="Zollenspieker", minutes=60)
    assert causes(back.add("travel", way).check()) == ["plan.travel"]
    there = Travel(from_place="Zollenspieker", to_place="Hoopte", minutes=59)
    assert causes(back.add("travel", way, there).check()) == []


@pytest.mark.parametrize("places", [{"to": "zollenspieker "}, {"to": ""}, {"frm": ""}, {"to": "Bleckede"}])
def test_places_that_are_one_or_not_known_apart(places: dict[str, str]) -> None:
    assert causes(two_ferries("14:00", **places).check()) == []


def test_places_are_read_whatever_their_spelling() -> None:
    assert causes(two_ferries("14:59", to="HOOPTE", frm="zollenspieker").check()) == ["plan.travel"]


def test_duty_after_the_shift_and_before_the_next_takes_time_from_the_way() -> None:
    fleet = two_ferries("15:00")
    given = fleet.set_row("F0early", "dm1", duty=()).set_row("G0", "dm1", duty=())
    assert causes(given.set_shift("F0early", wrapup_min=1).check()) == ["plan.travel"]
    assert causes(given.set_shift("G0", prepare_min=1).check()) == ["plan.travel"]
    assert causes(given.check()) == []


def test_nobody_travels_inside_a_voyage() -> None:
    fleet = two_ferries("14:00")
    for shift in ("F0early", "G0"):
        fleet = fleet.set_shift(shift, voyage_id="R", vessel_id="F")
    fleet = fleet.edit(lambda r: replace(r, crew_id="ff1"), shift="G0", who="ff2")
    assert "plan.travel" not in causes(fleet.check())
    assert "plan.travel" in causes(fleet.set_shift("G0", voyage_id="S").check())


def test_from_a_shift_under_way() -> None:
    fleet = two_ferries("15:00", 16 * 60)
    begun = Shift(
        shift_id="F-1", vessel_id="F", interval=Interval(at(-1, "15:00"), at(0, "00:00")), end_place="Zollenspieker"
    )
    pin = Pin(shift_id="F-1", crew_id="ff2", function=F.FERRY_MASTER, status=PinStatus.RUNNING)
    fleet = fleet.set(shifts={**fleet.dataset.shifts, "F-1": begun}).add("pins", pin).delete("F0early", "dm1")
    fleet = fleet.delete("G0", "dm1")
    far = [f for f in fleet.check().findings if f.code == "plan.travel"]
    assert [(f.crew_id, f.shift_id) for f in far] == [("ff2", "G0")]


# --- travel as duty -------------------------------------------------------------------------------


def pieces(fleet: Fleet, who: str = "dm1") -> list[tuple[str, str]]:
    sheet = Sheet(fleet.instance, Roster(window=fleet.instance.window, rows=fleet.rows))
    found = work_record(sheet, who).pieces
    return [(f"{local(p.interval.start):%H:%M}", f"{local(p.interval.end):%H:%M}") for p in found]


def test_travel_is_the_last_duty_before_the_next_vessel() -> None:
    fleet = two_ferries("16:00")
    assert pieces(fleet) == [("06:00", "14:00"), ("15:00", "16:00"), ("16:00", "19:00")]
    ashore = fleet.set(settings=Settings(travel_is_duty=False))
    assert pieces(ashore) == [("06:00", "14:00"), ("16:00", "19:00")]
    # no more than there is time for
    assert pieces(two_ferries("14:30")) == [("06:00", "14:00"), ("14:00", "14:30"), ("14:30", "19:00")]
    assert pieces(two_ferries("14:00")) == [("06:00", "14:00"), ("14:00", "19:00")]


def test_travel_ends_when_one_boards_not_when_the_watch_begins() -> None:
    fleet = two_ferries("16:00")
    late = WatchPlan(watch_plan="P", watches=(Watch(name="W", spans=(ClockSpan(start=time(18), end=time(19)),)),))
    fleet = fleet.set(watch_plans={"P": late}).set_shift("G0", watch_plan="P")
    fleet = fleet.set_row("G0", "dm1", watch="W", duty=())
    assert pieces(fleet) == [("06:00", "14:00"), ("15:00", "16:00"), ("18:00", "19:00")]


def test_travel_the_dataset_already_holds_counts_once() -> None:
    done = RecordedDuty(crew_id="dm1", interval=span(0, "14:10", "15:10"), kind=DutyKind.TRAVEL, planned=True)
    fleet = two_ferries("16:00").add("duties", done)
    assert pieces(fleet) == [("06:00", "14:00"), ("14:10", "15:10"), ("16:00", "19:00")]


@pytest.mark.parametrize(("minutes", "lawful"), [(119, True), (120, True), (121, False)])
def test_travel_is_no_rest(minutes: int, lawful: bool) -> None:
    """Ten hours lie between two duties: with more than two of travel no eight hours of rest are left."""
    fleet = two_ferries("15:00", minutes)
    fleet = fleet.set_shift("F0early", interval=Interval(at(-1, "22:00"), at(0, "05:00")))
    night = Interval(at(-1, "22:00"), at(0, "05:00"))
    fleet = fleet.set_row("F0early", "dm1", duty=(night,), breaks=()).delete("F0early", "ff1")
    begun = replace(fleet.dataset.shifts["F0early"], shift_id="F-1")
    pin = Pin(shift_id="F-1", crew_id="dm1", function=F.DECKHAND, status=PinStatus.RUNNING)
    fleet = fleet.delete("F0early", "dm1").set(shifts={"F-1": begun, "G0": fleet.dataset.shifts["G0"]})
    fleet = fleet.add("pins", pin).set_person("dm1", history_known_until=at(-1, "22:00"))
    fleet = fleet.set_shift("G0", interval=Interval(at(0, "15:00"), at(1, "04:00")))
    fleet = fleet.edit(lambda r: replace(r, duty=(Interval(at(0, "15:00"), at(1, "04:00")),)), shift="G0")
    found = {f.code for f in fleet.check().findings if f.crew_id == "dm1" and f.severity is Severity.UNLAWFUL}
    assert ("rest.uninterrupted_self_employed" in found) is not lawful
    free = fleet.set(settings=Settings(travel_is_duty=False)).check()
    assert "rest.uninterrupted_self_employed" not in {f.code for f in free.findings if f.crew_id == "dm1"}
