"""Where a shift sails on a risk stretch of Anlage 2, and which stretches an authorisation names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from optimizer.domain import Shift, Vessel
from optimizer.terms import normalise, recognise, term

_NUMBER = r"\d+(?:[.,]\d+)?"
_RANGE = re.compile(rf"({_NUMBER})\s*(?:-|–|—|bis|to)\s*({_NUMBER})", re.IGNORECASE)
_SINGLE = re.compile(rf"({_NUMBER})")
_KM = re.compile(r"[-\s]*\bkm\b\.?", re.IGNORECASE)
#: Named parts of the rivers that lie downstream of all their risk stretches and are counted anew.
_BELOW = frozenset({"elbe_below_hamburg_port_upper_limit", "weser_below_bremen_railway_bridge"})


@dataclass(frozen=True, slots=True)
class Reach:
    """Part of a river between two kilometres; ``None`` is the river from end to end."""

    river: str
    ends: tuple[Decimal, Decimal] | None = None

    def in_words(self, lang: str) -> str:
        name = term("river", self.river, lang)
        if self.ends is None:
            return name
        first, last = (f"{end:.2f}" for end in self.ends)
        return f"{name} km {first}–{last}".replace(".", "," if lang == "de" else ".")


def risky_parts(rule: Mapping[str, Any], vessel: Vessel, shift: Shift) -> list[Reach]:
    """Parts of the risk stretches that a shift sails on; none for the vessels the rule leaves out."""
    if any(vessel.features.get(name) is True for name in rule["exempt_features"]):
        return []
    listed = [Reach(entry["waterway"], _ends(entry["from_km"], entry["to_km"])) for entry in rule["stretches"]]
    sailed = list(_sailed(shift.stretch, shift.waterway))
    shared = (_shared(own, risk) for risk in listed for own in sailed)
    return list(dict.fromkeys(part for part in shared if part is not None))


def uncovered(parts: Sequence[Reach], scopes: Iterable[str]) -> list[Reach]:
    """The parts that the stretches entered in a person's authorisations do not cover together."""
    named = [item for text in scopes for item in text.split("|")]
    entered = [reach for text in named if (reach := _entered(text)) is not None]
    return [part for part in parts if not _covers(entered, part)]


def _ends(first: Any, last: Any) -> tuple[Decimal, Decimal]:
    low, high = sorted((Decimal(str(first).replace(",", ".")), Decimal(str(last).replace(",", "."))))
    return low, high


def _sailed(text: str, waterway: str) -> Iterator[Reach]:
    """The reaches a shift names; a river without kilometres, or with unclear ones, is all of it.

    Kilometres without a name are those of every river the waterway names.
    """
    for item in text.split("|"):
        name, ends = _read(item)
        names = [name] if name.strip() or ends is None else waterway.split("|")
        for river in map(_river_in, names):
            if river is not None:
                yield Reach(river, ends)


def _read(item: str) -> tuple[str, tuple[Decimal, Decimal] | None]:
    """Name and kilometres; figures that are no single range count as none."""
    found = _RANGE.search(item) or _SINGLE.search(item)
    plain = _KM.sub(" ", item if found is None else item[: found.start()] + item[found.end() :])
    if found is None or re.search(r"\d", plain):
        return re.sub(r"[\d.,]+", " ", plain), None
    return plain, _ends(found.group(1), found.group(found.lastindex or 1))


def _river_in(name: str) -> str | None:
    """The river a text names, also as a part of it or in a sentence.

    Canals that only bear a river's name (``Elbe-Seitenkanal``) are one word and no river.
    """
    named = recognise("waterway", name)
    if named in _BELOW or recognise("stretch", name) is not None:
        return None
    known = [recognise("river", word) for word in (name, *name.split(), *(named or "").split("_"))]
    return next((river for river in known if river is not None), None)


def _shared(own: Reach, risk: Reach) -> Reach | None:
    """What a reach has of a risk stretch; who only touches one of its ends counts as on it (conservative)."""
    if own.river != risk.river or own.ends is None or risk.ends is None:
        return risk if own.river == risk.river else None
    low, high = max(own.ends[0], risk.ends[0]), min(own.ends[1], risk.ends[1])
    return Reach(own.river, (low, high)) if low <= high else None


def _entered(text: str) -> Reach | None:
    """A stretch entered in a document: the river alone, or kilometres of it."""
    name, ends = _read(text)
    river = recognise("river", name.strip())
    told_apart = ends is not None or normalise(text) == normalise(name)
    return Reach(river, ends) if river is not None and told_apart else None


def _covers(entered: Sequence[Reach], part: Reach) -> bool:
    mine = [reach for reach in entered if reach.river == part.river]
    if any(reach.ends is None for reach in mine) or part.ends is None:
        return any(reach.ends is None for reach in mine)
    reached, last = part.ends
    begun = False
    for low, high in sorted(reach.ends for reach in mine if reach.ends is not None):
        if low <= reached <= high:
            reached, begun = high, True
    return begun and reached >= last
