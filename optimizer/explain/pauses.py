"""Breaks for whoever takes a place: those of the person before where they are lawful, else others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from optimizer.domain import Person
from optimizer.duty import WorkPiece
from optimizer.explain.standing import Standing
from optimizer.model.blocks import Block
from optimizer.model.breaks import BreakRole, break_plan
from optimizer.model.needs import ENGINE_CREW, MASTER_FUNCTIONS
from optimizer.model.people import work_record
from optimizer.rest import Breach, judge
from optimizer.roster import RosterRow
from optimizer.timeline import Interval

#: Other places for breaks tried for one person.
_TRIES = 12


def pauses_of(
    standing: Standing,
    rows: Sequence[RosterRow],
    people: Sequence[str],
    before: Mapping[str, tuple[Interval, ...]] | None,
) -> tuple[RosterRow, ...] | None:
    """The rows with breaks for these people, ``None`` where there are no lawful ones.

    Parameters
    ----------
    rows
        All rows of the shifts concerned.
    before
        The breaks of whoever had the place, by shift id: kept where they are lawful for the one
        newcomer as well; ``None`` where the shifts did not sail.
    """
    if before is not None:
        same = [replace(row, breaks=before.get(row.shift_id, ())) for row in rows if row.crew_id in people]
        if all(_lawful(standing, crew_id, [r for r in same if r.crew_id == crew_id]) for crew_id in people):
            return _merged(rows, same)
    leaders = {row.crew_id for row in rows if row.function in MASTER_FUNCTIONS}
    return _placed(standing, sorted(set(people), key=lambda c: (c in leaders, c)), rows)


def _merged(rows: Sequence[RosterRow], changed: Sequence[RosterRow]) -> tuple[RosterRow, ...]:
    new = {(row.shift_id, row.crew_id): row for row in changed}
    return tuple(new.get((row.shift_id, row.crew_id), row) for row in rows)


def _placed(standing: Standing, people: Sequence[str], rows: Sequence[RosterRow]) -> tuple[RosterRow, ...] | None:
    """Breaks for one person after another, each relieved by those on duty beside them."""
    done: tuple[RosterRow, ...] = tuple(replace(row, breaks=()) if row.crew_id in people else row for row in rows)
    for number, crew_id in enumerate(people):
        last = number == len(people) - 1
        for order in range(_TRIES):
            own = _proposed(standing, crew_id, done, order)
            if own is None:
                continue
            tried = _merged(done, own)
            if _lawful(standing, crew_id, own) and (not last or relieved(standing, tried)):
                done = tried
                break
        else:
            return None
    return done


def _proposed(standing: Standing, crew_id: str, rows: Sequence[RosterRow], order: int) -> list[RosterRow] | None:
    problem = standing.problem
    person = problem.instance.dataset.crew[crew_id]
    own = [row for row in rows if row.crew_id == crew_id]
    there = {row.shift_id for row in own}
    blocks = {row.shift_id: standing.block_of[row.shift_id, row.watch] for row in own}
    others = _others(standing, crew_id, there)
    taken = {
        blocks[shift_id].index: BreakRole(
            order=order,
            taken=tuple(b for row in rows if row.shift_id == shift_id and row.crew_id != crew_id for b in row.breaks),
            leads=any(row.function in MASTER_FUNCTIONS for row in own if row.shift_id == shift_id),
        )
        for shift_id in there
    }
    together = sorted((*(block for block, _ in others), *blocks.values()), key=lambda block: block.presence)
    ways = problem.oracle.travel.as_duty(together, problem.fixed[crew_id].departures)
    # Breaks of duties that stay are given; only those of the places asked about are free.
    fixed = [*problem.fixed[crew_id].pieces, *(p for block, breaks in others for p in _pieces(block, breaks))]
    fixed += [WorkPiece(interval=ways[block.index]) for block, _ in others if block.index in ways]
    plan = break_plan(person, list(blocks.values()), problem.instance.rulebook, taken, ways, fixed)
    if isinstance(plan, Breach):
        return None
    return [
        replace(row, breaks=tuple(b for piece in plan[blocks[row.shift_id].index] for b in piece.breaks)) for row in own
    ]


def _lawful(standing: Standing, crew_id: str, own: Sequence[RosterRow]) -> bool:
    """Whether the person's whole record with the breaks of these rows and of their other rows is lawful."""
    person = standing.problem.instance.dataset.crew[crew_id]
    there = {row.shift_id for row in own}
    others = _others(standing, crew_id, there)
    found = _breaches(
        standing, person, [*others, *((standing.block_of[row.shift_id, row.watch], row.breaks) for row in own)]
    )
    # A breach of recorded time stays what it was; one that the duty lengthens is another one.
    return not found or set(found) <= set(_breaches(standing, person, []))


def _others(standing: Standing, crew_id: str, there: set[str]) -> list[tuple[Block, tuple[Interval, ...]]]:
    """The person's duties on other shifts, with their breaks."""
    return [(s.block, s.row.breaks) for s in standing.stints.get(crew_id, ()) if s.row.shift_id not in there]


def _pieces(block: Block, breaks: Sequence[Interval]) -> list[WorkPiece]:
    return [replace(p, breaks=tuple(b for b in breaks if p.interval.covers(b))) for p in block.pieces]


def _breaches(standing: Standing, person: Person, worked: Sequence[tuple[Block, tuple[Interval, ...]]]) -> list[Breach]:
    problem = standing.problem
    fixed = problem.fixed[person.crew_id]
    blocks = sorted((block for block, _ in worked), key=lambda block: block.presence)
    ways = problem.oracle.travel.as_duty(blocks, fixed.departures)
    pieces = [*fixed.pieces]
    for block, breaks in worked:
        pieces += _pieces(block, breaks)
    pieces += [WorkPiece(interval=way, sailing=False) for way in ways.values()]
    on_board = fixed.on_board + tuple(part for block in blocks for part in block.free_on_board)
    record = work_record(person, pieces, on_board)
    found = judge(record, problem.instance.rulebook)
    return [breach for breach in found if breach.severity_class in ("hard", "conservative")]


def relieved(standing: Standing, rows: Sequence[RosterRow]) -> bool:
    """Whether somebody of the deck crew on duty relieves the leader in each break outside a stop."""
    for row in rows:
        if row.function not in MASTER_FUNCTIONS:
            continue
        block = standing.block_of[row.shift_id, row.watch]
        others = [
            other
            for other in rows
            if other.shift_id == row.shift_id and other.crew_id != row.crew_id and _on_deck(other)
        ]
        for item in row.breaks:
            if any(stop.covers(item) for stop in block.stops):
                continue
            if not any(_stands_by(other, item) for other in others):
                return False
    return True


def _on_deck(row: RosterRow) -> bool:
    beside = ("cabin_staff", "night_patrol", "additional")
    return row.function is not None and row.function not in ENGINE_CREW and row.function.value not in beside


def _stands_by(row: RosterRow, item: Interval) -> bool:
    on_duty = any(duty.covers(item) for duty in row.duty)
    return on_duty and not any(pause.overlaps(item) for pause in row.breaks)
