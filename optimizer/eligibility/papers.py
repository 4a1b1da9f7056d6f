"""What a person holds, and the facts of a shift that decide who may serve on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from optimizer.domain import Certificate, Function, Measure, Person, Shift, Vessel, VesselType
from optimizer.eligibility.memory import about
from optimizer.eligibility.substitution import kind_values
from optimizer.eligibility.validity import Validity, validity
from optimizer.eligibility.waters import RiverPart, sailed
from optimizer.instance import Instance
from optimizer.law import Rulebook


@dataclass(frozen=True, slots=True)
class Held:
    """A certificate with the days on which it is valid."""

    certificate: Certificate
    validity: Validity

    @property
    def rule_id(self) -> str:
        return f"certificate.{self.certificate.kind}"

    def values(self, rulebook: Rulebook, day: date) -> Mapping[str, Any]:
        """The law's values for this kind on a day, empty where it did not exist yet."""
        return kind_values(rulebook, self.certificate.kind, day)


@dataclass(frozen=True, slots=True)
class Papers:
    """A person with certificates and authority measures, under one rulebook."""

    person: Person
    held: tuple[Held, ...]
    measures: tuple[Measure, ...]
    rulebook: Rulebook


@dataclass(frozen=True, slots=True)
class ShiftFacts:
    """The facts of a shift that eligibility depends on; equal facts give equal answers.

    ``first`` and ``last`` are calendar days in Europe/Berlin. ``free_moving`` is ``None`` where the
    vessel states neither ``free_moving`` nor ``cable_guided``. ``accompanied`` says that another
    member of the deck crew is on duty besides whoever leads the vessel. ``waters`` are the parts of
    rivers sailed, ``features`` the vessel's where there are any. ``formation_m2`` is length by
    breadth of a convoy, ``None`` where one is not stated.
    """

    first: date
    last: date
    vessel_type: VesselType
    zone: int | None = None
    radar: bool = False
    daylight: bool = False
    lng: bool = False
    free_moving: bool | None = None
    ferry_sites: tuple[str, ...] = ()
    accompanied: bool = False
    waters: tuple[RiverPart, ...] = ()
    features: frozenset[str] = frozenset()
    formation_m2: Decimal | None = None
    rhine: bool = False

    @property
    def days(self) -> list[date]:
        return [self.first + timedelta(days=n) for n in range((self.last - self.first).days + 1)]


def papers_of(instance: Instance, person: Person) -> Papers:
    """Everything the dataset knows about a person's qualification."""
    return about(instance, person, ("papers",), lambda: _papers(instance, person))


def _papers(instance: Instance, person: Person) -> Papers:
    certificates = instance.certificates.get(person.crew_id, ())
    held = tuple(Held(item, validity(instance.rulebook, item, person)) for item in certificates)
    return Papers(person, held, instance.measures.get(person.crew_id, ()), instance.rulebook)


def facts_of(vessel: Vessel, shift: Shift, *, accompanied: bool = False, rhine: bool = False) -> ShiftFacts:
    """The facts of one shift; a feature that is not stated is never taken as given."""
    days = shift.interval.days()
    waters = sailed(shift.stretch, shift.waterway)
    return ShiftFacts(
        first=days[0],
        last=days[-1],
        vessel_type=vessel.type,
        zone=shift.zone,
        radar=shift.radar_navigation is True,
        daylight=shift.daylight is True,
        lng=vessel.features.get("lng", False),
        free_moving=_free_moving(vessel),
        ferry_sites=vessel.ferry_sites,
        accompanied=accompanied,
        waters=waters,
        features=frozenset(name for name, stated in vessel.features.items() if stated and waters),
        formation_m2=_formation_m2(vessel, shift),
        rhine=rhine,
    )


def _formation_m2(vessel: Vessel, shift: Shift) -> Decimal | None:
    if vessel.type is not VesselType.CONVOY:
        return None
    length = vessel.length_m if shift.formation_length_m is None else shift.formation_length_m
    breadth = vessel.breadth_m if shift.formation_breadth_m is None else shift.formation_breadth_m
    return None if length is None or breadth is None else Decimal(str(length)) * Decimal(str(breadth))


def _free_moving(vessel: Vessel) -> bool | None:
    stated = vessel.features.get("free_moving")
    if stated is None and vessel.features.get("cable_guided"):
        return False
    return stated


def leading_functions(rulebook: Rulebook, day: date) -> frozenset[Function]:
    """Functions that lead the vessel and need a certificate of the management level (§ 11)."""
    values = rulebook.values("certificate.boatmaster_needed", day) or {}
    return frozenset(Function(name) for name in values.get("functions", ()))
