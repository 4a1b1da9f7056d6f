"""Accounts with their logins and API tokens; the store never sees a secret, only fingerprints."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from api.clock import now
from api.store.access_tables import AccountRow, SessionRow, TokenRow


def any_account(session: Session) -> bool:
    """Whether there ever was an account; disabled ones count, so that nobody opens the service by disabling."""
    return session.scalars(select(AccountRow.id).limit(1)).first() is not None


def accounts(session: Session) -> Sequence[AccountRow]:
    """All accounts by name."""
    return session.scalars(select(AccountRow).order_by(AccountRow.name)).all()


def account_named(session: Session, name: str) -> AccountRow | None:
    """The account of a name; capital letters make no difference."""
    return session.scalars(select(AccountRow).where(AccountRow.name == name.lower())).one_or_none()


def add_account(session: Session, name: str, role: str, password_hash: str) -> AccountRow:
    """A new account.

    Raises
    ------
    sqlalchemy.exc.IntegrityError
        If the name is taken.
    """
    at = now()
    row = AccountRow(
        name=name.lower(), role=role, password_hash=password_hash, created_at=at, password_set_at=at, disabled_at=None
    )
    session.add(row)
    session.flush()
    return row


def other_admins(session: Session, account: AccountRow) -> int:
    """How many admins there are beside this account that are not disabled."""
    wanted = select(func.count()).where(
        AccountRow.role == "admin", AccountRow.disabled_at.is_(None), AccountRow.id != account.id
    )
    return session.scalar(wanted) or 0


def disable(session: Session, account: AccountRow) -> None:
    """End an account with all its logins and tokens."""
    account.disabled_at = account.disabled_at or now()
    revoke_all(session, account)


def set_password(session: Session, account: AccountRow, password_hash: str) -> None:
    """A new password; logins and tokens of the old one end with it."""
    account.password_hash, account.password_set_at = password_hash, now()
    revoke_all(session, account)


def revoke_all(session: Session, account: AccountRow) -> None:
    """End all logins and tokens of an account."""
    session.execute(delete(SessionRow).where(SessionRow.account_id == account.id))
    session.execute(
        update(TokenRow)
        .where(TokenRow.account_id == account.id, TokenRow.revoked_at.is_(None))
        .values(revoked_at=now())
    )
    session.flush()


def add_session(session: Session, account_id: int, secret_hash: str, hours: float) -> SessionRow:
    """A login; those that have expired are deleted on the way."""
    at = now()
    session.execute(delete(SessionRow).where(SessionRow.expires_at <= at))
    row = SessionRow(
        account_id=account_id, secret_hash=secret_hash, created_at=at, expires_at=at + timedelta(hours=hours)
    )
    session.add(row)
    session.flush()
    return row


def session_of(session: Session, secret_hash: str) -> tuple[SessionRow, AccountRow] | None:
    """The login of a fingerprint with its account, unless one of them has ended."""
    found = session.execute(
        select(SessionRow, AccountRow)
        .join(AccountRow, AccountRow.id == SessionRow.account_id)
        .where(SessionRow.secret_hash == secret_hash, SessionRow.expires_at > now(), AccountRow.disabled_at.is_(None))
    ).one_or_none()
    return None if found is None else (found[0], found[1])


def end_session(session: Session, session_id: int) -> None:
    session.execute(delete(SessionRow).where(SessionRow.id == session_id))


def add_token(session: Session, account_id: int, name: str, secret_hash: str, hint: str, days: int) -> TokenRow:
    """A new API token."""
    at = now()
    row = TokenRow(
        account_id=account_id,
        name=name,
        secret_hash=secret_hash,
        hint=hint,
        created_at=at,
        expires_at=at + timedelta(days=days),
        revoked_at=None,
    )
    session.add(row)
    session.flush()
    return row


def account_of_token(session: Session, secret_hash: str) -> AccountRow | None:
    """The account of a token, unless one of them has ended."""
    return session.scalars(
        select(AccountRow)
        .join(TokenRow, TokenRow.account_id == AccountRow.id)
        .where(
            TokenRow.secret_hash == secret_hash,
            TokenRow.revoked_at.is_(None),
            TokenRow.expires_at > now(),
            AccountRow.disabled_at.is_(None),
        )
    ).one_or_none()


def tokens_of(session: Session, account_id: int) -> Sequence[TokenRow]:
    """The tokens of an account, the latest first."""
    return session.scalars(select(TokenRow).where(TokenRow.account_id == account_id).order_by(TokenRow.id.desc())).all()


def revoke_token(session: Session, account_id: int, token_id: int) -> bool:
    """End a token of an account; ``False`` if it has none such."""
    row = session.scalars(
        select(TokenRow).where(TokenRow.id == token_id, TokenRow.account_id == account_id)
    ).one_or_none()
    if row is not None:
        row.revoked_at = row.revoked_at or now()
    return row is not None
