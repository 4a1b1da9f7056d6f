"""Who could take a place of a roster: lawfully, with one more change, or why not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property

from optimizer.domain import Function, Person
from optimizer.explain.bar import Bar, BarKind
from optimizer.explain.bars import standing_bars
from optimizer.explain.clashes import clashes, compatible, one_to_drop
from optimizer.explain.crew import CrewTrial
from optimizer.explain.positions import Position, positions_of
from optimizer.explain.standing import Standing
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.problem import Problem, build_problem
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.score import score

#: Bars that another watch does not change.
_IN_EVERY_WATCH = frozenset({BarKind.PAPERS, BarKind.PERSON, BarKind.ABSENCE})


class Group(StrEnum):
    """``FREE`` keeps everything else as it is, ``ONE_CHANGE`` needs one other duty to go."""

    FREE = "free"
    ONE_CHANGE = "one_change"
    BARRED = "barred"


@dataclass(frozen=True, slots=True)
class Change:
    """The one duty of a person that has to be taken over or dropped.

    ``taker`` could lawfully do it with everything else unchanged, blank where nobody can; ``locked``
    says that the dispatcher's own lock holds the person there. ``others`` are single duties that
    would do as well.
    """

    shift_ids: tuple[str, ...]
    function: Function | None
    taker: str = ""
    locked: bool = False
    others: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Candidacy:
    """One person's answer for a place.

    ``price`` is how much the roster's cost would change, ``None`` where nobody could take the place
    lawfully or the cost table does not know the duty. ``rows`` is the roster that would result, for
    the groups that have one.
    """

    crew_id: str
    group: Group
    bars: tuple[Bar, ...] = ()
    change: Change | None = None
    price: int | None = None
    rows: tuple[RosterRow, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Everybody of the crew but who is in the place, by group and in the order of rank."""

    position: Position
    free: tuple[Candidacy, ...]
    one_change: tuple[Candidacy, ...]
    barred: tuple[Candidacy, ...]

    def of(self, crew_id: str) -> Candidacy | None:
        """The answer for one person."""
        everybody = (*self.free, *self.one_change, *self.barred)
        return next((candidacy for candidacy in everybody if candidacy.crew_id == crew_id), None)


class Explainer:
    """Answers about one roster; what does not depend on the question is prepared once.

    Rows of shifts outside the window and of people nobody knows are left out.

    Parameters
    ----------
    problem
        The problem of the roster's window, where it has been built already.
    """

    def __init__(self, instance: Instance, roster: Roster, problem: Problem | None = None):
        self.instance = instance
        self.problem = build_problem(instance) if problem is None else problem
        known = instance.dataset.crew
        inside = (r for r in roster.rows if r.shift_id in self.problem.needs and (not r.crew_id or r.crew_id in known))
        self.roster = replace(roster, rows=tuple(inside))
        self.standing = Standing(self.problem, self.roster)

    @cached_property
    def _trial(self) -> CrewTrial:
        return CrewTrial(self.standing)

    @cached_property
    def cost(self) -> int | None:
        """The roster's cost, ``None`` where it holds duties that cannot be planned."""
        return self._cost(self.roster.rows)

    def positions(self, shift_id: str, function: Function | None = None) -> tuple[Position, ...]:
        """The places of a shift, open ones first."""
        return positions_of(self.standing, shift_id, function)

    def candidates(self, position: Position) -> Candidates:
        """Everybody of the crew in one of three groups for a place, the cheapest first in each."""
        answers = [
            self.candidacy(person, position)
            for person in self.instance.dataset.crew.values()
            if person.crew_id != position.crew_id
        ]
        return Candidates(
            position,
            *(tuple(sorted((a for a in answers if a.group is group), key=_rank)) for group in Group),
        )

    def candidacy(self, person: Person, position: Position) -> Candidacy:
        """The answer for one person, in whatever watch of an open place suits them best."""
        best: Candidacy | None = None
        for blocks in self.blocks(position):
            answer = self._in_watch(person, position, blocks)
            if best is None or _rank(answer) < _rank(best):
                best = answer
            if best.group is Group.FREE or any(bar.kind in _IN_EVERY_WATCH for bar in best.bars):
                break
        return best or Candidacy(person.crew_id, Group.BARRED, (_no_crew_known(),))

    def blocks(self, position: Position) -> list[tuple[Block, ...]]:
        """The blocks of a place in order of sailing, once for every watch it may be in."""
        first = self.problem.blocks_of_shift.get(position.shift_id, ())
        watches = [b.watch_name for b in first] if position.watch is None else [position.watch]
        found = []
        for watch in watches:
            blocks = [self.standing.block_of.get((shift_id, watch)) for shift_id in position.shift_ids]
            if all(block is not None for block in blocks):
                known = (block for block in blocks if block is not None)
                found.append(tuple(sorted(known, key=lambda block: block.presence)))
        return found

    def _in_watch(self, person: Person, position: Position, blocks: tuple[Block, ...]) -> Candidacy:
        bars = standing_bars(self.standing, person, position, blocks)
        if position.open and self._foreseen(person.crew_id, position):
            return Candidacy(person.crew_id, Group.BARRED, (*bars, _foreseen_there(position)))
        against = clashes(self.standing, person, blocks)
        if bars:
            return Candidacy(person.crew_id, Group.BARRED, (*bars, *against))
        if not against:
            return self._seated(person, position, blocks)
        units = one_to_drop(self.standing, person, blocks)
        if not units:
            return Candidacy(person.crew_id, Group.BARRED, against)
        return self._with_change(person, position, blocks, units, against)

    def _foreseen(self, crew_id: str, position: Position) -> bool:
        return any(row.crew_id == crew_id for row in self.standing.rows_of.get(position.shift_id, ()))

    def _seated(self, person: Person, position: Position, blocks: tuple[Block, ...]) -> Candidacy:
        rows = self._trial.rows_with(position, person.crew_id, blocks)
        if isinstance(rows, Bar):
            return Candidacy(person.crew_id, Group.BARRED, (rows,))
        roster = self.replaced(rows)
        return Candidacy(person.crew_id, Group.FREE, price=self._price(roster), rows=roster)

    def replaced(self, rows: Sequence[RosterRow]) -> tuple[RosterRow, ...]:
        """The roster's rows with those of the given shifts in the place of their own."""
        fresh: dict[str, list[RosterRow]] = {}
        for row in rows:
            fresh.setdefault(row.shift_id, []).append(row)
        kept: list[RosterRow] = []
        for row in self.roster.rows:
            if row.shift_id not in fresh:
                kept.append(row)
            elif fresh[row.shift_id]:
                kept += fresh[row.shift_id]
                fresh[row.shift_id] = []
        return (*kept, *(row for left in fresh.values() for row in left))

    # -- one more change -----------------------------------------------------------------------------

    def _with_change(
        self,
        person: Person,
        position: Position,
        blocks: tuple[Block, ...],
        units: Sequence[tuple[str, ...]],
        against: tuple[Bar, ...],
    ) -> Candidacy:
        """The change that somebody can take over at the lowest price, else the first that would do."""
        answers: list[Candidacy] = []
        for unit in units:
            dropped = self._without(person.crew_id, unit)
            partial = bool(set(unit) & set(position.shift_ids))
            rows = dropped._trial.rows_with(position, person.crew_id, blocks, partial=partial)
            if isinstance(rows, Bar):
                answers.append(Candidacy(person.crew_id, Group.BARRED, (*against, rows)))
                continue
            vacated = self._vacated(person.crew_id, unit)
            moved = dropped._derived(dropped.replaced(rows))
            taker, cost, final = moved._taken_over(vacated, person.crew_id, position.crew_id)
            if partial and not taker:
                # Their own place on the same shift cannot be dropped, or the shift would not sail.
                answers.append(Candidacy(person.crew_id, Group.BARRED, against))
                continue
            change = Change(
                shift_ids=unit,
                function=vacated.function,
                taker=taker,
                locked=self.standing.locked(person.crew_id, unit),
                others=tuple(other for other in units if other != unit),
            )
            price = None if cost is None or self.cost is None else cost - self.cost
            answers.append(Candidacy(person.crew_id, Group.ONE_CHANGE, against, change, price, final))
        return min(answers, key=_rank)

    def _derived(self, rows: tuple[RosterRow, ...]) -> Explainer:
        """The explainer of other rows, which remembers what this one found."""
        other = Explainer(self.instance, replace(self.roster, rows=rows), self.problem)
        other.standing = Standing(self.problem, other.roster, self.standing.memory)
        other._trial = CrewTrial(other.standing, self._trial)
        return other

    def _without(self, crew_id: str, unit: Iterable[str]) -> Explainer:
        """The roster with the person's place on these shifts left open."""
        left = frozenset(unit)

        def vacated(row: RosterRow) -> RosterRow:
            if row.crew_id != crew_id or row.shift_id not in left:
                return row
            return replace(row, crew_id="", status=RowStatus.OPEN)

        return self._derived(tuple(vacated(row) for row in self.roster.rows))

    def _vacated(self, crew_id: str, unit: tuple[str, ...]) -> Position:
        row = next(row for row in self.standing.rows_of[unit[0]] if row.crew_id == crew_id)
        return Position(
            shift_ids=unit, function=row.function or Function.ADDITIONAL, watch=row.watch, crew_id=crew_id,
            roles=row.safety_roles,
        )  # fmt: skip

    def _taken_over(self, vacated: Position, giver: str, first: str) -> tuple[str, int | None, tuple[RosterRow, ...]]:
        """Who takes over a vacated duty at the lowest cost, with everything else unchanged."""
        blocks = next(iter(self.blocks(vacated)), ())
        able = set.intersection(*(self._trial.able(block.index) for block in blocks)) if blocks else set()
        known = [c for c in able if c != giver]
        of_candidate = self.problem.costs.of_candidate
        order = sorted(known, key=lambda c: (c != first, sum(of_candidate[c, b.index] for b in blocks), c))
        place = replace(vacated, crew_id="")
        for crew_id in order:
            if not self._may(self.instance.dataset.crew[crew_id], vacated, blocks):
                continue
            rows = self._trial.rows_with(place, crew_id, blocks)
            if not isinstance(rows, Bar):
                final = self.replaced(rows)
                return crew_id, self._cost(final), final
        return "", None, self.roster.rows

    def _may(self, person: Person, vacated: Position, blocks: tuple[Block, ...]) -> bool:
        worked = self.standing.worked(person.crew_id)
        if any(_same_time(one, other) for one in worked for other in blocks):
            return False
        conflicts = self.problem.conflicts.get(person.crew_id)
        pairs = {} if conflicts is None else conflicts.pairs
        if any((min(a.index, b.index), max(a.index, b.index)) in pairs for a in worked for b in blocks):
            return False
        if not compatible(self.problem, person, worked, blocks):
            return False
        return not standing_bars(self.standing, person, vacated, blocks)

    # -- price ---------------------------------------------------------------------------------------

    def _price(self, rows: tuple[RosterRow, ...]) -> int | None:
        if self.cost is None:
            return None
        cost = self._cost(rows)
        return None if cost is None else cost - self.cost

    def _cost(self, rows: tuple[RosterRow, ...]) -> int | None:
        try:
            return score(self.problem, replace(self.roster, rows=rows)).cost
        except KeyError:
            return None


def _same_time(one: Block, other: Block) -> bool:
    return one.presence.overlaps(other.presence)


def _rank(answer: Candidacy) -> tuple[object, ...]:
    """Groups in their order; inside, changes somebody can take over first, then the price, then what is least barred."""
    open_end = answer.change is not None and not answer.change.taker
    unknown = answer.price is None
    by_law = sum(bar.by_law for bar in answer.bars)
    order = list(Group).index(answer.group)
    return (order, open_end, unknown, answer.price or 0, by_law, len(answer.bars), answer.crew_id)


def _foreseen_there(position: Position) -> Bar:
    text = Text("Für einen anderen Platz derselben Schicht vorgesehen", "Foreseen for another place of the same shift")
    return Bar(BarKind.ELSEWHERE, "presence.foreseen", text, shift_id=position.shift_id)


def _no_crew_known() -> Bar:
    text = Text("Diese Schicht kann mit keiner Besatzung fahren", "This shift cannot sail with any crew")
    return Bar(BarKind.VESSEL, "shift.no_crew", text)
