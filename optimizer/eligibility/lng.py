"""Who needs the certificate of an LNG expert (§ 16(1) Nr. 4, § 114 BinSchPersV)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from optimizer.domain import Person, Shift
from optimizer.eligibility.bars import bar, on_shift
from optimizer.eligibility.documents import document_bars
from optimizer.eligibility.papers import Papers, ShiftFacts, facts_of, papers_of
from optimizer.eligibility.routes import Route, of_kind
from optimizer.findings import Finding, Text
from optimizer.instance import Instance
from optimizer.manning.regime import rhine_applies

_LEADING, _BUNKERING = "certificate.lng", "certificate.lng_bunkering"


def leading_lng_bars(papers: Papers, route: Route, facts: ShiftFacts) -> Iterator[Finding]:
    """Whoever leads an LNG vessel is an LNG expert."""
    values = papers.rulebook.values(_LEADING, facts.first)
    if values is not None and facts.lng and route.function in values["functions"]:
        text = Text("das Fahrzeug mit LNG-Antrieb", "the LNG vessel")
        yield from _expert_bars(papers, facts, _LEADING, values, text)


def bunkering_bars(instance: Instance, person: Person, shift: Shift) -> tuple[Finding, ...]:
    """Why ``person`` may not take part in bunkering LNG on ``shift``; empty if they may."""
    facts = facts_of(instance.vessel_of(shift), shift, rhine=rhine_applies(instance, shift))
    values = instance.rulebook.values(_BUNKERING, facts.first)
    if values is None or not facts.lng:
        return ()
    text = Text("das Bunkern von Flüssigerdgas", "bunkering LNG")
    bars = _expert_bars(papers_of(instance, person), facts, _BUNKERING, values, text)
    return on_shift(bars, shift.shift_id, shift.vessel_id, shift.interval)


def _expert_bars(papers: Papers, facts: ShiftFacts, rule_id: str, values: Any, need: Text) -> Iterator[Finding]:
    candidates = of_kind(papers, values["certificate"])
    answers = [list(document_bars(papers, held, None, facts.first, facts.last)) for held in candidates]
    if candidates:
        if all(answers):
            yield from min(answers, key=len)
        return
    name = papers.rulebook.rule(f"certificate.{values['certificate']}").name
    text = Text(
        f"{papers.person.name} fehlt für {need.de} das Zeugnis „{name.de}“.",
        f'{papers.person.name} lacks the certificate "{name.en}" for {need.en}.',
    )
    yield bar(papers.rulebook, papers.person, rule_id, (facts.first, facts.last), text)
