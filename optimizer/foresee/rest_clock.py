"""The rest clock of one person: from when they may serve again, how long, and what binds.

What was recorded and what has begun counts as done. What the roster still asks after the instant is
shown beside it: it says how much of a further duty it would bear, and each of its duties is judged.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import Absence, Person
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.eligibility import is_minor
from optimizer.foresee.bounds import Bound, bound_of, bounds
from optimizer.foresee.limits_left import LimitLeft, limits_left, longest
from optimizer.foresee.rest_days import RestDay, rest_day
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.model.people import first_start
from optimizer.rest.breach import Breach
from optimizer.rest.clock import binding_breaches, breaches_by, earliest_start
from optimizer.roster import Roster
from optimizer.timeline import Interval, local, to_minute

_HISTORY = "rest.elsewhere_counts"
_MINUTE = timedelta(minutes=1)
#: Longer than any lawful duty, so that a search always ends at what binds.
_DAY_MINUTES = 1440
#: Gaps shorter than this join two duties, whatever the rules; looked at minute by minute.
_JOINS = 60
#: Lengths of duty the clock is asked for besides the shortest.
_LENGTHS = (4 * 60, 8 * 60, 12 * 60)


@dataclass(frozen=True, slots=True)
class DutyStart:
    """The earliest lawful start of a duty of ``minutes``; ``None`` where the duty is too long by itself."""

    minutes: int
    start: datetime | None
    by: tuple[Bound, ...]


@dataclass(frozen=True, slots=True)
class PlannedDuty:
    """A duty still planned: how early it could begin, with what is planned before it as done, and what it breaks.

    ``earliest`` leaves the duty's breaks out; where only those make it lawful it moves with them,
    minute by minute. ``None`` where no start is lawful.
    """

    interval: Interval
    shift_id: str
    vessel_id: str
    earliest: datetime | None
    broken: tuple[Bound, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class RestClock:
    """What the rest rules leave one person from an instant on; every instant is UTC.

    Attributes
    ----------
    on_duty_until
        End of a duty under way at ``at``, which is carried to its planned end first.
    earliest, earliest_by
        First minute at which a duty may begin, and the rules that forbid the minute before; no
        rule where the person may begin at once. ``None``: never within the days looked at.
    longest_minutes, longest_by
        Longest duty from there, breaks not taken off, and the rules that end it.
    beside_plan_minutes, beside_plan_by
        The same where everything still planned must stay as lawful as it is; ``None`` where
        nothing is planned. Without a rule the next planned duty ends it.
    starts
        Earliest starts of longer duties.
    unknown_history
        Whether part of the days the rules look back is unknown: then only what is known was reckoned.
    history_known_from, history_known_until
        Between which instants before the window the person's duties are known.
    absences
        Absences during the longest duty from the earliest start; the clock itself knows rest only.
    """

    crew_id: str
    at: datetime
    on_duty_until: datetime | None
    earliest: datetime | None
    earliest_by: tuple[Bound, ...]
    longest_minutes: int
    longest_by: tuple[Bound, ...]
    beside_plan_minutes: int | None
    beside_plan_by: tuple[Bound, ...]
    starts: tuple[DutyStart, ...]
    limits: tuple[LimitLeft, ...]
    rest_day: RestDay | None
    planned: tuple[PlannedDuty, ...]
    unknown_history: bool
    history_known_from: datetime | None
    history_known_until: datetime | None
    absences: tuple[Absence, ...]


def rest_clock(instance: Instance, roster: Roster, crew_id: str, at: datetime | None = None) -> RestClock:
    """The clock of one person at an instant (UTC), by default the start of the instance's window.

    Raises
    ------
    KeyError
        For a person the dataset does not have.
    """
    instant = instance.window.start if at is None else at
    person = instance.dataset.crew[crew_id]
    whole = replace(work_record(Sheet(instance, roster), crew_id), loading_exception=False)
    done, later = split(whole, instant)
    known_start, unknown = first_start(instance, person, list(done.pieces))
    not_before = max(instant, known_start) if known_start is not None else instant
    law = instance.rulebook
    busy = max((piece.interval.end for piece in done.pieces), default=instant)
    start = earliest_start(done, law, 1, not_before=not_before)
    by = _why_not_earlier(done, start, 1, max(instant, busy), not_before, law)
    minutes, ends_by = (0, ()) if start is None else _longest(done, person, start, law)
    beside = None if start is None or not later.pieces else _beside(whole, later, start, minutes, person, law)
    return RestClock(
        crew_id=crew_id,
        at=instant,
        on_duty_until=busy if busy > instant else None,
        earliest=start,
        earliest_by=by,
        longest_minutes=minutes,
        longest_by=ends_by,
        beside_plan_minutes=None if beside is None else beside[0],
        beside_plan_by=() if beside is None else beside[1],
        starts=tuple(_duty_starts(done, max(instant, busy), not_before, law)),
        limits=() if start is None else limits_left(done, whole, person, start, law),
        rest_day=None if start is None else rest_day(done, whole, start, instance.window.end, law),
        planned=tuple(_planned(done, later, not_before, law)),
        unknown_history=unknown,
        history_known_from=person.history_known_from,
        history_known_until=person.history_known_until,
        absences=() if start is None else _absent(instance, crew_id, start, minutes),
    )


def _absent(instance: Instance, crew_id: str, start: datetime, minutes: int) -> tuple[Absence, ...]:
    duty = Interval(start, start + timedelta(minutes=minutes))
    return tuple(absence for absence in instance.absences.get(crew_id, ()) if absence.overlaps(duty))


def split(record: WorkRecord, at: datetime) -> tuple[WorkRecord, WorkRecord]:
    """What has begun before an instant, to its end, and what begins from then on."""
    begun = tuple(piece for piece in record.pieces if piece.interval.start < at)
    until = max([at, *(piece.interval.end for piece in begun)])
    aboard = [item for item in record.on_board if item.start < until]
    done = replace(
        record,
        pieces=begun,
        on_board=tuple(Interval(item.start, min(item.end, until)) for item in aboard),
    )
    later = replace(record, pieces=tuple(piece for piece in record.pieces if piece.interval.start >= at), on_board=())
    return done, later


def _why_not_earlier(
    record: WorkRecord,
    start: datetime | None,
    minutes: int,
    free_from: datetime,
    not_before: datetime,
    rulebook: Rulebook,
) -> tuple[Bound, ...]:
    """The rules that forbid a start one minute earlier; none where the person is free from there."""
    if start is None or start <= free_from:
        return ()
    if start <= not_before:
        return (bound_of(_HISTORY, start, rulebook),)
    earlier = start - _MINUTE
    piece = WorkPiece(interval=Interval(earlier, earlier + timedelta(minutes=minutes)))
    return bounds(breaches_by(record, piece, rulebook), rulebook)


def _duty_starts(
    done: WorkRecord, free_from: datetime, not_before: datetime, rulebook: Rulebook
) -> Iterable[DutyStart]:
    for minutes in _LENGTHS:
        start = earliest_start(done, rulebook, minutes, not_before=not_before)
        if start is None:
            piece = WorkPiece(interval=Interval(not_before, not_before + timedelta(minutes=minutes)))
            yield DutyStart(minutes, None, bounds(breaches_by(done, piece, rulebook), rulebook))
        else:
            yield DutyStart(minutes, start, _why_not_earlier(done, start, minutes, free_from, not_before, rulebook))


def _longest(done: WorkRecord, person: Person, start: datetime, rulebook: Rulebook) -> tuple[int, tuple[Bound, ...]]:
    """Minutes up to the first one that breaks a rule, and the rules it breaks.

    For adults a duty that ends earlier never breaks more, so halving finds it; a day of a young
    person may (the free time after a longer one can be shorter), so every minute is looked at.
    """
    begins = to_minute(start)

    def breaks(minutes: int) -> tuple[Breach, ...]:
        return breaches_by(done, WorkPiece(interval=Interval.from_minutes(begins, begins + minutes)), rulebook)

    if is_minor(person, local(start).date(), rulebook):
        minutes = next((n for n in range(1, _DAY_MINUTES + 1) if breaks(n)), _DAY_MINUTES + 1) - 1
    else:
        minutes = longest(lambda n: not breaks(n), _DAY_MINUTES)
    return minutes, bounds(breaks(minutes + 1), rulebook)


def _beside(
    whole: WorkRecord, later: WorkRecord, start: datetime, most: int, person: Person, rulebook: Rulebook
) -> tuple[int, tuple[Bound, ...]]:
    """The longest duty that leaves everything still planned as lawful as it is.

    Breaches that the roster has anyway do not count. Close before the next duty the gap joins the
    two, which changes what counts as rest: there, and for young people, every minute is looked at.
    """
    begins = to_minute(start)
    room = min(to_minute(piece.interval.start) for piece in later.pieces) - begins
    most = min(most, room)
    before = {_key(breach) for breach in binding_breaches(whole, rulebook)}

    def breaks(minutes: int) -> list[Breach]:
        piece = WorkPiece(interval=Interval.from_minutes(begins, begins + minutes))
        found = binding_breaches(replace(whole, pieces=(*whole.pieces, piece)), rulebook)
        return [breach for breach in found if _key(breach) not in before]

    if most <= 0:
        return 0, ()
    surely = 0
    if not is_minor(person, local(start).date(), rulebook):
        surely = longest(lambda n: not breaks(n), max(0, min(most, room - _JOINS)))
        if surely < min(most, room - _JOINS):
            return surely, bounds(breaks(surely + 1), rulebook)
    for minutes in range(max(1, surely + 1), most + 1):
        if found := breaks(minutes):
            return minutes - 1, bounds(found, rulebook)
    return most, ()


def _key(breach: Breach) -> tuple[object, ...]:
    return breach.rule_id, breach.first_window_start, breach.found_minutes


def _planned(done: WorkRecord, later: WorkRecord, not_before: datetime, rulebook: Rulebook) -> Iterable[PlannedDuty]:
    record = done
    for piece in later.pieces:
        earliest = earliest_start(record, rulebook, piece.interval.minutes, not_before=not_before)
        broken = bounds(breaches_by(record, piece, rulebook), rulebook)
        if not broken and (earliest is None or earliest > piece.interval.start):
            earliest = _moved_forward(record, piece, not_before, rulebook)
        yield PlannedDuty(piece.interval, piece.source, piece.vessel_id, earliest, broken)
        record = replace(record, pieces=(*record.pieces, piece))


def _moved_forward(record: WorkRecord, piece: WorkPiece, not_before: datetime, rulebook: Rulebook) -> datetime:
    """How early a lawful duty could begin if it moved as it is, breaks included."""
    first = max([not_before, *(item.interval.end for item in record.pieces)])
    moved = piece
    while moved.interval.start > first:
        earlier = replace(
            moved,
            interval=_minute_earlier(moved.interval),
            breaks=tuple(_minute_earlier(item) for item in moved.breaks),
        )
        if breaches_by(record, earlier, rulebook):
            break
        moved = earlier
    return moved.interval.start


def _minute_earlier(interval: Interval) -> Interval:
    return Interval(interval.start - _MINUTE, interval.end - _MINUTE)
