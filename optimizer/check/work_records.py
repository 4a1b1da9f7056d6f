"""Everything a person works: the roster, recorded time and voyages under way, as one record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import timedelta

from optimizer.check.rhine_rules import under_rhine
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import sailing_time, stretches
from optimizer.check.travel import Trip, trips
from optimizer.domain import REST_KINDS, DutyKind, RecordedDuty, Regime, Shift
from optimizer.duty import WorkPiece, WorkRecord, watch_breaks, watch_duty, watches_of
from optimizer.roster import RosterRow
from optimizer.timeline import Interval, merge, subtract


def work_record(sheet: Sheet, crew_id: str) -> WorkRecord:
    """The record that decides a person's rest; time nobody knows counts as rest here."""
    person = sheet.instance.dataset.crew[crew_id]
    rows = sheet.rows_by_person.get(crew_id, ())
    duties = sheet.instance.duties.get(crew_id, ())
    worked = [_recorded_piece(duty) for duty in duties if duty.kind not in REST_KINDS]
    worked += list(_running_pieces(sheet, crew_id, [piece.interval for piece in worked]))
    planned = [piece for row in rows for piece in _rostered_pieces(sheet, row)]
    planned += [piece for trip in trips(sheet, crew_id) for piece in _travel_pieces(sheet, trip)]
    pieces = tuple(_joined_over_breaks([*worked, *planned]))
    shifts = [sheet.shift_of(row) for row in rows]
    return WorkRecord(
        crew_id=crew_id,
        employment=person.employment,
        birth_date=person.birth_date,
        pieces=pieces,
        on_board=_free_on_board(sheet, shifts, duties, [piece.interval for piece in pieces]),
        loading_exception=bool(shifts) and all(shift.loading_exception for shift in shifts),
    )


def _clipped(breaks: Iterable[Interval], duty: Interval) -> tuple[Interval, ...]:
    return tuple(part for item in breaks if (part := duty.intersection(item)))


def _travel_pieces(sheet: Sheet, trip: Trip) -> Iterator[WorkPiece]:
    """The way to the next vessel as the last duty before it, no more than there is time for."""
    if not sheet.instance.dataset.settings.travel_is_duty or trip.recorded or trip.free is None:
        return
    start = max(trip.free.start, trip.free.end - timedelta(minutes=trip.minutes))
    shift = trip.later
    yield WorkPiece(
        interval=Interval(start, trip.free.end),
        sailing=False,
        mode=shift.mode,
        vessel_id=shift.vessel_id,
        source=shift.shift_id,
    )


def _joined_over_breaks(pieces: list[WorkPiece]) -> Iterator[WorkPiece]:
    """Two duties that meet or overlap inside one break are one piece, so that the break stays whole."""
    current: WorkPiece | None = None
    for piece in sorted(pieces, key=lambda item: item.interval):
        if current is not None and _share_a_break(current, piece):
            current = WorkPiece(
                interval=Interval(current.interval.start, piece.interval.end),
                breaks=tuple(merge((*current.breaks, *piece.breaks))),
                sailing=current.sailing and piece.sailing,
                mode=current.mode,
                vessel_id=current.vessel_id,
                source=current.source or piece.source,
                regime=current.regime,
                voyage=tuple(merge((*current.voyage, *piece.voyage))),
            )
            continue
        if current is not None:
            yield current
        current = piece
    if current is not None:
        yield current


def _share_a_break(first: WorkPiece, later: WorkPiece) -> bool:
    """Whether a break at the end of one duty goes on in the next, and nobody works where they overlap."""
    end, start = first.interval.end, later.interval.start
    if start > end or later.interval.end <= end:
        return False
    return any(
        before.end == end and before.start <= start == after.start for before in first.breaks for after in later.breaks
    )


def rostered(piece: WorkPiece) -> bool:
    """Whether the piece comes from the roster under check."""
    return bool(piece.source)


def _recorded_piece(duty: RecordedDuty) -> WorkPiece:
    breaks = _clipped(duty.breaks, duty.interval)
    sailing = duty.kind is DutyKind.DUTY
    return WorkPiece(
        interval=duty.interval, breaks=breaks, sailing=sailing, vessel_id=duty.vessel_id, regime=duty.regime
    )


def _rostered_pieces(sheet: Sheet, row: RosterRow) -> Iterator[WorkPiece]:
    shift = sheet.shift_of(row)
    for duty in sheet.duty(row):
        yield WorkPiece(
            interval=duty,
            breaks=_clipped(sheet.breaks(row), duty),
            sailing=_under_way(sheet, shift, duty),
            mode=shift.mode,
            vessel_id=shift.vessel_id,
            source=shift.shift_id,
            regime=_regime(sheet, shift),
            voyage=_voyage(sheet, shift),
        )


def _regime(sheet: Sheet, shift: Shift) -> Regime:
    return Regime.RHEINSCHPERSV if under_rhine(sheet.instance, shift) else Regime.BINSCHPERSV


def _voyage(sheet: Sheet, shift: Shift) -> tuple[Interval, ...]:
    """Time in which a rest on board is none outside the voyage (RheinSchPersV § 18.02).

    Nr. 4 excepts rests in a quiet room of one's own while the watches have whom they need on duty.
    """
    instance = sheet.instance
    if not under_rhine(instance, shift):
        return ()
    rule = instance.rulebook.values("rest.rhine_under_way", shift.interval.days()[0]) or {}
    watches = watches_of(shift, dict(instance.dataset.watch_plans))
    quiet = instance.vessel_of(shift).features.get(rule.get("feature", ""))
    manned = all(watch is not None and watch.needs for watch in watches)
    if quiet and manned and shift.mode in rule["modes"]:
        return ()
    return tuple(sailing_time(instance, shift))


def _under_way(sheet: Sheet, shift: Shift, duty: Interval) -> bool:
    """Whether the vessel sails all through a duty (§ 20(1) JArbSchG extends hours then only)."""
    sails = (part.sailing or not part.interval.overlaps(duty) for part in stretches(sheet.instance, shift))
    return shift.interval.covers(duty) and all(sails)


def _running_pieces(sheet: Sheet, crew_id: str, known: list[Interval]) -> Iterator[WorkPiece]:
    """Duties of voyages begun before the window, as far as they are not recorded already."""
    for shift_id, name in sheet.running_of(crew_id):
        shift, watch = sheet.instance.dataset.shifts[shift_id], sheet.running_watch(shift_id, name)
        fixed = watch_breaks(shift, watch)
        for duty in watch_duty(shift, watch):
            for part in subtract(duty, known):
                yield WorkPiece(
                    interval=part,
                    breaks=_clipped(fixed, part),
                    sailing=shift.interval.covers(part),
                    mode=shift.mode,
                    vessel_id=shift.vessel_id,
                    regime=_regime(sheet, shift),
                    voyage=_voyage(sheet, shift),
                )


def _free_on_board(
    sheet: Sheet,
    shifts: list[Shift],
    duties: tuple[RecordedDuty, ...],
    worked: list[Interval],
) -> tuple[Interval, ...]:
    """Time on board off duty: the rest of a shift, and between the shifts of one voyage."""
    aboard = [shift.interval for shift in shifts]
    for first, later in zip(shifts, shifts[1:], strict=False):
        same = first.voyage_id and first.voyage_id == later.voyage_id
        if same and first.vessel_id == later.vessel_id and first.interval.end < later.interval.start:
            aboard.append(Interval(first.interval.end, later.interval.start))
    aboard += [duty.interval for duty in duties if duty.kind is DutyKind.ON_BOARD_FREE]
    return tuple(part for item in merge(aboard) for part in subtract(item, worked))
