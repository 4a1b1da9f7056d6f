"""Why somebody is in a place: what it costs with them and with the next, and what falls without them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from explain_cases import one_shift, planned, roster, with_person
from solve_cases import instance, shift, ship

from optimizer.domain import Function
from optimizer.explain import Explainer, Group, why_person
from optimizer.roster import RosterRow, RowStatus


def test_the_next_best_costs_what_the_exchange_costs() -> None:
    given = with_person(one_shift("BBM"), "B0", home_vessel="V1")
    explainer = planned(given)
    position = explainer.positions("S1", Function.BOATMASTER)[0]
    assert position.crew_id == "B0"
    answer = why_person(explainer, position)
    best = answer.next_best
    assert best is not None and best.crew_id == "B1" and best.price is not None
    difference = sum(p.points for p in answer.next_parts) - sum(p.points for p in answer.parts)
    assert best.price == difference > 0
    assert {part.name for part in answer.next_parts} - {part.name for part in answer.parts} == {"vessel"}
    assert answer.falls == ()


def test_without_the_only_boatmaster_the_shift_falls() -> None:
    explainer = planned(one_shift("BM"))
    answer = why_person(explainer, explainer.positions("S1", Function.BOATMASTER)[0])
    assert answer.next_best is None and answer.falls == ("S1",)


def test_without_the_only_boatmaster_the_rest_of_the_voyage_falls_too() -> None:
    facts = {"voyage_id": "R1", "crew_change_at_end": False}
    shifts = [shift("S1", "V1", 1, "08:00", "13:00", **facts), shift("S2", "V1", 2, "08:00", "13:00", **facts)]
    explainer = planned(instance([ship("V1")], shifts, "BM"))
    answer = why_person(explainer, explainer.positions("S2", Function.BOATMASTER)[0])
    assert answer.falls == ("S1", "S2")


def test_an_open_place_has_nobody_to_explain() -> None:
    given = one_shift("BM")
    rows = [RosterRow(shift_id="S1", status=RowStatus.OPEN, function=Function.BOATMASTER)]
    explainer = Explainer(given, roster(given, rows))
    with pytest.raises(ValueError, match="open"):
        why_person(explainer, explainer.positions("S1")[0])


def test_rows_of_people_and_shifts_that_do_not_exist_break_nothing() -> None:
    """What is left of an old plan is no reason to fail."""
    explainer = planned(one_shift("BBM"))
    stale = RosterRow(shift_id="GONE", status=RowStatus.FILLED, crew_id="B9", function=Function.BOATMASTER)
    old = Explainer(
        explainer.instance, replace(explainer.roster, rows=(*explainer.roster.rows, stale)), explainer.problem
    )
    found = old.candidates(old.positions("S1", Function.BOATMASTER)[0])
    assert [c.group for c in found.free] == [Group.FREE]
    assert old.positions("GONE") == ()


def test_somebody_foreseen_on_the_shift_is_not_offered_for_its_other_place() -> None:
    given = one_shift("BBM")
    rows = [
        RosterRow(shift_id="S1", status=RowStatus.FORESEEN, crew_id="B0", function=Function.BOATMASTER),
        RosterRow(shift_id="S1", status=RowStatus.OPEN, function=Function.BOATMAN),
    ]
    explainer = Explainer(given, roster(given, rows))
    found = explainer.candidates(explainer.positions("S1", Function.BOATMAN)[0])
    barred = found.of("B0")
    assert barred is not None and barred.group is Group.BARRED
    assert [bar.code for bar in barred.bars] == ["presence.foreseen"]
    assert {c.crew_id for c in found.free} == {"B1", "M2"}
