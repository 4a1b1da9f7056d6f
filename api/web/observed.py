"""Every request counted and logged, by the pattern of its path: the path itself may hold a secret."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from structlog.contextvars import bound_contextvars

_log = logging.getLogger("crew_roster.http")
#: Asked every few seconds by machines, interesting only where they fail.
_QUIET = frozenset({"/healthz", "/readyz", "/metrics"})

Answered = Callable[[str, str, int, float], None]


class Observed:
    """Binds the request's id to all logs made for it, and tells of every answer."""

    def __init__(self, app: ASGIApp, answered: Answered, prefix: str):
        self._app, self._answered, self._prefix = app, answered, prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began = time.perf_counter()

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._tell(scope, message["status"], time.perf_counter() - began)
            await send(message)

        with bound_contextvars(request_id=scope.get("request_id", "")):
            await self._app(scope, receive, sending)

    def _tell(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "none")
        if scope["path"].startswith(self._prefix) and route.startswith("/") and not route.startswith(self._prefix):
            # A router knows its own part of the pattern only.
            route = self._prefix + route
        self._answered(scope["method"], route, status, seconds)
        level = logging.DEBUG if route in _QUIET and status < 400 else logging.INFO
        told = {"method": scope["method"], "route": route, "status": status, "ms": round(seconds * 1000, 1)}
        _log.log(level, "answered", extra=told)
