"""Which findings about a person's time only follow from another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from optimizer.check.duty_check import LONG
from optimizer.check.people_check import MINOR_WATCH, TWO_PLACES
from optimizer.findings import Finding, Severity
from optimizer.law import Rulebook
from optimizer.timeline import Interval

_TIME_RULES = ("rest.", "work.", "youth.")
_FIRST = (TWO_PLACES, MINOR_WATCH)
_SPAN, _BREAKS = "rest.consecutive_duty", "work.breaks"
_SHORT_RULE_MINUTES = 48 * 60


#: Findings that say a person may not be where the roster puts them, most fundamental first.
_PLACEMENT = ("person.", "crew.", "certificate.", "substitution.", "youth.only_minor")


def link_placements(findings: Sequence[Finding], spans: Mapping[str, Interval]) -> list[Finding]:
    """Findings of a person wrongly placed on a shift, tied to the first of them.

    ``spans`` are the intervals of the shifts by id. Who may not be on a shift at all explains every
    other finding about them on it, and what the hours there do to their rest.
    """
    linked = list(findings)
    placed = [i for i, f in enumerate(linked) if f.crew_id and f.shift_id in spans and _is_placement(f)]
    for index in placed:
        head, span = linked[index], spans[linked[index].shift_id]
        if head.consequence_of or head.severity is not Severity.UNLAWFUL:
            continue
        for other_index, other in enumerate(linked):
            if other_index == index or other.crew_id != head.crew_id or other.consequence_of:
                continue
            # A person in two places is named with one of the shifts only; the other shares its hours.
            same_shift = other.shift_id in spans and spans[other.shift_id].overlaps(span) and _weaker(head, other)
            same_hours = other.code.startswith(_TIME_RULES) and other.interval is not None
            if same_shift or (same_hours and other.interval is not None and other.interval.overlaps(span)):
                linked[other_index] = replace(other, consequence_of=head.code)
    return linked


def _is_placement(finding: Finding) -> bool:
    return finding.code.startswith(_PLACEMENT)


def _rank(finding: Finding) -> int:
    return next((rank for rank, prefix in enumerate(_PLACEMENT) if finding.code.startswith(prefix)), len(_PLACEMENT))


def _weaker(head: Finding, other: Finding) -> bool:
    return _is_placement(other) and _rank(other) > _rank(head)


def link_times(findings: Sequence[Finding], rulebook: Rulebook) -> list[Finding]:
    """Findings with ``consequence_of`` set where the same hours of a person explain them.

    A person in two places, or a minor in the wrong watch, explains what is then wrong with their
    rest. Of several limits broken by the same hours the first in the law's order stays a cause.
    Duty outside the watch that breaks a limit is told with that limit.
    """
    order = {rule_id: index for index, rule_id in enumerate(_law_order(rulebook))}
    linked = list(findings)
    for crew_id in dict.fromkeys(f.crew_id for f in findings if f.crew_id):
        mine = [i for i, f in enumerate(linked) if f.crew_id == crew_id and not f.consequence_of]
        heads = [i for i in mine if linked[i].code in _FIRST]
        limits = [i for i in mine if _is_limit(linked[i]) and i not in heads]
        limits.sort(key=lambda i: _weight(linked[i], order))
        for index in limits:
            head = next((h for h in heads if _explains(linked[h], linked[index])), None)
            if head is not None:
                linked[index] = replace(linked[index], consequence_of=linked[head].code)
            else:
                heads.append(index)
        for index in mine:
            _link_duty(linked, index, heads)
    return linked


def _law_order(rulebook: Rulebook) -> list[str]:
    """Youth protection, then the ordinances in the order of their paragraphs."""
    first = [rule.rule_id for rule in rulebook.starting_with("youth.")]
    duty = [rule.rule_id for rule in rulebook.starting_with("rest.")]
    return [*first, *duty, *(rule.rule_id for rule in rulebook.starting_with("work."))]


def _is_limit(finding: Finding) -> bool:
    unlawful = finding.severity is Severity.UNLAWFUL
    return unlawful and finding.code.startswith(_TIME_RULES) and finding.interval is not None


def _weight(finding: Finding, order: Mapping[str, int]) -> tuple[int, int, float]:
    """Rest and work before what only adds up to them, then the order of the law, then of time.

    A span that is too long only because a short rest does not interrupt it follows from that rest;
    breaks too short for the duty follow from the duty.
    """
    start = finding.interval.start.timestamp() if finding.interval is not None else 0.0
    late = finding.code == _BREAKS or (finding.code.startswith(_SPAN) and bool(finding.reading))
    return int(late) + int(finding.code == _BREAKS), order.get(finding.code, 0), start


def _explains(head: Finding, other: Finding) -> bool:
    """Whether the same hours lie behind both."""
    if head.interval is None or other.interval is None:
        return False
    if not head.interval.overlaps(other.interval):
        return False
    young = head.code.startswith("youth.") or head.code in _FIRST
    alike = _is_short(head) == _is_short(other)
    return young or alike


def _is_short(finding: Finding) -> bool:
    return finding.interval is not None and finding.interval.minutes <= _SHORT_RULE_MINUTES


def _link_duty(linked: list[Finding], index: int, heads: Sequence[int]) -> None:
    """Longer duty is what broke the limit; shorter duty explains nothing about rest."""
    finding = linked[index]
    if finding.code != LONG or finding.interval is None:
        return
    for head in heads:
        interval = linked[head].interval
        if interval is not None and interval.start <= finding.interval.end:
            if finding.interval.start <= interval.end:
                linked[index] = replace(finding, consequence_of=linked[head].code)
                return
