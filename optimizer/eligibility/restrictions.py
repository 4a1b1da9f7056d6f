"""Restrictions for reasons of health, in a certificate or the proof of fitness (§ 21(3), (4))."""

from __future__ import annotations

from collections.abc import Iterator

from optimizer.eligibility.bars import bar, named
from optimizer.eligibility.papers import Papers, ShiftFacts
from optimizer.eligibility.routes import Route
from optimizer.findings import Finding, Text

_RULE = "certificate.restriction"


def restriction_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    """Restrictions in the certificate used or in the proof of fitness that the shift does not keep.

    The authority enters what the proof of fitness says; it binds from then on whatever is entered.
    """
    values = papers.rulebook.values(_RULE, facts.first)
    if values is None:
        return
    entered = {*route.held.certificate.restrictions, *papers.person.medical_restrictions}
    if "daylight_only" in entered and not facts.daylight:
        yield _bar(
            papers,
            route,
            facts,
            "daylight_only",
            Text("nur bei Tageslicht", "daylight only"),
            _DAYLIGHT,
        )
    solo = values["no_solo_wheelhouse"]
    if "no_solo_wheelhouse" in entered and route.function in solo["functions"] and not facts.accompanied:
        yield _bar(
            papers,
            route,
            facts,
            "no_solo_wheelhouse",
            Text("nicht allein im Steuerhaus", "not alone in the wheelhouse"),
            _SECOND,
        )


_DAYLIGHT = Text("nötig ist eine Schicht bei Tageslicht", "needed: a shift in daylight")
_SECOND = Text(
    "nötig ist ein zweites Mitglied der Decksmannschaft im Dienst",
    "needed: a second member of the deck crew on duty",
)


def _where(route: Route, word: str) -> Text:
    """The document that states the restriction."""
    if word not in route.held.certificate.restrictions:
        return Text("Im Tauglichkeitsnachweis", "The proof of fitness")
    name = named(route.held.certificate)
    return Text(f"Im Zeugnis {name.de}", f"The certificate {name.en}")


def _bar(papers: Papers, route: Route, facts: ShiftFacts, word: str, restriction: Text, need: Text) -> Finding:
    where, person = _where(route, word), papers.person.name
    text = Text(
        f"{where.de} von {person} steht „{restriction.de}“; {need.de}.",
        f'{where.en} of {person} says "{restriction.en}"; {need.en}.',
    )
    return bar(papers.rulebook, papers.person, _RULE, (facts.first, facts.last), text)
