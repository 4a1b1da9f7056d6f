"""Plans in the store: numbered versions of their roster, one of them published."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from api.clock import now
from api.store.tables import PlanRow, PlanVersionRow
from optimizer.timeline import Interval


@dataclass(frozen=True, kw_only=True)
class NewVersion:
    """What becomes the next version of a plan. ``origin``: ``solve``, ``edit``, ``drop_out`` or ``upload``."""

    dataset_version_id: int
    origin: str
    lawful: bool
    roster: Mapping[str, Any]
    summary: Mapping[str, Any]
    job_id: int | None = None
    actor_id: int | None = None


def add_plan(
    session: Session, dataset_id: int, name: str, window: Interval, assume_rested: bool, actor_id: int | None
) -> PlanRow:
    """A plan without a roster yet."""
    plan = PlanRow(
        dataset_id=dataset_id,
        name=name,
        window_start=window.start,
        window_end=window.end,
        assume_rested=assume_rested,
        version=0,
        created_at=now(),
        created_by=actor_id,
    )
    session.add(plan)
    session.flush()
    return plan


def locked_plan(session: Session, plan_id: int) -> PlanRow | None:
    """A plan that nobody else can change until the transaction ends."""
    return session.scalars(select(PlanRow).where(PlanRow.id == plan_id).with_for_update()).one_or_none()


def add_plan_version(session: Session, plan: PlanRow, new: NewVersion) -> PlanVersionRow:
    """The next version of a locked plan; its number is the version written into the roster too."""
    number = plan.version + 1
    version = PlanVersionRow(
        plan_id=plan.id,
        number=number,
        dataset_version_id=new.dataset_version_id,
        job_id=new.job_id,
        origin=new.origin,
        lawful=new.lawful,
        roster={**new.roster, "version": str(number)},
        summary=dict(new.summary),
        created_at=now(),
        created_by=new.actor_id,
    )
    session.add(version)
    plan.version = number
    session.flush()
    return version


def publish(session: Session, plan: PlanRow, version: PlanVersionRow) -> None:
    """Make a version of a locked plan the one in force."""
    plan.published_version = version.number
    version.published_at = now()
    session.flush()


def plan_version(session: Session, plan_id: int, number: int) -> PlanVersionRow | None:
    return session.scalars(
        select(PlanVersionRow).where(PlanVersionRow.plan_id == plan_id, PlanVersionRow.number == number)
    ).one_or_none()


def plan_versions(session: Session, plan_id: int, limit: int, offset: int) -> tuple[list[PlanVersionRow], int]:
    """A page of a plan's versions, the newest first, and how many there are."""
    wanted = select(PlanVersionRow).where(PlanVersionRow.plan_id == plan_id)
    total = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
    return list(session.scalars(wanted.order_by(PlanVersionRow.number.desc()).limit(limit).offset(offset))), total


def plans(session: Session, dataset_id: int | None, limit: int, offset: int) -> tuple[list[PlanRow], int]:
    """A page of the plans, the latest first, and how many there are."""
    wanted = select(PlanRow) if dataset_id is None else select(PlanRow).where(PlanRow.dataset_id == dataset_id)
    total = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
    return list(session.scalars(wanted.order_by(PlanRow.id.desc()).limit(limit).offset(offset))), total
