"""Solve the levels one after another: what sails, open positions, cost.

Each level is minimised while the earlier ones keep their value. After every solve the people's
whole records are judged; a set of duties that breaks a rule the rows did not state becomes a cut,
and the level is solved again. Only rosters without such a set are ever kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Set
from dataclasses import dataclass, replace

from optimizer.domain import PinStatus
from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel
from optimizer.solve.choice import Choice
from optimizer.solve.cuts import Cuts
from optimizer.solve.plan_result import Proof, plan_result, without_plan
from optimizer.solve.result import PlanResult, ProgressListener, SolveOptions
from optimizer.solve.search import COST, LEAST_S, Run, Solved, at_most, minimise

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


def solve_problem(
    problem: Problem,
    options: SolveOptions,
    listener: ProgressListener | None = None,
    stop: threading.Event | None = None,
    started: float | None = None,
    on_kept: Callable[[PlanResult], None] | None = None,
) -> PlanResult:
    """Plan the problem's window within the time limit, counted from ``started`` (monotonic seconds).

    The result's values are re-scored from the roster's rows. A stop keeps the best roster so far;
    ``on_kept`` is given every better one as soon as there is one, for whoever must not lose it.

    Raises
    ------
    ModelInvalidError, ModelContradictionError, ReadOutError
        On a fault of the model itself.
    """
    run = Run(problem, options, listener, stop or threading.Event(), Cuts(problem))
    run.started = run.started if started is None else started
    levels = first_levels(run)
    if levels is None:
        return without_plan(problem, run.stop.is_set(), run.elapsed())
    proofs, last = dict(levels.proofs), levels.last
    if on_kept is not None:

        def tell(solved: Solved) -> None:
            cost = replace(solved.proof, optimal=False)
            on_kept(plan_result(problem, solved.choice, {**proofs, COST: cost}, True, run.elapsed()))

        on_kept(plan_result(problem, last.choice, proofs, True, run.elapsed()))
        run.on_kept = tell
    if levels.complete:
        objective = levels.model.cost()
        levels.model.hint(last.values)
        third = minimise(run, levels.model, COST, objective, run.left(_SHARE[COST]))
        if third is not None:
            proofs[COST] = third.proof
        elif run.least_cost:
            proofs[COST] = Proof(None, run.least_cost, optimal=False)
        last = third or last
    return plan_result(problem, last.choice, proofs, run.stop.is_set(), run.elapsed())


@dataclass(frozen=True)
class FirstLevels:
    """What sails and what is open: the best choice, the model held to it, and what is proven.

    ``complete`` is false where level 2 found nothing in its time.
    """

    last: Solved
    model: RosterModel
    proofs: Mapping[int, Proof]
    complete: bool


def first_levels(run: Run, start: tuple[Solved, RosterModel] | None = None) -> FirstLevels | None:
    """Solve levels 1 and 2, from a known choice in its model on; ``None`` if no roster was found in time."""
    found = _fewest_not_sailing(run) if start is None else _fewer_not_sailing(run, *start)
    if found is None:
        return None
    first, model = found
    second = None
    if first.value > 0:
        model = run.model(foreseen=True)
        hint_choice(model, first.choice)
        model.allow_at_most(1, first.value)
        second = _fewest_open(run, model, first)
        # Values of one model say nothing in another.
        first = replace(first, values=())
    model.allow_at_most(1, first.value)
    open_positions = 0 if first.value == 0 else model.unbounded
    model.allow_at_most(2, open_positions if second is None else second.value)
    proofs = {1: first.proof, **({} if second is None else {2: second.proof})}
    return FirstLevels(second or first, model, proofs, first.value == 0 or second is not None)


def _fewer_not_sailing(run: Run, start: Solved, model: RosterModel) -> tuple[Solved, RosterModel]:
    """Level 1 from a known choice on."""
    least = sum(run.problem.needs[shift_id].shift.priority for shift_id in run.problem.ashore)
    return _questions(run, model, least, replace(start, bound=least, optimal=start.value <= least)), model


def _fewest_not_sailing(run: Run) -> tuple[Solved, RosterModel] | None:
    """Level 1: ask whether all that can sail does, then close in between bound and best roster.

    Searching for a roster with at most so many shifts ashore, or refuting it, takes seconds where
    minimising their number on its own takes minutes. The first question makes one decision of every
    voyage; only where the answer is no may voyages stop on the way.
    """
    least = sum(run.problem.needs[shift_id].shift.priority for shift_id in run.problem.ashore)
    model = run.model(foreseen=False, whole_voyages=bool(run.problem.voyages))
    _hint_start(model)
    best, low = at_most(run, model, least, least, run.left(_SHARE[1]) * _ALL_SAIL)
    if best is not None:
        return best, model
    if run.stop.is_set():
        return None
    if model.whole_voyages:
        model = run.model(foreseen=False)
        _hint_start(model)
    model.allow_at_most(1, model.unbounded)
    best = _closed_in(run, model, max(low, least))
    return None if best is None else (best, model)


def _closed_in(run: Run, model: RosterModel, low: int) -> Solved | None:
    """The fewest shifts ashore, between a known bound and the best roster found."""
    settled = model.everybody_settled(True)
    best = minimise(run, model, 1, model.not_sailing(), run.left(_SHARE[1]) * _FIRST_LOOK, proving=not settled)
    model.everybody_settled(False)
    if best is not None and settled:
        best = replace(best, bound=0, optimal=False)
    if best is None:
        best = minimise(run, model, 1, model.not_sailing(), run.left(_SHARE[COST]))
    return None if best is None else _questions(run, model, max(low, best.bound), best)


def _questions(run: Run, model: RosterModel, low: int, best: Solved) -> Solved:
    """Close in on the fewest shifts ashore by one question after the other."""
    left_open: set[int] = set()
    while not best.optimal and low < best.value and run.left(_SHARE[1]) > LEAST_S:
        most = _next_question(low, best.value, left_open)
        if best.values:
            model.hint(best.values)
        only = len(set(range(low, best.value)) - left_open) <= 1
        found, refuted = at_most(run, model, most, low, run.left(_SHARE[1]) * (1.0 if only else _ONE_QUESTION))
        if found is not None:
            best = found
        elif refuted > most:
            low = refuted
        else:
            left_open.add(most)
        run.report(1, best.value, low)
    return replace(best, bound=min(low, best.value), optimal=best.optimal or low >= best.value)


def _next_question(low: int, value: int, left_open: set[int]) -> int:
    """The number of shifts ashore to ask for between a bound and a best value.

    Halves the distance, near its end from below; a question that stayed open is asked again only
    when the one next to the best roster and all others have stayed open as well.
    """
    wanted = low if value - low <= _CLOSE else (low + value) // 2
    others = (most for most in (wanted, *range(value - 1, low - 1, -1)) if most not in left_open)
    return next(others, wanted)


def _fewest_open(run: Run, model: RosterModel, first: Solved) -> Solved | None:
    """Level 2: every shift ashore lacks at least one place, and mostly no more than that."""
    heaviest = max(need.shift.priority for need in run.problem.needs.values())
    least = -(-first.bound // heaviest)
    beside = _foreseen_beside(run, first)
    if beside is not None and beside.value <= least:
        return replace(beside, bound=least if first.optimal else 0, optimal=first.optimal)
    if beside is not None:
        model.hint(beside.values)
    found = minimise(run, model, 2, model.open_positions(), run.left(_SHARE[2])) or beside
    if found is None:
        return None
    # Without a proof of level 1 another set of shifts could sail, so nothing is proven here either.
    bound = min(max(found.bound, least) if first.optimal else 0, found.value)
    return replace(found, bound=bound, optimal=first.optimal and found.value <= bound)


def _foreseen_beside(run: Run, first: Solved) -> Solved | None:
    """The best that can be foreseen beside the crews of level 1: a small question, often the answer.

    It proves nothing, for other crews could leave fewer places open.
    """
    kept = run.model(foreseen=True)
    serving = {(c.crew_id, c.block) for people in first.choice.serves.values() for c in people}
    for key, variable in kept.serves.items():
        kept.model.add(variable == int(key in serving))
    beside = minimise(run, kept, 2, kept.open_positions(), run.left(_SHARE[2]) * _FIRST_LOOK, proving=False)
    return None if beside is None else replace(beside, bound=0, optimal=False)


def _hint_start(model: RosterModel) -> None:
    """Start from the planned rows of ``assignments.csv``; unknown or doubled ones do not matter."""
    pins = [p for p in model.problem.instance.dataset.pins if p.status is PinStatus.PLANNED]
    if pins:
        hint_places(model, {(p.crew_id, p.shift_id, p.watch) for p in pins})


def hint_places(model: RosterModel, places: Set[tuple[str, str, str]]) -> None:
    """Start from these places: person, shift and watch (blank: any)."""
    hints: dict[int, int] = {}
    for (crew_id, index), variable in model.serves.items():
        block = model.problem.blocks[index]
        there = {(crew_id, block.shift.shift_id, watch) for watch in ("", block.watch_name)} & places
        hints[variable.index] = hints.get(variable.index, 0) | int(bool(there))
    for number, value in hints.items():
        model.model.add_hint(model.model.get_int_var_from_proto_index(number), value)


def hint_choice(model: RosterModel, choice: Choice) -> None:
    """Start from a choice found in another model."""
    model.model.clear_hints()
    serving = {(c.crew_id, c.block) for people in choice.serves.values() for c in people}
    for key, variable in model.serves.items():
        model.model.add_hint(variable, int(key in serving))
    for shift_id, variable in model.sails.items():
        model.model.add_hint(variable, int(shift_id in choice.option))
