"""What the solver chose, free of solver types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from optimizer.model.candidates import Candidate


class ReadOutError(RuntimeError):
    """The people chosen for these shifts fit no seats or breaks; the solver must choose others."""

    def __init__(self, message: str, shift_ids: tuple[str, ...]):
        super().__init__(message)
        self.shift_ids = shift_ids


@dataclass(frozen=True)
class Choice:
    """What the solver chose, free of solver types: people per shift and the crew option."""

    serves: Mapping[str, tuple[Candidate, ...]]
    foreseen: Mapping[str, tuple[Candidate, ...]]
    option: Mapping[str, int]
    foreseen_option: Mapping[str, int]

    def blocks_of(self, crew_id: str) -> list[int]:
        """Blocks a person works, by index."""
        return [c.block for people in self.serves.values() for c in people if c.crew_id == crew_id]
