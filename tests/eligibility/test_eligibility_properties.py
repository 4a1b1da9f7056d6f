"""More papers never hurt, more rules never help, and the fast answer is the slow one."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from eligibility_builders import ADULT, EXCURSION, FERRY, F, K, hours, make_instance
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.domain import Certificate, Measure, MeasureKind, Person, SafetyRole
from optimizer.eligibility import (
    certificate_bars,
    certificate_last_day,
    eligible_places,
    place_bars,
    safety_bars,
    second_patent_bars,
)
from optimizer.law import load_rulebook
from optimizer.manning.requirement import Place

LAW = load_rulebook()
DAY = timedelta(days=1)
PLACES = [
    *(Place(f) for f in F if f not in (F.ADDITIONAL, F.CABIN_STAFF)),
    Place(F.DECKHAND, also=(F.FERRY_APPRENTICE,)),
    Place(F.DECKHAND_180, also=(F.FERRY_ASSISTANT,)),
    Place(F.APPRENTICE, min_age=17, min_service_days=720),
    Place(F.DECKHAND, exchanged=True),
    Place(F.BOATMAN, min_age=18),
]

days = st.dates(date(2021, 6, 1), date(2032, 12, 31))
near = st.dates(date(2025, 12, 1), date(2027, 6, 30))
maybe = st.none()

certificates = st.builds(
    Certificate,
    crew_id=st.just("P1"),
    kind=st.sampled_from(list(K)),
    issued_on=st.dates(date(2015, 1, 1), date(2027, 6, 30)),
    valid_until=maybe | near,
    unlimited=st.booleans(),
    route=st.sampled_from(["", "programme", "exam"]),
    validated_days=st.sampled_from([None, 179, 180]),
    training_end=maybe | near,
    renewed_on=maybe | near,
    scope=st.sampled_from([(), ("Darchau",), ("Bleckede",)]),
    restrictions=st.sampled_from([(), (), ("daylight_only",), ("no_solo_wheelhouse",)]),
)
people = st.builds(
    lambda birth, service, exam: replace(ADULT, birth_date=birth, service_days=service, final_exam_on=exam),
    st.dates(date(1950, 1, 1), date(2011, 12, 31)),
    st.sampled_from([None, 719, 720]),
    maybe | near,
)
measures = st.lists(
    st.builds(
        Measure,
        crew_id=st.just("P1"),
        kind=st.sampled_from(list(MeasureKind)),
        from_day=near,
        until=maybe | near,
        certificate=maybe | st.sampled_from(list(K)),
        enforceable=st.booleans(),
    ),
    max_size=1,
)
facts = st.fixed_dictionaries(
    {
        "vessel": st.sampled_from([EXCURSION, FERRY, replace(EXCURSION, features={"lng": True})]),
        "zone": st.sampled_from([None, 2, 3]),
        "radar_navigation": st.sampled_from([None, True]),
        "daylight": st.sampled_from([None, True]),
    }
)
intervals = st.builds(
    lambda first, length, start: hours(first, first + length * DAY, start, 18),
    near,
    st.integers(0, 3),
    st.sampled_from([0, 6]),
)


def _answers(person: Person, held: list[Certificate], interval, marks, shift_facts):
    instance, shift = make_instance(person, held, interval=interval, measures=marks, **shift_facts)
    answer = set(eligible_places(instance, shift, PLACES)["P1"])
    roles = {r for r in SafetyRole if not safety_bars(instance, person, r, shift)}
    second = not second_patent_bars(instance, person, shift)
    return instance, shift, answer, roles, second


@settings(max_examples=150, deadline=None)
@given(people, st.lists(certificates, max_size=4), certificates, intervals, measures, facts)
def test_one_more_certificate_never_takes_a_place_away(person, held, extra, interval, marks, shift_facts) -> None:
    *_, before, roles, second = _answers(person, held, interval, marks, shift_facts)
    *_, after, more_roles, still = _answers(person, [*held, extra], interval, marks, shift_facts)
    assert before <= after
    assert roles <= more_roles
    assert second <= still


@settings(max_examples=100, deadline=None)
@given(people, st.lists(certificates, max_size=4), intervals, measures, facts, st.booleans())
def test_fast_and_slow_answer_agree(person, held, interval, marks, shift_facts, accompanied) -> None:
    instance, shift = make_instance(person, held, interval=interval, measures=marks, **shift_facts)
    fast = eligible_places(instance, shift, PLACES, accompanied=accompanied)["P1"]
    slow = {place for place in PLACES if not place_bars(instance, person, place, shift, accompanied=accompanied)}
    assert fast == slow


@settings(max_examples=100, deadline=None)
@given(people, st.lists(certificates, max_size=4), near, measures, facts, st.integers(1, 3))
def test_a_longer_shift_is_never_easier(person, held, first, marks, shift_facts, more) -> None:
    *_, short, roles, _ = _answers(person, held, hours(first), marks, shift_facts)
    *_, long, less, _ = _answers(person, held, hours(first, first + more * DAY), marks, shift_facts)
    assert less <= roles
    by_age = {p for p in PLACES if p.min_age is not None}
    assert (long - by_age) <= short


@settings(max_examples=200, deadline=None)
@given(people, certificates)
def test_last_day_is_the_last_day(person, certificate) -> None:
    last = certificate_last_day(LAW, certificate, person)
    if last is None:
        assert not _document(certificate, person, date(2090, 1, 1))
    elif last >= max(certificate.issued_on, date(2021, 12, 7)):
        assert not _document(certificate, person, last)
        assert _document(certificate, person, last + DAY)


def _document(certificate: Certificate, person: Person, day: date) -> list[str]:
    """Bars of validity alone: who is too young or holds a document issued too late is left out."""
    old = LAW.rule(f"certificate.{certificate.kind}").versions[-1].values.get("issued_until")
    if old is not None and certificate.issued_on > old:
        certificate = replace(certificate, issued_on=old)
    bars = certificate_bars(LAW, certificate, replace(person), hours(day))
    return [bar.code for bar in bars if "Jahre alt" not in bar.text.de]


@settings(max_examples=150, deadline=None)
@given(people, st.lists(certificates, max_size=3), intervals, measures, facts, st.sampled_from(PLACES))
def test_every_bar_can_be_shown(person, held, interval, marks, shift_facts, place) -> None:
    instance, shift = make_instance(person, held, interval=interval, measures=marks, **shift_facts)
    for bar in place_bars(instance, person, place, shift):
        assert person.name in bar.text.de and person.name in bar.text.en
        assert bar.citation and bar.code in LAW.rules or bar.code.startswith("person.")
        assert shift.interval.covers(bar.interval)
        assert "_" not in bar.text.de and "§" not in bar.text.de and "{" not in bar.text.de
