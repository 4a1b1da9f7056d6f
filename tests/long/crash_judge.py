"""What must hold after every kill, read from the store itself."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from api.rosters.documents import read_roster_document
from api.store import Store
from api.store.jobs import OPEN, JobState
from api.store.tables import AuditRow, JobEventRow, JobRow, PlanRow, PlanVersionRow
from optimizer.check import check_roster
from optimizer.instance import Instance


@dataclass(frozen=True)
class Progress:
    """How far the run of an order is; nothing is known of an order that has not arrived."""

    arrived: bool = False
    running: bool = False
    better: bool = False
    over: bool = False
    attempt: int = 0
    owner: int = 0


def progress(store: Store, key: str) -> Progress:
    """The run of the plan with that name."""
    with store.reading() as session:
        job = session.scalars(select(JobRow).join(PlanRow, PlanRow.id == JobRow.plan_id).filter_by(name=key)).first()
    if job is None:
        return Progress()
    owner = int(job.owner.split(":")[1]) if job.owner else 0
    running = job.state == JobState.RUNNING
    return Progress(True, running, job.best is not None, job.state not in OPEN, job.attempt, owner)


def troubles(store: Store, instance: Instance, key: str) -> list[str]:
    """What is wrong with an order that should be done by now."""
    with store.reading() as session:
        plans = list(session.scalars(select(PlanRow).where(PlanRow.name == key)))
        if len(plans) != 1:
            return [f"{len(plans)} plans of one order"]
        plan = plans[0]
        jobs = list(session.scalars(select(JobRow).where(JobRow.plan_id == plan.id)))
        states = [(job.state, job.error) for job in jobs]
        if states != [(JobState.DONE, None)]:
            return [f"runs of one order: {states}"]
        numbers = list(session.scalars(select(PlanVersionRow.number).where(PlanVersionRow.plan_id == plan.id)))
        ends = _count(
            session, select(JobEventRow.id).where(JobEventRow.job_id == jobs[0].id, JobEventRow.kind == "end")
        )
        solved = select(AuditRow.id).where(AuditRow.subject == f"plan/{plan.id}", AuditRow.action == "plan.solved")
        found = []
        if (numbers, plan.version) != ([1], 1):
            found.append(f"versions {numbers} of a plan at version {plan.version}")
        if (ends, _count(session, solved)) != (1, 1):
            found.append(f"ended {ends} times, recorded {_count(session, solved)} times")
    return found + unreadable(store, instance, key)


def unreadable(store: Store, instance: Instance, key: str) -> list[str]:
    """Rosters of an order that can be seen and are not whole or not lawful."""
    with store.reading() as session:
        plans = select(PlanRow.id).where(PlanRow.name == key)
        seen = [row.roster for row in session.scalars(select(PlanVersionRow).where(PlanVersionRow.plan_id.in_(plans)))]
        best = [row.best for row in session.scalars(select(JobRow).where(JobRow.plan_id.in_(plans))) if row.best]
    found = []
    for roster in [*seen, *(document["roster"] for document in best if "roster" in document)]:
        try:
            code = check_roster(instance, read_roster_document(roster)).exit_code
        except (LookupError, TypeError, ValueError) as error:
            found.append(f"a roster cannot be read: {error!r}")
        else:
            found += [f"the checker ends with {code} for a roster"] if code else []
    return found


def messages_left(store: Store) -> int:
    """Messages about runs that nobody has taken, on PostgreSQL."""
    with store.reading() as session:
        left = (
            "SELECT count(*) FROM procrastinate_jobs WHERE queueing_lock LIKE 'crew_roster.run.%' AND status = 'todo'"
        )
        return session.execute(text(left)).scalar_one()


def _count(session: Session, wanted: object) -> int:
    return session.scalar(select(func.count()).select_from(wanted.subquery())) or 0  # type: ignore[attr-defined]
