"""Voyages, duty groups, watches, running shifts, safety roles, stops: planned and checked together."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from solve_cases import MONDAY, at, instance, person, shift, ship, span

from optimizer.domain import (
    Certificate,
    CertificateCrew,
    CertificateKind,
    ClockSpan,
    DutyKind,
    Employment,
    Function,
    Movement,
    OperatingMode,
    Person,
    Pin,
    PinStatus,
    RecordedDuty,
    SafetyRole,
    VesselState,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.plan import make_plan
from optimizer.roster import RowStatus
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import LevelStatus, PlanResult, SolveOptions
from optimizer.timeline import day_start

QUICK = SolveOptions(time_limit_s=20, workers=1)


def plan(base: Instance) -> PlanResult:
    """Planned and checked: an unlawful roster would raise."""
    return make_plan(base, QUICK).result


def people_on(result: PlanResult, shift_id: str) -> set[str]:
    assert result.roster is not None
    return {row.crew_id for row in result.roster.of_shift(shift_id) if row.on_duty}


def with_people(base: Instance, people: dict[str, Person], papers: list[Certificate]) -> Instance:
    dataset = replace(
        base.dataset,
        crew={**base.dataset.crew, **people},
        certificates=(*base.dataset.certificates, *papers),
    )
    return replace(base, dataset=dataset)


def holds(crew_id: str, *kinds: CertificateKind, **facts: object) -> list[Certificate]:
    given: dict[str, object] = {"issued_on": date(2025, 1, 1), "valid_until": date(2028, 1, 1), **facts}
    return [Certificate(crew_id=crew_id, kind=kind, **given) for kind in kinds]  # type: ignore[arg-type]


# -- voyages and duty groups -----------------------------------------------------------------


def voyage(*clocks: tuple[int, str, str]) -> list:
    return [
        shift(f"S{n}", "X", day, start, end, voyage_id="V", crew_change_at_end=False)
        for n, (day, start, end) in enumerate(clocks)
    ]


def test_a_voyage_keeps_its_people() -> None:
    result = plan(instance([ship("X")], voyage((0, "06:00", "10:00"), (0, "12:00", "16:00")), "BBMM"))
    assert result.levels[0].value == 0
    assert people_on(result, "S0") == people_on(result, "S1")


def test_a_voyage_stops_where_the_crew_may_not_go_on_and_does_not_resume() -> None:
    """Sixteen hours are too long for employees: the second half stays, and with it the third."""
    clocks = ((0, "06:00", "14:00"), (0, "14:00", "21:00"), (2, "06:00", "10:00"))
    result = plan(instance([ship("X")], voyage(*clocks), "BBMM"))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S0"}
    assert result.levels[0].value == 2


def test_a_duty_group_ties_two_shifts_to_the_same_people() -> None:
    shifts = [
        shift("S1", "X", 0, "06:00", "10:00", duty_group="G"),
        shift("S2", "X", 0, "15:00", "19:00", duty_group="G"),
        shift("S3", "Y", 0, "10:00", "15:00"),
    ]
    result = plan(instance([ship("X"), ship("Y")], shifts, "BBMM"))
    assert result.levels[0].value == 0
    assert people_on(result, "S1") == people_on(result, "S2")


def test_half_of_a_duty_group_sails_when_the_other_cannot() -> None:
    shifts = [
        shift("S1", "X", 0, "06:00", "14:00", duty_group="G"),
        shift("S2", "X", 0, "20:00", "23:00", duty_group="G"),
    ]
    result = plan(instance([ship("X")], shifts, "BM"))
    assert result.levels[0].value == 1


# -- watches and minors ----------------------------------------------------------------------

_MINOR_PLAN = WatchPlan(
    watch_plan="W",
    watches=(
        Watch(name="all", spans=(ClockSpan(start=time(6), end=time(14)),)),
        Watch(
            name="minor",
            spans=(ClockSpan(start=time(7), end=time(13)),),
            breaks=(ClockSpan(start=time(9), end=time(9, 30)), ClockSpan(start=time(11), end=time(11, 30))),
            minor=True,
        ),
    ),
)


def with_apprentice(birth_date: date) -> Instance:
    """Step 3 needs an apprentice too; only the minor of the case can take that place."""
    big = ship("X", passengers=350)
    shifts = [shift("S1", "X", 0, "06:00", "14:00", watch_plan="W", with_passengers=True, persons_aboard=200)]
    base = instance([big], shifts, "BA", watch_plans={"W": _MINOR_PLAN})
    apprentice = person(
        "L9",
        birth_date=birth_date,
        training_contract_until=date(2028, 7, 31),
        safety_training_on=date(2026, 8, 1),
        crew_since=date(2026, 8, 1),
    )
    papers = holds("L9", CertificateKind.APPRENTICE, training_end=date(2028, 7, 31), valid_until=None)
    papers += holds("B0", CertificateKind.PASSENGER_EXPERT) + holds("A1", CertificateKind.FIRST_AIDER)
    return with_people(base, {"L9": apprentice}, papers)


def test_a_minor_serves_in_the_watch_for_minors() -> None:
    result = plan(with_apprentice(date(2009, 6, 1)))
    assert result.levels[0].value == 0
    row = next(row for row in result.roster.rows if row.crew_id == "L9")
    assert (row.watch, row.function) == ("minor", Function.APPRENTICE)
    assert sum(part.minutes for part in row.duty) == 360
    assert sum(part.minutes for part in row.breaks) == 60


def test_an_adult_apprentice_serves_in_the_other_watch() -> None:
    result = plan(with_apprentice(date(2007, 6, 1)))
    row = next(row for row in result.roster.rows if row.crew_id == "L9")
    assert row.watch == "all" and result.levels[0].value == 0


def test_no_minor_without_a_watch_for_minors() -> None:
    base = with_apprentice(date(2009, 6, 1))
    shifts = {key: replace(s, watch_plan="") for key, s in base.dataset.shifts.items()}
    result = plan(replace(base, dataset=replace(base.dataset, shifts=shifts)))
    assert result.levels[0].value == 1
    assert "Jugendliche" in result.not_sailing[0][1].de


# -- running shifts, unknown history ------------------------------------------------------------


def test_a_running_shift_keeps_its_crew_and_their_rest() -> None:
    shifts = [
        shift("S0", "X", -1, "20:00", "04:00"),
        shift("S1", "X", 0, "08:00", "12:00"),
        shift("S2", "X", 1, "08:00", "12:00"),
    ]
    pins = tuple(Pin(shift_id="S0", crew_id=c, status=PinStatus.RUNNING) for c in ("B0", "M1"))
    result = plan(instance([ship("X")], shifts, "BM", pins=pins))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S2"}


@pytest.mark.parametrize(
    ("facts", "sails"),
    [
        ({"history_known_from": None, "history_known_until": None}, {"S2"}),
        ({"history_known_from": None, "history_known_until": None, "rested_since": at(-1, "20:00")}, {"S1", "S2"}),
        ({"history_known_from": None, "history_known_until": None, "rested_since": at(0, "03:00")}, {"S2"}),
        ({}, {"S1", "S2"}),
    ],
)
def test_unknown_history_is_no_rest(facts: dict[str, object], sails: set[str]) -> None:
    shifts = [shift("S1", "X", 0, "08:00", "12:00"), shift("S2", "X", 1, "08:00", "12:00")]
    base = instance([ship("X")], shifts, "BM")
    crew = {**base.dataset.crew, "B0": person("B0", **facts)}
    result = plan(replace(base, dataset=replace(base.dataset, crew=crew)))
    assert result.roster is not None and result.roster.sailing_shifts() == sails


def test_assumed_rest_is_said_for_each_person() -> None:
    base = instance([ship("X")], [shift("S1", "X", 0, "08:00", "12:00")], "BM")
    unknown = {c: replace(p, history_known_from=None, history_known_until=None) for c, p in base.dataset.crew.items()}
    base = replace(base, dataset=replace(base.dataset, crew=unknown))
    assert plan(base).levels[0].value == 1
    result = plan(replace(base, assume_rested=True))
    assert result.levels[0].value == 0
    assert [note.crew_id for note in result.notes if note.code == "history.assumed_rested"] == ["B0", "M1"]


# -- safety staff ---------------------------------------------------------------------------------


def excursion(letters: str, papers: list[Certificate], people: dict[str, Person] | None = None) -> PlanResult:
    big = ship("X", passengers=250)
    shifts = [shift("S1", "X", 0, "08:00", "12:00", with_passengers=True, persons_aboard=200)]
    return plan(with_people(instance([big], shifts, letters), people or {}, papers))


def test_safety_roles_go_to_distinct_members_of_the_crew() -> None:
    papers = holds("B0", CertificateKind.PASSENGER_EXPERT, CertificateKind.FIRST_AIDER) + holds(
        "A1", CertificateKind.FIRST_AIDER
    )
    result = excursion("BA", papers)
    assert result.levels[0].value == 0
    roles = {row.crew_id: row.safety_roles for row in result.roster.rows}
    assert roles == {"B0": (SafetyRole.PASSENGER_EXPERT,), "A1": (SafetyRole.FIRST_AIDER,)}


def test_a_missing_first_aider_keeps_the_vessel_at_the_quay() -> None:
    result = excursion("BA", holds("B0", CertificateKind.PASSENGER_EXPERT, CertificateKind.FIRST_AIDER))
    assert result.levels[0].value == 1 and result.levels[1].value == 1
    assert "fehlt" in result.not_sailing[0][1].de


def test_cabin_staff_fill_a_safety_role_and_no_place() -> None:
    papers = holds("B0", CertificateKind.PASSENGER_EXPERT) + holds("K9", CertificateKind.FIRST_AIDER)
    result = excursion("BA", papers, {"K9": person("K9")})
    assert result.levels[0].value == 0
    row = next(row for row in result.roster.rows if row.crew_id == "K9")
    assert (row.function, row.safety_roles) == (Function.CABIN_STAFF, (SafetyRole.FIRST_AIDER,))


# -- stops, papers, crew change -------------------------------------------------------------------


def single_handed(employment: Employment, stops: tuple[tuple[str, str], ...]) -> PlanResult:
    ferry = ship(
        "F",
        type=VesselType.PASSENGER_FERRY,
        passengers=30,
        ferry_sites=("Ufer",),
        crossing_minutes=12,
        features={"free_moving": True, "single_main_engine": False},
    )
    day = shift("S1", "F", 0, "06:00", "13:00", mode=None, with_passengers=True)
    movements = tuple(
        Movement(vessel_id="F", interval=span(0, start, end), state=VesselState.MOORED) for start, end in stops
    )
    base = instance([ferry], [day], "B", movements=movements)
    crew = {"B0": person("B0", employment=employment)}
    return plan(replace(base, dataset=replace(base.dataset, crew=crew)))


def test_a_lone_employee_pauses_only_in_stops() -> None:
    assert single_handed(Employment.EMPLOYEE, ()).levels[0].value == 1
    result = single_handed(Employment.EMPLOYEE, (("09:00", "09:40"),))
    assert result.levels[0].value == 0
    (row,) = result.roster.rows
    assert all(span(0, "09:00", "09:40").covers(item) for item in row.breaks)


def test_a_lone_self_employed_needs_no_break() -> None:
    assert single_handed(Employment.SELF_EMPLOYED, ()).levels[0].value == 0


def test_the_crew_in_the_papers_binds() -> None:
    papers = CertificateCrew(
        vessel_id="X", mode=OperatingMode.A, alternatives=({Function.BOATMASTER: 1, Function.BOATMAN: 2},)
    )
    shifts = [shift("S1", "X", 0, "08:00", "12:00")]
    assert plan(instance([ship("X")], shifts, "BM", certificate_crews=(papers,))).levels[0].value == 1
    assert plan(instance([ship("X")], shifts, "BMM", certificate_crews=(papers,))).levels[0].value == 0


def test_nobody_of_a_changing_crew_serves_elsewhere_the_same_day() -> None:
    """X sails 17 hours in mode A, lawful only with changing crews (§ 101(3))."""
    shifts = [
        shift("S1", "X", 0, "05:00", "13:30"),
        shift("S2", "X", 0, "13:30", "22:00"),
        shift("S3", "Y", 1, "13:00", "16:00"),
    ]
    result = plan(instance([ship("X"), ship("Y")], shifts, "BBMM"))
    assert result.levels[0].value == 1
    assert "101" in result.not_sailing[0][1].de
    later = [*shifts[:2], shift("S3", "Y", 2, "06:00", "10:00")]
    assert plan(instance([ship("X"), ship("Y")], later, "BBMM")).levels[0].value == 0


def test_one_crew_for_seventeen_hours_is_barred_by_the_plan() -> None:
    result = plan(instance([ship("X")], [shift("S1", "X", 0, "05:00", "21:30", watch_plan="")], "BBMM"))
    assert result.roster is not None
    assert [row.status for row in result.roster.rows] == [RowStatus.NOT_SAILING]
    assert "101" in result.not_sailing[0][1].de


@pytest.mark.parametrize(("second_holder", "sails"), [(False, False), (True, True)])
def test_the_second_patent_on_the_lower_elbe(second_holder: bool, sails: bool) -> None:
    """600 passengers in mode A below Hamburg: besides the boatmaster a helmsman or boatman with patent."""
    big = ship("X", passengers=600)
    shifts = [
        shift(
            "S1",
            "X",
            0,
            "08:00",
            "12:00",
            with_passengers=True,
            persons_aboard=200,
            waterway="elbe_below_hamburg_port_upper_limit",
            zone=3,
        )
    ]
    base = instance([big], shifts, "BM" if not second_holder else "BMB")
    helmsman = [Certificate(crew_id="H9", kind=CertificateKind.HELMSMAN, issued_on=date(2022, 3, 15))]
    papers = (
        holds("B0", CertificateKind.PASSENGER_EXPERT)
        + holds("M1", CertificateKind.FIRST_AIDER)
        + holds("H9", CertificateKind.FIRST_AIDER)
    )
    result = plan(with_people(base, {"H9": person("H9")}, helmsman + papers))
    assert (result.levels[0].value == 0) is sails


def test_two_weeks_are_planned_in_one_run() -> None:
    shifts = [shift(f"S{day}", "X", day, "06:00", "12:00") for day in range(14)]
    base = instance([ship("X")], shifts, "BBMM", days=14)
    assert base.window.end == day_start(MONDAY + timedelta(days=14))
    assert plan(base).levels[0].value == 0


# -- watch plans: the whole crew aboard, on duty in turn ---------------------------------------------


def two_watches(needs: tuple[dict[Function, int], ...], letters: str, employment: Employment) -> PlanResult:
    """The lawful pattern 03-15 / 15-03 of a vessel sailing day and night (mode D)."""
    plan_w = WatchPlan(
        watch_plan="W",
        watches=(
            Watch(name="1", spans=(ClockSpan(start=time(3), end=time(15)),), needs=needs),
            Watch(name="2", spans=(ClockSpan(start=time(15), end=time(3)),), needs=needs),
        ),
    )
    barge = ship("G", type=VesselType.MOTOR_CARGO, tonnage_t=600.0, features={"mechanical_aids": True})
    day = shift("D1", "G", 0, "03:00", "03:00", mode=OperatingMode.D, watch_plan="W", zone=4, with_passengers=None)
    base = instance([barge], [day], letters, watch_plans={"W": plan_w})
    crew = {c: replace(p, employment=employment) for c, p in base.dataset.crew.items()}
    return plan(replace(base, dataset=replace(base.dataset, crew=crew)))


@pytest.mark.parametrize("employment", list(Employment))
@pytest.mark.parametrize(
    "needs",
    [(), ({Function.BOATMASTER: 1},), ({Function.BOATMASTER: 1, Function.BOATMAN: 1},)],
    ids=["none", "SF", "SF+MA"],
)
def test_two_watches_are_crewed(needs: tuple[dict[Function, int], ...], employment: Employment) -> None:
    result = two_watches(needs, "BBMMM", employment)
    assert result.levels[0].value == 0
    masters = {row.watch for row in result.roster.rows if row.function is Function.BOATMASTER}
    assert masters == {"1", "2"}


def test_a_watch_nobody_can_lead_keeps_the_vessel_at_the_quay() -> None:
    assert two_watches(({Function.BOATMASTER: 1},), "BMMMM", Employment.EMPLOYEE).levels[0].value == 1


@pytest.mark.parametrize(("from_clock", "sails"), [("06:00", False), ("09:00", False), ("14:00", True)])
def test_a_past_breach_does_not_hide_what_the_next_duty_adds(from_clock: str, sails: bool) -> None:
    """Sunday until 22:30 leaves too little rest before 06:00, whether Sunday itself was lawful or not."""
    end = "22:30" if not sails else "19:00"
    past = (RecordedDuty(crew_id="B0", interval=span(-1, from_clock, end), kind=DutyKind.DUTY),)
    result = plan(instance([ship("X")], [shift("S1", "X", 0, "06:00", "12:00")], "BM", duties=past))
    assert (result.levels[0].value == 0) is sails


def test_a_fixed_break_of_somebody_alone_needs_a_stop() -> None:
    ferry = ship(
        "F", type=VesselType.PASSENGER_FERRY, passengers=30, ferry_sites=("Ufer",), features={"free_moving": True}
    )
    pause = (span(0, "12:00", "12:45"),)
    day = shift("S1", "F", 0, "08:00", "18:00", mode=None, with_passengers=True, breaks=pause)
    assert plan(instance([ferry], [day], "B")).levels[0].value == 1
    stop = (Movement(vessel_id="F", interval=span(0, "11:50", "13:00"), state=VesselState.MOORED),)
    assert plan(instance([ferry], [day], "B", movements=stop)).levels[0].value == 0


def test_an_unproven_level_proves_nothing_below_it() -> None:
    names = [f"V{n}" for n in range(5)]
    shifts = [
        shift(f"{name}-{day}-{start}", name, day, start, end)
        for name in names
        for day in range(7)
        for start, end in (("05:00", "13:00"), ("13:00", "21:00"))
    ]
    problem = build_problem(instance([ship(name) for name in names], shifts, "BM" * 4))
    for limit in (0.05, 0.3, 1.0):
        result = solve_problem(problem, SolveOptions(time_limit_s=limit, workers=1))
        if result.levels and result.levels[0].status is not LevelStatus.OPTIMAL:
            assert result.levels[1].status is not LevelStatus.OPTIMAL
            return
    assert result.levels[0].status is LevelStatus.OPTIMAL
