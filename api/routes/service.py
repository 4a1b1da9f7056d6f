"""What every route works with; taken from the application by :func:`service_of`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from fastapi import Depends, Request

from api.jobs.engine import JobEngine
from api.rosters.opened import OpenDatasets
from api.settings import Settings
from api.store import Store


@dataclass(frozen=True)
class Service:
    """The parts of one running service."""

    settings: Settings
    store: Store
    engine: JobEngine
    datasets: OpenDatasets = field(default_factory=OpenDatasets)


def service_of(request: Request) -> Service:
    """The service that a request came to."""
    service: Service = request.app.state.service
    return service


Served = Annotated[Service, Depends(service_of)]
