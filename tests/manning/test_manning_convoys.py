"""§ 106: formations and their bounds, equivalence of lighters, waters, standards, replacement."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from manning_build import crew, crews, options, requirement, vessel

from optimizer.domain import ConvoyLead, Function, PushedUnit
from optimizer.findings import Severity
from optimizer.law import load_rulebook
from optimizer.manning import CrewRequirement
from optimizer.manning.formation import _share

pytestmark = pytest.mark.law

#: § 106(1): crews of each step in modes A, B, C, D and the second sub-column of D.
TABLE = {
    "1": ("1SF 1MA", "2SF 1LM", "2SF 1MA 1LM", "2SF 1MA 1LM", "2SF 1MA 1LM"),
    "2": ("1SF 1StM 1MA", "2SF 1MA 1LM", "2SF 1StM 1MA", "2SF 1StM 2MA", "2SF 1StM 2MA"),
    "2a": ("1SF 2MA", "2SF 1MA 1LM", "2SF 1StM 1MA", "2SF 1StM 2MA", "2SF 1StM 2MA"),
    "3": ("1SF 1StM 1MA 1LM", "2SF 2MA 1LM", "2SF 1StM 2MA", "2SF 1StM 2MA 1MK", "2SF 1StM 2MA"),
    "3a": ("1SF 1StM 1MA", "2SF 1MA 1LM", "2SF 1StM 2MA", "2SF 1StM 2MA 1MK", "2SF 1StM 2MA"),
    "4": (
        "1SF 1StM 2MA 1MK",
        "2SF 2MA 1LM 1MK",
        "2SF 1StM 2MA 1MK",
        "2SF 1StM 2MA 1LM 1MK",
        "2SF 1StM 2MA 1MK",
    ),
    "4a": (
        "1SF 1StM 1MA 1LM",
        "2SF 2MA 1LM",
        "2SF 1StM 1MA 1LM 1MK",
        "2SF 1StM 2MA 1MK",
        "2SF 1StM 2MA 1MK",
    ),
    "5": (
        "1SF 1StM 3MA 1MK",
        "2SF 3MA 1LM 1MK",
        "2SF 1StM 3MA 1MK",
        "2SF 1StM 3MA 1LM 1MK",
        "2SF 1StM 3MA 1MK",
    ),
}
#: A formation of each step: lead, lighters, length, breadth, zone, on the Elbe.
FORMATIONS = {
    "1": ("pusher", 1, 86, 9.5, 3, False),
    "2": ("pusher", 1, 86.01, 9.5, 3, False),
    "2a": ("pusher", 1, 86.01, 9.5, 4, False),
    "3": ("pusher", 2, 180, 11.4, 3, False),
    "3a": ("pusher", 2, 180, 11.4, 3, True),
    "4": ("pusher", 4, 185, 22.8, 3, False),
    "4a": ("motor_vessel", 3, 185, 22.8, 4, False),
    "5": ("pusher", 5, 270, 22.8, 4, False),
}
SURCHARGE = {"1": "1LM", "2": "1LM", "2a": "1LM"}


def convoy(lead: str | None, lighters: int | None = None, **facts: Any) -> Any:
    return vessel("convoy", lead=ConvoyLead(lead) if lead else None, lighters=lighters, **facts)


def of_step(step: str, mode: str, standard: str | None) -> CrewRequirement:
    lead, lighters, length, breadth, zone, elbe = FORMATIONS[step]
    ship = convoy(lead, lighters, length_m=length, breadth_m=breadth, standard=standard)
    return requirement(ship, mode=mode, zone=zone, on_elbe=elbe)


def step_of(needed: CrewRequirement) -> str:
    """The step that decided, as the derivation names it last."""
    texts = [s.text.de for s in needed.derivation if "Stufe" in s.text.de]
    return texts[-1].split("Stufe ")[1].split()[0] if texts else ""


@pytest.mark.parametrize("step", TABLE)
@pytest.mark.parametrize("column", range(5))
def test_every_cell(step: str, column: int) -> None:
    needed = of_step(step, "ABCDD"[column], "S2" if column == 4 else "S1")
    assert crews(needed) == [crew(TABLE[step][column])]
    assert not needed.plan_bars
    assert step_of(needed) == step


@pytest.mark.parametrize("standard", [None, "S3"])
@pytest.mark.parametrize("step", TABLE)
@pytest.mark.parametrize("mode", "ABCD")
def test_without_a_standard_the_first_column_with_a_surcharge(step: str, mode: str, standard: str | None) -> None:
    needed = of_step(step, mode, standard)
    assert crews(needed) == [crew(TABLE[step]["ABCD".index(mode)]) + crew(SURCHARGE.get(step, "1MA"))]
    assert any("§ 106 Abs. 2" in cited.citation for cited in needed.derivation)
    assert any("(standard)" in note.text.de for note in needed.notes) is (standard is None)


@pytest.mark.parametrize(
    ("lead", "lighters", "length", "breadth", "step"),
    [
        ("pusher", 0, 25, 10, ""),
        ("pusher", 1, 86, 30, "1"),
        ("pusher", 1, 86.01, 9.5, "2"),
        ("pusher", 1, 300, 30, "2"),
        ("pusher", 2, 80, 9.5, "3"),
        ("pusher", 3, 80, 9.5, "4"),
        ("pusher", 4, 80, 9.5, "4"),
        ("pusher", 5, 80, 9.5, "5"),
        ("pusher", 6, 80, 9.5, "5"),
        ("pusher", 20, 80, 9.5, "5"),
        ("motor_vessel", 0, 110, 11.4, ""),
        ("motor_vessel", 1, 80, 9.5, "2"),
        ("motor_vessel", 1, 116.5, 15, "2"),
        ("motor_vessel", 1, 116.51, 15, "3"),
        ("motor_vessel", 1, 116.5, 15.01, "3"),
        ("motor_vessel", 2, 80, 9.5, "4"),
        ("motor_vessel", 3, 80, 9.5, "4"),
        ("motor_vessel", 4, 80, 9.5, ""),
        ("motor_vessel", 6, 80, 9.5, ""),
    ],
)
def test_bounds_of_the_formations(lead: str, lighters: int, length: float, breadth: float, step: str) -> None:
    ship = convoy(lead, lighters, length_m=length, breadth_m=breadth, standard="S1")
    needed = requirement(ship, mode="B", zone=3, on_elbe=False)
    assert step_of(needed) == step
    assert [bar.code for bar in needed.plan_bars] == ([] if step else ["manning.no_table"])
    assert bool(needed.statutory) is bool(step)


@pytest.mark.parametrize(
    ("zone", "elbe", "step"),
    [
        (4, None, "2a"),
        (4, False, "2a"),
        (4, True, "2a"),
        (3, True, "2a"),
        (3, False, "2"),
        (2, True, "2"),
        (1, None, "2"),
    ],
)
def test_waters_of_the_deviating_step(zone: int, elbe: bool | None, step: str) -> None:
    needed = requirement(convoy("pusher", 1, length_m=100, standard="S1"), mode="A", zone=zone, on_elbe=elbe)
    assert step_of(needed) == step
    assert not any("(zone)" in note.text.de or "(on_elbe)" in note.text.de for note in needed.notes)


@pytest.mark.parametrize(("zone", "named"), [(None, ("zone", "on_elbe")), (3, ("on_elbe",))])
def test_waters_not_stated_are_named_and_not_used(zone: int | None, named: tuple[str, ...]) -> None:
    needed = requirement(convoy("pusher", 1, length_m=100, standard="S1"), mode="A", zone=zone)
    assert step_of(needed) == "2"
    [note] = needed.notes
    assert all(f"({name})" in note.text.de for name in named)


def test_steps_without_a_deviation_ask_for_no_waters() -> None:
    for lighters, length in ((1, 86), (5, 200)):
        assert not requirement(convoy("pusher", lighters, length_m=length, standard="S1"), mode="A").notes


@pytest.mark.parametrize(
    ("length", "share"),
    [
        (10, Fraction(1, 4)),
        (19.11, Fraction(1, 4)),
        (19.12, Fraction(1, 3)),
        (19.13, Fraction(1, 3)),
        (25.49, Fraction(1, 3)),
        (25.5, Fraction(1, 2)),
        (25.51, Fraction(1, 2)),
        (38.25, Fraction(1, 2)),
        (38.26, Fraction(1)),
        (110, Fraction(1)),
    ],
)
def test_share_of_a_lighter(length: float, share: Fraction) -> None:
    shares = load_rulebook().rule("manning.convoy.lighter_equivalence").versions[-1].values["shares"]
    assert _share(shares, length) == share


@pytest.mark.parametrize(
    ("lengths", "lighters"),
    [
        ((38.25, 38.25), 1),
        ((38.26, 38.25), 2),
        ((25.4, 25.4, 25.4), 1),
        ((25.5, 25.4, 25.4), 2),
        ((19.0,) * 4, 1),
        ((19.0,) * 5, 2),
        ((19.12,) * 3, 1),
        ((32.5, 24.0, 18.0), 2),
        ((32.5, 18.0, 18.0), 1),
        ((24.0, 24.0, 24.0, 76.5), 2),
    ],
)
def test_lengths_count_by_their_shares(lengths: tuple[float, ...], lighters: int) -> None:
    by_length = requirement(convoy("pusher", lighter_lengths_m=lengths, length_m=150, standard="S1"), mode="B", zone=2)
    whole = requirement(convoy("pusher", lighters, length_m=150, standard="S1"), mode="B", zone=2)
    assert crews(by_length) == crews(whole)


def test_rounding_up_is_told() -> None:
    ship = convoy("pusher", lighter_lengths_m=(32.5, 24.0), length_m=80, standard="S1")
    step = requirement(ship, mode="A", zone=3, on_elbe=False).derivation[0]
    assert "32,5 + 24 m" in step.text.de and "1 Schubleichter" in step.text.de and "5/6" in step.text.de
    assert "§ 106 Abs. 4" in step.citation


def test_the_larger_of_two_counts_decides() -> None:
    for lighters, lengths in ((2, (76.5,)), (1, (76.5, 76.5))):
        ship = convoy("pusher", lighters, lighter_lengths_m=lengths, length_m=80, standard="S1")
        assert step_of(requirement(ship, mode="B", zone=2)) == "3"


def test_the_shift_goes_before_the_vessel() -> None:
    ship = convoy("pusher", 4, length_m=185, breadth_m=22.8, standard="S1")
    trip = {"lead": ConvoyLead.MOTOR_VESSEL, "lighters": 1, "formation_length_m": 110, "formation_breadth_m": 11.4}
    needed = requirement(ship, mode="B", zone=2, **trip)
    assert step_of(needed) == "2"
    assert "Motorschiff + 1 Schubleichter, 110 m Länge, 11,4 m Breite" in needed.derivation[0].text.de


def test_units_count_once_each_where_nothing_else_is_stated() -> None:
    units = (PushedUnit.TOWED_BARGE, PushedUnit.MOTOR_VESSEL_ENGINE_OFF, PushedUnit.LIGHTER)
    ship = convoy("pusher", length_m=150, standard="S1")
    needed = requirement(ship, mode="B", zone=2, pushed_units=units)
    assert step_of(needed) == "4"
    assert "Abs. 4, 5" in needed.derivation[0].citation
    assert step_of(requirement(ship, mode="B", zone=2, pushed_units=units, lighters=1)) == "2"


def test_units_of_the_trip_never_count_less_than_the_vessel_says() -> None:
    ship = convoy("pusher", 1, length_m=150, standard="S1")
    assert step_of(requirement(ship, mode="B", zone=2, pushed_units=(PushedUnit.LIGHTER,) * 3)) == "4"


@pytest.mark.parametrize(
    ("lead", "lighters", "mode", "missing"),
    [
        (None, 2, "A", ("lead",)),
        ("pusher", None, "A", ("lighters",)),
        ("pusher", 2, None, ("mode",)),
        (None, None, None, ("lead", "lighters", "mode")),
    ],
)
def test_missing_facts_are_named(
    lead: str | None, lighters: int | None, mode: str | None, missing: tuple[str, ...]
) -> None:
    needed = requirement(convoy(lead, lighters, length_m=100, standard="S1"), mode=mode)
    assert needed.statutory == ()
    [bar] = needed.plan_bars
    assert all(f"({name})" in bar.text.de and f"({name})" in bar.text.en for name in missing)
    assert "§ 106" in bar.citation


@pytest.mark.parametrize(
    ("lead", "facts", "step", "named"),
    [
        ("pusher", {}, "2", ["formation_length_m"]),
        ("motor_vessel", {}, "3", ["formation_length_m", "formation_breadth_m"]),
        ("motor_vessel", {"length_m": 100}, "3", ["formation_breadth_m"]),
        ("motor_vessel", {"length_m": 200}, "3", []),
    ],
)
def test_a_dimension_not_stated_counts_as_exceeded(
    lead: str, facts: dict[str, Any], step: str, named: list[str]
) -> None:
    needed = requirement(convoy(lead, 1, standard="S1", **facts), mode="A", zone=3, on_elbe=False)
    assert step_of(needed) == step
    notes = " ".join(note.text.de for note in needed.notes)
    assert [name for name in ("formation_length_m", "formation_breadth_m") if f"({name})" in notes] == named


@pytest.mark.parametrize("step", ["2", "2a"])
@pytest.mark.parametrize("standard", ["S1", "S2"])
def test_a_boatman_may_be_replaced_in_mode_d(step: str, standard: str) -> None:
    needed = of_step(step, "D", standard)
    assert options(needed) == [crew("2SF 1StM 1MA 1LM"), crew("2SF 1StM 1MA 1MK")]
    assert all("§ 106 Abs. 3" in option.citation for option in needed.substitutions)
    assert len(needed.substitutions) == 2
    marked = [place.function for item in needed.alternatives for place in item.places if place.exchanged]
    assert marked == [Function.APPRENTICE]


@pytest.mark.parametrize(("step", "mode"), [("1", "D"), ("3", "D"), ("3a", "D"), ("5", "D"), ("2", "B"), ("2a", "C")])
def test_no_replacement_in_other_steps_and_modes(step: str, mode: str) -> None:
    assert not of_step(step, mode, "S1").substitutions


@pytest.mark.parametrize(
    "trip", [{"lighters": 1}, {"lighter_lengths_m": (30.0,)}, {"pushed_units": (PushedUnit.LIGHTER,)}]
)
def test_lighters_of_a_vessel_that_is_no_convoy_are_a_warning(trip: dict[str, Any]) -> None:
    ship = vessel("motor_cargo", tonnage_t=900, power_kw=500, standard="S1", features={"mechanical_aids": True})
    [note] = requirement(ship, mode="A", **trip).notes
    assert note.severity is Severity.WARNING and "§ 106" in note.citation
    assert not requirement(ship, mode="A", lighters=0).notes
