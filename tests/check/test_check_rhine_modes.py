"""Rosters on the Rhine, spoilt in one place at a time: hours, night stop, change and repetition of the mode, people."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from optimizer.check import CheckReport, check_roster
from optimizer.domain import (
    Certificate,
    CertificateKind,
    Dataset,
    Employment,
    Function,
    Movement,
    OperatingMode,
    Person,
    Regime,
    SafetyRole,
    Shift,
    Vessel,
    VesselState,
    VesselType,
)
from optimizer.findings import Severity
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, at_wall_clock, day_start

pytestmark = pytest.mark.law

MONDAY = date(2026, 6, 1)
WINDOW = Interval(day_start(MONDAY), day_start(MONDAY + timedelta(days=7)))
K, F = CertificateKind, Function
_KINDS = {F.BOATMASTER: K.UNION_PATENT, F.HELMSMAN: K.HELMSMAN, F.ABLE_BOATMAN: K.ABLE_BOATMAN, F.BOATMAN: K.BOATMAN,
          F.APPRENTICE: K.APPRENTICE, F.DECKHAND: K.DECKHAND, F.ENGINEER: K.RHINE_ENGINEER}  # fmt: skip
TACHOGRAPH = {"features": {"tachograph": True}}


def at(day: int, clock: str) -> datetime:
    hour, minute = map(int, clock.split(":"))
    ahead, hour = divmod(hour, 24)
    return at_wall_clock(MONDAY + timedelta(days=day + ahead), time(hour, minute))


def trip(shift_id: str, day: int, start: str, end: str, mode: str = "A1", **facts: Any) -> Shift:
    given = {"regime": Regime.RHEINSCHPERSV, **facts}
    return Shift(
        shift_id=shift_id,
        vessel_id="V1",
        interval=Interval(at(day, start), at(day, end)),
        mode=OperatingMode(mode),
        **given,
    )


def checked(
    *trips: tuple[Shift, dict[str, Function]],
    readings: dict[str, str] | None = None,
    people: dict[str, dict[str, Any]] | None = None,
    movements: tuple[Movement, ...] = (),
    more: tuple[Certificate, ...] = (),
    roles: dict[str, SafetyRole] | None = None,
    bare: tuple[str, ...] = (),
    **ship: Any,
) -> CheckReport:
    """The verdict on trips of one motor vessel, each with its people; ``bare`` hold only what ``more`` says."""
    facts = {"type": VesselType.MOTOR_CARGO, "length_m": 60.0, "standard": "S1", **ship}
    given = {who: function for _, crew in trips for who, function in crew.items()}
    own = people or {}
    crew = {
        who: Person(
            crew_id=who, name=who,
            **{"birth_date": date(1985, 3, 10), "employment": Employment.SELF_EMPLOYED, "crew_since": date(2021, 1, 1),
               "training_contract_until": date(2027, 7, 31), **own.get(who, {})},
        )
        for who in given
    }  # fmt: skip
    held = tuple(
        Certificate(crew_id=who, kind=_KINDS[function], issued_on=date(2022, 3, 15), unlimited=True, route="exam")
        for who, function in given.items()
        if function in _KINDS and who not in bare
    )
    shifts = {shift.shift_id: shift for shift, _ in trips}
    dataset = Dataset(
        vessels={"V1": Vessel(vessel_id="V1", name="Loreley", **facts)}, crew=crew, shifts=shifts,
        certificates=(*held, *more), movements=movements,
    )  # fmt: skip
    rows = tuple(
        RosterRow(
            shift_id=shift.shift_id, status=RowStatus.FILLED, crew_id=who, function=function,
            safety_roles=(roles[who],) if roles and who in roles else (),
        )
        for shift, crew_of in trips
        for who, function in crew_of.items()
    )  # fmt: skip
    instance = Instance(dataset, WINDOW, load_rulebook().with_readings(readings or {}), assume_rested=True)
    return check_roster(instance, Roster(window=WINDOW, rows=rows))


def codes(report: CheckReport) -> set[str]:
    return {finding.code for finding in report.findings if finding.severity is Severity.UNLAWFUL}


A = {"a1": F.BOATMASTER, "a2": F.BOATMAN}
B = {"b1": F.BOATMASTER, "b2": F.BOATMAN}
C = {"c1": F.BOATMASTER, "c2": F.BOATMASTER}
HOURS, STOP, CHANGE, REPEAT = (f"rhine.mode.{name}" for name in ("sailing_hours", "night_stop", "change", "repeat"))


def test_hours_of_the_modes() -> None:
    assert not codes(checked((trip("N1", 0, "06:00", "20:00"), A)))
    assert codes(checked((trip("N1", 0, "06:00", "20:01"), A))) == {HOURS}
    # the same people in two shifts of a day
    split = [(trip("N1", 0, "06:00", "13:00"), A), (trip("N2", 0, "14:00", "21:01"), A)]
    assert HOURS in codes(checked(*split))
    assert not codes(checked(split[0], (trip("N2", 0, "14:00", "21:00"), A)))


def test_the_night_stop_by_the_clock_and_by_tachograph() -> None:
    assert codes(checked((trip("N1", 0, "09:00", "22:01"), A))) == {STOP}
    assert codes(checked((trip("N1", 1, "05:59", "12:00"), A))) == {STOP}
    assert not codes(checked((trip("N1", 0, "20:00", "30:00"), A), **TACHOGRAPH))
    long = [(trip("N1", 0, "06:00", "12:00"), A), (trip("N2", 0, "15:00", "22:01"), A)]
    assert STOP in codes(checked(*long, **TACHOGRAPH))
    assert not codes(checked((trip("N1", 0, "20:00", "30:00"), A), features={"authority_vessel": True}))
    assert codes(checked((trip("N1", 0, "22:00", "29:00", "A2"), C), features={"authority_vessel": True})) == {STOP}


def test_a_new_crew_goes_on_through_the_night() -> None:
    first, second = trip("N1", 0, "07:00", "19:00"), trip("N2", 0, "19:00", "31:00")
    report = checked((first, A), (second, B))
    assert not codes(report)
    assert "rhine.mode.rest_proof" in {finding.code for finding in report.findings}
    assert STOP in codes(checked((first, A), (second, {"b1": F.BOATMASTER, "a2": F.BOATMAN})))
    assert STOP in codes(checked((second, B)))
    assert STOP in codes(checked((first, A), (second, B), readings={"rhine_repeat": "literal"}))
    # not after a voyage in mode B
    three = {"a1": F.BOATMASTER, "a2": F.BOATMAN, "a3": F.BOATMASTER, "a4": F.APPRENTICE}
    assert STOP in codes(checked((replace(first, mode=OperatingMode.B), three), (second, B)))


def test_the_new_crew_has_rested_before() -> None:
    early, first, second = (
        trip("N0", 0, "06:00", "07:00"),
        trip("N1", 0, "07:00", "13:00"),
        trip("N2", 0, "14:00", "25:00"),
    )
    assert REPEAT in codes(checked((early, B), (first, A), (second, B)))
    rested = replace(second, interval=Interval(at(0, "15:00"), at(0, "25:00")))
    assert REPEAT not in codes(checked((early, B), (first, A), (rested, B)))


@pytest.mark.parametrize(
    ("mode", "hours", "minutes", "lawful"),
    [("A1", 8, 0, True), ("A1", 7, 59, False), ("A2", 6, 0, True), ("A2", 5, 59, False)],
)
def test_the_rest_of_the_new_crew_to_the_minute(mode: str, hours: int, minutes: int, lawful: bool) -> None:
    old, new = {"A1": (A, B), "A2": (C, {"d1": F.BOATMASTER, "d2": F.BOATMASTER})}[mode]
    early, first = trip("N0", 0, "12:00", "13:00", mode), trip("N1", 0, "13:00", "18:00", mode)
    second = trip("N2", 0, f"{13 + hours}:{minutes:02}", "28:00", mode)
    assert (REPEAT not in codes(checked((early, new), (first, old), (second, new)))) is lawful


@pytest.mark.parametrize(
    ("before", "after", "rest", "lawful"),
    [
        ("A1", "A2", 480, True), ("A1", "A2", 479, False),
        ("A2", "A1", 480, True), ("A2", "A1", 479, False),
        ("B", "A1", 480, True), ("B", "A1", 479, False),
        ("B", "A2", 360, True), ("B", "A2", 359, False),
        ("A1", "B", 480, True), ("A1", "B", 479, False),
        ("A2", "B", 360, True), ("A2", "B", 359, False),
        ("A1", "A1", 60, True),
    ],
)  # fmt: skip
def test_rest_before_a_change_of_the_mode(before: str, after: str, rest: int, lawful: bool) -> None:
    people = {"a1": F.BOATMASTER, "a2": F.BOATMASTER, "a3": F.BOATMAN, "a4": F.APPRENTICE}
    first = trip("N1", 0, "06:00", "09:00", before)
    begin = first.interval.end + timedelta(minutes=rest)
    second = replace(trip("N2", 0, "09:00", "11:00", after), interval=Interval(begin, begin + timedelta(hours=2)))
    assert (CHANGE not in codes(checked((first, people), (second, people)))) is lawful
    others = {who.replace("a", "b"): function for who, function in people.items()}
    assert CHANGE not in codes(checked((first, people), (second, others)))
    some = {**others, "a1": F.BOATMASTER}
    assert (CHANGE not in codes(checked((first, people), (second, some)))) is lawful


def test_sixteen_hours_once_a_week() -> None:
    with_helmsman = {"a1": F.BOATMASTER, "a2": F.HELMSMAN}
    long = trip("N1", 0, "06:00", "22:00")
    assert not codes(checked((long, with_helmsman), **TACHOGRAPH))
    assert HOURS in codes(checked((long, A), **TACHOGRAPH))
    assert HOURS in codes(checked((long, with_helmsman)))
    again = trip("N2", 2, "06:00", "22:00")
    assert HOURS in codes(checked((long, with_helmsman), (again, with_helmsman), **TACHOGRAPH))
    one_boatman_more = (Certificate(crew_id="a2", kind=K.HELMSMAN, issued_on=date(2022, 3, 15), unlimited=True),)
    assert not codes(checked((long, A), more=one_boatman_more, **TACHOGRAPH))


def test_a_week_on_both_waters_counts_hours_together() -> None:
    rhine = trip("N1", 0, "06:00", "14:00")
    canal = trip("N2", 0, "14:00", "21:00", "A", regime=Regime.BINSCHPERSV, waterway="Wesel-Datteln-Kanal")
    crew = {**A, "a3": F.APPRENTICE}
    facts = {"tonnage_t": 900.0, "power_kw": 400.0, "features": {"mechanical_aids": True}}
    found = codes(checked((rhine, crew), (canal, crew), people={"a3": {"service_days": 900}}, **facts))
    assert HOURS in found and "mode.sailing_hours" not in found
    short = replace(canal, interval=Interval(at(0, "14:00"), at(0, "20:00")))
    assert not codes(checked((rhine, crew), (short, crew), people={"a3": {"service_days": 900}}, **facts))


@pytest.mark.parametrize(
    ("function", "certificate", "fits"),
    [
        (F.BOATMAN, K.ABLE_BOATMAN, True), (F.BOATMAN, K.HELMSMAN, True), (F.BOATMAN, K.UNION_PATENT, True),
        (F.BOATMAN, K.RHINE_PATENT, True), (F.BOATMAN, K.DECKHAND, False), (F.DECKHAND, K.BOATMAN, True),
        (F.ABLE_BOATMAN, K.BOATMAN, False), (F.HELMSMAN, K.ABLE_BOATMAN, False), (F.HELMSMAN, K.UNION_PATENT, True),
        (F.APPRENTICE, K.BOATMAN, False), (F.APPRENTICE, K.UNION_PATENT, False), (F.ENGINEER, K.ENGINE_MINDER, False),
        (F.ENGINEER, K.OLD_RHINE_ENGINEER, True),
    ],
)  # fmt: skip
def test_who_serves_as_what_on_the_rhine(function: Function, certificate: CertificateKind, fits: bool) -> None:
    """§ 3.02 Nr. 2: the list names nobody for an apprentice."""
    held = Certificate(
        crew_id="x", kind=certificate, unlimited=True, route="exam",
        issued_on=date(2020, 2, 1) if certificate is K.OLD_RHINE_ENGINEER else date(2022, 3, 15),
    )  # fmt: skip
    report = checked((trip("N1", 0, "06:00", "12:00"), {**A, "x": function}), more=(held,), bare=("x",))
    barred = [found for found in report.findings if found.crew_id == "x" and found.severity is Severity.UNLAWFUL]
    assert (not barred) is fits


def test_first_aiders_are_seventeen_on_the_rhine() -> None:
    ship = {"type": VesselType.DAY_EXCURSION, "passengers_max": 70, "beds": None}
    crew = {**A, "x": F.CABIN_STAFF, "y": F.CABIN_STAFF}
    papers = (
        Certificate(crew_id="x", kind=K.FIRST_AIDER, issued_on=date(2025, 1, 1), valid_until=date(2027, 1, 1)),
        Certificate(crew_id="y", kind=K.PASSENGER_EXPERT, issued_on=date(2025, 1, 1)),
    )
    roles = {"x": SafetyRole.FIRST_AIDER, "y": SafetyRole.PASSENGER_EXPERT}
    for born, lawful in ((date(2009, 6, 1), True), (date(2009, 6, 2), False)):
        report = checked(
            (trip("N1", 0, "08:00", "12:00", with_passengers=True), crew), more=papers, roles=roles,
            people={"x": {"birth_date": born, "employment": Employment.EMPLOYEE}, "y": {"birth_date": date(1990, 1, 1)}},
            **ship,
        )  # fmt: skip
        assert ("rhine.safety.first_aider_age" not in " ".join(f.code for f in report.findings)) is lawful
        assert (report.exit_code == 0) is lawful, codes(report)


def test_after_a_birth_the_rhine_has_weeks_of_its_own() -> None:
    """Fourteen weeks from six before the day expected, seven after the birth; employees eight (MuSchG)."""
    for employment, late, since_birth, lawful in (
        (Employment.SELF_EMPLOYED, 0, 56, False),
        (Employment.SELF_EMPLOYED, 0, 57, True),
        (Employment.SELF_EMPLOYED, 14, 49, False),
        (Employment.SELF_EMPLOYED, 14, 50, True),
        (Employment.EMPLOYEE, 14, 56, False),
        (Employment.EMPLOYEE, 14, 57, True),
    ):
        birth = MONDAY - timedelta(days=since_birth)
        mother = {"employment": employment, "expected_birth": birth - timedelta(days=late), "birth_on": birth}
        report = checked((trip("N1", 0, "06:00", "12:00"), A), people={"a2": mother})
        assert ("rhine.maternity" not in {f.code for f in report.findings}) is lawful, (employment, since_birth)


def test_moored_time_is_rest_outside_the_voyage() -> None:
    """Off duty on board while the vessel sails is rest, but not outside the voyage."""
    shift = trip("N1", 0, "06:00", "20:00")
    stop = Movement(vessel_id="V1", interval=Interval(at(0, "12:00"), at(0, "13:00")), state=VesselState.MOORED)
    assert not codes(checked((shift, A), movements=(stop,)))
