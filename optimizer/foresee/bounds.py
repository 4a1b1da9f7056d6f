"""Rules that bind, named and cited."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from optimizer.findings import Text
from optimizer.law import Rulebook
from optimizer.rest import Breach
from optimizer.timeline import local


@dataclass(frozen=True, slots=True)
class Bound:
    """A rule that binds; ``reading`` names the reading of an unclear text under which alone it does."""

    rule_id: str
    name: Text
    citation: str
    reading: str = ""


def bound_of(rule_id: str, at: datetime, rulebook: Rulebook, reading: str = "") -> Bound:
    """A rule as it is cited on the day of an instant."""
    return Bound(rule_id, rulebook.rule(rule_id).name, rulebook.citation(rule_id, local(at).date()), reading)


def bounds(breaches: Iterable[Breach], rulebook: Rulebook) -> tuple[Bound, ...]:
    """The rules of some breaches that have a window, each once."""
    found: dict[str, Bound] = {}
    for breach in breaches:
        if breach.window is not None:
            bound = bound_of(breach.rule_id, breach.window.start, rulebook, breach.reading)
            found.setdefault(breach.rule_id, bound)
    return tuple(found.values())
