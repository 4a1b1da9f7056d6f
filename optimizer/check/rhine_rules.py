"""Whether the Rhine's own regulation judges a shift, and the part of a facts sheet its tables read."""

from __future__ import annotations

from optimizer.check.crew_facts import RHINE, CrewFacts, waterways_of
from optimizer.domain import Shift
from optimizer.instance import Instance
from optimizer.timeline import local

FERRIES = "rhine.ferries"


def under_rhine(instance: Instance, shift: Shift) -> bool:
    """On the Rhine, or under its rules by choice (§ 98(2)); ferries never (§ 97(2) sentence 2)."""
    if RHINE not in waterways_of(shift):
        return False
    ferries = instance.rulebook.values(FERRIES, local(shift.interval.start).date()) or {}
    return instance.vessel_of(shift).type not in ferries.get("vessel_types", ())


def judged_by_rhine(facts: CrewFacts) -> bool:
    return under_rhine(facts.instance, facts.shift)
