"""Missing equipment: surcharge (§§ 104-109) or next higher step (§§ 112(4), 113(5))."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.table import Derived, row_crews
from optimizer.manning.wording import crew_text, crews_text, plain_fact


def equipment_surcharge(facts: Facts, derived: Derived, log: Log) -> Derived:
    """One surcharge if any applicable numbered condition is unmet or not known to be met."""
    rule_id = derived.rule("equipment_surcharge")
    surcharge, equipment = facts.law(rule_id), facts.law(derived.rule("equipment"))
    if surcharge is None or equipment is None or not derived.applies("equipment_surcharge"):
        return derived
    reason = _unmet_reason(facts, equipment, derived, log)
    if reason is None:
        return derived
    added = next(entry["crew"] for entry in surcharge["add"] if derived.step in entry["steps"])
    more = crew_text({Function(name): count for name, count in added.items()})
    log.step(rule_id, Text(f"{reason.de}: zusätzlich {more.de}", f"{reason.en}: additionally {more.en}"))
    return derived.adding(added)


def standard_surcharge(facts: Facts, derived: Derived, log: Log) -> Derived:
    """§§ 106(2), 109(3): one surcharge where the standard that the table presupposes is not shown."""
    rule_id = derived.rule("standard_surcharge")
    rule = facts.law(rule_id)
    if rule is None:
        return derived
    shown = facts.has_standard(rule["accepted"])
    if shown:
        return derived
    if shown is None:
        log.assumed(rule_id, ["standard"], _TAKEN_AS_UNMET)
    more = next(entry["crew"] for entry in rule["add"] if derived.step in entry["steps"])
    crew = crew_text({Function(name): count for name, count in more.items()})
    log.step(
        rule_id,
        Text(
            f"Standard {' oder '.join(rule['accepted'])} nicht nachgewiesen: zusätzlich {crew.de}",
            f"Standard {' or '.join(rule['accepted'])} not shown: additionally {crew.en}",
        ),
    )
    return derived.adding(more)


def _unmet_reason(facts: Facts, equipment: Mapping[str, Any], derived: Derived, log: Log) -> Text | None:
    """Why the surcharge applies, ``None`` where every condition is met."""
    if equipment["deemed_met_by"] and facts.has_standard(equipment["deemed_met_by"]):
        return None
    if not _numbers_stated(facts):
        names = ["unmet", "standard"] if equipment["deemed_met_by"] else ["unmet"]
        log.assumed(derived.rule("equipment_surcharge"), names, _TAKEN_AS_UNMET)
        return Text("Ausrüstung nicht nachgewiesen", "Equipment not shown")
    numbers = [n for n in equipment["numbers"] if _is_unmet(facts, n, equipment["numbers"][n], derived)]
    if not numbers:
        return None
    which = ", ".join(numbers)
    return Text(f"Ausrüstung Nr. {which} fehlt", f"Equipment no. {which} is missing")


def _numbers_stated(facts: Facts) -> bool:
    """Whether it is known which numbers are unmet; the letters of the Rhine alone say nothing about them."""
    unmet = facts.vessel.unmet
    return unmet is not None and (not unmet or any(ch.isdigit() for entry in unmet for ch in entry))


def _is_unmet(facts: Facts, number: str, conditions: Mapping[str, Any], derived: Derived) -> bool:
    """Whether a numbered condition applies to the vessel and is not fulfilled.

    A second half ("auch die Heckankerwinde") asks for more where the first half applies already.
    """
    if not _condition_applies(facts, conditions, derived):
        return False
    listed = {"".join(ch for ch in entry if ch.isdigit()) for entry in facts.vessel.unmet or ()}
    second = conditions.get("second_half")
    if number in listed or second is None:
        return number in listed
    lacking = facts.feature(second["feature"]) is False
    return lacking and _condition_applies(facts, second, derived)


def _condition_applies(facts: Facts, conditions: Mapping[str, Any], derived: Derived) -> bool:
    """Steps and figures a condition is limited to; a figure not stated counts as reached."""
    if derived.step not in conditions.get("steps", [derived.step]):
        return False
    bands = {k: v for k, v in conditions.items() if k not in ("steps", "second_half", "feature")}
    values = {name: facts.figure(name) for name in bands}
    return all(values[name] is None or holds(band, values[name]) for name, band in bands.items())


def next_step(facts: Facts, derived: Derived, log: Log) -> Derived:
    """Ferries: one step higher, however many conditions of the step are unmet."""
    rule_id = derived.rule("next_step")
    raising, equipment = facts.law(rule_id), facts.law(derived.rule("equipment"))
    if raising is None or equipment is None:
        return derived
    lacking = _lacking(facts, equipment, derived, log)
    if not lacking:
        return derived
    reason = Text(
        ", ".join(plain_fact(name).de for name in lacking),
        ", ".join(plain_fact(name).en for name in lacking),
    )
    if derived.step == raising["top_step"]:
        raised = derived.adding(raising["add_at_top"])
    else:
        steps = facts.law(derived.table)["steps"]  # type: ignore[index]
        row = steps[[row["step"] for row in steps].index(derived.step) + 1]
        raised = replace(derived, step=row["step"], crews=row_crews(facts, row))
    crew = crews_text(raised.crews)
    log.step(
        rule_id,
        Text(
            f"Nicht erfüllt: {reason.de}; nächsthöhere Stufe: {crew.de}",
            f"Not met: {reason.en}; next higher step: {crew.en}",
        ),
    )
    return replace(raised, raised=True)


def _lacking(facts: Facts, equipment: Mapping[str, Any], derived: Derived, log: Log) -> list[str]:
    """Names of the equipment a ferry of this step needs and has not shown."""
    lacking: list[str] = []
    unknown: list[str] = []
    for need in equipment["requires"]:
        if derived.step not in need.get("steps", [derived.step]) or _exempt(facts, need):
            continue
        for name, met in _needs(facts, need).items():
            if met is not True:
                lacking.append(name)
            if met is None:
                unknown.append(name)
    if unknown:
        log.assumed(derived.rule("next_step"), unknown, _TAKEN_AS_UNMET)
    return lacking


def _needs(facts: Facts, need: Mapping[str, Any]) -> dict[str, bool | None]:
    """Each thing needed with whether it is met (``None``: not stated)."""
    met: dict[str, bool | None] = {name: facts.feature(name) for name in need.get("features", ())}
    if "standard" in need:
        met["standard"] = facts.has_standard(need["standard"])
    if "engine_rooms" in need:
        rooms = facts.figure("engine_rooms")
        met["engine_rooms"] = None if rooms is None else holds(need["engine_rooms"], rooms)
    return met


def _exempt(facts: Facts, need: Mapping[str, Any]) -> bool:
    if any(facts.feature(name) for name in need.get("exempt_features", ())):
        return True
    permit = need.get("or_permit")
    return permit is not None and _permitted(facts, permit)


def _permitted(facts: Facts, paragraph: str) -> bool:
    return facts.instance.has_permit(facts.vessel.vessel_id, paragraph, facts.span) is not None


_TAKEN_AS_UNMET = Text(
    "Ohne die Angabe gilt die Ausrüstung als nicht erfüllt, die Besatzung ist entsprechend höher.",
    "Without it the equipment counts as not met and the crew is accordingly larger.",
)
