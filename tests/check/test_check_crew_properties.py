"""The seating search against brute force over every way to put people into places."""

from __future__ import annotations

from collections import Counter
from datetime import date
from itertools import combinations, permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from optimizer.check.need import Need, Seat
from optimizer.check.ranks import Ranks
from optimizer.check.seating import Member, is_crew, unfilled
from optimizer.domain import Function
from optimizer.law import load_rulebook

F = Function
DAY = date(2026, 6, 10)
RANKS = Ranks.on(load_rulebook(), DAY)
EXCHANGE = load_rulebook().values("manning.entry_level_exchange", DAY)
MINDER = load_rulebook().values("manning.day_excursion.engine_minder", DAY)

SEATS = st.sampled_from(
    [
        Seat(F.BOATMASTER),
        Seat(F.HELMSMAN),
        Seat(F.ABLE_BOATMAN),
        Seat(F.BOATMAN),
        Seat(F.APPRENTICE),
        Seat(F.APPRENTICE, 17, 720),
        Seat(F.DECKHAND),
        Seat(F.ENGINE_MINDER),
    ]
)
ON_BOARD = st.sampled_from(
    [
        F.BOATMASTER,
        F.HELMSMAN,
        F.ABLE_BOATMAN,
        F.BOATMAN,
        F.APPRENTICE,
        F.DECKHAND,
        F.ENGINE_MINDER,
        F.ENGINEER,
    ]
)
NEEDS = st.builds(
    Need,
    seats=st.lists(SEATS, min_size=1, max_size=4).map(tuple),
    rule_ids=st.just(()),
    engine_minder=st.sampled_from([None, MINDER]),
    exchange=st.sampled_from([None, EXCHANGE]),
)
#: Somebody on board: the function, and the places a personal bar keeps them from.
PEOPLE = st.lists(st.tuples(ON_BOARD, st.frozensets(SEATS, max_size=2)), max_size=5)


def members(people):
    return [Member(function, lambda seat, barred=barred: seat not in barred) for function, barred in people]


def written_out(need):
    """Every set of seats the law accepts, written out as § 108(3) and § 118(1) read."""
    crews = [list(need.seats)]
    seats = Counter(seat.function for seat in need.seats)
    if need.engine_minder and seats[F.ABLE_BOATMAN] and seats[F.BOATMAN]:
        crews.append(_changed(need.seats, [Seat(F.ABLE_BOATMAN)], [Seat(F.ENGINE_MINDER)]))
    if need.exchange:
        crews += list(_exchanges(need, seats))
    return crews


def _exchanges(need, seats):
    group = seats[F.HELMSMAN] + seats[F.BOATMAN] + seats[F.ABLE_BOATMAN]
    entry = seats[F.APPRENTICE] + seats[F.DECKHAND] + seats[F.DECKHAND_180]
    twos = [(F.APPRENTICE, F.APPRENTICE), (F.APPRENTICE, F.DECKHAND), (F.DECKHAND, F.DECKHAND)]
    minder = need.engine_minder and seats[F.ABLE_BOATMAN]
    if group >= 2 and entry == 0 and seats[F.BOATMAN]:
        for pair in twos:
            new = [Seat(function, own=True) for function in pair]
            crew = _changed(need.seats, [Seat(F.BOATMAN)], new)
            yield crew
            if minder and seats[F.BOATMAN] >= 2:
                yield _changed(crew, [Seat(F.ABLE_BOATMAN)], [Seat(F.ENGINE_MINDER)])
    plain = [s for s in need.seats if s in (Seat(F.APPRENTICE), Seat(F.DECKHAND))]
    if seats[F.BOATMAN] + seats[F.ABLE_BOATMAN]:
        for pair in combinations(plain, 2):
            crew = _changed(need.seats, list(pair), [Seat(F.BOATMAN)])
            yield crew
            if minder and seats[F.BOATMAN]:
                yield _changed(crew, [Seat(F.ABLE_BOATMAN)], [Seat(F.ENGINE_MINDER)])


def _changed(seats, old, new):
    left = list(seats)
    for seat in old:
        left.remove(seat)
    return left + new


def brute_force(need, people):
    """Whether some assignment of distinct people fills some accepted crew."""
    for crew in written_out(need):
        for chosen in permutations(people, len(crew)):
            if all(
                RANKS.covers(person.function, seat, need) and person.fits(seat)
                for person, seat in zip(chosen, crew, strict=True)
            ):
                return True
    return False


@settings(max_examples=200, deadline=None)
@given(need=NEEDS, people=PEOPLE)
def test_the_search_agrees_with_brute_force(need, people):
    crew = members(people)
    assert is_crew(need, crew, RANKS) == brute_force(need, crew)


@settings(max_examples=100, deadline=None)
@given(need=NEEDS, people=PEOPLE, extra=ON_BOARD)
def test_one_more_person_never_spoils_a_crew(need, people, extra):
    crew = members(people)
    if is_crew(need, crew, RANKS):
        assert is_crew(need, [*crew, Member(extra)], RANKS)


@settings(max_examples=100, deadline=None)
@given(need=NEEDS, people=PEOPLE)
def test_the_unfilled_seats_are_what_is_missing(need, people):
    crew = members(people)
    missing = unfilled(need, crew, RANKS)
    assert (missing == ()) == is_crew(need, crew, RANKS)
    helped = [*crew, *(Member(seat.function) for seat in missing)]
    assert is_crew(need, helped, RANKS)


@settings(max_examples=100, deadline=None)
@given(need=NEEDS, people=PEOPLE)
def test_the_order_of_people_does_not_matter(need, people):
    crew = members(people)
    assert is_crew(need, crew, RANKS) == is_crew(need, crew[::-1], RANKS)


@pytest.mark.parametrize(
    ("people", "lawful"),
    [
        ((F.BOATMASTER, F.ABLE_BOATMAN, F.DECKHAND, F.APPRENTICE), True),
        ((F.BOATMASTER, F.ENGINE_MINDER, F.BOATMAN), True),
        ((F.BOATMASTER, F.ENGINE_MINDER, F.DECKHAND, F.APPRENTICE), False),
        ((F.BOATMASTER, F.ABLE_BOATMAN, F.DECKHAND), False),
    ],
)
def test_an_exchanged_boatman_is_no_longer_there_for_the_engine_minder(people, lawful):
    seats = (Seat(F.BOATMASTER), Seat(F.ABLE_BOATMAN), Seat(F.BOATMAN))
    need = Need(seats, (), engine_minder=MINDER, exchange=EXCHANGE)
    assert is_crew(need, [Member(function) for function in people], RANKS) is lawful


def test_an_exchange_first_closes_the_engine_minder_too():
    """The able boatman cannot sit as boatman, so the exchange comes before the engine-minder."""
    seats = (Seat(F.ABLE_BOATMAN), Seat(F.ABLE_BOATMAN), Seat(F.BOATMAN))
    need = Need(seats, (), engine_minder=MINDER, exchange=EXCHANGE)
    able = Member(F.ABLE_BOATMAN, lambda seat: seat.function is F.ABLE_BOATMAN)
    crew = [able, Member(F.ENGINE_MINDER), Member(F.DECKHAND), Member(F.APPRENTICE)]
    assert not is_crew(need, crew, RANKS)
    assert is_crew(need, [*crew, Member(F.BOATMAN)], RANKS)


def test_any_two_of_the_entry_level_are_exchanged_whatever_their_order():
    """Only the two deckhands may go for the boatman, the apprentice is there."""
    need = Need((Seat(F.ABLE_BOATMAN), Seat(F.APPRENTICE), Seat(F.DECKHAND), Seat(F.DECKHAND)), (), exchange=EXCHANGE)
    crew = [Member(function) for function in (F.ABLE_BOATMAN, F.APPRENTICE, F.BOATMASTER)]
    for seats in permutations(need.seats):
        assert is_crew(Need(seats, (), exchange=EXCHANGE), crew, RANKS), seats
    assert not is_crew(need, crew[1:], RANKS)
