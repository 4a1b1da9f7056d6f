"""Procrastinate's tables as the messenger: a message says which run is to be done, and nothing else.

The job table stays the only truth about runs. A message that is lost or comes twice does no harm: a
run is done by whoever claims it, and the sweep sends a new message for every run without one.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psycopg
from procrastinate import App, PsycopgConnector, SyncPsycopgConnector
from procrastinate.exceptions import AlreadyEnqueued
from procrastinate.schema import SchemaManager
from psycopg import sql
from sqlalchemy import (
    ColumnElement,
    String,
    and_,
    cast,
    column,
    exists,
    func,
    literal,
    make_url,
    or_,
    select,
    table,
    text,
)
from sqlalchemy.orm import Session

from api.store import Store
from api.store.engine import KEEPALIVES, database_now
from api.store.jobs import JobState
from api.store.tables import JobRow

QUEUE = "crew_roster"
RUN = "crew_roster.run"
#: Any number, the same for every process: only one of them creates or upgrades the tables at a time.
_LOCK = 7_241_904
#: Never connected: it sends through connections that are open already.
_SENDER = App(connector=SyncPsycopgConnector())
_MESSAGES = table("procrastinate_jobs", column("queueing_lock"), column("status"))


def message_app(url: str) -> App:
    """Procrastinate on the database of a URL, not connected yet."""
    plain = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
    return App(connector=PsycopgConnector(conninfo=plain, kwargs=KEEPALIVES, min_size=1, max_size=4, timeout=15.0))


def install(store: Store) -> None:
    """Create or upgrade procrastinate's tables, in one transaction; processes that start together wait."""
    with store.writing() as session:
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        connection = _connection(session)
        there, newest = connection.execute(
            "SELECT to_regclass('procrastinate_jobs') IS NOT NULL,"
            " obj_description(to_regclass('procrastinate_jobs'), 'pg_class')"
        ).fetchone() or (False, None)
        if not there:
            connection.execute(SchemaManager.get_schema())
        for step in upgrades(newest) if there and newest else ():
            connection.execute(step.read_bytes())
        # The library does not note which of its upgrades a database has had.
        last = sql.Literal(upgrades("")[-1].name)
        connection.execute(sql.SQL("COMMENT ON TABLE procrastinate_jobs IS {}").format(last))


def upgrades(after: str) -> list[Path]:
    """Procrastinate's upgrades behind the one of that name, in their order."""
    return sorted(step for step in Path(SchemaManager.get_migrations_path()).glob("*.sql") if step.name > after)


def send(session: Session, job_id: int) -> None:
    """Send the message for a run in this transaction; nothing if one is already waiting."""
    try:
        with session.begin_nested():
            # Asked for in here: before, the session would not have set its savepoint yet.
            connection = _connection(session)
            name = _name(job_id)
            message = _SENDER.configure_task(RUN, queue=QUEUE, queueing_lock=name, connection=connection)
            message.defer(job_id=job_id)
    except AlreadyEnqueued:
        pass


def send_missing(session: Session) -> list[int]:
    """Send a message for each run that could be claimed and has none; returns their ids.

    Such a run was given back by a process that could not say so any more, or its message went away
    with a dead worker, or it was queued for the other engine.
    """
    left_behind = and_(JobRow.state == JobState.RUNNING, JobRow.lease_until < database_now(session), ~_known("todo"))
    # Somebody who has just taken the message is about to claim the run.
    forgotten = and_(JobRow.state == JobState.QUEUED, ~_known("todo", "doing"))
    claimable = select(JobRow.id).where(or_(forgotten, left_behind)).order_by(JobRow.id)
    missing = list(session.scalars(claimable))
    for job_id in missing:
        send(session, job_id)
    return missing


def _known(*states: str) -> ColumnElement[bool]:
    """Whether there is a message for the run in one of these states."""
    name = func.concat(literal(_name("")), JobRow.id)
    state = cast(_MESSAGES.c.status, String)
    return exists().where(_MESSAGES.c.queueing_lock == name, state.in_(states)).correlate(JobRow)


def _name(job_id: object) -> str:
    return f"crew_roster.run.{job_id}"


def _connection(session: Session) -> psycopg.Connection[Any]:
    """The driver's own connection, in the session's transaction."""
    driver = session.connection().connection.driver_connection
    assert isinstance(driver, psycopg.Connection)
    return driver
