"""The engine that the settings name."""

from __future__ import annotations

from importlib.util import find_spec

from sqlalchemy import make_url

from api.jobs.embedded import EmbeddedEngine
from api.jobs.engine import JobEngine
from api.jobs.task import Runner
from api.settings import Settings
from optimizer.findings import Text


class EngineUnavailableError(RuntimeError):
    """The engine for many machines cannot work here; ``text`` says what is missing."""

    def __init__(self, text: Text):
        super().__init__(text.en)
        self.text = text


def require_cluster(settings: Settings) -> None:
    """Make sure that many machines can share the work.

    Raises
    ------
    EngineUnavailableError
        If the database is not a PostgreSQL or a package is missing.
    """
    if make_url(settings.url).get_backend_name() not in ("postgresql", "postgres"):
        raise EngineUnavailableError(
            Text(
                "Mehrere Rechner brauchen eine PostgreSQL-Datenbank: CREW_ROSTER_DATABASE_URL=postgresql://… setzen.",
                "Several machines need a PostgreSQL database: set CREW_ROSTER_DATABASE_URL=postgresql://…",
            )
        )
    if any(find_spec(name) is None for name in ("psycopg", "procrastinate")):
        raise EngineUnavailableError(
            Text(
                "Für mehrere Rechner fehlt ein Paket: pip install 'crew-roster[postgres]'.",
                "A package for several machines is missing: pip install 'crew-roster[postgres]'.",
            )
        )


def new_engine(runner: Runner) -> JobEngine:
    """The engine of the settings, not started yet.

    Raises
    ------
    EngineUnavailableError
        If it cannot work here.
    """
    if runner.settings.engine == "embedded":
        return EmbeddedEngine(runner)
    require_cluster(runner.settings)
    # Only with the extra [postgres].
    from api.jobs.cluster import ClusterEngine

    return ClusterEngine(runner)
