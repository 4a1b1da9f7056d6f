"""The crew requirement of a stretch under the Rhine's rules: table or entered crew, exchanges, staff, bars."""

from __future__ import annotations

from optimizer.domain import CertificateCrew, OperatingMode, Regime
from optimizer.findings import Text
from optimizer.manning.bars import log_boat_bars
from optimizer.manning.certificate import ENTERED, compare, entered_crew, entered_text
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.on_duty import lng_bunkering, night_patrol
from optimizer.manning.places import ordered, undominated
from optimizer.manning.requirement import Alternative, CrewRequirement, OnDutyRule, Place
from optimizer.manning.rhine_crews import crews_at_school, exchanged_crews, named_places, options
from optimizer.manning.rhine_modes import log_rhine_bars, second_helmsman
from optimizer.manning.rhine_table import RhineDerived, rhine_derive
from optimizer.manning.safety import safety_staff
from optimizer.manning.wording import crews_text
from optimizer.vocabulary import modes_of

_OWN_MODES = frozenset(modes_of(Regime.RHEINSCHPERSV)) - {OperatingMode.B}


def rhine_sailing(facts: Facts) -> CrewRequirement:
    """The requirement of a sailing stretch."""
    log, table_log = Log(facts), Log(facts)
    derived = rhine_derive(facts, table_log)
    entry = entered_crew(facts, log)
    named, at_school, of_table = _named(facts, derived, entry, log, table_log)
    exchanged = list(exchanged_crews(facts, of_table)) if of_table is not None else []
    statutory, others = second_helmsman(facts, [*at_school, *named], exchanged, log)
    size = max((len(item.places) for item in statutory), default=0)
    safety = safety_staff(facts, size, log)
    on_duty = rhine_besides(facts, log)
    log_rhine_bars(facts, log)
    log_boat_bars(facts, log)
    return CrewRequirement(
        statutory=undominated(statutory),
        alternatives=undominated([*statutory, *others]),
        derivation=tuple(log.steps),
        substitutions=options(facts, of_table) if of_table is not None else (),
        safety=safety,
        plan_bars=tuple(log.bars),
        notes=tuple(log.notes),
        intervals=facts.intervals,
        on_duty=on_duty,
    )


def rhine_besides(facts: Facts, log: Log) -> tuple[OnDutyRule, ...]:
    """Patrol (§ 16.13) and bunkering (§ 15.01), sailing or moored."""
    return tuple(rule for rule in (night_patrol(facts, log), lng_bunkering(facts, log)) if rule is not None)


def _named(
    facts: Facts, derived: RhineDerived | None, entry: CertificateCrew | None, log: Log, table_log: Log
) -> tuple[list[Alternative], list[Alternative], RhineDerived | None]:
    """The crews named by papers or table, those of an apprentice at school, and the table whose exchanges are open."""
    if entry is None:
        log.steps += table_log.steps
        log.notes += table_log.notes
        log.bars += table_log.bars
        if derived is None:
            return [], [], None
        at_school = crews_at_school(facts, derived, log)
        named = [Alternative(places=named_places(facts, derived, crew)) for crew in derived.crews]
        return named, at_school, derived
    log.step(ENTERED, entered_text(facts, entry))
    crews = [dict(crew) for crew in entry.alternatives]
    if derived is None:
        return [_plain(crew) for crew in crews], [], None
    expected = [crew.functions for crew in derived.crews]
    text = crews_text(expected)
    log.step(derived.table, Text(f"Zum Vergleich die Tabelle: {text.de}", f"The table to compare: {text.en}"))
    opened = [item.functions() for item in exchanged_crews(facts, derived)]
    compare(facts, crews, [*expected, *opened], log)
    equal = [crew for crew in derived.crews if crew.functions in crews]
    named = [Alternative(places=named_places(facts, derived, crew)) for crew in equal]
    named += [_plain(crew) for crew in crews if crew not in expected]
    own = RhineDerived(table=derived.table, step=derived.step, column=derived.column, crews=tuple(equal))
    at_school = crews_at_school(facts, own, log) if equal else []
    return named, at_school, own if equal else None


def _plain(crew: dict) -> Alternative:
    return Alternative(places=ordered(Place(function) for function, n in crew.items() for _ in range(n)))
