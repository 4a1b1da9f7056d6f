"""Who may fill which place, for whole fleets: every question is answered once per set of facts."""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from datetime import date

from optimizer.domain import Absence, Function, Person, Shift
from optimizer.eligibility.papers import Papers, ShiftFacts, facts_of, papers_of
from optimizer.eligibility.persons import day_bars
from optimizer.eligibility.places import BESIDE_THE_TABLES, qualification_bars
from optimizer.instance import Instance
from optimizer.manning.requirement import Place
from optimizer.timeline import Interval


class _Answers:
    """Answers already found for one instance, whose data never change."""

    def __init__(self, instance: Instance):
        self.papers = {
            crew_id: papers_of(instance, person)
            for crew_id, person in instance.dataset.crew.items()
        }
        self.qualified: dict[tuple[Place, ShiftFacts], frozenset[str]] = {}
        self.available: dict[tuple[date, date, bool, bool], frozenset[str]] = {}

    def holders(self, place: Place, facts: ShiftFacts) -> frozenset[str]:
        """Persons whose certificates and age fit the place."""
        key = (place, facts)
        if key not in self.qualified:
            self.qualified[key] = frozenset(
                crew_id for crew_id, papers in self.papers.items() if _empty(papers, place, facts)
            )
        return self.qualified[key]

    def on_days(self, place: Place, facts: ShiftFacts) -> frozenset[str]:
        """Persons whom nothing but an absence can keep ashore on the days of the shift."""
        beside, crew = (
            place.function in BESIDE_THE_TABLES,
            place.function is not Function.CABIN_STAFF,
        )
        key = (facts.first, facts.last, not beside, crew)
        if key not in self.available:
            self.available[key] = frozenset(
                crew_id for crew_id, papers in self.papers.items() if _serves(papers, key)
            )
        return self.available[key]


def _empty(papers: Papers, place: Place, facts: ShiftFacts) -> bool:
    return next(qualification_bars(papers, place, facts), None) is None


def _serves(papers: Papers, key: tuple[date, date, bool, bool]) -> bool:
    first, last, minimum_crew, crew = key
    bars = day_bars(
        papers.rulebook, papers.person, first, last, minimum_crew=minimum_crew, crew=crew
    )
    return next(bars, None) is None


# Keyed by identity because an instance holds mappings and has no hash; dropped with the instance.
_ANSWERS: dict[int, _Answers] = {}


def _answers(instance: Instance) -> _Answers:
    key = id(instance)
    if key not in _ANSWERS:
        _ANSWERS[key] = _Answers(instance)
        weakref.finalize(instance, _ANSWERS.pop, key, None)
    return _ANSWERS[key]


def eligible_places(
    instance: Instance, shift: Shift, places: Iterable[Place], *, accompanied: bool = False
) -> dict[str, frozenset[Place]]:
    """The places of a shift each person may fill, by crew id; the same answer as ``place_bars``.

    Parameters
    ----------
    accompanied
        As in :func:`optimizer.eligibility.places.place_bars`.
    """
    answers, wanted = _answers(instance), tuple(dict.fromkeys(places))
    facts = facts_of(instance.vessel_of(shift), shift, accompanied=accompanied)
    away = _absent(instance, shift.interval)
    may = {
        place: (answers.holders(place, facts) & answers.on_days(place, facts)) - away
        for place in wanted
    }
    return {
        crew_id: frozenset(place for place in wanted if crew_id in may[place])
        for crew_id in instance.dataset.crew
    }


def _absent(instance: Instance, interval: Interval) -> frozenset[str]:
    return frozenset(
        crew_id
        for crew_id, absences in instance.absences.items()
        if _any_overlap(absences, interval)
    )


def _any_overlap(absences: tuple[Absence, ...], interval: Interval) -> bool:
    return any(absence.overlaps(interval) for absence in absences)


def eligible(
    instance: Instance, person: Person, place: Place, shift: Shift, *, accompanied: bool = False
) -> bool:
    """Whether ``person`` may fill ``place`` on ``shift``."""
    return (
        place in eligible_places(instance, shift, (place,), accompanied=accompanied)[person.crew_id]
    )
