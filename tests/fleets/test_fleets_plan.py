"""The sample fleet can be crewed in full; its short copy leaves exactly one shift at the quay."""

from __future__ import annotations

import threading

import pytest
from candidates import FLEET, instance_of

from optimizer.plan import make_plan
from optimizer.solve.result import LevelStatus, Progress, SolveOptions


def _sailing_levels(folder):
    """Plan until what sails is settled; the cost of the roster does not matter here."""
    stop = threading.Event()

    def listener(progress: Progress) -> None:
        if progress.level == 4:
            stop.set()

    planned = make_plan(instance_of(folder), SolveOptions(time_limit_s=240), listener, stop)
    return planned.result


@pytest.fixture(scope="module")
def full():
    return _sailing_levels(FLEET)


@pytest.fixture(scope="module")
def short():
    return _sailing_levels(FLEET.parent / "harbour_ferries_short")


def test_every_shift_of_the_sample_fleet_sails(full):
    assert full.roster is not None
    assert full.not_sailing == ()
    assert len(full.roster.sailing_shifts()) == 162


def test_one_friday_shift_of_the_short_fleet_stays_at_the_quay(short):
    assert short.levels[0].status is LevelStatus.OPTIMAL
    ((shift_id, reason),) = short.not_sailing
    assert shift_id in ("H01-1112-F", "H01-1112-S")
    assert "maritime" in reason.de
    assert "10.12.2026" in reason.de
