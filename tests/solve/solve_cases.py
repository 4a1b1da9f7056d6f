"""Tiny instances for tests of model and solve: one line per person, vessel and shift."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from optimizer.domain import (
    Certificate,
    CertificateKind,
    Dataset,
    Employment,
    OperatingMode,
    Person,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.timeline import BERLIN, Interval, day_start

MONDAY = date(2026, 12, 7)


def at(day: int, clock: str) -> datetime:
    """Instant on day ``day`` (0 = Monday) of the test week; ``24:00`` is allowed."""
    hours, minutes = (int(part) for part in clock.split(":"))
    base = MONDAY + timedelta(days=day + hours // 24)
    return datetime(base.year, base.month, base.day, hours % 24, minutes, tzinfo=BERLIN)


def span(day: int, start: str, end: str) -> Interval:
    """Half-open interval; an end that is not later than the start lies on the next day."""
    later = day if int(end[:2]) * 60 + int(end[3:]) > int(start[:2]) * 60 + int(start[3:]) else day + 1
    return Interval(at(day, start), at(later, end))


def ship(vessel_id: str, passengers: int = 75, **facts: object) -> Vessel:
    """A day-excursion vessel with standard S1; with passengers (step 1) and without (600 t by
    displacement, § 105 step 2) it needs a boatmaster and a boatman in mode A."""
    given: dict[str, object] = {
        "displacement_t": 600.0,
        "power_kw": 300.0,
        "type": VesselType.DAY_EXCURSION,
        "passengers_max": passengers,
        "persons_max": passengers,
        "standard": "S1",
        "unmet": frozenset(),
        **facts,
    }
    return Vessel(vessel_id=vessel_id, name=f"MS {vessel_id}", **given)  # type: ignore[arg-type]


def shift(shift_id: str, vessel_id: str, day: int, start: str, end: str, **facts: object) -> Shift:
    given: dict[str, object] = {
        "mode": OperatingMode.A,
        "zone": 3,
        "with_passengers": False,
        "crew_change_at_end": True,
        **facts,
    }
    return Shift(shift_id=shift_id, vessel_id=vessel_id, interval=span(day, start, end), **given)  # type: ignore[arg-type]


def person(crew_id: str, **facts: object) -> Person:
    given: dict[str, object] = {
        "name": f"Person {crew_id}",
        "birth_date": date(1985, 3, 10),
        "employment": Employment.EMPLOYEE,
        "contract_minutes_week": 40 * 60,
        "crew_since": date(2015, 1, 1),
        "history_known_from": day_start(MONDAY - timedelta(days=40)),
        "history_known_until": day_start(MONDAY),
        **facts,
    }
    return Person(crew_id=crew_id, **given)  # type: ignore[arg-type]


_PAPERS = {
    "B": (CertificateKind.UNION_PATENT,),
    "M": (CertificateKind.BOATMAN,),
    "A": (CertificateKind.ABLE_BOATMAN,),
    "D": (CertificateKind.DECKHAND,),
}


def crew(letters: str) -> tuple[dict[str, Person], tuple[Certificate, ...]]:
    """People by letter: B boatmaster, M boatman, A able boatman, D deckhand."""
    people, papers = {}, []
    for number, letter in enumerate(letters):
        crew_id = f"{letter}{number}"
        people[crew_id] = person(crew_id)
        papers += [Certificate(crew_id=crew_id, kind=kind, issued_on=date(2022, 3, 15)) for kind in _PAPERS[letter]]
    return people, tuple(papers)


def instance(vessels: list[Vessel], shifts: list[Shift], letters: str, days: int = 7, **facts: object) -> Instance:
    """Instance of the test week; ``facts`` are further fields of the dataset."""
    people, papers = crew(letters)
    return Instance(
        dataset=Dataset(
            vessels={v.vessel_id: v for v in vessels},
            crew=people,
            shifts={s.shift_id: s for s in shifts},
            certificates=papers,
            **facts,  # type: ignore[arg-type]
        ),
        window=Interval(day_start(MONDAY), day_start(MONDAY + timedelta(days=days))),
        rulebook=load_rulebook(),
    )
