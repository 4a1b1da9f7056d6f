"""Who may work which block, and which seats and safety roles they may take there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from optimizer.domain import CertificateKind, Function, Person, SafetyRole
from optimizer.eligibility import (
    certificate_bars,
    eligible_places,
    is_minor,
    person_bars,
    safety_bars,
    second_patent_bars,
)
from optimizer.instance import Instance
from optimizer.manning import Place
from optimizer.model.blocks import Block
from optimizer.model.crew_change import CrewChangeRule
from optimizer.model.needs import Job, JobKind, Seat, ShiftNeed
from optimizer.model.people import FixedTime
from optimizer.model.rest_oracle import REACH, RestOracle
from optimizer.model.rhine_change import RhineChangeRule
from optimizer.model.rotations import Rotations
from optimizer.model.travel import Departure
from optimizer.timeline import Interval, local

#: Certificates of safety staff alone: who holds nothing else serves as cabin staff, not as crew.
_SAFETY_ONLY = frozenset(
    {
        CertificateKind.PASSENGER_EXPERT,
        CertificateKind.FIRST_AIDER,
        CertificateKind.BREATHING_BASIC,
        CertificateKind.BREATHING_REFRESHER,
        CertificateKind.LNG_EXPERT,
    }
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A person who may work a block: seats they can fill, safety roles they can take.

    ``cabin_staff`` people fill no seat; they come on board for a safety role only (§ 2 Nr. 37).
    ``jobs`` are what the person can do beside the crew, ``additional`` marks somebody locked on
    board above it. ``certificates`` are those asked by the rules on duty which the person holds.
    """

    crew_id: str
    block: int
    seats: frozenset[Seat]
    roles: frozenset[SafetyRole]
    cabin_staff: bool = False
    jobs: frozenset[Job] = frozenset()
    additional: bool = False
    certificates: frozenset[CertificateKind] = frozenset()

    @property
    def only_jobs(self) -> bool:
        """Whether the person comes for a job only."""
        return not self.seats and not self.cabin_staff and not self.additional


def is_cabin_staff(instance: Instance, person: Person) -> bool:
    kinds = {certificate.kind for certificate in instance.certificates.get(person.crew_id, ())}
    return bool(kinds) and kinds <= _SAFETY_ONLY


def watch_fits(instance: Instance, person: Person, block: Block) -> bool:
    """Minors take minor watches only, adults the others."""
    day = local(block.start).date()
    return is_minor(person, day, instance.rulebook) == block.for_minors


class CandidateFinder:
    """Enumerate candidates of blocks: eligibility first, then the block's own rest and breaks."""

    def __init__(
        self,
        instance: Instance,
        fixed: Mapping[str, FixedTime],
        oracle: RestOracle,
        crew_change: CrewChangeRule,
        rotations: Rotations,
    ):
        self._instance = instance
        self._fixed = fixed
        self._oracle = oracle
        self._crew_change = crew_change
        self._rhine = RhineChangeRule(instance)
        self._rotations = rotations
        self._cut = instance.window.start - REACH
        self._late_stays = {c: tuple(s for s in f.away if s.presence.end > self._cut) for c, f in fixed.items()}

    def of_shift(self, need: ShiftNeed, blocks: Sequence[Block]) -> list[Candidate]:
        """Candidates of all blocks of one shift."""
        extra = sorted({function for crew in need.extra for function in crew})
        places = tuple(dict.fromkeys([*(seat.place for seat in need.seats), *map(Place, extra)]))
        eligible = eligible_places(self._instance, need.shift, places, accompanied=need.accompanied)
        found: list[Candidate] = []
        for person in self._instance.dataset.crew.values():
            may = eligible.get(person.crew_id, frozenset())
            seats = self._seats(person, need, may)
            cabin_staff = not seats and self._as_cabin_staff(person, need)
            jobs = [self._jobs(person, need, block, may) for block in blocks]
            if not seats and not cabin_staff and not any(jobs):
                continue
            roles = self._roles(person, need)
            held = self._certificates(person, need)
            for block, beside in zip(blocks, jobs, strict=True):
                serves = seats or beside or (cabin_staff and roles)
                if serves and self.free(person, block):
                    found.append(
                        Candidate(
                            person.crew_id, block.index, seats, roles, cabin_staff and bool(roles), beside, False, held
                        )
                    )
        return found

    def _as_cabin_staff(self, person: Person, need: ShiftNeed) -> bool:
        if not need.roles or not is_cabin_staff(self._instance, person):
            return False
        return self._may_be_aboard(person, need.shift.interval)

    def _roles(self, person: Person, need: ShiftNeed) -> frozenset[SafetyRole]:
        return frozenset(role for role in need.roles if not safety_bars(self._instance, person, role, need.shift))

    def _jobs(self, person: Person, need: ShiftNeed, block: Block, may: frozenset[Place]) -> frozenset[Job]:
        jobs = {Job(JobKind.EXTRA, function) for crew in need.extra for function in crew if Place(function) in may}
        if need.patrol(block.watch_name) and self._may_patrol(person, block):
            jobs.add(Job(JobKind.PATROL, Function.NIGHT_PATROL))
        return frozenset(jobs)

    def _may_patrol(self, person: Person, block: Block) -> bool:
        """Whether a person may be on board and is an adult on the first day, in whatever watch."""
        first = local(block.shift.interval.start).date()
        return not is_minor(person, first, self._instance.rulebook) and self._may_be_aboard(person, block.presence)

    def _certificates(self, person: Person, need: ShiftNeed) -> frozenset[CertificateKind]:
        asked = {rule.certificate for rule in need.on_duty if rule.certificate is not None}
        if not asked:
            return frozenset()
        return frozenset(kind for kind in asked if holds(self._instance, person, kind, need.shift.interval))

    def _may_be_aboard(self, person: Person, interval: Interval) -> bool:
        return not person_bars(self._instance, person, interval, minimum_crew=False, crew=False)

    def additional(self, person: Person, block: Block) -> Candidate | None:
        """The person on board of the block in addition to its crew, if nothing bars that."""
        if not self._may_be_aboard(person, block.presence) or not self.free(person, block):
            return None
        return Candidate(person.crew_id, block.index, frozenset(), frozenset(), additional=True)

    def free(self, person: Person, block: Block) -> bool:
        """Whether neither watch, fixed time, absence, rotation nor the block's own rest keeps the person away."""
        return (
            watch_fits(self._instance, person, block)
            and not self.away(person, block)
            and self._rotations.refused(person.crew_id, block) is None
            and self._oracle.breach(person, (block,)) is None
        )

    def away(self, person: Person, block: Block) -> bool:
        """Whether fixed time or an unproven first rest keeps the person from this block."""
        fixed = self._fixed[person.crew_id]
        if fixed.earliest is not None and block.presence.start < fixed.earliest:
            return True
        if self._crew_change.bars(person.crew_id, block) or self._rhine.bars(fixed, block):
            return True
        if not all(self._oracle.travel.fits(departure, block) for departure in last_departure(fixed, block)):
            return True
        # Two weeks of recorded duties lie behind nearly every block.
        stays = fixed.away if block.presence.start < self._cut else self._late_stays[person.crew_id]
        return absent_beside(self._instance, person, block) or any(stay.hinders(block) for stay in stays)

    def _seats(self, person: Person, need: ShiftNeed, places: frozenset[Place]) -> frozenset[Seat]:
        holds_patent: bool | None = None
        seats = set()
        for seat in need.seats:
            if seat.place not in places:
                continue
            if seat.stretch_patent:
                if holds_patent is None:
                    holds_patent = not second_patent_bars(self._instance, person, need.shift)
                if not holds_patent:
                    continue
            seats.add(seat)
        return frozenset(seats)


def last_departure(fixed: FixedTime, block: Block) -> tuple[Departure, ...]:
    """Where a running shift left the person before the block, if there is one."""
    earlier = [item for item in fixed.departures if item.since < block.presence.start]
    return (max(earlier, key=lambda item: item.since),) if earlier else ()


def absent_beside(instance: Instance, person: Person, block: Block) -> bool:
    """Whether an absence covers duty before or after the shift itself (eligibility asks about the shift)."""
    if block.presence == block.shift.interval:
        return False
    return any(absence.overlaps(block.presence) for absence in instance.absences.get(person.crew_id, ()))


def holds(instance: Instance, person: Person, kind: CertificateKind, interval: Interval) -> bool:
    """Whether a person holds a certificate of a kind, valid and untouched by measures, on every day."""
    days = interval.days()
    for measure in instance.measures.get(person.crew_id, ()):
        ended = measure.until is not None and measure.until < days[0]
        if measure.certificate in (None, kind) and measure.from_day <= days[-1] and not ended:
            return False
    return any(
        certificate.kind is kind and not certificate_bars(instance, certificate, person, interval)
        for certificate in instance.certificates.get(person.crew_id, ())
    )
