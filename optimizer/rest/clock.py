"""The rest clock: from when a person may lawfully work again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import datetime

from optimizer.domain import OperatingMode
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.law import Rulebook
from optimizer.rest.berlin import clock, day_of, midnight
from optimizer.rest.breach import PLANNING, Breach
from optimizer.rest.judging import judge
from optimizer.rest.statute import statute_of
from optimizer.timeline import Interval, from_minute, to_minute

#: Breaks are planned inside the duty later; they never move its start.
_NOT_ABOUT_THE_START = frozenset({"work.breaks", "youth.breaks"})
#: Rules whose figure changes by at most one minute when the duty starts a minute later.
_STEADY = frozenset(
    {
        "rest.uninterrupted_self_employed",
        "rest.uninterrupted_employee",
        "rest.total_employee",
        "rest.loading_exception",
        "rest.rhine_a1",
        "rest.rhine_a2_total",
        "rest.rhine_a2_outside",
        "rest.rhine_b_total",
        "work.rest_24h",
        "work.rest_uninterrupted",
        "work.rest_7d",
        "work.total_24h",
        "work.total_7d",
        "work.night_7d",
        "youth.free_time",
    }
)
_SPAN = frozenset({"rest.consecutive_duty_employee", "rest.consecutive_duty_self_employed"})
#: Rules that a later start on the same day cannot mend.
_DAILY = frozenset(
    {
        "work.consecutive_days",
        "youth.child",
        "youth.daily_hours",
        "youth.weekly_hours",
        "youth.shift",
        "youth.forbidden_days",
    }
)
_LENGTH = _STEADY | _SPAN
_HORIZON = 40 * 1440


def earliest_start(
    record: WorkRecord,
    rulebook: Rulebook,
    duration_minutes: int,
    *,
    sailing: bool = True,
    mode: OperatingMode | None = None,
    not_before: datetime | None = None,
) -> datetime | None:
    """Earliest lawful start of one more duty after the last piece of a record.

    Time inside a window that earlier duty has already overfilled is not lawful either.

    Parameters
    ----------
    duration_minutes
        Length of the duty in elapsed minutes; its own breaks are not judged.
    sailing, mode
        Facts of that duty that rules look at.
    not_before
        Do not look before this instant, e.g. now.

    Returns
    -------
    datetime or None
        UTC; ``None`` where no start within 40 days is lawful (a duty too long by itself).

    Raises
    ------
    ValueError
        If the record has no pieces and ``not_before`` is not given.
    """
    ends = [to_minute(piece.interval.end) for piece in record.pieces]
    ends += [] if not_before is None else [to_minute(not_before)]
    if not ends:
        raise ValueError("a record without duty needs not_before")
    first = max(ends)
    broken = frozenset(breach.rule_id for breach in judge(record, rulebook))
    minute = first
    while minute <= first + _HORIZON:
        piece = WorkPiece(
            interval=Interval.from_minutes(minute, minute + duration_minutes),
            sailing=sailing,
            mode=mode,
        )
        wait = _wait(record, piece, rulebook, broken)
        if wait == 0:
            return from_minute(minute)
        if minute == first and _too_long(record, piece, rulebook):
            return None
        minute += wait
    return None


def breaches_by(
    record: WorkRecord, piece: WorkPiece, rulebook: Rulebook, *, rules: Iterable[str] | None = None
) -> tuple[Breach, ...]:
    """What one more duty breaks: binding rules, save those about breaks, in windows it has a part in.

    Time inside a window that earlier duty has already overfilled is broken as well.
    """
    more = replace(record, pieces=(*record.pieces, piece))
    return tuple(
        breach
        for breach in binding_breaches(more, rulebook, rules=rules)
        if breach.window is not None and breach.window.overlaps(piece.interval)
    )


def binding_breaches(
    record: WorkRecord, rulebook: Rulebook, *, rules: Iterable[str] | None = None
) -> tuple[Breach, ...]:
    """Breaches that make a record unlawful, save those about breaks, which are planned later."""
    return tuple(
        breach
        for breach in judge(record, rulebook, rules=rules)
        if breach.severity_class in PLANNING and breach.rule_id not in _NOT_ABOUT_THE_START
    )


def _too_long(record: WorkRecord, piece: WorkPiece, rulebook: Rulebook) -> bool:
    """Whether the duty breaks a rule about its length even if nothing else is worked."""
    alone = replace(record, pieces=(piece,), on_board=())
    return any(breach.severity_class in PLANNING for breach in judge(alone, rulebook, rules=_LENGTH))


def _wait(record: WorkRecord, piece: WorkPiece, rulebook: Rulebook, broken: frozenset[str]) -> int:
    """Minutes by which the duty has to move at least; 0 where it is lawful.

    Figures of windows already ``broken`` by earlier duty say nothing about this one; those are
    tried minute by minute.
    """
    start = piece.interval.bounds[0]
    against = breaches_by(record, piece, rulebook)
    return max((_shortfall(breach, start, record, rulebook, broken) for breach in against), default=0)


def _shortfall(breach: Breach, start: int, record: WorkRecord, rulebook: Rulebook, broken: frozenset[str]) -> int:
    """By how much the duty must move at least before a breach can be mended."""
    statute = statute_of(rulebook)
    if breach.rule_id in _DAILY:
        return midnight(day_of(start) + 1) - start
    if breach.rule_id == "youth.night":
        opens = clock(day_of(start), statute.definition("youth.night", "from", start))
        return opens - start if start < opens else midnight(day_of(start) + 1) - start
    if breach.rule_id in _SPAN and statute.readings["consecutive_duty"] == "span":
        reset = statute.definition(breach.rule_id, "reset_by_rest_minutes", start)
        rested = start - max((p.interval.bounds[1] for p in record.pieces), default=start)
        return max(1, reset - rested)
    steady = breach.rule_id in _STEADY and breach.rule_id not in broken
    if steady and statute.readings["seven_days"] == "elapsed":
        # A gap that grows past what counts as no rest frees all of its minutes at once.
        jump = statute.definition("work.rest_24h", "shortest_rest_over_minutes", start)
        return max(1, abs(breach.found_minutes - breach.allowed_minutes) - jump)
    return 1
