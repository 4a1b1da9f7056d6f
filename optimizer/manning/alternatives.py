"""The crews a vessel may sail with: those the law names and those an exchange opens."""

from __future__ import annotations

from collections.abc import Iterable

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning import exchange
from optimizer.manning.exchange import Exchange
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.places import PlaceMaker, ferry_books
from optimizer.manning.requirement import Alternative, Substitution
from optimizer.manning.table import Derived

Crew = dict[Function, int]


def exchanges_of(
    facts: Facts, crews: Iterable[Crew], derived: Derived | None, maker: PlaceMaker
) -> list[tuple[Crew, Exchange]]:
    """Every exchange of every crew, each with the crew it starts from.

    A crew reinforced under § 116(1) is not thinned out again by § 118(1) S. 1.
    """
    found: list[tuple[Crew, Exchange]] = []
    for crew in crews:
        options: list[Exchange] = []
        if derived is None or not derived.reinforced:
            options += exchange.forward(facts, crew, maker)
        options += exchange.back(facts, crew, maker)
        if derived is not None:
            options += exchange.replacements(facts, crew, maker, derived)
        found += [(crew, option) for option in options]
    return found


def statutory_crews(
    facts: Facts, crews: list[Crew], maker: PlaceMaker, exchanges: list[tuple[Crew, Exchange]]
) -> tuple[Alternative, ...]:
    """The named crews. One with more entry-level members than § 118(1) S. 2 lets belong to a crew
    is listed after the crew of S. 3, which is lawful under every reading."""
    listed: list[Alternative] = []
    for crew in crews:
        if exchange.crowded(facts, crew):
            back = (x for start, x in exchanges if start is crew and x.substitution.count > 1)
            listed += [x.result for x in back]
        listed.append(maker.alternative(crew))
    return tuple(dict.fromkeys(listed))


def note_crowded(facts: Facts, crews: list[Crew], log: Log) -> None:
    if any(exchange.crowded(facts, crew) for crew in crews):
        log.note(exchange.ENTRY_LEVEL, _CROWDED)


def options_of(
    facts: Facts,
    table: str | None,
    statutory: tuple[Alternative, ...],
    exchanges: list[tuple[Crew, Exchange]],
) -> tuple[Substitution, ...]:
    """Options for display: the exchanges, and the old ferry books."""
    options = [item.substitution for _, item in exchanges]
    rule_id = f"{table}.ferry_books"
    for function, book in ferry_books(facts, table).items():
        count = max((item.functions().get(function, 0) for item in statutory), default=0)
        if count:
            citation = facts.citation(rule_id)
            options.append(Substitution(function, (book,), citation, max_times=count))
    return tuple(dict.fromkeys(options))


_CROWDED = Text(
    "Zur Besatzung gehören mehr als zwei Mitglieder der Einstiegsebene. Ob das zulässig ist, ist "
    "unklar; wo es geht, zwei davon durch einen Matrosen ersetzen.",
    "More than two members of the entry level belong to the crew. Whether that is lawful is unclear; "
    "where possible replace two of them by a boatman.",
)
