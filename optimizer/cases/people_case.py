"""A case about a person: who is asked about, where, and who else is in the crew."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from optimizer.domain import Certificate, Dataset, Employment, Measure, Person, SafetyRole, Shift, Vessel
from optimizer.instance import Instance
from optimizer.law import Rulebook
from optimizer.manning import Place


@dataclass(frozen=True, slots=True)
class Mate:
    """One member of the crew of a case, with the place they take."""

    person: Person
    place: Place


@dataclass(frozen=True, slots=True)
class PeopleCase:
    """Who is asked about (``person``), where, and who else is in the crew.

    ``place`` is ``None`` where the case asks for a safety role, ``role`` where it asks for a place.
    ``instead`` are places that an exchange opens in place of ``place``. ``accompanied`` says that the case puts a second person in the wheelhouse.
    """

    instance: Instance
    shift: Shift
    person: Person
    place: Place | None
    role: SafetyRole | None
    mates: tuple[Mate, ...]
    accompanied: bool
    instead: tuple[Place, ...] = ()


def mate(crew_id: str, birth_date: date) -> Person:
    """A member of a crew about whom the case says nothing but the age."""
    return Person(
        crew_id=crew_id,
        name=f"Mitglied {crew_id}",
        birth_date=birth_date,
        employment=Employment.EMPLOYEE,
        crew_since=date(2021, 1, 1),
    )


def case_instance(
    rulebook: Rulebook,
    people: Iterable[Person],
    certificates: Iterable[Certificate],
    vessel: Vessel,
    shift: Shift,
    measures: Iterable[Measure] = (),
) -> Instance:
    dataset = Dataset(
        vessels={vessel.vessel_id: vessel},
        crew={person.crew_id: person for person in people},
        shifts={shift.shift_id: shift},
        certificates=tuple(certificates),
        measures=tuple(measures),
    )
    return Instance(dataset, shift.interval, rulebook)
