"""Level 4: what a roster costs, as linear terms the model and the scorer share as numbers.

The numbers are fixed here once; ``solve.score`` adds them up for a finished roster on its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time, timedelta

from optimizer.domain import CertificateKind, Function, Person, RecordedDuty, Wish, WishKind
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies
from optimizer.model.blocks import Block
from optimizer.model.candidates import Candidate
from optimizer.model.needs import JobKind, ShiftNeed
from optimizer.model.pairs import PairRules
from optimizer.model.people import FixedTime
from optimizer.model.rotations import Rotations
from optimizer.model.weights import weights
from optimizer.timeline import Interval, clock_windows, day_start, local

QUARTER = 15

#: Company preference, not law: how scarce a qualification is, from low to high.
_FUNCTION_RANK = {
    Function.FERRY_APPRENTICE: 1,
    Function.DECKHAND: 1,
    Function.APPRENTICE: 1,
    Function.FERRY_ASSISTANT: 2,
    Function.DECKHAND_180: 2,
    Function.BOATMAN: 3,
    Function.ENGINE_MINDER: 3,
    Function.ABLE_BOATMAN: 4,
    Function.ENGINEER: 4,
    Function.HELMSMAN: 5,
    Function.FERRY_MASTER: 6,
    Function.BOATMASTER: 7,
}
_CERTIFICATE_RANK = {
    CertificateKind.DECKHAND: 1,
    CertificateKind.APPRENTICE: 1,
    CertificateKind.FERRY_APPRENTICE: 1,
    CertificateKind.FERRY_ASSISTANT: 2,
    CertificateKind.BOATMAN: 3,
    CertificateKind.ENGINE_MINDER: 3,
    CertificateKind.ABLE_BOATMAN: 4,
    CertificateKind.RHINE_ENGINEER: 4,
    CertificateKind.HELMSMAN: 5,
    CertificateKind.FERRY_CERTIFICATE: 6,
    CertificateKind.OLD_FERRY_PATENT: 6,
    CertificateKind.UNION_PATENT: 7,
    CertificateKind.RHINE_PATENT: 7,
    CertificateKind.OLD_PATENT: 7,
}


@dataclass(frozen=True, slots=True)
class HoursTarget:
    """Contract hours of a person in the window in minutes, and what is already committed in it."""

    target_minutes: int
    committed_minutes: int


@dataclass(frozen=True, slots=True)
class WishTerm:
    """A wish to work: costs ``weight`` unless one of the blocks is worked."""

    crew_id: str
    blocks: frozenset[int]
    weight: int


@dataclass(frozen=True)
class CostTable:
    """All figures of level 4.

    ``of_candidate`` is the cost of (crew id, block index); ``rank`` and ``seat_rank`` price work
    below one's rank; ``homes`` are the vessels a person is at home on, ``familiar`` those they know
    (only people of whom that is stated); ``together`` are pairs of people; ``unavoidable`` is the
    constant fixed from the required hours alone.
    """

    weights: Mapping[str, int]
    of_candidate: Mapping[tuple[str, int], int]
    rank: Mapping[str, int]
    targets: Mapping[str, HoursTarget]
    homes: Mapping[str, frozenset[str]]
    familiar: Mapping[str, frozenset[str]]
    together: tuple[tuple[str, str], ...]
    wishes: tuple[WishTerm, ...]
    unavoidable: int

    def hours_cost(self, crew_id: str, minutes: int) -> int:
        """Cost of the minutes a person is on duty in the window, against their contract."""
        target = self.targets.get(crew_id)
        if target is None:
            return 0
        difference = minutes + target.committed_minutes - target.target_minutes
        over, under = -(-max(difference, 0) // QUARTER), -(-max(-difference, 0) // QUARTER)
        return self.weights["overtime"] * over + self.weights["undertime"] * under

    def strange_vessel(self, crew_id: str, vessel_id: str) -> int:
        """Cost of serving on a vessel at all: nothing at home, most where the person does not know it."""
        if vessel_id in self.homes[crew_id]:
            return 0
        known = self.familiar.get(crew_id)
        unknown = known is not None and vessel_id not in known
        return self.weights["other_vessel"] + self.weights["unfamiliar"] * unknown


def seat_rank(function: Function) -> int:
    return _FUNCTION_RANK.get(function, 0)


def build_costs(
    instance: Instance,
    blocks: Sequence[Block],
    needs: Mapping[str, ShiftNeed],
    candidates: Sequence[Candidate],
    fixed: Mapping[str, FixedTime],
    rotations: Rotations,
    pairs: PairRules,
) -> CostTable:
    """The cost table of a problem; what lies behind the window costs nothing."""
    weight = weights(instance.dataset.settings.weights)
    sundays = {c: len(_days_worked(instance, c, only_sundays=True)) for c in instance.dataset.crew}
    nights = {c: len(_nights_worked(instance, c)) for c in instance.dataset.crew}
    marks = {block.index: _Marks.of(instance, block) for block in blocks if block.counted}
    wishes: dict[str, list[Wish]] = {}
    for wish in instance.dataset.wishes:
        wishes.setdefault(wish.crew_id, []).append(wish)
    of_candidate: dict[tuple[str, int], int] = {}
    for candidate in candidates:
        person, block = instance.dataset.crew[candidate.crew_id], blocks[candidate.block]
        if not block.counted:
            of_candidate[candidate.crew_id, candidate.block] = 0
            continue
        cost = _duty_cost(person, block, wishes.get(person.crew_id, ()), weight)
        cost += weight["soft_rest"] * marks[block.index].soft_rest
        cost += weight["rest_day_work"] * len(rotations.rest_days(person.crew_id, block))
        cost += weight["other_watch"] * rotations.other_watch(person.crew_id, block)
        cost += weight["sunday"] * sundays[person.crew_id] * marks[block.index].sunday
        cost += weight["night"] * nights[person.crew_id] * marks[block.index].night
        cost += weight["cabin_staff"] if candidate.cabin_staff else 0
        of_candidate[candidate.crew_id, candidate.block] = cost
    targets = {p.crew_id: t for p in instance.dataset.crew.values() if (t := _target(instance, p, fixed)) is not None}
    return CostTable(
        weights=weight,
        of_candidate=of_candidate,
        rank={crew_id: _rank(instance, crew_id) for crew_id in instance.dataset.crew},
        targets=targets,
        homes=rotations.homes,
        familiar=_familiar(instance),
        together=pairs.together,
        wishes=_want_terms(instance, blocks, weight),
        unavoidable=_unavoidable(instance, needs, blocks, candidates, targets, weight),
    )


def _familiar(instance: Instance) -> dict[str, frozenset[str]]:
    known: dict[str, set[str]] = {}
    for row in instance.dataset.familiar:
        known.setdefault(row.crew_id, set()).add(row.vessel_id)
    return {crew_id: frozenset(vessels) for crew_id, vessels in known.items()}


@dataclass(frozen=True, slots=True)
class _Marks:
    """What a block costs for whoever works it: on a Sunday, at night, in the rest that should be kept."""

    sunday: bool
    night: bool
    soft_rest: bool

    @classmethod
    def of(cls, instance: Instance, block: Block) -> _Marks:
        return cls(_touches_sunday(block), _touches_night(instance, block), _in_soft_rest(instance, block))


def _duty_cost(person: Person, block: Block, wishes: Iterable[Wish], weight: Mapping[str, int]) -> int:
    against = sum(wish.kind in (WishKind.AVOID, WishKind.FREE) and _concerns(wish, block) for wish in wishes)
    rate = 0 if person.day_rate is None else round(person.day_rate / 10)
    return weight["wish_avoid"] * against + weight["day_rate"] * rate


def _concerns(wish: Wish, block: Block) -> bool:
    """Whether a wish names this block by day, shift or vessel (every stated field must fit)."""
    shift = block.shift
    day_fits = wish.day is None or wish.day in shift.interval.days()
    shift_fits = not wish.shift_id or wish.shift_id == shift.shift_id
    return day_fits and shift_fits and (not wish.vessel_id or wish.vessel_id == shift.vessel_id)


def _want_terms(instance: Instance, blocks: Sequence[Block], weight: Mapping[str, int]) -> tuple[WishTerm, ...]:
    terms = []
    for wish in instance.dataset.wishes:
        if wish.kind is WishKind.WANT:
            fitting = frozenset(block.index for block in blocks if block.counted and _concerns(wish, block))
            if fitting:
                terms.append(WishTerm(wish.crew_id, fitting, weight["wish_want"]))
    return tuple(terms)


def _in_soft_rest(instance: Instance, block: Block) -> bool:
    """Whether duty lies where rest should (§ 103(4)); the modes of the Rhine name no such hours."""
    values = instance.rulebook.values("rest.soft_window", local(block.shift.interval.start).date())
    mode = block.shift.mode
    if values is None or mode is None or rhine_applies(instance, block.shift):
        return False
    window = {**values["lies_within"], **values["includes"]}.get(mode.value)
    if window is None:
        return False
    opens, closes = (time.fromisoformat(clock) for clock in window)
    return any(clock_windows(duty, opens, closes) for duty in block.duty)


def _touches_sunday(block: Block) -> bool:
    return any(day.isoweekday() == 7 for duty in block.duty for day in duty.days())


def _night_parts(instance: Instance, duty: Interval) -> list[Interval]:
    values = instance.rulebook.values("work.night_7d", local(duty.start).date())
    if values is None:
        return []
    return clock_windows(duty, time.fromisoformat(values["night_from"]), time.fromisoformat(values["night_to"]))


def _touches_night(instance: Instance, block: Block) -> bool:
    return any(_night_parts(instance, duty) for duty in block.duty)


def _recent(instance: Instance, crew_id: str) -> list[RecordedDuty]:
    since = instance.window.start - timedelta(days=31)
    return [d for d in instance.duties.get(crew_id, ()) if since <= d.interval.start < instance.window.start]


def _days_worked(instance: Instance, crew_id: str, *, only_sundays: bool) -> set[date]:
    days = {day for duty in _recent(instance, crew_id) for day in duty.interval.days()}
    return {day for day in days if day.isoweekday() == 7} if only_sundays else days


def _nights_worked(instance: Instance, crew_id: str) -> list[RecordedDuty]:
    return [duty for duty in _recent(instance, crew_id) if _night_parts(instance, duty.interval)]


def _rank(instance: Instance, crew_id: str) -> int:
    kinds = (certificate.kind for certificate in instance.certificates.get(crew_id, ()))
    return max((_CERTIFICATE_RANK.get(kind, 0) for kind in kinds), default=0)


def _target(instance: Instance, person: Person, fixed: Mapping[str, FixedTime]) -> HoursTarget | None:
    """Contract minutes of the period, less the days of absence; ``None`` without a contract."""
    if person.contract_minutes_week is None or not person.active:
        return None
    days = instance.hours_period.days()
    absences = instance.absences.get(person.crew_id, ())
    present = sum(1 for day in days if not any(a.overlaps(_whole(day)) for a in absences))
    committed = [p.interval.intersection(instance.hours_period) for p in fixed[person.crew_id].pieces]
    return HoursTarget(
        target_minutes=person.contract_minutes_week * present // 7,
        committed_minutes=sum(part.minutes for part in committed if part is not None),
    )


def _whole(day: date) -> Interval:
    return Interval(day_start(day), day_start(day + timedelta(days=1)))


def _surplus(candidate: Candidate) -> bool:
    return any(job.kind is JobKind.SURPLUS for job in candidate.jobs)


def _beside(need: ShiftNeed) -> int:
    """The most people a shift can have on board beside its crew, locked ones left out."""
    patrol = sum(need.patrol(watch_name) for watch_name in need.watch_needs)
    return patrol + max((sum(crew.values()) for crew in need.extra), default=0)


def _unavoidable(
    instance: Instance,
    needs: Mapping[str, ShiftNeed],
    blocks: Sequence[Block],
    candidates: Iterable[Candidate],
    targets: Mapping[str, HoursTarget],
    weight: Mapping[str, int],
) -> int:
    """Over- or undertime that no roster can avoid: required minus contracted hours, weighted.

    People without contract hours could take any of the required hours, so they lower the overtime
    part by more than they may ever work: twice the longest weekly working time of an employee.
    """
    aboard = sum(blocks[c.block].counted_minutes for c in candidates if c.additional or _surplus(c))
    least, most = 0, aboard
    watches = Counter(block.shift.shift_id for block in blocks if not block.for_minors)
    for block in blocks:
        need = needs[block.shift.shift_id]
        if block.for_minors or not block.counted or not need.stretches or need.plan_bars:
            continue
        sizes = [len(option) for option in need.stretches[0].options] or [0]
        least += block.counted_minutes * min(sizes) // watches[block.shift.shift_id]
        most += block.counted_minutes * (max(sizes) + len(need.roles) + _beside(need))
    contracted = sum(t.target_minutes - t.committed_minutes for t in targets.values())
    values = instance.rulebook.values("work.total_7d", local(instance.window.start).date())
    weekly = int(values["max_minutes"]) if values is not None else 0
    free = sum(1 for p in instance.dataset.crew.values() if p.active and p.crew_id not in targets)
    weeks = -(-instance.window.minutes // (7 * 24 * 60))
    over = max(0, least - contracted - free * 2 * weekly * weeks)
    under = max(0, contracted - most)
    return weight["overtime"] * (over // QUARTER) + weight["undertime"] * (under // QUARTER)
