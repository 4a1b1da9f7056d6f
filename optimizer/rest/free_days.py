"""Free days of young people for work on Saturdays, Sundays and holidays: § 20(1) Nr. 3 JArbSchG."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from optimizer.law import Rulebook
from optimizer.rest.breach import HARD, Breach

_RULE = "youth.free_days"


@dataclass(frozen=True, slots=True)
class FreeDays:
    """Free days owed on a day, and the breach where they had to be granted already."""

    due: int
    breach: Breach | None = None


def free_days_due(sat_sun_worked: Iterable[date], granted: int, as_of: date, rulebook: Rulebook) -> FreeDays:
    """Free days a young person is owed on ``as_of``.

    Parameters
    ----------
    sat_sun_worked
        Saturdays, Sundays and weekday holidays with work; days after ``as_of`` do not count yet.
    granted
        Free days already given for them.

    Returns
    -------
    FreeDays
        ``breach`` is set from the day after the one that made the number full, at which they are to
        be granted at the latest; its figures are days.
    """
    worked = sorted({day for day in sat_sun_worked if day <= as_of})
    due = len(worked) - granted
    values = rulebook.values(_RULE, as_of)
    if values is None or due < values["granted_when_due"]:
        return FreeDays(max(due, 0))
    limit = values["granted_when_due"]
    overdue_from = worked[granted + limit - 1] + timedelta(days=1)
    if overdue_from > as_of:
        return FreeDays(due)
    return FreeDays(due, Breach(_RULE, HARD, None, overdue_from, due, limit - 1))
