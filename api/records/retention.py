"""What is over its time, and its deletion: a dry run lists exactly what the next run would take."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from api.clock import now
from api.records.duties import Known, WorkKept, is_record
from api.records.periods import Period, periods
from api.rosters.opened import OpenDatasets
from api.store import Store
from api.store.audit import record
from api.store.jobs import OPEN, tally
from api.store.tables import (
    AuditRow,
    DatasetFileRow,
    DatasetRow,
    DatasetVersionRow,
    IdempotencyRow,
    JobEventRow,
    JobRow,
    PlanRow,
    PlanVersionRow,
    WithheldIdentityRow,
)
from optimizer.timeline import day_start, local

#: Deletion at night, when nobody plans.
_HOUR = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Due:
    """Something whose time was over at ``since``; ``citation`` is the paragraph or principle of its period."""

    kind: str
    subject: str
    since: datetime
    citation: str


def sweep(
    store: Store, datasets: OpenDatasets, *, dry_run: bool, at: datetime | None = None, key_hours: int = 48
) -> list[Due]:
    """Delete everything whose time is over, in one transaction; a dry run changes nothing.

    Parameters
    ----------
    at
        The instant to judge by; the present one if not given. Entries of the audit trail are kept
        for two years by the database's own clock in any case.
    key_hours
        How long an ``Idempotency-Key`` counts.

    Returns
    -------
    list of Due
        What is deleted, in the order of its deletion.
    """
    at, known = at or now(), Known()
    # A reading transaction keeps nothing: the dry run goes the same way, and the real one finds all
    # that takes time already known and holds up no writer.
    with store.reading() as session:
        found = _Sweep(session, datasets, at, key_hours, known).run()
    if dry_run or not found:
        return found
    with store.writing() as session:
        found = _Sweep(session, datasets, at, key_hours, known).run()
        record(session, "retention.delete", "store", detail=Counter(due.kind for due in found))
    return found


def seconds_to_next(at: datetime | None = None) -> float:
    """Until three in the night of Europe/Berlin, in s."""
    at = at or now()
    today = local(at).date()
    nights = (day_start(today + timedelta(days=days)) + timedelta(hours=_HOUR) for days in (0, 1, 2))
    return next((night - at).total_seconds() for night in nights if night > at)


class _Sweep:
    """One pass; every step sees what the steps before it have taken away."""

    def __init__(self, session: Session, datasets: OpenDatasets, at: datetime, key_hours: int, known: Known):
        self._session, self._at, self._keys = session, at, at - timedelta(hours=key_hours)
        self._kept = WorkKept(session, datasets, known)
        self._due: list[Due] = []

    def run(self) -> list[Due]:
        self._runs()
        self._versions_and_plans()
        self._inputs()
        self._keys_identities_and_trail()
        return self._due

    def _runs(self) -> None:
        period = periods()["run"]
        ended = select(JobRow).where(JobRow.state.not_in(OPEN), JobRow.finished_at.is_not(None)).order_by(JobRow.id)
        over = [job for job in self._session.scalars(ended) if self._over(period, job.finished_at)]
        for job in over:
            assert job.finished_at is not None
            self._found("run", f"job/{job.id}", period.over_at(job.finished_at), period)
        self._delete_runs([job.id for job in over])

    def _versions_and_plans(self) -> None:
        period = periods()["draft"]
        for plan in self._session.scalars(select(PlanRow).order_by(PlanRow.id)).all():
            own = period.over_at(plan.window_end)
            if own > self._at or self._busy(plan):
                continue
            kept = self._kept.of_plan(plan)
            if kept is None or max(kept.until, own) <= self._at:
                since, cause = (own, period) if kept is None or kept.until < own else (kept.until, kept.period)
                self._found("plan", f"plan/{plan.id}", since, cause)
                self._delete_plan(plan)
                continue
            for version in self._session.scalars(
                select(PlanVersionRow).where(PlanVersionRow.plan_id == plan.id).order_by(PlanVersionRow.number)
            ).all():
                if not is_record(plan, version):
                    self._found("plan_version", f"plan/{plan.id}/version/{version.number}", own, period)
                    self._session.delete(version)
            self._session.flush()

    def _inputs(self) -> None:
        superseded, unused = periods()["input"], periods()["unused_input"]
        for dataset in self._session.scalars(select(DatasetRow).order_by(DatasetRow.id)).all():
            versions = self._session.scalars(
                select(DatasetVersionRow)
                .where(DatasetVersionRow.dataset_id == dataset.id)
                .order_by(DatasetVersionRow.number)
            ).all()
            for version, following in zip(versions, versions[1:], strict=False):
                self._input(version, superseded, following.created_at)
            planned = select(PlanRow.id).where(PlanRow.dataset_id == dataset.id).limit(1)
            if self._session.scalar(planned) is None and self._input(versions[-1], unused, versions[-1].created_at):
                self._delete_dataset(dataset, [version.id for version in versions])

    def _input(self, version: DatasetVersionRow, period: Period, last: datetime) -> bool:
        own = period.over_at(last)
        if own > self._at or self._used(version.id):
            return False
        kept = self._kept.of_dataset(version)
        if kept is not None and kept.until > self._at:
            return False
        since, cause = (own, period) if kept is None or kept.until < own else (kept.until, kept.period)
        self._found("dataset_version", f"dataset/{version.dataset_id}/version/{version.number}", since, cause)
        self._session.execute(delete(DatasetFileRow).where(DatasetFileRow.version_id == version.id))
        self._session.execute(delete(DatasetVersionRow).where(DatasetVersionRow.id == version.id))
        return True

    def _keys_identities_and_trail(self) -> None:
        session = self._session
        for key in session.scalars(select(IdempotencyRow).where(IdempotencyRow.created_at < self._keys)).all():
            self._due.append(Due(kind="idempotency_key", subject=f"key/{key.id}", since=self._keys, citation=""))
            session.delete(key)
        over = select(WithheldIdentityRow).where(WithheldIdentityRow.keep_until <= self._at)
        for row in session.scalars(over.order_by(WithheldIdentityRow.pseudonym)).all():
            due = Due(kind="identity", subject=f"person/{row.pseudonym}", since=row.keep_until, citation=row.citation)
            self._due.append(due)
            session.delete(row)
        session.flush()
        period = periods()["audit"]
        # No period is longer than so many days; the rest is judged one by one.
        rough = self._at - timedelta(days=28 * period.months)
        aged = session.execute(select(AuditRow.id, AuditRow.at).where(AuditRow.at < rough).order_by(AuditRow.id)).all()
        # The database holds its entries by its own clock, whatever instant is asked about.
        gone = [(entry, made) for entry, made in aged if period.over_at(made) <= min(self._at, now())]
        for entry, made in gone:
            self._found("audit_entry", f"audit/{entry}", period.over_at(made), period)
        _in_parts(session, AuditRow, [entry for entry, _ in gone])

    def _busy(self, plan: PlanRow) -> bool:
        waiting = select(JobRow.id).where(JobRow.plan_id == plan.id, JobRow.state.in_(OPEN)).limit(1)
        return self._session.scalar(waiting) is not None

    def _used(self, version_id: int) -> bool:
        return any(
            self._session.scalar(select(func.count()).where(column == version_id))
            for column in (PlanVersionRow.dataset_version_id, JobRow.dataset_version_id)
        )

    def _delete_plan(self, plan: PlanRow) -> None:
        session = self._session
        jobs = list(session.scalars(select(JobRow.id).where(JobRow.plan_id == plan.id)))
        session.execute(delete(PlanVersionRow).where(PlanVersionRow.plan_id == plan.id))
        self._delete_runs(jobs)
        session.execute(delete(PlanRow).where(PlanRow.id == plan.id))

    def _delete_dataset(self, dataset: DatasetRow, versions: list[int]) -> None:
        left = select(func.count()).where(DatasetVersionRow.id.in_(versions))
        if not self._session.scalar(left):
            self._session.execute(delete(DatasetRow).where(DatasetRow.id == dataset.id))

    def _delete_runs(self, jobs: list[int]) -> None:
        tally(self._session, jobs)
        for start in range(0, len(jobs), 500):
            part = jobs[start : start + 500]
            versions = update(PlanVersionRow).where(PlanVersionRow.job_id.in_(part)).values(job_id=None)
            self._session.execute(versions)
            self._session.execute(delete(JobEventRow).where(JobEventRow.job_id.in_(part)))
            self._session.execute(delete(JobRow).where(JobRow.id.in_(part)))

    def _over(self, period: Period, last: datetime | None) -> bool:
        return last is not None and period.over_at(last) <= self._at

    def _found(self, kind: str, subject: str, since: datetime, period: Period) -> None:
        self._due.append(Due(kind=kind, subject=subject, since=since, citation=period.citation))


def _in_parts(session: Session, table: type[AuditRow], ids: Iterable[int]) -> None:
    wanted = list(ids)
    for start in range(0, len(wanted), 500):
        session.execute(delete(table).where(table.id.in_(wanted[start : start + 500])))
