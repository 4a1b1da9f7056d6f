"""Who may work which block, and which seats and safety roles they may take there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from optimizer.domain import CertificateKind, Person, SafetyRole
from optimizer.eligibility import eligible_places, is_minor, person_bars, safety_bars, second_patent_bars
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.crew_change import CrewChangeRule
from optimizer.model.needs import Seat, ShiftNeed
from optimizer.model.people import FixedTime
from optimizer.model.rest_oracle import RestOracle
from optimizer.timeline import local

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
    """

    crew_id: str
    block: int
    seats: frozenset[Seat]
    roles: frozenset[SafetyRole]
    cabin_staff: bool = False


def is_cabin_staff(instance: Instance, person: Person) -> bool:
    kinds = {certificate.kind for certificate in instance.certificates.get(person.crew_id, ())}
    return bool(kinds) and kinds <= _SAFETY_ONLY


def watch_fits(instance: Instance, person: Person, block: Block) -> bool:
    """Minors take minor watches only, adults the others."""
    day = local(block.pieces[0].interval.start).date()
    return is_minor(person, day, instance.rulebook) == block.for_minors


class CandidateFinder:
    """Enumerate candidates of blocks: eligibility first, then the block's own rest and breaks."""

    def __init__(
        self, instance: Instance, fixed: Mapping[str, FixedTime], oracle: RestOracle, crew_change: CrewChangeRule
    ):
        self._instance = instance
        self._fixed = fixed
        self._oracle = oracle
        self._crew_change = crew_change

    def of_shift(self, need: ShiftNeed, blocks: Sequence[Block]) -> list[Candidate]:
        """Candidates of all blocks of one shift."""
        shift, seats = need.shift, need.seats
        places = tuple(dict.fromkeys(seat.place for seat in seats))
        eligible = eligible_places(self._instance, shift, places, accompanied=need.accompanied)
        found: list[Candidate] = []
        for person in self._instance.dataset.crew.values():
            if self.away(person, blocks[0]):
                continue
            fillable = self._seats(person, need, eligible.get(person.crew_id, frozenset()))
            cabin_staff = not fillable and bool(need.roles) and is_cabin_staff(self._instance, person)
            if not fillable and not cabin_staff:
                continue
            if cabin_staff and person_bars(self._instance, person, shift.interval, minimum_crew=False, crew=False):
                continue
            roles = frozenset(role for role in need.roles if not safety_bars(self._instance, person, role, shift))
            if cabin_staff and not roles:
                continue
            for block in blocks:
                if watch_fits(self._instance, person, block) and self._oracle.breach(person, (block,)) is None:
                    found.append(Candidate(person.crew_id, block.index, fillable, roles, cabin_staff))
        return found

    def away(self, person: Person, block: Block) -> bool:
        """Whether fixed time or an unproven first rest keeps the person from this shift."""
        fixed = self._fixed[person.crew_id]
        if fixed.earliest is not None and block.shift.interval.start < fixed.earliest:
            return True
        if any(self._crew_change.excludes_after(block.shift, piece) for piece in fixed.pieces):
            return True
        return any(block.shift.interval.overlaps(stretch) for stretch in fixed.away)

    def _seats(self, person: Person, need: ShiftNeed, places: frozenset[object]) -> frozenset[Seat]:
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
