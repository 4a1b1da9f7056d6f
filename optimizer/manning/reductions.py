"""Lawful reductions: short crossings (§§ 112(3), 113(3)) and the permit of § 111(2).

A fact that is not stated never lowers a crew; where only such facts stand in the way, a note
names them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from optimizer.findings import Text
from optimizer.manning.facts import RHINE, Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.table import Derived, added, without_empty
from optimizer.manning.wording import crews_text, plain_fact

Answers = dict[str, bool | None]


def short_crossing(facts: Facts, derived: Derived, log: Log) -> Derived:
    """Ferries: without deckhand when the crossing is short and mooring needs nobody on deck."""
    rule_id = derived.rule("reduction")
    rule = facts.law(rule_id)
    if rule is None or derived.step not in rule["steps"] or derived.raised:
        return derived
    answers = _crossing_answers(facts, rule)
    return _reduced(facts, derived, rule_id, rule, answers, log)


def _crossing_answers(facts: Facts, rule: Mapping[str, Any]) -> Answers:
    minutes = facts.figure("crossing_minutes")
    answers: Answers = {"crossing_minutes": None if minutes is None else holds(rule["crossing_minutes"], minutes)}
    for name, wanted in rule["features"].items():
        answers[name] = _is(facts.feature(name), wanted)
    anchors = rule.get("single_engine_needs_one_of")
    if anchors and facts.feature("single_main_engine") is not False:
        answers |= _anchor_answers(facts, anchors)
    return answers


def _anchor_answers(facts: Facts, anchors: list[str]) -> Answers:
    """With a single engine the anchor must be in reach or released from the wheelhouse."""
    stated = {name: facts.feature(name) for name in anchors}
    if True in stated.values():
        return {}
    if facts.feature("single_main_engine") is None:
        return {"single_main_engine": None}
    unknown = [name for name, answer in stated.items() if answer is None]
    return dict.fromkeys(unknown, None) if unknown else dict.fromkeys(anchors, False)


def deckhand_waiver(facts: Facts, derived: Derived, log: Log) -> Derived:
    """Passenger boats: without deckhand by permit, as long as its conditions are kept (§ 111(2))."""
    rule_id = derived.rule("deckhand_waiver")
    rule = facts.law(rule_id)
    if rule is None or not _has_permit(facts, rule["permit"]):
        return derived
    zone = facts.shift.zone
    answers: Answers = {"zone": None if zone is None else zone in rule["zones"]}
    if RHINE in rule["not_on"]:
        answers["waterway"] = not facts.on_rhine
    answers |= {name: _is(getattr(facts.shift, name), want) for name, want in rule["shift"].items()}
    answers |= {name: _is(facts.feature(name), want) for name, want in rule["features"].items()}
    answers |= {name: _is(facts.feature(name), False) for name in rule["not_features"]}
    if False in answers.values():
        log.note(rule_id, _outside_permit(facts, answers))
    return _reduced(facts, derived, rule_id, rule, answers, log)


def _reduced(
    facts: Facts,
    derived: Derived,
    rule_id: str,
    rule: Mapping[str, Any],
    answers: Answers,
    log: Log,
) -> Derived:
    """Drop the function if every answer is yes; name the missing ones if nothing speaks against."""
    if False in answers.values():
        return derived
    unknown = [name for name, answer in answers.items() if answer is None]
    if unknown:
        log.assumed(rule_id, unknown, _UNUSED)
        return derived
    fewer = {name: -count for name, count in rule["drop"].items()}
    crews = tuple(without_empty(added(crew, fewer)) for crew in derived.crews)
    crew = crews_text(crews)
    kept = Text(
        ", ".join(plain_fact(name).de for name in answers),
        ", ".join(plain_fact(name).en for name in answers),
    )
    log.step(
        rule_id,
        Text(f"Vermindert um den Decksmann: {crew.de}", f"Reduced by the deckhand: {crew.en}"),
    )
    log.note(
        rule_id,
        Text(
            f"{facts.vessel.name} fährt ohne Decksmann, nur solange die Bedingungen eingehalten sind: {kept.de}.",
            f"{facts.vessel.name} sails without deckhand only while the conditions are kept: {kept.en}.",
        ),
    )
    return replace(derived, crews=crews)


def _is(value: bool | None, wanted: bool) -> bool | None:
    return None if value is None else value is wanted


def _has_permit(facts: Facts, paragraph: str) -> bool:
    return facts.instance.has_permit(facts.vessel.vessel_id, paragraph, facts.span) is not None


def _outside_permit(facts: Facts, answers: Answers) -> Text:
    failing = [plain_fact(name) for name, answer in answers.items() if answer is False]
    return Text(
        f"{facts.vessel.name}: Die Genehmigung, ohne Decksmann zu fahren, deckt diese Fahrt nicht: "
        f"{', '.join(text.de for text in failing)}.",
        f"{facts.vessel.name}: The permit to sail without deckhand does not cover this trip: "
        f"{', '.join(text.en for text in failing)}.",
    )


_UNUSED = Text(
    "Ohne die Angabe wird die Verminderung um den Decksmann nicht genutzt.",
    "Without it the reduction by the deckhand is not used.",
)
