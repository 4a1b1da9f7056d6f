"""Ask the rest rules whether one person may work a set of blocks, breaks included.

The answers feed conflicts, bars and cuts of the model. They are cached by rest class and clock
times, because a fleet repeats the same times on many vessels.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from functools import cached_property

from optimizer.domain import Person
from optimizer.duty import WorkPiece
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.breaks import break_plan
from optimizer.model.people import FixedTime, rest_class, work_record
from optimizer.model.travel import TravelTimes
from optimizer.rest import Breach, judge
from optimizer.timeline import Interval

#: Every short rule looks at most 24 hours from the start of a duty: time that lies further from a
#: block than that cannot meet it in one window.
REACH = timedelta(hours=24)


#: Answers by rest class and clock times; they hold for every window of one dataset under one law.
Judgements = dict[tuple[object, ...], Breach | None]


class RestOracle:
    """Judge sets of blocks for persons under the rulebook of an instance.

    Only rules that bind a roster count: hard ones, and conservative ones while their reading is on.
    """

    def __init__(
        self, instance: Instance, fixed: Mapping[str, FixedTime], travel: TravelTimes, known: Judgements | None = None
    ):
        self._instance = instance
        self._fixed = fixed
        self.travel = travel
        self._cache: Judgements = {} if known is None else known

    @cached_property
    def _short_rules(self) -> tuple[str, ...]:
        """Rules decided within two days; longer windows are linear rows of the model."""
        long_rules = {"work.total_7d", "work.night_7d", "work.rest_7d", "work.consecutive_days", "youth.weekly_hours"}
        prefixes = ("rest.", "work.", "youth.")
        return tuple(
            rule_id
            for rule_id in self._instance.rulebook.rules
            if rule_id.startswith(prefixes) and rule_id not in long_rules
        )

    def breach(
        self, person: Person, blocks: Sequence[Block], *, alone: bool = False, ways: bool = True
    ) -> Breach | None:
        """The first binding breach within two days if the person works these blocks, else ``None``.

        ``alone`` leaves the person's fixed time out: the answer then holds for the whole rest class.
        ``ways`` tells whether the ways to the blocks count where they are duty.
        """
        near = () if alone else self.near_fixed(person, blocks)
        departures = () if alone else self._fixed[person.crew_id].departures
        return self._remembered(person, blocks, near, self.travel.as_duty(blocks, departures) if ways else {})

    def _remembered(
        self, person: Person, blocks: Sequence[Block], near: tuple[WorkPiece, ...], ways: Mapping[int, Interval]
    ) -> Breach | None:
        """The judgement of the short rules, found once for all whom and for whatever they cannot tell apart."""
        class_key = rest_class(person, self._instance)
        key = (
            class_key,
            tuple(block.times_key(minor=bool(class_key[1])) for block in blocks),
            tuple((piece.interval, piece.breaks, piece.regime, piece.mode, piece.voyage) for piece in near),
            tuple(ways.values()),
        )
        if key not in self._cache:
            self._cache[key] = self._judge(person, blocks, near, self._short_rules, ways)
        return self._cache[key]

    def whole_breach(self, person: Person, blocks: Sequence[Block]) -> Breach | None:
        """The first binding breach of any rule over the person's whole record with these blocks."""
        fixed = self._fixed[person.crew_id]
        return self._judge(person, blocks, fixed.pieces, None, self.travel.as_duty(blocks, fixed.departures))

    def departs(self, person: Person) -> bool:
        """Whether running shifts leave the person somewhere in the window."""
        return bool(self._fixed[person.crew_id].departures)

    def breach_after(self, person: Person, way: timedelta, block: Block) -> str | None:
        """Id of the rule that forbids a block to whoever comes that far by a way that counts as duty."""
        if not way:
            return None
        ways = {block.index: Interval(block.presence.start - way, block.presence.start)}
        breach = self._remembered(person, (block,), (), ways)
        return None if breach is None else breach.rule_id

    def _judge(
        self,
        person: Person,
        blocks: Sequence[Block],
        fixed: Iterable[WorkPiece],
        rules: tuple[str, ...] | None,
        ways: Mapping[int, Interval],
    ) -> Breach | None:
        fixed = list(fixed)
        plan = break_plan(person, blocks, self._instance.rulebook, ways=ways, fixed=fixed)
        if isinstance(plan, Breach):
            return plan
        pieces = fixed + [piece for block in blocks for piece in plan[block.index]]
        pieces += [WorkPiece(interval=way, sailing=False) for way in ways.values()]
        on_board = self._fixed[person.crew_id].on_board + tuple(
            part for block in blocks for part in block.free_on_board
        )
        found = self._binding(person, pieces, on_board, rules)
        if not found or not fixed:
            return found[0] if found else None
        # A breach of the past stays the past's; one that the new duty lengthens or deepens does not.
        before = set(self._binding(person, fixed, (), rules))
        fresh = [breach for breach in found if breach not in before]
        return fresh[0] if fresh else None

    def _binding(
        self, person: Person, pieces: list[WorkPiece], on_board: tuple[Interval, ...], rules: tuple[str, ...] | None
    ) -> list[Breach]:
        breaches = judge(work_record(person, pieces, on_board), self._instance.rulebook, rules=rules)
        return [breach for breach in breaches if breach.severity_class in ("hard", "conservative")]

    def near_fixed(self, person: Person, blocks: Sequence[Block]) -> tuple[WorkPiece, ...]:
        first = min(block.start for block in blocks) - REACH
        last = max(block.end for block in blocks) + REACH
        return tuple(
            p for p in self._fixed[person.crew_id].pieces if p.interval.end > first and p.interval.start < last
        )
