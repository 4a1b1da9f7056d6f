"""§ 18.03 RheinSchPersV in planning: who may serve when a vessel changes its mode or goes on without the stop."""

from __future__ import annotations

from datetime import timedelta

from optimizer.instance import Instance
from optimizer.manning.rhine_modes import exchange_needed, rest_before
from optimizer.model.blocks import Block
from optimizer.model.people import FixedTime


class RhineChangeRule:
    """Exchanges of whole crews and the rest right before a shift, found once for each shift or pair of them."""

    def __init__(self, instance: Instance):
        self._instance = instance
        self._exchanges: dict[tuple[str, str], str | None] = {}
        self._rests: dict[str, tuple[timedelta, str]] = {}

    def excludes(self, first: Block, second: Block) -> str | None:
        """Id of the rule by which nobody may work both blocks, ``None`` if none does."""
        early, late = sorted((first, second), key=lambda block: block.presence)
        if early.shift.shift_id == late.shift.shift_id:
            return None
        rule_id = self._exchange(early, late)
        if rule_id is not None:
            return rule_id
        rest, rule_id = self.rest(late)
        return rule_id if rest and early.end > late.presence.start - rest else None

    def bars(self, fixed: FixedTime, block: Block) -> bool:
        """Whether time before the plan leaves too little rest right before a block."""
        rest, _ = self.rest(block)
        since = block.presence.start - rest
        return bool(rest) and any(
            piece.interval.end > since and piece.interval.start < block.presence.start for piece in fixed.pieces
        )

    def rest(self, block: Block) -> tuple[timedelta, str]:
        """How long whoever works a block must have rested right before its shift, and by which rule."""
        shift_id = block.shift.shift_id
        if shift_id not in self._rests:
            minutes, rule_id = rest_before(self._instance, block.shift)
            self._rests[shift_id] = timedelta(minutes=minutes), rule_id
        return self._rests[shift_id]

    def _exchange(self, early: Block, late: Block) -> str | None:
        key = (early.shift.shift_id, late.shift.shift_id)
        if key not in self._exchanges:
            self._exchanges[key] = exchange_needed(self._instance, early.shift, late.shift)
        return self._exchanges[key]
