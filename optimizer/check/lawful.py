"""The question itself: is this number of people in these functions a lawful crew of the shift?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from optimizer.check.crew_facts import CrewFacts, facts_of
from optimizer.check.deck_crew import deck_crew_rule, enough_hands
from optimizer.check.need import Need, Seat
from optimizer.check.needs import needs_of
from optimizer.check.ranks import Ranks
from optimizer.check.rhine_rules import judged_by_rhine
from optimizer.check.seating import Member, is_crew, unfilled
from optimizer.domain import Function, Shift
from optimizer.instance import Instance


def lawful_crew(
    instance: Instance,
    shift: Shift,
    functions: Mapping[Function, int],
    *,
    with_passengers: bool | None = None,
    day: date | None = None,
) -> bool:
    """Whether people in these functions are a lawful minimum crew of the shift.

    Everybody is taken to meet the age and service time their place asks for, and on a cabin vessel
    all are taken to be on duty together (§ 109(6)).

    Parameters
    ----------
    functions
        Number of people by assigned function; more than the minimum is lawful.
    with_passengers
        Judge with or without passengers, whatever the shift says.
    day
        The day whose law counts; by default the day the shift starts.

    Raises
    ------
    MissingFactError
        If a fact that decides the requirement is not stated.
    """
    facts = facts_of(instance, shift, with_passengers=with_passengers, day=day)
    people = [Member(function) for function, count in functions.items() for _ in range(count)]
    on_duty = None if judged_by_rhine(facts) else deck_crew_rule(facts)
    if on_duty is not None and not enough_hands(on_duty, (member.function for member in people)):
        return False
    return suffices(facts, needs_of(facts), people)


def suffices(facts: CrewFacts, needs: Sequence[Need], members: Sequence[Member]) -> bool:
    """Whether the members are a lawful crew for any of the needs."""
    ranks = Ranks.of(facts)
    return any(is_crew(need, members, ranks) for need in needs)


def lacking(facts: CrewFacts, needs: Sequence[Need], members: Sequence[Member]) -> tuple[Need, tuple[Seat, ...]] | None:
    """The need closest to being met and the seats nobody takes; ``None`` for a lawful crew."""
    ranks = Ranks.of(facts)
    gaps = [(need, unfilled(need, members, ranks)) for need in needs]
    if not gaps or any(not seats for _, seats in gaps):
        return None
    return min(gaps, key=lambda gap: len(gap[1]))
