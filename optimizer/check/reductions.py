"""One person fewer: by permit for one trip, or while an apprentice is at school (§ 117)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import MAXYEAR, UTC, datetime, timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from optimizer.check.crew_facts import CrewFacts
from optimizer.check.need import Need, Seat, seats_of
from optimizer.check.ranks import Ranks
from optimizer.check.stretches import sailing_on
from optimizer.domain import Absence, AbsenceKind, CertificateKind
from optimizer.timeline import Interval, local, merge

TRIP = "manning.single_trip"
SCHOOL = "manning.school_leave"
_OPEN_END = datetime(MAXYEAR, 1, 1, tzinfo=UTC)


def single_trip(facts: CrewFacts, needs: Iterable[Need]) -> Iterator[Need]:
    """§ 117(1): the crews less any one person but whoever leads, where a permit says so."""
    rule = facts.values(TRIP)
    if rule is None or facts.shift.mode not in rule["modes"] or not facts.permitted(rule["permit"]):
        return
    leading = Ranks.on(facts.instance.rulebook, facts.day).leading
    for need in needs:
        for seat in dict.fromkeys(need.seats):
            if seat.function not in leading:
                yield from _reduced(facts, need, seat, TRIP, rule)


def school_leave(facts: CrewFacts, needs: Iterable[Need]) -> Iterator[Need]:
    """§ 117(2): the crews less one apprentice, while one of the vessel's is at school."""
    rule = facts.values(SCHOOL)
    if rule is None or not at_school(facts, rule["months"]):
        return
    for need in needs:
        for seat in dict.fromkeys(need.seats):
            if seat.function in rule["minus"]:
                yield from _reduced(facts, need, seat, SCHOOL, rule)


def _reduced(facts: CrewFacts, need: Need, seat: Seat, rule_id: str, rule: Mapping[str, Any]) -> Iterator[Need]:
    left = list(need.seats)
    left.remove(seat)
    if _keeps(facts, left, rule["keep"]):
        yield need.reduced(left, rule_id)


def _keeps(facts: CrewFacts, seats: Sequence[Seat], keep: Mapping[str, int]) -> bool:
    """Whether a boatmaster and somebody of the boatman's rank or a higher one are left.

    A second boatmaster does not stand for the boatman, who is named beside the boatmaster.
    """
    order = Ranks.on(facts.instance.rulebook, facts.day).order
    for wanted in (seat.function for seat in seats_of(keep)):
        able = order[order.index(wanted) :] if wanted in order else (wanted,)
        if not any(seat.function in able for seat in seats):
            return False
    return True


def at_school(facts: CrewFacts, months: int) -> bool:
    """Whether the vessel's first school period of the year covers all the sailing of the day."""
    blocks = _school_blocks(facts)
    pieces = sailing_on(facts.instance, facts.shift, facts.day)
    for block in blocks:
        begun = local(block.start).date()
        earlier = [other for other in blocks if other.start < block.start and _last_year(other) >= begun.year]
        in_time = facts.day < begun + relativedelta(months=months)
        if in_time and not earlier and all(block.covers(piece) for piece in pieces):
            return True
    return False


def _school_blocks(facts: CrewFacts) -> list[Interval]:
    """School periods, certified on board, of apprentices who belong to the vessel; what touches is one."""
    absences = _absences_at_school(facts)
    people = {absence.crew_id for absence in absences}
    return [
        block
        for crew_id in people
        for block in merge(Interval(a.start, a.end or _OPEN_END) for a in absences if a.crew_id == crew_id)
    ]


def _absences_at_school(facts: CrewFacts) -> list[Absence]:
    instance, vessel_id = facts.instance, facts.vessel.vessel_id
    mine = {p.crew_id for p in instance.dataset.crew.values() if p.active and p.home_vessel == vessel_id}
    learning = {
        c.crew_id
        for c in instance.dataset.certificates
        if c.kind is CertificateKind.APPRENTICE
        and c.issued_on <= facts.day
        and (c.valid_until is None or facts.day <= c.valid_until)
    }
    return [
        absence
        for absence in instance.dataset.absences
        if absence.kind is AbsenceKind.SCHOOL
        and absence.school_certificate_on_board
        and absence.crew_id in mine & learning
    ]


def _last_year(block: Interval) -> int:
    """The last calendar year in which a period has days."""
    return local(block.end - timedelta(minutes=1)).year
