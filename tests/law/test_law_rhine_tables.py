"""The Rhine's crew tables cell by cell, as planning names the crew and as the checker judges it."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from optimizer.check import lawful_crew
from optimizer.domain import ConvoyLead, Dataset, Function, OperatingMode, Regime, Shift, Vessel, VesselType
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import CrewRequirement, crew_requirements
from optimizer.timeline import Interval

pytestmark = pytest.mark.law

BOOK = load_rulebook()
F = Function
SHORT = {
    "SF": F.BOATMASTER, "StM": F.HELMSMAN, "BM": F.ABLE_BOATMAN, "MA": F.BOATMAN, "LM": F.APPRENTICE,
    "MI": F.ENGINEER, "DM": F.DECKHAND,
}  # fmt: skip
TEXT_2011, TEXT_2023 = date(2023, 4, 13), date(2023, 4, 14)
with (Path(__file__).parent / "rhine_tables.csv").open(encoding="utf-8") as file:
    CELLS = [
        pytest.param(
            row["table"], size, *row["column"].split(), row["crews"], id=f"{row['table']} {size} {row['column']}"
        )
        for row in csv.DictReader(file, delimiter=";")
        for size in row["sizes"].split(" | ")
    ]


def crew(text: str) -> Counter[Function]:
    """``2SF 1StM`` as numbers by function."""
    return Counter({SHORT[part[1:]]: int(part[0]) for part in text.split()})


def ship(table: str, size: str, **facts: Any) -> Vessel:
    name, value = size.split()
    given: dict[str, Any] = {"unmet": frozenset(), **facts}
    if table == "convoy":
        lead, lighters = name.split("+")
        length, breadth = map(float, value.split("x"))
        given |= {"lead": ConvoyLead(lead), "lighters": int(lighters), "length_m": length, "breadth_m": breadth}
    else:
        given[name] = float(value) if "." in value else int(value)
    kind = VesselType.DAY_EXCURSION if table == "steam" else VesselType(table)
    return Vessel(vessel_id="V1", name="Probe", type=kind, steam=table == "steam" or None, **given)


def asked(vessel: Vessel, mode: str, day: date = TEXT_2023, **facts: Any) -> tuple[Instance, Shift]:
    start = datetime(day.year, day.month, day.day, 6, tzinfo=UTC)
    shift = Shift(
        shift_id="S1", vessel_id="V1", interval=Interval(start, start + timedelta(hours=8)), mode=OperatingMode(mode),
        regime=Regime.RHEINSCHPERSV, **{"with_passengers": True, **facts},
    )  # fmt: skip
    dataset = Dataset(vessels={"V1": vessel}, crew={}, shifts={"S1": shift})
    window = Interval(start.replace(hour=0), start.replace(hour=0) + timedelta(days=1))
    return Instance(dataset, window, BOOK), shift


def need(vessel: Vessel, mode: str, day: date = TEXT_2023, **facts: Any) -> CrewRequirement:
    return crew_requirements(*asked(vessel, mode, day, **facts))[0]


def named(requirement: CrewRequirement) -> list[Counter[Function]]:
    return [Counter(item.functions()) for item in requirement.statutory]


def lawful(vessel: Vessel, mode: str, people: Mapping[Function, int], day: date = TEXT_2023, **facts: Any) -> bool:
    return lawful_crew(*asked(vessel, mode, day, **facts), people)


@pytest.mark.parametrize(("table", "size", "mode", "standard", "crews"), CELLS)
@pytest.mark.parametrize("day", [TEXT_2011, TEXT_2023])
def test_a_cell_of_the_tables(table: str, size: str, mode: str, standard: str, crews: str, day: date) -> None:
    vessel = ship(table, size, standard=standard)
    expected = [crew(text) for text in crews.split(" / ")]
    assert named(need(vessel, mode, day)) == expected
    opened = [Counter(item.functions()) for item in need(vessel, mode, day).alternatives]
    for people in expected:
        assert lawful(vessel, mode, people, day)
        for function in people:
            fewer = people - Counter([function])
            if not any(other <= fewer for other in opened):
                assert not lawful(vessel, mode, fewer, day)


def test_no_table_for_steam_vessels_of_other_sizes() -> None:
    for size in ("passengers_max 500", "passengers_max 2001"):
        vessel = ship("steam", size, standard="S1")
        requirement = need(vessel, "A1")
        assert named(requirement) == [] and [bar.code for bar in requirement.plan_bars] == ["rhine.no_table"]
        assert not lawful(vessel, "A1", dict.fromkeys(F, 9))


def test_up_to_twelve_passengers_the_commission_fixes_the_crew() -> None:
    for table, size in (("day_excursion", "passengers_max 12"), ("cabin", "passengers_max 12")):
        vessel = ship(table, size, standard="S1", **({"beds": 8} if table == "cabin" else {}))
        assert named(need(vessel, "A1")) == [] and not lawful(vessel, "A1", dict.fromkeys(F, 9))


@pytest.mark.parametrize("kind", ["tug", "harbour_tug", "towed_barge", "other"])
def test_other_vessels_have_no_table(kind: str) -> None:
    vessel = Vessel(vessel_id="V1", name="Probe", type=VesselType(kind), tonnage_t=400, power_kw=300, standard="S1")
    assert [bar.code for bar in need(vessel, "A1").plan_bars] == ["rhine.no_table"]
    assert not lawful(vessel, "A1", dict.fromkeys(F, 9))


@pytest.mark.parametrize(("feature", "crews"), [("peniche", "1SF 1DM"), ("sport_craft", "1SF 1DM")])
def test_peniches_and_sport_craft(feature: str, crews: str) -> None:
    vessel = ship("motor_cargo", "length_m 38", features={feature: True})
    assert named(need(vessel, "A1")) == [crew(crews)] and lawful(vessel, "A1", crew(crews))
    assert {place.min_age for place in need(vessel, "A1").statutory[0].places if place.function is F.DECKHAND} == {
        16 if feature == "peniche" else None
    }


@pytest.mark.parametrize(
    ("unmet", "mode", "day", "crews"),
    [
        # § 19.05 on 2 boatmasters + 1 helmsman + 2 boatmen (/ 1 with a patented helmsman)
        ("d", "B", TEXT_2023, "2SF 1StM 4MA / 2SF 1StM 3MA"),
        ("g", "B", TEXT_2023, "2SF 1StM 3MA / 2SF 1StM 2MA"),
        ("g|j", "B", TEXT_2023, "2SF 1StM 3MA / 2SF 1StM 2MA"),
        ("g|j|d", "B", TEXT_2023, "2SF 1StM 4MA / 2SF 1StM 3MA"),
        ("i|l", "B", TEXT_2011, "2SF 1StM 3MA / 2SF 1StM 2MA"),
        ("g|j", "B", TEXT_2011, "2SF 1StM 4MA / 2SF 1StM 3MA"),
        ("i|l", "B", TEXT_2023, "2SF 1StM 4MA / 2SF 1StM 3MA"),
        ("a", "B", TEXT_2023, "2SF 1StM 2BM 2MA / 2SF 1StM 2BM 1MA"),
        ("c", "A1", TEXT_2023, "1SF 1StM 1BM 1MA / 1SF 1StM 1BM 2LM"),
        ("b|k", "A2", TEXT_2011, "2SF 1BM 1MA 1LM"),
        ("k", "A2", TEXT_2023, "2SF 2MA 1LM"),
        ("h", "A1", TEXT_2023, "1SF 1StM 2MA / 1SF 1StM 1MA 2LM"),
    ],
)
def test_what_is_missing_for_standard_s1(unmet: str, mode: str, day: date, crews: str) -> None:
    vessel = ship("motor_cargo", "length_m 110", unmet=frozenset(unmet.split("|")))
    expected = [crew(text) for text in crews.split(" / ")]
    assert named(need(vessel, mode, day)) == expected
    assert all(lawful(vessel, mode, people, day) for people in expected)
    assert not lawful(vessel, mode, expected[-1] - Counter([F.BOATMASTER]), day)


def test_nothing_stated_counts_as_everything_unmet() -> None:
    for unmet in (None, frozenset({"1", "5a"})):
        vessel = ship("motor_cargo", "length_m 60", unmet=unmet)
        assert named(need(vessel, "A1")) == [crew("1SF 1BM 1MA")]
        assert lawful(vessel, "A1", crew("1SF 1BM 1MA")) and not lawful(vessel, "A1", crew("1SF 2MA"))


@pytest.mark.parametrize(
    ("size", "guests", "crews"),
    [
        ("600", 251, "1SF 1BM 1MI / 1SF 1BM 2LM"),
        ("600", 250, "1SF 1MA 1LM / 1SF 1MI"),
        ("600", 60, "1SF 1MA 1LM / 1SF 1MI"),
        ("75", 20, "1SF 1MA"),
        ("2001", 2000, "2SF 3MA 1MI / 2SF 2MA 2LM 1MI"),
        ("2000", 1001, "2SF 3MA 1MI / 2SF 2MA 2LM 1MI"),
        ("1001", 1000, "1SF 1StM 1MA 1LM 1MI"),
        ("700", 600, "1SF 1BM 1MI / 1SF 1BM 2LM"),
        ("100", 75, "1SF 1MA"),
    ],
)
def test_charter_trips_are_one_step_lower(size: str, guests: int, crews: str) -> None:
    vessel = ship("day_excursion", f"passengers_max {size}", standard="S1")
    expected = [crew(text) for text in crews.split(" / ")]
    assert named(need(vessel, "A1", charter_passengers=guests)) == expected
    assert all(lawful(vessel, "A1", people, charter_passengers=guests) for people in expected)


def test_without_passengers_the_table_of_motor_vessels_counts() -> None:
    for table in ("day_excursion", "cabin"):
        facts = {"length_m": 80, "passengers_max": 300} | ({"beds": 120} if table == "cabin" else {})
        vessel = Vessel(vessel_id="V1", name="Probe", type=VesselType(table), standard="S2", **facts)
        assert named(need(vessel, "A1", with_passengers=False)) == [crew("1SF 1MA 1LM")]
        assert lawful(vessel, "A1", crew("1SF 1MA 1LM"), with_passengers=False)


@pytest.mark.parametrize(
    ("lengths", "breadth", "lighters"),
    [
        ((38.25, 38.25), 9.5, 1),
        ((38.25, 38.3), 9.5, 2),
        ((38.25, 38.25), 15, 1),
        ((38.25, 38.25), 15.1, 2),
        ((38.25, 38.25), None, 2),
        ((30, 46.5, 40, 36.5), 9.5, 2),
        ((30, 30, 30, 46.5), 9.5, 2),
        ((40, 40, 40), 9.5, 3),
    ],
)
def test_short_lighters_count_together(lengths: tuple[float, ...], breadth: float | None, lighters: int) -> None:
    convoy = Vessel(
        vessel_id="V1", name="Probe", type=VesselType.CONVOY, lead=ConvoyLead.PUSHER, lighter_lengths_m=lengths,
        length_m=150, breadth_m=breadth, standard="S1",
    )  # fmt: skip
    same = ship("convoy", f"pusher+{lighters} 150x{breadth or 20}", standard="S1")
    assert named(need(convoy, "A1")) == named(need(same, "A1"))
    assert all(lawful(convoy, "A1", people) for people in named(need(same, "A1")))


def test_a_pusher_without_lighters_is_a_motor_vessel() -> None:
    alone = ship("convoy", "pusher+0 30x10", standard="S1")
    assert named(need(alone, "A1")) == [crew("1SF 1MA")] and lawful(alone, "A1", crew("1SF 1MA"))


def test_cells_that_are_printed_without_an_engineer() -> None:
    """The text of 2023 prints none; that is the other reading. Under the text of 2011 there is no doubt."""
    printed = BOOK.with_readings({"rhine_engineer_cell": "as_printed"})
    for vessel, mode, crews in (
        (ship("day_excursion", "passengers_max 100", standard="S1"), "A2", "2SF 1LM"),
        (ship("convoy", "pusher+4 270x22.8", standard="S2"), "A2", "2SF 1BM 2LM"),
    ):
        for day, expected in ((TEXT_2023, crew(crews)), (TEXT_2011, crew(f"{crews} 1MI"))):
            instance, shift = asked(vessel, mode, day)
            instance = Instance(instance.dataset, instance.window, printed)
            assert named(crew_requirements(instance, shift)[0]) == [expected]
            assert lawful_crew(instance, shift, expected)
        assert named(need(vessel, mode)) == [crew(f"{crews} 1MI")] and not lawful(vessel, mode, crew(crews))
