"""The end of a run: roster, causes and levels, re-scored from the roster's rows."""

from __future__ import annotations

import time

from optimizer.findings import Text
from optimizer.model.problem import Problem
from optimizer.roster import Roster
from optimizer.solve.causes import CauseFinder
from optimizer.solve.choice import Choice
from optimizer.solve.read_out import roster_of
from optimizer.solve.result import Level, LevelStatus, PlanResult, PlanStatus
from optimizer.solve.run import ModelContradictionError, Run, Solved
from optimizer.solve.score import Score, extra_notes, score

_NAMES = {
    1: (
        Text("Schichten, die nicht fahren (gewichtet)", "Shifts that may not sail (weighted)"),
        Text("Schichten", "shifts"),
    ),
    2: (Text("Offene Positionen", "Open positions"), Text("Plätze", "places")),
    4: (Text("Kosten", "Cost"), Text("Punkte", "points")),
}


def _level(number: int, value: int, bound: int, optimal: bool) -> Level:
    name, unit = _NAMES[number]
    status = LevelStatus.OPTIMAL if optimal else LevelStatus.FEASIBLE
    return Level(number=number, name=name, status=status, value=value, bound=min(bound, value), unit=unit)


def without_plan(run: Run) -> PlanResult:
    """The result of a run that found nothing in its time."""
    status = PlanStatus.INTERRUPTED if run.stop.is_set() else PlanStatus.NO_PLAN_IN_TIME
    return PlanResult(
        status=status,
        roster=None,
        levels=(),
        unavoidable_cost=run.problem.costs.unavoidable,
        seconds=time.monotonic() - run.started,
        notes=run.problem.notes,
    )


def finish(run: Run, first: Solved, second: Solved | None, third: Solved | None, choice: Choice) -> PlanResult:
    """The result of a run with the levels it reached; the roster is that of ``choice``.

    Raises
    ------
    ModelContradictionError
        If the roster scores otherwise than the solver claims.
    """
    problem = run.problem
    levels = [_level(1, first.value, first.bound, first.optimal)]
    causes = CauseFinder(problem, choice)
    roster = roster_of(problem, choice, causes.reason)
    found = score(problem, roster)
    _check_scores(levels[0], second, third, found)
    if levels[0].value == 0:
        levels.append(_level(2, 0, 0, optimal=True))
    elif second is not None:
        levels.append(_level(2, second.value, second.bound, second.optimal))
    else:
        levels.append(_level(2, found.open_positions, 0, optimal=False))
    if third is not None:
        levels.append(_level(4, found.cost, third.bound, third.optimal))
    else:
        levels.append(_level(4, found.cost, 0, optimal=False))
    return PlanResult(
        status=PlanStatus.INTERRUPTED if run.stop.is_set() else PlanStatus.PLANNED,
        roster=roster,
        levels=tuple(levels),
        unavoidable_cost=problem.costs.unavoidable,
        seconds=time.monotonic() - run.started,
        not_sailing=_not_sailing(problem, roster),
        notes=(*problem.notes, *extra_notes(problem, roster)),
    )


def _check_scores(first: Level, second: Solved | None, third: Solved | None, found: Score) -> None:
    """The solver's own values must be those of the rows; anything else is a fault of ours."""
    pairs = [(1, first.value, found.not_sailing)]
    if second is not None:
        pairs.append((2, second.value, found.open_positions))
    if third is not None:
        pairs.append((4, third.value, found.cost))
    for level, claimed, scored in pairs:
        if (claimed != scored) if level != 4 else (claimed < scored):
            raise ModelContradictionError(f"level {level}: the solver claims {claimed}, the roster scores {scored}")


def _not_sailing(problem: Problem, roster: Roster) -> tuple[tuple[str, Text], ...]:
    sailing = roster.sailing_shifts()
    reasons = []
    for shift_id in problem.needs:
        if shift_id in sailing:
            continue
        texts = list(dict.fromkeys(row.reason for row in roster.of_shift(shift_id) if row.reason is not None))
        reasons.append((shift_id, Text(" ".join(t.de for t in texts), " ".join(t.en for t in texts))))
    return tuple(reasons)
