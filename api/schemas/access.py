"""Logins, API tokens and crew calendars over the wire. A secret is in one answer only: that which makes it."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints

from api.access.passwords import LONGEST
from api.access.roles import Role
from api.schemas.things import Name
from api.store.access_tables import CrewFeedRow, TokenRow

AccountName = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9._@+-]{0,59}$")]


class LoginOrder(BaseModel):
    """Name and password."""

    model_config = ConfigDict(
        extra="forbid", json_schema_extra={"examples": [{"name": "disposition", "password": "vier Wörter oder mehr"}]}
    )

    # Any text: a name that cannot exist is refused in the same words as a wrong one.
    name: str = Field(max_length=200)
    password: SecretStr = Field(max_length=LONGEST)


class Me(BaseModel):
    """The caller. `csrf_token` goes into `X-CSRF-Token` with every change by a login; tokens need none."""

    name: str
    role: Role
    csrf_token: str | None = None


class TokenOrder(BaseModel):
    """A new API token of the caller's account."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"name": "head office", "days": 90}]})

    name: Name
    days: int = Field(90, ge=1, le=730)


class Token(BaseModel):
    """An API token without its secret; `hint` are its last characters."""

    id: int
    name: str
    hint: str
    created_at: datetime
    expires_at: datetime
    revoked_at: datetime | None

    @classmethod
    def of(cls, row: TokenRow) -> Token:
        return cls.model_validate(row, from_attributes=True)


class NewToken(Token):
    """A token as it is shown once."""

    secret: str


class FeedOrder(BaseModel):
    """Whose calendar address."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"crew_id": "0506"}]})

    crew_id: str = Field(min_length=1, max_length=100)


class Feed(BaseModel):
    """A crew member's calendar address without its secret."""

    crew_id: str
    created_at: datetime

    @classmethod
    def of(cls, row: CrewFeedRow) -> Feed:
        return cls.model_validate(row, from_attributes=True)


class NewFeed(Feed):
    """An address as it is shown once."""

    path: str
