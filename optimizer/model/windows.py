"""Rules over days and weeks as linear rows: hours in seven days, nights, weeks of minors, run of days.

A row is written only for people who can reach the limit at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

import numpy as np
import numpy.typing as npt

from optimizer.domain import Employment, Person
from optimizer.duty import WorkPiece
from optimizer.eligibility import is_minor
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.people import FixedTime
from optimizer.model.rest_oracle import REACH
from optimizer.rest.limits import RollingLimit, rolling_limits
from optimizer.timeline import Interval, clock_windows, day_start, local, to_minute


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
        self._reach: dict[tuple[object, ...], _Reach] = {}

    def rows(self, person: Person, candidates: Sequence[Block], pairs: Pairs) -> Iterator[WindowRow]:
        """Rolling and weekly rows of a person (employees only: § 103 has no weekly limit).

        ``pairs`` are the block pairs nobody like the person can combine; they bound what a day can hold.
        """
        if person.employment is not Employment.EMPLOYEE or not candidates:
            return
        minor = is_minor(person, self._day, self._instance.rulebook)
        seen: set[tuple[int, Row]] = set()
        for limit in rolling_limits(self._instance.rulebook, person.employment, minor, self._day):
            if limit.anchor != "any" or limit.window_minutes <= REACH // timedelta(minutes=1):
                continue
            for row in self._rolling(person, candidates, pairs, limit):
                if (row.limit, row.minutes) not in seen:
                    seen.add((row.limit, row.minutes))
                    yield row
        yield from self._weeks_of_minor(person, candidates)

    def _rolling(
        self,
        person: Person,
        candidates: Sequence[Block],
        pairs: Pairs,
        limit: RollingLimit,
    ) -> Iterator[WindowRow]:
        clock = self._night() if limit.measure == "night" else None
        key = (limit, tuple(block.index for block in candidates), id(pairs))
        if key not in self._reach:
            counted = {block.index: parts for block in candidates if (parts := _counted(block.duty, clock))}
            self._reach[key] = _Reach(self._blocks, counted, pairs, limit.window_minutes)
        reach = self._reach[key]
        fixed = _counted((p.interval for p in self._fixed[person.crew_id].pieces), clock)
        starts = sorted(reach.starts | {start for start, _ in fixed})
        starts = [start for start in starts if start + limit.window_minutes > to_minute(self._instance.window.start)]
        done = _minutes_from(starts, limit.window_minutes, fixed)
        seen: set[Row] = set()
        for start, used in zip(starts, done.tolist(), strict=True):
            room = limit.max_minutes - used
            if reach.most(start) > room and (row := reach.row(start)) not in seen:
                seen.add(row)
                yield WindowRow(person.crew_id, row, max(room, 0), limit.rule_id)

    def _night(self) -> tuple[time, time]:
        values = self._instance.rulebook.values("work.night_7d", self._day)
        assert values is not None, "a limit of night work comes with its clock times"
        return time.fromisoformat(values["night_from"]), time.fromisoformat(values["night_to"])

    def _weeks_of_minor(self, person: Person, candidates: Sequence[Block]) -> Iterator[WindowRow]:
        values = self._instance.rulebook.values("youth.weekly_hours", self._day)
        if values is None:
            return
        mondays = {_monday(block.duty[0]) for block in candidates if block.duty}
        for monday in sorted(mondays):
            week = Interval(day_start(monday), day_start(monday + timedelta(days=7)))
            if not is_minor(person, monday, self._instance.rulebook):
                continue
            minutes = {
                b.index: m for b in candidates if (m := _shared(b.duty, week) - _shared(b.fixed_breaks, week)) > 0
            }
            done = sum(_worked(piece, week) for piece in self._fixed[person.crew_id].pieces)
            yield WindowRow(
                person.crew_id,
                tuple(sorted(minutes.items())),
                max(int(values["max_minutes"]) - done, 0),
                "youth.weekly_hours",
            )

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


Pairs = Mapping[tuple[int, int], str]
Minutes = npt.NDArray[np.int64]
Row = tuple[tuple[int, int], ...]
Bounds = tuple[int, int]


def _counted(intervals: Iterable[Interval], clock: tuple[time, time] | None) -> list[Bounds]:
    parts = intervals if clock is None else [p for interval in intervals for p in clock_windows(interval, *clock)]
    return [part.bounds for part in parts]


def _minutes_in(parts: Iterable[Bounds], window: Bounds) -> int:
    return sum(max(0, min(end, window[1]) - max(start, window[0])) for start, end in parts)


def _shared(intervals: Iterable[Interval], window: Interval) -> int:
    return _minutes_in([interval.bounds for interval in intervals], window.bounds)


def _worked(piece: WorkPiece, window: Interval) -> int:
    return _shared((piece.interval,), window) - _shared(piece.breaks, window)


def _minutes_from(starts: Sequence[int], window_minutes: int, parts: Sequence[Bounds]) -> Minutes:
    """Minutes of these parts in the window from each start, of shape ``(len(starts),)``."""
    if not parts or not starts:
        return np.zeros(len(starts), dtype=np.int64)
    begin = np.asarray(starts, dtype=np.int64)[:, None]
    return _shared_minutes(np.asarray(parts, dtype=np.int64), begin, window_minutes).sum(axis=1)


def _shared_minutes(parts: Minutes, begin: Minutes | int, window_minutes: int) -> Minutes:
    """Minutes of each part, of shape ``(parts, 2)``, in the window from ``begin``."""
    inside = np.minimum(parts[:, 1], begin + window_minutes) - np.maximum(parts[:, 0], begin)
    return np.maximum(inside, 0)


class _Reach:
    """What people with the same candidate blocks can collect in any window; found once for all of them.

    Blocks with the same counted parts on one day are counted together; ``_amounts`` are minutes by
    such a group, in the order of the days.
    """

    def __init__(self, blocks: Sequence[Block], counted: Mapping[int, list[Bounds]], pairs: Pairs, window_minutes: int):
        self._pairs = pairs  # kept alive: the cache knows them by identity
        self._window = window_minutes
        grouped: dict[tuple[date, tuple[Bounds, ...]], list[int]] = {}
        for index, parts in counted.items():
            day = local(blocks[index].shift.interval.start).date()
            grouped.setdefault((day, tuple(parts)), []).append(index)
        ordered = sorted(grouped.items(), key=lambda item: item[0])
        self._groups = [indices for _, indices in ordered]
        self._parts = np.array([part for (_, parts), _ in ordered for part in parts], dtype=np.int64).reshape(-1, 2)
        self._of_part = np.repeat(np.arange(len(ordered)), [len(parts) for (_, parts), _ in ordered])
        days = [day for (day, _), _ in ordered]
        self._first_of_day = [n for n, day in enumerate(days) if n == 0 or days[n - 1] != day]
        self._most_of_day: dict[tuple[int, tuple[int, ...]], int] = {}
        self._most: dict[int, int] = {}
        self._rows: dict[int, Row] = {}
        self.starts = {start for parts in counted.values() for start, _ in parts}

    def most(self, start: int) -> int:
        """A bound on the minutes one person can collect in the window from ``start``: day by day, without excluded pairs."""
        if start not in self._most:
            amounts = self._amounts(start).tolist()
            ends = [*self._first_of_day[1:], len(amounts)]
            days = zip(self._first_of_day, ends, strict=False)
            self._most[start] = sum(self._of_day(first, tuple(amounts[first:end])) for first, end in days)
        return self._most[start]

    def row(self, start: int) -> Row:
        """Minutes per block in the window from ``start``."""
        if start not in self._rows:
            amounts = self._amounts(start).tolist()
            minutes = [(index, m) for indices, m in zip(self._groups, amounts, strict=True) if m for index in indices]
            self._rows[start] = tuple(sorted(minutes))
        return self._rows[start]

    def _amounts(self, start: int) -> Minutes:
        return self._by_group(_shared_minutes(self._parts, start, self._window))

    def _by_group(self, of_parts: Minutes) -> Minutes:
        return np.bincount(self._of_part, weights=of_parts, minlength=len(self._groups)).astype(np.int64)

    def _of_day(self, first: int, amounts: tuple[int, ...]) -> int:
        """The most of a day, whose groups begin at ``first``; windows cut the same days again and again."""
        if not any(amounts):
            return 0
        if (first, amounts) not in self._most_of_day:
            minutes = {i: m for n, m in enumerate(amounts) if m for i in self._groups[first + n]}
            self._most_of_day[first, amounts] = _heaviest(sorted(minutes), minutes, self._pairs)
        return self._most_of_day[first, amounts]


def _heaviest(indices: Sequence[int], minutes: Mapping[int, int], pairs: Pairs) -> int:
    """Largest sum of minutes over blocks of which no two exclude each other."""
    best = 0
    stack = [(0, tuple(indices))]
    while stack:
        total, open_blocks = stack.pop()
        best = max(best, total)
        for position, index in enumerate(open_blocks):
            rest = tuple(o for o in open_blocks[position + 1 :] if (min(o, index), max(o, index)) not in pairs)
            if total + minutes[index] + sum(minutes[o] for o in rest) > best:
                stack.append((total + minutes[index], rest))
    return best
