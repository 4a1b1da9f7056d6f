"""The golden crew cases that the checker judges, and crews written in German terms."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from golden_facts import function_of, golden_cases, golden_instance

from optimizer.check.mode_check import fullest_window
from optimizer.domain import Function, Shift
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.timeline import Interval, at_wall_clock


def crew_cases(*subjects: str) -> list[dict[str, Any]]:
    """Golden cases of these subjects under the BinSchPersV, off the Rhine."""
    return [case for name in subjects for case in golden_cases(name) if not case["facts"].get("rhine")]


def crew_case(case: Mapping[str, Any]) -> tuple[Instance, Shift]:
    """Instance and shift of a case; where it tells hours, the lowest mode that allows them."""
    facts = dict(case["facts"])
    minutes = _minutes_sailed(facts)
    if minutes is not None:
        limits = load_rulebook().rule("mode.sailing_hours").versions[-1].values["max_minutes"]
        facts["mode"] = min(mode for mode, limit in limits.items() if minutes <= limit)
    return golden_instance(facts)


def _minutes_sailed(facts: Mapping[str, Any]) -> float | None:
    """Vessel hours in 24 hours, or those of the crew where it changes and stays on the vessel."""
    if "sailing_intervals" in facts:
        pieces = [Interval(*map(_berlin, pair)) for pair in facts["sailing_intervals"]]
        window = fullest_window(pieces, 24 * 60)
        return None if window is None else window[1]
    hours = facts.get("sailing_hours_in_24h")
    if facts.get("crew_change") and not facts.get("crew_continues_on_other_vessel"):
        hours = facts["crew_hours_on_board_in_24h"]
    return None if hours is None else hours * 60


def _berlin(text: str) -> datetime:
    moment = datetime.fromisoformat(text)
    return at_wall_clock(moment.date(), moment.time())


def crew_of(words: Mapping[str, int]) -> dict[Function, int]:
    return {function_of(word): count for word, count in words.items()}
