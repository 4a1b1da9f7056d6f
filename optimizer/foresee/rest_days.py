"""When the next day without work is due, and which one the plan gives (§ 7(1) BinSchArbZV)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta

from optimizer.domain import Employment
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook
from optimizer.rest.clock import breaches_by
from optimizer.timeline import Interval, at_wall_clock, day_start, local

RULE = "work.consecutive_days"
_DAY = timedelta(days=1)
_MINUTE = timedelta(minutes=1)
_NOON = time(12)


@dataclass(frozen=True, slots=True)
class RestDay:
    """Work days in a row, and rest days.

    Attributes
    ----------
    allowed
        Work days the law allows in a row.
    in_row
        Work days in a row at the start of a duty, the day of that start included.
    due_on
        The day on which nobody may work any more if every day from the start on is a work day.
    planned_on
        The first day from the start on that the plan keeps free as a rest day, ``None`` if there is
        none in its window.
    """

    rule_id: str
    allowed: int
    in_row: int
    due_on: date
    planned_on: date | None


def rest_day(
    record: WorkRecord, planned: WorkRecord, start: datetime, until: datetime, rulebook: Rulebook
) -> RestDay | None:
    """The next rest day of an employee, ``None`` for whoever the rule does not bind.

    Parameters
    ----------
    record
        What the person has done by ``start``; ``planned`` adds what the roster still asks.
    until
        End of the time the plan covers.
    """
    values = rulebook.values(RULE, local(start).date())
    if values is None or record.employment is not Employment.EMPLOYEE:
        return None
    allowed = int(values["max_days"])
    days = list(_work_days(record, start, rulebook, allowed))
    rest = timedelta(minutes=int(values["rest_day_minutes"]))
    return RestDay(
        rule_id=RULE,
        allowed=allowed,
        in_row=allowed - len(days) + 1,
        due_on=local(start).date() + len(days) * _DAY,
        planned_on=next(_free_days(planned, start, until, rest), None),
    )


def _work_days(record: WorkRecord, start: datetime, rulebook: Rulebook, most: int) -> Iterator[date]:
    """The days from ``start`` on that may all be work days, a minute of work on each."""
    first = local(start).date()
    for number in range(most):
        day = first + number * _DAY
        begins = start if number == 0 else at_wall_clock(day, _NOON)
        piece = WorkPiece(interval=Interval(begins, begins + _MINUTE))
        if breaches_by(record, piece, rulebook, rules=(RULE,)):
            return
        yield day
        record = replace(record, pieces=(*record.pieces, piece))


def _free_days(record: WorkRecord, start: datetime, until: datetime, rest: timedelta) -> Iterator[date]:
    """Calendar days without work and not on board, inside a rest of the length of a rest day."""
    busy = sorted([*(piece.interval for piece in record.pieces), *record.on_board])
    day = local(start).date()
    while day_start(day + _DAY) <= until:
        whole = Interval(day_start(day), day_start(day + _DAY))
        if not any(item.overlaps(whole) for item in busy):
            before = max((item.end for item in busy if item.end <= whole.start), default=None)
            after = min((item.start for item in busy if item.start >= whole.end), default=None)
            if before is None or after is None or after - before >= rest:
                yield day
        day += _DAY
