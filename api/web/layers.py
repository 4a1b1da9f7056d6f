"""Layers around the application: request ids and headers, size limit, the last word on faults."""

from __future__ import annotations

import logging
import re
import uuid

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.web.faults import answer, plain_problem

_log = logging.getLogger("crew_roster.http")
_GIVEN_ID = re.compile("[A-Za-z0-9._-]{1,64}")
#: Nothing of this service runs in a browser save its own pages, and those load nothing from elsewhere.
HEADERS = (
    (b"content-security-policy", b"default-src 'none'; style-src 'self'; frame-ancestors 'none'; base-uri 'none'"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cache-control", b"no-store"),
)


class Outermost:
    """Gives every request an id and every answer its headers; a fault nobody foresaw becomes a short answer."""

    def __init__(self, app: ASGIApp):
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope["request_id"] = request_id = _request_id(scope)
        begun = False

        async def sending(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = list(message.get("headers", ()))
                there = {name.lower() for name, _ in headers}
                headers += [pair for pair in HEADERS if pair[0] not in there]
                headers.append((b"x-request-id", request_id.encode()))
                message = {**message, "headers": headers}
            await send(message)

        try:
            await self._app(scope, receive, sending)
        except Exception:
            _log.exception("request %s failed", request_id)
            if begun:
                raise
            await answer(500, plain_problem(500, request_id))(scope, receive, sending)


class SizeLimit:
    """Refuses a request that is too large, before it is read where it says so itself, else while it is read."""

    def __init__(self, app: ASGIApp, most: int):
        self._app, self._most = app, most

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        named = dict(scope["headers"]).get(b"content-length", b"0")
        if not named.isdigit() or int(named) > self._most:
            await self._refuse(scope, receive, send)
            return
        read, begun = 0, False

        async def receiving() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > self._most:
                raise _TooLarge
            return message

        async def sending(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receiving, sending)
        except _TooLarge:
            if begun:
                raise
            await self._refuse(scope, receive, send)

    async def _refuse(self, scope: Scope, receive: Receive, send: Send) -> None:
        problem = plain_problem(413, scope.get("request_id", ""))
        await answer(413, problem, {"Connection": "close"})(scope, receive, send)


class _TooLarge(Exception):  # noqa: N818 - never leaves this module
    pass


def _request_id(scope: Scope) -> str:
    given = dict(scope["headers"]).get(b"x-request-id", b"").decode("latin-1")
    return given if _GIVEN_ID.fullmatch(given) else uuid.uuid4().hex
