"""The VTIMEZONE of Europe/Berlin: the clock changes of Directive 2000/84/EC as two rules."""

from __future__ import annotations

from datetime import datetime, timedelta

from icalendar import Timezone, TimezoneDaylight, TimezoneStandard

_WINTER, _SUMMER = timedelta(hours=1), timedelta(hours=2)


def berlin_timezone() -> Timezone:
    """Summer time from the last Sunday in March to the last in October, as since 1996.

    The onset of each is given on the clock that it ends, as RFC 5545 asks.
    """
    zone = Timezone()
    zone.add("tzid", "Europe/Berlin")
    summer, winter = TimezoneDaylight(), TimezoneStandard()
    parts = ((summer, "CEST", 3, 2, _WINTER, _SUMMER), (winter, "CET", 10, 3, _SUMMER, _WINTER))
    for part, name, month, hour, before, after in parts:
        last_sunday = 31 if month == 3 else 27
        part.add("tzname", name)
        part.add("dtstart", datetime(1996, month, last_sunday, hour))
        part.add("rrule", {"freq": "yearly", "bymonth": month, "byday": "-1su"})
        part.add("tzoffsetfrom", before)
        part.add("tzoffsetto", after)
        zone.add_component(part)
    return zone
