"""What the solver chose, free of solver types."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from optimizer.domain import Function
from optimizer.model.candidates import Candidate
from optimizer.model.needs import Job


class ReadOutError(RuntimeError):
    """The people chosen for these shifts fit no seats or breaks; the solver must choose others."""

    def __init__(self, message: str, shift_ids: tuple[str, ...]):
        super().__init__(message)
        self.shift_ids = shift_ids


@dataclass(frozen=True)
class Choice:
    """What the solver chose, free of solver types: people per shift and the crew option.

    ``jobs`` is what people do beside the crew, by crew id and block index; ``kept`` are the functions
    that a replan leaves as they were (the candidates then hold the seats of that function only).
    """

    serves: Mapping[str, tuple[Candidate, ...]]
    foreseen: Mapping[str, tuple[Candidate, ...]]
    option: Mapping[str, int]
    foreseen_option: Mapping[str, int]
    jobs: Mapping[tuple[str, int], Job] = field(default_factory=dict)
    foreseen_jobs: Mapping[tuple[str, int], Job] = field(default_factory=dict)
    kept: Mapping[tuple[str, int], Function] = field(default_factory=dict)

    def crew(self, shift_id: str) -> list[Candidate]:
        """Who serves in the crew of a shift: with a seat, and with no job beside it."""
        return [c for c in self.serves.get(shift_id, ()) if c.seats and (c.crew_id, c.block) not in self.jobs]

    def foreseen_crew(self, shift_id: str) -> list[Candidate]:
        there = self.foreseen.get(shift_id, ())
        return [c for c in there if c.seats and (c.crew_id, c.block) not in self.foreseen_jobs]

    def blocks_of(self, crew_id: str) -> list[int]:
        """Blocks a person works, by index."""
        return [c.block for people in self.serves.values() for c in people if c.crew_id == crew_id]
