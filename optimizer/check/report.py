"""The result of a check: findings in reading order, and what sails."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime

from optimizer.findings import Finding, Severity

_ORDER = {Severity.UNLAWFUL: 0, Severity.WARNING: 1, Severity.INFO: 2}
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
    once = dict.fromkeys(findings)
    return tuple(sorted(once, key=_reading_key))


def _reading_key(finding: Finding) -> tuple[int, bool, datetime, str, str, str]:
    start = finding.interval.start if finding.interval is not None else _NEVER
    return (
        _ORDER[finding.severity],
        bool(finding.consequence_of),
        start,
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
