"""The audit trail: entries are added in the transaction of what they tell of, so that neither is without the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from api.clock import now
from api.store.tables import AuditRow


def record(
    session: Session,
    action: str,
    subject: str,
    *,
    actor_id: int | None = None,
    actor: str = "service",
    request_id: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Add one entry. ``detail`` holds ids and numbers, never names or health."""
    session.add(
        AuditRow(
            at=now(),
            actor_id=actor_id,
            actor=actor,
            action=action,
            subject=subject,
            detail=dict(detail or {}),
            request_id=request_id,
        )
    )


def entries(session: Session, subject: str | None, limit: int, offset: int) -> tuple[list[AuditRow], int]:
    """A page of the trail, the latest first, and how many entries there are."""
    wanted = select(AuditRow) if subject is None else select(AuditRow).where(AuditRow.subject == subject)
    total = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
    return list(session.scalars(wanted.order_by(AuditRow.id.desc()).limit(limit).offset(offset))), total
