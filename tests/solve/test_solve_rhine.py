"""Small Rhine plans: hours, night stop, exchange of crews, rest and the change to other waters, planned and checked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any

import pytest

from optimizer.domain import (
    Certificate,
    CertificateKind,
    ClockSpan,
    Dataset,
    Employment,
    Function,
    OperatingMode,
    Person,
    Regime,
    Shift,
    Vessel,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.plan import PlannedWeek, make_plan
from optimizer.solve.result import SolveOptions
from optimizer.timeline import Interval, at_wall_clock, day_start

MONDAY = date(2026, 6, 1)
WINDOW = Interval(day_start(MONDAY), day_start(MONDAY + timedelta(days=7)))
K, F, M = CertificateKind, Function, OperatingMode
_KINDS = {
    "SF": K.UNION_PATENT,
    "StM": K.HELMSMAN,
    "BM": K.ABLE_BOATMAN,
    "MA": K.BOATMAN,
    "LM": K.APPRENTICE,
    "MI": K.RHINE_ENGINEER,
}


def at(text: str) -> datetime:
    """``Mo 06:00`` as an instant; hours from 24 on belong to the next day."""
    day, clock = text.split()
    hour, minute = map(int, clock.split(":"))
    ahead, hour = divmod(hour, 24)
    return at_wall_clock(
        MONDAY + timedelta(days=("Mo", "Di", "Mi", "Do", "Fr", "Sa", "So").index(day) + ahead), time(hour, minute)
    )


def trip(shift_id: str, start: str, end: str, mode: str = "A1", **facts: Any) -> Shift:
    given = {"regime": Regime.RHEINSCHPERSV, **facts}
    return Shift(
        shift_id=shift_id, vessel_id="V1", interval=Interval(at(start), at(end)), mode=OperatingMode(mode), **given
    )


def sailor(number: int, kind: str, **facts: Any) -> tuple[Person, Certificate]:
    """Somebody of age with one certificate, rested before the week."""
    crew_id = f"{kind}{number}"
    person = Person(
        crew_id=crew_id, name=crew_id,
        **{"birth_date": date(1985, 3, 10), "employment": Employment.SELF_EMPLOYED, "crew_since": date(2021, 1, 1), **facts},
    )  # fmt: skip
    held = Certificate(crew_id=crew_id, kind=_KINDS[kind], issued_on=date(2022, 3, 15), unlimited=True, route="exam")
    return person, held


def plan(
    shifts: Iterable[Shift],
    crew: str,
    readings: dict[str, str] | None = None,
    plans: Iterable[WatchPlan] = (),
    people: dict[str, Any] | None = None,
    **ship: Any,
) -> PlannedWeek:
    """The plan of one motor vessel; it raises where the checker faults it. ``crew``: ``2SF 1MA``."""
    vessel = Vessel(
        vessel_id="V1", name="Loreley", type=VesselType.MOTOR_CARGO,
        **{"length_m": 60.0, "tonnage_t": 900.0, "power_kw": 400.0, "standard": "S1", "features": {"mechanical_aids": True}, **ship},
    )  # fmt: skip
    known = [sailor(n, part[1:], **(people or {})) for part in crew.split() for n in range(1, int(part[0]) + 1)]
    dataset = Dataset(
        vessels={"V1": vessel}, shifts={shift.shift_id: shift for shift in shifts},
        crew={person.crew_id: person for person, _ in known}, certificates=tuple(held for _, held in known),
        watch_plans={item.watch_plan: item for item in plans},
    )  # fmt: skip
    instance = Instance(dataset, WINDOW, load_rulebook().with_readings(readings or {}), assume_rested=True)
    return make_plan(instance, SolveOptions(time_limit_s=20, workers=1))


def sailing(planned: PlannedWeek) -> set[str]:
    assert planned.result.roster is not None
    return set(planned.result.roster.sailing_shifts())


def causes(planned: PlannedWeek) -> set[str]:
    return {bar.code for shift in planned.result.not_sailing for bar in shift.findings}


def crew_of(planned: PlannedWeek, shift_id: str) -> set[str]:
    assert planned.result.roster is not None
    return {row.crew_id for row in planned.result.roster.of_shift(shift_id) if row.on_duty}


def test_a_day_of_fourteen_hours_in_mode_a1() -> None:
    assert sailing(plan([trip("N1", "Mo 06:00", "Mo 20:00"), trip("N2", "Di 06:00", "Di 20:00")], "1SF 1MA")) == {
        "N1",
        "N2",
    }
    assert not sailing(plan([trip("N1", "Mo 06:00", "Mo 20:01")], "1SF 1MA"))


def test_mode_a1_lies_still_from_22_to_6_and_a2_from_23_to_5() -> None:
    for mode, start, end, lawful in (
        ("A1", "Mo 08:00", "Mo 22:00", True),
        ("A1", "Mo 08:01", "Mo 22:01", False),
        ("A1", "Di 05:59", "Di 12:00", False),
        ("A2", "Mo 09:00", "Mo 23:00", True),
        ("A2", "Mo 09:01", "Mo 23:01", False),
        ("A2", "Mo 05:00", "Mo 12:00", True),
        ("A2", "Mo 04:59", "Mo 12:00", False),
        ("B", "Mo 20:00", "Di 06:00", True),
    ):
        planned = plan(
            [trip("N1", start, end, mode)], "2SF 1MA 1LM", people={"training_contract_until": date(2027, 7, 31)}
        )
        assert sailing(planned) == ({"N1"} if lawful else set()), (mode, start)


def test_a_tachograph_moves_the_stop_but_does_not_shorten_it() -> None:
    with_it = {"features": {"tachograph": True, "mechanical_aids": True}}
    assert sailing(plan([trip("N1", "Mo 20:00", "Di 06:00")], "1SF 1MA", **with_it)) == {"N1"}
    assert not sailing(plan([trip("N1", "Mo 20:00", "Di 06:00")], "1SF 1MA"))
    # ten and six hours under way in a span of 17 hours leave no room for eight hours' stop
    two = [trip("N1", "Mo 06:00", "Mo 12:00", voyage_id="R"), trip("N2", "Mo 17:00", "Mo 23:00", voyage_id="R")]
    assert not sailing(plan(two, "1SF 1MA", **with_it))


def test_a_vessel_of_an_authority_need_not_stop_in_mode_a1() -> None:
    ship = {"features": {"authority_vessel": True, "mechanical_aids": True}}
    assert sailing(plan([trip("N1", "Mo 20:00", "Di 06:00")], "1SF 1MA", **ship)) == {"N1"}


def test_going_on_through_the_night_needs_an_entirely_new_crew() -> None:
    shifts = [trip("N1", "Mo 07:00", "Mo 19:00"), trip("N2", "Mo 19:00", "Di 07:00")]
    planned = plan(shifts, "2SF 2MA")
    assert sailing(planned) == {"N1", "N2"}
    assert not crew_of(planned, "N1") & crew_of(planned, "N2")
    assert sailing(plan(shifts, "2SF 1MA")) == {"N1"}
    literal = plan(shifts, "2SF 2MA", readings={"rhine_repeat": "literal"})
    assert "N2" not in sailing(literal)


def test_sixteen_hours_in_mode_a1_once_a_week_with_a_second_helmsman() -> None:
    ship = {"features": {"tachograph": True, "mechanical_aids": True}}
    long = [trip("N1", "Mo 06:00", "Mo 22:00"), trip("N2", "Mi 06:00", "Mi 22:00")]
    assert sailing(plan(long, "1SF 1StM", **ship)) == {"N1"}
    assert not sailing(plan(long, "1SF 1MA", **ship))
    assert not sailing(plan(long, "1SF 1StM"))
    assert not sailing(plan([trip("N1", "Mo 06:00", "Mo 22:01")], "1SF 1StM", **ship))


def test_a_change_of_mode_needs_rest_or_another_crew() -> None:
    close = [trip("N1", "Mo 06:00", "Mo 18:00"), trip("N2", "Mo 18:00", "Mo 23:00", "A2")]
    assert len(sailing(plan(close, "2SF 1MA"))) == 1
    # with other people in both, who have rested, both sail
    assert sailing(plan(close, "3SF 1MA")) == {"N1", "N2"}
    apart = [trip("N1", "Mo 06:00", "Mo 18:00"), trip("N2", "Di 05:00", "Di 20:00", "A2")]
    assert sailing(plan(apart, "2SF 1MA")) == {"N1", "N2"}


def watches() -> WatchPlan:
    spans = {"I": ((0, 6), (12, 18)), "II": ((6, 12), (18, 0))}
    return WatchPlan(
        watch_plan="6/6",
        watches=tuple(
            Watch(name=name, spans=tuple(ClockSpan(start=time(a), end=time(b)) for a, b in parts))
            for name, parts in spans.items()
        ),
    )


def test_eighteen_hours_in_mode_a2_by_watches() -> None:
    """6 hours on, 6 off, and 6 hours outside the voyage at night; one watch for all of it rests too little."""
    day = trip("N1", "Mo 05:00", "Mo 23:00", "A2", watch_plan="6/6")
    assert sailing(
        plan([day], "2SF 1LM", plans=[watches()], people={"training_contract_until": date(2027, 7, 31)})
    ) == {"N1"}
    assert not sailing(
        plan([replace(day, watch_plan="")], "2SF 1LM", people={"training_contract_until": date(2027, 7, 31)})
    )
    longer = replace(day, interval=Interval(at("Mo 04:59"), at("Mo 23:00")))
    assert not sailing(
        plan([longer], "2SF 1LM", plans=[watches()], people={"training_contract_until": date(2027, 7, 31)})
    )


@pytest.mark.parametrize("employment", list(Employment))
def test_six_on_six_off_is_lawful_in_mode_b_of_the_rhine_only(employment: Employment) -> None:
    people = {"employment": employment, "training_contract_until": date(2027, 7, 31)}
    rhine = trip("N1", "Mo 00:00", "Mi 24:00", "B", watch_plan="6/6")
    on_canal = replace(rhine, mode=M.D, regime=Regime.BINSCHPERSV)
    assert sailing(plan([rhine], "2SF 1MA 1LM", plans=[watches()], people=people)) == {"N1"}
    assert not sailing(plan([on_canal], "2SF 1StM 4MA", plans=[watches()], people=people))
    also = plan([rhine], "2SF 1MA 1LM", {"rhine_also_103": "applied"}, [watches()], people)
    assert not sailing(also)


def test_a_vessel_leaves_the_rhine_for_a_canal_within_a_week() -> None:
    """Each shift has the crew and the rest of its waters; the day in mode A counts in the rest after it."""
    shifts = [
        trip("N1", "Mo 06:00", "Mo 20:00"),
        trip("N2", "Di 06:00", "Di 20:00", "A", regime=Regime.BINSCHPERSV, waterway="Wesel-Datteln-Kanal"),
        trip("N3", "Mi 06:00", "Mi 20:00", waterway="Rhein", regime=Regime.BINSCHPERSV),
    ]
    planned = plan(shifts, "1SF 1MA 1LM", people={"training_contract_until": date(2027, 7, 31), "service_days": 900})
    assert sailing(planned) == {"N1", "N2", "N3"}
    assert crew_of(planned, "N1") == crew_of(planned, "N3") == {"SF1", "MA1"}
    assert crew_of(planned, "N2") == {"SF1", "MA1", "LM1"}
    assert planned.report is not None and planned.report.exit_code == 0


def test_an_apprentice_of_the_third_year_stands_for_a_boatman() -> None:
    trained = {
        "birth_date": date(2007, 1, 1), "employment": Employment.EMPLOYEE, "training_contract_until": date(2027, 7, 31),
        "service_days": 360, "training_year": 3,
    }  # fmt: skip
    known = [trip("N1", "Mo 08:00", "Mo 14:00")]
    for changed, lawful in (
        ({}, True),
        ({"training_year": 2}, False),
        ({"service_days": 359}, False),
        ({"training_year": None}, False),
    ):
        master, apprentice = sailor(1, "SF"), sailor(1, "LM", **(trained | changed))
        dataset = Dataset(
            vessels={"V1": Vessel(vessel_id="V1", name="Loreley", type=VesselType.MOTOR_CARGO, length_m=60, standard="S1")},
            shifts={"N1": known[0]}, crew={p.crew_id: p for p, _ in (master, apprentice)},
            certificates=(master[1], apprentice[1]),
        )  # fmt: skip
        made = make_plan(
            Instance(dataset, WINDOW, load_rulebook(), assume_rested=True), SolveOptions(time_limit_s=20, workers=1)
        )
        assert sailing(made) == ({"N1"} if lawful else set()), changed
