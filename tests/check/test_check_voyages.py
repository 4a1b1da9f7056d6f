"""One voyage, one crew: to the next crew-change place, and over both ends of the window."""

from __future__ import annotations

from dataclasses import replace

import pytest
from check_build import AID, EXPERT, Fleet, K, at, causes, certificate, day_ship, person, row, span

from optimizer.domain import Function, Pin, PinStatus, Shift
from optimizer.findings import Severity, Text
from optimizer.roster import RowStatus
from optimizer.timeline import Interval

F = Function
CREW = (("sf1", F.BOATMASTER), ("bm1", F.ABLE_BOATMAN))


def voyage(days: int = 4, **changes: bool) -> Fleet:
    """Monday to Thursday of the day ship are one voyage; ``A1=True`` lets the crew change after it."""
    fleet = day_ship()
    for day in range(days):
        fleet = fleet.set_shift(f"A{day}", voyage_id="R1", crew_change_at_end=changes.get(f"A{day}"))
    return fleet


def relieved(fleet: Fleet, *days: int) -> Fleet:
    """Another boatmaster and able boatman on these days."""
    for day in days:
        for who in ("sf", "bm"):
            fleet = fleet.set_row(f"A{day}", f"{who}1", crew_id=f"{who}2")
    return fleet


def stopped(fleet: Fleet, *days: int) -> Fleet:
    for day in days:
        fleet = fleet.set_row(f"A{day}", "bm1", crew_id="", status=RowStatus.OPEN, duty=(), reason=Text("", ""))
        fleet = fleet.set_row(f"A{day}", "sf1", status=RowStatus.FORESEEN, duty=(), breaks=())
    return fleet


def codes(fleet: Fleet) -> list[str]:
    """What is told about voyages."""
    return [f.code for f in fleet.check().findings if f.code.startswith("voyage.")]


# --- relief at one place only ---------------------------------------------------------------------


def test_the_crew_changes_where_it_can() -> None:
    assert codes(relieved(voyage(A1=True), 2, 3)) == []
    assert relieved(voyage(A1=True), 2, 3).check().exit_code == 0


@pytest.mark.parametrize("place", [{}, {"A0": True}, {"A2": True}, {"A1": False}])
def test_it_changes_nowhere_else(place: dict[str, bool]) -> None:
    assert causes(relieved(voyage(**place), 2, 3).check()) == ["voyage.crew_changed"]


def test_every_leg_keeps_its_own_crew() -> None:
    back = relieved(voyage(A0=True), 1, 2)
    assert codes(back) == ["voyage.crew_changed"]
    assert codes(back.set_shift("A2", crew_change_at_end=True)) == []


def test_a_stopped_voyage_sails_on_from_a_crew_change_place() -> None:
    assert stopped(voyage(), 2, 3).check().exit_code == 3
    assert codes(stopped(voyage(), 2, 3)) == []
    assert codes(stopped(voyage(), 1)) == ["voyage.resumed"]
    assert codes(stopped(voyage(A1=True), 1)) == []
    assert codes(stopped(voyage(A0=True), 1)) == ["voyage.resumed"]
    # with other people just the same
    assert codes(relieved(stopped(voyage(A1=True), 1), 2, 3)) == []


@pytest.mark.parametrize("place", [None, False, True])
def test_the_watch_stays_too(place: bool | None) -> None:
    fleet = voyage(A1=place).edit(lambda r: replace(r, watch="2"), shift="A2", who="bm1")
    fleet = fleet.edit(lambda r: replace(r, watch="2"), shift="A3", who="bm1")
    assert ("voyage.crew_changed" in codes(fleet)) is not place


# --- the beginning of the window ------------------------------------------------------------------


def begun(start: int = -1, *, voyage_id: str = "R1", change: bool | None = None) -> Shift:
    return Shift(
        shift_id=f"A{start}",
        vessel_id="A",
        interval=span(start, "08:00", "18:00"),
        voyage_id=voyage_id,
        crew_change_at_end=change,
    )


def with_shifts(fleet: Fleet, *shifts: Shift) -> Fleet:
    return fleet.set(shifts={**fleet.dataset.shifts, **{shift.shift_id: shift for shift in shifts}})


def pins(shift_id: str, *crew: tuple[str, Function | None], watch: str = "") -> list[Pin]:
    return [
        Pin(shift_id=shift_id, crew_id=who, function=function, watch=watch, status=PinStatus.RUNNING)
        for who, function in crew
    ]


def test_a_voyage_begun_before_the_window_keeps_its_crew() -> None:
    fleet = with_shifts(voyage(), begun())
    assert codes(fleet.add("pins", *pins("A-1", *CREW))) == []
    assert fleet.add("pins", *pins("A-1", *CREW)).check().exit_code == 0
    others = (("sf2", F.BOATMASTER), ("bm2", F.ABLE_BOATMAN))
    assert "voyage.crew_changed" in causes(fleet.add("pins", *pins("A-1", *others)).check())
    higher = (("sf1", F.BOATMASTER), ("bm1", F.HELMSMAN))
    assert causes(fleet.add("pins", *pins("A-1", *higher)).check()) == ["voyage.crew_changed"]
    # a pin without a function holds the person only
    assert codes(fleet.add("pins", *pins("A-1", ("sf1", None), ("bm1", None)))) == []


def test_a_relief_at_the_end_of_the_last_week() -> None:
    others = (("sf2", F.BOATMASTER), ("bm2", F.ABLE_BOATMAN))
    fleet = with_shifts(voyage(), begun(change=True)).add("pins", *pins("A-1", *others))
    assert codes(fleet) == []
    # the place lies one shift earlier: too early for Monday
    fleet = with_shifts(voyage(), begun(-2, change=True), begun()).add("pins", *pins("A-1", *others))
    assert "voyage.crew_changed" in codes(fleet)


def test_a_voyage_whose_crew_nobody_states_is_told() -> None:
    report = with_shifts(voyage(), begun()).check()
    assert report.exit_code == 0
    assert [(f.code, f.severity) for f in report.findings] == [("voyage.crew_unknown", Severity.WARNING)]
    assert codes(with_shifts(voyage(), begun(voyage_id="R0"))) == []
    assert codes(with_shifts(voyage(), begun(change=True))) == []
    # stated for an earlier shift of the same leg
    known = with_shifts(voyage(), begun(-2), begun()).add("pins", *pins("A-2", *CREW))
    assert codes(known) == []


def under_way(**more) -> Fleet:
    """A shift of Sunday night that reaches into the window, with rows of its own."""
    night = Interval(at(-1, "20:00"), at(0, "02:00"))
    shift = Shift(shift_id="N", vessel_id="A", interval=night, mode=day_ship().dataset.shifts["A0"].mode, zone=4)
    shift = replace(shift, with_passengers=False, **more)
    fleet = with_shifts(day_ship(), shift)
    fleet = fleet.with_rows(row("N", "sf2", F.BOATMASTER, night), row("N", "bm2", F.ABLE_BOATMAN, night))
    return fleet


@pytest.mark.parametrize(
    ("crew", "watch", "told"),
    [
        ((("sf2", F.BOATMASTER), ("bm2", F.ABLE_BOATMAN)), "", False),
        ((("sf2", None), ("bm2", None)), "", False),
        ((("sf1", F.BOATMASTER), ("bm2", F.ABLE_BOATMAN)), "", True),
        ((("sf2", F.BOATMASTER), ("bm2", F.HELMSMAN)), "", True),
        ((("sf2", F.BOATMASTER), ("bm2", F.ABLE_BOATMAN)), "1", True),
    ],
)
def test_rows_of_a_shift_under_way_keep_its_crew(crew, watch: str, told: bool) -> None:
    report = under_way().add("pins", *pins("N", *crew, watch=watch)).check()
    found = [f for f in report.findings if f.code == "voyage.crew_changed"]
    assert bool(found) is told
    assert all(f.severity is Severity.UNLAWFUL and f.shift_id == "N" for f in found)


def test_a_crew_told_for_a_shift_still_to_begin_is_a_warning() -> None:
    fleet = voyage().add("pins", *pins("A2", ("sf1", F.BOATMASTER), ("bm2", F.ABLE_BOATMAN)))
    report = fleet.check()
    assert report.exit_code == 0
    assert [(f.code, f.severity, f.shift_id) for f in report.findings] == [
        ("voyage.crew_changed", Severity.WARNING, "A2")
    ]
    # whoever the roster leaves out does not work there
    assert fleet.add("pins", *pins("A2", ("ma1", None))).check().exit_code == 0


# --- the end of the window ------------------------------------------------------------------------


def over_the_end(first: str, second: str) -> Fleet:
    """Sunday's shift and that of the next Monday are one voyage, planned to its end."""
    fleet = day_ship().set_shift("A6", voyage_id="R9")
    later = replace(fleet.dataset.shifts["A6"], shift_id="A7", interval=span(7, "08:00", "18:00"))
    duty = span(7, "08:00", "18:00")
    rows = (
        row("A7", first, F.BOATMASTER, duty, span(7, "12:00", "12:45"), safety_roles=(EXPERT,)),
        row("A7", second, F.ABLE_BOATMAN, duty, span(7, "13:00", "13:45"), safety_roles=(AID,)),
    )
    return with_shifts(fleet, later).with_rows(*rows)


def test_a_voyage_past_the_window_is_planned_and_judged_to_its_end() -> None:
    assert over_the_end("sf2", "bm2").check().exit_code == 0
    assert "A7" in over_the_end("sf2", "bm2").check().sailing
    assert causes(over_the_end("sf2", "bm1").check()) == ["voyage.crew_changed"]
    assert causes(over_the_end("sf1", "bm1").set_shift("A6", crew_change_at_end=True).check()) == []
    assert "manning.open_place" in causes(over_the_end("sf2", "bm2").delete("A7", "bm2").check())


def test_a_voyage_may_stop_at_the_end_of_the_window_and_not_resume_after_it() -> None:
    fleet = over_the_end("sf2", "bm2")
    late = fleet.set_row("A7", "bm2", crew_id="", status=RowStatus.OPEN, duty=(), reason=Text("", ""))
    assert late.check().exit_code == 3
    early = fleet.set_row("A6", "bm2", crew_id="", status=RowStatus.OPEN, duty=(), reason=Text("", ""))
    assert causes(early.check()) == ["voyage.resumed"]


def changed(fleet: Fleet) -> list[str]:
    return [f.consequence_of for f in fleet.check().findings if f.code == "voyage.crew_changed"]


def test_a_change_follows_from_the_open_place_of_who_is_missing() -> None:
    missing = voyage().delete("A1", "bm1")
    assert changed(missing) == ["manning.open_place"] * 2
    # with the other one in place of the boatmaster the voyage would still change its crew
    assert changed(relieved(voyage(), 1).delete("A1", "bm2")) == ["", ""]


def test_nobody_who_leaves_the_crew_of_a_shift_under_way_is_back_with_another_place() -> None:
    missing = under_way().delete("N", "bm2").add("pins", *pins("N", ("sf2", F.BOATMASTER), ("bm2", F.ABLE_BOATMAN)))
    assert changed(missing) == ["manning.open_place"]
    moved = under_way().delete("N", "bm2").add("pins", *pins("N", ("sf2", F.HELMSMAN), ("bm2", F.ABLE_BOATMAN)))
    assert changed(moved) == [""]


# --- people beside the crew -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("function", "severity"), [(F.ADDITIONAL, Severity.WARNING), (F.CABIN_STAFF, Severity.UNLAWFUL)]
)
def test_who_joins_on_the_way(function: Function, severity: Severity) -> None:
    """A trainee on one shift of a voyage changes nothing about the crew, but cannot get off either."""
    fleet = voyage()
    fleet = fleet.set(crew={**fleet.dataset.crew, "x": person("x", "Xenia Xaver")})
    fleet = fleet.add("certificates", certificate("x", K.DECKHAND))
    joins = fleet.with_rows(row("A1", "x", function, span(1, "08:00", "18:00"), span(1, "12:00", "13:00")))
    found = [f for f in joins.check().findings if f.code == "voyage.crew_changed"]
    assert [f.severity for f in found] == [severity] * 2
