"""§ 108(5): a second holder of the certificate for the stretch on the lower Elbe and Weser."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.manning.facts import Facts, holds
from optimizer.manning.log import Log
from optimizer.manning.requirement import SecondPatent
from optimizer.manning.wording import quantity
from optimizer.terms import normalise, recognise, term


def second_patent(facts: Facts, table: str, log: Log) -> SecondPatent | None:
    """The condition for a trip with passengers, ``None`` where it does not apply."""
    rule_id = f"{table}.second_patent"
    rule = facts.law(rule_id)
    if rule is None or facts.with_passengers is False or facts.mode not in rule["modes"]:
        return None
    passengers = facts.vessel.passengers_max
    if passengers is None or not holds(rule["passengers_max"], passengers):
        return None
    there = _on_waterway(facts, rule)
    if there is False:
        return None
    if there is None:
        log.assumed(rule_id, ["waterway"], _TAKEN_AS_THERE)
    functions = tuple(Function(name) for name in rule["functions"])
    log.step(rule_id, _text(functions, passengers))
    return SecondPatent(functions, rule["at_least"], rule_id, facts.citation(rule_id))


def _on_waterway(facts: Facts, rule: Mapping[str, Any]) -> bool | None:
    """``None`` where the waterway is not stated, or only the river without the stretch."""
    if not facts.waterways:
        return None
    if set(facts.waterways) & set(rule["waterways"]):
        return True
    rivers = {name.split("_")[0] for name in rule["waterways"]}
    unknown = [text for text in facts.waterways if recognise("waterway", text) is None]
    return None if any(normalise(text) in rivers for text in unknown) else False


def _text(functions: tuple[Function, ...], passengers: int) -> Text:
    stated = quantity("passengers_max", passengers)
    german, english = (
        f" {'oder' if lang == 'de' else 'or'} ".join(term("function", f, lang) for f in functions)
        for lang in ("de", "en")
    )
    return Text(
        f"Außer dem Schiffsführer braucht {german} das Patent für die Strecke ({stated.de})",
        f"Besides the boatmaster, {english} needs the certificate for the stretch ({stated.en})",
    )


_TAKEN_AS_THERE = Text(
    "Geplant wird, als läge die Fahrt auf der Unterelbe oder Unterweser.",
    "Planned as if the trip were on the lower Elbe or Weser.",
)
