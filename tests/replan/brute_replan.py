"""Every roster after a drop-out of a tiny week, by plain enumeration: fewest changes, fewest calls.

Shares the enumeration of ``brute_force`` and counts changes and calls from sets of assignments.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from itertools import product

from brute_force import _possible, _rest_table, _State, _states

from optimizer.domain import Absence, AbsenceKind, DutyKind, Function, RecordedDuty, Shift
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.timeline import Interval

#: Shift, person, function.
Rows = frozenset[tuple[str, str, str]]


@dataclass(frozen=True)
class Values:
    """The least values of one order: not sailing, open places, then changed and called or the other way."""

    not_sailing: int
    open_positions: int
    changed: int
    called: int


def rows_of(roster: Roster) -> Rows:
    sailing = roster.sailing_shifts()
    names = {Function.BOATMASTER: "boatmaster", Function.BOATMAN: "boatman"}
    return frozenset(
        (row.shift_id, row.crew_id, names[row.function])
        for row in roster.rows
        if row.on_duty and row.shift_id in sailing and row.function in names
    )


def best_values(base: Instance, old: Rows, crew_id: str, at: datetime, *, sacrifice: bool) -> dict[str, Values]:
    """Least values for ``changes`` and ``calls`` when somebody drops out at ``at``."""
    after = _after(base, old, crew_id, at)
    shifts = [shift for shift in after.shifts if shift.interval.start >= at]
    lawful = _rest_table(after, shifts)
    ids = {shift.shift_id for shift in shifts}
    before = frozenset(row for row in old if row[0] in ids)
    lost = frozenset(row for row in before if row[1] == crew_id)
    hit = {row[0] for row in lost}
    sailed = {row[0] for row in before} - hit
    best: dict[str, tuple[int, ...]] = {}
    for states in product(*(list(_states(after, shift)) for shift in shifts)):
        given_up = sum(1 for s, state in zip(shifts, states, strict=True) if s.shift_id in sailed and not state.sails)
        if given_up and not sacrifice:
            continue
        first = (
            sum(s.priority for s, state in zip(shifts, states, strict=True) if not state.sails),
            sum(state.open_places for state in states),
        )
        now = _rows(shifts, states)
        changed = len(before - lost - now) + len(now - (before - lost))
        called = len(_called(before, now) - {crew_id})
        orders = {"changes": (*first, changed, called), "calls": (*first, called, changed)}
        if all(name in best and best[name] <= value for name, value in orders.items()):
            continue
        if _possible(states, shifts, lawful):
            best = {name: min(value, best.get(name, value)) for name, value in orders.items()}
    changes, calls = best["changes"], best["calls"]
    return {
        "changes": Values(*changes),
        "calls": Values(calls[0], calls[1], calls[3], calls[2]),
    }


def _after(base: Instance, old: Rows, crew_id: str, at: datetime) -> Instance:
    """The week with the drop-out absent and the shifts begun before as history."""
    history = []
    for shift_id, person, _ in sorted(old):
        span = base.dataset.shifts[shift_id].interval
        if span.start >= at:
            continue
        end = min(span.end, at) if person == crew_id else span.end
        history.append(RecordedDuty(crew_id=person, interval=Interval(span.start, end), kind=DutyKind.DUTY))
    away = [Absence(crew_id=crew_id, start=at, end=None, kind=AbsenceKind.SICK)]
    # Whoever is on a shift that has begun is at no second place until it ends.
    away += [
        Absence(crew_id=duty.crew_id, start=duty.interval.start, end=duty.interval.end, kind=AbsenceKind.OTHER)
        for duty in history
    ]
    dataset = replace(base.dataset, absences=(*base.dataset.absences, *away), duties=(*base.dataset.duties, *history))
    return replace(base, dataset=dataset)


def _rows(shifts: list[Shift], states: tuple[_State, ...]) -> Rows:
    found = set()
    for shift, state in zip(shifts, states, strict=True):
        if state.sails:
            found |= {(shift.shift_id, state.boatmaster, "boatmaster"), (shift.shift_id, state.boatman, "boatman")}
    return frozenset(found)  # type: ignore[arg-type]


def _called(before: Rows, now: Rows) -> set[str]:
    """Whose shifts differ; another function on the same shift needs no call."""
    places = {(shift_id, person) for shift_id, person, _ in before} ^ {(s, p) for s, p, _ in now}
    return {person for _, person in places}
