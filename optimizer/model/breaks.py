"""Breaks of one person over one or more blocks: as fixed by the plan, else proposed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import lru_cache

from optimizer.domain import Employment, Person
from optimizer.duty import WorkPiece
from optimizer.eligibility import is_minor
from optimizer.law import Rulebook
from optimizer.model.blocks import Block
from optimizer.rest import Breach
from optimizer.rest.breaks import propose
from optimizer.timeline import Interval, local, merge, to_minute


@dataclass(frozen=True, slots=True)
class BreakRole:
    """What the breaks of one person on one block depend on besides the duty.

    ``order`` staggers the people of a shift, ``taken`` are breaks of others on it, and whoever
    ``leads`` pauses with others on duty or in a stop: a break fixed for everybody at once does not
    count for them while the vessel sails.
    """

    order: int = 0
    taken: tuple[Interval, ...] = ()
    leads: bool = False


def break_plan(
    person: Person,
    blocks: Sequence[Block],
    rulebook: Rulebook,
    roles: Mapping[int, BreakRole] | None = None,
    ways: Mapping[int, Interval] | None = None,
    fixed: Sequence[WorkPiece] = (),
) -> dict[int, tuple[WorkPiece, ...]] | Breach:
    """Pieces with breaks for every block of a person, by block index, or the breach that stops it.

    Parameters
    ----------
    roles
        By block index; without them the answer only says whether lawful breaks exist at all.
    ways
        Travel that counts as duty before a block, by block index; no break lies in it.
    fixed
        Other work of the person, with its breaks; where it joins the blocks to one run of work those
        count, and no other break lies in it.
    """
    planned: dict[int, tuple[WorkPiece, ...]] = {}
    ways = ways or {}
    planned.update({block.index: () for block in blocks if not block.pieces})
    for run in _runs([block for block in blocks if block.pieces], rulebook, ways):
        roles_of_run = [(roles or {}).get(block.index, BreakRole()) for block in run]
        travelled = tuple(WorkPiece(interval=ways[block.index]) for block in run if block.index in ways)
        joined = _joined(run, travelled, fixed, rulebook)
        breaks = _propose_run(person, run, rulebook, roles_of_run, (*travelled, *joined))
        if breaks is None and joined and _without_breaks(person, joined, rulebook):
            # The past broke the rule on its own; the blocks are judged as what they add.
            breaks = _propose_run(person, run, rulebook, roles_of_run, travelled)
        if breaks is None:
            return _no_break_possible(run, rulebook)
        for block in run:
            planned[block.index] = tuple(_with_breaks(piece, breaks) for piece in block.pieces)
    return planned


def _runs(blocks: Sequence[Block], rulebook: Rulebook, ways: Mapping[int, Interval]) -> list[list[Block]]:
    """Blocks closer together than the uninterrupted rest of § 6(2) BinSchArbZV are one run of work."""
    runs: list[list[Block]] = []
    for block in sorted(blocks, key=lambda b: b.pieces[0].interval):
        start = ways[block.index].start if block.index in ways else block.pieces[0].interval.start
        if runs and start - runs[-1][-1].pieces[-1].interval.end < _main_rest(rulebook, start):
            runs[-1].append(block)
        else:
            runs.append([block])
    return runs


def _main_rest(rulebook: Rulebook, start: datetime) -> timedelta:
    values = rulebook.values("work.rest_uninterrupted", local(start).date()) or {}
    return timedelta(minutes=int(values.get("min_uninterrupted_minutes", 0)))


def _joined(
    run: Sequence[Block], travelled: Sequence[WorkPiece], fixed: Sequence[WorkPiece], rulebook: Rulebook
) -> tuple[WorkPiece, ...]:
    """Fixed work that forms one run with the blocks, for the rest between is shorter than the main one."""
    if not fixed:
        return ()
    start = min([run[0].pieces[0].interval.start, *(piece.interval.start for piece in travelled)])
    end = run[-1].pieces[-1].interval.end
    found: list[WorkPiece] = []
    for piece in sorted(fixed, key=lambda p: p.interval, reverse=True):
        if piece.interval.end <= start and start - piece.interval.end < _main_rest(rulebook, start):
            found.append(piece)
            start = piece.interval.start
    for piece in sorted(fixed, key=lambda p: p.interval):
        if piece.interval.start >= end and piece.interval.start - end < _main_rest(rulebook, piece.interval.start):
            found.append(piece)
            end = piece.interval.end
    inside = (p for p in fixed if start < p.interval.end and p.interval.start < end and p not in found)
    return tuple(sorted([*found, *inside], key=lambda p: p.interval))


def _without_breaks(person: Person, pieces: Sequence[WorkPiece], rulebook: Rulebook) -> bool:
    """Whether fixed work alone lacks lawful breaks already."""
    duty = tuple(piece.interval for piece in pieces)
    breaks = _breaks_of(pieces)
    born = _birth_date(person, duty, rulebook)
    return _proposed(duty, breaks, (), person.employment, born, rulebook, 0, True, ()) is None


def _birth_date(person: Person, duty: Sequence[Interval], rulebook: Rulebook) -> date:
    """What the break rules ask of a person's age; adults share one answer."""
    return person.birth_date if is_minor(person, local(duty[0].start).date(), rulebook) else _ANY_ADULT


def _breaks_of(pieces: Iterable[WorkPiece]) -> tuple[Interval, ...]:
    """Breaks of fixed work; one that reaches over from one duty to the next is one."""
    return tuple(merge(item for piece in pieces for item in piece.breaks))


def _propose_run(
    person: Person, run: list[Block], rulebook: Rulebook, roles: list[BreakRole], joined: tuple[WorkPiece, ...]
) -> tuple[Interval, ...] | None:
    duty = tuple(piece.interval for block in run for piece in block.pieces)
    given = _breaks_of(joined)
    fixed = given + tuple(
        item
        for block, role in zip(run, roles, strict=True)
        for item in block.fixed_breaks
        if not (role.leads or block.alone) or any(stop.covers(item) for stop in block.stops)
    )
    stops = tuple(stop for block in run for stop in block.stops)
    taken = tuple(item for role in roles for item in role.taken)
    birth_date = _birth_date(person, duty, rulebook)
    alone = any(block.alone for block in run)
    order = roles[0].order
    if not joined:
        return _proposed(duty, fixed, stops, person.employment, birth_date, rulebook, order, alone, taken)
    closed = tuple(piece.interval for piece in joined)
    worked = tuple(sorted(duty + closed))
    # Where the usual places for breaks lie in work that is fixed, any time on board is one.
    places = [(stops, order + later) for later in range(_ORDERS)] + ([] if alone else [(duty, order)])
    for where, rank in places:
        found = _proposed(worked, fixed, where, person.employment, birth_date, rulebook, rank, alone, (*taken, *closed))
        if found is not None and not any(part.overlaps(item) for part in closed for item in found if item not in given):
            return found
    return None


#: Other places tried for breaks that would lie in work that is fixed.
_ORDERS = 6


#: Adults differ in nothing the break rules ask for, so they share one cached answer.
_ANY_ADULT = date(1970, 1, 1)


@lru_cache(maxsize=100_000)
def _proposed(
    duty: tuple[Interval, ...],
    fixed: tuple[Interval, ...],
    stops: tuple[Interval, ...],
    employment: Employment,
    birth_date: date,
    rulebook: Rulebook,
    order: int,
    alone: bool,
    taken: tuple[Interval, ...],
) -> tuple[Interval, ...] | None:
    return propose(duty, fixed, stops, employment, birth_date, rulebook, order=order, alone=alone, taken=taken)


def _with_breaks(piece: WorkPiece, breaks: tuple[Interval, ...]) -> WorkPiece:
    parts = (piece.interval.intersection(item) for item in breaks)
    return replace(piece, breaks=tuple(part for part in parts if part is not None))


def _no_break_possible(run: list[Block], rulebook: Rulebook) -> Breach:
    start = run[0].pieces[0].interval.start
    values = rulebook.values("work.breaks", local(start).date())
    allowed = int(values["after_minutes"]) if values is not None else 0
    end = run[-1].pieces[-1].interval.end
    return Breach(
        rule_id="work.breaks",
        severity_class="hard",
        window=Interval(start, end),
        first_window_start=start,
        found_minutes=to_minute(end) - to_minute(start),
        allowed_minutes=allowed,
        reading="boatmaster_break",
    )
