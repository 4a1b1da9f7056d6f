"""Real databases for the service's tests: every test gets an empty one of its own."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from http_service import running_service
from postgres_server import drop_database, new_database, postgres_server

from api.store import Store, open_store


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    with postgres_server() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database, on SQLite and on PostgreSQL."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'store' / 'crew-roster.sqlite3'}"
        return
    server = request.getfixturevalue("postgres")
    name = f"test_{uuid.uuid4().hex}"
    yield new_database(server, name)
    drop_database(server, name)


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    opened = open_store(database_url)
    yield opened
    opened.close()


@pytest.fixture
def service(database_url: str) -> Iterator[httpx.Client]:
    """A client of a running service."""
    with running_service(database_url, grace_s=600) as client:
        yield client
