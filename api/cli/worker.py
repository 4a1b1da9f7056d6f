"""``crew-roster worker``: solve runs on this machine for a service elsewhere."""

from __future__ import annotations

import logging

import typer

from api.cli.serve import read_settings
from optimizer.cli.problem import CommandError

#: The end was not asked for: whoever started the worker is to start it again.
EXIT_AGAIN = 75
_log = logging.getLogger("crew_roster.jobs")


def worker() -> None:
    """Läufe eines Dienstes auf diesem Rechner rechnen / solve a service's runs on this machine."""
    # Only here: every other command would wait a second for libraries that it does not need.
    from api.jobs.engines import EngineUnavailableError, require_cluster
    from api.jobs.task import Runner
    from api.operation.logs import configure_logs
    from api.rosters.opened import OpenDatasets
    from api.store import open_store

    settings = read_settings()
    try:
        require_cluster(settings)
    except EngineUnavailableError as error:
        raise CommandError(error.text) from None
    # Only with the extra [postgres].
    from api.jobs.cluster import Worker

    configure_logs()
    try:
        store = open_store(settings.url)
        asked_for = Worker(Runner(store, settings, OpenDatasets())).work()
        store.close()
    except Exception:
        _log.exception("the worker ends")
        raise typer.Exit(EXIT_AGAIN) from None
    if not asked_for:
        _log.error("the connection to the database was lost, the worker ends")
        raise typer.Exit(EXIT_AGAIN)
