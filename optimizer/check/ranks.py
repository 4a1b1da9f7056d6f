"""Which function may sit in the place of which (§ 96(2) BinSchPersV), by the text of the day."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from optimizer.check.crew_facts import CrewFacts
from optimizer.check.need import Need, Seat
from optimizer.check.rhine_rules import judged_by_rhine
from optimizer.domain import Function
from optimizer.law import Rulebook

_DECK_LEVELS = {"entry", "operational", "management"}


def certificate_values(rulebook: Rulebook, kind: str, day: date) -> Mapping[str, Any]:
    """Values of the rule of one kind of certificate, empty where it is not in force."""
    return rulebook.values(f"certificate.{kind}", day) or {}


@dataclass(frozen=True)
class Ranks:
    """The order of functions on one day.

    Attributes
    ----------
    order
        Functions of the entry and operational level from low to high.
    leading
        Functions whose certificates open any lower one.
    """

    order: tuple[Function, ...]
    leading: frozenset[Function]
    minder_by: frozenset[Function]
    nobody_for_apprentices: bool = False

    @classmethod
    def of(cls, facts: CrewFacts) -> Ranks:
        """The order of the ordinance that judges the shift."""
        book, day = facts.instance.rulebook, facts.day
        return cls.on_rhine(book, day) if judged_by_rhine(facts) else cls.on(book, day)

    @classmethod
    def on_rhine(cls, rulebook: Rulebook, day: date) -> Ranks:
        """§ 3.02 Nr. 2: whom the list names, and nobody for an apprentice."""
        listed = rulebook.values("rhine.lower_function", day) or {}
        masters = _functions(rulebook, listed.get("any_lower", ()), day)
        return cls(
            order=tuple(Function(name) for name in listed.get("order", ())),
            leading=masters - {Function.FERRY_MASTER},
            minder_by=frozenset(),
            nobody_for_apprentices=rulebook.readings["rhine_apprentice_place"] == "apprentice_only",
        )

    @classmethod
    def on(cls, rulebook: Rulebook, day: date) -> Ranks:
        lower = rulebook.values("substitution.lower_function", day) or {}
        minder = rulebook.values("substitution.engineer_as_engine_minder", day) or {}
        leading = _functions(rulebook, lower.get("any_lower", ()), day)
        return cls(
            order=tuple(Function(name) for name in lower.get("order", ())),
            leading=leading,
            minder_by=_functions(rulebook, minder.get("certificates", ()), day),
        )

    def deck_crew(self, function: Function) -> bool:
        """Whether a function belongs to the deck crew (§ 2 Nr. 32)."""
        return function in self.leading or function in {*self.order, Function.APPRENTICE}

    def covers(self, function: Function, seat: Seat, need: Need) -> bool:
        """Whether a member serving in ``function`` may sit in ``seat``."""
        wanted = seat.function
        if seat.own:
            return function is wanted or (function, wanted) == (
                Function.DECKHAND_180,
                Function.DECKHAND,
            )
        if function is wanted or wanted is Function.NIGHT_PATROL:
            return True
        if wanted is Function.APPRENTICE and self.nobody_for_apprentices:
            return False
        if wanted is Function.APPRENTICE:
            return seat.min_service_days is None and self.deck_crew(function)
        if wanted is Function.ENGINE_MINDER:
            return function in self.minder_by
        if wanted is Function.FERRY_MASTER:
            return function is Function.BOATMASTER
        return self._higher(function, wanted) or self._ferry_book(function, wanted, need)

    def _higher(self, function: Function, wanted: Function) -> bool:
        if wanted not in self.order:
            return False
        if function in self.leading:
            return True
        return function in self.order and self.order.index(function) > self.order.index(wanted)

    def _ferry_book(self, function: Function, wanted: Function, need: Need) -> bool:
        """§§ 112(5), 113(6); an assistant's book holds the apprentice's too."""
        if function not in (Function.FERRY_APPRENTICE, Function.FERRY_ASSISTANT):
            return False
        named = wanted if wanted is Function.FERRY_APPRENTICE else need.fills.get(wanted)
        return named is function or (named is Function.FERRY_APPRENTICE and function is Function.FERRY_ASSISTANT)


def _functions(rulebook: Rulebook, kinds: tuple[str, ...] | list[str], day: date) -> frozenset:
    named = [certificate_values(rulebook, kind, day).get("functions", ()) for kind in kinds]
    return frozenset(Function(name) for names in named for name in names)
