"""N-1 on tiny weeks: what falls with each person, who stands in, in processes of their own."""

from __future__ import annotations

import threading

from solve_cases import at, instance, shift, ship

from optimizer.domain import Function
from optimizer.foresee.outages import danger, outage_of, outages
from optimizer.instance import Instance
from optimizer.plan import make_plan
from optimizer.replan.answers import Replanner
from optimizer.roster import Roster
from optimizer.solve.result import SolveOptions

QUICK = SolveOptions(time_limit_s=20, workers=1)


def week(letters: str) -> tuple[Instance, Roster]:
    base = instance([ship("X")], [shift(f"S{day}", "X", day, "08:00", "14:00") for day in range(3)], letters)
    roster = make_plan(base, QUICK).result.roster
    assert roster is not None
    return base, roster


def test_the_only_boatmaster_takes_all_shifts_along() -> None:
    base, roster = week("BMM")
    found = outage_of(Replanner(base, roster), "B0", at(0, "00:00"), QUICK)
    assert found.falls == ("S0", "S1", "S2") and found.weight == 3
    assert found.proven and not found.stand_ins


def test_a_free_boatman_stands_in() -> None:
    base, roster = week("BMM")
    busy = {r.crew_id for r in roster.rows if r.function is Function.BOATMAN}
    for crew_id in sorted(busy):
        found = outage_of(Replanner(base, roster), crew_id, at(0, "00:00"), QUICK)
        assert not found.falls and found.proven
        assert {item.crew_id for item in found.stand_ins} == {"M1", "M2"} - {crew_id}
        assert found.changed == found.places == len(found.stand_ins)


def test_whoever_has_nothing_to_do_any_more_is_no_loss() -> None:
    base, roster = week("BMM")
    assert outage_of(Replanner(base, roster), "B0", at(2, "14:00"), QUICK).places == 0


def test_everybody_in_several_processes_the_worst_first() -> None:
    base, roster = week("BMM")
    found = sorted(outages(base, roster, at(0, "00:00"), processes=2, time_limit_s=20), key=danger)
    assert [item.crew_id for item in found][0] == "B0"
    assert {item.crew_id for item in found} == {r.crew_id for r in roster.rows}
    alone = {item.crew_id: outage_of(Replanner(base, roster), item.crew_id, at(0, "00:00"), QUICK) for item in found}
    assert alone == {item.crew_id: item for item in found}


def test_a_stop_keeps_what_was_found() -> None:
    base, roster = week("BMM")
    stop = threading.Event()
    stop.set()
    assert len(list(outages(base, roster, at(0, "00:00"), processes=1, stop=stop))) <= 3
