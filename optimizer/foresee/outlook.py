"""What runs out in the coming weeks, and which functions and shifts go with it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from optimizer.domain import Certificate, Function, Person, SafetyRole, Shift
from optimizer.eligibility import certificate_bars, certificate_last_day
from optimizer.eligibility.bars import whole_days
from optimizer.eligibility.papers import Held, papers_of
from optimizer.eligibility.safety import role_bars
from optimizer.findings import Finding, Text
from optimizer.foresee.papers import Asked, Service, Shifts, as_if_kept
from optimizer.foresee.vessel_papers import VesselPaper, lapsing_vessel_papers
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.terms import term
from optimizer.timeline import local

_DAY = timedelta(days=1)
_WEEK = timedelta(days=7)


class ExpiryKind(StrEnum):
    CERTIFICATE = "certificate"
    REFRESHER = "refresher"
    EMPLOYMENT = "employment"
    VESSEL_PAPER = "vessel_paper"


@dataclass(frozen=True, slots=True, kw_only=True)
class Expiry:
    """Something that runs out.

    Attributes
    ----------
    what
        Its name; ``why`` says what ends it and what would renew it.
    last_day
        Last day it holds, computed where the law gives it.
    follows
        The authorisation itself would hold longer; it ends with the patent it belongs to.
    services
        Functions and safety roles that vessels of the dataset ask and that nothing else of the
        person carries from the next day on.
    shifts
        Ids of the shifts after that day where they are lost, also behind the window, by start.
    rostered
        Those among them in which the roster has the person in such a function or role.
    """

    kind: ExpiryKind
    what: Text
    last_day: date
    why: Text
    citation: str = ""
    reading: str = ""
    crew_id: str = ""
    vessel_id: str = ""
    follows: bool = False
    services: tuple[Service, ...] = ()
    shifts: tuple[str, ...] = ()
    rostered: tuple[str, ...] = ()


def outlook(instance: Instance, roster: Roster, weeks: int) -> tuple[Expiry, ...]:
    """Everything that runs out within ``weeks`` weeks from the start of the window, the most urgent first.

    A paper that another one of the same kind replaces without a gap is left out. Of equal days what
    spoils shifts of the roster comes first, then what spoils most shifts.
    """
    first = local(instance.window.start).date()
    last = first + weeks * _WEEK - _DAY
    shifts = Shifts(instance)
    found = [
        item
        for person in instance.dataset.crew.values()
        if person.active
        for item in _Outlook(instance, roster, shifts, person, first, last).items()
    ]
    found += [_of_vessel(paper) for paper in lapsing_vessel_papers(instance, shifts, first, last)]
    return tuple(sorted(found, key=_urgency))


def _urgency(item: Expiry) -> tuple[object, ...]:
    spoilt = -len(item.rostered), -len(item.shifts)
    return (item.last_day, *spoilt, item.crew_id, item.vessel_id, item.follows, item.what.de)


def _of_vessel(paper: VesselPaper) -> Expiry:
    return Expiry(
        kind=ExpiryKind.VESSEL_PAPER,
        what=paper.what,
        last_day=paper.last_day,
        why=paper.why,
        citation=paper.citation,
        vessel_id=paper.vessel_id,
        shifts=paper.shifts,
        rostered=paper.shifts,
    )


@dataclass(frozen=True)
class _Outlook:
    """One person between two days (both included)."""

    instance: Instance
    roster: Roster
    shifts: Shifts
    person: Person
    first: date
    last: date

    def items(self) -> Iterator[Expiry]:
        ends = self._ends()
        for held, day in ends:
            if self.first <= day <= self.last and not self._replaced(held, day):
                yield self._certificate(held, day)
        yield from self._refreshers({day for _, day in ends})
        yield from self._employment()

    def _ends(self) -> list[tuple[Held, date]]:
        """Last valid day of every paper that ends."""
        held = papers_of(self.instance, self.person).held
        found = ((item, certificate_last_day(self.instance, item.certificate, self.person)) for item in held)
        return [(item, day) for item, day in found if day is not None]

    def _replaced(self, held: Held, day: date) -> bool:
        """Whether another paper of the kind is valid the day after and covers at least as much."""
        scope = set(held.certificate.scope)
        return any(
            other is not held
            and other.certificate.kind is held.certificate.kind
            and scope <= set(other.certificate.scope)
            and other.validity.covers(day + _DAY, day + _DAY)
            for other in papers_of(self.instance, self.person).held
        )

    def _certificate(self, held: Held, day: date) -> Expiry:
        kind = held.certificate.kind
        bar = self._bar(held.certificate, day + _DAY)
        services, shifts = self._lost(day)
        return Expiry(
            kind=ExpiryKind.CERTIFICATE,
            what=Text(term("certificate", kind), term("certificate", kind, "en")),
            last_day=day,
            why=bar.text if bar is not None else self._with_patent(held),
            citation=bar.citation if bar is not None else self._cited_with_patent(held, day),
            reading=bar.reading if bar is not None else "",
            crew_id=self.person.crew_id,
            follows=bar is None,
            services=services,
            shifts=shifts,
            rostered=self._rostered(shifts, services),
        )

    def _bar(self, certificate: Certificate, day: date) -> Finding | None:
        bars = certificate_bars(self.instance, certificate, self.person, whole_days(day, day))
        return bars[0] if bars else None

    def _with_patent(self, held: Held) -> Text:
        kind, name = held.certificate.kind, self.person.name
        return Text(
            f"Die Berechtigung „{term('certificate', kind)}“ von {name} endet mit dem Patent.",
            f'The authorisation "{term("certificate", kind, "en")}" of {name} ends with the patent.',
        )

    def _cited_with_patent(self, held: Held, day: date) -> str:
        cite = held.values(self.instance.rulebook, day).get("cite", {})
        return str(cite.get("with_patent") or self.instance.rulebook.citation(held.rule_id, day))

    def _lost(self, day: date) -> tuple[tuple[Service, ...], tuple[str, ...]]:
        """What the papers that end on ``day`` would still carry afterwards, if those of later days were kept."""
        own = dict((id(held), last) for held, last in self._ends())
        kept = as_if_kept(self.instance, self.person, lambda held: own.get(id(held), date.min) >= day)
        without = as_if_kept(self.instance, self.person, lambda held: own.get(id(held), date.min) > day)

        def gone(asked: Asked) -> frozenset[Service]:
            return asked.served_with(kept) - asked.served_with(without)

        asking = self.shifts.kinds_of_asking(day + _DAY)
        services = frozenset(service for asked in asking for service in gone(asked))
        shifts = tuple(shift.shift_id for shift in self._after(day) if gone(self.shifts.asked(shift)))
        return _ordered(services), shifts

    def _after(self, day: date) -> Iterator[Shift]:
        """Shifts with at least one day after ``day`` that the person does not leave before."""
        gone = self.person.exit_on
        for shift in self.shifts.in_order:
            days = shift.interval.days()
            if days[-1] > day and days[-1] >= self.first and (gone is None or days[-1] <= gone):
                yield shift

    def _refreshers(self, told: set[date]) -> Iterator[Expiry]:
        """Safety roles that end with a course that was not repeated, not with a paper already told."""
        papers = papers_of(self.instance, self.person)
        for role in SafetyRole:
            day = self.first
            if any(role_bars(papers, role, day, day)):
                continue
            while day <= self.last and day not in told:
                bar = next(role_bars(papers, role, day + _DAY, day + _DAY), None)
                if bar is not None:
                    yield self._refresher(role, day, bar)
                    break
                day += _DAY

    def _refresher(self, role: SafetyRole, day: date, bar: Finding) -> Expiry:
        shifts = tuple(s.shift_id for s in self._after(day) if role in self.shifts.asked(s).roles)
        asked = any(role in self.shifts.asked(shift).roles for shift in self.shifts.in_order)
        return Expiry(
            kind=ExpiryKind.REFRESHER,
            what=Text(term("safety_role", role), term("safety_role", role, "en")),
            last_day=day,
            why=bar.text,
            citation=bar.citation,
            reading=bar.reading,
            crew_id=self.person.crew_id,
            services=(role,) if asked else (),
            shifts=shifts,
            rostered=self._rostered(shifts, (role,)),
        )

    def _employment(self) -> Iterator[Expiry]:
        day = self.person.exit_on
        if day is None or not self.first <= day <= self.last:
            return
        papers = papers_of(self.instance, self.person)
        later = [shift for shift in self.shifts.in_order if shift.interval.days()[-1] > day]
        shifts = tuple(shift.shift_id for shift in later if self.shifts.asked(shift).served_with(papers))
        asking = self.shifts.kinds_of_asking(day)
        services = _ordered(frozenset(service for asked in asking for service in asked.served_with(papers)))
        name = self.person.name
        yield Expiry(
            kind=ExpiryKind.EMPLOYMENT,
            what=Text("Beschäftigung", "employment"),
            last_day=day,
            why=Text(f"{name} scheidet aus.", f"{name} leaves."),
            crew_id=self.person.crew_id,
            services=services,
            shifts=shifts,
            rostered=self._rostered(shifts, services),
        )

    def _rostered(self, shifts: tuple[str, ...], services: tuple[Service, ...]) -> tuple[str, ...]:
        hit = {
            row.shift_id
            for row in self.roster.rows
            if row.on_duty
            and row.crew_id == self.person.crew_id
            and (row.function in services or set(row.safety_roles) & set(services))
        }
        return tuple(shift_id for shift_id in shifts if shift_id in hit)


def _ordered(services: frozenset[Service]) -> tuple[Service, ...]:
    order: list[Service] = [*Function, *SafetyRole]
    return tuple(item for item in order if item in services)
