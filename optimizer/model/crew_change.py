"""§ 101(3): a vessel that sails longer than its mode allows because its crews change.

Nobody of such a crew serves on another vessel in the same 24 hours, and nobody is on board longer
than the mode allows, over all their shifts there; preparing, handover and wrap-up are time on board.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta

from optimizer.domain import DutyKind, PinStatus, Shift
from optimizer.duty import watch_duty, watches_of
from optimizer.instance import Instance
from optimizer.manning import mode_limit, needs_crew_change_rule, sails_too_long_with
from optimizer.model.blocks import Block, presence_of
from optimizer.timeline import Interval, local, merge

#: No 24 hours of the rule reach further than this from a shift.
_NEAR = timedelta(days=2)


class CrewChangeRule:
    """The rule for the shifts (by id) that are lawful only through it."""

    def __init__(self, instance: Instance, changing: frozenset[str]):
        self._instance = instance
        self._limits = _limits(instance, changing)
        self._before: dict[str, tuple[tuple[str, Interval], ...]] = {}
        self._known: dict[str, bool] = {}

    def window(self, shift: Shift) -> timedelta:
        """The 24 hours of the rule on the day of the shift, zero where it is not in force."""
        values = self._instance.rulebook.values("mode.crew_change", local(shift.interval.start).date())
        return timedelta(minutes=int(values["window_minutes"])) if values is not None else timedelta()

    def excludes(self, first: Block, second: Block) -> bool:
        """Whether nobody may serve on both blocks."""
        if not {first.shift.shift_id, second.shift.shift_id} & self._limits.keys():
            return False
        if first.shift.vessel_id == second.shift.vessel_id:
            return self.too_long_on_board((first, second))
        early, late = sorted((first, second), key=lambda block: block.presence)
        return self._same_day(early.presence, early.shift.interval, late.presence, self.window(first.shift))

    def bars(self, crew_id: str, block: Block) -> bool:
        """Whether time the plan cannot move, on board here or on another vessel, bars a person from a block."""
        changing = block.shift.shift_id in self._limits
        window, own = self.window(block.shift), (block.presence, block.shift.interval)
        for vessel_id, stay in self._aboard_before(crew_id):
            if vessel_id == block.shift.vessel_id:
                continue
            (early, from_early), (late, _) = sorted((own, (stay, stay)))
            if self._same_day(early, from_early, late, window) and (changing or self._changed(vessel_id, stay)):
                return True
        return changing and self.too_long_on_board((block,), crew_id)

    def _changed(self, vessel_id: str, stay: Interval) -> bool:
        """Whether somebody was on board of a vessel while only changing crews made it lawful."""
        shifts = (s for s in self._instance.dataset.shifts.values() if s.vessel_id == vessel_id)
        return any(self._changing(shift) for shift in shifts if shift.interval.overlaps(stay))

    def _changing(self, shift: Shift) -> bool:
        if shift.shift_id not in self._known:
            near = Interval(shift.interval.start - _NEAR, shift.interval.end + _NEAR)
            others = (s for s in self._instance.dataset.shifts.values() if s.vessel_id == shift.vessel_id)
            self._known[shift.shift_id] = shift.shift_id in self._limits or any(
                needs_crew_change_rule(self._instance, other)
                and (other is shift or sails_too_long_with(self._instance, other, shift))
                for other in others
                if other.interval.overlaps(near)
            )
        return self._known[shift.shift_id]

    def too_long_on_board(self, blocks: Sequence[Block], crew_id: str = "") -> bool:
        """Whether somebody with these blocks is on board of a vessel longer than its changing crews may be.

        With a ``crew_id`` the person's time on board before the plan counts too.
        """
        before = self._aboard_before(crew_id) if crew_id else ()
        for vessel_id in {block.shift.vessel_id for block in blocks}:
            own = [block for block in blocks if block.shift.vessel_id == vessel_id]
            limits = [self._limits[b.shift.shift_id] for b in own if b.shift.shift_id in self._limits]
            window = self.window(own[0].shift)
            stays = merge([*(b.presence for b in own), *(stay for vessel, stay in before if vessel == vessel_id)])
            around = [Interval(b.presence.start - window, b.presence.end + window) for b in own]
            near = [stay for stay in stays if any(stay.overlaps(part) for part in around)]
            if limits and _most_within(near, window) > min(limits):
                return True
        return False

    def _same_day(self, early: Interval, early_shift: Interval, late: Interval, window: timedelta) -> bool:
        boarding = self._instance.rulebook.readings["crew_change_window"] == "boarding"
        return late.start < (early_shift.start if boarding else early.end) + window

    def _aboard_before(self, crew_id: str) -> tuple[tuple[str, Interval], ...]:
        """Recorded time on a vessel and running shifts of a person, with the vessel."""
        if crew_id not in self._before:
            since = self._instance.window.start - _NEAR
            stays = _aboard_before(self._instance, crew_id)
            self._before[crew_id] = tuple((vessel_id, stay) for vessel_id, stay in stays if stay.end > since)
        return self._before[crew_id]


def _limits(instance: Instance, changing: Iterable[str]) -> Mapping[str, int]:
    """The longest time on board in minutes by shift: of those that change crews, and of all in their long 24 hours."""
    limits: dict[str, int] = {}
    for shift_id in changing:
        shift = instance.dataset.shifts[shift_id]
        limit = mode_limit(instance, shift)
        if limit is None:
            continue
        for other in instance.dataset.shifts.values():
            if other.vessel_id == shift.vessel_id and sails_too_long_with(instance, shift, other):
                limits[other.shift_id] = min(limit, limits.get(other.shift_id, limit))
    return limits


def _aboard_before(instance: Instance, crew_id: str) -> Iterable[tuple[str, Interval]]:
    for duty in instance.duties.get(crew_id, ()):
        if duty.vessel_id and duty.kind is not DutyKind.REST_DAY:
            yield duty.vessel_id, duty.interval
    for pin in instance.pins.get(crew_id, ()):
        shift = instance.dataset.shifts[pin.shift_id]
        if pin.status is not PinStatus.RUNNING or shift.interval.start >= instance.window.start:
            continue
        watches = watches_of(shift, dict(instance.dataset.watch_plans))
        watch = next((w for w in watches if w is not None and w.name == pin.watch), None)
        yield shift.vessel_id, presence_of(shift, watch_duty(shift, watch))


def _most_within(parts: Sequence[Interval], window: timedelta) -> int:
    """The most minutes of disjoint stays in any such time, which begins with one of them."""
    spans = [Interval(part.start, part.start + window) for part in parts] if window else []
    return max((sum(p.minutes for part in parts if (p := part.intersection(span))) for span in spans), default=0)
