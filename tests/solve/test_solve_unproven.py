"""What the levels may not claim: kept rosters are lawful, and narrower questions prove nothing."""

from __future__ import annotations

import threading

import pytest
from solve_cases import instance, shift, ship

from optimizer.model.problem import Problem, build_problem
from optimizer.solve.choice import Choice
from optimizer.solve.cuts import Cuts
from optimizer.solve.lexicographic import _foreseen_beside, solve_problem
from optimizer.solve.read_out import try_out
from optimizer.solve.result import LevelStatus, SolveOptions
from optimizer.solve.search import Run, Solved, repaired


def _run(problem: Problem) -> Run:
    return Run(problem, SolveOptions(time_limit_s=20), None, threading.Event(), Cuts(problem))


def _all_on_board(problem: Problem, letters: str) -> Choice:
    """Everybody of these letters on every shift they are candidates for, whatever the law says."""
    chosen = {
        shift_id: tuple(c for c in problem.candidates if c.crew_id[0] in letters and c.block in indices)
        for shift_id, blocks in problem.blocks_of_shift.items()
        if (indices := {block.index for block in blocks})
    }
    return Choice(serves=chosen, foreseen={}, option=dict.fromkeys(problem.needs, 0), foreseen_option={})


@pytest.mark.parametrize("letters", ["M", "B", "BM", ""])
@pytest.mark.parametrize("crew", ["BM", "BMM", "BBMM", "MM"])
def test_a_repaired_choice_can_be_read_out(letters, crew):
    """Unlawful records and crews that fit no seats: whatever is wrong stays at the quay."""
    shifts = [shift(f"S{day}", "V1", day, "06:00", "18:00") for day in range(7)]
    shifts += [shift("N", "V2", 2, "14:00", "23:00")]
    problem = build_problem(instance([ship("V1"), ship("V2")], shifts, crew))
    kept = repaired(_run(problem), _all_on_board(problem, letters), 0)
    assert try_out(problem, kept.choice) is None
    assert kept.value == len(problem.needs) - len(kept.choice.option)
    assert not kept.optimal


def test_places_foreseen_beside_fixed_crews_are_no_proof():
    shifts = [shift("S0", "V1", 0, "06:00", "14:00"), shift("S1", "V2", 0, "06:00", "14:00")]
    problem = build_problem(instance([ship("V1"), ship("V2")], shifts, "BM"))
    first = Solved(Choice(serves={}, foreseen={}, option={}, foreseen_option={}), (), 2, 2, optimal=True)
    beside = _foreseen_beside(_run(problem), first)
    assert beside is not None and beside.value == 2
    assert (beside.bound, beside.optimal) == (0, False)


@pytest.fixture(scope="module")
def scarce() -> Problem:
    """21 day shifts and two boatmasters, who may serve on all seven days: seven shifts stay ashore."""
    shifts = [shift(f"{v}{day}", v, day, "06:00", "18:00") for v in ("V1", "V2", "V3") for day in range(7)]
    return build_problem(instance([ship("V1"), ship("V2"), ship("V3")], shifts, "BBMMMM"))


@pytest.mark.parametrize("limit", [0.1, 0.3, 1.0, 2.0])
def test_what_is_called_proven_is_the_same_at_every_time_limit(scarce, limit):
    true = {1: 7, 2: 7}
    for level in solve_problem(scarce, SolveOptions(time_limit_s=limit)).levels[:2]:
        assert level.bound <= true[level.number]
        if level.status is LevelStatus.OPTIMAL:
            assert level.value == true[level.number]
