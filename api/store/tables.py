"""The tables. Rosters and results are JSON documents; what is searched or compared is a column."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Integer, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

from api.store.instants import Instant

#: Names of constraints, so that a migration can name what it changes on every database.
_NAMES = {
    "ix": "ix_%(column_0_label)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
    "pk": "pk_%(table_name)s",
}
#: Grows past 2^31 on PostgreSQL; SQLite's own row id is only used for INTEGER.
_ROW_ID = BigInteger().with_variant(Integer(), "sqlite")


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=_NAMES)
    type_annotation_map = {datetime: Instant, dict[str, Any]: JSON(none_as_null=True)}


class DatasetRow(Base):
    """A dataset; its content lies in numbered versions that never change."""

    __tablename__ = "dataset"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(String(200))
    created_at: Mapped[datetime]
    created_by: Mapped[int | None]
    versions: Mapped[list[DatasetVersionRow]] = relationship(order_by="DatasetVersionRow.number")


class DatasetVersionRow(Base):
    """The files as they were uploaded; ``content_hash`` is the SHA-256 over names and contents."""

    __tablename__ = "dataset_version"
    __table_args__ = (UniqueConstraint("dataset_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    dataset_id: Mapped[int] = mapped_column(ForeignKey("dataset.id"))
    number: Mapped[int]
    content_hash: Mapped[str] = mapped_column(String(64), index=True)
    counts: Mapped[dict[str, Any]]
    created_at: Mapped[datetime]
    created_by: Mapped[int | None]
    files: Mapped[list[DatasetFileRow]] = relationship(order_by="DatasetFileRow.name")


class DatasetFileRow(Base):
    """One file of a version."""

    __tablename__ = "dataset_file"
    __table_args__ = (UniqueConstraint("version_id", "name"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    version_id: Mapped[int] = mapped_column(ForeignKey("dataset_version.id"))
    name: Mapped[str] = mapped_column(String(200))
    content: Mapped[bytes] = mapped_column(LargeBinary)


class PlanRow(Base):
    """A plan of one window of a dataset; ``version`` is its newest roster, 0 while there is none."""

    __tablename__ = "plan"

    id: Mapped[int] = mapped_column(primary_key=True)
    dataset_id: Mapped[int] = mapped_column(ForeignKey("dataset.id"), index=True)
    name: Mapped[str] = mapped_column(String(200))
    window_start: Mapped[datetime]
    window_end: Mapped[datetime]
    assume_rested: Mapped[bool]
    version: Mapped[int] = mapped_column(default=0)
    published_version: Mapped[int | None]
    created_at: Mapped[datetime]
    created_by: Mapped[int | None]


class PlanVersionRow(Base):
    """One roster of a plan; never changed except by being published."""

    __tablename__ = "plan_version"
    __table_args__ = (UniqueConstraint("plan_id", "number"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    plan_id: Mapped[int] = mapped_column(ForeignKey("plan.id"))
    number: Mapped[int]
    dataset_version_id: Mapped[int] = mapped_column(ForeignKey("dataset_version.id"), index=True)
    job_id: Mapped[int | None] = mapped_column(ForeignKey("job.id"), index=True)
    origin: Mapped[str] = mapped_column(String(20))
    lawful: Mapped[bool]
    roster: Mapped[dict[str, Any]]
    summary: Mapped[dict[str, Any]]
    published_at: Mapped[datetime | None]
    created_at: Mapped[datetime]
    created_by: Mapped[int | None]


class JobRow(Base):
    """A run of the solver: the only truth about it, whoever carries it out.

    ``owner``, ``attempt`` and ``lease_until`` say who works on it; every write of a worker names its
    owner and attempt, so that one who was given up cannot write any more. ``crashes`` counts the
    attempts that ended without a word. ``best`` is the best roster
    so far, ``result`` the outcome.
    """

    __tablename__ = "job"

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(12), index=True)
    plan_id: Mapped[int | None] = mapped_column(ForeignKey("plan.id"), index=True)
    dataset_version_id: Mapped[int] = mapped_column(ForeignKey("dataset_version.id"), index=True)
    base_version: Mapped[int]
    payload: Mapped[dict[str, Any]]
    wish: Mapped[str] = mapped_column(String(12), default="")
    attempt: Mapped[int] = mapped_column(default=0)
    crashes: Mapped[int] = mapped_column(default=0)
    owner: Mapped[str] = mapped_column(String(120), default="")
    lease_until: Mapped[datetime | None]
    best: Mapped[dict[str, Any] | None]
    result: Mapped[dict[str, Any] | None]
    error: Mapped[dict[str, Any] | None]
    created_at: Mapped[datetime]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
    created_by: Mapped[int | None]


class JobEventRow(Base):
    """Something a run told; ids grow, so that a reader who lost the line goes on after the last one."""

    __tablename__ = "job_event"
    __table_args__ = {"sqlite_autoincrement": True}

    id: Mapped[int] = mapped_column(_ROW_ID, primary_key=True)
    job_id: Mapped[int] = mapped_column(ForeignKey("job.id"), index=True)
    attempt: Mapped[int]
    kind: Mapped[str] = mapped_column(String(20))
    body: Mapped[dict[str, Any]]
    at: Mapped[datetime]


class IdempotencyRow(Base):
    """The answer to a create that carried an ``Idempotency-Key``."""

    __tablename__ = "idempotency_key"
    __table_args__ = (UniqueConstraint("actor", "key"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    actor: Mapped[str] = mapped_column(String(120))
    key: Mapped[str] = mapped_column(String(200))
    request_hash: Mapped[str] = mapped_column(String(64))
    status: Mapped[int]
    location: Mapped[str] = mapped_column(String(200))
    answer: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(index=True)


class AuditRow(Base):
    """Who did what to which thing, and when: a chain, each entry holding the hash of the one before.

    The database itself refuses to change a row, and to delete one that is younger than two years.
    """

    __tablename__ = "audit_entry"

    id: Mapped[int] = mapped_column(_ROW_ID, primary_key=True)
    at: Mapped[datetime] = mapped_column(index=True)
    actor_id: Mapped[int | None]
    actor: Mapped[str] = mapped_column(String(120))
    action: Mapped[str] = mapped_column(String(60))
    subject: Mapped[str] = mapped_column(String(120))
    detail: Mapped[dict[str, Any]]
    request_id: Mapped[str] = mapped_column(Text)
    previous_hash: Mapped[str | None] = mapped_column(String(64))
    hash: Mapped[str | None] = mapped_column(String(64))


class WithheldIdentityRow(Base):
    """Whom a pseudonym stands for, where the law still obliges to keep a record with the name."""

    __tablename__ = "withheld_identity"

    pseudonym: Mapped[str] = mapped_column(String(40), primary_key=True)
    crew_id: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(200))
    keep_until: Mapped[datetime]
    citation: Mapped[str] = mapped_column(String(200))
    erased_at: Mapped[datetime]


class JobTallyRow(Base):
    """How many runs that are deleted by now ended how, so that counters never fall."""

    __tablename__ = "job_tally"

    kind: Mapped[str] = mapped_column(String(20), primary_key=True)
    state: Mapped[str] = mapped_column(String(12), primary_key=True)
    runs: Mapped[int]
    seconds: Mapped[int]
