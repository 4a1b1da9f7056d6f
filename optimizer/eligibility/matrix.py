"""Who may fill which place, for whole fleets: every question is answered once per set of facts."""

from __future__ import annotations

from collections.abc import Iterable

from optimizer.domain import Absence, Person, Shift
from optimizer.eligibility.memory import remembered
from optimizer.eligibility.papers import ShiftFacts, facts_of, papers_of
from optimizer.eligibility.persons import days_bars
from optimizer.eligibility.places import counting, qualification_bars
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies
from optimizer.manning.requirement import Place
from optimizer.timeline import Interval


def _holders(instance: Instance, place: Place, facts: ShiftFacts) -> frozenset[str]:
    """Persons whose certificates and age fit the place."""
    crew = instance.dataset.crew
    return frozenset(
        crew_id
        for crew_id, person in crew.items()
        if next(qualification_bars(papers_of(instance, person), place, facts), None) is None
    )


def _on_days(instance: Instance, place: Place, facts: ShiftFacts) -> frozenset[str]:
    """Persons whom nothing but an absence can keep ashore on the days of the shift."""
    counts, crew = counting(place)
    key = ("on_days", facts.first, facts.last, counts, crew, facts.rhine)

    def find() -> frozenset[str]:
        return frozenset(
            crew_id
            for crew_id, person in instance.dataset.crew.items()
            if not days_bars(
                instance, person, facts.first, facts.last, minimum_crew=counts, crew=crew, rhine=facts.rhine
            )
        )

    return remembered(instance, key, find)


def _fitting(instance: Instance, place: Place, facts: ShiftFacts) -> frozenset[str]:
    holders = remembered(instance, ("holders", place, facts), lambda: _holders(instance, place, facts))
    return holders & _on_days(instance, place, facts)


def eligible_places(
    instance: Instance, shift: Shift, places: Iterable[Place], *, accompanied: bool = False
) -> dict[str, frozenset[Place]]:
    """The places of a shift each person may fill, by crew id; the same answer as ``place_bars``.

    Parameters
    ----------
    accompanied
        As in :func:`optimizer.eligibility.places.place_bars`.
    """
    wanted = tuple(dict.fromkeys(places))
    facts = facts_of(instance.vessel_of(shift), shift, accompanied=accompanied, rhine=rhine_applies(instance, shift))
    away = _absent(instance, shift.interval)
    may = {place: _fitting(instance, place, facts) - away for place in wanted}
    return _by_person(instance, wanted, [may[place] for place in wanted])


def _by_person(instance: Instance, places: tuple[Place, ...], may: list[frozenset[str]]) -> dict[str, frozenset[Place]]:
    """Turn the persons of each place into the places of each person; equal answers share one set."""
    numbers: dict[str, tuple[int, ...]] = dict.fromkeys(instance.dataset.crew, ())
    for number, crew_ids in enumerate(may):
        for crew_id in crew_ids:
            numbers[crew_id] += (number,)
    sets = {key: frozenset(places[number] for number in key) for key in set(numbers.values())}
    return {crew_id: sets[key] for crew_id, key in numbers.items()}


def _absent(instance: Instance, interval: Interval) -> frozenset[str]:
    return frozenset(crew_id for crew_id, absences in instance.absences.items() if _any_overlap(absences, interval))


def _any_overlap(absences: tuple[Absence, ...], interval: Interval) -> bool:
    return any(absence.overlaps(interval) for absence in absences)


def eligible(instance: Instance, person: Person, place: Place, shift: Shift, *, accompanied: bool = False) -> bool:
    """Whether ``person`` may fill ``place`` on ``shift``."""
    return place in eligible_places(instance, shift, (place,), accompanied=accompanied)[person.crew_id]
