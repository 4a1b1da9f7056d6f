"""Voyages over the borders of the window, watches with patrols, rules on duty, duty beside the shift."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from ortools.sat.python import cp_model
from solve_cases import MONDAY, at, instance, person, shift, ship, span

from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateKind,
    ClockSpan,
    Employment,
    Function,
    OperatingMode,
    Pin,
    PinStatus,
    Shift,
    Vessel,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.instance import Instance
from optimizer.manning import Alternative, CrewRequirement, OnDutyRule, Place
from optimizer.model import needs
from optimizer.model.problem import build_problem
from optimizer.model.roster_model import RosterModel
from optimizer.plan import make_plan
from optimizer.roster import RosterRow, RowStatus
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import PlanResult, SolveOptions

QUICK = SolveOptions(time_limit_s=20, workers=1)


def plan(base: Instance) -> PlanResult:
    return make_plan(base, QUICK).result


def drawn(base: Instance) -> PlanResult:
    """Planned only: the rule under test is stated by hand or judged elsewhere."""
    return solve_problem(build_problem(base), QUICK)


def on(result: PlanResult, shift_id: str) -> set[str]:
    assert result.roster is not None
    return {row.crew_id for row in result.roster.of_shift(shift_id) if row.on_duty}


def voyage(*clocks: tuple[int, str, str], name: str = "S") -> list[Shift]:
    return [
        shift(f"{name}{n}", "X", day, start, end, voyage_id="V", crew_change_at_end=n == len(clocks) - 1)
        for n, (day, start, end) in enumerate(clocks)
    ]


# -- both borders of the window ------------------------------------------------------------------

BEGUN = ((-1, "08:00", "14:00"), (0, "08:00", "14:00"), (1, "08:00", "14:00"))


def running(shift_id: str, *crew_ids: str) -> tuple[Pin, ...]:
    return tuple(Pin(shift_id=shift_id, crew_id=c, status=PinStatus.RUNNING) for c in crew_ids)


def test_a_begun_voyage_keeps_its_people_until_its_end() -> None:
    """B0 and M3 are on board since Sunday; the others may only join with the next voyage."""
    shifts = [*voyage(*BEGUN), shift("N", "X", 2, "08:00", "14:00")]
    result = plan(instance([ship("X")], shifts, "BBMM", pins=running("S0", "B0", "M3")))
    assert result.levels[0].value == 0
    assert on(result, "S1") == on(result, "S2") == {"B0", "M3"}


def test_an_absent_person_of_a_begun_voyage_leaves_the_place_open() -> None:
    away = Absence(crew_id="M3", start=at(1, "00:00"), end=None, kind=AbsenceKind.SICK)
    result = plan(instance([ship("X")], voyage(*BEGUN), "BBMM", pins=running("S0", "B0", "M3"), absences=(away,)))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S1"}
    rows = result.roster.of_shift("S2")
    assert [(row.status, row.function) for row in rows if row.status is RowStatus.OPEN] == [
        (RowStatus.OPEN, Function.BOATMAN)
    ]
    assert [row.crew_id for row in rows if row.status is RowStatus.FORESEEN] == ["B0"]
    reason = result.not_sailing[0][1].de
    assert "Person M3" in reason and "die reise läuft schon" in reason.lower()


def test_a_begun_voyage_of_an_unknown_crew_is_planned_anew_and_said_so() -> None:
    result = plan(instance([ship("X")], voyage(*BEGUN), "BM"))
    assert result.levels[0].value == 0 and [note.code for note in result.notes] == ["voyage.crew_unknown"]


def test_more_people_than_the_crew_asks_for_stay_on_board() -> None:
    result = plan(instance([ship("X")], voyage(*BEGUN), "BMM", pins=running("S0", "B0", "M1", "M2")))
    assert on(result, "S1") == on(result, "S2") == {"B0", "M1", "M2"}


def test_a_voyage_past_the_window_is_planned_to_its_end_and_costs_count_inside_only() -> None:
    clocks = ((5, "08:00", "14:00"), (6, "08:00", "14:00"), (7, "08:00", "14:00"))
    result = plan(instance([ship("X")], voyage(*clocks), "BM"))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S0", "S1", "S2"}
    assert result.levels[2].value == plan(instance([ship("X")], voyage(*clocks[:2]), "BM")).levels[2].value


def test_a_voyage_no_crew_can_end_may_stop_where_the_window_ends() -> None:
    clocks = ((6, "08:00", "14:00"), (7, "08:00", "14:00"))
    away = Absence(crew_id="B0", start=at(7, "00:00"), end=None, kind=AbsenceKind.LEAVE)
    result = plan(instance([ship("X")], voyage(*clocks), "BM", absences=(away,)))
    assert result.roster is not None and result.roster.sailing_shifts() == {"S0"}


def test_a_relief_comes_where_crews_can_change_only() -> None:
    """B0 is away from Thursday on; the change is possible on Wednesday evening, so B1 takes over there."""
    shifts = [
        shift(f"S{n}", "X", n, "08:00", "14:00", voyage_id="V" if n < 3 else "W", crew_change_at_end=n == 2)
        for n in range(5)
    ]
    away = Absence(crew_id="B0", start=at(3, "00:00"), end=None, kind=AbsenceKind.LEAVE)
    busy = Absence(crew_id="B1", start=at(0, "00:00"), end=at(1, "00:00"), kind=AbsenceKind.COURSE)
    result = plan(instance([ship("X")], shifts, "BBM", absences=(away, busy)))
    assert [on(result, f"S{n}") & {"B0", "B1"} for n in range(5)] == [{"B0"}] * 3 + [{"B1"}] * 2
    late = replace(away, start=at(2, "00:00"))
    stopped = plan(instance([ship("X")], shifts, "BBM", absences=(late, busy)))
    assert stopped.roster is not None and stopped.roster.sailing_shifts() == {"S0", "S1", "S3", "S4"}


def test_a_voyage_of_two_weeks_is_one_decision() -> None:
    shifts = voyage(*((n, "08:00", "14:00") for n in range(14)))
    base = instance([ship("X")], shifts, "BBMM", days=14)
    result = plan(base)
    assert result.levels[0].value == 0 and len({frozenset(on(result, s.shift_id)) for s in shifts}) == 1


# -- duty before and after the shift -----------------------------------------------------------------


def handed_over(second_vessel: str, letters: str) -> PlanResult:
    """The second shift is prepared half an hour before the first one ends."""
    shifts = [
        shift("S1", "X", 0, "06:00", "10:00"),
        shift("S2", second_vessel, 0, "10:00", "14:00", prepare_min=20, handover_min=10),
    ]
    return plan(instance([ship("X"), ship("Y")], shifts, letters))


def test_preparing_on_ones_own_vessel_clashes_with_nothing() -> None:
    result = handed_over("X", "BM")
    assert result.levels[0].value == 0 and on(result, "S1") == on(result, "S2") == {"B0", "M1"}


def test_preparing_on_another_vessel_is_a_second_place() -> None:
    assert handed_over("Y", "BM").levels[0].value == 1
    assert handed_over("Y", "BBMM").levels[0].value == 0


def test_an_absence_while_the_shift_is_prepared_bars() -> None:
    shifts = [shift("S1", "X", 0, "10:00", "14:00", prepare_min=30)]
    for end, ashore in (("09:30", 0), ("09:45", 1)):
        away = Absence(crew_id="B0", start=at(0, "06:00"), end=at(0, end), kind=AbsenceKind.COURSE)
        assert plan(instance([ship("X")], shifts, "BM", absences=(away,))).levels[0].value == ashore


def test_a_wrap_up_shortens_the_rest() -> None:
    for wrap_up, ashore in ((0, 0), (30, 1)):
        shifts = [
            shift("S1", "X", 0, "14:00", "22:00", wrapup_min=wrap_up),
            shift("S2", "X", 1, "06:00", "10:00"),
        ]
        assert plan(instance([ship("X")], shifts, "BM")).levels[0].value == ashore


# -- watches: needs, patrols, rules on duty ------------------------------------------------------------


def watches(*crews: tuple[dict[Function, int], ...]) -> dict[str, WatchPlan]:
    spans = (ClockSpan(start=time(3), end=time(15)), ClockSpan(start=time(15), end=time(3)))
    made = (Watch(name=str(n + 1), spans=(spans[n],), needs=crews[n]) for n in range(2))
    return {"W": WatchPlan(watch_plan="W", watches=tuple(made))}


BARGE = ship("G", type=VesselType.MOTOR_CARGO, tonnage_t=600.0, features={"mechanical_aids": True})
MASTER = {Function.BOATMASTER: 1, Function.BOATMAN: 1}


def day_and_night(letters: str, plans: dict[str, WatchPlan], vessel: Vessel = BARGE, **facts: object) -> Instance:
    day = shift("D1", "G", 0, "03:00", "03:00", mode=OperatingMode.D, watch_plan="W", zone=4, with_passengers=None)
    return instance([vessel], [day], letters, watch_plans=plans, **facts)


def watch_of(result: PlanResult, wanted: Callable[[RosterRow], bool]) -> list[str]:
    assert result.roster is not None
    return sorted(row.watch for row in result.roster.rows if wanted(row))


def test_a_watch_may_have_the_second_of_its_crews() -> None:
    impossible = {Function.HELMSMAN: 3}
    assert plan(day_and_night("BBMMM", watches((impossible,), (MASTER,)))).levels[0].value == 1
    result = plan(day_and_night("BBMMM", watches((impossible, MASTER), (MASTER,))))
    assert result.levels[0].value == 0


def test_anybody_grown_up_goes_on_patrol_above_the_crew() -> None:
    plans = watches((MASTER,), ({**MASTER, Function.NIGHT_PATROL: 1},))
    assert drawn(day_and_night("BBMMM", plans)).levels[0].value == 1
    result = drawn(day_and_night("BBMMMD", plans))
    assert watch_of(result, lambda row: row.function is Function.NIGHT_PATROL) == ["2"]
    guest = {"K9": person("K9")}
    base = day_and_night("BBMMM", plans)
    base = replace(base, dataset=replace(base.dataset, crew={**base.dataset.crew, **guest}))
    result = drawn(base)
    assert watch_of(result, lambda row: row.crew_id == "K9" and row.function is Function.NIGHT_PATROL) == ["2"]


def test_nobody_under_age_goes_on_patrol() -> None:
    """Not in a watch for young people either."""
    youth = Watch(
        name="Y", spans=(ClockSpan(start=time(9), end=time(11)),), needs=({Function.NIGHT_PATROL: 1},), minor=True
    )
    plans = watches((MASTER,), (MASTER,))
    plans = {"W": replace(plans["W"], watches=(*plans["W"].watches, youth))}
    base = day_and_night("BBMMM", plans)
    crew = {**base.dataset.crew, "K9": person("K9", birth_date=date(2009, 12, 7))}
    candidates = build_problem(replace(base, dataset=replace(base.dataset, crew=crew))).candidates
    assert not any(candidate.crew_id == "K9" for candidate in candidates)


def test_a_missing_patrol_is_an_open_place() -> None:
    """Six people for five places of the crew and three on patrol."""
    plans = watches((MASTER,), ({**MASTER, Function.NIGHT_PATROL: 3},))
    result = drawn(day_and_night("BBMMMD", plans))
    assert [level.value for level in result.levels[:2]] == [1, 2]
    assert result.roster is not None
    assert len([row for row in result.roster.rows if row.status is RowStatus.OPEN]) == 2
    crewless = drawn(day_and_night("D", watches((), ({Function.NIGHT_PATROL: 2},))))
    assert crewless.roster is not None
    rows = crewless.roster.of_shift("D1")
    assert [row.crew_id for row in rows if row.function is Function.NIGHT_PATROL] == ["D0", ""]
    assert "Kontrollgang fehlt" in crewless.not_sailing[0][1].de


def requirement(*places: Function, rules: tuple[OnDutyRule, ...] = ()) -> CrewRequirement:
    crew = Alternative(tuple(sorted(Place(function) for function in places)))
    return CrewRequirement((crew,), (crew,), on_duty=rules)


def with_rule(monkeypatch: pytest.MonkeyPatch, base: Instance, required: CrewRequirement) -> PlanResult:
    """Plan with a requirement written by hand, so that the rule on duty alone decides."""
    monkeypatch.setattr(needs, "crew_requirements", lambda instance, shift: [required])
    return drawn(base)


CREW = (Function.BOATMASTER, Function.BOATMASTER, Function.BOATMAN, Function.BOATMAN)
NO_NEEDS = watches((), ())
DECK = (Function.BOATMASTER, Function.BOATMAN)


@pytest.mark.parametrize(("at_least", "sails"), [(2, True), (3, False)])
def test_enough_deck_crew_is_on_duty_at_every_instant(
    monkeypatch: pytest.MonkeyPatch, at_least: int, sails: bool
) -> None:
    rule = OnDutyRule("manning.cabin", "§ 0", (span(0, "03:00", "03:00"),), at_least, DECK)
    result = with_rule(monkeypatch, day_and_night("BBMM", NO_NEEDS), requirement(*CREW, rules=(rule,)))
    assert (result.levels[0].value == 0) is sails
    if sails:
        assert watch_of(result, lambda row: row.crew_id != "") == ["1", "1", "2", "2"]
    else:
        assert "Jederzeit im Dienst nötig: 3 Personen der Decksmannschaft [§ 0]" in result.not_sailing[0][1].de


ENGINE = Alternative((Place(Function.BOATMASTER), Place(Function.BOATMAN), Place(Function.ENGINE_MINDER)))
DECK_ONLY = Alternative((Place(Function.BOATMASTER), Place(Function.BOATMAN), Place(Function.BOATMAN)))


@pytest.mark.parametrize(
    ("at_least", "crews", "sails"),
    [(2, (ENGINE,), True), (3, (ENGINE,), False), (3, (ENGINE, DECK_ONLY), True), (3, (DECK_ONLY, ENGINE), True)],
)
def test_who_sits_at_the_engine_is_not_of_the_deck_crew(
    monkeypatch: pytest.MonkeyPatch, at_least: int, crews: tuple[Alternative, ...], sails: bool
) -> None:
    """M2 holds a boatman's book too; it counts only where M2 sits in a boatman's place."""
    rule = OnDutyRule("manning.cabin", "§ 0", (span(0, "08:00", "14:00"),), at_least, DECK)
    paper = Certificate(crew_id="M2", kind=CertificateKind.ENGINE_MINDER, issued_on=date(2022, 3, 15))
    base = instance([ship("X")], [shift("D1", "X", 0, "08:00", "14:00")], "BMM")
    base = replace(base, dataset=replace(base.dataset, certificates=(*base.dataset.certificates, paper)))
    required = CrewRequirement(crews, crews, on_duty=(rule,))
    monkeypatch.setattr(needs, "crew_requirements", lambda instance, shift: [required])
    model = RosterModel(build_problem(base), foreseen=False)
    model.model.add(model.sails["D1"] == 1)
    assert (cp_model.CpSolver().solve(model.model) != cp_model.INFEASIBLE) is sails
    assert (drawn(base).levels[0].value == 0) is sails


@pytest.mark.parametrize(("place", "sails"), [(Function.BOATMAN, True), (Function.ENGINEER, False)])
def test_nobody_at_the_engine_relieves_whoever_leads(
    monkeypatch: pytest.MonkeyPatch, place: Function, sails: bool
) -> None:
    """Twelve hours' duty of an employee needs breaks, in which somebody of the deck crew holds the rudder."""
    paper = Certificate(crew_id="M1", kind=CertificateKind.RHINE_ENGINEER, issued_on=date(2022, 3, 15))
    base = instance([ship("X")], [shift("D1", "X", 0, "06:00", "18:00")], "BM")
    base = replace(base, dataset=replace(base.dataset, certificates=(*base.dataset.certificates, paper)))
    assert (with_rule(monkeypatch, base, requirement(Function.BOATMASTER, place)).levels[0].value == 0) is sails


def test_the_relief_in_a_watch_is_of_the_deck_crew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boatman and engineer: in one of the two watches nobody but the engineer could relieve the boatmaster."""
    paper = Certificate(crew_id="D3", kind=CertificateKind.RHINE_ENGINEER, issued_on=date(2022, 3, 15))
    base = day_and_night("BBMD", NO_NEEDS)
    base = replace(base, dataset=replace(base.dataset, certificates=(*base.dataset.certificates, paper)))
    places = (Function.BOATMASTER, Function.BOATMASTER, Function.BOATMAN)
    assert with_rule(monkeypatch, base, requirement(*places, Function.ENGINEER)).levels[0].value == 1
    assert with_rule(monkeypatch, base, requirement(*places, Function.DECKHAND)).levels[0].value == 0


def test_a_rule_of_one_watch_fills_that_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = OnDutyRule("manning.cabin", "§ 0", (span(0, "16:00", "17:00"),), 3, DECK)
    base = day_and_night("BBMM", NO_NEEDS)
    base = alone_is_fine(base)
    result = with_rule(monkeypatch, base, requirement(*CREW, rules=(rule,)))
    assert watch_of(result, lambda row: row.crew_id != "") == ["1", "2", "2", "2"]


def alone_is_fine(base: Instance) -> Instance:
    crew = {c: replace(p, employment=Employment.SELF_EMPLOYED) for c, p in base.dataset.crew.items()}
    return replace(base, dataset=replace(base.dataset, crew=crew))


def test_who_must_hold_a_certificate_is_on_duty_when_it_is_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    rule = OnDutyRule("crew.lng", "§ 0", (span(0, "16:00", "17:00"),), 1, None, certificate=CertificateKind.LNG_EXPERT)
    base = day_and_night("BBMM", NO_NEEDS)
    assert with_rule(monkeypatch, base, requirement(*CREW, rules=(rule,))).levels[0].value == 1
    for valid_until, sails in ((date(2027, 12, 31), True), (MONDAY - timedelta(days=1), False)):
        paper = Certificate(
            crew_id="M2", kind=CertificateKind.LNG_EXPERT, issued_on=date(2024, 1, 1), valid_until=valid_until
        )
        held = replace(base, dataset=replace(base.dataset, certificates=(*base.dataset.certificates, paper)))
        result = with_rule(monkeypatch, held, requirement(*CREW, rules=(rule,)))
        assert (result.levels[0].value == 0) is sails
        if sails:
            assert watch_of(result, lambda row: row.crew_id == "M2") == ["2"]


def test_a_vessel_without_crew_sails_with_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    result = with_rule(monkeypatch, day_and_night("", NO_NEEDS), requirement())
    assert result.levels[0].value == 0 and result.roster is not None
    assert [(row.status, row.crew_id) for row in result.roster.rows] == [(RowStatus.FILLED, "")]


def test_a_rule_on_duty_binds_a_vessel_without_crew_too(monkeypatch: pytest.MonkeyPatch) -> None:
    bunkering = OnDutyRule("crew.lng", "§ 0", (span(0, "16:00", "17:00"),), 1, None, CertificateKind.LNG_EXPERT)
    result = with_rule(monkeypatch, day_and_night("", NO_NEEDS), requirement(rules=(bunkering,)))
    assert result.levels[0].value == 1
