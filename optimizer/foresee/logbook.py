"""The logbook read back: what came otherwise, and which later starts of the roster became unlawful by it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from optimizer.check import check_roster
from optimizer.check.sheet import Sheet
from optimizer.check.work_records import rostered, work_record
from optimizer.domain import RecordedDuty
from optimizer.findings import Finding, Severity
from optimizer.foresee.bounds import Bound, bounds
from optimizer.foresee.deviations import Deviation, begun_duty, compare
from optimizer.foresee.history import from_the_cut_on
from optimizer.instance import Instance
from optimizer.rest.clock import breaches_by, earliest_start
from optimizer.roster import Roster

_TIMES = ("rest.", "work.", "youth.")


class LogbookError(ValueError):
    """The logbook says nothing about this roster: it ends before its window or at or after its end."""


@dataclass(frozen=True, slots=True)
class TooEarly:
    """A later start of the roster that the recorded duties forbid.

    ``rest_ends`` is the earliest lawful start of a duty of that length, ``None`` where there is none
    without its breaks; ``by`` are the rules the start breaks.
    """

    crew_id: str
    shift_id: str
    start: datetime
    rest_ends: datetime | None
    by: tuple[Bound, ...]


@dataclass(frozen=True, kw_only=True)
class ReadBack:
    """A roster from the end of the logbook on.

    Attributes
    ----------
    cut
        Until when the logbook reaches (UTC); what begins then or later is the rest of the roster.
    instance, roster
        What is still to come, with the recorded duties as history: to check or to plan anew from.
    deviations
        Where logbook and roster differ.
    too_early
        Starts that became unlawful, by time.
    unlawful
        Everything the checker finds unlawful in the rest of the roster only because of the logbook.
    already
        What is unlawful there whatever the logbook says.
    past
        What the recorded duties themselves have broken.
    """

    cut: datetime
    instance: Instance
    roster: Roster
    deviations: tuple[Deviation, ...]
    too_early: tuple[TooEarly, ...]
    unlawful: tuple[Finding, ...]
    already: tuple[Finding, ...]
    past: tuple[Finding, ...]


def read_back(instance: Instance, roster: Roster, log: Sequence[RecordedDuty], cut: datetime | None = None) -> ReadBack:
    """Lay recorded duties beside a roster and judge what is left of it.

    Parameters
    ----------
    log
        Duties as recorded; those marked as planned count as commitments and are not compared.
    cut
        Until when the logbook reaches, by default the latest end of a recorded duty.

    Raises
    ------
    LogbookError
        If nothing is recorded, or ``cut`` does not lie inside the window.
    """
    recorded = [duty for duty in log if not duty.planned]
    if not recorded:
        raise LogbookError("nothing is recorded")
    end = max(duty.interval.end for duty in recorded) if cut is None else cut
    if not instance.window.start < end < instance.window.end:
        raise LogbookError("the logbook does not end inside the window")
    begun = begun_duty(instance, roster, end)
    compared = compare(begun, [duty for duty in recorded if duty.interval.end > instance.window.start], end)
    as_planned = from_the_cut_on(instance, roster, end, [], compare(begun, [], end))
    after = from_the_cut_on(instance, roster, end, log, compared)
    before_found, found = check_roster(*as_planned).findings, check_roster(*after).findings
    known = {_key(finding) for finding in before_found}
    fresh = [finding for finding in found if _key(finding) not in known]
    people = {name for item in compared.deviations for name in (item.crew_id, item.replaced_by) if name}
    return ReadBack(
        cut=end,
        instance=after[0],
        roster=after[1],
        deviations=compared.deviations,
        too_early=tuple(_too_early(as_planned, after, sorted(people))),
        unlawful=tuple(f for f in fresh if f.severity is Severity.UNLAWFUL),
        already=tuple(f for f in found if f.severity is Severity.UNLAWFUL and _key(f) in known),
        past=tuple(f for f in fresh if f.severity is Severity.INFO and f.code.startswith(_TIMES)),
    )


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.severity, finding.shift_id, finding.crew_id


def _too_early(
    planned: tuple[Instance, Roster], after: tuple[Instance, Roster], people: Sequence[str]
) -> Iterator[TooEarly]:
    found = [item for crew_id in people for item in _of_person(planned, after, crew_id)]
    yield from sorted(found, key=lambda item: (item.start, item.crew_id))


def _of_person(planned: tuple[Instance, Roster], after: tuple[Instance, Roster], crew_id: str) -> Iterator[TooEarly]:
    """Rostered duties in their order, each with what is before it; only what the logbook made unlawful."""
    book = after[0].rulebook
    old, new = (work_record(Sheet(*case), crew_id) for case in (planned, after))
    for piece in (piece for piece in new.pieces if rostered(piece)):
        before = replace(new, pieces=tuple(p for p in new.pieces if p.interval < piece.interval))
        broken = breaches_by(before, piece, book)
        if not broken:
            continue
        earlier = replace(old, pieces=tuple(p for p in old.pieces if p.interval < piece.interval))
        known = {breach.rule_id for breach in breaches_by(earlier, piece, book)}
        fresh = [breach for breach in broken if breach.rule_id not in known]
        if fresh:
            rest_ends = earliest_start(before, book, piece.interval.minutes, not_before=after[0].window.start)
            yield TooEarly(crew_id, piece.source, piece.interval.start, rest_ends, bounds(fresh, book))
