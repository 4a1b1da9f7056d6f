"""The law data in plain text: every rule with citation, dates and act; every reading."""

from __future__ import annotations

from datetime import date

from optimizer.export.clock_text import day_text
from optimizer.export.summary import not_yet_checked_lines
from optimizer.law import Rule, Rulebook, RuleVersion


def law_lines(rulebook: Rulebook, day: date | None = None, lang: str = "de") -> list[str]:
    """All versions of all rules, or only those in force on ``day``."""
    lines = [_title(day, lang)]
    for rule in rulebook.rules.values():
        versions = [version for version in rule.versions if day is None or version.in_force(day)]
        if versions:
            lines += _rule_lines(rule, versions, lang)
    return [*lines, "", *not_yet_checked_lines(rulebook, lang)]


def reading_table_lines(rulebook: Rulebook, lang: str = "de") -> list[str]:
    """Every reading with citation, default, choices and effect."""
    default, choices = ("default", "choices") if lang == "en" else ("Voreinstellung", "möglich")
    lines = [
        "Readings of unclear texts, set in settings.toml under [readings]"
        if lang == "en"
        else "Lesarten unklarer Texte, einstellbar in settings.toml unter [readings]"
    ]
    for name, entry in rulebook.reading_table.items():
        lines += [
            f"- {name} ({entry['citation']})",
            f"    {default}: {entry['default']} · {choices}: {', '.join(entry['choices'])}",
            f"    {entry['effect'][lang]}",
        ]
    return lines


def _title(day: date | None, lang: str) -> str:
    if day is None:
        return "Rules and their versions" if lang == "en" else "Regeln und ihre Fassungen"
    return f"Rules in force on {day_text(day)}" if lang == "en" else f"Regeln in Kraft am {day_text(day)}"


def _rule_lines(rule: Rule, versions: list[RuleVersion], lang: str) -> list[str]:
    compared = "compared on" if lang == "en" else "verglichen am"
    lines = [
        f"- {rule.name.in_language(lang)}",
        f"    {rule.citation} · {compared} {day_text(rule.compared_on)}",
    ]
    return [*lines, *(f"    {_version_text(rule, version, lang)}" for version in versions)]


def _version_text(rule: Rule, version: RuleVersion, lang: str) -> str:
    since, until = ("in force from", "to") if lang == "en" else ("in Kraft ab", "bis")
    text = f"{since} {day_text(version.valid_from)}"
    if version.from_at_latest is not None:
        at_latest = "at the latest from" if lang == "en" else "spätestens ab"
        text += f" ({at_latest} {day_text(version.from_at_latest)})"
    if version.valid_until is not None:
        text += f" {until} {day_text(version.valid_until)}"
    citation = "" if version.citation == rule.citation else f" · {version.citation}"
    return f"{text} · {version.act}{citation}"
