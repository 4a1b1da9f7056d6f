"""When a certificate ends, and by which rule: for a single certificate without a shift."""

from __future__ import annotations

from datetime import date

from optimizer.domain import Certificate, Person
from optimizer.eligibility.bars import on_shift
from optimizer.eligibility.documents import validity_bars
from optimizer.eligibility.papers import Held
from optimizer.eligibility.validity import last_day, validity
from optimizer.findings import Finding
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.timeline import Interval


def certificate_last_day(source: Instance | Rulebook, certificate: Certificate, person: Person) -> date | None:
    """Last day on which a certificate is valid, ``None`` if it has no end.

    A certificate whose end depends on a fact that is not stated counts as ended before its issue.
    With an instance, an authorisation ends with the person's patent (§ 83(1)); a rulebook alone
    knows no other certificates.
    """
    if isinstance(source, Instance):
        return last_day(source.rulebook, certificate, person, source.certificates.get(person.crew_id, ()))
    return last_day(source, certificate, person)


def certificate_bars(
    source: Instance | Rulebook, certificate: Certificate, person: Person, interval: Interval
) -> tuple[Finding, ...]:
    """Why the document does not hold during ``interval``, with the citation of what ends it.

    Measures of the authority are not looked at; the place or role decides what they bar.
    """
    rulebook = source.rulebook if isinstance(source, Instance) else source
    held, days = Held(certificate, validity(rulebook, certificate, person)), interval.days()
    return on_shift(validity_bars(rulebook, person, held, days[0], days[-1]), "", "", interval)
