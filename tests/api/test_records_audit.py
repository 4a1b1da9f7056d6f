"""The audit trail: nobody changes it, and who does in spite of that is found out."""

from __future__ import annotations

from datetime import timedelta

import pytest
from sqlalchemy import delete, select, text, update
from sqlalchemy.exc import DBAPIError

from api.clock import now
from api.store import Store
from api.store.audit import broken_at, record
from api.store.tables import AuditRow


def _trail(store: Store, *actions: str) -> list[int]:
    for action in actions:
        with store.writing() as session:
            record(session, action, "plan/1", detail={"version": 1, "shifts": ("S-01", "S-02")})
    with store.reading() as session:
        return list(session.scalars(select(AuditRow.id).order_by(AuditRow.id)))


def _old(days: int) -> AuditRow:
    return AuditRow(
        at=now() - timedelta(days=days),
        actor_id=None,
        actor="local",
        action="plan.publish",
        subject="plan/1",
        detail={},
        request_id="",
    )


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit_entry SET actor = 'somebody else'",
        "UPDATE audit_entry SET at = '2001-01-01 00:00:00+00:00'",
        "UPDATE audit_entry SET hash = NULL WHERE id = 1",
        "DELETE FROM audit_entry",
        "DELETE FROM audit_entry WHERE id = (SELECT max(id) FROM audit_entry)",
    ],
)
def test_no_sql_changes_or_deletes_an_entry(store: Store, statement: str) -> None:
    _trail(store, "plan.create", "plan.publish")
    with pytest.raises(DBAPIError, match="append-only"), store.writing() as session:
        session.execute(text(statement))
    with store.reading() as session:
        assert session.scalars(select(AuditRow.action).order_by(AuditRow.id)).all() == ["plan.create", "plan.publish"]
        assert broken_at(session) is None


def test_no_object_of_the_program_changes_or_deletes_an_entry(store: Store) -> None:
    _trail(store, "plan.create")
    with pytest.raises(DBAPIError, match="append-only"), store.writing() as session:
        session.scalars(select(AuditRow)).one().action = "nothing"
    with pytest.raises(DBAPIError, match="append-only"), store.writing() as session:
        session.delete(session.scalars(select(AuditRow)).one())
    with pytest.raises(DBAPIError, match="append-only"), store.writing() as session:
        session.execute(update(AuditRow).values(actor="somebody else"))
    with store.reading() as session:
        assert session.scalars(select(AuditRow.action)).all() == ["plan.create"]


def test_an_entry_is_not_replaced_by_the_ways_of_one_database(store: Store) -> None:
    (entry,) = _trail(store, "plan.create")
    values = f"(id, at, actor, action, subject, detail, request_id) VALUES ({entry}, '2026-12-01', 'x', 'x', 'x', '{{}}', '')"
    statement = (
        f"INSERT OR REPLACE INTO audit_entry {values}"
        if store.engine.dialect.name == "sqlite"
        else f"INSERT INTO audit_entry {values} ON CONFLICT (id) DO UPDATE SET actor = 'x'"
    )
    with pytest.raises(DBAPIError, match="append-only"), store.engine.begin() as connection:
        connection.exec_driver_sql(statement)
    if store.engine.dialect.name == "postgresql":
        with pytest.raises(DBAPIError, match="append-only"), store.engine.begin() as connection:
            connection.exec_driver_sql("TRUNCATE audit_entry")
    with store.reading() as session:
        assert session.scalars(select(AuditRow.action)).all() == ["plan.create"]


def test_only_entries_older_than_two_years_can_go(store: Store) -> None:
    with store.writing() as session:
        session.add_all([_old(3 * 365), _old(2 * 365 - 10)])
    with pytest.raises(DBAPIError, match="append-only"), store.writing() as session:
        session.execute(delete(AuditRow))
    with store.writing() as session:
        session.execute(delete(AuditRow).where(AuditRow.at < now() - timedelta(days=2 * 365 + 10)))
    with store.reading() as session:
        assert len(session.scalars(select(AuditRow)).all()) == 1


def test_the_chain_shows_an_entry_that_somebody_with_the_owners_rights_changed_or_took_out(store: Store) -> None:
    first, second, third = _trail(store, "plan.create", "plan.solved", "plan.publish")
    with store.reading() as session:
        assert broken_at(session) is None
    _without_protection(store, f"UPDATE audit_entry SET actor = 'x' WHERE id = {second}")
    with store.reading() as session:
        fault = broken_at(session)
        assert fault is not None and (fault.entry_id, fault.changed) == (second, True)
    _without_protection(store, f"DELETE FROM audit_entry WHERE id = {second}")
    with store.reading() as session:
        fault = broken_at(session)
        assert fault is not None and (fault.entry_id, fault.changed) == (third, False)
    _without_protection(store, f"DELETE FROM audit_entry WHERE id = {first}")
    with store.reading() as session:
        assert broken_at(session) is None, "the beginning of the trail may be gone when its time is over"


def test_an_entry_put_in_without_the_program_is_shown(store: Store) -> None:
    _trail(store, "plan.create")
    with store.writing() as session:
        session.add(_old(1))
    with store.reading() as session:
        assert broken_at(session) is not None


def test_a_transaction_that_fails_leaves_no_entry(store: Store) -> None:
    with pytest.raises(ZeroDivisionError), store.writing() as session:
        record(session, "plan.create", "plan/1")
        raise ZeroDivisionError
    assert _trail(store, "plan.publish") != []
    with store.reading() as session:
        assert session.scalars(select(AuditRow.action)).all() == ["plan.publish"]


def _without_protection(store: Store, statement: str) -> None:
    """What only the owner of the tables can do: take the triggers away."""
    triggers = ("audit_entry_no_update", "audit_entry_no_delete")
    with store.engine.begin() as connection:
        if store.engine.dialect.name == "sqlite":
            for trigger in triggers:
                connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {trigger}")
        else:
            connection.exec_driver_sql("ALTER TABLE audit_entry DISABLE TRIGGER USER")
        connection.exec_driver_sql(statement)
