"""What differs between two rosters: assignments and people to call, counted from the rows alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from optimizer.domain import Function, Shift
from optimizer.model.before import Before, Meeting, OldRow
from optimizer.model.problem import Problem
from optimizer.replan.situation import Situation
from optimizer.roster import Roster, RosterRow

#: Shift, person, function and watch: what an assignment is.
Assignment = tuple[str, str, Function | None, str]


@dataclass(frozen=True)
class Difference:
    """Assignments gone and new, and who must be called because begin, end, place or vessel change."""

    gone: tuple[RosterRow, ...]
    new: tuple[RosterRow, ...]
    called: tuple[str, ...]

    @property
    def changed(self) -> int:
        return len(self.gone) + len(self.new)


def before_of(situation: Situation, problem: Problem) -> Before:
    """The roster before in the terms of the problem."""
    block_of = {(block.shift.shift_id, block.watch_name): block.index for block in problem.blocks}
    rows = tuple(
        OldRow(row.crew_id, block_of.get((row.shift_id, row.watch), -1), row.function)
        for row in situation.planned
        if row.function is not None
    )
    return Before(
        rows=rows,
        meetings=_meetings_before(situation),
        dropped=situation.dropped,
        keeps_sailing=situation.keeps_sailing,
    )


def difference(situation: Situation, roster: Roster) -> Difference:
    """What a new roster changes, without the places the drop-outs lose anyway."""
    old = {_assignment(row): row for row in situation.planned}
    now = {_assignment(row): row for row in _worked(roster)}
    before = _meetings_before(situation)
    after = _meetings(now.values(), situation.instance.dataset.shifts)
    called = {
        crew_id
        for crew_id in (before.keys() | after.keys()) - situation.dropped
        if before.get(crew_id, frozenset()) != after.get(crew_id, frozenset())
    }
    return Difference(
        gone=tuple(row for key, row in old.items() if key not in now),
        new=tuple(row for key, row in now.items() if key not in old),
        called=tuple(sorted(called)),
    )


def _worked(roster: Roster) -> list[RosterRow]:
    sailing = roster.sailing_shifts()
    return [row for row in roster.rows if row.on_duty and row.crew_id and row.shift_id in sailing]


def _assignment(row: RosterRow) -> Assignment:
    return row.shift_id, row.crew_id, row.function, row.watch


def _meetings_before(situation: Situation) -> Mapping[str, frozenset[Meeting]]:
    """Where everybody was to be from the replan's start on, as the shifts were planned then."""
    shifts, start = situation.before.dataset.shifts, situation.request.start
    rows = [row for row in _worked(situation.roster) if _starts_later(row, situation)]
    return _meetings((row for row in rows if shifts[row.shift_id].interval.start >= start or row.duty), shifts)


def _starts_later(row: RosterRow, situation: Situation) -> bool:
    """Whether the shift of a row had not begun, or has not begun now that it was moved."""
    old, now = situation.before.dataset.shifts[row.shift_id], situation.instance.dataset.shifts.get(row.shift_id)
    return (now or old).interval.start >= situation.request.start


def _meetings(rows: Iterable[RosterRow], shifts: Mapping[str, Shift]) -> Mapping[str, frozenset[Meeting]]:
    found: dict[str, set[Meeting]] = {}
    for row in rows:
        shift = shifts[row.shift_id]
        when: Meeting = (shift.vessel_id, row.duty[0].start, row.duty[-1].end, shift.start_place, shift.end_place)
        found.setdefault(row.crew_id, set()).add(when)
    return {crew_id: frozenset(items) for crew_id, items in found.items()}
