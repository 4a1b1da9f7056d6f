"""From vessel and shift facts to the table's minimum crews, one cited step after the other."""

from __future__ import annotations

from collections.abc import Callable

from optimizer.findings import Text
from optimizer.manning.convoy import FORMATION, convoy_crew
from optimizer.manning.equipment import equipment_surcharge, next_step, standard_surcharge
from optimizer.manning.facts import Facts
from optimizer.manning.log import Log
from optimizer.manning.reductions import deckhand_waiver, short_crossing
from optimizer.manning.reliefs import barge_relief
from optimizer.manning.surcharges import able_boatman, reinforcement, towing
from optimizer.manning.table import NO_TABLE, Derived, table_crew, table_of, table_step
from optimizer.terms import term

Stage = Callable[[Facts, Derived, Log], Derived]

#: The order matters: a reinforcement looks at the table crew, a replacement at the whole crew.
STAGES: tuple[Stage, ...] = (
    reinforcement,
    equipment_surcharge,
    standard_surcharge,
    next_step,
    towing,
    able_boatman,
    short_crossing,
    deckhand_waiver,
)


def derive(facts: Facts, log: Log) -> tuple[Facts, Derived | None]:
    """The table's minimum crews and the facts as read for them.

    Without a crew, ``log.bars`` says why: no table, not supported yet, or which fact is missing.
    """
    table = table_of(facts, facts.vessel.type)
    if table is None:
        _no_table(facts, log)
        return facts, None
    relieved = barge_relief(facts, table, log)
    if relieved is not None:
        return facts, relieved
    facts, table, scope = _without_passengers(facts, table, log)
    table, scope = _manoeuvring_only(facts, table, scope, log)
    derived = _row_crew(facts, table, scope, log)
    if derived is None:
        return facts, None
    for stage in STAGES:
        derived = stage(facts, derived, log)
    return facts, derived


def step_of(facts: Facts) -> tuple[Facts, Derived | None]:
    """The step of the table and the facts as read for it, where no crew of the table is needed or known.

    Age and service time of its members hang on the step alone; they bind an entered crew as well.
    """
    table = table_of(facts, facts.vessel.type)
    if table is None:
        return facts, None
    unheard = Log(facts)
    facts, table, scope = _without_passengers(facts, table, unheard)
    table, scope = _manoeuvring_only(facts, table, scope, unheard)
    return facts, table_step(facts, table, scope)


def _row_crew(facts: Facts, table: str, scope: frozenset[str] | None, log: Log) -> Derived | None:
    values = facts.law(table)
    if values is not None and FORMATION in values["criteria"]:
        return convoy_crew(facts, table, values, log)
    return table_crew(facts, table, scope, log)


def _without_passengers(facts: Facts, table: str, log: Log) -> tuple[Facts, str, frozenset[str] | None]:
    """§§ 108(4), 109(4): without passengers the table of motor vessels by displacement."""
    rule_id = f"{table}.without_passengers"
    rule = facts.law(rule_id)
    if rule is None:
        return facts, table, None
    if facts.with_passengers is None:
        log.assumed(rule_id, ["with_passengers"], _TAKEN_AS_LADEN)
    if facts.with_passengers is not rule["with_passengers"]:
        return facts, table, None
    log.step(rule_id, _EMPTY_TRIP)
    return facts.reading(rule["criterion"]), rule["use_table"], frozenset(rule["paragraphs"])


def _manoeuvring_only(
    facts: Facts, table: str, scope: frozenset[str] | None, log: Log
) -> tuple[str, frozenset[str] | None]:
    """§ 105(6): an engine used for manoeuvring only makes a vessel without engine."""
    rule_id = f"{table}.manoeuvring_engine"
    rule = facts.law(rule_id)
    if rule is None or (scope is not None and "manoeuvring_engine" not in scope):
        return table, scope
    if not facts.feature(rule["feature"]):
        return table, scope
    log.step(rule_id, _MANOEUVRING)
    log.note(rule_id, _ENTERED_LIMIT)
    return rule["use_table"], scope


def _no_table(facts: Facts, log: Log) -> None:
    rule = facts.law(NO_TABLE)
    kind = facts.vessel.type
    words = [term("vessel_type", kind, lang) for lang in ("de", "en")]
    if rule is not None and kind in rule["vessel_types"]:
        log.bar(
            NO_TABLE,
            Text(
                f"{facts.vessel.name}: Für diese Art von Fahrzeug ({words[0]}) gibt es keine Tabelle; "
                "die zuständige Behörde setzt die Besatzung fest. Bitte die festgesetzte Besatzung "
                "eintragen.",
                f"{facts.vessel.name}: There is no table for this type of vessel ({words[1]}); the "
                "competent authority fixes the crew. Please enter the crew it has fixed.",
            ),
        )
        return
    log.technical_bar(
        "manning.type_not_supported",
        Text(
            f"{facts.vessel.name}: Die Besatzungstabelle für {words[0]} wird noch nicht unterstützt. "
            "Bitte die Besatzung aus den Schiffspapieren eintragen.",
            f"{facts.vessel.name}: The crew table for {words[1]} is not supported yet. Please enter "
            "the crew of the vessel papers.",
        ),
    )


_EMPTY_TRIP = Text(
    "Fahrt ohne Fahrgäste: Besatzung nach der Tabelle für Motorschiffe, Wasserverdrängung statt Tragfähigkeit",
    "Trip without passengers: crew by the table for motor vessels, displacement instead of tonnage",
)
_MANOEUVRING = Text(
    "Motor nur zum Manövrieren: Besatzung wie ein Fahrzeug ohne Antriebsmaschine",
    "Engine for manoeuvring only: crew as a vessel without engine",
)
_ENTERED_LIMIT = Text(
    "Die Beschränkung der Motorverwendung muss in der Fahrtauglichkeitsbescheinigung stehen.",
    "The restricted use of the engine must be entered in the certificate of the vessel.",
)
_TAKEN_AS_LADEN = Text(
    "Geplant wird wie für eine Fahrt mit Fahrgästen.",
    "Planned as for a trip with passengers.",
)
