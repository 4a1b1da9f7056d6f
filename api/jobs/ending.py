"""How a run ends in the store: in one transaction, and never over something newer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy.orm import Session

from api.jobs.assignment import PLAN
from api.rosters.best import better_of
from api.store.audit import record
from api.store.datasets import locked_dataset, newest_version
from api.store.jobs import JobState, Lease, Wish, end, locked_job
from api.store.plans import NewVersion, add_plan_version, locked_plan
from api.store.tables import JobRow, PlanRow


def end_with(
    session: Session, lease: Lease, found: Mapping[str, Any] | None, error: Mapping[str, Any] | None
) -> JobState:
    """End a run with what it has found, or with its best so far.

    A roster becomes the next version of its plan, unless the plan or the dataset has changed since the
    run was asked for: then the run is stale and keeps its roster for itself.

    Raises
    ------
    LeaseLostError
        If the run is not the caller's any more.
    """
    job = locked_job(session, lease)
    result = dict(job.best or {}) if found is None else better_of(job.best, found)
    plan = None if job.plan_id is None else locked_plan(session, job.plan_id)
    state = JobState.FAILED if error is not None else JobState.DONE
    if error is None and job.wish == Wish.CANCEL:
        state = JobState.CANCELLED
    if plan is not None and result and _changed_since(session, job, plan):
        state = JobState.STALE if error is None else state
        end(session, job, state, result=result, error=error, told={"version": None})
        return state
    version = None
    if plan is not None and job.kind == PLAN and "roster" in result:
        roster = result.pop("roster")
        new = NewVersion(
            dataset_version_id=job.dataset_version_id,
            origin="solve",
            lawful=True,
            roster=roster,
            summary=result,
            job_id=job.id,
            actor_id=job.created_by,
        )
        version = add_plan_version(session, plan, new).number
        result = {**result, "version": version}
        job.best = None
        detail = {"job": job.id, "version": version}
        record(session, "plan.solved", f"plan/{plan.id}", actor_id=job.created_by, detail=detail)
    end(session, job, state, result=result or None, error=error, told={"version": version})
    return state


def _changed_since(session: Session, job: JobRow, plan: PlanRow) -> bool:
    locked_dataset(session, plan.dataset_id)
    newest = newest_version(session, plan.dataset_id)
    return newest.id != job.dataset_version_id or plan.version != job.base_version
