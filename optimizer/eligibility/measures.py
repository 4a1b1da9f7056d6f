"""Suspended, withdrawn and seized certificates, §§ 91-95 BinSchPersV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

from optimizer.domain import Certificate, Function, Measure, MeasureKind
from optimizer.eligibility.bars import bar, named, show
from optimizer.eligibility.papers import Held, Papers, leading_functions
from optimizer.eligibility.substitution import kind_values
from optimizer.findings import Finding, Text
from optimizer.terms import term

_AUTHORISATION = "authorisation"
_MEASURES: Mapping[MeasureKind, Text] = {
    MeasureKind.SUSPENDED: Text("ausgesetzt", "suspended"),
    MeasureKind.WITHDRAWN: Text("entzogen", "withdrawn"),
    MeasureKind.SEIZED: Text("sichergestellt", "seized"),
}


def measure_bars(papers: Papers, held: Held, function: Function | None, first: date, last: date) -> Iterator[Finding]:
    """Measures that forbid using a certificate for ``function`` between two days (inclusive).

    Measures against the patent an authorisation is entered in are left to :func:`carried_bars`.
    """
    for measure in papers.measures:
        if measure.kind is not MeasureKind.PROHIBITED and _against(papers, measure, held, first):
            if (days := _measure_days(measure, held.certificate, first, last)) is not None:
                yield from _measure_bar(papers, held, measure, function, days)


def carried_bars(papers: Papers, held: Held, first: date, last: date) -> Iterator[Finding]:
    """Measures against a patent, which take the authorisation entered in it along (§§ 16(2), 83(1)).

    Which patent an authorisation stands in is not stated: it may be any, also one no longer held.
    """
    for measure in papers.measures:
        if measure.kind is MeasureKind.PROHIBITED or not _takes_along(papers, measure, first):
            continue
        if (days := _measure_days(measure, held.certificate, first, last)) is not None:
            yield _carried_bar(papers, held, measure, days)


def _against(papers: Papers, measure: Measure, held: Held, day: date) -> bool:
    """Whether a measure is against this very certificate; one against all reaches authorisations through the patent."""
    if measure.certificate is None:
        return held.values(papers.rulebook, day).get("level") != _AUTHORISATION
    return measure.certificate == held.certificate.kind


def _takes_along(papers: Papers, measure: Measure, day: date) -> bool:
    """Whether a measure may be against the patent an authorisation stands in; in doubt one against all is."""
    if measure.certificate is None:
        return True
    values = papers.rulebook.values("certificate.suspended", day) or {}
    if kind_values(papers.rulebook, measure.certificate, day).get("level") not in values.get("levels", ()):
        return False
    return measure.enforceable or measure.kind is not MeasureKind.SUSPENDED or not values.get("only_enforceable")


def _measure_days(measure: Measure, certificate: Certificate, first: date, last: date) -> tuple[date, date] | None:
    """Days of the span a measure bars.

    A withdrawn certificate does not come back to life. One issued after the withdrawal is another
    one: it is barred only until the end of a period in which none may be issued.
    """
    until = measure.until
    if measure.kind is MeasureKind.WITHDRAWN:
        if certificate.issued_on <= measure.from_day:
            until = None
        elif until is None:
            return None
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


def _carried_bar(papers: Papers, held: Held, measure: Measure, days: tuple[date, date]) -> Finding:
    rule_id = f"certificate.{measure.kind}"
    values = papers.rulebook.values(rule_id, days[0]) or {}
    name, word, patent = named(held.certificate), _MEASURES[measure.kind], _patent_name(measure)
    text = Text(
        f"Die Berechtigung {name.de} von {papers.person.name} gilt nicht: {patent.de} ist {word.de} "
        f"{_span(measure, 'de')}.",
        f"The authorisation {name.en} of {papers.person.name} does not hold: {patent.en} is {word.en} "
        f"{_span(measure, 'en')}.",
    )
    return bar(papers.rulebook, papers.person, rule_id, days, text, citation=values["cite_authorisation"])


def _patent_name(measure: Measure) -> Text:
    if measure.certificate is None:
        return Text("das Patent", "the patent")
    kind = measure.certificate
    return Text(f"das Zeugnis „{term('certificate', kind)}“", f'the certificate "{term("certificate", kind, "en")}"')


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
    level = held.values(papers.rulebook, day).get("level")
    if level == _AUTHORISATION:
        return "certificate.suspended", values["cite_authorisation"], ""
    if level not in values.get("levels", ()):
        return "certificate.suspended_other", "", ""
    if values.get("only_enforceable") and not measure.enforceable:
        return None
    if function in leading_functions(papers.rulebook, day):
        return "certificate.suspended", values["cite"], ""
    if papers.rulebook.readings["suspended_patent_lower"] == "barred":
        return "certificate.suspended", values["cite_lower"], "suspended_patent_lower"
    return None
