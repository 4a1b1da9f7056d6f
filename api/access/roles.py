"""Callers and their roles. A higher role may do all that a lower one may."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """``viewer`` sees rosters without reasons, ``dispatcher`` plans, ``admin`` sees who did what."""

    VIEWER = "viewer"
    DISPATCHER = "dispatcher"
    ADMIN = "admin"

    def includes(self, other: Role) -> bool:
        """Whether this role may do what the other may."""
        order = tuple(Role)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Actor:
    """A caller: ``id`` of the account (``None`` without accounts), name for records, role, request.

    ``session_id`` is the login that the call came with, ``None`` for API tokens and without accounts.
    """

    id: int | None
    name: str
    role: Role
    request_id: str
    session_id: int | None = None

    @property
    def sees_reasons(self) -> bool:
        """Whether birth dates, contacts, health and reasons of absence may be shown."""
        return self.role.includes(Role.DISPATCHER)
