"""What happened, as a caller writes it, and as the replanner wants it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field

from optimizer.replan.request import DropOut, ReplanRequest, Return, VesselOut
from optimizer.timeline import Interval

_WRITTEN = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}")


def _written(value: object) -> object:
    # A number would be taken as seconds since 1970: `0` is nobody's instant.
    if isinstance(value, str) and not _WRITTEN.match(value):
        raise ValueError("an instant is written like 2026-12-09T14:00:00+01:00")
    if not isinstance(value, (str, datetime)):
        raise ValueError("an instant is text")
    return value


def _whole_minute(instant: AwareDatetime) -> AwareDatetime:
    if instant.second or instant.microsecond:
        raise ValueError("an instant has whole minutes")
    return instant


#: An instant with its offset, in whole minutes: `2026-12-09T14:00:00+01:00`.
Instant = Annotated[AwareDatetime, BeforeValidator(_written), AfterValidator(_whole_minute)]


class PersonAt(BaseModel):
    """A person and an instant."""

    model_config = ConfigDict(extra="forbid")

    crew_id: str = Field(min_length=1, max_length=100, examples=["0506"])
    at: Instant | None = Field(None, examples=["2026-12-09T14:00:00+01:00"])


class VesselOutOfService(BaseModel):
    """A vessel that cannot sail between two instants."""

    model_config = ConfigDict(extra="forbid")

    vessel_id: str = Field(min_length=1, max_length=100, examples=["H05"])
    start: Instant
    end: Instant


class Happened(BaseModel):
    """Who drops out or is back, which vessel stands still; everything before ``start`` stays as it is."""

    model_config = ConfigDict(extra="forbid")

    start: Instant = Field(examples=["2026-12-09T14:00:00+01:00"])
    drop_outs: list[PersonAt] = Field(default_factory=list, max_length=500)
    returns: list[PersonAt] = Field(default_factory=list, max_length=500)
    vessels_out: list[VesselOutOfService] = Field(default_factory=list, max_length=500)
    allow_sacrifice: bool = False


def request_of(happened: Happened) -> ReplanRequest:
    """The replanner's request; a drop-out without instant counts from the start.

    Raises
    ------
    ValueError
        If a vessel's end is not later than its start.
    """
    start = happened.start.astimezone(UTC)
    return ReplanRequest(
        start=start,
        drop_outs=tuple(DropOut(item.crew_id, (item.at or start).astimezone(UTC)) for item in happened.drop_outs),
        returns=tuple(Return(item.crew_id, (item.at or start).astimezone(UTC)) for item in happened.returns),
        vessels_out=tuple(VesselOut(item.vessel_id, Interval(item.start, item.end)) for item in happened.vessels_out),
        allow_sacrifice=happened.allow_sacrifice,
    )
