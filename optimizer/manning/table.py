"""The row of the crew table that fits a vessel, before any surcharge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from optimizer.domain import Function, VesselType
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.wording import band_text, crews_text, quantity

NO_TABLE = "manning.no_table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Derived:
    """The minimum crews found so far.

    ``scope`` are the only further rules of the table that apply (``None``: all). ``raised`` says
    that missing equipment led to a higher step, ``reinforced`` that § 116(1) applied,
    ``beside_entry`` that the crew counts although the vessel papers hold another one (§ 104(5)).
    """

    table: str
    step: str
    crews: tuple[dict[Function, int], ...]
    scope: frozenset[str] | None = None
    raised: bool = False
    reinforced: bool = False
    beside_entry: bool = False

    def rule(self, suffix: str) -> str:
        return f"{self.table}.{suffix}"

    def applies(self, suffix: str) -> bool:
        return self.scope is None or suffix in self.scope

    def adding(self, crew: Mapping[str, int]) -> Derived:
        return replace(self, crews=tuple(added(base, crew) for base in self.crews))


def added(base: Mapping[Function, int], more: Mapping[str, int]) -> dict[Function, int]:
    """Both crews together."""
    total = dict(base)
    for name, count in more.items():
        total[Function(name)] = total.get(Function(name), 0) + count
    return total


def moved(base: Mapping[Function, int], old: str, new: str, count: int = 1) -> dict[Function, int]:
    """The crew with up to ``count`` members of one function replaced by another function."""
    number = min(count, base.get(Function(old), 0))
    return without_empty(added(added(base, {old: -number}), {new: number}))


def without_empty(crew: Mapping[Function, int]) -> dict[Function, int]:
    return {function: count for function, count in crew.items() if count > 0}


def table_of(facts: Facts, vessel_type: VesselType) -> str | None:
    """The id of the table rule for a vessel type, ``None`` where the product holds none."""
    for rule in facts.instance.rulebook.starting_with("manning."):
        values = rule.versions[-1].values
        if "steps" in values and vessel_type in values.get("vessel_types", ()):
            return rule.rule_id
    return None


def table_crew(facts: Facts, table: str, scope: frozenset[str] | None, log: Log) -> Derived | None:
    """The table row of the vessel; without one ``log`` holds the bar that says why."""
    values = facts.law(table)
    if values is None:
        log.technical_bar("manning.not_in_force", _not_in_force(facts))
        return None
    missing = [facts.source(name) for name in values["criteria"] if facts.figure(name) is None]
    if values["columns"] == "mode" and facts.mode is None:
        missing.append("mode")
    if missing:
        log.missing(table, missing)
        return None
    row = _row(facts, values)
    if row is None:
        log.bar(NO_TABLE, _below_table(facts, values))
        return None
    crews = row_crews(facts, row)
    log.step(table, _row_text(facts, values, row, crews))
    return Derived(table=table, step=row["step"], crews=crews, scope=scope)


def table_step(facts: Facts, table: str, scope: frozenset[str] | None) -> Derived | None:
    """The step of the vessel without its crew, for which the mode need not be known; ``None`` where it is open."""
    values = facts.law(table)
    if values is None or any(not hasattr(facts.vessel, facts.source(name)) for name in values["criteria"]):
        return None
    if any(facts.figure(name) is None for name in values["criteria"]):
        return None
    row = _row(facts, values)
    return None if row is None else Derived(table=table, step=row["step"], crews=(), scope=scope)


def row_crews(facts: Facts, row: Mapping[str, Any]) -> tuple[dict[Function, int], ...]:
    """The crews of a row in the column of the shift's mode."""
    return column_crews(row, "any" if "any" in row["crew"] else str(facts.mode))


def column_crews(row: Mapping[str, Any], column: str) -> tuple[dict[Function, int], ...]:
    return tuple({Function(name): count for name, count in crew.items()} for crew in row["crew"][column])


def _row(facts: Facts, values: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The row that fits; of several criteria the one leading to the higher step decides."""
    steps = values["steps"]
    if not values["criteria"]:
        return steps[0]
    found = []
    for name in values["criteria"]:
        fitting = [i for i, row in enumerate(steps) if holds(row[name], facts.figure(name))]
        if not fitting:
            return None
        found.append(fitting[0])
    return steps[max(found)]


def _row_text(
    facts: Facts,
    values: Mapping[str, Any],
    row: Mapping[str, Any],
    crews: tuple[dict[Function, int], ...],
) -> Text:
    crew = crews_text(crews)
    column = Text("", "")
    if values["columns"] == "mode":
        column = Text(f", Betriebsform {facts.mode}", f", operating mode {facts.mode}")
    if not values["criteria"]:
        return Text(f"Tabelle{column.de}: {crew.de}", f"Table{column.en}: {crew.en}")
    stated = [quantity(facts.source(name), facts.figure(name)) for name in values["criteria"]]
    bands = [band_text(facts.source(name), row[name]) for name in values["criteria"]]
    return Text(
        f"Stufe {row['step']} ({' oder '.join(b.de for b in bands)}){column.de} bei "
        f"{', '.join(s.de for s in stated)}: {crew.de}",
        f"Step {row['step']} ({' or '.join(b.en for b in bands)}){column.en} with "
        f"{', '.join(s.en for s in stated)}: {crew.en}",
    )


def _below_table(facts: Facts, values: Mapping[str, Any]) -> Text:
    stated = [quantity(facts.source(name), facts.figure(name)) for name in values["criteria"]]
    return Text(
        f"{facts.vessel.name}: Für {', '.join(s.de for s in stated)} gibt es keine Tabellenbesatzung; "
        "die zuständige Behörde setzt die Besatzung fest. Bitte die festgesetzte Besatzung eintragen.",
        f"{facts.vessel.name}: There is no table crew for {', '.join(s.en for s in stated)}; "
        "the competent authority fixes the crew. Please enter the crew it has fixed.",
    )


def _not_in_force(facts: Facts) -> Text:
    return Text(
        f"{facts.vessel.name}: Für diesen Tag sind keine Besatzungsvorschriften hinterlegt.",
        f"{facts.vessel.name}: No crew rules are held for this day.",
    )
