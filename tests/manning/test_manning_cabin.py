"""§ 109: cabin vessels by beds and standard, without passengers, and who is on duty over the watches."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from manning_build import crew, crews, instance, options, requirement, shift, span, vessel, watch_plan

from optimizer.domain import CertificateCrew, Function, Movement, OperatingMode, VesselState
from optimizer.manning import CrewRequirement, crew_requirements
from optimizer.manning.watches import fewest_beside
from optimizer.timeline import Interval

pytestmark = pytest.mark.law

#: § 109(1): least and largest number of beds, crews in modes A to D.
CABIN = [
    (1, 50, "1SF 2LM 1MI", "2SF 1LM 1MI", "2SF 1LM 1MI", "3SF 1LM 1MI"),
    (51, 100, "1SF 1StM 1LM 1MI", "2SF 1LM 1MI", "2SF 1LM 1MI", "3SF 1LM 1MI"),
    (101, 300, "1SF 1StM 1MA 1LM 1MI", "2SF 1BM 1MA 1LM 1MI", "2SF 1BM 1MA 1LM 1MI", "3SF 1BM 1MA 1LM 1MI"),
]
CELLS = [(beds, mode, row[2 + n]) for row in CABIN for beds in row[:2] for n, mode in enumerate("ABCD")]
TRIP = {"with_passengers": True, "beds_occupied": 20}
TWO_WATCHES = watch_plan(one="03:00-15:00", two="15:00-03:00")
DAY_AND_NIGHT = span("2026-06-01 06:00", "2026-06-02 06:00")


def on_1_june(start: str, end: str) -> Interval:
    return span(f"2026-06-01 {start}", f"2026-06-01 {end}")


@pytest.mark.parametrize(("beds", "mode", "expected"), CELLS)
def test_every_cell(beds: int, mode: str, expected: str) -> None:
    needed = requirement(vessel("cabin", beds=beds, standard="S2"), mode=mode, **TRIP)
    assert crews(needed) == [crew(expected)]
    assert not needed.plan_bars


@pytest.mark.parametrize("standard", ["S1", None])
@pytest.mark.parametrize(("beds", "mode", "expected"), CELLS)
def test_without_standard_s2(beds: int, mode: str, expected: str, standard: str | None) -> None:
    needed = requirement(vessel("cabin", beds=beds, standard=standard), mode=mode, **TRIP)
    assert crews(needed) == [crew(expected) + crew("1LM" if beds <= 50 else "1MA")]
    assert any("§ 109 Abs. 3" in step.citation for step in needed.derivation)
    assert any("(standard)" in note.text.de for note in needed.notes) is (standard is None)


@pytest.mark.parametrize(("facts", "mode", "missing"), [({}, "A", "beds"), ({"beds": 80}, None, "mode")])
def test_beds_and_mode_must_be_stated(facts: dict[str, int], mode: str | None, missing: str) -> None:
    needed = requirement(vessel("cabin", standard="S2", **facts), mode=mode, **TRIP)
    assert needed.statutory == ()
    assert any(f"({missing})" in bar.text.de and "§ 109" in bar.citation for bar in needed.plan_bars)


def test_without_passengers_the_table_of_motor_vessels_by_displacement() -> None:
    ship = vessel("cabin", beds=150, standard="S1", displacement_t=900, tonnage_t=100, power_kw=1200)
    needed = requirement(ship, mode="B", with_passengers=False)
    assert crews(needed) == [crew("2SF 1BM 1LM")]
    assert needed.on_duty == ()
    assert "§ 109 Abs. 4" in needed.derivation[0].citation


def test_passengers_not_stated_count_as_aboard() -> None:
    ship = vessel("cabin", beds=80, standard="S2", displacement_t=900)
    needed = requirement(ship, mode="B")
    assert crews(needed) == [crew("2SF 1LM 1MI")]
    assert [rule.at_least for rule in needed.on_duty] == [3]
    assert any("(with_passengers)" in note.text.de for note in needed.notes)


@pytest.mark.parametrize("beds", [50, 100, 101])
def test_a_helmsman_for_the_third_boatmaster_in_mode_d(beds: int) -> None:
    ship = vessel("cabin", beds=beds, standard="S2")
    needed = requirement(ship, mode="D", **TRIP)
    [option] = needed.substitutions
    assert (option.replace, option.by) == (Function.BOATMASTER, (Function.HELMSMAN,))
    assert "§ 109 Abs. 5" in option.citation
    assert options(needed) == [crews(needed)[0] - crew("1SF") + crew("1StM")]
    for mode in "ABC":
        offered = requirement(ship, mode=mode, **TRIP).substitutions
        assert not any("§ 109" in other.citation for other in offered)


def aboard(needed: CrewRequirement) -> int:
    [rule] = [rule for rule in needed.on_duty if "§ 109 Abs. 6" in rule.citation]
    assert Function.ENGINEER not in rule.functions and Function.ENGINE_MINDER not in rule.functions
    assert rule.certificate is None
    return rule.at_least


@pytest.mark.parametrize(("beds", "mode"), [(beds, mode) for beds, mode, _ in CELLS])
def test_one_watch_needs_nobody_more(beds: int, mode: str) -> None:
    needed = requirement(vessel("cabin", beds=beds, standard="S2"), mode=mode, **TRIP)
    assert aboard(needed) == 3
    assert not any(place.function is Function.DECKHAND for place in needed.statutory[0].places)


@pytest.mark.parametrize(
    ("beds", "standard", "mode", "deckhands"),
    [
        (50, "S2", "D", 2),
        (50, None, "D", 1),
        (100, "S2", "C", 3),
        (101, "S2", "B", 1),
        (101, "S2", "D", 0),
        (101, None, "C", 0),
    ],
)
def test_deckhands_fill_up_the_watches(beds: int, standard: str | None, mode: str, deckhands: int) -> None:
    ship = vessel("cabin", beds=beds, standard=standard)
    plain = requirement(ship, mode=mode, **TRIP)
    trip = {"interval": DAY_AND_NIGHT, "watch_plan": "W", "watch_plans": TWO_WATCHES, **TRIP}
    needed = requirement(ship, mode=mode, **trip)
    more = crew(f"{deckhands}DM") if deckhands else crew("")
    assert crews(needed) == [crews(plain)[0] + more]
    [step] = [s for s in needed.derivation if "§ 109 Abs. 6" in s.citation]
    assert (f"{deckhands} × Decksmann" in step.text.de) is bool(deckhands)
    assert all(len(a.places) == len(needed.statutory[0].places) for a in needed.alternatives)


def test_an_engine_crew_never_counts() -> None:
    entry = CertificateCrew(vessel_id="V1", mode=OperatingMode.A, alternatives=(dict(crew("1SF 1MA 1MI 1MK")),))
    needed = requirement(vessel("cabin", beds=50, standard="S2"), mode="A", certificate_crews=(entry,), **TRIP)
    assert crews(needed) == [crew("1SF 1MA 1MI 1MK 1DM")]


def test_watches_that_overlap_need_fewer() -> None:
    plans = watch_plan(one="00:00-12:00", two="12:00-00:00", day="00:00-00:00")
    trip = {"interval": DAY_AND_NIGHT, "watch_plan": "W", "watch_plans": plans, **TRIP}
    needed = requirement(vessel("cabin", beds=50, standard="S2"), mode="D", **trip)
    assert crews(needed) == [crew("3SF 1LM 1MI")]


def test_only_sailing_with_passengers_counts() -> None:
    """The second watch is on duty while the vessel lies or sails empty: nobody more for it."""
    moves = tuple(
        Movement(vessel_id="V1", interval=on_1_june(start, end), state=VesselState(state), with_passengers=laden)
        for start, end, state, laden in (
            ("06:00", "15:00", "sailing", True),
            ("15:00", "18:00", "moored", True),
            ("18:00", "22:00", "sailing", False),
        )
    )
    ship = vessel("cabin", beds=50, standard="S2", displacement_t=900, power_kw=500)
    one = shift(mode="B", interval=on_1_june("06:00", "22:00"), watch_plan="W", beds_occupied=20)
    found = crew_requirements(instance(ship, one, watch_plans=TWO_WATCHES, movements=moves), one)
    [laden] = [r for r in found if r.on_duty]
    assert crews(laden) == [crew("2SF 1LM 1MI")]
    assert laden.on_duty[0].intervals == (on_1_june("06:00", "15:00"),)


def test_an_instant_without_a_watch_bars_the_shift() -> None:
    plans = watch_plan(one="03:00-15:00", two="16:00-03:00")
    trip = {"interval": DAY_AND_NIGHT, "watch_plan": "W", "watch_plans": plans, **TRIP}
    needed = requirement(vessel("cabin", beds=50, standard="S2"), mode="D", **trip)
    [bar] = needed.plan_bars
    assert "01.06. 15:00 – 01.06. 16:00" in bar.text.de and "§ 109 Abs. 6" in bar.citation


sets_of_watches = st.frozensets(st.frozensets(st.integers(0, 3), min_size=1, max_size=4), min_size=1, max_size=4)


def _fewest_by_trial(masters: int, sets: frozenset[frozenset[int]], at_least: int) -> int:
    """Every distribution of masters and others over the watches, the smallest number of others first."""
    watches = sorted(frozenset().union(*sets))

    def enough(counts: dict[int, int], wanted: int) -> bool:
        return all(sum(counts[w] for w in together) >= wanted for together in sets)

    def spreads(people: int) -> list[dict[int, int]]:
        numbers = product(range(people + 1), repeat=len(watches))
        return [dict(zip(watches, n, strict=True)) for n in numbers if sum(n) == people]

    leading = spreads(masters)
    leading = [counts for counts in leading if enough(counts, 1)] or leading
    for others in range(at_least * len(watches) + 1):
        for counts in leading:
            if any(enough({w: counts[w] + o[w] for w in watches}, at_least) for o in spreads(others)):
                return others
    raise AssertionError


@settings(max_examples=60, deadline=None)
@given(masters=st.integers(0, 3), sets=sets_of_watches)
def test_fewest_people_over_the_watches(masters: int, sets: frozenset[frozenset[int]]) -> None:
    assert fewest_beside(masters, sets, 2) == _fewest_by_trial(masters, sets, 2)


def test_a_watch_of_several_spans_and_the_clock_change() -> None:
    """On 25 October 2026 the hour from 2 to 3 comes twice; the watches still cover every instant."""
    plans = watch_plan(one="00:00-04:00,12:00-16:00", two="04:00-08:00,16:00-20:00", three="08:00-12:00,20:00-00:00")
    trip = {"interval": span("2026-10-24 12:00", "2026-10-25 12:00"), "watch_plan": "W", "watch_plans": plans, **TRIP}
    needed = requirement(vessel("cabin", beds=50, standard="S2"), mode="D", **trip)
    assert not needed.plan_bars
    assert crews(needed) == [crew("3SF 1LM 1MI 5DM")]
