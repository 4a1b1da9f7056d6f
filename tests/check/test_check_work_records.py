"""What a person works, put together from roster, logbook and voyages under way."""

from __future__ import annotations

from dataclasses import replace

import pytest
from check_build import at, day_ship, ferry, span

from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import (
    DutyKind,
    Movement,
    Pin,
    PinStatus,
    RecordedDuty,
    Shift,
    VesselState,
)
from optimizer.roster import Roster
from optimizer.timeline import Interval


def record(fleet, who):
    window = fleet.instance.window
    return work_record(Sheet(fleet.instance, Roster(window=window, rows=fleet.rows)), who)


def test_every_kind_of_work_counts_and_rest_does_not():
    duties = [
        RecordedDuty(crew_id="dm1", interval=span(-d, "08:00", "10:00"), kind=kind)
        for d, kind in enumerate(DutyKind, start=2)
    ]
    worked = record(ferry().add("duties", *duties), "dm1")
    before = [p for p in worked.pieces if p.interval.end <= at(0, "00:00")]
    assert len(before) == len(DutyKind) - 2
    assert [i.minutes for i in worked.on_board] == [120]


def test_breaks_are_clipped_to_their_duty():
    fleet = ferry().set_row("F0early", "dm1", breaks=(span(0, "13:45", "14:30"),))
    piece = record(fleet, "dm1").pieces[0]
    assert piece.breaks == (span(0, "13:45", "14:00"),)


def test_a_voyage_under_way_is_worked_by_its_crew():
    shift = Shift(shift_id="F-1", vessel_id="F", interval=Interval(at(-1, "18:00"), at(0, "02:00")))
    pin = Pin(shift_id="F-1", crew_id="dm3", status=PinStatus.RUNNING)
    fleet = ferry()
    fleet = fleet.set(shifts={**fleet.dataset.shifts, "F-1": shift}).add("pins", pin)
    assert [p.interval for p in record(fleet, "dm3").pieces] == [shift.interval]
    known = RecordedDuty(crew_id="dm3", interval=Interval(at(-1, "18:00"), at(0, "00:00")), kind=DutyKind.DUTY)
    pieces = record(fleet.add("duties", known), "dm3").pieces
    assert [p.interval.minutes for p in pieces] == [360, 120]


def test_time_between_shifts_of_one_voyage_is_spent_on_board():
    fleet = day_ship()
    assert record(fleet, "sf1").on_board == ()
    for day in range(2):
        fleet = fleet.set_shift(f"A{day}", voyage_id="R")
    assert record(fleet, "sf1").on_board == (Interval(at(0, "18:00"), at(1, "08:00")),)


@pytest.mark.parametrize(
    ("state", "start", "sailing"),
    [
        (VesselState.MOORED, "08:00", False),
        (VesselState.LOADING, "13:30", False),
        (VesselState.SAILING, "08:00", True),
        (VesselState.MOORED, "14:00", True),
    ],
)
def test_a_duty_is_under_way_only_if_the_vessel_sails_all_along(state, start, sailing):
    moved = Movement(vessel_id="F", interval=span(0, start, "14:30"), state=state)
    worked = record(ferry().add("movements", moved), "dm1")
    assert worked.pieces[0].sailing is sailing


def test_the_loading_exception_needs_every_shift():
    fleet = ferry().set_shift("F0early", loading_exception=True)
    assert not record(fleet, "dm1").loading_exception
    for day in range(5):
        fleet = fleet.set_shift(f"F{day}early", loading_exception=True)
    assert record(fleet, "dm1").loading_exception


def test_rows_of_a_shift_that_stays_in_port_are_no_work():
    fleet = ferry()
    stopped = fleet.edit(lambda r: replace(r, status="foreseen"), shift="F0early")
    assert len(record(fleet, "dm1").pieces) == 5
    assert len(record(stopped, "dm1").pieces) == 4
