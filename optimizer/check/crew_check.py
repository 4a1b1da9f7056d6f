"""The crew of every sailing shift: lawful for each of its stretches."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from optimizer.check.crew_facts import CrewFacts, MissingFactError
from optimizer.check.explain import barred, explain, is_known
from optimizer.check.lawful import lacking, suffices
from optimizer.check.need import Need, Seat
from optimizer.check.needs import needs_of
from optimizer.check.ranks import Ranks
from optimizer.check.rhine_rules import judged_by_rhine, under_rhine
from optimizer.check.say import crew_words
from optimizer.check.seating import Member, anybody
from optimizer.check.sheet import FUNCTIONS_BESIDE_THE_CREW, Sheet
from optimizer.check.shuttles import SHUTTLE, pair_without_relief
from optimizer.check.stretches import sailing_facts
from optimizer.domain import Function, Shift, VesselType
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.roster import RosterRow

OPEN_PLACE = "manning.open_place"
NO_TABLE = "manning.no_table"
RHINE_NO_TABLE = "rhine.no_table"
SECOND_PATENT = "manning.day_excursion.second_patent"


@dataclass(frozen=True)
class CrewGap:
    """Seats nobody takes on a stretch of a shift, and the bar that explains them, if one does.

    Without a bar the places are simply open.
    """

    need: Need
    seats: tuple[Seat, ...]
    facts: CrewFacts
    cause: Cause | None

    @property
    def open(self) -> tuple[Seat, ...]:
        """Seats that wait for somebody; none where a person is there and only barred."""
        return self.seats if self.cause is None else ()


def crew_rows(sheet: Sheet, shift: Shift, *, claimed: bool = False) -> list[RosterRow]:
    """Rows of the crew; ``claimed`` takes in people nobody knows."""
    rows = sheet.claimed_rows(shift) if claimed else sheet.rows_of(shift)
    return [row for row in rows if row.function not in FUNCTIONS_BESIDE_THE_CREW]


def members(sheet: Sheet, rows: Sequence[RosterRow], mended: Collection[str] = ()) -> list[Member]:
    """People of rows as far as the law lets them serve; ``mended`` have what their bars ask for."""
    people = []
    for row in rows:
        if row.function is None or not counts(sheet, row, mended):
            continue
        fits = partial(_fits, sheet, row) if is_known(sheet, row) else anybody
        people.append(Member(row.function, fits, row.crew_id))
    return people


def counts(sheet: Sheet, row: RosterRow, mended: Collection[str] = ()) -> bool:
    """Whether nothing bars the person of a row, or nothing would once that is mended."""
    return row.crew_id in mended or (is_known(sheet, row) and not sheet.bars(row))


def _fits(sheet: Sheet, row: RosterRow, seat: Seat) -> bool:
    service = sheet.service(row)
    return service.could_sit(seat, row.function) if row.function and sheet.bars(row) else service.may_sit(seat)


def crew_gap(sheet: Sheet, shift: Shift) -> CrewGap | None:
    """The first stretch on which the crew is not lawful.

    Raises
    ------
    MissingFactError
        If a fact the requirement depends on is not stated.
    """
    rows = crew_rows(sheet, shift)
    for facts in sailing_facts(sheet.instance, shift):
        gap = lacking(facts, needs_of(facts), members(sheet, rows))
        if gap is not None:
            return CrewGap(*gap, facts, _gap_cause(sheet, shift))
    return None


def _gap_cause(sheet: Sheet, shift: Shift) -> Cause | None:
    """The bar without which the crew would be lawful on every stretch."""
    everybody = crew_rows(sheet, shift, claimed=True)
    asked = [(facts, needs) for facts in sailing_facts(sheet.instance, shift) if (needs := needs_of(facts))]

    def mended(people: frozenset[str]) -> bool:
        return all(suffices(facts, needs, members(sheet, everybody, people)) for facts, needs in asked)

    return explain(sheet, barred(sheet, everybody), mended)


def crew_findings(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """Everything about the minimum crew of one sailing shift; ``gap`` is that of :func:`crew_gap`."""
    try:
        facts = sailing_facts(sheet.instance, shift)
        unfixed = next((item for item in facts if not needs_of(item)), None)
    except MissingFactError as missing:
        yield _missing_fact(sheet, shift, missing)
        return
    if any(map(pair_without_relief, facts)):
        yield _no_common_crew(sheet, shift)
    if unfixed is not None:
        yield _nobody_fixed_it(sheet, shift)
    elif gap is not None:
        yield _gap_finding(sheet, shift, gap)
    for item in facts:
        yield from _second_patent(sheet, shift, item, gap)


def _missing_fact(sheet: Sheet, shift: Shift, missing: MissingFactError) -> Finding:
    text = Text(
        f"{sheet.say.place(shift)}: Die Besatzung lässt sich nicht bestimmen, die Angabe „{missing.words.de}“ fehlt.",
        f"{sheet.say.place(shift)}: the crew cannot be determined, “{missing.words.en}” is not stated.",
    )
    return sheet.say.finding(missing.rule_id, Severity.UNLAWFUL, text, shift=shift)


def _no_common_crew(sheet: Sheet, shift: Shift) -> Finding:
    text = Text(
        f"{sheet.say.place(shift)}: Eine gemeinsame Besatzung für zwei Anhänge gibt es nur im Pendelverkehr für "
        "längsseits gekuppelte Kähne; jeder braucht hier seine eigene.",
        f"{sheet.say.place(shift)}: one crew for two barges is only allowed in shuttles for barges coupled "
        "alongside; each needs its own here.",
    )
    return sheet.say.finding(SHUTTLE, Severity.UNLAWFUL, text, shift=shift)


def _nobody_fixed_it(sheet: Sheet, shift: Shift) -> Finding:
    text = Text(
        f"{sheet.say.place(shift)}: Für dieses Schiff gilt keine Besatzungstabelle, und in den "
        "Schiffspapieren ist keine Besatzung angegeben.",
        f"{sheet.say.place(shift)}: no crew table applies to this vessel and no crew is entered in its papers.",
    )
    rule_id = RHINE_NO_TABLE if under_rhine(sheet.instance, shift) else NO_TABLE
    boat = sheet.instance.vessel_of(shift).type is VesselType.PASSENGER_BOAT
    cause = Cause("mode.passenger_boat") if boat and rule_id == RHINE_NO_TABLE else None
    return sheet.say.finding(rule_id, Severity.UNLAWFUL, text, shift=shift, cause=cause)


def _gap_finding(sheet: Sheet, shift: Shift, gap: CrewGap) -> Finding:
    rulebook, day = sheet.instance.rulebook, gap.facts.day
    lacking_words = crew_words(seat.function for seat in gap.seats)
    needed = crew_words(seat.function for seat in gap.need.seats)
    rows = crew_rows(sheet, shift)
    there = crew_words(row.function for row in rows if row.function and not sheet.bars(row))
    condition = _condition(gap.seats)
    text = Text(
        f"{sheet.say.place(shift)}: Es fehlt {lacking_words.de}{condition.de}. "
        f"An Bord: {there.de}; Mindestbesatzung: {needed.de}.",
        f"{sheet.say.place(shift)}: missing {lacking_words.en}{condition.en}. "
        f"On board: {there.en}; minimum crew: {needed.en}.",
    )
    sources = [rulebook.citation(rule_id, day) for rule_id in (OPEN_PLACE, *gap.need.rule_ids)]
    return sheet.say.finding(
        OPEN_PLACE,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        citation="; ".join(dict.fromkeys(sources)),
        found=there.de,
        allowed=needed.de,
        cause=gap.cause,
    )


def _condition(seats: Sequence[Seat]) -> Text:
    """Age and service time of the missing places, where the law asks for them."""
    for seat in seats:
        if seat.min_service_days:
            return Text(
                f" mit mindestens {seat.min_service_days} Tagen Fahrzeit ab {seat.min_age} Jahren",
                f" with at least {seat.min_service_days} days of service, aged {seat.min_age}",
            )
        if seat.min_age:
            return Text(f" ab {seat.min_age} Jahren", f" aged {seat.min_age} or more")
    return Text("", "")


def _second_patent(sheet: Sheet, shift: Shift, facts: CrewFacts, gap: CrewGap | None) -> Iterator[Finding]:
    """§ 108(5): besides the boatmaster another member holds the certificate for the stretch."""
    rule = facts.values(SECOND_PATENT)
    if rule is None or facts.vessel.type is not VesselType.DAY_EXCURSION or judged_by_rhine(facts):
        return
    if not facts.with_passengers or shift.mode not in rule["modes"]:
        return
    if not facts.sails_on(rule["waterways"], unknown=True):
        return
    if not facts.meets({"passengers_max": rule["passengers_max"]}, "", unknown=True):
        return
    rows = crew_rows(sheet, shift)
    if holders(sheet, facts, rule["functions"], [r for r in rows if not sheet.bars(r)]):
        return

    def mended(people: frozenset[str]) -> bool:
        return bool(holders(sheet, facts, rule["functions"], [r for r in rows if counts(sheet, r, people)], people))

    ranks, need = Ranks.of(facts), Need((), ())
    seats = [Seat(Function(name)) for name in rule["functions"]]
    waits = gap is not None and any(ranks.covers(place.function, seat, need) for place in gap.open for seat in seats)
    cause = explain(sheet, barred(sheet, rows), mended) or (Cause(OPEN_PLACE) if waits else None)
    text = Text(
        f"{sheet.say.place(shift)}: Neben dem Schiffsführer hat niemand der Besatzung das für die "
        "Strecke nötige Befähigungszeugnis.",
        f"{sheet.say.place(shift)}: besides the boatmaster nobody of the crew holds the certificate "
        "the stretch requires.",
    )
    yield sheet.say.finding(SECOND_PATENT, Severity.UNLAWFUL, text, shift=shift, day=facts.day, cause=cause)


def holders(
    sheet: Sheet,
    facts: CrewFacts,
    functions: Sequence[str],
    rows: Sequence[RosterRow],
    mended: Collection[str] = (),
) -> list[RosterRow]:
    """Members in these functions (or above) who could lead the vessel, one boatmaster apart.

    Boatmasters in ``mended`` have every certificate of their function.
    """
    ranks = Ranks.of(facts)
    need = Need((), ())
    leading = [row for row in rows if row.function is Function.BOATMASTER]
    others = [row for row in rows if row not in leading[:1] and row.function is not None]
    full = sheet.instance.rulebook.readings["stretch_certificate"] == "with_authorisations"
    return [
        row
        for row in others
        if any(ranks.covers(row.function, Seat(Function(name)), need) for name in functions if row.function is not None)
        and (
            (row.crew_id in mended and row.function is Function.BOATMASTER)
            or not sheet.service(row).leading_bars(authorisations=full)
        )
    ]
