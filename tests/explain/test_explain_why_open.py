"""Why a place is open: each set of changes works, and no proper subset of it does."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from itertools import combinations

import pytest
from explain_cases import QUICK, one_shift, planned, roster, with_person
from solve_cases import at, instance, shift, ship

from optimizer.check import check_roster
from optimizer.domain import Absence, AbsenceKind, Function, Rotation
from optimizer.explain import Explainer, WhyOpen, why_open
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.roster import RosterRow, RowStatus
from optimizer.solve.lexicographic import solve_problem
from optimizer.timeline import Interval


def absent(crew_id: str, kind: AbsenceKind = AbsenceKind.LEAVE) -> Absence:
    return Absence(crew_id=crew_id, start=at(2, "00:00"), end=at(2, "24:00"), kind=kind)


def names(answer: WhyOpen) -> list[frozenset[str]]:
    return [frozenset(fact.name for fact in remedy.facts) for remedy in answer.remedies]


def sails(given: Instance, shift_id: str) -> bool:
    result = solve_problem(build_problem(given), QUICK)
    assert result.roster is not None
    return shift_id in result.roster.sailing_shifts()


def explained(given: Instance, shift_id: str = "S1") -> WhyOpen:
    answer = why_open(planned(given), shift_id, QUICK)
    assert answer is not None
    return answer


def every_set_is_smallest(given: Instance, answer: WhyOpen, shift_id: str = "S1") -> None:
    """Brute force: plan the changed datasets from scratch, whole and with every proper subset."""
    assert answer.remedies
    for remedy in answer.remedies:
        for size in range(len(remedy.facts) + 1):
            for chosen in combinations(remedy.facts, size):
                dataset = given.dataset
                for fact in chosen:
                    dataset = fact.change(dataset)
                assert sails(replace(given, dataset=dataset), shift_id) == (len(chosen) == len(remedy.facts)), [
                    fact.name for fact in chosen
                ]


def test_leave_is_lifted_with_consent_and_hiring_is_the_last_resort() -> None:
    given = one_shift("BM", absences=(absent("B0"),))
    answer = explained(given)
    assert names(answer) == [frozenset({"absence B0"}), frozenset({"hire 0"})]
    assert "aus dem Urlaub käme (Einverständnis nötig)" in answer.remedies[0].facts[0].text.de
    assert answer.complete_to >= 1
    every_set_is_smallest(given, answer)


@pytest.mark.parametrize("kind", [AbsenceKind.SICK, AbsenceKind.MATERNITY, AbsenceKind.PARENTAL, AbsenceKind.SCHOOL])
def test_nobody_is_called_in_from_sickness_or_protection(kind: AbsenceKind) -> None:
    answer = explained(one_shift("BM", absences=(absent("B0", kind),)))
    assert names(answer) == [frozenset({"hire 0"})]


def test_two_absent_people_are_one_set_of_two() -> None:
    given = one_shift("BM", absences=(absent("B0"), absent("M1")))
    answer = explained(given)
    assert frozenset({"absence B0", "absence M1"}) in names(answer)
    assert all(len(found) == 2 for found in names(answer))
    every_set_is_smallest(given, answer)


def test_an_absence_elsewhere_counts_that_frees_somebody() -> None:
    """The boatmaster sails as boatman on the other vessel while its own boatman is on leave."""
    given = instance(
        [ship("V1"), ship("V2")],
        [shift("S1", "V1", 2, "06:00", "11:00"), shift("S2", "V2", 2, "06:00", "11:00")],
        "BBMM",
        absences=(absent("M3"),),
    )
    answer = why_open(planned(given), _ashore(given), QUICK)
    assert answer is not None
    assert frozenset({"absence M3"}) in names(answer)


def _ashore(given: Instance) -> str:
    roster = planned(given).roster
    return next(s for s in given.dataset.shifts if s not in roster.sailing_shifts())


def test_days_off_need_consent() -> None:
    rotation = Rotation(crew_id="B0", vessel_id="V1", days_on=7, days_off=7, anchor_date=date(2026, 11, 30))
    given = one_shift("BM", rotations=(rotation,))
    answer = explained(given)
    assert names(answer)[0] == frozenset({"consent B0"})
    every_set_is_smallest(given, answer)


def test_a_lapsed_patent_is_renewed_and_an_authorisation_obtained() -> None:
    given = one_shift("BM")
    old = with_person(given, "B0", birth_date=date(1966, 12, 9))
    answer = explained(old)
    assert names(answer)[0] == frozenset({"renewal B0 union_patent"})
    every_set_is_smallest(old, answer)
    sea = replace(given.dataset, shifts={"S1": replace(given.dataset.shifts["S1"], zone=2)})
    at_sea = replace(given, dataset=sea)
    answer = explained(at_sea)
    assert names(answer)[0] == frozenset({"paper B0 maritime"})
    every_set_is_smallest(at_sea, answer)


def test_leave_and_a_missing_authorisation_are_one_set() -> None:
    given = one_shift("BM", absences=(absent("B0"),))
    sea = replace(given.dataset, shifts={"S1": replace(given.dataset.shifts["S1"], zone=2)})
    at_sea = replace(given, dataset=sea)
    answer = explained(at_sea)
    assert frozenset({"absence B0", "paper B0 maritime"}) in names(answer)
    assert frozenset({"absence B0"}) not in names(answer)
    every_set_is_smallest(at_sea, answer)


def test_a_later_start_is_offered_to_the_minute() -> None:
    """One boatmaster sails until 22:00; so many minutes later as offered the shift can sail, one minute less not."""
    shifts = [shift("S0", "V2", 1, "14:00", "22:00", priority=2), shift("S1", "V1", 2, "05:30", "13:30")]
    given = instance([ship("V1"), ship("V2")], shifts, "BMM")
    answer = explained(given)
    later = [fact for remedy in answer.remedies for fact in remedy.facts if fact.name == "later S1"]
    assert later, names(answer)
    start = later[0].change(given.dataset).shifts["S1"].interval.start
    minutes = (start - given.dataset.shifts["S1"].interval.start).seconds // 60
    for tried, works in ((minutes, True), (minutes - 1, False)):
        changed = replace(given.dataset.shifts["S1"], interval=_starting(given, tried))
        dataset = replace(given.dataset, shifts={**given.dataset.shifts, "S1": changed})
        assert sails(replace(given, dataset=dataset), "S1") is works


def _starting(given: Instance, minutes: int) -> Interval:
    interval = given.dataset.shifts["S1"].interval
    return replace(interval, start=interval.start + timedelta(minutes=minutes))


def test_where_moving_people_is_enough_no_change_is_asked() -> None:
    given = one_shift("BM")
    explainer = planned(given)
    rows = [
        RosterRow(shift_id="S1", status=RowStatus.OPEN, function=Function.BOATMASTER),
        RosterRow(shift_id="S1", status=RowStatus.FORESEEN, crew_id="M1", function=Function.BOATMAN),
    ]
    answer = why_open(Explainer(given, roster(given, rows), explainer.problem), "S1", QUICK)
    assert answer is not None and answer.by_moving is not None
    assert answer.remedies == ()
    assert check_roster(given, answer.by_moving).exit_code == 0


def test_every_confirmed_roster_is_lawful_under_the_changed_dataset() -> None:
    given = one_shift("BM", absences=(absent("B0"), absent("M1")))
    for remedy in explained(given).remedies:
        dataset = given.dataset
        for fact in remedy.facts:
            dataset = fact.change(dataset)
        report = check_roster(replace(given, dataset=dataset), remedy.roster)
        assert report.exit_code == 0
        assert "S1" in report.sailing


def test_a_shift_that_sails_has_nothing_to_explain() -> None:
    assert why_open(planned(one_shift("BM")), "S1", QUICK) is None
