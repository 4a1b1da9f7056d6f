"""Small datasets for the tests of manning: one vessel, a few shifts."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime, time, timedelta
from typing import Any

from optimizer.domain import (
    ClockSpan,
    Dataset,
    Function,
    OperatingMode,
    Shift,
    Vessel,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import CrewRequirement, crew_requirements
from optimizer.timeline import BERLIN, Interval

DAY = date(2026, 6, 1)

SHORT = {
    "SF": Function.BOATMASTER,
    "FF": Function.FERRY_MASTER,
    "StM": Function.HELMSMAN,
    "BM": Function.ABLE_BOATMAN,
    "MA": Function.BOATMAN,
    "LM": Function.APPRENTICE,
    "DM": Function.DECKHAND,
    "DM180": Function.DECKHAND_180,
    "MK": Function.ENGINE_MINDER,
    "MI": Function.ENGINEER,
}


#: What belongs to the dataset and not to the shift.
_OF_DATASET = ("crew", "certificates", "absences", "certificate_crews", "permits", "movements", "watch_plans")


def crew(text: str) -> Counter[Function]:
    """``"2SF 1StM"`` as a multiset of functions."""
    found: Counter[Function] = Counter()
    for part in text.split():
        found[SHORT[part[1:]]] = int(part[0])
    return found


def at(text: str, fold: int = 0) -> datetime:
    """A wall-clock time in Europe/Berlin, e.g. ``2026-06-01 06:00``."""
    return datetime.fromisoformat(text).replace(tzinfo=BERLIN, fold=fold)


def span(start: str, end: str) -> Interval:
    return Interval(at(start), at(end))


def vessel(kind: str, **facts: Any) -> Vessel:
    return Vessel(vessel_id="V1", name="Elbe 1", type=VesselType(kind), **facts)


def shift(shift_id: str = "S1", **facts: Any) -> Shift:
    mode = facts.pop("mode", None)
    facts.setdefault("interval", span("2026-06-01 06:00", "2026-06-01 14:00"))
    facts.setdefault("vessel_id", "V1")
    return Shift(shift_id=shift_id, mode=OperatingMode(mode) if mode else None, **facts)


def instance(of: Vessel, *shifts: Shift, readings: dict[str, str] | None = None, **more: Any) -> Instance:
    """All shifts of a vessel, planned in the week around the first one."""
    more.setdefault("crew", {})
    dataset = Dataset(vessels={of.vessel_id: of}, shifts={s.shift_id: s for s in shifts}, **more)
    first = min((s.interval.start for s in shifts), default=at("2026-06-01 00:00"))
    window = Interval(first - timedelta(days=3), first + timedelta(days=7))
    return Instance(dataset, window, load_rulebook().with_readings(readings or {}))


def requirement(of: Vessel, *, readings: dict[str, str] | None = None, **facts: Any) -> CrewRequirement:
    """The largest requirement of one shift of the vessel."""
    more = {k: facts.pop(k) for k in _OF_DATASET if k in facts}
    if "day" in facts:
        start = datetime.combine(facts.pop("day"), datetime.min.time(), BERLIN) + timedelta(hours=6)
        facts["interval"] = Interval(start, start + timedelta(hours=8))
    one = shift(**facts)
    return crew_requirements(instance(of, one, readings=readings, **more), one)[0]


def watch_plan(**watches: str) -> dict[str, WatchPlan]:
    """The watch plan ``W``, e.g. ``one="03:00-15:00"``; several spans are separated by a comma."""
    plan = tuple(Watch(name=name, spans=tuple(map(_span, text.split(",")))) for name, text in watches.items())
    return {"W": WatchPlan(watch_plan="W", watches=plan)}


def _span(text: str) -> ClockSpan:
    start, end = map(time.fromisoformat, text.split("-"))
    return ClockSpan(start=start, end=end)


def crews(needed: CrewRequirement) -> list[Counter[Function]]:
    return [Counter(item.functions()) for item in needed.statutory]


def options(needed: CrewRequirement) -> list[Counter[Function]]:
    """Crews that an exchange opens beside the statutory ones."""
    return [Counter(a.functions()) for a in needed.alternatives if a not in needed.statutory]
