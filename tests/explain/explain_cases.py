"""Tiny fleets with a roster, planned or written down, for the explanations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from solve_cases import instance, shift, ship

from optimizer.domain import Function, Shift
from optimizer.explain import Explainer
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import SolveOptions

QUICK = SolveOptions(time_limit_s=20, workers=1)
#: Any lawful roster will do.
SHORT = SolveOptions(time_limit_s=1.5, workers=1)


def planned(given: Instance, options: SolveOptions = QUICK) -> Explainer:
    """The explainer of the best roster of an instance."""
    problem = build_problem(given)
    roster = solve_problem(problem, options).roster
    assert roster is not None
    return Explainer(given, roster, problem)


def row(shift_id: str, crew_id: str, function: Function, given: Instance) -> RosterRow:
    """Somebody on duty for the whole of a shift, without breaks."""
    interval = given.dataset.shifts[shift_id].interval
    return RosterRow(shift_id=shift_id, status=RowStatus.FILLED, crew_id=crew_id, function=function, duty=(interval,))


def roster(given: Instance, rows: Sequence[RosterRow]) -> Roster:
    return Roster(window=given.window, rows=tuple(rows))


def one_shift(letters: str, *, start: str = "06:00", end: str = "11:00", **facts: object) -> Instance:
    """One vessel, one shift of at most six hours on Wednesday: a boatmaster and a boatman are needed."""
    return instance([ship("V1")], [shift("S1", "V1", 2, start, end)], letters, **facts)


def with_person(given: Instance, crew_id: str, **facts: object) -> Instance:
    """The instance with facts of a person changed."""
    people = {**given.dataset.crew, crew_id: replace(given.dataset.crew[crew_id], **facts)}  # type: ignore[arg-type]
    return replace(given, dataset=replace(given.dataset, crew=people))


def with_shift(given: Instance, new: Shift) -> Instance:
    return replace(given, dataset=replace(given.dataset, shifts={**given.dataset.shifts, new.shift_id: new}))
