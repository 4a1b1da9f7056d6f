"""Fleets whose only lawful roster follows from one rule that is easily read too loosely or too strictly."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date, time, timedelta
from functools import partial

from solve_cases import at, instance, person, shift, ship, span

from optimizer.check import CheckReport, check_roster
from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateKind,
    ClockSpan,
    ConvoyLead,
    DutyKind,
    Function,
    OperatingMode,
    RecordedDuty,
    SafetyRole,
    Shift,
    Vessel,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import LevelStatus, SolveOptions
from optimizer.timeline import Interval

K, F = CertificateKind, Function
OPTIONS = SolveOptions(time_limit_s=10)
SAFETY = {K.PASSENGER_EXPERT: SafetyRole.PASSENGER_EXPERT, K.FIRST_AIDER: SafetyRole.FIRST_AIDER}
MINIMUM = "BinSchPersV § 98 Abs. 1; "
Crew = Mapping[str, Function]


def holds(crew_ids: str, *kinds: CertificateKind, **more: object) -> list[Certificate]:
    """The certificates of each of these people (ids with a blank between)."""
    given: dict[str, object] = {"issued_on": date(2025, 1, 1), **more}
    until: dict[CertificateKind, dict[str, object]] = {kind: {"valid_until": date(2028, 1, 1)} for kind in SAFETY}
    return [
        Certificate(crew_id=who, kind=kind, **given, **until.get(kind, {}))  # type: ignore[arg-type]
        for who in crew_ids.split()
        for kind in kinds
    ]


def fleet(vessels: list[Vessel], shifts: list[Shift], papers: list[Certificate], **facts: object) -> Instance:
    base = instance(vessels, shifts, "", **facts)
    crew = {paper.crew_id: person(paper.crew_id) for paper in papers}
    return replace(base, dataset=replace(base.dataset, crew=crew, certificates=tuple(papers)))


def without(base: Instance, crew_id: str) -> Instance:
    crew = {who: p for who, p in base.dataset.crew.items() if who != crew_id}
    papers = tuple(paper for paper in base.dataset.certificates if paper.crew_id != crew_id)
    return replace(base, dataset=replace(base.dataset, crew=crew, certificates=papers))


def planned(base: Instance, ashore: int) -> tuple[Roster, CheckReport]:
    """Roster and verdict; that so many shifts stay ashore, one place short each, is proven."""
    result = solve_problem(build_problem(base), OPTIONS)
    assert result.roster is not None
    levels = [(level.status, level.value) for level in result.levels[:2]]
    assert levels == [(LevelStatus.OPTIMAL, ashore)] * 2, result.not_sailing
    return result.roster, check_roster(base, result.roster)


def lawful(base: Instance) -> Roster:
    """The roster of a fleet of which everything sails."""
    roster, report = planned(base, ashore=0)
    assert report.exit_code == 0, [finding.text.de for finding in report.unlawful]
    assert report.sailing == roster.sailing_shifts() == set(base.dataset.shifts)
    return roster


def open_place(base: Instance, shift_id: str) -> Function | None:
    """What is missing on the only shift that may not sail."""
    roster, report = planned(base, ashore=1)
    assert (report.exit_code, report.not_sailing) == (3, {shift_id}), report.findings
    [place] = [row for row in roster.rows if row.status is RowStatus.OPEN]
    assert place.shift_id == shift_id and place.reason is not None
    return place.function


def crew(roster: Roster, shift_id: str) -> dict[str, Function | None]:
    return {row.crew_id: row.function for row in roster.of_shift(shift_id)}


def rows(base: Instance, shift_id: str, seats: Crew, watch: str = "", duty: Interval | None = None) -> list[RosterRow]:
    """Rows by hand: everybody with the safety roles they hold; in ten hours one break after the other."""
    time_on = duty or base.dataset.shifts[shift_id].interval
    filled = partial(RosterRow, shift_id=shift_id, status=RowStatus.FILLED, watch=watch, duty=(time_on,))
    made = []
    for number, (who, function) in enumerate(seats.items()):
        roles = tuple(SAFETY[p.kind] for p in base.dataset.certificates if p.crew_id == who and p.kind in SAFETY)
        pause = time_on.start + timedelta(hours=4 + number)
        breaks = (Interval(pause, pause + timedelta(minutes=45)),) if time_on.minutes > 360 else ()
        made.append(filled(crew_id=who, function=function, safety_roles=roles, breaks=breaks))
    return made


def faults(base: Instance, wrong: Iterable[RosterRow]) -> set[tuple[str, str]]:
    """Everything unlawful in a roster made by hand: shift and citation."""
    report = check_roster(base, Roster(window=base.window, rows=tuple(wrong)))
    assert report.exit_code == 1
    return {(finding.shift_id, finding.citation) for finding in report.unlawful}


def by_shift(base: Instance, **crews: Crew) -> list[RosterRow]:
    return [row for shift_id, seats in crews.items() for row in rows(base, shift_id, seats)]


# -- § 109(6): the crew of the table is not enough over two watches ------------------------------------

EARLY, LATE = span(0, "06:00", "12:00"), span(0, "12:00", "18:00")


def cabin_ship() -> Instance:
    """50 beds, mode B: 2 boatmasters, apprentice, engineer; three of the deck crew on duty make six on deck.

    M1 holds the engineer's certificate beside the boatman's book, E1 that of the engineer only.
    """
    spans = {"1": ClockSpan(start=time(6), end=time(12)), "2": ClockSpan(start=time(12), end=time(18))}
    plan = WatchPlan(watch_plan="W", watches=tuple(Watch(name=name, spans=(spans[name],)) for name in spans))
    facts = {"type": VesselType.CABIN, "beds": 50, "length_m": 45.0, "escape_hoods": 50, "standard": "S2"}
    trip = shift("C", "X", 0, "06:00", "18:00", mode=OperatingMode.B, with_passengers=True, watch_plan="W")
    papers = [
        *holds("B1", K.UNION_PATENT, K.PASSENGER_EXPERT),
        *holds("B2", K.UNION_PATENT, K.FIRST_AIDER),
        *holds("M1", K.BOATMAN, K.RHINE_ENGINEER),
        *holds("E1", K.RHINE_ENGINEER),
        *holds("D1 D2 D3", K.DECKHAND),
    ]
    return fleet([ship("X", **facts)], [trip], papers, watch_plans={"W": plan})


def cabin_rows(base: Instance, early: Crew, late: Crew) -> list[RosterRow]:
    return [*rows(base, "C", early, "1", EARLY), *rows(base, "C", late, "2", LATE)]


def test_three_of_the_deck_crew_stand_each_watch_of_a_cabin_ship() -> None:
    """Read as a table alone, four people sail; read as heads on duty, the engineers are two of the six."""
    roster = lawful(cabin_ship())
    serving = crew(roster, "C")
    assert len(serving) == 7 and serving["E1"] is F.ENGINEER
    for watch in ("1", "2"):
        deck = {row.crew_id for row in roster.of_shift("C") if row.watch == watch} - {"E1"}
        assert len(deck) == 3 and len(deck & {"B1", "B2"}) == 1


def test_a_cabin_ship_stays_ashore_without_the_third_hand_of_a_watch() -> None:
    assert open_place(without(cabin_ship(), "D3"), "C") in (F.DECKHAND, F.APPRENTICE)
    assert open_place(without(cabin_ship(), "M1"), "C") in (F.DECKHAND, F.APPRENTICE)


def test_a_cabin_ship_with_too_few_on_deck_is_faulted() -> None:
    base = cabin_ship()
    fault = {("C", "BinSchPersV § 109 Abs. 6")}
    early: Crew = {"B1": F.BOATMASTER, "D1": F.APPRENTICE}
    by_the_table = cabin_rows(base, {**early, "E1": F.ENGINEER}, {"B2": F.BOATMASTER})
    assert faults(base, by_the_table) == fault
    late: Crew = {"B2": F.BOATMASTER, "D3": F.DECKHAND, "M1": F.ENGINEER}
    engineers_count = cabin_rows(base, {**early, "D2": F.DECKHAND}, {**late, "E1": F.ENGINEER})
    assert faults(base, engineers_count) == fault
    late = {"B2": F.BOATMASTER, "D3": F.DECKHAND, "E1": F.ENGINEER}
    uneven = cabin_rows(base, {**early, "D2": F.DECKHAND, "M1": F.BOATMAN}, late)
    assert faults(base, uneven) == fault


# -- § 108(5): a second holder of the certificate for the stretch --------------------------------------


def lower_elbe() -> Instance:
    """X with 600 passengers on the lower Elbe in zone 2: boatmaster, helmsman, boatman; Y empty in zone 3.

    B1 and B2 hold the maritime authorisation, B3 the patent without it.
    """
    elbe = {"waterway": "elbe_below_hamburg_port_upper_limit", "zone": 2, "with_passengers": True}
    trip = shift("SX", "X", 0, "08:00", "14:00", persons_aboard=200, **elbe)
    papers = [
        *holds("B1", K.UNION_PATENT, K.MARITIME, K.PASSENGER_EXPERT),
        *holds("B2", K.UNION_PATENT, K.MARITIME),
        *holds("B3", K.UNION_PATENT),
        *holds("H1", K.HELMSMAN, K.FIRST_AIDER),
        *holds("M1 M2", K.BOATMAN, K.FIRST_AIDER),
    ]
    return fleet([ship("X", passengers=600), ship("Y")], [trip, shift("SY", "Y", 0, "08:00", "14:00")], papers)


def test_both_holders_of_the_authorisation_sail_on_the_lower_elbe() -> None:
    """Everybody in their own function, one authorised boatmaster on each vessel, would leave X with one holder."""
    roster = lawful(lower_elbe())
    serving = crew(roster, "SX")
    assert {"B1", "B2"} < set(serving)
    assert F.BOATMASTER in (serving["B1"], serving["B2"])
    assert crew(roster, "SY")["B3"] is F.BOATMASTER


def test_the_lower_elbe_is_closed_without_the_second_holder() -> None:
    assert open_place(without(lower_elbe(), "B2"), "SX") in (F.HELMSMAN, F.BOATMAN)


def test_a_second_holder_missing_or_without_authorisation_is_faulted() -> None:
    base = lower_elbe()
    fault = {("SX", "BinSchPersV § 108 Abs. 5")}
    own_rank: Crew = {"B1": F.BOATMASTER, "H1": F.HELMSMAN, "M1": F.BOATMAN}
    assert faults(base, by_shift(base, SX=own_rank, SY={"B2": F.BOATMASTER, "B3": F.BOATMAN})) == fault
    any_patent: Crew = {"B1": F.BOATMASTER, "B3": F.HELMSMAN, "M1": F.BOATMAN}
    assert faults(base, by_shift(base, SX=any_patent, SY={"B2": F.BOATMASTER, "H1": F.BOATMAN})) == fault


# -- § 101(3): twenty hours in mode A with two crews ---------------------------------------------------


def two_crews(y_start: str = "08:00", y_end: str = "12:00") -> Instance:
    """X sails on Monday from 04:00 to 24:00, Y on Tuesday; each needs boatmaster and boatman.

    B1 spent the night before on board of X: with the early shift that is 18 hours on board within 24.
    B3 is on leave on Monday.
    """
    trips = [
        shift("X1", "X", 0, "04:00", "14:00", priority=2),
        shift("X2", "X", 0, "14:00", "24:00", priority=2),
        shift("Y1", "Y", 1, y_start, y_end),
    ]
    night = span(-1, "20:00", "04:00")
    asleep = RecordedDuty(crew_id="B1", interval=night, kind=DutyKind.ON_BOARD_FREE, vessel_id="X")
    leave = Absence(crew_id="B3", start=at(0, "00:00"), end=at(1, "00:00"), kind=AbsenceKind.LEAVE)
    papers = [*holds("B1 B2 B3", K.UNION_PATENT), *holds("M1 M2 M3", K.BOATMAN)]
    return fleet([ship("X"), ship("Y")], trips, papers, duties=(asleep,), absences=(leave,))


def test_changing_crews_keep_to_their_vessel_and_to_their_hours_on_board() -> None:
    """By the rest rules alone B2 could serve on Y after 18 hours of rest, and B1 sail first."""
    roster = lawful(two_crews())
    leading = [next(who for who in crew(roster, name) if who[0] == "B") for name in ("X1", "X2", "Y1")]
    assert leading == ["B2", "B1", "B3"]
    assert len({row.crew_id for row in roster.rows}) == 6


def test_the_second_vessel_waits_until_a_day_has_passed() -> None:
    """At 14:00, a day after the end of the early shift, its crew may serve elsewhere."""
    assert open_place(without(two_crews(), "B3"), "Y1") is F.BOATMASTER
    assert open_place(without(two_crews("13:59", "16:00"), "B3"), "Y1") is F.BOATMASTER
    assert crew(lawful(without(two_crews("14:00", "16:00"), "B3")), "Y1")["B2"] is F.BOATMASTER


def pair(number: int, boatman: int) -> Crew:
    return {f"B{number}": F.BOATMASTER, f"M{boatman}": F.BOATMAN}


def test_a_changing_crew_elsewhere_or_too_long_on_board_is_faulted() -> None:
    base = two_crews()
    for also_on_y in (pair(2, 3), pair(3, 1)):
        elsewhere = by_shift(base, X1=pair(2, 1), X2=pair(1, 2), Y1=also_on_y)
        assert faults(base, elsewhere) == {("X1", "BinSchPersV § 101 Abs. 3")}
    night_forgotten = by_shift(base, X1=pair(1, 1), X2=pair(2, 2), Y1=pair(3, 3))
    assert faults(base, night_forgotten) == {("X1", "BinSchPersV § 101 Abs. 2")}


# -- § 118(1): one boatman by two of the entry level ---------------------------------------------------


def barges() -> Instance:
    """X: boatmaster, helmsman, boatman. Y, smaller: boatmaster and boatman. Z tows two: an apprentice more than X.

    Two deckhands may come in for the boatman of X only: on Y he is alone, on Z they would be three.
    """
    trips = [
        shift("SX", "X", 0, "08:00", "14:00", priority=2),
        shift("SY", "Y", 0, "08:00", "14:00"),
        shift("SZ", "Z", 0, "08:00", "14:00", priority=2, towed_vessels=2),
    ]
    tonnage = {"X": 1400.0, "Y": 600.0, "Z": 1400.0}
    aids = {"mechanical_aids": True}
    vessels = [ship(name, type=VesselType.MOTOR_CARGO, tonnage_t=t, features=aids) for name, t in tonnage.items()]
    papers = [*holds("B1 B2 B3", K.UNION_PATENT), *holds("H1 H2", K.HELMSMAN), *holds("M1 M2", K.BOATMAN)]
    return fleet(vessels, trips, [*papers, *holds("D1 D2 D3", K.DECKHAND)])


def letters(roster: Roster, shift_id: str) -> str:
    return "".join(sorted(who[0] for who in crew(roster, shift_id)))


def test_two_deckhands_come_in_where_another_boatman_or_helmsman_remains() -> None:
    """By the table X takes a boatman, and Y or Z is short of one."""
    roster = lawful(barges())
    assert [letters(roster, name) for name in ("SX", "SY", "SZ")] == ["BDDH", "BM", "BDHM"]


def test_one_deckhand_alone_does_not_come_in() -> None:
    assert open_place(without(barges(), "D2"), "SY") is F.BOATMAN


def test_an_exchange_for_the_only_boatman_or_with_a_third_of_the_entry_level_is_faulted() -> None:
    base = barges()
    x: Crew = {"B1": F.BOATMASTER, "H1": F.HELMSMAN, "M1": F.BOATMAN}
    z: Crew = {"B3": F.BOATMASTER, "H2": F.HELMSMAN}
    alone: Crew = {"B2": F.BOATMASTER, "D1": F.DECKHAND, "D2": F.DECKHAND}
    wrong = by_shift(base, SX=x, SY=alone, SZ={**z, "M2": F.BOATMAN, "D3": F.DECKHAND})
    assert faults(base, wrong) == {("SY", MINIMUM + "BinSchPersV § 105 Abs. 1")}
    three: Crew = {**z, "D1": F.DECKHAND, "D2": F.DECKHAND, "D3": F.DECKHAND}
    wrong = by_shift(base, SX=x, SY={"B2": F.BOATMASTER, "M2": F.BOATMAN}, SZ=three)
    assert faults(base, wrong) == {("SZ", MINIMUM + "BinSchPersV § 105 Abs. 1; BinSchPersV § 105 Abs. 7")}
    y: Crew = {"B2": F.BOATMASTER, "M1": F.BOATMAN}
    single: Crew = {"B1": F.BOATMASTER, "H1": F.HELMSMAN, "D1": F.DECKHAND}
    wrong = by_shift(base, SX=single, SY=y, SZ={**z, "M2": F.BOATMAN, "D3": F.DECKHAND})
    assert faults(base, wrong) == {("SX", MINIMUM + "BinSchPersV § 105 Abs. 1")}


# -- § 106(3): an engine-minder for one boatman of a convoy --------------------------------------------


def convoys() -> Instance:
    """Pushers with a lighter in mode D. X, 110 m (step 2): 2 boatmasters, helmsman, 2 boatmen.

    Y, 80 m (step 1): 2 boatmasters, boatman, apprentice. An engine-minder may come in on X only.
    """
    facts = {"type": VesselType.CONVOY, "lead": ConvoyLead.PUSHER, "lighters": 1, "breadth_m": 11.4}
    vessels = [ship("X", length_m=110.0, **facts), ship("Y", length_m=80.0, **facts)]
    day = {"mode": OperatingMode.D, "on_elbe": False}
    trips = [shift(f"S{name}", name, 0, "08:00", "14:00", priority=n, **day) for n, name in enumerate("XY", start=1)]
    papers = [*holds("B1 B2 B3 B4", K.UNION_PATENT), *holds("H1", K.HELMSMAN), *holds("M1 M2", K.BOATMAN)]
    return fleet(vessels, trips, [*papers, *holds("D1 D2", K.DECKHAND), *holds("G1", K.ENGINE_MINDER)])


MASTERS_X: Crew = {"B1": F.BOATMASTER, "B2": F.BOATMASTER, "H1": F.HELMSMAN}
MASTERS_Y: Crew = {"B3": F.BOATMASTER, "B4": F.BOATMASTER}


def test_the_engine_minder_comes_in_on_the_convoy_of_step_two() -> None:
    """By the table both boatmen are on X, and the engine-minder is of use nowhere."""
    roster = lawful(convoys())
    assert [letters(roster, name) for name in ("SX", "SY")] == ["BBGHM", "BBDM"]
    assert crew(roster, "SX")["G1"] is F.ENGINE_MINDER


def test_no_deckhand_comes_in_for_the_engine_minder() -> None:
    """The apprentice of § 106(3) is nobody else; the one of Y may be a deckhand (§ 96(2) S. 2)."""
    assert open_place(without(convoys(), "G1"), "SX") in (F.BOATMAN, F.ENGINE_MINDER, F.APPRENTICE)


def test_a_replacement_in_another_step_of_both_or_by_a_deckhand_is_faulted() -> None:
    base = convoys()
    both: Crew = {**MASTERS_X, "M1": F.BOATMAN, "M2": F.BOATMAN}
    wrong = by_shift(base, SX=both, SY={**MASTERS_Y, "G1": F.ENGINE_MINDER, "D1": F.DECKHAND})
    assert faults(base, wrong) == {("SY", MINIMUM + "BinSchPersV § 106 Abs. 1")}
    twice: Crew = {**MASTERS_X, "G1": F.ENGINE_MINDER, "D1": F.DECKHAND}
    wrong = by_shift(base, SX=twice, SY={**MASTERS_Y, "M1": F.BOATMAN, "M2": F.BOATMAN})
    assert faults(base, wrong) == {("SX", MINIMUM + "BinSchPersV § 106 Abs. 1")}
    deckhand: Crew = {**MASTERS_X, "M1": F.BOATMAN, "D1": F.DECKHAND}
    wrong = by_shift(base, SX=deckhand, SY={**MASTERS_Y, "M2": F.BOATMAN, "D2": F.DECKHAND})
    assert faults(base, wrong) == {("SX", MINIMUM + "BinSchPersV § 106 Abs. 1")}


# -- § 113(5): a vehicle ferry that lacks equipment ----------------------------------------------------


def ferries() -> Instance:
    """Two ferries of 100 t (step 2: ferry master and deckhand); X cannot moor from the wheelhouse, so step 3 binds.

    There the deckhand has 180 days of service, which D2 has and D1 and D3 have not.
    """
    facts = {"type": VesselType.VEHICLE_FERRY, "tonnage_t": 100.0, "ferry_sites": ("Zollenspieker",)}
    mooring = {name: {"cable_guided": True, "mooring_from_wheelhouse": name == "Y"} for name in "XY"}
    vessels = [ship(name, passengers=200, features=mooring[name], **facts) for name in "XY"]
    trips = [shift(f"S{name}", name, 0, "08:00", "14:00", mode=None) for name in "XY"]
    masters = holds("F1 F2", K.FERRY_CERTIFICATE, scope=facts["ferry_sites"])
    hands = [*holds("D1 D3", K.DECKHAND, validated_days=179), *holds("D2", K.DECKHAND, validated_days=180)]
    return fleet(vessels, trips, [*masters, *hands])


def test_the_higher_step_asks_for_somebody_else_and_not_for_more_people() -> None:
    """A surcharge as on other vessels would be a hand more; here the one hand has served 180 days."""
    roster = lawful(ferries())
    assert letters(roster, "SX") == letters(roster, "SY") == "DF"
    assert crew(roster, "SX")["D2"] is F.DECKHAND_180


def test_a_ferry_that_lacks_equipment_waits_for_an_experienced_deckhand() -> None:
    assert open_place(without(ferries(), "D2"), "SX") is F.DECKHAND_180


def test_a_ferry_crewed_by_its_own_step_or_with_a_hand_more_is_faulted() -> None:
    base = ferries()
    y: Crew = {"F2": F.FERRY_MASTER, "D2": F.DECKHAND}
    fault = {("SX", MINIMUM + "BinSchPersV § 113 Abs. 1; BinSchPersV § 113 Abs. 5")}
    own_step: Crew = {"F1": F.FERRY_MASTER, "D1": F.DECKHAND}
    assert faults(base, by_shift(base, SX=own_step, SY=y)) == fault
    assert faults(base, by_shift(base, SX={**own_step, "D3": F.DECKHAND}, SY=y)) == fault
