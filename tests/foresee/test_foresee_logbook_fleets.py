"""A week that runs as planned stays as lawful as it was, wherever it is cut."""

from __future__ import annotations

from datetime import timedelta

import pytest
from foresee.test_foresee_logbook import SHIFTS, case, logged

from optimizer.check import check_roster
from optimizer.domain import DutyKind, RecordedDuty
from optimizer.foresee import read_back
from optimizer.foresee.deviations import begun_duty
from optimizer.timeline import Interval

MINUTE = timedelta(minutes=1)


@pytest.mark.parametrize("minutes", [1, 359, 360, 361, 600, 840, 841, 1500, 2000, 4000, 5000])
def test_everything_recorded_as_planned(minutes):
    made, plan = case(shifts=[*SHIFTS, ("N", 4, "22:00", "04:00")])
    cut = made.window.start + minutes * MINUTE
    log = [
        RecordedDuty(
            crew_id=piece.crew_id,
            interval=Interval(piece.interval.start, min(piece.interval.end, cut)),
            kind=DutyKind.DUTY,
            vessel_id=piece.vessel_id,
            breaks=tuple(part for item in piece.breaks if item.end <= cut and (part := item)),
        )
        for piece in begun_duty(made, plan, cut)
    ]
    if not log:
        log = [logged("B2", "07 00:00", "07 00:01", vessel_id="", kind=DutyKind.LAND, pause=False)]
    result = read_back(made, plan, log, cut)
    assert [item for item in result.deviations if item.crew_id != "B2"] == []
    assert result.unlawful == () and result.too_early == ()
    assert check_roster(result.instance, result.roster).exit_code == 0
    assert {r.shift_id for r in result.roster.rows} == {
        shift_id for shift_id, shift in made.dataset.shifts.items() if shift.interval.start >= cut
    }
