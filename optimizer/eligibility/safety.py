"""Who may take a safety role on a passenger ship (§ 17, §§ 85-88, § 110 BinSchPersV)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from optimizer.domain import CertificateKind, Person, SafetyRole, Shift
from optimizer.eligibility.bars import bar, on_shift, show
from optimizer.eligibility.documents import document_bars, reading_of
from optimizer.eligibility.memory import about
from optimizer.eligibility.papers import Held, Papers, papers_of
from optimizer.eligibility.persons import person_bars
from optimizer.eligibility.routes import of_kind
from optimizer.eligibility.substitution import OWN, kind_values
from optimizer.eligibility.validity import Limit, refresher_limit
from optimizer.findings import Finding, Text
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.manning.regime import rhine_applies
from optimizer.terms import term
from optimizer.timeline import add_years


def safety_bars(instance: Instance, person: Person, role: SafetyRole, shift: Shift) -> tuple[Finding, ...]:
    """Why ``person`` may not take a safety role on ``shift``; empty if they may.

    The role may be taken by crew or by cabin staff, so bars that bind only the crew are left to the
    person's place.
    """
    days = shift.interval.days()
    bars = [
        *person_bars(instance, person, shift.interval, minimum_crew=False, crew=False),
        *_remembered_bars(instance, person, role, days[0], days[-1]),
        *(_age_bars(instance, person, role, days[0], days[-1]) if rhine_applies(instance, shift) else ()),
    ]
    return on_shift(bars, shift.shift_id, shift.vessel_id, shift.interval)


def _age_bars(instance: Instance, person: Person, role: SafetyRole, first: date, last: date) -> Iterator[Finding]:
    """§ 16.07 RheinSchPersV: the least age of first aiders on the Rhine."""
    rule_id = "rhine.safety.first_aider_age"
    values = instance.rulebook.values(rule_id, first)
    if values is None or role != values["role"]:
        return
    birthday = add_years(person.birth_date, values["min_age"])
    if first < birthday:
        text = Text(
            f"{person.name} wird erst am {show(birthday)} {values['min_age']} Jahre alt; Ersthelfer auf dem Rhein sind "
            "mindestens so alt.",
            f"{person.name} turns {values['min_age']} only on {show(birthday)}, the least age of first aiders on the Rhine.",
        )
        until = min(last, birthday - timedelta(days=1))
        yield bar(instance.rulebook, person, rule_id, (first, until), text, allowed=str(values["min_age"]))


def _remembered_bars(
    instance: Instance, person: Person, role: SafetyRole, first: date, last: date
) -> tuple[Finding, ...]:
    def find() -> tuple[Finding, ...]:
        return tuple(role_bars(papers_of(instance, person), role, first, last))

    return about(instance, person, ("role", role, first, last), find)


def role_bars(papers: Papers, role: SafetyRole, first: date, last: date) -> Iterator[Finding]:
    """The bars of :func:`safety_bars` that lie in certificates, for two days (inclusive)."""
    candidates = [held for held in papers.held if _serves(papers.rulebook, held, role, first)]
    answers = [list(_held_bars(papers, held, first, last)) for held in candidates]
    if not candidates:
        yield _without(papers, role, first, last)
    elif all(answers):
        yield from (finding for answer in sorted(answers, key=len) for finding in answer)


def _serves(rulebook: Rulebook, held: Held, role: SafetyRole, day: date) -> bool:
    return role in held.values(rulebook, day).get("safety_roles", ())


def _held_bars(papers: Papers, held: Held, first: date, last: date) -> Iterator[Finding]:
    yield from document_bars(papers, held, None, first, last)
    years = held.values(papers.rulebook, first).get("refresher_within_years")
    if years is not None:
        yield from _refresher_bars(papers, held, years, first, last)


def _refresher_bars(papers: Papers, held: Held, years: int, first: date, last: date) -> Iterator[Finding]:
    """The yearly refresher; the basic course itself counts for its first year."""
    limit = max(_courses(papers, held, years, first), key=lambda item: item.last, default=None)
    if limit is None or last <= limit.last:
        return
    name = papers.person.name
    text = Text(
        f"Die letzte Atemschutz-Übung von {name} zählt nur bis {show(limit.last)}; nötig ist ein Wiederholungslehrgang.",
        f"The last breathing-apparatus course of {name} counts only until {show(limit.last)}; a refresher is needed.",
    )
    start = max(first, limit.last + timedelta(days=1))
    citation = held.values(papers.rulebook, first)["cite"]["refresher"]
    yield bar(
        papers.rulebook, papers.person, held.rule_id, (start, last), text,
        citation=citation, found=show(start), allowed=show(limit.last), reading=reading_of(limit, last),
    )  # fmt: skip


def _courses(papers: Papers, held: Held, years: int, first: date) -> Iterator[Limit]:
    """Until when each course taken by ``first`` keeps, no longer than its own document says."""
    for item in (held, *of_kind(papers, CertificateKind.BREATHING_REFRESHER)):
        if item.certificate.issued_on <= first:
            limit = refresher_limit(papers.rulebook, item.certificate.issued_on, years)
            stated = item.certificate.valid_until
            yield (
                limit if stated is None or item is held or limit.last <= stated else Limit("refresher", stated, years)
            )


def _without(papers: Papers, role: SafetyRole, first: date, last: date) -> Finding:
    kinds = [
        kind for kind in CertificateKind if role in kind_values(papers.rulebook, kind, first).get("safety_roles", ())
    ]
    name = papers.person.name
    text = Text(
        f"{name} hat kein Zeugnis als {term('safety_role', role)}.",
        f"{name} holds no certificate as {term('safety_role', role, 'en').lower()}.",
    )
    rule_id = f"certificate.{kinds[0]}" if kinds else OWN
    return bar(papers.rulebook, papers.person, rule_id, (first, last), text)
