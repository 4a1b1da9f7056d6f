"""Why this person is in a place, who else could be, and at what price."""

from __future__ import annotations

from dataclasses import dataclass

from optimizer.explain.explainer import Candidacy, Candidates, Explainer
from optimizer.explain.positions import Position
from optimizer.findings import Text
from optimizer.model.blocks import Block
from optimizer.model.costs import seat_rank

_PARTS = {
    "duty": Text("Wünsche, Nächte, Sonntage, Tagessätze, Ruhelage", "wishes, nights, Sundays, day rates, position of rest"),
    "rank": Text("höhere Qualifikation als nötig", "higher qualification than needed"),
    "hours": Text("Stunden gegen Vertrag", "hours against contract"),
    "vessel": Text("fremdes Schiff", "other vessel"),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CostPart:
    """A part of what a place costs with somebody in it, in points of the cost table."""

    name: str
    text: Text
    points: int


@dataclass(frozen=True, slots=True)
class WhyPerson:
    """The answer for one filled place.

    ``parts`` is what the place costs with the person, ``next_parts`` with the cheapest other person
    who is free. ``falls`` are the shifts that would stay ashore without the person, with everything
    else as it is: none while somebody is free for the place.
    """

    position: Position
    candidates: Candidates
    parts: tuple[CostPart, ...]
    next_parts: tuple[CostPart, ...]
    falls: tuple[str, ...]

    @property
    def next_best(self) -> Candidacy | None:
        """The cheapest of the others who are free."""
        return next(iter(self.candidates.free), None)


def why_person(explainer: Explainer, position: Position) -> WhyPerson:
    """Explain who is in a place; the roster's cost is computed anew for every exchange.

    Raises
    ------
    ValueError
        If the place is open.
    """
    if position.open:
        raise ValueError("the place is open")
    candidates = explainer.candidates(position)
    best = next(iter(candidates.free), None)
    return WhyPerson(
        position=position,
        candidates=candidates,
        parts=_parts(explainer, position.crew_id, position),
        next_parts=() if best is None else _parts(explainer, best.crew_id, position),
        falls=() if best is not None else _falls(explainer, position),
    )


def _falls(explainer: Explainer, position: Position) -> tuple[str, ...]:
    """The shifts of the place, and what would follow them on the voyage."""
    tied = explainer.standing.tied(position.shift_id)
    first = min(tied.index(shift_id) for shift_id in position.shift_ids)
    return tuple(shift_id for shift_id in tied[first:] if shift_id in explainer.standing.sailing)


def _parts(explainer: Explainer, crew_id: str, position: Position) -> tuple[CostPart, ...]:
    """What a person adds to the cost by the blocks of a place, part by part; without what is nothing."""
    blocks = next(iter(explainer.blocks(position)), ())
    there = {block.shift.shift_id for block in blocks}
    costs, besides = explainer.problem.costs, explainer.standing.worked(crew_id, there)
    counted = [block for block in blocks if block.counted]
    duty = sum(costs.of_candidate.get((crew_id, block.index), 0) for block in counted)
    rank = costs.weights["below_rank"] * (costs.rank[crew_id] - seat_rank(position.function))
    before = _minutes(besides)
    hours = costs.hours_cost(crew_id, before + _minutes(counted)) - costs.hours_cost(crew_id, before)
    known = {block.shift.vessel_id for block in besides if block.counted}
    vessels = {block.shift.vessel_id for block in counted} - known
    points = {
        "duty": duty,
        "rank": rank * len(counted) if seat_rank(position.function) else 0,
        "hours": hours,
        "vessel": sum(costs.strange_vessel(crew_id, vessel_id) for vessel_id in vessels),
    }
    return tuple(CostPart(name, _PARTS[name], value) for name, value in points.items() if value)


def _minutes(blocks: list[Block]) -> int:
    return sum(block.counted_minutes for block in blocks if block.counted)
