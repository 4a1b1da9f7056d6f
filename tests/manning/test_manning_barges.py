"""§ 104(5)-(7): barges on short shuttles, between Bremen and Mittelsbüren, and by permit."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from manning_build import crew, crews, requirement, vessel

from optimizer.domain import CertificateCrew, CrewScope, OperatingMode, Permit, TowPosition
from optimizer.manning import CrewRequirement

pytestmark = pytest.mark.law

SHUTTLE = {"mode": "A", "route_km": 20.0, "shuttle": True, "tow_position": TowPosition.BEHIND_TUG}
TABLE, MASTER = [crew("1SF 1LM")], [crew("1SF")]


def barge(tonnage: float = 150, **facts: Any) -> Any:
    facts.setdefault("unmet", frozenset())
    return vessel("towed_barge", tonnage_t=tonnage, features={"mechanical_aids": True}, **facts)


def permit(paragraph: str, first: date | None = None, last: date | None = None) -> tuple[Permit, ...]:
    return (Permit(vessel_id="V1", paragraph=paragraph, valid_from=first, valid_until=last),)


def cited(needed: CrewRequirement, paragraph: str) -> bool:
    return any(paragraph in step.citation for step in needed.derivation)


def test_the_boatmaster_suffices_on_a_short_shuttle() -> None:
    needed = requirement(barge(), **SHUTTLE)
    assert crews(needed) == MASTER
    assert cited(needed, "§ 104 Abs. 5")
    assert not needed.notes and not needed.plan_bars


@pytest.mark.parametrize(
    ("tonnage", "change"),
    [(150.1, {}), (150, {"route_km": 20.1}), (150, {"shuttle": False}), (150, {"mode": "B"})],
)
def test_each_bound_of_the_short_shuttle(tonnage: float, change: dict[str, Any]) -> None:
    needed = requirement(barge(tonnage), **{**SHUTTLE, **change})
    assert not cited(needed, "Abs. 5")
    assert len(needed.statutory[0].places) > 1


@pytest.mark.parametrize("name", ["route_km", "shuttle"])
def test_a_fact_not_stated_leaves_the_table(name: str) -> None:
    needed = requirement(barge(), **{**SHUTTLE, name: None})
    assert crews(needed) == TABLE
    assert any(f"({name})" in note.text.de and "§ 104 Abs. 5" in note.citation for note in needed.notes)


def test_a_barge_alongside_the_tug_needs_nobody() -> None:
    needed = requirement(barge(), **{**SHUTTLE, "tow_position": TowPosition.ALONGSIDE_TUG})
    assert [item.places for item in needed.statutory] == [()]
    assert [item.places for item in needed.alternatives] == [()]
    assert needed.sailing and not needed.plan_bars


def test_without_a_position_the_boatmaster_is_on_board() -> None:
    needed = requirement(barge(), **{**SHUTTLE, "tow_position": None})
    assert crews(needed) == MASTER
    assert any("(tow_position)" in note.text.de for note in needed.notes)


def test_the_relief_replaces_the_surcharges_too() -> None:
    ship = vessel("towed_barge", tonnage_t=150, unmet=frozenset("1"), features={"mechanical_aids": False})
    assert crews(requirement(ship, **SHUTTLE)) == MASTER


def test_one_crew_for_a_coupled_pair() -> None:
    pair = {"tow_position": TowPosition.PAIR_ALONGSIDE_BEHIND_TUG, "crew_scope": CrewScope.PAIR}
    needed = requirement(barge(), **{**SHUTTLE, **pair})
    assert crews(needed) == MASTER
    assert not needed.plan_bars
    assert "beide" in needed.derivation[0].text.de


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"tow_position": TowPosition.BEHIND_TUG}, "Platz im Schleppverband"),
        ({"tow_position": None}, "Platz im Schleppverband"),
        ({"route_km": 20.1}, "Länge der Strecke"),
        ({"shuttle": None}, "Pendelverkehr"),
    ],
)
def test_no_common_crew_outside_the_relief(change: dict[str, Any], named: str) -> None:
    pair = {"tow_position": TowPosition.PAIR_ALONGSIDE_BEHIND_TUG, "crew_scope": CrewScope.PAIR}
    needed = requirement(barge(), **{**SHUTTLE, **pair, **change})
    [bar] = needed.plan_bars
    assert named in bar.text.de and "§ 104 Abs. 5" in bar.citation


def test_the_relief_counts_beside_an_entered_crew() -> None:
    entry = CertificateCrew(vessel_id="V1", mode=OperatingMode.A, alternatives=(dict(crew("1SF 1LM")),))
    assert crews(requirement(barge(), certificate_crews=(entry,), **SHUTTLE)) == MASTER
    permitted = requirement(barge(330), certificate_crews=(entry,), permits=permit("§ 104(7)"), **SHUTTLE)
    assert crews(permitted) == TABLE


@pytest.mark.parametrize(("tonnage", "expected"), [(330, MASTER), (330.1, TABLE)])
def test_shuttle_permit(tonnage: float, expected: list[Any]) -> None:
    needed = requirement(barge(tonnage), permits=permit("§ 104 Abs. 7"), **SHUTTLE)
    assert crews(needed) == expected
    assert cited(needed, "§ 104 Abs. 7") is (expected == MASTER)
    assert any("deckt diese Fahrt nicht" in note.text.de for note in needed.notes) is (expected == TABLE)


def test_shuttles_without_permit_keep_the_table() -> None:
    assert crews(requirement(barge(330), **SHUTTLE)) == TABLE


@pytest.mark.parametrize(
    ("tonnage", "stretch", "mode", "relieved"),
    [
        (500, "bremen_mittelsbueren", "A", True),
        (500, "Bremen-Mittelsbüren", "A", True),
        (500.1, "bremen_mittelsbueren", "A", False),
        (500, "bremen_mittelsbueren", "B", False),
        (500, "Weser 340-350", "A", False),
        (500, "bremen_mittelsbueren|Weser 340-350", "A", False),
        (500, "", "A", False),
    ],
)
def test_permit_for_bremen(tonnage: float, stretch: str, mode: str, relieved: bool) -> None:
    needed = requirement(barge(tonnage), permits=permit("§ 104(6)"), mode=mode, stretch=stretch)
    assert (crews(needed) == MASTER) is relieved
    if not stretch:
        assert any("(stretch)" in note.text.de for note in needed.notes)


@pytest.mark.parametrize(
    ("first", "last", "valid"),
    [
        (None, None, True),
        (date(2026, 6, 1), date(2026, 6, 1), True),
        (date(2026, 6, 2), None, False),
        (None, date(2026, 5, 31), False),
    ],
)
def test_a_permit_counts_on_its_days_only(first: date | None, last: date | None, valid: bool) -> None:
    needed = requirement(barge(330), permits=permit("§ 104(7)", first, last), **SHUTTLE)
    assert crews(needed) == (MASTER if valid else TABLE)


def test_motor_vessels_with_a_manoeuvring_engine_are_no_barges() -> None:
    ship = vessel("motor_cargo", tonnage_t=140, unmet=frozenset(), features={"engine_only_for_manoeuvring": True})
    assert crews(requirement(ship, **SHUTTLE)) == TABLE
