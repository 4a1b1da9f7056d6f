"""Who may not serve together, who only beside a mentor, and who should: ``pairs.csv``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from optimizer.domain import PairKind
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.candidates import Candidate
from optimizer.model.running import RunningVoyages


@dataclass(frozen=True)
class PairRules:
    """Pairs of crew ids by kind; of ``mentors`` the first person serves only where the second does."""

    apart: tuple[tuple[str, str], ...]
    mentors: tuple[tuple[str, str], ...]
    together: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, instance: Instance) -> PairRules:
        def pairs(kind: PairKind) -> tuple[tuple[str, str], ...]:
            return tuple((p.crew_id, p.other_id) for p in instance.dataset.pairs if p.kind is kind)

        return cls(pairs(PairKind.APART), pairs(PairKind.MENTOR), pairs(PairKind.TOGETHER))

    def with_mentors(
        self, candidates: list[Candidate], blocks: Sequence[Block], running: RunningVoyages
    ) -> list[Candidate]:
        """Candidates without those whose mentor cannot be on the shift at all."""
        while self.mentors:
            there = {(c.crew_id, blocks[c.block].shift.shift_id) for c in candidates}
            alone = {
                (trainee, shift_id)
                for trainee, mentor in self.mentors
                for crew_id, shift_id in there
                if crew_id == trainee and (mentor, shift_id) not in there
            }
            kept = [
                c
                for c in candidates
                if (c.crew_id, blocks[c.block].shift.shift_id) not in alone
                or running.on(blocks[c.block].shift) is not None
            ]
            if len(kept) == len(candidates):
                break
            candidates = kept
        return candidates
