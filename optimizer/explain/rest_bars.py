"""Which rest forbids a duty, and by how many minutes it begins too early or ends too late."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from optimizer.domain import Person
from optimizer.explain.bar import Bar, BarKind
from optimizer.explain.rest_words import breach_figures
from optimizer.findings import Text
from optimizer.model.blocks import Block, presence_of
from optimizer.model.problem import Problem
from optimizer.rest import Breach
from optimizer.timeline import Interval, local, subtract

_MINUTE = timedelta(minutes=1)
#: A shift is never proposed to start so much later or end so much earlier (minutes).
MOST_TRIMMED = 6 * 60


def rest_bar(
    problem: Problem, person: Person, breach: Breach, others: Sequence[Block], new: Sequence[Block], shift_id: str = ""
) -> Bar:
    """The bar of a breach by ``new`` blocks beside ``others``; says by how much they lie too close where that helps."""
    rulebook, first = problem.instance.rulebook, new[0].shift
    day = local(first.interval.start).date()
    name, figures = rulebook.rule(breach.rule_id).name, breach_figures(breach)
    near = _too_close(problem, person, others, new)
    return Bar(
        BarKind.REST,
        breach.rule_id,
        Text(f"{near[0].de}{name.de}: {figures.de}", f"{near[0].en}{name.en}: {figures.en}"),
        rulebook.citation(breach.rule_id, day),
        shift_id=shift_id,
        short_minutes=near[1],
    )


def _too_close(
    problem: Problem, person: Person, others: Sequence[Block], new: Sequence[Block]
) -> tuple[Text, int | None]:
    later = later_by(problem, person, others, new)
    if later is not None:
        start = new[0].presence.start
        ready = _clock(start + later * _MINUTE, start)
        return Text(
            f"Ruhe endet {ready}, Dienst beginnt {_clock(start, start)} ({later} min fehlen); ",
            f"Rest ends {ready}, duty starts {_clock(start, start)} ({later} min short); ",
        ), later
    earlier = earlier_by(problem, person, others, new)
    if earlier is not None:
        end = new[-1].presence.end
        wanted = _clock(end - earlier * _MINUTE, end)
        return Text(
            f"Dienst müsste {wanted} enden, endet {_clock(end, end)} ({earlier} min zu lang); ",
            f"Duty would have to end {wanted}, ends {_clock(end, end)} ({earlier} min too long); ",
        ), earlier
    return Text("", ""), None


def later_by(problem: Problem, person: Person, others: Sequence[Block], new: Sequence[Block]) -> int | None:
    """The fewest minutes by which the first new block would have to begin later, ``None`` if that does not help."""

    def lawful(minutes: int) -> bool:
        block = starting_later(new[0], minutes)
        return block is not None and problem.oracle.breach(person, (*others, block, *new[1:])) is None

    return _fewest(lawful, new[0])


def earlier_by(problem: Problem, person: Person, others: Sequence[Block], new: Sequence[Block]) -> int | None:
    """The fewest minutes by which the last new block would have to end earlier, ``None`` if that does not help."""

    def lawful(minutes: int) -> bool:
        block = ending_earlier(new[-1], minutes)
        return block is not None and problem.oracle.breach(person, (*others, *new[:-1], block)) is None

    return _fewest(lawful, new[-1])


def _fewest(lawful: Callable[[int], bool], block: Block) -> int | None:
    """The least number of minutes that is lawful, found by halving; at least half of the block has to stay."""
    low, high = 0, min(MOST_TRIMMED, block.presence.minutes // 2)
    if not lawful(high):
        return None
    while high - low > 1:
        middle = (low + high) // 2
        if lawful(middle):
            high = middle
        else:
            low = middle
    return high


def starting_later(block: Block, minutes: int) -> Block | None:
    """The block without its first minutes of presence, ``None`` if less than half of it is left."""
    start = block.presence.start + minutes * _MINUTE
    return _cut(block, Interval(block.presence.start, start), minutes)


def ending_earlier(block: Block, minutes: int) -> Block | None:
    end = block.presence.end - minutes * _MINUTE
    return _cut(block, Interval(end, block.presence.end), minutes)


def _cut(block: Block, away: Interval, minutes: int) -> Block | None:
    if 2 * minutes > block.presence.minutes:
        return None
    pieces = tuple(
        replace(piece, interval=part, breaks=()) for piece in block.pieces for part in subtract(piece.interval, (away,))
    )
    if not pieces:
        return None
    rest = tuple(part for part in subtract(block.shift.interval, (away,)))
    shift = replace(block.shift, interval=rest[0], breaks=())
    kept = Interval(pieces[0].interval.start, pieces[-1].interval.end)
    return replace(
        block,
        shift=shift,
        pieces=pieces,
        fixed_breaks=tuple(item for item in block.fixed_breaks if kept.covers(item)),
        stops=tuple(item for item in block.stops if kept.covers(item)),
        presence=presence_of(shift, [piece.interval for piece in pieces]),
    )


def _clock(instant: datetime, beside: datetime) -> str:
    """``05:30``, with the day where it differs from that of another instant."""
    shown = local(instant)
    return f"{shown:%H:%M}" if shown.date() == local(beside).date() else f"{shown:%d.%m. %H:%M}"
