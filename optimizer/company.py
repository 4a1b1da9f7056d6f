"""What the company arranges beyond the law: wishes, rotations, pairs, travel, settings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from optimizer.vocabulary import PairKind, WishKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A wish for one day, one shift or one vessel; never a constraint.

    ``CONSENT`` is no wish: the person agrees to work on a rest day of their rotation.
    """

    crew_id: str
    kind: WishKind
    day: date | None = None
    shift_id: str = ""
    vessel_id: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rotation:
    """A published rotation: ``days_on`` days on board from the anchor, then ``days_off``, and so on.

    ``relief`` is the person who is on board meanwhile, ``watch`` the one usually stood.
    """

    crew_id: str
    vessel_id: str
    days_on: int
    days_off: int
    anchor_date: date
    watch: str = ""
    relief: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two people who should serve together, may not, or of whom ``other_id`` guides ``crew_id``."""

    crew_id: str
    other_id: str
    kind: PairKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Travel:
    """Minutes from one place to another; the way back takes as long unless it is stated."""

    from_place: str
    to_place: str
    minutes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Familiar:
    """A vessel a person knows."""

    crew_id: str
    vessel_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """``settings.toml``: readings that differ from their default, weights, Land.

    ``travel_is_duty``: travel between two vessels counts as duty and never as rest.
    """

    land: str | None = None
    travel_is_duty: bool = True
    readings: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, int] = field(default_factory=dict)
