"""What leading a vessel needs besides the patent: ferry site, authorisations, LNG, no prohibition."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from datetime import date

from optimizer.domain import CertificateKind, Function, MeasureKind
from optimizer.eligibility.authorisations import authorisation_bars
from optimizer.eligibility.bars import bar, named, show
from optimizer.eligibility.documents import document_bars
from optimizer.eligibility.lng import leading_lng_bars
from optimizer.eligibility.papers import Held, Papers, ShiftFacts
from optimizer.eligibility.routes import Route, functions_of
from optimizer.findings import Finding, Text

_AUTHORISATIONS = (
    CertificateKind.MARITIME,
    CertificateKind.RADAR,
    CertificateKind.RISK_STRETCH,
    CertificateKind.LARGE_CONVOY,
)


def leading_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    """Bars against leading the vessel with the certificate of ``route``, beyond the certificate itself."""
    yield from prohibition_bars(papers, route.function, facts.first, facts.last)
    yield from _site_bars(papers, route, facts)
    yield from _free_moving_bars(papers, route, facts)
    for kind in _AUTHORISATIONS:
        yield from authorisation_bars(papers, route, facts, kind)
    yield from leading_lng_bars(papers, route, facts)


def prohibition_bars(papers: Papers, function: Function, first: date, last: date) -> Iterator[Finding]:
    """A person prohibited from leading vessels (§ 98(10)), whatever certificates they hold."""
    values = papers.rulebook.values("certificate.prohibited", first) or {}
    if function not in values.get("functions", ()):
        return
    for measure in papers.measures:
        if measure.kind is MeasureKind.PROHIBITED and measure.from_day <= last:
            until = last if measure.until is None else min(last, measure.until)
            if first <= until:
                text = Text(
                    f"{papers.person.name} darf ab {show(measure.from_day)} kein Fahrzeug führen (untersagt).",
                    f"{papers.person.name} is prohibited from leading a vessel from {show(measure.from_day)}.",
                )
                days = (max(first, measure.from_day), until)
                yield bar(papers.rulebook, papers.person, "certificate.prohibited", days, text)


def _site_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    values = route.held.values(papers.rulebook, facts.first)
    if values.get("scope") != "ferry_sites":
        return
    entered = route.held.certificate.scope
    outside = [site for site in facts.ferry_sites if plain(site) not in {plain(item) for item in entered}]
    if facts.ferry_sites and entered and not outside:
        return
    text = _site_text(papers, route.held, facts, outside)
    yield bar(
        papers.rulebook, papers.person, route.held.rule_id, (facts.first, facts.last), text,
        citation=values["cite"]["scope"], found=", ".join(facts.ferry_sites), allowed=", ".join(entered),
    )  # fmt: skip


def _site_text(papers: Papers, held: Held, facts: ShiftFacts, outside: list[str]) -> Text:
    person, name = papers.person.name, named(held.certificate)
    if not facts.ferry_sites:
        return Text(
            f"{person}: Für die Fähre ist keine Fährstelle angegeben; das Zeugnis {name.de} gilt nur für eingetragene Fährstellen.",
            f"{person}: no ferry site is stated for the ferry; the certificate {name.en} holds for entered sites only.",
        )
    if not held.certificate.scope:
        return Text(
            f"{person}: Im Zeugnis {name.de} ist keine Fährstelle angegeben; nötig ist {', '.join(facts.ferry_sites)}.",
            f"{person}: the certificate {name.en} states no ferry site; needed: {', '.join(facts.ferry_sites)}.",
        )
    return Text(
        f"Das Zeugnis {name.de} von {person} gilt für {', '.join(held.certificate.scope)}, nicht für {', '.join(outside)}.",
        f"The certificate {name.en} of {person} holds for {', '.join(held.certificate.scope)}, not for {', '.join(outside)}.",
    )


def plain(site: str) -> str:
    """A ferry site without regard to case, blanks and Unicode form."""
    return " ".join(unicodedata.normalize("NFC", site).casefold().split())


def _free_moving_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    rule_id = "certificate.free_moving_ferry"
    values = papers.rulebook.values(rule_id, facts.first)
    if values is None or facts.free_moving is False or route.held.certificate.kind not in values["certificates"]:
        return
    if _holds_level(papers, values["besides_levels"], facts):
        return
    person, name = papers.person.name, named(route.held.certificate)
    if facts.free_moving is None:
        text = Text(
            f"{person}: Es ist nicht angegeben, ob die Fähre frei fährt; dann ist neben dem Zeugnis {name.de} "
            "ein Zeugnis mindestens der Einstiegsebene nötig.",
            f"{person}: it is not stated whether the ferry is free-moving; if so, a certificate of at least the "
            f"entry level is needed besides {name.en}.",
        )
    else:
        text = Text(
            f"{person} führt eine frei fahrende Fähre; neben dem Zeugnis {name.de} ist ein gültiges Zeugnis "
            "mindestens der Einstiegsebene nötig.",
            f"{person} leads a free-moving ferry; besides {name.en} a valid certificate of at least the entry "
            "level is needed.",
        )
    yield bar(papers.rulebook, papers.person, rule_id, (facts.first, facts.last), text)


def _holds_level(papers: Papers, levels: list[str], facts: ShiftFacts) -> bool:
    """Whether some certificate of one of the levels is valid throughout."""
    for held in papers.held:
        if held.values(papers.rulebook, facts.first).get("level") in levels:
            function = next(iter(functions_of(papers, held, facts.first)), None)
            if not any(document_bars(papers, held, function, facts.first, facts.last)):
                return True
    return False
