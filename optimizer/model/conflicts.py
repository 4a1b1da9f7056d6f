"""Which blocks one person cannot combine: pairs and triples, covered by cliques.

A conflict comes from being in two places at once, from the short rest rules (judged on the pair or
triple itself) or from § 101(3): the crew of a vessel that only sails lawfully because crews change
serves on no other vessel in the same 24 hours.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from optimizer.domain import Person
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.crew_change import CrewChangeRule
from optimizer.model.people import rest_class
from optimizer.model.rest_oracle import REACH, RestOracle
from optimizer.model.rhine_change import RhineChangeRule
from optimizer.model.travel import NO_TIME_TO_TRAVEL, departure_of
from optimizer.timeline import Interval

#: Duties further apart than this share no row for the way between them: somebody mostly works in between.
_FAR = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Conflict:
    """Blocks (by index) of which a person may work all but one; ``rule_id`` says why.

    Working one of ``unless`` too lifts the conflict: it is the way from the first block that forbids
    the last one, and from another place it is shorter.
    """

    blocks: tuple[int, ...]
    rule_id: str
    unless: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Conflicts:
    """What one person cannot combine: pairs with the rule, cliques that cover them, larger sets.

    ``common`` are the pairs that nobody of the person's rest class can combine.
    """

    pairs: Mapping[tuple[int, int], str]
    cliques: tuple[tuple[int, ...], ...]
    larger: tuple[Conflict, ...]
    common: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def among(self, blocks: frozenset[int]) -> Conflicts:
        """The part that concerns these blocks only."""
        cut = {tuple(index for index in clique if index in blocks) for clique in self.cliques}
        cut = {clique for clique in cut if len(clique) > 1}
        holding: dict[int, list[frozenset[int]]] = {}
        for clique in cut:
            for index in clique:
                holding.setdefault(index, []).append(frozenset(clique))
        kept = [c for c in cut if not any(other.issuperset(c) and len(other) > len(c) for other in holding[c[0]])]
        pairs = {key: rule for key, rule in self.pairs.items() if key[0] in blocks and key[1] in blocks}
        return Conflicts(
            pairs=pairs,
            cliques=tuple(sorted(kept)),
            larger=tuple(
                replace(conflict, unless=tuple(index for index in conflict.unless if index in blocks))
                for conflict in self.larger
                if blocks.issuperset(conflict.blocks)
            ),
            common=pairs,
        )


class ConflictFinder:
    """Find conflicts among blocks, once per rest class and then once per person near fixed time."""

    def __init__(self, instance: Instance, blocks: Sequence[Block], oracle: RestOracle, crew_change: CrewChangeRule):
        self._instance = instance
        self._blocks = blocks
        self._oracle = oracle
        self._crew_change = crew_change
        self._rhine = RhineChangeRule(instance)
        self._of_class: dict[tuple[str, str], Conflicts] = {}
        self._among: dict[tuple[tuple[str, str], frozenset[int]], Conflicts] = {}

    def pair(self, person: Person, first: Block, second: Block, *, alone: bool = False) -> str | None:
        """Id of the rule that forbids both blocks to one person, ``None`` if they are compatible.

        The way between them is not looked at here: a duty between the two may shorten it.
        """
        if _two_places(first, second):
            return "presence.two_places"
        if self._crew_change.excludes(first, second):
            return "mode.crew_change"
        rhine = self._rhine.excludes(first, second)
        if rhine is not None:
            return rhine
        early, late = sorted((first, second), key=_order)
        travel = self._oracle.travel
        if not travel.fits(departure_of(early), late):
            return NO_TIME_TO_TRAVEL
        if late.presence.start - early.end >= REACH + travel.longest:
            return None
        breach = self._oracle.breach(person, (early, late), alone=alone, ways=False)
        return None if breach is None else breach.rule_id

    def of_person(self, person: Person, candidates: Sequence[Block]) -> Conflicts:
        """Conflicts among a person's candidate blocks."""
        class_key = rest_class(person, self._instance)
        if class_key not in self._of_class:
            pairs, larger = self._search(person, self._blocks, alone=True)
            larger += self._far_ways(person, self._blocks)
            self._of_class[class_key] = Conflicts(pairs, tuple(clique_cover(pairs)), tuple(larger))
        indices = frozenset(block.index for block in candidates)
        if (class_key, indices) not in self._among:
            self._among[class_key, indices] = self._of_class[class_key].among(indices)
        shared = self._among[class_key, indices]
        near = [block for block in candidates if self._oracle.near_fixed(person, (block,))]
        pairs, larger = self._search(person, near, alone=False, known=shared.pairs)
        own = {key: rule_id for key, rule_id in pairs.items() if key not in shared.pairs}
        return Conflicts(
            pairs={**shared.pairs, **own},
            cliques=shared.cliques + tuple(clique_cover(own)),
            larger=tuple(c for c in shared.larger if not c.unless or not self._oracle.departs(person))
            + tuple(conflict for conflict in larger if conflict not in shared.larger),
            common=shared.pairs,
        )

    def _search(
        self,
        person: Person,
        candidates: Sequence[Block],
        *,
        alone: bool,
        known: Mapping[tuple[int, int], str] | None = None,
    ) -> tuple[dict[tuple[int, int], str], list[Conflict]]:
        ordered = sorted(candidates, key=_order)
        pairs = dict(known or {})
        by_way: dict[tuple[int, int], Conflict] = {}
        reach = REACH + self._oracle.travel.longest
        for position, first in enumerate(ordered):
            horizon = first.presence.end + max(reach, self._crew_change.window(first.shift))
            for second in ordered[position + 1 :]:
                if second.presence.start >= horizon:
                    break
                if _key(first, second) in pairs or _other_watch_of_voyage(first, second):
                    continue
                rule_id = self.pair(person, first, second, alone=alone)
                if rule_id is not None:
                    pairs[_key(first, second)] = rule_id
                    continue
                conflict = self._by_way(person, (first, second), alone=alone)
                if conflict is not None and conflict.unless:
                    by_way[_key(first, second)] = conflict
                elif conflict is not None:
                    pairs[_key(first, second)] = conflict.rule_id
        barred = pairs.keys() | by_way.keys()
        return pairs, [*by_way.values(), *self._triples(person, ordered, barred, alone=alone)]

    def _by_way(self, person: Person, blocks: tuple[Block, ...], *, alone: bool) -> Conflict | None:
        """The conflict of blocks that only the ways between them forbid."""
        if not self._oracle.travel.counts_as_duty:
            return None
        breach = self._oracle.breach(person, sorted(blocks, key=_order), alone=alone)
        if breach is None:
            return None
        unless = self._oracle.travel.shortening(blocks, self._blocks)
        return Conflict(tuple(block.index for block in blocks), breach.rule_id, unless)

    def _far_ways(self, person: Person, candidates: Sequence[Block]) -> Iterator[Conflict]:
        """Pairs further apart than rest windows reach, whose way still leaves too few breaks or too little rest.

        Those still further apart are found after solving, if a roster holds them.
        """
        travel = self._oracle.travel
        if not travel.counts_as_duty:
            return
        ordered = sorted(candidates, key=_order)
        reach = REACH + travel.longest
        for position, late in enumerate(ordered):
            for first in ordered[:position]:
                if not reach <= late.presence.start - first.end < _FAR:
                    continue
                rule_id = self._oracle.breach_after(person, travel.way(departure_of(first), late), late)
                if rule_id is not None:
                    unless = travel.shortening((first, late), self._blocks)
                    yield Conflict((first.index, late.index), rule_id, unless)

    def _triples(
        self, person: Person, ordered: Sequence[Block], pairs: Set[tuple[int, int]], *, alone: bool
    ) -> Iterator[Conflict]:
        reach = REACH + self._oracle.travel.longest
        for i, first in enumerate(ordered):
            near = []
            for block in ordered[i + 1 :]:
                if block.presence.start - first.start >= reach:
                    break
                if _key(first, block) not in pairs and not _other_watch_of_voyage(first, block):
                    near.append(block)
            for j, second in enumerate(near):
                for third in near[j + 1 :]:
                    if _key(second, third) in pairs or _other_watch_of_voyage(second, third):
                        continue
                    three = (first, second, third)
                    breach = self._oracle.breach(person, three, alone=alone, ways=False)
                    if breach is not None:
                        yield Conflict((first.index, second.index, third.index), breach.rule_id)
                    elif self._crew_change.too_long_on_board(three):
                        yield Conflict((first.index, second.index, third.index), "mode.crew_change")
                    elif (conflict := self._by_way(person, three, alone=alone)) is not None:
                        yield conflict


def _order(block: Block) -> tuple[Interval, datetime]:
    return block.presence, block.start


def _two_places(first: Block, second: Block) -> bool:
    """Being early for the next shift of the same vessel is no second place."""
    if first.shift.vessel_id == second.shift.vessel_id:
        return first.shift.interval.overlaps(second.shift.interval)
    return first.presence.overlaps(second.presence)


def _other_watch_of_voyage(first: Block, second: Block) -> bool:
    """Nobody changes the watch on a voyage, so such blocks of two shifts need no judgement."""
    one, other = first.shift, second.shift
    same = bool(one.voyage_id) and one is not other and one.voyage_id == other.voyage_id
    return same and first.watch_name != second.watch_name


def _key(first: Block, second: Block) -> tuple[int, int]:
    return (min(first.index, second.index), max(first.index, second.index))


def clique_cover(edges: Iterable[tuple[int, int]]) -> list[tuple[int, ...]]:
    """Cliques that together hold every edge, each grown greedily until no vertex fits.

    One at-most-one row per clique keeps the model small and its relaxation tight.
    """
    neighbours: dict[int, set[int]] = {}
    for a, b in edges:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    still_open = {vertex: set(others) for vertex, others in neighbours.items()}
    cliques: list[tuple[int, ...]] = []
    for a in sorted(neighbours):
        for b in sorted(still_open[a]):
            if b < a or b not in still_open[a]:
                continue
            clique = {a, b}
            common = neighbours[a] & neighbours[b]
            while common:
                chosen = max(common, key=lambda v: (len(still_open[v] & clique), -v))
                clique.add(chosen)
                common &= neighbours[chosen]
            for vertex in clique:
                still_open[vertex] -= clique
            cliques.append(tuple(sorted(clique)))
    return cliques
