"""Which findings about a person's time are gone whenever another one is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from optimizer.check.duty_check import LONG
from optimizer.check.people_check import MINOR_WATCH, TWO_PLACES, minors_outside_their_watches, two_places
from optimizer.check.rest_check import rest_findings
from optimizer.check.sheet import Sheet
from optimizer.findings import Finding, Severity
from optimizer.law import Rulebook

_TIME_RULES = ("rest.", "work.", "youth.")
_FIRST = (TWO_PLACES, MINOR_WATCH)
_CHILD = "youth.child"
_SPAN, _BREAKS = "rest.consecutive_duty", "work.breaks"

#: Shifts, any one of which a person has to leave for a finding to be gone.
Remedies = frozenset[str]


def link_times(findings: Sequence[Finding], sheet: Sheet) -> list[Finding]:
    """Findings with ``consequence_of`` set where nobody can mend the one and keep the other.

    A person in two places, a minor in the wrong watch, or a limit may explain what else is wrong
    with the same hours. It does where every shift whose loss mends the first mends the other too. Of
    several such limits the first in the law's order stays a cause. Papers explain nobody's hours.
    """
    order = {rule_id: index for index, rule_id in enumerate(_law_order(sheet.instance.rulebook))}
    linked = list(findings)
    for crew_id in dict.fromkeys(f.crew_id for f in findings if f.crew_id):
        mine = [i for i, f in enumerate(linked) if f.crew_id == crew_id and not f.consequence_of]
        limits = [i for i in mine if _is_limit(linked[i]) and linked[i].code not in _FIRST]
        heads = [i for i in mine if linked[i].code in _FIRST]
        longer = [i for i in mine if linked[i].code == LONG]
        if not limits or len(limits) + len(heads) + len(longer) < 2:
            continue
        remedies = _remedies(sheet, crew_id)
        limits.sort(key=lambda i: _weight(linked[i], order))
        for index in (*limits, *longer):
            head = next((h for h in heads if _explains(linked[h], linked[index], remedies)), None)
            if head is not None:
                linked[index] = replace(linked[index], consequence_of=linked[head].code, cause_crew_id=crew_id)
            elif index in limits:
                heads.append(index)
    return linked


def _remedies(sheet: Sheet, crew_id: str) -> Callable[[Finding], Remedies]:
    """Which shifts the person may leave to be rid of a finding."""
    without = {row.shift_id: _left(sheet, crew_id, row.shift_id) for row in sheet.rows_by_person.get(crew_id, ())}

    def remedies(finding: Finding) -> Remedies:
        if finding.code == LONG:
            return frozenset({finding.shift_id})
        return frozenset(shift_id for shift_id, left in without.items() if not _among(finding, left))

    return remedies


def _left(sheet: Sheet, crew_id: str, shift_id: str) -> list[Finding]:
    """What is wrong with a person's time once they have left a shift."""
    rows = tuple(r for r in sheet.roster.rows if r.crew_id == crew_id and r.shift_id != shift_id)
    alone = Sheet(sheet.instance, replace(sheet.roster, rows=rows))
    checks = (two_places, minors_outside_their_watches, rest_findings)
    return [finding for check in checks for finding in check(alone)]


def _among(finding: Finding, others: Iterable[Finding]) -> bool:
    """Whether it is still there, if with other figures."""
    return any(
        other.code == finding.code
        and (other.interval is None or finding.interval is None or other.interval.overlaps(finding.interval))
        for other in others
        if other.severity is finding.severity
    )


def _law_order(rulebook: Rulebook) -> list[str]:
    """Youth protection, then the ordinances in the order of their paragraphs."""
    first = [rule.rule_id for rule in rulebook.starting_with("youth.")]
    duty = [rule.rule_id for rule in rulebook.starting_with("rest.")]
    return [*first, *duty, *(rule.rule_id for rule in rulebook.starting_with("work."))]


def _is_limit(finding: Finding) -> bool:
    """Whether it is about somebody's hours: what bars a person by age alone has no figures."""
    unlawful = finding.severity is Severity.UNLAWFUL and bool(finding.found or finding.code == _CHILD)
    return unlawful and finding.code.startswith(_TIME_RULES) and finding.interval is not None


def _weight(finding: Finding, order: Mapping[str, int]) -> tuple[int, int, float]:
    """Rest and work before what only adds up to them, then the order of the law, then of time.

    A span that is too long only because a short rest does not interrupt it follows from that rest;
    breaks too short for the duty follow from the duty.
    """
    start = finding.interval.start.timestamp() if finding.interval is not None else 0.0
    late = finding.code == _BREAKS or (finding.code.startswith(_SPAN) and bool(finding.reading))
    return int(late) + int(finding.code == _BREAKS), order.get(finding.code, 0), start


def _explains(head: Finding, other: Finding, remedies: Callable[[Finding], Remedies]) -> bool:
    """Whether the same hours lie behind both, and whatever mends the head mends the other."""
    if head.interval is None or other.interval is None or head.interval.start > other.interval.end:
        return False
    if other.interval.start > head.interval.end:
        return False
    if head.code == _CHILD:
        # Who is older may still work too long.
        return other.code == _CHILD
    if head.code.endswith(".breaks"):
        # Longer breaks mend them, and shorten nobody's duty.
        return other.code.endswith(".breaks")
    cures = remedies(head)
    return bool(cures) and cures <= remedies(other)
