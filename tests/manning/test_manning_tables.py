"""Every step of the crew tables, on both sides of each boundary, against the law's own figures."""

from __future__ import annotations

import pytest
from manning_build import crew, crews, requirement, vessel

AIDED = {"mechanical_aids": True}

#: § 108(1): last permitted passenger number of the step, crews in modes A to D.
EXCURSION = [
    (1, 75, "1SF 1MA", "2SF 1MA", "2SF 1MA 1LM", "2SF 2MA"),
    (76, 300, "1SF 1BM", "2SF 1BM", "2SF 1BM 1LM", "2SF 1BM 1MA"),
    (301, 400, "1SF 1BM 1LM", "2SF 1BM 1LM", "2SF 1BM 1MA", "2SF 2MA 1MK"),
    (401, 700, "1SF 1StM 1MA", "2SF 1StM 1MA", "2SF 1StM 1BM 1MA", "2SF 1StM 1MA 1MK"),
    (701, 1100, "1SF 1StM 1MA 1LM", "2SF 1StM 1MA 1LM", "2SF 1StM 1BM 1MA", "2SF 1StM 1BM 1MA 1MK"),
    (1101, 1600, "1SF 1StM 2MA", "2SF 1StM 2MA", "2SF 1StM 1BM 2MA", "2SF 1StM 1BM 2MA 1MK"),
    (1601, 2400, "1SF 1StM 3MA", "2SF 1StM 3MA", "2SF 1StM 1BM 3MA", "2SF 1StM 2BM 3MA 1MK"),
]

#: § 105(1): tonnage just above the lower and at the upper end of the step.
MOTOR = [
    (15, 500, "1SF 1LM", "2SF 1LM", "2SF 1MA", "2SF 1MA"),
    (500.1, 750, "1SF 1MA", "2SF 1MA", "2SF 2MA", "2SF 3MA"),
    (750.1, 1000, "1SF 1MA 1LM", "2SF 1MA 1LM", "2SF 2MA", "2SF 3MA"),
    (1000.1, 1350, "1SF 1MA 1LM", "2SF 1MA 1LM", "2SF 2MA 1LM", "2SF 3MA"),
    (1350.1, 9000, "1SF 1StM 1MA", "2SF 1StM 1MA", "2SF 1StM 2MA", "2SF 1StM 2MA 1LM"),
]

#: § 104(1).
TOWED = [
    (15, 250, "1SF 1LM", "2SF 1LM", "2SF 1MA", "2SF 1MA"),
    (250.1, 500, "1SF 1LM", "2SF 1LM", "2SF 1MA", "2SF 1MA"),
    (500.1, 750, "1SF 1MA", "2SF 1MA", "2SF 1MA", "2SF 1MA"),
    (750.1, 1400, "1SF 1MA 1LM", "2SF 1MA 1LM", "2SF 2MA", "2SF 2MA 1LM"),
    (1400.1, 3000, "1SF 2MA", "2SF 2MA", "2SF 2MA 1LM", "2SF 3MA"),
]


def _cells(table: list[tuple]) -> list[tuple[float, str, str]]:
    return [(value, mode, row[2 + column]) for row in table for value in row[:2] for column, mode in enumerate("ABCD")]


@pytest.mark.parametrize(("passengers", "mode", "expected"), _cells(EXCURSION))
def test_day_excursion_table(passengers: int, mode: str, expected: str) -> None:
    ship = vessel("day_excursion", passengers_max=passengers, standard="S1")
    needed = requirement(ship, mode=mode, with_passengers=True)
    assert crews(needed) == [crew(expected)]
    assert not needed.plan_bars


@pytest.mark.parametrize(("tonnage", "mode", "expected"), _cells(MOTOR))
@pytest.mark.parametrize("kind", ["motor_cargo", "motor_tanker"])
def test_motor_vessel_table(kind: str, tonnage: float, mode: str, expected: str) -> None:
    ship = vessel(kind, tonnage_t=tonnage, power_kw=600, standard="S1", features=AIDED)
    assert crews(requirement(ship, mode=mode)) == [crew(expected)]


@pytest.mark.parametrize(("tonnage", "mode", "expected"), _cells(TOWED))
def test_towed_barge_table(tonnage: float, mode: str, expected: str) -> None:
    ship = vessel("towed_barge", tonnage_t=tonnage, unmet=frozenset(), features=AIDED)
    assert crews(requirement(ship, mode=mode)) == [crew(expected)]


@pytest.mark.parametrize(("tonnage", "mode", "expected"), _cells(MOTOR))
def test_empty_excursion_vessel_takes_the_motor_table_by_displacement(tonnage: float, mode: str, expected: str) -> None:
    """§ 108(4), and no tonnage rule of cargo vessels comes along (§ 116(1) is not among them)."""
    ship = vessel("day_excursion", passengers_max=40, displacement_t=tonnage, power_kw=300, standard="S1")
    assert crews(requirement(ship, mode=mode, with_passengers=False)) == [crew(expected)]


@pytest.mark.parametrize(
    ("passengers", "expected"),
    [
        (35, "1FF"),
        (36, "1FF 1DM"),
        (250, "1FF 1DM"),
        (251, "1FF 1DM180"),
        (600, "1FF 1DM180"),
        (601, "1FF 1DM180 1DM"),
        (1000, "1FF 1DM180 1DM"),
        (1001, "1FF 2DM180 1DM"),
    ],
)
def test_passenger_ferry_table(passengers: int, expected: str) -> None:
    ship = vessel("passenger_ferry", passengers_max=passengers, standard="S1", crossing_minutes=11)
    needed = requirement(ship)
    assert crews(needed) == [crew(expected)]
    assert needed.safety is None


@pytest.mark.parametrize(
    ("tonnage", "passengers", "expected"),
    [
        (45, 250, "1FF 1DM"),
        (45.1, 250, "1FF 1DM"),
        (135, 250, "1FF 1DM"),
        (135.1, 250, "1FF 1DM180"),
        (270, 250, "1FF 1DM180"),
        (270.1, 250, "1FF 1DM180 1DM"),
        (10, 251, "1FF 1DM180"),
        (10, 600, "1FF 1DM180"),
        (10, 601, "1FF 1DM180 1DM"),
        (10, 1000, "1FF 1DM180 1DM"),
        (10, 1001, "1FF 2DM180 1DM"),
        (5000, 1000, "1FF 1DM180 1DM"),
        (5000, 1001, "1FF 2DM180 1DM"),
    ],
)
def test_vehicle_ferry_takes_the_worse_limit(tonnage: float, passengers: int, expected: str) -> None:
    ship = vessel(
        "vehicle_ferry",
        tonnage_t=tonnage,
        passengers_max=passengers,
        standard="S1",
        engine_rooms=2,
        crossing_minutes=11,
        features={"mooring_from_wheelhouse": True, "ramps_remote": True},
    )
    assert crews(requirement(ship)) == [crew(expected)]


@pytest.mark.parametrize(
    ("passengers", "mode", "expected"),
    [
        (60, "A", "1SF 1MA 1LM"),
        (250, "A", "1SF 1BM 1LM"),
        (350, "C", "2SF 1BM 1MA 1LM"),
        (401, "B", "2SF 1StM 2MA"),
        (1700, "D", "2SF 1StM 2BM 4MA 1MK"),
    ],
)
def test_day_excursion_surcharge_is_one_however_much_is_missing(passengers: int, mode: str, expected: str) -> None:
    ship = vessel("day_excursion", passengers_max=passengers, unmet=frozenset({"1", "5a", "8"}))
    assert crews(requirement(ship, mode=mode, with_passengers=True)) == [crew(expected)]


def test_equipment_number_with_a_letter_means_the_number() -> None:
    plain, lettered = (vessel("day_excursion", passengers_max=60, unmet=frozenset({number})) for number in ("5", "5a"))
    facts = {"mode": "A", "with_passengers": True}
    assert crews(requirement(plain, **facts)) == crews(requirement(lettered, **facts))
    assert crews(requirement(lettered, **facts)) == [crew("1SF 1MA 1LM")]


@pytest.mark.parametrize(("power", "expected"), [(600, "2SF 2MA"), (600.5, "2SF 1BM 1MA")])
def test_engine_power_turns_one_boatman_into_an_able_boatman(power: float, expected: str) -> None:
    ship = vessel("motor_cargo", tonnage_t=700, power_kw=power, standard="S1")
    assert crews(requirement(ship, mode="C")) == [crew(expected)]


@pytest.mark.parametrize(("tonnage", "days"), [(300, None), (300.1, 720), (501, None), (1001, 720)])
def test_service_time_and_age_of_apprentices(tonnage: float, days: int | None) -> None:
    ship = vessel("motor_cargo", tonnage_t=tonnage, power_kw=300, unmet=frozenset({"1"}), features=AIDED)
    places = requirement(ship, mode="A").statutory[0].places
    apprentices = [place for place in places if place.function == "apprentice"]
    assert apprentices
    assert {place.min_service_days for place in apprentices} == {days}
    assert {place.min_age for place in apprentices} == {17 if days else None}


@pytest.mark.parametrize(("tonnage", "age"), [(250, 18), (750, 18), (751, None)])
def test_age_of_boatmen_on_towed_vessels(tonnage: float, age: int | None) -> None:
    ship = vessel("towed_barge", tonnage_t=tonnage, unmet=frozenset(), features=AIDED)
    places = requirement(ship, mode="C").statutory[0].places
    assert {p.min_age for p in places if p.function == "boatman"} == {age}


def test_below_the_table_the_authority_decides() -> None:
    ship = vessel("motor_cargo", tonnage_t=14.9, power_kw=100, standard="S1")
    needed = requirement(ship, mode="A")
    assert needed.statutory == needed.alternatives == ()
    [bar] = needed.plan_bars
    assert bar.code == "manning.no_table"
    assert "§ 115" in bar.citation


def test_a_type_without_a_table_is_barred_in_plain_words() -> None:
    ship = vessel("other", tonnage_t=1000, power_kw=500, beds=80, passengers_max=80, length_m=80)
    needed = requirement(ship, mode="A", with_passengers=True)
    assert needed.statutory == ()
    [bar] = needed.plan_bars
    assert "Elbe 1" in bar.text.de
    assert "keine Tabelle" in bar.text.de
    assert "§" not in bar.text.de


def test_fahrgastboot_needs_boatmaster_and_deckhand() -> None:
    ship = vessel("passenger_boat", passengers_max=12)
    needed = requirement(ship, mode="A", zone=3, with_passengers=True)
    assert crews(needed) == [crew("1SF 1DM")]
    assert needed.safety is None


def test_rhine_vessels_are_not_planned_by_the_wrong_table() -> None:
    ship = vessel("day_excursion", passengers_max=60, standard="S1")
    needed = requirement(ship, mode="A", with_passengers=True, waterway="Rhein")
    assert needed.statutory == ()
    assert [bar.code for bar in needed.plan_bars] == ["rhine.mode.sailing_hours"]


def test_ferries_keep_their_table_on_the_rhine() -> None:
    ship = vessel("passenger_ferry", passengers_max=100, standard="S1", crossing_minutes=11)
    needed = requirement(ship, waterway="Rhein")
    assert crews(needed) == [crew("1FF 1DM")]
    assert not needed.plan_bars
