"""Age and service time the law ties to a place itself (§§ 104(3), 104(4), 105(3) BinSchPersV)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import Any

from optimizer.eligibility.bars import bar, show
from optimizer.eligibility.papers import Papers, ShiftFacts
from optimizer.eligibility.substitution import OWN
from optimizer.findings import Finding, Text
from optimizer.manning.requirement import Place
from optimizer.timeline import add_years


def too_young(papers: Papers, rule_id: str, facts: ShiftFacts, least: int) -> Iterator[Finding]:
    """A bar until the birthday at ``least``, for a place that demands an age."""
    birthday = add_years(papers.person.birth_date, least)
    if facts.first < birthday:
        name = papers.person.name
        text = Text(
            f"{name} wird erst am {show(birthday)} {least} Jahre alt; der Platz verlangt {least} Jahre.",
            f"{name} turns {least} only on {show(birthday)}; the place demands {least} years.",
        )
        days = (facts.first, min(facts.last, birthday - timedelta(days=1)))
        yield bar(papers.rulebook, papers.person, rule_id, days, text, allowed=str(least))


def condition_bars(papers: Papers, place: Place, facts: ShiftFacts) -> Iterator[Finding]:
    """Age and service time that the law ties to the place, whoever fills it."""
    if place.min_age is None and place.min_service_days is None and place.min_training_year is None:
        return
    rule_id = _condition_rule(papers, place, facts)
    if place.min_age is not None and not _excused(papers, rule_id, facts):
        yield from too_young(papers, rule_id, facts, place.min_age)
    if place.min_service_days is not None and (papers.person.service_days or 0) < place.min_service_days:
        yield _too_little_service(papers, rule_id, facts, place.min_service_days)
    if place.min_training_year is not None and (papers.person.training_year or 0) < place.min_training_year:
        yield _not_trained_enough(papers, rule_id, facts, place.min_training_year)


def _not_trained_enough(papers: Papers, rule_id: str, facts: ShiftFacts, least: int) -> Finding:
    name, year = papers.person.name, papers.person.training_year
    stated = ("ist nicht angegeben", "is not stated") if year is None else (f"ist das {year}.", f"is year {year}")
    text = Text(
        f"{name}: Das Lehrjahr {stated[0]}; der Platz verlangt mindestens das {least}.",
        f"{name}: the year of training {stated[1]}; the place demands at least year {least}.",
    )
    found = "" if year is None else str(year)
    span = (facts.first, facts.last)
    return bar(papers.rulebook, papers.person, rule_id, span, text, found=found, allowed=str(least))


def _excused(papers: Papers, rule_id: str, facts: ShiftFacts) -> bool:
    """Whether a passed final examination stands for the age, as § 104(4) allows."""
    values, passed_on = papers.rulebook.values(rule_id, facts.first) or {}, papers.person.final_exam_on
    return bool(values.get("unless_final_exam")) and passed_on is not None and passed_on <= facts.first


def _condition_rule(papers: Papers, place: Place, facts: ShiftFacts) -> str:
    """The rule that ties age or service time to a place of this function, for the citation."""
    law = {
        rule.rule_id: papers.rulebook.values(rule.rule_id, facts.first) or {}
        for rule in papers.rulebook.starting_with("rhine." if facts.rhine else "manning.")
    }
    fitting = [rule_id for rule_id, values in law.items() if _ties(values, place)]
    tables = _tables(law, facts)
    own = [rule_id for table in tables for rule_id in fitting if rule_id.startswith(f"{table}.")]
    return next(iter([*own, *fitting]), OWN)


def _ties(values: Mapping[str, Any], place: Place) -> bool:
    return values.get("function", values.get("by")) == place.function and (
        (values.get("min_age"), values.get("min_service_days")) == (place.min_age, place.min_service_days)
    )


def _tables(law: Mapping[str, Mapping[str, Any]], facts: ShiftFacts) -> list[str]:
    """Crew tables of the vessel's type, and those they refer to."""
    own = [rule_id for rule_id, v in law.items() if facts.vessel_type in v.get("vessel_types", ())]
    referred = [
        values["use_table"]
        for rule_id, values in law.items()
        if "use_table" in values and rule_id.startswith(tuple(f"{table}." for table in own))
    ]
    return [*own, *referred]


def _too_little_service(papers: Papers, rule_id: str, facts: ShiftFacts, least: int) -> Finding:
    name, days = papers.person.name, papers.person.service_days
    if days is None:
        text = Text(
            f"{name}: Fahrzeit ist nicht angegeben; der Platz verlangt {least} Tage.",
            f"{name}: service time is not stated; the place demands {least} days.",
        )
    else:
        text = Text(
            f"{name} hat {days} Tage Fahrzeit; der Platz verlangt {least}.",
            f"{name} has {days} days of service; the place demands {least}.",
        )
    found = "" if days is None else str(days)
    span = (facts.first, facts.last)
    return bar(papers.rulebook, papers.person, rule_id, span, text, found=found, allowed=str(least))
