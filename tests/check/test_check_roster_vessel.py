"""Vessel side: operating modes, changing crews, papers, stretches, safety staff, restrictions."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from check_build import (
    AID,
    EXPERT,
    K,
    at,
    causes,
    certificate,
    day_ship,
    ferry,
    person,
    row,
    span,
    unlawful,
    watches,
)

from optimizer.check import check_roster, lawful_crew
from optimizer.check.crew_facts import facts_of
from optimizer.check.safety_check import staff_need, staffed
from optimizer.check.stretches import Stretch, stretches
from optimizer.domain import (
    CertificateCrew,
    ClockSpan,
    DutyKind,
    Function,
    Movement,
    OperatingMode,
    Permit,
    Pin,
    PinStatus,
    RecordedDuty,
    Regime,
    SafetyRole,
    Shift,
    Vessel,
    VesselState,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.findings import Severity
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster
from optimizer.timeline import Interval, at_wall_clock, day_start

F, M = Function, OperatingMode


# --- operating modes --------------------------------------------------------------------------


def two_crews(first_end="14:00", second_end="23:00"):
    """Tuesday in two shifts with two crews, 05:00 to 23:00: 18 hours in mode A."""
    fleet = day_ship()
    early, late = span(1, "05:00", first_end), span(1, first_end, second_end)
    second = replace(fleet.dataset.shifts["A1"], shift_id="A1b", interval=late)
    fleet = fleet.set_shift("A1", interval=early)
    fleet = fleet.set(shifts={**fleet.dataset.shifts, "A1b": second})
    breaks = {"sf1": span(1, "09:00", "09:30"), "bm1": span(1, "10:00", "10:30")}
    fleet = fleet.edit(lambda r: replace(r, duty=(early,), breaks=(breaks[r.crew_id],)), shift="A1")
    return fleet.with_rows(
        row("A1b", "sf2", F.BOATMASTER, late, span(1, "18:00", "18:30"), safety_roles=(EXPERT,)),
        row("A1b", "bm2", F.ABLE_BOATMAN, late, span(1, "19:00", "19:30"), safety_roles=(AID,)),
    )


def test_a_changing_crew_may_sail_the_vessel_longer_than_its_mode():
    assert causes(two_crews().check()) == []


@pytest.mark.parametrize("kind", [DutyKind.DUTY, DutyKind.ON_BOARD_FREE])
def test_nobody_of_a_changing_crew_serves_elsewhere_within_24_hours(kind):
    other = RecordedDuty(crew_id="bm2", interval=span(2, "20:00", "22:00"), kind=kind, vessel_id="Z")
    report = two_crews().add("duties", other).check()
    assert causes(report) == ["mode.crew_change"]
    assert report.findings[0].crew_id == "bm2"
    same_vessel = two_crews().add("duties", replace(other, vessel_id="A"))
    assert "mode.crew_change" not in causes(same_vessel.check())
    later = replace(other, interval=Interval(at(2, "23:00"), at(2, "23:30")))
    assert causes(two_crews().add("duties", later).check()) == []


def test_the_reading_counts_24_hours_from_boarding():
    other = RecordedDuty(crew_id="bm2", interval=span(2, "20:00", "22:00"), kind=DutyKind.DUTY, vessel_id="Z")
    fleet = two_crews().add("duties", other)
    assert causes(fleet.reading(crew_change_window="boarding").check()) == []
    early = replace(other, interval=span(2, "08:00", "09:00"))
    boarded = two_crews().add("duties", early).reading(crew_change_window="boarding")
    assert "mode.crew_change" in causes(boarded.check())


@pytest.mark.parametrize(("day", "counts"), [(0, True), (-2, False)])
def test_time_on_board_counts_within_a_day_of_the_own_shift(day, counts):
    """17 hours on board are too many for a crew that changes, but not those of days before."""
    aboard = RecordedDuty(
        crew_id="sf1", interval=span(day, "05:30", "22:30"), kind=DutyKind.ON_BOARD_FREE, vessel_id="A"
    )
    assert ("mode.sailing_hours" in causes(two_crews().add("duties", aboard).check())) is counts


def test_without_a_longer_vessel_other_vessels_are_free():
    fleet = two_crews(second_end="21:00")
    other = RecordedDuty(crew_id="bm2", interval=span(2, "20:00", "22:00"), kind=DutyKind.DUTY, vessel_id="Z")
    assert causes(fleet.add("duties", other).check()) == []


@pytest.mark.parametrize(("end", "lawful"), [("21:00", True), ("21:01", False)])
def test_16_hours_is_the_last_minute_of_mode_a(end, lawful):
    """One crew on board all day: the late pair stays, so nothing rests on a change."""
    whole = span(1, "05:00", end)
    plan = WatchPlan(
        watch_plan="zwei",
        watches=(
            Watch(name="Früh", spans=(ClockSpan(start=time(5), end=time(14)),)),
            Watch(name="Spät", spans=(ClockSpan(start=time(14), end=time(23)),)),
        ),
    )
    fleet = two_crews(second_end=end)
    rows = [r for r in fleet.rows if r.shift_id not in ("A1", "A1b")]
    mine = [r for r in fleet.rows if r.shift_id in ("A1", "A1b")]
    names = {"A1": "Früh", "A1b": "Spät"}
    rows += [replace(r, shift_id="A1", watch=names[r.shift_id]) for r in mine]
    shifts = {k: s for k, s in fleet.dataset.shifts.items() if k != "A1b"}
    shifts["A1"] = replace(shifts["A1"], interval=whole, watch_plan="zwei")
    fleet = replace(fleet.set(shifts=shifts, watch_plans={"zwei": plan}), rows=tuple(rows))
    assert causes(fleet.check()) == ([] if lawful else ["mode.sailing_hours"])


def test_sailing_time_before_the_window_counts():
    begun = Shift(
        shift_id="A-1",
        vessel_id="A",
        interval=Interval(at(-1, "12:00"), at(0, "00:30")),
        mode=M.A,
    )
    fleet = day_ship()
    fleet = fleet.set(shifts={**fleet.dataset.shifts, "A-1": begun})
    other = RecordedDuty(crew_id="sf1", interval=span(0, "20:00", "21:00"), kind=DutyKind.DUTY, vessel_id="Z")
    assert "mode.crew_change" in causes(fleet.add("duties", other).check())


def test_a_passenger_boat_in_zone_3_sails_in_mode_a():
    fleet = boat()
    assert fleet.check().exit_code == 0
    assert causes(fleet.set_shift("A0", mode=M.B).check()) == ["mode.passenger_boat"]
    assert causes(fleet.set_shift("A0", waterway="Rhein").check()) == ["mode.passenger_boat"]
    # without a stated zone the strict mode is kept
    assert causes(fleet.set_shift("A0", mode=M.B, zone=None).check()) == ["mode.passenger_boat"]
    assert fleet.set_shift("A0", zone=None).check().exit_code == 0
    assert causes(fleet.set_shift("A0", waterway="Lahn | Rhein").check()) == ["mode.passenger_boat"]


@pytest.mark.parametrize("where", [{"waterway": "Rhein"}, {"waterway": "Main|Rhine"}, {"regime": Regime.RHEINSCHPERSV}])
def test_the_tables_do_not_judge_a_day_ship_on_the_rhine(where):
    """Mode A is none of the Rhine's; in A1 its own table asks for a boatmaster and a boatman."""
    fleet = day_ship().set_shift("A1", **where)
    assert "rhine.no_table" in causes(fleet.check())


@pytest.mark.parametrize("where", [{"waterway": "Rhein"}, {"regime": Regime.RHEINSCHPERSV}])
def test_ferries_on_the_rhine_keep_their_tables(where):
    assert ferry().set_shift("F1early", **where).check().exit_code == 0


@pytest.mark.parametrize(
    ("waterway", "due"),
    [("", True), ("Weser", True), ("Oberelbe|Unterelbe", True), ("Oberelbe", False), ("Spree", False)],
)
def test_where_a_trip_may_be_on_the_lower_elbe_a_second_patent_is_due(waterway, due):
    """§ 108(5): what is not stated counts as there."""
    fleet = day_ship().set_vessel("A", passengers_max=600)
    for day in range(7):
        fleet = fleet.set_shift(f"A{day}", waterway=waterway)
    codes = {finding.code for finding in unlawful(fleet.check())}
    assert ("manning.day_excursion.second_patent" in codes) is due


def boat(**features):
    """A passenger boat on Monday only, with boatmaster and deckhand."""
    fleet = day_ship()
    vessel = Vessel(
        vessel_id="A",
        name="Lütte",
        type=VesselType.PASSENGER_BOAT,
        passengers_max=12,
        features=features,
    )
    fleet = fleet.set(vessels={"A": vessel}, shifts={"A0": replace(fleet.dataset.shifts["A0"], zone=3)})
    rows = tuple(
        replace(r, function=F.DECKHAND if r.crew_id == "bm1" else r.function, safety_roles=())
        for r in fleet.rows
        if r.shift_id == "A0"
    )
    return replace(fleet, rows=rows)


def test_the_deckhand_of_a_boat_goes_with_a_permit_only():
    fitted = {
        "helm_separated": True,
        "mooring_from_wheelhouse": True,
        "berth_steady": True,
        "anchor_remote": True,
        "bilge_remote_or_auto": True,
        "sailing_rig": False,
    }
    alone = boat(**fitted).delete("A0", "bm1").set_shift("A0", daylight=True, good_visibility=True)
    rest = Movement(vessel_id="A", interval=span(0, "12:00", "13:00"), state=VesselState.MOORED)
    alone = alone.add("movements", rest)
    assert causes(alone.check()) == ["manning.open_place"]
    permit = Permit(vessel_id="A", paragraph="§ 111 Abs. 2", valid_until=date(2026, 5, 4))
    assert alone.add("permits", permit).check().exit_code == 0
    expired = replace(permit, valid_until=date(2026, 5, 3))
    assert causes(alone.add("permits", expired).check()) == ["manning.open_place"]
    dark = alone.add("permits", permit).set_shift("A0", daylight=None)
    assert causes(dark.check()) == ["manning.open_place"]


# --- papers -----------------------------------------------------------------------------------


def entered(*crews, **more):
    return CertificateCrew(vessel_id="A", mode=M.A, alternatives=crews, **more)


def test_the_entered_crew_binds():
    more = {F.BOATMASTER: 1, F.ABLE_BOATMAN: 1, F.DECKHAND: 1}
    report = day_ship().add("certificate_crews", entered(more)).check()
    assert set(causes(report)) == {"manning.open_place"}
    assert "§ 96" in report.findings[0].citation
    either = entered(more, {F.BOATMASTER: 1, F.ABLE_BOATMAN: 1})
    assert day_ship().add("certificate_crews", either).check().findings == ()


def test_a_lower_entry_is_a_warning_once():
    lower = entered({F.BOATMASTER: 1, F.BOATMAN: 1})
    report = day_ship().add("certificate_crews", lower).check()
    assert report.exit_code == 0
    assert [(f.code, f.severity) for f in report.findings] == [("manning.certificate_crew", Severity.WARNING)]


def test_an_expired_entry_does_not_bind():
    more = entered({F.BOATMASTER: 3}, valid_until=date(2026, 5, 1))
    report = day_ship().add("certificate_crews", more).check()
    assert report.exit_code == 0
    assert [f.code for f in report.findings] == ["manning.certificate_crew"]


def test_the_entry_for_the_mode_and_passengers_counts():
    other_mode = CertificateCrew(vessel_id="A", mode=M.B, alternatives=({F.BOATMASTER: 3},))
    empty = entered({F.BOATMASTER: 3}, with_passengers=False)
    assert day_ship().add("certificate_crews", other_mode, empty).check().exit_code == 0
    assert day_ship().set_shift("A1", mode=M.B).add("certificate_crews", other_mode).check().exit_code


def test_no_table_and_no_entry():
    fleet = day_ship().set_vessel("A", type=VesselType.OTHER)
    report = fleet.check()
    assert set(causes(report)) == {"manning.no_table"}
    crew = entered({F.BOATMASTER: 1, F.ABLE_BOATMAN: 1})
    assert fleet.add("certificate_crews", crew).check().exit_code == 0


# --- stretches --------------------------------------------------------------------------------


def movement(start, end, state=VesselState.SAILING, **more):
    return Movement(vessel_id="A", interval=span(0, start, end), state=state, **more)


def test_stretches_cover_the_shift():
    moves = [
        movement("07:00", "09:00", VesselState.MOORED),
        movement("12:00", "13:00", VesselState.LOADING, with_passengers=False),
    ]
    fleet = day_ship().add("movements", *moves)
    parts = stretches(fleet.instance, fleet.dataset.shifts["A0"])
    assert sum(part.interval.minutes for part in parts) == 600
    assert [(part.state.value, part.with_passengers) for part in parts] == [
        ("moored", True),
        ("sailing", True),
        ("loading", False),
        ("sailing", True),
    ]


def test_both_crews_of_a_shift_are_asked_for():
    """Without passengers § 105 counts by displacement: 700 t ask for a boatman beside."""
    fleet = day_ship().set_vessel("A", displacement_t=900)
    assert fleet.check().exit_code == 0
    empty = fleet.add("movements", movement("16:00", "18:00", with_passengers=False))
    report = empty.check()
    assert causes(report) == ["manning.open_place"]
    assert "§ 105" in report.findings[0].citation
    moored = movement("16:00", "18:00", VesselState.MOORED, with_passengers=False)
    assert fleet.add("movements", moored).check().exit_code == 0


def test_a_moored_vessel_needs_no_crew_but_safety_staff():
    lies = movement("08:00", "18:00", VesselState.MOORED)
    alone = day_ship().add("movements", lies).delete("A0", "sf1")
    assert causes(alone.check()) == ["safety.day_excursion"]
    both_roles = alone.set_row("A0", "bm1", safety_roles=(EXPERT, AID)).add(
        "certificates", certificate("bm1", K.PASSENGER_EXPERT)
    )
    assert both_roles.check().exit_code == 0
    empty = replace(lies, with_passengers=False)
    assert day_ship().add("movements", empty).delete("A0", "sf1").check().exit_code == 0


def test_breaks_of_the_boatmaster_lie_in_stops_by_the_other_reading():
    fleet = day_ship().reading(boatmaster_break="stop_or_relief")
    assert set(causes(fleet.check())) == {"duty.master_on_duty"}
    stops = [Movement(vessel_id="A", interval=span(d, "12:00", "12:45"), state=VesselState.MOORED) for d in range(7)]
    assert fleet.add("movements", *stops).check().exit_code == 0


# --- safety staff -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("roles", "one_person", "people", "enough"),
    [
        ((1, 1), False, [{EXPERT, AID}], False),
        ((1, 1), True, [{EXPERT, AID}], True),
        ((1, 1), False, [{EXPERT, AID}, {AID}], True),
        ((1, 1), False, [{EXPERT, AID}, {EXPERT}], True),
        ((1, 2), True, [{EXPERT, AID}, {AID}], True),
        ((1, 2), False, [{EXPERT, AID}, {AID}], False),
        ((1, 2), True, [{EXPERT, AID}], False),
    ],
)
def test_distinct_people_for_the_roles(roles, one_person, people, enough):
    fleet = day_ship()
    facts = facts_of(fleet.instance, fleet.dataset.shifts["A0"])
    part = Stretch(span(0, "08:00", "09:00"), VesselState.SAILING, True)
    need = replace(
        staff_need(facts, part),
        roles={EXPERT: roles[0], AID: roles[1]},
        one_person=one_person,
    )
    assert staffed(need, [frozenset(held) for held in people], (EXPERT, AID)) == enough


@pytest.mark.parametrize(
    ("vessel", "shift", "aiders", "one_person"),
    [
        ({}, {"persons_aboard": 250}, 1, False),
        ({}, {"persons_aboard": 251}, 2, False),
        ({"passengers_max": 250}, {"persons_aboard": None}, 1, False),
        ({"passengers_max": 250, "persons_max": 260}, {"persons_aboard": None}, 2, False),
        ({"passengers_max": 75}, {}, 1, True),
        ({"passengers_max": 70, "persons_max": 76}, {}, 1, False),
    ],
)
def test_what_safety_staff_is_needed(vessel, shift, aiders, one_person):
    fleet = day_ship().set_vessel("A", **vessel).set_shift("A0", **shift)
    facts = facts_of(fleet.instance, fleet.dataset.shifts["A0"])
    need = staff_need(facts, stretches(fleet.instance, fleet.dataset.shifts["A0"])[0])
    assert need.roles == {EXPERT: 1, SafetyRole.FIRST_AIDER: aiders}
    assert need.one_person is one_person


def test_ferries_need_no_safety_staff():
    fleet = ferry()
    facts = facts_of(fleet.instance, fleet.dataset.shifts["F0early"])
    assert staff_need(facts, stretches(fleet.instance, fleet.dataset.shifts["F0early"])[0]) is None


def test_cabin_staff_may_be_the_safety_staff_but_not_the_crew():
    fleet = day_ship()
    steward = person("st", "Stine Steward", crew_since=None)
    fleet = fleet.set(crew={**fleet.dataset.crew, "st": steward})
    fleet = fleet.add("certificates", certificate("st", K.FIRST_AIDER, unlimited=True))
    duty, pause = span(0, "08:00", "18:00"), span(0, "14:00", "14:45")
    fleet = fleet.set_row("A0", "bm1", safety_roles=()).with_rows(
        row("A0", "st", F.CABIN_STAFF, duty, pause, safety_roles=(AID,))
    )
    assert fleet.check().exit_code == 0
    assert causes(fleet.delete("A0", "bm1").check()) == ["manning.open_place"]
    gone = fleet.set_person("st", exit_on=date(2026, 5, 1))
    assert causes(gone.check()) == ["person.not_employed"]
    assert "safety.day_excursion" in [f.code for f in gone.check().findings]


# --- § 108(5) and restrictions ------------------------------------------------------------------


def on_the_elbe():
    """A ship for 600 below the port of Hamburg on Monday: boatmaster, helmsman, boatman."""
    fleet = day_ship().set_vessel("A", passengers_max=600)
    shift = replace(fleet.dataset.shifts["A0"], zone=2, waterway="Unterelbe")
    fleet = fleet.set(shifts={"A0": shift})
    rows = [r for r in fleet.rows if r.shift_id == "A0"]
    rows[1] = replace(rows[1], function=F.HELMSMAN)
    duty = span(0, "08:00", "18:00")
    rows.append(row("A0", "ma1", F.BOATMAN, duty, span(0, "14:00", "14:45")))
    return replace(fleet, rows=tuple(rows)).add(
        "certificates",
        certificate("sf1", K.MARITIME),
        certificate("bm1", K.HELMSMAN),
    )


def test_a_second_patent_on_the_lower_elbe():
    assert causes(on_the_elbe().check()) == ["manning.day_excursion.second_patent"]
    patent = on_the_elbe().add("certificates", certificate("ma1", K.UNION_PATENT))
    assert causes(patent.check()) == ["manning.day_excursion.second_patent"]
    assert patent.reading(stretch_certificate="patent_only").check().exit_code == 0
    full = patent.add("certificates", certificate("ma1", K.MARITIME))
    assert full.check().exit_code == 0
    assert causes(on_the_elbe().set_vessel("A", passengers_max=500).check()) == []


def test_the_absent_holder_of_the_second_patent():
    fleet = on_the_elbe().add("certificates", certificate("ma1", K.UNION_PATENT), certificate("ma1", K.MARITIME))
    report = fleet.set_person("ma1", exit_on=date(2026, 5, 1)).check()
    assert causes(report) == ["person.not_employed"]
    assert "manning.day_excursion.second_patent" in [f.code for f in report.findings]


def test_not_alone_in_the_wheelhouse():
    fleet = ferry().set_certificates("ff1", K.FERRY_CERTIFICATE, restrictions=("no_solo_wheelhouse",))
    assert fleet.check().exit_code == 0
    short = fleet.set_vessel("F", crossing_minutes=5).delete("F0early", "dm1")
    stop = Movement(vessel_id="F", interval=span(0, "10:00", "10:30"), state=VesselState.MOORED)
    assert causes(short.add("movements", stop).check()) == ["certificate.restriction"]


def test_daylight_only():
    fleet = day_ship().set_certificates("sf1", K.UNION_PATENT, restrictions=("daylight_only",))
    assert set(causes(fleet.check())) == {"certificate.restriction"}
    for day in range(4):
        fleet = fleet.set_shift(f"A{day}", daylight=True)
    assert fleet.check().exit_code == 0


def test_a_watch_gets_what_it_needs():
    assert watches().check().exit_code == 0
    fleet = watches().set_row("W1", "dm1", watch="Jugend", duty=(span(1, "08:00", "16:00"),))
    fleet = fleet.set_row("W1", "dm1", breaks=(span(1, "13:00", "13:45"),))
    assert causes(fleet.check()) == ["duty.watch_needs"]


SUNDAY = date(2027, 3, 28)
DAY = timedelta(days=1)


@pytest.mark.parametrize(("begin", "code"), [(8, None), (7, "rest.total_employee")])
def test_the_spring_clock_change_costs_an_hour_of_rest(begin, code):
    """From 21:00 to 07:00 the night of the change holds nine hours, whatever the clock says."""
    window = Interval(day_start(SUNDAY - DAY), day_start(SUNDAY + 2 * DAY))
    late = Interval(at_wall_clock(SUNDAY - DAY, time(14)), at_wall_clock(SUNDAY - DAY, time(21)))
    early = Interval(at_wall_clock(SUNDAY, time(begin)), at_wall_clock(SUNDAY, time(16)))
    shifts = {name: Shift(shift_id=name, vessel_id="F", interval=duty) for name, duty in (("N", late), ("M", early))}
    half = timedelta(minutes=30)
    rows = [
        row(name, who, function, duty, Interval(duty.start + k * half, duty.start + (k + 1) * half))
        for name, duty in (("N", late), ("M", early))
        for k, who, function in ((6, "ff1", F.FERRY_MASTER), (8, "dm1", F.DECKHAND))
    ]
    fleet = ferry().set(shifts=shifts)
    for who in ("ff1", "dm1"):
        fleet = fleet.set_person(who, history_known_until=window.start)
    instance = Instance(fleet.dataset, window, load_rulebook())
    report = check_roster(instance, Roster(window=window, rows=tuple(rows)))
    assert sorted(set(causes(report))) == ([code] if code else [])


def test_a_break_over_two_shifts_is_one_break():
    """Early and late shift by the same pair: half an hour around the change of shifts."""
    fleet = ferry()
    fleet = fleet.set(shifts={k: fleet.dataset.shifts[k] for k in ("F0early", "F0late")})
    early, late = span(0, "06:00", "14:00"), span(0, "14:00", "17:30")
    around = (span(0, "13:50", "14:00"), span(0, "14:00", "14:20"))
    pause = span(0, "11:00", "11:45")
    rows = (
        row("F0early", "ff1", F.FERRY_MASTER, early, span(0, "09:00", "09:15"), around[0]),
        row("F0late", "ff1", F.FERRY_MASTER, late, around[1]),
        row("F0early", "dm1", F.DECKHAND, early, pause),
        row("F0late", "dm1", F.DECKHAND, late),
    )
    fleet = replace(fleet.set_shift("F0late", interval=late), rows=rows)
    assert causes(fleet.check()) == []
    apart = fleet.set_row("F0late", "ff1", breaks=(span(0, "14:05", "14:25"),))
    assert causes(apart.check()) == ["work.breaks"]


@pytest.mark.parametrize(
    ("early", "late", "one_break"),
    [
        (("13:50", "14:00"), ("13:55", "14:20"), True),
        (("13:55", "14:00"), ("13:55", "14:25"), True),
        # works in the early shift while the late one pauses, or pauses only later
        (("13:56", "14:00"), ("13:55", "14:20"), False),
        (("13:50", "14:00"), ("13:56", "14:20"), False),
        (("13:50", "13:59"), ("13:55", "14:20"), False),
    ],
)
def test_a_break_over_two_shifts_that_overlap_is_one_break(early, late, one_break):
    """Five minutes of preparing the late shift lie in the early one; the break goes on through both."""
    fleet = ferry()
    fleet = fleet.set(shifts={k: fleet.dataset.shifts[k] for k in ("F0early", "F0late")})
    fleet = fleet.set_shift("F0late", interval=span(0, "14:00", "17:30"), prepare_min=5)
    whole, pause = span(0, "13:55", "17:30"), span(0, "11:00", "11:45")
    rows = (
        row("F0early", "ff1", F.FERRY_MASTER, span(0, "06:00", "14:00"), span(0, "09:00", "09:15"), span(0, *early)),
        row("F0late", "ff1", F.FERRY_MASTER, whole, span(0, *late)),
        row("F0early", "dm1", F.DECKHAND, span(0, "06:00", "14:00"), pause),
        row("F0late", "dm1", F.DECKHAND, whole),
    )
    assert ("work.breaks" not in causes(replace(fleet, rows=rows).check())) is one_break


def test_a_moored_ship_needs_the_first_step_of_safety_staff():
    fleet = day_ship().set_shift("A0", persons_aboard=600).set_vessel("A", passengers_max=700)
    facts = facts_of(fleet.instance, fleet.dataset.shifts["A0"])
    roles = {
        state: staff_need(facts, Stretch(span(0, "08:00", "09:00"), state, True)).roles
        for state in (VesselState.SAILING, VesselState.MOORED)
    }
    assert roles[VesselState.SAILING][AID] == 2
    assert roles[VesselState.MOORED][AID] == 1


@pytest.mark.parametrize(
    ("vessel", "crew", "lawful"),
    [
        ({"unmet": None, "standard": None}, {F.BOATMASTER: 1, F.BOATMAN: 1}, False),
        ({"unmet": frozenset(), "standard": None}, {F.BOATMASTER: 1, F.BOATMAN: 1}, True),
        ({"unmet": frozenset("1"), "standard": None}, {F.BOATMASTER: 1, F.BOATMAN: 1}, False),
        ({"unmet": None, "standard": "S2"}, {F.BOATMASTER: 1, F.BOATMAN: 1}, True),
    ],
)
def test_equipment_nobody_states_counts_as_missing(vessel, crew, lawful):
    fleet = day_ship().set_vessel("A", passengers_max=75, **vessel)
    assert lawful_crew(fleet.instance, fleet.dataset.shifts["A0"], crew) is lawful


def test_aids_nobody_states_count_as_missing():
    cargo = {"type": VesselType.MOTOR_CARGO, "tonnage_t": 900, "power_kw": 500}
    crew = {F.BOATMASTER: 1, F.BOATMAN: 1, F.APPRENTICE: 1}
    for stated, lawful in ((None, False), (False, False), (True, True)):
        features = {} if stated is None else {"mechanical_aids": stated}
        fleet = day_ship().set_vessel("A", features=features, **cargo)
        assert lawful_crew(fleet.instance, fleet.dataset.shifts["A0"], crew) is lawful


@pytest.mark.parametrize(("engines", "lawful"), [(True, False), (None, False), (False, True)])
def test_a_ferry_whose_engines_nobody_counts_has_one(engines, lawful):
    features = {"cable_guided": True, "radio": True, "mooring_from_wheelhouse": True}
    if engines is not None:
        features["single_main_engine"] = engines
    fleet = ferry().set_vessel("F", type=VesselType.PASSENGER_FERRY, crossing_minutes=10, features=features)
    crew = {F.FERRY_MASTER: 1}
    assert lawful_crew(fleet.instance, fleet.dataset.shifts["F0early"], crew) is lawful


def test_service_time_and_age_of_an_apprentice_are_asked_of_the_person():
    """A motor vessel of 400 t in mode A: boatmaster and an apprentice with two years of service."""
    cargo = {"type": VesselType.MOTOR_CARGO, "tonnage_t": 400, "power_kw": 500}
    fleet = day_ship().set_vessel("A", features={"mechanical_aids": True}, **cargo)
    fleet = fleet.set(shifts={"A0": fleet.dataset.shifts["A0"]})
    rows = tuple(
        replace(r, function=F.APPRENTICE if r.crew_id == "bm1" else r.function, safety_roles=())
        for r in fleet.rows
        if r.shift_id == "A0"
    )
    fleet = replace(fleet, rows=rows)
    training = certificate("bm1", K.APPRENTICE, training_end=date(2027, 7, 31))
    assert causes(fleet.check()) == ["manning.open_place"]
    learner = fleet.add("certificates", training)
    assert causes(learner.check()) == ["manning.open_place"]
    assert "720 Tagen" in learner.check().findings[0].text.de
    assert causes(learner.set_person("bm1", service_days=719).check()) == ["manning.open_place"]
    assert causes(learner.set_person("bm1", service_days=720).check()) == []


def test_only_entry_level_people_take_the_places_of_the_exchange():
    """Helmsman and boatman, the boatman exchanged for two of the entry level."""
    fleet = day_ship().set_vessel("A", passengers_max=450)
    fleet = fleet.set(shifts={"A0": fleet.dataset.shifts["A0"]})
    first, second = (r for r in fleet.rows if r.shift_id == "A0")
    duty = span(0, "08:00", "18:00")
    pauses = (span(0, "14:00", "14:45"), span(0, "12:30", "13:15"))
    rows = (
        first,
        replace(second, function=F.HELMSMAN),
        row("A0", "bm2", F.DECKHAND, duty, pauses[0]),
        row("A0", "ma1", F.APPRENTICE, duty, pauses[1]),
    )
    fleet = replace(fleet, rows=rows).add("certificates", certificate("bm1", K.HELMSMAN))
    assert causes(fleet.check()) == ["manning.open_place"]
    deckhand = fleet.add("certificates", certificate("bm2", K.DECKHAND))
    assert causes(deckhand.check()) == ["manning.open_place"]
    training = certificate("ma1", K.APPRENTICE, training_end=date(2027, 7, 31))
    assert causes(deckhand.add("certificates", training).check()) == []
    assert set(causes(deckhand.add("certificates", training).set_shift("A0", mode=M.B).check()))


def test_a_voyage_under_way_on_another_vessel_counts_for_a_changing_crew():
    fleet = two_crews()
    ferry_boat = ferry().dataset.vessels["F"]
    begun = Shift(shift_id="F-1", vessel_id="F", interval=Interval(at(-1, "22:00"), at(0, "06:00")))
    fleet = fleet.set(
        vessels={**fleet.dataset.vessels, "F": ferry_boat},
        shifts={**fleet.dataset.shifts, "F-1": begun},
    )
    assert "mode.crew_change" not in causes(fleet.check())
    pin = Pin(shift_id="F-1", crew_id="sf1", status=PinStatus.RUNNING)
    assert "mode.crew_change" in causes(fleet.add("pins", pin).check())
