"""Options as the user typed them, turned into values or into one clear sentence."""

from __future__ import annotations

import math
from datetime import timedelta

from optimizer.cli.instants import parse_instant
from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset
from optimizer.findings import Text
from optimizer.timeline import (
    Interval,
    NonexistentTimeError,
    at_wall_clock,
    day_start,
    iso_week,
    iso_week_name,
    local,
)

_MOST_WEEKS = 6


def language(text: str) -> str:
    """``de`` or ``en``.

    Raises
    ------
    CommandError
        For any other language.
    """
    lang = text.strip().lower()
    if lang not in ("de", "en"):
        raise CommandError(
            Text(
                f"Die Sprache „{text}“ gibt es nicht. Möglich sind --lang de und --lang en.",
                f'There is no language "{text}". Write --lang de or --lang en.',
            )
        )
    return lang


def seconds(text: str) -> float:
    """A positive, finite number of seconds; a decimal comma is understood.

    Raises
    ------
    CommandError
        If the text is no such number.
    """
    try:
        value = float(text.strip().replace(",", "."))
    except ValueError:
        value = math.nan
    if not (value > 0 and math.isfinite(value)):
        raise CommandError(
            Text(
                f"Das Zeitlimit „{text}“ ist keine positive Zahl von Sekunden. Beispiel: --time-limit 60.",
                f'The time limit "{text}" is not a positive number of seconds. Example: --time-limit 60.',
            )
        )
    return value


def plan_window(dataset: Dataset, week: str | None, start: str | None, weeks: str | None) -> Interval:
    """The stretch of time to plan; without a wish the week of the earliest shift.

    Raises
    ------
    CommandError
        If the week or day cannot be read, both are given, or no shift starts in the window.
    """
    count = _weeks(weeks)
    if week is not None and start is not None:
        raise CommandError(Text("--week und --from schließen sich aus.", "--week and --from exclude each other."))
    if not dataset.shifts:
        raise CommandError(Text("Der Datensatz enthält keine Schichten.", "The dataset has no shifts."))
    try:
        window = _from(start, count) if start is not None else _of_week(_week(dataset, week), count)
    except OverflowError:
        raise _no_shifts(dataset, week or start or "") from None
    if not any(window.start <= shift.interval.start < window.end for shift in dataset.shifts.values()):
        raise _no_shifts(dataset, week or start or "")
    return window


def weeks_with_shifts(dataset: Dataset) -> list[str]:
    """ISO weeks in which shifts start, in order."""
    days = sorted(local(shift.interval.start).date() for shift in dataset.shifts.values())
    return list(dict.fromkeys(iso_week_name(day) for day in days))


def _weeks(text: str | None) -> int:
    if text is None:
        return 1
    if not (text.strip().isdecimal() and 1 <= int(text) <= _MOST_WEEKS):
        raise CommandError(
            Text(
                f"--weeks „{text}“: möglich sind 1 bis {_MOST_WEEKS} Wochen.",
                f'--weeks "{text}": 1 to {_MOST_WEEKS} weeks are possible.',
            )
        )
    return int(text)


def _week(dataset: Dataset, week: str | None) -> Interval:
    name = weeks_with_shifts(dataset)[0] if week is None else week.strip().upper()
    try:
        return iso_week(name)
    except ValueError:
        possible = ", ".join(weeks_with_shifts(dataset))
        raise CommandError(
            Text(
                f"Die Woche „{week}“ gibt es nicht. Geschrieben wird sie wie 2026-W50. Wochen mit Schichten: {possible}.",
                f'There is no week "{week}". Write it like 2026-W50. Weeks with shifts: {possible}.',
            )
        ) from None


def _of_week(week: Interval, count: int) -> Interval:
    monday = local(week.start).date()
    return Interval(week.start, day_start(monday + timedelta(days=7 * count)))


def _from(text: str, count: int) -> Interval:
    """From a day or an instant to the same time of day ``count`` weeks later."""
    start = parse_instant(text)
    wall = local(start)
    day = wall.date() + timedelta(days=7 * count)
    try:
        return Interval(start, at_wall_clock(day, wall.time(), fold=0))
    except NonexistentTimeError:
        return Interval(start, start + timedelta(days=7 * count))


def _no_shifts(dataset: Dataset, wish: str) -> CommandError:
    possible = ", ".join(weeks_with_shifts(dataset))
    return CommandError(
        Text(
            f"Im gewünschten Zeitraum „{wish}“ beginnt keine Schicht. Wochen mit Schichten: {possible}.",
            f'No shift starts in the window "{wish}". Weeks with shifts: {possible}.',
        )
    )
