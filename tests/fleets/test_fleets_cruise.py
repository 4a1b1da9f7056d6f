"""The excursion and cruise fleet holds what its README promises and reads without a fault."""

from __future__ import annotations

import csv
from collections import Counter
from datetime import date, datetime, timedelta
from pathlib import Path

import build_excursion_cruise as build
import pytest
from candidates import breaches, instance_of, recorded_pieces

from optimizer.domain import CertificateKind, Dataset, Function, OperatingMode, PinStatus, SafetyRole, VesselType
from optimizer.eligibility import certificate_last_day
from optimizer.intake import read_dataset
from optimizer.manning import crew_requirements
from optimizer.timeline import age_on, local

FLEET = build.FLEETS / build.FULL
SHORT = build.FLEETS / build.SHORT
MONDAY = date(2026, 12, 7)
_SAFETY = {
    CertificateKind.PASSENGER_EXPERT,
    CertificateKind.FIRST_AIDER,
    CertificateKind.BREATHING_BASIC,
    CertificateKind.BREATHING_REFRESHER,
}


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


def _sailing(instance, shift_id: str):
    """The largest requirement of a shift."""
    needs = crew_requirements(instance, instance.dataset.shifts[shift_id])
    return max((n for n in needs if n.alternatives), key=lambda need: len(need.alternatives[0].places))


@pytest.mark.parametrize("name", [build.FULL, build.SHORT])
def test_regenerating_gives_the_same_bytes(tmp_path, name):
    build.build(tmp_path)
    assert _files(tmp_path / name) == _files(build.FLEETS / name)


@pytest.mark.parametrize("folder", [FLEET, SHORT], ids=lambda folder: folder.name)
def test_reads_without_a_fault_or_a_notice(folder):
    result = read_dataset(folder)
    assert len(result.dataset.vessels) == 11
    assert [n.text.de for n in result.notices if "README.md" not in n.text.de] == []


def _across(start: datetime, dataset: Dataset) -> set[str]:
    """Shifts under way at the beginning of the window."""
    return {s.shift_id for s in dataset.shifts.values() if s.interval.start < start < s.interval.end}


def test_nine_excursion_ships_and_two_cabin_ships(dataset):
    day = [v for v in dataset.vessels.values() if v.type is VesselType.DAY_EXCURSION]
    assert sorted(v.passengers_max for v in day) == [72, 250, 250, 380, 400, 600, 600, 900, 1200]
    cabin = [v for v in dataset.vessels.values() if v.type is VesselType.CABIN]
    assert sorted(v.beds for v in cabin) == [90, 150]


def test_about_90_people_some_of_them_cabin_staff(dataset):
    assert 88 <= len(dataset.crew) <= 98
    kinds: dict[str, set[CertificateKind]] = {}
    for certificate in dataset.certificates:
        kinds.setdefault(certificate.crew_id, set()).add(certificate.kind)
    assert sum(held <= _SAFETY for held in kinds.values()) == 21
    minors = [p.crew_id for p in dataset.crew.values() if age_on(p.birth_date, MONDAY) < 18]
    assert minors == ["0146"]


@pytest.mark.parametrize(("shift_id", "added"), [("C01-1312", 3), ("C02-1312", 1)])
def test_people_on_duty_ask_for_more_deckhands_than_the_table(instance, shift_id, added):
    crew = Counter(place.function for place in _sailing(instance, shift_id).alternatives[0].places)
    assert crew[Function.DECKHAND] == added
    assert crew[Function.ENGINEER] == 1


@pytest.mark.parametrize(("shift_id", "mode"), [("C01-1312", OperatingMode.B), ("C02-1312", OperatingMode.C)])
def test_cabin_ships_sail_in_watches_with_a_patrol_at_night(instance, dataset, shift_id, mode):
    shift = dataset.shifts[shift_id]
    assert shift.mode is mode
    watches = dataset.watch_plans[shift.watch_plan].watches
    patrols = [w.name for w in watches if any(Function.NIGHT_PATROL in crew for crew in w.needs)]
    assert patrols == ["N1", "N2"]
    assert not [bar for need in crew_requirements(instance, shift) for bar in need.plan_bars]


def test_safety_staff_by_occupied_beds_and_persons_aboard(instance):
    wearers = {SafetyRole.PASSENGER_EXPERT: 1, SafetyRole.FIRST_AIDER: 1, SafetyRole.BREATHING_APPARATUS_WEARER: 2}
    assert dict(_sailing(instance, "C01-1312").safety.roles) == wearers
    assert dict(_sailing(instance, "C02-1312").safety.roles) == {**wearers, SafetyRole.FIRST_AIDER: 2}
    assert dict(_sailing(instance, "E08-1212-A").safety.roles)[SafetyRole.FIRST_AIDER] == 2


def test_on_the_lower_elbe_a_second_patent_is_needed(instance, dataset):
    asked = {s.vessel_id for s in instance.shifts if any(need.second_patent for need in crew_requirements(instance, s))}
    assert asked == {"E05"}
    assert {s.zone for s in instance.shifts if s.vessel_id == "E05"} == {2}


def test_the_danube_is_a_stretch_with_risk(dataset):
    stretches = {s.stretch for s in dataset.shifts.values() if s.vessel_id == "C02"}
    assert "Donau 2226-2379" in stretches
    holders = {c.crew_id for c in dataset.certificates if c.kind is CertificateKind.RISK_STRETCH}
    assert holders == {"0151", "2101", "2102", "2201", "2202"}


def test_both_cabin_ships_are_under_way_on_monday(instance, dataset):
    assert _across(instance.window.start, dataset) == {"C01-0612", "C02-0612"}
    running = [pin for pin in dataset.pins if pin.status is PinStatus.RUNNING]
    patrol = [pin for pin in running if pin.function is Function.NIGHT_PATROL]
    assert {pin.watch for pin in patrol} == {"N1", "N2"}
    assert len(instance.begun_voyages) == 2
    assert max(s.interval.end for s in instance.shifts) > instance.window.end + timedelta(days=5)


def test_papers_that_end_in_the_planned_weeks(instance, dataset):
    ending = {
        (c.crew_id, c.kind): certificate_last_day(instance, c, dataset.crew[c.crew_id])
        for c in dataset.certificates
        if c.kind is not CertificateKind.BREATHING_REFRESHER
    }
    soon = {key: day for key, day in ending.items() if day is not None and MONDAY <= day < date(2026, 12, 28)}
    assert soon == {
        ("0111", CertificateKind.FIRST_AIDER): date(2026, 12, 11),
        ("0121", CertificateKind.PASSENGER_EXPERT): date(2026, 12, 10),
        ("0142", CertificateKind.FIRST_AIDER): date(2026, 12, 18),
    }


def test_history_covers_31_days_and_is_lawful(instance, dataset):
    begins = {local(duty.interval.start).date() for duty in dataset.duties}
    assert begins == {MONDAY - timedelta(days=n) for n in range(1, 32)}
    for person in dataset.crew.values():
        assert breaches(instance, person, recorded_pieces(instance, person), breaks=True) == [], person.crew_id


def test_the_short_fleet_differs_in_two_records_only():
    full, short = _files(FLEET), _files(SHORT)
    assert {name for name in full if full[name] != short[name]} == {"absences.csv", "certificates.csv"}
    papers = _rows(SHORT, "certificates.csv")
    missing = [row for row in _rows(FLEET, "certificates.csv") if row not in papers]
    assert [(row["crew_id"], row["certificate"], row["issued_on"]) for row in missing] == [
        ("2109", "breathing_refresher", "20.11.2026")
    ]
    added = [row for row in _rows(SHORT, "absences.csv") if row not in _rows(FLEET, "absences.csv")]
    assert [(row["crew_id"], row["kind"]) for row in added] == [("0154", "leave")]


def test_one_wearer_of_breathing_apparatus_is_left_for_the_stopped_voyage(instance):
    """Of the crew that comes on board only two wear apparatus, and one refresher lapsed on 9 December."""
    lapsed = [c for c in read_dataset(SHORT).dataset.certificates if c.crew_id == "2109"]
    last = [c.issued_on for c in lapsed if c.kind is CertificateKind.BREATHING_REFRESHER]
    assert last == [date(2025, 12, 10)]
    wearers = {
        c.crew_id
        for c in instance.dataset.certificates
        if c.kind is CertificateKind.BREATHING_BASIC and c.crew_id.startswith("21")
    }
    assert wearers == {"2108", "2109"}
