"""Working time of people under 18: §§ 4, 8, 11-14 and 20 JArbSchG.

The day of a duty is the calendar day on which it starts; the age on the day decides.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, time, timedelta
from itertools import groupby, pairwise

from dateutil.easter import easter

from optimizer.check.rest_breach import Breached, Readings, RestBreach, weigh
from optimizer.check.rest_spans import day_of, gaps, runs, span, window_from, without_breaks
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import Interval, age_on, at_wall_clock, day_start, subtract


@dataclass(frozen=True, slots=True)
class YouthDay:
    """The duties of a young person that start on one day, and the work in them."""

    day: date
    age: int
    pieces: tuple[WorkPiece, ...]
    work: tuple[Interval, ...]

    @property
    def shift(self) -> Interval:
        """First start to last end (§ 4 Abs. 2)."""
        return Interval(self.pieces[0].interval.start, max(piece.interval.end for piece in self.pieces))

    @property
    def worked(self) -> int:
        return sum(stretch.minutes for stretch in self.work)

    @property
    def sailing(self) -> bool:
        return all(piece.sailing for piece in self.pieces)


def _is_minor(record: WorkRecord, rulebook: Rulebook, day: date) -> bool:
    values = rulebook.values("youth.age_limit", day)
    return values is not None and age_on(record.birth_date, day) < values["adult_age"]


def youth_days(record: WorkRecord, rulebook: Rulebook) -> list[YouthDay]:
    """The days on which the person is still under 18, in order."""
    by_day = groupby(record.pieces, key=lambda piece: day_of(piece.interval.start))
    return [
        YouthDay(day, age_on(record.birth_date, day), pieces, tuple(_work(rulebook, day, pieces)))
        for day, group in by_day
        if (pieces := tuple(group)) and _is_minor(record, rulebook, day)
    ]


def _work(rulebook: Rulebook, day: date, pieces: tuple[WorkPiece, ...]) -> list[Interval]:
    """§ 4 Abs. 1, § 11 Abs. 1 Satz 3: only an interruption that is long enough is no work."""
    values = rulebook.values("youth.breaks", day)
    shortest = 0 if values is None else values["min_piece_minutes"]
    stretches = without_breaks(pieces, lambda item: item.minutes >= shortest)
    return [span(run) for run in runs(stretches, shortest)]


def children(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 5 Abs. 1, § 2 Abs. 1: nobody under 15 is employed at all."""
    found = [
        Breached(item.shift, item.shift.minutes, 0)
        for item in youth_days(record, rulebook)
        if (values := rulebook.values(rule_id, item.day)) is not None and item.age < values["min_age"]
    ]
    return weigh(rule_id, rulebook, (), lambda _: found)


def daily_hours(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 8 Abs. 1: hours of the day."""
    found = [
        Breached(item.shift, item.worked, values["max_minutes"])
        for item in youth_days(record, rulebook)
        if (values := rulebook.values(rule_id, item.day)) is not None and item.worked > values["max_minutes"]
    ]
    return weigh(rule_id, rulebook, (), lambda _: found)


def weekly_hours(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 8 Abs. 1, § 4 Abs. 4: hours from Monday to Sunday."""
    found: list[Breached] = []
    by_week = groupby(youth_days(record, rulebook), key=lambda item: item.day - timedelta(days=item.day.weekday()))
    for monday, group in by_week:
        worked = sum(item.worked for item in group)
        values = rulebook.values(rule_id, monday)
        if values is not None and worked > values["max_minutes"]:
            week = Interval(day_start(monday), day_start(monday + timedelta(days=7)))
            found.append(Breached(week, worked, values["max_minutes"]))
    return weigh(rule_id, rulebook, (), lambda _: found)


def breaks(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 11 Abs. 1, 2: enough break time away from start and end, and no long stretch without one.

    As in § 5 BinSchArbZV a figure above the allowed one is a stretch, one below it a shortage.
    """
    found = [
        breach
        for item in youth_days(record, rulebook)
        if (breach := _break_breach(item, rulebook, rule_id)) is not None
    ]
    return weigh(rule_id, rulebook, (), lambda _: found)


def _break_breach(item: YouthDay, rulebook: Rulebook, rule_id: str) -> Breached | None:
    values = rulebook.values(rule_id, item.day)
    if values is None or not item.work:
        return None
    due = max((tier["minutes"] for tier in values["due"] if item.worked > tier["over"]), default=0)
    taken = _well_placed_breaks(item, values["not_in_first_or_last_minutes"])
    if taken < due:
        return Breached(item.shift, taken, due)
    longest = max(stretch.minutes for stretch in item.work)
    return Breached(item.shift, longest, values["after_minutes"]) if longest > values["after_minutes"] else None


def _well_placed_breaks(item: YouthDay, margin: int) -> int:
    working = span(item.work)
    if working.minutes <= 2 * margin:
        return 0
    edge = timedelta(minutes=margin)
    middle = Interval(working.start + edge, working.end - edge)
    return sum(gap.minutes for gap in gaps(item.work) if middle.covers(gap))


def _extended(item: YouthDay, values: dict[str, int]) -> bool:
    """§ 20 Abs. 1 Nr. 1: over 16, under way all the time, little work."""
    return item.age >= values["extended_min_age"] and item.sailing and item.worked <= values["extended_work_minutes"]


def shift_length(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 12, § 20 Abs. 1 Nr. 1 Satz 1: first start to last end of the day."""
    found: list[Breached] = []
    for item in youth_days(record, rulebook):
        values = rulebook.values(rule_id, item.day)
        if values is None:
            continue
        allowed = values["extended_minutes"] if _extended(item, values) else values["max_minutes"]
        if item.shift.minutes > allowed:
            found.append(Breached(item.shift, item.shift.minutes, allowed))
    return weigh(rule_id, rulebook, (), lambda _: found)


def free_time(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 13, § 20 Abs. 1 Nr. 1 Satz 2: free time from the end of one day's work to the next start."""

    def find(readings: Readings) -> list[Breached]:
        found: list[Breached] = []
        for before, after in pairwise(youth_days(record, rulebook)):
            values = rulebook.values(rule_id, before.day)
            if values is None:
                continue
            due = _free_time_due(before, rulebook, values, readings["youth_free_time"])
            free = max(0, (after.shift.start - before.shift.end) // timedelta(minutes=1))
            if free < due:
                found.append(Breached(window_from(before.shift.end, due), free, due))
        return found

    return weigh(rule_id, rulebook, ("youth_free_time",), find)


def _free_time_due(item: YouthDay, rulebook: Rulebook, values: dict[str, int], reading: str) -> int:
    """Twelve hours, less only where an extended shift was lawful."""
    shift = rulebook.values("youth.shift", item.day)
    length = item.shift.minutes
    if shift is None or not _extended(item, shift) or not shift["max_minutes"] < length <= shift["extended_minutes"]:
        return values["min_minutes"]
    if reading == "hour_for_hour":
        left = values["min_minutes"] - (length - shift["max_minutes"])
    else:
        left = min(values["min_minutes"], values["day_minutes"] - length)
    return max(values["shortened_minutes"], left)


def night(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 14 Abs. 1, § 20 Abs. 1 Nr. 2: no duty outside the hours of the day."""
    found: list[Breached] = []
    for item in youth_days(record, rulebook):
        outside = [part for piece in item.pieces for part in _outside_hours(piece, record, rulebook, rule_id)]
        if outside:
            minutes = sum(part.minutes for part in outside)
            found.append(Breached(outside[0], minutes, 0, begins=item.shift.start))
    return weigh(rule_id, rulebook, (), lambda _: found)


def _outside_hours(piece: WorkPiece, record: WorkRecord, rulebook: Rulebook, rule_id: str) -> Iterator[Interval]:
    for day, part in piece.interval.by_day():
        values = rulebook.values(rule_id, day)
        if values is None or not _is_minor(record, rulebook, day):
            continue
        later = piece.sailing and age_on(record.birth_date, day) >= values["extended_min_age"]
        closes = values["extended_to" if later else "to"]
        hours = (at_wall_clock(day, time.fromisoformat(text)) for text in (values["from"], closes))
        yield from subtract(part, [Interval(*hours)])


def forbidden_days(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """§ 20 Abs. 1 Nr. 3 Satz 1: no duty at all on certain days, not even the end of one."""
    found: list[Breached] = []
    parts = sorted((part, day) for piece in record.pieces for day, part in piece.interval.by_day())
    for day, group in groupby(parts, key=lambda item: item[1]):
        values = rulebook.values(rule_id, day)
        if values is not None and _is_minor(record, rulebook, day) and _is_forbidden(day, values):
            on_day = [part for part, _ in group]
            found.append(Breached(span(on_day), sum(part.minutes for part in on_day), 0))
    return weigh(rule_id, rulebook, (), lambda _: found)


def _is_forbidden(day: date, values: dict[str, list]) -> bool:
    return day.strftime("%m-%d") in values["month_days"] or (day - easter(day.year)).days in values["easter_offsets"]
