"""The roster without one certificate, and who could stand in."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from solve_cases import at, instance, shift, ship

from optimizer.check import check_roster
from optimizer.domain import Absence, AbsenceKind, CertificateKind, Function
from optimizer.findings import Severity
from optimizer.foresee import without_certificate
from optimizer.foresee.stand_ins import stand_ins
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval

K, F = CertificateKind, Function
LETTERS = "BMBMMB"  # B0 M1 B2 M3 M4 B5


def row(item, crew_id, function):
    """A row with half an hour of break in a long shift, the boatman's while the boatmaster is on duty."""
    opens = item.interval.start + timedelta(hours=4 if function is F.BOATMASTER else 3)
    pause = (Interval(opens, opens + timedelta(minutes=30)),) if item.interval.minutes > 360 else ()
    return RosterRow(
        shift_id=item.shift_id,
        status=RowStatus.FILLED,
        crew_id=crew_id,
        function=function,
        duty=(item.interval,),
        breaks=pause,
    )


def case(**facts):
    """Two vessels on Monday morning, one in the evening and one on Tuesday; B0 leads the first and last."""
    shifts = [
        shift("A1", "V1", 0, "06:00", "14:00"),
        shift("B1", "V2", 0, "06:00", "14:00"),
        shift("B2", "V2", 0, "22:00", "23:00"),
        shift("A2", "V1", 1, "06:00", "14:00"),
    ]
    made = instance([ship("V1"), ship("V2")], shifts, LETTERS, **facts)
    people = {"A1": ("B0", "M1"), "B1": ("B2", "M3"), "B2": ("B2", "M3"), "A2": ("B0", "M1")}
    rows = tuple(
        row(made.dataset.shifts[shift_id], crew_id, function)
        for shift_id, pair in people.items()
        for crew_id, function in zip(pair, (F.BOATMASTER, F.BOATMAN), strict=True)
    )
    return made, Roster(window=made.window, rows=rows)


def test_the_sample_is_lawful():
    assert check_roster(*case()).exit_code == 0


def test_every_shift_that_needs_the_certificate_falls():
    made, plan = case()
    result = without_certificate(made, plan, "B0", K.UNION_PATENT)
    assert [post.shifts for post in result.lost] == [("A1",), ("A2",)]
    assert {bar.citation for post in result.lost for bar in post.bars} == {"BinSchPersV § 11 Abs. 1, 2, 4"}
    assert result.others == ()
    assert [item.kind for item in result.certificates] == [K.UNION_PATENT]
    report = check_roster(result.instance, plan)
    assert {f.shift_id for f in report.unlawful} >= {"A1"}


def test_stand_ins_are_free_rested_and_qualified():
    made, plan = case()
    monday, tuesday = without_certificate(made, plan, "B0", K.UNION_PATENT).lost
    assert monday.stand_ins == ("B5",)  # B2 leads another vessel at the time
    assert tuesday.stand_ins == ("B5",)  # B2 ends at 23:00 and has no ten hours of rest by 06:00
    absent = Absence(crew_id="B5", start=at(1, "00:00"), end=at(2, "00:00"), kind=AbsenceKind.LEAVE)
    made, plan = case(absences=(absent,))
    monday, tuesday = without_certificate(made, plan, "B0", K.UNION_PATENT).lost
    assert (monday.stand_ins, tuesday.stand_ins) == (("B5",), ())


def test_a_boatmaster_may_stand_in_for_a_boatman():
    made, plan = case()
    monday, tuesday = without_certificate(made, plan, "M1", K.BOATMAN).lost
    assert monday.stand_ins == ("B5", "M4")
    assert tuesday.stand_ins == ("B5", "M4")


@pytest.mark.parametrize("shift_id", ["A1", "B1", "B2", "A2"])
@pytest.mark.parametrize("crew_id_place", [0, 1])
def test_stand_ins_are_exactly_those_the_checker_lets_pass(shift_id, crew_id_place):
    made, plan = case()
    gone = [item for item in plan.rows if item.shift_id == shift_id][crew_id_place]
    before = len(check_roster(made, plan).unlawful)
    lawful = set()
    for crew_id in made.dataset.crew:
        if crew_id == gone.crew_id:
            continue
        rows = tuple(replace(item, crew_id=crew_id) if item is gone else item for item in plan.rows)
        if len(check_roster(made, replace(plan, rows=rows)).unlawful) == before:
            lawful.add(crew_id)
    assert set(stand_ins(made, plan, [gone])) == lawful


def test_a_voyage_needs_one_person_for_all_its_shifts():
    shifts = [
        shift("A1", "V1", 0, "06:00", "14:00", voyage_id="R1", crew_change_at_end=False),
        shift("A2", "V1", 1, "06:00", "14:00", voyage_id="R1"),
        shift("B1", "V2", 1, "06:00", "14:00"),
    ]
    made = instance([ship("V1"), ship("V2")], shifts, LETTERS)
    people = {"A1": ("B0", "M1"), "A2": ("B0", "M1"), "B1": ("B2", "M3")}
    rows = tuple(
        row(made.dataset.shifts[shift_id], crew_id, function)
        for shift_id, pair in people.items()
        for crew_id, function in zip(pair, (F.BOATMASTER, F.BOATMAN), strict=True)
    )
    (post,) = without_certificate(made, Roster(window=made.window, rows=rows), "B0", K.UNION_PATENT).lost
    assert (post.shifts, post.stand_ins) == (("A1", "A2"), ("B5",))


def test_a_certificate_the_roster_does_not_use_spoils_nothing():
    made, plan = case()
    result = without_certificate(made, plan, "B5", K.UNION_PATENT)
    assert (result.lost, result.others) == ((), ())


def test_nothing_unlawful_is_invented():
    made, plan = case()
    result = without_certificate(made, plan, "B0", K.UNION_PATENT)
    before = {f.code for f in check_roster(made, plan).findings if f.severity is Severity.UNLAWFUL}
    assert before == set() and all(f.severity is Severity.UNLAWFUL for f in result.others)
