"""The row of a Rhine crew table (§§ 19.02-19.04 RheinSchPersV) and what § 19.05 adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.rhine_formation import formation_row, lighters_of
from optimizer.manning.wording import band_text, crews_text, quantity

MOTOR_VESSEL = "rhine.motor_vessel"
SMALL = "rhine.small_passenger_vessel"
NO_TABLE = "rhine.no_table"
EQUIPMENT = "rhine.equipment"
SURCHARGE = "rhine.equipment_surcharge"
FORMATION = "formation"
Crew = dict[Function, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class RhineCrew:
    """A crew of the table, what § 19.05 adds, and the numbers of the footnotes that hold for it."""

    table: Mapping[Function, int]
    added: Mapping[Function, int] = field(default_factory=dict)
    footnotes: frozenset[str] = frozenset()

    @property
    def functions(self) -> Crew:
        return {f: self.count(f) for f in (*self.table, *self.added)}

    def count(self, function: Function) -> int:
        return self.table.get(function, 0) + self.added.get(function, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class RhineDerived:
    """The minimum crews of one column of a step, the first one to plan with."""

    table: str
    step: str
    column: str
    crews: tuple[RhineCrew, ...]

    def rule(self, suffix: str) -> str:
        return f"{self.table}.{suffix}"


def rhine_table(facts: Facts) -> str | None:
    """The id of the table for the vessel and the trip, ``None`` where the commission fixes the crew (§ 19.06)."""
    small = facts.law(SMALL)
    if small is not None and facts.vessel.type in small["vessel_types"]:
        passengers = facts.vessel.passengers_max
        if passengers is not None and holds(small["passengers_max"], passengers):
            return None
    steam = bool(facts.vessel.steam)
    for rule in facts.instance.rulebook.starting_with("rhine."):
        values = facts.law(rule.rule_id) or {}
        if "steps" not in values or facts.vessel.type not in values.get("vessel_types", ()):
            continue
        if values.get("steam", steam) == steam and "roles" not in values["steps"][0]:
            return rule.rule_id
    return None


def rhine_derive(facts: Facts, log: Log) -> RhineDerived | None:
    """The table's minimum crews with § 19.05; without any ``log.bars`` says why."""
    special = _special_craft(facts, log)
    if special is not None:
        return special
    table = rhine_table(facts)
    if table is None:
        log.bar(NO_TABLE, _fixed_by_commission(facts))
        return None
    found = _row(facts, *_other_table(facts, table, log), log)
    return None if found is None else _with_equipment(facts, found, log)


def _special_craft(facts: Facts, log: Log) -> RhineDerived | None:
    """§§ 19.08, 19.09: canal peniches and sport craft."""
    for rule_id in ("rhine.peniche", "rhine.sport_craft"):
        rule = facts.law(rule_id)
        if rule is not None and facts.feature(rule["feature"]):
            crew = {Function(name): count for name, count in rule["crew"].items()}
            text = crews_text([crew])
            log.step(rule_id, Text(f"Besatzung: {text.de}", f"Crew: {text.en}"))
            return RhineDerived(table=rule_id, step="", column="", crews=(RhineCrew(table=crew),))
    return None


def _other_table(facts: Facts, table: str, log: Log) -> tuple[str, int | None]:
    """§ 19.04 Nr. 4 without passengers, § 19.02 for a pusher or motor vessel without lighters."""
    empty = facts.law(f"{table}.without_passengers")
    if empty is not None:
        if facts.with_passengers is None:
            log.assumed(f"{table}.without_passengers", ["with_passengers"], _TAKEN_AS_LADEN)
        if facts.with_passengers is empty["with_passengers"]:
            log.step(f"{table}.without_passengers", _EMPTY_TRIP)
            return empty["use_table"], None
    alone = facts.law(f"{table}.alone")
    if alone is None:
        return table, None
    lighters = lighters_of(facts, f"{table}.lighter_equivalence", log)
    if lighters is not None and holds(alone["lighters"], lighters):
        log.step(f"{table}.alone", _NO_LIGHTERS)
        return alone["use_table"], None
    return table, lighters


def _row(facts: Facts, table: str, lighters: int | None, log: Log) -> RhineDerived | None:
    values = facts.law(table)
    if values is None:
        return None
    missing = _missing(facts, values, lighters)
    if missing:
        log.missing(table, missing)
        return None
    if FORMATION in values["criteria"]:
        found = formation_row(facts, table, values, lighters or 0, log)
    else:
        found = _banded(facts, values)
    if found is None:
        log.bar(NO_TABLE, _outside_table(facts))
        return None
    row, where = found
    row = _charter(facts, table, values, row, log)
    column = _column(facts, row, values)
    if column is None:
        log.bar("rhine.mode.sailing_hours", _no_such_mode(facts), found=str(facts.mode))
        return None
    crews = tuple(_crew(entry) for entry in _entries(facts, values, row, column))
    text, name = crews_text([crew.functions for crew in crews]), column.replace("_", "/")
    log.step(table, Text(f"Stufe {row['step']} ({where.de}), Spalte {name}: {text.de}",
                         f"Step {row['step']} ({where.en}), column {name}: {text.en}"))  # fmt: skip
    return RhineDerived(table=table, step=row["step"], column=column, crews=crews)


def _missing(facts: Facts, values: Mapping[str, Any], lighters: int | None) -> list[str]:
    names: list[str] = []
    for name in values["criteria"]:
        if name == FORMATION:
            lead = facts.shift.lead or facts.vessel.lead
            names += [n for n, v in (("lead", lead), ("lighters", lighters)) if v is None]
        elif facts.figure(name) is None:
            names.append(name)
    return [*names, *(["mode"] if facts.mode is None else [])]


def _banded(facts: Facts, values: Mapping[str, Any]) -> tuple[Mapping[str, Any], Text] | None:
    (name,) = values["criteria"]
    row = next((row for row in values["steps"] if holds(row[name], facts.figure(name))), None)
    if row is None:
        return None
    band, stated = band_text(name, row[name]), quantity(name, facts.figure(name))
    return row, Text(f"{band.de}; hier {stated.de}", f"{band.en}; here {stated.en}")


def _charter(
    facts: Facts, table: str, values: Mapping[str, Any], row: Mapping[str, Any], log: Log
) -> Mapping[str, Any]:
    """§ 19.04 Nr. 9: one step lower where the fixed number of guests does not reach the step."""
    rule_id = f"{table}.charter"
    rule, guests = facts.law(rule_id), facts.shift.charter_passengers
    if rule is None or guests is None or row["step"] not in rule["steps"]:
        return row
    (name,) = values["criteria"]
    if holds({key: bound for key, bound in row[name].items() if key != "up_to"}, guests):
        return row
    steps = values["steps"]
    lower: Mapping[str, Any] = steps[steps.index(row) - 1]
    log.step(
        rule_id,
        Text(
            f"Charterfahrt mit {guests} Fahrgästen: Stufe {lower['step']} statt {row['step']}",
            f"Charter trip with {guests} guests: step {lower['step']} instead of {row['step']}",
        ),
    )
    log.note(rule_id, _FIXED_NUMBER)
    return lower


def _column(facts: Facts, row: Mapping[str, Any], values: Mapping[str, Any]) -> str | None:
    """The column of mode and standard; a blank one, and a vessel without a standard, read that of S1."""
    standard = (facts.vessel.standard or "").strip().upper()
    own, plain = f"{facts.mode}_{standard}", f"{facts.mode}_{values['blank_standard']}"
    return own if own in row["crew"] else plain if plain in row["crew"] else None


def _entries(facts: Facts, values: Mapping[str, Any], row: Mapping[str, Any], column: str) -> list[Mapping[str, Any]]:
    """The crews of a column, or those printed in its place under the reading in use."""
    for reading, choices in values.get("by_reading", {}).items():
        for other in choices.get(facts.instance.rulebook.readings[reading], ()):
            if (other["step"], other["column"]) == (row["step"], column):
                return list(other["crew"])
    return list(row["crew"][column])


def _crew(entry: Mapping[str, Any]) -> RhineCrew:
    functions = {Function(name): count for name, count in entry.items() if name != "footnotes"}
    return RhineCrew(table=functions, footnotes=frozenset(entry.get("footnotes", ())))


# --- § 19.05 ------------------------------------------------------------------------------------


def _with_equipment(facts: Facts, derived: RhineDerived, log: Log) -> RhineDerived:
    added, reason = _addition(facts, derived, log)
    if not added:
        return derived
    crews = tuple(replace(crew, added=added) for crew in derived.crews)
    text = crews_text([crew.functions for crew in crews])
    log.step(SURCHARGE, Text(f"{reason.de}: {text.de}", f"{reason.en}: {text.en}"))
    return replace(derived, crews=crews)


def _addition(facts: Facts, derived: RhineDerived, log: Log) -> tuple[Crew, Text]:
    """Whom the vessel needs more because it does not meet standard S1; nobody where it does."""
    equipment, rule = facts.law(EQUIPMENT), facts.law(SURCHARGE)
    if equipment is None or rule is None or facts.has_standard(equipment["deemed_met_by"]):
        return {}, Text("", "")
    if not _letters_stated(facts):
        log.assumed(SURCHARGE, ["unmet", "standard"], _TAKEN_AS_UNMET)
        unmet = set(equipment["letters"])
        reason = Text("Standard S1 nicht nachgewiesen", "Standard S1 not shown")
    else:
        unmet = {entry.strip().lower() for entry in facts.vessel.unmet or ()} & set(equipment["letters"])
        letters = ", ".join(sorted(unmet))
        reason = Text(f"Standard S1 nicht erfüllt (Buchst. {letters})", f"Standard S1 not met (letters {letters})")
    if not unmet:
        return {}, reason
    only = unmet <= set(rule["only_these"]["letters"])
    number = (rule["only_these"] if only else rule)["add"][str(facts.mode)]
    engine = rule["engine_letters"]
    function = engine["function"] if unmet & set(engine["letters"]) else rule["function"]
    return {Function(function): number}, reason


def _letters_stated(facts: Facts) -> bool:
    """Whether it is known which letters are unmet; the numbers of other waters alone say nothing about them."""
    unmet = facts.vessel.unmet
    return unmet is not None and (not unmet or any(entry.strip().isalpha() for entry in unmet))


def added_able_boatmen(facts: Facts, crew: RhineCrew) -> Iterator[tuple[Function, int]]:
    """§ 19.05 Nr. 2 S. 2: into what, and how many of the added able boatmen may be turned."""
    rule = facts.law(SURCHARGE)
    if rule is None:
        return
    function = Function(rule["engine_letters"]["function"])
    number = min(crew.added.get(function, 0), crew.table.get(function, 0))
    if number:
        yield Function(rule["engine_letters"]["back_to"]), number


def _fixed_by_commission(facts: Facts) -> Text:
    return Text(
        f"{facts.vessel.name}: Für dieses Fahrzeug gibt es auf dem Rhein keine Tabelle; die Untersuchungskommission "
        "setzt die Besatzung fest. Bitte die festgesetzte Besatzung eintragen.",
        f"{facts.vessel.name}: There is no Rhine table for this vessel; the inspection commission fixes the crew. "
        "Please enter the crew it has fixed.",
    )


def _outside_table(facts: Facts) -> Text:
    return Text(
        f"{facts.vessel.name}: Keine Stufe der Rheintabelle passt; die Untersuchungskommission setzt die Besatzung "
        "fest. Bitte die festgesetzte Besatzung eintragen.",
        f"{facts.vessel.name}: No step of the Rhine table fits; the inspection commission fixes the crew. Please "
        "enter the crew it has fixed.",
    )


def _no_such_mode(facts: Facts) -> Text:
    return Text(
        f"{facts.vessel.name}: Auf dem Rhein gibt es die Betriebsformen A1, A2 und B; angegeben ist {facts.mode}.",
        f"{facts.vessel.name}: The modes on the Rhine are A1, A2 and B; stated is {facts.mode}.",
    )


_FIXED_NUMBER = Text(
    "Die Zahl der Fahrgäste muss vor der Fahrt feststehen und unverändert bleiben; die Sicherheitsrolle bleibt unberührt.",
    "The number of guests must be fixed before the trip and stay unchanged; the safety roll is not affected.",
)
_EMPTY_TRIP = Text(
    "Fahrt ohne Fahrgäste: Besatzung nach der Tabelle für Motorschiffe",
    "Trip without passengers: crew by the table for motor vessels",
)
_NO_LIGHTERS = Text(
    "Ohne Leichter: Besatzung nach der Tabelle für Motorschiffe und Schubboote",
    "Without lighters: crew by the table for motor vessels and pushers",
)
_TAKEN_AS_LADEN = Text(
    "Geplant wird wie für eine Fahrt mit Fahrgästen.",
    "Planned as for a trip with passengers.",
)
_TAKEN_AS_UNMET = Text(
    "Ohne die Angabe gilt der Standard als nicht erfüllt, die Besatzung ist entsprechend höher.",
    "Without it the standard counts as not met and the crew is accordingly larger.",
)
