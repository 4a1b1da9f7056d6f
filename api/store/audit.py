"""The audit trail: entries are added in the transaction of what they tell of, so that neither is without the other.

The database refuses to change them (see the migrations); the chain of hashes shows an entry that was
changed, taken out or put in by somebody who is stronger than the database's own rules.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from api.clock import now
from api.store.tables import AuditRow

_WAITING = "audit entries"
#: Any number, the same for every process: one chain grows at one end only.
_LOCK = 7_241_904


@dataclass(frozen=True, slots=True)
class ChainFault:
    """The first entry at which the trail does not fit together."""

    entry_id: int
    changed: bool


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
    """Add one entry at the end of the transaction. ``detail`` holds ids and numbers, never names or health."""
    row = AuditRow(
        at=now(),
        actor_id=actor_id,
        actor=actor,
        action=action,
        subject=subject,
        # As it will be read back, so that the hash is that of what is stored.
        detail=json.loads(json.dumps(dict(detail or {}))),
        request_id=request_id,
    )
    session.info.setdefault(_WAITING, []).append(row)


def seal(session: Session) -> None:
    """Chain the transaction's entries to the trail; called just before it commits, so that nobody waits long."""
    waiting: list[AuditRow] = session.info.pop(_WAITING, [])
    if not waiting:
        return
    session.flush()
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    previous = session.scalar(select(AuditRow.hash).order_by(AuditRow.id.desc()).limit(1))
    for row in waiting:
        row.previous_hash = previous
        row.hash = previous = _hash(row)
        session.add(row)
        session.flush()


def entries(session: Session, subject: str | None, limit: int, offset: int) -> tuple[list[AuditRow], int]:
    """A page of the trail, the latest first, and how many entries there are."""
    wanted = select(AuditRow) if subject is None else select(AuditRow).where(AuditRow.subject == subject)
    total = session.scalar(select(func.count()).select_from(wanted.subquery())) or 0
    return list(session.scalars(wanted.order_by(AuditRow.id.desc()).limit(limit).offset(offset))), total


def broken_at(session: Session) -> ChainFault | None:
    """The first place where the trail was tampered with, ``None`` if it fits together.

    The oldest entries may have been deleted when their time was over, and entries of the time before
    the chain have no hash: the chain is followed from its first link that is there.
    """
    last: str | None = None
    begun = False
    for row in session.scalars(select(AuditRow).order_by(AuditRow.id).execution_options(yield_per=500)):
        if row.hash is None and not begun:
            continue
        if row.hash != _hash(row):
            return ChainFault(row.id, changed=True)
        if begun and row.previous_hash != last:
            return ChainFault(row.id, changed=False)
        begun, last = True, row.hash
    return None


def _hash(row: AuditRow) -> str:
    told = [
        row.previous_hash,
        row.at.isoformat(),
        row.actor_id,
        row.actor,
        row.action,
        row.subject,
        row.detail,
        row.request_id,
    ]
    return hashlib.sha256(json.dumps(told, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
