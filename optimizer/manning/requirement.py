"""The crew requirement of a shift: what manning derives and the model has to meet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import total_ordering

from optimizer.domain import CertificateKind, Function, SafetyRole
from optimizer.findings import Finding, Text
from optimizer.timeline import Interval


@total_ordering
@dataclass(frozen=True, slots=True)
class Place:
    """One place of a crew: a function with the conditions the law ties to it.

    ``also`` are further functions whose certificate fills it (§ 112(5), § 113(6) BinSchPersV).
    ``exchanged`` marks a place opened by § 118(1), or an apprentice's opened by § 106(3), which nobody
    may fill by substitution in turn. ``min_training_year`` and ``patent`` are conditions of the Rhine:
    the year of training of an apprentice, and a certificate of the management level.
    """

    function: Function
    min_age: int | None = None
    min_service_days: int | None = None
    also: tuple[Function, ...] = ()
    exchanged: bool = False
    min_training_year: int | None = None
    patent: bool = False

    def __lt__(self, other: Place) -> bool:
        return self._key < other._key

    @property
    def _key(self) -> tuple[str, int, int, tuple[Function, ...], bool, int, bool]:
        """Order of places; a condition that is not asked counts as the lowest."""
        age, days, year = self.min_age or 0, self.min_service_days or 0, self.min_training_year or 0
        return (self.function.value, age, days, self.also, self.exchanged, year, self.patent)


@dataclass(frozen=True, slots=True)
class DerivationStep:
    """One step of the derivation, cited: table row, surcharge, replacement, reduction ..."""

    rule_id: str
    citation: str
    text: Text


@dataclass(frozen=True, slots=True)
class Alternative:
    """One lawful minimum crew: a multiset of places, sorted; ``by`` cites what opened it."""

    places: tuple[Place, ...]
    by: str = ""

    @property
    def counts(self) -> Mapping[Place, int]:
        return {place: self.places.count(place) for place in dict.fromkeys(self.places)}

    def functions(self) -> dict[Function, int]:
        counts: dict[Function, int] = {}
        for place in self.places:
            counts[place.function] = counts.get(place.function, 0) + 1
        return counts


@dataclass(frozen=True, slots=True)
class SecondPatent:
    """§ 108(5): besides the boatmaster, one in ``functions`` must hold the patent for the stretch."""

    functions: tuple[Function, ...]
    at_least: int
    rule_id: str
    citation: str


@dataclass(frozen=True, slots=True)
class SafetyRequirement:
    """Safety staff while passengers are aboard (§ 110 BinSchPersV)."""

    roles: Mapping[SafetyRole, int]
    may_be_one_person: bool
    rule_id: str
    citation: str


@dataclass(frozen=True, slots=True)
class Substitution:
    """An option the law offers, for display: ``count`` of ``replace`` by all of ``by``."""

    replace: Function
    by: tuple[Function, ...]
    citation: str
    count: int = 1
    max_times: int = 1


@dataclass(frozen=True, slots=True)
class OnDutyRule:
    """At every instant of ``intervals`` at least ``at_least`` people are on duty who count.

    ``functions``: those whose certificate lets them fill one of these functions count (None: anybody on board, cabin
    staff included); ``certificate``: they must hold it (None: none asked).
    """

    rule_id: str
    citation: str
    intervals: tuple[Interval, ...]
    at_least: int
    functions: tuple[Function, ...] | None = None
    certificate: CertificateKind | None = None


@dataclass(frozen=True, slots=True)
class CrewRequirement:
    """What one stretch of a shift needs.

    Attributes
    ----------
    statutory
        The minimum crews the law names, first the one to plan with; empty where the authority
        fixes the crew (§ 115) and nothing is entered.
    alternatives
        ``statutory`` and every crew an exchange opens (§§ 106(3), 108(3), 109(5), 118(1)): what the
        model offers. A crew without places needs nobody on board (§ 104(5) Nr. 3).
    substitutions
        The exchanges and replacements as options, with citation.
    on_duty
        Who must be on duty at every instant of some time, beside whoever leads the vessel.
    plan_bars
        Why the shift may not sail whatever the crew (cause ``plan``).
    notes
        Missing facts, plausibility warnings, remarks.
    intervals
        The parts of the shift this requirement holds for (UTC, sorted).
    """

    statutory: tuple[Alternative, ...]
    alternatives: tuple[Alternative, ...]
    derivation: tuple[DerivationStep, ...] = ()
    substitutions: tuple[Substitution, ...] = ()
    second_patent: SecondPatent | None = None
    safety: SafetyRequirement | None = None
    sailing: bool = True
    plan_bars: tuple[Finding, ...] = ()
    notes: tuple[Finding, ...] = ()
    intervals: tuple[Interval, ...] = ()
    on_duty: tuple[OnDutyRule, ...] = ()
