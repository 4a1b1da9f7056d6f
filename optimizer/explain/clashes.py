"""What a person's other duties in the roster say against a place, and which of them would have to go."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from optimizer.domain import Person
from optimizer.explain.bar import Bar, BarKind
from optimizer.explain.bars import way_bar
from optimizer.explain.rest_bars import rest_bar
from optimizer.explain.rest_words import named_rule
from optimizer.explain.standing import Standing
from optimizer.findings import Text
from optimizer.model.blocks import Block
from optimizer.model.problem import Problem
from optimizer.model.travel import departure_of
from optimizer.timeline import local, to_minute


def compatible(problem: Problem, person: Person, worked: Sequence[Block], new: Sequence[Block]) -> bool:
    """Whether a person may work the new blocks beside those they work already."""
    together = sorted((*worked, *new), key=lambda block: block.presence)
    for block in new:
        if any(_elsewhere(other, block) or problem.crew_change.excludes(other, block) for other in worked):
            return False
    if any(short > 0 for _, _, short in _ways(problem, together)):
        return False
    if problem.crew_change.too_long_on_board(together, person.crew_id):
        return False
    return problem.oracle.whole_breach(person, together) is None


def _elsewhere(one: Block, other: Block) -> bool:
    if one.shift.vessel_id == other.shift.vessel_id:
        return one.shift.interval.overlaps(other.shift.interval)
    return one.presence.overlaps(other.presence)


def _ways(problem: Problem, blocks: Sequence[Block]) -> Iterator[tuple[Block, Block, int]]:
    """Ways between successive blocks with the minutes missing for them."""
    for before, after in zip(blocks, blocks[1:], strict=False):
        way = problem.oracle.travel.way(departure_of(before), after)
        if way:
            yield before, after, to_minute(before.presence.end + way) - to_minute(after.presence.start)


def ways_too_long(problem: Problem, worked: Sequence[Block], block: Block) -> bool:
    """Whether the way to a block, or from it to the next duty, takes longer than there is time."""
    together = sorted((*worked, block), key=lambda other: other.presence)
    return any(short > 0 and block in (before, after) for before, after, short in _ways(problem, together))


def clashes(standing: Standing, person: Person, new: Sequence[Block], without: Sequence[str] = ()) -> tuple[Bar, ...]:
    """Every bar that lies in the person's other duties; those on the shifts ``without`` are left out.

    Where no single duty is in the way but all of them together are, one bar without a shift says so.
    """
    problem, worked = standing.problem, standing.worked(person.crew_id, without)
    if compatible(problem, person, worked, new):
        return ()
    found: list[Bar] = []
    for unit in standing.units(person.crew_id):
        own = [block for block in worked if block.shift.shift_id in unit]
        bar = _between(problem, person, own, new) if own else None
        if bar is not None:
            found.append(bar)
    return tuple(found) or (_altogether(problem, person, worked, new),)


def _between(problem: Problem, person: Person, own: Sequence[Block], new: Sequence[Block]) -> Bar | None:
    shift_id = own[0].shift.shift_id
    for block in new:
        for other in own:
            if other.shift.shift_id == block.shift.shift_id:
                return Bar(
                    BarKind.ELSEWHERE,
                    "presence.same_shift",
                    Text("Hat auf derselben Schicht einen anderen Platz", "Has another place on the same shift"),
                    shift_id=other.shift.shift_id,
                )
            if _elsewhere(other, block):
                return _at_the_same_time(problem, other)
            if problem.crew_change.excludes(other, block):
                rule = named_rule(problem, "mode.crew_change", block)
                return Bar(BarKind.VESSEL, "mode.crew_change", rule.text, rule.citation, other.shift.shift_id)
    together = sorted((*own, *new), key=lambda block: block.presence)
    for before, after, short in _ways(problem, together):
        if short > 0 and (before in new) != (after in new):
            return way_bar(before.shift.end_place, after, short, shift_id)
    breach = problem.oracle.whole_breach(person, together)
    if breach is not None:
        return rest_bar(problem, person, breach, own, new, shift_id)
    return None


def _at_the_same_time(problem: Problem, other: Block) -> Bar:
    vessel = problem.instance.vessel_of(other.shift).name
    start, end = local(other.presence.start), local(other.presence.end)
    return Bar(
        BarKind.ELSEWHERE,
        "presence.two_places",
        Text(
            f"Zur selben Zeit eingeteilt: {vessel}, {start:%d.%m. %H:%M} bis {end:%d.%m. %H:%M}",
            f"Assigned at the same time: {vessel}, {start:%d.%m. %H:%M} to {end:%d.%m. %H:%M}",
        ),
        shift_id=other.shift.shift_id,
    )


def _altogether(problem: Problem, person: Person, worked: Sequence[Block], new: Sequence[Block]) -> Bar:
    breach = problem.oracle.whole_breach(person, [*worked, *new])
    if breach is not None:
        return rest_bar(problem, person, breach, worked, new)
    rule = named_rule(problem, "mode.crew_change", new[0])
    return Bar(BarKind.VESSEL, "mode.crew_change", rule.text, rule.citation)


def one_to_drop(standing: Standing, person: Person, new: Sequence[Block]) -> tuple[tuple[str, ...], ...]:
    """The single duties of a person (a voyage counts as one) without which the new blocks are possible."""
    found = []
    for unit in standing.units(person.crew_id):
        if compatible(standing.problem, person, standing.worked(person.crew_id, unit), new):
            found.append(unit)
    return tuple(found)
