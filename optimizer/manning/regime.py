"""Which ordinance fixes the crew of a shift: the Rhine's own, by waterway or by choice (§§ 97(2), 98(1), (2))."""

from __future__ import annotations

from optimizer.domain import Regime, Shift
from optimizer.instance import Instance
from optimizer.terms import recognise
from optimizer.timeline import local

RHINE = "rhine"
FERRIES = "rhine.ferries"


def waterways(shift: Shift) -> tuple[str, ...]:
    """Waterways of a shift: the identifier where a rule names it, else the user's text."""
    texts = (part.strip() for part in shift.waterway.split("|"))
    return tuple(recognise("waterway", text) or text for text in texts if text)


def on_rhine(shift: Shift) -> bool:
    """Whether a shift sails the Rhine, or keeps its rules by choice."""
    return shift.regime is Regime.RHEINSCHPERSV or RHINE in waterways(shift)


def rhine_applies(instance: Instance, shift: Shift) -> bool:
    """Whether crew, modes and rest of the Rhine count; ferries keep §§ 112, 113 and 103 there (§ 97(2))."""
    rule = instance.rulebook.values(FERRIES, local(shift.interval.start).date())
    ferry = rule is not None and instance.vessel_of(shift).type in rule["vessel_types"]
    return on_rhine(shift) and not ferry
