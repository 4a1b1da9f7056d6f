"""What one person works: the input of both rest judges, and the duty intervals of a watch.

Plain expansion of records, without any rule: planning and checking both start from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from optimizer.domain import Employment, OperatingMode, Regime, Shift, Watch, WatchPlan
from optimizer.timeline import Interval, clock_windows, merge


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class WorkPiece:
    """One uninterrupted on-duty interval of a person with the breaks labelled inside it.

    ``sailing`` says whether the vessel is under way in it (§ 20(1) JArbSchG); ``source`` is the
    shift id, or ``""`` for recorded time. ``regime`` and ``mode`` say whose rest rules the duty opens a
    window of; ``voyage`` is the time the vessel sails while the person is on board, which is no rest
    "outside the voyage" (§ 18.02 RheinSchPersV).
    """

    interval: Interval
    breaks: tuple[Interval, ...] = ()
    sailing: bool = True
    mode: OperatingMode | None = None
    vessel_id: str = ""
    source: str = ""
    regime: Regime = Regime.BINSCHPERSV
    voyage: tuple[Interval, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkRecord:
    """Everything that decides one person's rest: all pieces, history included, sorted by start.

    ``on_board`` is free time on board, which is never a rest day (§ 3 Nr. 7 BinSchArbZV). Time
    outside the pieces is rest; unknown history is handled by whoever builds the record.
    """

    crew_id: str
    employment: Employment
    birth_date: date
    pieces: tuple[WorkPiece, ...]
    on_board: tuple[Interval, ...] = ()
    loading_exception: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(sorted(self.pieces, key=lambda piece: piece.interval)))


#: The watch plan of a shift that is one watch from end to end.
WHOLE_SHIFT = ""


def watches_of(shift: Shift, plans: dict[str, WatchPlan]) -> tuple[Watch | None, ...]:
    """The watches of a shift; ``None`` stands for the whole shift."""
    if shift.watch_plan == WHOLE_SHIFT:
        return (None,)
    return plans[shift.watch_plan].watches


def duty_bounds(shift: Shift) -> Interval:
    """From the first to the last minute of duty a shift can ask for.

    Whoever begins or ends with the shift also prepares it, takes it over and wraps it up.
    """
    before = timedelta(minutes=shift.prepare_min + shift.handover_min)
    return Interval(shift.interval.start - before, shift.interval.end + timedelta(minutes=shift.wrapup_min))


def watch_duty(shift: Shift, watch: Watch | None) -> tuple[Interval, ...]:
    """On-duty intervals of a watch (UTC, sorted, disjoint).

    They lie inside the shift, save that those on duty at its first or last minute start as much
    earlier and end as much later as preparation, handover and wrap-up take.
    """
    bounds = duty_bounds(shift)
    if watch is None:
        return (bounds,)
    spans = [part for span in watch.spans for part in clock_windows(shift.interval, span.start, span.end)]
    return tuple(
        Interval(
            bounds.start if part.start == shift.interval.start else part.start,
            bounds.end if part.end == shift.interval.end else part.end,
        )
        for part in merge(spans)
    )


def watch_breaks(shift: Shift, watch: Watch | None) -> tuple[Interval, ...]:
    """Breaks the plan itself fixes for a watch: those of the watch and those of the shift."""
    fixed = list(shift.breaks)
    if watch is not None:
        fixed += [part for span in watch.breaks for part in clock_windows(shift.interval, span.start, span.end)]
    return tuple(
        merge(part for duty in watch_duty(shift, watch) for item in fixed if (part := duty.intersection(item)))
    )
