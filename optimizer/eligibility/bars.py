"""How a bar is put into words: one finding with citation, days and what is needed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, timedelta

from optimizer.domain import Certificate, Function, Person
from optimizer.findings import Finding, Severity, Text
from optimizer.law import Rulebook
from optimizer.terms import term
from optimizer.timeline import Interval, day_start


def show(day: date) -> str:
    """A day as ``dd.mm.yyyy``."""
    return day.strftime("%d.%m.%Y")


def whole_days(first: date, last: date) -> Interval:
    """The calendar days ``first`` to ``last`` (Europe/Berlin), both included."""
    return Interval(day_start(first), day_start(last + timedelta(days=1)))


def named(certificate: Certificate) -> Text:
    """A certificate as it is called on screen, in quotation marks."""
    kind = certificate.kind
    return Text(f"„{term('certificate', kind)}“", f'"{term("certificate", kind, "en")}"')


def function_name(function: Function) -> Text:
    return Text(term("function", function), term("function", function, "en"))


def listed(kinds: Iterable[str]) -> Text:
    """Certificates as an enumeration with "oder"."""
    names = list(kinds)
    return Text(
        _joined([term("certificate", kind) for kind in names], "oder"),
        _joined([term("certificate", kind, "en") for kind in names], "or"),
    )


def _joined(words: list[str], last: str) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


def bar(
    rulebook: Rulebook,
    person: Person,
    rule_id: str,
    days: tuple[date, date],
    text: Text,
    *,
    citation: str = "",
    found: str = "",
    allowed: str = "",
    reading: str = "",
) -> Finding:
    """A finding of a rule in ``data/law`` against a person for the days ``days`` (inclusive).

    Without ``citation`` the short form in the rule's ``cite`` value is used, else its citation in
    the version of the first day.
    """
    values = rulebook.values(rule_id, days[0]) or {}
    short = values.get("cite", "")
    return Finding(
        code=rule_id,
        severity=Severity.UNLAWFUL,
        text=text,
        citation=citation or (short if isinstance(short, str) and short else rulebook.citation(rule_id, days[0])),
        crew_id=person.crew_id,
        interval=whole_days(*days),
        found=found,
        allowed=allowed,
        reading=reading,
        answers=rulebook.rule(rule_id).answers,
    )


def technical(person: Person, code: str, interval: Interval, text: Text) -> Finding:
    """A bar without a paragraph: absent, not employed, inactive."""
    return Finding(code=code, severity=Severity.UNLAWFUL, text=text, crew_id=person.crew_id, interval=interval)


def on_shift(findings: Iterable[Finding], shift_id: str, vessel_id: str, interval: Interval) -> tuple[Finding, ...]:
    """The findings tied to a shift, their interval cut to it; what is said twice is said once."""
    unique: dict[tuple[str, str], Finding] = {}
    for finding in findings:
        part = interval if finding.interval is None else finding.interval.intersection(interval) or interval
        tied = replace(finding, shift_id=shift_id, vessel_id=vessel_id, interval=part)
        unique.setdefault((finding.code, finding.text.de), tied)
    return tuple(unique.values())
