"""What is fixed about each person before planning: recorded duties, commitments, first start."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise

from optimizer.domain import REST_KINDS, DutyKind, Person, PinStatus, RecordedDuty, Regime, Shift
from optimizer.duty import WorkPiece, WorkRecord, watch_breaks, watch_duty, watches_of
from optimizer.eligibility import is_minor
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies
from optimizer.manning.rhine_modes import voyage_time
from optimizer.model.blocks import Block, presence_of
from optimizer.model.travel import Departure, TravelTimes
from optimizer.timeline import Interval, local, subtract


@dataclass(frozen=True, slots=True)
class Stay:
    """Time a person is elsewhere; on a running shift of ``vessel_id`` ``shift`` is its own interval."""

    presence: Interval
    vessel_id: str = ""
    shift: Interval | None = None

    def hinders(self, block: Block) -> bool:
        """Whether the person cannot be at the block too; early for the next shift of one's own vessel is."""
        if self.shift is not None and self.vessel_id == block.shift.vessel_id:
            return self.shift.overlaps(block.shift.interval)
        return self.presence.overlaps(block.presence)


@dataclass(frozen=True, slots=True)
class FixedTime:
    """A person's time that the plan cannot move.

    ``pieces`` is work (history, commitments, running shifts), ``on_board`` free time on board,
    ``away`` every stretch in which the person is elsewhere, ``departures`` where running shifts
    leave the person, ``earliest`` the first instant the person may start at (``None``: no bound),
    known from the rest proven so far.
    """

    pieces: tuple[WorkPiece, ...]
    on_board: tuple[Interval, ...]
    away: tuple[Stay, ...]
    departures: tuple[Departure, ...]
    earliest: datetime | None
    unknown_history: bool


def rest_class(person: Person, instance: Instance) -> tuple[str, str]:
    """Key of people whom the rest rules treat alike; minors are told apart by their birth date."""
    minor = is_minor(person, local(instance.window.start).date(), instance.rulebook)
    return person.employment.value, person.birth_date.isoformat() if minor else ""


def fixed_time(instance: Instance, person: Person, travel: TravelTimes) -> FixedTime:
    """Recorded and committed time of a person, and the first lawful start."""
    pieces: list[WorkPiece] = []
    on_board: list[Interval] = []
    away: list[Stay] = []
    running: list[tuple[Interval, Shift]] = []
    for duty in instance.duties.get(person.crew_id, ()):
        if duty.kind is DutyKind.ON_BOARD_FREE:
            on_board.append(duty.interval)
            away.append(Stay(duty.interval))
        elif duty.kind not in REST_KINDS:
            pieces.append(
                WorkPiece(
                    interval=duty.interval,
                    breaks=duty.breaks,
                    sailing=bool(duty.vessel_id),
                    vessel_id=duty.vessel_id,
                    regime=duty.regime,
                )
            )
            away.append(Stay(duty.interval))
    for pin in instance.pins.get(person.crew_id, ()):
        shift = instance.dataset.shifts[pin.shift_id]
        if pin.status is not PinStatus.RUNNING or shift.interval.start >= instance.window.start:
            continue
        watched = _running_pieces(instance, shift, pin.watch)
        presence = presence_of(shift, [piece.interval for piece in watched])
        away.append(Stay(presence, shift.vessel_id, shift.interval))
        running.append((presence, shift))
        pieces += _not_recorded(watched, instance.duties.get(person.crew_id, ()))
    pieces += _ways_between(running, travel, instance.duties.get(person.crew_id, ()))
    earliest, unknown = first_start(instance, person, pieces)
    return FixedTime(
        pieces=tuple(sorted(pieces, key=lambda p: p.interval)),
        on_board=tuple(on_board),
        away=tuple(away),
        departures=tuple(_departure(presence, shift) for presence, shift in running),
        earliest=earliest,
        unknown_history=unknown,
    )


def _departure(presence: Interval, shift: Shift) -> Departure:
    return Departure(presence.start, presence.end, shift.end_place, shift.voyage_id)


def _ways_between(
    running: list[tuple[Interval, Shift]], travel: TravelTimes, duties: Sequence[RecordedDuty]
) -> Iterator[WorkPiece]:
    """The ways from one running shift to the next where they count as duty and are not recorded already."""
    if not travel.counts_as_duty:
        return
    for (left, earlier), (due, later) in pairwise(sorted(running, key=lambda stay: (stay[0], stay[1].shift_id))):
        way = travel.way_to(_departure(left, earlier), later)
        if not way or left.end >= due.start:
            continue
        free = Interval(left.end, due.start)
        if not any(duty.kind is DutyKind.TRAVEL and duty.interval.overlaps(free) for duty in duties):
            yield WorkPiece(interval=Interval(max(free.start, free.end - way), free.end), sailing=False)


def _not_recorded(running: list[WorkPiece], duties: Sequence[RecordedDuty]) -> list[WorkPiece]:
    """What a shift under way adds to the recorded duties: those count where they already cover it."""
    recorded = [duty.interval for duty in duties if duty.kind not in REST_KINDS]
    return [
        replace(piece, interval=part, breaks=tuple(b for b in piece.breaks if part.covers(b)))
        for piece in running
        for part in subtract(piece.interval, recorded)
    ]


def _running_pieces(instance: Instance, shift: Shift, watch_name: str) -> list[WorkPiece]:
    watches = watches_of(shift, dict(instance.dataset.watch_plans))
    watch = next((w for w in watches if w and w.name == watch_name), None)
    breaks = watch_breaks(shift, watch)
    regime = Regime.RHEINSCHPERSV if rhine_applies(instance, shift) else Regime.BINSCHPERSV
    return [
        WorkPiece(
            interval=part,
            breaks=tuple(b for b in breaks if part.covers(b)),
            mode=shift.mode,
            vessel_id=shift.vessel_id,
            source=shift.shift_id,
            regime=regime,
            voyage=voyage_time(instance, shift),
        )
        for part in watch_duty(shift, watch)
    ]


def first_start(instance: Instance, person: Person, pieces: list[WorkPiece]) -> tuple[datetime | None, bool]:
    """First instant a person may start at, and whether part of the look-back is unknown.

    Unknown time is not rest: a first start needs the rest of rule ``rest.elsewhere_counts`` in
    known time, or from the instant since which rest is attested. The plan itself is known time.
    """
    values = instance.rulebook.values("rest.elsewhere_counts", local(instance.window.start).date())
    if values is None:
        return None, False
    unknown = not _fully_known(person, instance, int(values["history_days"]))
    if instance.assume_rested:
        return None, unknown
    needed = timedelta(minutes=int(values["start_after_known_rest_minutes"]))
    start = instance.window.start
    known_until, known_from = person.history_known_until, person.history_known_from
    if known_from is not None and known_until is not None and known_until >= start:
        rested_from = known_from
    elif person.rested_since is not None and person.rested_since <= start:
        rested_from = person.rested_since
    else:
        rested_from = person.rested_since if person.rested_since is not None else start
    return rested_from + needed if rested_from + needed > start else None, unknown


def _fully_known(person: Person, instance: Instance, days: int) -> bool:
    if person.history_known_from is None or person.history_known_until is None:
        return False
    look_back = instance.window.start - timedelta(days=days)
    return person.history_known_from <= look_back and person.history_known_until >= instance.window.start


def work_record(person: Person, pieces: list[WorkPiece], on_board: tuple[Interval, ...] = ()) -> WorkRecord:
    return WorkRecord(
        crew_id=person.crew_id,
        employment=person.employment,
        birth_date=person.birth_date,
        pieces=tuple(pieces),
        on_board=on_board,
    )
