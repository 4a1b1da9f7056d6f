"""Days and instants on the command line: every form the roster CSV prints.

Without an offset the wall clock of Europe/Berlin is meant; the hour that the autumn clock change
shows twice then needs one, and the hour that spring skips does not exist.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time

from optimizer.cli.problem import CommandError
from optimizer.findings import Text
from optimizer.timeline import AmbiguousTimeError, NonexistentTimeError, at_wall_clock

_DAY = r"(?:(?P<d>\d{1,2})\.(?P<m>\d{1,2})\.(?P<y>\d{4})|(?P<iy>\d{4})-(?P<im>\d{2})-(?P<id>\d{2}))"
_CLOCK = r"(?P<H>\d{1,2}):(?P<M>\d{2})(?::00)?"
_DAY_ONLY = re.compile(_DAY)
_INSTANT = re.compile(rf"{_DAY}(?:[ T]+|, )(?:{_CLOCK})(?P<offset>Z|[+-]\d{{2}}:?\d{{2}})?")


def parse_day(text: str) -> date:
    """A calendar day, ``07.12.2026`` or ``2026-12-07``.

    Raises
    ------
    CommandError
        If the text is no such day.
    """
    match = _DAY_ONLY.fullmatch(text.strip())
    day = _day(match) if match else None
    if day is None:
        raise CommandError(
            Text(
                f"„{text}“ ist kein Datum. Möglich sind 07.12.2026 und 2026-12-07.",
                f'"{text}" is not a date. Write 07.12.2026 or 2026-12-07.',
            )
        )
    return day


def parse_instant(text: str) -> datetime:
    """An instant in UTC, from ``07.12.2026 06:00`` or ``2026-12-07T06:00+01:00``.

    Raises
    ------
    CommandError
        If the text is no instant, or one that the clock change skips or shows twice.
    """
    match = _INSTANT.fullmatch(text.strip())
    day = _day(match) if match else None
    if match is None or day is None or int(match["H"]) > 23 or int(match["M"]) > 59:
        raise CommandError(
            Text(
                f"„{text}“ ist kein Zeitpunkt. Möglich sind 07.12.2026 06:00 und 2026-12-07T06:00+01:00.",
                f'"{text}" is not an instant. Write 07.12.2026 06:00 or 2026-12-07T06:00+01:00.',
            )
        )
    clock = time(int(match["H"]), int(match["M"]))
    return _with_offset(day, clock, match["offset"]) if match["offset"] else _on_the_wall(day, clock, text)


def _day(match: re.Match[str]) -> date | None:
    year, month, day = (match["y"], match["m"], match["d"]) if match["y"] else (match["iy"], match["im"], match["id"])
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _with_offset(day: date, clock: time, offset: str) -> datetime:
    plain = "+00:00" if offset == "Z" else f"{offset[:3]}:{offset[-2:]}"
    try:
        return datetime.fromisoformat(f"{day.isoformat()}T{clock:%H:%M}{plain}").astimezone(UTC)
    except (ValueError, OverflowError):
        raise CommandError(
            Text(f"„{offset}“ ist keine Abweichung von UTC.", f'"{offset}" is not an offset from UTC.')
        ) from None


def _on_the_wall(day: date, clock: time, text: str) -> datetime:
    try:
        return at_wall_clock(day, clock)
    except AmbiguousTimeError:
        raise CommandError(
            Text(
                f"„{text}“ gibt es wegen der Zeitumstellung zweimal. Mit Abweichung schreiben, etwa"
                f" {day.isoformat()}T{clock:%H:%M}+02:00 (erste) oder +01:00 (zweite).",
                f'"{text}" happens twice because of the clock change. Add the offset, such as'
                f" {day.isoformat()}T{clock:%H:%M}+02:00 (first) or +01:00 (second).",
            )
        ) from None
    except (NonexistentTimeError, OverflowError):
        raise CommandError(
            Text(
                f"„{text}“ gibt es wegen der Zeitumstellung nicht.",
                f'"{text}" does not exist because of the clock change.',
            )
        ) from None
