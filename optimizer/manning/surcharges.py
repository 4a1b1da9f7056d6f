"""Additions and replacements beside equipment: §§ 116(1), 105(7) and 105(4)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.table import Derived, added, moved
from optimizer.manning.wording import crew_text, crews_text, quantity

NO_AIDS = "manning.no_mechanical_aids"
_MASTERS = (Function.BOATMASTER, Function.FERRY_MASTER)


def reinforcement(facts: Facts, derived: Derived, log: Log) -> Derived:
    """§ 116(1) on the table crew: over 750 t without mechanical aids."""
    rule = facts.law(NO_AIDS)
    if rule is None or derived.scope is not None or facts.vessel.type not in rule["vessel_types"]:
        return derived
    aids = facts.feature(rule["feature"])
    tonnage = facts.figure("tonnage_t")
    if aids or tonnage is None or not holds(rule["tonnage_t"], tonnage):
        return derived
    crews = tuple(_reinforced(facts, rule, crew) for crew in derived.crews)
    if crews == derived.crews:
        return derived
    if aids is None:
        log.assumed(NO_AIDS, [rule["feature"]], _TAKEN_AS_MISSING)
    crew = crews_text(crews)
    log.step(
        NO_AIDS,
        Text(f"Ohne mechanische Hilfsmittel: {crew.de}", f"Without mechanical aids: {crew.en}"),
    )
    return replace(derived, crews=crews, reinforced=True)


def _reinforced(facts: Facts, rule: Mapping[str, Any], crew: dict[Function, int]) -> dict[Function, int]:
    mode = str(facts.mode)
    replaced = rule["replace_in_mode_a"]
    if mode == "A" and any(Function(name) in crew for name in replaced):
        for old, new in replaced.items():
            crew = moved(crew, old, new)
        return crew
    others = {f for f in crew if f not in _MASTERS}
    if others == {Function(rule["only_beside_boatmaster"])}:
        return added(crew, rule["add"][mode])
    return crew


def towing(facts: Facts, derived: Derived, log: Log) -> Derived:
    """§ 105(7): more crew for towed vessels, unless one of its two exceptions is stated."""
    rule_id = derived.rule("towing")
    rule, towed = facts.law(rule_id), facts.shift.towed_vessels
    if rule is None or not derived.applies("towing") or not towed:
        return derived
    entry = next((e for e in rule["add"] if holds(e["towed_vessels"], towed)), None)
    if entry is None or any(_excepted(facts, exception) for exception in rule["unless"]):
        return derived
    unknown = sorted({name for exception in rule["unless"] for name in _open(facts, exception)})
    if unknown:
        log.assumed(rule_id, unknown, _EXCEPTION_UNUSED)
    more = crew_text({Function(name): count for name, count in entry["crew"].items()})
    log.step(
        rule_id,
        Text(
            f"{towed} Fahrzeuge im Schlepp: zusätzlich {more.de}",
            f"{towed} vessels in tow: additionally {more.en}",
        ),
    )
    return derived.adding(entry["crew"])


def _excepted(facts: Facts, exception: Mapping[str, Any]) -> bool:
    return all(_meets(facts, name, wanted) for name, wanted in exception.items())


def _meets(facts: Facts, name: str, wanted: Any) -> bool | None:
    value = facts.figure(name)
    if value is None:
        return None
    return holds(wanted, value) if isinstance(wanted, Mapping) else value is wanted


def _open(facts: Facts, exception: Mapping[str, Any]) -> list[str]:
    """Facts not stated that alone keep an exception from applying."""
    answers = {name: _meets(facts, name, wanted) for name, wanted in exception.items()}
    if False in answers.values():
        return []
    return [name for name, answer in answers.items() if answer is None]


def able_boatman(facts: Facts, derived: Derived, log: Log) -> Derived:
    """§ 105(4): over 600 kW one boatman becomes an able boatman."""
    rule_id = derived.rule("able_boatman")
    rule = facts.law(rule_id)
    if rule is None or not derived.applies("able_boatman"):
        return derived
    power = facts.figure("power_kw")
    if power is not None and not holds(rule["power_kw"], power):
        return derived
    crews = tuple(moved(c, rule["replace"], rule["by"], rule["count"]) for c in derived.crews)
    if crews == derived.crews:
        if power is not None:
            log.note(rule_id, _NO_BOATMAN)
        return derived
    if power is None:
        log.assumed(rule_id, ["power_kw"], _TAKEN_AS_STRONG)
    crew = crews_text(crews)
    stated = Text("unbekannt", "unknown") if power is None else quantity("power_kw", power)
    log.step(
        rule_id,
        Text(
            f"Maschinenleistung ({stated.de}), Bootsmann statt Matrose: {crew.de}",
            f"Engine power ({stated.en}), able boatman instead of boatman: {crew.en}",
        ),
    )
    return replace(derived, crews=crews)


_NO_BOATMAN = Text(
    "Die Maschinenleistung verlangt einen Bootsmann statt eines Matrosen, zur Besatzung gehört aber "
    "kein Matrose. Die Behörde kann mehr verlangen; maßgeblich sind die Schiffspapiere.",
    "The engine power asks for an able boatman instead of a boatman, but no boatman belongs to the "
    "crew. The authority may require more; the vessel papers decide.",
)
_TAKEN_AS_MISSING = Text(
    "Ohne die Angabe gelten sie als nicht vorhanden, die Besatzung ist verstärkt.",
    "Without it they count as absent and the crew is reinforced.",
)
_EXCEPTION_UNUSED = Text(
    "Ohne die Angabe wird die Ausnahme vom Zuschlag nicht genutzt.",
    "Without it the exception from the addition is not used.",
)
_TAKEN_AS_STRONG = Text(
    "Ohne die Angabe gilt die Grenze als überschritten.",
    "Without it the limit counts as exceeded.",
)
