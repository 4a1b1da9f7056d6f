"""Connections: SQLite as a file beside the service, or PostgreSQL by URL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, func, make_url, select
from sqlalchemy.orm import Session

from api.clock import now
from api.store.audit import seal
from api.store.migrations import upgrade

_READ_ONLY = "crew_roster_read_only"
#: WAL lets readers go on while one writes; the timeout makes writers wait for each other instead of failing;
#: what is deleted is overwritten, it may be somebody's data.
_PRAGMAS = ("journal_mode=WAL", "synchronous=NORMAL", "busy_timeout=15000", "foreign_keys=ON", "secure_delete=ON")
#: Without these a connection whose other end has gone without a word holds up its process for hours.
KEEPALIVES = {
    "keepalives": 1,
    "keepalives_idle": 15,
    "keepalives_interval": 5,
    "keepalives_count": 3,
    "tcp_user_timeout": 30_000,
    "connect_timeout": 10,
}


@dataclass(frozen=True)
class Store:
    """The database. Use :meth:`reading` and :meth:`writing`, each as one short transaction."""

    engine: Engine

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A transaction that is committed at the end, rolled back on an exception.

        On SQLite it takes the write lock at once, so that what it has read still holds when it writes.
        """
        with Session(self.engine, expire_on_commit=False) as session, session.begin():
            yield session
            seal(session)

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A transaction that never waits for a writer; nothing it changes is kept."""
        with Session(self.engine.execution_options(**{_READ_ONLY: True}), expire_on_commit=False) as session:
            yield session

    def close(self) -> None:
        self.engine.dispose()


def open_store(url: str, *, upgraded: bool = True) -> Store:
    """Open the database of a URL and bring its tables up to date.

    Raises
    ------
    sqlalchemy.exc.SQLAlchemyError
        If the database cannot be reached or its tables are newer than this program.
    """
    engine = _engine(url)
    if upgraded:
        upgrade(engine)
    return Store(engine)


def database_now(session: Session) -> datetime:
    """The database's clock, which alone judges leases: machines may disagree about the time."""
    if session.get_bind().dialect.name == "sqlite":
        return now()
    return session.execute(select(func.clock_timestamp())).scalar_one()


def _engine(url: str) -> Engine:
    # What is written may be a hash or a name: errors and logs show statements without their values.
    parsed = make_url(url)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        return create_engine(
            parsed,
            pool_pre_ping=True,
            pool_size=10,
            max_overflow=30,
            hide_parameters=True,
            connect_args=KEEPALIVES,
        )
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(parsed, pool_size=10, max_overflow=30, hide_parameters=True)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # The driver would begin transactions late and on its own; SQLAlchemy's event does it instead.
    connection.isolation_level = None
    for pragma in _PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    read_only = connection.get_execution_options().get(_READ_ONLY, False)
    connection.exec_driver_sql("BEGIN" if read_only else "BEGIN IMMEDIATE")
