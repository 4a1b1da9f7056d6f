"""Datasets, plans, runs and entries of the audit trail as answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from api.store.jobs import JobState
from api.store.tables import (
    AuditRow,
    DatasetRow,
    DatasetVersionRow,
    JobRow,
    PlanRow,
    PlanVersionRow,
)

#: A name to show: no control characters, which not every database keeps.
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=r"^[^\x00-\x1f\x7f]+$")]
Item = TypeVar("Item")


class PageOf(BaseModel, Generic[Item]):
    """Part of a list, and how long the whole is."""

    items: list[Item]
    total: int
    limit: int
    offset: int


class Dataset(BaseModel):
    """A dataset with its newest version."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "id": 1,
                    "name": "harbour_ferries",
                    "version": 1,
                    "content_hash": "0" * 64,
                    "counts": {"vessels": 12, "crew": 64, "shifts": 162},
                    "created_at": "2026-12-01T08:00:00Z",
                    "updated_at": "2026-12-01T08:00:00Z",
                    "notices": [],
                }
            ]
        }
    )

    id: int
    name: str
    version: int
    content_hash: str
    counts: dict[str, int]
    created_at: datetime
    updated_at: datetime
    notices: list[dict[str, Any]] = Field(
        default_factory=list, description="what its user should know, after an import"
    )

    @classmethod
    def of(cls, row: DatasetRow, version: DatasetVersionRow, notices: list[dict[str, Any]] | None = None) -> Dataset:
        return cls(
            id=row.id,
            name=row.name,
            version=version.number,
            content_hash=version.content_hash,
            counts=version.counts,
            created_at=row.created_at,
            updated_at=version.created_at,
            notices=notices or [],
        )


class Plan(BaseModel):
    """A plan; `version` is its newest roster, 0 while there is none."""

    id: int
    name: str
    dataset_id: int
    window_start: datetime
    window_end: datetime
    assume_rested: bool
    version: int
    published_version: int | None
    created_at: datetime

    @classmethod
    def of(cls, row: PlanRow) -> Plan:
        return cls.model_validate(row, from_attributes=True)


class PlanVersion(BaseModel):
    """One roster of a plan without its rows."""

    plan_id: int
    number: int
    origin: str = Field(description="`solve`, `edit`, `upload` or `drop_out`")
    lawful: bool
    job_id: int | None
    dataset_version_id: int
    summary: dict[str, Any]
    created_at: datetime
    published_at: datetime | None

    @classmethod
    def of(cls, row: PlanVersionRow) -> PlanVersion:
        return cls.model_validate(row, from_attributes=True)


class Job(BaseModel):
    """A run of the solver."""

    id: int
    kind: str
    state: JobState
    wish: str
    plan_id: int | None
    base_version: int
    attempt: int
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None
    error: dict[str, Any] | None

    @classmethod
    def of(cls, row: JobRow) -> Job:
        return cls.model_validate(row, from_attributes=True)


class PlanAndJob(BaseModel):
    """A plan and the run that works on it."""

    plan: Plan
    job: Job


class JobWithResult(Job):
    """A run with what it has found: `result` at its end, `best` before."""

    best: dict[str, Any] | None
    result: dict[str, Any] | None


class AuditEntry(BaseModel):
    """Who did what to which thing, and when."""

    id: int
    at: datetime
    actor_id: int | None
    actor: str
    action: str
    subject: str
    detail: dict[str, Any]
    request_id: str

    @classmethod
    def of(cls, row: AuditRow) -> AuditEntry:
        return cls.model_validate(row, from_attributes=True)
