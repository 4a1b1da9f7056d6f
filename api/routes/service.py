"""What every route works with; taken from the application by :func:`service_of`."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from api.access.passwords import Passwords
from api.errors import refused
from api.jobs.engine import JobEngine
from api.operation.metrics import Metrics
from api.rosters.explainers import Explainers
from api.rosters.opened import OpenDatasets
from api.routes.exports import Files
from api.settings import Settings
from api.store import Store


@dataclass(frozen=True)
class Service:
    """The parts of one running service."""

    settings: Settings
    store: Store
    engine: JobEngine
    datasets: OpenDatasets = field(default_factory=OpenDatasets)
    explainers: Explainers = field(default_factory=Explainers)
    files: Files = field(default_factory=Files)
    passwords: Passwords = field(default_factory=Passwords)
    imports: ImportDesk = field(default_factory=lambda: ImportDesk())
    metrics: Metrics = field(default_factory=Metrics)
    #: Set when the service is about to end: nothing new is begun.
    closing: threading.Event = field(default_factory=threading.Event)


class ImportDesk:
    """Imports are read one after another, and only so many may wait: reading takes the processor from everybody."""

    def __init__(self, waiting_most: int = 8):
        self._places = threading.BoundedSemaphore(waiting_most)
        self._turn = threading.Lock()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn.

        Raises
        ------
        ServiceError
            429 if too many are waiting.
        """
        if not self._places.acquire(blocking=False):
            raise refused(
                429,
                "imports.busy",
                "Es werden gerade zu viele Datensätze eingelesen. Bitte gleich noch einmal versuchen.",
                "Too many datasets are being read. Please try again in a moment.",
                headers={"Retry-After": "5"},
            )
        try:
            with self._turn:
                yield
        finally:
            self._places.release()


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    service: Service = request.app.state.service
    return service


Served = Annotated[Service, Depends(service_of)]
