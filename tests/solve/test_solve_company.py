"""Rotations, travel, pairs, extra places, people on board in addition, vessels one knows."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from solve_cases import MONDAY, instance, shift, ship

from optimizer.domain import (
    Absence,
    AbsenceKind,
    ClockSpan,
    Familiar,
    Function,
    Pair,
    PairKind,
    Pin,
    PinStatus,
    Rotation,
    Settings,
    Shift,
    Travel,
    Watch,
    WatchPlan,
    Wish,
    WishKind,
)
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.model.roster_model import RosterModel
from optimizer.plan import make_plan
from optimizer.roster import RowStatus
from optimizer.solve.engine import solve_model
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import LevelStatus, PlanResult, SolveOptions

QUICK = SolveOptions(time_limit_s=20, workers=1)


def plan(base: Instance) -> PlanResult:
    return make_plan(base, QUICK).result


def on(result: PlanResult, shift_id: str) -> set[str]:
    assert result.roster is not None
    return {row.crew_id for row in result.roster.of_shift(shift_id) if row.on_duty}


def day(number: int) -> date:
    return MONDAY + timedelta(days=number)


# -- rotations ---------------------------------------------------------------------------------


def rotating(days: list[int], *wishes: Wish, anchor: date = MONDAY) -> Instance:
    """B0 is two days on, three days off from Monday: Wednesday is change-over, Thursday and Friday are free."""
    rotation = Rotation(crew_id="B0", vessel_id="X", days_on=2, days_off=3, anchor_date=anchor)
    shifts = [shift(f"S{number}", "X", number, "08:00", "12:00") for number in days]
    return instance([ship("X")], shifts, "BM", rotations=(rotation,), wishes=wishes)


@pytest.mark.parametrize(
    ("number", "sails"), [(0, True), (1, True), (2, True), (3, False), (4, False), (5, True), (6, True)]
)
def test_rest_days_of_a_rotation_are_free_save_the_change_over_day(number: int, sails: bool) -> None:
    assert (plan(rotating([number])).levels[0].value == 0) is sails


def test_the_rotation_is_named_as_the_cause() -> None:
    result = plan(rotating([3]))
    assert "Freier Tag der Rotation am 10.12." in result.not_sailing[0][1].de
    assert "Person B0" in result.not_sailing[0][1].de


def test_consent_opens_its_own_day_only_and_costs() -> None:
    consent = Wish(crew_id="B0", kind=WishKind.CONSENT, day=day(3))
    result = plan(rotating([3, 4], consent))
    assert on(result, "S3") == {"B0", "M1"} and not on(result, "S4")
    free = plan(rotating([2])).levels[2].value
    assert plan(rotating([3], consent)).levels[2].value == free + 60


def test_consent_for_another_shift_opens_nothing() -> None:
    consent = Wish(crew_id="B0", kind=WishKind.CONSENT, day=day(3), vessel_id="Y")
    base = rotating([3], consent)
    vessels = {**base.dataset.vessels, "Y": ship("Y")}
    assert plan(replace(base, dataset=replace(base.dataset, vessels=vessels))).levels[0].value == 1


def test_relief_partners_are_at_home_on_each_others_vessel() -> None:
    rotation = Rotation(
        crew_id="B0", vessel_id="X", days_on=7, days_off=7, anchor_date=MONDAY - timedelta(days=7), relief="B1"
    )
    base = instance([ship("X")], [shift("S0", "X", 0, "08:00", "12:00")], "BBM", rotations=(rotation,))
    costs = build_problem(base).costs
    assert costs.strange_vessel("B1", "X") == 0 and costs.strange_vessel("M2", "X") == 40


# -- travel --------------------------------------------------------------------------------------


def two_places(minutes: int, start: str, end: str = "20:00", *, is_duty: bool = True, back: bool = False) -> Instance:
    way = ("Berlin", "Hamburg") if back else ("Hamburg", "Berlin")
    shifts = [
        shift("S1", "X", 0, "06:00", "10:00", start_place="Hamburg", end_place="Hamburg"),
        shift("S2", "Y", 0, start, end, start_place=" BERLIN", end_place="Berlin"),
    ]
    travel = (Travel(from_place=way[0], to_place=way[1], minutes=minutes),)
    return instance([ship("X"), ship("Y")], shifts, "BM", travel=travel, settings=Settings(travel_is_duty=is_duty))


@pytest.mark.parametrize("is_duty", [True, False])
@pytest.mark.parametrize("back", [True, False])
@pytest.mark.parametrize(("minutes", "ashore"), [(120, 0), (121, 1)])
def test_the_way_between_two_places_must_fit(minutes: int, ashore: int, back: bool, is_duty: bool) -> None:
    base = two_places(minutes, "12:00", "15:00", is_duty=is_duty, back=back)
    assert plan(base).levels[0].value == ashore


def test_the_way_is_named_as_the_cause() -> None:
    text = plan(two_places(121, "12:00", "15:00")).not_sailing[0][1].de
    assert "Weg von" in text and "121 min" in text


@pytest.mark.parametrize(("is_duty", "ashore"), [(True, 1), (False, 0)])
def test_travel_as_duty_counts_against_the_daily_limit(is_duty: bool, ashore: int) -> None:
    """Ten hours on Monday and five on the way before Tuesday morning are more than 14 in 24 hours."""
    shifts = [
        shift("S1", "X", 0, "06:00", "16:00", end_place="Hamburg"),
        shift("S2", "Y", 1, "06:00", "10:00", start_place="Berlin"),
    ]
    way = (Travel(from_place="Hamburg", to_place="Berlin", minutes=300),)
    settings = Settings(travel_is_duty=is_duty)
    result = plan(instance([ship("X"), ship("Y")], shifts, "BM", travel=way, settings=settings))
    assert result.levels[0].value == ashore


@pytest.mark.parametrize("days", [1, 2, 5])
@pytest.mark.parametrize(("between", "ashore"), [(False, 1), (True, 0)])
def test_a_duty_on_the_way_shortens_it_at_any_distance(days: int, between: bool, ashore: int) -> None:
    """Seven hours on the way leave no lawful break, unless a duty half-way came in between."""
    shifts = [
        shift("S1", "X", 0, "06:00", "08:00", end_place="Hamburg"),
        shift("S3", "Y", days, "16:00", "20:00", start_place="Berlin"),
    ]
    if between:
        shifts.append(shift("S2", "Y", 0, "22:00", "22:30", start_place="Wittenberge", end_place="Wittenberge"))
    ways = (("Hamburg", "Berlin", 420), ("Hamburg", "Wittenberge", 60), ("Wittenberge", "Berlin", 60))
    travel = tuple(Travel(from_place=start, to_place=end, minutes=minutes) for start, end, minutes in ways)
    base = instance([ship("X"), ship("Y")], shifts, "BM", travel=travel)
    first = plan(base).levels[0]
    assert (first.status, first.value) == (LevelStatus.OPTIMAL, ashore)
    if days > 3:
        return
    # Of duties so near the rows of the model say so, no roster has to be cut off first.
    conflicts = build_problem(base).conflicts["B0"]
    assert conflicts.pairs or conflicts.larger
    assert any(c.unless for c in conflicts.larger) is between


@pytest.mark.parametrize("stated", [True, False])
def test_staying_in_one_region_is_tried_first_and_bars_nothing(stated: bool) -> None:
    """The only crew must come from Hamburg to Berlin, three hours away or (not stated) no time away."""
    shifts = [
        shift("S1", "X", 0, "06:00", "10:00", start_place="Hamburg", end_place="Hamburg"),
        shift("S2", "Y", 1, "16:00", "20:00", start_place="Berlin", end_place="Berlin"),
        shift("S3", "Y", 4, "16:00", "20:00", start_place="Bremen", end_place="Bremen"),
    ]
    far = Travel(from_place="Bremen", to_place="Kiel" if stated else "Hamburg", minutes=180)
    ways = (far, Travel(from_place="Hamburg", to_place="Berlin", minutes=180)) if stated else (far,)
    base = instance([ship("X"), ship("Y")], shifts, "BM", travel=ways)
    assert plan(base).levels[0].value == 0
    model = RosterModel(build_problem(base), foreseen=False)
    assert model.everybody_settled(True)
    model.model.minimize(model.not_sailing())
    outcome = solve_model(model.model, QUICK, 10.0, threading.Event(), lambda best, bound: None)
    assert outcome.value == 1, "one of the two days after each other; the fourth day is free again"


def test_without_long_ways_there_is_one_region() -> None:
    shifts = [shift("S1", "X", 0, "06:00", "10:00", start_place="Hamburg", end_place="Wedel")]
    way = (Travel(from_place="Hamburg", to_place="Wedel", minutes=120),)
    assert not RosterModel(
        build_problem(instance([ship("X")], shifts, "BM", travel=way)), foreseen=False
    ).everybody_settled(True)


@pytest.mark.parametrize(("minutes", "ashore"), [(180, 0), (301, 1)])
def test_the_way_from_a_running_shift_counts_too(minutes: int, ashore: int) -> None:
    shifts = [
        shift("S1", "X", -1, "20:00", "02:00", end_place="Hamburg"),
        shift("S2", "Y", 0, "14:00", "18:00", start_place="Berlin"),
    ]
    way = (Travel(from_place="Hamburg", to_place="Berlin", minutes=minutes),)
    pins = tuple(Pin(shift_id="S1", crew_id=c, status=PinStatus.RUNNING) for c in ("B0", "M1"))
    result = plan(instance([ship("X"), ship("Y")], shifts, "BM", travel=way, pins=pins))
    assert result.levels[0].value == ashore


def test_of_several_entries_for_a_way_the_longest_counts() -> None:
    shifts = [
        shift("S1", "X", 0, "06:00", "10:00", end_place="St. Pauli"),
        shift("S2", "Y", 0, "14:00", "18:00", start_place="Köln"),
    ]
    for minutes, ashore in (((300, 60), 1), ((60, 300), 1), ((60, 240), 0)):
        travel = tuple(
            Travel(from_place=place, to_place="koeln", minutes=m)
            for place, m in zip(("st pauli", "St.-Pauli"), minutes, strict=True)
        )
        base = instance([ship("X"), ship("Y")], shifts, "BM", travel=travel)
        assert plan(base).levels[0].value == ashore


def test_nobody_travels_on_a_voyage() -> None:
    shifts = [
        shift("S1", "X", 0, "06:00", "10:00", end_place="Hamburg", voyage_id="V", crew_change_at_end=False),
        shift("S2", "X", 0, "10:00", "14:00", start_place="Berlin", voyage_id="V"),
    ]
    travel = (Travel(from_place="Hamburg", to_place="Berlin", minutes=240),)
    assert plan(instance([ship("X")], shifts, "BM", travel=travel)).levels[0].value == 0


# -- pairs ---------------------------------------------------------------------------------------


def paired(letters: str, kind: PairKind, one: str, other: str, *pins: Pin, **facts: object) -> Instance:
    pairs = (Pair(crew_id=one, other_id=other, kind=kind),)
    return instance([ship("X")], [shift("S1", "X", 0, "08:00", "12:00")], letters, pairs=pairs, pins=pins, **facts)


def test_people_who_serve_apart_share_no_shift() -> None:
    result = plan(paired("BM", PairKind.APART, "M1", "B0"))
    assert result.levels[0].value == 1 and "Soll nicht mit Person" in result.not_sailing[0][1].de
    assert on(plan(paired("BMM", PairKind.APART, "M1", "B0")), "S1") == {"B0", "M2"}


def test_a_trainee_serves_only_with_the_mentor() -> None:
    assert on(plan(paired("BBM", PairKind.MENTOR, "M2", "B1")), "S1") == {"B1", "M2"}
    away = Absence(crew_id="B1", start=MONDAY_START, end=None, kind=AbsenceKind.SICK)
    result = plan(paired("BBM", PairKind.MENTOR, "M2", "B1", absences=(away,)))
    assert result.levels[0].value == 1 and "Fährt nur mit Mentor Person B1" in result.not_sailing[0][1].de


MONDAY_START = instance([], [], "").window.start


def test_people_who_should_serve_together_do_where_it_costs_nothing_else() -> None:
    base = paired("BBM", PairKind.TOGETHER, "M2", "B1")
    assert on(plan(base), "S1") == {"B1", "M2"}
    other = paired("BBM", PairKind.TOGETHER, "M2", "B0")
    assert on(plan(other), "S1") == {"B0", "M2"}
    away = Absence(crew_id="B1", start=MONDAY_START, end=None, kind=AbsenceKind.LEAVE)
    alone = paired("BBM", PairKind.TOGETHER, "M2", "B1", absences=(away,))
    without = instance([ship("X")], [shift("S1", "X", 0, "08:00", "12:00")], "BBM", absences=(away,))
    assert plan(alone).levels[2].value == plan(without).levels[2].value + 20


def test_of_two_locks_that_should_be_apart_one_is_released() -> None:
    pins = [Pin(shift_id="S1", crew_id=c, status=PinStatus.LOCKED) for c in ("B0", "M1")]
    result = plan(paired("BMM", PairKind.APART, "B0", "M1", *pins))
    assert on(result, "S1") == {"B0", "M2"}
    assert [note.code for note in result.notes] == ["lock.clash"]


# -- extra places, people in addition, familiar vessels ---------------------------------------------


def wishing(letters: str, extra: tuple[dict[Function, int], ...], **facts: object) -> PlanResult:
    shifts = [shift("S1", "X", 0, "08:00", "12:00", **facts)]
    return plan(instance([ship("X", extra_crew=extra)], shifts, letters))


def functions(result: PlanResult) -> list[str]:
    assert result.roster is not None
    return sorted(str(row.function) for row in result.roster.rows)


def test_extra_places_are_filled_where_somebody_is_free() -> None:
    assert functions(wishing("BMD", ({Function.DECKHAND: 1},))) == ["boatman", "boatmaster", "deckhand"]


def test_an_unfilled_extra_place_stops_no_shift_and_costs() -> None:
    result = wishing("BM", ({Function.DECKHAND: 2},))
    assert result.levels[0].value == 0 and functions(result) == ["boatman", "boatmaster"]
    assert result.levels[2].value == wishing("BM", ()).levels[2].value + 2 * 120
    (note,) = result.notes
    assert note.code == "extra.unfilled" and "bleiben: 2" in note.text.de


def test_the_shift_names_extra_places_before_the_vessel() -> None:
    result = wishing("BMMD", ({Function.DECKHAND: 1},), extra_crew=({Function.BOATMAN: 1},))
    assert functions(result) == ["boatman", "boatman", "boatmaster"]


def test_one_of_several_wishes_is_enough() -> None:
    result = wishing("BMD", ({Function.BOATMAN: 2}, {Function.DECKHAND: 1}))
    assert functions(result) == ["boatman", "boatmaster", "deckhand"]


def additional(shifts: list[Shift], *more: Pin, **facts: object) -> PlanResult:
    pin = Pin(shift_id="S1", crew_id="D2", function=Function.ADDITIONAL, status=PinStatus.LOCKED)
    return plan(instance([ship("X"), ship("Y")], shifts, "BMD", pins=(pin, *more), **facts))


def test_somebody_locked_in_addition_is_on_board_above_the_crew() -> None:
    result = additional([shift("S1", "X", 0, "08:00", "12:00")])
    assert result.roster is not None
    row = next(row for row in result.roster.rows if row.crew_id == "D2")
    assert (row.function, row.status, len(row.duty)) == (Function.ADDITIONAL, RowStatus.LOCKED, 1)
    assert len(result.roster.rows) == 3


def test_somebody_in_addition_needs_rest_and_time_like_everybody() -> None:
    late = [shift("S1", "X", 0, "08:00", "12:00"), shift("S0", "Y", 0, "10:00", "14:00")]
    result = additional(late, Pin(shift_id="S0", crew_id="D2", function=Function.ADDITIONAL))
    assert [note.code for note in result.notes] == ["lock.clash"]
    away = Absence(crew_id="D2", start=MONDAY_START, end=None, kind=AbsenceKind.SICK)
    result = additional([shift("S1", "X", 0, "08:00", "12:00")], absences=(away,))
    assert [note.code for note in result.notes] == ["lock.released"] and result.levels[0].value == 0


def test_somebody_in_addition_stays_to_the_end_of_the_voyage() -> None:
    shifts = [
        shift("S1", "X", 0, "06:00", "10:00", voyage_id="V", crew_change_at_end=False),
        shift("S2", "X", 0, "11:00", "14:00", voyage_id="V"),
    ]
    result = additional(shifts)
    assert on(result, "S1") == on(result, "S2") == {"B0", "M1", "D2"}


def test_an_unknown_vessel_costs_only_people_of_whom_the_known_ones_are_stated() -> None:
    rows = (Familiar(crew_id="B0", vessel_id="Y"),)
    base = instance([ship("X"), ship("Y")], [shift("S1", "X", 0, "08:00", "12:00")], "BBM", familiar=rows)
    costs = build_problem(base).costs
    assert [costs.strange_vessel(*key) for key in (("B0", "X"), ("B0", "Y"), ("B1", "X"))] == [70, 40, 40]
    result = solve_problem(build_problem(base), QUICK)
    assert on(result, "S1") == {"B1", "M2"}


def test_the_way_is_reckoned_from_when_somebody_is_bound_to_the_vessel() -> None:
    """Equal duty from 14:30 to midnight, on board since midnight or since then: the way lies elsewhere."""
    watch = Watch(name="I", spans=(ClockSpan(start=time(14, 30), end=time(0)),))
    plan_w = WatchPlan(watch_plan="W", watches=(watch,))
    shifts = [
        shift("S1", "X", 3, "00:00", "24:00", watch_plan="W", start_place="Berlin"),
        shift("S2", "Y", 3, "14:30", "24:00", watch_plan="W", start_place="Berlin"),
    ]
    settings = Settings(travel_is_duty=True)
    problem = build_problem(
        instance([ship("X"), ship("Y")], shifts, "BM", watch_plans={"W": plan_w}, settings=settings)
    )
    early, late = (next(b for b in problem.blocks if b.shift.shift_id == s) for s in ("S1", "S2"))
    assert early.duty == late.duty and early.presence.start != late.presence.start
    person, way = problem.instance.dataset.crew["B0"], timedelta(hours=5)
    assert problem.oracle.breach_after(person, way, early) is None
    assert problem.oracle.breach_after(person, way, late) is not None, "fourteen and a half hours on end"
