"""Instants, spans and durations as a dispatcher reads them: wall clock of Europe/Berlin."""

from __future__ import annotations

from datetime import date, datetime

from optimizer.timeline import Interval, iso_week_name, local

_WEEKDAYS = {
    "de": ("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"),
    "en": ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
}


def weekday(day: date, lang: str) -> str:
    """``Mo`` or ``Mon``."""
    return _WEEKDAYS["en" if lang == "en" else "de"][day.weekday()]


def day_text(day: date) -> str:
    """``07.12.2026``."""
    return f"{day:%d.%m.%Y}"


def instant_text(instant: datetime) -> str:
    """``07.12.2026 06:00`` on the wall clock of Europe/Berlin."""
    return f"{local(instant):%d.%m.%Y %H:%M}"


def instant_iso(instant: datetime) -> str:
    """``2026-12-07T06:00+01:00``: the same instant without any doubt about the clock change."""
    return local(instant).isoformat(timespec="minutes")


def span_text(interval: Interval, lang: str) -> str:
    """``Mo 07.12. 06:00–14:00``; the end carries its own day when that is another one."""
    start, end = local(interval.start), local(interval.end)
    last = f"{end:%H:%M}" if end.date() == start.date() else f"{weekday(end.date(), lang)} {end:%d.%m. %H:%M}"
    return f"{weekday(start.date(), lang)} {start:%d.%m. %H:%M}–{last}"


def window_text(window: Interval, lang: str) -> str:
    """``2026-W50 (Mo 07.12.2026 00:00 bis Mo 14.12.2026 00:00)``, several weeks with both names."""
    start, end = local(window.start), local(window.end)
    first, last = iso_week_name(start.date()), iso_week_name(window.days()[-1])
    weeks = first if first == last else f"{first} – {last}"
    until = "to" if lang == "en" else "bis"
    return (
        f"{weeks} ({weekday(start.date(), lang)} {start:%d.%m.%Y %H:%M}"
        f" {until} {weekday(end.date(), lang)} {end:%d.%m.%Y %H:%M})"
    )
