"""The cell ``Dienstzeiten`` of the roster CSV: the duty of one person on one shift, with breaks.

Grammar: pieces separated by `` | ``. A piece is ``06:00-14:00``, counted forward from the start of
the shift, where everything lies within 24 hours of the clock after it, else
``04.05. 06:00-04.05. 14:00``. Breaks follow their piece: `` Pause 10:00-10:30, 12:00-12:15``
(`` break`` in English), counted forward from the start of the piece, or with dates. ``24:00`` is
the end of a day. An hour that the clock shows twice carries its offset: ``02:30+01:00``. Whoever
writes a cell has it read back first, so that the two directions cannot drift apart.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, time, timedelta
from itertools import pairwise

from optimizer.findings import Text
from optimizer.timeline import (
    BERLIN,
    AmbiguousTimeError,
    Interval,
    NonexistentTimeError,
    at_wall_clock,
    local,
)

Times = tuple[tuple[Interval, ...], tuple[Interval, ...]]

_DAY = timedelta(days=1)
_MOMENT = r"(?:\d{1,2}\.\d{1,2}\.(?:\d{4})?\s*)?\d{1,2}[:.]\d{2}(?:\+\d{2}:\d{2})?"
_SPAN = re.compile(rf"\s*({_MOMENT})\s*(?:-|–|—|bis|to)\s*({_MOMENT})\s*", re.IGNORECASE)
_PARTS = re.compile(r"(?:(\d{1,2})\.(\d{1,2})\.(\d{4})?\s*)?(\d{1,2})[:.](\d{2})(\+\d{2}:\d{2})?")
_BREAK = re.compile(r"\s(?:pausen?|breaks?):?\s", re.IGNORECASE)


class DutyTimesError(ValueError):
    """The cell cannot be read; ``text`` says why in both languages."""

    def __init__(self, de: str, en: str):
        super().__init__(en)
        self.text = Text(de, en)


def parse_duty_times(text: str, shift_interval: Interval) -> Times:
    """Duty and breaks (UTC, sorted, disjoint) written in a cell; a blank cell gives two empty tuples.

    Raises
    ------
    DutyTimesError
        If the cell is not of the grammar, names an hour that does not exist or exists twice, lies
        outside the shift, or its pieces or breaks overlap.
    """
    duty, breaks = _read(text, shift_interval.start)
    for piece in duty:
        if not shift_interval.covers(piece):
            raise DutyTimesError(
                f"Die Dienstzeit {_shown(piece)} liegt außerhalb der Schicht ({_shown(shift_interval)}).",
                f"The duty {_shown(piece)} lies outside the shift ({_shown(shift_interval)}).",
            )
    return duty, breaks


def parse_spans(text: str, interval: Interval) -> tuple[Interval, ...]:
    """Breaks inside ``interval``, written as pieces are, e.g. ``12:00-12:30 | 16:00-16:15``.

    Raises
    ------
    DutyTimesError
        As :func:`parse_duty_times`; also for a clock time without a date in a longer interval, in
        which it would occur more than once.
    """
    if _wall(interval.end) - _wall(interval.start) > _DAY and not _all_dated(text):
        raise DutyTimesError(
            f"Bei mehr als 24 Stunden ({_shown(interval)}) ist eine Uhrzeit ohne Datum nicht eindeutig.",
            f"In more than 24 hours ({_shown(interval)}) a clock time without a date is not unique.",
        )
    spans = _disjoint(_piece(part, interval.start) for part in text.split("|") if part.strip())
    for span in spans:
        if not interval.covers(span):
            raise DutyTimesError(
                f"Die Pause {_shown(span)} liegt nicht in der Zeit {_shown(interval)}.",
                f"The break {_shown(span)} is not within the time {_shown(interval)}.",
            )
    return spans


def format_duty_times(
    duty: Sequence[Interval], breaks: Sequence[Interval], shift_start: datetime, lang: str = "de"
) -> str:
    """The cell for a duty; :func:`parse_duty_times` reads it back to the same instants.

    Raises
    ------
    ValueError
        If pieces or breaks overlap, or a break lies outside every piece.
    """
    wanted = tuple(sorted(duty)), tuple(sorted(breaks))
    for dated, dated_breaks in ((False, False), (True, False), (True, True)):
        text = " | ".join(_piece_text(piece, wanted[1], dated, dated_breaks, lang) for piece in wanted[0])
        try:
            if _read(text, shift_start) == wanted:
                return text
        except DutyTimesError:
            continue
    raise ValueError("pieces or breaks overlap, or a break lies outside the duty")


def _read(text: str, origin: datetime) -> Times:
    duty: list[Interval] = []
    breaks: list[Interval] = []
    for part in text.split("|"):
        if not part.strip():
            continue
        body, *pauses = _BREAK.split(part, maxsplit=1)
        piece = _piece(body, origin)
        duty.append(piece)
        for pause in pauses[0].split(",") if pauses else ():
            breaks.append(_break(pause, piece))
    return _disjoint(duty), _disjoint(breaks)


def _piece(text: str, origin: datetime) -> Interval:
    first, last = _ends(text)
    piece = _interval(first, last, origin, text)
    if not _dated(first) and not _dated(last) and _wall(piece.end) - _wall(origin) > _DAY:
        raise DutyTimesError(
            f"„{text.strip()}“ liegt außerhalb der Schicht oder endet mehr als 24 Stunden nach ihrem Beginn; "
            "im zweiten Fall gehört das Datum dazu.",
            f'"{text.strip()}" lies outside the shift or ends more than 24 hours after its start; '
            "in the second case the date is needed.",
        )
    return piece


def _break(text: str, piece: Interval) -> Interval:
    first, last = _ends(text)
    pause = _interval(first, last, piece.start, text)
    if not piece.covers(pause):
        raise DutyTimesError(
            f"Die Pause {_shown(pause)} liegt nicht in der Dienstzeit {_shown(piece)}.",
            f"The break {_shown(pause)} is not within the duty {_shown(piece)}.",
        )
    return pause


def _ends(text: str) -> tuple[str, str]:
    match = _SPAN.fullmatch(text)
    if match is None:
        raise DutyTimesError(f"„{text.strip()}“ ist keine Zeitspanne.", f'"{text.strip()}" is not a span of time.')
    return match[1], match[2]


def _interval(first: str, last: str, origin: datetime, text: str) -> Interval:
    start = _instant(first, origin, strictly=False)
    end = _instant(last, start, strictly=True)
    if end <= start:
        raise DutyTimesError(
            f"In „{text.strip()}“ liegt das Ende nicht nach dem Beginn.",
            f'In "{text.strip()}" the end is not after the start.',
        )
    return Interval(start, end)


def _instant(text: str, origin: datetime, *, strictly: bool) -> datetime:
    """The instant a moment names; without a date the first one at or (``strictly``) after origin."""
    match = _PARTS.fullmatch(text.strip())
    assert match is not None, "moments come out of _SPAN"
    day, month, year, hour, minute, offset = match.groups()
    midnight = (int(hour), int(minute)) == (24, 0)
    if not midnight and (int(hour) > 23 or int(minute) > 59):
        raise DutyTimesError(f"Die Uhrzeit {hour}:{minute} gibt es nicht.", f"There is no time {hour}:{minute}.")
    clock = time() if midnight else time(int(hour), int(minute))
    if day is not None:
        named = _nearest_day(int(day), int(month), year, origin)
        return _at(named + _DAY if midnight else named, clock, offset)
    first_day = local(origin).date()
    for shift in range(3):
        found = _forward(first_day + shift * _DAY, clock, offset, origin, strictly)
        if found is not None:
            return found
    raise DutyTimesError(f"Die Uhrzeit {text} gibt es hier nicht.", f"There is no time {text} here.")


def _forward(day: date, clock: time, offset: str | None, origin: datetime, strictly: bool) -> datetime | None:
    """The clock time of a day if it is not before ``origin``; doubtful hours only count if they are."""
    try:
        found = _at(day, clock, offset)
    except DutyTimesError:
        if offset is not None or not _ahead(day, clock, origin):
            return None
        raise
    return found if found > origin or (found == origin and not strictly) else None


def _ahead(day: date, clock: time, origin: datetime) -> bool:
    """Whether a skipped or doubled hour of a day still lies before us, seen from ``origin``."""
    late = datetime.combine(day, clock, BERLIN).replace(fold=1)
    return late.astimezone(UTC) >= origin or _wall(origin) < datetime.combine(day, clock)


def _at(day: date, clock: time, offset: str | None) -> datetime:
    for fold in (0, 1):
        try:
            found = at_wall_clock(day, clock, fold=fold if offset else None)
        except NonexistentTimeError:
            raise DutyTimesError(
                f"{clock:%H:%M} Uhr gibt es am {day:%d.%m.%Y} nicht (Zeitumstellung).",
                f"{clock:%H:%M} does not exist on {day:%d.%m.%Y} (clock change).",
            ) from None
        except AmbiguousTimeError:
            raise DutyTimesError(
                f"{clock:%H:%M} Uhr gibt es am {day:%d.%m.%Y} zweimal: {clock:%H:%M}+02:00 oder {clock:%H:%M}+01:00.",
                f"{clock:%H:%M} occurs twice on {day:%d.%m.%Y}: {clock:%H:%M}+02:00 or {clock:%H:%M}+01:00.",
            ) from None
        if offset is None or _offset(found) == offset:
            return found
    raise DutyTimesError(
        f"{clock:%H:%M}{offset} ist am {day:%d.%m.%Y} keine hiesige Uhrzeit.",
        f"{clock:%H:%M}{offset} is no local time on {day:%d.%m.%Y}.",
    )


def _nearest_day(day: int, month: int, year: str | None, origin: datetime) -> date:
    """The calendar day in the named year, else in the year that brings it closest to ``origin``."""
    near = local(origin).date()
    found = []
    for candidate in [int(year)] if year else [near.year - 1, near.year, near.year + 1]:
        try:
            found.append(date(candidate, month, day))
        except ValueError:
            continue
    if not found:
        raise DutyTimesError(f"Den {day:02d}.{month:02d}. gibt es nicht.", f"There is no {day:02d}.{month:02d}.")
    return min(found, key=lambda candidate: abs(candidate - near))


def _disjoint(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    ordered = tuple(sorted(intervals))
    for before, after in pairwise(ordered):
        if before.overlaps(after):
            raise DutyTimesError(
                f"{_shown(before)} und {_shown(after)} überschneiden sich.",
                f"{_shown(before)} and {_shown(after)} overlap.",
            )
    return ordered


def _piece_text(piece: Interval, breaks: Sequence[Interval], dated: bool, dated_breaks: bool, lang: str) -> str:
    inside = [_span_text(item, dated_breaks) for item in breaks if piece.covers(item)]
    text = _span_text(piece, dated)
    return f"{text} {'break' if lang == 'en' else 'Pause'} {', '.join(inside)}" if inside else text


def _span_text(interval: Interval, dated: bool) -> str:
    return f"{_moment(interval.start, dated)}-{_moment(interval.end, dated, closes=True)}"


def _moment(instant: datetime, dated: bool, *, closes: bool = False) -> str:
    shown = local(instant)
    ends_day = closes and shown.time() == time()
    day = shown.date() - _DAY if ends_day else shown.date()
    clock = "24:00" if ends_day else f"{shown:%H:%M}{_offset(instant) if _twice(shown) else ''}"
    return f"{day:%d.%m.} {clock}" if dated else clock


def _twice(shown: datetime) -> bool:
    try:
        at_wall_clock(shown.date(), shown.time())
    except AmbiguousTimeError:
        return True
    return False


def _offset(instant: datetime) -> str:
    text = f"{local(instant):%z}"
    return f"{text[:3]}:{text[3:]}"


def _dated(moment: str) -> bool:
    match = _PARTS.fullmatch(moment.strip())
    return match is not None and match[1] is not None


def _all_dated(text: str) -> bool:
    return all(_dated(end) for part in text.split("|") if part.strip() for end in _ends(part))


def _wall(instant: datetime) -> datetime:
    return local(instant).replace(tzinfo=None)


def _shown(interval: Interval) -> str:
    start, end = local(interval.start), local(interval.end)
    last = f"{end:%H:%M}" if end.date() == start.date() else f"{end:%d.%m. %H:%M}"
    return f"{start:%d.%m. %H:%M}–{last}"
