"""Instants and intervals of a row: the one place that decides when an end rolls past midnight."""

from __future__ import annotations

import re
from datetime import datetime, time, timedelta

from optimizer.domain import ClockSpan
from optimizer.duty_times import DutyTimesError, parse_spans
from optimizer.findings import Text
from optimizer.intake.faults import Fault
from optimizer.intake.moments import Stamp, parse_clock, shown
from optimizer.intake.rows import Row
from optimizer.timeline import Interval, local

_BREAKS_FIX = Text(
    "Pausen als HH:MM-HH:MM schreiben, mehrere durch | trennen, z. B. 10:00-10:30|13:00-13:15.",
    "Write breaks as HH:MM-HH:MM, several separated by |, e.g. 10:00-10:30|13:00-13:15.",
)


def instant(row: Row, name: str, *, closes: bool = False) -> datetime | None:
    """The instant in a cell; a mere date is its first minute, or its end where it ``closes``."""
    stamp: Stamp | None = row[name]
    if stamp is None:
        return None
    try:
        if stamp.day is None:
            raise Fault("input.instant", Text("Das Datum fehlt.", "The date is missing."), Text(
                "Das Datum vor die Uhrzeit schreiben.", "Write the date before the time."))  # fmt: skip
        return stamp.instant(closes=closes)
    except Fault as fault:
        row.fault(name, fault)
        return None


def interval(row: Row, *, dates: bool = False) -> Interval | None:
    """``start`` to ``end`` of a row.

    Parameters
    ----------
    dates
        Whether dates without a time are allowed; an end then lasts until 24:00 of its day.
    """
    start, end = row["start"], row["end"]
    if not dates:
        for name, stamp in (("start", start), ("end", end)):
            if stamp is not None and stamp.clock is None:
                row.fault(name, _time_missing())
    begins = instant(row, "start")
    if begins is None or end is None or row.bad & {"start", "end"}:
        return None
    ends = instant(row, "end", closes=True) if end.day is not None else _rolled(row, begins, end)
    if ends is None:
        return None
    if ends <= begins:
        row.fault("end", _not_after(begins, ends))
        return None
    return Interval(begins, ends)


def breaks(row: Row, within: Interval | None) -> tuple[Interval, ...]:
    """Breaks of a row inside its interval."""
    if within is None or not row["breaks"]:
        return ()
    try:
        return parse_spans(row["breaks"], within)
    except DutyTimesError as error:
        row.fault("breaks", Fault("input.breaks", error.text, _BREAKS_FIX))
        return ()


def clock_spans(row: Row, name: str) -> tuple[ClockSpan, ...]:
    """Daily stretches ``HH:MM-HH:MM`` of a cell, separated by ``|``."""
    found = []
    for part in (row[name] or "").split("|"):
        if not part.strip():
            continue
        ends = re.split(r"\s*[-–—]\s*", part.strip())
        try:
            if len(ends) != 2:
                raise Fault(
                    "input.breaks",
                    Text(f"„{part.strip()}“ ist keine Zeitspanne.", f'"{part.strip()}" is not a span of time.'),
                    _BREAKS_FIX,
                )
            found.append(clock_span(parse_clock(ends[0]), parse_clock(ends[1])))
        except Fault as fault:
            row.fault(name, fault)
    return tuple(found)


def clock_span(start: int, end: int) -> ClockSpan:
    """A daily stretch from two minutes of the day; only ``00:00-24:00`` may last the whole day."""
    if start % 1440 == end % 1440 and (start, end) != (0, 1440):
        raise Fault("input.interval", Text("Beginn und Ende sind gleich.", "Start and end are the same."), Text(
            "Für den ganzen Tag 00:00 bis 24:00 schreiben.", "For the whole day write 00:00 to 24:00."))  # fmt: skip
    return ClockSpan(start=_time(start), end=_time(end))


def _time(minutes: int) -> time:
    return time(minutes // 60 % 24, minutes % 60)


def _rolled(row: Row, begins: datetime, end: Stamp) -> datetime | None:
    """A time without a date: on the day of the start, or in the following night."""
    assert end.clock is not None
    begun = local(begins)
    wall = begun.hour * 60 + begun.minute
    try:
        if end.offset is not None:
            same_day = end.on(begun.date())
            return same_day if same_day > begins else end.on(begun.date() + timedelta(days=1))
        if end.clock == wall:
            raise Fault("input.interval", Text("Beginn und Ende sind gleich.", "Start and end are the same."), Text(
                "Für 24 Stunden das Datum des folgenden Tages dazuschreiben.", "For 24 hours add the date of the following day."))  # fmt: skip
        return end.on(begun.date() + timedelta(days=1 if end.clock < wall else 0))
    except Fault as fault:
        row.fault("end", fault)
        return None


def _end_shown(ends: datetime) -> str:
    """An end at midnight belongs to the day before: ``04.12.2026 24:00``."""
    wall = local(ends)
    return shown(ends) if wall.time() != time() else f"{wall.date() - timedelta(days=1):%d.%m.%Y} 24:00"


def _time_missing() -> Fault:
    return Fault(
        "input.instant",
        Text("Die Uhrzeit fehlt.", "The time is missing."),
        Text("Datum und Uhrzeit schreiben, z. B. 07.12.2026 06:00.", "Write date and time, e.g. 2026-12-07 06:00."),
    )


def _not_after(begins: datetime, ends: datetime) -> Fault:
    return Fault(
        "input.interval",
        Text(
            f"Das Ende ({_end_shown(ends)}) liegt nicht nach dem Beginn ({shown(begins)}).",
            f"The end ({_end_shown(ends)}) is not after the start ({shown(begins)}).",
        ),
        Text(
            "Beginn und Ende prüfen; vielleicht sind sie vertauscht.", "Check start and end; perhaps they are swapped."
        ),
    )
