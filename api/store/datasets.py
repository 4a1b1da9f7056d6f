"""Datasets in the store: numbered versions of their files, never changed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from api.clock import now
from api.store.tables import DatasetFileRow, DatasetRow, DatasetVersionRow


def content_hash(files: Mapping[str, bytes]) -> str:
    """SHA-256 over names and contents; the same for the same files, however they were sent."""
    digest = hashlib.sha256()
    for name in sorted(files):
        digest.update(f"{len(name)}:{name}:{len(files[name])}:".encode())
        digest.update(files[name])
    return digest.hexdigest()


def add_dataset(
    session: Session, name: str, files: Mapping[str, bytes], counts: Mapping[str, int], actor_id: int | None
) -> tuple[DatasetRow, DatasetVersionRow]:
    """A new dataset with its first version."""
    dataset = DatasetRow(name=name, created_at=now(), created_by=actor_id)
    session.add(dataset)
    session.flush()
    return dataset, _version(session, dataset.id, 1, files, counts, actor_id)


def add_dataset_version(
    session: Session, dataset_id: int, files: Mapping[str, bytes], counts: Mapping[str, int], actor_id: int | None
) -> DatasetVersionRow:
    """The next version of a dataset that the transaction has locked (:func:`locked_dataset`)."""
    number = (newest_version(session, dataset_id).number) + 1
    return _version(session, dataset_id, number, files, counts, actor_id)


def locked_dataset(session: Session, dataset_id: int) -> DatasetRow | None:
    """A dataset that nobody else can give a new version until the transaction ends."""
    return session.scalars(select(DatasetRow).where(DatasetRow.id == dataset_id).with_for_update()).one_or_none()


def newest_version(session: Session, dataset_id: int) -> DatasetVersionRow:
    """The version that counts now.

    Raises
    ------
    sqlalchemy.exc.NoResultFound
        If there is no such dataset.
    """
    return session.scalars(
        select(DatasetVersionRow)
        .where(DatasetVersionRow.dataset_id == dataset_id)
        .order_by(DatasetVersionRow.number.desc())
        .limit(1)
    ).one()


def datasets(session: Session, limit: int, offset: int) -> tuple[list[tuple[DatasetRow, DatasetVersionRow]], int]:
    """A page of the datasets with their newest version, the latest first, and how many there are."""
    other = aliased(DatasetVersionRow)
    newest = select(func.max(other.number)).where(other.dataset_id == DatasetRow.id).correlate(DatasetRow)
    rows = session.execute(
        select(DatasetRow, DatasetVersionRow)
        .join(DatasetVersionRow, DatasetVersionRow.dataset_id == DatasetRow.id)
        .where(DatasetVersionRow.number == newest.scalar_subquery())
        .order_by(DatasetRow.id.desc())
        .limit(limit)
        .offset(offset)
    )
    total = session.scalar(select(func.count()).select_from(DatasetRow)) or 0
    return [(row[0], row[1]) for row in rows], total


def files_of(session: Session, version_id: int) -> dict[str, bytes]:
    """The files of a version by name."""
    rows = session.execute(
        select(DatasetFileRow.name, DatasetFileRow.content)
        .where(DatasetFileRow.version_id == version_id)
        .order_by(DatasetFileRow.name)
    )
    return {name: content for name, content in rows}


def _version(
    session: Session,
    dataset_id: int,
    number: int,
    files: Mapping[str, bytes],
    counts: Mapping[str, int],
    actor_id: int | None,
) -> DatasetVersionRow:
    version = DatasetVersionRow(
        dataset_id=dataset_id,
        number=number,
        content_hash=content_hash(files),
        counts=dict(counts),
        created_at=now(),
        created_by=actor_id,
        files=[DatasetFileRow(name=name, content=files[name]) for name in sorted(files)],
    )
    session.add(version)
    session.flush()
    return version
