"""One function for everybody through a voyage, whatever seat they take on each of its shifts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace

from optimizer.domain import Function
from optimizer.eligibility import place_bars, serves_as
from optimizer.manning import Place
from optimizer.model.costs import seat_rank
from optimizer.model.needs import Seat
from optimizer.model.problem import Problem
from optimizer.solve.choice import Choice, ReadOutError
from optimizer.solve.duty_check import DutyCheck
from optimizer.solve.seating import Seating


def through_voyages(problem: Problem, choice: Choice, seatings: Mapping[str, Seating]) -> dict[str, Seating]:
    """The seatings with the same function for a person on all shifts of a voyage.

    Where shifts of a voyage need different crews, somebody may sit higher on one of them than on
    another; the higher function is then theirs on both (§ 96(2)).

    Raises
    ------
    ReadOutError
        If no function of a person fills all of their seats.
    """
    shown = dict(seatings)
    for chain in problem.voyages:
        sailing = [shift_id for shift_id in chain if shift_id in seatings]
        changed: set[str] = set()
        for crew_id, seats in _by_person(seatings, sailing).items():
            if len({seat.place.function for seat in seats.values()}) > 1:
                function = _fitting(problem, crew_id, seats)
                if function is None:
                    raise ReadOutError(f"voyage {sailing[0]}: no one function for {crew_id}", tuple(sailing))
                for shift_id, seat in seats.items():
                    if seat.place.function is not function:
                        shown[shift_id] = {**shown[shift_id], crew_id: replace(seat, place=Place(function))}
                        changed.add(shift_id)
        for shift_id in changed:
            if not DutyCheck(problem, problem.needs[shift_id], choice).lawful(shown[shift_id]):
                raise ReadOutError(f"shift {shift_id}: not on duty as the watches ask", tuple(sailing))
    return shown


def _by_person(seatings: Mapping[str, Seating], sailing: Iterable[str]) -> dict[str, dict[str, Seat]]:
    seats: dict[str, dict[str, Seat]] = defaultdict(dict)
    for shift_id in sailing:
        for crew_id, seat in seatings[shift_id].items():
            seats[crew_id][shift_id] = seat
    return seats


def _fitting(problem: Problem, crew_id: str, seats: Mapping[str, Seat]) -> Function | None:
    """The highest function of a person's seats in which they may serve in all of them."""
    functions = {seat.place.function for seat in seats.values()}
    ranked = sorted(functions, key=lambda function: (-seat_rank(function), function))
    return next((f for f in ranked if all(_fills(problem, crew_id, f, s, seat) for s, seat in seats.items())), None)


def _fills(problem: Problem, crew_id: str, function: Function, shift_id: str, seat: Seat) -> bool:
    """Whether somebody serving in a function fills a seat, and the person may serve in it on the shift."""
    if seat.place.function is function:
        return True
    instance, need = problem.instance, problem.needs[shift_id]
    if not serves_as(instance.rulebook, function, seat.place, need.shift.interval.days()):
        return False
    person = instance.dataset.crew[crew_id]
    return not place_bars(instance, person, Place(function), need.shift, accompanied=need.accompanied)
