"""Accounts, logins, API tokens, waits after failed logins, crew calendars."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _instant(name: str, *, nullable: bool = False) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def upgrade() -> None:
    op.create_table(
        "account",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("role", sa.String(length=12), nullable=False),
        sa.Column("password_hash", sa.String(length=255), nullable=False),
        _instant("created_at"),
        _instant("password_set_at"),
        _instant("disabled_at", nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account")),
        sa.UniqueConstraint("name", name=op.f("uq_account_name")),
    )
    op.create_table(
        "login_session",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        _instant("created_at"),
        _instant("expires_at"),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_login_session_account_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login_session")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_login_session_secret_hash")),
    )
    op.create_index(op.f("ix_login_session_account_id"), "login_session", ["account_id"], unique=False)
    op.create_index(op.f("ix_login_session_expires_at"), "login_session", ["expires_at"], unique=False)
    op.create_table(
        "api_token",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("account_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("hint", sa.String(length=4), nullable=False),
        _instant("created_at"),
        _instant("expires_at"),
        _instant("revoked_at", nullable=True),
        sa.ForeignKeyConstraint(["account_id"], ["account.id"], name=op.f("fk_api_token_account_id_account")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_token")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_api_token_secret_hash")),
    )
    op.create_index(op.f("ix_api_token_account_id"), "api_token", ["account_id"], unique=False)
    op.create_table(
        "login_wait",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        _instant("last_at"),
        _instant("blocked_until", nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_login_wait")),
    )
    op.create_index(op.f("ix_login_wait_last_at"), "login_wait", ["last_at"], unique=False)
    op.create_table(
        "crew_feed",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dataset_id", sa.Integer(), nullable=False),
        sa.Column("crew_id", sa.String(length=100), nullable=False),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        _instant("created_at"),
        sa.Column("created_by", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(["dataset_id"], ["dataset.id"], name=op.f("fk_crew_feed_dataset_id_dataset")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_crew_feed")),
        sa.UniqueConstraint("dataset_id", "crew_id", name=op.f("uq_crew_feed_dataset_id_crew_id")),
        sa.UniqueConstraint("secret_hash", name=op.f("uq_crew_feed_secret_hash")),
    )


def downgrade() -> None:
    raise NotImplementedError("tables are only ever upgraded; an older program needs an older backup")
