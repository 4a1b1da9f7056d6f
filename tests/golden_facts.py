"""The golden crew cases, and how the project reads their facts and words.

Planning and checking are tested through the same adapter as the command ``law-cases`` uses.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from optimizer.cases.vessel_facts import can_be_aboard as _can_be_aboard
from optimizer.cases.vessel_facts import vessel_case
from optimizer.cases.words import citation_key as citation_key
from optimizer.cases.words import crew_of
from optimizer.cases.words import function_of as function_of
from optimizer.cases.words import role_of as role_of
from optimizer.cases.words import same_citation as same_citation
from optimizer.domain import Function, Shift
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.timeline import local

GOLDEN = Path(__file__).parent / "golden"


def golden_cases(name: str) -> list[dict[str, Any]]:
    """All cases of one file, e.g. ``ferry``."""
    return json.loads((GOLDEN / f"{name}.json").read_text("utf-8"))


def golden_instance(facts: Mapping[str, Any]) -> tuple[Instance, Shift]:
    """One vessel with one shift of eight hours on the day of the case."""
    return vessel_case(facts, load_rulebook())


def expected_crews(case: Mapping[str, Any]) -> set[frozenset[tuple[Function, int]]] | None:
    """The expected crews as a set of multisets, ``None`` where the case does not ask."""
    crews = case["expected"]["crews"]
    return None if crews is None else {frozenset(crew_of(crew).items()) for crew in crews}


def can_be_aboard(case: Mapping[str, Any], crew: Mapping[Function, int]) -> bool:
    """Whether the people a case says are on board make up a crew (all crews, where it says nothing)."""
    return _can_be_aboard(case["facts"], crew)


def day_of(shift: Shift) -> date:
    return local(shift.interval.start).date()
