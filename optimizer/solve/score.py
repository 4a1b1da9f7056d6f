"""Re-score a roster outside the solver: the value of every level from the rows alone."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass

from optimizer.domain import Function
from optimizer.findings import Finding, Severity, Text
from optimizer.model.costs import seat_rank
from optimizer.model.needs import ShiftNeed
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
    counted = [row for row in rows if row.crew_id and block_of[row.shift_id, row.watch].counted]
    for row in counted:
        block = block_of[row.shift_id, row.watch]
        total += costs.of_candidate[row.crew_id, block.index]
        if row.function not in (Function.CABIN_STAFF, Function.ADDITIONAL, None):
            total += weight["below_rank"] * (costs.rank[row.crew_id] - seat_rank(row.function))
        minutes[row.crew_id] += block.counted_minutes
        vessels[row.crew_id].add(block.shift.vessel_id)
        worked[row.crew_id].add(block.index)
    total += sum(costs.hours_cost(crew_id, minutes[crew_id]) for crew_id in costs.targets)
    for crew_id, used in vessels.items():
        total += sum(costs.strange_vessel(crew_id, vessel_id) for vessel_id in used)
    total += sum(wish.weight for wish in costs.wishes if not wish.blocks & worked[wish.crew_id])
    aboard: dict[str, list[RosterRow]] = defaultdict(list)
    for row in rows:
        if _counted(problem, row.shift_id):
            aboard[row.shift_id].append(row)
    total += weight["extra_open"] * sum(_unfilled(problem.needs[s], own) for s, own in aboard.items())
    for pair in costs.together:
        present = [sum(1 for row in own if row.crew_id in pair) for own in aboard.values()]
        total += weight["together"] * present.count(1)
    return total


def extra_notes(problem: Problem, roster: Roster) -> list[Finding]:
    """Of every vessel how many places the company wanted above the crew stay empty while it sails."""
    empty: dict[str, int] = defaultdict(int)
    sailing = roster.sailing_shifts()
    for shift_id, need in problem.needs.items():
        if need.extra and shift_id in sailing:
            empty[need.shift.vessel_id] += _unfilled(need, roster.of_shift(shift_id))
    return [
        Finding(
            code="extra.unfilled",
            severity=Severity.INFO,
            text=Text(
                f"{problem.instance.dataset.vessels[vessel_id].name}: zusätzlich gewünschte Plätze, die frei bleiben: "
                f"{count} (über alle Schichten).",
                f"{problem.instance.dataset.vessels[vessel_id].name}: places wanted above the crew that stay empty: "
                f"{count} (over all shifts).",
            ),
            vessel_id=vessel_id,
        )
        for vessel_id, count in empty.items()
        if count
    ]


def _counted(problem: Problem, shift_id: str) -> bool:
    return problem.needs[shift_id].shift.interval.start < problem.instance.window.end


def _unfilled(need: ShiftNeed, rows: list[RosterRow]) -> int:
    """Places the company wants above the crew that the rows leave open, in the reading that leaves fewest."""
    aboard = Counter(row.function for row in rows if row.function is not None)
    return min(
        (
            (Counter(extra) - (aboard - Counter(seat.place.function for seat in option))).total()
            for option in need.stretches[0].options
            if not Counter(seat.place.function for seat in option) - aboard
            for extra in need.extra
        ),
        default=0,
    )
