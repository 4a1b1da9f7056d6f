"""The store on both databases: instants, upgrades, transactions, the audit trail."""

from __future__ import annotations

import multiprocessing
from datetime import UTC, datetime, timedelta, timezone

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import delete, func, inspect, select, update
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError

from api.clock import now
from api.store import Store, open_store
from api.store.tables import AuditRow, Base, DatasetRow, DatasetVersionRow


def _dataset(name: str, at: datetime) -> DatasetRow:
    return DatasetRow(name=name, created_at=at, created_by=None)


def test_an_instant_comes_back_in_utc_whatever_zone_it_was_given_in(store: Store) -> None:
    summer_and_winter = datetime(2026, 10, 25, 2, 30, tzinfo=timezone(timedelta(hours=2)))
    with store.writing() as session:
        session.add(_dataset("a", summer_and_winter))
    with store.reading() as session:
        found = session.scalars(select(DatasetRow)).one().created_at
    assert found == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    assert found.utcoffset() == timedelta(0)


def test_a_time_without_zone_is_refused_and_nothing_is_stored(store: Store) -> None:
    with pytest.raises(StatementError, match="without a time zone"), store.writing() as session:
        session.add(_dataset("a", datetime(2026, 10, 25, 2, 30)))
    with store.reading() as session:
        assert session.scalar(select(func.count()).select_from(DatasetRow)) == 0


def test_the_upgrades_lead_to_exactly_the_tables_of_the_program(store: Store) -> None:
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []


def test_opening_twice_changes_nothing(store: Store, database_url: str) -> None:
    with store.writing() as session:
        session.add(_dataset("kept", now()))
    again = open_store(database_url)
    with again.reading() as session:
        assert session.scalars(select(DatasetRow.name)).all() == ["kept"]
    again.close()


def _open(url: str) -> list[str]:
    opened = open_store(url)
    names = inspect(opened.engine).get_table_names()
    opened.close()
    return names


def test_processes_that_start_together_upgrade_once(database_url: str) -> None:
    with multiprocessing.get_context("spawn").Pool(3) as pool:
        seen = pool.map(_open, [database_url] * 3)
    assert all(set(Base.metadata.tables) <= set(names) for names in seen)


def test_nothing_of_a_failed_transaction_is_kept(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as session:
        dataset = _dataset("a", now())
        session.add(dataset)
        session.flush()
        for _ in range(2):
            session.add(
                DatasetVersionRow(
                    dataset_id=dataset.id, number=1, content_hash="", counts={}, created_at=now(), created_by=None
                )
            )
    with store.reading() as session:
        assert session.scalar(select(func.count()).select_from(DatasetRow)) == 0


def test_a_version_of_no_dataset_is_refused(store: Store) -> None:
    with pytest.raises(IntegrityError), store.writing() as session:
        session.add(
            DatasetVersionRow(dataset_id=99, number=1, content_hash="", counts={}, created_at=now(), created_by=None)
        )


def test_what_a_reader_changes_is_not_kept(store: Store) -> None:
    with store.reading() as session:
        session.add(_dataset("a", now()))
        session.flush()
    with store.reading() as session:
        assert session.scalar(select(func.count()).select_from(DatasetRow)) == 0


def test_a_reader_is_not_held_up_by_a_writer(store: Store) -> None:
    with store.writing() as writing:
        writing.add(_dataset("a", now()))
        writing.flush()
        with store.reading() as reading:
            assert reading.scalar(select(func.count()).select_from(DatasetRow)) == 0


def _count_up(job: tuple[str, int]) -> None:
    url, times = job
    opened = open_store(url, upgraded=False)
    for _ in range(times):
        with opened.writing() as session:
            row = session.scalars(select(DatasetRow).with_for_update()).one()
            row.name = str(int(row.name) + 1)
    opened.close()


def test_writers_in_several_processes_lose_nothing_and_find_no_locked_database(store: Store, database_url: str) -> None:
    with store.writing() as session:
        session.add(_dataset("0", now()))
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        pool.map(_count_up, [(database_url, 25)] * 4)
    with store.reading() as session:
        assert session.scalars(select(DatasetRow.name)).one() == "100"


def test_the_database_itself_keeps_the_audit_trail(store: Store) -> None:
    with store.writing() as session:
        session.add(
            AuditRow(
                at=now(),
                actor_id=None,
                actor="local",
                action="plan.publish",
                subject="plan/1",
                detail={},
                request_id="",
            )
        )
    with pytest.raises(DBAPIError, match="append-only"), store.writing() as session:
        session.execute(update(AuditRow).values(actor="somebody else"))
    with pytest.raises(DBAPIError, match="append-only"), store.writing() as session:
        session.execute(delete(AuditRow))
    with store.reading() as session:
        assert session.scalars(select(AuditRow.actor)).all() == ["local"]
