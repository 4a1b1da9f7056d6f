"""Rules over days and weeks as linear rows: hours in seven days, nights, weeks of minors, run of days.

A row is written only for people who can reach the limit at all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

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
        seen: set[Row] = set()
        for start in sorted(reach.starts | {start for start, _ in fixed}):
            window = (start, start + limit.window_minutes)
            if window[1] <= to_minute(self._instance.window.start):
                continue
            room = limit.max_minutes - _minutes_in(fixed, window)
            row, most = reach.within(start)
            if row and row not in seen and most > room:
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


class _Reach:
    """What people with the same candidate blocks can collect in any window; found once for all of them."""

    def __init__(self, blocks: Sequence[Block], counted: Mapping[int, list[Bounds]], pairs: Pairs, window_minutes: int):
        self._pairs = pairs  # kept alive: the cache knows them by identity
        self._counted = counted
        self._window = window_minutes
        self._most = _DailyMost(blocks, counted, pairs)
        self._alike: dict[tuple[Bounds, ...], list[int]] = {}
        for index, parts in counted.items():
            self._alike.setdefault(tuple(parts), []).append(index)
        self._found: dict[int, tuple[Row, int]] = {}
        self.starts = {start for parts in counted.values() for start, _ in parts}

    def within(self, start: int) -> tuple[Row, int]:
        """Minutes per block in the window from ``start``, and a bound on what one person can collect."""
        if start not in self._found:
            window = (start, start + self._window)
            minutes: dict[int, int] = {}
            for parts, indices in self._alike.items():
                # Parts come in order, so most blocks are seen to lie outside without counting.
                if parts[0][0] < window[1] and parts[-1][1] > window[0] and (amount := _minutes_in(parts, window)):
                    minutes.update(dict.fromkeys(indices, amount))
            self._found[start] = tuple(sorted(minutes.items())), self._most.total(minutes)
        return self._found[start]


class _DailyMost:
    """Upper bound on the minutes one person can collect: day by day, without excluded pairs."""

    def __init__(self, blocks: Sequence[Block], counted: Mapping[int, list[Bounds]], pairs: Pairs):
        self._whole = {index: sum(end - start for start, end in parts) for index, parts in counted.items()}
        self._pairs = pairs
        self._parts: dict[Row, int] = {}
        self._of_day: dict[date, list[int]] = {}
        for index in counted:
            self._of_day.setdefault(local(blocks[index].shift.interval.start).date(), []).append(index)
        self._most = {day: _heaviest(indices, self._whole, pairs) for day, indices in self._of_day.items()}

    def total(self, minutes: Mapping[int, int]) -> int:
        """Bound for blocks that count only these minutes; days at the edge are counted afresh."""
        total = 0
        for day, indices in self._of_day.items():
            inside = [index for index in indices if index in minutes]
            if len(inside) == len(indices) and all(minutes[index] == self._whole[index] for index in inside):
                total += self._most[day]
            elif inside:
                total += self._partly(tuple((index, minutes[index]) for index in inside))
        return total

    def _partly(self, minutes: Row) -> int:
        """The most of a day of which only these minutes count; windows cut the same days again and again."""
        if minutes not in self._parts:
            self._parts[minutes] = _heaviest([index for index, _ in minutes], dict(minutes), self._pairs)
        return self._parts[minutes]


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
