"""What runs out, when, and what goes with it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import pytest
from solve_cases import MONDAY, instance, shift, ship

from optimizer.domain import (
    Certificate,
    CertificateCrew,
    CertificateKind,
    Function,
    OperatingMode,
    Permit,
    SafetyRole,
    VesselType,
)
from optimizer.eligibility.papers import papers_of
from optimizer.foresee import outlook
from optimizer.foresee.papers import Shifts, as_if_kept
from optimizer.instance import Instance
from optimizer.intake import read_dataset
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, day_start

K, F = CertificateKind, Function
FLEETS = Path(__file__).resolve().parents[2] / "data" / "fleets"


def certificate(crew_id, kind, **facts):
    return Certificate(crew_id=crew_id, kind=kind, **{"issued_on": date(2022, 3, 15), **facts})


def fleet(*papers, shifts=None, **facts):
    """One day-excursion vessel, a boatmaster ``B0`` and a boatman ``M1`` with these papers only."""
    days = [shift(f"S{day}", "V1", day, "08:00", "16:00") for day in range(7)] if shifts is None else shifts
    case = instance([ship("V1")], days, "BM", **facts)
    given = {paper.crew_id for paper in papers}
    own = tuple(item for item in case.dataset.certificates if item.crew_id not in given)
    return replace(case, dataset=replace(case.dataset, certificates=(*own, *papers)))


def born(case, crew_id, day):
    people = dict(case.dataset.crew)
    people[crew_id] = replace(people[crew_id], birth_date=day)
    return replace(case, dataset=replace(case.dataset, crew=people))


def roster(case, *rows):
    made = (
        RosterRow(shift_id=shift_id, status=RowStatus.FILLED, crew_id=crew_id, function=function)
        for shift_id, crew_id, function in rows
    )
    return Roster(window=case.window, rows=tuple(made))


def test_a_patent_ends_with_the_sixtieth_birthday_and_takes_its_shifts_along():
    case = born(fleet(), "B0", date(1966, 12, 11))
    found = outlook(case, roster(case, ("S3", "B0", F.BOATMASTER), ("S4", "B0", F.BOATMASTER)), 1)
    (item,) = found
    assert (item.crew_id, item.last_day, item.citation) == ("B0", date(2026, 12, 10), "BinSchPersV § 81(1) S. 2")
    assert F.BOATMASTER in item.services
    assert item.shifts == ("S4", "S5", "S6")
    assert item.rostered == ("S4",)


def test_the_horizon_counts_in_weeks_from_the_window():
    case = born(fleet(), "B0", date(1966, 12, 21))
    assert [item.last_day for item in outlook(case, roster(case), 2)] == [date(2026, 12, 20)]
    assert outlook(case, roster(case), 1) == ()
    shifted = born(fleet(), "B0", date(1966, 12, 22))
    assert outlook(shifted, roster(shifted), 2) == ()


def test_shifts_behind_the_window_count():
    late = shift("late", "V1", 16, "08:00", "16:00")
    case = born(fleet(shifts=[late]), "B0", date(1966, 12, 11))
    (item,) = outlook(case, roster(case), 1)
    assert item.shifts == ("late",)


def test_what_another_paper_still_carries_is_not_lost():
    papers = [
        certificate("M1", K.BOATMAN),
        certificate("M1", K.FIRST_AIDER, valid_until=date(2026, 12, 8)),
        certificate("M1", K.ABLE_BOATMAN),
    ]
    case = fleet(*papers)
    (item,) = outlook(case, roster(case), 1)
    assert (item.what.de, item.services, item.shifts) == ("Ersthelfer", (), ())


def test_a_paper_renewed_without_a_gap_is_no_news():
    papers = [
        certificate("M1", K.BOATMAN),
        certificate("M1", K.FIRST_AIDER, valid_until=date(2026, 12, 8)),
        certificate("M1", K.FIRST_AIDER, issued_on=date(2026, 12, 1), valid_until=date(2028, 12, 1)),
    ]
    case = fleet(*papers)
    assert outlook(case, roster(case), 1) == ()
    gap = fleet(*papers[:2], replace(papers[2], issued_on=date(2026, 12, 10)))
    assert [item.last_day for item in outlook(gap, roster(gap), 1)] == [date(2026, 12, 8)]


def test_an_authorisation_ends_with_its_patent():
    case = born(fleet(certificate("B0", K.UNION_PATENT), certificate("B0", K.MARITIME)), "B0", date(1966, 12, 11))
    patent, maritime = outlook(case, roster(case), 1)
    assert (patent.what.en, patent.follows) == ("Union certificate of boatmaster", False)
    assert maritime.follows and maritime.last_day == patent.last_day
    assert maritime.citation == "BinSchPersV § 83(1)"


def test_of_two_papers_that_run_out_the_first_one_has_the_shifts():
    sea = [shift(f"S{day}", "V1", day, "08:00", "16:00", zone=2) for day in range(7)]
    papers = [certificate("B0", K.UNION_PATENT, valid_until=date(2026, 12, 10)), certificate("B0", K.MARITIME)]
    papers[1] = replace(papers[1], valid_until=date(2026, 12, 8))
    case = fleet(*papers, shifts=sea)
    first, second = outlook(case, roster(case), 1)
    assert (first.last_day, first.services) == (date(2026, 12, 8), (F.BOATMASTER,))
    assert first.shifts == ("S2", "S3", "S4", "S5", "S6")
    assert F.BOATMASTER not in second.services and F.BOATMAN in second.services


def test_a_breathing_course_that_is_not_repeated_ends_the_role():
    papers = [certificate("M1", K.BOATMAN), certificate("M1", K.BREATHING_BASIC, issued_on=date(2025, 12, 9))]
    found = outlook(fleet(*papers), roster(fleet(*papers)), 2)
    (item,) = found
    assert item.kind == "refresher"
    assert item.what.de == "Atemschutzgeräteträger"
    assert item.last_day in (date(2026, 12, 8), date(2026, 12, 9))
    assert "breathing_refresher" in item.reading or item.reading == ""


def test_whoever_leaves_takes_all_functions_along():
    case = fleet()
    people = dict(case.dataset.crew)
    people["B0"] = replace(people["B0"], exit_on=date(2026, 12, 9))
    case = replace(case, dataset=replace(case.dataset, crew=people))
    (item,) = outlook(case, roster(case, ("S5", "B0", F.BOATMASTER)), 1)
    assert (item.kind, item.last_day, item.rostered) == ("employment", date(2026, 12, 9), ("S5",))
    assert item.shifts == ("S3", "S4", "S5", "S6")


def test_the_crew_entered_in_the_papers_runs_out():
    entry = CertificateCrew(
        vessel_id="V1",
        mode=OperatingMode.A,
        alternatives=({F.BOATMASTER: 1, F.BOATMAN: 2},),
        valid_until=date(2026, 12, 10),
    )
    case = fleet(certificate_crews=(entry,))
    (item,) = outlook(case, roster(case), 1)
    assert (item.vessel_id, item.last_day, item.shifts) == ("V1", date(2026, 12, 10), ("S4", "S5", "S6"))
    assert item.crew_id == "" and item.services == ()


def test_a_permit_that_no_shift_needs_spoils_none():
    permit = Permit(vessel_id="V1", paragraph="§ 117", valid_until=date(2026, 12, 10), reference="WSD 4711")
    case = fleet(permits=(permit,))
    (item,) = outlook(case, roster(case), 1)
    assert (item.what.en, item.citation, item.shifts) == ("permit (WSD 4711)", "BinSchPersV § 117", ())
    renewed = replace(permit, valid_from=date(2026, 12, 11), valid_until=None)
    assert outlook(fleet(permits=(permit, renewed)), roster(case), 1) == ()


def test_a_permit_that_lowers_the_crew_takes_its_shifts_along():
    equipped = ("helm_separated", "mooring_from_wheelhouse", "berth_steady", "anchor_remote", "bilge_remote_or_auto")
    features = {**dict.fromkeys(equipped, True), "sailing_rig": False}
    boat = ship("V1", type=VesselType.PASSENGER_BOAT, passengers=12, length_m=12.0, features=features)
    days = [
        shift(f"S{day}", "V1", day, "08:00", "16:00", waterway="Elbe", daylight=True, good_visibility=True)
        for day in range(7)
    ]
    permit = Permit(vessel_id="V1", paragraph="§ 111(2)", valid_until=date(2026, 12, 10))
    case = instance([boat], days, "BM", permits=(permit,))
    (item,) = outlook(case, roster(case), 1)
    assert item.citation == "BinSchPersV § 111(2)"
    assert item.shifts == ("S4", "S5", "S6")


@pytest.mark.parametrize("name", ["harbour_ferries", "canal_cargo", "excursion_cruise"])
def test_nothing_a_sample_fleet_loses_is_left_out(name):
    """The items together name every shift that somebody could serve if nothing ran out, and no other."""
    dataset = read_dataset(FLEETS / name).dataset
    window = Interval(day_start(MONDAY), day_start(MONDAY + timedelta(days=7)))
    case = Instance(dataset, window, load_rulebook())
    last = MONDAY + timedelta(days=6)
    named: dict[str, set[str]] = {}
    for item in outlook(case, Roster(window=window, rows=()), 1):
        if item.crew_id and item.kind == "certificate":
            named.setdefault(item.crew_id, set()).update(item.shifts)
    shifts = Shifts(case)
    for person in dataset.crew.values():
        held = papers_of(case, person).held
        if not any(s.last is not None and MONDAY <= s.last <= last for item in held for s in item.validity.stretches):
            continue
        kept = as_if_kept(
            case,
            person,
            lambda item: any(s.last is not None and s.last >= MONDAY for s in item.validity.stretches),
        )
        lost = {
            s.shift_id
            for s in shifts.in_order
            if s.interval.days()[-1] >= MONDAY
            and shifts.asked(s).served_with(kept) - shifts.asked(s).served_with(papers_of(case, person))
        }
        later = {s.shift_id for s in shifts.in_order if s.interval.days()[-1] > last + timedelta(days=1)}
        assert lost - later <= named.get(person.crew_id, set()) <= lost


def test_a_safety_role_counts_as_a_service():
    trip = [shift("S2", "V1", 2, "08:00", "16:00", with_passengers=True, persons_aboard=60)]
    papers = [certificate("B0", K.UNION_PATENT), certificate("B0", K.PASSENGER_EXPERT, issued_on=date(2021, 12, 8))]
    case = fleet(*papers, shifts=trip)
    (item,) = outlook(case, roster(case), 1)
    assert SafetyRole.PASSENGER_EXPERT in item.services
    assert item.shifts == ("S2",)
