"""Which of a person's certificates could fill a place, and by which rule (§ 96(2))."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from optimizer.domain import CertificateKind, Function
from optimizer.eligibility.papers import Held, Papers, ShiftFacts
from optimizer.findings import Text
from optimizer.law import Rulebook
from optimizer.manning.requirement import Place
from optimizer.terms import term

OWN = "certificate.needed"
DECKHAND_180 = "certificate.deckhand_180"
LOWER = "substitution.lower_function"
APPRENTICE = "substitution.apprentice"
ENGINE_MINDER = "substitution.engineer_as_engine_minder"

_LEVELS = ("ferry_entry", "entry", "engine", "operational", "management")


@dataclass(frozen=True, slots=True)
class Route:
    """A certificate that could serve as ``function``, and the rule (id in ``data/law``) it serves by."""

    held: Held
    function: Function
    rule_id: str


def routes(papers: Papers, place: Place, facts: ShiftFacts) -> list[Route]:
    """Every route open on all days of the shift, the highest certificate first."""
    found = [
        Route(held, function, rule_id)
        for held in papers.held
        for function in (place.function, *place.also)
        if (rule_id := _rule(papers.rulebook, held, function, place, facts)) is not None
    ]
    return sorted(found, key=lambda route: _rank(papers.rulebook, route, facts.last), reverse=True)


def _rule(
    rulebook: Rulebook, held: Held, function: Function, place: Place, facts: ShiftFacts
) -> str | None:
    """The rule by which a certificate serves on every day, ``None`` if it does not on one of them."""
    answers = {_rule_on(rulebook, held, function, place, day) for day in facts.days}
    return None if None in answers else min(answer for answer in answers if answer is not None)


def _rule_on(
    rulebook: Rulebook, held: Held, function: Function, place: Place, day: date
) -> str | None:
    if function in own_functions(rulebook, held, day):
        return OWN
    if function is Function.DECKHAND_180 and _holds_deckhand(rulebook, held, day):
        return DECKHAND_180
    if _as_engine_minder(rulebook, held, function, day):
        return ENGINE_MINDER
    if place.exchanged or function in place.also:
        return None
    if _may_serve_lower(rulebook, held, function, day):
        return LOWER
    return APPRENTICE if _may_replace_apprentice(rulebook, held, place, day) else None


def own_functions(rulebook: Rulebook, held: Held, day: date) -> frozenset[Function]:
    """Functions a certificate is made out for, on the wording of ``day``."""
    values = held.values(rulebook, day)
    by_route: Mapping[str, Any] = values.get("functions_by_route", {})
    names = [*values.get("functions", ()), *by_route.get(held.certificate.acquired_by, ())]
    return frozenset(Function(name) for name in names)


def _holds_deckhand(rulebook: Rulebook, held: Held, day: date) -> bool:
    values = rulebook.values(DECKHAND_180, day)
    return values is not None and held.certificate.kind == values["certificate"]


def _as_engine_minder(rulebook: Rulebook, held: Held, function: Function, day: date) -> bool:
    values = rulebook.values(ENGINE_MINDER, day)
    return (
        values is not None
        and function == values["fills"]
        and held.certificate.kind in values["certificates"]
    )


def _may_serve_lower(rulebook: Rulebook, held: Held, function: Function, day: date) -> bool:
    values = rulebook.values(LOWER, day)
    if values is None or function in values["except"] or function not in values["order"]:
        return False
    if held.certificate.kind in values["any_lower"]:
        return True
    if held.certificate.kind not in values["own_level_down"]:
        return False
    order: list[str] = values["order"]
    return any(
        order.index(function) < order.index(own) for own in own_functions(rulebook, held, day)
    )


def _may_replace_apprentice(rulebook: Rulebook, held: Held, place: Place, day: date) -> bool:
    values = rulebook.values(APPRENTICE, day)
    if values is None or place.function is not Function.APPRENTICE:
        return False
    without_service_time = place.min_service_days is None or not values["without_service_time"]
    return without_service_time and held.values(rulebook, day).get("level") in values["levels"]


def unclear(papers: Papers, place: Place, day: date) -> Iterator[Held]:
    """Certificates above an apprentice's whose holder may perhaps take an apprentice's place.

    The text lets nobody replace an apprentice from whom service time is required, although a
    boatman is better qualified; planning keeps to the text and says that the rule is unclear.
    """
    if place.function is Function.APPRENTICE and place.min_service_days is not None:
        for held in papers.held:
            if held.values(papers.rulebook, day).get("level") in ("operational", "management"):
                yield held


def _rank(rulebook: Rulebook, route: Route, day: date) -> tuple[int, int, date]:
    values = route.held.values(rulebook, day)
    level = values.get("level", "")
    order: list[str] = (rulebook.values(LOWER, day) or {}).get("order", [])
    own = [order.index(name) for name in values.get("functions", ()) if name in order]
    ends = [stretch.last or date.max for stretch in route.held.validity.stretches]
    return (
        _LEVELS.index(level) if level in _LEVELS else -1,
        max(own, default=-1),
        max(ends, default=date.min),
    )


def of_kind(papers: Papers, kind: str | CertificateKind) -> list[Held]:
    return [held for held in papers.held if held.certificate.kind == kind]


def kinds_for(rulebook: Rulebook, function: Function, day: date) -> list[CertificateKind]:
    """Certificates made out for a function, in the order of the law's hierarchy."""
    kinds = []
    for kind in CertificateKind:
        values = rulebook.values(f"certificate.{kind}", day) or {}
        if function in values.get("functions", ()):
            kinds.append(kind)
    return kinds


def holdings(papers: Papers) -> Text:
    """What a person holds, for the sentence that says it is not enough."""
    kinds = dict.fromkeys(item.certificate.kind for item in papers.held)
    if not kinds:
        return Text("kein Zeugnis", "no certificate")
    return Text(
        ", ".join(term("certificate", kind) for kind in kinds),
        ", ".join(term("certificate", kind, "en") for kind in kinds),
    )
