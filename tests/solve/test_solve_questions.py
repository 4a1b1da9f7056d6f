"""Which question level 1 asks next, and that the asking ends at the true number of shifts ashore."""

from __future__ import annotations

import pytest

from optimizer.solve.lexicographic import _next_question


@pytest.mark.parametrize(
    ("low", "value", "left_open", "asked"),
    [
        (0, 20, set(), 10),
        (17, 20, set(), 17),
        (1, 4, {1}, 3),
        (1, 4, {1, 3}, 2),
        (1, 2, {1}, 1),
        (1, 4, {1, 2, 3}, 1),
        (0, 20, {10}, 19),
    ],
)
def test_halves_the_distance_and_turns_to_the_other_side_when_a_question_stays_open(low, value, left_open, asked):
    assert _next_question(low, value, left_open) == asked


@pytest.mark.parametrize("true", range(13))
@pytest.mark.parametrize("hard", [set(), {0}, {1, 2}, set(range(5))])
def test_every_answerable_question_is_asked_before_one_is_repeated(true, hard):
    """Questions of ``hard`` stay open; all others answer truthfully with the least possible progress."""
    low, value, left_open, asked = 0, 12, set(), []
    while low < value and len(left_open) < len(range(low, value)):
        most = _next_question(low, value, left_open)
        asked.append(most)
        if most in hard:
            left_open.add(most)
        elif most >= true:
            value = most
        else:
            low = most + 1
        left_open = {question for question in left_open if low <= question < value}
    assert low <= true <= value
    assert len(asked) == len(set(asked))
    assert all(question in hard for question in range(low, value))
