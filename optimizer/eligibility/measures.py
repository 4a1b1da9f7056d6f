"""Suspended, withdrawn and seized certificates, §§ 91-95 BinSchPersV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from optimizer.domain import Certificate, Function, Measure, MeasureKind
from optimizer.eligibility.bars import bar, named, show
from optimizer.eligibility.papers import Held, Papers, leading_functions
from optimizer.findings import Finding, Text

_MEASURES: Mapping[MeasureKind, Text] = {
    MeasureKind.SUSPENDED: Text("ausgesetzt", "suspended"),
    MeasureKind.WITHDRAWN: Text("entzogen", "withdrawn"),
    MeasureKind.SEIZED: Text("sichergestellt", "seized"),
}


def measure_bars(papers: Papers, held: Held, function: Function | None, first: date, last: date) -> Iterator[Finding]:
    """Measures that forbid using a certificate for ``function`` between two days (inclusive)."""
    for measure in papers.measures:
        if measure.kind is not MeasureKind.PROHIBITED and measure.certificate in (
            None,
            held.certificate.kind,
        ):
            if (days := _measure_days(measure, held.certificate, first, last)) is not None:
                yield from _measure_bar(papers, held, measure, function, days)


def _measure_days(measure: Measure, certificate: Certificate, first: date, last: date) -> tuple[date, date] | None:
    """Days of the span a measure bars; a withdrawn certificate does not come back to life."""
    until = measure.until
    if measure.kind is MeasureKind.WITHDRAWN and certificate.issued_on <= measure.from_day:
        until = None
    span = (max(first, measure.from_day), last if until is None else min(last, until))
    return span if span[0] <= span[1] else None


def _measure_bar(
    papers: Papers, held: Held, measure: Measure, function: Function | None, days: tuple[date, date]
) -> Iterator[Finding]:
    rulebook, rule_id, citation, reading = papers.rulebook, f"certificate.{measure.kind}", "", ""
    if measure.kind is MeasureKind.SUSPENDED:
        suspended = _suspension(papers, held, measure, function, days[0])
        if suspended is None:
            return
        rule_id, citation, reading = suspended
    name, word = named(held.certificate), _MEASURES[measure.kind]
    text = Text(
        f"Das Zeugnis {name.de} von {papers.person.name} ist {word.de} {_span(measure, 'de')}.",
        f"The certificate {name.en} of {papers.person.name} is {word.en} {_span(measure, 'en')}.",
    )
    yield bar(rulebook, papers.person, rule_id, days, text, citation=citation, reading=reading)


def _span(measure: Measure, lang: str) -> str:
    start, end = show(measure.from_day), None if measure.until is None else show(measure.until)
    if lang == "en":
        return f"from {start}" + ("" if end is None else f" to {end}")
    return f"(ab {start})" if end is None else f"(vom {start} bis {end})"


def _suspension(
    papers: Papers, held: Held, measure: Measure, function: Function | None, day: date
) -> tuple[str, str, str] | None:
    """Rule, citation and reading under which a suspension bars, ``None`` if it does not."""
    values = papers.rulebook.values("certificate.suspended", day) or {}
    if held.values(papers.rulebook, day).get("level") not in values.get("levels", ()):
        return "certificate.suspended_other", "", ""
    if values.get("only_enforceable") and not measure.enforceable:
        return None
    if function in leading_functions(papers.rulebook, day):
        return "certificate.suspended", values["cite"], ""
    if papers.rulebook.readings["suspended_patent_lower"] == "barred":
        return "certificate.suspended", values["cite_lower"], "suspended_patent_lower"
    return None
