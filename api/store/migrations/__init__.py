"""Upgrades of the tables, one numbered step after another."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, text

#: Any number, the same for every process: only one of them upgrades at a time.
_LOCK = 7_241_903


def upgrade(engine: Engine, revision: str = "head") -> None:
    """Bring the tables to a revision, in one transaction: whole or not at all.

    Processes that start together wait for each other.

    Raises
    ------
    alembic.util.CommandError
        If the tables are newer than this program.
    """
    config = _config()
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        config.attributes["connection"] = connection
        command.upgrade(config, revision)


def newest_revision() -> str:
    """The revision that this program works with."""
    found = ScriptDirectory.from_config(_config()).get_current_head()
    assert found is not None
    return found


def revision_of(connection: Connection) -> str | None:
    """The revision of a database's tables, ``None`` where there are none."""
    return MigrationContext.configure(connection).get_current_revision()


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    return config
