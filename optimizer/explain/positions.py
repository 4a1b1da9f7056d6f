"""The place that is asked about: a function in a shift, filled or open, through its whole voyage."""

from __future__ import annotations

from dataclasses import dataclass

from optimizer.domain import Function, SafetyRole
from optimizer.explain.standing import Standing
from optimizer.roster import RosterRow, RowStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """One place of a roster.

    ``shift_ids`` are the shifts somebody in the place must serve, in order of sailing: those of its
    voyage or duty group that sail with it, or that stay ashore for want of it. ``crew_id`` is blank
    for an open place. ``watch`` is ``None`` where any watch will do. ``beside`` counts the other open
    places of the first shift: filling this one alone does not let it sail.
    """

    shift_ids: tuple[str, ...]
    function: Function
    watch: str | None
    crew_id: str = ""
    roles: tuple[SafetyRole, ...] = ()
    open: bool = False
    locked: bool = False
    beside: int = 0

    @property
    def shift_id(self) -> str:
        """The shift the place is shown under."""
        return self.shift_ids[0]


def positions_of(standing: Standing, shift_id: str, function: Function | None = None) -> tuple[Position, ...]:
    """The places of a shift, open ones first; ``function`` keeps those of one function.

    A shift that stays ashore because its voyage stopped before is answered with the places of the
    shift the voyage stopped at.
    """
    asked = _stopped_at(standing, shift_id)
    rows = standing.rows_of.get(asked, ())
    found = [
        _position(standing, asked, row, rows)
        for row in rows
        if row.function is not None
        and row.status is not RowStatus.FORESEEN
        and function in (None, row.function)
        and (row.crew_id or row.status is RowStatus.OPEN)
    ]
    return tuple(dict.fromkeys(sorted(found, key=lambda position: not position.open)))


def _stopped_at(standing: Standing, shift_id: str) -> str:
    if shift_id in standing.sailing:
        return shift_id
    chain = next((chain for chain in standing.problem.voyages if shift_id in chain), (shift_id,))
    return next((s for s in chain if s in standing.rows_of and s not in standing.sailing), shift_id)


def _position(standing: Standing, shift_id: str, row: RosterRow, rows: tuple[RosterRow, ...]) -> Position:
    is_open = row.status is RowStatus.OPEN
    tied = standing.tied(shift_id)
    if is_open:
        later = tied[tied.index(shift_id) :]
        through = tuple(s for s in later if s not in standing.sailing)
        others = sum(1 for other in rows if other.status is RowStatus.OPEN) - 1
        return Position(
            shift_ids=through,
            function=row.function,
            watch=row.watch or None,
            roles=row.safety_roles,
            open=True,
            beside=others,
        )
    through = tuple(
        s
        for s in tied
        if s in standing.sailing and any(other.crew_id == row.crew_id for other in standing.rows_of.get(s, ()))
    )
    first = (shift_id, *(s for s in through if s != shift_id))
    return Position(
        shift_ids=first if shift_id in through else (shift_id,),
        function=row.function,
        watch=row.watch,
        crew_id=row.crew_id,
        roles=row.safety_roles,
        locked=standing.locked(row.crew_id, through),
    )
