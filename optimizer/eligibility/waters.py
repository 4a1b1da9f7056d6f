"""Which kilometres of which rivers a shift sails, and an authorisation names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal

from optimizer.terms import recognise, term

_NUMBER = r"\d+(?: \d{3})*(?:[.,]\d+)?"
_RANGE = re.compile(
    rf"(?P<name>.*?)\s*(?:km)?\s*(?P<start>{_NUMBER})"
    rf"(?:\s*(?:km)?\s*(?:-|–|—|bis|to)\s*(?:km)?\s*(?P<end>{_NUMBER}))?\s*(?:km)?",
    re.IGNORECASE,
)
#: Reaches that rules name and that hold the upper part of a river.
_UPPER_REACHES = {
    "elbe_above_hamburg_port_upper_limit": "elbe",
    "weser_above_bremen_railway_bridge": "weser",
}


@dataclass(frozen=True, slots=True)
class RiverPart:
    """Part of a river, both ends included; without kilometres the whole river."""

    river: str
    from_km: Decimal | None = None
    to_km: Decimal | None = None

    def overlap(self, other: RiverPart) -> RiverPart | None:
        """What both have in common, ``None`` if nothing; a single common point counts."""
        if self.river != other.river:
            return None
        starts = [km for km in (self.from_km, other.from_km) if km is not None]
        ends = [km for km in (self.to_km, other.to_km) if km is not None]
        start, end = max(starts, default=None), min(ends, default=None)
        if start is not None and end is not None and start > end:
            return None
        return RiverPart(self.river, start, end)

    def covers(self, other: RiverPart) -> bool:
        return self.overlap(other) == other

    def text(self, lang: str) -> str:
        """``Elbe km 322,9–329,85``."""
        name = term("river", self.river, lang)
        if self.from_km is None or self.to_km is None:
            return name
        span = f"{name} km {self.from_km}–{self.to_km}"
        return span if lang == "en" else span.replace(".", ",")


def sailed(stretch: str, waterway: str) -> tuple[RiverPart, ...]:
    """The parts of rivers a shift sails by its ``stretch``; ``waterway`` names the rivers of bare kilometres.

    A text that only names a river counts as the whole river. A named stretch of the law lies outside
    the parts that the law ties to a river and its kilometres.
    """
    parts = [part for item in stretch.split("|") if item.strip() for part in _sailed_parts(item.strip(), waterway)]
    return tuple(dict.fromkeys(parts))


def named_parts(scope: Iterable[str]) -> Iterator[RiverPart]:
    """The parts of rivers an authorisation names; what is not understood names none."""
    for text in scope:
        for item in text.split("|"):
            if (part := _part(item.strip())) is not None:
                yield part


def river_part(river: str, from_km: float, to_km: float) -> RiverPart:
    """A part of a river from figures of ``data/law``."""
    return RiverPart(river, Decimal(str(from_km)), Decimal(str(to_km)))


def covered(part: RiverPart, by: Iterable[RiverPart]) -> bool:
    """Whether other parts cover one between them."""
    others = [other for other in by if other.river == part.river]
    if any(other.covers(part) for other in others):
        return True
    first, last = part.from_km, part.to_km
    if first is None or last is None:
        return False
    reached = first
    for start, stop in sorted((o.from_km, o.to_km) for o in others if o.from_km is not None and o.to_km is not None):
        if start <= reached < stop:
            reached = stop
    return reached > first and reached >= last


def _sailed_parts(item: str, waterway: str) -> Iterator[RiverPart]:
    if recognise("stretch", item) is not None:
        return
    match = _RANGE.fullmatch(item)
    names = [item] if match is None else [match["name"]] if match["name"] else waterway.split("|")
    for river in map(_river_of, names):
        if river is not None:
            yield RiverPart(river) if match is None else RiverPart(river, *_ends(match))


def _river_of(text: str) -> str | None:
    """The river a text names somewhere; reaches named below its counted part have none."""
    if (reach := recognise("waterway", text)) is not None:
        return _UPPER_REACHES.get(reach)
    words = (recognise("river", word) for word in text.split())
    return next((river for river in words if river is not None), None)


def _part(item: str) -> RiverPart | None:
    if (whole := recognise("river", item)) is not None:
        return RiverPart(whole)
    match = _RANGE.fullmatch(item)
    river = recognise("river", match["name"]) if match is not None and match["name"] else None
    return None if match is None or river is None else RiverPart(river, *_ends(match))


def _ends(match: re.Match[str]) -> tuple[Decimal, Decimal]:
    low, high = sorted(_km(text) for text in (match["start"], match["end"] or match["start"]))
    return low, high


def _km(text: str) -> Decimal:
    return Decimal(text.replace(" ", "").replace(",", "."))
