"""Causes that lie in the company's own plans: rotations, travel, who serves with whom."""

from __future__ import annotations

from optimizer.domain import Person
from optimizer.findings import Text
from optimizer.model.blocks import Block
from optimizer.model.candidates import absent_beside, last_departure
from optimizer.model.problem import Problem
from optimizer.solve.choice import Choice


def company_obstacle(problem: Problem, person: Person, block: Block) -> Text | None:
    """A rest day of the rotation, an absence beside the shift or a way that keep a person from a block."""
    day = problem.rotations.refused(person.crew_id, block)
    if day is not None:
        shown = day.strftime("%d.%m.")
        return Text(
            f"freier Tag der Rotation am {shown}, Einverständnis fehlt",
            f"day off by the rotation on {shown}, no consent given",
        )
    if absent_beside(problem.instance, person, block):
        return Text("abwesend in der Zeit davor oder danach", "absent in the time before or after")
    fixed, travel = problem.fixed[person.crew_id], problem.oracle.travel
    for departure in last_departure(fixed, block):
        if not travel.fits(departure, block):
            return _way(departure.place, block, problem.oracle.travel.way(departure, block).seconds // 60)
    return None


def way_too_long(problem: Problem, worked: Block, block: Block) -> Text:
    """The way between two duties does not fit between them."""
    first, second = sorted((worked, block), key=lambda b: b.presence)
    way = problem.oracle.travel.before([first, second]).get(second.index)
    return _way(first.shift.end_place, second, 0 if way is None else way.minutes)


def _way(place: str, block: Block, minutes: int) -> Text:
    return Text(
        f"Weg von {place} nach {block.shift.start_place} ({minutes} min) nicht zu schaffen",
        f"no time for the way from {place} to {block.shift.start_place} ({minutes} min)",
    )


def company_cause(problem: Problem, choice: Choice, person: Person, block: Block) -> tuple[Text, str] | None:
    """Somebody on the shift the person may not serve with, or the mentor missing there."""
    shift_id = block.shift.shift_id
    there = {c.crew_id for c in (*choice.serves.get(shift_id, ()), *choice.foreseen.get(shift_id, ()))}
    crew = problem.instance.dataset.crew
    for one, other in problem.pairs.apart:
        partner = {one: other, other: one}.get(person.crew_id)
        if partner in there and partner is not None:
            name = crew[partner].name
            return Text(f"soll nicht mit {name} fahren", f"is not to serve with {name}"), ""
    for trainee, mentor in problem.pairs.mentors:
        if trainee == person.crew_id and mentor not in there:
            name = crew[mentor].name
            return Text(f"fährt nur mit Mentor {name}", f"serves only with mentor {name}"), ""
    return None
