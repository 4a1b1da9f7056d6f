"""How much of each duty, work and night limit is used up, and how much is left from an instant."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from optimizer.domain import Employment, Person
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.eligibility import is_minor
from optimizer.law import Rulebook
from optimizer.rest.clock import breaches_by
from optimizer.rest.limits import Measures, RollingLimit, rolling_limits
from optimizer.timeline import Interval, day_start, from_minute, local, to_minute

_RUNS = {
    Employment.EMPLOYEE: "rest.consecutive_duty_employee",
    Employment.SELF_EMPLOYED: "rest.consecutive_duty_self_employed",
}


@dataclass(frozen=True, slots=True)
class LimitLeft:
    """One limit at the earliest lawful start of a duty; all figures in minutes.

    Attributes
    ----------
    window
        Length of the period the limit is about; 0 for one run of duty.
    used
        Counted in the period that ends at the start (for a day or a week: since it began).
    left
        What one duty from the start on can add before it alone breaks this limit; of the night
        limit only the night minutes of that duty.
    planned_most
        The most that any period holds with the duties still planned, ``None`` for a run of duty.
    """

    rule_id: str
    window: int
    allowed: int
    used: int
    left: int
    planned_most: int | None


def limits_left(
    record: WorkRecord, planned: WorkRecord, person: Person, start: datetime, rulebook: Rulebook
) -> tuple[LimitLeft, ...]:
    """Every limit that binds the person, at ``start``.

    Parameters
    ----------
    record
        What the person has done by then; ``planned`` adds what the roster still asks.
    """
    day = local(start).date()
    minor = is_minor(person, day, rulebook)
    rolling = rolling_limits(rulebook, record.employment, minor, day)
    run = _run(record, start, rulebook)
    return (*([] if run is None else [run]), *(_rolling(record, planned, start, rulebook, item) for item in rolling))


def longest(fits: Callable[[int], bool], most: int) -> int:
    """The most minutes up to ``most`` that fit, where whatever is shorter than a fit fits as well."""
    low, high = 0, most + 1
    while high - low > 1:
        middle = (low + high) // 2
        if fits(middle):
            low = middle
        else:
            high = middle
    return low


def alone_longest(record: WorkRecord, start: datetime, rulebook: Rulebook, rule_id: str, most: int) -> int:
    """The longest duty from ``start`` that keeps one rule."""
    begins = to_minute(start)

    def fits(minutes: int) -> bool:
        piece = WorkPiece(interval=Interval.from_minutes(begins, begins + minutes))
        return not breaches_by(record, piece, rulebook, rules=(rule_id,))

    return longest(fits, most)


def _run(record: WorkRecord, start: datetime, rulebook: Rulebook) -> LimitLeft | None:
    rule_id = _RUNS[record.employment]
    values = rulebook.values(rule_id, local(start).date())
    if values is None:
        return None
    allowed = int(values["max_minutes"])
    left = alone_longest(record, start, rulebook, rule_id, allowed)
    return LimitLeft(rule_id, 0, allowed, allowed - left, left, None)


def _rolling(
    record: WorkRecord, planned: WorkRecord, start: datetime, rulebook: Rulebook, limit: RollingLimit
) -> LimitLeft:
    done = Measures(record.pieces, rulebook).inside(_period_before(start, limit))[limit.measure] if record.pieces else 0
    minutes = alone_longest(record, start, rulebook, limit.rule_id, limit.window_minutes)
    left = 0
    if minutes:
        duty = Interval(start, start + timedelta(minutes=minutes))
        left = Measures([WorkPiece(interval=duty)], rulebook).inside(duty)[limit.measure]
    return LimitLeft(
        limit.rule_id, limit.window_minutes, limit.max_minutes, done, left, _most(planned, limit, rulebook)
    )


def _period_before(start: datetime, limit: RollingLimit) -> Interval:
    """The period that ends at ``start``; a day or week by the calendar from its beginning on."""
    if limit.anchor == "any":
        return Interval(start - timedelta(minutes=limit.window_minutes), start)
    begins = _anchor(start, limit)
    return Interval(begins, max(start, begins + timedelta(minutes=1)))


def _anchor(instant: datetime, limit: RollingLimit) -> datetime:
    day = local(instant).date()
    return day_start(day - timedelta(days=day.weekday()) if limit.anchor == "week" else day)


def _most(planned: WorkRecord, limit: RollingLimit, rulebook: Rulebook) -> int:
    """The fullest period of a record; a duty counts whole for the day or week it begins in."""
    if not planned.pieces:
        return 0
    if limit.anchor == "any":
        measures = Measures(planned.pieces, rulebook)
        length = timedelta(minutes=limit.window_minutes)
        opens = (from_minute(minute) for minute in measures.starts(limit.measure))
        return max((measures.inside(Interval(at, at + length))[limit.measure] for at in opens), default=0)
    groups: dict[datetime, list[WorkPiece]] = {}
    for piece in planned.pieces:
        groups.setdefault(_anchor(piece.interval.start, limit), []).append(piece)
    return max(
        Measures(items, rulebook).inside(Interval(items[0].interval.start, items[-1].interval.end))[limit.measure]
        for items in groups.values()
    )
