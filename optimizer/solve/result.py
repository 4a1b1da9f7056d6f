"""What a planning run returns: levels with status, bound and gap, and the roster, solver-free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from optimizer.findings import Finding, Text
from optimizer.roster import Roster


class LevelStatus(StrEnum):
    """``optimal`` is proven; ``feasible`` has a gap; ``unknown`` found nothing in time."""

    OPTIMAL = "optimal"
    FEASIBLE = "feasible"
    UNKNOWN = "unknown"


class PlanStatus(StrEnum):
    PLANNED = "planned"
    INTERRUPTED = "interrupted"
    NO_PLAN_IN_TIME = "no_plan_in_time"


@dataclass(frozen=True, slots=True, kw_only=True)
class SolveOptions:
    """How long and how the solver works.

    ``deterministic`` uses one worker and a deterministic budget, so that equal input gives an equal
    roster; ``time_limit_s`` then only bounds the wall clock.

    Raises
    ------
    ValueError
        If the time limit is not positive or the number of workers is below one.
    """

    time_limit_s: float = 60.0
    deterministic: bool = False
    workers: int = 2
    seed: int = 1

    def __post_init__(self) -> None:
        if not self.time_limit_s > 0:
            raise ValueError("the time limit must be a positive number of seconds")
        if self.workers < 1:
            raise ValueError("at least one worker is needed")


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """One line of live progress; ``bound`` and ``gap`` are ``None`` until known."""

    level: int
    elapsed_s: float
    best: int | None
    bound: int | None
    gap: float | None


ProgressListener = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Level:
    """Result of one level of the lexicographic objective.

    ``value`` is the re-scored value of the returned roster. ``gap`` = (value - bound) / max(bound, 1).
    """

    number: int
    name: Text
    status: LevelStatus
    value: int
    bound: int
    unit: Text

    @property
    def gap(self) -> float:
        return (self.value - self.bound) / max(self.bound, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanResult:
    """A finished, cut short or failed run; ``roster`` is ``None`` only without a plan.

    ``unavoidable_cost`` is the constant part of level 4, fixed before solving from the required
    hours alone; level 4's value and bound include it, the summary shows them with and without.
    """

    status: PlanStatus
    roster: Roster | None
    levels: tuple[Level, ...]
    unavoidable_cost: int
    seconds: float
    not_sailing: tuple[tuple[str, Text], ...] = ()
    notes: tuple[Finding, ...] = field(default=())

    @property
    def open_positions(self) -> int:
        if self.roster is None:
            return 0
        return sum(1 for row in self.roster.rows if row.status == "open")
