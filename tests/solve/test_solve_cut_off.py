"""A roster cut off as unlawful costs neither the lawful ones found before nor the bounds proven."""

from __future__ import annotations

import threading

import pytest
from ortools.sat.python import cp_model

from optimizer.solve.choice import Choice
from optimizer.solve.engine import solve_model
from optimizer.solve.result import SolveOptions
from optimizer.solve.search import Solved, better


def test_rosters_found_on_the_way_are_kept_the_latest_first() -> None:
    model = cp_model.CpModel()
    places = [[model.new_bool_var(f"{row} {column}") for column in range(40)] for row in range(25)]
    for row in places:
        model.add_exactly_one(row)
    for column in zip(*places, strict=True):
        model.add_at_most_one(column)
    weight = {
        place.index: (7 * row + 11 * column) % 97
        for row, line in enumerate(places)
        for column, place in enumerate(line)
    }
    model.minimize(sum(weight[place.index] * place for row in places for place in row))
    for row, line in enumerate(places):
        for column, place in enumerate(line):
            model.add_hint(place, row == column)
    outcome = solve_model(model, SolveOptions(workers=1), 10.0, threading.Event(), lambda best, bound: None)
    values = [value for value, _ in outcome.earlier]
    assert len(values) > 1, "the hint and the optimum at least"
    assert values == sorted(values), "the latest is the best"
    assert outcome.earlier[0] == (outcome.value, outcome.values)
    assert all(
        sum(weight[index] for index, chosen in enumerate(found) if chosen) == value for value, found in outcome.earlier
    )


def solved(value: int, bound: int, optimal: bool = False) -> Solved:
    return Solved(Choice({}, {}, {}, {}), (), value, bound, optimal)


@pytest.mark.parametrize(
    ("first", "second", "value", "bound", "optimal"),
    [
        (solved(9, 2), solved(7, 1), 7, 2, False),
        (solved(7, 1), solved(9, 2), 7, 2, False),
        (solved(7, 3), solved(9, 8), 7, 7, True),
        (solved(5, 5, optimal=True), solved(9, 2), 5, 5, True),
    ],
)
def test_of_two_rosters_the_cheaper_with_the_higher_bound(
    first: Solved, second: Solved, value: int, bound: int, optimal: bool
) -> None:
    best = better(first, second)
    assert best is not None
    assert (best.value, best.bound, best.optimal) == (value, bound, optimal)


def test_nothing_kept_yet() -> None:
    assert better(None, None) is None
    assert better(None, solved(3, 1)) == better(solved(3, 1), None) == solved(3, 1)
