"""Apprentices of a vessel at the vocational school (§ 117(2)): which days of the year may count."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from optimizer.domain import AbsenceKind, CertificateKind, Person
from optimizer.instance import Instance
from optimizer.manning.facts import Facts
from optimizer.timeline import Interval, local

_MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class SchoolPeriod:
    """An uninterrupted stay of one apprentice at the school, with its certificate on board."""

    person: Person
    start: datetime
    end: datetime | None

    def covers(self, span: Interval) -> bool:
        return self.start <= span.start and (self.end is None or span.end <= self.end)

    @property
    def first_day(self) -> date:
        return local(self.start).date()

    def reaches(self, year: int) -> bool:
        """Whether it holds a day of a calendar year."""
        last = None if self.end is None else local(self.end - _MINUTE).date().year
        return self.first_day.year <= year and (last is None or year <= last)


def school_period(facts: Facts, months: int) -> SchoolPeriod | None:
    """The period on account of which one apprentice may be missing throughout a stretch.

    It is the first of the vessel in every calendar year it reaches up to the stretch, and the
    stretch lies within ``months`` from its beginning.
    """
    last = facts.span.days()[-1]
    periods = sorted(_periods(facts), key=lambda period: period.start)
    for period in periods:
        if not period.covers(facts.span) or last >= add_months(period.first_day, months):
            continue
        years = range(period.first_day.year, last.year + 1)
        earlier = [other for other in periods if other.start < period.start]
        if not any(other.reaches(year) for other in earlier for year in years):
            return period
    return None


def add_months(day: date, months: int) -> date:
    """The same day some months later; where that month lacks it, its last day (the stricter count)."""
    number = day.month - 1 + months
    year, month = day.year + number // 12, number % 12 + 1
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def _periods(facts: Facts) -> Iterator[SchoolPeriod]:
    for person in facts.instance.dataset.crew.values():
        if person.active and person.home_vessel == facts.vessel.vessel_id and _is_apprentice(facts, person):
            yield from _of_person(facts.instance, person)


def _of_person(instance: Instance, person: Person) -> Iterator[SchoolPeriod]:
    """Periods of one person; stays that touch are one."""
    absences = (a for a in instance.absences.get(person.crew_id, ()) if a.kind is AbsenceKind.SCHOOL)
    stays = sorted(
        ((absence.start, absence.end) for absence in absences if absence.school_certificate_on_board),
        key=lambda stay: stay[0],
    )
    joined: list[tuple[datetime, datetime | None]] = []
    for start, end in stays:
        if joined and (joined[-1][1] is None or start <= joined[-1][1]):
            before, until = joined.pop()
            start, end = before, None if until is None or end is None else max(until, end)
        joined.append((start, end))
    yield from (SchoolPeriod(person, start, end) for start, end in joined)


def _is_apprentice(facts: Facts, person: Person) -> bool:
    return any(
        certificate.kind is CertificateKind.APPRENTICE
        and certificate.issued_on <= facts.day
        and (certificate.valid_until is None or facts.day <= certificate.valid_until)
        for certificate in facts.instance.certificates.get(person.crew_id, ())
    )
