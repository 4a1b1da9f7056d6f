"""Measures of the authorities against a certificate (§§ 91-95, 98(10) BinSchPersV)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from optimizer.check.say import long_day
from optimizer.check.validity import Bar
from optimizer.domain import Certificate, Function, Measure, MeasureKind, Person
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.terms import term

_RULES = {
    MeasureKind.SUSPENDED: "certificate.suspended_other",
    MeasureKind.WITHDRAWN: "certificate.withdrawn",
    MeasureKind.SEIZED: "certificate.seized",
    MeasureKind.PROHIBITED: "certificate.prohibited",
}


def measure_bar(
    instance: Instance,
    person: Person,
    certificate: Certificate,
    function: Function | None,
    days: Sequence[date],
) -> Bar | None:
    """The measure that keeps a certificate from being used for ``function`` on these days."""
    for measure in instance.measures.get(person.crew_id, ()):
        if _in_time(measure, certificate, days) and _bites(instance, measure, certificate, function, days[0]):
            return _bar(instance, measure, certificate, function, days[0])
    return None


def lost_with_patent(
    instance: Instance, person: Person, authorisation: Certificate, days: Sequence[date]
) -> Text | None:
    """Why an authorisation is gone with a certificate for leading it may be entered in (§§ 16(2), 83(1)).

    Which of several certificates bears it is not known: a measure against any of them takes it along
    (conservative), save that one issued after a withdrawal is entered in another.
    """
    for measure in instance.measures.get(person.crew_id, ()):
        taken = measure.kind is not MeasureKind.PROHIBITED
        if taken and _against_patent(instance, measure, days[0]) and _in_time(measure, authorisation, days):
            held = [term("certificate", authorisation.kind, lang) for lang in ("de", "en")]
            kind = [term("measure", measure.kind, lang) for lang in ("de", "en")]
            when = _when(measure)
            return Text(
                f"{held[0]} ist mit dem Patent {kind[0]} ({when})", f"{held[1]} is {kind[1]} with the patent ({when})"
            )
    return None


def _against_patent(instance: Instance, measure: Measure, day: date) -> bool:
    if measure.certificate is None or (measure.kind is MeasureKind.SUSPENDED and not measure.enforceable):
        return False
    return _is_patent(instance, measure.certificate, day)


def _in_time(measure: Measure, certificate: Certificate, days: Sequence[date]) -> bool:
    """Whether a measure touches the days; what was withdrawn is extinguished for good (§ 94(3)).

    ``until`` of a withdrawal only says until when no new certificate is to be issued (§ 94(4) Nr. 1):
    without it one issued after the withdrawal counts at once.
    """
    if measure.from_day > days[-1]:
        return False
    if measure.kind is MeasureKind.WITHDRAWN:
        if certificate.issued_on <= measure.from_day:
            return True
        return measure.until is not None and days[0] <= measure.until
    return measure.until is None or days[0] <= measure.until


def _leads(instance: Instance, function: Function | None, day: date) -> bool:
    rule = instance.rulebook.values("certificate.boatmaster_needed", day) or {}
    return function in rule.get("functions", ())


def _managing(instance: Instance, certificate: Certificate, day: date) -> bool:
    """Whether the certificate is of the level § 91 suspends."""
    return _is_patent(instance, certificate.kind, day)


def _is_patent(instance: Instance, kind: str, day: date) -> bool:
    own = instance.rulebook.values(f"certificate.{kind}", day) or {}
    rule = instance.rulebook.values("certificate.suspended", day) or {}
    return own.get("level") in rule.get("levels", ())


def _bites(
    instance: Instance,
    measure: Measure,
    certificate: Certificate,
    function: Function | None,
    day: date,
) -> bool:
    if measure.kind is MeasureKind.PROHIBITED:
        return _leads(instance, function, day)
    if measure.certificate not in (None, certificate.kind):
        return False
    if measure.kind is not MeasureKind.SUSPENDED or not _managing(instance, certificate, day):
        return True
    lower = instance.rulebook.readings["suspended_patent_lower"] == "barred"
    return measure.enforceable and (lower or _leads(instance, function, day))


def _bar(
    instance: Instance,
    measure: Measure,
    certificate: Certificate,
    function: Function | None,
    day: date,
) -> Bar:
    code, key, reading = _RULES[measure.kind], "cite", ""
    if measure.kind is MeasureKind.SUSPENDED and _managing(instance, certificate, day):
        code = "certificate.suspended"
        if not _leads(instance, function, day):
            key, reading = "cite_lower", "suspended_patent_lower"
    when = _when(measure)
    held = [term("certificate", certificate.kind, lang) for lang in ("de", "en")]
    kind = [term("measure", measure.kind, lang) for lang in ("de", "en")]
    text = Text(f"{held[0]} {kind[0]} ({when})", f"{held[1]} {kind[1]} ({when})")
    rule = instance.rulebook.values(code, day) or {}
    return Bar(code, rule.get(key, ""), text, reading)


def _when(measure: Measure) -> str:
    until = "" if measure.until is None else f"–{long_day(measure.until)}"
    return f"{long_day(measure.from_day)}{until}"
