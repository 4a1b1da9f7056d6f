"""Small fleets with a lawful roster, to be spoilt in one place at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any

from optimizer.check import CheckReport, check_roster
from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateKind,
    ClockSpan,
    Dataset,
    Employment,
    Function,
    OperatingMode,
    Person,
    SafetyRole,
    Shift,
    Vessel,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.findings import Finding, Severity
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, at_wall_clock, day_start

MONDAY = date(2026, 5, 4)
WINDOW = Interval(day_start(MONDAY), day_start(MONDAY + timedelta(days=7)))
LONG_AGO = day_start(date(2026, 3, 1))

K = CertificateKind
EXPERT, AID = SafetyRole.PASSENGER_EXPERT, SafetyRole.FIRST_AIDER


def at(day: int, clock: str) -> datetime:
    """An instant of the week: day 0 is the Monday; ``24:00`` is the next midnight."""
    hour, minute = map(int, clock.split(":"))
    days, hour = divmod(hour, 24)
    return at_wall_clock(MONDAY + timedelta(days=day + days), time(hour, minute))


def span(day: int, start: str, end: str) -> Interval:
    """A stretch of time; an end not after the start lies on the next day."""
    begins, ends = at(day, start), at(day, end)
    return Interval(begins, ends if ends > begins else at(day + 1, end))


def person(crew_id: str, name: str, born: date = date(1980, 3, 1), **more: Any) -> Person:
    given = {
        "employment": Employment.EMPLOYEE,
        "crew_since": date(2020, 1, 1),
        "history_known_from": LONG_AGO,
        "history_known_until": WINDOW.start,
    }
    return Person(crew_id=crew_id, name=name, birth_date=born, **{**given, **more})


def certificate(crew_id: str, kind: CertificateKind, **more: Any) -> Certificate:
    return Certificate(crew_id=crew_id, kind=kind, **{"issued_on": date(2023, 1, 10), **more})


def row(
    shift_id: str,
    crew_id: str,
    function: Function | None,
    duty: Interval,
    *breaks: Interval,
    **more: Any,
) -> RosterRow:
    return RosterRow(
        shift_id=shift_id,
        status=RowStatus.FILLED,
        crew_id=crew_id,
        function=function,
        duty=(duty,),
        breaks=breaks,
        **more,
    )


def absence(crew_id: str, first: int, last: int, kind: AbsenceKind = AbsenceKind.LEAVE) -> Absence:
    return Absence(crew_id=crew_id, start=at(first, "00:00"), end=at(last, "24:00"), kind=kind)


def merged(records: Iterable[Any], name: str) -> dict[str, Any]:
    return {getattr(record, name): record for record in records}


@dataclass(frozen=True)
class Fleet:
    """A dataset with a roster; every edit returns a new one."""

    dataset: Dataset
    rows: tuple[RosterRow, ...]
    assume_rested: bool = False
    readings: tuple[tuple[str, str], ...] = ()

    @property
    def instance(self) -> Instance:
        rulebook = load_rulebook().with_readings(dict(self.readings))
        return Instance(self.dataset, WINDOW, rulebook, self.assume_rested)

    def check(self) -> CheckReport:
        return check_roster(self.instance, Roster(window=WINDOW, rows=self.rows))

    def reading(self, **choices: str) -> Fleet:
        return replace(self, readings=(*self.readings, *choices.items()))

    def with_rows(self, *rows: RosterRow) -> Fleet:
        return replace(self, rows=(*self.rows, *rows))

    def edit(self, change: Callable[[RosterRow], RosterRow | None], *, shift: str = "", who: str = "") -> Fleet:
        """Change (or with ``None`` delete) the rows of a shift and a person."""
        found = [r for r in self.rows if shift in ("", r.shift_id) and who in ("", r.crew_id)]
        assert found, (shift, who)
        edited = [change(r) if r in found else r for r in self.rows]
        return replace(self, rows=tuple(r for r in edited if r is not None))

    def set_row(self, shift: str, who: str, **values: Any) -> Fleet:
        return self.edit(lambda r: replace(r, **values), shift=shift, who=who)

    def delete(self, shift: str, who: str) -> Fleet:
        return self.edit(lambda _: None, shift=shift, who=who)

    def set(self, **values: Any) -> Fleet:
        return replace(self, dataset=replace(self.dataset, **values))

    def add(self, name: str, *records: Any) -> Fleet:
        """More records of one of the tuples of the dataset."""
        return self.set(**{name: (*getattr(self.dataset, name), *records)})

    def set_person(self, crew_id: str, **values: Any) -> Fleet:
        crew = {**self.dataset.crew, crew_id: replace(self.dataset.crew[crew_id], **values)}
        return self.set(crew=crew)

    def set_shift(self, shift_id: str, **values: Any) -> Fleet:
        changed = replace(self.dataset.shifts[shift_id], **values)
        return self.set(shifts={**self.dataset.shifts, shift_id: changed})

    def set_vessel(self, vessel_id: str, **values: Any) -> Fleet:
        changed = replace(self.dataset.vessels[vessel_id], **values)
        return self.set(vessels={**self.dataset.vessels, vessel_id: changed})

    def set_certificates(self, crew_id: str, kind: CertificateKind, **values: Any) -> Fleet:
        certificates = tuple(
            replace(c, **values) if (c.crew_id, c.kind) == (crew_id, kind) else c for c in self.dataset.certificates
        )
        assert certificates != self.dataset.certificates
        return self.set(certificates=certificates)


def day_ship() -> Fleet:
    """MS Alster, a day-excursion ship for 250: seven days of ten hours, boatmaster and able boatman.

    Both change at mid-week so that everybody has days off; a trainee rides along on Wednesday.
    """
    vessel = Vessel(
        vessel_id="A",
        name="MS Alster",
        type=VesselType.DAY_EXCURSION,
        passengers_max=250,
        displacement_t=200,
        power_kw=300,
        standard="S1",
    )
    crew = [
        person("sf1", "Anna Ahrens"),
        person("sf2", "Bert Brandt"),
        person("bm1", "Carl Claasen"),
        person("bm2", "Dora Dierks"),
        person("ma1", "Emil Eggers"),
    ]
    certificates = [
        *(certificate(p, K.UNION_PATENT) for p in ("sf1", "sf2")),
        *(certificate(p, K.PASSENGER_EXPERT) for p in ("sf1", "sf2")),
        *(certificate(p, K.ABLE_BOATMAN) for p in ("bm1", "bm2")),
        *(certificate(p, K.FIRST_AIDER, valid_until=date(2027, 1, 1)) for p in ("bm1", "bm2")),
        certificate("ma1", K.BOATMAN),
    ]
    shifts, rows = [], []
    for day in range(7):
        shift_id = f"A{day}"
        shifts.append(
            Shift(
                shift_id=shift_id,
                vessel_id="A",
                interval=span(day, "08:00", "18:00"),
                mode=OperatingMode.A,
                zone=4,
                with_passengers=True,
                persons_aboard=120,
            )
        )
        team = ("sf1", "bm1") if day < 4 else ("sf2", "bm2")
        duty = span(day, "08:00", "18:00")
        rows += [
            row(
                shift_id,
                team[0],
                Function.BOATMASTER,
                duty,
                span(day, "12:00", "12:45"),
                safety_roles=(EXPERT,),
            ),
            row(
                shift_id,
                team[1],
                Function.ABLE_BOATMAN,
                duty,
                span(day, "13:00", "13:45"),
                safety_roles=(AID,),
            ),
        ]
    dataset = Dataset(
        vessels={"A": vessel},
        crew=merged(crew, "crew_id"),
        shifts=merged(shifts, "shift_id"),
        certificates=tuple(certificates),
    )
    return Fleet(dataset, tuple(rows))


def ferry() -> Fleet:
    """A cable ferry with an early and a late shift a day, ferry master and deckhand each."""
    vessel = Vessel(
        vessel_id="F",
        name="Fähre Zollenspieker",
        type=VesselType.VEHICLE_FERRY,
        tonnage_t=40,
        passengers_max=100,
        standard="S1",
        crossing_minutes=15,
        engine_rooms=2,
        ferry_sites=("Zollenspieker",),
        features={"cable_guided": True, "radio": True, "mooring_from_wheelhouse": True},
    )
    crew = [
        person("ff1", "Frida Feldt"),
        person("ff2", "Gerd Grote"),
        person("dm1", "Hanna Harms"),
        person("dm2", "Ivo Iben"),
        person("dm3", "Jette Jahn"),
    ]
    certificates = [
        *(certificate(p, K.FERRY_CERTIFICATE, scope=("Zollenspieker",)) for p in ("ff1", "ff2")),
        *(certificate(p, K.DECKHAND) for p in ("dm1", "dm2", "dm3")),
    ]
    shifts, rows = [], []
    for day in range(5):
        for name, team, start, end in (
            ("early", ("ff1", "dm1"), "06:00", "14:00"),
            ("late", ("ff2", "dm2"), "14:00", "22:00"),
        ):
            shift_id, duty = f"F{day}{name}", span(day, start, end)
            shifts.append(Shift(shift_id=shift_id, vessel_id="F", interval=duty))
            middle = duty.start + timedelta(hours=4)
            half = timedelta(minutes=30)
            rows += [
                row(shift_id, team[0], Function.FERRY_MASTER, duty, Interval(middle, middle + half)),
                row(shift_id, team[1], Function.DECKHAND, duty, Interval(middle - half, middle)),
            ]
    dataset = Dataset(
        vessels={"F": vessel},
        crew=merged(crew, "crew_id"),
        shifts=merged(shifts, "shift_id"),
        certificates=tuple(certificates),
    )
    return Fleet(dataset, tuple(rows))


def both() -> Fleet:
    """The day ship and the ferry with all their people."""
    ship, ferries = day_ship(), ferry()
    return Fleet(
        Dataset(
            vessels={**ship.dataset.vessels, **ferries.dataset.vessels},
            crew={**ship.dataset.crew, **ferries.dataset.crew},
            shifts={**ship.dataset.shifts, **ferries.dataset.shifts},
            certificates=(*ship.dataset.certificates, *ferries.dataset.certificates),
        ),
        (*ship.rows, *ferries.rows),
    )


def long_days() -> Fleet:
    """The ferry with one pair for seven days of twelve hours: exactly 84 hours of duty."""
    fleet = ferry()
    shifts, rows = [], []
    for day in range(7):
        shift_id, duty = f"L{day}", span(day, "06:00", "18:00")
        shifts.append(Shift(shift_id=shift_id, vessel_id="F", interval=duty))
        rows += [
            row(shift_id, "ff1", Function.FERRY_MASTER, duty, span(day, "11:00", "12:00")),
            row(shift_id, "dm1", Function.DECKHAND, duty, span(day, "12:00", "13:00")),
        ]
    return replace(fleet.set(shifts=merged(shifts, "shift_id")), rows=tuple(rows))


def watches() -> Fleet:
    """The ferry with a plan of two watches, the short one for minors: a minor deckhand in it."""
    fleet = ferry()
    plan = WatchPlan(
        watch_plan="Tagdienst",
        watches=(
            Watch(
                name="Lang",
                spans=(ClockSpan(start=time(6), end=time(18)),),
                needs=({Function.FERRY_MASTER: 1, Function.DECKHAND: 1},),
            ),
            Watch(name="Jugend", spans=(ClockSpan(start=time(8), end=time(16)),), minor=True),
        ),
    )
    duty = span(1, "06:00", "18:00")
    shift = Shift(shift_id="W1", vessel_id="F", interval=duty, watch_plan="Tagdienst")
    young = person("jung", "Jule Jansen", date(2009, 2, 1))
    rows = (
        row("W1", "ff1", Function.FERRY_MASTER, duty, span(1, "11:00", "12:00"), watch="Lang"),
        row("W1", "dm1", Function.DECKHAND, duty, span(1, "12:00", "13:00"), watch="Lang"),
        row(
            "W1",
            "jung",
            Function.DECKHAND,
            span(1, "08:00", "16:00"),
            span(1, "12:00", "13:00"),
            watch="Jugend",
        ),
    )
    fleet = fleet.set(
        shifts={"W1": shift},
        watch_plans={"Tagdienst": plan},
        crew={**fleet.dataset.crew, "jung": young},
    )
    return replace(fleet.add("certificates", certificate("jung", K.DECKHAND)), rows=rows)


def unlawful(report: CheckReport) -> list[Finding]:
    return [f for f in report.findings if f.severity is Severity.UNLAWFUL]


def causes(report: CheckReport) -> list[str]:
    """Codes of the unlawful findings that follow from no other."""
    return [f.code for f in unlawful(report) if not f.consequence_of]
