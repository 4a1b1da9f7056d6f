"""Recorded duties beside those of a roster: who came later, left later, was somebody else, or is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from optimizer.check.sheet import Sheet
from optimizer.domain import REST_KINDS, RecordedDuty, Regime
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.timeline import Interval, subtract


class DeviationKind(StrEnum):
    LATER_END = "later_end"
    EARLIER_END = "earlier_end"
    LATER_START = "later_start"
    EARLIER_START = "earlier_start"
    OTHER_PERSON = "other_person"
    MISSING = "missing"
    UNPLANNED = "unplanned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Deviation:
    """One difference between roster and logbook.

    ``planned`` and ``recorded`` are from the first to the last minute of the duty; ``replaced_by``
    is who served instead. A missing duty is taken to have been served as planned.
    """

    kind: DeviationKind
    crew_id: str
    shift_id: str = ""
    vessel_id: str = ""
    planned: Interval | None = None
    recorded: Interval | None = None
    replaced_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One on-duty interval of the roster in a shift that has begun."""

    crew_id: str
    shift_id: str
    vessel_id: str
    regime: Regime
    interval: Interval
    breaks: tuple[Interval, ...]


@dataclass(frozen=True, slots=True)
class Comparison:
    """What differs, and what of the plan still counts.

    ``kept`` is the planned duty that counts, ``stood_in`` are shift, person and who came instead,
    ``shortened`` shift and person who served less than planned.
    """

    deviations: tuple[Deviation, ...]
    kept: tuple[Served, ...]
    stood_in: tuple[tuple[str, str, str], ...]
    shortened: frozenset[tuple[str, str]] = frozenset()


def begun_duty(instance: Instance, roster: Roster, cut: datetime) -> list[Served]:
    """Everything the roster has people on duty for in shifts that begin before ``cut``, also after it."""
    sheet = Sheet(instance, roster)
    return [
        Served(
            crew_id=row.crew_id,
            shift_id=row.shift_id,
            vessel_id=shift.vessel_id,
            regime=shift.regime,
            interval=piece,
            breaks=tuple(part for item in sheet.breaks(row) if (part := piece.intersection(item))),
        )
        for rows in sheet.rows_by_person.values()
        for row in rows
        if (shift := sheet.shift_of(row)).interval.start < cut
        for piece in sheet.duty(row)
    ]


def compare(begun: Sequence[Served], log: Sequence[RecordedDuty], cut: datetime) -> Comparison:
    """Lay a logbook beside the duty of shifts that have begun.

    Duty the logbook has for the same person at the same time replaces the planned one; where it ends
    at ``cut`` it goes on as planned. A planned duty that is over and has no entry is missing where the logbook
    knows the person or has somebody on the vessel at the time; what was planned counts, there and for
    those it says nothing about.
    """
    worked = [duty for duty in log if duty.kind not in REST_KINDS]
    people = {duty.crew_id for duty in worked}
    matched = list(_groups(begun, worked, cut))
    free = [duty for pieces, duties in matched if not pieces for duty in duties]
    deviations: list[Deviation] = []
    kept: list[Served] = [piece for piece in begun if piece.interval.start >= cut]
    stood_in: list[tuple[str, str, str]] = []
    shortened: set[tuple[str, str]] = set()
    for pieces, duties in matched:
        if not pieces:
            continue
        if duties:
            deviations += _times(pieces, duties, cut)
            going_on = list(_going_on(pieces, duties, cut))
            kept += going_on
            served = [*(duty.interval for duty in duties), *(piece.interval for piece in going_on)]
            shortened |= {(p.shift_id, p.crew_id) for p in pieces if subtract(p.interval, served)}
            continue
        for piece in pieces:
            other = _instead(piece, free, begun)
            if other is not None:
                free.remove(other)
                stood_in.append((piece.shift_id, piece.crew_id, other.crew_id))
                deviations.append(_other_person(piece, other))
                continue
            kept.append(piece)
            over = piece.interval.end <= cut
            if over and (piece.crew_id in people or any(_aboard(duty, piece) for duty in worked)):
                deviations.append(_missing(piece))
    deviations += [_unplanned(duty) for duty in free]
    gone = {(shift_id, crew_id) for shift_id, crew_id, _ in stood_in}
    kept = [piece for piece in kept if (piece.shift_id, piece.crew_id) not in gone]
    return Comparison(tuple(sorted(deviations, key=_by_time)), tuple(kept), tuple(stood_in), frozenset(shortened))


def _groups(
    begun: Sequence[Served], worked: Sequence[RecordedDuty], cut: datetime
) -> Iterator[tuple[list[Served], list[RecordedDuty]]]:
    """Planned and recorded duty of one person that overlaps, directly or over another one."""
    for crew_id in dict.fromkeys([*(piece.crew_id for piece in begun), *(duty.crew_id for duty in worked)]):
        planned = [piece for piece in begun if piece.crew_id == crew_id and piece.interval.start < cut]
        own = [duty for duty in worked if duty.crew_id == crew_id]
        items: list[tuple[Interval, Served | None, RecordedDuty | None]] = [
            *((piece.interval, piece, None) for piece in planned),
            *((duty.interval, None, duty) for duty in own),
        ]
        group: list[tuple[Interval, Served | None, RecordedDuty | None]] = []
        reach: datetime | None = None
        for item in sorted(items, key=lambda entry: entry[0]):
            if reach is not None and item[0].start >= reach:
                yield _parted(group)
                group = []
            group.append(item)
            reach = item[0].end if reach is None else max(reach, item[0].end)
        if group:
            yield _parted(group)


def _parted(
    group: Sequence[tuple[Interval, Served | None, RecordedDuty | None]],
) -> tuple[list[Served], list[RecordedDuty]]:
    return [piece for _, piece, _ in group if piece is not None], [duty for _, _, duty in group if duty is not None]


def _times(pieces: Sequence[Served], duties: Sequence[RecordedDuty], cut: datetime) -> Iterator[Deviation]:
    planned = Interval(pieces[0].interval.start, max(piece.interval.end for piece in pieces))
    recorded = Interval(duties[0].interval.start, max(duty.interval.end for duty in duties))
    kinds = []
    if recorded.start != planned.start:
        later = recorded.start > planned.start
        kinds.append(DeviationKind.LATER_START if later else DeviationKind.EARLIER_START)
    goes_on = recorded.end == cut and planned.end > cut
    if recorded.end != planned.end and not goes_on:
        kinds.append(DeviationKind.LATER_END if recorded.end > planned.end else DeviationKind.EARLIER_END)
    for kind in kinds:
        yield Deviation(
            kind=kind,
            crew_id=pieces[0].crew_id,
            shift_id=pieces[-1].shift_id if kind in _ENDS else pieces[0].shift_id,
            vessel_id=pieces[0].vessel_id,
            planned=planned,
            recorded=recorded,
        )


_ENDS = frozenset({DeviationKind.LATER_END, DeviationKind.EARLIER_END})


def _going_on(pieces: Sequence[Served], duties: Sequence[RecordedDuty], cut: datetime) -> Iterator[Served]:
    """The rest of a duty that the logbook has up to ``cut``."""
    if max(duty.interval.end for duty in duties) != cut:
        return
    for piece in pieces:
        for part in subtract(piece.interval, [duty.interval for duty in duties]):
            if part.start >= cut:
                breaks = tuple(cutting for item in piece.breaks if (cutting := part.intersection(item)))
                yield Served(
                    crew_id=piece.crew_id,
                    shift_id=piece.shift_id,
                    vessel_id=piece.vessel_id,
                    regime=piece.regime,
                    interval=part,
                    breaks=breaks,
                )


def _instead(piece: Served, free: Sequence[RecordedDuty], begun: Sequence[Served]) -> RecordedDuty | None:
    """The recorded duty of somebody who was not rostered on the vessel at the time of a planned one."""
    rostered = {item.crew_id for item in begun if item.shift_id == piece.shift_id}
    return next(
        (duty for duty in free if duty.crew_id not in rostered and _aboard(duty, piece)),
        None,
    )


def _aboard(duty: RecordedDuty, piece: Served) -> bool:
    """Whether a recorded duty is on the vessel of a planned one at the time."""
    return duty.vessel_id == piece.vessel_id and duty.interval.overlaps(piece.interval)


def _other_person(piece: Served, other: RecordedDuty) -> Deviation:
    return Deviation(
        kind=DeviationKind.OTHER_PERSON,
        crew_id=piece.crew_id,
        shift_id=piece.shift_id,
        vessel_id=piece.vessel_id,
        planned=piece.interval,
        recorded=other.interval,
        replaced_by=other.crew_id,
    )


def _missing(piece: Served) -> Deviation:
    return Deviation(
        kind=DeviationKind.MISSING,
        crew_id=piece.crew_id,
        shift_id=piece.shift_id,
        vessel_id=piece.vessel_id,
        planned=piece.interval,
    )


def _unplanned(duty: RecordedDuty) -> Deviation:
    return Deviation(
        kind=DeviationKind.UNPLANNED, crew_id=duty.crew_id, vessel_id=duty.vessel_id, recorded=duty.interval
    )


def _by_time(deviation: Deviation) -> tuple[datetime, str, str]:
    when = deviation.planned or deviation.recorded
    assert when is not None
    return when.start, deviation.crew_id, deviation.kind
