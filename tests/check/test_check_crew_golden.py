"""Golden crews through the checker's predicate: enough is enough, one fewer is not."""

from __future__ import annotations

from collections import Counter

import pytest
from check_cases import crew_case, crew_cases, crew_of

from optimizer.check import lawful_crew
from optimizer.check.crew_facts import facts_of
from optimizer.check.needs import needs_of
from optimizer.domain import Function

pytestmark = pytest.mark.law

CREW_CASES = crew_cases("ferry", "boat", "pax", "cargo")
RANKS = [
    Function.DECKHAND,
    Function.DECKHAND_180,
    Function.BOATMAN,
    Function.ABLE_BOATMAN,
    Function.HELMSMAN,
    Function.BOATMASTER,
]


def by_id(case):
    return case["id"]


def crews_of(case):
    return [crew_of(crew) for crew in case["expected"]["crews"]]


def less_one(crew, function):
    return {f: n - (f is function) for f, n in crew.items() if n - (f is function)}


def plus(crew, *functions):
    return dict(Counter(crew) + Counter(functions))


def test_golden_cases_are_there():
    assert len(CREW_CASES) > 100


@pytest.mark.parametrize("case", CREW_CASES, ids=by_id)
def test_golden_crews_are_lawful(case):
    instance, shift = crew_case(case)
    if not crews_of(case):
        assert needs_of(facts_of(instance, shift)) == ()
    for crew in crews_of(case):
        assert lawful_crew(instance, shift, crew), crew


@pytest.mark.parametrize("case", CREW_CASES, ids=by_id)
def test_one_person_fewer_is_not_lawful(case):
    instance, shift = crew_case(case)
    alternatives = [Counter(crew) for crew in crews_of(case)]
    for crew in crews_of(case):
        for function in crew:
            short = less_one(crew, function)
            if any(other <= Counter(short) for other in alternatives):
                continue
            assert not lawful_crew(instance, shift, short), short


@pytest.mark.parametrize("case", CREW_CASES, ids=by_id)
def test_more_people_are_lawful(case):
    instance, shift = crew_case(case)
    for crew in crews_of(case):
        assert lawful_crew(instance, shift, plus(crew, Function.DECKHAND, Function.BOATMAN))


@pytest.mark.parametrize("case", CREW_CASES, ids=by_id)
def test_a_higher_function_sits_in_a_lower_place(case):
    instance, shift = crew_case(case)
    for crew in crews_of(case):
        for function in set(crew) & set(RANKS[:-1]):
            for higher in RANKS[RANKS.index(function) + 1 :]:
                raised = plus(less_one(crew, function), higher)
                assert lawful_crew(instance, shift, raised), raised


@pytest.mark.parametrize("case", CREW_CASES, ids=by_id)
def test_a_lower_function_does_not_lead(case):
    instance, shift = crew_case(case)
    for crew in crews_of(case):
        for leading in set(crew) & {Function.BOATMASTER, Function.FERRY_MASTER}:
            lowered = plus(less_one(crew, leading), Function.HELMSMAN)
            third = any(crew_of({o["replace"]: 1}) == {leading: 1} for o in case["expected"]["substitutions"])
            assert lawful_crew(instance, shift, lowered) is third
            if third:
                assert not lawful_crew(instance, shift, plus(less_one(lowered, leading), Function.HELMSMAN))


@pytest.mark.parametrize("case", CREW_CASES, ids=by_id)
def test_listed_substitutions_are_lawful(case):
    instance, shift = crew_case(case)
    for option in case["expected"]["substitutions"]:
        old = crew_of({option["replace"]: option.get("replace_count", 1)})
        new = [function for word in option["by"] for function in crew_of({word: 1})]
        fitting = [crew for crew in crews_of(case) if Counter(old) <= Counter(crew)]
        assert fitting
        accepted = [lawful_crew(instance, shift, plus(dict(Counter(crew) - Counter(old)), *new)) for crew in fitting]
        assert any(accepted), option


@pytest.mark.parametrize("case", CREW_CASES, ids=by_id)
def test_an_apprentice_with_service_time_is_not_replaceable(case):
    instance, shift = crew_case(case)
    needs = needs_of(facts_of(instance, shift))
    tied = any(seat.min_service_days for need in needs for seat in need.seats)
    for crew in crews_of(case):
        if Function.APPRENTICE in crew:
            raised = plus(less_one(crew, Function.APPRENTICE), Function.BOATMAN)
            assert lawful_crew(instance, shift, raised) == (not tied), raised


@pytest.mark.parametrize(
    ("case_id", "tied"),
    [
        ("p104-s2-A-250.1t", True),
        ("p105-s1-B-300.1t", True),
        ("p105-s4-C-1350t", True),
        ("P108-4-301t-A", True),
        ("p105-s1-A-15t", False),
        ("p105-s3-A-750.1t", False),
        ("P108-4-300t-A", False),
        ("P108-075-C", False),
    ],
)
def test_service_time_of_apprentices_is_asked_for_where_the_law_does(case_id, tied):
    case = next(case for case in CREW_CASES if case["id"] == case_id)
    seats = [seat for need in needs_of(facts_of(*crew_case(case))) for seat in need.seats]
    apprentices = [seat for seat in seats if seat.function is Function.APPRENTICE]
    assert apprentices
    assert {seat.min_service_days == 720 and seat.min_age == 17 for seat in apprentices} == {tied}
