"""What a crew must fill: seats, and the exchanges the law opens for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from optimizer.domain import Function

NO_FILLS: Mapping[Function, Function] = {}


@dataclass(frozen=True, slots=True)
class Seat:
    """One required member: the function and what the law asks of whoever holds it.

    ``own`` says that only a certificate of that very function will do (places that § 118(1)
    opened, which nobody fills by substitution in turn). ``unless_examined``: a passed final
    examination stands for the age (§ 104(4)). On the Rhine ``min_training_year`` is asked of apprentices
    who stand for a boatman, and ``patent`` of helmsmen by footnote 2.
    """

    function: Function
    min_age: int | None = None
    min_service_days: int | None = None
    own: bool = False
    unless_examined: bool = False
    min_training_year: int | None = None
    patent: bool = False

    @property
    def key(self) -> tuple[str, int, int, bool, bool, int, bool]:
        """A fixed order of seats."""
        age, days, year = self.min_age or 0, self.min_service_days or 0, self.min_training_year or 0
        return (self.function.value, age, days, self.own, self.unless_examined, year, self.patent)


@dataclass(frozen=True)
class Need:
    """A minimum crew with the ways the law lets it be met.

    Attributes
    ----------
    seats
        The minimum crew before any exchange.
    rule_ids
        The rules it follows from, for the citation.
    fills
        Functions that ferries accept for another one (§ 112(5), § 113(6) BinSchPersV).
    engine_minder
        Values of § 108(3), ``None`` where it is not open.
    replacement
        Values of § 106(3) or § 109(5), ``None`` where neither is open.
    exchange
        Values of § 118(1) in their dated text, ``None`` outside its operating mode.
    reinforced
        § 116(1) put in a boatman: it is unclear whether § 118(1) sentence 1 may take one out again,
        so it may not; sentence 3 stays open.
    statutory
        The crew is that of the ordinance, not one that the authority fixed otherwise.
    """

    seats: tuple[Seat, ...]
    rule_ids: tuple[str, ...]
    fills: Mapping[Function, Function] = field(default_factory=lambda: NO_FILLS)
    engine_minder: Mapping[str, Any] | None = None
    replacement: Mapping[str, Any] | None = None
    exchange: Mapping[str, Any] | None = None
    reinforced: bool = False
    statutory: bool = True

    def count(self, *functions: str) -> int:
        return sum(seat.function in functions for seat in self.seats)

    def reduced(self, seats: Sequence[Seat], rule_id: str) -> Need:
        """The crew with fewer seats (§ 117); what is left is not exchanged as well."""
        return Need(tuple(seats), (*self.rule_ids, rule_id), self.fills)


def seats_of(crew: Mapping[str, int]) -> list[Seat]:
    """Seats of a crew written as numbers by function."""
    return [Seat(Function(name)) for name, count in crew.items() for _ in range(count)]


def with_conditions(seats: list[Seat], rule: Mapping[str, Any]) -> list[Seat]:
    """The seats with age and service time a paragraph ties to one function."""
    tied = Seat(
        Function(rule["function"]),
        rule.get("min_age"),
        rule.get("min_service_days"),
        unless_examined=bool(rule.get("unless_final_exam")),
    )
    return [tied if seat == Seat(tied.function) else seat for seat in seats]


def exchanged(seats: list[Seat], old: str, new: str) -> list[Seat]:
    """The seats with one ``old`` turned into a ``new``; unchanged where there is none."""
    function = Function(old)
    for index, seat in enumerate(seats):
        if seat.function is function:
            return [*seats[:index], Seat(Function(new)), *seats[index + 1 :]]
    return seats


def without(seats: list[Seat], crew: Mapping[str, int]) -> list[Seat]:
    """The seats less a crew."""
    left = list(seats)
    for seat in seats_of(crew):
        left.remove(seat)
    return left
