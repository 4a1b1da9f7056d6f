"""Plan and verify: no roster leaves this module that the independent checker faults."""

from __future__ import annotations

import threading
import time
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
) -> PlannedWeek:
    """Plan the window of an instance and have the roster checked.

    Raises
    ------
    UnlawfulRosterError
        If the checker faults the roster; nothing may be shown or written then.
    """
    started = time.monotonic()
    result = solve_problem(build_problem(instance), options, listener, stop, started)
    if result.roster is None:
        return PlannedWeek(result, None)
    report = check_roster(instance, result.roster)
    if report.exit_code == 1:
        raise UnlawfulRosterError(report)
    return PlannedWeek(result, report)
