"""The crew requirement of a shift: table or vessel papers, exchanges, safety staff, bars, notes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from optimizer.domain import Function, Shift
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.manning import exchange
from optimizer.manning.bars import log_bars
from optimizer.manning.certificate import ENTERED, compare, entered_crew, entered_text
from optimizer.manning.derive import derive
from optimizer.manning.exchange import Exchange
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.patent import second_patent
from optimizer.manning.places import PlaceMaker, ferry_books, log_conditions, undominated
from optimizer.manning.requirement import Alternative, CrewRequirement, Substitution
from optimizer.manning.safety import safety_staff
from optimizer.manning.stretches import stretches
from optimizer.manning.table import Derived, table_of
from optimizer.manning.wording import crews_text

Crew = dict[Function, int]


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
        every one of them. The first one carries the bars of all.
    """
    merged: list[CrewRequirement] = []
    for facts in stretches(instance, shift):
        requirement = stretch_requirement(facts)
        alike = next((m for m in merged if _alike(m, requirement)), None)
        if alike is None:
            merged.append(requirement)
        else:
            joined = tuple(sorted(alike.intervals + requirement.intervals))
            merged[merged.index(alike)] = replace(alike, intervals=joined)
    largest_first = sorted(merged, key=lambda r: (-_places(r), not r.sailing, r.intervals))
    every_bar = tuple(dict.fromkeys(bar for r in largest_first for bar in r.plan_bars))
    return (replace(largest_first[0], plan_bars=every_bar), *largest_first[1:])


def stretch_requirement(facts: Facts) -> CrewRequirement:
    """The requirement of one stretch."""
    return _sailing(facts) if facts.sailing else _moored(facts)


def _moored(facts: Facts) -> CrewRequirement:
    """The minimum crew binds while sailing only; safety staff stays with the passengers."""
    log = Log(facts)
    safety = safety_staff(facts, 0, log)
    nobody = (Alternative(places=()),)
    return CrewRequirement(
        statutory=nobody,
        alternatives=nobody,
        derivation=tuple(log.steps),
        safety=safety,
        sailing=False,
        notes=tuple(log.notes),
        intervals=facts.intervals,
    )


def _sailing(facts: Facts) -> CrewRequirement:
    log, table_log = Log(facts), Log(facts)
    read, derived = derive(facts, table_log)
    table = derived.table if derived else table_of(facts, facts.vessel.type)
    maker = PlaceMaker(read, derived, table)
    entry = entered_crew(facts, log)
    if entry is not None:
        log.step(ENTERED, entered_text(facts, entry))
        crews = [dict(crew) for crew in entry.alternatives]
        _compare_with_table(read, crews, derived, table_log, maker, log)
        exchangeable = [crew for crew in crews if derived and crew in derived.crews]
    else:
        _adopt(table_log, log)
        crews = [dict(crew) for crew in derived.crews] if derived else []
        exchangeable = crews
    if derived is not None:
        log_conditions(read, derived, log)
    exchanges = _exchanges(read, exchangeable, derived, maker)
    statutory = _statutory(read, crews, maker, exchanges)
    size = max((len(item.places) for item in statutory), default=0)
    patent = second_patent(facts, table, log) if table else None
    safety = safety_staff(facts, size, log)
    log_bars(facts, log)
    return CrewRequirement(
        statutory=statutory,
        alternatives=undominated([*statutory, *(item.result for _, item in exchanges)]),
        derivation=tuple(log.steps),
        substitutions=_options(facts, table, statutory, exchanges),
        second_patent=patent,
        safety=safety,
        plan_bars=tuple(log.bars),
        notes=tuple(log.notes),
        intervals=facts.intervals,
    )


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
    opened = _exchanges(facts, [dict(c) for c in derived.crews], derived, maker)
    lawful = [*derived.crews, *(item.result.functions() for _, item in opened)]
    compare(facts, crews, lawful, log)


def _exchanges(
    facts: Facts, crews: Iterable[Crew], derived: Derived | None, maker: PlaceMaker
) -> list[tuple[Crew, Exchange]]:
    """Every exchange of every crew, each with the crew it starts from.

    A crew reinforced under § 116(1) is not thinned out again by § 118(1) S. 1.
    """
    found: list[tuple[Crew, Exchange]] = []
    for crew in crews:
        options: list[Exchange] = []
        if derived is None or not derived.reinforced:
            options += exchange.forward(facts, crew, maker)
        options += exchange.back(facts, crew, maker)
        if derived is not None:
            options += exchange.engine_minder(facts, crew, maker, derived.rule("engine_minder"))
        found += [(crew, option) for option in options]
    return found


def _statutory(
    facts: Facts, crews: list[Crew], maker: PlaceMaker, exchanges: list[tuple[Crew, Exchange]]
) -> tuple[Alternative, ...]:
    """The named crews. One with more entry-level members than § 118(1) S. 2 lets belong to a crew
    is listed after the crew of S. 3, which is lawful under every reading."""
    listed: list[Alternative] = []
    for crew in crews:
        if exchange.crowded(facts, crew):
            back = (x for start, x in exchanges if start is crew and x.substitution.count > 1)
            listed += [x.result for x in back]
        listed.append(maker.alternative(crew))
    return tuple(dict.fromkeys(listed))


def _options(
    facts: Facts,
    table: str | None,
    statutory: tuple[Alternative, ...],
    exchanges: list[tuple[Crew, Exchange]],
) -> tuple[Substitution, ...]:
    """Options for display: the exchanges, and the old ferry books."""
    options = [item.substitution for _, item in exchanges]
    rule_id = f"{table}.ferry_books"
    for function, book in ferry_books(facts, table).items():
        count = max((item.functions().get(function, 0) for item in statutory), default=0)
        if count:
            citation = facts.citation(rule_id)
            options.append(Substitution(function, (book,), citation, max_times=count))
    return tuple(dict.fromkeys(options))


_NO_COMPARISON = Text(
    "Ein Vergleich der eingetragenen Besatzung mit der Tabelle ist nicht möglich.",
    "The entered crew cannot be compared with the table.",
)


def _places(requirement: CrewRequirement) -> int:
    first = requirement.statutory[:1]
    return len(first[0].places) if first else 0


def _alike(one: CrewRequirement, other: CrewRequirement) -> bool:
    return replace(one, intervals=()) == replace(other, intervals=())
