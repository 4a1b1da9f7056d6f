"""What happened: who drops out or comes back, which vessel stands still, which shifts are new."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from optimizer.domain import Shift
from optimizer.timeline import Interval


@dataclass(frozen=True, slots=True)
class DropOut:
    """A person who is not there any more from an instant (UTC) on."""

    crew_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Return:
    """A person who is back at an instant (UTC): from a drop-out, or earlier or later than entered."""

    crew_id: str
    at: datetime


@dataclass(frozen=True, slots=True)
class VesselOut:
    """A vessel that cannot sail in an interval."""

    vessel_id: str
    interval: Interval


@dataclass(frozen=True, kw_only=True)
class ReplanRequest:
    """A replan from ``start`` on; everything before it is frozen, a shift that starts at it is free.

    ``shifts`` are all shifts as they are now, by id, where any was added, moved, lengthened or
    cancelled (``None``: unchanged). ``allow_sacrifice`` lets shifts stop whose crew is all there.
    """

    start: datetime
    drop_outs: tuple[DropOut, ...] = ()
    returns: tuple[Return, ...] = ()
    vessels_out: tuple[VesselOut, ...] = ()
    shifts: Mapping[str, Shift] | None = None
    allow_sacrifice: bool = False
