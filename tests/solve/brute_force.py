"""Every roster of a tiny instance, the best one by plain enumeration.

Imports only domain and law values, never the planner or the checker: who may serve is told by
letters, rest by the minute-by-minute simulation, crews by the two places of the test vessels.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

from minute_simulation import simulate

from optimizer.domain import REST_KINDS, Shift
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.instance import Instance

#: Crew of the test vessels: a boatmaster and a boatman (§ 108(1) step 1, mode A).
BOATMASTER, BOATMAN = "boatmaster", "boatman"
_MAY = {"B": {BOATMASTER, BOATMAN}, "M": {BOATMAN}, "A": {BOATMAN}, "D": set()}


@dataclass(frozen=True, order=True)
class Best:
    """Level 1 and level 2 of the best roster."""

    not_sailing: int
    open_positions: int


@dataclass(frozen=True)
class _State:
    """One shift: who is there as boatmaster and boatman; it sails only with both."""

    boatmaster: str | None
    boatman: str | None
    sails: bool

    @property
    def people(self) -> tuple[str, ...]:
        return tuple(p for p in (self.boatmaster, self.boatman) if p)

    @property
    def open_places(self) -> int:
        """Open places, and both safety roles while nobody is there to take them (§ 110(4) S. 1)."""
        return 0 if self.sails else 2 - len(self.people) + (0 if self.people else 2)


def best_roster(instance: Instance) -> Best:
    """The best values of levels 1 and 2 over all rosters of the instance."""
    shifts = instance.shifts
    lawful = _rest_table(instance, shifts)
    best: Best | None = None
    for states in product(*(list(_states(instance, shift)) for shift in shifts)):
        value = Best(
            sum(s.priority for s, state in zip(shifts, states, strict=True) if not state.sails),
            sum(state.open_places for state in states),
        )
        if (best is None or value < best) and _possible(states, shifts, lawful):
            best = value
    assert best is not None, "leaving every shift at the quay is always possible"
    return best


def _states(instance: Instance, shift: Shift) -> Iterator[_State]:
    free = [p for p in instance.dataset.crew if not _absent(instance, p, shift)]
    masters = [p for p in free if BOATMASTER in _MAY[p[0]]]
    boatmen = [p for p in free if BOATMAN in _MAY[p[0]]]
    for first, second in product([None, *masters], [None, *boatmen]):
        if first is not None and first == second:
            continue
        yield _State(first, second, first is not None and second is not None)


def _absent(instance: Instance, crew_id: str, shift: Shift) -> bool:
    return any(a.crew_id == crew_id and a.overlaps(shift.interval) for a in instance.dataset.absences)


def _possible(states: Sequence[_State], shifts: Sequence[Shift], lawful: object) -> bool:
    people = {p for state in states for p in state.people}
    return all(lawful(p, frozenset(i for i, s in enumerate(states) if p in s.people)) for p in people)  # type: ignore[operator]


def _rest_table(instance: Instance, shifts: Sequence[Shift]) -> object:
    @cache
    def lawful(crew_id: str, chosen: frozenset[int]) -> bool:
        own = [shifts[i].interval for i in sorted(chosen)]
        if any(a.overlaps(b) for i, a in enumerate(own) for b in own[i + 1 :]):
            return False
        history = [
            WorkPiece(interval=d.interval, breaks=d.breaks)
            for d in instance.dataset.duties
            if d.crew_id == crew_id and d.kind not in REST_KINDS
        ]
        planned = [WorkPiece(interval=shifts[i].interval, breaks=shifts[i].breaks, mode=shifts[i].mode) for i in chosen]
        return _binding(instance, crew_id, history + planned) <= _binding(instance, crew_id, history)

    return lawful


def _binding(instance: Instance, crew_id: str, pieces: list[WorkPiece]) -> set[str]:
    person = instance.dataset.crew[crew_id]
    record = WorkRecord(
        crew_id=crew_id, employment=person.employment, birth_date=person.birth_date, pieces=tuple(pieces)
    )
    found = {rule for rule, severity in simulate(record, instance.rulebook) if severity in ("hard", "conservative")}
    # With two people on board breaks can always be placed inside the duty; the checker judges them.
    return found - {"work.breaks"}
