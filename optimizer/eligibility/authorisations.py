"""The special authorisations a boatmaster needs beside the patent (§ 16 BinSchPersV)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date
from typing import Any

from optimizer.domain import CertificateKind, VesselType
from optimizer.eligibility.bars import bar, named
from optimizer.eligibility.documents import document_bars
from optimizer.eligibility.measures import carried_bars
from optimizer.eligibility.papers import Held, Papers, ShiftFacts
from optimizer.eligibility.routes import Route, of_kind
from optimizer.eligibility.waters import RiverPart, covered, named_parts, river_part
from optimizer.findings import Finding, Text

_RISK, _WHERE = CertificateKind.RISK_STRETCH, "certificate.risk_stretch_where"


def authorisation_bars(papers: Papers, route: Route, facts: ShiftFacts, kind: CertificateKind) -> Iterator[Finding]:
    """A special authorisation (§ 16) that the shift needs and the person lacks, or that has ended."""
    values = papers.rulebook.values(f"certificate.{kind}", facts.first)
    if values is None:
        return
    if kind is _RISK:
        yield from _risk_stretch_bars(papers, route, facts, values)
    elif (need := _need(values["needed"], facts)) is not None:
        yield from _best(papers, route, facts, values, kind, of_kind(papers, kind), need)


def _need(needed: Mapping[str, Any], facts: ShiftFacts) -> Text | None:
    """What makes the authorisation necessary, ``None`` if nothing does."""
    if "zones" in needed:
        return Text(f"Zone {facts.zone}", f"zone {facts.zone}") if facts.zone in needed["zones"] else None
    if "formation_m2" in needed:
        return _large_convoy(needed["formation_m2"], facts)
    radar = facts.radar and needed.get("shift", {}).get("radar_navigation") is True
    return Text("Fahrt mit Radar", "sailing by radar") if radar else None


def _large_convoy(band: Mapping[str, Any], facts: ShiftFacts) -> Text | None:
    """A convoy whose length or breadth is not stated is taken for a large one."""
    if facts.vessel_type is not VesselType.CONVOY:
        return None
    if facts.formation_m2 is None:
        return Text(
            "einen Verband ohne Angabe von Länge und Breite (er gilt als Großverband)",
            "a convoy without stated length and breadth (taken for a large convoy)",
        )
    if facts.formation_m2 < band["from"]:
        return None
    area = f"{facts.formation_m2.normalize():f}"
    return Text(f"einen Großverband ({area.replace('.', ',')} m²)", f"a large convoy ({area} m²)")


def _risk_stretch_bars(papers: Papers, route: Route, facts: ShiftFacts, values: Mapping[str, Any]) -> Iterator[Finding]:
    """Every risk stretch sailed needs authorisations whose scopes cover together what is sailed of it."""
    risks = _risks(papers, facts)
    if not risks:
        return
    answers = [(held, list(_own_bars(papers, held, route, facts, values))) for held in of_kind(papers, _RISK)]
    valid = [held for held, bars in answers if not bars]
    for part in risks:
        if _cover(valid, part):
            continue
        flaws = [bars for held, bars in answers if bars and _touches(held, part)]
        if flaws and _cover([held for held, _ in answers], part):
            yield from min(flaws, key=len)
        else:
            yield _lacks(papers, facts, _RISK, values, Text(part.text("de"), part.text("en")))


def _risks(papers: Papers, facts: ShiftFacts) -> list[RiverPart]:
    law = papers.rulebook.values(_WHERE, facts.first)
    if law is None or facts.features & set(law["exempt_features"]):
        return []
    stretches = [river_part(item["waterway"], item["from_km"], item["to_km"]) for item in law["stretches"]]
    found = (stretch.overlap(part) for stretch in stretches for part in facts.waters)
    return list(dict.fromkeys(part for part in found if part is not None))


def _cover(held: list[Held], part: RiverPart) -> bool:
    return covered(part, [entered for item in held for entered in named_parts(item.certificate.scope)])


def _touches(held: Held, part: RiverPart) -> bool:
    return any(entered.overlap(part) is not None for entered in named_parts(held.certificate.scope))


def _best(
    papers: Papers,
    route: Route,
    facts: ShiftFacts,
    values: Mapping[str, Any],
    kind: CertificateKind,
    candidates: list[Held],
    need: Text,
) -> Iterator[Finding]:
    """Nothing if one of the candidates holds throughout, else what the best one lacks."""
    if not candidates:
        yield _lacks(papers, facts, kind, values, need)
        return
    answers = [list(_own_bars(papers, held, route, facts, values)) for held in candidates]
    if all(answers):
        yield from min(answers, key=len)


def _lacks(papers: Papers, facts: ShiftFacts, kind: CertificateKind, values: Mapping[str, Any], need: Text) -> Finding:
    rule_id = f"certificate.{kind}"
    name, entered = papers.rulebook.rule(rule_id).name, _entered(papers, kind)
    text = Text(
        f"{papers.person.name} fehlt für {need.de}: {name.de}{entered.de}.",
        f"{papers.person.name} lacks for {need.en}: {name.en}{entered.en}.",
    )
    days: tuple[date, date] = (facts.first, facts.last)
    return bar(papers.rulebook, papers.person, rule_id, days, text, citation=values["cite"]["needed"])


def _entered(papers: Papers, kind: CertificateKind) -> Text:
    """The stretches a person may sail instead, where the authorisation is bound to some."""
    if kind is not _RISK or not of_kind(papers, kind):
        return Text("", "")
    stretches = ", ".join(text for held in of_kind(papers, kind) for text in held.certificate.scope)
    if not stretches:
        return Text(" (im Zeugnis ist keine Strecke angegeben)", " (the certificate states no stretch)")
    return Text(f" (eingetragen: {stretches})", f" (entered: {stretches})")


def _own_bars(
    papers: Papers, held: Held, route: Route, facts: ShiftFacts, values: Mapping[str, Any]
) -> Iterator[Finding]:
    yield from document_bars(papers, held, route.function, facts.first, facts.last)
    yield from carried_bars(papers, held, facts.first, facts.last)
    if (day := route.held.validity.first_invalid(facts.first, facts.last)) is not None:
        name, patent = named(held.certificate), named(route.held.certificate)
        text = Text(
            f"Die Berechtigung {name.de} von {papers.person.name} endet mit dem Zeugnis {patent.de}.",
            f"The authorisation {name.en} of {papers.person.name} ends with the certificate {patent.en}.",
        )
        citation = values["cite"]["with_patent"]
        yield bar(papers.rulebook, papers.person, held.rule_id, (day, facts.last), text, citation=citation)
