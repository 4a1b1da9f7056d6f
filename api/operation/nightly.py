"""What the service does by itself at night: deletion of what is over its time."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from sqlalchemy.exc import SQLAlchemyError

from api.records.retention import seconds_to_next, sweep
from api.rosters.opened import OpenDatasets
from api.settings import Settings
from api.store import Store

_log = logging.getLogger("crew_roster.retention")


class Nightly:
    """A thread that sleeps until the next night and ends with the service."""

    def __init__(
        self,
        store: Store,
        settings: Settings,
        closing: threading.Event,
        until_next: Callable[[], float] = seconds_to_next,
    ):
        self._store, self._settings, self._closing, self._until_next = store, settings, closing, until_next
        self._thread = threading.Thread(target=self._work, name="nightly", daemon=True)

    def start(self) -> None:
        self._thread.start()

    def join(self) -> None:
        self._thread.join()

    def _work(self) -> None:
        while not self._closing.wait(self._until_next()):
            try:
                # Its own datasets: those of the day stay in the service's memory.
                found = sweep(self._store, OpenDatasets(), dry_run=False, key_hours=self._settings.idempotency_hours)
                _log.info("retention deleted %s records", len(found))
            except SQLAlchemyError:
                _log.exception("retention has to wait for the next night")
            except Exception:
                _log.exception("retention failed")
