"""Failed logins in a row, kept in the database: it is the same for every process that answers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from api.clock import now
from api.store.access_tables import LoginWaitRow

#: Without a further failure for so long, earlier ones are forgotten.
FORGOTTEN = timedelta(hours=24)
LONGEST = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Limit:
    """So many failures are free; each further one doubles the wait, from ``first`` up to 15 minutes."""

    key: str
    free: int
    first: timedelta = timedelta(seconds=5)

    def wait(self, failures: int) -> timedelta:
        """How long to wait after so many failures in a row."""
        beyond = failures - self.free
        return timedelta(0) if beyond < 0 else min(LONGEST, self.first * 2 ** min(beyond, 20))


def begin_attempt(session: Session, limits: Iterable[Limit]) -> timedelta:
    """Count an attempt as failed before it is judged, unless one of its keys has to wait.

    Counting first leaves no gap for many attempts at once. Returns the time to wait, zero for go on.
    """
    at = now()
    session.execute(delete(LoginWaitRow).where(LoginWaitRow.last_at < at - FORGOTTEN))
    # In the order of their keys, so that two attempts never wait for each other.
    ordered = sorted(limits, key=lambda limit: limit.key)
    rows = [_locked(session, limit.key, at) for limit in ordered]
    wait = max((row.blocked_until - at for row in rows if row.blocked_until is not None), default=timedelta(0))
    if wait > timedelta(0):
        return wait
    for limit, row in zip(ordered, rows, strict=True):
        row.failures += 1
        row.last_at = at
        row.blocked_until = at + limit.wait(row.failures) if limit.wait(row.failures) else None
    session.flush()
    return timedelta(0)


def succeeded(session: Session, own: Limit, shared: Limit) -> None:
    """Forget the failures of an account after its login.

    Of the address only this attempt is taken back: who has one account must not clear the way to others.
    """
    session.execute(delete(LoginWaitRow).where(LoginWaitRow.key == own.key))
    session.execute(
        update(LoginWaitRow)
        .where(LoginWaitRow.key == shared.key, LoginWaitRow.failures > 0)
        .values(failures=LoginWaitRow.failures - 1, blocked_until=None)
    )


def _locked(session: Session, key: str, at: datetime) -> LoginWaitRow:
    wanted = select(LoginWaitRow).where(LoginWaitRow.key == key).with_for_update()
    row = session.scalars(wanted).one_or_none()
    if row is None:
        try:
            with session.begin_nested():
                row = LoginWaitRow(key=key, failures=0, last_at=at, blocked_until=None)
                session.add(row)
        except IntegrityError:
            # Somebody else was first; their row counts.
            row = session.scalars(wanted).one()
    return row
