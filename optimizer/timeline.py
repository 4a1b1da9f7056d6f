"""Instants, half-open intervals and the two clock changes.

Every instant inside the product is an aware ``datetime`` in UTC with whole minutes. Durations are
elapsed time, so they are only ever computed in UTC; calendar days, weeks and the night are read on
the wall clock of Europe/Berlin. No other module adds a duration to a local time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

BERLIN = ZoneInfo("Europe/Berlin")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MINUTE = timedelta(minutes=1)


class NonexistentTimeError(ValueError):
    """A wall-clock time that the spring clock change skips."""


class AmbiguousTimeError(ValueError):
    """A wall-clock time that the autumn clock change shows twice."""


def to_minute(instant: datetime) -> int:
    """Whole minutes since 1970-01-01 00:00 UTC.

    Raises
    ------
    ValueError
        If the instant has no time zone.
    """
    if instant.tzinfo is None:
        raise ValueError(f"instant without a time zone: {instant.isoformat()}")
    return (instant - _EPOCH) // _MINUTE


def from_minute(minute: int) -> datetime:
    """UTC instant of a whole minute counted by :func:`to_minute`."""
    return _EPOCH + minute * _MINUTE


def local(instant: datetime) -> datetime:
    """The instant on the wall clock of Europe/Berlin."""
    return instant.astimezone(BERLIN)


def at_wall_clock(day: date, clock: time, *, fold: int | None = None) -> datetime:
    """UTC instant at which clocks in Europe/Berlin show ``day clock``.

    Parameters
    ----------
    fold
        0 for the first and 1 for the second occurrence of an hour shown twice; ``None`` refuses it.

    Raises
    ------
    NonexistentTimeError, AmbiguousTimeError
        If that time is skipped, or shown twice and ``fold`` is ``None``.
    """
    early = datetime.combine(day, clock, BERLIN).replace(fold=0)
    late = early.replace(fold=1)
    if early.utcoffset() != late.utcoffset():
        if early.astimezone(UTC).astimezone(BERLIN).replace(tzinfo=None) != early.replace(tzinfo=None):
            raise NonexistentTimeError(f"{day.isoformat()} {clock.isoformat('minutes')}")
        if fold is None:
            raise AmbiguousTimeError(f"{day.isoformat()} {clock.isoformat('minutes')}")
    return (late if fold == 1 else early).astimezone(UTC)


def day_start(day: date) -> datetime:
    """UTC instant of local midnight at the start of ``day`` (never ambiguous in Europe/Berlin)."""
    return datetime.combine(day, time(), BERLIN).astimezone(UTC)


@dataclass(frozen=True, slots=True, order=True)
class Interval:
    """A half-open stretch of time ``[start, end)`` of at least one minute, in UTC.

    Raises
    ------
    ValueError
        If an end has no time zone, seconds are given, or the length is not positive.
    """

    start: datetime
    end: datetime

    def __post_init__(self) -> None:
        for instant in (self.start, self.end):
            if instant.tzinfo is None:
                raise ValueError(f"instant without a time zone: {instant.isoformat()}")
            if instant.second or instant.microsecond:
                raise ValueError(f"not a whole minute: {instant.isoformat()}")
        if self.end <= self.start:
            raise ValueError(f"empty or negative interval {self.start.isoformat()} / {self.end.isoformat()}")
        for name in ("start", "end"):
            # Most intervals are cut from others: their ends are UTC already.
            if (instant := getattr(self, name)).tzinfo is not UTC:
                object.__setattr__(self, name, instant.astimezone(UTC))

    @classmethod
    def from_minutes(cls, start: int, end: int) -> Interval:
        return cls(from_minute(start), from_minute(end))

    @property
    def minutes(self) -> int:
        """Elapsed minutes."""
        return (self.end - self.start) // _MINUTE

    @property
    def bounds(self) -> tuple[int, int]:
        """Start and end in minutes since the epoch."""
        return to_minute(self.start), to_minute(self.end)

    def overlaps(self, other: Interval) -> bool:
        """Whether both share at least one minute; touching ends do not."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: Interval) -> bool:
        return self.start <= other.start and other.end <= self.end

    def intersection(self, other: Interval) -> Interval | None:
        start, end = max(self.start, other.start), min(self.end, other.end)
        return Interval(start, end) if start < end else None

    def days(self) -> list[date]:
        """Calendar days in Europe/Berlin that hold at least one minute of the interval."""
        first, last = local(self.start).date(), local(self.end - _MINUTE).date()
        return [first + timedelta(days=n) for n in range((last - first).days + 1)]

    def by_day(self) -> Iterator[tuple[date, Interval]]:
        """The parts of the interval day by day; their minutes add up to the whole."""
        for day in self.days():
            whole_day = Interval(day_start(day), day_start(day + timedelta(days=1)))
            part = self.intersection(whole_day)
            if part is not None:
                yield day, part


def merge(intervals: Iterable[Interval]) -> list[Interval]:
    """Union of intervals, sorted, with touching and overlapping ones joined."""
    merged: list[Interval] = []
    for interval in sorted(intervals):
        if merged and interval.start <= merged[-1].end:
            if interval.end > merged[-1].end:
                merged[-1] = Interval(merged[-1].start, interval.end)
        else:
            merged.append(interval)
    return merged


def subtract(interval: Interval, holes: Iterable[Interval]) -> list[Interval]:
    """What is left of ``interval`` when the holes are cut out."""
    rest: list[Interval] = []
    start = interval.start
    for hole in merge(holes):
        if hole.end <= start or hole.start >= interval.end:
            continue
        if hole.start > start:
            rest.append(Interval(start, hole.start))
        start = max(start, hole.end)
    if start < interval.end:
        rest.append(Interval(start, interval.end))
    return rest


def clock_windows(interval: Interval, opens: time, closes: time) -> list[Interval]:
    """Parts of ``interval`` between two wall-clock times, e.g. the night from 23:00 to 06:00.

    A window whose closing time is not later than its opening time ends on the following day.
    """
    windows: list[Interval] = []
    first = local(interval.start).date() - timedelta(days=1)
    last = local(interval.end).date()
    for offset in range((last - first).days + 1):
        day = first + timedelta(days=offset)
        closing_day = day if closes > opens else day + timedelta(days=1)
        window = Interval(
            datetime.combine(day, opens, BERLIN).astimezone(UTC),
            datetime.combine(closing_day, closes, BERLIN).astimezone(UTC),
        )
        part = interval.intersection(window)
        if part is not None:
            windows.append(part)
    return windows


def iso_week(text: str) -> Interval:
    """The week Monday 00:00 to Monday 00:00 (Europe/Berlin) of an ISO week such as ``2026-W53``.

    Raises
    ------
    ValueError
        If the text is not ``YYYY-Www`` or that year has no such week.
    """
    year, _, week = text.partition("-W")
    monday = date.fromisocalendar(int(year), int(week), 1)
    return Interval(day_start(monday), day_start(monday + timedelta(days=7)))


def iso_week_name(day: date) -> str:
    """ISO week of a day, with the ISO year (1 January 2027 is in ``2026-W53``)."""
    year, week, _ = day.isocalendar()
    return f"{year}-W{week:02d}"


def age_on(birth_date: date, day: date) -> int:
    """Completed years of life on ``day``; the birthday itself counts (§ 187(2) BGB)."""
    had_birthday = (day.month, day.day) >= (birth_date.month, birth_date.day)
    return day.year - birth_date.year - (0 if had_birthday else 1)


def add_years(day: date, years: int) -> date:
    """The same calendar day ``years`` later; 29 February becomes 1 March in a common year."""
    try:
        return day.replace(year=day.year + years)
    except ValueError:
        return date(day.year + years, 3, 1)
