"""The linear windows of the rest rules, as the assignment model writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from optimizer.domain import Employment
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook
from optimizer.rest.account import Account
from optimizer.rest.berlin import a_week_by_the_clock, midnight
from optimizer.rest.statute import Statute, statute_of
from optimizer.rest.stretches import Stretches
from optimizer.rest.working_time import night_part
from optimizer.timeline import Interval

Measure = Literal["work", "non_rest", "night"]
Anchor = Literal["any", "day", "week"]

_SEVEN_DAYS = 7 * 1440
_MAXIMA: tuple[tuple[str, Measure], ...] = (
    ("work.total_24h", "work"),
    ("work.total_7d", "work"),
    ("work.night_7d", "night"),
)
_MINIMA = ("work.rest_24h", "work.rest_7d")


@dataclass(frozen=True, slots=True)
class RollingLimit:
    """At most ``max_minutes`` of a measure in every window of ``window_minutes`` of elapsed time.

    ``anchor`` is ``any`` for a window that rolls over all minutes, ``day`` or ``week`` for one that
    is a calendar day or a week from Monday in Europe/Berlin (duty counts for the day it begins).
    """

    rule_id: str
    window_minutes: int
    max_minutes: int
    measure: Measure
    anchor: Anchor = "any"


def rolling_limits(rulebook: Rulebook, employment: Employment, minor: bool, day: date) -> tuple[RollingLimit, ...]:
    """Linear limits on the time of one person, by the law of ``day``.

    The rest minima are written as maxima of the time that is no rest. Self-employed adults have
    none: § 103 BinSchPersV binds single runs and windows only.
    """
    statute = statute_of(rulebook)
    minute = midnight(day.toordinal())
    limits: list[RollingLimit] = []
    if employment is Employment.EMPLOYEE:
        limits += _of_employees(statute, minute)
    if minor:
        limits += _of_minors(statute, minute, day)
    return tuple(limits)


def _of_employees(statute: Statute, minute: int) -> Iterator[RollingLimit]:
    for rule_id, measure in _MAXIMA:
        values = statute.at(rule_id, minute)
        if values is not None:
            window = _window(statute, values["window_minutes"], minute)
            yield RollingLimit(rule_id, window, values["max_minutes"], measure)
    for rule_id in _MINIMA:
        values = statute.at(rule_id, minute)
        if values is not None:
            window = _window(statute, values["window_minutes"], minute)
            yield RollingLimit(rule_id, window, window - values["min_total_minutes"], "non_rest")


def _window(statute: Statute, minutes: int, minute: int) -> int:
    by_clock = minutes == _SEVEN_DAYS and statute.readings["seven_days"] == "calendar"
    return a_week_by_the_clock(minute) if by_clock else minutes


def _of_minors(statute: Statute, minute: int, day: date) -> Iterator[RollingLimit]:
    ordinal = day.toordinal()
    monday = ordinal - day.weekday()
    spans: tuple[tuple[str, Anchor, int], ...] = (
        ("youth.daily_hours", "day", midnight(ordinal + 1) - minute),
        ("youth.weekly_hours", "week", midnight(monday + 7) - midnight(monday)),
    )
    for rule_id, anchor, window in spans:
        values = statute.at(rule_id, minute)
        if values is not None:
            yield RollingLimit(rule_id, window, values["max_minutes"], "work", anchor)


class Measures:
    """Work, time that is no rest, and night work of some pieces, summed over any window.

    Gaps of 15 minutes or less between the pieces count as no rest; gaps to other pieces are not
    known here, so sums over several sets of pieces may fall short of what the judge finds.
    """

    def __init__(self, pieces: Iterable[WorkPiece], rulebook: Rulebook) -> None:
        statute = statute_of(rulebook)
        record = WorkRecord(
            crew_id="",
            employment=Employment.EMPLOYEE,
            birth_date=date.min,
            pieces=tuple(pieces),
        )
        account = Account(record, statute, 0)
        work = account.work
        night = night_part(work, statute, "work.night_7d") if work.starts else work
        self._of: dict[Measure, Stretches] = {
            "work": work,
            "non_rest": account.duty,
            "night": night,
        }

    def inside(self, window: Interval) -> dict[Measure, int]:
        """Minutes of each measure inside a window."""
        start, end = window.bounds
        return {measure: stretches.inside(start, end) for measure, stretches in self._of.items()}

    def starts(self, measure: Measure) -> tuple[int, ...]:
        """Minutes since the epoch at which stretches of a measure begin: starts of windows."""
        return tuple(self._of[measure].starts)


def measures(pieces: Iterable[WorkPiece], rulebook: Rulebook) -> Measures:
    """Minutes per measure of some pieces, to be asked window by window."""
    return Measures(pieces, rulebook)
