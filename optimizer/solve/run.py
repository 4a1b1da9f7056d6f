"""One planning run while it goes on: its clock, its cuts, and what a level has found so far."""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass, field

from optimizer.model.problem import Problem
from optimizer.solve.choice import Choice
from optimizer.solve.result import Progress, ProgressListener, SolveOptions


class ModelContradictionError(RuntimeError):
    """The model has no solution although leaving every shift at the quay always is one."""


@dataclass
class Run:
    """A problem being planned; ``cuts`` and ``misfits`` are what rest and read-out have ruled out.

    A cut is a person with blocks nobody may work together, a misfit the people of shifts who fit
    no seats or breaks.
    """

    problem: Problem
    options: SolveOptions
    listener: ProgressListener | None
    stop: threading.Event
    started: float = field(default_factory=time.monotonic)
    cuts: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    misfits: list[tuple[tuple[str, int], ...]] = field(default_factory=list)

    def left(self, share: float) -> float:
        return self.options.time_limit_s * share - (time.monotonic() - self.started)

    def report(self, level: int, best: int | None, bound: int | None) -> None:
        if self.listener is None:
            return
        # No level can fall below zero; the relaxation's first bounds do.
        bound = None if bound is None else max(bound, 0)
        gap = None if best is None or bound is None else (best - bound) / max(bound, 1)
        self.listener(Progress(level=level, elapsed_s=time.monotonic() - self.started, best=best, bound=bound, gap=gap))


@dataclass(frozen=True)
class Solved:
    """A kept choice of one level; ``optimal`` only if the last solve proved it and no cut was open."""

    choice: Choice
    values: tuple[int, ...]
    value: int
    bound: int
    optimal: bool
