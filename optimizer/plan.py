"""Plan and verify: no roster leaves this module that the independent checker faults."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from optimizer.check import CheckReport, check_roster
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import PlanResult, ProgressListener, SolveOptions


class UnlawfulRosterError(RuntimeError):
    """The checker found something unlawful in a roster of the solver: a fault of the product."""

    def __init__(self, report: CheckReport):
        super().__init__("the checker faults the planned roster")
        self.report = report


@dataclass(frozen=True, slots=True)
class PlannedWeek:
    """Result of planning with the checker's verdict; ``report`` is ``None`` without a roster."""

    result: PlanResult
    report: CheckReport | None


def make_plan(
    instance: Instance,
    options: SolveOptions,
    listener: ProgressListener | None = None,
    stop: threading.Event | None = None,
    on_kept: Callable[[PlannedWeek], None] | None = None,
) -> PlannedWeek:
    """Plan the window of an instance and have the roster checked.

    ``on_kept`` is given every better roster on the way, checked like the last one.

    Raises
    ------
    UnlawfulRosterError
        If the checker faults the roster; nothing may be shown or written then.
    """
    started = time.monotonic()

    def tell(result: PlanResult) -> None:
        if on_kept is not None:
            on_kept(_checked(instance, result))

    problem = build_problem(instance)
    return _checked(
        instance, solve_problem(problem, options, listener, stop, started, None if on_kept is None else tell)
    )


def _checked(instance: Instance, result: PlanResult) -> PlannedWeek:
    if result.roster is None:
        return PlannedWeek(result, None)
    report = check_roster(instance, result.roster)
    if report.exit_code == 1:
        raise UnlawfulRosterError(report)
    return PlannedWeek(result, report)
