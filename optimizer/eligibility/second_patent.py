"""Whether a person holds the patent for the stretch, as § 108(5) BinSchPersV asks of a second one."""

from __future__ import annotations

from collections.abc import Iterator

from optimizer.domain import CertificateKind, Function, Person, Shift
from optimizer.eligibility.authorisations import authorisation_bars
from optimizer.eligibility.bars import bar, function_name, on_shift
from optimizer.eligibility.documents import document_bars
from optimizer.eligibility.leading import prohibition_bars
from optimizer.eligibility.papers import Papers, ShiftFacts, facts_of, papers_of
from optimizer.eligibility.routes import Route, holdings, routes
from optimizer.findings import Finding, Text
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies
from optimizer.manning.requirement import Place

_RULE = "manning.day_excursion.second_patent"
_OF_THE_STRETCH = (CertificateKind.MARITIME, CertificateKind.RISK_STRETCH)


def second_patent_bars(instance: Instance, person: Person, shift: Shift) -> tuple[Finding, ...]:
    """Why ``person`` does not count as the second holder of the patent; empty if they do.

    Only the patent is judged; whether the person may fill a place is asked separately.
    """
    facts = facts_of(instance.vessel_of(shift), shift, rhine=rhine_applies(instance, shift))
    bars = patent_bars(papers_of(instance, person), facts)
    return on_shift(bars, shift.shift_id, shift.vessel_id, shift.interval)


def patent_bars(papers: Papers, facts: ShiftFacts) -> Iterator[Finding]:
    """The bars of :func:`second_patent_bars` for the facts of a shift."""
    patents = routes(papers, Place(Function.BOATMASTER), facts)
    answers = [list(_one_patent(papers, route, facts)) for route in patents]
    if answers and not all(answers):
        return
    yield _not_second(papers, facts)
    yield from (finding for answer in answers for finding in answer)


def _one_patent(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    yield from document_bars(papers, route.held, route.function, facts.first, facts.last)
    yield from prohibition_bars(papers, route.function, facts.first, facts.last)
    if papers.rulebook.readings["stretch_certificate"] == "with_authorisations":
        for kind in _OF_THE_STRETCH:
            yield from authorisation_bars(papers, route, facts, kind)


def _not_second(papers: Papers, facts: ShiftFacts) -> Finding:
    name, holds, master = papers.person.name, holdings(papers), function_name(Function.BOATMASTER)
    text = Text(
        f"{name} hat nicht das Zeugnis, das auf dieser Strecke außer dem {master.de} noch jemand haben muss (vorhanden: {holds.de}).",
        f"{name} does not hold the certificate that somebody besides the {master.en.lower()} must hold on this stretch "
        f"(held: {holds.en}).",
    )
    return bar(papers.rulebook, papers.person, _RULE, (facts.first, facts.last), text)
