"""What is kept of people: one person's data given out and erased, and what is due for deletion."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from api.errors import Bilingual, not_found, refused
from api.records.erasure import StillNeededError, erase
from api.records.person import UnknownPersonError, person_document
from api.records.retention import sweep
from api.routes.access import Administering
from api.routes.service import Served
from api.routes.wire import ThingId
from api.store.audit import record
from optimizer.findings import Text

router = APIRouter(tags=["records"])


class KeptRecord(BaseModel):
    """A record that must still be kept."""

    what: str = Field(examples=["plan/1/version/1"])
    until: datetime
    citation: str = Field(examples=["BinSchArbZV § 10 Abs. 4 Satz 1"])
    name: Bilingual


class Erasure(BaseModel):
    """What was erased, and what is kept under a pseudonym until when and by which paragraph."""

    pseudonym: str = Field(examples=["E-0f3a9c1b2d4e"])
    datasets: int
    rosters: int
    runs: int
    kept: list[KeptRecord]
    kept_until: datetime | None = Field(description="then nobody can tell any more who it was; null: already now")


class DueRecord(BaseModel):
    """Something whose time is over."""

    kind: str
    subject: str
    since: datetime
    citation: str


@router.get("/people/{crew_id}")
def export_person(crew_id: ThingId, served: Served, actor: Administering, response: Response) -> dict[str, Any]:
    """Everything held about a person: rows of datasets, rosters, runs, and what the law obliges to keep."""
    try:
        with served.store.reading() as session:
            found = person_document(session, served.datasets, crew_id)
    except UnknownPersonError:
        raise _unknown(crew_id) from None
    with served.store.writing() as session:
        told = {"actor_id": actor.id, "actor": actor.name, "request_id": actor.request_id}
        record(session, "person.export", "person", **told)
    response.headers["Content-Disposition"] = 'attachment; filename="person.json"'
    return found


@router.delete("/people/{crew_id}")
def erase_person(crew_id: ThingId, served: Served, actor: Administering) -> Erasure:
    """Erase a person, up to the record of working time that the law still obliges to keep."""
    try:
        with served.store.writing() as session:
            done = erase(
                session,
                served.datasets,
                crew_id,
                actor_id=actor.id,
                actor=actor.name,
                request_id=actor.request_id,
            )
    except UnknownPersonError:
        raise _unknown(crew_id) from None
    except StillNeededError as error:
        raise refused(409, error.code, error.text.de, error.text.en) from None
    for memory in (served.datasets, served.explainers, served.files):
        memory.forget()
    kept = [
        KeptRecord(what=what, until=one.until, citation=one.period.citation, name=Bilingual.of(one.period.name))
        for what, one in done.kept
    ]
    return Erasure(
        pseudonym=done.pseudonym,
        datasets=done.datasets,
        rosters=done.rosters,
        runs=done.runs,
        kept=kept,
        kept_until=done.kept_until,
    )


@router.get("/retention")
def retention(served: Served, actor: Administering) -> list[DueRecord]:
    """What the next night will delete, and by which period."""
    found = sweep(served.store, served.datasets, dry_run=True, key_hours=served.settings.idempotency_hours)
    return [DueRecord(kind=one.kind, subject=one.subject, since=one.since, citation=one.citation) for one in found]


def _unknown(crew_id: str) -> Exception:
    return not_found(Text("Daten zur Person", "data about the person"), crew_id, "path.crew_id")
