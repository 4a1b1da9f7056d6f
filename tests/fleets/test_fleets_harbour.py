"""The sample fleet holds what its README promises and reads without a fault."""

from __future__ import annotations

import csv
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import build_harbour_ferries as build
import pytest
from candidates import FLEET, breaches, instance_of, place_candidates, recorded_pieces, share

from optimizer.domain import (
    AbsenceKind,
    CertificateKind,
    Employment,
    Function,
    PinStatus,
    VesselType,
)
from optimizer.eligibility import certificate_last_day, is_minor
from optimizer.intake import read_dataset
from optimizer.manning import needs_crew_change_rule
from optimizer.timeline import age_on, local

SHORT = FLEET.parent / build.SHORT
MONDAY = date(2026, 12, 7)


@pytest.fixture(scope="module")
def instance():
    return instance_of(FLEET)


@pytest.fixture(scope="module")
def dataset(instance):
    return instance.dataset


@pytest.fixture(scope="module")
def places(instance):
    return list(place_candidates(instance))


def _files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != "README.md"}


def _rows(folder: Path, name: str) -> list[dict[str, str]]:
    with (folder / name).open(encoding="utf-8-sig", newline="") as handle:
        return list(csv.DictReader(handle, delimiter=";"))


@pytest.mark.parametrize("name", [build.FULL, build.SHORT])
def test_regenerating_gives_the_same_bytes(tmp_path, name):
    build.build(tmp_path)
    assert _files(tmp_path / name) == _files(FLEET.parent / name)


@pytest.mark.parametrize("folder", [FLEET, SHORT], ids=lambda folder: folder.name)
def test_reads_without_a_fault_and_warns_of_the_namesakes_only(folder):
    result = read_dataset(folder)
    assert len(result.dataset.vessels) == 12
    told = [notice.text.de for notice in result.notices if "README.md" not in notice.text.de]
    assert [text.split("“")[0] for text in told] == ["„Jan Petersen"]


@pytest.mark.parametrize("folder", [FLEET, SHORT], ids=lambda folder: folder.name)
def test_files_are_what_german_spreadsheets_write(folder):
    for path in folder.glob("*.csv"):
        content = path.read_bytes()
        assert content.startswith(b"\xef\xbb\xbf"), path.name
        assert content.count(b"\r\n") == content.count(b"\n"), path.name
        assert b";" in content.splitlines()[0], path.name


def test_ids_and_vessel_numbers_keep_their_leading_zeros(dataset):
    assert all(crew_id.startswith("0") and len(crew_id) == 4 for crew_id in dataset.crew)
    assert all(vessel.eni[:2] in ("04", "05") and len(vessel.eni) == 8 for vessel in dataset.vessels.values())


def test_eight_harbour_ships_of_one_class(dataset):
    ships = [v for v in dataset.vessels.values() if v.type is VesselType.DAY_EXCURSION]
    assert len(ships) == 8
    assert {(s.length_m, s.breadth_m, s.passengers_max, s.persons_max) for s in ships} == {(29.92, 8.16, 250, 255)}
    assert Counter(s.unmet for s in ships) == {frozenset(): 6, frozenset({"8"}): 2}


def test_two_vehicle_and_two_passenger_ferries(dataset):
    kinds = Counter(v.type for v in dataset.vessels.values())
    assert (kinds[VesselType.VEHICLE_FERRY], kinds[VesselType.PASSENGER_FERRY]) == (2, 2)
    sites = [v.ferry_sites for v in dataset.vessels.values() if v.ferry_sites]
    assert len(set(sites)) == 4


def test_shifts_lie_in_the_week(instance, dataset):
    assert len(instance.shifts) == len(dataset.shifts) == 162
    crossing = [s.shift_id for s in instance.shifts if len(s.interval.days()) > 1]
    assert crossing == ["H08-1112-N", "H08-1212-N"]


def test_crew_change_rule_binds_only_where_a_ship_sails_over_16_hours(instance):
    bound = {s.shift_id[:8] for s in instance.shifts if needs_crew_change_rule(instance, s)}
    assert bound == {f"H06-{day:02d}12" for day in range(7, 12)} | {"H08-1112", "H08-1212"}


def test_between_58_and_64_people_two_of_them_self_employed(dataset):
    assert 58 <= len(dataset.crew) <= 64
    own = [p for p in dataset.crew.values() if p.employment is Employment.SELF_EMPLOYED]
    assert len(own) == 2
    assert all(_holds(dataset, p.crew_id, CertificateKind.UNION_PATENT, CertificateKind.OLD_PATENT) for p in own)


def _holds(dataset, crew_id: str, *kinds: CertificateKind) -> bool:
    return any(c.crew_id == crew_id and c.kind in kinds for c in dataset.certificates)


def test_one_patent_ends_on_thursday(instance, dataset):
    thursday = date(2026, 12, 10)
    ending = [
        c.crew_id
        for c in dataset.certificates
        if c.kind is CertificateKind.UNION_PATENT
        and certificate_last_day(instance, c, dataset.crew[c.crew_id]) == thursday
    ]
    assert ending == ["0104"]


def test_no_other_needed_paper_ends_in_the_week(instance, dataset):
    last = {c: certificate_last_day(instance, c, dataset.crew[c.crew_id]) for c in dataset.certificates}
    early = {c.crew_id for c, day in last.items() if day is not None and day < date(2026, 12, 14)}
    assert early == {"0104"}


def test_renewed_patent_after_sixty(dataset):
    (renewed,) = [c for c in dataset.certificates if c.renewed_on]
    person = dataset.crew[renewed.crew_id]
    assert age_on(person.birth_date, MONDAY) == 61
    assert renewed.valid_until == date(2030, 5, 19)


def test_minors_can_fill_places(dataset, places):
    minors = {p.crew_id for p in dataset.crew.values() if age_on(p.birth_date, MONDAY) < 18}
    assert minors == {"0401", "0402", "0403"}
    fillable = [p for p in places if minors & set(p.crew_ids)]
    assert len(fillable) == 14
    assert {p.function for p in fillable} == {Function.APPRENTICE}


def test_minors_stay_off_places_of_adults(instance, dataset, places):
    for place in places:
        if not place.shift_id.startswith(("H04", "H05")):
            young = [c for c in place.crew_ids if is_minor(dataset.crew[c], MONDAY, instance.rulebook)]
            assert young == [], place


def test_one_open_sickness(dataset):
    open_ended = [a for a in dataset.absences if a.end is None]
    assert [(a.crew_id, a.kind) for a in open_ended] == [("0105", AbsenceKind.SICK)]


def test_locks_cover_at_most_five_percent_of_the_places(instance, dataset, places):
    assert {pin.status for pin in dataset.pins} == {PinStatus.LOCKED}
    assert 10 <= len(dataset.pins) <= 0.05 * len(places)
    candidates = {(p.shift_id, p.function): p.crew_ids for p in places}
    for pin in dataset.pins:
        assert pin.crew_id in candidates[pin.shift_id, pin.function], pin


def test_history_covers_31_days(dataset):
    begins = [local(d.interval.start).date() for d in dataset.duties]
    assert set(begins) == {MONDAY - timedelta(days=n) for n in range(1, 32)}
    known = {(p.history_known_from, p.history_known_until) for p in dataset.crew.values()}
    usual = (datetime(2026, 11, 5, 23, tzinfo=UTC), datetime(2026, 12, 6, 23, tzinfo=UTC))
    assert usual in known
    assert len(known) == 3
    assert {d.crew_id for d in dataset.duties} == set(dataset.crew)


def test_history_is_lawful(instance, dataset):
    for person in dataset.crew.values():
        pieces = recorded_pieces(instance, person)
        assert pieces, person.name
        assert breaches(instance, person, pieces, breaks=True) == [], person.name


def test_works_until_sunday_evening(dataset):
    late = [d for d in dataset.duties if d.crew_id == "0109"]
    assert max(d.interval.end for d in late) == datetime(2026, 12, 6, 21, 30, tzinfo=UTC)


def test_zone_two_needs_the_maritime_authorisation(instance, dataset, places):
    maritime = {c.crew_id for c in dataset.certificates if c.kind is CertificateKind.MARITIME}
    below_port = {s.shift_id for s in instance.shifts if s.zone == 2}
    assert len(below_port) == 17
    for place in places:
        if place.shift_id in below_port and place.function == Function.BOATMASTER:
            assert set(place.crew_ids) <= maritime


def test_a_third_of_the_places_has_three_candidates(places):
    assert share(places) >= 0.3


def test_the_short_fleet_differs_in_two_records_only():
    full, short = _files(FLEET), _files(SHORT)
    assert {name for name in full if full[name] != short[name]} == {"absences.csv", "certificates.csv"}
    assert set(full) == set(short)
    full_papers, short_papers = _rows(FLEET, "certificates.csv"), _rows(SHORT, "certificates.csv")
    missing = [row for row in full_papers if row not in short_papers]
    assert [(row["crew_id"], row["certificate"]) for row in missing] == [("0103", "maritime")]
    added = [row for row in _rows(SHORT, "absences.csv") if row not in _rows(FLEET, "absences.csv")]
    assert [(row["crew_id"], row["start"], row["kind"]) for row in added] == [("0101", "11.12.2026 00:00", "leave")]


def test_the_shortage_is_on_friday_below_the_port():
    few = [p for p in place_candidates(instance_of(SHORT)) if len(p.crew_ids) < 2]
    assert [(p.shift_id, p.function, p.crew_ids) for p in few] == [
        ("H01-1112-F", "boatmaster", ("0102",)),
        ("H01-1112-S", "boatmaster", ("0102",)),
    ]
