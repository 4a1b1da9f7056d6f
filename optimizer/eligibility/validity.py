"""On which days a certificate is valid, and what ends it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from optimizer.domain import Certificate, CertificateKind, Person
from optimizer.eligibility.ages import months_before, next_due_birthday
from optimizer.law import Rulebook, RuleVersion
from optimizer.timeline import add_years

_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Limit:
    """What ends a certificate: ``key`` names it in the ``cite`` map, ``last`` is its last valid day.

    ``lenient`` is the last day under the other choice of ``reading``, where the text is unclear.
    ``figure`` is the number of years or the age behind it.
    """

    key: str
    last: date
    figure: int = 0
    lenient: date | None = None
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Stretch:
    """Days of validity without a gap; ``last`` is inclusive, ``None`` without an end."""

    first: date
    last: date | None
    limit: Limit | None


@dataclass(frozen=True, slots=True)
class Validity:
    """All stretches of a certificate in order; ``missing`` names a fact its end depends on."""

    stretches: tuple[Stretch, ...]
    missing: str = ""

    def covers(self, first: date, last: date) -> bool:
        """Whether the certificate is valid on every day from ``first`` to ``last``."""
        return any(s.first <= first and (s.last is None or last <= s.last) for s in self.stretches)

    def first_invalid(self, first: date, last: date) -> date | None:
        """The first day in the span on which the certificate is not valid."""
        day = first
        while day <= last:
            stretch = next(
                (s for s in self.stretches if s.first <= day and (s.last is None or day <= s.last)),
                None,
            )
            if stretch is None:
                return day
            if stretch.last is None:
                return None
            day = stretch.last + _DAY
        return None

    def ended_before(self, day: date) -> Stretch | None:
        """The stretch that ended last before ``day``."""
        ended = [s for s in self.stretches if s.last is not None and s.last < day]
        return ended[-1] if ended else None


def validity(rulebook: Rulebook, certificate: Certificate, person: Person) -> Validity:
    """Stretches of validity under the versions of the law in force on each day.

    An authorisation entered in a patent is judged by its own dates here; that it ends with the
    patent (§ 83(1)) depends on the patent it is used with.
    """
    rule = rulebook.rule(f"certificate.{certificate.kind}")
    if fact := _missing(certificate, person, rule.versions[-1].values["valid"]):
        return Validity((), fact)
    clipped = (
        part
        for version in rule.versions
        for stretch in _joined(_under(version, rulebook, certificate, person))
        if (part := _clip(stretch, version)) is not None
    )
    return Validity(tuple(_joined(clipped)))


def _missing(certificate: Certificate, person: Person, valid: Mapping[str, Any]) -> str:
    if certificate.valid_until is not None:
        return ""
    if valid.get("stated") and not certificate.unlimited:
        return "valid_until"
    if valid.get("training_end") and certificate.training_end is None and person.training_contract_until is None:
        return "training_end"
    return ""


def _under(version: RuleVersion, rulebook: Rulebook, certificate: Certificate, person: Person) -> Iterator[Stretch]:
    valid = version.values["valid"]
    caps = list(_caps(valid, rulebook, certificate, person))
    yield _stretch(certificate.issued_on, [*caps, *_from_issue(valid, rulebook, certificate.issued_on, person)])
    if (proof := _renewal(version, rulebook, certificate, person)) is not None:
        start, proven_on = proof
        yield _stretch(start, [*caps, *_from_renewal(version, rulebook, proven_on, person)])


def _renewal(
    version: RuleVersion, rulebook: Rulebook, certificate: Certificate, person: Person
) -> tuple[date, date] | None:
    """From which day a certificate holds anew, and the day of the proof its end is counted from.

    A later proof of fitness alone renews nothing but certificates of the former law; it counts for
    a certificate that was itself issued when a proof was due.
    """
    issued_on, valid = certificate.issued_on, version.values["valid"]
    if certificate.renewed_on is not None:
        return max(issued_on, certificate.renewed_on), certificate.renewed_on
    medical = rulebook.values("certificate.medical", version.valid_from)
    if person.medical_on is None or medical is None or not valid.get("medical"):
        return None
    if valid.get("proof_alone"):
        return max(issued_on, person.medical_on), person.medical_on
    due = months_before(add_years(person.birth_date, medical["from_age"]), medical["earliest_months_before"])
    return (issued_on, min(issued_on, person.medical_on)) if issued_on >= due else None


def _caps(valid: Mapping[str, Any], rulebook: Rulebook, certificate: Certificate, person: Person) -> Iterator[Limit]:
    if certificate.valid_until is not None:
        yield Limit("stated", certificate.valid_until)
    if "last_day" in valid:
        yield Limit("last_day", valid["last_day"])
    if valid.get("training_end"):
        yield from _training(rulebook, certificate, person)


def _training(rulebook: Rulebook, certificate: Certificate, person: Person) -> Iterator[Limit]:
    ends = [day for day in (certificate.training_end, person.training_contract_until) if day is not None]
    if ends:
        yield Limit("training_end", min(ends))
    if person.final_exam_on is not None and rulebook.readings["apprentice_exam"] == "exam_ends":
        lenient = min(ends) if ends else date.max
        yield Limit("final_exam", person.final_exam_on, lenient=lenient, reading="apprentice_exam")


def _from_issue(valid: Mapping[str, Any], rulebook: Rulebook, issued_on: date, person: Person) -> Iterator[Limit]:
    if "years" in valid:
        yield years_limit(rulebook, issued_on, valid["years"])
    if "until_age" in valid:
        birthday = add_years(person.birth_date, valid["until_age"])
        yield Limit("until_age", birthday - _DAY, valid["until_age"])


def _from_renewal(version: RuleVersion, rulebook: Rulebook, renewed_on: date, person: Person) -> Iterable[Limit]:
    valid = version.values["valid"]
    medical = rulebook.values("certificate.medical", version.valid_from)
    if valid.get("medical") and medical is not None:
        age, due = next_due_birthday(person.birth_date, renewed_on, medical)
        if age > medical["from_age"]:
            return [Limit("medical", due - _DAY, age)]
    return _from_issue(valid, rulebook, renewed_on, person)


def years_limit(rulebook: Rulebook, start: date, years: int) -> Limit:
    """End of a validity counted in years from the day of issue (reading ``five_years``)."""
    anniversary = add_years(start, years)
    if rulebook.readings["five_years"] == "anniversary":
        return Limit("years", anniversary, years)
    return Limit("years", anniversary - _DAY, years, anniversary, "five_years")


def refresher_limit(rulebook: Rulebook, course_on: date, years: int) -> Limit:
    """Until when a breathing-apparatus course keeps (reading ``breathing_refresher``)."""
    end_of_next_year = date(course_on.year + years, 12, 31)
    if rulebook.readings["breathing_refresher"] == "calendar_year":
        return Limit("refresher", end_of_next_year, years)
    strict = years_limit(rulebook, course_on, years).last
    return Limit("refresher", strict, years, end_of_next_year, "breathing_refresher")


def _stretch(first: date, limits: list[Limit]) -> Stretch:
    earliest = min(limits, key=lambda limit: limit.last, default=None)
    return Stretch(first, None if earliest is None else earliest.last, earliest)


def _clip(stretch: Stretch, version: RuleVersion) -> Stretch | None:
    first = max(stretch.first, version.valid_from)
    ends = [day for day in (stretch.last, version.valid_until) if day is not None]
    last = min(ends, default=None)
    return None if last is not None and last < first else replace(stretch, first=first, last=last)


def _joined(stretches: Iterable[Stretch]) -> list[Stretch]:
    """Stretches in order, with those that overlap or adjoin made one; empty ones are dropped."""
    joined: list[Stretch] = []
    for stretch in sorted(stretches, key=lambda s: s.first):
        if stretch.last is not None and stretch.last < stretch.first:
            continue
        before = joined[-1] if joined else None
        if before is not None and (before.last is None or stretch.first <= before.last + _DAY):
            joined[-1] = replace(_longer(before, stretch), first=before.first)
        else:
            joined.append(stretch)
    return joined


def _longer(one: Stretch, other: Stretch) -> Stretch:
    if one.last is None or (other.last is not None and other.last <= one.last):
        return one
    return other


def last_day(
    rulebook: Rulebook, certificate: Certificate, person: Person, held: Iterable[Certificate] = ()
) -> date | None:
    """Last valid day, ``None`` without an end. A certificate never valid ended before its issue.

    ``held`` are the person's certificates: an authorisation ends with the patent that lasts longest
    (§ 83(1)).
    """
    stretches = validity(rulebook, certificate, person).stretches
    own = stretches[-1].last if stretches else certificate.issued_on - _DAY
    patent = _patent_last_day(rulebook, certificate, person, held)
    return min((day for day in (own, patent) if day is not None), default=None)


def _patent_last_day(
    rulebook: Rulebook, certificate: Certificate, person: Person, held: Iterable[Certificate]
) -> date | None:
    if not _valid_of(rulebook, certificate.kind).get("with_patent"):
        return None
    ends = [last_day(rulebook, item, person) for item in held if _level_of(rulebook, item.kind) == "management"]
    return None if None in ends else max((day for day in ends if day is not None), default=None)


def _valid_of(rulebook: Rulebook, kind: CertificateKind) -> Mapping[str, Any]:
    return rulebook.rule(f"certificate.{kind}").versions[-1].values["valid"]


def _level_of(rulebook: Rulebook, kind: CertificateKind) -> str:
    return str(rulebook.rule(f"certificate.{kind}").versions[-1].values["level"])
