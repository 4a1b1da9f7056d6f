"""The Rhine read twice: what planning enumerates is what the checker accepts, for crews and for rest.

``CREW_ROSTER_EXAMPLES`` runs more of the random vessels, crews and weeks than usual.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from optimizer.check import lawful_crew
from optimizer.check.crew_facts import MissingFactError
from optimizer.check.rest import judge_rest
from optimizer.domain import (
    Absence,
    AbsenceKind,
    Certificate,
    CertificateKind,
    ConvoyLead,
    Dataset,
    Employment,
    Function,
    OperatingMode,
    Person,
    Regime,
    Shift,
    Vessel,
    VesselType,
    modes_of,
)
from optimizer.duty import WorkPiece, WorkRecord
from optimizer.eligibility import serves_as
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.manning import Alternative, Place, crew_requirements
from optimizer.rest import judge
from optimizer.timeline import Interval

EXAMPLES = int(os.environ.get("CREW_ROSTER_EXAMPLES", "0"))
SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example)
LAW, F, V = load_rulebook(), Function, VesselType
DAYS = st.sampled_from([date(2022, 6, 1), date(2023, 4, 13), date(2023, 4, 14), date(2026, 6, 1)])
RHINE_READINGS = st.fixed_dictionaries(
    {"rhine_engineer_cell": st.sampled_from(["as_2011", "as_printed"])}
    | {"rhine_apprentice_place": st.sampled_from(["apprentice_only", "deck_crew"])}
)


def examples(usual: int) -> settings:
    return settings(max_examples=EXAMPLES or usual, deadline=None, suppress_health_check=SLOW)


# --- crews --------------------------------------------------------------------------------------

ON_BOARD = [F.BOATMASTER, F.HELMSMAN, F.ABLE_BOATMAN, F.BOATMAN, F.APPRENTICE, F.DECKHAND, F.ENGINEER]
_LETTERS = st.frozensets(st.sampled_from("abcdgijlk"), max_size=3)
_UNMET = st.one_of(st.none(), st.just(frozenset()), _LETTERS, st.just(frozenset({"1"})))
_STANDARD = st.sampled_from([None, "none", "S1", "S2"])
_LENGTHS = st.sampled_from([None, 20, 37, 37.1, 70, 70.1, 86, 86.1, 116.5, 135, 185])
_BREADTHS = st.sampled_from([None, 9.5, 15, 15.1, 22.8])


def _ship(kind: VesselType, **facts: st.SearchStrategy) -> st.SearchStrategy[Vessel]:
    return st.builds(
        Vessel, vessel_id=st.just("V1"), name=st.just("Probe"), type=st.just(kind), standard=_STANDARD, unmet=_UNMET,
        length_m=_LENGTHS, breadth_m=_BREADTHS, **facts,
    )  # fmt: skip


_PASSENGERS = st.sampled_from([None, 12, 13, 75, 76, 250, 251, 600, 601, 1000, 1001, 2000, 2001])
SHIPS = st.one_of(
    _ship(V.MOTOR_CARGO, features=st.sampled_from([{}, {}, {}, {"peniche": True}, {"sport_craft": True}])),
    _ship(V.MOTOR_TANKER),
    _ship(
        V.CONVOY,
        lead=st.sampled_from([*ConvoyLead, None]),
        lighters=st.sampled_from([None, 0, 1, 2, 3, 4, 6]),
        lighter_lengths_m=st.lists(st.sampled_from([20.0, 38.25, 38.3, 40.0, 76.5, 80.0]), max_size=4).map(tuple),
    ),
    _ship(V.DAY_EXCURSION, passengers_max=_PASSENGERS, steam=st.sampled_from([None, False, True])),
    _ship(V.CABIN, passengers_max=_PASSENGERS, beds=st.sampled_from([None, 50, 51, 100, 101, 150])),
    _ship(V.TUG),
)
CREWS = st.dictionaries(st.sampled_from(ON_BOARD), st.integers(1, 4), max_size=6)
GUESTS = st.sampled_from([None, None, 20, 75, 76, 250, 600, 1000, 2000])


def trip(
    ship: Vessel,
    mode: OperatingMode,
    day: date,
    aboard: bool,
    guests: int | None,
    school: bool,
    readings: Mapping[str, str],
) -> tuple[Instance, Shift]:
    start = datetime(day.year, day.month, day.day, 6, tzinfo=UTC)
    shift = Shift(
        shift_id="S1", vessel_id="V1", interval=Interval(start, start + timedelta(hours=8)), mode=mode,
        regime=Regime.RHEINSCHPERSV, with_passengers=aboard, charter_passengers=guests,
    )  # fmt: skip
    pupil = Person(
        crew_id="L1", name="Probe", birth_date=date(2008, 1, 1), employment=Employment.EMPLOYEE, home_vessel="V1"
    )
    away = Absence(
        crew_id="L1", start=start - timedelta(days=3), end=start + timedelta(days=30), kind=AbsenceKind.SCHOOL,
        school_certificate_on_board=True,
    )  # fmt: skip
    book = Certificate(crew_id="L1", kind=CertificateKind.APPRENTICE, issued_on=date(2021, 12, 8))
    dataset = Dataset(
        vessels={"V1": ship}, crew={"L1": pupil}, shifts={"S1": shift}, absences=(away,) if school else (),
        certificates=(book,),
    )  # fmt: skip
    midnight = start.replace(hour=0)
    return Instance(dataset, Interval(midnight, midnight + timedelta(days=1)), LAW.with_readings(readings)), shift


def seated(alternative: Alternative, people: Mapping[Function, int], instance: Instance, day: date) -> bool:
    """Whether members in these functions fill every place, everybody meeting its conditions."""

    def takes(function: Function, place: Place) -> bool:
        if function is place.function:
            return True
        if place.function is F.APPRENTICE and place.min_training_year:
            return False
        return serves_as(instance.rulebook, function, place, [day], rhine=True)

    def fill(places: list[Place], left: Counter[Function]) -> bool:
        if not places:
            return True
        return any(
            takes(function, places[0]) and fill(places[1:], left - Counter([function])) for function in list(+left)
        )

    return fill(list(alternative.places), Counter(people))


@examples(300)
@given(
    SHIPS,
    st.sampled_from(modes_of(Regime.RHEINSCHPERSV)),
    DAYS,
    st.booleans(),
    GUESTS,
    st.booleans(),
    RHINE_READINGS,
    CREWS,
)
def test_a_crew_is_lawful_where_planning_lists_one_it_fills(ship, mode, day, aboard, guests, school, readings, people):
    instance, shift = trip(ship, mode, day, aboard, guests, school, readings)
    requirement = crew_requirements(instance, shift)[0]
    crews = [people, *(item.functions() for item in requirement.alternatives)]
    crews += [dict(Counter(crew) - Counter([function])) for crew in crews[1:4] for function in crew]
    for crew in crews:
        planned = any(seated(item, crew, instance, day) for item in requirement.alternatives)
        try:
            checked = lawful_crew(instance, shift, crew)
        except MissingFactError:
            checked = False
        assert planned == checked, crew


def test_crews_of_every_kind_were_met():
    """The draws above mean something: exchanges, conditions, school and § 19.05 do open or bar crews."""
    ship = Vessel(vessel_id="V1", name="Probe", type=V.DAY_EXCURSION, passengers_max=700, standard="S2")
    instance, shift = trip(ship, OperatingMode.A1, date(2026, 6, 1), True, None, True, {})
    requirement = crew_requirements(instance, shift)[0]
    assert requirement.statutory[0].by.startswith("RheinSchPersV § 19.04 Nr. 6")
    ship = Vessel(vessel_id="V1", name="Probe", type=V.MOTOR_CARGO, length_m=60, standard="S2")
    instance, shift = trip(ship, OperatingMode.B, date(2026, 6, 1), False, None, False, {})
    crews = [Counter(item.functions()) for item in crew_requirements(instance, shift)[0].alternatives]
    assert Counter({F.BOATMASTER: 2, F.APPRENTICE: 1, F.DECKHAND: 1}) in crews


# --- rest ---------------------------------------------------------------------------------------

MONDAY = datetime(2026, 6, 1, tzinfo=UTC)
MODES = st.sampled_from([None, *modes_of(Regime.RHEINSCHPERSV)])
REST_READINGS = st.fixed_dictionaries(
    {
        "rhine_also_103": st.sampled_from(["not_applied", "applied"]),
        "rhine_two_blocks": st.sampled_from(["separate", "in_one"]),
        "breaks_in_rest": st.sampled_from(["duty", "rest"]),
        "consecutive_duty": st.sampled_from(["span", "gap_interrupts"]),
        "rest_windows": st.sampled_from(["every_rest", "main_rest"]),
    }
)


@st.composite
def weeks(draw: st.DrawFn) -> WorkRecord:
    """A week of duties with gaps around the limits, on the Rhine and off it, at times with breaks and voyages."""
    pieces, minute = [], 0
    for _ in range(draw(st.integers(1, 9))):
        length = 60 * draw(st.sampled_from([2, 4, 6, 6, 8, 12, 14, 16])) + draw(st.sampled_from([0, 0, 1]))
        begins = MONDAY + timedelta(minutes=minute)
        duty = Interval(begins, begins + timedelta(minutes=length))
        pause = Interval(
            begins + timedelta(minutes=60), begins + timedelta(minutes=60 + draw(st.sampled_from([10, 16, 30])))
        )
        regime = draw(st.sampled_from([Regime.RHEINSCHPERSV, Regime.RHEINSCHPERSV, Regime.BINSCHPERSV]))
        later = timedelta(minutes=60 * draw(st.integers(0, 10)))
        voyage = (
            (Interval(duty.start, duty.end + later),) if regime is Regime.RHEINSCHPERSV and draw(st.booleans()) else ()
        )
        pieces.append(
            WorkPiece(
                interval=duty,
                breaks=(pause,) if draw(st.booleans()) else (),
                mode=draw(MODES) if regime is Regime.RHEINSCHPERSV else None,
                regime=regime,
                voyage=voyage,
            )
        )
        minute += (
            length
            + 60 * draw(st.sampled_from([1, 2, 4, 5, 6, 7, 8, 10, 12, 24, 36]))
            - draw(st.sampled_from([0, 0, 1]))
        )
    return WorkRecord(
        crew_id="P1",
        employment=draw(st.sampled_from(list(Employment))),
        birth_date=draw(st.sampled_from([date(1985, 3, 10), date(2008, 12, 1), date(2008, 6, 4)])),
        pieces=tuple(pieces),
    )


@examples(300)
@given(weeks(), REST_READINGS)
def test_both_judges_find_the_same_breaches_of_rest(record: WorkRecord, readings: Mapping[str, str]):
    book = LAW.with_readings(readings)
    rules = {rule_id for rule_id in LAW.rules if rule_id.startswith("rest.")} - {
        *("rest.elsewhere_counts", "rest.rhine_under_way", "rest.soft_window", "rest.loading_exception")
    }
    planned = {
        (b.rule_id, b.severity_class in ("hard", "conservative"), b.first_window_start)
        for b in judge(record, book, rules=rules)
    }
    checked = {
        (b.rule_id, b.severity_class in ("hard", "conservative"), b.first_window_start)
        for b in judge_rest(record, book, rules=rules)
    }
    assert {(rule, binding) for rule, binding, _ in planned} == {(rule, binding) for rule, binding, _ in checked}
    rhine = {item for item in planned if item[0].startswith("rest.rhine")}
    assert {item[0] for item in rhine} == {item[0] for item in checked if item[0].startswith("rest.rhine")}


@pytest.mark.parametrize(
    ("mode", "hours", "rule_id"),
    [
        ("A1", "6-22 30-38", None),
        ("A1", "6-22 29-37", "rest.rhine_a1"),
        ("A2", "5-13 15-23 29-37", None),
        ("A2", "5-12 15-23 28-37", "rest.rhine_a2_outside"),
        ("A2", "5-14 15-23 29-37", "rest.rhine_a2_total"),
        ("B", "0-6 12-18 24-30 36-42", None),
        ("B", "0-6 12-18 24-30 35-42", "rest.rhine_b_total"),
        ("B", "0-4 8-12 16-20 24-28 32-36 40-44 48-52", "rest.rhine_b_blocks"),
    ],
)
def test_the_least_rest_of_each_mode(mode: str, hours: str, rule_id: str | None):
    pieces = []
    for part in hours.split():
        begins, ends = map(int, part.split("-"))
        duty = Interval(MONDAY + timedelta(hours=begins), MONDAY + timedelta(hours=ends))
        pieces.append(WorkPiece(interval=duty, mode=OperatingMode(mode), regime=Regime.RHEINSCHPERSV))
    record = WorkRecord(
        crew_id="P1", employment=Employment.SELF_EMPLOYED, birth_date=date(1985, 3, 10), pieces=tuple(pieces)
    )
    expected = {rule_id} if rule_id else set()
    assert {breach.rule_id for breach in judge(record, LAW)} == expected
    assert {breach.rule_id for breach in judge_rest(record, LAW)} == expected
