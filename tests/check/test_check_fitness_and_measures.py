"""Proofs of fitness and their restrictions, and what a measure against a patent takes along."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from check_build import Fleet, K, at, causes, certificate, day_ship, ferry

from optimizer.check.service import Service
from optimizer.check.validity import Validity
from optimizer.domain import CertificateKind, Function, Measure, MeasureKind, Movement, VesselState
from optimizer.law import load_rulebook
from optimizer.timeline import Interval

pytestmark = pytest.mark.law

F = Function
DAY = timedelta(days=1)
SIXTY = date(2026, 7, 1)


def valid(day: date, *, born: date = date(1966, 7, 1), medical: date | None = None, **papers) -> bool:
    held = certificate("ff1", papers.pop("kind", K.BOATMAN), issued_on=date(2022, 3, 15), route="exam", **papers)
    person = replace(ferry().dataset.crew["ff1"], birth_date=born, medical_on=medical)
    return Validity(load_rulebook(), person, (held,)).flaw(held, day) is None


@pytest.mark.parametrize("kind", [K.BOATMAN, K.UNION_PATENT, K.FERRY_CERTIFICATE, K.ENGINE_MINDER])
def test_a_renewal_carries_to_the_next_proof_of_fitness(kind: CertificateKind) -> None:
    assert valid(SIXTY - DAY, kind=kind)
    assert not valid(SIXTY, kind=kind)
    assert valid(SIXTY, kind=kind, renewed_on=SIXTY)
    assert valid(date(2031, 6, 30), kind=kind, renewed_on=SIXTY)
    assert not valid(date(2031, 7, 1), kind=kind, renewed_on=SIXTY)


@pytest.mark.parametrize("kind", [K.BOATMAN, K.UNION_PATENT, K.FERRY_CERTIFICATE, K.ENGINE_MINDER])
def test_a_proof_of_fitness_alone_renews_nothing(kind: CertificateKind) -> None:
    """§ 81(3): what ended at sixty is prolonged on request; the proof is one condition of it."""
    assert valid(SIXTY - DAY, kind=kind, medical=SIXTY - DAY)
    assert not valid(SIXTY, kind=kind, medical=SIXTY)
    assert not valid(SIXTY + DAY, kind=kind, medical=SIXTY)


def test_a_renewal_is_no_older_than_three_months() -> None:
    assert valid(SIXTY, renewed_on=date(2026, 4, 1))
    assert not valid(SIXTY, renewed_on=date(2026, 3, 31))


def book(day: date, medical: date | None, born: date = date(1966, 7, 1)) -> bool:
    """Whether a ferry assistant's book of the former law is valid, which the proof alone keeps alive."""
    held = certificate("ff1", K.FERRY_ASSISTANT, issued_on=date(2015, 3, 15))
    person = replace(ferry().dataset.crew["ff1"], birth_date=born, medical_on=medical)
    return Validity(load_rulebook(), person, (held,)).flaw(held, day) is None


def test_a_proof_of_fitness_keeps_a_former_book_alive() -> None:
    assert [book(SIXTY, None), book(SIXTY - DAY, None)] == [False, True]
    assert [book(date(2031, 6, day), SIXTY) for day in (29, 30)] == [True, True]
    assert not book(date(2031, 7, 1), SIXTY)
    assert [book(SIXTY, date(2026, 4, 1)), book(SIXTY, date(2026, 3, 31))] == [True, False]


def test_a_proof_does_not_reach_back() -> None:
    late = date(2026, 9, 1)
    assert [book(day, late) for day in (SIXTY, late - DAY, late)] == [False, False, True]


@pytest.mark.parametrize(
    ("issued_on", "medical", "last"),
    [
        (date(2026, 8, 1), date(2026, 6, 1), date(2031, 6, 30)),
        (date(2026, 8, 1), date(2028, 1, 1), date(2031, 6, 30)),
        (date(2026, 4, 1), date(2026, 4, 1), date(2031, 6, 30)),
        (date(2026, 3, 31), date(2026, 3, 31), date(2026, 6, 30)),
        (date(2026, 4, 10), date(2026, 3, 31), date(2026, 6, 30)),
    ],
)
def test_a_certificate_issued_when_a_proof_was_due_lasts_to_the_next(issued_on: date, medical: date, last: date):
    held = certificate("ff1", K.UNION_PATENT, issued_on=issued_on)
    person = replace(ferry().dataset.crew["ff1"], birth_date=date(1966, 7, 1), medical_on=medical)
    days = [Validity(load_rulebook(), person, (held,)).flaw(held, day) for day in (last, last + DAY)]
    assert [flaw is None for flaw in days] == [True, False]


def test_from_seventy_every_two_years() -> None:
    born = date(1955, 9, 1)
    assert valid(date(2027, 8, 31), born=born, renewed_on=date(2025, 9, 1))
    assert not valid(date(2027, 9, 1), born=born, renewed_on=date(2025, 9, 1))
    assert book(date(2027, 8, 31), date(2025, 9, 1), born)
    assert not book(date(2027, 9, 1), date(2025, 9, 1), born)


def test_the_renewal_of_the_certificate_itself_comes_first() -> None:
    assert not valid(SIXTY, medical=SIXTY, renewed_on=date(2024, 1, 1))
    assert valid(SIXTY, medical=date(2024, 1, 1), renewed_on=SIXTY)


def test_a_proof_of_fitness_renews_no_years_and_no_stated_end() -> None:
    born, thirteen = date(1980, 1, 1), date(2035, 3, 15)
    assert valid(thirteen - DAY, born=born, kind=K.UNION_PATENT)
    assert not valid(thirteen, born=born, kind=K.UNION_PATENT, medical=date(2034, 1, 1))
    assert not valid(SIXTY + DAY, medical=SIXTY, valid_until=SIXTY)


def test_restrictions_of_the_proof_bind_like_entered_ones() -> None:
    fleet = day_ship().set_person("sf1", medical_restrictions=("daylight_only",))
    assert set(causes(fleet.check())) == {"certificate.restriction"}
    for day in range(4):
        fleet = fleet.set_shift(f"A{day}", daylight=True)
    assert fleet.check().exit_code == 0


def test_nobody_restricted_is_alone_in_the_wheelhouse() -> None:
    fleet = ferry().set_person("ff1", medical_restrictions=("no_solo_wheelhouse",))
    assert fleet.check().exit_code == 0
    short = fleet.set_vessel("F", crossing_minutes=5).delete("F0early", "dm1")
    stop = Movement(vessel_id="F", interval=Interval(at(0, "10:00"), at(0, "10:30")), state=VesselState.MOORED)
    assert causes(short.add("movements", stop).check()) == ["certificate.restriction"]


def test_a_restriction_of_somebody_without_a_certificate_binds_nobody() -> None:
    fleet = day_ship().set_person("ma1", medical_restrictions=("daylight_only",))
    service = Service(fleet.instance, fleet.dataset.shifts["A0"], fleet.dataset.crew["ma1"])
    assert service.bars(F.ADDITIONAL) == ()
    assert [bar.rule_id for bar in service.bars(F.BOATMAN)] == ["certificate.restriction"]


# --- measures -------------------------------------------------------------------------------------


def measure(kind: MeasureKind, named: CertificateKind | None = K.UNION_PATENT, **more) -> Measure:
    given = {"crew_id": "sf1", "kind": kind, "from_day": date(2026, 5, 1), "certificate": named}
    return Measure(**{**given, **more})


def authorised(*measures: Measure, **papers) -> Fleet:
    """The boatmaster with the maritime authorisation, in zone 2."""
    fleet = day_ship().set_shift("A0", zone=2)
    return fleet.add("certificates", certificate("sf1", K.MARITIME, **papers)).add("measures", *measures)


def codes(fleet: Fleet, function: Function) -> list[str]:
    service = Service(fleet.instance, fleet.dataset.shifts["A0"], fleet.dataset.crew["sf1"])
    return [bar.rule_id for bar in service.bars(function)]


TAKEN = [MeasureKind.SUSPENDED, MeasureKind.WITHDRAWN, MeasureKind.SEIZED]


def test_with_patent_and_authorisation_all_is_well() -> None:
    assert codes(authorised(), F.BOATMASTER) == []
    assert codes(day_ship().set_shift("A0", zone=2), F.BOATMASTER) == ["certificate.maritime"]


@pytest.mark.parametrize("kind", TAKEN)
def test_the_authorisation_goes_with_the_patent(kind: MeasureKind) -> None:
    fleet = authorised(measure(kind))
    assert codes(fleet, F.BOATMASTER) == [f"certificate.{kind}", "certificate.maritime"]
    # Whatever else carries the function, the authorisation was entered in the patent.
    fleet = fleet.add("certificates", certificate("sf1", K.RHINE_PATENT))
    assert codes(fleet, F.BOATMASTER) == ["certificate.maritime"]


def test_an_authorisation_granted_after_a_withdrawal_is_another_one() -> None:
    withdrawn, other = measure(MeasureKind.WITHDRAWN), certificate("sf1", K.RHINE_PATENT)
    fleet = authorised(withdrawn, issued_on=date(2026, 5, 2)).add("certificates", other)
    assert codes(fleet, F.BOATMASTER) == []
    same_day = authorised(withdrawn, issued_on=date(2026, 5, 1)).add("certificates", other)
    assert codes(same_day, F.BOATMASTER) == ["certificate.maritime"]


@pytest.mark.parametrize("kind", [MeasureKind.SUSPENDED, MeasureKind.SEIZED])
def test_an_authorisation_may_be_entered_in_a_patent_already_taken(kind: MeasureKind) -> None:
    fleet = authorised(measure(kind), issued_on=date(2026, 5, 2))
    fleet = fleet.add("certificates", certificate("sf1", K.RHINE_PATENT))
    assert codes(fleet, F.BOATMASTER) == ["certificate.maritime"]


@pytest.mark.parametrize(
    ("until", "issued_on", "barred"),
    [
        (None, date(2026, 5, 1), True),
        (None, date(2026, 5, 2), False),
        (date(2026, 5, 3), date(2026, 5, 2), False),
        (date(2026, 5, 4), date(2026, 5, 2), True),
    ],
)
def test_a_patent_issued_after_a_withdrawal_counts(until: date | None, issued_on: date, barred: bool) -> None:
    """§ 94(3), (4) Nr. 1: without a period in which none may be issued, a new one counts at once."""
    fleet = day_ship().add("measures", measure(MeasureKind.WITHDRAWN, until=until))
    assert codes(fleet, F.BOATMASTER) == ["certificate.withdrawn"]
    fleet = fleet.add("certificates", certificate("sf1", K.UNION_PATENT, issued_on=issued_on))
    assert (codes(fleet, F.BOATMASTER) == ["certificate.withdrawn"]) is barred
    assert barred or codes(fleet, F.BOATMASTER) == []


@pytest.mark.parametrize(
    ("kind", "until", "lost"),
    [
        (MeasureKind.SUSPENDED, date(2026, 5, 3), False),
        (MeasureKind.SUSPENDED, date(2026, 5, 4), True),
        (MeasureKind.SEIZED, date(2026, 5, 3), False),
        (MeasureKind.SEIZED, date(2026, 5, 4), True),
        # what is withdrawn does not come back
        (MeasureKind.WITHDRAWN, date(2026, 5, 3), True),
    ],
)
def test_how_long_the_authorisation_is_gone(kind: MeasureKind, until: date, lost: bool) -> None:
    fleet = authorised(measure(kind, until=until)).add("certificates", certificate("sf1", K.RHINE_PATENT))
    assert (codes(fleet, F.BOATMASTER) == ["certificate.maritime"]) is lost


def test_what_does_not_take_the_authorisation_along() -> None:
    open_still = measure(MeasureKind.SUSPENDED, enforceable=False)
    assert codes(authorised(open_still), F.BOATMASTER) == []
    other = measure(MeasureKind.WITHDRAWN, K.PASSENGER_EXPERT)
    assert codes(authorised(other), F.BOATMASTER) == []
    later = measure(MeasureKind.WITHDRAWN, from_day=date(2026, 5, 5))
    assert codes(authorised(later), F.BOATMASTER) == []


@pytest.mark.parametrize("kind", TAKEN)
def test_the_authorisation_alone_can_be_taken(kind: MeasureKind) -> None:
    fleet = authorised(measure(kind, K.MARITIME))
    expected = "certificate.suspended_other" if kind is MeasureKind.SUSPENDED else f"certificate.{kind}"
    assert codes(fleet, F.BOATMASTER) == [expected]
    assert codes(fleet.set_shift("A0", zone=3), F.BOATMASTER) == []


@pytest.mark.parametrize("kind", TAKEN)
def test_every_kind_of_authorisation_goes_with_the_patent(kind: MeasureKind) -> None:
    fleet = day_ship().set_shift("A0", stretch="Elbe 320-326", radar_navigation=True)
    held = [certificate("sf1", K.RISK_STRETCH, scope=("Elbe",)), certificate("sf1", K.RADAR)]
    fleet = fleet.add("certificates", *held, certificate("sf1", K.RHINE_PATENT))
    assert codes(fleet, F.BOATMASTER) == []
    taken = fleet.add("measures", measure(kind))
    assert sorted(codes(taken, F.BOATMASTER)) == ["certificate.radar", "certificate.risk_stretch"]
