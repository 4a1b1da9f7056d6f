"""Why a person may not fill a place on a shift."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from optimizer.domain import CertificateKind, Function, Person, Shift
from optimizer.eligibility.bars import bar, function_name, listed, named, on_shift
from optimizer.eligibility.conditions import condition_bars, too_young
from optimizer.eligibility.documents import document_bars
from optimizer.eligibility.leading import leading_bars
from optimizer.eligibility.papers import Papers, ShiftFacts, facts_of, leading_functions, papers_of
from optimizer.eligibility.persons import person_bars
from optimizer.eligibility.restrictions import restriction_bars
from optimizer.eligibility.routes import Route, holdings, routes, unclear
from optimizer.eligibility.substitution import APPRENTICE, DECKHAND_180, LOWER, OWN, RHINE_LOWER, kinds_for
from optimizer.findings import Finding, Text
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies
from optimizer.manning.requirement import Place

#: Places beside the crew tables; nobody needs a certificate for them.
BESIDE_THE_TABLES = frozenset({Function.ADDITIONAL, Function.CABIN_STAFF})


def place_bars(
    instance: Instance, person: Person, place: Place, shift: Shift, *, accompanied: bool = False
) -> tuple[Finding, ...]:
    """Why ``person`` may not fill ``place`` on ``shift``; empty if they may.

    The bars of the person (:func:`person_bars`) are included. With several certificates that could
    serve, one without a bar is enough; otherwise the bars of the highest certificate come first.

    Parameters
    ----------
    accompanied
        Another member of the deck crew is on duty besides whoever leads the vessel; without it a
        holder of a certificate "not alone in the wheelhouse" may not lead.
    """
    counts, crew = counting(place)
    rhine = rhine_applies(instance, shift)
    bars = list(person_bars(instance, person, shift.interval, minimum_crew=counts, crew=crew, rhine=rhine))
    facts = facts_of(instance.vessel_of(shift), shift, accompanied=accompanied, rhine=rhine)
    bars += qualification_bars(papers_of(instance, person), place, facts)
    return on_shift(bars, shift.shift_id, shift.vessel_id, shift.interval)


def counting(place: Place) -> tuple[bool, bool]:
    """Whether a place counts towards the minimum crew, and whether it is one of the crew at all."""
    return place.function not in BESIDE_THE_TABLES, place.function is not Function.CABIN_STAFF


def qualification_bars(papers: Papers, place: Place, facts: ShiftFacts) -> Iterator[Finding]:
    """The bars of :func:`place_bars` that lie in certificates and in the conditions of the place."""
    if place.function in BESIDE_THE_TABLES:
        return
    yield from condition_bars(papers, place, facts)
    open_routes = routes(papers, place, facts)
    answers: list[list[Finding]] = []
    for route in open_routes:
        answer = list(_route_bars(papers, route, facts))
        if not answer:
            return
        answers.append(answer)
    yield from (finding for answer in answers for finding in answer)
    if not open_routes:
        yield _without_certificate(papers, place, facts)


def _route_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    yield from document_bars(papers, route.held, route.function, facts.first, facts.last)
    yield from restriction_bars(papers, route, facts)
    if route.rule_id == DECKHAND_180:
        yield from _validated_days_bars(papers, route, facts)
    if route.rule_id == APPRENTICE:
        yield from _replacement_age_bars(papers, route, facts)
    if route.function in leading_functions(papers.rulebook, facts.first):
        yield from leading_bars(papers, route, facts)


def _validated_days_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    values = papers.rulebook.values(DECKHAND_180, facts.first)
    assert values is not None
    least, validated = values["validated_days"]["from"], route.held.certificate.validated_days
    if validated is not None and validated >= least:
        return
    name = papers.person.name
    if validated is None:
        text = Text(
            f"{name}: Bestätigte Fahrzeit ist nicht angegeben; nötig sind {least} bestätigte Tage.",
            f"{name}: validated service time is not stated; {least} validated days are needed.",
        )
    else:
        text = Text(
            f"{name} hat {validated} bestätigte Tage Fahrzeit; nötig sind {least}.",
            f"{name} has {validated} validated days of service; {least} are needed.",
        )
    found = "" if validated is None else str(validated)
    yield bar(
        papers.rulebook,
        papers.person,
        DECKHAND_180,
        (facts.first, facts.last),
        text,
        found=found,
        allowed=str(least),
    )


def _replacement_age_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    values = papers.rulebook.values(APPRENTICE, facts.first)
    assert values is not None
    yield from too_young(papers, APPRENTICE, facts, values["min_age"])


def _without_certificate(papers: Papers, place: Place, facts: ShiftFacts) -> Finding:
    if better := next(unclear(papers, place, facts.first), None):
        name, held = papers.person.name, named(better.certificate)
        text = Text(
            f"Regel unklar: {name} mit dem Zeugnis {held.de} darf einen Leichtmatrosen, von dem Fahrzeit verlangt wird, "
            "nach dem Wortlaut nicht ersetzen; im Zweifel bleibt der Platz für ihn gesperrt.",
            f"Rule unclear: by the wording {name} with the certificate {held.en} may not replace an apprentice of whom "
            "service time is required; in doubt the place stays closed.",
        )
        return bar(papers.rulebook, papers.person, APPRENTICE, (facts.first, facts.last), text)
    rule_id = _needed_rule(papers, place, facts)
    name, function, holds = papers.person.name, function_name(place.function), holdings(papers)
    needed = listed(_sufficient(papers, place, facts))
    text = Text(
        f"{name} hat kein Zeugnis, das für {function.de} reicht (vorhanden: {holds.de}); nötig ist {needed.de}.",
        f"{name} holds no certificate sufficient for {function.en} (held: {holds.en}); needed: {needed.en}.",
    )
    reading = _lenient_reading(papers, place, facts)
    return bar(papers.rulebook, papers.person, rule_id, (facts.first, facts.last), text, reading=reading)


def _lenient_reading(papers: Papers, place: Place, facts: ShiftFacts) -> str:
    """The reading whose other choice would let somebody of the deck crew take an apprentice's place on the Rhine."""
    if not facts.rhine or place.function is not Function.APPRENTICE:
        return ""
    levels = (papers.rulebook.values(APPRENTICE, facts.first) or {}).get("levels", ())
    held = any(held.values(papers.rulebook, facts.first).get("level") in levels for held in papers.held)
    return "rhine_apprentice_place" if held else ""


def _needed_rule(papers: Papers, place: Place, facts: ShiftFacts) -> str:
    if place.function in leading_functions(papers.rulebook, facts.first):
        return "certificate.boatmaster_needed"
    if place.function is Function.ENGINEER:
        return f"certificate.{CertificateKind.RHINE_ENGINEER}"
    if facts.rhine:
        return RHINE_LOWER
    management = (held.values(papers.rulebook, facts.first).get("level") == "management" for held in papers.held)
    return LOWER if any(management) and not place.exchanged else OWN


def _sufficient(papers: Papers, place: Place, facts: ShiftFacts) -> Iterable[str]:
    """Certificates made out for the place; a deckhand's with validated days for a deckhand 180."""
    kinds = [
        kind for function in (place.function, *place.also) for kind in kinds_for(papers.rulebook, function, facts.first)
    ]
    if place.function is Function.DECKHAND_180:
        values = papers.rulebook.values(DECKHAND_180, facts.first) or {}
        kinds = [values["certificate"], *kinds] if values else kinds
    return dict.fromkeys(kinds)
