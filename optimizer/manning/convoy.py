"""The crew of a convoy by its formation, and the deviating steps of zone 4 and of zone 3 on the Elbe (§ 106)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from optimizer.findings import Severity, Text
from optimizer.manning.facts import Facts
from optimizer.manning.formation import Formation, stated_formation
from optimizer.manning.log import Log
from optimizer.manning.table import NO_TABLE, Derived, column_crews
from optimizer.manning.wording import crews_text
from optimizer.terms import term

FORMATION = "formation"
_CONVOY = "manning.convoy"


def convoy_crew(facts: Facts, table: str, values: Mapping[str, Any], log: Log) -> Derived | None:
    """The table row of a convoy; without one ``log`` holds the bar that says why."""
    formation = stated_formation(facts, table, log)
    if formation is None:
        return None
    row = _row(formation, table, values, log)
    if row is None:
        log.bar(NO_TABLE, _outside(facts, formation))
        return None
    derived = Derived(table=table, step=row["step"], crews=_crews(facts, table, row))
    crew, column = crews_text(derived.crews), _column_text(facts, table, row)
    made_of = formation.words()
    log.step(
        table,
        Text(
            f"Stufe {row['step']} bei {made_of.de}, Betriebsform {column.de}: {crew.de}",
            f"Step {row['step']} with {made_of.en}, operating mode {column.en}: {crew.en}",
        ),
    )
    return _on_other_waters(facts, values, derived, log)


def warn_of_lighters(facts: Facts, log: Log) -> None:
    """A shift with lighters is that of a convoy; its crew is not that of the vessel alone."""
    shift = facts.shift
    rule = facts.law(_CONVOY)
    stated = shift.lighters or shift.lighter_lengths_m or shift.pushed_units
    if rule is None or not stated or facts.vessel.type in rule["vessel_types"]:
        return
    name, kind = facts.vessel.name, [term("vessel_type", rule["vessel_types"][0], lang) for lang in ("de", "en")]
    log.note(
        _CONVOY,
        Text(
            f"{name}: Für die Schicht sind Schubleichter angegeben, das Fahrzeug ist aber kein {kind[0]}; gerechnet "
            "wird ohne sie. Bitte die Zusammenstellung als eigenes Fahrzeug eintragen.",
            f"{name}: The shift states lighters but the vessel is no {kind[1].lower()}; they are not counted. "
            "Please enter the formation as a vessel of its own.",
        ),
        Severity.WARNING,
    )


def _row(formation: Formation, table: str, values: Mapping[str, Any], log: Log) -> Mapping[str, Any] | None:
    """The first step one of whose formations fits; a dimension that is not stated is taken as exceeded."""
    unknown: dict[str, None] = {}
    for row in values["steps"]:
        for described in row.get(FORMATION, ()):
            answers = formation.fits(described)
            if False in answers.values():
                continue
            open_names = [name for name, answer in answers.items() if answer is None]
            if open_names:
                unknown |= dict.fromkeys(open_names)
                continue
            if unknown:
                log.assumed(table, unknown, _TAKEN_AS_EXCEEDED)
            return row  # type: ignore[no-any-return]
    return None


def _crews(facts: Facts, table: str, row: Mapping[str, Any]) -> tuple[dict[Any, int], ...]:
    return column_crews(row, _second_column(facts, table, row) or str(facts.mode))


def _second_column(facts: Facts, table: str, row: Mapping[str, Any]) -> str | None:
    """The second sub-column of mode D, where the step has one and its standard is shown."""
    rule = facts.law(f"{table}.standard_surcharge")
    if rule is None:
        return None
    second = rule["second_column"]
    open_to = second["column"] in row["crew"] and second["mode"] == str(facts.mode)
    return second["column"] if open_to and facts.has_standard(second["standard"]) else None


def _column_text(facts: Facts, table: str, row: Mapping[str, Any]) -> Text:
    if _second_column(facts, table, row) is None:
        return Text(str(facts.mode), str(facts.mode))
    standard = facts.vessel.standard
    return Text(
        f"{facts.mode}, zweite Teilspalte (Standard {standard})",
        f"{facts.mode}, second sub-column (standard {standard})",
    )


def _on_other_waters(facts: Facts, values: Mapping[str, Any], derived: Derived, log: Log) -> Derived:
    """Steps 2a, 3a and 4a in place of 2, 3 and 4."""
    rule_id = derived.rule("waters")
    rule = facts.law(rule_id)
    row = next((row for row in values["steps"] if row.get("deviates_from") == derived.step), None)
    if rule is None or row is None:
        return derived
    answers = [_holds(facts, clause) for clause in rule["where"]]
    if not any(all(clause.values()) for clause in answers):
        unknown = {
            name: None
            for clause in answers
            if False not in clause.values()
            for name, answer in clause.items()
            if answer is None
        }
        if unknown:
            log.assumed(rule_id, unknown, _STEP_UNUSED)
        return derived
    changed = replace(derived, step=row["step"], crews=_crews(facts, derived.table, row))
    crew = crews_text(changed.crews)
    where = Text("auf der Elbe", "on the Elbe") if facts.shift.on_elbe else Text("", "")
    zone = facts.shift.zone
    log.step(
        rule_id,
        Text(
            f"{f'Zone {zone} {where.de}'.strip()}: Stufe {row['step']} statt {derived.step}: {crew.de}",
            f"{f'Zone {zone} {where.en}'.strip()}: step {row['step']} instead of {derived.step}: {crew.en}",
        ),
    )
    return changed


def _holds(facts: Facts, clause: Mapping[str, Any]) -> dict[str, bool | None]:
    stated = {name: getattr(facts.shift, name) for name in clause}
    return {name: None if stated[name] is None else _is(stated[name], wanted) for name, wanted in clause.items()}


def _is(value: Any, wanted: Any) -> bool:
    return value in wanted if isinstance(wanted, list) else value is wanted


def _outside(facts: Facts, formation: Formation) -> Text:
    made_of = formation.words()
    return Text(
        f"{facts.vessel.name}: Für diese Zusammenstellung ({made_of.de}) gibt es keine Tabellenbesatzung; "
        "die zuständige Behörde setzt die Besatzung fest. Bitte die festgesetzte Besatzung eintragen.",
        f"{facts.vessel.name}: There is no table crew for this formation ({made_of.en}); "
        "the competent authority fixes the crew. Please enter the crew it has fixed.",
    )


_TAKEN_AS_EXCEEDED = Text(
    "Ohne die Angabe gelten die Abmessungen der kleineren Stufe als überschritten.",
    "Without it the dimensions of the smaller step count as exceeded.",
)
_STEP_UNUSED = Text(
    "Ohne die Angabe wird die abweichende Stufe für Zone 4 und für Zone 3 auf der Elbe nicht genutzt.",
    "Without it the deviating step for zone 4 and for zone 3 on the Elbe is not used.",
)
