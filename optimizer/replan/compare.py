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


#: By person what they come to, with the row and the shift.
Meetings = Mapping[str, dict[Meeting, tuple[RosterRow, Shift]]]


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
        meetings={crew_id: frozenset(items) for crew_id, items in meetings_before(situation).items()},
        dropped=situation.dropped,
        keeps_sailing=situation.keeps_sailing,
    )


def difference(situation: Situation, roster: Roster) -> Difference:
    """What a new roster changes, without the places the drop-outs lose anyway."""
    old = {_assignment(row): row for row in situation.planned}
    now = {_assignment(row): row for row in _worked(roster) if _starts_later(row, situation)}
    before, after = meetings_before(situation), meetings_after(situation, roster)
    called = {
        crew_id
        for crew_id in (before.keys() | after.keys()) - situation.dropped
        if before.get(crew_id, {}).keys() != after.get(crew_id, {}).keys()
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


def meetings_before(situation: Situation) -> Meetings:
    """Where everybody was to be from the replan's start on, as the shifts were planned then."""
    rows = [row for row in _worked(situation.roster) if _starts_later(row, situation)]
    return _meetings(rows, situation.before.dataset.shifts)


def meetings_after(situation: Situation, roster: Roster) -> Meetings:
    """Where everybody is to be by a new roster."""
    rows = [row for row in _worked(roster) if _starts_later(row, situation)]
    return _meetings(rows, situation.instance.dataset.shifts)


def _starts_later(row: RosterRow, situation: Situation) -> bool:
    """Whether the shift of a row has not begun, as the shifts are now."""
    old, now = situation.before.dataset.shifts.get(row.shift_id), situation.instance.dataset.shifts.get(row.shift_id)
    shift = now or old
    return shift is not None and shift.interval.start >= situation.request.start


def _meetings(rows: Iterable[RosterRow], shifts: Mapping[str, Shift]) -> Meetings:
    found: dict[str, dict[Meeting, tuple[RosterRow, Shift]]] = {}
    for row in rows:
        shift = shifts[row.shift_id]
        begin = row.duty[0].start if row.duty else shift.interval.start
        end = row.duty[-1].end if row.duty else shift.interval.end
        when: Meeting = (shift.vessel_id, begin, end, shift.start_place, shift.end_place)
        found.setdefault(row.crew_id, {})[when] = (row, shift)
    return found
