"""The only place that runs CP-SAT: one solve with a limit, live progress and a stop that works.

Facts it rests on: ``stop_search`` is ignored before the search has begun and must be repeated;
values read without a solution are 0; MODEL_INVALID is a fault of ours, never "infeasible".
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from ortools.sat.python import cp_model

from optimizer.solve.result import SolveOptions

_POLL_S = 0.05
#: CP-SAT's default subsolvers find no bound on two workers here; these two carry the LP relaxation.
PROVE = ("max_lp", "reduced_costs")
#: One of them beside CP-SAT's own neighbourhood searches: better rosters where no proof is in reach.
IMPROVE = ("max_lp",)
#: So many of the last rosters found on the way are kept beside the best one.
_EARLIER = 12
#: Deterministic time units allowed per second of the wall-clock limit.
_DETERMINISTIC_PER_SECOND = 0.5
#: A run that is to be the same every time ends by the clock only when it takes so many times its limit.
_PATIENCE = 10.0


class ModelInvalidError(RuntimeError):
    """The model was refused by CP-SAT; the message holds its explanation."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of one solve; ``values`` (by variable index) is ``None`` without a solution.

    ``value`` and ``bound`` are those of the objective, ``None`` in a search without one. ``earlier``
    are the solutions found on the way to the best one with their values, the latest first, and
    ``spent_s`` is the part of the limit used up: by the clock, or by CP-SAT's own measure of work
    where the run is to be the same every time.
    """

    optimal: bool
    infeasible: bool
    value: int | None
    bound: int | None
    values: tuple[int, ...] | None
    spent_s: float
    earlier: tuple[tuple[int, tuple[int, ...]], ...] = ()


class _Watcher(cp_model.CpSolverSolutionCallback):
    def __init__(self, report: Callable[[int | None, int | None], None]):
        super().__init__()
        self._report = report
        self.found: deque[tuple[int, tuple[int, ...]]] = deque(maxlen=_EARLIER)

    def on_solution_callback(self) -> None:
        self.found.append((round(self.objective_value), tuple(self.response_proto.solution)))
        self._report(round(self.objective_value), _ceil(self.best_objective_bound))


def _ceil(bound: float) -> int:
    """The bound of an integer objective, rounded up past float noise."""
    whole = round(bound)
    return whole if abs(bound - whole) < 1e-6 else int(-(-bound // 1))


def solve_model(
    model: cp_model.CpModel,
    options: SolveOptions,
    seconds: float,
    stop: threading.Event,
    report: Callable[[int | None, int | None], None],
    subsolvers: tuple[str, ...] = PROVE,
) -> Outcome:
    """Minimise the model's objective for at most ``seconds``.

    The search runs in a thread of its own, so that Ctrl-C reaches the caller's thread, which asks
    the solver to stop again and again until it does.

    Raises
    ------
    ModelInvalidError
        If CP-SAT refuses the model.
    """
    solver = _configured(options, seconds, subsolvers)
    best: list[int | None] = [None]

    def on_solution(value: int | None, bound: int | None) -> None:
        best[0] = value
        report(value, bound)

    solver.best_bound_callback = lambda bound: report(best[0], _ceil(bound))
    status: list[cp_model.cp_model_pb2.CpSolverStatus] = []
    failure: list[BaseException] = []

    watcher = _Watcher(on_solution)

    def run() -> None:
        try:
            status.append(solver.solve(model, watcher))
        except BaseException as error:  # noqa: BLE001 - handed to the caller's thread
            failure.append(error)

    thread = threading.Thread(target=run, name="cp-sat", daemon=True)
    started = time.monotonic()
    deadline = started + solver.parameters.max_time_in_seconds + 2.0
    thread.start()
    while thread.is_alive():
        thread.join(_POLL_S)
        if stop.is_set() or time.monotonic() > deadline:
            solver.stop_search()
    if failure:
        raise failure[0]
    measured = solver.response_proto.deterministic_time / _DETERMINISTIC_PER_SECOND
    spent = measured if options.deterministic else time.monotonic() - started
    return _outcome(model, solver, status[0], spent, watcher)


def _configured(options: SolveOptions, seconds: float, subsolvers: tuple[str, ...]) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = max(seconds, 0.01) * (_PATIENCE if options.deterministic else 1.0)
    solver.parameters.random_seed = options.seed
    solver.parameters.catch_sigint_signal = False
    if options.deterministic:
        solver.parameters.num_workers = 1
        solver.parameters.linearization_level = 2
        solver.parameters.max_deterministic_time = max(seconds, 0.01) * _DETERMINISTIC_PER_SECOND
    else:
        solver.parameters.num_workers = options.workers
        solver.parameters.subsolvers.extend(subsolvers)
    return solver


def _outcome(
    model: cp_model.CpModel, solver: cp_model.CpSolver, status: int, spent_s: float, watcher: _Watcher
) -> Outcome:
    if status == cp_model.MODEL_INVALID:
        raise ModelInvalidError(model.validate())
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Outcome(False, status == cp_model.INFEASIBLE, None, None, None, spent_s)
    has_objective = model.has_objective()
    return Outcome(
        optimal=status == cp_model.OPTIMAL,
        infeasible=False,
        value=round(solver.objective_value) if has_objective else None,
        bound=_ceil(solver.best_objective_bound) if has_objective else None,
        values=tuple(solver.response_proto.solution),
        spent_s=spent_s,
        earlier=tuple(reversed(watcher.found)) if has_objective else (),
    )
