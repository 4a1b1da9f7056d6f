"""The papers a crew rests on: expired, or below the table without the authority's leave."""

from __future__ import annotations

from collections.abc import Iterator

from optimizer.check.crew_facts import CrewFacts, MissingFactError
from optimizer.check.lawful import suffices
from optimizer.check.needs import ENTERED, entered_needs, papers_of, statutory_needs
from optimizer.check.say import crew_words, long_day
from optimizer.check.seating import Member
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import sailing_facts
from optimizer.findings import Finding, Severity, Text

DEVIATION = "manning.certificate_crew.deviation"


def paper_warnings(sheet: Sheet) -> Iterator[Finding]:
    """Entered crews below the table, and papers that have expired: once a vessel."""
    told: set[tuple[str, str]] = set()
    for shift in sheet.sailing:
        try:
            for facts in sailing_facts(sheet.instance, shift):
                for kind, text in _paper_faults(facts):
                    if (shift.vessel_id, kind) not in told:
                        told.add((shift.vessel_id, kind))
                        yield sheet.say.finding(ENTERED, Severity.WARNING, text, shift=shift)
        except MissingFactError:
            continue


def _deviation_permitted(facts: CrewFacts) -> bool:
    """§ 99, § 116(3): the authority has fixed another crew, which may be lower."""
    rule = facts.values(DEVIATION) or {}
    return any(facts.permitted(paragraph) for paragraph in rule.get("permits", ()))


def _paper_faults(facts: CrewFacts) -> Iterator[tuple[str, Text]]:
    vessel = facts.vessel
    all_entries = [e for e in facts.instance.dataset.certificate_crews if e.vessel_id == vessel.vessel_id]
    if all_entries and not papers_of(facts):
        last = max(e.valid_until for e in all_entries if e.valid_until is not None)
        yield (
            "expired",
            Text(
                f"{vessel.name}: Die Schiffspapiere mit der Besatzung sind am {long_day(last)} "
                "abgelaufen; geprüft wird nach der Tabelle.",
                f"{vessel.name}: the papers naming the crew expired on {long_day(last)}; the table is used.",
            ),
        )
        return
    needs, table = entered_needs(facts), statutory_needs(facts)
    if not table or _deviation_permitted(facts):
        return
    for need in needs:
        crew = [Member(seat.function) for seat in need.seats]
        if not suffices(facts, table, crew):
            entered = crew_words(s.function for s in need.seats)
            lawful = crew_words(s.function for s in table[0].seats)
            yield (
                f"lower {entered.de}",
                Text(
                    f"{vessel.name}: Die eingetragene Besatzung ({entered.de}) liegt unter der "
                    f"Tabelle ({lawful.de}); bitte die Papiere prüfen.",
                    f"{vessel.name}: the entered crew ({entered.en}) is below the table "
                    f"({lawful.en}); please check the papers.",
                ),
            )
