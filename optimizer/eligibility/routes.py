"""Which of a person's certificates could fill a place, the highest first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from optimizer.domain import CertificateKind, Function
from optimizer.eligibility.papers import Held, Papers, ShiftFacts
from optimizer.eligibility.substitution import own_functions, rank, serving_rule
from optimizer.findings import Text
from optimizer.manning.requirement import Place
from optimizer.terms import term


@dataclass(frozen=True, slots=True)
class Route:
    """A certificate that could serve as ``function``, by the rule ``rule_id`` of ``data/law``."""

    held: Held
    function: Function
    rule_id: str


def routes(papers: Papers, place: Place, facts: ShiftFacts) -> list[Route]:
    """Every route open on all days of the shift, the highest certificate first."""
    found = [
        Route(held, function, rule_id)
        for held in papers.held
        for function in (place.function, *place.also)
        if (rule_id := _rule(papers, held, function, place, facts)) is not None
    ]
    return sorted(found, key=lambda route: _rank(papers, route, facts.last), reverse=True)


def _rule(papers: Papers, held: Held, function: Function, place: Place, facts: ShiftFacts) -> str | None:
    """The rule by which a certificate serves on every day, ``None`` if not on one of them."""
    kind, acquired_by = held.certificate.kind, _way(held)
    answers = [
        serving_rule(papers.rulebook, kind, acquired_by, function, place, day, facts.rhine) for day in facts.days
    ]
    return None if None in answers else answers[0]


def _rank(papers: Papers, route: Route, day: date) -> tuple[tuple[int, int], date]:
    ends = [stretch.last or date.max for stretch in route.held.validity.stretches]
    return rank(papers.rulebook, route.held.certificate.kind, day), max(ends, default=date.min)


def functions_of(papers: Papers, held: Held, day: date) -> frozenset[Function]:
    """Functions a certificate of the person is made out for."""
    return own_functions(papers.rulebook, held.certificate.kind, _way(held), day)


def _way(held: Held) -> str:
    """How a certificate was acquired, for the old ones whose function depends on it."""
    return held.certificate.acquired_by or held.certificate.route


def unclear(papers: Papers, place: Place, day: date) -> Iterator[Held]:
    """Certificates above an apprentice's whose holder may perhaps take an apprentice's place.

    The text lets nobody replace an apprentice from whom service time is required, although a
    boatman is better qualified; planning keeps to the text and says that the rule is unclear.
    """
    if place.function is Function.APPRENTICE and place.min_service_days is not None:
        for held in papers.held:
            if held.values(papers.rulebook, day).get("level") in ("operational", "management"):
                yield held


def of_kind(papers: Papers, kind: str | CertificateKind) -> list[Held]:
    return [held for held in papers.held if held.certificate.kind == kind]


def holdings(papers: Papers) -> Text:
    """What a person holds, for the sentence that says it is not enough."""
    kinds = dict.fromkeys(item.certificate.kind for item in papers.held)
    if not kinds:
        return Text("kein Zeugnis", "no certificate")
    return Text(
        ", ".join(term("certificate", kind) for kind in kinds),
        ", ".join(term("certificate", kind, "en") for kind in kinds),
    )
