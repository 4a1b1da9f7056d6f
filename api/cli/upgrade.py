"""``crew-roster upgrade``: bring the tables of the database up to date without starting the service."""

from __future__ import annotations

import typer

from api.cli.serve import read_settings


def upgrade() -> None:
    """Datenbank auf den Stand des Programms bringen / upgrade the database."""
    # Only here: every other command would wait for libraries that it does not need.
    from api.store import open_store

    open_store(read_settings().url).close()
    typer.echo("ok")
