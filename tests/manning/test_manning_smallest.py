"""Below the first step of a table no crew follows from it."""

from __future__ import annotations

import pytest
from manning_build import requirement, vessel

pytestmark = pytest.mark.law


@pytest.mark.parametrize("kind", ["motor_cargo", "towed_barge"])
@pytest.mark.parametrize(("tonnage", "known"), [(14.9, False), (15, True)])
def test_the_first_step_begins_at_15_t(kind: str, tonnage: float, known: bool) -> None:
    ship = vessel(kind, tonnage_t=tonnage, power_kw=300, standard="S1", features={"mechanical_aids": True})
    assert bool(requirement(ship, mode="A").alternatives) is known
