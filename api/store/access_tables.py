"""Tables of accounts, logins, API tokens, waits after failed logins and crew calendars."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from api.store.tables import Base


class AccountRow(Base):
    """Somebody who may log in. Accounts are disabled, never deleted: the audit trail names them."""

    __tablename__ = "account"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(60), unique=True)
    role: Mapped[str] = mapped_column(String(12))
    password_hash: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime]
    password_set_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]


class SessionRow(Base):
    """A login; ``secret_hash`` is the SHA-256 of the cookie."""

    __tablename__ = "login_session"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class TokenRow(Base):
    """An API token of an account; ``secret_hash`` is its SHA-256, ``hint`` its last characters."""

    __tablename__ = "api_token"

    id: Mapped[int] = mapped_column(primary_key=True)
    account_id: Mapped[int] = mapped_column(ForeignKey("account.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    hint: Mapped[str] = mapped_column(String(4))
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    revoked_at: Mapped[datetime | None]


class LoginWaitRow(Base):
    """Failed logins in a row; ``key`` is the SHA-256 of account name and address, or of the address."""

    __tablename__ = "login_wait"

    key: Mapped[str] = mapped_column(String(64), primary_key=True)
    failures: Mapped[int]
    last_at: Mapped[datetime] = mapped_column(index=True)
    blocked_until: Mapped[datetime | None]


class CrewFeedRow(Base):
    """A crew member's calendar address; ``secret_hash`` is the SHA-256 of the secret in it."""

    __tablename__ = "crew_feed"
    __table_args__ = (UniqueConstraint("dataset_id", "crew_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    dataset_id: Mapped[int] = mapped_column(ForeignKey("dataset.id"))
    crew_id: Mapped[str] = mapped_column(String(100))
    secret_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime]
    created_by: Mapped[int | None]
