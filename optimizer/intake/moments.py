"""Dates and times as people and spreadsheets write them; nothing is guessed.

Dates: ``01.12.2026`` or ``2026-12-01``. Times: ``06:00``, ``6:00``, ``06.00``, ``06:00 Uhr``,
``06:00:00``; ``24:00`` is the end of a day and hours up to ``30:00`` belong to the following day.
An instant is a date and a time with ``T`` or a blank between them, and may carry ``Z`` or an offset;
without one it is the wall clock of Europe/Berlin.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, timezone

from optimizer.findings import Text
from optimizer.intake.faults import Fault
from optimizer.timeline import AmbiguousTimeError, NonexistentTimeError, at_wall_clock, local

_FIRST_YEAR, _LAST_YEAR = 1900, 2100
_DAY_MINUTES = 24 * 60
#: Hours past 24 as timetables use them; more is taken for a slip of the pen.
_LATEST_MINUTES = 30 * 60

_GERMAN = r"(\d{1,2})\.(\d{1,2})\.(\d{4})"
_ISO = r"(\d{4})-(\d{1,2})-(\d{1,2})"
_TIME = r"(\d{1,2})[:.](\d{2})(?:[:.](\d{2})(?:[.,]0+)?)?(?:\s*(?:Uhr|h))?"
_OFFSET = r"\s*(Z|UTC|MEZ|MESZ|CET|CEST|[+-]\d{2}:?\d{2})"
_FLAGS = re.IGNORECASE | re.ASCII
_DATE_RE = re.compile(f"(?:{_GERMAN}|{_ISO})", _FLAGS)
_TIME_RE = re.compile(f"{_TIME}(?:{_OFFSET})?", _FLAGS)
_INSTANT_RE = re.compile(f"({_GERMAN}|{_ISO})(?:\\s*[T,]\\s*|\\s+)({_TIME}(?:{_OFFSET})?)", _FLAGS)
_SERIAL_RE = re.compile(r"(\d{5})(?:[.,](\d+))?")
_SHORT_DATE_RE = re.compile(r"\d{1,2}\.\d{1,2}\.\d{2}")
_NAMED_OFFSETS = {"Z": 0, "UTC": 0, "MEZ": 60, "CET": 60, "MESZ": 120, "CEST": 120}
_EXCEL_EPOCH = date(1899, 12, 30)

_DATE_FIX = Text(
    "TT.MM.JJJJ oder JJJJ-MM-TT schreiben, z. B. 07.12.2026.", "Write DD.MM.YYYY or YYYY-MM-DD, e.g. 2026-12-07."
)
_TIME_FIX = Text("HH:MM schreiben, z. B. 06:00.", "Write HH:MM, e.g. 06:00.")
_INSTANT_FIX = Text(
    "Datum und Uhrzeit schreiben, z. B. 07.12.2026 06:00 oder 2026-12-07T06:00.",
    "Write date and time, e.g. 2026-12-07 06:00 or 07.12.2026 06:00.",
)


@dataclass(frozen=True, slots=True)
class Stamp:
    """A date, a time or both, as written. ``clock`` is in minutes and may pass 24 hours."""

    day: date | None
    clock: int | None
    offset: timedelta | None = None

    def on(self, day: date) -> datetime:
        """The instant of this time on ``day``.

        Raises
        ------
        Fault
            If the clock change skips that time, or shows it twice and no offset is given.
        """
        assert self.clock is not None
        extra, minutes = divmod(self.clock, _DAY_MINUTES)
        day = day + timedelta(days=extra)
        clock = time(minutes // 60, minutes % 60)
        if self.offset is not None:
            return datetime.combine(day, clock, timezone(self.offset)).astimezone(UTC)
        return _wall_clock(day, clock)

    def instant(self, *, closes: bool = False) -> datetime:
        """The instant of a date, with or without a time; a mere date that ``closes`` lasts to 24:00."""
        assert self.day is not None
        if self.clock is None:
            return Stamp(None, _DAY_MINUTES if closes else 0).on(self.day)
        return self.on(self.day)


def parse_date(text: str) -> date:
    """A calendar day; a spreadsheet's ``00:00`` behind it is ignored.

    Raises
    ------
    Fault
        For impossible dates, two-digit years, serial numbers and everything that is not a date.
    """
    stamp = _parse(text, _DATE_FIX, "Datum", "date")
    if stamp.day is None:
        raise _no_match(text, _DATE_FIX, "Datum", "date")
    if stamp.clock:
        raise Fault(
            "input.date",
            Text(
                "Hier steht eine Uhrzeit, erwartet ist nur ein Datum.", "There is a time here, only a date is expected."
            ),
            _DATE_FIX,
        )
    return stamp.day


def parse_clock(text: str) -> int:
    """A time of day in minutes, 0 to 1440.

    Raises
    ------
    Fault
        For everything that is not a time of day.
    """
    match = _TIME_RE.fullmatch(text)
    if match is None or match[4]:
        raise _no_match(text, _TIME_FIX, "Uhrzeit", "time")
    return _minutes(match[1], match[2], match[3], _DAY_MINUTES)


def parse_stamp(text: str, *, time_only: bool = False) -> Stamp:
    """A date, a date with a time, or (``time_only``) a time alone.

    Raises
    ------
    Fault
        As :func:`parse_date`; also for times that do not exist.
    """
    stamp = _parse(text, _INSTANT_FIX, "Zeitpunkt", "point in time")
    if stamp.day is None and not time_only:
        raise Fault(
            "input.instant",
            Text("Das Datum fehlt.", "The date is missing."),
            _INSTANT_FIX,
        )
    return stamp


def _parse(text: str, fix: Text, de: str, en: str) -> Stamp:
    match = _INSTANT_RE.fullmatch(text)
    if match is not None and not _looks_like_span(text, match[12]):
        return Stamp(
            _day(match.groups()[1:7]), _minutes(match[9], match[10], match[11], _LATEST_MINUTES), _offset(match[12])
        )
    match = _DATE_RE.fullmatch(text)
    if match is not None:
        return Stamp(_day(match.groups()), None)
    match = _TIME_RE.fullmatch(text)
    if match is not None and not _looks_like_span(text, match[4]) and not _SHORT_DATE_RE.fullmatch(text):
        return Stamp(None, _minutes(match[1], match[2], match[3], _LATEST_MINUTES), _offset(match[4]))
    raise _no_match(text, fix, de, en)


def _looks_like_span(text: str, offset: str | None) -> bool:
    """``06:00-14:00`` is two times, not a time far west; only ISO texts may have such an offset."""
    return offset is not None and offset.startswith("-") and "T" not in text


def _day(groups: tuple[str | None, ...]) -> date:
    day, month, year = groups[:3] if groups[0] else (groups[5], groups[4], groups[3])
    shown = f"{int(day or 0):02d}.{int(month or 0):02d}.{year}"
    try:
        found = date(int(year or 0), int(month or 0), int(day or 0))
    except ValueError:
        raise Fault("input.date", Text(f"Den {shown} gibt es nicht.", f"There is no day {shown}."), _DATE_FIX) from None
    if not _FIRST_YEAR <= found.year <= _LAST_YEAR:
        raise Fault(
            "input.date",
            Text(
                f"Das Jahr {year} liegt nicht zwischen {_FIRST_YEAR} und {_LAST_YEAR}.",
                f"The year {year} is not between {_FIRST_YEAR} and {_LAST_YEAR}.",
            ),
            _DATE_FIX,
        )
    return found


def _minutes(hour: str, minute: str, second: str | None, latest: int) -> int:
    total = int(hour) * 60 + int(minute)
    if int(minute) > 59 or total > latest:
        raise Fault(
            "input.time",
            Text(f"Die Uhrzeit {hour}:{minute} gibt es nicht.", f"There is no time {hour}:{minute}."),
            Text(
                f"Eine Uhrzeit von 00:00 bis {latest // 60}:00 schreiben.",
                f"Write a time from 00:00 to {latest // 60}:00.",
            ),
        )
    if second and int(second):
        raise Fault(
            "input.time",
            Text("Sekunden werden nicht geplant, nur ganze Minuten.", "Seconds are not planned, only whole minutes."),
            _TIME_FIX,
        )
    return total


def _offset(text: str | None) -> timedelta | None:
    if text is None:
        return None
    named = _NAMED_OFFSETS.get(text.upper())
    if named is not None:
        return timedelta(minutes=named)
    digits = text[1:].replace(":", "")
    size = timedelta(hours=int(digits[:2]), minutes=int(digits[2:]))
    if size > timedelta(hours=14) or int(digits[2:]) > 59:
        raise Fault(
            "input.time",
            Text(f"Den Abstand {text} zur Weltzeit gibt es nicht.", f"There is no offset {text}."),
            Text("Für hiesige Zeit +01:00 oder +02:00 schreiben.", "For local time write +01:00 or +02:00."),
        )
    return -size if text[0] == "-" else size


def _wall_clock(day: date, clock: time) -> datetime:
    try:
        return at_wall_clock(day, clock)
    except NonexistentTimeError:
        raise Fault(
            "input.skipped_time",
            Text(
                f"Den {day:%d.%m.%Y} {clock:%H:%M} Uhr gibt es nicht: Die Uhr wird in dieser Nacht von 02:00 auf 03:00 vorgestellt.",
                f"{day:%d.%m.%Y} {clock:%H:%M} does not exist: that night clocks go forward from 02:00 to 03:00.",
            ),
            Text("Eine Uhrzeit vor 02:00 oder ab 03:00 schreiben.", "Write a time before 02:00 or from 03:00 on."),
        ) from None
    except AmbiguousTimeError:
        summer, winter = (f"{day.isoformat()}T{clock:%H:%M}{offset}" for offset in ("+02:00", "+01:00"))
        raise Fault(
            "input.ambiguous_time",
            Text(
                f"Den {day:%d.%m.%Y} {clock:%H:%M} Uhr gibt es zweimal: Die Uhr wird in dieser Nacht zurückgestellt.",
                f"{day:%d.%m.%Y} {clock:%H:%M} occurs twice: that night clocks go back.",
            ),
            Text(
                f"{summer} (Sommerzeit) oder {winter} (Winterzeit) schreiben.",
                f"Write {summer} (summer time) or {winter} (winter time).",
            ),
        ) from None


def _no_match(text: str, fix: Text, de: str, en: str) -> Fault:
    """Say what it looks like: serial number, two-digit year, slashes, a date without a year."""
    serial = _SERIAL_RE.fullmatch(text)
    if serial is not None and 10_000 <= int(serial[1]) <= 80_000:
        shown = _serial_text(serial)
        return Fault(
            "input.serial_number",
            Text(
                f"Das ist eine Tabellenzahl und kein {de}; sie steht für {shown}.",
                f"This is a spreadsheet serial number, not a {en}; it stands for {shown}.",
            ),
            Text(
                f"Die Spalte als Text oder Datum formatieren; gemeint ist vermutlich {shown}.",
                f"Format the column as text or date; probably {shown} is meant.",
            ),
        )
    if re.match(r"\d{1,2}\.\d{1,2}\.\d{2}(?!\d)", text):
        return Fault(
            "input.two_digit_year",
            Text("Das Jahr hat nur zwei Ziffern.", "The year has only two digits."),
            Text(
                "Das Jahr mit vier Ziffern schreiben, z. B. 07.12.2026.",
                "Write the year with four digits, e.g. 07.12.2026.",
            ),
        )
    if re.match(r"\d{1,4}/\d{1,2}/\d{1,4}", text):
        return Fault(
            "input.date",
            Text(
                "Mit Schrägstrichen ist nicht eindeutig, was Tag und was Monat ist.",
                "With slashes it is not clear which is the day and which the month.",
            ),
            fix,
        )
    if re.match(r"\d{1,2}\.\d{1,2}\.(?!\d)", text):
        return Fault("input.date", Text("Das Jahr fehlt.", "The year is missing."), fix)
    article = "keine" if de == "Uhrzeit" else "kein"
    return Fault(
        "input.date" if en == "date" else "input.time", Text(f"Das ist {article} {de}.", f"This is not a {en}."), fix
    )


def _serial_text(serial: re.Match[str]) -> str:
    day = _EXCEL_EPOCH + timedelta(days=int(serial[1]))
    if not serial[2]:
        return f"{day:%d.%m.%Y}"
    minutes = round(float(f"0.{serial[2]}") * _DAY_MINUTES) % _DAY_MINUTES
    return f"{day:%d.%m.%Y} {minutes // 60:02d}:{minutes % 60:02d}"


def shown(instant: datetime) -> str:
    """``07.12.2026 06:00`` on the wall clock of Europe/Berlin, for messages."""
    return f"{local(instant):%d.%m.%Y %H:%M}"
