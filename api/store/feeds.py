"""Calendar addresses of crew members: one for each person of a dataset, with a secret in it."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from api.clock import now
from api.store.access_tables import CrewFeedRow
from api.store.tables import PlanRow, PlanVersionRow


def renew_feed(session: Session, dataset_id: int, crew_id: str, secret_hash: str, actor_id: int | None) -> CrewFeedRow:
    """A new address for a person; the old one is dead."""
    end_feed(session, dataset_id, crew_id)
    row = CrewFeedRow(
        dataset_id=dataset_id, crew_id=crew_id, secret_hash=secret_hash, created_at=now(), created_by=actor_id
    )
    session.add(row)
    session.flush()
    return row


def end_feed(session: Session, dataset_id: int, crew_id: str) -> bool:
    """Revoke a person's address; ``False`` if there was none."""
    done = session.execute(
        delete(CrewFeedRow).where(CrewFeedRow.dataset_id == dataset_id, CrewFeedRow.crew_id == crew_id)
    )
    return bool(done.rowcount)  # type: ignore[attr-defined]


def feeds(session: Session, dataset_id: int) -> Sequence[CrewFeedRow]:
    """The addresses of a dataset by person."""
    return session.scalars(
        select(CrewFeedRow).where(CrewFeedRow.dataset_id == dataset_id).order_by(CrewFeedRow.crew_id)
    ).all()


def feed_of(session: Session, secret_hash: str) -> CrewFeedRow | None:
    return session.scalars(select(CrewFeedRow).where(CrewFeedRow.secret_hash == secret_hash)).one_or_none()


def published(session: Session, dataset_id: int) -> Sequence[tuple[PlanRow, PlanVersionRow]]:
    """The plans of a dataset that are in force with their published rosters, the last published first."""
    found = session.execute(
        select(PlanRow, PlanVersionRow)
        .join(
            PlanVersionRow,
            (PlanVersionRow.plan_id == PlanRow.id) & (PlanVersionRow.number == PlanRow.published_version),
        )
        .where(PlanRow.dataset_id == dataset_id)
        .order_by(PlanVersionRow.published_at.desc(), PlanRow.id.desc())
    )
    return [(plan, version) for plan, version in found]
