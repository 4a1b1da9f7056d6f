"""Breaks of one person over one or more blocks: as fixed by the plan, else proposed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import timedelta

from optimizer.domain import Person
from optimizer.duty import WorkPiece
from optimizer.law import Rulebook
from optimizer.model.blocks import Block
from optimizer.rest import Breach
from optimizer.rest.breaks import propose
from optimizer.timeline import Interval, local, to_minute



def break_plan(
    person: Person, blocks: Sequence[Block], rulebook: Rulebook, order: Mapping[int, int] | None = None
) -> dict[int, tuple[WorkPiece, ...]] | Breach:
    """Pieces with breaks for every block of a person, by block index, or the breach that stops it.

    Parameters
    ----------
    order
        Rank of the person on each shift by block index, so that people do not pause at once.
    """
    planned: dict[int, tuple[WorkPiece, ...]] = {}
    for run in _runs(blocks, rulebook):
        breaks = _propose_run(person, run, rulebook, (order or {}).get(run[0].index, 0))
        if breaks is None:
            return _no_break_possible(run, rulebook)
        for block in run:
            planned[block.index] = tuple(_with_breaks(piece, breaks) for piece in block.pieces)
    return planned


def _runs(blocks: Sequence[Block], rulebook: Rulebook) -> list[list[Block]]:
    """Blocks closer together than the uninterrupted rest of § 6(2) BinSchArbZV are one run of work."""
    runs: list[list[Block]] = []
    for block in sorted(blocks, key=lambda b: b.pieces[0].interval):
        start = block.pieces[0].interval.start
        values = rulebook.values("work.rest_uninterrupted", local(start).date()) or {}
        main_rest = timedelta(minutes=int(values.get("min_uninterrupted_minutes", 0)))
        if runs and start - runs[-1][-1].pieces[-1].interval.end < main_rest:
            runs[-1].append(block)
        else:
            runs.append([block])
    return runs


def _propose_run(person: Person, run: list[Block], rulebook: Rulebook, order: int) -> tuple[Interval, ...] | None:
    duty = tuple(piece.interval for block in run for piece in block.pieces)
    fixed = tuple(item for block in run for item in block.fixed_breaks)
    stops = tuple(stop for block in run for stop in block.stops)
    return propose(
        duty, fixed, stops, person.employment, person.birth_date, rulebook, order=order, alone=any(b.alone for b in run)
    )


def _with_breaks(piece: WorkPiece, breaks: tuple[Interval, ...]) -> WorkPiece:
    return replace(piece, breaks=tuple(b for b in breaks if piece.interval.covers(b)))


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
