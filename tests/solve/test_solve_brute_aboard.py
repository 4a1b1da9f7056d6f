"""Plain enumeration finds no better week of voyages, watches, travel, rotations, pairs and extra places."""

from __future__ import annotations

from dataclasses import replace
from datetime import time, timedelta

from brute_aboard import WHOLE, Best, Enumeration
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from solve_cases import MONDAY, at, instance, ship

from optimizer.domain import (
    ClockSpan,
    Employment,
    Function,
    OperatingMode,
    Pair,
    PairKind,
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
from optimizer.model.weights import weight_table
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import LevelStatus, SolveOptions
from optimizer.timeline import Interval

_QUARTER = timedelta(minutes=15)
_PLAN = WatchPlan(
    watch_plan="W",
    watches=(
        Watch(name=WHOLE, spans=(ClockSpan(start=time(0), end=time(12)), ClockSpan(start=time(12), end=time(0)))),
        Watch(name="noon", spans=(ClockSpan(start=time(10), end=time(14)),)),
    ),
)


@st.composite
def shifts_of(draw: st.DrawFn, vessel_id: str, place: str, count: int, first_day: int) -> list[Shift]:
    """Shifts of at most six hours, so that nobody needs a break, each day one that holds the noon watch."""
    voyage = draw(st.booleans())
    watched = draw(st.booleans())
    shifts = []
    for number in range(count):
        start = at(first_day, "07:00") + timedelta(days=number) + draw(st.integers(0, 8)) * _QUARTER
        if not watched and draw(st.booleans()):
            start = at(first_day, "12:00") + timedelta(hours=10 * number) + draw(st.integers(0, 40)) * _QUARTER
        shifts.append(
            Shift(
                shift_id=f"{vessel_id}{number}",
                vessel_id=vessel_id,
                interval=Interval(start, start + draw(st.integers(20, 24)) * _QUARTER),
                mode=OperatingMode.A,
                zone=3,
                with_passengers=False,
                crew_change_at_end=not voyage or number == count - 1,
                voyage_id=f"V{vessel_id}" if voyage else "",
                watch_plan="W" if watched else "",
                start_place=place,
                end_place=place,
                priority=draw(st.integers(1, 2)),
            )
        )
    return _apart(shifts)


def _apart(shifts: list[Shift]) -> list[Shift]:
    """Later shifts of a vessel start after the earlier ones have ended."""
    placed: list[Shift] = []
    for shift in shifts:
        late = placed and shift.interval.start < placed[-1].interval.end
        start = placed[-1].interval.end if late else shift.interval.start
        placed.append(replace(shift, interval=Interval(start, start + timedelta(minutes=shift.interval.minutes))))
    return placed


@st.composite
def tiny_weeks(draw: st.DrawFn) -> Instance:
    letters = "BM" + draw(st.text("BMD", max_size=2))
    people = [f"{letter}{n}" for n, letter in enumerate(letters)]
    wanted = ({Function.DECKHAND: 1},) if draw(st.booleans()) else ()
    shifts = draw(shifts_of("X", "P", 2, 0)) + draw(shifts_of("Y", "Q", 1, draw(st.integers(0, 2))))
    rotations, wishes, pairs = [], [], []
    if draw(st.booleans()):
        on, off = draw(st.integers(1, 2)), draw(st.integers(2, 3))
        anchor = MONDAY - timedelta(days=draw(st.integers(0, 4)))
        who = draw(st.sampled_from(people))
        rotations.append(Rotation(crew_id=who, vessel_id="X", days_on=on, days_off=off, anchor_date=anchor))
        if draw(st.booleans()):
            day = MONDAY + timedelta(days=draw(st.integers(0, 1)))
            wishes.append(Wish(crew_id=who, kind=WishKind.CONSENT, day=day))
    if draw(st.booleans()):
        one, other = draw(st.permutations(people))[:2]
        pairs.append(Pair(crew_id=one, other_id=other, kind=draw(st.sampled_from(list(PairKind)))))
    base = instance(
        [ship("X", extra_crew=wanted), ship("Y")],
        shifts,
        letters,
        watch_plans={"W": _PLAN},
        travel=(Travel(from_place="P", to_place="Q", minutes=draw(st.integers(0, 40)) * 15),),
        rotations=tuple(rotations),
        wishes=tuple(wishes),
        pairs=tuple(pairs),
        settings=Settings(travel_is_duty=draw(st.booleans()), weights={"soft_rest": 0}),
    )
    # Whoever must pause on duty after a long way needs breaks, which the enumeration does not place.
    employment = Employment.SELF_EMPLOYED if base.dataset.settings.travel_is_duty else Employment.EMPLOYEE
    crew = {c: replace(p, contract_minutes_week=None, employment=employment) for c, p in base.dataset.crew.items()}
    return replace(base, dataset=replace(base.dataset, crew=crew))


seen_values: set[Best] = set()


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=False)
@given(tiny_weeks())
def test_enumeration_finds_no_better_week(base: Instance) -> None:
    result = solve_problem(build_problem(base), SolveOptions(time_limit_s=20, workers=1))
    best = Enumeration(base).best()
    assert [level.status for level in result.levels] == [LevelStatus.OPTIMAL] * 3
    assert (result.levels[0].value, result.levels[1].value) == (best.not_sailing, best.open_positions)
    if best.cost is not None:
        assert result.levels[2].value == best.cost
    seen_values.add(best)


def test_the_comparison_met_easy_and_hard_weeks() -> None:
    assert len({value.cost for value in seen_values}) >= 2
    assert any(value.open_positions > 1 for value in seen_values)


def test_the_enumeration_prices_what_the_weights_say() -> None:
    names = ("below_rank", "rest_day_work", "extra_open", "together", "other_vessel")
    assert [int(str(weight_table()[name]["default"])) for name in names] == [5, 60, 120, 20, 40]
