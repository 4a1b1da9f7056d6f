"""Rigid convoys on the Rhine: how many lighters they count, and the step that fits (§ 19.03, footnote *)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.formation import Formation
from optimizer.manning.log import Log
from optimizer.manning.wording import number


def lighters_of(facts: Facts, rule_id: str, log: Log) -> int | None:
    """Lighters as the table counts them: the largest of the numbers stated, ``None`` where none is."""
    vessel, shift = facts.vessel, facts.shift
    rule = facts.law(rule_id)
    whole = vessel.lighters if shift.lighters is None else shift.lighters
    lengths = shift.lighter_lengths_m or vessel.lighter_lengths_m
    counts = [] if whole is None else [whole]
    if lengths and rule is not None:
        counts.append(_equivalent(facts, rule_id, rule, lengths, log))
    if shift.pushed_units and shift.lighters is None and not shift.lighter_lengths_m and rule is not None:
        counts.append(sum(unit in rule["counted"] for unit in shift.pushed_units))
    return max(counts, default=None)


def _equivalent(facts: Facts, rule_id: str, rule: Mapping[str, Any], lengths: Sequence[float], log: Log) -> int:
    breadth = _breadth(facts)
    if breadth is None or not holds(rule["total_breadth_m"], breadth):
        return len(lengths)
    longest = rule["total_length_m"]["up_to"]
    groups = fewest_groups(sorted(lengths, reverse=True), longest)
    if groups < len(lengths):
        german, english = (" + ".join(number(length, lang) for length in lengths) for lang in ("de", "en"))
        log.step(
            rule_id, Text(f"Leichter von {german} m zählen wie {groups}", f"Lighters of {english} m count as {groups}")
        )
    return groups


def fewest_groups(lengths: Sequence[float], longest: float, groups: tuple[float, ...] = ()) -> int:
    """The fewest groups of at most ``longest`` that hold all lengths; a longer one stands alone."""
    if not lengths:
        return len(groups)
    first, rest = lengths[0], lengths[1:]
    best = fewest_groups(rest, longest, (*groups, first))
    tried: set[float] = set()
    for index, filled in enumerate(groups):
        if filled + first <= longest and filled not in tried:
            tried.add(filled)
            fuller = (*groups[:index], filled + first, *groups[index + 1 :])
            best = min(best, fewest_groups(rest, longest, fuller))
    return best


def formation_row(
    facts: Facts, table: str, values: Mapping[str, Any], lighters: int, log: Log
) -> tuple[Mapping[str, Any], Text] | None:
    """The first step one of whose formations fits; a dimension that is not stated counts as exceeded."""
    lead = facts.shift.lead or facts.vessel.lead
    assert lead is not None
    formation = Formation(lead=lead, lighters=lighters, length_m=_length(facts), breadth_m=_breadth(facts))
    unknown: dict[str, None] = {}
    for row in values["steps"]:
        for described in row["formation"]:
            answers = formation.fits(described)
            if False in answers.values():
                continue
            open_names = [name for name, answer in answers.items() if answer is None]
            unknown |= dict.fromkeys(open_names)
            if not open_names:
                if unknown:
                    log.assumed(table, unknown, _TAKEN_AS_EXCEEDED)
                return row, formation.words()
    return None


def _length(facts: Facts) -> float | None:
    stated = facts.shift.formation_length_m
    return facts.vessel.length_m if stated is None else stated


def _breadth(facts: Facts) -> float | None:
    stated = facts.shift.formation_breadth_m
    return facts.vessel.breadth_m if stated is None else stated


_TAKEN_AS_EXCEEDED = Text(
    "Ohne die Angabe gelten die Abmessungen der kleineren Stufe als überschritten.",
    "Without it the dimensions of the smaller step count as exceeded.",
)
