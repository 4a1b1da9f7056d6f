"""Changes made by hand: several places at once, applied as one, judged by the checker afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from optimizer.domain import Dataset, Function, Shift
from optimizer.duty import watch_breaks, watch_duty, watches_of
from optimizer.findings import Text
from optimizer.roster import Roster, RosterRow, RowStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceChange:
    """One place of a shift gets another person; an empty ``to`` leaves it open, an empty ``crew_id`` fills it."""

    shift_id: str
    function: Function
    watch: str
    crew_id: str
    to: str


class EditError(ValueError):
    """A change that the roster or the dataset has no place for; ``number`` counts from 0."""

    def __init__(self, number: int, text: Text):
        super().__init__(text.en)
        self.number = number
        self.text = text


def edited(dataset: Dataset, roster: Roster, changes: Sequence[PlaceChange]) -> Roster:
    """The roster after all changes; a shift with an open place does not sail, its people are foreseen.

    Whether the result is lawful is not asked here.

    Raises
    ------
    EditError
        For a place, shift or person that is not there.
    """
    rows = list(roster.rows)
    taken: set[int] = set()
    for number, change in enumerate(changes):
        index = _place(rows, change, taken, number)
        if change.to and change.to not in dataset.crew:
            raise EditError(number, _no_person(change.to))
        taken.add(index)
        rows[index] = _filled(dataset, rows[index], change.to)
    touched = {change.shift_id for change in changes}
    settled = {shift_id: _settled(dataset, [row for row in rows if row.shift_id == shift_id]) for shift_id in touched}
    new_rows: list[RosterRow] = []
    for row in rows:
        new_rows += settled.pop(row.shift_id, ()) if row.shift_id in touched else (row,)
    return replace(roster, rows=tuple(new_rows))


def _place(rows: list[RosterRow], change: PlaceChange, taken: set[int], number: int) -> int:
    for index, row in enumerate(rows):
        place = (row.shift_id, row.function, row.watch, row.crew_id)
        if index not in taken and place == (change.shift_id, change.function, change.watch, change.crew_id):
            return index
    raise EditError(
        number,
        Text(
            f"Die Schicht „{change.shift_id}“ hat im Plan keinen solchen Platz ({change.crew_id or 'offen'}).",
            f'Shift "{change.shift_id}" has no such place in the roster ({change.crew_id or "open"}).',
        ),
    )


def _no_person(crew_id: str) -> Text:
    return Text(f"Es gibt niemanden „{crew_id}“.", f'There is nobody "{crew_id}".')


def _filled(dataset: Dataset, row: RosterRow, crew_id: str) -> RosterRow:
    if not crew_id:
        return replace(row, crew_id="", status=RowStatus.OPEN, duty=(), breaks=(), reason=None)
    return _on_duty(dataset, replace(row, crew_id=crew_id, status=RowStatus.FILLED, reason=None))


def _on_duty(dataset: Dataset, row: RosterRow) -> RosterRow:
    """A row with duty and breaks: those it has, else those of its watch."""
    if row.duty:
        return row
    shift = dataset.shifts[row.shift_id]
    watch = next((w for w in _watches(dataset, shift) if w is not None and w.name == row.watch), None)
    return replace(row, duty=watch_duty(shift, watch), breaks=watch_breaks(shift, watch))


def _watches(dataset: Dataset, shift: Shift) -> Iterable[object]:
    return watches_of(shift, dict(dataset.watch_plans))


def _settled(dataset: Dataset, rows: list[RosterRow]) -> list[RosterRow]:
    if all(row.crew_id for row in rows):
        return [
            row if row.status is RowStatus.LOCKED else _on_duty(dataset, replace(row, status=RowStatus.FILLED))
            for row in rows
        ]
    return [replace(row, status=RowStatus.FORESEEN, duty=(), breaks=()) if row.crew_id else row for row in rows]
