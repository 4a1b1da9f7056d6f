"""What a shift needs: the crew entered in the vessel's papers, else the crew of the tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from optimizer.check.crew_facts import CrewFacts, MissingFactError
from optimizer.check.need import Need, Seat, seats_of
from optimizer.check.reductions import school_leave, single_trip
from optimizer.check.rhine_needs import rhine_needs, rhine_table_needs
from optimizer.check.rhine_rules import judged_by_rhine
from optimizer.check.shuttles import permit_need, shuttle_need
from optimizer.check.tables import NO_AIDS, Table, open_replacement, seats_with_conditions, table_crew, table_of
from optimizer.domain import CertificateCrew, Crew, Function
from optimizer.terms import normalise

ENTERED = "manning.certificate_crew"
EXCHANGE = "manning.entry_level_exchange"


def needs_of(facts: CrewFacts) -> tuple[Need, ...]:
    """Minimum crews any one of which is enough; empty where nobody has fixed one (§ 115).

    Raises
    ------
    MissingFactError
        If a fact the table depends on is not stated.
    """
    if judged_by_rhine(facts):
        return rhine_needs(facts, entered_crews(facts))
    shuttle = shuttle_need(facts)
    if shuttle is not None:
        return (shuttle,)
    binding = entered_needs(facts) or statutory_needs(facts)
    statutory = [need for need in binding if need.statutory]
    return (*binding, *school_leave(facts, statutory), *single_trip(facts, binding))


def statutory_needs(facts: CrewFacts) -> tuple[Need, ...]:
    """The needs without any entered crew: a permit of § 104(6), (7), else the tables."""
    if judged_by_rhine(facts):
        return rhine_table_needs(facts)
    permitted = permit_need(facts)
    return table_needs(facts) if permitted is None else (permitted,)


def entered_needs(facts: CrewFacts) -> tuple[Need, ...]:
    """The crews entered in the vessel's papers; empty where none is."""
    if judged_by_rhine(facts):
        return tuple(
            Need(tuple(seats_of(crew)), (ENTERED,)) for entry in entered_crews(facts) for crew in entry.alternatives
        )
    return tuple(_entered_need(facts, crew) for entry in entered_crews(facts) for crew in entry.alternatives)


def _entered_need(facts: CrewFacts, crew: Crew) -> Need:
    """An entered crew: age and service time bind its members as well (e.g. § 105(3)).

    §§ 108(3) and 118(1) exchange members of the minimum crew of the tables. Whether they also thin
    out a crew that the authority fixed otherwise (§ 116(2)) is unclear, so only an entered crew
    that equals the table's is open to them.
    """
    table = table_of(facts)
    seats = tuple(seats_of(crew) if table is None else seats_with_conditions(table, seats_of(crew)))
    own = next((n for n in _table_needs_if_known(facts) if _same_functions(n.seats, seats)), None)
    if own is not None:
        return replace(own, rule_ids=(ENTERED,))
    return Need(seats, (ENTERED,), fills=_ferry_books(table), statutory=False)


def _same_functions(left: Sequence[Seat], right: Sequence[Seat]) -> bool:
    return Counter(seat.function for seat in left) == Counter(seat.function for seat in right)


def _table_needs_if_known(facts: CrewFacts) -> tuple[Need, ...]:
    """The needs of the tables; none where a fact they depend on is not stated."""
    try:
        return table_needs(facts)
    except MissingFactError:
        return ()


def table_needs(facts: CrewFacts) -> tuple[Need, ...]:
    """The needs by the tables alone."""
    table = table_of(facts)
    if table is None:
        return ()
    crews, rule_ids = table_crew(table)
    exits, reinforced = _ways_out(facts, table), NO_AIDS in rule_ids
    return tuple(Need(tuple(seats), rule_ids, **exits, reinforced=reinforced) for seats in crews)


def _ways_out(facts: CrewFacts, table: Table) -> dict[str, Any]:
    """The exchanges that are open: § 106(3), § 108(3), § 109(5), § 112(5), § 113(6), § 118(1)."""
    return {
        "fills": _ferry_books(table),
        "engine_minder": table.own("engine_minder"),
        "replacement": open_replacement(table),
        "exchange": exchange_rule(facts),
    }


def _ferry_books(table: Table | None) -> Mapping[Function, Function]:
    books = table.own("ferry_books") if table is not None else None
    fills = books["fills"] if books is not None else {}
    return {Function(place): Function(by) for place, by in fills.items()}


def exchange_rule(facts: CrewFacts) -> Mapping[str, Any] | None:
    """§ 118(1) in the text of the day and the reading in use, where the mode opens it."""
    rule, mode = facts.values(EXCHANGE), facts.shift.mode
    if rule is None or mode is None or mode not in rule["modes"]:
        return None
    readings = facts.instance.rulebook.readings
    chosen = [
        choices[readings[name]] for name, choices in rule.get("by_reading", {}).items() if readings[name] in choices
    ]
    return {**rule, "by": chosen[0]} if chosen else rule


def papers_of(facts: CrewFacts) -> tuple[CertificateCrew, ...]:
    """Crews entered for the vessel in papers that are valid on the day."""
    return tuple(
        entry
        for entry in facts.instance.dataset.certificate_crews
        if entry.vessel_id == facts.vessel.vessel_id and (entry.valid_until is None or facts.day <= entry.valid_until)
    )


def entered_crews(facts: CrewFacts) -> tuple[CertificateCrew, ...]:
    """The entries that name this mode, zone and passengers most exactly."""
    fitting = [entry for entry in papers_of(facts) if _speaks_of(entry, facts)]
    most = max((_exactness(entry) for entry in fitting), default=0)
    return tuple(entry for entry in fitting if _exactness(entry) == most)


def _speaks_of(entry: CertificateCrew, facts: CrewFacts) -> bool:
    return (
        _made_for_rhine(entry) == judged_by_rhine(facts)
        and entry.mode in (None, facts.shift.mode)
        and entry.with_passengers in (None, facts.with_passengers)
        and entry.zone in (None, facts.shift.zone)
    )


def _made_for_rhine(entry: CertificateCrew) -> bool:
    """Whether the papers name the crew under the Rhine's regulation, by their kind or by a mode of its own."""
    return entry.mode in ("A1", "A2") or "rheinschpersv" in normalise(entry.kind)


def _exactness(entry: CertificateCrew) -> int:
    return sum(part is not None for part in (entry.mode, entry.with_passengers, entry.zone))
