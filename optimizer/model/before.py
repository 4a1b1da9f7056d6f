"""The roster a replan starts from: what was planned, who was to be where, what sailed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from optimizer.domain import Function

#: Vessel, begin and end of a duty, and the places where it begins and ends.
Meeting = tuple[str, datetime, datetime, str, str]


@dataclass(frozen=True, slots=True)
class OldRow:
    """One assignment of the roster before, by person, block (index) and function."""

    crew_id: str
    block: int
    function: Function


@dataclass(frozen=True)
class Before:
    """What a replan is compared with.

    ``rows`` are the assignments that still exist, without the places lost by whoever drops out.
    ``meetings`` are, by person, when and where they were to come; whoever is in ``dropped`` is not
    called. ``keeps_sailing`` are the shifts that may not be given up for others.
    """

    rows: tuple[OldRow, ...]
    meetings: Mapping[str, frozenset[Meeting]]
    dropped: frozenset[str] = frozenset()
    keeps_sailing: frozenset[str] = field(default=frozenset())
