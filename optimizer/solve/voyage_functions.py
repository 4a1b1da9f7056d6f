"""One function for everybody through a voyage, whatever seat they take on each of its shifts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from optimizer.domain import Function
from optimizer.manning import Place
from optimizer.model.candidates import Candidate
from optimizer.model.costs import seat_rank
from optimizer.model.functions import fills
from optimizer.model.needs import Seat
from optimizer.model.problem import Problem
from optimizer.solve.choice import Choice, ReadOutError
from optimizer.solve.duty_check import DutyCheck
from optimizer.solve.seating import Seating, seat_people

#: Seatings of one shift for which the rest of the voyage is tried.
_TRIES = 500


def through_voyages(problem: Problem, choice: Choice, seatings: Mapping[str, Seating]) -> dict[str, Seating]:
    """The seatings with the same function for a person on all shifts of a voyage.

    Where shifts of a voyage need different crews, somebody may sit higher on one of them than on
    another; the higher function is then theirs on both (§ 96(2)).

    Raises
    ------
    ReadOutError
        If no seats are found in which everybody keeps one function.
    """
    shown = dict(seatings)
    for chain in problem.voyages:
        sailing = [shift_id for shift_id in chain if shift_id in seatings]
        by_person = _by_person(seatings, sailing)
        if all(len({seat.place.function for seat in seats.values()}) == 1 for seats in by_person.values()):
            continue
        one = _one_function_each(problem, choice, seatings, by_person) or _seated_anew(problem, choice, sailing)
        if one is None:
            raise ReadOutError(f"voyage {sailing[0]}: no one function for everybody", tuple(sailing))
        shown.update(one)
    return shown


def _one_function_each(
    problem: Problem, choice: Choice, seatings: Mapping[str, Seating], by_person: Mapping[str, Mapping[str, Seat]]
) -> dict[str, Seating] | None:
    """The seats as they are, with one function for everybody that fills all of theirs."""
    shown: dict[str, Seating] = {}
    for crew_id, seats in by_person.items():
        function = _fitting(problem, crew_id, seats)
        if function is None:
            return None
        for shift_id, seat in seats.items():
            shown.setdefault(shift_id, dict(seatings[shift_id]))[crew_id] = _as(seat, function)
    lawful = (DutyCheck(problem, problem.needs[s], choice).lawful(seating) for s, seating in shown.items())
    return shown if all(lawful) else None


def _seated_anew(problem: Problem, choice: Choice, sailing: Sequence[str]) -> dict[str, Seating] | None:
    """Other seats: those of one shift are fixed, and every other shift is seated in their functions."""
    found: dict[str, Seating] = {}
    tried = iter(range(_TRIES))

    def others(seating: Seating) -> bool:
        if next(tried, None) is None:
            return False
        found.clear()
        for shift_id in sailing:
            seated = _in_functions(problem, choice, shift_id, seating)
            if seated is None:
                return False
            found[shift_id] = seated
        return True

    for pivot in sailing:
        seats, crew = problem.needs[pivot].stretches[0].options[choice.option[pivot]], choice.crew(pivot)
        fitting = lambda seating, crew=crew: others(as_kept(crew, seating, choice))  # noqa: E731
        if seat_people(crew, seats, problem.costs.rank, fitting) is not None:
            return dict(found)
    return None


def _in_functions(problem: Problem, choice: Choice, shift_id: str, functions: Seating) -> Seating | None:
    """A shift's crew in seats that their functions fill."""
    need, crew = problem.needs[shift_id], choice.crew(shift_id)
    seats = need.stretches[0].options[choice.option[shift_id]]
    held = {c.crew_id: functions[c.crew_id].place.function for c in crew if c.crew_id in functions}
    if len(held) < len(crew):
        return None
    able = [
        replace(c, seats=frozenset(s for s in c.seats if fills(problem, c.crew_id, held[c.crew_id], shift_id, s)))
        for c in crew
    ]
    duty = DutyCheck(problem, need, choice)

    def shown(seating: Seating) -> Seating:
        return {crew_id: _as(seat, held[crew_id]) for crew_id, seat in seating.items()}

    seating = seat_people(able, seats, problem.costs.rank, lambda seating: duty.lawful(shown(seating)))
    return None if seating is None or len(seating) < len(seats) else shown(seating)


def as_kept(crew: Iterable[Candidate], seating: Seating, choice: Choice) -> Seating:
    """The seating with the functions that a replan leaves as they were."""
    kept = {c.crew_id: f for c in crew if (f := choice.kept.get((c.crew_id, c.block))) is not None}
    return {c: _as(seat, kept[c]) if c in kept else seat for c, seat in seating.items()}


def _as(seat: Seat, function: Function) -> Seat:
    return seat if seat.place.function is function else replace(seat, place=Place(function))


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
    return next((f for f in ranked if all(fills(problem, crew_id, f, s, seat) for s, seat in seats.items())), None)
