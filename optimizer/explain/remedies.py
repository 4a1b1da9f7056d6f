"""Every change that could help to crew a shift, as switches over people as they would be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from optimizer.domain import Dataset, Person
from optimizer.explain.bar import BarKind
from optimizer.explain.bars import qualified_bars, standing_bars
from optimizer.explain.explainer import Explainer
from optimizer.explain.facts import Ease, Fact, absence_fact, consent_fact, lock_fact, with_variant
from optimizer.explain.papers import hire_fact, holds_something, paper_facts
from optimizer.explain.positions import Position
from optimizer.model.blocks import Block
from optimizer.solve.closing import Switches

#: People with changes looked at beside everybody as they are; the easiest come first.
MOST_PEOPLE = 30
#: Changes of one person that are thought of together.
_MOST_EACH = 3
#: How easy the changes are that are looked for first.
_TIERS = (Ease.ABSENCE, Ease.RENEWAL)
#: Bars that changes of a person can lift.
_LIFTED = frozenset({BarKind.ABSENCE, BarKind.ROTATION, BarKind.PAPERS, BarKind.PERSON})
#: Bars of people who hold nothing at all for the place: a renewal does not help, hiring does.
_NO_PAPER = frozenset({"certificate.needed", "certificate.boatmaster_needed", "substitution.lower_function"})


@dataclass(frozen=True)
class Remedies:
    """Changes by name, the dataset with every person as they would be, and the switches over it.

    ``left_out`` counts people with changes beyond :data:`MOST_PEOPLE`.
    """

    facts: dict[str, Fact]
    dataset: Dataset
    switches: Switches
    left_out: int


def remedies(explainer: Explainer, positions: Sequence[Position]) -> Remedies:
    """What could change so that these places of one shift or voyage are filled."""
    own: dict[str, tuple[Fact, ...]] = {}
    for position in positions:
        for person in explainer.instance.dataset.crew.values():
            found = _of_person(explainer, person, position)
            if found:
                known = own.get(person.crew_id, ())
                own[person.crew_id] = tuple({fact.name: fact for fact in (*known, *found)}.values())[:_MOST_EACH]
    order = sorted(own, key=lambda crew_id: (len(own[crew_id]), sum(f.ease for f in own[crew_id]), crew_id))
    dataset = explainer.instance.dataset
    facts: dict[str, Fact] = {}
    variants: dict[str, tuple[str, frozenset[str]]] = {}
    for crew_id in order[:MOST_PEOPLE]:
        for number, chosen in enumerate(_subsets(own[crew_id])):
            variant = f"{crew_id}+{number}"
            dataset = with_variant(dataset, crew_id, variant)
            for fact in chosen:
                dataset = fact.apply(dataset, variant)
                facts[fact.name] = fact
            variants[variant] = (crew_id, frozenset(fact.name for fact in chosen))
    for number, position in enumerate(positions):
        hired = _hired(explainer, position, number)
        if hired is not None:
            dataset = hired.change(dataset)
            facts[hired.name] = hired
            variants[hired.crew_id] = ("", frozenset({hired.name}))
    tiers = tuple(frozenset(f.name for f in facts.values() if f.ease <= ease) for ease in _TIERS)
    switches = Switches(tuple(sorted(facts)), tiers, variants)
    return Remedies(facts, dataset, switches, max(0, len(order) - MOST_PEOPLE))


def _subsets(facts: tuple[Fact, ...]) -> Iterable[tuple[Fact, ...]]:
    for size in range(1, len(facts) + 1):
        yield from combinations(facts, size)


def _of_person(explainer: Explainer, person: Person, position: Position) -> tuple[Fact, ...]:
    """The changes that together would let a person take a place, other duties aside; none where nothing helps.

    An absence over the same days is a change of its own: the person could relieve somebody else.
    """
    best: tuple[Fact, ...] = ()
    for blocks in explainer.blocks(position):
        found = _on_blocks(explainer, person, position, blocks)
        if found and (not best or len(found) < len(best)):
            best = found
        first = blocks[0]
        if any(bar.kind is BarKind.PAPERS for bar in qualified_bars(explainer.standing, person, position, first)):
            break
    return best


def _on_blocks(explainer: Explainer, person: Person, position: Position, blocks: tuple[Block, ...]) -> tuple[Fact, ...]:
    problem = explainer.problem
    bars = standing_bars(explainer.standing, person, position, blocks)
    absent = absence_fact(problem, person, blocks)
    alone = (absent,) if absent is not None and person.active else ()
    if any(bar.kind not in _LIFTED for bar in bars):
        return ()
    facts: list[Fact] = []
    if any(bar.kind is BarKind.ABSENCE for bar in bars):
        if absent is None:
            return ()
        facts.append(absent)
    consent = consent_fact(problem, person, blocks)
    facts += [consent] if consent is not None else []
    if any(bar.code in _NO_PAPER for bar in bars) or not holds_something(problem, person, position):
        return alone
    if any(bar.kind in (BarKind.PAPERS, BarKind.PERSON) for bar in bars):
        papers = paper_facts(problem, person, position, blocks)
        if papers is None:
            return alone
        facts += papers
    tied = {shift_id for unit in explainer.standing.units(person.crew_id) for shift_id in unit}
    lock = lock_fact(problem, person, tied)
    return (*facts, lock) if lock is not None else tuple(facts)


def _hired(explainer: Explainer, position: Position, number: int) -> Fact | None:
    for blocks in explainer.blocks(position):
        fact = hire_fact(explainer.problem, position, blocks, number)
        if fact is not None:
            return fact
    return None
