"""§ 101(3): a vessel that sails longer than its mode allows because its crews change.

Nobody of such a crew serves on another vessel in the same 24 hours, and nobody stays on board
longer than the mode allows, over two shifts either.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from optimizer.domain import Shift
from optimizer.duty import WorkPiece
from optimizer.instance import Instance
from optimizer.manning import mode_limit
from optimizer.timeline import Interval, local


class CrewChangeRule:
    """The rule for the shifts (by id) that are lawful only through it."""

    def __init__(self, instance: Instance, changing: frozenset[str]):
        self._instance = instance
        self._changing = changing

    def window(self, shift: Shift) -> timedelta:
        """The 24 hours of the rule on the day of the shift, zero where it is not in force."""
        values = self._instance.rulebook.values("mode.crew_change", local(shift.interval.start).date())
        return timedelta(minutes=int(values["window_minutes"])) if values is not None else timedelta()

    def excludes(self, first: Shift, second: Shift) -> bool:
        """Whether nobody may serve on both shifts."""
        if not {first.shift_id, second.shift_id} & self._changing:
            return False
        if first.vessel_id == second.vessel_id:
            return self._too_long_on_board(first, second)
        return self._same_day(first.interval, second.interval, self.window(first))

    def excludes_after(self, shift: Shift, piece: WorkPiece) -> bool:
        """Whether recorded or committed time on another vessel bars a person from the shift."""
        if shift.shift_id not in self._changing or piece.vessel_id in ("", shift.vessel_id):
            return False
        return self._same_day(shift.interval, piece.interval, self.window(shift))

    def _same_day(self, one: Interval, other: Interval, window: timedelta) -> bool:
        early, late = sorted((one, other))
        start: datetime = early.end
        if self._instance.rulebook.readings["crew_change_window"] == "boarding":
            start = early.start
        return late.start < start + window

    def _too_long_on_board(self, first: Shift, second: Shift) -> bool:
        limit = mode_limit(self._instance, first)
        early, late = sorted((first.interval, second.interval))
        window = Interval(early.start, early.start + self.window(first))
        shared = [part.minutes for item in (early, late) if (part := item.intersection(window)) is not None]
        return limit is not None and sum(shared) > limit
