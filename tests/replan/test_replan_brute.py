"""The answers of a replan against every roster there is: fewest changes, fewest calls."""

from __future__ import annotations

from brute_replan import Values, best_values, rows_of
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from test_solve_brute_force import tiny_instances

from optimizer.instance import Instance
from optimizer.plan import make_plan
from optimizer.replan.answers import Replanner
from optimizer.replan.request import DropOut, ReplanRequest
from optimizer.solve.replanning import Preference
from optimizer.solve.result import SolveOptions

QUICK = SolveOptions(time_limit_s=20, workers=1)
seen: set[tuple[int, int]] = set()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=False)
@given(tiny_instances(), st.data())
def test_no_roster_changes_less_or_calls_fewer(base: Instance, data: st.DataObject) -> None:
    roster = make_plan(base, QUICK).result.roster
    assert roster is not None
    worked = sorted((row.crew_id, row.shift_id) for row in roster.rows if row.on_duty and row.crew_id)
    assume(worked)
    crew_id, shift_id = data.draw(st.sampled_from(worked))
    at = base.dataset.shifts[shift_id].interval.start
    sacrifice = data.draw(st.booleans())
    replanner = Replanner(base, roster)
    situation = replanner.situation(
        ReplanRequest(start=at, drop_outs=(DropOut(crew_id, at),), allow_sacrifice=sacrifice)
    )
    best = best_values(base, rows_of(roster), crew_id, at, sacrifice=sacrifice)
    for answer in replanner.answers(situation, QUICK, (Preference.CHANGES, Preference.CALLS)):
        planned = answer.planned
        assert planned is not None and planned.changed is not None and planned.called is not None
        assert planned.changed.optimal and planned.called.optimal and planned.given_up.value == 0
        levels = planned.result.levels
        found = Values(levels[0].value, levels[1].value, answer.difference.changed, len(answer.difference.called))
        assert found == best[answer.preference.value]
        assert answer.report.exit_code in (0, 3)
    seen.add((best["changes"].not_sailing, best["changes"].changed))


def test_the_comparison_met_different_weeks() -> None:
    assert any(changed for _, changed in seen)
    assert any(ashore for ashore, _ in seen)
    assert len(seen) >= 3
