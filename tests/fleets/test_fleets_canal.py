"""The canal fleet holds what its README promises, reads without a fault and can be crewed in full."""

from __future__ import annotations

import csv
import threading
from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path

import build_canal_cargo as build
import pytest
from candidates import breaches, instance_of, recorded_pieces

from optimizer.check import check_roster
from optimizer.domain import (
    AbsenceKind,
    CertificateKind,
    Dataset,
    Function,
    OperatingMode,
    PinStatus,
    VesselState,
    VesselType,
)
from optimizer.eligibility import certificate_last_day
from optimizer.intake import read_dataset
from optimizer.manning import crew_requirements
from optimizer.plan import make_plan
from optimizer.solve.result import LevelStatus, Progress, SolveOptions
from optimizer.timeline import local

FLEET = build.FLEETS / build.FULL
SHORT = build.FLEETS / build.SHORT
MONDAY = date(2026, 12, 7)


@pytest.fixture(scope="module")
def instance():
    return instance_of(FLEET)


@pytest.fixture(scope="module")
def dataset(instance):
    return instance.dataset


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "README.md"}


def _rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8-sig", newline="") as handle:
        return list(csv.DictReader(handle, delimiter=";"))


def _crew(instance, shift_id: str) -> Counter[Function]:
    """Functions of the crew to plan with on a shift, all stretches of it taken together."""
    needs = crew_requirements(instance, instance.dataset.shifts[shift_id])
    largest = max((need for need in needs if need.alternatives), key=lambda need: len(need.alternatives[0].places))
    return Counter(place.function for place in largest.alternatives[0].places)


@pytest.mark.parametrize("name", [build.FULL, build.SHORT])
def test_regenerating_gives_the_same_bytes(tmp_path, name):
    build.build(tmp_path)
    assert _files(tmp_path / name) == _files(build.FLEETS / name)


@pytest.mark.parametrize("folder", [FLEET, SHORT], ids=lambda folder: folder.name)
def test_reads_without_a_fault_or_a_notice(folder):
    result = read_dataset(folder)
    assert len(result.dataset.vessels) == 15
    assert [n.text.de for n in result.notices if "README.md" not in n.text.de] == []


def _across(start: datetime, dataset: Dataset) -> set[str]:
    """Shifts under way at the beginning of the window."""
    return {s.shift_id for s in dataset.shifts.values() if s.interval.start < start < s.interval.end}


def test_twelve_motor_vessels_two_convoys_and_a_tug(dataset):
    kinds = Counter(vessel.type for vessel in dataset.vessels.values())
    assert kinds[VesselType.MOTOR_CARGO] + kinds[VesselType.MOTOR_TANKER] == 12
    assert (kinds[VesselType.CONVOY], kinds[VesselType.TUG]) == (2, 1)
    motor = [v for v in dataset.vessels.values() if v.tonnage_t is not None]
    sizes = sorted((v.tonnage_t, v.length_m) for v in motor)
    assert (sizes[0], sizes[-1]) == ((350, 38.5), (2800, 110))


def test_all_four_modes_are_sailed(dataset):
    modes = {shift.vessel_id: shift.mode for shift in dataset.shifts.values()}
    assert Counter(modes.values()) == {
        OperatingMode.A: 5, OperatingMode.B: 6, OperatingMode.C: 2, OperatingMode.D: 2,
    }  # fmt: skip


def test_about_110_people_in_four_rotations(dataset):
    assert 105 <= len(dataset.crew) <= 120
    patterns = Counter((r.days_on, r.days_off) for r in dataset.rotations)
    assert set(patterns) == {(7, 7), (14, 14), (21, 21), (28, 14)}
    assert len(dataset.rotations) == len(dataset.crew) - 9


def test_voyages_are_under_way_on_monday_and_go_on_after_the_week(instance, dataset):
    assert len(instance.begun_voyages) == 15
    last = max(shift.interval.end for shift in instance.shifts)
    assert last > instance.window.end + timedelta(days=7)
    crossing = _across(instance.window.start, dataset)
    assert crossing == {"K11-0612", "S02-0612"}
    running = {pin.shift_id for pin in dataset.pins if pin.status is PinStatus.RUNNING}
    assert {voyage.before[-1].shift_id for voyage in instance.begun_voyages.values()} <= running


def test_crews_change_where_people_can_get_to(dataset):
    ends = {s.end_place for s in dataset.shifts.values() if s.crew_change_at_end}
    known = {place for way in dataset.travel for place in (way.from_place, way.to_place)}
    assert ends == known
    assert len(dataset.travel) == len(known) * (len(known) - 1) / 2


def test_handover_at_the_beginning_of_every_voyage_only(dataset):
    by_voyage: dict[str, list] = {}
    for shift in dataset.shifts.values():
        by_voyage.setdefault(shift.voyage_id, []).append(shift)
    for shifts in by_voyage.values():
        shifts.sort(key=lambda s: s.interval)
        assert [s.handover_min for s in shifts] == [30, *[0] * (len(shifts) - 1)]


@pytest.mark.parametrize(
    ("shift_id", "crew"),
    [
        ("K01-1112", {Function.BOATMASTER: 1, Function.BOATMAN: 1}),
        ("K08-1212", {Function.BOATMASTER: 2, Function.HELMSMAN: 1, Function.ABLE_BOATMAN: 1}),
        ("S01-1112", {Function.BOATMASTER: 2, Function.BOATMAN: 1, Function.APPRENTICE: 1}),
        ("S02-1112", {Function.BOATMASTER: 2, Function.HELMSMAN: 1, Function.BOATMAN: 2}),
        ("T01-1112", {Function.BOATMASTER: 1, Function.ABLE_BOATMAN: 1, Function.BOATMAN: 1}),
    ],
    ids=["entered in the papers", "over 600 kW", "convoy in zone 4", "convoy, second column", "tug"],
)
def test_crews_the_law_asks_for(instance, shift_id, crew):
    assert _crew(instance, shift_id) == crew


def test_one_apprentice_less_while_he_is_at_school(instance, dataset):
    (school,) = [a for a in dataset.absences if a.kind is AbsenceKind.SCHOOL]
    assert school.school_certificate_on_board and dataset.crew[school.crew_id].home_vessel == "K05"
    assert _crew(instance, "K05-0812-V")[Function.APPRENTICE] == 1
    assert _crew(instance, "K05-1112")[Function.APPRENTICE] == 0


def test_the_gas_tanker_bunkers_and_its_boatmasters_are_experts(dataset):
    assert {m.vessel_id for m in dataset.movements if m.state is VesselState.BUNKERING} == {"K10"}
    experts = {c.crew_id for c in dataset.certificates if c.kind is CertificateKind.LNG_EXPERT}
    assert experts == {"1011", "1012", "1021", "1022", "9003"}


def test_a_patent_ends_in_the_middle_of_a_voyage(instance, dataset):
    end = {
        c.crew_id: certificate_last_day(instance, c, dataset.crew[c.crew_id])
        for c in dataset.certificates
        if c.kind is CertificateKind.UNION_PATENT
    }
    assert {crew_id: day for crew_id, day in end.items() if day and day < date(2027, 1, 15)} == {
        "0511": date(2026, 12, 15)
    }
    assert dataset.shifts["K05-0812-N"].voyage_id == dataset.shifts["K05-2212-V"].voyage_id


def test_people_who_belong_together_or_do_not(dataset):
    assert Counter(pair.kind for pair in dataset.pairs) == {"mentor": 1, "apart": 1, "together": 1}
    assert [vessel.vessel_id for vessel in dataset.vessels.values() if vessel.extra_crew] == ["K12"]
    assert len([wish for wish in dataset.wishes if wish.kind == "consent"]) == 6
    assert len([pin for pin in dataset.pins if pin.function is Function.ADDITIONAL]) == 8


def test_history_covers_31_days_and_is_lawful(instance, dataset):
    begins = {local(duty.interval.start).date() for duty in dataset.duties}
    assert begins == {MONDAY - timedelta(days=n) for n in range(1, 32)}
    for person in dataset.crew.values():
        assert breaches(instance, person, recorded_pieces(instance, person), breaks=True) == [], person.crew_id


def test_history_keeps_to_the_rotations(dataset):
    turns = {rotation.crew_id: rotation for rotation in dataset.rotations}
    for duty in dataset.duties:
        turn = turns.get(duty.crew_id)
        if turn is not None:
            day = (local(duty.interval.start).date() - turn.anchor_date).days % (turn.days_on + turn.days_off)
            assert day <= turn.days_on, duty


def test_the_short_fleet_differs_in_two_records_only():
    full, short = _files(FLEET), _files(SHORT)
    assert {name for name in full if full[name] != short[name]} == {"absences.csv", "certificates.csv"}
    papers = _rows(SHORT, "certificates.csv")
    missing = [row for row in _rows(FLEET, "certificates.csv") if row not in papers]
    assert [(row["crew_id"], row["certificate"], row["scope"]) for row in missing] == [
        (build.LACKS_STRETCH, "risk_stretch", "Elbe 502,25-568,9")
    ]
    added = [row for row in _rows(SHORT, "absences.csv") if row not in _rows(FLEET, "absences.csv")]
    assert [(row["crew_id"], row["kind"]) for row in added] == [("9001", "course")]


def test_every_voyage_of_the_week_sails(instance):
    stop = threading.Event()

    def listener(progress: Progress) -> None:
        if progress.level == 4:
            stop.set()

    result = make_plan(instance, SolveOptions(time_limit_s=240), listener, stop).result
    assert [level.status for level in result.levels[:2]] == [LevelStatus.OPTIMAL] * 2
    assert result.not_sailing == ()
    assert check_roster(instance, result.roster).exit_code == 0
