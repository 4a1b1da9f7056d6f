"""One search after the other: questions, minimisations and cuts within a time limit.

After every solve the people's whole records are judged; a set of duties that breaks a rule the rows
did not state becomes a cut, and the search goes on. Only rosters without such a set are ever kept.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel
from optimizer.solve.choice import Choice
from optimizer.solve.cuts import Cuts
from optimizer.solve.engine import IMPROVE, PROVE, Outcome, solve_model
from optimizer.solve.plan_result import ModelContradictionError, Proof
from optimizer.solve.read_out import choice_of
from optimizer.solve.result import Progress, ProgressListener, SolveOptions

COST = 4
#: Less time than this is not worth another solve (seconds).
LEAST_S = 0.05
#: Share of the time left for the next solve of level 4: after a roster that was cut off, and after a
#: lawful one, whose successor may still be cut off.
_AFTER_CUT, _AFTER_LAWFUL = 0.12, 0.5
#: Seconds that one such solve gets at least.
_SHORTEST_SOLVE_S = 5.0

#: Part of the time of a question in which everybody stays in one region from day to day.
_SETTLED = 0.4

Report = Callable[[int | None, int | None], None]


@dataclass
class Run:
    problem: Problem
    options: SolveOptions
    listener: ProgressListener | None
    stop: threading.Event
    cuts: Cuts
    started: float = field(default_factory=time.monotonic)
    work_s: float = 0.0
    #: The best bound of the latest search for the least cost, also where no lawful roster was kept.
    least_cost: int = 0
    #: Shifts of complete crews that a replan may give up.
    given_up: int = 0
    #: Told of every better roster of level 4 that is kept.
    on_kept: Callable[[Solved], None] | None = None

    def model(self, *, foreseen: bool, whole_voyages: bool = False) -> RosterModel:
        """A model of the problem that knows all cuts found so far."""
        model = RosterModel(self.problem, foreseen=foreseen, whole_voyages=whole_voyages)
        if model.changes is not None:
            model.changes.allow_at_most("given_up", self.given_up)
        self.cuts.apply(model)
        return model

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def clock(self) -> float:
        """What the limits are measured by: the clock, or the solver's work where runs are to be equal."""
        return self.work_s if self.options.deterministic else self.elapsed()

    def left(self, share: float) -> float:
        return self.options.time_limit_s * share - self.clock()

    def solve(self, model: RosterModel, seconds: float, report: Report, subsolvers: tuple[str, ...] = PROVE) -> Outcome:
        outcome = solve_model(model.model, self.options, seconds, self.stop, report, subsolvers)
        self.work_s += outcome.spent_s
        return outcome

    def report(self, level: int, best: int | None, bound: int | None) -> None:
        if self.listener is None:
            return
        # No level can fall below zero; the relaxation's first bounds do.
        bound = None if bound is None else max(bound, 0)
        gap = None if best is None or bound is None else (best - bound) / max(bound, 1)
        self.listener(Progress(level=level, elapsed_s=self.elapsed(), best=best, bound=bound, gap=gap))


@dataclass(frozen=True)
class Solved:
    """A kept choice of one level; ``optimal`` only if the last solve proved it and no cut was open."""

    choice: Choice
    values: tuple[int, ...]
    value: int
    bound: int
    optimal: bool

    @property
    def proof(self) -> Proof:
        return Proof(self.value, self.bound, self.optimal)


def at_most(run: Run, model: RosterModel, most: int, low: int, limit: float) -> tuple[Solved | None, int]:
    """A lawful choice with at most so many shifts ashore, or the bound that follows from none.

    A replan looks for one with few changes at the same time, so that it does not start far off.
    ``low`` is what is known to stay ashore anyway. Where ways are long, rosters in which everybody
    stays in one region from day to day are tried first; that there is none of those proves nothing.
    """
    model.allow_at_most(1, most)
    if model.changes is None:
        model.model.clear_objective()
    else:
        model.model.minimize(model.changes.changed())
    begun = run.clock()
    if model.everybody_settled(True):
        found, _ = _asked(run, model, most, low, limit * _SETTLED)
        model.everybody_settled(False)
        if found is not None:
            return found, low
    return _asked(run, model, most, low, limit - (run.clock() - begun))


def _asked(run: Run, model: RosterModel, most: int, low: int, limit: float) -> tuple[Solved | None, int]:
    ends = run.clock() + limit
    while (seconds := ends - run.clock()) > LEAST_S and not run.stop.is_set():
        outcome = run.solve(model, seconds, lambda best, bound: None)
        if outcome.infeasible:
            return None, most + 1
        if outcome.values is None:
            break
        choice = choice_of(model, outcome.values)
        if not run.cuts.cut_off(model, choice):
            value = model.value_of(1, outcome.values)
            run.report(1, value, low if value == low else None)
            return Solved(choice, outcome.values, value, low, optimal=value == low), low
        model.hint(outcome.values)
    return None, low


def minimise(
    run: Run, model: RosterModel, level: int, objective: object, limit: float, *, proving: bool = True
) -> Solved | None:
    """Minimise one level, cutting off unlawful records, until a lawful choice is kept or time is up.

    ``proving`` is false where the model is narrower than the problem, so that its bounds are not shown.
    """
    model.model.minimize(objective)  # type: ignore[arg-type]
    kept: Solved | None = None
    told: Choice | None = None
    if level == COST:
        # A bound holds under the limits of its own search only.
        run.least_cost = 0
    share = 1.0 if level != COST else _AFTER_CUT
    ends = run.clock() + limit
    while (seconds := ends - run.clock()) > LEAST_S and not run.stop.is_set():
        outcome = run.solve(
            model,
            max(seconds * share, min(seconds, _SHORTEST_SOLVE_S)),
            lambda best, bound: run.report(level, best, bound if proving else None),
            IMPROVE if level == COST else PROVE,
        )
        if outcome.infeasible:
            raise ModelContradictionError(f"level {level}: no solution, not even with every shift at the quay")
        if outcome.values is None and share < 1.0:
            share = min(1.0, 3 * share)
            continue
        if outcome.values is None:
            break
        if level == COST:
            run.least_cost = max(run.least_cost, outcome.bound or 0)
        choice = choice_of(model, outcome.values)
        if not run.cuts.cut_off(model, choice):
            kept = better(kept, _kept(outcome, choice))
            if kept.optimal or level != COST:
                return kept
            share = _AFTER_LAWFUL
        elif level == 1:
            kept = repaired(run, choice, outcome.bound or 0)
        elif level == COST:
            kept = better(kept, _lawful_earlier(run, model, outcome))
            share = _AFTER_CUT
        if level == COST and kept is not None and kept.choice is not told and run.on_kept is not None:
            told = kept.choice
            run.on_kept(kept)
        model.hint(outcome.values)
    if kept is not None and level == COST:
        return better(kept, replace(kept, bound=min(run.least_cost, kept.value)))
    return kept


def _lawful_earlier(run: Run, model: RosterModel, outcome: Outcome) -> Solved | None:
    """The best lawful roster among those found on the way to one that was cut off; the others are cut off too."""
    for value, values in outcome.earlier:
        choice = choice_of(model, values)
        if not run.cuts.cut_off(model, choice):
            return Solved(choice, values, value, min(max(outcome.bound or 0, 0), value), optimal=False)
    return None


def better(kept: Solved | None, other: Solved | None) -> Solved | None:
    """The cheaper of two rosters with the higher of their bounds, for cuts never exclude a lawful one."""
    if kept is None or other is None:
        return kept or other
    best = min(other, kept, key=lambda solved: solved.value)
    bound = min(max(kept.bound, other.bound), best.value)
    return replace(best, bound=bound, optimal=best.optimal or bound == best.value)


def _kept(outcome: Outcome, choice: Choice) -> Solved:
    assert outcome.value is not None and outcome.bound is not None and outcome.values is not None
    bound = outcome.value if outcome.optimal else max(outcome.bound, 0)
    return Solved(choice, outcome.values, outcome.value, bound, outcome.optimal)


def repaired(run: Run, choice: Choice, bound: int) -> Solved:
    """A lawful choice kept from an unlawful one."""
    choice = run.cuts.repaired(choice)
    value = _weight_ashore(run.problem, choice)
    return Solved(choice, (), value, min(max(bound, 0), value), optimal=False)


def _weight_ashore(problem: Problem, choice: Choice) -> int:
    return sum(n.shift.priority for shift_id, n in problem.needs.items() if shift_id not in choice.option)
