"""Plans and runs in a store, without the HTTP part of the service."""

from __future__ import annotations

from typing import Any

from api.jobs.engine import JobEngine
from api.jobs.task import Runner, run_job
from api.rosters.opened import OpenDatasets
from api.settings import Settings
from api.store import Store
from api.store.datasets import add_dataset, newest_version
from api.store.jobs import Lease, NewJob, claim, enqueue
from api.store.plans import add_plan
from api.store.tables import JobEventRow, JobRow, PlanRow
from optimizer.timeline import iso_week


def new_runner(store: Store, **settings: Any) -> Runner:
    return Runner(store, Settings(**settings), OpenDatasets())


def new_plan(store: Store, files: dict[str, bytes]) -> int:
    """A dataset and a plan of its week; returns the plan's id."""
    with store.writing() as session:
        dataset, _ = add_dataset(session, "fleet", files, {}, None)
        return add_plan(session, dataset.id, "week", iso_week("2026-W50"), False, None).id


def new_job(
    store: Store,
    plan_id: int,
    kind: str = "plan",
    *,
    queue_most: int = 99,
    engine: JobEngine | None = None,
    **payload: Any,
) -> int:
    """A queued run on a plan's newest version, given to an engine if there is one; returns its id."""
    with store.writing() as session:
        plan = session.get_one(PlanRow, plan_id)
        version = newest_version(session, plan.dataset_id)
        job = NewJob(
            kind=kind,
            plan_id=plan_id,
            dataset_version_id=version.id,
            base_version=plan.version,
            payload={"time_limit_s": 20, **payload},
        )
        job_id = enqueue(session, job, queue_most).id
        if engine is not None:
            engine.submit(session, job_id)
        return job_id


def take(store: Store, job_id: int | None = None, owner: str = "test", lease_s: float = 30.0) -> Lease:
    with store.writing() as session:
        lease = claim(session, owner, lease_s, job_id)
    assert lease is not None
    return lease


def carry_out(runner: Runner, job_id: int) -> JobRow:
    """Claim a run, carry it out here, and return its row."""
    run_job(runner, take(runner.store, job_id))
    return job_row(runner.store, job_id)


def job_row(store: Store, job_id: int) -> JobRow:
    with store.reading() as session:
        return session.get_one(JobRow, job_id)


def event_kinds(store: Store, job_id: int) -> list[str]:
    with store.reading() as session:
        rows = session.query(JobEventRow).filter_by(job_id=job_id).order_by(JobEventRow.id)
        return [row.kind for row in rows]
