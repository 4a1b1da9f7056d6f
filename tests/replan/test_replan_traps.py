"""Known kinds of replanning faults: locks of the sick, reshuffles, left-overs, withdrawn absences, swaps."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from solve_cases import at, instance, shift, ship, span

from optimizer.check import check_roster
from optimizer.domain import Absence, AbsenceKind, Function, OperatingMode, Pin, PinStatus, Shift
from optimizer.findings import Severity
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.plan import make_plan
from optimizer.replan.answers import Answer, Replanner, settled
from optimizer.replan.calls import calls
from optimizer.replan.compare import before_of
from optimizer.replan.interrupted import interrupted_shifts
from optimizer.replan.request import DropOut, ReplanRequest, Return, VesselOut
from optimizer.replan.situation import Situation
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.cuts import Cuts
from optimizer.solve.lexicographic import first_levels
from optimizer.solve.replanning import Preference
from optimizer.solve.result import LevelStatus, SolveOptions
from optimizer.solve.search import COST, Run, minimise
from optimizer.timeline import Interval

QUICK = SolveOptions(time_limit_s=20, workers=1)
F = Function


def row(shift_id: str, crew_id: str, function: Function, base: Instance) -> RosterRow:
    span = base.dataset.shifts[shift_id].interval
    return RosterRow(shift_id=shift_id, status=RowStatus.FILLED, crew_id=crew_id, function=function, duty=(span,))


def planned(base: Instance) -> Roster:
    roster = make_plan(base, QUICK).result.roster
    assert roster is not None
    return roster


def changes(base: Instance, roster: Roster, **events: object) -> tuple[Situation, Answer]:
    replanner = Replanner(base, roster)
    situation = replanner.situation(ReplanRequest(**events))  # type: ignore[arg-type]
    (answer,) = replanner.answers(situation, QUICK, (Preference.CHANGES,))
    return situation, answer


def served(roster: Roster, shift_id: str) -> set[str]:
    return {r.crew_id for r in roster.of_shift(shift_id) if r.on_duty and shift_id in roster.sailing_shifts()}


def short_days(count: int = 5) -> list[Shift]:
    return [shift(f"S{day}", "X", day, "08:00", "14:00") for day in range(count)]


def test_one_drop_out_reshuffles_nobody() -> None:
    """A free stand-in takes the two duties left; everything before and beside stays as it was."""
    shifts = [*short_days(), *(shift(f"T{day}", "Y", day, "08:00", "14:00") for day in range(5))]
    base = instance([ship("X"), ship("Y")], shifts, "BBBMMMMM")
    roster = planned(base)
    master = next(r.crew_id for r in roster.of_shift("S3") if r.function is F.BOATMASTER)
    situation, answer = changes(base, roster, start=at(3, "00:00"), drop_outs=(DropOut(master, at(3, "00:00")),))
    assert answer.difference.changed == len(situation.lost) > 0
    assert not answer.difference.gone
    kept = [r for r in roster.rows if r not in situation.lost]
    assert [r for r in kept if r in answer.roster.rows] == kept
    assert answer.roster.version == "2"


def test_duties_of_the_sick_are_refilled_and_earlier_ones_stay() -> None:
    base = instance([ship("X")], short_days(), "BBMM")
    roster = planned(base)
    sick = next(r.crew_id for r in roster.of_shift("S2") if r.function is F.BOATMASTER)
    start = at(2, "07:00")
    _, answer = changes(base, roster, start=start, drop_outs=(DropOut(sick, start),))
    for day in range(5):
        there = served(answer.roster, f"S{day}")
        assert len(there) == 2
        assert (sick in there) == (day < 2 and sick in served(roster, f"S{day}"))


def test_sick_during_a_duty_the_hours_before_count_and_the_rest_is_open() -> None:
    """11:00 on a duty from 08:00 to 14:00: three hours are work, the vessel lacks its boatmaster then."""
    base = instance([ship("X")], short_days(2), "BM")
    roster = planned(base)
    start = at(0, "11:00")
    situation, answer = changes(base, roster, start=start, drop_outs=(DropOut("B0", start),))
    (cut,) = (r for r in answer.roster.of_shift("S0") if r.crew_id == "B0")
    assert cut.duty == (Interval(at(0, "08:00"), start),)
    (item,) = interrupted_shifts(situation)
    assert item.lost == ("B0",) and item.functions is None
    assert "Keine Weiterfahrt" in item.goes_on.de and "§ 118" in item.goes_on.de
    assert "S1" not in answer.roster.sailing_shifts()


@pytest.mark.law
@pytest.mark.parametrize(
    ("lost", "says"),
    [
        (("M2",), "Weiterfahrt nur bis zur Tagesendstation"),
        (("B0",), "kein Schiffsführer für die Strecke"),
        (("A1", "M2"), "mehr als ein Mitglied"),
    ],
)
def test_going_on_is_offered_under_its_conditions_only(lost: tuple[str, ...], says: str) -> None:
    """With a boatmaster and one more member left the vessel may reach the terminal of the day."""
    base = instance([ship("X", passengers=300)], [shift("S0", "X", 0, "08:00", "14:00", with_passengers=True)], "BAMDD")
    functions = {"B0": F.BOATMASTER, "A1": F.ABLE_BOATMAN, "M2": F.BOATMAN}
    roster = Roster(window=base.window, rows=tuple(row("S0", c, f, base) for c, f in functions.items()))
    start = at(0, "10:00")
    drop_outs = tuple(DropOut(crew_id, start) for crew_id in lost)
    situation = Replanner(base, roster).situation(ReplanRequest(start=start, drop_outs=drop_outs))
    (item,) = interrupted_shifts(situation)
    assert item.functions is None
    assert says in item.goes_on.de and "§ 118 Abs. 2" in item.goes_on.de


def test_a_crew_with_somebody_above_the_minimum_goes_on() -> None:
    base = instance([ship("X")], [shift("S0", "X", 0, "08:00", "14:00")], "BMM")
    functions = {"B0": F.BOATMASTER, "M1": F.BOATMAN, "M2": F.BOATMAN}
    roster = Roster(window=base.window, rows=tuple(row("S0", c, f, base) for c, f in functions.items()))
    start = at(0, "10:00")
    request = ReplanRequest(start=start, drop_outs=(DropOut("M2", start),))
    (item,) = interrupted_shifts(Replanner(base, roster).situation(request))
    assert item.functions == {"B0": F.BOATMASTER, "M1": F.BOATMAN}


@pytest.mark.parametrize(("hours", "lower"), [("16:00", OperatingMode.A), ("23:00", None)])
def test_a_lower_mode_is_offered_where_its_hours_allow(hours: str, lower: OperatingMode | None) -> None:
    """Mode B needs two boatmasters; with one left mode A would do for a shift of at most its hours."""
    end = span(0, "06:00", hours)
    base = instance([ship("X")], [shift("S0", "X", 0, "06:00", hours, mode=OperatingMode.B)], "BBMM")
    functions = {"B0": F.BOATMASTER, "B1": F.BOATMASTER, "M2": F.BOATMAN, "M3": F.BOATMAN}
    roster = Roster(window=base.window, rows=tuple(row("S0", c, f, base) for c, f in functions.items()))
    assert all(r.duty == (end,) for r in roster.rows)
    start = at(0, "10:00")
    request = ReplanRequest(start=start, drop_outs=(DropOut("B1", start),))
    (item,) = interrupted_shifts(Replanner(base, roster).situation(request))
    assert item.functions is None
    assert item.lower_mode is lower


def test_whoever_was_gone_before_the_shift_began_leaves_an_open_place() -> None:
    """Sick at 07:00, told at 09:00: the shift from 08:00 lacks its boatman and says so."""
    base = instance([ship("X")], short_days(2), "BMM")
    roster = planned(base)
    (sick,) = (r.crew_id for r in roster.of_shift("S0") if r.function is F.BOATMAN)
    start = at(0, "09:00")
    situation, answer = changes(base, roster, start=start, drop_outs=(DropOut(sick, at(0, "07:00")),))
    (item,) = interrupted_shifts(situation)
    assert (item.lost, item.at, item.functions) == ((sick,), at(0, "08:00"), None)
    (left,) = (r for r in answer.roster.of_shift("S0") if r.status is RowStatus.OPEN)
    assert left.function is F.BOATMAN and not left.crew_id and left.reason is not None
    assert "S0" not in answer.roster.sailing_shifts()
    assert "S1" in answer.roster.sailing_shifts()


def test_absence_beats_the_lock_of_whoever_is_sick() -> None:
    base = instance(
        [ship("X")], short_days(3), "BBMM", pins=(Pin(shift_id="S2", crew_id="B0", status=PinStatus.LOCKED),)
    )
    roster = planned(base)
    assert "B0" in served(roster, "S2")
    _, answer = changes(base, roster, start=at(1, "00:00"), drop_outs=(DropOut("B0", at(1, "00:00")),))
    assert served(answer.roster, "S2") == {"B1", *served(roster, "S2")} - {"B0"}
    assert any(note.code == "lock.released" for note in answer.planned.result.notes)  # type: ignore[union-attr]


def test_everything_locked_ends_with_the_roster_as_it_is() -> None:
    shifts = short_days(3)
    pins = tuple(Pin(shift_id=s.shift_id, crew_id=c, status=PinStatus.LOCKED) for s in shifts for c in ("B0", "M1"))
    base = instance([ship("X")], shifts, "BMBM", pins=pins)
    roster = planned(base)
    _, answer = changes(base, roster, start=at(0, "00:00"))
    assert answer.difference.changed == 0 and not answer.difference.called


def test_two_locks_that_break_rest_are_named_and_the_rest_is_planned() -> None:
    shifts = [
        shift("N", "X", 0, "14:00", "24:00"),
        shift("D", "Y", 1, "04:00", "12:00"),
        shift("E", "X", 2, "08:00", "12:00"),
    ]
    pins = (Pin(shift_id="N", crew_id="B0"), Pin(shift_id="D", crew_id="B0"))
    base = instance([ship("X"), ship("Y")], shifts, "BMMM", pins=pins)
    result = make_plan(base, QUICK).result
    assert result.roster is not None
    assert "E" in result.roster.sailing_shifts()
    told = " ".join(note.text.de for note in result.notes)
    assert "N" in told and "D" in told


def test_a_withdrawn_absence_leaves_no_place_filled_twice() -> None:
    base = instance([ship("X")], short_days(3), "BBMM")
    roster = planned(base)
    sick = next(r.crew_id for r in roster.of_shift("S1") if r.function is F.BOATMASTER)
    _, refilled = changes(base, roster, start=at(1, "00:00"), drop_outs=(DropOut(sick, at(1, "00:00")),))
    _, again = changes(base, refilled.roster, start=at(1, "06:00"), returns=(Return(sick, at(1, "06:00")),))
    assert again.difference.changed == 0, "the stand-in stays, whoever is back is free"
    assert all(len(served(again.roster, f"S{day}")) == 2 for day in range(3))
    assert again.roster.version == "3"


def test_left_overs_of_people_and_shifts_that_are_gone_do_not_matter() -> None:
    base = instance([ship("X")], short_days(3), "BBMM")
    roster = planned(base)
    now = {s: facts for s, facts in base.dataset.shifts.items() if s != "S2"}
    situation, answer = changes(base, roster, start=at(1, "00:00"), shifts=now)
    assert situation.cancelled == ("S2",)
    assert not answer.roster.of_shift("S2")
    freed = {r.crew_id for r in roster.of_shift("S2")}
    assert set(answer.difference.called) == freed, "they must be told that their shift is off"


def test_a_moved_shift_keeps_its_crew_but_they_are_called() -> None:
    base = instance([ship("X")], short_days(3), "BBMM")
    roster = planned(base)
    moved = {
        **base.dataset.shifts,
        "S2": replace(base.dataset.shifts["S2"], interval=Interval(at(2, "10:00"), at(2, "16:00"))),
    }
    situation, answer = changes(base, roster, start=at(1, "00:00"), shifts=moved)
    assert answer.difference.changed == 0
    assert set(answer.difference.called) == served(roster, "S2")
    call = calls(situation, answer.roster, answer.difference)[0]
    assert [s.interval.start for _, s in call.new] == [at(2, "10:00")]
    assert [s.interval.start for _, s in call.gone] == [at(2, "08:00")]


def test_the_delay_of_a_running_shift_moves_the_rest_that_follows() -> None:
    """Until 24:00 instead of 18:00: the crew may not start at 08:00 the next morning."""
    shifts = [shift("S0", "X", 0, "08:00", "18:00"), shift("S1", "X", 1, "06:00", "12:00")]
    base = instance([ship("X")], shifts, "BM")
    roster = planned(base)
    assert roster.sailing_shifts() == {"S0", "S1"}
    late = {
        **base.dataset.shifts,
        "S0": replace(base.dataset.shifts["S0"], interval=Interval(at(0, "08:00"), at(1, "00:00"))),
    }
    _, answer = changes(base, roster, start=at(0, "17:00"), shifts=late)
    assert "S1" not in answer.roster.sailing_shifts()
    assert answer.planned is not None and answer.planned.given_up.value == 1


def test_a_vessel_out_of_service_frees_its_people() -> None:
    shifts = [shift("S0", "X", 0, "08:00", "14:00"), shift("T0", "Y", 0, "08:00", "14:00")]
    base = instance([ship("X"), ship("Y")], shifts, "BM")
    roster = planned(base)
    (sailing,) = roster.sailing_shifts()
    vessel = base.dataset.shifts[sailing].vessel_id
    out = VesselOut(vessel, Interval(at(0, "00:00"), at(1, "00:00")))
    situation, answer = changes(base, roster, start=at(0, "06:00"), vessels_out=(out,))
    assert situation.idle == (sailing,)
    assert answer.roster.sailing_shifts() == {"S0", "T0"} - {sailing}
    (told,) = answer.roster.of_shift(sailing)
    assert told.reason is not None and "außer Betrieb" in told.reason.de


def test_a_swap_is_one_change_and_refused_as_one() -> None:
    """Two people swap overlapping duties: each half alone would be two places at once."""
    shifts = [shift("S0", "X", 0, "08:00", "14:00"), shift("T0", "Y", 0, "09:00", "15:00")]
    base = instance([ship("X"), ship("Y")], shifts, "BBMM")
    pairs = {"S0": ("B0", "M2"), "T0": ("B1", "M3")}

    def roster(crews: dict[str, tuple[str, str]]) -> Roster:
        rows = [
            row(s, c, f, base)
            for s, crew in crews.items()
            for c, f in zip(crew, (F.BOATMASTER, F.BOATMAN), strict=True)
        ]
        return Roster(window=base.window, rows=tuple(rows))

    whole = roster({"S0": ("B1", "M2"), "T0": ("B0", "M3")})
    half = roster({"S0": ("B1", "M2"), "T0": ("B1", "M3")})
    assert check_roster(base, roster(pairs)).exit_code == check_roster(base, whole).exit_code == 0
    assert check_roster(base, half).exit_code == 1


def test_nobody_who_has_no_certificate_fills_the_place() -> None:
    base = instance([ship("X")], short_days(2), "BMM")
    roster = planned(base)
    _, answer = changes(base, roster, start=at(0, "00:00"), drop_outs=(DropOut("B0", at(0, "00:00")),))
    assert answer.roster.sailing_shifts() == set()
    open_places = [r for r in answer.roster.rows if r.status is RowStatus.OPEN]
    assert {r.function for r in open_places} == {F.BOATMASTER}


@pytest.mark.parametrize("days", [1, 3])
def test_a_late_return_is_an_absence_until_then(days: int) -> None:
    away = Absence(crew_id="B0", start=at(-7, "00:00"), end=at(1, "00:00"), kind=AbsenceKind.LEAVE)
    base = instance([ship("X")], short_days(4), "BM", absences=(away,))
    roster = planned(base)
    assert roster.sailing_shifts() == {"S1", "S2", "S3"}
    _, answer = changes(base, roster, start=at(0, "12:00"), returns=(Return("B0", at(days, "00:00")),))
    assert answer.roster.sailing_shifts() == {f"S{day}" for day in range(days, 4)}
    assert all(f.severity is not Severity.UNLAWFUL for f in answer.report.findings)


def test_the_cost_bound_of_one_answer_is_not_that_of_the_next() -> None:
    """With few changes the least cost is high; the order of cost may change everybody and be cheaper."""
    shifts = [*short_days(), *(shift(f"T{day}", "Y", day, "08:00", "14:00") for day in range(5))]
    base = instance([ship("X"), ship("Y")], shifts, "BBBBMMMM")
    dear = replace(base.dataset.crew["B0"], day_rate=900.0)
    base = replace(base, dataset=replace(base.dataset, crew={**base.dataset.crew, "B0": dear}))
    crews = {"S": ("B0", "M4"), "T": ("B1", "M5")}
    rows = [
        row(s.shift_id, c, f, base)
        for s in shifts
        for c, f in zip(crews[s.shift_id[0]], (F.BOATMASTER, F.BOATMAN), strict=True)
    ]
    replanner = Replanner(base, Roster(window=base.window, rows=tuple(rows)))
    start = at(0, "00:00")
    problem = build_problem(replanner.situation(ReplanRequest(start=start)).instance)
    problem = replace(problem, before=before_of(replanner.situation(ReplanRequest(start=start)), problem))
    run = Run(problem, QUICK, None, threading.Event(), Cuts(problem))
    levels = first_levels(run)
    assert levels is not None and levels.model.changes is not None
    levels.model.changes.allow_at_most("changed", 0)
    levels.model.hint(levels.last.values)
    unchanged = minimise(run, levels.model, COST, levels.model.cost(), 10.0)
    assert unchanged is not None and run.least_cost == unchanged.value
    levels.model.changes.allow_at_most("changed", None)
    free = minimise(run, levels.model, COST, levels.model.cost(), 10.0)
    assert free is not None and free.value < unchanged.value
    assert minimise(run, levels.model, COST, levels.model.cost(), 0.0) is None
    assert run.least_cost == 0, "nothing is known of a search that had no time"


def test_a_new_shift_of_a_vessel_out_of_service_is_shown_as_not_sailing() -> None:
    base = instance([ship("X")], short_days(2), "BM")
    roster = planned(base)
    new = shift("NEW", "X", 2, "08:00", "14:00")
    out = VesselOut("X", Interval(at(2, "00:00"), at(3, "00:00")))
    _, answer = changes(
        base, roster, start=at(0, "00:00"), shifts={**base.dataset.shifts, "NEW": new}, vessels_out=(out,)
    )
    (told,) = answer.roster.of_shift("NEW")
    assert told.status is RowStatus.NOT_SAILING


def test_a_roster_of_another_order_is_not_proven_for_this_one() -> None:
    base = instance([ship("X")], short_days(3), "BBMM")
    roster = planned(base)
    sick = next(r.crew_id for r in roster.of_shift("S1") if r.function is F.BOATMASTER)
    replanner = Replanner(base, roster)
    situation = replanner.situation(ReplanRequest(start=at(1, "00:00"), drop_outs=(DropOut(sick, at(1, "00:00")),)))
    (good,) = replanner.answers(situation, QUICK, (Preference.CHANGES,))
    assert good.planned is not None
    more = replace(good.difference, new=(*good.difference.new, *good.difference.new))
    poor = replace(
        good, preference=Preference.COST, planned=replace(good.planned, preference=Preference.COST), difference=more
    )
    kept, taken = settled([good, poor])
    assert kept is good
    assert taken.preference is Preference.COST and taken.difference == good.difference
    assert taken.planned is not None and taken.planned.changed is None
    assert taken.planned.result.levels[-1].status is LevelStatus.FEASIBLE
