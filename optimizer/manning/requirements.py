"""The crew requirement of a shift: table or vessel papers, exchanges, safety staff, bars, notes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from optimizer.domain import Shift
from optimizer.findings import Finding, Text
from optimizer.instance import Instance
from optimizer.manning.alternatives import (
    Crew,
    exchanges_of,
    note_crowded,
    options_of,
    statutory_crews,
)
from optimizer.manning.bars import log_bars
from optimizer.manning.certificate import ENTERED, compare, deviates_by_permit, entered_crew, entered_text
from optimizer.manning.convoy import warn_of_lighters
from optimizer.manning.derive import derive, step_of
from optimizer.manning.exchange import Exchange
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.lowered import lowered_crews
from optimizer.manning.on_duty import complete, deck_crew_on_duty, lng_bunkering, log_deck_crew, night_patrol
from optimizer.manning.patent import second_patent
from optimizer.manning.places import PlaceMaker, log_conditions, undominated
from optimizer.manning.requirement import Alternative, CrewRequirement, OnDutyRule
from optimizer.manning.rhine_requirement import rhine_sailing
from optimizer.manning.safety import safety_staff
from optimizer.manning.stretches import stretches
from optimizer.manning.table import Derived, table_of
from optimizer.manning.wording import crews_text


def crew_requirements(instance: Instance, shift: Shift) -> tuple[CrewRequirement, ...]:
    """What a shift needs: one requirement per distinct stretch, the one with most places first.

    Parameters
    ----------
    instance
        The dataset, the law and its readings; the law of the day of each stretch counts.
    shift
        A shift of the dataset. Movements inside it may change whether passengers are aboard
        and whether the vessel sails.

    Returns
    -------
    tuple of CrewRequirement
        At least one. Everybody on the shift is on board for all of it, so its crew has to meet
        every one of them. A bar of any of them bars the shift; each bar is named once.
    """
    merged: list[CrewRequirement] = []
    for facts in stretches(instance, shift):
        requirement = stretch_requirement(facts)
        alike = next((m for m in merged if _alike(m, requirement)), None)
        if alike is None:
            merged.append(requirement)
        else:
            merged[merged.index(alike)] = _joined(alike, requirement)
    return _each_bar_once(sorted(merged, key=lambda r: (-_places(r), not r.sailing, r.intervals)))


def stretch_requirement(facts: Facts) -> CrewRequirement:
    """The requirement of one stretch."""
    if not facts.sailing:
        return _moored(facts)
    return rhine_sailing(facts) if facts.rhine_rules else _sailing(facts)


def _moored(facts: Facts) -> CrewRequirement:
    """The minimum crew binds while sailing only; safety staff and patrol stay with the passengers."""
    log = Log(facts)
    safety = safety_staff(facts, 0, log)
    nobody = (Alternative(places=()),)
    on_duty = _besides(facts, log)
    return CrewRequirement(
        statutory=nobody,
        alternatives=nobody,
        derivation=tuple(log.steps),
        safety=safety,
        sailing=False,
        plan_bars=tuple(log.bars),
        notes=tuple(log.notes),
        intervals=facts.intervals,
        on_duty=on_duty,
    )


def _sailing(facts: Facts) -> CrewRequirement:
    log, table_log = Log(facts), Log(facts)
    read, derived = derive(facts, table_log)
    table = derived.table if derived else table_of(facts, facts.vessel.type)
    where, tied = (read, derived) if derived and derived.step else step_of(facts)
    maker = PlaceMaker(where, tied, table)
    entry = None if derived and derived.beside_entry else entered_crew(facts, log)
    if entry is not None:
        log.step(ENTERED, entered_text(facts, entry))
        crews = [dict(crew) for crew in entry.alternatives]
        _compare_with_table(read, crews, derived, table_log, maker, log)
        exchangeable = [crew for crew in crews if derived and crew in derived.crews]
    else:
        _adopt(table_log, log)
        crews = [dict(crew) for crew in derived.crews] if derived else []
        exchangeable = crews
    if tied is not None:
        log_conditions(where, replace(tied, crews=tuple(crews)), log)
    exchanges = exchanges_of(read, exchangeable, derived, maker)
    deck = deck_crew_on_duty(facts, log)
    named = _named_crews(read, _Crews(crews, exchangeable, exchanges), maker, log, beside=deck is not None)
    log_deck_crew(deck, named, log)
    statutory = undominated(complete(deck, named, maker))
    size = max((len(item.places) for item in statutory), default=0)
    patent = second_patent(facts, table, log) if table else None
    safety = safety_staff(facts, size, log)
    on_duty = _besides(facts, log)
    warn_of_lighters(facts, log)
    log_bars(facts, log)
    return CrewRequirement(
        statutory=statutory,
        alternatives=undominated([*statutory, *complete(deck, (x.result for _, x in exchanges), maker)]),
        derivation=tuple(log.steps),
        substitutions=options_of(facts, table, statutory, exchanges),
        second_patent=patent,
        safety=safety,
        plan_bars=tuple(log.bars),
        notes=tuple(log.notes),
        intervals=facts.intervals,
        on_duty=on_duty if deck is None else (deck.rule, *on_duty),
    )


@dataclass(frozen=True, slots=True)
class _Crews:
    """The crews of table or papers, those among them that are the table's, and the exchanges open to those."""

    named: list[Crew]
    of_table: list[Crew]
    exchanges: list[tuple[Crew, Exchange]]


def _named_crews(facts: Facts, crews: _Crews, maker: PlaceMaker, log: Log, *, beside: bool) -> tuple[Alternative, ...]:
    """The named crews, those first that § 117 lowers by one member.

    ``beside`` keeps the whole crew beside the lowered one: where deckhands are to be added (§ 109(6)),
    the member left out may serve in their place.
    """
    lowered: list[Alternative] = []
    whole: list[Crew] = []
    for crew in crews.named:
        less = lowered_crews(facts, crew, maker, log, of_table=crew in crews.of_table)
        lowered += less
        if beside or not less:
            whole.append(crew)
    note_crowded(facts, [*whole, *(item.functions() for item in lowered)], log)
    return (*lowered, *statutory_crews(facts, whole, maker, crews.exchanges))


def _besides(facts: Facts, log: Log) -> tuple[OnDutyRule, ...]:
    """Patrol and bunkering, sailing or moored."""
    return tuple(rule for rule in (night_patrol(facts, log), lng_bunkering(facts, log)) if rule is not None)


def _adopt(table_log: Log, log: Log) -> None:
    log.steps += table_log.steps
    log.notes += table_log.notes
    log.bars += table_log.bars


def _compare_with_table(
    facts: Facts,
    crews: list[Crew],
    derived: Derived | None,
    table_log: Log,
    maker: PlaceMaker,
    log: Log,
) -> None:
    """The table as a plausibility check; what it lacks no longer stops the shift."""
    if derived is None:
        reasons = [bar.text for bar in table_log.bars if bar.citation]
        log.note(
            ENTERED,
            Text(
                " ".join([_NO_COMPARISON.de, *(reason.de for reason in reasons)]),
                " ".join([_NO_COMPARISON.en, *(reason.en for reason in reasons)]),
            ),
        )
        return
    expected = crews_text(derived.crews)
    log.step(
        derived.table,
        Text(f"Zum Vergleich die Tabelle: {expected.de}", f"The table to compare: {expected.en}"),
    )
    if deviates_by_permit(facts, log):
        return
    opened = exchanges_of(facts, [dict(c) for c in derived.crews], derived, maker)
    lawful = [*derived.crews, *(item.result.functions() for _, item in opened)]
    compare(facts, crews, lawful, log)


_NO_COMPARISON = Text(
    "Ein Vergleich der eingetragenen Besatzung mit der Tabelle ist nicht möglich.",
    "The entered crew cannot be compared with the table.",
)


def _each_bar_once(requirements: list[CrewRequirement]) -> tuple[CrewRequirement, ...]:
    named: set[Finding] = set()
    result = []
    for requirement in requirements:
        bars = tuple(bar for bar in requirement.plan_bars if bar not in named)
        named |= set(bars)
        result.append(replace(requirement, plan_bars=bars))
    return tuple(result)


def _places(requirement: CrewRequirement) -> int:
    first = requirement.statutory[:1]
    return len(first[0].places) if first else 0


def _joined(one: CrewRequirement, other: CrewRequirement) -> CrewRequirement:
    """Two alike requirements as one for all their time."""
    rules = zip(one.on_duty, other.on_duty, strict=True)
    return replace(
        one,
        intervals=tuple(sorted(one.intervals + other.intervals)),
        on_duty=tuple(replace(a, intervals=tuple(sorted(a.intervals + b.intervals))) for a, b in rules),
    )


def _alike(one: CrewRequirement, other: CrewRequirement) -> bool:
    return _timeless(one) == _timeless(other)


def _timeless(requirement: CrewRequirement) -> CrewRequirement:
    rules = tuple(replace(rule, intervals=()) for rule in requirement.on_duty)
    return replace(requirement, intervals=(), on_duty=rules)
