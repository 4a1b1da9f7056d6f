"""The store: one code on SQLite and PostgreSQL; every write is a short transaction."""

from api.store import access_tables as access_tables
from api.store.engine import Store, open_store

__all__ = ["Store", "open_store"]
