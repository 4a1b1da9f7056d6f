"""Which seats somebody serving in a function fills."""

from __future__ import annotations

from optimizer.domain import Function
from optimizer.eligibility import place_bars, serves_as
from optimizer.manning import Place
from optimizer.manning.regime import rhine_applies
from optimizer.model.needs import Seat
from optimizer.model.problem import Problem


def fills(problem: Problem, crew_id: str, function: Function, shift_id: str, seat: Seat) -> bool:
    """Whether somebody serving in a function fills a seat, and the person may serve in it on the shift."""
    if seat.place.function is function:
        return True
    instance, need = problem.instance, problem.needs[shift_id]
    rhine = rhine_applies(instance, need.shift)
    if not serves_as(instance.rulebook, function, seat.place, need.shift.interval.days(), rhine=rhine):
        return False
    person = instance.dataset.crew[crew_id]
    return not place_bars(instance, person, Place(function), need.shift, accompanied=need.accompanied)
