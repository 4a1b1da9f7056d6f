"""Golden certificate and substitution cases through the checker's own look at people."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest
from check_cases import crew_of
from golden_people import (
    OTHER_READING,
    certificate_cases,
    paragraphs,
    people_case,
    substitution_cases,
)

from optimizer.check.crew_check import holders
from optimizer.check.crew_facts import facts_of
from optimizer.check.need import Need, Seat, seats_of
from optimizer.check.needs import exchange_rule
from optimizer.check.ranks import Ranks
from optimizer.check.seating import Member, is_crew
from optimizer.check.service import Service
from optimizer.check.sheet import Sheet
from optimizer.domain import (
    Dataset,
    Function,
    OperatingMode,
    Regime,
    Shift,
    Vessel,
    VesselType,
)
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, day_start

pytestmark = pytest.mark.law

#: §§ 109(2), 114 Nr. 2, 124 and cabin vessels are not in the product yet.
_LATER = {"CERT-022", "CERT-061", "CERT-062", "CERT-064", "SUBST-012"}
_CONVOYS_AND_CABIN = {"SUBST-041", "SUBST-045", "SUBST-048"}
_ENGINE_MINDER = {"SUBST-036", "SUBST-037", "SUBST-038", "SUBST-040"}
_WHOLE_CREW = {"CERT-073", "CERT-074", "CERT-075", "CERT-076"}


def _off_the_rhine(case):
    return case["facts"].get("regime") != "RheinSchPersV" and case["id"] not in _LATER


CERTIFICATES = [c for c in certificate_cases() if _off_the_rhine(c) and c["id"] not in _WHOLE_CREW]
PLACES = [c for c in substitution_cases() if _off_the_rhine(c) and "qualifications" in c["facts"]]
CHANGES = [
    c
    for c in substitution_cases()
    if _off_the_rhine(c) and "change" in c["facts"] and c["id"] not in _CONVOYS_AND_CABIN
]


def by_id(case):
    return case["id"]


def _bars(asked):
    service = Service(asked.instance, asked.shift, asked.person)
    if asked.role is not None:
        return service.role_bars(asked.role)
    return service.bars(asked.place.function)


def test_golden_cases_are_there():
    assert (len(CERTIFICATES), len(PLACES), len(CHANGES)) > (35, 12, 12)


@pytest.mark.parametrize("case", CERTIFICATES, ids=by_id)
def test_certificates(case):
    asked = people_case(case)
    bars = _bars(asked)
    assert (not bars) == asked.eligible, bars
    if not asked.eligible:
        cited = {p for bar in bars for p in paragraphs(bar.citation)}
        assert cited & asked.cited, (cited, asked.cited)


@pytest.mark.parametrize("case", [c for c in CERTIFICATES if c["id"] in OTHER_READING], ids=by_id)
def test_the_other_reading_of_a_conservative_case(case):
    strict, other = people_case(case), people_case(case, OTHER_READING[case["id"]])
    assert [bar.reading for bar in _bars(strict)] == [*OTHER_READING[case["id"]]]
    assert not _bars(other)


@pytest.mark.parametrize("case", [c for c in certificate_cases() if c["id"] in _WHOLE_CREW], ids=by_id)
def test_the_second_patent_of_a_crew(case):
    asked = people_case(case)
    crew = [(asked.person, Function.BOATMASTER)]
    crew += [(mate.person, mate.place.function) for mate in asked.mates]
    rows = tuple(
        RosterRow(shift_id="S1", status=RowStatus.FILLED, crew_id=person.crew_id, function=function)
        for person, function in crew
    )
    sheet = Sheet(asked.instance, Roster(window=asked.instance.window, rows=rows))
    facts = facts_of(asked.instance, asked.shift)
    rule = facts.values("manning.day_excursion.second_patent")
    asked_for = facts.vessel.passengers_max > rule["passengers_max"]["over"]
    found = holders(sheet, facts, rule["functions"], rows)
    assert (bool(found) or not asked_for) == asked.eligible
    if case["id"] in OTHER_READING:
        other = people_case(case, OTHER_READING[case["id"]])
        sheet = Sheet(other.instance, Roster(window=other.instance.window, rows=rows))
        assert holders(sheet, facts_of(other.instance, other.shift), rule["functions"], rows)


@pytest.mark.parametrize("case", PLACES, ids=by_id)
def test_who_may_take_a_place(case):
    asked = people_case(case)
    place = asked.place
    seat = Seat(place.function, place.min_age, place.min_service_days)
    assert Service(asked.instance, asked.shift, asked.person).may_sit(seat) == asked.eligible


@pytest.mark.parametrize("case", CHANGES, ids=by_id)
def test_exchanges_in_their_dated_text(case):
    facts, change = case["facts"], case["facts"]["change"]
    day = day_start(date.fromisoformat(facts["date"]))
    vessel = Vessel(vessel_id="V1", name="Probe", type=VesselType.DAY_EXCURSION)
    shift = Shift(
        shift_id="S1",
        vessel_id="V1",
        interval=Interval(day, day + timedelta(hours=8)),
        mode=OperatingMode(facts["mode"]),
        regime=Regime(facts["regime"]),
    )
    dataset = Dataset(vessels={"V1": vessel}, crew={}, shifts={"S1": shift})
    instance = Instance(dataset, shift.interval, load_rulebook())
    whole = facts_of(instance, shift)
    engine_minder = whole.values("manning.day_excursion.engine_minder")
    need = Need(
        tuple(seats_of(crew_of(facts["minimum_crew"]))),
        (),
        engine_minder=engine_minder if case["id"] in _ENGINE_MINDER else None,
        exchange=exchange_rule(whole),
    )
    new = Counter(crew_of(facts["minimum_crew"])) - Counter(crew_of(change["replace"]))
    by = {word.split(" (")[0]: count for word, count in change["by"].items()}
    new += Counter(crew_of(by))
    members = [Member(function) for function in new.elements()]
    ranks = Ranks.on(instance.rulebook, whole.day)
    assert is_crew(need, members, ranks) == case["expected"]["allowed"]
