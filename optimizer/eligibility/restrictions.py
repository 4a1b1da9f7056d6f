"""Restrictions entered in a certificate for reasons of health (§ 21(3), (4))."""

from __future__ import annotations

from collections.abc import Iterator

from optimizer.eligibility.bars import bar, named
from optimizer.eligibility.papers import Papers, ShiftFacts
from optimizer.eligibility.routes import Route
from optimizer.findings import Finding, Text

_RULE = "certificate.restriction"


def restriction_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    """Restrictions in the certificate used that the shift does not keep."""
    values = papers.rulebook.values(_RULE, facts.first)
    if values is None:
        return
    entered = set(route.held.certificate.restrictions)
    if "daylight_only" in entered and not facts.daylight:
        yield _bar(papers, route, facts, Text("nur bei Tageslicht", "daylight only"), _DAYLIGHT)
    solo = values["no_solo_wheelhouse"]
    if "no_solo_wheelhouse" in entered and route.function in solo["functions"] and not facts.accompanied:
        yield _bar(
            papers,
            route,
            facts,
            Text("nicht allein im Steuerhaus", "not alone in the wheelhouse"),
            _SECOND,
        )


_DAYLIGHT = Text("nötig ist eine Schicht bei Tageslicht", "needed: a shift in daylight")
_SECOND = Text(
    "nötig ist ein zweites Mitglied der Decksmannschaft im Dienst",
    "needed: a second member of the deck crew on duty",
)


def _bar(papers: Papers, route: Route, facts: ShiftFacts, restriction: Text, need: Text) -> Finding:
    name = named(route.held.certificate)
    text = Text(
        f"Im Zeugnis {name.de} von {papers.person.name} steht „{restriction.de}“; {need.de}.",
        f'The certificate {name.en} of {papers.person.name} says "{restriction.en}"; {need.en}.',
    )
    return bar(papers.rulebook, papers.person, _RULE, (facts.first, facts.last), text)
