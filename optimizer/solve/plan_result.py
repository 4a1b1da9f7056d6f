"""From a kept choice and what was proven of it to the result: roster, re-scored levels, causes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from optimizer.findings import Text
from optimizer.model.problem import Problem
from optimizer.roster import Roster
from optimizer.solve.causes import CauseFinder
from optimizer.solve.choice import Choice
from optimizer.solve.read_out import roster_of
from optimizer.solve.result import Level, LevelStatus, PlanResult, PlanStatus
from optimizer.solve.score import Score, extra_notes, score

_NAMES = {
    1: (
        Text("Schichten, die nicht fahren (gewichtet)", "Shifts that may not sail (weighted)"),
        Text("Schichten", "shifts"),
    ),
    2: (Text("Offene Positionen", "Open positions"), Text("Plätze", "places")),
    4: (Text("Kosten", "Cost"), Text("Punkte", "points")),
}


class ModelContradictionError(RuntimeError):
    """The model contradicts itself: no solution although one exists, or values the rows do not have."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What the solver claims of one level: value, bound, and whether they meet for certain.

    ``value`` is ``None`` where the roster was found before the level was looked at.
    """

    value: int | None
    bound: int
    optimal: bool


def plan_result(
    problem: Problem, choice: Choice, proofs: Mapping[int, Proof], interrupted: bool, seconds: float
) -> PlanResult:
    """The result of a choice; ``proofs`` by level number, level 1 always, others where solved.

    Raises
    ------
    ModelContradictionError
        If a claimed value is not that of the roster's rows.
    """
    roster = roster_of(problem, choice, CauseFinder(problem, choice).reason)
    found = score(problem, roster)
    _check_scores(proofs, found)
    nothing_open = Proof(0, 0, True) if proofs[1].value == 0 else Proof(found.open_positions, 0, False)
    second = proofs.get(2, nothing_open)
    cost = Proof(found.cost, proofs[4].bound, proofs[4].optimal) if 4 in proofs else Proof(found.cost, 0, False)
    return PlanResult(
        status=PlanStatus.INTERRUPTED if interrupted else PlanStatus.PLANNED,
        roster=roster,
        levels=(_level(1, proofs[1]), _level(2, second), _level(4, cost)),
        unavoidable_cost=problem.costs.unavoidable,
        seconds=seconds,
        not_sailing=_not_sailing(problem, roster),
        notes=(*problem.notes, *extra_notes(problem, roster)),
    )


def without_plan(problem: Problem, interrupted: bool, seconds: float) -> PlanResult:
    """The result of a run that found no roster in its time."""
    return PlanResult(
        status=PlanStatus.INTERRUPTED if interrupted else PlanStatus.NO_PLAN_IN_TIME,
        roster=None,
        levels=(),
        unavoidable_cost=problem.costs.unavoidable,
        seconds=seconds,
        notes=problem.notes,
    )


def _level(number: int, proof: Proof) -> Level:
    name, unit = _NAMES[number]
    status = LevelStatus.OPTIMAL if proof.optimal else LevelStatus.FEASIBLE
    bound = min(proof.bound, proof.value)
    return Level(number=number, name=name, status=status, value=proof.value, bound=bound, unit=unit)


def _check_scores(proofs: Mapping[int, Proof], found: Score) -> None:
    """The solver's own values must be those of the rows; of the cost the solver may claim more."""
    scores = {1: found.not_sailing, 2: found.open_positions, 4: found.cost}
    for number, proof in proofs.items():
        claimed, scored = proof.value, scores[number]
        if claimed is None:
            continue
        if (claimed != scored) if number != 4 else (claimed < scored):
            raise ModelContradictionError(f"level {number}: the solver claims {claimed}, the roster scores {scored}")


def _not_sailing(problem: Problem, roster: Roster) -> tuple[tuple[str, Text], ...]:
    sailing = roster.sailing_shifts()
    reasons = []
    for shift_id in problem.needs:
        if shift_id in sailing:
            continue
        texts = list(dict.fromkeys(row.reason for row in roster.of_shift(shift_id) if row.reason is not None))
        reasons.append((shift_id, Text(" ".join(t.de for t in texts), " ".join(t.en for t in texts))))
    return tuple(reasons)
