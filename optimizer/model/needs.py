"""What each shift needs, in the form the model counts: seats, options, safety roles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from optimizer.domain import Crew, Function, SafetyRole, Shift
from optimizer.findings import Finding
from optimizer.instance import Instance
from optimizer.manning import crew_requirements, needs_crew_change_rule
from optimizer.manning.requirement import Alternative, CrewRequirement, OnDutyRule, Place
from optimizer.manning.rhine_modes import sails_only_after


@dataclass(frozen=True, slots=True, order=True)
class Seat:
    """A place as the model tells places apart; ``stretch_patent`` is the seat of § 108(5)."""

    place: Place
    stretch_patent: bool = False


Option = tuple[Seat, ...]


class JobKind(StrEnum):
    """Why somebody is on board beside the crew: night patrol, the company's wish, still from before."""

    PATROL = "patrol"
    EXTRA = "extra"
    SURPLUS = "surplus"


@dataclass(frozen=True, slots=True, order=True)
class Job:
    """Work on board beside the minimum crew, shown under ``function``."""

    kind: JobKind
    function: Function


@dataclass(frozen=True)
class StretchNeed:
    """Options (lawful crews as multisets of seats) and safety roles of one stretch of a shift."""

    options: tuple[Option, ...]
    roles: Mapping[SafetyRole, int]
    roles_in_one_person: bool

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(sorted({seat for option in self.options for seat in option}))


@dataclass(frozen=True)
class ShiftNeed:
    """Everything a shift needs. ``stretches[0]`` is the largest and names the functions shown.

    ``plan_bars`` keep the shift from sailing whatever the crew; ``crew_change`` says that § 101(3)
    must hold for its crew; ``watch_needs`` maps a watch name to the crews it needs on duty (one of
    them, the patrol included), ``on_duty`` rules hold at every instant, ``extra`` are the crews the
    company wants above the minimum (one of them). ``only_after`` is the shift that must sail for
    this one to be lawful (a further voyage on the Rhine).
    """

    shift: Shift
    stretches: tuple[StretchNeed, ...]
    requirements: tuple[CrewRequirement, ...]
    plan_bars: tuple[Finding, ...]
    crew_change: bool
    watch_needs: Mapping[str, tuple[Crew, ...]]
    on_duty: tuple[OnDutyRule, ...] = ()
    extra: tuple[Crew, ...] = ()
    only_after: str = ""

    def patrol(self, watch_name: str) -> int:
        """The most people any crew the watch needs has on patrol."""
        return max((needs.get(Function.NIGHT_PATROL, 0) for needs in self.watch_needs.get(watch_name, ())), default=0)

    @cached_property
    def no_crew_known(self) -> bool:
        """Whether the shift may not sail whoever is on board."""
        return bool(self.plan_bars) or not self.stretches or any(not stretch.options for stretch in self.stretches)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        return tuple(sorted({seat for stretch in self.stretches for seat in stretch.seats}))

    @cached_property
    def one_person_crew(self) -> bool:
        """Whether a lawful crew of this shift has a single person on deck, who relieves nobody."""
        crews = (option for stretch in self.stretches for option in stretch.options)
        return any(sum(seat.place.function not in ENGINE_CREW for seat in crew) == 1 for crew in crews)

    @cached_property
    def accompanied(self) -> bool:
        """Whether whoever leads is never the only deck-crew member on duty."""
        return not self.one_person_crew and not self.shift.watch_plan

    @cached_property
    def roles(self) -> frozenset[SafetyRole]:
        return frozenset(role for stretch in self.stretches for role, count in stretch.roles.items() if count)


#: Members of the crew who are not of the deck crew (§ 2 Nr. 32): nobody of them leads meanwhile.
ENGINE_CREW = frozenset({Function.ENGINE_MINDER, Function.ENGINEER})
MASTER_FUNCTIONS = frozenset({Function.BOATMASTER, Function.FERRY_MASTER})


def build_need(instance: Instance, shift: Shift) -> ShiftNeed:
    """The need of one shift, from its crew requirements."""
    requirements = crew_requirements(instance, shift)
    plan = instance.dataset.watch_plans.get(shift.watch_plan)
    return ShiftNeed(
        shift=shift,
        stretches=tuple(_stretch(requirement) for requirement in requirements),
        requirements=tuple(requirements),
        plan_bars=tuple(bar for requirement in requirements for bar in requirement.plan_bars),
        crew_change=needs_crew_change_rule(instance, shift),
        watch_needs={watch.name: watch.needs for watch in plan.watches if watch.needs} if plan else {},
        on_duty=tuple(rule for requirement in requirements for rule in requirement.on_duty),
        extra=shift.extra_crew or instance.vessel_of(shift).extra_crew,
        only_after=sails_only_after(instance, shift),
    )


def _stretch(requirement: CrewRequirement) -> StretchNeed:
    options = [option for alternative in requirement.alternatives for option in _options(alternative, requirement)]
    safety = requirement.safety
    return StretchNeed(
        options=_undominated(options),
        roles={} if safety is None else {role: count for role, count in safety.roles.items() if count},
        roles_in_one_person=False if safety is None else safety.may_be_one_person,
    )


def _options(alternative: Alternative, requirement: CrewRequirement) -> list[Option]:
    """The alternative as seats; § 108(5) makes one option per place that can hold the second patent."""
    seats = [Seat(place) for place in alternative.places]
    rule = requirement.second_patent
    if rule is None:
        return [tuple(sorted(seats))]
    options: list[Option] = []
    for position, seat in enumerate(seats):
        if seat.place.function in rule.functions:
            marked = [*seats[:position], Seat(seat.place, True), *seats[position + 1 :]]
            options.append(tuple(sorted(marked)))
    return list(dict.fromkeys(options))


def _undominated(options: Sequence[Option]) -> tuple[Option, ...]:
    """Options without those that hold all seats of another one and more."""
    unique = list(dict.fromkeys(options))
    return tuple(o for o in unique if not any(other != o and _contains(o, other) for other in unique))


def _contains(larger: Option, smaller: Option) -> bool:
    rest = list(larger)
    for seat in smaller:
        if seat not in rest:
            return False
        rest.remove(seat)
    return True
