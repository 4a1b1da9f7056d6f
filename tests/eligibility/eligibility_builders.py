"""Small datasets for the eligibility tests: one ferry, one excursion vessel, one person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

from optimizer.domain import (
    Absence,
    Certificate,
    CertificateKind,
    Dataset,
    Employment,
    Function,
    Measure,
    Person,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.eligibility import place_bars
from optimizer.findings import Finding
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning.requirement import Place
from optimizer.timeline import Interval, at_wall_clock

K, F = CertificateKind, Function
TODAY = date(2026, 12, 8)

FERRY = Vessel(
    vessel_id="F1",
    name="Amt Neuhaus",
    type=VesselType.VEHICLE_FERRY,
    ferry_sites=("Darchau",),
    features={"free_moving": True},
)
EXCURSION = Vessel(vessel_id="V1", name="Hansa", type=VesselType.DAY_EXCURSION, passengers_max=200)
ADULT = Person(
    crew_id="P1",
    name="Jan Petersen",
    birth_date=date(1985, 3, 10),
    employment=Employment.EMPLOYEE,
    crew_since=date(2015, 1, 1),
)


def born(birth_date: date, **facts: Any) -> Person:
    return replace(ADULT, birth_date=birth_date, **facts)


def paper(kind: CertificateKind, issued_on: date = date(2022, 3, 15), **facts: Any) -> Certificate:
    return Certificate(crew_id="P1", kind=kind, issued_on=issued_on, **facts)


def hours(first: date, last: date | None = None, start: int = 8, end: int = 16) -> Interval:
    """From ``start`` o'clock on the first day to ``end`` o'clock on the last (next day if earlier)."""
    last = last or (first if end > start else first + timedelta(days=1))
    return Interval(at_wall_clock(first, time(start)), at_wall_clock(last, time(end)))


def instant(day: date, hour: int = 0, minute: int = 0) -> datetime:
    return at_wall_clock(day, time(hour, minute))


def make_instance(
    person: Person = ADULT,
    certificates: Iterable[Certificate] = (),
    *,
    interval: Interval | None = None,
    vessel: Vessel = EXCURSION,
    measures: Iterable[Measure] = (),
    absences: Iterable[Absence] = (),
    readings: Mapping[str, str] | None = None,
    **shift_facts: Any,
) -> tuple[Instance, Shift]:
    interval = interval or hours(TODAY)
    shift = Shift(shift_id="S1", vessel_id=vessel.vessel_id, interval=interval, **shift_facts)
    dataset = Dataset(
        vessels={vessel.vessel_id: vessel},
        crew={person.crew_id: person},
        shifts={"S1": shift},
        certificates=tuple(certificates),
        measures=tuple(measures),
        absences=tuple(absences),
    )
    return Instance(dataset, interval, load_rulebook().with_readings(readings or {})), shift


def bars_for(
    place: Place | Function,
    *certificates: Certificate,
    person: Person = ADULT,
    accompanied: bool = False,
    **facts: Any,
) -> tuple[Finding, ...]:
    """Bars of a person with these certificates against one place on one shift."""
    place = place if isinstance(place, Place) else Place(place)
    instance, shift = make_instance(person, certificates, **facts)
    return place_bars(instance, person, place, shift, accompanied=accompanied)


def codes(bars: Iterable[Finding]) -> list[str]:
    return [bar.code for bar in bars]
