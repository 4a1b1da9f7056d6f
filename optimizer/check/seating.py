"""Are these people a lawful crew? A small search that seats people, place by place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement

from optimizer.check.need import Need, Seat
from optimizer.check.ranks import Ranks
from optimizer.check.say import HIGH_TO_LOW
from optimizer.domain import Function


def anybody(seat: Seat) -> bool:
    """Somebody who meets every condition of a place their function reaches."""
    return True


@dataclass(frozen=True)
class Member:
    """Somebody on board: the assigned function, and which seats they may take by themselves."""

    function: Function
    fits: Callable[[Seat], bool] = anybody
    key: str = ""


Seats = tuple[Seat, ...]
Free = frozenset[int]


@dataclass
class _Search:
    """Seats everybody it can; what failed once is not tried again."""

    need: Need
    members: Sequence[Member]
    ranks: Ranks
    failed: set[tuple[Seats, Free, bool, bool]] = field(default_factory=set)

    def seats_all(self, seats: Seats, free: Free, exchanged: bool, replaced: bool) -> bool:
        if not seats:
            return True
        state = (tuple(sorted(seats, key=_key)), free, exchanged, replaced)
        if state in self.failed:
            return False
        if any(self.seats_all(*then) for then in self._next(seats, free, exchanged, replaced)):
            return True
        self.failed.add(state)
        return False

    def _next(
        self, seats: Seats, free: Free, exchanged: bool, replaced: bool
    ) -> Iterator[tuple[Seats, Free, bool, bool]]:
        """Every way to settle the seat that the fewest people can take."""
        takers = {seat: self._takers(seat, free) for seat in set(seats)}
        seat = min(seats, key=lambda item: (len(takers[item]), item.key))
        rest = _less(seats, seat)
        for index in takers[seat]:
            yield rest, free - {index}, exchanged, replaced
        if not exchanged:
            for others in self._exchange(seat, rest, replaced):
                yield others, free, True, replaced
        if not replaced:
            for other in self._replacements(seat, exchanged):
                yield (*rest, other), free, exchanged, True

    def _takers(self, seat: Seat, free: Free) -> list[int]:
        covers = self.ranks.covers
        return [
            index
            for index in sorted(free)
            if covers(self.members[index].function, seat, self.need) and self.members[index].fits(seat)
        ]

    def _exchange(self, seat: Seat, rest: Seats, replaced: bool) -> Iterator[Seats]:
        """§ 118(1): two of the entry level for a boatman, or a boatman for two of them."""
        rule = self.need.exchange
        if rule is None:
            return
        entry = self.need.count(*rule["entry_level"])
        group = self.need.count(*rule["group"])
        room = entry + rule["by_count"] <= rule["max_entry_level"]
        enough = group >= rule["group_at_least"]
        spare = not replaced or self._minder_boatmen() > 0
        if seat.function == rule["replace"] and enough and room and spare and not self.need.reinforced:
            for pair in combinations_with_replacement(rule["by"], rule["by_count"]):
                yield (*rest, *(Seat(Function(name), own=True) for name in pair))
        if self._exchangeable(seat) and self.need.count(*rule["back_needs"]):
            for twin in dict.fromkeys(other for other in rest if self._exchangeable(other)):
                yield (*_less(rest, twin), Seat(Function(rule["back_by"])))

    def _exchangeable(self, seat: Seat) -> bool:
        rule = self.need.exchange
        plain = seat.min_service_days is None and not seat.own
        return rule is not None and plain and seat.function in rule["by"]

    def _replacements(self, seat: Seat, exchanged: bool) -> Iterator[Seat]:
        """The seats that the table itself lets stand for this one, once a crew.

        An apprentice who stands for a boatman (§ 106(3)) is not replaced in turn by § 96(2).
        """
        if self._minder_open(seat, exchanged):
            yield Seat(Function.ENGINE_MINDER)
        rule = self.need.replacement
        if rule is None or seat.function != rule["replace"]:
            return
        if all(self.need.count(name) >= number for name, number in rule.get("needs_in_crew", {}).items()):
            for name in [rule["by"]] if isinstance(rule["by"], str) else rule["by"]:
                function = Function(name)
                yield Seat(function, own=function is Function.APPRENTICE)

    def _minder_open(self, seat: Seat, exchanged: bool) -> bool:
        """§ 108(3), with the boatman it presupposes still in the crew."""
        rule = self.need.engine_minder
        if rule is None or seat.function != rule["replace"]:
            return False
        return self._minder_boatmen() - int(exchanged) >= 0

    def _minder_boatmen(self) -> int:
        """Boatmen in the crew beyond those § 108(3) presupposes."""
        rule = self.need.engine_minder
        presupposed = rule["needs_in_crew"] if rule is not None else {}
        return self.need.count(*presupposed) - sum(presupposed.values())


def _key(seat: Seat) -> tuple[str, int, int, bool, bool, int, bool]:
    return seat.key


def _less(seats: Seats, seat: Seat) -> Seats:
    index = seats.index(seat)
    return seats[:index] + seats[index + 1 :]


def is_crew(need: Need, members: Sequence[Member], ranks: Ranks, seats: Seats | None = None) -> bool:
    """Whether the members fill every seat of a need (or of a part of its seats).

    More people than seats are lawful; nobody sits in two places.
    """
    search = _Search(need, members, ranks)
    wanted = need.seats if seats is None else seats
    return search.seats_all(wanted, frozenset(range(len(members))), False, False)


def unfilled(need: Need, members: Sequence[Member], ranks: Ranks) -> Seats:
    """The fewest seats without which the members would be a lawful crew, the lowest first."""
    seats = sorted(need.seats, key=lambda seat: HIGH_TO_LOW.index(seat.function), reverse=True)
    for count in range(len(seats) + 1):
        for dropped in combinations(range(len(seats)), count):
            left = tuple(seat for index, seat in enumerate(seats) if index not in dropped)
            if is_crew(need, members, ranks, left):
                return tuple(seats[index] for index in dropped)
    return tuple(seats)
