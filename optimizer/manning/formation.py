"""What a convoy is made of: the vessel that moves it, its lighters and its dimensions (§ 106(1), (4), (5))."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from optimizer.domain import ConvoyLead
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.wording import number, quantity
from optimizer.terms import term

LENGTH, BREADTH = "formation_length_m", "formation_breadth_m"
#: The column a dimension is stated in, by its name in a formation of the law.
_COLUMNS = {"length_m": LENGTH, "breadth_m": BREADTH}


@dataclass(frozen=True, slots=True, kw_only=True)
class Formation:
    """A convoy as the table counts it; length and breadth are those of the whole, ``None``: not stated."""

    lead: ConvoyLead
    lighters: int
    length_m: float | None
    breadth_m: float | None

    def fits(self, described: Mapping[str, Any]) -> dict[str, bool | None]:
        """Whether each part of a formation the law describes is met, by the column it is stated in."""
        answers: dict[str, bool | None] = {
            "lead": self.lead == described["lead"],
            "lighters": holds(described["lighters"], self.lighters),
        }
        for name, column in _COLUMNS.items():
            value = getattr(self, name)
            if name in described:
                answers[column] = None if value is None else holds(described[name], value)
        return answers

    def words(self) -> Text:
        """E.g. ``Schubboot + 2 Schubleichter, 180 m Länge, 11,4 m Breite``."""
        sizes = [
            quantity(column, getattr(self, name))
            for name, column in _COLUMNS.items()
            if getattr(self, name) is not None
        ]
        german, english = (f"{term('convoy_lead', self.lead, lang)} + {self.lighters}" for lang in ("de", "en"))
        return Text(
            ", ".join([f"{german} Schubleichter", *(size.de for size in sizes)]),
            ", ".join([f"{english} {'lighter' if self.lighters == 1 else 'lighters'}", *(size.en for size in sizes)]),
        )


def stated_formation(facts: Facts, table: str, log: Log) -> Formation | None:
    """The formation of the shift, else of the vessel; ``None`` with a bar where lead or lighters are not stated."""
    vessel, shift = facts.vessel, facts.shift
    lead = shift.lead or vessel.lead
    lighters = _count(facts, f"{table}.lighter_equivalence", log)
    missing = [name for name, value in (("lead", lead), ("lighters", lighters)) if value is None]
    if facts.mode is None:
        missing.append("mode")
    if missing or lead is None or lighters is None:
        log.missing(table, missing)
        return None
    return Formation(
        lead=lead,
        lighters=lighters,
        length_m=vessel.length_m if shift.formation_length_m is None else shift.formation_length_m,
        breadth_m=vessel.breadth_m if shift.formation_breadth_m is None else shift.formation_breadth_m,
    )


def _count(facts: Facts, rule_id: str, log: Log) -> int | None:
    """Whole lighters: the largest of the numbers stated, single lengths by their equivalence.

    Units stated by their kind count once each where the shift says no more about them.
    """
    vessel, shift = facts.vessel, facts.shift
    whole = vessel.lighters if shift.lighters is None else shift.lighters
    lengths = shift.lighter_lengths_m or vessel.lighter_lengths_m
    counts = [] if whole is None else [whole]
    if lengths:
        counts.append(_equivalent(facts, rule_id, lengths, log))
    if shift.pushed_units and shift.lighters is None and not shift.lighter_lengths_m:
        counts.append(_units(facts, rule_id, log))
    return max(counts, default=None)


def _equivalent(facts: Facts, rule_id: str, lengths: Iterable[float], log: Log) -> int:
    rule = facts.law(rule_id)
    shares = [_share(rule["shares"], length) for length in lengths] if rule else []
    total = sum(shares, Fraction(0))
    lighters = math.ceil(total)
    if any(share != 1 for share in shares):
        log.step(rule_id, _equivalence_text(lengths, total, lighters))
    return lighters


def _share(shares: Iterable[Mapping[str, Any]], length: float) -> Fraction:
    """The part of a whole lighter that one of this length counts for, the larger one at a shared bound."""
    return max(Fraction(1, share["units"]) for share in shares if holds(share["length_m"], length))


def _units(facts: Facts, rule_id: str, log: Log) -> int:
    units = facts.shift.pushed_units
    rule = facts.law(rule_id)
    counted = [unit for unit in units if rule is not None and unit in rule["counted"]]
    german, english = (", ".join(term("pushed_unit", unit, lang) for unit in counted) for lang in ("de", "en"))
    log.step(
        rule_id,
        Text(f"Als Schubleichter zählen je einmal: {german}", f"Each of these counts as one lighter: {english}"),
    )
    return len(counted)


def _equivalence_text(lengths: Iterable[float], total: Fraction, lighters: int) -> Text:
    stated = list(lengths)
    german, english = (" + ".join(number(length, lang) for length in stated) for lang in ("de", "en"))
    rounded = Text("", "") if total == lighters else Text(f" (aufgerundet von {total})", f" (rounded up from {total})")
    return Text(
        f"Leichter von {german} m entsprechen {lighters} Schubleichter{'' if lighters == 1 else 'n'}{rounded.de}",
        f"Lighters of {english} m equal {lighters} whole {'lighter' if lighters == 1 else 'lighters'}{rounded.en}",
    )
