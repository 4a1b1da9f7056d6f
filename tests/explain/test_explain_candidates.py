"""Who could take a place: the groups against the independent checker, and the figures of the bars."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from random import Random

import pytest
from explain_cases import SHORT, one_shift, planned, roster, with_person
from solve_cases import MONDAY, at, instance, shift, ship

from optimizer.check import check_roster
from optimizer.domain import (
    Absence,
    AbsenceKind,
    Employment,
    Function,
    Measure,
    MeasureKind,
    Pair,
    PairKind,
    Pin,
    PinStatus,
    Rotation,
    Travel,
)
from optimizer.explain import BarKind, Candidacy, Explainer, Group, Position
from optimizer.instance import Instance
from optimizer.roster import RosterRow, RowStatus


def place(explainer: Explainer, shift_id: str, function: Function) -> Position:
    return explainer.positions(shift_id, function)[0]


def answer(explainer: Explainer, shift_id: str, function: Function, crew_id: str) -> Candidacy:
    found = explainer.candidates(place(explainer, shift_id, function)).of(crew_id)
    assert found is not None
    return found


def the_checker_agrees(explainer: Explainer, position: Position) -> list[Group]:
    """Every answer for a filled place against a check of the roster with the person put there."""
    given, seen = explainer.instance, []
    found = explainer.candidates(position)
    for candidacy in (*found.free, *found.one_change):
        report = check_roster(given, replace(explainer.roster, rows=candidacy.rows))
        assert report.exit_code != 1, (position, candidacy.crew_id, report.unlawful)
        if candidacy.group is Group.FREE or candidacy.change.taker:
            assert explainer.standing.sailing <= report.sailing
        seen.append(candidacy.group)
    for candidacy in found.barred:
        if not any(bar.by_law for bar in candidacy.bars):
            continue
        report = check_roster(given, replace(explainer.roster, rows=_put_there(explainer, position, candidacy.crew_id)))
        assert report.exit_code == 1, (position, candidacy.crew_id, candidacy.bars)
        seen.append(candidacy.group)
    return seen


def _put_there(explainer: Explainer, position: Position, crew_id: str) -> tuple[RosterRow, ...]:
    def exchanged(row: RosterRow) -> RosterRow:
        there = row.crew_id == position.crew_id and row.shift_id in position.shift_ids
        return replace(row, crew_id=crew_id) if there else row

    return tuple(exchanged(row) for row in explainer.roster.rows)


def random_fleet(seed: int) -> Instance:
    """Two vessels over three days with people who are absent, barred, old, locked, on rotation or self-employed."""
    rng = Random(seed)
    shifts = []
    for day in range(3):
        for vessel, start, end in (("V1", "06:00", "14:00"), ("V1", "14:00", "22:00"), ("V2", "05:00", "11:00")):
            if rng.random() < 0.7:
                shifts.append(shift(f"{vessel}{day}{start[:2]}", vessel, day, start, end, zone=rng.choice([2, 3, 3])))
    shifts = shifts or [shift("V1006", "V1", 0, "06:00", "14:00")]
    given = instance([ship("V1"), ship("V2")], shifts, "BBBMMAD")
    people = list(given.dataset.crew)
    absences, measures, rotations, pairs = [], [], [], []
    for crew_id in rng.sample(people, 2):
        start = at(rng.randrange(3), rng.choice(["00:00", "12:00"]))
        absences.append(Absence(crew_id=crew_id, start=start, end=start + timedelta(hours=20), kind=AbsenceKind.LEAVE))
    if rng.random() < 0.4:
        measures.append(Measure(crew_id="B0", kind=MeasureKind.SUSPENDED, from_day=MONDAY + timedelta(days=1)))
    if rng.random() < 0.4:
        rotations.append(
            Rotation(crew_id="M3", vessel_id="V1", days_on=7, days_off=7, anchor_date=MONDAY - timedelta(days=7))
        )
    if rng.random() < 0.4:
        pairs.append(Pair(crew_id="B1", other_id="M4", kind=PairKind.APART))
    dataset = replace(
        given.dataset,
        absences=tuple(absences),
        measures=tuple(measures),
        rotations=tuple(rotations),
        pairs=tuple(pairs),
    )
    given = replace(given, dataset=dataset)
    if rng.random() < 0.5:
        given = with_person(given, "B2", birth_date=date(1966, 12, 8))
    if rng.random() < 0.5:
        given = with_person(given, "B1", employment=Employment.SELF_EMPLOYED)
    return given


@pytest.mark.parametrize("seed", range(10))
def test_the_groups_agree_with_the_checker(seed: int) -> None:
    explainer = planned(random_fleet(seed), SHORT)
    for shift_id in explainer.standing.sailing:
        for position in explainer.positions(shift_id):
            the_checker_agrees(explainer, position)


def test_the_random_fleets_hold_every_group() -> None:
    seen: set[Group] = set()
    for seed in range(3):
        explainer = planned(random_fleet(seed), SHORT)
        for shift_id in explainer.standing.sailing:
            for position in explainer.positions(shift_id):
                found = explainer.candidates(position)
                seen |= {c.group for c in (*found.free, *found.one_change, *found.barred)}
    assert seen == set(Group)


def test_the_cheapest_of_the_free_comes_first_and_prices_are_those_of_the_exchange() -> None:
    given = with_person(one_shift("BBBM"), "B1", home_vessel="V1")
    given = with_person(given, "B2", day_rate=400.0)
    explainer = planned(given)
    found = explainer.candidates(place(explainer, "S1", Function.BOATMASTER))
    prices = [candidacy.price for candidacy in found.free]
    assert len(prices) == 2 and prices == sorted(prices)
    for candidacy in found.free:
        other = Explainer(given, replace(explainer.roster, rows=candidacy.rows), explainer.problem)
        assert other.cost is not None and explainer.cost is not None
        assert candidacy.price == other.cost - explainer.cost


def test_rest_is_told_to_the_minute() -> None:
    """22:00 to 05:30 is seven and a half hours, and ten within 24 are needed: found out by asking minute by minute."""
    shifts = [shift("S0", "V2", 1, "14:00", "22:00"), shift("S1", "V1", 2, "05:30", "13:30")]
    given = instance([ship("V1"), ship("V2")], shifts, "BBMM")
    explainer = planned(given)
    late = next(row.crew_id for row in explainer.standing.rows_of["S0"] if row.function is Function.BOATMASTER)
    found = answer(explainer, "S1", Function.BOATMASTER, late)
    bar = next(bar for bar in found.bars if bar.kind is BarKind.REST)
    assert found.group is Group.ONE_CHANGE and bar.shift_id == "S0" and "§" in bar.citation
    minutes = bar.short_minutes
    assert minutes is not None and f"({minutes} min fehlen)" in bar.text.de and f"({minutes} min short)" in bar.text.en
    for delay, lawful in ((minutes, True), (minutes - 1, False)):
        start = given.dataset.shifts["S1"].interval.start + timedelta(minutes=delay)
        later = replace(given.dataset.shifts["S1"], interval=replace(given.dataset.shifts["S1"].interval, start=start))
        changed = replace(given, dataset=replace(given.dataset, shifts={**given.dataset.shifts, "S1": later}))
        again = Explainer(changed, explainer.roster)
        own = again.candidates(place(again, "S1", Function.BOATMASTER)).of(late)
        assert own is not None
        assert any(bar.kind is BarKind.REST for bar in own.bars) is not lawful


def test_every_bar_is_named_not_only_the_first() -> None:
    given = one_shift(
        "BBM", absences=(Absence(crew_id="B1", start=at(2, "00:00"), end=at(3, "00:00"), kind=AbsenceKind.LEAVE),)
    )
    given = with_person(given, "B1", birth_date=date(1966, 12, 9))
    explainer = planned(given)
    found = answer(explainer, "S1", Function.BOATMASTER, "B1")
    kinds = {bar.kind for bar in found.bars}
    assert {BarKind.ABSENCE, BarKind.PAPERS} <= kinds
    assert any("gilt nur bis 08.12.2026" in bar.text.de for bar in found.bars)


def test_a_swap_of_overlapping_duties_is_one_change() -> None:
    """Both boatmasters sail at the same time: each could take the other's place, and only both together may."""
    shifts = [shift("S1", "V1", 2, "06:00", "11:00"), shift("S2", "V2", 2, "06:00", "11:00")]
    given = instance([ship("V1"), ship("V2")], shifts, "BBMM")
    explainer = planned(given)
    master = {row.shift_id: row.crew_id for row in explainer.roster.rows if row.function is Function.BOATMASTER}
    found = answer(explainer, "S1", Function.BOATMASTER, master["S2"])
    assert found.group is Group.ONE_CHANGE and found.change is not None
    assert found.change.shift_ids == ("S2",) and found.change.taker == master["S1"]
    assert check_roster(given, replace(explainer.roster, rows=found.rows)).exit_code == 0


def test_a_lock_is_told_with_the_change() -> None:
    shifts = [shift("S1", "V1", 2, "06:00", "11:00"), shift("S2", "V2", 2, "06:00", "11:00")]
    pins = (Pin(shift_id="S2", crew_id="B1", function=Function.BOATMASTER, status=PinStatus.LOCKED),)
    explainer = planned(instance([ship("V1"), ship("V2")], shifts, "BBMM", pins=pins))
    found = answer(explainer, "S1", Function.BOATMASTER, "B1")
    assert found.change is not None and found.change.locked


def test_a_way_that_is_too_long_is_told_in_minutes() -> None:
    shifts = [
        shift("S0", "V2", 2, "05:00", "08:00", end_place="Kiel"),
        shift("S1", "V1", 2, "08:30", "11:00", start_place="Berlin"),
    ]
    travel = (Travel(from_place="Kiel", to_place="Berlin", minutes=75),)
    explainer = planned(instance([ship("V1"), ship("V2")], shifts, "BBMM", travel=travel))
    early = next(row.crew_id for row in explainer.standing.rows_of["S0"] if row.function is Function.BOATMASTER)
    found = answer(explainer, "S1", Function.BOATMASTER, early)
    bar = next(bar for bar in found.bars if bar.kind is BarKind.TRAVEL)
    assert bar.short_minutes == 45 and "45 min fehlen" in bar.text.de


def test_sick_from_noon_bars_the_shift_that_reaches_it() -> None:
    """An absence from 11:00 leaves a shift that ends at 11:00 alone, and one minute more is barred."""
    for end, barred in (("11:00", False), ("11:01", True)):
        absence = Absence(crew_id="B1", start=at(2, "11:00"), end=None, kind=AbsenceKind.SICK)
        explainer = planned(one_shift("BBM", end=end, absences=(absence,)))
        if place(explainer, "S1", Function.BOATMASTER).crew_id == "B1":
            assert not barred
            continue
        found = answer(explainer, "S1", Function.BOATMASTER, "B1")
        assert (found.group is Group.BARRED) is barred


def test_people_of_one_name_are_told_apart_by_their_number() -> None:
    given = one_shift("BBBM")
    for crew_id in ("B0", "B1", "B2"):
        given = with_person(given, crew_id, name="Jan Petersen")
    explainer = planned(given)
    found = explainer.candidates(place(explainer, "S1", Function.BOATMASTER))
    assert len({c.crew_id for c in found.free}) == 2


def test_the_inactive_and_those_who_left_are_barred() -> None:
    given = with_person(one_shift("BBBM"), "B1", active=False)
    given = with_person(given, "B2", exit_on=date(2026, 12, 8))
    explainer = planned(given)
    found = explainer.candidates(place(explainer, "S1", Function.BOATMASTER))
    assert not found.free
    assert {c.crew_id: c.bars[0].kind for c in found.barred if c.crew_id[0] == "B"} == {
        "B1": BarKind.PERSON,
        "B2": BarKind.PERSON,
    }


def test_a_boatman_never_takes_the_boatmasters_place() -> None:
    explainer = planned(one_shift("BMM"))
    found = explainer.candidates(place(explainer, "S1", Function.BOATMASTER))
    assert not found.free and not found.one_change
    assert all(any("Zeugnis" in bar.text.de for bar in c.bars) for c in found.barred)


def test_an_open_place_filled_gives_a_lawful_roster_with_breaks() -> None:
    given = one_shift("BBM", start="06:00", end="14:00")
    explainer = planned(given)
    rows = [
        RosterRow(shift_id="S1", status=RowStatus.OPEN, function=Function.BOATMASTER),
        RosterRow(shift_id="S1", status=RowStatus.FORESEEN, crew_id="M2", function=Function.BOATMAN),
    ]
    opened = Explainer(given, roster(given, rows), explainer.problem)
    found = opened.candidates(place(opened, "S1", Function.BOATMASTER))
    assert {c.crew_id for c in found.free} == {"B0", "B1"}
    for candidacy in found.free:
        report = check_roster(given, replace(opened.roster, rows=candidacy.rows))
        assert report.exit_code == 0 and "S1" in report.sailing


def test_a_voyage_is_taken_over_as_a_whole() -> None:
    """Leave on the last day of a voyage bars from its first one."""
    facts = {"voyage_id": "R1", "crew_change_at_end": False}
    shifts = [
        shift("S1", "V1", 1, "08:00", "13:00", **facts),
        shift("S2", "V1", 2, "08:00", "13:00", **{**facts, "crew_change_at_end": True}),
    ]
    absence = Absence(crew_id="B1", start=at(2, "00:00"), end=at(3, "00:00"), kind=AbsenceKind.LEAVE)
    explainer = planned(instance([ship("V1")], shifts, "BBM", absences=(absence,)))
    position = place(explainer, "S1", Function.BOATMASTER)
    assert set(position.shift_ids) == {"S1", "S2"}
    found = explainer.candidates(position).of("B1")
    assert found is not None and found.group is Group.BARRED
    assert {bar.kind for bar in found.bars} == {BarKind.ABSENCE}
