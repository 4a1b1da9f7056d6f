"""Runs of the solver in the store: who works on which, what they told, how they ended.

The table is the only truth. Whoever works on a run holds a lease on it; every write names owner and
attempt, so that nothing of an attempt that was given up can arrive later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, and_, case, extract, func, or_, select, update
from sqlalchemy.orm import Session

from api.clock import now
from api.store.engine import database_now
from api.store.tables import JobEventRow, JobRow, JobTallyRow


class JobState(StrEnum):
    """``stale``: done, but its input has changed meanwhile; ``failed``: without a result for good."""

    QUEUED = "queued"
    RUNNING = "running"
    DONE = "done"
    CANCELLED = "cancelled"
    STALE = "stale"
    FAILED = "failed"


class Wish(StrEnum):
    """What was asked of a run under way; the best roster so far is kept either way."""

    NONE = ""
    CANCEL = "cancel"
    FINISH = "finish"


#: Any number of its own: the lock under which the waiting runs are counted.
_QUEUE = 7_241_904
#: States in which something is still to come.
OPEN = (JobState.QUEUED, JobState.RUNNING)


class QueueFullError(RuntimeError):
    """As many runs are waiting as may wait."""


class LeaseLostError(RuntimeError):
    """Somebody else works on the run, or it has ended; nothing may be written any more."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write to a run."""

    job_id: int
    owner: str
    attempt: int


@dataclass(frozen=True, kw_only=True)
class NewJob:
    """A run to be queued; ``base_version`` is the plan's version it starts from."""

    kind: str
    plan_id: int | None
    dataset_version_id: int
    base_version: int
    payload: Mapping[str, Any]
    actor_id: int | None = None


def enqueue(session: Session, new: NewJob, queue_most: int) -> JobRow:
    """Queue a run.

    Raises
    ------
    QueueFullError
        If ``queue_most`` runs are waiting already.
    """
    if session.get_bind().dialect.name == "postgresql":
        # Two at once would both find the last place free; SQLite lets only one write anyway.
        session.execute(select(func.pg_advisory_xact_lock(_QUEUE)))
    waiting = session.scalar(select(func.count()).select_from(JobRow).where(JobRow.state == JobState.QUEUED)) or 0
    if waiting >= queue_most:
        raise QueueFullError(str(waiting))
    job = JobRow(
        kind=new.kind,
        state=JobState.QUEUED,
        plan_id=new.plan_id,
        dataset_version_id=new.dataset_version_id,
        base_version=new.base_version,
        payload=dict(new.payload),
        wish=Wish.NONE,
        attempt=0,
        crashes=0,
        owner="",
        created_at=now(),
        created_by=new.actor_id,
    )
    session.add(job)
    session.flush()
    _tell(session, job.id, 0, "state", {"state": JobState.QUEUED})
    return job


def claim(session: Session, owner: str, lease_s: float, job_id: int | None = None) -> Lease | None:
    """Take the oldest run that waits or whose owner has given no sign of life; or the named one."""
    at = database_now(session)
    free = or_(JobRow.state == JobState.QUEUED, and_(JobRow.state == JobState.RUNNING, JobRow.lease_until < at))
    wanted = select(JobRow.id).where(free).order_by(JobRow.id).limit(1).with_for_update(skip_locked=True)
    if job_id is not None:
        wanted = wanted.where(JobRow.id == job_id)
    taken = session.execute(
        update(JobRow)
        .where(JobRow.id == wanted.scalar_subquery())
        .values(
            state=JobState.RUNNING,
            owner=owner,
            attempt=JobRow.attempt + 1,
            crashes=JobRow.crashes + case((JobRow.state == JobState.RUNNING, 1), else_=0),
            lease_until=at + timedelta(seconds=lease_s),
            started_at=func.coalesce(JobRow.started_at, at),
        )
        .returning(JobRow.id, JobRow.attempt)
        .execution_options(synchronize_session=False)
    ).one_or_none()
    if taken is None:
        return None
    lease = Lease(taken[0], owner, taken[1])
    _tell(session, lease.job_id, lease.attempt, "state", {"state": JobState.RUNNING, "attempt": lease.attempt})
    return lease


def renew(session: Session, lease: Lease, lease_s: float) -> Wish:
    """Give a sign of life; returns what has been asked of the run.

    Raises
    ------
    LeaseLostError
        If the run is not the caller's any more.
    """
    wish = session.execute(
        update(JobRow)
        .where(_mine(lease))
        .values(lease_until=database_now(session) + timedelta(seconds=lease_s))
        .returning(JobRow.wish)
        .execution_options(synchronize_session=False)
    ).scalar_one_or_none()
    if wish is None:
        raise LeaseLostError(str(lease.job_id))
    return Wish(wish)


def locked_job(session: Session, lease: Lease) -> JobRow:
    """The run, if it is still the caller's, locked until the transaction ends.

    Raises
    ------
    LeaseLostError
        If it is not.
    """
    job = session.scalars(select(JobRow).where(_mine(lease)).with_for_update()).one_or_none()
    if job is None:
        raise LeaseLostError(str(lease.job_id))
    return job


def tell(session: Session, lease: Lease, kind: str, body: Mapping[str, Any]) -> None:
    """Write an event of a run.

    Raises
    ------
    LeaseLostError
        If the run is not the caller's any more.
    """
    locked_job(session, lease)
    _tell(session, lease.job_id, lease.attempt, kind, body)


def keep_best(session: Session, lease: Lease, best: Mapping[str, Any]) -> None:
    """Keep the best roster so far.

    Raises
    ------
    LeaseLostError
        If the run is not the caller's any more.
    """
    locked_job(session, lease).best = dict(best)


def give_back(session: Session, lease: Lease, *, crashed: bool) -> None:
    """Let the next one take the run; what it has found stays.

    Raises
    ------
    LeaseLostError
        If the run is not the caller's any more.
    """
    job = locked_job(session, lease)
    job.state, job.owner, job.lease_until, job.crashes = JobState.QUEUED, "", None, job.crashes + int(crashed)
    _tell(session, job.id, lease.attempt, "state", {"state": JobState.QUEUED})


def end(
    session: Session,
    job: JobRow,
    state: JobState,
    *,
    result: Mapping[str, Any] | None = None,
    error: Mapping[str, Any] | None = None,
    told: Mapping[str, Any] | None = None,
) -> None:
    """End a run that is locked; ``told`` is added to the last event."""
    job.state, job.lease_until, job.finished_at = state, None, now()
    job.result = None if result is None else dict(result)
    job.error = None if error is None else dict(error)
    _tell(session, job.id, job.attempt, "end", {"state": state, **(told or {})})
    session.flush()


def ask(session: Session, job_id: int, wish: Wish) -> JobRow | None:
    """Ask a run to stop; one that has not begun is cancelled at once. ``None`` if there is no such run."""
    job = session.scalars(select(JobRow).where(JobRow.id == job_id).with_for_update()).one_or_none()
    if job is None or job.state not in OPEN:
        return job
    if job.state == JobState.QUEUED and wish is Wish.CANCEL and job.best is None:
        end(session, job, JobState.CANCELLED)
    elif job.wish != Wish.CANCEL:
        job.wish = wish
        _tell(session, job.id, job.attempt, "wish", {"wish": wish})
    session.flush()
    return job


def jobs(
    session: Session, plan_id: int | None, state: JobState | None, limit: int, offset: int
) -> tuple[list[JobRow], int]:
    """A page of the runs, the latest first, and how many there are."""
    wanted = select(JobRow)
    if plan_id is not None:
        wanted = wanted.where(JobRow.plan_id == plan_id)
    if state is not None:
        wanted = wanted.where(JobRow.state == state)
    total = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
    return list(session.scalars(wanted.order_by(JobRow.id.desc()).limit(limit).offset(offset))), total


def events_after(session: Session, job_id: int, last_id: int, most: int = 200) -> Sequence[JobEventRow]:
    """Events of a run after the one with ``last_id``, in order."""
    return session.scalars(
        select(JobEventRow)
        .where(JobEventRow.job_id == job_id, JobEventRow.id > last_id)
        .order_by(JobEventRow.id)
        .limit(most)
    ).all()


def tally(session: Session, job_ids: Sequence[int]) -> None:
    """Add runs that are about to be deleted to the counts of those that are gone."""
    for start in range(0, len(job_ids), 500):
        for kind, state, runs, seconds in _outcomes(session, JobRow.id.in_(job_ids[start : start + 500])):
            row = session.get(JobTallyRow, (kind, state))
            if row is None:
                row = JobTallyRow(kind=kind, state=state, runs=0, seconds=0)
                session.add(row)
            row.runs += runs
            row.seconds += seconds
        session.flush()


def outcomes(session: Session) -> dict[tuple[str, str], tuple[int, int]]:
    """Kind and state to how many runs ended so and how many s they took, since the store was made."""
    found = {(row.kind, row.state): (row.runs, row.seconds) for row in session.scalars(select(JobTallyRow))}
    for kind, state, runs, seconds in _outcomes(session, JobRow.state.not_in(OPEN)):
        before = found.get((kind, state), (0, 0))
        found[kind, state] = (before[0] + runs, before[1] + seconds)
    return found


def waiting_and_running(session: Session) -> tuple[int, int]:
    """How many runs wait and how many are under way."""
    counted = select(JobRow.state, func.count()).where(JobRow.state.in_(OPEN)).group_by(JobRow.state)
    found = {state: number for state, number in session.execute(counted)}
    return found.get(JobState.QUEUED, 0), found.get(JobState.RUNNING, 0)


def _outcomes(session: Session, wanted: ColumnElement[bool]) -> list[tuple[str, str, int, int]]:
    took = extract("epoch", JobRow.finished_at) - extract("epoch", JobRow.started_at)
    counted = select(JobRow.kind, JobRow.state, func.count(), func.coalesce(func.sum(took), 0)).where(wanted)
    rows = session.execute(counted.group_by(JobRow.kind, JobRow.state))
    return [(kind, state, runs, round(seconds)) for kind, state, runs, seconds in rows]


def _mine(lease: Lease) -> ColumnElement[bool]:
    return and_(
        JobRow.id == lease.job_id,
        JobRow.owner == lease.owner,
        JobRow.attempt == lease.attempt,
        JobRow.state == JobState.RUNNING,
    )


def _tell(session: Session, job_id: int, attempt: int, kind: str, body: Mapping[str, Any]) -> None:
    session.add(JobEventRow(job_id=job_id, attempt=attempt, kind=kind, body=dict(body), at=now()))
