"""Re-score a roster outside the solver: the value of every level from the rows alone."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from optimizer.domain import Function
from optimizer.model.costs import seat_rank
from optimizer.model.problem import Problem
from optimizer.roster import Roster, RosterRow, RowStatus


@dataclass(frozen=True, slots=True)
class Score:
    """Values of levels 1, 2 and 4; ``cost`` includes the unavoidable base."""

    not_sailing: int
    open_positions: int
    cost: int


def score(problem: Problem, roster: Roster) -> Score:
    """Level values of a roster of the problem's window."""
    sailing = roster.sailing_shifts()
    return Score(
        not_sailing=sum(n.shift.priority for shift_id, n in problem.needs.items() if shift_id not in sailing),
        open_positions=sum(1 for row in roster.rows if row.status is RowStatus.OPEN),
        cost=_cost(problem, [row for row in roster.rows if row.on_duty and row.shift_id in sailing]),
    )


def _cost(problem: Problem, rows: list[RosterRow]) -> int:
    costs, weight = problem.costs, problem.costs.weights
    block_of = {(b.shift.shift_id, b.watch_name): b for b in problem.blocks}
    minutes: dict[str, int] = defaultdict(int)
    vessels: dict[str, set[str]] = defaultdict(set)
    worked: dict[str, set[int]] = defaultdict(set)
    total = 0
    for row in rows:
        block = block_of[row.shift_id, row.watch]
        total += costs.of_candidate[row.crew_id, block.index]
        if row.function not in (Function.CABIN_STAFF, None):
            total += weight["below_rank"] * (costs.rank[row.crew_id] - seat_rank(row.function))
        minutes[row.crew_id] += block.duty_minutes
        vessels[row.crew_id].add(block.shift.vessel_id)
        worked[row.crew_id].add(block.index)
    total += sum(costs.hours_cost(crew_id, minutes[crew_id]) for crew_id in costs.targets)
    for crew_id, used in vessels.items():
        total += weight["other_vessel"] * len(used - {costs.home_vessel[crew_id]})
    total += sum(wish.weight for wish in costs.wishes if not wish.blocks & worked[wish.crew_id])
    return total
