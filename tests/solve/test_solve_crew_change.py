"""§ 101(3): a vessel that sails longer than its mode allows; time before the window that binds its people."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from solve_cases import at, instance, shift, ship, span

from optimizer.domain import Dataset, DutyKind, OperatingMode, Pin, PinStatus, RecordedDuty, Shift
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.problem import Problem, build_problem
from optimizer.plan import make_plan
from optimizer.solve.result import SolveOptions


def problem_of(*shifts: Shift, **facts: object) -> Problem:
    return build_problem(instance([ship("X"), ship("Y")], list(shifts), "BBMM", **facts))


def blocks_of(problem: Problem, *shift_ids: str) -> list[Block]:
    return [problem.blocks_of_shift[shift_id][0] for shift_id in shift_ids]


def long_day(**facts: object) -> tuple[Shift, Shift]:
    """X sails 18 hours in mode A: 16 in the first shift, which is as long as a crew may be on board."""
    return shift("S1", "X", 0, "04:00", "20:00", **facts), shift("S2", "X", 0, "20:00", "22:00")


@pytest.mark.parametrize(
    ("facts", "too_long"),
    [({}, False), ({"prepare_min": 1}, True), ({"handover_min": 1}, True), ({"wrapup_min": 1}, True)],
)
def test_work_around_the_shift_is_time_on_board(facts: dict[str, int], too_long: bool) -> None:
    problem = problem_of(*long_day(**facts))
    assert problem.crew_change.too_long_on_board(blocks_of(problem, "S1")) is too_long
    assert problem.crew_change.bars("B0", blocks_of(problem, "S1")[0]) is too_long


def test_a_vessel_that_keeps_its_hours_asks_for_nothing() -> None:
    problem = problem_of(long_day(prepare_min=30)[0])
    assert not problem.crew_change.too_long_on_board(blocks_of(problem, "S1"))


def test_three_short_shifts_are_too_long_together() -> None:
    clocks = ("04:00", "10:00", "16:00", "22:00")
    shifts = [shift(f"S{n}", "X", 0, *clocks[n : n + 2]) for n in range(3)]
    problem = problem_of(*shifts)
    rule, (first, second, third) = problem.crew_change, blocks_of(problem, "S0", "S1", "S2")
    for pair in ((first, second), (second, third), (first, third)):
        assert not rule.excludes(*pair)
    assert rule.too_long_on_board((first, second, third))


def test_the_limit_binds_every_shift_of_the_long_day() -> None:
    """S2 alone may sail 18 hours in mode B, but S1 is lawful in mode A only because the crew changes."""
    first = shift("S1", "X", 0, "04:00", "08:00")
    second = shift("S2", "X", 0, "08:00", "00:30", mode=OperatingMode.B)
    far = shift("S3", "X", 2, "08:00", "00:30", mode=OperatingMode.B)
    problem = problem_of(first, second, far)
    assert problem.crew_change.too_long_on_board(blocks_of(problem, "S2"))
    assert not problem.crew_change.too_long_on_board(blocks_of(problem, "S3"))


@pytest.mark.parametrize(
    ("start", "prepare", "excluded"), [("20:00", 0, False), ("20:00", 1, True), ("19:59", 0, True)]
)
def test_another_vessel_only_after_a_day(start: str, prepare: int, excluded: bool) -> None:
    other = shift("Y1", "Y", 1, start, "23:00", prepare_min=prepare)
    problem = problem_of(*long_day(), other)
    first, elsewhere = blocks_of(problem, "S1", "Y1")
    assert problem.crew_change.excludes(first, elsewhere) is excluded
    assert problem.crew_change.excludes(elsewhere, first) is excluded


@pytest.mark.parametrize(
    ("vessel_id", "kind", "clock", "barred"),
    [
        ("X", DutyKind.DUTY, ("03:00", "04:00"), True),
        ("X", DutyKind.ON_BOARD_FREE, ("03:00", "04:00"), True),
        ("Y", DutyKind.DUTY, ("03:00", "04:00"), True),
        ("", DutyKind.DUTY, ("03:00", "04:00"), False),
    ],
)
def test_recorded_time_counts(vessel_id: str, kind: DutyKind, clock: tuple[str, str], barred: bool) -> None:
    recorded = RecordedDuty(crew_id="B0", interval=span(0, *clock), kind=kind, vessel_id=vessel_id)
    problem = problem_of(*long_day(), duties=(recorded,))
    assert problem.crew_change.bars("B0", blocks_of(problem, "S1")[0]) is barred
    assert not problem.crew_change.bars("B1", blocks_of(problem, "S1")[0])


def begun(base: Instance) -> Instance:
    """B0 and M2 sailed until Sunday 22:00 by the running rows alone."""
    before = replace(shift("S0", "X", -1, "14:00", "22:00", end_place="Hamburg"), with_passengers=False)
    pins = tuple(Pin(shift_id="S0", crew_id=who, status=PinStatus.RUNNING) for who in ("B0", "M2"))
    dataset: Dataset = replace(base.dataset, shifts={**base.dataset.shifts, "S0": before}, pins=pins)
    return replace(base, dataset=dataset)


def test_running_rows_of_a_shift_already_over_are_work_done() -> None:
    """Whoever came off at 22:00 on Sunday has not rested by 04:00 on Monday."""
    base = instance([ship("X")], [shift("S1", "X", 0, "04:00", "10:00")], "BBMM")
    result = make_plan(begun(base), SolveOptions(time_limit_s=20, workers=1)).result
    assert result.roster is not None
    assert {row.crew_id for row in result.roster.of_shift("S1")} == {"B1", "M3"}
    assert base.window.start == at(0, "00:00") and base.window.days()[0] == date(2026, 12, 7)
