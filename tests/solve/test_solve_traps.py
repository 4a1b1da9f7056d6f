"""Faults other solvers had (statuses, limits, empty candidates, weights, locks): small inputs, right answers."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from datetime import date, timedelta
from datetime import time as clock_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from solve_cases import at, instance, person, shift, ship, span

from optimizer.check import check_roster
from optimizer.domain import (
    Absence,
    AbsenceKind,
    DutyKind,
    Employment,
    Function,
    Pin,
    PinStatus,
    RecordedDuty,
    Settings,
    Shift,
    VesselType,
    Wish,
    WishKind,
)
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.plan import make_plan
from optimizer.roster import RowStatus
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import LevelStatus, PlanResult, PlanStatus, SolveOptions
from optimizer.timeline import Interval, at_wall_clock, day_start

QUICK = SolveOptions(time_limit_s=20, workers=1)


def plan(base: Instance, options: SolveOptions = QUICK) -> PlanResult:
    """Planned and checked: an unlawful roster would raise."""
    return make_plan(base, options).result


def crew_of(result: PlanResult, shift_id: str) -> dict[str, str]:
    assert result.roster is not None
    return {row.crew_id: str(row.function) for row in result.roster.of_shift(shift_id) if row.crew_id}


def values(result: PlanResult) -> tuple[int, int]:
    return result.levels[0].value, result.levels[1].value


def reasons(result: PlanResult) -> str:
    return " ".join(text.de for _, text in result.not_sailing)


# -- intervals ---------------------------------------------------------------------------------


def test_a_shift_over_midnight_is_staffed() -> None:
    result = plan(instance([ship("X")], [shift("N1", "X", 0, "22:00", "06:00")], "BM"))
    assert values(result) == (0, 0)
    assert crew_of(result, "N1") == {"B0": "boatmaster", "M1": "boatman"}


@pytest.mark.parametrize(
    ("first_end", "second_start", "both"),
    [("16:00", "06:00", True), ("20:00", "05:59", False), ("20:00", "06:00", True), ("20:01", "06:00", False)],
)
def test_ten_hours_between_two_days(first_end: str, second_start: str, both: bool) -> None:
    """The 24 hours from Monday 08:00 hold 10 hours of rest, or one minute less."""
    shifts = [shift("S1", "X", 0, "08:00", first_end), shift("S2", "X", 1, second_start, "12:00")]
    result = plan(instance([ship("X")], shifts, "BM"))
    assert (values(result)[0] == 0) is both


@pytest.mark.parametrize(("sunday_start", "both"), [("07:00", False), ("08:00", True)])
def test_rest_over_the_spring_clock_change_is_elapsed(sunday_start: str, both: bool) -> None:
    """From 21:00 to 07:00 on the night to 28 March 2027 it is nine hours, not ten."""
    monday = date(2027, 3, 22)

    def duty(shift_id: str, day: date, start: str, end: str) -> Shift:
        clocks = [at_wall_clock(day, clock_time.fromisoformat(text)) for text in (start, end)]
        return replace(shift(shift_id, "X", 0, "06:00", "12:00"), interval=Interval(*clocks))

    shifts = [duty("S1", date(2027, 3, 27), "09:00", "21:00"), duty("S2", date(2027, 3, 28), sunday_start, "12:00")]
    base = instance([ship("X")], shifts, "BM")
    known = {"history_known_from": day_start(monday - timedelta(days=40)), "history_known_until": day_start(monday)}
    crew = {crew_id: replace(p, **known) for crew_id, p in base.dataset.crew.items()}
    window = Interval(day_start(monday), day_start(monday + timedelta(days=7)))
    result = plan(replace(base, dataset=replace(base.dataset, crew=crew), window=window))
    assert (values(result)[0] == 0) is both


# -- history, absence, entry ---------------------------------------------------------------------


def history(crew_id: str, day: int, start: str, end: str, kind: DutyKind = DutyKind.DUTY) -> RecordedDuty:
    return RecordedDuty(crew_id=crew_id, interval=span(day, start, end), kind=kind)


def test_rest_counts_across_the_edge_of_the_week() -> None:
    shifts = [shift("S1", "X", 0, "10:00", "15:00")]
    result = plan(instance([ship("X")], shifts, "BM", duties=(history("B0", -1, "22:00", "06:00"),)))
    assert values(result) == (1, 1)
    assert "103" in reasons(result) and "Person B0" in reasons(result)


@pytest.mark.parametrize("kind", [DutyKind.COURSE, DutyKind.STANDBY, DutyKind.LAND, DutyKind.DRILL])
def test_every_kind_of_work_counts(kind: DutyKind) -> None:
    """A course on Wednesday bars the night before it."""
    shifts = [shift("S1", "X", 1, "22:00", "06:00")]
    result = plan(instance([ship("X")], shifts, "BM", duties=(history("B0", 2, "08:00", "16:00", kind),)))
    assert values(result)[0] == 1


def test_free_time_on_board_is_no_work_but_elsewhere() -> None:
    shifts = [shift("S1", "X", 0, "08:00", "12:00"), shift("S2", "X", 1, "08:00", "12:00")]
    result = plan(
        instance([ship("X")], shifts, "BM", duties=(history("B0", 0, "00:00", "07:00", DutyKind.ON_BOARD_FREE),))
    )
    assert values(result) == (0, 0)


def test_at_most_thirty_one_days_in_a_row() -> None:
    """28 days worked before Monday: three more are possible, then a day off is needed."""
    past = tuple(history("B0", -day, "08:00", "12:00") for day in range(1, 29))
    shifts = [shift(f"S{day}", "X", day, "08:00", "12:00") for day in range(7)]
    result = plan(instance([ship("X")], shifts, "BM", duties=past))
    sailing = sorted(result.roster.sailing_shifts()) if result.roster else []
    assert len(sailing) == 6
    assert values(result) == (1, 1)
    missing = next(day for day in range(7) if f"S{day}" not in sailing)
    assert missing <= 3


def test_absence_blocks_every_overlap_and_nothing_else() -> None:
    away = Absence(crew_id="B0", start=at(0, "00:00"), end=at(3, "00:00"), kind=AbsenceKind.LEAVE)
    shifts = [shift("S1", "X", 2, "22:00", "06:00"), shift("S2", "Y", 3, "06:00", "10:00")]
    result = plan(instance([ship("X"), ship("Y")], shifts, "BM", absences=(away,)))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S2"}
    assert "Urlaub" in reasons(result)


def test_everybody_ill_leaves_every_place_open_with_its_reason() -> None:
    sick = tuple(Absence(crew_id=c, start=at(0, "00:00"), end=None, kind=AbsenceKind.SICK) for c in ("B0", "M1"))
    shifts = [shift(f"S{day}", "X", day, "08:00", "12:00") for day in range(7)]
    result = plan(instance([ship("X")], shifts, "BM", absences=sick))
    assert values(result) == (7, 14)
    assert reasons(result).count("krank") == 14


def test_no_shifts_make_an_empty_roster() -> None:
    result = plan(instance([ship("X")], [], "BM"))
    assert result.status is PlanStatus.PLANNED and result.roster is not None and result.roster.rows == ()


def test_entry_and_exit_bound_whole_duties() -> None:
    base = instance([ship("X")], [shift(f"S{day}", "X", day, "20:00", "02:00") for day in (3, 4)], "BM")
    crew = {**base.dataset.crew, "B0": person("B0", entry_on=date(2026, 12, 10), exit_on=date(2026, 12, 11))}
    result = plan(replace(base, dataset=replace(base.dataset, crew=crew)))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S3"}


# -- people and places ---------------------------------------------------------------------------


def test_nobody_unqualified_fills_a_place_at_any_weight() -> None:
    base = instance(
        [ship("X")], [shift("S1", "X", 0, "08:00", "12:00")], "MM", settings=Settings(weights={"below_rank": 10000})
    )
    result = plan(base)
    assert values(result) == (1, 1)
    assert [row.function for row in result.roster.rows if row.status is RowStatus.OPEN] == [Function.BOATMASTER]


def test_one_person_on_two_vessels_leaves_one_at_the_quay() -> None:
    shifts = [shift("S1", "X", 0, "06:00", "12:00"), shift("S2", "Y", 0, "06:00", "12:00")]
    result = plan(instance([ship("X"), ship("Y")], shifts, "BMM"))
    assert values(result) == (1, 1)
    assert "Zur selben Zeit" in reasons(result) and "Person B0" in reasons(result)


def test_higher_grades_do_not_block_the_higher_place() -> None:
    result = plan(instance([ship("X")], [shift("S1", "X", 0, "06:00", "12:00")], "MB"))
    assert crew_of(result, "S1") == {"M0": "boatman", "B1": "boatmaster"}


def test_nobody_is_on_board_above_the_crew() -> None:
    result = plan(instance([ship("X")], [shift("S1", "X", 0, "06:00", "12:00")], "BMMMMM"))
    assert len(crew_of(result, "S1")) == 2


def test_ten_places_and_six_people_fill_as_many_shifts_as_possible() -> None:
    ships = [ship(name) for name in "VWXYZ"]
    shifts = [shift(f"S{name}", name, 0, "06:00", "12:00") for name in "VWXYZ"]
    result = plan(instance(ships, shifts, "BBBMMM"))
    assert values(result) == (2, 4)


def test_a_place_nobody_can_fill_leaves_the_others_planned() -> None:
    big = ship("Y", passengers=700)
    shifts = [
        shift("S1", "X", 0, "06:00", "12:00"),
        shift("S2", "Y", 0, "06:00", "12:00", with_passengers=True, persons_aboard=200),
    ]
    result = plan(instance([ship("X"), big], shifts, "BMM"))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S1"}
    assert "Steuermann fehlt" in reasons(result)


def test_a_type_without_a_table_may_not_sail_for_cause_plan() -> None:
    result = plan(instance([ship("X", type=VesselType.OTHER)], [shift("S1", "X", 0, "06:00", "12:00")], "BM"))
    assert result.roster is not None
    assert [row.status for row in result.roster.rows] == [RowStatus.NOT_SAILING]
    assert "115" in reasons(result)


# -- locks ---------------------------------------------------------------------------------------


def lock(shift_id: str, crew_id: str, function: Function | None = None) -> Pin:
    return Pin(shift_id=shift_id, crew_id=crew_id, function=function, status=PinStatus.LOCKED)


def test_a_lock_is_kept_with_its_function() -> None:
    pins = (lock("S1", "B0", Function.BOATMAN), lock("S1", "B0", Function.BOATMAN))
    result = plan(instance([ship("X")], [shift("S1", "X", 0, "06:00", "12:00")], "BBM", pins=pins))
    assert crew_of(result, "S1") == {"B0": "boatman", "B1": "boatmaster"}
    assert {row.status for row in result.roster.rows if row.crew_id == "B0"} == {RowStatus.LOCKED}


def test_an_absence_beats_a_lock_and_is_said() -> None:
    away = (Absence(crew_id="B0", start=at(0, "00:00"), end=at(7, "00:00"), kind=AbsenceKind.SICK),)
    base = instance(
        [ship("X")], [shift("S1", "X", 0, "06:00", "12:00")], "BBM", pins=(lock("S1", "B0"),), absences=away
    )
    result = plan(base)
    assert "B0" not in crew_of(result, "S1") and values(result) == (0, 0)
    assert any(note.code == "lock.released" and "Person B0" in note.text.de for note in result.notes)


def test_two_locks_that_exclude_each_other_are_both_named() -> None:
    shifts = [shift("S1", "X", 0, "06:00", "14:00"), shift("S2", "X", 0, "18:00", "22:00")]
    base = instance([ship("X")], shifts, "BBMM", pins=(lock("S1", "B0"), lock("S2", "B0")))
    result = plan(base)
    clash = next(note for note in result.notes if note.code == "lock.clash")
    assert "S1" in clash.text.de and "S2" in clash.text.de and "103" in clash.citation
    assert values(result) == (0, 0) and "B0" in crew_of(result, "S1")


def test_everything_locked_ends_at_once() -> None:
    shifts = [shift(f"S{day}", "X", day, "06:00", "12:00") for day in range(7)]
    pins = tuple(lock(s.shift_id, c) for s in shifts for c in ("B0", "M2"))
    result = plan(instance([ship("X")], shifts, "BBMM", pins=pins))
    assert values(result) == (0, 0)
    assert all(row.status is RowStatus.LOCKED for row in result.roster.rows)


# -- statuses, limits, weights -------------------------------------------------------------------


def fleet(people: int, days: int = 7) -> Instance:
    names = [f"V{n}" for n in range(people // 4)]
    shifts = [
        shift(f"{name}-{day}-{start}", name, day, start, end)
        for name in names
        for day in range(days)
        for start, end in (("05:00", "13:00"), ("13:00", "21:00"))
    ]
    return instance([ship(name) for name in names], shifts, "BM" * (people // 2), days=days)


def test_no_time_gives_no_roster_and_says_so() -> None:
    result = solve_problem(build_problem(fleet(24)), SolveOptions(time_limit_s=0.01, workers=1))
    assert result.status is PlanStatus.NO_PLAN_IN_TIME
    assert result.roster is None and result.levels == ()


@pytest.mark.parametrize("limit", [0, -1, float("nan")])
def test_time_limits_that_are_none_are_refused(limit: float) -> None:
    with pytest.raises(ValueError, match="positive"):
        SolveOptions(time_limit_s=limit)


def test_a_stop_before_the_search_keeps_nothing_and_returns_at_once() -> None:
    stop = threading.Event()
    stop.set()
    problem = build_problem(fleet(24))
    result = solve_problem(problem, SolveOptions(time_limit_s=60), stop=stop)
    assert result.status is PlanStatus.INTERRUPTED and result.roster is None


def test_a_stop_during_the_search_keeps_the_best_roster() -> None:
    stop, seen = threading.Event(), []

    def listener(progress) -> None:
        seen.append(progress)
        if progress.level == 4 and progress.best is not None:
            stop.set()

    base = fleet(24)
    started = time.monotonic()
    result = solve_problem(build_problem(base), SolveOptions(time_limit_s=300), listener, stop)
    assert time.monotonic() - started < 200
    assert result.status is PlanStatus.INTERRUPTED and result.roster is not None
    assert check_roster(base, result.roster).exit_code == 0
    assert result.levels[2].status is LevelStatus.FEASIBLE and result.levels[2].gap > 0
    assert {progress.level for progress in seen} >= {1, 4}


def test_two_runs_in_one_process_agree() -> None:
    base = fleet(8, days=3)
    options = SolveOptions(time_limit_s=20, deterministic=True)
    first, second = plan(base, options), plan(base, options)
    assert first.roster == second.roster
    assert [(x.value, x.bound) for x in first.levels] == [(x.value, x.bound) for x in second.levels]


@pytest.mark.parametrize("weight", [-1, 10001, 10**14])
def test_weights_out_of_bounds_are_refused(weight: int) -> None:
    base = instance([ship("X")], [], "BM", settings=Settings(weights={"overtime": weight}))
    with pytest.raises(ValueError, match="between 0 and"):
        build_problem(base)


def test_the_largest_weights_do_not_overflow() -> None:
    names = ("overtime", "undertime", "other_vessel", "sunday", "night", "wish_want", "below_rank", "day_rate")
    base = fleet(8, days=3)
    base = replace(base, dataset=replace(base.dataset, settings=Settings(weights=dict.fromkeys(names, 10_000))))
    assert values(plan(base)) == (0, 0)


def test_too_few_hours_for_all_contracts_is_no_contradiction() -> None:
    result = plan(instance([ship("X")], [shift("S1", "X", 0, "06:00", "12:00")], "BBBMMM"))
    assert values(result) == (0, 0)
    assert result.levels[2].value >= result.unavoidable_cost > 0


# -- cost ----------------------------------------------------------------------------------------


def test_hours_follow_the_contracts() -> None:
    """Six shifts between a full and a half contract go four to two, or closer than that to them."""
    shifts = [shift(f"S{day}", "X", day, "06:00", "14:00") for day in range(6)]
    base = instance([ship("X")], shifts, "BBM")
    crew = {
        **base.dataset.crew,
        "B0": person("B0", contract_minutes_week=32 * 60),
        "B1": person("B1", contract_minutes_week=16 * 60),
        "M2": person("M2", contract_minutes_week=48 * 60),
    }
    result = plan(replace(base, dataset=replace(base.dataset, crew=crew)))
    served = [row.crew_id for row in result.roster.rows if row.function is Function.BOATMASTER]
    assert (served.count("B0"), served.count("B1")) == (4, 2)


def test_wishes_concern_their_own_day_only() -> None:
    shifts = [shift("S1", "X", 0, "06:00", "12:00"), shift("S2", "X", 1, "06:00", "12:00")]
    wishes = (
        Wish(crew_id="B0", kind=WishKind.FREE, day=date(2026, 12, 7)),
        Wish(crew_id="B1", kind=WishKind.FREE, day=date(2026, 12, 8)),
    )
    base = instance([ship("X")], shifts, "BBM", wishes=wishes)
    crew = {crew_id: replace(p, home_vessel="X") for crew_id, p in base.dataset.crew.items()}
    result = plan(replace(base, dataset=replace(base.dataset, crew=crew)))
    assert "B1" in crew_of(result, "S1") and "B0" in crew_of(result, "S2")


def test_day_rates_are_spent_last() -> None:
    base = instance([ship("X")], [shift("S1", "X", 0, "06:00", "12:00")], "BBM")
    hired = person("B0", employment=Employment.SELF_EMPLOYED, contract_minutes_week=None, day_rate=480.0)
    result = plan(replace(base, dataset=replace(base.dataset, crew={**base.dataset.crew, "B0": hired})))
    assert "B0" not in crew_of(result, "S1")


# -- metamorphic ---------------------------------------------------------------------------------

_SMALL = st.lists(st.tuples(st.integers(0, 2), st.integers(4, 16), st.integers(4, 9)), min_size=2, max_size=4)


def _random_instance(spec: list[tuple[int, int, int]], letters: str) -> Instance:
    names = [f"V{n}" for n in range(len(spec))]
    shifts = [
        shift(
            f"S{n}",
            name,
            day,
            f"{start:02d}:00",
            f"{start + hours:02d}:00" if start + hours < 24 else f"{start + hours - 24:02d}:00",
        )
        for n, (name, (day, start, hours)) in enumerate(zip(names, spec, strict=True))
    ]
    return instance([ship(name) for name in names], shifts, letters)


@settings(max_examples=15, deadline=None)
@given(_SMALL, st.text("BM", min_size=1, max_size=4), st.sampled_from("BM"))
def test_one_more_person_never_makes_it_worse(spec: list[tuple[int, int, int]], letters: str, more: str) -> None:
    assert values(plan(_random_instance(spec, letters + more))) <= values(plan(_random_instance(spec, letters)))


@settings(max_examples=15, deadline=None)
@given(_SMALL, st.text("BM", min_size=1, max_size=4))
def test_one_shift_less_never_stops_another(spec: list[tuple[int, int, int]], letters: str) -> None:
    whole, part = values(plan(_random_instance(spec, letters))), values(plan(_random_instance(spec[:-1], letters)))
    assert part[0] <= whole[0]
