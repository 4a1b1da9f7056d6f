"""What a shift needs on the Rhine: the crew in the papers, else the table's, with all that may stand for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from optimizer.check.crew_facts import CrewFacts, MissingFactError
from optimizer.check.need import Need, Seat, seats_of
from optimizer.check.reductions import at_school
from optimizer.check.rhine_tables import EQUIPMENT, TableRow, rhine_row
from optimizer.domain import CertificateCrew, Function

ENTERED = "manning.certificate_crew"
F = Function
Crew = Counter[Function]


def rhine_needs(facts: CrewFacts, entries: tuple[CertificateCrew, ...]) -> tuple[Need, ...]:
    """Minimum crews any one of which is enough; empty where nobody has fixed one.

    Parameters
    ----------
    entries
        The crews in the papers that speak of this trip.
    """
    entered = [crew for entry in entries for crew in entry.alternatives]
    if not entered:
        return rhine_table_needs(facts)
    return tuple(need for crew in entered for need in _entered(facts, crew))


def rhine_table_needs(facts: CrewFacts) -> tuple[Need, ...]:
    """The needs by the tables alone."""
    row = rhine_row(facts)
    return () if row is None else tuple(_needs_of(facts, row))


def _entered(facts: CrewFacts, crew: Mapping[Function, int]) -> Iterator[Need]:
    """An entered crew; only one that equals a crew of the table has its exchanges."""
    try:
        row = rhine_row(facts)
    except MissingFactError:
        row = None
    for own, footnotes in () if row is None else row.crews:
        assert row is not None
        if +(own + row.added) == Counter(crew):
            yield from (replace(need, rule_ids=(ENTERED,)) for need in _of_crew(facts, row, own, footnotes))
            return
    yield Need(tuple(seats_of(crew)), (ENTERED,), statutory=False)


def _needs_of(facts: CrewFacts, row: TableRow) -> Iterator[Need]:
    for own, footnotes in row.crews:
        yield from _of_crew(facts, row, own, footnotes)


def _of_crew(facts: CrewFacts, row: TableRow, own: Crew, footnotes: frozenset[str]) -> Iterator[Need]:
    """The crew as it stands, every crew that may stand for it, and the one less an apprentice at school."""
    rules = (row.table, *([EQUIPMENT] if row.added else []))
    for seats, used in dict(_variants(facts, row, own, footnotes)).items():
        yield Need(seats, (*rules, *used))
    yield from _at_school(facts, row, own, footnotes, rules)


def _seats(facts: CrewFacts, row: TableRow, crew: Crew, footnotes: frozenset[str]) -> list[Seat]:
    """Seats with what the footnotes ask of some of them."""
    seats: list[Seat] = []
    least = (facts.values(row.table) or {}).get("min_age")
    for function, number in crew.items():
        seats += [Seat(function, min_age=least if function is F.DECKHAND else None)] * number
    patent, adult = row.values(facts, "helmsman_patent"), row.values(facts, "adult_apprentice")
    if patent and patent["footnote"] in footnotes:
        seats = [replace(seat, patent=True) if seat.function == patent["function"] else seat for seat in seats]
    if adult and adult["footnote"] in footnotes:
        for index in [i for i, seat in enumerate(seats) if seat.function == adult["function"]][: adult["count"]]:
            seats[index] = replace(seats[index], min_age=adult["min_age"])
    return seats


def _variants(
    facts: CrewFacts, row: TableRow, own: Crew, footnotes: frozenset[str]
) -> Iterator[tuple[tuple[Seat, ...], tuple[str, ...]]]:
    """Seats of every lawful mixture, with the rules it rests on; the last of equal ones counts."""
    whole = own + row.added
    trained, apprentice = _trained(row.values(facts, "apprentice"))
    for engine_change, engine_rule, leaning in _engine_room(facts, row, own):
        for turned in range(_turnable(facts, row, own) + 1):
            if turned and leaning:
                continue
            for deckhand in _deckhand_changes(row.values(facts, "deckhand"), own, footnotes):
                crew = Counter(whole)
                for change in (engine_change, Counter({F.ABLE_BOATMAN: -turned, F.BOATMAN: turned}), deckhand):
                    crew.update(change)
                seats = _seats(facts, row, +crew, footnotes)
                for number in range(own[F.BOATMAN] + 1 if apprentice else 1):
                    mixed = _without_boatmen(seats, number) + [trained] * number
                    used = [engine_rule] if engine_rule else []
                    used += [f"{row.table}.deckhand"] if deckhand else []
                    used += [f"{row.table}.apprentice"] if number else []
                    yield tuple(sorted(mixed, key=lambda seat: seat.key)), tuple(used)


def _trained(rule: Mapping[str, Any] | None) -> tuple[Seat, bool]:
    if rule is None:
        return Seat(F.APPRENTICE), False
    return (
        Seat(
            Function(rule["by"]),
            rule["min_age"],
            rule["min_service_days"],
            min_training_year=rule["min_training_year"],
        ),
        True,
    )


def _without_boatmen(seats: list[Seat], number: int) -> list[Seat]:
    left = list(seats)
    for _ in range(number):
        left.remove(Seat(F.BOATMAN))
    return left


def _deckhand_changes(rule: Mapping[str, Any] | None, own: Crew, footnotes: frozenset[str]) -> list[Crew]:
    """Nothing, or one apprentice by a deckhand where the footnote holds."""
    if rule is None or rule["footnote"] not in footnotes or not own[Function(rule["replace"])]:
        return [Counter()]
    return [Counter(), Counter({Function(rule["replace"]): -rule["count"], Function(rule["by"]): rule["count"]})]


def _engine_room(facts: CrewFacts, row: TableRow, own: Crew) -> Iterator[tuple[Crew, str, bool]]:
    """Ways to fill the engineers' places; the flag says that prescribed able boatmen are what opens one."""
    yield Counter(), "", False
    rule, rule_id = row.values(facts, "engineer"), f"{row.table}.engineer"
    if rule is None:
        return
    engineers, able = own[F.ENGINEER], own[F.ABLE_BOATMAN]
    for number in range(1, engineers + 1):
        yield Counter({F.ENGINEER: -number, F.ABLE_BOATMAN: number}), rule_id, False
    number = engineers if rule["then_needs"] == "any_able_boatman" else able
    if able and 0 < number <= engineers:
        yield Counter({F.ENGINEER: -number, F.BOATMAN: number}), rule_id, True


def _turnable(facts: CrewFacts, row: TableRow, own: Crew) -> int:
    """How many added able boatmen may be boatmen: as many as the table itself has able boatmen."""
    return min(row.added[F.ABLE_BOATMAN], own[F.ABLE_BOATMAN])


def _at_school(
    facts: CrewFacts, row: TableRow, own: Crew, footnotes: frozenset[str], rules: tuple[str, ...]
) -> Iterator[Need]:
    rule = row.values(facts, "school")
    if rule is None:
        return
    listed = [entry for entry in rule["where"] if entry["step"] == row.step and entry["column"] == row.column]
    if not listed or own[F.APPRENTICE] <= listed[0].get("left", 0) or not at_school(facts, rule["months"]):
        return
    fewer = own + row.added - Counter({F.APPRENTICE: 1})
    seats = _seats(facts, row, fewer, footnotes)
    yield Need(tuple(seats), (*rules, f"{row.table}.school"))
