"""What a solver process is given and what it sends back; both cross a pipe, neither holds a name."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from optimizer.domain import Dataset
from optimizer.replan.request import ReplanRequest
from optimizer.roster import Roster
from optimizer.solve.replanning import Preference
from optimizer.solve.result import Progress, SolveOptions
from optimizer.timeline import Interval


@dataclass(frozen=True, kw_only=True)
class _Work:
    dataset: Dataset
    window: Interval
    assume_rested: bool
    options: SolveOptions


@dataclass(frozen=True, kw_only=True)
class PlanWork(_Work):
    """Plan the window."""


@dataclass(frozen=True, kw_only=True)
class ReplanWork(_Work):
    """Answer what happened, in the order of ``preferences``."""

    roster: Roster
    request: ReplanRequest
    preferences: tuple[Preference, ...]


@dataclass(frozen=True, kw_only=True)
class OutagesWork(_Work):
    """What falls if only this person drops out, person by person; the time limit is for each of them."""

    roster: Roster
    start: datetime


Work = PlanWork | ReplanWork | OutagesWork


@dataclass(frozen=True)
class Looked:
    """So many of so many people have been looked at."""

    done: int
    of: int


@dataclass(frozen=True)
class Better:
    """The best so far, as a JSON document: a plan, or the answers or outages found until now."""

    found: dict[str, Any]


@dataclass(frozen=True)
class Done:
    """The end of a run that came to one; without a roster, answers or outages where nothing was found."""

    found: dict[str, Any]


@dataclass(frozen=True)
class Broken:
    """The end of a run by a fault of the program."""

    kind: str
    trace: str


Message = Progress | Looked | Better | Done | Broken
