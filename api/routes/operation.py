"""Is the service alive, is it ready, how much does it do."""

from __future__ import annotations

import ipaddress
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response

from api.access.roles import Role
from api.errors import Bilingual, Problem, refused
from api.operation.metrics import CONTENT_TYPE
from api.operation.readiness import obstacles
from api.routes.access import current_actor
from api.routes.service import Served
from api.routes.wire import PROBLEMS
from api.store.migrations import newest_revision
from optimizer.law import load_rulebook

router = APIRouter(tags=["operation"], responses={500: PROBLEMS[500]})
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
_REFUSED: dict[int | str, dict[str, Any]] = {
    401: PROBLEMS[401],
    403: {"model": Problem, "description": "Only for this machine and for admins."},
    503: PROBLEMS[503],
}


@router.get("/healthz")
def health(request: Request) -> dict[str, str]:
    """The process answers; version and the day the law was last compared."""
    return {
        "status": "ok",
        "version": request.app.version,
        "law_compared_on": load_rulebook().compared_on.isoformat(),
    }


@router.get("/readyz", responses={503: PROBLEMS[503]})
def ready(served: Served) -> dict[str, str]:
    """The database answers, its tables are those of this program, and whoever carries out runs is alive."""
    found = obstacles(served.store, served.engine, closing=served.closing.is_set())
    if found:
        raise refused(
            503,
            "not_ready",
            "Der Dienst kann gerade nicht arbeiten.",
            "The service cannot work now.",
            details=[Problem(code=one.code, message=Bilingual.of(one.text)) for one in found],
            headers={"Retry-After": "5"},
        )
    return {"status": "ready", "schema": newest_revision()}


@router.get("/metrics", response_class=Response, responses={200: {"content": {CONTENT_TYPE: {}}}, **_REFUSED})
def metrics(request: Request, served: Served) -> Response:
    """Figures for Prometheus: requests, queue, runs and their seconds. Only for this machine and for admins."""
    if not _on_this_machine(request) and current_actor(request, served).role is not Role.ADMIN:
        raise refused(
            403,
            "metrics.local",
            "Die Kennzahlen gibt es nur auf diesem Rechner und für Administratoren.",
            "The figures are only for this machine and for admins.",
        )
    return Response(served.metrics.text(), media_type=CONTENT_TYPE)


def _on_this_machine(request: Request) -> bool:
    """Whether the caller is here itself: what a proxy passes on comes from loopback too."""
    if request.client is None or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ipaddress.ip_address(request.client.host).is_loopback
    except ValueError:
        return False
