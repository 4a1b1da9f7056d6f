"""§ 107: tugs by engine power, harbour tugs without a column, missing equipment."""

from __future__ import annotations

import pytest
from manning_build import crew, crews, options, requirement, vessel

pytestmark = pytest.mark.law

#: § 107(1): least and largest power of the step, crews in modes A to D.
TUGS = [
    (1, 150, "1SF 1MA", "2SF 1MA", "2SF 1BM", "2SF 1BM 1MA"),
    (150.1, 300, "1SF 1BM", "2SF 1BM", "2SF 1BM 1LM", "2SF 1BM 1MA"),
    (300.1, 450, "1SF 1BM 1MA", "2SF 1BM 1MA", "2SF 2MA 1LM 1MK", "2SF 2MA 1LM 1MK"),
    (450.1, 5000, "1SF 2MA 1MK", "2SF 2MA 1MK", "2SF 1BM 2MA 1MK", "2SF 1BM 2MA 1MK"),
]
CELLS = [(power, mode, row[2 + n]) for row in TUGS for power in row[:2] for n, mode in enumerate("ABCD")]


@pytest.mark.parametrize(("power", "mode", "expected"), CELLS)
def test_every_cell(power: float, mode: str, expected: str) -> None:
    needed = requirement(vessel("tug", power_kw=power, unmet=frozenset()), mode=mode)
    assert crews(needed) == [crew(expected)]
    assert not needed.plan_bars


@pytest.mark.parametrize("number", "12345")
@pytest.mark.parametrize(("power", "mode", "expected"), CELLS)
def test_one_able_boatman_for_missing_equipment(power: float, mode: str, expected: str, number: str) -> None:
    ship = vessel("tug", power_kw=power, unmet=frozenset({number, "1"}))
    assert crews(requirement(ship, mode=mode)) == [crew(expected) + crew("1BM")]


def test_equipment_not_stated_counts_as_missing_unless_a_standard_is_shown() -> None:
    needed = requirement(vessel("tug", power_kw=100), mode="A")
    assert crews(needed) == [crew("1SF 1MA 1BM")]
    assert any("(unmet)" in note.text.de and "§ 107 Abs. 1" in note.citation for note in needed.notes)
    for standard in ("S1", "S2"):
        ship = vessel("tug", power_kw=100, standard=standard, unmet=frozenset("4"))
        assert crews(requirement(ship, mode="A")) == [crew("1SF 1MA")]


@pytest.mark.parametrize(("facts", "mode", "missing"), [({}, "A", "power_kw"), ({"power_kw": 200}, None, "mode")])
def test_power_and_mode_must_be_stated(facts: dict[str, float], mode: str | None, missing: str) -> None:
    needed = requirement(vessel("tug", **facts), mode=mode)
    [bar] = needed.plan_bars
    assert f"({missing})" in bar.text.de and "§ 107" in bar.citation


@pytest.mark.parametrize("mode", [None, "A", "B", "C", "D"])
def test_a_harbour_tug_has_one_crew_in_every_mode(mode: str | None) -> None:
    needed = requirement(vessel("harbour_tug", unmet=frozenset()), mode=mode)
    assert crews(needed) == [crew("1SF 1BM 1MA")]
    assert not needed.plan_bars


def test_no_standard_stands_for_the_equipment_of_a_harbour_tug() -> None:
    ship = vessel("harbour_tug", standard="S2", unmet=frozenset("5"))
    needed = requirement(ship)
    assert crews(needed) == [crew("1SF 1BM 2MA")]
    assert "§ 107 Abs. 3 Satz 2" in needed.derivation[-1].citation
    assert crews(requirement(vessel("harbour_tug", standard="S2"))) == [crew("1SF 1BM 2MA")]


def test_the_entry_level_may_come_in_on_a_harbour_tug_in_mode_a_only() -> None:
    ship = vessel("harbour_tug", unmet=frozenset())
    assert crew("1SF 1BM 2DM") in options(requirement(ship, mode="A"))
    assert not options(requirement(ship))
    assert not options(requirement(ship, mode="B"))
