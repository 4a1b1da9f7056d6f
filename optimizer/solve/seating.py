"""From people on board to functions: match them to the seats of the chosen crew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from optimizer.domain import SafetyRole
from optimizer.model.candidates import Candidate
from optimizer.model.costs import seat_rank
from optimizer.model.needs import Seat, StretchNeed

Seating = dict[str, Seat]


def seat_people(
    people: Sequence[Candidate],
    seats: Sequence[Seat],
    rank: Mapping[str, int],
    lawful: Callable[[Seating], bool] = lambda seating: True,
) -> Seating | None:
    """Give every person one of the seats they can fill, highest ranks to the highest seats first.

    ``lawful`` may refuse a complete seating (e.g. no master on duty at some instant). Returns
    ``None`` if no seating exists; there may be more seats than people.
    """
    order = sorted(people, key=lambda c: (len(c.seats & set(seats)), -rank.get(c.crew_id, 0), c.crew_id))
    left = sorted(seats, key=lambda seat: (-seat_rank(seat.place.function), seat))

    def place(position: int, free: list[Seat], seating: Seating) -> Seating | None:
        if position == len(order):
            return dict(seating) if lawful(seating) else None
        person = order[position]
        for seat in dict.fromkeys(free):
            if seat not in person.seats:
                continue
            rest = list(free)
            rest.remove(seat)
            found = place(position + 1, rest, {**seating, person.crew_id: seat})
            if found is not None:
                return found
        return None

    return place(0, left, {})


def largest_seating(people: Sequence[Candidate], seats: Sequence[Seat], rank: Mapping[str, int]) -> Seating:
    """A seating of as many people as possible (for crews that are only foreseen)."""
    for left_out in range(len(people) + 1):
        for keep in _without(list(people), left_out):
            seating = seat_people(keep, seats, rank)
            if seating is not None:
                return seating
    return {}


def _without(people: list[Candidate], count: int) -> list[list[Candidate]]:
    if count == 0:
        return [people]
    return [smaller for i in range(len(people)) for smaller in _without(people[:i] + people[i + 1 :], count - 1)]


def assign_roles(people: Sequence[Candidate], stretch: StretchNeed) -> dict[str, tuple[SafetyRole, ...]]:
    """Distinct people for as many safety roles as possible, all of them where the crew is lawful.

    One person takes two roles only where § 110(4) BinSchPersV allows it for this stretch.
    """
    wanted = [role for role, count in sorted(stretch.roles.items()) for _ in range(count)]
    joined = {SafetyRole.PASSENGER_EXPERT, SafetyRole.FIRST_AIDER} if stretch.roles_in_one_person else set()
    order = sorted(people, key=lambda c: (len(c.roles), c.crew_id))

    def give(
        position: int, taken: dict[str, tuple[SafetyRole, ...]], may_miss: int
    ) -> dict[str, tuple[SafetyRole, ...]] | None:
        if position == len(wanted):
            return taken
        role = wanted[position]
        for person in order:
            held = taken.get(person.crew_id, ())
            if role not in person.roles or role in held or (held and not {*held, role} <= joined):
                continue
            found = give(position + 1, {**taken, person.crew_id: (*held, role)}, may_miss)
            if found is not None:
                return found
        return give(position + 1, taken, may_miss - 1) if may_miss else None

    for missing in range(len(wanted) + 1):
        found = give(0, {}, missing)
        if found is not None:
            return found
    return {}
