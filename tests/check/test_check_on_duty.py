"""Who is on duty at every instant: cabin vessels (§ 109(6)), night patrol (§ 100(3)), bunkering gas (§ 114)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time

import pytest
from check_build import AID, EXPERT, Fleet, K, at, causes, certificate, day_ship, merged, person, row, span, unlawful

from optimizer.domain import (
    ClockSpan,
    Dataset,
    Function,
    Movement,
    OperatingMode,
    Shift,
    Vessel,
    VesselState,
    VesselType,
    Watch,
    WatchPlan,
)
from optimizer.findings import Finding, Severity
from optimizer.timeline import Interval

F, S = Function, VesselState
DECK, PATROL, LNG = "manning.cabin.on_duty", "duty.night_patrol", "certificate.lng_bunkering"


def watch(name: str, start: str, end: str, needs: dict[Function, int] | None = None) -> Watch:
    spans = (ClockSpan(start=time.fromisoformat(start), end=time.fromisoformat(end)),)
    return Watch(name=name, spans=spans, needs=() if needs is None else (needs,))


def plan(*watches: Watch) -> dict[str, WatchPlan]:
    return {"Plan": WatchPlan(watch_plan="Plan", watches=watches)}


def people(**kinds: K) -> dict[str, object]:
    return {
        "crew": merged([person(who, who.upper()) for who in kinds], "crew_id"),
        "certificates": tuple(certificate(who, kind) for who, kind in kinds.items()),
    }


def codes(fleet: Fleet) -> set[str]:
    return {finding.code for finding in unlawful(fleet.check())}


def the(code: str, fleet: Fleet) -> Finding:
    return next(finding for finding in fleet.check().findings if finding.code == code)


# --- § 109(6) -----------------------------------------------------------------------------------

EARLY, LATE = span(0, "06:00", "14:00"), span(0, "14:00", "22:00")


def cabin() -> Fleet:
    """A cabin vessel with 50 beds on Monday 06:00-22:00 in mode B, in two watches of three deck crew.

    The table asks for two boatmasters, an apprentice and an engineer; two deckhands more than that
    keep a boatmaster and two others on duty.
    """
    vessel = Vessel(
        vessel_id="C",
        name="MS Elbflorenz",
        type=VesselType.CABIN,
        beds=50,
        length_m=45,
        escape_hoods=50,
        displacement_t=300,
        power_kw=500,
        standard="S2",
    )
    shift = Shift(
        shift_id="C0",
        vessel_id="C",
        interval=span(0, "06:00", "22:00"),
        mode=OperatingMode.B,
        with_passengers=True,
        watch_plan="Plan",
    )
    sailors = people(
        sf1=K.UNION_PATENT, sf2=K.UNION_PATENT, ma=K.BOATMAN, mi=K.RHINE_ENGINEER,
        dm1=K.DECKHAND, dm2=K.DECKHAND, dm3=K.DECKHAND,
    )  # fmt: skip
    dataset = Dataset(
        vessels={"C": vessel},
        shifts={"C0": shift},
        watch_plans=plan(watch("Früh", "06:00", "14:00"), watch("Spät", "14:00", "22:00")),
        **sailors,
    )
    fleet = Fleet(dataset, ()).add(
        "certificates",
        certificate("sf1", K.PASSENGER_EXPERT),
        certificate("ma", K.FIRST_AIDER, valid_until=date(2027, 1, 1)),
    )
    return fleet.with_rows(
        on_watch("sf1", F.BOATMASTER, EARLY, 1, safety_roles=(EXPERT,)),
        on_watch("ma", F.BOATMAN, EARLY, 2, safety_roles=(AID,)),
        on_watch("dm1", F.DECKHAND, EARLY, 3),
        on_watch("sf2", F.BOATMASTER, LATE, 1),
        on_watch("dm2", F.DECKHAND, LATE, 2),
        on_watch("dm3", F.DECKHAND, LATE, 3),
        on_watch("mi", F.ENGINEER, LATE, 3),
    )


def on_watch(who: str, function: Function, duty: Interval, hour: int, **more):
    name, first = ("Früh", 8) if duty == EARLY else ("Spät", 16)
    pause = span(0, f"{first + hour:02d}:00", f"{first + hour:02d}:30")
    return row("C0", who, function, duty, pause, watch=name, **more)


def test_three_of_the_deck_crew_in_every_watch_are_lawful():
    assert codes(cabin()) == set()


def test_the_crew_of_the_table_and_one_more_cannot_man_both_watches():
    fleet = cabin().delete("C0", "dm1").delete("C0", "dm3")
    assert causes(fleet.check()) == [DECK]
    finding = the(DECK, fleet)
    assert (finding.found, finding.allowed) == ("1 × Schiffsführer, 1 × Matrose", "1 × Schiffsführer und 2 weitere")
    assert finding.citation == "BinSchPersV § 109 Abs. 6"
    assert "04.05. 06:00–22:00" in finding.text.de
    assert finding.answers


@pytest.mark.parametrize("who", ["dm1", "dm2", "dm3"])
def test_two_of_the_deck_crew_on_duty_are_too_few(who):
    fleet = cabin().delete("C0", who)
    assert causes(fleet.check()) == [DECK]
    assert the(DECK, fleet).interval == (EARLY if who == "dm1" else LATE)


def test_people_of_the_other_watch_are_not_on_duty():
    fleet = cabin().set_row("C0", "dm2", watch="Früh", duty=(EARLY,), breaks=(span(0, "12:00", "12:30"),))
    assert causes(fleet.check()) == [DECK]


def test_neither_engineer_nor_cabin_staff_count_as_deck_crew():
    for function in (F.ENGINEER, F.CABIN_STAFF, F.NIGHT_PATROL, F.ADDITIONAL):
        fleet = cabin().set_row("C0", "dm2", function=function)
        if function is F.ENGINEER:
            fleet = fleet.add("certificates", certificate("dm2", K.RHINE_ENGINEER))
        assert causes(fleet.check()) == [DECK], function


def test_a_second_boatmaster_counts_as_one_of_the_others():
    fleet = cabin().add("certificates", certificate("dm3", K.UNION_PATENT))
    assert codes(fleet.set_row("C0", "dm3", function=F.BOATMASTER)) == set()


def test_without_a_boatmaster_on_duty_the_master_is_what_is_missing():
    fleet = cabin().add("certificates", certificate("dm2", K.UNION_PATENT))
    swapped = fleet.set_row("C0", "sf2", watch="Früh", duty=(EARLY,), breaks=(span(0, "12:00", "12:30"),))
    swapped = swapped.set(crew={**swapped.dataset.crew, "dm4": person("dm4", "DM4")})
    swapped = swapped.add("certificates", certificate("dm4", K.DECKHAND))
    swapped = swapped.with_rows(on_watch("dm4", F.DECKHAND, LATE, 1))
    assert causes(swapped.check()) == ["duty.master_on_duty"]
    assert the(DECK, swapped).consequence_of == "duty.master_on_duty"


def test_only_sailing_with_passengers_asks_for_them():
    fleet = cabin().delete("C0", "dm2")
    moored = Movement(vessel_id="C", interval=LATE, state=S.MOORED)
    empty = Movement(vessel_id="C", interval=LATE, state=S.SAILING, with_passengers=False)
    assert DECK not in codes(fleet.add("movements", moored))
    assert DECK not in codes(fleet.add("movements", empty))
    assert DECK not in codes(fleet.set_shift("C0", with_passengers=False))
    part = Movement(vessel_id="C", interval=span(0, "14:00", "21:59"), state=S.MOORED)
    assert the(DECK, fleet.add("movements", part)).interval == span(0, "21:59", "22:00")


def test_a_duty_cut_short_or_a_barred_person_is_the_cause():
    short = cabin().set_row("C0", "dm2", duty=(span(0, "15:00", "22:00"),))
    assert the(DECK, short).consequence_of == "duty.shorter_than_watch"
    barred = cabin().set(certificates=tuple(c for c in cabin().dataset.certificates if c.crew_id != "dm2"))
    assert causes(barred.check()) == ["certificate.needed"]
    assert the(DECK, barred).consequence_of == "certificate.needed"


def unknown_to(fleet: Fleet, *who: str) -> Fleet:
    """The same without the papers of these people."""
    return fleet.set(certificates=tuple(c for c in fleet.dataset.certificates if c.crew_id not in who))


def test_a_bar_is_the_cause_only_where_the_person_counting_would_be_enough():
    both = unknown_to(cabin(), "dm1", "dm2")
    finding = the(DECK, both)
    assert (finding.consequence_of, finding.cause_crew_id in ("dm1", "dm2")) == ("certificate.needed", True)
    assert finding.jointly is not None
    elsewhere = unknown_to(cabin().delete("C0", "dm1"), "dm2")
    assert the(DECK, elsewhere).consequence_of == ""
    engineer = unknown_to(cabin().delete("C0", "dm2"), "mi")
    assert the(DECK, engineer).consequence_of == ""


def test_a_missing_boatmaster_is_told_once():
    fleet = cabin().delete("C0", "sf2")
    assert "manning.open_place" in causes(fleet.check())
    assert the(DECK, fleet).consequence_of == "manning.open_place"


def test_other_vessels_are_not_asked():
    assert DECK not in codes(day_ship())


# --- § 100(3) -----------------------------------------------------------------------------------


def evening(deck_until: str = "02:00", master_until: str = "02:00") -> Fleet:
    """MS Alster out on Monday from 20:00 to 02:00, boatmaster and able boatman in watches of their own."""
    fleet = day_ship()
    duty = span(0, "20:00", "02:00")
    shift = replace(fleet.dataset.shifts["A0"], interval=duty, watch_plan="Plan")
    watches = plan(watch("Brücke", "20:00", master_until), watch("Deck", "20:00", deck_until))
    fleet = fleet.set(shifts={"A0": shift}, watch_plans=watches)
    rows = (
        row("A0", "sf1", F.BOATMASTER, span(0, "20:00", master_until), watch="Brücke", safety_roles=(EXPERT,)),
        row("A0", "bm1", F.ABLE_BOATMAN, span(0, "20:00", deck_until), watch="Deck", safety_roles=(AID,)),
    )
    return replace(fleet, rows=rows)


def lying(start: str, end: str = "02:00", **facts) -> Movement:
    return Movement(vessel_id="A", interval=span(0, start, end), state=S.MOORED, **facts)


def with_patrol(fleet: Fleet, start: str = "23:00", function: Function = F.NIGHT_PATROL) -> Fleet:
    """A steward who goes round, in a watch that asks for it."""
    known = fleet.dataset.watch_plans["Plan"].watches
    hired = {} if function is F.ADDITIONAL else {"crew_since": None}
    duty = Interval(at(0 if start > "12:00" else 1, start), at(1, "02:00"))
    fleet = fleet.set(
        crew={**fleet.dataset.crew, "st": person("st", "Stine Steward", **hired)},
        watch_plans=plan(*known, watch("Runde", start, "02:00", {F.NIGHT_PATROL: 1})),
    )
    return fleet.with_rows(row("A0", "st", function, duty, watch="Runde"))


def test_somebody_besides_the_boatmaster_is_on_duty_all_night():
    assert codes(evening()) == set()


def test_the_boatmaster_who_leads_cannot_go_round():
    fleet = evening(deck_until="23:00")
    assert causes(fleet.check()) == [PATROL]
    finding = the(PATROL, fleet)
    assert finding.interval == span(0, "23:00", "02:00")
    assert finding.citation == "BinSchPersV § 100 Abs. 3"
    assert "§ 119 Abs. 3 Nr. 2" in finding.answers


def test_the_night_begins_at_eleven_and_one_minute_counts():
    assert the(PATROL, evening(deck_until="01:59")).interval.minutes == 1
    assert codes(evening(deck_until="22:59").add("movements", lying("22:59"))) == set()


def test_a_second_boatmaster_on_duty_goes_round():
    fleet = evening(deck_until="23:00")
    second = row("A0", "sf2", F.BOATMASTER, span(0, "20:00", "02:00"), watch="Brücke")
    assert codes(fleet.with_rows(second)) == set()


@pytest.mark.parametrize("function", [F.NIGHT_PATROL, F.CABIN_STAFF, F.ADDITIONAL])
def test_whoever_is_on_board_may_go_round(function):
    assert codes(with_patrol(evening(deck_until="23:00"), function=function)) == set()


def test_a_patrol_that_begins_later_leaves_a_gap():
    fleet = with_patrol(evening(deck_until="23:00"), start="00:30")
    assert causes(fleet.check()) == [PATROL]
    assert the(PATROL, fleet).interval == Interval(at(0, "23:00"), at(1, "00:30"))


def test_the_patrol_is_no_member_of_the_crew():
    fleet = with_patrol(evening()).delete("A0", "bm1")
    assert "manning.open_place" in causes(fleet.check())


def test_a_watch_that_asks_for_a_patrol_has_one():
    fleet = with_patrol(evening()).delete("A0", "st")
    assert causes(fleet.check()) == ["duty.watch_needs"]


def test_somebody_who_may_not_be_on_board_does_not_go_round():
    fleet = with_patrol(evening(deck_until="23:00")).set_person("st", exit_on=date(2026, 5, 1))
    assert causes(fleet.check()) == ["person.not_employed"]
    assert the(PATROL, fleet).consequence_of == "person.not_employed"


def test_somebody_barred_who_was_off_duty_anyway_explains_no_missing_patrol():
    fleet = evening(deck_until="23:00").set_person("bm1", exit_on=date(2026, 5, 1))
    assert the(PATROL, fleet).consequence_of == ""
    stranger = with_patrol(evening(deck_until="23:00"))
    crew = {who: one for who, one in stranger.dataset.crew.items() if who != "st"}
    assert the(PATROL, stranger.set(crew=crew)).consequence_of == "roster.unknown_id"


def test_an_open_place_explains_the_missing_patrol():
    fleet = evening().delete("A0", "bm1")
    assert the(PATROL, fleet).consequence_of == "manning.open_place"


def test_a_minor_on_patrol_is_barred_and_explains_the_missing_patrol():
    fleet = with_patrol(evening(deck_until="23:00")).set_person("st", birth_date=date(2009, 1, 1))
    found = [finding for finding in fleet.check().findings if finding.crew_id == "st" and not finding.found]
    assert [(finding.code, finding.consequence_of) for finding in found if finding.code == "youth.night"] == [
        ("youth.night", "")
    ]
    assert the(PATROL, fleet).consequence_of == "youth.night"


def test_moored_one_person_is_enough_and_nobody_is_not():
    lone = evening(deck_until="23:00").add("movements", lying("23:00"))
    assert codes(lone) == set()
    asleep = evening(deck_until="23:00", master_until="23:00").add("movements", lying("23:00"))
    assert causes(asleep.check()) == [PATROL]


def test_without_passengers_aboard_nobody_goes_round():
    ashore = lying("23:00", with_passengers=False)
    assert codes(evening(deck_until="23:00", master_until="23:00").add("movements", ashore)) == set()
    empty = Movement(vessel_id="A", interval=span(0, "23:00", "02:00"), state=S.SAILING, with_passengers=False)
    assert PATROL not in codes(evening(deck_until="23:00").add("movements", empty))


def test_a_duty_cut_short_is_the_cause():
    fleet = evening().set_row("A0", "bm1", duty=(span(0, "20:00", "23:30"),))
    assert the(PATROL, fleet).consequence_of == "duty.shorter_than_watch"


# --- § 114 Nr. 2 --------------------------------------------------------------------------------


def gas() -> Fleet:
    """MS Alster runs on gas and bunkers on Monday from 16:00 to 18:00, when only the deck watch is on duty."""
    fleet = day_ship().set_vessel("A", features={"lng": True})
    shift = replace(fleet.dataset.shifts["A0"], watch_plan="Plan")
    watches = plan(watch("Brücke", "08:00", "16:00"), watch("Deck", "08:00", "18:00"))
    bunkering = Movement(vessel_id="A", interval=span(0, "16:00", "18:00"), state=S.BUNKERING)
    fleet = fleet.set(shifts={"A0": shift}, watch_plans=watches, movements=(bunkering,))
    fleet = fleet.add("certificates", certificate("sf1", K.LNG_EXPERT), certificate("bm1", K.LNG_EXPERT))
    rows = [r for r in fleet.rows if r.shift_id == "A0"]
    rows[0] = replace(rows[0], watch="Brücke", duty=(span(0, "08:00", "16:00"),))
    return replace(fleet, rows=(rows[0], replace(rows[1], watch="Deck")))


def test_an_expert_on_duty_bunkers_and_the_others_are_told():
    assert codes(gas()) == set()
    told = the(LNG, gas())
    assert told.severity is Severity.INFO
    assert "Anna Ahrens, Carl Claasen" in told.text.de


def without_expert(fleet: Fleet) -> Fleet:
    held = [c for c in fleet.dataset.certificates if (c.crew_id, c.kind) != ("bm1", K.LNG_EXPERT)]
    return fleet.set(certificates=tuple(held))


def test_without_an_expert_on_duty_nobody_bunkers():
    fleet = without_expert(gas())
    assert causes(fleet.check()) == [LNG]
    finding = the(LNG, fleet)
    assert finding.interval == span(0, "16:00", "18:00")
    assert finding.citation == "BinSchPersV § 114 Nr. 2"


@pytest.mark.parametrize(("issued", "valid"), [(date(2021, 5, 6), True), (date(2021, 5, 3), False)])
def test_the_certificate_is_valid_on_the_day(issued, valid):
    fleet = gas().set_certificates("bm1", K.LNG_EXPERT, issued_on=issued)
    assert codes(fleet) == (set() if valid else {LNG})


def test_a_barred_expert_is_the_cause_only_while_bunkering():
    gone = gas().set_person("bm1", exit_on=date(2026, 5, 1))
    assert the(LNG, gone).consequence_of == "person.not_employed"
    off_duty = without_expert(gas()).set_person("sf1", exit_on=date(2026, 5, 1))
    assert the(LNG, off_duty).consequence_of == ""


def test_an_expert_who_is_not_of_the_crew_does_not_bunker():
    fleet = without_expert(gas())
    fleet = fleet.set(crew={**fleet.dataset.crew, "st": person("st", "Stine Steward")})
    fleet = fleet.add("certificates", certificate("st", K.LNG_EXPERT))
    steward = row("A0", "st", F.CABIN_STAFF, span(0, "08:00", "18:00"), span(0, "12:00", "12:45"), watch="Deck")
    assert causes(fleet.with_rows(steward).check()) == [LNG]


def test_bunkering_that_only_the_shift_states_is_all_the_time_the_vessel_lies():
    moored = Movement(vessel_id="A", interval=span(0, "16:00", "18:00"), state=S.MOORED)
    fleet = without_expert(gas()).set(movements=(moored,))
    assert codes(fleet) == set()
    stated = fleet.set_shift("A0", bunkering=True)
    assert the(LNG, stated).interval == span(0, "16:00", "18:00")
    assert causes(fleet.set_shift("A0", bunkering=False).check()) == []


def test_bunkering_without_any_movement_is_the_whole_shift():
    fleet = without_expert(gas()).set(movements=()).set_shift("A0", bunkering=True)
    assert the(LNG, fleet).interval == span(0, "16:00", "18:00")
    nobody = replace(fleet, rows=tuple(r for r in fleet.rows if r.crew_id != "sf1"))
    assert the(LNG, nobody).interval == span(0, "08:00", "18:00")


@pytest.mark.parametrize("features", [{}, {"lng": False}])
def test_other_vessels_bunker_without_experts(features):
    assert codes(without_expert(gas()).set_vessel("A", features=features)) == set()
