"""Facts of a rest case as a work record."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from typing import Any

from optimizer.domain import Employment, OperatingMode, Regime
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import Interval, day_start, merge

KNOWN = frozenset(
    ("employment", "birth_date", "mode", "regime", "duties", "breaks", "loading_exception", "history_until")
    + ("no_duty_days", "sailing", "vessel_sailing", "sat_sun_worked", "free_days_granted", "as_of", "holidays")
)
_MODES = {mode.value for mode in OperatingMode}


def record_of(facts: Mapping[str, Any]) -> WorkRecord:
    """The work record of a case's facts.

    Breaks lie inside pieces: where the case writes them between two duties, the duties are joined.
    A day without duty spent on board becomes time on board; a free day needs no entry.
    """
    breaks = intervals(facts.get("breaks", ()))
    pieces = merge([*intervals(facts["duties"]), *breaks])
    return WorkRecord(
        crew_id="P1",
        employment=Employment(facts["employment"]),
        birth_date=date.fromisoformat(facts["birth_date"]),
        pieces=tuple(_piece(interval, breaks, facts) for interval in pieces),
        on_board=tuple(_whole_day(d["date"]) for d in facts.get("no_duty_days", ()) if d["place"] != "free"),
        loading_exception=facts.get("loading_exception", False),
    )


def intervals(pairs: Iterable[Iterable[str]]) -> list[Interval]:
    """Intervals from pairs of ISO instants with offset."""
    return [Interval(*(datetime.fromisoformat(instant) for instant in pair)) for pair in pairs]


def _piece(interval: Interval, breaks: list[Interval], facts: Mapping[str, Any]) -> WorkPiece:
    mode = facts.get("mode")
    return WorkPiece(
        interval=interval,
        breaks=tuple(item for item in breaks if interval.covers(item)),
        sailing=_sailing(interval, facts),
        mode=OperatingMode(mode) if mode in _MODES else None,
        regime=Regime(facts.get("regime") or Regime.BINSCHPERSV),
        voyage=tuple(merge(intervals(facts.get("vessel_sailing", ())))),
    )


def _sailing(interval: Interval, facts: Mapping[str, Any]) -> bool:
    if "vessel_sailing" in facts:
        return any(sailing.covers(interval) for sailing in merge(intervals(facts["vessel_sailing"])))
    return bool(facts.get("sailing", True))


def _whole_day(text: str) -> Interval:
    day = date.fromisoformat(text)
    return Interval(day_start(day), day_start(day + timedelta(days=1)))


def rules_named(law: str, rulebook: Rulebook) -> frozenset[str]:
    """Ids of the rules whose golden name lies in a paragraph the case's ``law`` names."""
    wanted = [
        (part.split()[0], paragraph)
        for part in law.split(" + ")
        for paragraph in re.findall(r"(?<![\w.(])\d+(?:\(\d+\))?", re.sub(r"(Nr|S)\. \d+", "", part))
    ]
    return frozenset(
        rule.rule_id
        for rule in rulebook.rules.values()
        for ordinance, paragraph in wanted
        if re.match(rf"{re.escape(f'{ordinance} § {paragraph}')}(?!\d)", rule.golden)
    )
