"""Breaks of everybody on board, so that somebody relieves whoever leads in each of theirs.

Under the default reading another member of the deck crew holds the rudder meanwhile; a break in a
stop needs nobody. People who lead nothing are placed first, leaders find a slot beside them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping

from optimizer.duty import WorkPiece
from optimizer.model.blocks import Block
from optimizer.model.breaks import BreakRole, break_plan
from optimizer.model.needs import ENGINE_CREW, MASTER_FUNCTIONS
from optimizer.model.problem import Problem
from optimizer.model.rest_oracle import REACH
from optimizer.rest import Breach
from optimizer.solve.choice import Choice, ReadOutError
from optimizer.solve.seating import Seating
from optimizer.timeline import Interval

#: Slots tried for one person before giving up.
_SLOTS = 24

Pieces = dict[tuple[str, int], tuple[WorkPiece, ...]]


def place_breaks(problem: Problem, choice: Choice, seatings: Mapping[str, Seating]) -> Pieces:
    """Duty pieces with breaks, by crew id and block index.

    Raises
    ------
    ReadOutError
        If no lawful breaks exist, which the model should have prevented.
    """
    return _Placement(problem, choice, seatings).run()


class _Placement:
    def __init__(self, problem: Problem, choice: Choice, seatings: Mapping[str, Seating]):
        self._problem = problem
        self._blocks: dict[str, list[Block]] = defaultdict(list)
        for people in choice.serves.values():
            for candidate in people:
                self._blocks[candidate.crew_id].append(problem.blocks[candidate.block])
        self._leaders: dict[str, list[str]] = {
            shift_id: [c for c, seat in seating.items() if seat.place.function in MASTER_FUNCTIONS]
            for shift_id, seating in seatings.items()
        }
        self._on_deck = {
            shift_id: {crew_id for crew_id, seat in seating.items() if seat.place.function not in ENGINE_CREW}
            for shift_id, seating in seatings.items()
        }
        self._pauses: dict[str, dict[str, tuple[Interval, ...]]] = defaultdict(dict)

    def run(self) -> Pieces:
        led = Counter(crew_id for leaders in self._leaders.values() for crew_id in leaders)
        result: Pieces = {}
        for crew_id in sorted(self._blocks, key=lambda c: (led[c], c)):
            for index, pieces in self._place(crew_id).items():
                result[crew_id, index] = pieces
        return result

    def _place(self, crew_id: str) -> dict[int, tuple[WorkPiece, ...]]:
        person, blocks = self._problem.instance.dataset.crew[crew_id], self._blocks[crew_id]
        unrelieved = set(range(len(blocks)))
        ways = self._problem.oracle.travel.as_duty(blocks, self._problem.fixed[crew_id].departures)
        for later in range(_SLOTS):
            roles = {block.index: self._role(crew_id, block, later) for block in blocks}
            fixed = self._problem.fixed[crew_id].pieces
            plan = break_plan(person, blocks, self._problem.instance.rulebook, roles, ways, fixed)
            if isinstance(plan, Breach):
                raise ReadOutError(f"no lawful breaks for {crew_id} in {plan.window}", self._shifts(blocks))
            for block in blocks:
                pauses = tuple(item for piece in plan[block.index] for item in piece.breaks)
                self._pauses[block.shift.shift_id][crew_id] = pauses
            failing = {number for number, block in enumerate(blocks) if not self._relieved(block)}
            if not failing:
                return plan
            unrelieved &= failing
        at_fault = _around(blocks, [blocks[number] for number in unrelieved]) or blocks
        raise ReadOutError(f"no slot in which somebody relieves the leader beside {crew_id}", self._shifts(at_fault))

    @staticmethod
    def _shifts(blocks: list[Block]) -> tuple[str, ...]:
        return tuple(block.shift.shift_id for block in blocks)

    def _role(self, crew_id: str, block: Block, later: int) -> BreakRole:
        others = {c: p for c, p in self._pauses[block.shift.shift_id].items() if c != crew_id}
        leads = crew_id in self._leaders.get(block.shift.shift_id, ())
        taken = [item for pauses in others.values() for item in pauses]
        if leads:
            taken += [item for item in block.fixed_breaks if not any(stop.covers(item) for stop in block.stops)]
        return BreakRole(order=len(others) + later, taken=tuple(taken), leads=leads)

    def _relieved(self, block: Block) -> bool:
        """Whether somebody of the deck crew relieves the leader of a shift, once all of it is placed."""
        shift_id = block.shift.shift_id
        on_deck = self._on_deck.get(shift_id, set())
        pauses = {c: p for c, p in self._pauses[shift_id].items() if c in on_deck}
        if len(pauses) < len(on_deck):
            return True
        leaders = self._leaders.get(shift_id, ())
        own = {leader: b for leader in leaders for b in self._blocks[leader] if b.shift.shift_id == shift_id}
        return all(self._relieves(own.get(leader, block), leader, pauses) for leader in leaders)

    def _relieves(self, block: Block, leader: str, pauses: Mapping[str, tuple[Interval, ...]]) -> bool:
        others = {crew_id: own for crew_id, own in pauses.items() if crew_id != leader}
        return all(
            any(stop.covers(item) for stop in block.stops)
            or any(
                self._on_duty(crew_id, block.shift.shift_id, item) and not any(item.overlaps(p) for p in own)
                for crew_id, own in others.items()
            )
            for item in pauses.get(leader, ())
        )

    def _on_duty(self, crew_id: str, shift_id: str, item: Interval) -> bool:
        blocks = [block for block in self._blocks[crew_id] if block.shift.shift_id == shift_id]
        return any(duty.covers(item) for block in blocks for duty in block.duty)


def _around(blocks: list[Block], failing: list[Block]) -> list[Block]:
    """The failing blocks and those so near that one run of work can join them."""
    return [
        block
        for block in blocks
        if any(
            block.presence.start < other.presence.end + REACH and other.presence.start < block.presence.end + REACH
            for other in failing
        )
    ]
