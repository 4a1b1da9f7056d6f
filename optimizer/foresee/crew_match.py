"""The people on board against the places of a crew: who could fill which, and what nobody fills."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from optimizer.domain import Function, Person, Shift
from optimizer.eligibility import eligible_places, place_bars
from optimizer.findings import Finding
from optimizer.instance import Instance
from optimizer.manning import CrewRequirement, Place


@dataclass(frozen=True, slots=True)
class Match:
    """A largest assignment of people to the places of one lawful crew.

    ``functions`` maps whoever is needed to the function of their place, ``missing`` are the places
    nobody is left for.
    """

    functions: tuple[tuple[str, Function], ...]
    missing: tuple[Place, ...]

    @property
    def complete(self) -> bool:
        return not self.missing


def matches(
    instance: Instance,
    shift: Shift,
    requirement: CrewRequirement,
    people: Mapping[str, Function | None],
    *,
    accompanied: bool,
) -> list[Match]:
    """The best match for every lawful crew of a stretch, the one with the fewest missing places first.

    Absences and papers on the days of the shift count; rest does not.

    Parameters
    ----------
    people
        Who is on board, in which function; they keep it where that costs no place.
    """
    places = {place for crew in requirement.alternatives for place in crew.places}
    eligible = eligible_places(instance, shift, sorted(places), accompanied=accompanied)
    may = {crew_id: eligible.get(crew_id, frozenset()) for crew_id in people}
    found = [_best(crew.places, may, people) for crew in requirement.alternatives]
    return sorted(found, key=lambda match: len(match.missing))


def _best(places: Sequence[Place], may: Mapping[str, frozenset[Place]], people: Mapping[str, Function | None]) -> Match:
    """Maximum matching by augmenting paths, from the functions people have."""
    taken = _as_rostered(places, may, people)

    def seat(number: int, tried: set[str]) -> bool:
        for crew_id, able in may.items():
            if places[number] in able and crew_id not in tried:
                tried.add(crew_id)
                if crew_id not in taken or seat(taken[crew_id], tried):
                    taken[crew_id] = number
                    return True
        return False

    kept = set(taken.values())
    missing = [places[number] for number in range(len(places)) if number not in kept and not seat(number, set())]
    functions = tuple((crew_id, places[taken[crew_id]].function) for crew_id in may if crew_id in taken)
    return Match(functions, tuple(missing))


def _as_rostered(
    places: Sequence[Place], may: Mapping[str, frozenset[Place]], people: Mapping[str, Function | None]
) -> dict[str, int]:
    """Whoever can keep their function: person and number of the place."""
    taken: dict[str, int] = {}
    for number, place in enumerate(places):
        free = (c for c, own in people.items() if own is place.function and place in may[c] and c not in taken)
        crew_id = next(free, None)
        if crew_id is not None:
            taken[crew_id] = number
    return taken


def nearest_bars(
    instance: Instance, shift: Shift, match: Match, people: Iterable[str], *, accompanied: bool
) -> Iterator[Finding]:
    """Why those on board whom the crew does not need cannot fill a missing place, the fewest bars first."""
    needed = {crew_id for crew_id, _ in match.functions}
    spare = [instance.dataset.crew[crew_id] for crew_id in people if crew_id not in needed]
    for place in dict.fromkeys(match.missing):
        answers = [_bars(instance, person, place, shift, accompanied) for person in spare]
        yield from min(answers, key=len, default=())


def _bars(instance: Instance, person: Person, place: Place, shift: Shift, accompanied: bool) -> tuple[Finding, ...]:
    return place_bars(instance, person, place, shift, accompanied=accompanied)
