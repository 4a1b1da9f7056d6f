"""Last and first days of certificates, and what else keeps people from serving."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from check_build import K, certificate, day_ship, ferry, span

from optimizer.check.general_bars import general_bars
from optimizer.check.need import Seat
from optimizer.check.service import Service
from optimizer.check.validity import Validity
from optimizer.domain import (
    DutyKind,
    Function,
    Measure,
    MeasureKind,
    RecordedDuty,
    SafetyRole,
    VesselType,
)
from optimizer.law import load_rulebook
from optimizer.timeline import Interval, day_start

F = Function
DAY = timedelta(days=1)
#: Certificates that are valid for five years and renewed for another five (§§ 86, 87).
FIVE = (K.PASSENGER_EXPERT, K.LNG_EXPERT)
RENEWED = {"issued_on": date(2022, 2, 1), "renewed_on": date(2026, 9, 1)}


def last_valid(born, held, *, others=(), readings=None):
    """Every change of validity is found by asking day by day around the day given."""
    rulebook = load_rulebook().with_readings(readings or {})
    person = replace(ferry().dataset.crew["ff1"], birth_date=born)
    validity = Validity(rulebook, person, (held, *others))
    return lambda day: validity.flaw(held, day)


@pytest.mark.parametrize(
    ("born", "certificate_values", "last"),
    [
        # 13 years from the day of issue, read as ending the day before the anniversary
        (date(1985, 3, 10), {"issued_on": date(2022, 3, 15)}, date(2035, 3, 14)),
        # renewed before 60: 13 years from the renewal, at most to 60
        (
            date(1985, 3, 10),
            {"issued_on": date(2022, 3, 15), "renewed_on": date(2034, 1, 1)},
            date(2045, 3, 9),
        ),
        # renewed at 30: 13 years from the renewal
        (
            date(1995, 3, 10),
            {"issued_on": date(2022, 3, 15), "renewed_on": date(2025, 1, 10)},
            date(2038, 1, 9),
        ),
        # the day before the 60th birthday
        (date(1966, 7, 1), {"issued_on": date(2022, 3, 15)}, date(2026, 6, 30)),
        # renewed at 60: until the day before 65
        (
            date(1962, 7, 1),
            {"issued_on": date(2022, 3, 15), "renewed_on": date(2022, 7, 1)},
            date(2027, 6, 30),
        ),
        # renewed two months before 60 counts for 60
        (
            date(1966, 7, 1),
            {"issued_on": date(2022, 3, 15), "renewed_on": date(2026, 5, 1)},
            date(2031, 6, 30),
        ),
        # renewed half a year before 60 does not
        (
            date(1966, 7, 1),
            {"issued_on": date(2022, 3, 15), "renewed_on": date(2026, 1, 1)},
            date(2026, 6, 30),
        ),
        # renewed at 70: two years
        (
            date(1955, 9, 1),
            {"issued_on": date(2022, 3, 15), "renewed_on": date(2025, 9, 1)},
            date(2027, 8, 31),
        ),
        # renewed at 65: five years to 70
        (
            date(1957, 9, 1),
            {"issued_on": date(2022, 3, 15), "renewed_on": date(2022, 9, 1)},
            date(2027, 8, 31),
        ),
        # the document's own last day, if earlier
        (
            date(1985, 3, 10),
            {"issued_on": date(2022, 3, 15), "valid_until": date(2030, 1, 1)},
            date(2030, 1, 1),
        ),
        # never later than the law computes
        (
            date(1985, 3, 10),
            {"issued_on": date(2022, 3, 15), "valid_until": date(2040, 1, 1)},
            date(2035, 3, 14),
        ),
    ],
)
def test_the_last_day_of_a_patent(born, certificate_values, last):
    flaw = last_valid(born, certificate("ff1", K.UNION_PATENT, **certificate_values))
    assert flaw(last) is None
    assert flaw(last + DAY) is not None


@pytest.mark.parametrize(
    ("kind", "values", "last"),
    [
        (K.PASSENGER_EXPERT, {"issued_on": date(2022, 2, 1)}, date(2027, 1, 31)),
        (K.FIRST_AIDER, {"valid_until": date(2026, 5, 5)}, date(2026, 5, 5)),
        (K.OLD_PATENT, {"issued_on": date(2015, 5, 1), "unlimited": True}, date(2032, 1, 17)),
        (K.FERRY_APPRENTICE, {"issued_on": date(2015, 5, 1)}, date(2042, 1, 17)),
        (K.BREATHING_BASIC, {"issued_on": date(2025, 6, 1)}, date(2026, 5, 31)),
        # renewed: five years from the renewal, also where that is not a matter of fitness
        *((kind, {"issued_on": date(2022, 2, 1), "renewed_on": date(2026, 9, 1)}, date(2031, 8, 31)) for kind in FIVE),
        # a renewal noted before the issue of the document changes nothing
        *((kind, {"issued_on": date(2022, 2, 1), "renewed_on": date(2021, 9, 1)}, date(2027, 1, 31)) for kind in FIVE),
        # renewed after it had lapsed
        *((kind, {"issued_on": date(2020, 2, 1), "renewed_on": date(2026, 9, 1)}, date(2031, 8, 31)) for kind in FIVE),
        # never beyond what the document says
        *((kind, {**RENEWED, "valid_until": date(2030, 1, 1)}, date(2030, 1, 1)) for kind in FIVE),
    ],
)
def test_the_last_day_of_other_documents(kind, values, last):
    flaw = last_valid(date(1995, 1, 1), certificate("ff1", kind, **values))
    assert flaw(last) is None
    assert flaw(last + DAY) is not None


@pytest.mark.parametrize("kind", FIVE)
def test_a_renewal_does_not_reach_back(kind):
    held = certificate("ff1", kind, issued_on=date(2020, 2, 1), renewed_on=date(2026, 9, 1))
    flaw = last_valid(date(1995, 1, 1), held)
    days = (date(2025, 1, 31), date(2025, 2, 1), date(2026, 8, 31), date(2026, 9, 1))
    assert [flaw(day) is None for day in days] == [True, False, False, True]


def test_a_document_is_not_valid_before_its_issue():
    flaw = last_valid(date(1980, 1, 1), certificate("ff1", K.DECKHAND, issued_on=date(2026, 5, 5)))
    assert flaw(date(2026, 5, 4)) is not None
    assert flaw(date(2026, 5, 5)) is None


def test_old_documents_were_issued_in_time():
    late = certificate("ff1", K.OLD_PATENT, issued_on=date(2022, 1, 18), unlimited=True)
    assert last_valid(date(1980, 1, 1), late)(date(2026, 5, 5)) is not None
    good = replace(late, issued_on=date(2022, 1, 17))
    assert last_valid(date(1980, 1, 1), good)(date(2026, 5, 5)) is None


@pytest.mark.parametrize("kind", [K.FIRST_AIDER, K.OLD_PATENT])
def test_a_blank_end_is_no_unlimited_one(kind):
    held = certificate("ff1", kind, issued_on=date(2020, 5, 1))
    assert last_valid(date(1980, 1, 1), held)(date(2026, 5, 5)) is not None
    open_ended = replace(held, unlimited=True)
    assert last_valid(date(1980, 1, 1), open_ended)(date(2026, 5, 5)) is None


def test_a_refresher_prolongs_a_year_within_the_basic_course():
    basic = certificate("ff1", K.BREATHING_BASIC, issued_on=date(2025, 6, 1))
    refresher = certificate("ff1", K.BREATHING_REFRESHER, issued_on=date(2026, 5, 20))
    flaw = last_valid(date(1995, 1, 1), basic, others=(refresher,))
    assert flaw(date(2027, 5, 19)) is None
    assert flaw(date(2027, 5, 20)) is not None
    assert flaw(date(2026, 6, 1)) is None


@pytest.mark.parametrize(
    ("route", "age", "valid"),
    [
        ("programme", 17, True),
        ("exam", 17, False),
        ("exam", 18, True),
        ("", 17, False),
        # § 31 Nr. 3 names no age; the law's data hold it to the examination route
        ("retraining", 17, False),
        ("retraining", 18, True),
    ],
)
def test_the_age_of_a_boatman_hangs_on_the_route(route, age, valid):
    held = certificate("ff1", K.BOATMAN, route=route)
    flaw = last_valid(date(2026 - age, 5, 5), held)
    assert (flaw(date(2026, 5, 5)) is None) == valid


def service(fleet, shift, who):
    return Service(fleet.instance, fleet.dataset.shifts[shift], fleet.dataset.crew[who])


def test_a_ferry_that_is_not_on_a_cable_moves_freely():
    fleet = ferry().set_vessel("F", features={"cable_guided": False})
    bars = service(fleet, "F0early", "ff1").bars(F.FERRY_MASTER)
    assert [bar.rule_id for bar in bars] == ["certificate.free_moving_ferry"]
    helped = fleet.add("certificates", certificate("ff1", K.DECKHAND))
    assert service(helped, "F0early", "ff1").bars(F.FERRY_MASTER) == ()
    lapsed = fleet.add("certificates", certificate("ff1", K.DECKHAND, valid_until=date(2026, 5, 1)))
    assert service(lapsed, "F0early", "ff1").bars(F.FERRY_MASTER)
    patent = fleet.add("certificates", certificate("ff1", K.UNION_PATENT))
    assert service(patent, "F0early", "ff1").bars(F.FERRY_MASTER) == ()


@pytest.mark.parametrize(
    ("features", "free"),
    [
        ({}, True),
        ({"radio": True}, True),
        ({"cable_guided": False}, True),
        ({"cable_guided": True}, False),
        ({"free_moving": True}, True),
        ({"free_moving": False}, False),
        ({"free_moving": True, "cable_guided": True}, True),
        ({"free_moving": False, "cable_guided": False}, False),
    ],
)
@pytest.mark.parametrize("kind", [K.FERRY_CERTIFICATE, K.OLD_FERRY_PATENT])
def test_a_ferry_of_which_nobody_says_how_it_moves_counts_as_free_moving(features, free, kind):
    fleet = ferry().set_vessel("F", features=features)
    papers = certificate("ff1", kind, issued_on=date(2020, 1, 1), scope=("Zollenspieker",))
    fleet = fleet.set(certificates=(papers,))
    bars = service(fleet, "F0early", "ff1").bars(F.FERRY_MASTER)
    assert [bar.rule_id for bar in bars] == ["certificate.free_moving_ferry"] * free
    helped = fleet.add("certificates", certificate("ff1", K.BOATMAN))
    assert service(helped, "F0early", "ff1").bars(F.FERRY_MASTER) == ()


def test_a_ferry_without_a_stated_site():
    fleet = ferry().set_vessel("F", ferry_sites=())
    bars = service(fleet, "F0early", "ff1").bars(F.FERRY_MASTER)
    assert [bar.rule_id for bar in bars] == ["certificate.ferry_certificate"]


def test_ferry_sites_are_read_whatever_their_spelling():
    fleet = ferry().set_vessel("F", ferry_sites=("ZOLLENSPIEKER ",))
    assert service(fleet, "F0early", "ff1").bars(F.FERRY_MASTER) == ()


def test_ferry_books_count_on_ferries_only():
    fleet = ferry().add("certificates", certificate("ff1", K.FERRY_APPRENTICE, issued_on=date(2020, 1, 1)))
    assert service(fleet, "F0early", "ff1").bars(F.DECKHAND) == ()
    book = day_ship().add("certificates", certificate("ma1", K.FERRY_APPRENTICE, issued_on=date(2020, 1, 1)))
    book = book.set(certificates=tuple(c for c in book.dataset.certificates if c.kind != K.BOATMAN))
    assert service(book, "A0", "ma1").bars(F.DECKHAND)


@pytest.mark.parametrize(
    ("expected", "born", "first", "last"),
    [
        (date(2026, 6, 15), None, date(2026, 5, 4), date(2026, 8, 10)),
        (date(2026, 6, 15), date(2026, 6, 15), date(2026, 5, 4), date(2026, 8, 10)),
        # born three weeks early: the fourteen weeks stay whole
        (date(2026, 6, 15), date(2026, 5, 25), date(2026, 5, 4), date(2026, 8, 10)),
        # born before the protected weeks began: barred from the birth on
        (date(2026, 6, 15), date(2026, 4, 20), date(2026, 4, 20), date(2026, 8, 10)),
        # born a day late
        (date(2026, 6, 15), date(2026, 6, 16), date(2026, 5, 4), date(2026, 8, 11)),
        # born two weeks late: eight weeks after the birth
        (date(2026, 6, 15), date(2026, 6, 29), date(2026, 5, 4), date(2026, 8, 24)),
        (None, date(2026, 6, 15), date(2026, 5, 4), date(2026, 8, 10)),
    ],
)
def test_protection_before_and_after_a_birth(expected, born, first, last):
    mother = replace(ferry().dataset.crew["ff1"], expected_birth=expected, birth_on=born)

    def barred(day):
        return any(general_bars(load_rulebook(), mother, [day]))

    assert [barred(d) for d in (first - DAY, first, last, last + DAY)] == [False, True, True, False]


def test_measures_against_one_certificate_leave_the_others():
    seized = Measure(
        crew_id="sf1",
        kind=MeasureKind.SEIZED,
        from_day=date(2026, 5, 1),
        certificate=K.UNION_PATENT,
    )
    fleet = day_ship().add("measures", seized)
    assert [b.rule_id for b in service(fleet, "A0", "sf1").bars(F.BOATMASTER)] == ["certificate.seized"]
    assert service(fleet, "A0", "sf1").role_bars(SafetyRole.PASSENGER_EXPERT) == ()
    own = fleet.add("certificates", certificate("sf1", K.HELMSMAN))
    assert service(own, "A0", "sf1").bars(F.HELMSMAN) == ()
    ban = replace(seized, kind=MeasureKind.PROHIBITED, certificate=None)
    banned = day_ship().add("measures", ban)
    assert service(banned, "A0", "sf1").bars(F.BOATMASTER)
    assert service(banned, "A0", "sf1").bars(F.BOATMAN) == ()
    over = replace(seized, until=date(2026, 5, 3))
    assert service(day_ship().add("measures", over), "A0", "sf1").bars(F.BOATMASTER) == ()


@pytest.mark.parametrize(
    ("kind", "issued", "until", "barred"),
    [
        # a withdrawn certificate is extinguished, whatever day the entry ends
        (MeasureKind.WITHDRAWN, date(2023, 1, 10), date(2026, 4, 30), True),
        (MeasureKind.WITHDRAWN, date(2023, 1, 10), None, True),
        (MeasureKind.WITHDRAWN, date(2026, 3, 1), date(2026, 4, 30), True),
        # one issued afterwards counts once the bar on a new one is over
        (MeasureKind.WITHDRAWN, date(2026, 3, 2), date(2026, 4, 30), False),
        (MeasureKind.WITHDRAWN, date(2026, 3, 2), date(2026, 5, 4), True),
        # what is suspended or seized for a time comes back
        (MeasureKind.SUSPENDED, date(2023, 1, 10), date(2026, 4, 30), False),
        (MeasureKind.SUSPENDED, date(2023, 1, 10), date(2026, 5, 4), True),
        (MeasureKind.SEIZED, date(2023, 1, 10), date(2026, 4, 30), False),
        (MeasureKind.SEIZED, date(2023, 1, 10), date(2026, 5, 4), True),
    ],
)
@pytest.mark.parametrize("named", [True, False])
def test_what_is_withdrawn_does_not_revive(kind, issued, until, barred, named):
    held = {"sf1": K.UNION_PATENT, "bm1": K.ABLE_BOATMAN}
    for who, paper in held.items():
        measure = Measure(
            crew_id=who,
            kind=kind,
            from_day=date(2026, 3, 1),
            until=until,
            certificate=paper if named else None,
        )
        fleet = day_ship().set(certificates=(certificate(who, paper, issued_on=issued),), measures=(measure,))
        function = F.BOATMASTER if who == "sf1" else F.ABLE_BOATMAN
        assert bool(service(fleet, "A0", who).bars(function)) is barred


def test_withdrawal_begins_on_its_day():
    measure = Measure(crew_id="sf1", kind=MeasureKind.WITHDRAWN, from_day=date(2026, 5, 5), until=date(2026, 5, 5))
    fleet = day_ship().add("measures", measure)
    assert [bool(service(fleet, f"A{day}", "sf1").bars(F.BOATMASTER)) for day in range(3)] == [False, True, True]


@pytest.mark.parametrize("basic", [date(2026, 5, 5), date(2027, 1, 1)])
@pytest.mark.parametrize("refresher", [None, date(2026, 1, 1), date(2026, 12, 1)])
@pytest.mark.parametrize("reading", ["twelve_months", "calendar_year"])
def test_a_basic_course_after_the_duty_does_not_count_yet(basic, refresher, reading):
    held = certificate("ff1", K.BREATHING_BASIC, issued_on=basic)
    others = () if refresher is None else (certificate("ff1", K.BREATHING_REFRESHER, issued_on=refresher),)
    flaw = last_valid(date(1995, 1, 1), held, others=others, readings={"breathing_refresher": reading})
    assert flaw(date(2026, 5, 4)).reason.de.startswith("Atemschutz Grundlehrgang erst ab")
    assert flaw(basic) is None


def test_breathing_wearers_trained_after_the_duty_may_not_act():
    fleet = day_ship().add("certificates", certificate("bm1", K.BREATHING_BASIC, issued_on=date(2026, 5, 7)))
    role = SafetyRole.BREATHING_APPARATUS_WEARER
    assert service(fleet, "A2", "bm1").role_bars(role)
    assert service(fleet, "A3", "bm1").role_bars(role) == ()


def test_a_refresher_counts_no_longer_than_its_document_says():
    basic = certificate("ff1", K.BREATHING_BASIC, issued_on=date(2025, 6, 1))
    refresher = certificate("ff1", K.BREATHING_REFRESHER, issued_on=date(2026, 5, 20), valid_until=date(2026, 11, 19))
    flaw = last_valid(date(1995, 1, 1), basic, others=(refresher,))
    assert flaw(date(2026, 11, 19)) is None
    assert flaw(date(2026, 11, 20)) is not None


def test_lng_needs_an_expert_at_the_helm():
    fleet = day_ship().set_vessel("A", features={"lng": True})
    assert [b.rule_id for b in service(fleet, "A0", "sf1").bars(F.BOATMASTER)] == ["certificate.lng"]
    fit = fleet.add("certificates", certificate("sf1", K.LNG_EXPERT))
    assert service(fit, "A0", "sf1").bars(F.BOATMASTER) == ()
    assert service(fleet, "A0", "bm1").bars(F.ABLE_BOATMAN) == ()


def test_free_time_on_board_is_no_second_place():
    free = RecordedDuty(crew_id="dm1", interval=span(0, "05:00", "06:30"), kind=DutyKind.ON_BOARD_FREE, planned=True)
    assert ferry().add("duties", free).check().exit_code == 0


def test_a_boatmaster_may_lead_a_ferry_but_not_the_reverse():
    fleet = ferry().set_row("F0early", "ff1", function=F.BOATMASTER)
    assert fleet.check().exit_code == 1
    patent = fleet.add("certificates", certificate("ff1", K.UNION_PATENT))
    assert patent.check().exit_code == 0
    ship = day_ship().set_row("A0", "sf1", function=F.FERRY_MASTER)
    assert ship.check().exit_code == 1


def test_a_missing_fact_is_named_in_plain_words():
    report = ferry().set_vessel("F", passengers_max=None).check()
    assert report.exit_code == 1
    assert "zulässige Fahrgäste" in report.findings[0].text.de
    assert "permitted passengers" in report.findings[0].text.en
    cargo = day_ship().set_vessel("A", type=VesselType.MOTOR_CARGO, tonnage_t=None)
    assert "Tragfähigkeit" in cargo.check().findings[0].text.de


@pytest.mark.parametrize(
    ("seat", "own"),
    [
        (Seat(F.DECKHAND, own=True), K.DECKHAND),
        (Seat(F.APPRENTICE, own=True), K.APPRENTICE),
        (Seat(F.APPRENTICE, 17, 720), K.APPRENTICE),
    ],
)
def test_a_higher_certificate_does_not_help_where_only_ones_own_counts(seat, own):
    """A restricted or lapsed certificate of the function is not mended by a patent."""
    fleet = day_ship().set_person("bm1", service_days=720, training_contract_until=date(2027, 1, 1))
    fleet = fleet.add("certificates", certificate("bm1", K.UNION_PATENT))
    assert not service(fleet, "A0", "bm1").may_sit(seat)
    for values, may in (
        ({}, True),
        ({"restrictions": ("daylight_only",)}, False),
        ({"valid_until": date(2026, 5, 3)}, False),
        ({"issued_on": date(2026, 5, 5)}, False),
    ):
        held = fleet.add("certificates", certificate("bm1", own, **values))
        assert service(held, "A0", "bm1").may_sit(seat) is may, values
    dated = fleet.add("certificates", certificate("bm1", own, restrictions=("daylight_only",)))
    assert service(dated.set_shift("A0", daylight=True), "A0", "bm1").may_sit(seat)


@pytest.mark.parametrize(
    ("first", "length", "may"),
    [
        (date(2022, 9, 28), 1, True),
        (date(2022, 9, 29), 2, False),
        (date(2022, 9, 30), 1, False),
        (date(2025, 12, 30), 1, False),
        (date(2025, 12, 30), 2, False),
        (date(2025, 12, 31), 1, True),
    ],
)
def test_a_certificate_opens_a_lower_function_only_if_it_does_on_every_day(first, length, may):
    """§ 96(2) did not name old patents from September 2022 to the end of 2025."""
    old = certificate("sf1", K.OLD_PATENT, issued_on=date(2015, 5, 1), unlimited=True)
    duty = Interval(day_start(first), day_start(first + length * DAY))
    fleet = day_ship().set(certificates=(old,)).set_shift("A0", interval=duty)
    assert (service(fleet, "A0", "sf1").bars(F.HELMSMAN) == ()) is may
    assert service(fleet, "A0", "sf1").bars(F.BOATMASTER) == ()


@pytest.mark.parametrize(
    ("paper", "contract", "stated", "last"),
    [
        (date(2026, 8, 31), None, None, date(2026, 8, 31)),
        (None, date(2026, 8, 31), None, date(2026, 8, 31)),
        # where certificate and contract differ the earlier day counts
        (date(2026, 8, 31), date(2026, 7, 31), None, date(2026, 7, 31)),
        (date(2026, 7, 31), date(2026, 8, 31), None, date(2026, 7, 31)),
        (date(2026, 8, 31), None, date(2026, 6, 30), date(2026, 6, 30)),
        (date(2026, 8, 31), None, date(2027, 6, 30), date(2026, 8, 31)),
        (None, None, date(2026, 6, 30), date(2026, 6, 30)),
    ],
)
def test_an_apprentice_is_one_until_the_training_ends(paper, contract, stated, last):
    person = replace(ferry().dataset.crew["ff1"], birth_date=date(2009, 1, 1), training_contract_until=contract)
    held = certificate("ff1", K.APPRENTICE, issued_on=date(2025, 8, 1), training_end=paper, valid_until=stated)
    validity = Validity(load_rulebook(), person, (held,))
    assert validity.flaw(held, last) is None
    assert validity.flaw(held, last + DAY) is not None


def test_an_apprentice_without_any_end_of_training():
    held = certificate("ff1", K.APPRENTICE, issued_on=date(2025, 8, 1))
    assert last_valid(date(2009, 1, 1), held)(date(2026, 5, 5)) is not None
