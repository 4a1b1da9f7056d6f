"""The record of one person's working time, day by day; its paragraphs are rules of ``data/law``.

The plan and recorded duties give the times to be expected; who kept them confirms them by signature.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta
from enum import StrEnum
from itertools import pairwise

from optimizer.check.rest_spans import duty_time, work_time
from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import RecordedDuty
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.export.duties import LEADERS, leaders, person_name
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.timeline import Interval, clock_windows, day_start, merge

NIGHT = "work.night_7d"
REST_DAY = "work.consecutive_days"
EMPLOYEE = "record.employee"
CREW_CHANGE = "mode.crew_change"


class DayKind(StrEnum):
    """Work day, rest day (24 hours off on end, not on board), or a day off that is none."""

    WORK = "work"
    REST = "rest"
    NO_REST_DAY = "no_rest_day"


@dataclass(frozen=True, slots=True)
class RecordLine:
    """One stretch of duty on one calendar day of Europe/Berlin, or a day without any.

    Minutes are elapsed ones. ``rest_before`` is the rest that ended with this duty, ``None`` where
    the duty goes on from the day before or nothing earlier is known.
    """

    day: date
    kind: DayKind
    span: Interval | None = None
    vessel: str = ""
    leaders: tuple[str, ...] = ()
    breaks: tuple[Interval, ...] = ()
    work_minutes: int = 0
    night_minutes: int = 0
    rest_before: int | None = None
    recorded: bool = False


def record_lines(sheet: Sheet, crew_id: str) -> tuple[RecordLine, ...]:
    """All days of the roster's window for one person.

    Raises
    ------
    KeyError
        For a person whom the dataset does not have.
    """
    record = work_record(sheet, crew_id)
    work = work_time(record, sheet.instance.rulebook)
    before = {later.start: (later.start - first.end) for first, later in pairwise(duty_time(record))}
    lines: list[RecordLine] = []
    for day, whole in sheet.instance.window.by_day():
        parts = [(piece, part) for piece in record.pieces if (part := piece.interval.intersection(whole))]
        for piece, part in parts:
            worked = [item for stretch in work if (item := stretch.intersection(part))]
            rest = before.get(part.start)
            lines.append(
                RecordLine(
                    day=day,
                    kind=DayKind.WORK,
                    span=part,
                    vessel=_vessel(sheet, piece),
                    leaders=_leaders(sheet, piece, part),
                    breaks=tuple(item for pause in piece.breaks if (item := pause.intersection(part))),
                    work_minutes=sum(item.minutes for item in worked),
                    night_minutes=_night(worked, day, sheet.instance.rulebook),
                    rest_before=None if rest is None else rest // timedelta(minutes=1),
                    recorded=_is_recorded(sheet, crew_id, piece, part),
                )
            )
        if not parts:
            lines.append(RecordLine(day=day, kind=_kind(sheet, record, day, whole)))
    return tuple(lines)


def record_citations(rulebook: Rulebook, day: date) -> tuple[tuple[str, int], tuple[str, int]]:
    """Paragraph and months to keep: of the employee's record, and of the proof where crews change."""
    months = (
        (EMPLOYEE, "keep_months"),
        (CREW_CHANGE, "keep_working_time_record_months"),
    )
    first, second = ((rulebook.citation(rule, day), _value(rulebook, rule, key, day)) for rule, key in months)
    return first, second


def _value(rulebook: Rulebook, rule_id: str, key: str, day: date) -> int:
    values = rulebook.values(rule_id, day)
    return 0 if values is None else int(values[key])


def _is_recorded(sheet: Sheet, crew_id: str, piece: WorkPiece, part: Interval) -> bool:
    """Whether the time was recorded; duty of the plan, of a voyage under way or committed is yet to come."""
    duties = sheet.instance.duties.get(crew_id, ())
    return not piece.source and any(not duty.planned and duty.interval.overlaps(part) for duty in duties)


def _vessel(sheet: Sheet, piece: WorkPiece) -> str:
    vessel = sheet.instance.dataset.vessels.get(piece.vessel_id)
    return piece.vessel_id if vessel is None else vessel.name


def _leaders(sheet: Sheet, piece: WorkPiece, part: Interval) -> tuple[str, ...]:
    """The masters on duty: of the roster's shift, else who is recorded on the vessel as one."""
    shift = sheet.instance.dataset.shifts.get(piece.source)
    if shift is not None:
        return leaders(sheet, shift, part)
    on_board = [
        person_name(sheet.instance, pin.crew_id)
        for pin in sheet.instance.dataset.pins
        if pin.function in LEADERS
        and (begun := sheet.instance.dataset.shifts.get(pin.shift_id)) is not None
        and begun.vessel_id == piece.vessel_id
        and begun.interval.overlaps(part)
        and begun.shift_id not in sheet.judged_ids
    ]
    return tuple(dict.fromkeys(on_board))


def _night(worked: Sequence[Interval], day: date, rulebook: Rulebook) -> int:
    values = rulebook.values(NIGHT, day)
    if values is None:
        return 0
    opens, closes = (time.fromisoformat(values[key]) for key in ("night_from", "night_to"))
    return sum(part.minutes for stretch in worked for part in clock_windows(stretch, opens, closes))


def _kind(sheet: Sheet, record: WorkRecord, day: date, whole: Interval) -> DayKind:
    """A rest day needs its 24 hours on end around or within the day, and not on board."""
    values = sheet.instance.rulebook.values(REST_DAY, day)
    away = merge([*(piece.interval for piece in record.pieces), *record.on_board])
    if values is None or any(item.overlaps(whole) for item in away):
        return DayKind.NO_REST_DAY
    start = max((item.end for item in away if item.end <= whole.start), default=day_start(day - timedelta(days=1)))
    end = min((item.start for item in away if item.start >= whole.end), default=day_start(day + timedelta(days=2)))
    return DayKind.REST if Interval(start, end).minutes >= values["rest_day_minutes"] else DayKind.NO_REST_DAY


def people_with_records(instance: Instance, sheet: Sheet) -> tuple[str, ...]:
    """Ids of everybody who works or worked in the window."""
    recorded = {duty.crew_id for duty in instance.dataset.duties if _in(duty, instance.window)}
    return tuple(crew_id for crew_id in instance.dataset.crew if crew_id in recorded or crew_id in sheet.rows_by_person)


def _in(duty: RecordedDuty, window: Interval) -> bool:
    return duty.interval.overlaps(window)
