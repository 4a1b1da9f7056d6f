"""Records: the audit trail as a chain, names the law obliges to keep, and what deleted runs came to."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

#: No entry of the audit trail can be deleted before, whoever tries; ``data/retention.yaml`` may only wait longer.
_MONTHS = 24


def upgrade() -> None:
    op.add_column("audit_entry", sa.Column("previous_hash", sa.String(length=64), nullable=True))
    op.add_column("audit_entry", sa.Column("hash", sa.String(length=64), nullable=True))
    op.create_table(
        "withheld_identity",
        sa.Column("pseudonym", sa.String(length=40), nullable=False),
        sa.Column("crew_id", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("keep_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("citation", sa.String(length=200), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("pseudonym", name=op.f("pk_withheld_identity")),
    )
    op.create_table(
        "job_tally",
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("state", sa.String(length=12), nullable=False),
        sa.Column("runs", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("kind", "state", name=op.f("pk_job_tally")),
    )
    if op.get_bind().dialect.name == "sqlite":
        _protect_sqlite()
    else:
        _protect_postgresql()


def downgrade() -> None:
    raise NotImplementedError("tables are only ever upgraded; an older program needs an older backup")


def _protect_sqlite() -> None:
    op.execute("DROP TRIGGER audit_entry_no_delete")
    op.execute(
        "CREATE TRIGGER audit_entry_no_delete BEFORE DELETE ON audit_entry "
        f"WHEN OLD.at > strftime('%Y-%m-%d %H:%M:%f', 'now', '-{_MONTHS} months') "
        "BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END"
    )
    # INSERT OR REPLACE takes the old row away without asking the trigger of deletions.
    op.execute(
        "CREATE TRIGGER audit_entry_no_replace BEFORE INSERT ON audit_entry "
        "WHEN EXISTS (SELECT 1 FROM audit_entry WHERE id = NEW.id) "
        "BEGIN SELECT RAISE(ABORT, 'the audit trail is append-only'); END"
    )


def _protect_postgresql() -> None:
    op.execute("DROP TRIGGER audit_entry_append_only ON audit_entry")
    op.execute(
        "CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR TRUNCATE ON audit_entry "
        "FOR EACH STATEMENT EXECUTE FUNCTION audit_entry_append_only()"
    )
    op.execute(
        "CREATE FUNCTION audit_entry_kept() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN IF OLD.at > clock_timestamp() - interval '{_MONTHS} months' THEN "
        "RAISE EXCEPTION 'the audit trail is append-only'; END IF; RETURN OLD; END $$"
    )
    op.execute(
        "CREATE TRIGGER audit_entry_kept BEFORE DELETE ON audit_entry FOR EACH ROW EXECUTE FUNCTION audit_entry_kept()"
    )
