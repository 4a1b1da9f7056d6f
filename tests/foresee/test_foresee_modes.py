"""Operating modes that the crew on board would allow, and what the next one takes."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from itertools import product

import pytest
from solve_cases import instance, shift, ship

from optimizer.check import check_roster
from optimizer.domain import Function, OperatingMode, Regime, VesselType
from optimizer.export.modes_text import mode_lines
from optimizer.foresee import mode_answers
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval

F = Function
A, B, C, D = (OperatingMode(mode) for mode in "ABCD")


def row(item, crew_id, function, number=0, status=RowStatus.FILLED, **more):
    """A row with half an hour of break, for everybody at another time."""
    opens = item.interval.start + timedelta(minutes=120 + 30 * number)
    on_duty = status in (RowStatus.FILLED, RowStatus.LOCKED)
    pause = (Interval(opens, opens + timedelta(minutes=30)),) if on_duty else ()
    duty = (item.interval,) if on_duty else ()
    return RosterRow(
        shift_id=item.shift_id, status=status, crew_id=crew_id, function=function, duty=duty, breaks=pause, **more
    )


def case(letters, functions, *, vessel=None, **facts):
    """One shift of eight hours with everybody in ``letters`` on board in these functions."""
    made = instance([vessel or ship("V1")], [shift("S1", "V1", 0, "06:00", "14:00", **facts)], letters)
    item = made.dataset.shifts["S1"]
    rows = [
        row(item, crew_id, function, number)
        for number, (crew_id, function) in enumerate(zip(made.dataset.crew, functions, strict=True))
    ]
    return made, Roster(window=made.window, rows=tuple(rows))


def only(made, plan):
    (answer,) = mode_answers(made, plan)
    return answer


def test_the_next_mode_up_takes_a_second_boatmaster():
    answer = only(*case("BM", [F.BOATMASTER, F.BOATMAN]))
    assert (answer.planned, answer.highest, answer.sails, answer.changed) == (A, A, True, ())
    assert answer.step.mode is B
    assert [place.function for place in answer.step.missing] == [F.BOATMASTER]
    assert any("Betriebsform B" in step.text.de for step in answer.step.steps)
    assert all(step.citation.startswith("BinSchPersV § 10") for step in answer.step.steps)
    assert {finding.code for finding in answer.step.reasons} == {"manning.open_place"}


def test_whoever_is_above_the_crew_is_asked_what_they_lack():
    answer = only(*case("BMD", [F.BOATMASTER, F.BOATMAN, F.DECKHAND]))
    assert answer.highest is A
    (bar,) = answer.step.nearest
    assert bar.crew_id == "D2" and "Schiffsführer" in bar.text.de and bar.citation.startswith("BinSchPersV § 11")


def test_a_boatmaster_who_serves_as_boatman_may_change_function():
    answer = only(*case("BBM", [F.BOATMASTER, F.BOATMAN, F.ADDITIONAL]))
    assert answer.highest is B
    assert dict(answer.changed) == {"B1": F.BOATMASTER, "M2": F.BOATMAN}


def test_an_eighteen_hour_shift_has_no_lawful_mode_with_one_crew():
    made = instance([ship("V1")], [shift("S1", "V1", 0, "04:00", "22:00")], "BM")
    item = made.dataset.shifts["S1"]
    plan = Roster(window=made.window, rows=(row(item, "B0", F.BOATMASTER), row(item, "M1", F.BOATMAN, 1)))
    answer = only(made, plan)
    assert (answer.highest, answer.step.mode) == (None, A)
    assert {"mode.sailing_hours", "rest.consecutive_duty_employee"} <= {f.code for f in answer.step.reasons}


def test_foreseen_people_are_asked_about_where_the_shift_does_not_sail():
    made = instance([ship("V1")], [shift("S1", "V1", 0, "06:00", "14:00", mode=B)], "BM")
    item = made.dataset.shifts["S1"]
    rows = (
        row(item, "B0", F.BOATMASTER, status=RowStatus.FORESEEN),
        row(item, "M1", F.BOATMAN, status=RowStatus.FORESEEN),
        row(item, "", F.BOATMASTER, status=RowStatus.OPEN),
    )
    answer = only(made, Roster(window=made.window, rows=rows))
    assert (answer.planned, answer.sails, answer.highest) == (B, False, A)
    assert (answer.step.mode, [place.function for place in answer.step.missing]) == (B, [F.BOATMASTER])
    nobody = only(made, Roster(window=made.window, rows=rows[2:]))
    assert (nobody.highest, nobody.step.mode, len(nobody.step.missing)) == (None, B, 3)


def test_a_voyage_has_one_answer():
    shifts = [
        shift("S1", "V1", 0, "06:00", "14:00", voyage_id="R", crew_change_at_end=False),
        shift("S2", "V1", 1, "06:00", "14:00", voyage_id="R"),
    ]
    made = instance([ship("V1")], shifts, "BM")
    rows = tuple(
        row(made.dataset.shifts[shift_id], crew_id, function, number)
        for shift_id in ("S1", "S2")
        for number, (crew_id, function) in enumerate([("B0", F.BOATMASTER), ("M1", F.BOATMAN)])
    )
    answer = only(made, Roster(window=made.window, rows=rows))
    assert (answer.shifts, answer.highest) == (("S1", "S2"), A)


@pytest.mark.parametrize(
    ("vessel", "facts", "word"),
    [
        (ship("V1", type=VesselType.VEHICLE_FERRY), {"mode": None}, "Fähren"),
        (ship("V1", type=VesselType.HARBOUR_TUG), {"mode": None}, "keine Betriebsform angegeben"),
        (ship("V1"), {"regime": Regime.RHEINSCHPERSV}, "Rhein"),
    ],
)
def test_shifts_without_modes_say_so(vessel, facts, word):
    answer = only(*case("BM", [F.BOATMASTER, F.BOATMAN], vessel=vessel, **facts))
    assert answer.silent is not None and word in answer.silent.de
    assert (answer.highest, answer.step) == (None, None)


CREWS = ["B", "BM", "BD", "BBM", "BMM", "BBMM", "BBBM", "BAD"]
ANY = [F.HELMSMAN, F.ABLE_BOATMAN, F.BOATMAN, F.APPRENTICE, F.DECKHAND, F.ADDITIONAL]
CARGO = ship("V1", type=VesselType.MOTOR_CARGO, tonnage_t=1300.0, passengers_max=None, persons_max=None)


@pytest.mark.parametrize("letters", CREWS)
@pytest.mark.parametrize("vessel", [ship("V1"), CARGO], ids=["excursion", "cargo"])
def test_no_assignment_of_functions_allows_another_mode(letters, vessel):
    """Brute force over all functions of all people, judged by the checker alone."""
    first = [F.BOATMASTER, *[F.ADDITIONAL] * (len(letters) - 1)]
    made, plan = case(letters, first, vessel=vessel)
    lawful = [mode for mode in (A, B, C, D) if _some_functions(made, plan, mode, letters)]
    assert only(made, plan).highest is (lawful[-1] if lawful else None)


def _some_functions(made, plan, mode, letters):
    item = replace(made.dataset.shifts["S1"], mode=mode)
    moded = replace(made, dataset=replace(made.dataset, shifts={"S1": item}))
    choices = [[F.BOATMASTER, F.BOATMAN, F.ADDITIONAL] if letter == "B" else ANY for letter in letters]
    for functions in product(*choices):
        rows = tuple(replace(r, function=f) for r, f in zip(plan.rows, functions, strict=True))
        if not check_roster(moded, replace(plan, rows=rows)).unlawful:
            return True
    return False


def test_the_text_says_what_is_missing():
    made, plan = case("BMD", [F.BOATMASTER, F.BOATMAN, F.DECKHAND])
    german, english = ("\n".join(mode_lines(made, mode_answers(made, plan), lang)) for lang in ("de", "en"))
    assert "geplant A, höchstens zulässig A" in german and "für B fehlt: 1 × Schiffsführer" in german
    assert "planned A, highest lawful A" in english and "missing for B: 1 × Boatmaster" in english
    assert all(len(line) <= 100 for line in [*german.splitlines(), *english.splitlines()])
