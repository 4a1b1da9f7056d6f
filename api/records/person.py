"""Everything the store holds about one person, as a JSON document (Art. 15, 20 DSGVO)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, inspect, select
from sqlalchemy.orm import Session

from api.records.duties import Kept, WorkKept, is_record, longest
from api.records.files import names_of, rows_about
from api.records.mentions import Mentions
from api.rosters.documents import document
from api.rosters.opened import OpenDatasets
from api.store.datasets import files_of
from api.store.tables import (
    AuditRow,
    Base,
    DatasetRow,
    DatasetVersionRow,
    IdempotencyRow,
    JobEventRow,
    JobRow,
    PlanRow,
    PlanVersionRow,
    WithheldIdentityRow,
)

#: Columns that are secrets or nothing without them.
_SECRET = ("hash", "secret", "password")


class UnknownPersonError(LookupError):
    """The store holds nothing about a person."""


@dataclass(frozen=True)
class Holding:
    """A dataset version that names a person, with its files and the rows about them."""

    dataset: DatasetRow
    version: DatasetVersionRow
    files: dict[str, bytes]
    rows: dict[str, list[dict[str, str]]]


def holdings(session: Session, crew_id: str) -> Iterator[Holding]:
    """Every dataset version with rows about a person, the oldest first."""
    wanted = select(DatasetVersionRow).order_by(DatasetVersionRow.dataset_id, DatasetVersionRow.number)
    for version in session.scalars(wanted).all():
        files = files_of(session, version.id)
        rows = rows_about(files, crew_id)
        if rows:
            yield Holding(session.get_one(DatasetRow, version.dataset_id), version, files, rows)


def versions_with(session: Session, who: Mentions) -> Iterator[tuple[PlanRow, PlanVersionRow]]:
    """Every roster that names a person."""
    wanted = select(PlanVersionRow).order_by(PlanVersionRow.plan_id, PlanVersionRow.number)
    for version in session.scalars(wanted.execution_options(yield_per=20)):
        if who.within(version.roster) or who.within(version.summary):
            yield session.get_one(PlanRow, version.plan_id), version


def runs_with(session: Session, who: Mentions) -> Iterator[JobRow]:
    """Every run whose order or result names a person."""
    for job in session.scalars(select(JobRow).order_by(JobRow.id).execution_options(yield_per=20)):
        if any(map(who.within, (job.payload, job.best, job.result, job.error))):
            yield job


def events_with(session: Session, who: Mentions) -> Iterator[JobEventRow]:
    for event in session.scalars(select(JobEventRow).execution_options(yield_per=500)):
        if who.within(event.body):
            yield event


def answers_with(session: Session, who: Mentions) -> Iterator[IdempotencyRow]:
    for row in session.scalars(select(IdempotencyRow)):
        if who.within(row.answer):
            yield row


def tables_by_person() -> list[Table]:
    """Tables with a column ``crew_id`` of their own, such as secrets of calendars."""
    own = inspect(WithheldIdentityRow).local_table
    return [table for table in Base.metadata.sorted_tables if "crew_id" in table.columns and table is not own]


def kept_of(
    session: Session, datasets: OpenDatasets, crew_id: str, found: list[Holding], who: Mentions
) -> list[tuple[str, Kept]]:
    """What the law obliges to keep about a person: subject, until when, by which paragraph."""
    work, kept = WorkKept(session, datasets), []
    for holding in found:
        has_duties = any(name.casefold() == "duties.csv" for name in holding.rows)
        one = work.of_dataset(holding.version, crew_id) if has_duties else None
        if one is not None:
            kept.append((f"dataset/{holding.dataset.id}/version/{holding.version.number}", one))
    for plan, version in versions_with(session, who):
        one = work.of_roster(version, crew_id) if is_record(plan, version) else None
        if one is not None:
            kept.append((f"plan/{plan.id}/version/{version.number}", one))
    return kept


def person_document(session: Session, datasets: OpenDatasets, crew_id: str) -> dict[str, Any]:
    """All that is held about a person, found by crew id, by name in texts, and by an earlier pseudonym.

    Raises
    ------
    UnknownPersonError
        If there is nothing.
    """
    identities = session.scalars(
        select(WithheldIdentityRow)
        .where(WithheldIdentityRow.crew_id == crew_id)
        .order_by(WithheldIdentityRow.erased_at)
    ).all()
    parts = [_held(session, datasets, one) for one in (crew_id, *(row.pseudonym for row in identities))]
    parts = [part for part in parts if part is not None]
    if not parts:
        raise UnknownPersonError(crew_id)
    erased = [
        {"pseudonym": row.pseudonym, "name": row.name, "keep_until": row.keep_until, "citation": row.citation}
        for row in identities
    ]
    return document({"crew_id": crew_id, "held": parts, "erased": erased})


def _held(session: Session, datasets: OpenDatasets, crew_id: str) -> dict[str, Any] | None:
    found = list(holdings(session, crew_id))
    who = Mentions.of(crew_id, (name for holding in found for name in names_of(holding.files, crew_id)))
    rosters = [
        {
            "plan": {"id": plan.id, "name": plan.name, "from": plan.window_start, "until": plan.window_end},
            "version": version.number,
            "published_at": version.published_at,
            "rows": [row for row in version.roster.get("rows", ()) if who.within(row)],
            "notes": [note for note in version.roster.get("notes", ()) if who.within(note)],
        }
        for plan, version in versions_with(session, who)
    ]
    runs = [
        {"id": job.id, "kind": job.kind, "order": job.payload, "at": job.created_at} for job in runs_with(session, who)
    ]
    trail = [
        {"id": row.id, "at": row.at, "action": row.action, "subject": row.subject, "detail": row.detail}
        for row in session.scalars(select(AuditRow).order_by(AuditRow.id).execution_options(yield_per=500))
        if who.within(row.detail) or who.within(row.subject.removeprefix("person/"))
    ]
    others = {table.name: rows for table in tables_by_person() if (rows := _rows(session, table, crew_id))}
    if not (found or rosters or runs or others):
        return None
    kept = kept_of(session, datasets, crew_id, found, who)
    return {
        "crew_id": crew_id,
        "names": list(who.names),
        "datasets": [
            {"id": one.dataset.id, "name": one.dataset.name, "version": one.version.number, "rows": one.rows}
            for one in found
        ],
        "rosters": rosters,
        "runs": runs,
        "audit": trail,
        "other": others,
        "kept_by_law": [
            {"what": what, "until": one.until, "citation": one.period.citation, "name": one.period.name}
            for what, one in kept
        ],
        "kept_until": None if (last := longest(one for _, one in kept)) is None else last.until,
    }


def _rows(session: Session, table: Table, crew_id: str) -> list[dict[str, Any]]:
    shown = [column for column in table.columns if not any(word in column.name for word in _SECRET)]
    rows = session.execute(select(*shown).where(table.columns["crew_id"] == crew_id))
    return [dict(row._mapping) for row in rows]
