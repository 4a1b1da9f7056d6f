"""Creates that a client may repeat: with an ``Idempotency-Key`` a thing is created once."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Header
from fastapi.responses import JSONResponse
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from api.errors import refused
from api.routes.access import Actor
from api.routes.service import Service
from api.store.idempotency import KeyReusedError, answered, forget_old, remember

IdempotencyKey = Annotated[
    str | None,
    Header(
        pattern="^[!-~]{1,200}$",
        description="any text of the client's own; the same key with the same request is answered as the first time",
    ),
]


def digest(*parts: object) -> str:
    """A fingerprint of a request's parameters."""
    whole = json.dumps(
        parts, sort_keys=True, default=lambda value: value.hex() if isinstance(value, bytes) else str(value)
    )
    return hashlib.sha256(whole.encode("utf-8", "surrogatepass")).hexdigest()


def once(
    service: Service,
    actor: Actor,
    key: str | None,
    request_hash: str,
    status: int,
    create: Callable[[Session], tuple[str, dict[str, Any]]],
) -> JSONResponse:
    """Create something in one transaction, or answer as before.

    ``create`` returns where the new thing is found and its answer.

    Raises
    ------
    ServiceError
        409 if the key was used with other parameters.
    """
    for last in (False, True):
        try:
            with service.store.writing() as session:
                forget_old(session, service.settings.idempotency_hours)
                before = None if key is None else answered(session, actor.name, key, request_hash)
                if before is not None:
                    return _answer(before.status, before.location, before.answer, repeated=True)
                location, answer = create(session)
                if key is not None:
                    remember(session, actor.name, key, request_hash, status, location, answer)
            service.engine.submitted()
            return _answer(status, location, answer, repeated=False)
        except KeyReusedError:
            raise refused(
                409,
                "idempotency.reused",
                "Dieser Idempotency-Key gehört schon zu einer anderen Anfrage.",
                "This Idempotency-Key already belongs to another request.",
                part="header.Idempotency-Key",
            ) from None
        except IntegrityError:
            # The same key was used at the same time: the other one has won, its answer is ours.
            if last or key is None:
                raise
    raise AssertionError("unreachable")


def _answer(status: int, location: str, answer: dict[str, Any], *, repeated: bool) -> JSONResponse:
    headers = {"Location": location, **({"Idempotent-Replayed": "true"} if repeated else {})}
    return JSONResponse(answer, status, headers)
