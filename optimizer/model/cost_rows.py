"""Level 4 as linear terms: the figures of the cost table times what the model decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from ortools.sat.python import cp_model

from optimizer.model.candidates import Candidate
from optimizer.model.costs import QUARTER, seat_rank
from optimizer.model.needs import JobKind

if TYPE_CHECKING:
    from optimizer.model.roster_model import RosterModel

Terms = Iterator[cp_model.LinearExprT]


def cost(model: RosterModel) -> cp_model.LinearExprT:
    """The cost of a roster, with the auxiliary variables it needs."""
    costs = model.problem.costs
    terms = [*_duties(model), *_seats(model), *_extra_places(model), *_wishes(model), *_together(model)]
    for crew_id, own in model.of_person.items():
        terms += [*_hours(model, crew_id, own), *_vessels(model, crew_id, own)]
    idle = set(costs.targets) - set(model.of_person)
    return sum(terms) + sum(costs.hours_cost(crew_id, 0) for crew_id in idle)


def _duties(model: RosterModel) -> Terms:
    """What each duty costs by itself, with the rank of the person; the rank of the place is taken off."""
    costs = model.problem.costs
    below = costs.weights["below_rank"]
    for candidate in model.candidates:
        if not model.problem.blocks[candidate.block].counted:
            continue
        ranked = not candidate.cabin_staff and not candidate.additional
        rank = below * costs.rank[candidate.crew_id] if ranked else 0
        yield (costs.of_candidate[candidate.crew_id, candidate.block] + rank) * model.y(candidate)
        for job in candidate.jobs:
            yield -below * seat_rank(job.function) * model.job(candidate, job)


def _seats(model: RosterModel) -> Terms:
    below = model.problem.costs.weights["below_rank"]
    for (shift_id, number, k), var in model.option.items():
        if number == 0 and _counted(model, shift_id):
            option = model.problem.needs[shift_id].stretches[0].options[k]
            yield -below * sum(seat_rank(seat.place.function) for seat in option) * var


def _extra_places(model: RosterModel) -> Terms:
    """Places the company wants above the crew and nobody fills."""
    price = model.problem.costs.weights["extra_open"]
    for (shift_id, k), var in model.extra_crew.items():
        if _counted(model, shift_id):
            yield price * sum(model.problem.needs[shift_id].extra[k].values()) * var
    for (_, index, job), var in model.jobs.items():
        if job.kind is JobKind.EXTRA and model.problem.blocks[index].counted:
            yield -price * var


def _wishes(model: RosterModel) -> Terms:
    for wish in model.problem.costs.wishes:
        worked = [model.serves[wish.crew_id, b] for b in wish.blocks if (wish.crew_id, b) in model.serves]
        missed = model.model.new_bool_var("wish missed")
        model.model.add(missed + sum(worked) >= 1)
        model.derived.append((missed, _none_of(worked)))
        yield wish.weight * missed


def _together(model: RosterModel) -> Terms:
    """Shifts on which only one of two people serves who should serve together."""
    price = model.problem.costs.weights["together"]
    for one, other in model.problem.costs.together:
        for shift_id, candidates in model.of_shift.items():
            if not _counted(model, shift_id):
                continue
            first = [model.y(c) for c in candidates if c.crew_id == one]
            second = [model.y(c) for c in candidates if c.crew_id == other]
            if not first and not second:
                continue
            parted = model.model.new_bool_var(f"parted {one} {other} {shift_id}")
            model.model.add(sum(first) - sum(second) <= parted)
            model.model.add(sum(second) - sum(first) <= parted)
            model.derived.append((parted, _differs(first, second)))
            yield price * parted


def _hours(model: RosterModel, crew_id: str, own: Sequence[Candidate]) -> Terms:
    target, weight = model.problem.costs.targets.get(crew_id), model.problem.costs.weights
    if target is None:
        return
    blocks = model.problem.blocks
    minutes = sum(blocks[c.block].counted_minutes * model.y(c) for c in own)
    difference = minutes + target.committed_minutes - target.target_minutes
    most = sum(blocks[c.block].counted_minutes for c in own) + target.committed_minutes + target.target_minutes
    over = model.model.new_int_var(0, most // QUARTER + 1, f"over {crew_id}")
    under = model.model.new_int_var(0, most // QUARTER + 1, f"under {crew_id}")
    model.model.add(QUARTER * over >= difference)
    model.model.add(QUARTER * under >= -difference)
    served = [(model.y(c).index, blocks[c.block].counted_minutes) for c in own]
    contracted = target.target_minutes - target.committed_minutes
    model.derived += [(over, _quarters(served, -contracted, 1)), (under, _quarters(served, -contracted, -1))]
    yield weight["overtime"] * over
    yield weight["undertime"] * under


def _vessels(model: RosterModel, crew_id: str, own: Sequence[Candidate]) -> Terms:
    """Every vessel a person serves on that is not theirs."""
    of_vessel: dict[str, dict[int, cp_model.IntVar]] = {}
    for candidate in own:
        block = model.problem.blocks[candidate.block]
        if block.counted:
            of_vessel.setdefault(block.shift.vessel_id, {})[model.y(candidate).index] = model.y(candidate)
    for vessel_id, there in of_vessel.items():
        price = model.problem.costs.strange_vessel(crew_id, vessel_id)
        if not price:
            continue
        used = model.model.new_bool_var(f"used {crew_id} {vessel_id}")
        for variable in there.values():
            model.model.add_implication(variable, used)
        model.derived.append((used, _any_of(list(there.values()))))
        yield price * used


def _counted(model: RosterModel, shift_id: str) -> bool:
    return model.problem.needs[shift_id].shift.interval.start < model.problem.instance.window.end


def _any_of(variables: Sequence[cp_model.IntVar]) -> Callable[[Sequence[int]], int]:
    return lambda values: int(any(values[v.index] for v in variables))


def _none_of(variables: Sequence[cp_model.IntVar]) -> Callable[[Sequence[int]], int]:
    return lambda values: int(not any(values[v.index] for v in variables))


def _differs(first: Sequence[cp_model.IntVar], second: Sequence[cp_model.IntVar]) -> Callable[[Sequence[int]], int]:
    return lambda values: int(any(values[v.index] for v in first) != any(values[v.index] for v in second))


def _quarters(served: Sequence[tuple[int, int]], offset: int, sign: int) -> Callable[[Sequence[int]], int]:
    """Quarter hours by which the minutes served plus ``offset`` exceed zero (``sign`` -1: fall short)."""

    def value_of(values: Sequence[int]) -> int:
        difference = sign * (sum(minutes * values[index] for index, minutes in served) + offset)
        return -(-max(difference, 0) // QUARTER)

    return value_of
