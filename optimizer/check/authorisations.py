"""Whether a shift needs one of the special authorisations of § 16(1) BinSchPersV to be led."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any

from optimizer.check.crew_facts import within
from optimizer.check.risk_stretches import Reach, risky_parts, uncovered
from optimizer.domain import Certificate, Shift, Vessel, VesselType
from optimizer.instance import Instance

WHERE = "certificate.risk_stretch_where"
_LISTED = "listed"


def needs_authorisation(instance: Instance, shift: Shift, needed: Mapping[str, Any], day: date) -> bool:
    """Whether the condition of an authorisation holds for the shift.

    Parameters
    ----------
    needed
        ``zones``, ``formation_m2`` or facts of the shift, as the law's data name them.
    """
    if "zones" in needed:
        return shift.zone in needed["zones"]
    if "formation_m2" in needed:
        return _is_large(instance.vessel_of(shift), shift, needed["formation_m2"])
    if _by_stretch(needed):
        return bool(_risky(instance, shift, day))
    facts = needed.get("shift", {})
    return bool(facts) and all(wanted is True and getattr(shift, name) is True for name, wanted in facts.items())


def unnamed_stretches(
    instance: Instance, shift: Shift, needed: Mapping[str, Any], held: Iterable[Certificate], day: date
) -> Sequence[Reach]:
    """Risk stretches the shift sails on and the authorisations do not name; none for other kinds."""
    if not _by_stretch(needed):
        return ()
    return uncovered(_risky(instance, shift, day), [text for certificate in held for text in certificate.scope])


def _by_stretch(needed: Mapping[str, Any]) -> bool:
    return needed.get("shift", {}).get("stretch") == _LISTED


def _risky(instance: Instance, shift: Shift, day: date) -> list[Reach]:
    rule = instance.rulebook.values(WHERE, day)
    return [] if rule is None else risky_parts(rule, instance.vessel_of(shift), shift)


def _is_large(vessel: Vessel, shift: Shift, band: Mapping[str, float]) -> bool:
    """Whether a convoy is a Großverband (§ 2 Nr. 19); one of unknown size may be."""
    if vessel.type is not VesselType.CONVOY:
        return False
    length = vessel.length_m if shift.formation_length_m is None else shift.formation_length_m
    breadth = vessel.breadth_m if shift.formation_breadth_m is None else shift.formation_breadth_m
    if length is None or breadth is None:
        return True
    # The product of two decimal figures, exact to the square millimetre.
    return within(Fraction(str(length)) * Fraction(str(breadth)), band)
