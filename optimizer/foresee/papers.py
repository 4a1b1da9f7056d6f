"""A person's papers as if some of them did not run out, and what they could serve with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from optimizer.domain import Function, Person, SafetyRole, Shift
from optimizer.eligibility.papers import Held, Papers, ShiftFacts, facts_of, papers_of
from optimizer.eligibility.places import qualification_bars
from optimizer.eligibility.safety import role_bars
from optimizer.eligibility.second_patent import patent_bars
from optimizer.eligibility.validity import Stretch, Validity
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies
from optimizer.manning.requirement import Place
from optimizer.model.needs import Seat, build_need

Service = Function | SafetyRole


@dataclass(frozen=True, slots=True)
class Asked:
    """What one shift asks of people's papers."""

    facts: ShiftFacts
    seats: tuple[Seat, ...]
    roles: tuple[SafetyRole, ...]

    def on(self, day: date) -> Asked:
        """The same asked on another day."""
        return replace(self, facts=replace(self.facts, first=day, last=day))

    def served_with(self, papers: Papers) -> frozenset[Service]:
        """Functions and safety roles the papers carry on the days of the shift."""
        return frozenset([*self._functions(papers), *self._roles(papers)])

    def _functions(self, papers: Papers) -> Iterator[Service]:
        for seat in self.seats:
            if _none(qualification_bars(papers, seat.place, self.facts)) and (
                not seat.stretch_patent or _none(patent_bars(papers, self.facts))
            ):
                yield seat.place.function

    def _roles(self, papers: Papers) -> Iterator[Service]:
        for role in self.roles:
            if _none(role_bars(papers, role, self.facts.first, self.facts.last)):
                yield role


def _none(bars: Iterable[object]) -> bool:
    return next(iter(bars), None) is None


class Shifts:
    """All shifts of a dataset, also behind the window, with what each asks."""

    def __init__(self, instance: Instance):
        self._instance = instance
        self._asked: dict[str, Asked] = {}

    @cached_property
    def in_order(self) -> tuple[Shift, ...]:
        return tuple(sorted(self._instance.dataset.shifts.values(), key=lambda s: (s.interval, s.shift_id)))

    def kinds_of_asking(self, day: date) -> frozenset[Asked]:
        """What the shifts of the dataset ask, each way once, as if all were on one day."""
        return frozenset(self.asked(shift).on(day) for shift in self.in_order)

    def asked(self, shift: Shift) -> Asked:
        if shift.shift_id not in self._asked:
            need = build_need(self._instance, shift)
            extra = [Seat(Place(function)) for crew in need.extra for function in crew]
            rhine = rhine_applies(self._instance, shift)
            facts = facts_of(self._instance.vessel_of(shift), shift, accompanied=need.accompanied, rhine=rhine)
            seats = tuple(dict.fromkeys([*need.seats, *extra]))
            self._asked[shift.shift_id] = Asked(facts, seats, tuple(sorted(need.roles)))
        return self._asked[shift.shift_id]


def as_if_kept(instance: Instance, person: Person, keeps: Callable[[Held], bool]) -> Papers:
    """The person's papers with those that ``keeps`` names valid without an end."""
    papers = papers_of(instance, person)
    return replace(papers, held=tuple(_endless(held) if keeps(held) else held for held in papers.held))


def _endless(held: Held) -> Held:
    stretches = held.validity.stretches
    if not stretches:
        return held
    return replace(held, validity=Validity((Stretch(stretches[0].first, None, None),)))
