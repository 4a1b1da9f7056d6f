"""The crew entered in the vessel's papers, which binds (§ 96(1))."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from optimizer.domain import CertificateCrew, Function, Regime, modes_of
from optimizer.findings import Severity, Text
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.wording import crews_text, fact_name
from optimizer.terms import normalise

ENTERED = "manning.certificate_crew"
DEVIATION = "manning.certificate_crew.deviation"
_LADDER = "substitution.lower_function"
Crew = Mapping[Function, int]


def entered_crew(facts: Facts, log: Log) -> CertificateCrew | None:
    """The entry that binds on every day of the stretch, the most specific one first."""
    own = [entry for entry in facts.instance.dataset.certificate_crews if entry.vessel_id == facts.vessel.vessel_id]
    fitting = [entry for entry in own if _fits(facts, entry)]
    valid = [entry for entry in fitting if _valid(facts, entry)]
    if valid:
        return max(valid, key=_exactness)
    if fitting:
        log.note(ENTERED, _expired(facts, fitting[-1]), Severity.WARNING)
    elif own:
        log.note(ENTERED, _not_for_this_trip(facts))
    return None


def _fits(facts: Facts, entry: CertificateCrew) -> bool:
    return (
        of_rhine(entry) == facts.rhine_rules
        and entry.mode in (None, facts.mode)
        and entry.with_passengers in (None, facts.with_passengers is not False)
        and entry.zone in (None, facts.shift.zone)
    )


def of_rhine(entry: CertificateCrew) -> bool:
    """Whether an entry is made under the Rhine's rules: its kind says so, or its mode is one of theirs alone."""
    regime = Regime.RHEINSCHPERSV
    own = set(modes_of(regime)) - set(modes_of(Regime.BINSCHPERSV))
    return entry.mode in own or normalise(entry.kind) == normalise(regime)


def _exactness(entry: CertificateCrew) -> int:
    return sum(part is not None for part in (entry.mode, entry.with_passengers, entry.zone))


def _valid(facts: Facts, entry: CertificateCrew) -> bool:
    return entry.valid_until is None or facts.span.days()[-1] <= entry.valid_until


def deviates_by_permit(facts: Facts, log: Log) -> bool:
    """Whether the authority has fixed another crew than the table (§§ 99, 116(3)), which is no mistake then."""
    rule = facts.law(DEVIATION)
    permits = rule["permits"] if rule else []
    if not any(facts.instance.has_permit(facts.vessel.vessel_id, name, facts.span) for name in permits):
        return False
    log.step(DEVIATION, _FIXED_BY_AUTHORITY)
    return True


def compare(facts: Facts, entered: Iterable[Crew], table: Iterable[Crew], log: Log) -> None:
    """Warn where an entered crew is weaker than every crew of the table."""
    lawful = list(table)
    for crew in entered:
        if not any(covers(facts, crew, other) for other in lawful):
            log.note(ENTERED, _lower(facts, crew, lawful), Severity.WARNING)


def covers(facts: Facts, crew: Crew, needed: Crew) -> bool:
    """Whether the members of ``crew`` could fill every place of ``needed``, rank for rank."""
    ladder = _ladder(facts)
    free = sorted(_members(crew), key=lambda f: ladder.get(f, 0))
    for function in sorted(_members(needed), key=lambda f: -ladder.get(f, 0)):
        able = next((member for member in free if _can(ladder, member, function)), None)
        if able is None:
            return False
        free.remove(able)
    return True


def _can(ladder: Mapping[Function, int], member: Function, function: Function) -> bool:
    if member is function:
        return True
    return member in ladder and function in ladder and ladder[member] >= ladder[function]


def _ladder(facts: Facts) -> dict[Function, int]:
    """Rank of the deck functions; the apprentice is the lowest, the masters are the highest."""
    rule = facts.law(_LADDER) or {"order": []}
    order = [Function.APPRENTICE, *(Function(name) for name in rule["order"])]
    ladder = {function: rank for rank, function in enumerate(order, start=1)}
    ladder[Function.BOATMASTER] = ladder[Function.FERRY_MASTER] = len(order) + 1
    return ladder


def _members(crew: Crew) -> list[Function]:
    return [function for function, count in crew.items() for _ in range(count)]


def entered_text(facts: Facts, entry: CertificateCrew) -> Text:
    crew = crews_text(entry.alternatives)
    until = Text("", "")
    if entry.valid_until is not None:
        day = entry.valid_until
        until = Text(f" (gültig bis {day:%d.%m.%Y})", f" (valid until {day.isoformat()})")
    return Text(
        f"In den Schiffspapieren eingetragene Besatzung{until.de}: {crew.de}",
        f"Crew entered in the vessel papers{until.en}: {crew.en}",
    )


def _expired(facts: Facts, entry: CertificateCrew) -> Text:
    assert entry.valid_until is not None
    return Text(
        f"{facts.vessel.name}: Die eingetragene Besatzung galt nur bis {entry.valid_until:%d.%m.%Y}; "
        "gerechnet wird mit der Tabelle.",
        f"{facts.vessel.name}: The entered crew was valid until {entry.valid_until.isoformat()} only; "
        "the table is used.",
    )


def _not_for_this_trip(facts: Facts) -> Text:
    mode = fact_name("mode")
    return Text(
        f"{facts.vessel.name}: In den Schiffspapieren steht keine Besatzung für diese Fahrt "
        f"({mode.de} {facts.mode or '–'}); gerechnet wird mit der Tabelle.",
        f"{facts.vessel.name}: The vessel papers hold no crew for this trip "
        f"({mode.en} {facts.mode or '–'}); the table is used.",
    )


def _lower(facts: Facts, crew: Crew, table: list[Crew]) -> Text:
    entered, expected = crews_text([crew]), crews_text(table)
    return Text(
        f"{facts.vessel.name}: Die eingetragene Besatzung ({entered.de}) ist niedriger als die Tabelle "
        f"({expected.de}). Bitte den Eintrag mit den Schiffspapieren vergleichen.",
        f"{facts.vessel.name}: The entered crew ({entered.en}) is lower than the table "
        f"({expected.en}). Please compare the entry with the vessel papers.",
    )


_FIXED_BY_AUTHORITY = Text(
    "Die Behörde hat eine von der Tabelle abweichende Besatzung festgesetzt; sie wird nicht verglichen",
    "The authority has fixed a crew that deviates from the table; it is not compared",
)
