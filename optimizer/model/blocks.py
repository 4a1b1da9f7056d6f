"""Blocks: one watch of one shift, the unit a person is assigned to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from optimizer.domain import Regime, Shift, VesselState, Watch
from optimizer.duty import WorkPiece, watch_breaks, watch_duty, watches_of
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies
from optimizer.manning.rhine_modes import voyage_time
from optimizer.timeline import Interval, merge, subtract


@dataclass(frozen=True, slots=True)
class Block:
    """A watch of a shift with its duty pieces (UTC, breaks only where the plan fixes them).

    ``stops`` are the parts of the duty in which the vessel does not sail: where a lone boatmaster
    can pause; ``alone`` says that a minimum crew of this shift is a single person. ``index`` is the
    position in the problem's tuple of blocks. ``presence`` is the shift with whatever duty lies
    before and after it. What lies behind the planned window costs nothing: ``counted`` says that the
    shift starts inside it, ``counted_minutes`` are the minutes of duty inside it.
    """

    index: int
    shift: Shift
    watch: Watch | None
    pieces: tuple[WorkPiece, ...]
    fixed_breaks: tuple[Interval, ...]
    stops: tuple[Interval, ...]
    presence: Interval
    counted: bool
    counted_minutes: int
    alone: bool = False

    def times_key(self, *, minor: bool) -> tuple[object, ...]:
        """Equal for blocks that the rest rules cannot tell apart; off the Rhine only minors depend on sailing."""
        sailing = tuple(piece.sailing for piece in self.pieces) if minor else ()
        rhine = tuple((p.mode, p.voyage) for p in self.pieces if p.regime is Regime.RHEINSCHPERSV)
        return self.duty, sailing, self.fixed_breaks, self.stops if self.alone else None, rhine

    @property
    def start(self) -> datetime:
        """Where the duty begins; a watch without duty in a short shift is on board all the same."""
        return self.pieces[0].interval.start if self.pieces else self.shift.interval.start

    @property
    def end(self) -> datetime:
        return self.pieces[-1].interval.end if self.pieces else self.shift.interval.end

    @property
    def watch_name(self) -> str:
        return "" if self.watch is None else self.watch.name

    @property
    def for_minors(self) -> bool:
        return self.watch is not None and self.watch.minor

    @property
    def duty(self) -> tuple[Interval, ...]:
        return tuple(piece.interval for piece in self.pieces)

    @property
    def free_on_board(self) -> tuple[Interval, ...]:
        return tuple(subtract(self.shift.interval, self.duty))


def sailing_parts(instance: Instance, shift: Shift) -> tuple[Interval, ...]:
    """When the vessel sails inside a shift; without movements the whole shift is sailing."""
    movements = instance.movements_in(shift.vessel_id, shift.interval)
    if not movements:
        return (shift.interval,)
    still = [m.interval for m in movements if m.state is not VesselState.SAILING]
    return tuple(subtract(shift.interval, still))


def _pieces(instance: Instance, shift: Shift, watch: Watch | None) -> tuple[WorkPiece, ...]:
    sailing = sailing_parts(instance, shift)
    regime = Regime.RHEINSCHPERSV if rhine_applies(instance, shift) else Regime.BINSCHPERSV
    return tuple(
        WorkPiece(
            interval=duty,
            sailing=_under_way(shift, duty, sailing),
            mode=shift.mode,
            vessel_id=shift.vessel_id,
            source=shift.shift_id,
            regime=regime,
            voyage=voyage_time(instance, shift),
        )
        for duty in watch_duty(shift, watch)
    )


def _under_way(shift: Shift, duty: Interval, sailing: tuple[Interval, ...]) -> bool:
    """Whether the vessel sails in all of a duty that lies in the shift; preparing and closing do not count."""
    inside = duty.intersection(shift.interval)
    return inside is not None and any(part.covers(inside) for part in sailing)


def presence_of(shift: Shift, duty: Sequence[Interval]) -> Interval:
    """From the first to the last minute somebody with this duty is bound to the vessel."""
    start = min([shift.interval.start, *(part.start for part in duty)])
    return Interval(start, max([shift.interval.end, *(part.end for part in duty)]))


def build_blocks(instance: Instance) -> tuple[Block, ...]:
    """All blocks of the shifts to be planned, by start, vessel and watch."""
    blocks: list[Block] = []
    for shift in instance.shifts:
        still = subtract(shift.interval, sailing_parts(instance, shift))
        for watch in watches_of(shift, dict(instance.dataset.watch_plans)):
            pieces = _pieces(instance, shift, watch)
            stops = merge(part for piece in pieces for stop in still if (part := piece.interval.intersection(stop)))
            duty = [piece.interval for piece in pieces]
            inside = [part for item in duty if (part := item.intersection(instance.window)) is not None]
            blocks.append(
                Block(
                    index=len(blocks),
                    shift=shift,
                    watch=watch,
                    pieces=pieces,
                    fixed_breaks=watch_breaks(shift, watch),
                    stops=tuple(stops),
                    presence=presence_of(shift, duty),
                    counted=shift.interval.start < instance.window.end,
                    counted_minutes=sum(part.minutes for part in inside),
                )
            )
    return tuple(blocks)
