"""What the judge reports, and how breached windows that overlap become one breach."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import NamedTuple

from optimizer.timeline import Interval, from_minute

HARD = "hard"
CONSERVATIVE = "conservative"
SOFT = "soft"

_RANK = {HARD: 0, CONSERVATIVE: 1, SOFT: 2, "info": 3}
#: Classes that make a duty unlawful under the readings in force.
PLANNING = frozenset({HARD, CONSERVATIVE})


@dataclass(frozen=True, slots=True)
class Breach:
    """One breached rule in one run of duty or in one cluster of overlapping windows.

    Attributes
    ----------
    severity_class
        ``hard``: broken under every reading; ``conservative``: only under ``reading``; ``soft``.
    window
        From the first breached window's start to the last one's end (UTC).
    first_window_start
        Start of the earliest breached window of the most severe class; a ``date`` for work days.
    found_minutes, allowed_minutes
        Figures of that window in minutes of elapsed time; days for ``work.consecutive_days`` and
        ``youth.free_days``. ``allowed_minutes`` is a maximum or a minimum as the rule states it.
    reading
        Name of the reading under which alone the breach exists, else empty.
    """

    rule_id: str
    severity_class: str
    window: Interval | None
    first_window_start: datetime | date
    found_minutes: int
    allowed_minutes: int
    reading: str = ""


class Hit(NamedTuple):
    """One breached window in minutes since the epoch."""

    start: int
    end: int
    found: int
    allowed: int
    reading: str = ""

    @property
    def severity_class(self) -> str:
        return CONSERVATIVE if self.reading else HARD


def single(rule_id: str, hit: Hit, severity_class: str = "") -> Breach:
    """The breach of one window that stands for itself."""
    return Breach(
        rule_id=rule_id,
        severity_class=severity_class or hit.severity_class,
        window=Interval.from_minutes(hit.start, hit.end),
        first_window_start=from_minute(hit.start),
        found_minutes=hit.found,
        allowed_minutes=hit.allowed,
        reading=hit.reading,
    )


def clustered(rule_id: str, hits: Iterable[Hit]) -> list[Breach]:
    """One breach per chain of overlapping windows; ``hits`` are sorted by start."""
    chains: list[list[Hit]] = []
    reach = 0
    for hit in hits:
        if chains and hit.start < reach:
            chains[-1].append(hit)
        else:
            chains.append([hit])
            reach = hit.end
        reach = max(reach, hit.end)
    return [_of_chain(rule_id, chain) for chain in chains]


def _of_chain(rule_id: str, chain: list[Hit]) -> Breach:
    worst = min(chain, key=lambda hit: (_RANK[hit.severity_class], hit.start))
    return Breach(
        rule_id=rule_id,
        severity_class=worst.severity_class,
        window=Interval.from_minutes(chain[0].start, max(hit.end for hit in chain)),
        first_window_start=from_minute(worst.start),
        found_minutes=worst.found,
        allowed_minutes=worst.allowed,
        reading=worst.reading,
    )
