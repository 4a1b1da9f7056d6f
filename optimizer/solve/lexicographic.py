"""Solve the levels one after another: what sails, open positions, cost.

Each level is minimised while the earlier ones keep their value. After every solve the people's
whole records are judged; a set of duties that breaks a rule the rows did not state becomes a cut,
and the level is solved again. Only rosters without such a set are ever kept.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from optimizer.domain import PinStatus
from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel
from optimizer.solve.choice import Choice
from optimizer.solve.cuts import Cuts
from optimizer.solve.engine import IMPROVE, PROVE, Outcome, solve_model
from optimizer.solve.plan_result import ModelContradictionError, Proof, plan_result, without_plan
from optimizer.solve.read_out import choice_of
from optimizer.solve.result import PlanResult, Progress, ProgressListener, SolveOptions

_COST = 4
#: Share of the time limit after which a level must make room for the next one.
_SHARE = {1: 0.8, 2: 0.9, 4: 1.0}
#: Share of level 1 spent on minimising before its bounds are closed by single questions.
_FIRST_LOOK = 0.2
#: Share of level 1 in which the question whether everything can sail must be settled.
_ALL_SAIL = 0.4
#: From this distance on, bounds are closed one by one from below, where they mostly are already.
_CLOSE = 3
#: Share of the time left for one of these questions while another one can still be asked.
_ONE_QUESTION = 0.35
#: Share of the time left for the next solve of level 4: after a roster that was cut off, and after a
#: lawful one, whose successor may still be cut off.
_AFTER_CUT, _AFTER_LAWFUL = 0.12, 0.5
#: Seconds that one such solve gets at least.
_SHORTEST_SOLVE_S = 5.0
#: Less time than this is not worth another solve (seconds).
_LEAST_S = 0.05


Report = Callable[[int | None, int | None], None]


@dataclass
class _Run:
    problem: Problem
    options: SolveOptions
    listener: ProgressListener | None
    stop: threading.Event
    cuts: Cuts
    started: float = field(default_factory=time.monotonic)
    work_s: float = 0.0
    #: The best bound of the cost known, also where no lawful roster was kept.
    least_cost: int = 0

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
class _Solved:
    """A kept choice of one level; ``optimal`` only if the last solve proved it and no cut was open."""

    choice: Choice
    values: tuple[int, ...]
    value: int
    bound: int
    optimal: bool

    @property
    def proof(self) -> Proof:
        return Proof(self.value, self.bound, self.optimal)


def solve_problem(
    problem: Problem,
    options: SolveOptions,
    listener: ProgressListener | None = None,
    stop: threading.Event | None = None,
    started: float | None = None,
) -> PlanResult:
    """Plan the problem's window within the time limit, counted from ``started`` (monotonic seconds).

    The result's values are re-scored from the roster's rows. A stop keeps the best roster so far.

    Raises
    ------
    ModelInvalidError, ModelContradictionError, ReadOutError
        On a fault of the model itself.
    """
    run = _Run(problem, options, listener, stop or threading.Event(), Cuts(problem))
    run.started = run.started if started is None else started
    found = _fewest_not_sailing(run)
    if found is None:
        return without_plan(problem, run.stop.is_set(), run.elapsed())
    first, model = found
    second, last = None, first
    if first.value > 0:
        model = RosterModel(problem, foreseen=True)
        run.cuts.apply(model)
        _hint_choice(model, first.choice)
        model.allow_at_most(1, first.value)
        second = _fewest_open(run, model, first)
        last = second or first
    third = None
    if first.value == 0 or second is not None:
        model.allow_at_most(1, first.value)
        model.allow_at_most(2, 0 if second is None else second.value)
        objective = model.cost()
        model.hint(last.values)
        third = _minimise(run, model, _COST, objective, run.left(_SHARE[_COST]))
    proofs = {number: kept.proof for number, kept in ((1, first), (2, second), (_COST, third)) if kept is not None}
    if third is None and run.least_cost:
        proofs[_COST] = Proof(None, run.least_cost, optimal=False)
    return plan_result(problem, (third or last).choice, proofs, run.stop.is_set(), run.elapsed())


def _fewest_not_sailing(run: _Run) -> tuple[_Solved, RosterModel] | None:
    """Level 1: ask whether all that can sail does, then close in between bound and best roster.

    Searching for a roster with at most so many shifts ashore, or refuting it, takes seconds where
    minimising their number on its own takes minutes. The first question makes one decision of every
    voyage; only where the answer is no may voyages stop on the way.
    """
    least = sum(run.problem.needs[shift_id].shift.priority for shift_id in run.problem.ashore)
    model = RosterModel(run.problem, foreseen=False, whole_voyages=bool(run.problem.voyages))
    _hint_start(model)
    best, low = _at_most(run, model, least, least, run.left(_SHARE[1]) * _ALL_SAIL)
    if best is not None:
        return best, model
    if run.stop.is_set():
        return None
    if model.whole_voyages:
        model = RosterModel(run.problem, foreseen=False)
        run.cuts.apply(model)
        _hint_start(model)
    model.allow_at_most(1, model.unbounded)
    best = _closed_in(run, model, max(low, least))
    return None if best is None else (best, model)


def _closed_in(run: _Run, model: RosterModel, low: int) -> _Solved | None:
    """The fewest shifts ashore, between a known bound and the best roster found."""
    best = _minimise(run, model, 1, model.not_sailing(), run.left(_SHARE[1]) * _FIRST_LOOK)
    if best is None:
        best = _minimise(run, model, 1, model.not_sailing(), run.left(_SHARE[_COST]))
    low = max(low, 0 if best is None else best.bound)
    left_open: set[int] = set()
    while best is not None and not best.optimal and low < best.value and run.left(_SHARE[1]) > _LEAST_S:
        most = _next_question(low, best.value, left_open)
        if best.values:
            model.hint(best.values)
        only = len(set(range(low, best.value)) - left_open) <= 1
        found, refuted = _at_most(run, model, most, low, run.left(_SHARE[1]) * (1.0 if only else _ONE_QUESTION))
        if found is not None:
            best = found
        elif refuted > most:
            low = refuted
        else:
            left_open.add(most)
        run.report(1, best.value, low)
    if best is None:
        return None
    return replace(best, bound=min(low, best.value), optimal=best.optimal or low >= best.value)


def _next_question(low: int, value: int, left_open: set[int]) -> int:
    """The number of shifts ashore to ask for between a bound and a best value.

    Halves the distance, near its end from below; a question that stayed open is asked again only
    when the one next to the best roster and all others have stayed open as well.
    """
    wanted = low if value - low <= _CLOSE else (low + value) // 2
    others = (most for most in (wanted, *range(value - 1, low - 1, -1)) if most not in left_open)
    return next(others, wanted)


def _fewest_open(run: _Run, model: RosterModel, first: _Solved) -> _Solved | None:
    """Level 2: every shift ashore lacks at least one place, and mostly no more than that."""
    heaviest = max(need.shift.priority for need in run.problem.needs.values())
    least = -(-first.bound // heaviest)
    beside = _foreseen_beside(run, first)
    if beside is not None and beside.value <= least:
        return replace(beside, bound=least if first.optimal else 0, optimal=first.optimal)
    if beside is not None:
        model.hint(beside.values)
    found = _minimise(run, model, 2, model.open_positions(), run.left(_SHARE[2])) or beside
    if found is None:
        return None
    # Without a proof of level 1 another set of shifts could sail, so nothing is proven here either.
    bound = min(max(found.bound, least) if first.optimal else 0, found.value)
    return replace(found, bound=bound, optimal=first.optimal and found.value <= bound)


def _foreseen_beside(run: _Run, first: _Solved) -> _Solved | None:
    """The best that can be foreseen beside the crews of level 1: a small question, often the answer.

    It proves nothing, for other crews could leave fewer places open.
    """
    kept = RosterModel(run.problem, foreseen=True)
    run.cuts.apply(kept)
    serving = {(c.crew_id, c.block) for people in first.choice.serves.values() for c in people}
    for key, variable in kept.serves.items():
        kept.model.add(variable == int(key in serving))
    beside = _minimise(run, kept, 2, kept.open_positions(), run.left(_SHARE[2]) * _FIRST_LOOK, proving=False)
    return None if beside is None else replace(beside, bound=0, optimal=False)


def _at_most(run: _Run, model: RosterModel, most: int, low: int, limit: float) -> tuple[_Solved | None, int]:
    """A lawful choice with at most so many shifts ashore, or the bound that follows from none.

    ``low`` is what is known to stay ashore anyway.
    """
    model.allow_at_most(1, most)
    model.model.clear_objective()
    ends = run.clock() + limit
    while (seconds := ends - run.clock()) > _LEAST_S and not run.stop.is_set():
        outcome = run.solve(model, seconds, lambda best, bound: None)
        if outcome.infeasible:
            return None, most + 1
        if outcome.values is None:
            break
        choice = choice_of(model, outcome.values)
        if not run.cuts.cut_off(model, choice):
            value = model.value_of(1, outcome.values)
            run.report(1, value, low if value == low else None)
            return _Solved(choice, outcome.values, value, low, optimal=value == low), low
        model.hint(outcome.values)
    return None, low


def _minimise(
    run: _Run, model: RosterModel, level: int, objective: object, limit: float, *, proving: bool = True
) -> _Solved | None:
    """Minimise one level, cutting off unlawful records, until a lawful choice is kept or time is up.

    ``proving`` is false where the model is narrower than the problem, so that its bounds are not shown.
    """
    model.model.minimize(objective)  # type: ignore[arg-type]
    kept: _Solved | None = None
    share = 1.0 if level != _COST else _AFTER_CUT
    ends = run.clock() + limit
    while (seconds := ends - run.clock()) > _LEAST_S and not run.stop.is_set():
        outcome = run.solve(
            model,
            max(seconds * share, min(seconds, _SHORTEST_SOLVE_S)),
            lambda best, bound: run.report(level, best, bound if proving else None),
            IMPROVE if level == _COST else PROVE,
        )
        if outcome.infeasible:
            raise ModelContradictionError(f"level {level}: no solution, not even with every shift at the quay")
        if outcome.values is None:
            break
        if level == _COST:
            run.least_cost = max(run.least_cost, outcome.bound or 0)
        choice = choice_of(model, outcome.values)
        if not run.cuts.cut_off(model, choice):
            kept = _better(kept, _kept(outcome, choice))
            if kept.optimal or level != _COST:
                return kept
            share = _AFTER_LAWFUL
        elif level == 1:
            kept = _repaired(run, choice, outcome.bound or 0)
        elif level == _COST:
            kept = _better(kept, _lawful_earlier(run, model, outcome))
            share = _AFTER_CUT
        model.hint(outcome.values)
    if kept is not None and level == _COST:
        return _better(kept, replace(kept, bound=min(run.least_cost, kept.value)))
    return kept


def _lawful_earlier(run: _Run, model: RosterModel, outcome: Outcome) -> _Solved | None:
    """The best lawful roster among those found on the way to one that was cut off."""
    for value, values in outcome.earlier:
        choice = choice_of(model, values)
        if run.cuts.lawful(choice):
            return _Solved(choice, values, value, min(max(outcome.bound or 0, 0), value), optimal=False)
    return None


def _better(kept: _Solved | None, other: _Solved | None) -> _Solved | None:
    """The cheaper of two rosters with the higher of their bounds, for cuts never exclude a lawful one."""
    if kept is None or other is None:
        return kept or other
    best = min(other, kept, key=lambda solved: solved.value)
    bound = min(max(kept.bound, other.bound), best.value)
    return replace(best, bound=bound, optimal=best.optimal or bound == best.value)


def _weight_ashore(problem: Problem, choice: Choice) -> int:
    return sum(n.shift.priority for shift_id, n in problem.needs.items() if shift_id not in choice.option)


def _kept(outcome: Outcome, choice: Choice) -> _Solved:
    assert outcome.value is not None and outcome.bound is not None and outcome.values is not None
    bound = outcome.value if outcome.optimal else max(outcome.bound, 0)
    return _Solved(choice, outcome.values, outcome.value, bound, outcome.optimal)


def _repaired(run: _Run, choice: Choice, bound: int) -> _Solved:
    """A lawful choice kept from an unlawful one."""
    choice = run.cuts.repaired(choice)
    value = _weight_ashore(run.problem, choice)
    return _Solved(choice, (), value, min(max(bound, 0), value), optimal=False)


def _hint_start(model: RosterModel) -> None:
    """Start from the planned rows of ``assignments.csv``; unknown or doubled ones do not matter."""
    planned = {(p.crew_id, p.shift_id) for p in model.problem.instance.dataset.pins if p.status is PinStatus.PLANNED}
    if not planned:
        return
    hints: dict[int, int] = {}
    for (crew_id, index), variable in model.serves.items():
        shift_id = model.problem.blocks[index].shift.shift_id
        hints[variable.index] = hints.get(variable.index, 0) | int((crew_id, shift_id) in planned)
    for number, value in hints.items():
        model.model.add_hint(model.model.get_int_var_from_proto_index(number), value)


def _hint_choice(model: RosterModel, choice: Choice) -> None:
    model.model.clear_hints()
    serving = {(c.crew_id, c.block) for people in choice.serves.values() for c in people}
    for key, variable in model.serves.items():
        model.model.add_hint(variable, int(key in serving))
    for shift_id, variable in model.sails.items():
        model.model.add_hint(variable, int(shift_id in choice.option))
