"""One edit spoils a lawful roster: the intended breach comes first, the rest only follows."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, time, timedelta

import pytest
from check_build import (
    AID,
    EXPERT,
    K,
    absence,
    at,
    both,
    causes,
    certificate,
    day_ship,
    ferry,
    long_days,
    row,
    span,
    unlawful,
    watches,
)

from optimizer.domain import (
    Absence,
    AbsenceKind,
    ClockSpan,
    DutyKind,
    Function,
    Measure,
    MeasureKind,
    Movement,
    OperatingMode,
    RecordedDuty,
    VesselState,
    Watch,
    WatchPlan,
)
from optimizer.findings import Severity
from optimizer.timeline import Interval

F = Function
LAWFUL = {"day ship": day_ship, "ferry": ferry, "both": both, "long": long_days, "watches": watches}


def longer(minutes):
    return lambda r: replace(r, duty=(Interval(r.duty[0].start, r.duty[0].end + timedelta(minutes=minutes)),))


def swapped(shift, who):
    """The same place with somebody else."""
    return lambda fleet: fleet.edit(
        lambda r: replace(r, crew_id=who) if r.function in (F.DECKHAND, F.ABLE_BOATMAN) else r,
        shift=shift,
    )


def nine_hours_59(fleet):
    """The late deckhand of Monday also does Tuesday's early shift, which begins too soon."""
    fleet = fleet.edit(lambda r: replace(r, crew_id="dm2"), shift="F1early", who="dm1")
    fleet = fleet.edit(lambda r: replace(r, crew_id="dm3"), shift="F1late", who="dm2")
    begin = Interval(at(1, "07:59"), at(1, "14:00"))
    fleet = fleet.set_shift("F1early", interval=begin)
    return fleet.edit(lambda r: replace(r, duty=(begin,)), shift="F1early")


def rest_by_duty(minutes):
    """The deckhand's duty of Monday ends later, Tuesday's early shift begins at 8:00."""

    def spoil(fleet):
        begin = Interval(at(1, "08:00"), at(1, "14:00"))
        fleet = fleet.set_shift("F1early", interval=begin)
        fleet = fleet.edit(lambda r: replace(r, duty=(begin,)), shift="F1early")
        fleet = fleet.edit(lambda r: replace(r, crew_id="dm2"), shift="F1early", who="dm1")
        fleet = fleet.edit(lambda r: replace(r, crew_id="dm3"), shift="F1late", who="dm2")
        return fleet.edit(longer(minutes), shift="F0late", who="dm2")

    return spoil


def week_84_01(fleet):
    return fleet.edit(longer(1), shift="L6", who="dm1")


def on_two_vessels(fleet):
    """The ferry master also leads the day ship on Monday."""
    return fleet.edit(lambda r: replace(r, crew_id="both"), shift="A0", who="sf1").edit(
        lambda r: replace(r, crew_id="both"), shift="F0early", who="ff1"
    )


def with_captain(fleet):
    """Somebody who could serve on either vessel."""
    captain = replace(fleet.dataset.crew["sf1"], crew_id="both", name="Kai Kröger")
    fleet = fleet.set(crew={**fleet.dataset.crew, "both": captain})
    return fleet.add(
        "certificates",
        certificate("both", K.UNION_PATENT),
        certificate("both", K.PASSENGER_EXPERT),
    )


EDITS = {
    "a person on leave": (
        "both",
        lambda f: f.add("absences", absence("bm1", 1, 1)),
        "person.absent",
    ),
    "open sickness": (
        "both",
        lambda f: f.add(
            "absences",
            Absence(crew_id="sf2", start=at(5, "11:00"), end=None, kind=AbsenceKind.SICK),
        ),
        "person.absent",
    ),
    "a boatman as boatmaster": (
        "day ship",
        lambda f: (
            f.set_row("A1", "sf1", crew_id="ma1", safety_roles=())
            .add("certificates", certificate("ma1", K.PASSENGER_EXPERT))
            .set_row("A1", "ma1", safety_roles=(EXPERT,))
        ),
        "certificate.boatmaster_needed",
    ),
    "one person on two vessels": (
        "both",
        lambda f: on_two_vessels(with_captain(f)),
        "person.two_places",
    ),
    "rest cut to 9 h 59 by the shift": ("ferry", nine_hours_59, "rest.total_employee"),
    "rest cut to 9 h 59 by the duty": ("ferry", rest_by_duty(1), "rest.total_employee"),
    "a lapsed patent": (
        "day ship",
        lambda f: f.set_certificates("sf1", K.UNION_PATENT, valid_until=date(2026, 5, 3)),
        "certificate.union_patent",
    ),
    "a patent that lapses during the week": (
        "day ship",
        lambda f: f.set_certificates("sf1", K.UNION_PATENT, issued_on=date(2013, 5, 6)),
        "certificate.union_patent",
    ),
    "a deckhand deleted": ("ferry", lambda f: f.delete("F2late", "dm2"), "manning.open_place"),
    "a ferry master deleted": ("ferry", lambda f: f.delete("F2late", "ff2"), "manning.open_place"),
    "the first aider deleted": ("day ship", lambda f: f.delete("A3", "bm1"), "manning.open_place"),
    "a deckhand of a watch deleted": (
        "watches",
        lambda f: f.delete("W1", "dm1").delete("W1", "jung"),
        "manning.open_place",
    ),
    "a minor on a 12 h watch": (
        "watches",
        lambda f: f.set_row(
            "W1",
            "jung",
            watch="Lang",
            duty=(span(1, "06:00", "18:00"),),
            breaks=(span(1, "10:00", "11:00"), span(1, "14:00", "14:15")),
        ),
        "youth.only_minor_watches",
    ),
    "a minor on a 12 h day without watches": (
        "long",
        lambda f: f.set_person("dm1", birth_date=date(2009, 1, 1)),
        "youth.daily_hours",
    ),
    "84 h + 1 min in 7 days": ("long", week_84_01, "work.rest_7d"),
    "a safety role nobody holds": (
        "day ship",
        lambda f: f.set_row("A2", "bm1", safety_roles=()),
        "safety.day_excursion",
    ),
    "a safety role without the certificate": (
        "day ship",
        lambda f: f.set_certificates("bm1", K.FIRST_AIDER, valid_until=date(2026, 5, 1)),
        "certificate.first_aider",
    ),
    "expert and first aider in one person": (
        "day ship",
        lambda f: (
            f.set_row("A2", "sf1", safety_roles=(EXPERT, AID))
            .set_row("A2", "bm1", safety_roles=())
            .add("certificates", certificate("sf1", K.FIRST_AIDER, unlimited=True))
        ),
        "safety.one_person",
    ),
    "more persons aboard than the staff is for": (
        "day ship",
        lambda f: f.set_shift("A2", persons_aboard=251),
        "safety.day_excursion",
    ),
    "a suspended patent": (
        "day ship",
        lambda f: f.add(
            "measures",
            Measure(
                crew_id="sf1",
                kind=MeasureKind.SUSPENDED,
                from_day=date(2026, 5, 5),
                until=date(2026, 5, 5),
                certificate=K.UNION_PATENT,
            ),
        ),
        "certificate.suspended",
    ),
    "somebody who has left": (
        "ferry",
        lambda f: f.set_person("ff1", exit_on=date(2026, 5, 6)),
        "person.not_employed",
    ),
    "another ferry site": (
        "ferry",
        lambda f: f.set_vessel("F", ferry_sites=("Zollenspieker", "Hoopte")),
        "certificate.ferry_certificate",
    ),
    "a free-moving ferry": (
        "ferry",
        lambda f: f.set_vessel("F", features={"cable_guided": False, "free_moving": True}),
        "certificate.free_moving_ferry",
    ),
    "no safety training": (
        "ferry",
        lambda f: f.set_person("dm1", crew_since=None),
        "crew.safety_training",
    ),
    "maternity": (
        "ferry",
        lambda f: f.set_person("ff1", expected_birth=date(2026, 6, 1)),
        "crew.maternity",
    ),
    "the maritime zone": ("day ship", lambda f: f.set_shift("A1", zone=2), "certificate.maritime"),
    "more passengers permitted than the crew is for": (
        "day ship",
        lambda f: f.set_vessel("A", passengers_max=301),
        "manning.open_place",
    ),
    "no operating mode": (
        "day ship",
        lambda f: f.set_shift("A1", mode=None),
        "manning.day_excursion",
    ),
    "the boatmaster ashore for an hour": (
        "day ship",
        lambda f: f.set_row("A1", "sf1", duty=(span(1, "09:00", "18:00"),)),
        "duty.shorter_than_watch",
    ),
    "both in a break at once": (
        "day ship",
        lambda f: f.set_row("A1", "bm1", breaks=(span(1, "12:00", "12:45"),)),
        "duty.master_on_duty",
    ),
    "no break": (
        "day ship",
        lambda f: f.set_row("A1", "bm1", breaks=()),
        "work.breaks",
    ),
    "a course at the same time": (
        "ferry",
        lambda f: f.add(
            "duties",
            RecordedDuty(
                crew_id="dm1",
                interval=span(2, "08:00", "10:00"),
                kind=DutyKind.COURSE,
                planned=True,
            ),
        ),
        "person.two_places",
    ),
    "a duty before the window": (
        "ferry",
        lambda f: f.add(
            "duties",
            RecordedDuty(
                crew_id="dm1",
                interval=Interval(at(-1, "16:00"), at(-1, "22:30")),
                kind=DutyKind.DUTY,
            ),
        ),
        "rest.uninterrupted_employee",
    ),
    "unknown history": (
        "ferry",
        lambda f: f.set_person("dm1", history_known_from=None, history_known_until=None),
        "rest.elsewhere_counts",
    ),
    "a shift without a row": (
        "ferry",
        lambda f: f.edit(lambda _: None, shift="F4late"),
        "roster.no_row",
    ),
    "an unknown person": (
        "ferry",
        lambda f: f.set_row("F0late", "dm2", crew_id="7"),
        "roster.unknown_id",
    ),
    "another watch name": (
        "watches",
        lambda f: f.set_row("W1", "dm1", watch="Nacht"),
        "duty.unknown_watch",
    ),
    "18 h of sailing in mode A": (
        "day ship",
        lambda f: long_day(f),
        "mode.sailing_hours",
    ),
    "twice on one shift": (
        "ferry",
        lambda f: f.with_rows(row("F1early", "dm1", F.DECKHAND, span(1, "06:00", "14:00"))),
        "person.two_places",
    ),
}


def long_day(fleet):
    """One day of 18 hours, the crew halved into two duties so that nobody works too long."""
    whole = span(1, "05:00", "23:00")
    fleet = fleet.set_shift("A1", interval=whole)
    early, late = span(1, "05:00", "14:00"), span(1, "14:00", "23:00")
    fleet = fleet.edit(lambda r: replace(r, duty=(early,), breaks=(early_break(r),)), shift="A1")
    second = [
        row("A1", "sf2", F.BOATMASTER, late, span(1, "18:00", "18:30"), safety_roles=(EXPERT,)),
        row("A1", "bm2", F.ABLE_BOATMAN, late, span(1, "19:00", "19:30"), safety_roles=(AID,)),
    ]
    return with_two_watches(fleet.with_rows(*second))


def early_break(r):
    return span(1, "09:00", "09:30") if r.crew_id == "sf1" else span(1, "10:00", "10:30")


def with_two_watches(fleet):

    plan = WatchPlan(
        watch_plan="zwei",
        watches=(
            Watch(name="Früh", spans=(ClockSpan(start=time(5), end=time(14)),)),
            Watch(name="Spät", spans=(ClockSpan(start=time(14), end=time(23)),)),
        ),
    )
    fleet = fleet.set(watch_plans={"zwei": plan}).set_shift("A1", watch_plan="zwei")
    names = {"sf1": "Früh", "bm1": "Früh", "sf2": "Spät", "bm2": "Spät"}
    return fleet.edit(lambda r: replace(r, watch=names[r.crew_id]), shift="A1")


@pytest.mark.parametrize("build", LAWFUL.values(), ids=LAWFUL)
def test_the_rosters_are_lawful_before_the_edit(build):
    report = build().check()
    assert report.findings == ()
    assert report.exit_code == 0
    assert report.sailing == frozenset(report.sailing)
    assert report.not_sailing == frozenset()


#: What no mending of a single finding above it would clear.
OF_ITS_OWN = {"a minor on a 12 h day without watches": ("youth.weekly_hours",)}


@pytest.mark.parametrize("name", EDITS)
def test_the_intended_breach_comes_first(name):
    fleet, spoil, code = EDITS[name]
    report = spoil(LAWFUL[fleet]()).check()
    assert report.exit_code == 1
    first, *others = report.findings
    assert first.code == code
    assert first.consequence_of == ""
    assert first.severity is Severity.UNLAWFUL
    known = {finding.code for finding in report.findings}
    for other in others:
        explained = other.consequence_of in known or other.code in (code, *OF_ITS_OWN.get(name, ()))
        assert explained or other.severity is not Severity.UNLAWFUL, other.text.de
    assert set(causes(report)) == {code, *OF_ITS_OWN.get(name, ())}


@pytest.mark.parametrize("name", EDITS)
def test_findings_are_cited_and_said_once(name):
    fleet, spoil, _ = EDITS[name]
    built = spoil(LAWFUL[fleet]())
    report = built.check()
    assert len(set(report.findings)) == len(report.findings)
    told = [(f.code, f.crew_id, f.shift_id, f.interval) for f in unlawful(report)]
    assert len(set(told)) == len(told)
    for finding in report.findings:
        if finding.code in built.instance.rulebook.rules:
            assert finding.citation
        assert finding.code not in finding.text.de
        assert finding.text.de and finding.text.en
        ids = {"sf1", "sf2", "bm1", "bm2", "ff1", "ff2", "dm1", "dm2"}
        assert not ids & set(finding.text.de.replace(",", " ").split())


def test_a_lawful_edge_stays_lawful():
    assert rest_by_duty(0)(ferry()).check().exit_code == 0
    assert ferry().set_vessel("F", crossing_minutes=10).delete("F2late", "dm2").check().exit_code == 1
    short = ferry().set_vessel("F", crossing_minutes=10)
    moored = Movement(vessel_id="F", interval=span(2, "18:00", "18:30"), state=VesselState.MOORED)
    assert short.delete("F2late", "dm2").add("movements", moored).check().exit_code == 0


def test_mode_a_allows_16_hours():
    fleet = day_ship().set_shift("A6", interval=span(6, "08:00", "18:00"))
    assert fleet.set_shift("A1", mode=OperatingMode.B).check().exit_code == 1
