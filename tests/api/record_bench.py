"""Plans with a roster in a store, made once by the real planner and stored the way a run stores it."""

from __future__ import annotations

from functools import cache
from typing import Any

from job_bench import new_job, new_plan, take
from service_fleet import small_fleet

from api.jobs.ending import end_with
from api.jobs.found import planned_week
from api.store import Store
from optimizer.instance import Instance
from optimizer.intake import read_files
from optimizer.law import load_rulebook
from optimizer.plan import make_plan
from optimizer.solve.result import SolveOptions
from optimizer.timeline import iso_week


def planned_plan(store: Store, files: dict[str, bytes] | None = None) -> int:
    """A plan of the small fleet's week with version 1; returns its id."""
    plan_id = new_plan(store, files or small_fleet())
    lease = take(store, new_job(store, plan_id))
    with store.writing() as session:
        assert end_with(session, lease, _found(), None) == "done"
    return plan_id


@cache
def _week() -> Any:
    dataset = read_files(small_fleet()).dataset
    instance = Instance(dataset, iso_week("2026-W50"), load_rulebook().with_readings(dataset.settings.readings), False)
    return planned_week(make_plan(instance, SolveOptions(time_limit_s=20)))


def _found() -> dict[str, Any]:
    return dict(_week())
