"""The minimum crew by the Rhine's tables (RheinSchPersV §§ 19.02-19.09), read for one set of facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from optimizer.check.convoy import Formation
from optimizer.check.crew_facts import CrewFacts, MissingFactError, within
from optimizer.check.equipment import shown
from optimizer.domain import Function, VesselType

_CRAFT = ("rhine.peniche", "rhine.sport_craft")
EQUIPMENT = "rhine.equipment_surcharge"


@dataclass(frozen=True)
class TableRow:
    """One column of a step: the table's own crews with their footnotes, and whom § 19.05 adds."""

    table: str
    step: str
    column: str
    crews: tuple[tuple[Counter[Function], frozenset[str]], ...]
    added: Counter[Function]

    def values(self, facts: CrewFacts, paragraph: str) -> Mapping[str, Any] | None:
        return facts.values(f"{self.table}.{paragraph}")


def rhine_row(facts: CrewFacts) -> TableRow | None:
    """The row for the vessel on this trip, ``None`` where the commission fixes the crew (§ 19.06).

    Raises
    ------
    MissingFactError
        If length, passengers, beds, mode ... are not stated.
    """
    for rule_id in _CRAFT:
        craft = facts.values(rule_id)
        if craft is not None and facts.feature(craft["feature"]):
            return TableRow(rule_id, "", "", ((_crew(craft["crew"]), frozenset()),), Counter())
    table, lighters = _table(facts)
    values = facts.values(table) if table else None
    if table is None or values is None:
        return None
    if facts.shift.mode is None:
        raise MissingFactError("mode", table)
    step = _step(facts, table, values, lighters)
    if step is None:
        return None
    step = _for_charter(facts, table, values, step)
    column = _column(facts, step, values)
    if column is None:
        return None
    printed = _printed(facts, values, step["step"], column) or step["crew"][column]
    crews = tuple((_crew(entry), frozenset(entry.get("footnotes", ()))) for entry in printed)
    return TableRow(table, step["step"], column, crews, _added(facts))


def _crew(entry: Mapping[str, Any]) -> Counter[Function]:
    return Counter({Function(name): number for name, number in entry.items() if name != "footnotes"})


def _table(facts: CrewFacts) -> tuple[str | None, int | None]:
    """The table by type and trip, and the lighters of a convoy."""
    vessel, small = facts.vessel, facts.values("rhine.small_passenger_vessel") or {}
    few = vessel.passengers_max is not None and within(vessel.passengers_max, small.get("passengers_max", {"over": 0}))
    if vessel.type in small.get("vessel_types", ()) and few:
        return None, None
    if vessel.type is VesselType.DAY_EXCURSION:
        if vessel.steam:
            return "rhine.day_excursion_steam", None
        return _if_empty(facts, "rhine.day_excursion"), None
    if vessel.type is VesselType.CABIN:
        return _if_empty(facts, "rhine.cabin"), None
    if vessel.type is VesselType.CONVOY:
        return _of_convoy(facts)
    motor = facts.values("rhine.motor_vessel") or {}
    return ("rhine.motor_vessel" if vessel.type in motor.get("vessel_types", ()) else None), None


def _if_empty(facts: CrewFacts, table: str) -> str:
    rule = facts.values(f"{table}.without_passengers")
    return rule["use_table"] if rule is not None and not facts.with_passengers else table


def _of_convoy(facts: CrewFacts) -> tuple[str, int | None]:
    table = "rhine.convoy"
    lighters = _lighters(facts, facts.values(f"{table}.lighter_equivalence") or {})
    if lighters is None:
        raise MissingFactError("lighters", table)
    alone = facts.values(f"{table}.alone")
    if alone is not None and within(lighters, alone["lighters"]):
        return alone["use_table"], None
    return table, lighters


def _lighters(facts: CrewFacts, rule: Mapping[str, Any]) -> int | None:
    shift, vessel = facts.shift, facts.vessel
    number = vessel.lighters if shift.lighters is None else shift.lighters
    lengths = shift.lighter_lengths_m or vessel.lighter_lengths_m
    counts = [] if number is None else [number]
    if lengths:
        breadth = _size(facts, "breadth_m")
        abreast = breadth is None or not within(breadth, rule["total_breadth_m"])
        counts.append(len(lengths) if abreast else _packed(lengths, rule["total_length_m"]))
    if shift.pushed_units and shift.lighters is None and not shift.lighter_lengths_m:
        counts.append(len([unit for unit in shift.pushed_units if unit in rule["counted"]]))
    return max(counts, default=None)


def _size(facts: CrewFacts, name: str) -> float | None:
    stated = getattr(facts.shift, f"formation_{name}")
    return getattr(facts.vessel, name) if stated is None else stated


def _packed(lengths: tuple[float, ...], limit: Mapping[str, float]) -> int:
    """How few groups hold all lighters: the group of the first one is filled in every way."""
    if not lengths:
        return 0
    first, others = lengths[0], lengths[1:]
    best = 1 + _packed(others, limit)
    for size in range(1, len(others) + 1):
        for mates in combinations(range(len(others)), size):
            if within(first + sum(others[index] for index in mates), limit):
                left = tuple(length for index, length in enumerate(others) if index not in mates)
                best = min(best, 1 + _packed(left, limit))
    return best


def _step(facts: CrewFacts, table: str, values: Mapping[str, Any], lighters: int | None) -> Mapping[str, Any] | None:
    if "formation" in values["criteria"]:
        lead = facts.shift.lead or facts.vessel.lead
        if lead is None:
            raise MissingFactError("lead", table)
        formation = Formation(lead, lighters or 0, _size(facts, "length_m"), _size(facts, "breadth_m"))
        return next((step for step in values["steps"] if any(map(formation.fits, step["formation"]))), None)
    (criterion,) = values["criteria"]
    value = facts.needed(criterion, table)
    return next((step for step in values["steps"] if within(value, step[criterion])), None)


def _for_charter(facts: CrewFacts, table: str, values: Mapping[str, Any], step: Mapping[str, Any]) -> Mapping[str, Any]:
    """§ 19.04 Nr. 9: with fewer guests than the step begins with, the step below."""
    charter, guests = facts.values(f"{table}.charter"), facts.shift.charter_passengers
    if charter is None or guests is None or step["step"] not in charter["steps"]:
        return step
    band = step[values["criteria"][0]]
    least = band["from"] if "from" in band else band["over"] + 1
    return values["steps"][values["steps"].index(step) - 1] if guests < least else step


def _column(facts: CrewFacts, step: Mapping[str, Any], values: Mapping[str, Any]) -> str | None:
    """The column of mode and standard; where it is blank or no standard is shown, that of S1."""
    standard = (facts.vessel.standard or "").strip().upper()
    wanted = (f"{facts.shift.mode}_{name}" for name in (standard, values["blank_standard"]))
    return next((column for column in wanted if column in step["crew"]), None)


def _printed(facts: CrewFacts, values: Mapping[str, Any], step: str, column: str) -> list[Mapping[str, Any]] | None:
    """Another crew for the cell under the reading in use."""
    readings = facts.instance.rulebook.readings
    cells = (
        cell
        for name, choices in values.get("by_reading", {}).items()
        for cell in choices.get(readings[name], ())
        if cell["step"] == step and cell["column"] == column
    )
    found = next(cells, None)
    return None if found is None else found["crew"]


def _added(facts: CrewFacts) -> Counter[Function]:
    """§ 19.05: one or two more, able boatmen where the engine's letters are not met."""
    rule, equipment = facts.values(EQUIPMENT), facts.values("rhine.equipment")
    if rule is None or equipment is None or shown(facts, equipment["deemed_met_by"]):
        return Counter()
    letters = set(equipment["letters"])
    stated = facts.vessel.unmet
    numbers_only = bool(stated) and all(any(map(str.isdigit, text)) for text in stated or ())
    unmet = letters if stated is None or numbers_only else letters & {text.strip().lower() for text in stated}
    if not unmet:
        return Counter()
    part = rule if unmet - set(rule["only_these"]["letters"]) else rule["only_these"]
    engine = rule["engine_letters"]
    name = engine["function"] if unmet & set(engine["letters"]) else rule["function"]
    return Counter({Function(name): part["add"][facts.shift.mode]})
