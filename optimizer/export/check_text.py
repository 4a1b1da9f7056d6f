"""The verdict of the independent checker in plain text."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.check import CheckReport
from optimizer.export.clock_text import window_text
from optimizer.export.finding_text import count_text, finding_lines
from optimizer.export.summary import compared_line, not_yet_checked_lines, readings_lines
from optimizer.findings import Finding, Severity
from optimizer.instance import Instance


def check_lines(instance: Instance, findings: Sequence[Finding], report: CheckReport, lang: str = "de") -> list[str]:
    """Outcome first, then every finding, then what the verdict rests on."""
    lines = [_title(instance, lang), _outcome(findings, lang), _sailing(report, lang), ""]
    listed = finding_lines(findings, lang)
    if listed:
        lines += [*listed, ""]
    lines += readings_lines(instance.rulebook, lang)
    lines.append(compared_line(instance, lang))
    return [*lines, *not_yet_checked_lines(instance.rulebook, lang)]


def _title(instance: Instance, lang: str) -> str:
    return (
        f"{'Check of the roster' if lang == 'en' else 'Prüfung des Dienstplans'} {window_text(instance.window, lang)}"
    )


def _outcome(findings: Sequence[Finding], lang: str) -> str:
    unlawful, warnings, infos = (count_text(findings, severity, lang) for severity in Severity)
    if lang == "en":
        head = "Nothing unlawful" if unlawful == "0" else f"Unlawful: {unlawful}"
        return f"{head}; warnings: {warnings}, information: {infos}."
    head = "Nichts Rechtswidriges" if unlawful == "0" else f"Rechtswidrig: {unlawful}"
    return f"{head}; Warnungen: {warnings}, Hinweise: {infos}."


def _sailing(report: CheckReport, lang: str) -> str:
    sailing, stopped = len(report.sailing), len(report.not_sailing)
    if lang == "en":
        return f"Shifts that sail: {sailing}; that may not sail: {stopped}."
    return f"Schichten, die fahren: {sailing}; die nicht fahren: {stopped}."
