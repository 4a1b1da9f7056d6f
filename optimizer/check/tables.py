"""The minimum crew by the tables of BinSchPersV Part 3, read for one set of facts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from optimizer.check.convoy import convoy_step, formation_of
from optimizer.check.crew_facts import CrewFacts, MissingFactError, within
from optimizer.check.equipment import ferry_equipment_missing, numbered_equipment_missing, shown
from optimizer.check.need import Seat, exchanged, seats_of, with_conditions, without

NO_AIDS = "manning.no_mechanical_aids"
_SEAT_CONDITIONS = ("apprentice", "boatman")
_FORMATION = "formation"
_REPLACEMENTS = ("replacement", "third_boatmaster")


@dataclass(frozen=True)
class Table:
    """A crew table, the facts to read it with, and which of its further paragraphs apply."""

    rule_id: str
    facts: CrewFacts
    paragraphs: frozenset[str] | None = None

    def own(self, paragraph: str) -> Mapping[str, Any] | None:
        if self.paragraphs is not None and paragraph not in self.paragraphs:
            return None
        return self.facts.values(f"{self.rule_id}.{paragraph}")

    @property
    def values(self) -> Mapping[str, Any]:
        values = self.facts.values(self.rule_id)
        if values is None:
            raise MissingFactError("law", self.rule_id)
        return values


def table_of(facts: CrewFacts) -> Table | None:
    """The table for the vessel, ``None`` where the ordinance has none."""
    for rule in facts.instance.rulebook.starting_with("manning."):
        values = facts.values(rule.rule_id)
        if values and "steps" in values and facts.vessel.type in values.get("vessel_types", ()):
            return _redirected(Table(rule.rule_id, facts))
    return None


def _redirected(table: Table) -> Table:
    """§ 108(4): without passengers by displacement; § 105(6): as a vessel without an engine."""
    empty = table.own("without_passengers")
    if empty is not None and not table.facts.with_passengers:
        facts = table.facts.renaming(empty["criterion"])
        table = Table(empty["use_table"], facts, frozenset(empty["paragraphs"]))
    engine = table.own("manoeuvring_engine")
    if engine is not None and table.facts.feature(engine["feature"]):
        table = Table(engine["use_table"], table.facts)
    return table


def table_crew(table: Table) -> tuple[list[list[Seat]], tuple[str, ...]]:
    """Minimum crews (alternatives of the table's own "oder") and the rules they follow from.

    The list is empty where no step of the table holds the vessel (§ 115).

    Raises
    ------
    MissingFactError
        If tonnage, passengers, operating mode ... are not stated.
    """
    index = _step_index(table)
    if index is None:
        return [], (table.rule_id,)
    if table.own("next_step") is not None:
        return _ferry_crew(table, index)
    crews, used = [], [table.rule_id]
    for crew in _row(table, index):
        crews.append(_adjusted(table, table.values["steps"][index]["step"], crew, used))
    return crews, tuple(used)


def _step_index(table: Table) -> int | None:
    """The step whose bands hold the facts; of several criteria the least favourable decides."""
    steps, hits = table.values["steps"], []
    if _FORMATION in table.values["criteria"]:
        equivalence = table.own("lighter_equivalence") or {}
        formation = formation_of(table.facts, table.rule_id, equivalence)
        return convoy_step(table.facts, formation, steps, table.own("waters"))
    for criterion in table.values["criteria"]:
        value = table.facts.needed(criterion, table.rule_id)
        hit = next((i for i, step in enumerate(steps) if within(value, step[criterion])), None)
        if hit is None:
            return None
        hits.append(hit)
    return max(hits, default=0)


def _row(table: Table, index: int) -> list[list[Seat]]:
    crews, column = table.values["steps"][index]["crew"], "any"
    if table.values["columns"] == "mode":
        if table.facts.shift.mode is None:
            raise MissingFactError("mode", table.rule_id)
        column = table.facts.shift.mode.value
    second = (table.own("standard_surcharge") or {}).get("second_column")
    if second and second["mode"] == column and second["column"] in crews and shown(table.facts, second["standard"]):
        column = second["column"]
    return [seats_of(crew) for crew in crews[column]]


def _adjusted(table: Table, step: str, seats: list[Seat], used: list[str]) -> list[Seat]:
    """Surcharges, replacements and conditions that follow from the facts, in the law's order."""
    seats = _without_aids(table, seats, used)
    seats = _equipment(table, step, seats, used)
    seats = _standard(table, step, seats, used)
    seats = _towing(table, step, seats, used)
    seats = _able_boatman(table, seats, used)
    seats = _waiver(table, seats, used)
    return _conditions(table, step, seats)


def seats_with_conditions(table: Table, seats: list[Seat]) -> list[Seat]:
    """Seats with the age and service time that the vessel's step asks of some functions.

    Without the facts that decide the step there are none.
    """
    try:
        index = _step_index(table)
    except MissingFactError:
        return seats
    return seats if index is None else _conditions(table, table.values["steps"][index]["step"], seats)


def _conditions(table: Table, step: str, seats: list[Seat]) -> list[Seat]:
    for paragraph in _SEAT_CONDITIONS:
        rule = table.own(paragraph)
        if rule and any(table.facts.meets(w, step, unknown=True) for w in rule["where"]):
            seats = with_conditions(seats, rule)
    return seats


def _without_aids(table: Table, seats: list[Seat], used: list[str]) -> list[Seat]:
    """§ 116(1); an unstated aid counts as missing."""
    rule, facts = table.facts.values(NO_AIDS), table.facts
    if rule is None or facts.vessel.type not in rule["vessel_types"] or facts.shift.mode is None:
        return seats
    heavy = facts.meets({"tonnage_t": rule["tonnage_t"]}, "", unknown=True)
    if facts.feature(rule["feature"]) is True or not heavy:
        return seats
    others = {seat.function.value for seat in seats} - {"boatmaster"}
    mode = facts.shift.mode.value
    replace = rule["replace_in_mode_a"] if mode == "A" else {}
    if others == {rule["only_beside_boatmaster"]}:
        used.append(NO_AIDS)
        return seats + seats_of(rule["add"][mode])
    if replace and others == {rule["only_beside_boatmaster"], *replace}:
        used.append(NO_AIDS)
        for old, new in replace.items():
            seats = exchanged(seats, old, new)
    return seats


def _equipment(table: Table, step: str, seats: list[Seat], used: list[str]) -> list[Seat]:
    equipment, surcharge = table.own("equipment"), table.own("equipment_surcharge")
    if equipment is None or surcharge is None:
        return seats
    if not numbered_equipment_missing(table.facts, equipment, step):
        return seats
    used.append(f"{table.rule_id}.equipment_surcharge")
    return seats + _added(surcharge, step)


def _standard(table: Table, step: str, seats: list[Seat], used: list[str]) -> list[Seat]:
    """§ 106(2), § 109(3): a standard that is not shown raises the crew."""
    surcharge = table.own("standard_surcharge")
    if surcharge is None or shown(table.facts, surcharge["accepted"]):
        return seats
    used.append(f"{table.rule_id}.standard_surcharge")
    return seats + _added(surcharge, step)


def _added(surcharge: Mapping[str, Any], step: str) -> list[Seat]:
    return [seat for entry in surcharge["add"] if step in entry["steps"] for seat in seats_of(entry["crew"])]


def open_replacement(table: Table) -> Mapping[str, Any] | None:
    """§ 106(3), § 109(5): the values of the table's own replacement where mode and step open it."""
    for paragraph in _REPLACEMENTS:
        rule = table.own(paragraph)
        if rule is None or table.facts.shift.mode not in rule["modes"]:
            continue
        index = _step_index(table)
        step = None if index is None else table.values["steps"][index]["step"]
        if "steps" not in rule or step in rule["steps"]:
            return rule
    return None


def _towing(table: Table, step: str, seats: list[Seat], used: list[str]) -> list[Seat]:
    """§ 105(7); nothing stated means that nothing is towed."""
    rule = table.own("towing")
    if rule is None or table.facts.fact("towed_vessels") is None:
        return seats
    if any(table.facts.meets(way_out, step, unknown=False) for way_out in rule["unless"]):
        return seats
    for entry in rule["add"]:
        if within(table.facts.fact("towed_vessels"), entry["towed_vessels"]):
            used.append(f"{table.rule_id}.towing")
            return seats + seats_of(entry["crew"])
    return seats


def _able_boatman(table: Table, seats: list[Seat], used: list[str]) -> list[Seat]:
    rule = table.own("able_boatman")
    if rule is None or not table.facts.meets({"power_kw": rule["power_kw"]}, "", unknown=True):
        return seats
    used.append(f"{table.rule_id}.able_boatman")
    for _ in range(rule["count"]):
        seats = exchanged(seats, rule["replace"], rule["by"])
    return seats


def _waiver(table: Table, seats: list[Seat], used: list[str]) -> list[Seat]:
    """§ 111(2): the authority may let the deckhand go, under every one of its conditions.

    A condition that nobody states is not met.
    """
    rule, facts = table.own("deckhand_waiver"), table.facts
    if rule is None:
        return seats
    holds = (
        facts.permitted(rule["permit"])
        and facts.fact("zone") in rule["zones"]
        and not facts.sails_on(rule["not_on"])
        and facts.meets(rule["shift"], "", unknown=False)
        and all(facts.feature(name) is wanted for name, wanted in rule["features"].items())
        and all(facts.feature(name) is False for name in rule["not_features"])
    )
    if not holds:
        return seats
    used.append(f"{table.rule_id}.deckhand_waiver")
    return without(seats, rule["drop"])


def _ferry_crew(table: Table, index: int) -> tuple[list[list[Seat]], tuple[str, ...]]:
    """§§ 112, 113: next step without the equipment, a reduction only with it."""
    steps, rule = table.values["steps"], table.own("next_step")
    step, used, more = steps[index]["step"], [table.rule_id], []
    missing = ferry_equipment_missing(table.facts, table.own("equipment"), step)
    if missing and rule is not None:
        used.append(f"{table.rule_id}.next_step")
        if step == rule["top_step"]:
            more = seats_of(rule["add_at_top"])
        index = min(index + 1, len(steps) - 1)
    crews = [seats + more for seats in _row(table, index)]
    reduction = table.own("reduction")
    if reduction and not missing and _short_crossing(table.facts, reduction, step):
        used.append(f"{table.rule_id}.reduction")
        crews = [without(seats, reduction["drop"]) for seats in crews]
    return crews, tuple(used)


def _short_crossing(facts: CrewFacts, rule: Mapping[str, Any], step: str) -> bool:
    if step not in rule["steps"]:
        return False
    crossing = facts.meets({"crossing_minutes": rule["crossing_minutes"]}, step, unknown=False)
    fitted = all(facts.feature(name) is wanted for name, wanted in rule["features"].items())
    anchors = rule.get("single_engine_needs_one_of", ())
    anchored = (
        not anchors or facts.feature("single_main_engine") is False or any(facts.feature(name) for name in anchors)
    )
    return crossing and fitted and anchored
