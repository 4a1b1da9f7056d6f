"""Pushed convoys and coupled vessels (§ 106): the formation, and the step that holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Any

from optimizer.check.crew_facts import CrewFacts, MissingFactError, within
from optimizer.domain import ConvoyLead


@dataclass(frozen=True)
class Formation:
    """What moves the convoy, how many lighters it counts, and the size of the whole."""

    lead: ConvoyLead
    lighters: int
    length_m: float | None
    breadth_m: float | None

    def fits(self, described: Mapping[str, Any]) -> bool:
        """Whether it is the formation a step describes; a size nobody states keeps no bound."""
        if self.lead != described["lead"] or not within(self.lighters, described["lighters"]):
            return False
        return all(
            name not in described or (size is not None and within(size, described[name]))
            for name, size in (("length_m", self.length_m), ("breadth_m", self.breadth_m))
        )


def formation_of(facts: CrewFacts, rule_id: str, equivalence: Mapping[str, Any]) -> Formation:
    """The formation of a shift; what the shift does not state is that of the vessel.

    Raises
    ------
    MissingFactError
        If neither states what moves the convoy or how many lighters there are.
    """
    shift, vessel = facts.shift, facts.vessel
    lead = shift.lead or vessel.lead
    if lead is None:
        raise MissingFactError("lead", rule_id)
    lighters = _lighters(facts, equivalence)
    if lighters is None:
        raise MissingFactError("lighters", rule_id)
    length = vessel.length_m if shift.formation_length_m is None else shift.formation_length_m
    breadth = vessel.breadth_m if shift.formation_breadth_m is None else shift.formation_breadth_m
    return Formation(lead, lighters, length, breadth)


def _lighters(facts: CrewFacts, equivalence: Mapping[str, Any]) -> int | None:
    """The larger of the stated number and the equivalent of the lengths.

    The units pushed (§ 106(5)) count one each where the shift itself states neither.
    """
    shift, vessel = facts.shift, facts.vessel
    number = vessel.lighters if shift.lighters is None else shift.lighters
    lengths = shift.lighter_lengths_m or vessel.lighter_lengths_m
    counts = [] if number is None else [number]
    if lengths:
        counts.append(equivalent_lighters(lengths, equivalence))
    if shift.pushed_units and shift.lighters is None and not shift.lighter_lengths_m:
        counts.append(sum(unit in equivalence["counted"] for unit in shift.pushed_units))
    return max(counts, default=None)


def equivalent_lighters(lengths: Sequence[float], equivalence: Mapping[str, Any]) -> int:
    """How many full lighters the single ones count for (§ 106(4)), begun ones whole."""
    return ceil(sum(_share(length, equivalence) for length in lengths))


def _share(length: float, equivalence: Mapping[str, Any]) -> Fraction:
    """The largest share of a lighter that a length stands for."""
    units = [share["units"] for share in equivalence["shares"] if within(length, share["length_m"])]
    return Fraction(1, min(units, default=1))


def convoy_step(
    facts: CrewFacts, formation: Formation, steps: Sequence[Mapping[str, Any]], waters: Mapping[str, Any] | None
) -> int | None:
    """The first step that describes the formation, or the one that deviates from it on these waters."""
    index = next((i for i, step in enumerate(steps) if any(map(formation.fits, step.get("formation", ())))), None)
    if index is None or waters is None:
        return index
    if not any(facts.meets(where, "", unknown=False) for where in waters["where"]):
        return index
    name = steps[index]["step"]
    return next((i for i, step in enumerate(steps) if step.get("deviates_from") == name), index)
