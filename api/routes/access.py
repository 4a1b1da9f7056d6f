"""Who is calling. The only place that decides it: every route takes its actor from here."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

from fastapi import Depends, Request


class Role(StrEnum):
    VIEWER = "viewer"
    DISPATCHER = "dispatcher"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Actor:
    """A caller: ``id`` of the account (``None`` without accounts), name for records, role, request."""

    id: int | None
    name: str
    role: Role
    request_id: str


def current_actor(request: Request) -> Actor:
    """The caller. Without accounts the service only listens on loopback, and whoever is there may do all."""
    return Actor(None, "local", Role.ADMIN, request.scope.get("request_id", ""))


def dispatcher(actor: Annotated[Actor, Depends(current_actor)]) -> Actor:
    """A caller who may plan and change."""
    return actor


def administrator(actor: Annotated[Actor, Depends(current_actor)]) -> Actor:
    """A caller who may see the audit trail."""
    return actor


Viewing = Annotated[Actor, Depends(current_actor)]
Dispatching = Annotated[Actor, Depends(dispatcher)]
Administering = Annotated[Actor, Depends(administrator)]
