"""The facts of one stretch of a shift, and the law in force on its day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from optimizer.domain import OperatingMode, Shift, Vessel
from optimizer.instance import Instance
from optimizer.manning.regime import RHINE, on_rhine, rhine_applies, waterways
from optimizer.timeline import Interval, local

__all__ = ["RHINE", "Facts", "holds"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """Vessel and shift facts of a stretch that is uniform in everything a crew depends on.

    ``renamed`` reads one figure in place of another (§ 108(4): displacement for tonnage).
    ``intervals`` are the parts of the shift the stretch covers (UTC, sorted).
    """

    instance: Instance
    vessel: Vessel
    shift: Shift
    intervals: tuple[Interval, ...]
    sailing: bool = True
    with_passengers: bool | None = None
    renamed: Mapping[str, str] = field(default_factory=dict)

    @property
    def day(self) -> date:
        """The day whose law counts (Europe/Berlin)."""
        return local(self.intervals[0].start).date()

    @property
    def span(self) -> Interval:
        return Interval(self.intervals[0].start, self.intervals[-1].end)

    @property
    def mode(self) -> OperatingMode | None:
        return self.shift.mode

    def law(self, rule_id: str) -> Mapping[str, Any] | None:
        """Values of a rule on the day, ``None`` where it does not exist or is not in force."""
        if rule_id not in self.instance.rulebook.rules:
            return None
        return self.instance.rulebook.values(rule_id, self.day)

    def citation(self, rule_id: str) -> str:
        return self.instance.rulebook.citation(rule_id, self.day)

    def answers(self, rule_id: str) -> str:
        return self.instance.rulebook.rule(rule_id).answers

    def source(self, name: str) -> str:
        """The name of the figure that is really read for ``name``."""
        return self.renamed.get(name, name)

    def figure(self, name: str) -> Any:
        """A stated figure of the vessel or the shift, ``None`` where it is not stated."""
        source = self.source(name)
        if hasattr(self.vessel, source):
            return getattr(self.vessel, source)
        return getattr(self.shift, source)

    def feature(self, name: str) -> bool | None:
        return self.vessel.features.get(name)

    def has_standard(self, accepted: list[str]) -> bool | None:
        """Whether one of the equipment standards is shown; ``None`` where none is stated."""
        if self.vessel.standard is None:
            return None
        return self.vessel.standard.strip().upper() in accepted

    @property
    def waterways(self) -> tuple[str, ...]:
        """Waterways of the shift: the identifier where a rule names it, else the user's text."""
        return waterways(self.shift)

    @property
    def on_rhine(self) -> bool:
        return on_rhine(self.shift)

    @property
    def rhine_rules(self) -> bool:
        """Whether crew, modes and rest of the Rhine count instead of those of the BinSchPersV."""
        return rhine_applies(self.instance, self.shift)

    def reading(self, renamed: Mapping[str, str]) -> Facts:
        return replace(self, renamed={**self.renamed, **renamed})


def holds(band: Mapping[str, float], value: float) -> bool:
    """Whether a value lies in a band; ``over`` excludes, ``from`` and ``up_to`` include."""
    return (
        ("over" not in band or value > band["over"])
        and ("from" not in band or value >= band["from"])
        and ("up_to" not in band or value <= band["up_to"])
    )
