"""The wall clock of Europe/Berlin in whole minutes since the epoch, cached day by day.

The judge asks for days and clock times tens of thousands of times; everything here is derived from
:mod:`optimizer.timeline` once per day and then looked up.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import cache

from optimizer.timeline import BERLIN, at_wall_clock, day_start, from_minute, local, to_minute

_EPOCH_ORDINAL = date(1970, 1, 1).toordinal()
_DAY = 1440
_WEEK_DAYS = 7
_OFFSET_WINTER = 60


@cache
def midnight(ordinal: int) -> int:
    """Minute at which the local day with this proleptic ordinal begins."""
    return to_minute(day_start(date.fromordinal(ordinal)))


def day_of(minute: int) -> int:
    """Ordinal of the local calendar day that holds a minute."""
    ordinal = _EPOCH_ORDINAL + (minute + _OFFSET_WINTER) // _DAY
    return ordinal + 1 if minute >= midnight(ordinal + 1) else ordinal


@cache
def clock(ordinal: int, text: str) -> int:
    """Minute at which clocks show ``text`` (``HH:MM``) on a local day."""
    return to_minute(at_wall_clock(date.fromordinal(ordinal), time.fromisoformat(text), fold=0))


def monday_of(ordinal: int) -> int:
    """Ordinal of the Monday of the week of a day."""
    return ordinal - date.fromordinal(ordinal).weekday()


def a_week_by_the_clock(minute: int) -> int:
    """Elapsed minutes until clocks show the same time seven days later (10 080 in most weeks)."""
    ordinal = day_of(minute)
    plain = (_WEEK_DAYS + 1) * _DAY
    if midnight(ordinal + _WEEK_DAYS + 1) - midnight(ordinal) == plain:
        return _WEEK_DAYS * _DAY
    return _same_clock_next_week(minute) - minute


@cache
def _same_clock_next_week(minute: int) -> int:
    here = local(from_minute(minute))
    day = here.date() + timedelta(days=_WEEK_DAYS)
    return to_minute(datetime.combine(day, here.time(), BERLIN).astimezone(UTC))
