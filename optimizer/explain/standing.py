"""A roster as the planner sees it: who works which blocks, and what one duty of a person is."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from optimizer.duty import WorkPiece
from optimizer.model.blocks import Block, presence_of
from optimizer.model.problem import Problem
from optimizer.roster import Roster, RosterRow
from optimizer.timeline import Interval


@dataclass(frozen=True, slots=True)
class Stint:
    """One row on duty with the block behind it, in the row's own times where they are stated."""

    row: RosterRow
    block: Block


@dataclass(frozen=True)
class Standing:
    """Look-ups for one roster of the problem's window; rows of unknown shifts or watches count nowhere.

    ``memory`` keeps answers that do not depend on the roster.
    """

    problem: Problem
    roster: Roster
    memory: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @cached_property
    def block_of(self) -> Mapping[tuple[str, str], Block]:
        """Blocks by shift id and watch."""
        return {(block.shift.shift_id, block.watch_name): block for block in self.problem.blocks}

    @cached_property
    def rows_of(self) -> Mapping[str, tuple[RosterRow, ...]]:
        rows: dict[str, list[RosterRow]] = {}
        for row in self.roster.rows:
            rows.setdefault(row.shift_id, []).append(row)
        return {shift_id: tuple(items) for shift_id, items in rows.items()}

    @cached_property
    def sailing(self) -> frozenset[str]:
        return frozenset(self.roster.sailing_shifts())

    @cached_property
    def stints(self) -> Mapping[str, tuple[Stint, ...]]:
        """What everybody works on sailing shifts, by crew id in the order of time."""
        found: dict[str, list[Stint]] = {}
        for row in self.roster.rows:
            block = self.block_of.get((row.shift_id, row.watch))
            if row.crew_id and row.shift_id in self.sailing and block is not None:
                found.setdefault(row.crew_id, []).append(Stint(row, as_worked(block, row.duty)))
        return {crew_id: tuple(sorted(own, key=lambda s: s.block.presence)) for crew_id, own in found.items()}

    def worked(self, crew_id: str, without: Iterable[str] = ()) -> list[Block]:
        """Blocks a person works, those on the shifts ``without`` left out."""
        left_out = frozenset(without)
        return [stint.block for stint in self.stints.get(crew_id, ()) if stint.row.shift_id not in left_out]

    def tied(self, shift_id: str) -> tuple[str, ...]:
        """The shifts that the same people serve: of a voyage or a duty group, else the shift alone."""
        for chain in (*self.problem.voyages, *self.problem.duty_groups):
            if shift_id in chain:
                return chain
        return (shift_id,)

    def units(self, crew_id: str) -> list[tuple[str, ...]]:
        """A person's duties as they can be handed over: a voyage or a duty group as a whole."""
        there = [stint.row.shift_id for stint in self.stints.get(crew_id, ())]
        chains = dict.fromkeys(tuple(s for s in self.tied(shift_id) if s in there) for shift_id in there)
        return list(chains)

    def locked(self, crew_id: str, shift_ids: Iterable[str]) -> bool:
        """Whether a lock of the dispatcher or a voyage under way holds the person on one of the shifts."""
        wanted = frozenset(shift_ids)
        return any(
            locked == crew_id and self.problem.blocks[index].shift.shift_id in wanted
            for locked, index in self.problem.locked
        )


def as_worked(block: Block, duty: tuple[Interval, ...]) -> Block:
    """The block with the duty times a row states, where they differ from the plan's own."""
    if not duty or duty == block.duty:
        return block
    pieces = tuple(_piece(block, part) for part in duty)
    return replace(block, pieces=pieces, presence=presence_of(block.shift, duty))


def _piece(block: Block, part: Interval) -> WorkPiece:
    pattern = max(
        block.pieces, key=lambda piece: overlap.minutes if (overlap := piece.interval.intersection(part)) else 0
    )
    return replace(pattern, interval=part)
