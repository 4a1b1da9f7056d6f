"""A roster planned anew from an instant: what sails and what is open first, then changes, calls and cost.

The first levels are those of planning. Below them three orders are answered side by side; each
starts from the best roster of the one before.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from optimizer.model.problem import Problem
from optimizer.model.roster_model import RosterModel
from optimizer.solve.cuts import Cuts
from optimizer.solve.lexicographic import FirstLevels, first_levels, hint_choice
from optimizer.solve.plan_result import ModelContradictionError, Proof, plan_result
from optimizer.solve.result import PlanResult, ProgressListener, SolveOptions
from optimizer.solve.search import COST, LEAST_S, Run, Solved, at_most, minimise

CHANGED, CALLED, GIVEN_UP = 3, 5, 0


class Preference(StrEnum):
    """What a new roster should spare first below the law: assignments, telephone calls or cost."""

    CHANGES = "changes"
    CALLS = "calls"
    COST = "cost"


#: The levels of every answer below what sails and what is open.
ORDERS: Mapping[Preference, tuple[int, ...]] = {
    Preference.CHANGES: (CHANGED, CALLED, COST),
    Preference.CALLS: (CALLED, CHANGED, COST),
    Preference.COST: (COST, CHANGED),
}
_NAMES = {CHANGED: "changed", CALLED: "called"}
#: Share of the time left for the levels of one answer, by how many answers are still to come.
_SHARE_OF_ANSWER = {1: 1.0, 2: 0.5, 3: 0.4}
#: Share of an answer's time left for one level while another one follows.
_SHARE_OF_LEVEL = 0.6
#: Share of the time in which the roster found beforehand must be found again in the whole problem.
_SHARE_OF_KNOWN = 0.3
#: It gets so many seconds in any case: without it there would be no answer at all.
_LEAST_FOR_KNOWN_S = 2.0
#: Share of an answer's time left for its cost while another answer is to come.
_SHARE_OF_COST = 0.2


@dataclass(frozen=True)
class Known:
    """A lawful roster found beforehand: who is where (person, shift, watch), and the weight of what does not sail."""

    places: frozenset[tuple[str, str, str]]
    ashore: int


@dataclass(frozen=True)
class Replanned:
    """One answer: the result as of planning, and what the solver proved of its changes and calls.

    A proof holds under the levels before it in the answer's order; ``None``: not looked at.
    ``given_up`` counts the shifts that sailed and whose crew is all there, but that no lawful roster
    keeps sailing (0 unless giving up was allowed or could not be helped).
    """

    preference: Preference
    result: PlanResult
    changed: Proof | None
    called: Proof | None
    given_up: Proof


def replan_problem(
    problem: Problem,
    preferences: tuple[Preference, ...],
    options: SolveOptions,
    listener: ProgressListener | None = None,
    stop: threading.Event | None = None,
    started: float | None = None,
    known: Known | None = None,
    levels_below: int | None = None,
) -> Iterator[Replanned]:
    """The answers in the order of ``preferences``, each as soon as it is found.

    The search starts from ``known``, and looks at the first ``levels_below`` levels of each order only
    (``None``: at all). Nothing is yielded where no roster was found in time.

    Raises
    ------
    ValueError
        If the problem holds no roster to compare with.
    ModelInvalidError, ModelContradictionError, ReadOutError
        On a fault of the model itself.
    """
    if problem.before is None:
        raise ValueError("a replan needs the roster before")
    run = Run(problem, options, listener, stop or threading.Event(), Cuts(problem))
    run.started = run.started if started is None else started
    levels, given_up = _first(run, known)
    if levels is None:
        return
    start = levels.last
    for number, preference in enumerate(preferences):
        share = _SHARE_OF_ANSWER.get(len(preferences) - number, 0.3)
        order = ORDERS[preference][:levels_below]
        answer = _answer(run, levels, start, order, run.left(1.0) * share, last=number + 1 == len(preferences))
        start = answer[0]
        yield _read(run, levels, preference, *answer, given_up)


def _found_again(run: Run, model: RosterModel, known: Known) -> Solved | None:
    """The roster found beforehand as a choice of the whole problem, which stays free for more."""
    shifts = [(block.shift.shift_id, block.watch_name) for block in run.problem.blocks]
    there = {
        variable.index: (crew_id, *shifts[block]) in known.places for (crew_id, block), variable in model.serves.items()
    }
    with model.fixed(there):
        start, _ = at_most(run, model, known.ashore, 0, max(run.left(_SHARE_OF_KNOWN), _LEAST_FOR_KNOWN_S))
    return start


def _known_start(run: Run, known: Known | None) -> tuple[Solved, RosterModel] | None:
    """The roster found beforehand with the model the search goes on in."""
    if known is None:
        return None
    for whole in (True, False) if run.problem.voyages and not known.ashore else (False,):
        model = run.model(foreseen=False, whole_voyages=whole)
        start = _found_again(run, model, known)
        if start is not None:
            return start, model
    return None


def _first(run: Run, known: Known | None) -> tuple[FirstLevels | None, Proof]:
    """What sails and what is open; shifts of complete crews are given up only where nothing else is lawful."""
    none = Proof(0, 0, optimal=True)
    start = _known_start(run, known)
    if start is not None:
        return first_levels(run, start), none
    if run.problem.before is not None and not run.problem.before.keeps_sailing:
        return first_levels(run), none
    try:
        return first_levels(run), none
    except ModelContradictionError:
        pass
    model = run.model(foreseen=False)
    assert model.changes is not None
    model.changes.allow_at_most("given_up", None)
    fewest = minimise(run, model, GIVEN_UP, model.changes.given_up, run.left(0.4))
    if fewest is None:
        return None, none
    run.given_up = fewest.value
    return first_levels(run), fewest.proof


def _answer(
    run: Run, levels: FirstLevels, start: Solved, order: tuple[int, ...], seconds: float, *, last: bool
) -> tuple[Solved, dict[int, Proof]]:
    """The best roster in one order of levels, and what was proven on the way."""
    model, best = levels.model, start
    changes = model.changes
    assert changes is not None
    for name in _NAMES.values():
        changes.allow_at_most(name, None)
    model.allow_at_most_cost(None)
    ends = run.clock() + seconds
    proofs: dict[int, Proof] = {}
    for level in order:
        objective = {CHANGED: changes.changed, CALLED: changes.calls, COST: model.cost}[level]()
        left = ends - run.clock()
        if best.values and level == CALLED:
            best = replace(best, values=changes.tightened(best.values))
            changes.allow_at_most("called", changes.called_by(best.values))
        if best.values:
            model.hint(best.values)
        else:
            hint_choice(model, best.choice)
        found = None
        if left > LEAST_S:
            found = minimise(run, model, level, objective, left * _share(level, order, last=last))
        if found is None:
            break
        proven = found.optimal and all(proof.optimal for proof in (*levels.proofs.values(), *proofs.values()))
        best, proofs[level] = found, replace(found.proof, optimal=proven)
        if level == COST:
            model.allow_at_most_cost(found.value)
        else:
            changes.allow_at_most(_NAMES[level], found.value)
    return best, proofs


def _share(level: int, order: tuple[int, ...], *, last: bool) -> float:
    """The part of an answer's time for one level: a dispatcher waits for proofs of changes and calls, not of cost."""
    if level != order[-1]:
        return _SHARE_OF_LEVEL
    return _SHARE_OF_COST if level == COST and not last else 1.0


def _read(
    run: Run, levels: FirstLevels, preference: Preference, best: Solved, proofs: dict[int, Proof], given_up: Proof
) -> Replanned:
    proven = {**levels.proofs, **({COST: proofs[COST]} if COST in proofs else {})}
    result = plan_result(run.problem, best.choice, proven, run.stop.is_set(), run.elapsed())
    below = {level: proof for level, proof in proofs.items() if level != COST}
    return Replanned(preference, result, below.get(CHANGED), below.get(CALLED), given_up)
