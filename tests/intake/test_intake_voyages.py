"""Shifts at whose end nobody can change belong to one voyage."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from optimizer.domain import OperatingMode, Shift, Vessel, VesselType
from optimizer.intake.voyages import joined_voyages
from optimizer.timeline import Interval

START = datetime(2026, 12, 7, 5, tzinfo=UTC)


def chain(*change: bool | None, voyage_ids: tuple[str, ...] = ()) -> dict[str, Shift]:
    """Shifts a, b, c ... of one vessel, four hours each, with their ``crew_change_at_end``."""
    names = "abcdef"
    return {
        names[n]: Shift(
            shift_id=names[n],
            vessel_id="X",
            interval=Interval(START + timedelta(hours=4 * n), START + timedelta(hours=4 * n + 4)),
            mode=OperatingMode.A,
            crew_change_at_end=value,
            voyage_id=voyage_ids[n] if voyage_ids else "",
        )
        for n, value in enumerate(change)
    }


def voyages(shifts: dict[str, Shift], kind: VesselType = VesselType.MOTOR_CARGO) -> list[str]:
    joined = joined_voyages(shifts, {"X": Vessel(vessel_id="X", name="X", type=kind)})
    return [joined[name].voyage_id for name in sorted(joined)]


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ((True, True), ["", ""]),
        ((None, None), ["", ""]),
        ((False, True, True), ["a", "a", ""]),
        ((False, False, True, True), ["a", "a", "a", ""]),
        ((True, False, None), ["", "b", "b"]),
        ((False,), [""]),
    ],
)
def test_no_change_joins_with_the_next_shift(change: tuple[bool | None, ...], expected: list[str]) -> None:
    assert voyages(chain(*change)) == expected


def test_a_voyage_the_user_named_stays() -> None:
    assert voyages(chain(False, False, voyage_ids=("V", "W"))) == ["V", "W"]


def test_ferry_shifts_are_voyages_of_their_own() -> None:
    assert voyages(chain(False, True), VesselType.VEHICLE_FERRY) == ["", ""]
