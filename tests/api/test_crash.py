"""A few rounds of ``tests/long/crash.py``: whatever is killed, nothing is lost and nothing comes twice."""

from __future__ import annotations

import pytest
from crash import ENGINES, Rounds, play

ROUNDS = 5


@pytest.fixture(scope="module")
def played() -> dict[str, Rounds]:
    return play(ENGINES, ROUNDS, seed=5)


@pytest.mark.parametrize("kind", ENGINES)
def test_killed_at_any_moment_nothing_is_lost_and_nothing_comes_twice(played: dict[str, Rounds], kind: str) -> None:
    assert played[kind].troubles == []
    assert played[kind].counts["rounds"] == ROUNDS
