"""Findings in plain text: unlawful first, each with citation, figures and whose duty it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from optimizer.check.fundamental import weight
from optimizer.findings import LOCK, Finding, Severity
from optimizer.timeline import to_minute

_TITLES = {
    Severity.UNLAWFUL: ("Rechtswidrig", "Unlawful"),
    Severity.WARNING: ("Warnungen", "Warnings"),
    Severity.INFO: ("Hinweise", "Information"),
}


def finding_lines(findings: Iterable[Finding], lang: str = "de", *, most: int | None = None) -> list[str]:
    """Grouped by severity; what only follows from another finding is indented under it.

    Parameters
    ----------
    most
        How many findings of one rule are written out before the rest is only counted.
    """
    ordered = sorted(findings, key=_order)
    children, roots = _family(ordered)
    lines: list[str] = []
    for severity in Severity:
        group = [finding for finding in roots if finding.severity == severity]
        if group:
            lines.append(f"{_TITLES[severity][lang == 'en']} ({count_text(ordered, severity, lang)})")
            lines += [line for rule in _rules(group, most) for line in _rule_lines(rule, children, most, lang)]
    return lines


def count_text(findings: Iterable[Finding], severity: Severity, lang: str = "de") -> str:
    """How many findings there are; where some only follow from others, how many stand on their own."""
    ordered = sorted(findings, key=_order)
    total = sum(finding.severity == severity for finding in ordered)
    causes = sum(finding.severity == severity for finding in _family(ordered)[1])
    if total == causes:
        return str(total)
    if lang == "en":
        return f"{_number(total, 'finding', 'findings')}, {_number(causes, 'cause', 'causes')} of them"
    return f"{_number(total, 'Feststellung', 'Feststellungen')}, davon {_number(causes, 'Ursache', 'Ursachen')}"


def _number(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def _rules(group: Sequence[Finding], most: int | None) -> list[list[Finding]]:
    """Findings of one rule together where they may be cut, else each in its place."""
    if most is None:
        return [list(group)]
    rules: dict[str, list[Finding]] = {}
    for finding in group:
        rules.setdefault(finding.code, []).append(finding)
    return list(rules.values())


def _rule_lines(
    findings: Sequence[Finding], children: dict[int, list[Finding]], most: int | None, lang: str
) -> list[str]:
    lines = [line for finding in findings[:most] for line in _tree(finding, children, lang, 1)]
    more = len(findings) - len(findings[:most])
    if more:
        cited = f" ({findings[0].citation})" if findings[0].citation else ""
        what = f"and {more} more of this kind" if lang == "en" else f"und {more} weitere dieser Art"
        lines.append(f"  - {what}{cited}: crew-roster check")
    return lines


def _order(finding: Finding) -> tuple[object, ...]:
    start = to_minute(finding.interval.start) if finding.interval is not None else math.inf
    return (
        finding.code != LOCK,
        start,
        finding.vessel_id,
        finding.shift_id,
        finding.crew_id,
        weight(finding.code),
        finding.code,
        finding.text.de,
    )


def _family(findings: Sequence[Finding]) -> tuple[dict[int, list[Finding]], list[Finding]]:
    """Consequences by the place of their cause in ``findings``, and what stands on its own."""
    children: dict[int, list[Finding]] = {}
    roots: list[Finding] = []
    for finding in findings:
        cause = _cause(finding, findings)
        if cause is None:
            roots.append(finding)
        else:
            children.setdefault(id(cause), []).append(finding)
    return children, roots


def _cause(finding: Finding, findings: Sequence[Finding]) -> Finding | None:
    """The finding this one follows from: of the person it names, nearest in shift and time."""
    if not finding.consequence_of:
        return None
    possible = [
        other
        for other in findings
        if other is not finding and not other.consequence_of and other.code == finding.consequence_of
    ]
    return max(possible, key=lambda other: _nearness(finding, other), default=None)


def _nearness(finding: Finding, other: Finding) -> tuple[bool, int, bool]:
    named = bool(finding.cause_crew_id) and finding.cause_crew_id == other.crew_id
    same_shift = bool(finding.shift_id) and finding.shift_id == other.shift_id
    same_person = bool(finding.crew_id) and finding.crew_id == other.crew_id
    both = finding.interval is not None and other.interval is not None
    same_time = both and finding.interval.overlaps(other.interval)
    return named, 2 * same_shift + same_person, same_time


def _tree(finding: Finding, children: dict[int, list[Finding]], lang: str, depth: int) -> list[str]:
    indent = "  " * depth
    mark = ("Folge: " if lang != "en" else "Consequence: ") if depth > 1 else ""
    if mark and finding.jointly is not None:
        also = "together with" if lang == "en" else "zusammen mit"
        mark = f"{mark[:-2]} ({also} {finding.jointly.in_language(lang)}): "
    lines = [f"{indent}- {mark}{finding.text.in_language(lang)}"]
    details = _details(finding, lang)
    if details:
        lines.append(f"{indent}  {details}")
    for child in children.get(id(finding), []):
        lines += _tree(child, children, lang, depth + 1)
    return lines


def _details(finding: Finding, lang: str) -> str:
    english = lang == "en"
    parts = [finding.citation]
    if finding.found:
        parts.append(f"{'found' if english else 'festgestellt'}: {finding.found}")
    if finding.allowed:
        parts.append(f"{'allowed' if english else 'erlaubt'}: {finding.allowed}")
    if finding.reading:
        parts.append(f"{'only under the reading' if english else 'nur nach der Lesart'} {finding.reading}")
    if finding.answers:
        parts.append(f"{'answerable' if english else 'verantwortlich'}: {finding.answers}")
    return " · ".join(part for part in parts if part)
