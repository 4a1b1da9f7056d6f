"""Erasure of one person (Art. 17 DSGVO), up to what the law still obliges to keep.

Everywhere a random pseudonym takes the place of id and name, and what no record needs goes. Only where
a record of working time must still be kept, which names the person (§ 10 Abs. 2 Nr. 2 BinSchArbZV), id
and name are kept aside beside the pseudonym, until the day retention deletes them.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from api.clock import now
from api.records.duties import Kept, longest
from api.records.files import names_of, without_person
from api.records.mentions import Mentions
from api.records.person import (
    Holding,
    UnknownPersonError,
    answers_with,
    events_with,
    holdings,
    kept_of,
    runs_with,
    tables_by_person,
    versions_with,
)
from api.rosters.documents import read_roster_document
from api.rosters.opened import OpenDatasets
from api.store.audit import record
from api.store.datasets import content_hash
from api.store.jobs import OPEN
from api.store.tables import DatasetFileRow, JobRow, PlanRow, PlanVersionRow, WithheldIdentityRow
from optimizer.findings import Text
from optimizer.intake import read_files
from optimizer.timeline import local


class StillNeededError(RuntimeError):
    """The person cannot be erased now; ``text`` says why and what to do."""

    def __init__(self, code: str, text: Text):
        super().__init__(text.en)
        self.code, self.text = code, text


@dataclass(frozen=True, slots=True, kw_only=True)
class Erased:
    """What was done: the pseudonym, how much was changed, and what is kept until when by which paragraph."""

    pseudonym: str
    datasets: int
    rosters: int
    runs: int
    kept: tuple[tuple[str, Kept], ...]

    @property
    def kept_until(self) -> datetime | None:
        last = longest(one for _, one in self.kept)
        return None if last is None else last.until


def erase(
    session: Session,
    datasets: OpenDatasets,
    crew_id: str,
    *,
    actor_id: int | None = None,
    actor: str = "service",
    request_id: str = "",
    at: datetime | None = None,
) -> Erased:
    """Erase a person in this transaction: whole or not at all.

    Raises
    ------
    UnknownPersonError
        If the store holds nothing about them.
    StillNeededError
        While they are planned for duties to come, or a run works with their data.
    DatasetError
        If a dataset could not be read any more without them; nothing is changed then.
    """
    at = at or now()
    found = list(holdings(session, crew_id))
    who = Mentions.of(crew_id, (name for holding in found for name in names_of(holding.files, crew_id)))
    rosters = list(versions_with(session, who))
    if not found and not rosters:
        raise UnknownPersonError(crew_id)
    _refuse_if_needed(session, crew_id, found, rosters, at)
    kept = [(what, one) for what, one in kept_of(session, datasets, crew_id, found, who) if one.until > at]
    pseudonym = f"E-{secrets.token_hex(6)}"
    for holding in found:
        _erase_in_dataset(session, holding, who, pseudonym, at)
    for _, version in rosters:
        version.roster = who.replaced(version.roster, pseudonym)
        version.summary = who.replaced(version.summary, pseudonym)
    runs = list(runs_with(session, who))
    for job in runs:
        for part in ("payload", "best", "result", "error"):
            setattr(job, part, who.replaced(getattr(job, part), pseudonym))
    for event in list(events_with(session, who)):
        event.body = who.replaced(event.body, pseudonym)
    for answer in list(answers_with(session, who)):
        answer.answer = who.replaced(answer.answer, pseudonym)
    for table in tables_by_person():
        session.execute(delete(table).where(table.columns["crew_id"] == crew_id))
    last = longest(one for _, one in kept)
    if last is not None:
        name = who.names[0] if who.names else crew_id
        session.add(
            WithheldIdentityRow(
                pseudonym=pseudonym,
                crew_id=crew_id,
                name=name,
                keep_until=last.until,
                citation=last.period.citation,
                erased_at=at,
            )
        )
    session.flush()
    detail = {"datasets": len(found), "rosters": len(rosters), "runs": len(runs), "kept": [what for what, _ in kept]}
    record(
        session,
        "person.erase",
        f"person/{pseudonym}",
        actor_id=actor_id,
        actor=actor,
        request_id=request_id,
        detail=detail,
    )
    return Erased(pseudonym=pseudonym, datasets=len(found), rosters=len(rosters), runs=len(runs), kept=tuple(kept))


def _erase_in_dataset(session: Session, holding: Holding, who: Mentions, pseudonym: str, at: datetime) -> None:
    files = without_person(holding.files, who, pseudonym, local(at - timedelta(days=1)).date())
    read_files(files)
    rows = session.scalars(select(DatasetFileRow).where(DatasetFileRow.version_id == holding.version.id))
    for row in rows:
        if row.content != files[row.name]:
            row.content = files[row.name]
    holding.version.content_hash = content_hash(files)
    session.flush()


def _refuse_if_needed(
    session: Session,
    crew_id: str,
    found: Iterable[Holding],
    rosters: Iterable[tuple[PlanRow, PlanVersionRow]],
    at: datetime,
) -> None:
    versions = {holding.version.id for holding in found}
    waiting = select(JobRow.id).where(JobRow.state.in_(OPEN), JobRow.dataset_version_id.in_(versions)).limit(1)
    if session.scalar(waiting) is not None:
        raise StillNeededError(
            "person.run",
            Text(
                "Ein Lauf rechnet gerade mit den Daten dieser Person; sein Ende abwarten oder ihn abbrechen.",
                "A run works with this person's data; wait for its end or cancel it.",
            ),
        )
    ahead = sorted({plan.id for plan, version in rosters if _on_duty_after(plan, version, crew_id, at)})
    if ahead:
        shown = ", ".join(map(str, ahead))
        raise StillNeededError(
            "person.planned",
            Text(
                f"Die Person ist noch zu Diensten eingeteilt (Plan {shown}); erst dort ersetzen.",
                f"The person still has duties ahead (plan {shown}); replace them there first.",
            ),
        )


def _on_duty_after(plan: PlanRow, version: PlanVersionRow, crew_id: str, at: datetime) -> bool:
    if plan.window_end <= at or version.number not in (plan.version, plan.published_version):
        return False
    rows = read_roster_document(version.roster).rows
    return any(row.crew_id == crew_id and any(part.end > at for part in row.duty) for row in rows)
