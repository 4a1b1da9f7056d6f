"""Rules over days and weeks as linear rows: hours in seven days, nights, weeks of minors, run of days.

A row is written only for people who can reach the limit at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

from optimizer.domain import Employment, Person
from optimizer.duty import WorkPiece
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.people import FixedTime, is_minor
from optimizer.timeline import Interval, clock_windows, day_start, local


@dataclass(frozen=True, slots=True)
class WindowRow:
    """Sum of minutes of the person's blocks in one window is at most ``limit``."""

    crew_id: str
    minutes: tuple[tuple[int, int], ...]
    limit: int
    rule_id: str


@dataclass(frozen=True, slots=True)
class DaysRow:
    """Of these days, each given by the blocks that touch it, the person works at most ``limit``."""

    crew_id: str
    days: tuple[tuple[int, ...], ...]
    limit: int
    rule_id: str


class WindowBuilder:
    """Rows of one person after another; values are read for the first day of the window."""

    def __init__(self, instance: Instance, blocks: Sequence[Block], fixed: Mapping[str, FixedTime]):
        self._instance = instance
        self._blocks = blocks
        self._fixed = fixed
        self._day = local(instance.window.start).date()

    def rows(self, person: Person, candidates: Sequence[Block]) -> Iterator[WindowRow]:
        """Rolling and weekly rows of a person (employees only: § 103 has no weekly limit)."""
        if person.employment is not Employment.EMPLOYEE or not candidates:
            return
        rest = self._instance.rulebook.values("work.rest_7d", self._day)
        work = self._instance.rulebook.values("work.total_7d", self._day)
        night = self._instance.rulebook.values("work.night_7d", self._day)
        if rest is not None and work is not None:
            limit = min(int(rest["window_minutes"]) - int(rest["min_total_minutes"]), int(work["max_minutes"]))
            yield from self._rolling(person, candidates, int(rest["window_minutes"]), limit, "work.rest_7d", None)
        if night is not None:
            clock = (time.fromisoformat(night["night_from"]), time.fromisoformat(night["night_to"]))
            window, limit = int(night["window_minutes"]), int(night["max_minutes"])
            yield from self._rolling(person, candidates, window, limit, "work.night_7d", clock)
        yield from self._weeks_of_minor(person, candidates)

    def _rolling(
        self,
        person: Person,
        candidates: Sequence[Block],
        window_minutes: int,
        limit: int,
        rule_id: str,
        clock: tuple[time, time] | None,
    ) -> Iterator[WindowRow]:
        fixed = _counted((p.interval for p in self._fixed[person.crew_id].pieces), clock)
        counted = {block.index: _counted(block.duty, clock) for block in candidates}
        counted = {index: parts for index, parts in counted.items() if parts}
        starts = {part.start for parts in counted.values() for part in parts} | {part.start for part in fixed}
        seen: set[tuple[tuple[int, int], ...]] = set()
        for start in sorted(starts):
            window = Interval(start, start + timedelta(minutes=window_minutes))
            if window.end <= self._instance.window.start:
                continue
            minutes = {i: m for i, parts in counted.items() if (m := _minutes_in(parts, window))}
            room = limit - _minutes_in(fixed, window)
            if self._reachable(minutes) <= room:
                continue
            row = tuple(sorted(minutes.items()))
            if row not in seen:
                seen.add(row)
                yield WindowRow(person.crew_id, row, max(room, 0), rule_id)

    def _reachable(self, minutes: Mapping[int, int]) -> int:
        """An upper bound on the minutes one person can collect: the day's own limit, day by day."""
        values = self._instance.rulebook.values("work.rest_24h", self._day)
        cap = int(values["window_minutes"]) - int(values["min_total_minutes"]) if values else 24 * 60
        of_day: dict[date, list[int]] = {}
        for index, amount in minutes.items():
            of_day.setdefault(local(self._blocks[index].shift.interval.start).date(), []).append(amount)
        return sum(max(max(amounts), min(sum(amounts), cap)) for amounts in of_day.values())

    def _weeks_of_minor(self, person: Person, candidates: Sequence[Block]) -> Iterator[WindowRow]:
        values = self._instance.rulebook.values("youth.weekly_hours", self._day)
        age = self._instance.rulebook.values("youth.age_limit", self._day)
        if values is None or age is None:
            return
        mondays = {_monday(block.duty[0]) for block in candidates}
        for monday in sorted(mondays):
            week = Interval(day_start(monday), day_start(monday + timedelta(days=7)))
            if not is_minor(person, week.start, int(age["adult_age"])):
                continue
            minutes = {
                b.index: m for b in candidates if (m := _minutes_in(b.duty, week) - _minutes_in(b.fixed_breaks, week)) > 0
            }
            done = sum(_worked(piece, week) for piece in self._fixed[person.crew_id].pieces)
            yield WindowRow(person.crew_id, tuple(sorted(minutes.items())), max(int(values["max_minutes"]) - done, 0), "youth.weekly_hours")

    def day_rows(self, person: Person, candidates: Sequence[Block]) -> Iterator[DaysRow]:
        """Rows for the longest run of work days, where history plus window can exceed it."""
        values = self._instance.rulebook.values("work.consecutive_days", self._day)
        if values is None or person.employment is not Employment.EMPLOYEE:
            return
        longest = int(values["max_days"])
        worked = {day for p in self._fixed[person.crew_id].pieces for day in p.interval.days()}
        worked |= {day for part in self._fixed[person.crew_id].on_board for day in part.days()}
        touching: dict[date, set[int]] = {}
        for block in candidates:
            for day in block.shift.interval.days():
                touching.setdefault(day, set()).add(block.index)
        days = sorted(set(touching) | worked)
        for first in days:
            run = [first + timedelta(days=n) for n in range(longest + 1)]
            if not all(day in worked or day in touching for day in run):
                continue
            free = [tuple(sorted(touching[day])) for day in run if day not in worked]
            if free:
                yield DaysRow(person.crew_id, tuple(free), len(free) - 1, "work.consecutive_days")


def _monday(interval: Interval) -> date:
    day = local(interval.start).date()
    return day - timedelta(days=day.weekday())


def _counted(intervals: Iterable[Interval], clock: tuple[time, time] | None) -> list[Interval]:
    if clock is None:
        return list(intervals)
    return [part for interval in intervals for part in clock_windows(interval, *clock)]


def _minutes_in(parts: Iterable[Interval], window: Interval) -> int:
    return sum(part.minutes for interval in parts if (part := interval.intersection(window)) is not None)


def _worked(piece: WorkPiece, window: Interval) -> int:
    return _minutes_in((piece.interval,), window) - _minutes_in(piece.breaks, window)
