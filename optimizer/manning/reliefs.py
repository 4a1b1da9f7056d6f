"""Towed cargo barges on short shuttles or with a permit: boatmaster only, or nobody (§ 104(5)-(7))."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from optimizer.domain import CrewScope, Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.table import Derived
from optimizer.manning.wording import crew_text, plain_fact, quantity
from optimizer.terms import recognise, term

#: In the order of the law; each stands in place of the table with all its surcharges.
RELIEFS = ("short_shuttle", "bremen_permit", "shuttle_permit")
TABLE = "manning.towed_barge"
SHUTTLE = f"{TABLE}.short_shuttle"

Answers = dict[str, bool | None]


def barge_relief(facts: Facts, table: str, log: Log) -> Derived | None:
    """The crew a relief leaves, ``None`` where none applies and the table counts."""
    if not _is_barge(facts) or facts.mode is None or facts.vessel.tonnage_t is None:
        return None
    for suffix in RELIEFS:
        rule_id = f"{table}.{suffix}"
        rule = facts.law(rule_id)
        if rule is not None and _applies(facts, rule_id, rule, log):
            return _relieved(facts, table, rule_id, rule, log)
    return None


def bar_shared_crew(facts: Facts, log: Log) -> None:
    """A crew entered for two barges is lawful for coupled ones under § 104(5) Nr. 2, 3 only."""
    if facts.shift.crew_scope is not CrewScope.PAIR or not _is_barge(facts):
        return
    rule = facts.law(SHUTTLE)
    if rule is None:
        return
    kept = _answers(facts, rule)
    position = facts.shift.tow_position
    kept["tow_position"] = None if position is None else position in rule["crew_of_pair_at"]
    if all(kept.values()):
        return
    failing = [plain_fact(name) for name, answer in kept.items() if not answer]
    log.bar(
        SHUTTLE,
        Text(
            f"{facts.vessel.name}: Eine gemeinsame Besatzung für zwei Anhänge ist hier nicht zulässig oder nicht "
            f"belegt ({', '.join(text.de for text in failing)}). Bitte für jedes Fahrzeug eine Schicht eintragen.",
            f"{facts.vessel.name}: One crew for two barges is not lawful here or not shown "
            f"({', '.join(text.en for text in failing)}). Please enter a shift for each vessel.",
        ),
    )


def _is_barge(facts: Facts) -> bool:
    rule = facts.law(TABLE)
    return rule is not None and facts.vessel.type in rule["vessel_types"]


def _applies(facts: Facts, rule_id: str, rule: Mapping[str, Any], log: Log) -> bool:
    """Whether every condition is kept; a fact that is not stated never lowers a crew, a note names it."""
    permit = rule.get("permit")
    if permit and facts.instance.has_permit(facts.vessel.vessel_id, permit, facts.span) is None:
        return False
    answers = _answers(facts, rule)
    if False in answers.values():
        if permit:
            log.note(rule_id, _outside_permit(facts, answers))
        return False
    unknown = [name for name, answer in answers.items() if answer is None]
    if unknown:
        log.assumed(rule_id, unknown, _UNUSED)
    return not unknown


def _answers(facts: Facts, rule: Mapping[str, Any]) -> Answers:
    shift, tonnage = facts.shift, facts.vessel.tonnage_t
    answers: Answers = {
        "mode": facts.mode in rule["modes"],
        "tonnage_t": None if tonnage is None else holds(rule["tonnage_t"], tonnage),
    }
    if "route_km" in rule:
        answers["route_km"] = None if shift.route_km is None else holds(rule["route_km"], shift.route_km)
    if "shuttle" in rule:
        answers["shuttle"] = shift.shuttle
    if "stretch" in rule:
        answers["stretch"] = _only_on(shift.stretch, rule["stretch"])
    return answers


def _only_on(stated: str, stretch: str) -> bool | None:
    """Whether the trip stays on a stretch; every part of what is stated must name it."""
    parts = [part.strip() for part in stated.split("|") if part.strip()]
    return all(recognise("stretch", part) == stretch for part in parts) if parts else None


def _relieved(facts: Facts, table: str, rule_id: str, rule: Mapping[str, Any], log: Log) -> Derived:
    position = facts.shift.tow_position
    places = rule.get("at_tow_position", {})
    if places and position is None:
        log.assumed(rule_id, ["tow_position"], _MASTER_ABOARD)
    needed = places.get(position, rule["crew"])
    crew = {Function(name): count for name, count in needed.items()}
    log.step(rule_id, _relief_text(facts, rule, crew))
    return Derived(table=table, step="", crews=(crew,), beside_entry=rule.get("beside_entered_crew", False))


def _relief_text(facts: Facts, rule: Mapping[str, Any], crew: Mapping[Function, int]) -> Text:
    words, tonnage = crew_text(crew), quantity("tonnage_t", facts.figure("tonnage_t"))
    why = Text("mit Genehmigung", "by permit")
    if rule.get("beside_entered_crew"):
        why = Text("ohne Eintrag in die Schiffspapiere", "not to be entered in the vessel papers")
    where = Text("", "")
    if "route_km" in rule:
        route = quantity("route_km", facts.figure("route_km"))
        where = Text(f", Pendelverkehr über {route.de}", f", shuttle over {route.en}")
    if rule.get("at_tow_position") and facts.shift.tow_position is not None:
        place = [term("tow_position", facts.shift.tow_position, lang) for lang in ("de", "en")]
        where = Text(f"{where.de}, {place[0]}", f"{where.en}, {place[1]}")
    both = Text("", "")
    if facts.shift.crew_scope is CrewScope.PAIR:
        both = Text(" für beide gekuppelten Anhänge", " for both coupled barges")
    return Text(
        f"Erleichterung {why.de} ({tonnage.de}{where.de}); statt der Tabelle: {words.de}{both.de}",
        f"Relief {why.en} ({tonnage.en}{where.en}); in place of the table: {words.en}{both.en}",
    )


def _outside_permit(facts: Facts, answers: Answers) -> Text:
    failing = [plain_fact(name) for name, answer in answers.items() if answer is False]
    return Text(
        f"{facts.vessel.name}: Die Genehmigung, nur mit dem Schiffsführer zu fahren, deckt diese Fahrt nicht: "
        f"{', '.join(text.de for text in failing)}.",
        f"{facts.vessel.name}: The permit to sail with the boatmaster only does not cover this trip: "
        f"{', '.join(text.en for text in failing)}.",
    )


_UNUSED = Text(
    "Ohne die Angabe wird die Erleichterung für Schleppkähne nicht genutzt.",
    "Without it the relief for towed barges is not used.",
)
_MASTER_ABOARD = Text(
    "Geplant wird mit dem Schiffsführer an Bord.",
    "Planned with the boatmaster on board.",
)
