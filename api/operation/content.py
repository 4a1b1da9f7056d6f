"""What a store holds as numbers to compare: rows and a checksum of every table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Column, Connection, MetaData, Table, func, select

from api.store.jobs import OPEN

#: Messages between machines, which nobody misses: the job table is the only truth.
_NOT_COMPARED = ("alembic_version", "procrastinate_")


def tables_of(connection: Connection) -> list[Table]:
    """The tables that are there, as they are there: a backup may be older than this program."""
    found = MetaData()
    found.reflect(connection)
    return [table for name, table in sorted(found.tables.items()) if not name.startswith(_NOT_COMPARED)]


def is_empty(connection: Connection) -> bool:
    """Whether nothing has been stored yet."""
    return not any(connection.scalar(select(func.count()).select_from(table)) for table in tables_of(connection))


def content_of(connection: Connection, like: dict[str, Any] | None = None) -> dict[str, Any]:
    """Rows and SHA-256 of every table.

    Runs that are not over are left out. Compared with an earlier content (``like``) only what that one
    spoke of is counted, so that a service at work in the meantime does not matter.
    """
    tables = {table.name: table for table in tables_of(connection)}
    open_runs = like["open_runs"] if like else _open_runs(connection, tables)
    last = like["last"] if like else {name: _last(connection, table) for name, table in tables.items()}
    found = {name: _table(connection, table, last.get(name), open_runs) for name, table in tables.items()}
    if like:
        found = {name: told for name, told in found.items() if name in like["tables"]}
    return {"tables": found, "last": last, "open_runs": open_runs}


def _open_runs(connection: Connection, tables: dict[str, Table]) -> list[int]:
    if "job" not in tables:
        return []
    job = tables["job"].columns
    return list(
        connection.scalars(select(job.id).where(job.state.in_([str(state) for state in OPEN])).order_by(job.id))
    )


def _last(connection: Connection, table: Table) -> int | None:
    """The highest id of a table whose rows are numbered."""
    key = _number(table)
    return None if key is None else connection.scalar(select(func.max(key)))


def _number(table: Table) -> Column[Any] | None:
    keys = list(table.primary_key)
    return keys[0] if len(keys) == 1 and keys[0].type.python_type is int else None


def _table(connection: Connection, table: Table, last: int | None, open_runs: list[int]) -> dict[str, Any]:
    wanted = select(table).order_by(*table.primary_key)
    key = _number(table)
    if key is not None:
        # Nothing counts where nothing was.
        wanted = wanted.where(key <= (-1 if last is None else last))
    for name in {"job": ("id",), "job_event": ("job_id",), "plan_version": ("job_id",)}.get(table.name, ()):
        column = table.columns[name]
        wanted = wanted.where(column.is_(None) | column.not_in(open_runs))
    digest, rows = hashlib.sha256(), 0
    for row in connection.execute(wanted.execution_options(yield_per=100)).mappings():
        rows += 1
        digest.update(json.dumps([list(_plain(row))], ensure_ascii=False, sort_keys=True).encode())
    return {"rows": rows, "sha256": digest.hexdigest()}


def _plain(row: Any) -> Iterator[Any]:
    for name in sorted(row):
        value = row[name]
        if isinstance(value, (bytes, memoryview)):
            value = hashlib.sha256(value).hexdigest()
        elif isinstance(value, datetime):
            value = (value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)).isoformat()
        yield [name, value]
