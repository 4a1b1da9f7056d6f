"""Called by alembic with the connection of :func:`api.store.migrations.upgrade`."""

from __future__ import annotations

from alembic import context

from api.store.tables import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    # SQLite cannot alter most of a table in place.
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
