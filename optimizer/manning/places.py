"""Turn a crew into places with the conditions the law ties to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.requirement import Alternative, Place
from optimizer.manning.table import Derived
from optimizer.manning.wording import function_rank, number
from optimizer.terms import term

#: Rules that tie an age or a service time to a function, beside a table.
_CONDITIONS = ("apprentice", "boatman")


def ferry_books(facts: Facts, table: str | None) -> Mapping[Function, Function]:
    """Functions that the holder of an old ferry book fills as well (§§ 112(5), 113(6))."""
    rule = facts.law(f"{table}.ferry_books") if table else None
    return {Function(k): Function(v) for k, v in rule["fills"].items()} if rule else {}


class PlaceMaker:
    """Makes places of one stretch; ``derived`` is ``None`` where no table could be read."""

    def __init__(self, facts: Facts, derived: Derived | None, table: str | None):
        self._also = ferry_books(facts, table)
        self._conditions = dict(_conditions(facts, derived))

    def place(self, function: Function, *, exchanged: bool = False) -> Place:
        condition = self._conditions.get(function, {})
        also = self._also.get(function)
        return Place(
            function=function,
            min_age=condition.get("min_age"),
            min_service_days=condition.get("min_service_days"),
            also=(also,) if also else (),
            exchanged=exchanged,
        )

    def alternative(self, crew: Mapping[Function, int], by: str = "") -> Alternative:
        places = [self.place(function) for function, n in crew.items() for _ in range(n)]
        return Alternative(places=ordered(places), by=by)


def ordered(places: Iterable[Place]) -> tuple[Place, ...]:
    """Places in the order a crew is named in; equal crews give equal tuples."""
    return tuple(
        sorted(
            places,
            key=lambda p: (
                function_rank(p.function),
                p.exchanged,
                p.min_age or 0,
                p.min_service_days or 0,
                p.min_training_year or 0,
                p.patent,
            ),
        )
    )


def undominated(alternatives: Iterable[Alternative]) -> tuple[Alternative, ...]:
    """Without repetitions and without crews that only add places to another one."""
    distinct = {alternative.places: alternative for alternative in reversed(list(alternatives))}
    kept = [item for item in distinct.values() if not _dominated(item, distinct.values())]
    return tuple(reversed(kept))


def _dominated(item: Alternative, others: Iterable[Alternative]) -> bool:
    mine = Counter(item.places)
    return any(other.places != item.places and Counter(other.places) <= mine for other in others)


def log_conditions(facts: Facts, derived: Derived, log: Log) -> None:
    """A step for every condition that touches a function of the crew."""
    for suffix in _CONDITIONS:
        rule_id = derived.rule(suffix)
        rule = facts.law(rule_id)
        if rule is None or not derived.applies(suffix) or not _fits(facts, rule, derived):
            continue
        if any(Function(rule["function"]) in crew for crew in derived.crews):
            log.step(rule_id, condition_text(Function(rule["function"]), rule))


def condition_text(function: Function, condition: Mapping[str, Any]) -> Text:
    """E.g. ``Leichtmatrose: mindestens 17 Jahre alt, mindestens 720 Tage Fahrzeit``."""
    german, english = [], []
    if condition.get("min_age"):
        german.append(f"mindestens {condition['min_age']} Jahre alt")
        english.append(f"at least {condition['min_age']} years old")
    if condition.get("min_service_days"):
        days = number(condition["min_service_days"], "de")
        german.append(f"mindestens {days} Tage Fahrzeit")
        english.append(f"at least {days} days of service time")
    return Text(
        f"{term('function', function)}: {', '.join(german)}",
        f"{term('function', function, 'en')}: {', '.join(english)}",
    )


def _conditions(facts: Facts, derived: Derived | None) -> Iterable[tuple[Function, Mapping[str, Any]]]:
    if derived is None:
        return
    for suffix in _CONDITIONS:
        rule = facts.law(derived.rule(suffix))
        if rule is not None and derived.applies(suffix) and _fits(facts, rule, derived):
            yield Function(rule["function"]), rule


def _fits(facts: Facts, rule: Mapping[str, Any], derived: Derived) -> bool:
    return any(_clause_fits(facts, clause, derived) for clause in rule["where"])


def _clause_fits(facts: Facts, clause: Mapping[str, Any], derived: Derived) -> bool:
    if derived.step not in clause["steps"]:
        return False
    bands = {name: band for name, band in clause.items() if name != "steps"}
    return all(holds(band, facts.figure(name)) for name, band in bands.items())
