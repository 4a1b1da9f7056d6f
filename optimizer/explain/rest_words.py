"""Rules of rest and of the crew's change in words, with how much is missing."""

from __future__ import annotations

from dataclasses import dataclass

from optimizer.findings import Text
from optimizer.model.blocks import Block
from optimizer.model.problem import Problem
from optimizer.rest import Breach
from optimizer.timeline import local

#: Rules whose figures are days, not minutes.
_IN_DAYS = frozenset({"work.consecutive_days", "youth.free_days"})


@dataclass(frozen=True, slots=True)
class Named:
    """A rule's name as a remark, and its citation on the day."""

    text: Text
    citation: str


def named_rule(problem: Problem, rule_id: str, block: Block) -> Named:
    """The name of a rule of the law as it stands on the day of a block."""
    rulebook = problem.instance.rulebook
    name = rulebook.rule(rule_id).name
    citation = rulebook.citation(rule_id, local(block.shift.interval.start).date())
    return Named(Text(f"{name.de}: nicht eingehalten", f"{name.en}: not kept"), citation)


def breach_figures(breach: Breach) -> Text:
    """``gefunden 7:30 h, Grenze 8:00 h`` of a breach; the rule's name says which of them must be larger."""
    if breach.rule_id in _IN_DAYS:
        return Text(
            f"{breach.found_minutes} Tage, Grenze {breach.allowed_minutes}",
            f"{breach.found_minutes} days, limit {breach.allowed_minutes}",
        )
    found, allowed = hours(breach.found_minutes), hours(breach.allowed_minutes)
    return Text(f"gefunden {found} h, Grenze {allowed} h", f"found {found} h, limit {allowed} h")


def hours(minutes: int) -> str:
    """``7:30``."""
    return f"{minutes // 60}:{minutes % 60:02d}"
