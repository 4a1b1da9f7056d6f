"""The result of a check: findings in reading order, and what sails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from optimizer.check.fundamental import NO_BAR, weight
from optimizer.findings import LOCK, Finding, Severity

_ORDER = {Severity.UNLAWFUL: 0, Severity.WARNING: 1, Severity.INFO: 2}
#: Adds up what the single days, told before it, may each do wrong.
_WEEK = "youth.weekly_hours"
_NEVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True)
class CheckReport:
    """What an independent look at a roster found.

    Attributes
    ----------
    findings
        The intended breach first: by severity, causes before consequences, then by time.
    sailing, not_sailing
        Ids of the judged shifts that sail and that may not sail.
    readings
        The readings of unclear texts used, by name.
    exit_code
        1 if anything is unlawful, else 3 if a shift may not sail, else 0.
    """

    findings: tuple[Finding, ...]
    sailing: frozenset[str]
    not_sailing: frozenset[str]
    readings: Mapping[str, str]
    exit_code: int

    @property
    def unlawful(self) -> tuple[Finding, ...]:
        return tuple(f for f in self.findings if f.severity is Severity.UNLAWFUL)


def in_reading_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings without repetition, the breach that explains the others first."""
    once = list(dict.fromkeys(findings))
    causes = {f.code for f in once if f.severity is Severity.UNLAWFUL and not f.consequence_of}
    # What is unlawful never stands below a mere warning as its consequence.
    honest = [
        replace(f, consequence_of="", cause_crew_id="", jointly=None)
        if f.severity is Severity.UNLAWFUL and f.consequence_of and f.consequence_of not in causes
        else f
        for f in once
    ]
    return tuple(sorted(honest, key=_reading_key))


def _reading_key(finding: Finding) -> tuple[object, ...]:
    start = finding.interval.start if finding.interval is not None else _NEVER
    return (
        _ORDER[finding.severity],
        bool(finding.consequence_of),
        finding.code != LOCK,
        not finding.code.startswith("person."),
        weight(finding.code) == NO_BAR and bool(finding.crew_id),
        finding.code == _WEEK,
        start,
        weight(finding.code),
        finding.code,
        finding.shift_id,
        finding.crew_id,
    )


def build_report(
    findings: Iterable[Finding],
    sailing: frozenset[str],
    not_sailing: frozenset[str],
    readings: Mapping[str, str],
) -> CheckReport:
    ordered = in_reading_order(findings)
    unlawful = any(finding.severity is Severity.UNLAWFUL for finding in ordered)
    code = 1 if unlawful else 3 if not_sailing else 0
    return CheckReport(ordered, sailing, not_sailing, readings, code)
