"""Exchanges: § 118(1) in its three versions, § 108(3), ferry books; what stays closed."""

from __future__ import annotations

from datetime import date

import pytest
from manning_build import crew, crews, options, requirement, vessel

from optimizer.domain import Function

pytestmark = pytest.mark.law

STEP_SIX = vessel("day_excursion", passengers_max=1600, standard="S1")
LADEN = {"mode": "A", "with_passengers": True, "waterway": "Havel"}
LM2, DM2, BOTH = "1SF 1StM 1MA 2LM", "1SF 1StM 1MA 2DM", "1SF 1StM 1MA 1LM 1DM"


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2021, 12, 7), [LM2]),
        (date(2024, 4, 30), [LM2]),
        (date(2024, 5, 1), [DM2]),
        (date(2025, 10, 20), [DM2]),
        (date(2025, 10, 21), [LM2, BOTH, DM2]),
        (date(2026, 6, 1), [LM2, BOTH, DM2]),
    ],
)
def test_who_comes_in_depends_on_the_day(day: date, expected: list[str]) -> None:
    needed = requirement(STEP_SIX, day=day, **LADEN)
    assert crews(needed) == [crew("1SF 1StM 2MA")]
    assert sorted(map(str, options(needed))) == sorted(str(crew(text)) for text in expected)


def test_reading_of_the_text_of_2024() -> None:
    readings = {"exchange_2024": "entry_level"}
    needed = requirement(STEP_SIX, day=date(2025, 1, 7), readings=readings, **LADEN)
    assert len(options(needed)) == 3


def test_exchanged_places_are_marked_and_cited() -> None:
    needed = requirement(STEP_SIX, **LADEN)
    for alternative in needed.alternatives:
        if alternative in needed.statutory:
            assert not any(place.exchanged for place in alternative.places)
            continue
        assert "§ 118" in alternative.by
        marked = [place for place in alternative.places if place.exchanged]
        assert len(marked) == 2
        assert {place.function for place in marked} <= {Function.APPRENTICE, Function.DECKHAND}


@pytest.mark.parametrize("mode", ["B", "C", "D"])
def test_entry_level_exchange_is_open_in_mode_a_only(mode: str) -> None:
    needed = requirement(STEP_SIX, mode=mode, with_passengers=True)
    assert not any("§ 118" in option.citation for option in needed.substitutions)


@pytest.mark.parametrize(
    ("passengers", "unmet", "why"),
    [
        (75, (), "one boatman only"),
        (76, (), "no boatman"),
        (1100, (), "an apprentice and two more would be three"),
    ],
)
def test_entry_level_exchange_stays_closed(passengers: int, unmet: tuple, why: str) -> None:
    ship = vessel("day_excursion", passengers_max=passengers, unmet=frozenset(unmet))
    assert requirement(ship, **LADEN).substitutions == (), why


def test_two_apprentices_may_become_a_boatman_beside_an_able_boatman() -> None:
    ship = vessel("day_excursion", passengers_max=350, unmet=frozenset({"3"}))
    needed = requirement(ship, **LADEN)
    assert crews(needed) == [crew("1SF 1BM 2LM")]
    assert options(needed) == [crew("1SF 1BM 1MA")]
    [option] = needed.substitutions
    assert (option.count, option.replace, option.by) == (2, "apprentice", (Function.BOATMAN,))
    assert "Satz 3" in option.citation


def test_apprentices_with_service_time_are_not_exchanged() -> None:
    ship = vessel(
        "motor_cargo",
        tonnage_t=1200,
        power_kw=300,
        standard="S1",
        features={"mechanical_aids": True},
    )
    needed = requirement(ship, mode="A", towed_vessels=2)
    assert crews(needed) == [crew("1SF 1MA 2LM")]
    assert needed.substitutions == ()


def test_more_than_two_of_the_entry_level_lists_the_safe_crew_first() -> None:
    ship = vessel(
        "motor_cargo",
        tonnage_t=900,
        power_kw=300,
        unmet=frozenset({"5"}),
        features={"mechanical_aids": True},
    )
    needed = requirement(ship, mode="A", towed_vessels=3)
    assert crews(needed) == [crew("1SF 2MA 1LM"), crew("1SF 1MA 3LM")]
    assert any(note.code == "manning.entry_level_exchange" for note in needed.notes)


def test_a_crew_reinforced_for_missing_aids_is_not_thinned_out() -> None:
    ship = vessel(
        "motor_cargo",
        tonnage_t=900,
        power_kw=300,
        standard="S1",
        features={"mechanical_aids": False},
    )
    needed = requirement(ship, mode="A")
    assert crews(needed) == [crew("1SF 2MA")]
    assert needed.alternatives == needed.statutory


def test_engine_minder_for_one_able_boatman_only_beside_a_boatman() -> None:
    ship = vessel("day_excursion", passengers_max=1700, standard="S1")
    needed = requirement(ship, mode="D", with_passengers=True)
    assert options(needed) == [crew("2SF 1StM 1BM 3MA 2MK")]
    alone = vessel("day_excursion", passengers_max=200, standard="S1")
    assert requirement(alone, mode="B", with_passengers=True).substitutions == ()


def test_engine_minder_is_no_option_without_passengers() -> None:
    """§ 108(4) sends an empty trip to § 105(1)-(6), which knows no such exchange."""
    ship = vessel("day_excursion", displacement_t=700, power_kw=700, standard="S1")
    needed = requirement(ship, mode="C", with_passengers=False)
    assert crews(needed) == [crew("2SF 1BM 1MA")]
    assert needed.substitutions == ()


def test_ferry_books_fill_deckhand_places() -> None:
    ship = vessel("passenger_ferry", passengers_max=1200, standard=None)
    needed = requirement(ship)
    also = {place.function: place.also for place in needed.statutory[0].places}
    assert also[Function.DECKHAND] == (Function.FERRY_APPRENTICE,)
    assert also[Function.DECKHAND_180] == (Function.FERRY_ASSISTANT,)
    assert also[Function.FERRY_MASTER] == ()
    times = {option.replace: option.max_times for option in needed.substitutions}
    assert times == {Function.DECKHAND: 1, Function.DECKHAND_180: 3}


def test_no_alternative_only_adds_people_to_another() -> None:
    for mode in "ABCD":
        places = [
            set(enumerate_places(a.places)) for a in requirement(STEP_SIX, mode=mode, with_passengers=True).alternatives
        ]
        assert not any(a < b for a in places for b in places)


def enumerate_places(places: tuple) -> list[tuple]:
    return [(place, places[:index].count(place)) for index, place in enumerate(places)]
