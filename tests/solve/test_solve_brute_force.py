"""On tiny instances plain enumeration finds no better roster than the solver, and the checker agrees."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from brute_force import Best, best_roster
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from solve_cases import at, instance, ship

from optimizer.check import check_roster
from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateKind,
    DutyKind,
    OperatingMode,
    RecordedDuty,
    Shift,
)
from optimizer.instance import Instance
from optimizer.model.problem import build_problem
from optimizer.solve.lexicographic import solve_problem
from optimizer.solve.result import Level, LevelStatus, SolveOptions
from optimizer.timeline import Interval

_FIVE_MINUTES = timedelta(minutes=5)


@st.composite
def shifts_of(draw: st.DrawFn, vessel_id: str) -> list[Shift]:
    """Two shifts of one vessel, together at most 16 hours, so that § 101(3) stays out of play."""
    first = at(0, "00:00") + draw(st.integers(60, 24 * 12)) * _FIVE_MINUTES
    lengths = [draw(st.integers(36, 96)) for _ in range(2)]
    gap = draw(st.integers(0, 20 * 12))
    shifts, start = [], first
    for number, length in enumerate(lengths):
        interval = Interval(start, start + length * _FIVE_MINUTES)
        middle = interval.start + (length // 2) * _FIVE_MINUTES
        breaks = (Interval(middle, middle + 6 * _FIVE_MINUTES),) if length > 72 else ()
        shifts.append(
            Shift(
                shift_id=f"{vessel_id}{number}",
                vessel_id=vessel_id,
                interval=interval,
                mode=OperatingMode.A,
                zone=3,
                with_passengers=True,
                persons_aboard=40,
                breaks=breaks,
                crew_change_at_end=True,
                priority=draw(st.integers(1, 2)),
            )
        )
        start = interval.end + gap * _FIVE_MINUTES
    return shifts


@st.composite
def tiny_instances(draw: st.DrawFn) -> Instance:
    letters = draw(st.text("BBMA", min_size=2, max_size=4))
    vessels = ["X", "Y"][: draw(st.integers(1, 2))]
    shifts = [shift for vessel_id in vessels for shift in draw(shifts_of(vessel_id))]
    people = [f"{letter}{n}" for n, letter in enumerate(letters)]
    duties = []
    for crew_id in people:
        if draw(st.booleans()):
            end = at(0, "00:00") - draw(st.integers(0, 10 * 12)) * _FIVE_MINUTES
            duties.append(
                RecordedDuty(crew_id=crew_id, interval=Interval(end - timedelta(hours=5), end), kind=DutyKind.DUTY)
            )
    absences = []
    if draw(st.booleans()):
        away = draw(st.sampled_from(people))
        absences.append(Absence(crew_id=away, start=at(0, "12:00"), end=at(1, "00:00"), kind=AbsenceKind.LEAVE))
    ships = [ship(vessel_id, passengers=75) for vessel_id in vessels]
    return with_safety(instance(ships, shifts, letters, duties=tuple(duties), absences=tuple(absences)))


def with_safety(base: Instance) -> Instance:
    """Everybody holds both safety certificates, so that only crew and rest decide."""
    papers = [
        Certificate(crew_id=crew_id, kind=kind, issued_on=date(2025, 1, 1), valid_until=date(2028, 1, 1))
        for crew_id in base.dataset.crew
        for kind in (CertificateKind.PASSENGER_EXPERT, CertificateKind.FIRST_AIDER)
    ]
    return replace(base, dataset=replace(base.dataset, certificates=(*base.dataset.certificates, *papers)))


def levels(base: Instance) -> tuple[Level, ...]:
    result = solve_problem(build_problem(base), SolveOptions(time_limit_s=20, workers=1))
    assert result.roster is not None
    report = check_roster(base, result.roster)
    assert report.exit_code in (0, 3), [finding.text.de for finding in report.findings]
    return result.levels


seen_values: set[Best] = set()


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=False)
@given(tiny_instances())
def test_enumeration_finds_no_better_roster(base: Instance) -> None:
    found = levels(base)
    best = best_roster(base)
    assert [level.status for level in found[:2]] == [LevelStatus.OPTIMAL, LevelStatus.OPTIMAL]
    assert Best(found[0].value, found[1].value) == best
    seen_values.add(best)


def test_the_comparison_met_easy_and_hard_instances() -> None:
    assert any(value.not_sailing == 0 for value in seen_values)
    assert any(value.open_positions > 1 for value in seen_values)
    assert len(seen_values) >= 4
