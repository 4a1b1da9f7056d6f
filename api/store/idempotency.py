"""Creates that a client repeats: the same key gives the same answer, never a second thing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from api.clock import now
from api.store.tables import IdempotencyRow


class KeyReusedError(ValueError):
    """The key has been used for a request with other parameters."""


def answered(session: Session, actor: str, key: str, request_hash: str) -> IdempotencyRow | None:
    """The answer that this key was given before.

    Raises
    ------
    KeyReusedError
        If the parameters were others then.
    """
    row = session.scalars(
        select(IdempotencyRow).where(IdempotencyRow.actor == actor, IdempotencyRow.key == key)
    ).one_or_none()
    if row is not None and row.request_hash != request_hash:
        raise KeyReusedError(key)
    return row


def remember(
    session: Session, actor: str, key: str, request_hash: str, status: int, location: str, answer: Mapping[str, Any]
) -> None:
    """Keep an answer, in the transaction of what it tells of.

    A second request with the same key at the same time fails on the unique key and takes everything
    it did back with it.
    """
    session.add(
        IdempotencyRow(
            actor=actor,
            key=key,
            request_hash=request_hash,
            status=status,
            location=location,
            answer=dict(answer),
            created_at=now(),
        )
    )
    session.flush()


def forget_old(session: Session, hours: int) -> int:
    """Delete keys that are older than ``hours``; returns how many."""
    done = session.execute(delete(IdempotencyRow).where(IdempotencyRow.created_at < now() - timedelta(hours=hours)))
    return done.rowcount  # type: ignore[attr-defined, no-any-return]
