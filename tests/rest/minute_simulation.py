"""Every rest rule, minute by minute: slow, plain, and written apart from both judges.

Each minute is on duty or not; each rule counts minutes. Judges are compared with :func:`simulate`.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from functools import cache
from itertools import pairwise

import numpy as np

from optimizer.domain import Employment
from optimizer.duty import WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import BERLIN, age_on, from_minute, local, to_minute

RANK = {"hard": 0, "conservative": 1, "soft": 2, "info": 3}
DAY = 1440
WEEK = 7 * DAY
BEFORE, AFTER = 3 * DAY, 10 * DAY


def worst(pairs):
    """One class per rule: the most severe of some (rule id, class) pairs."""
    classes = {}
    for rule_id, severity in pairs:
        if rule_id not in classes or RANK[severity] < RANK[classes[rule_id]]:
            classes[rule_id] = severity
    return set(classes.items())


@cache
def wall(minute):
    """Local date and minutes shown by the clock since midnight."""
    here = local(from_minute(minute))
    return here.date(), here.hour * 60 + here.minute


def clock_minutes(text):
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def stretches(mask):
    """Index pairs ``[start, end)`` of the stretches of true minutes."""
    edges = np.flatnonzero(np.diff(np.concatenate(([0], mask.astype(np.int8), [0]))))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def only(mask, keep):
    """The stretches of a mask whose length satisfies ``keep``."""
    result = np.zeros_like(mask)
    for start, end in stretches(mask):
        if keep(end - start):
            result[start:end] = True
    return result


def bridged(mask, longest):
    """The mask with inner gaps of at most ``longest`` minutes filled."""
    result = mask.copy()
    parts = stretches(mask)
    for (_, end), (start, _) in pairwise(parts):
        if start - end <= longest:
            result[end:start] = True
    return result


def spans(mask, reset):
    """From first to last minute of stretches not parted by ``reset`` minutes or more."""
    result = []
    for start, end in stretches(mask):
        if result and start - result[-1][1] < reset:
            result[-1] = (result[-1][0], end)
        else:
            result.append((start, end))
    return result


class Simulation:
    """The minutes of one record and the rules that apply to it."""

    def __init__(self, record: WorkRecord, rulebook: Rulebook):
        self.record, self.book = record, rulebook
        busy = [piece.interval for piece in record.pieces] + list(record.on_board)
        self.base = min(to_minute(item.start) for item in busy) - BEFORE
        size = max(to_minute(item.end) for item in busy) + AFTER - self.base
        self.on, self.label, self.board = (np.zeros(size, bool) for _ in range(3))
        for piece in record.pieces:
            self._mark(self.on, piece.interval)
            for item in piece.breaks:
                self._mark(self.label, item)
        for item in record.on_board:
            self._mark(self.board, item)
        self.label &= self.on
        self.unbroken = self.on & ~self.label
        self.work = self.on & ~only(self.label, lambda length: length >= 15)
        self.duty = bridged(self.on, 15)
        self.literal = bridged(self.on & ~only(self.label, lambda length: length > 15), 15)
        self.force = self.literal if rulebook.readings["breaks_in_rest"] == "rest" else self.duty
        self.night = np.zeros(size, bool)
        for index in np.flatnonzero(self.work):
            shown = wall(self.base + int(index))[1]
            self.night[index] = shown >= 23 * 60 or shown < 6 * 60
        self.found: set[tuple[str, str]] = set()

    def _mark(self, mask, interval):
        mask[to_minute(interval.start) - self.base : to_minute(interval.end) - self.base] = True

    def day(self, index):
        return wall(self.base + index)[0]

    def values(self, rule_id, index):
        return self.book.values(rule_id, self.day(index))

    def breach(self, rule_id, severity):
        self.found.add((rule_id, severity))

    def run(self):
        employee = self.record.employment is Employment.EMPLOYEE
        self.consecutive_duty("employee" if employee else "self_employed")
        if employee:
            self.safety_rest("rest.uninterrupted_employee", self.uninterrupted)
            self.safety_rest("rest.total_employee", self.total)
            self.working_time()
        elif self.record.loading_exception:
            self.safety_rest("rest.loading_exception", self.loading, main_only=True)
        else:
            self.safety_rest("rest.uninterrupted_self_employed", self.uninterrupted)
        self.soft_window(employee)
        self.youth()
        return worst(self.found)

    # § 103 BinSchPersV

    def consecutive_duty(self, who):
        rule_id = f"rest.consecutive_duty_{who}"
        if self.book.readings["consecutive_duty"] == "gap_interrupts":
            for start, end in stretches(self.unbroken):
                if end - start > self.values(rule_id, start)["max_minutes"]:
                    self.breach(rule_id, "hard")
            return
        for start, end in spans(self.force, 480):
            allowed = self.values(rule_id, start)["max_minutes"]
            if end - start > allowed:
                parts = stretches(self.unbroken[start:end])
                literal = any(b - a > allowed for a, b in parts)
                self.breach(rule_id, "hard" if literal else "conservative")

    def total(self, mask, start, values):
        rest = np.count_nonzero(~mask[start : start + values["window_minutes"]])
        return rest < values["min_total_minutes"]

    def uninterrupted(self, mask, start, values):
        free = stretches(~mask[start : start + values["window_minutes"]])
        return max((b - a for a, b in free), default=0) < values["min_uninterrupted_minutes"]

    def loading(self, mask, start, values):
        plain = self.values("rest.uninterrupted_self_employed", start)
        if not self.uninterrupted(mask, start, plain):
            return False
        return self.total(mask, start, values) or self.uninterrupted(mask, start, values)

    def safety_rest(self, rule_id, too_little, main_only=False):
        main_only = main_only or self.book.readings["rest_windows"] == "main_rest"
        for start, main in self.window_openings(480):
            values = self.values(rule_id, start)
            if (main or not main_only) and too_little(self.force, start, values):
                hard = main and too_little(self.literal, start, values)
                self.breach(rule_id, "hard" if hard else "conservative")

    def window_openings(self, main_rest):
        """Every end of a rest, and whether that rest was long (or the unknown time before)."""
        before = None
        for start, end in stretches(self.force):
            yield start, before is None or start - before >= main_rest
            before = end

    def soft_window(self, employee):
        parts = stretches(self.force)
        for (_, start), (end, _) in pairwise(parts):
            mode = self.last_mode(start)
            if mode in ("A", "B", "C") and end - start >= 480:
                values = self.values("rest.soft_window", start)
                within = values["lies_within"].get(mode)
                if not self.lies_well(start, end, within or values["includes"][mode], bool(within)):
                    self.breach("rest.soft_window", "soft")

    def last_mode(self, index):
        begun = [p for p in self.record.pieces if to_minute(p.interval.start) < self.base + index]
        return begun[-1].mode

    def lies_well(self, start, end, clocks, within):
        """Whether the rest holds one whole daily window (or lies in one, where it may)."""
        opens, closes = (clock_minutes(text) for text in clocks)
        good = np.array([self.in_clock(i, opens, closes) for i in range(start - DAY, end + DAY)], dtype=bool)
        for a, b in stretches(good):
            a, b = a + start - DAY, b + start - DAY
            if within and a <= start and end <= b:
                return True
            if start <= a and b <= end and b < end + DAY and a > start - DAY:
                return True
        return False

    def in_clock(self, index, opens, closes):
        shown = wall(self.base + index)[1]
        return opens <= shown < closes if opens < closes else shown >= opens or shown < closes

    # BinSchArbZV

    def working_time(self):
        self.rolling("work.total_24h", self.work, self.work, most="max_minutes")
        self.rolling("work.total_7d", self.work, self.work, most="max_minutes")
        self.rolling("work.night_7d", self.night, self.night, most="max_minutes")
        self.rolling("work.rest_24h", self.force, self.literal, least="min_total_minutes")
        self.rolling("work.rest_7d", self.force, self.literal, least="min_total_minutes")
        for start, main in self.window_openings(360):
            values = self.values("work.rest_uninterrupted", start)
            if main and self.uninterrupted(self.force, start, values):
                hard = self.uninterrupted(self.literal, start, values)
                self.breach("work.rest_uninterrupted", "hard" if hard else "conservative")
        self.breaks()
        self.consecutive_days()

    def rolling(self, rule_id, mask, literal, most=None, least=None):
        """Sums over windows from every minute; the class by windows from starts of work."""

        def broken(counts, start, length, values):
            inside = counts[min(start + length, len(counts) - 1)] - counts[start]
            return inside > values[most] if most else length - inside < values[least]

        counts, lenient = (np.concatenate(([0], np.cumsum(m))) for m in (mask, literal))
        by_clock = self.book.readings["seven_days"] == "calendar"
        starts = sorted({a for m in (mask, literal) for a, _ in stretches(m)})
        at_starts = False
        for start in starts:
            values = self.values(rule_id, start)
            window = values["window_minutes"]
            other = self.week_by_clock(start) if window == WEEK else window
            if broken(counts, start, other if by_clock else window, values):
                at_starts = True
                hard = all(broken(lenient, start, length, values) for length in (window, other))
                self.breach(rule_id, "hard" if hard else "conservative")
        if not by_clock and starts:
            values = self.values(rule_id, starts[0])
            window = values["window_minutes"]
            sums = counts[window:] - counts[:-window]
            highest = int(sums.max())
            anywhere = highest > values[most] if most else window - highest < values[least]
            assert anywhere == at_starts, f"{rule_id}: starts of work do not decide"

    def week_by_clock(self, start):
        here = local(from_minute(self.base + start))
        there = datetime.combine(here.date() + timedelta(days=7), here.time(), BERLIN)
        return to_minute(there.astimezone(UTC)) - self.base - start

    def breaks(self):
        for start, end in spans(self.force, 360):
            values = self.values("work.breaks", start)
            worked, paused, longest = self.pauses(start, end)
            due = max([0, *(s["minutes"] for s in values["due"] if worked > s["over"])])
            if paused < due or longest > values["after_minutes"]:
                self.breach("work.breaks", "hard")

    def pauses(self, start, end):
        """Minutes worked, minutes of interruptions of 15 minutes or more, longest work without."""
        worked = paused = longest = stretch = idle = 0
        for index in range(start, end):
            if not self.work[index]:
                idle += 1
                continue
            if worked and idle >= 15:
                paused += idle
                stretch = 0
            idle = 0
            worked += 1
            stretch += 1
            longest = max(longest, stretch)
        return worked, paused, longest

    def consecutive_days(self):
        busy = self.on | self.board
        starts = np.zeros_like(self.on)
        for start, _ in stretches(self.on):
            starts[start] = True
        shift = self.book.readings["work_day"] == "shift"
        counted = starts | self.board if shift else busy
        long_rest = only(~busy, lambda length: length >= DAY)
        days: dict[date, list[int]] = {}
        for index in range(len(busy)):
            days.setdefault(self.day(index), []).append(index)
        row = 0
        for minutes in days.values():
            if counted[minutes].any():
                row += 1
            elif long_rest[minutes].any():
                row = 0
            if row > self.values("work.consecutive_days", minutes[0])["max_days"]:
                self.breach("work.consecutive_days", "hard")

    # JArbSchG

    def youth(self):
        days: dict[date, list] = {}
        for piece in self.record.pieces:
            day = local(piece.interval.start).date()
            days.setdefault(day, []).append(piece)
        weeks: dict[date, int] = {}
        before = None
        for day, pieces in days.items():
            start = to_minute(pieces[0].interval.start) - self.base
            end = to_minute(pieces[-1].interval.end) - self.base
            age = age_on(self.record.birth_date, day)
            working = self.young_work(start, end)
            facts = (day, pieces, start, end, age, int(np.count_nonzero(working)))
            if age < 18:
                self.youth_day(*facts)
                monday = day - timedelta(days=day.weekday())
                weeks[monday] = weeks.get(monday, 0) + facts[-1]
                if before is not None:
                    self.free_time(before, start)
            before = facts
        for minutes in weeks.values():
            if minutes > 2400:
                self.breach("youth.weekly_hours", "hard")
        for index in np.flatnonzero(self.on):
            self.forbidden_day(int(index))

    def young_work(self, start, end):
        """All of a day from first start to last end except interruptions of 15 minutes or more."""
        working = self.work[start:end].copy()
        for a, b in stretches(~working):
            if b - a < 15 or a == 0 or b == end - start:
                working[a:b] = True
        return working

    def youth_day(self, day, pieces, start, end, age, worked):
        if age < 15:
            self.breach("youth.child", "hard")
        if worked > 480:
            self.breach("youth.daily_hours", "hard")
        if end - start > (840 if self.extended(pieces, age, worked) else 600):
            self.breach("youth.shift", "hard")
        if any(self.at_night(piece, day, age) for piece in pieces):
            self.breach("youth.night", "hard")
        due = 60 if worked > 360 else 30 if worked > 270 else 0
        longest = max(b - a for a, b in stretches(self.young_work(start, end)))
        if self.placed_pauses(start, end) < due or longest > 270:
            self.breach("youth.breaks", "hard")

    def extended(self, pieces, age, worked):
        return age >= 16 and all(piece.sailing for piece in pieces) and worked <= 360

    def at_night(self, piece, day, age):
        latest = time(22) if piece.sailing and age >= 16 else time(20)
        for minute in range(to_minute(piece.interval.start), to_minute(piece.interval.end)):
            here, shown = wall(minute)
            if here != day or not 6 * 60 <= shown < latest.hour * 60:
                return True
        return False

    def placed_pauses(self, start, end):
        paused = 0
        for a, b in stretches(~self.work[start:end]):
            inner = a > 0 and b < end - start
            if inner and b - a >= 15 and a >= 60 and b <= end - start - 60:
                paused += b - a
        return paused

    def free_time(self, before, start):
        _, pieces, begun, ended, age, worked = before
        shift = ended - begun
        needed = {"remaining_day": 720, "hour_for_hour": 720}
        if self.extended(pieces, age, worked) and 600 < shift <= 840:
            needed["remaining_day"] = max(600, min(720, 1440 - shift))
            needed["hour_for_hour"] = max(600, 720 - (shift - 600))
        if start - ended < needed[self.book.readings["youth_free_time"]]:
            hard = start - ended < min(needed.values())
            self.breach("youth.free_time", "hard" if hard else "conservative")

    def forbidden_day(self, index):
        day = self.day(index)
        feasts = {"01-01", "05-01", "12-24", "12-25", "12-26", "12-31"}
        easter = {date(2026, 4, 5), date(2026, 4, 6), date(2027, 3, 28), date(2027, 3, 29)}
        forbidden = f"{day:%m-%d}" in feasts or day in easter
        if forbidden and age_on(self.record.birth_date, day) < 18:
            self.breach("youth.forbidden_days", "hard")


def simulate(record: WorkRecord, rulebook: Rulebook) -> set[tuple[str, str]]:
    """Rule id and class of every rule a record breaks, one entry per rule: its worst class.

    Pieces must not overlap; dates of Easter are known for 2026 and 2027.
    """
    if not record.pieces and not record.on_board:
        return set()
    return Simulation(record, rulebook).run()
