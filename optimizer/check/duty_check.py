"""Who is on duty when: the plan's watches, their needs, and the boatmaster while sailing."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

from optimizer.check.crew_check import OPEN_PLACE, CrewGap, counts, crew_rows, members
from optimizer.check.crew_facts import MissingFactError, facts_of
from optimizer.check.explain import barred, explain, is_known
from optimizer.check.need import Need, Seat, seats_of
from optimizer.check.needs import needs_of
from optimizer.check.ranks import Ranks
from optimizer.check.say import crew_words, spans
from optimizer.check.seating import Member, is_crew
from optimizer.check.sheet import UNKNOWN_ID, Sheet
from optimizer.check.stretches import sailing_time
from optimizer.domain import Function, Shift, Watch
from optimizer.duty import watches_of
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.roster import RosterRow
from optimizer.timeline import Interval, merge, subtract

MASTER = "duty.master_on_duty"
SHORT = "duty.shorter_than_watch"
LONG = "duty.longer_than_watch"
NEEDS = "duty.watch_needs"
UNKNOWN_WATCH = "duty.unknown_watch"
RESTRICTION = "certificate.restriction"
_FERRY_HANDS = frozenset({Function.FERRY_ASSISTANT, Function.FERRY_APPRENTICE})


def duty_findings(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """Every finding about who is on duty on one sailing shift."""
    yield from _duty_times(sheet, shift)
    yield from _watch_needs(sheet, shift, gap)
    yield from _master_on_duty(sheet, shift, gap)
    yield from _master_in_break(sheet, shift, gap)
    yield from _alone_at_the_wheel(sheet, shift, gap)


def shared(left: Iterable[Interval], right: Iterable[Interval]) -> list[Interval]:
    """Time that lies in both."""
    others = list(right)
    return merge(part for item in left for other in others if (part := item.intersection(other)))


def less(left: Iterable[Interval], right: Iterable[Interval]) -> list[Interval]:
    """Time of ``left`` outside ``right``."""
    holes = list(right)
    return [part for item in merge(left) for part in subtract(item, holes)]


def _plans(sheet: Sheet, shift: Shift) -> list[Watch]:
    watches = watches_of(shift, dict(sheet.instance.dataset.watch_plans))
    return [watch for watch in watches if watch is not None]


def astray(sheet: Sheet, row: RosterRow) -> bool:
    """Whether a row names a watch that the plan of its shift does not know."""
    return sheet.watch_of(row) is None and bool(_plans(sheet, sheet.shift_of(row)))


def _duty_times(sheet: Sheet, shift: Shift) -> Iterator[Finding]:
    """The duty of a row against the duty of its watch."""
    known, sailing = _plans(sheet, shift), sailing_time(sheet.instance, shift)
    for row in sheet.rows_of(shift):
        if sheet.watch_of(row) is None and (known or row.watch):
            yield _unknown_watch(sheet, shift, row, known)
            continue
        planned, given = sheet.planned_duty(row), sheet.duty(row)
        missing, surplus = less(planned, given), less(given, planned)
        if missing:
            under_way = shared(missing, sailing) and row in crew_rows(sheet, shift)
            yield _off_plan(sheet, shift, row, missing, SHORT, under_way=bool(under_way))
        if surplus:
            yield _off_plan(sheet, shift, row, surplus, LONG, under_way=False)


def _unknown_watch(sheet: Sheet, shift: Shift, row: RosterRow, known: Sequence[Watch]) -> Finding:
    names = ", ".join(watch.name for watch in known) or "–"
    name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
    text = Text(
        f"{name} ({place}): Wache „{row.watch}“ gibt es auf dieser Schicht nicht; möglich: {names}.",
        f"{name} ({place}): there is no watch “{row.watch}” on this shift; possible: {names}.",
    )
    severity = Severity.UNLAWFUL if known else Severity.WARNING
    return sheet.say.finding(UNKNOWN_WATCH, severity, text, shift=shift, crew_id=row.crew_id)


def _off_plan(
    sheet: Sheet,
    shift: Shift,
    row: RosterRow,
    parts: Sequence[Interval],
    code: str,
    *,
    under_way: bool,
) -> Finding:
    name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
    what = ("nicht im Dienst", "not on duty") if code == SHORT else ("zusätzlich im Dienst", "on duty")
    why = ("obwohl die Wache es verlangt", "though the watch asks for it")
    if code == LONG:
        why = ("außerhalb der Wache", "outside the watch")
    text = Text(
        f"{name} ({place}) ist {spans(parts)} {what[0]}, {why[0]}.",
        f"{name} ({place}) is {what[1]} {spans(parts)}, {why[1]}.",
    )
    severity = Severity.UNLAWFUL if under_way else Severity.WARNING
    return sheet.say.finding(
        code,
        severity,
        text,
        shift=shift,
        crew_id=row.crew_id,
        interval=parts[0],
        found=spans(sheet.duty(row)),
        allowed=spans(sheet.planned_duty(row)),
    )


def _watch_needs(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """Every watch has on duty what the plan says it needs."""
    for watch in _plans(sheet, shift):
        rows = [row for row in sheet.rows_of(shift) if row.watch == watch.name]
        if not watch.needs or _meets(sheet, shift, watch, members(sheet, rows)):
            continue
        wanted = crew_words(f for f, n in watch.needs[0].items() for _ in range(n))
        there = crew_words(r.function for r in rows if r.function and not sheet.bars(r))
        place = sheet.say.place(shift)
        text = Text(
            f"{place}: Wache „{watch.name}“ braucht {wanted.de}, im Dienst ist {there.de}.",
            f"{place}: watch “{watch.name}” needs {wanted.en}, on duty: {there.en}.",
        )
        yield sheet.say.finding(
            NEEDS,
            Severity.UNLAWFUL,
            text,
            shift=shift,
            found=there.de,
            allowed=wanted.de,
            cause=_needs_cause(sheet, shift, watch, gap),
        )


def _needs_cause(sheet: Sheet, shift: Shift, watch: Watch, gap: CrewGap | None) -> Cause | None:
    """What a watch's lack follows from: a barred person, a missing one, one whose watch is unknown."""
    everybody = sheet.claimed_rows(shift)
    claims = [row for row in everybody if row.watch == watch.name]
    cause = explain(
        sheet, barred(sheet, claims), lambda people: _meets(sheet, shift, watch, members(sheet, claims, people))
    )
    if cause is not None:
        return cause
    there = members(sheet, claims)
    if gap is not None and _meets(sheet, shift, watch, [*there, *(Member(seat.function) for seat in gap.open)]):
        return Cause(OPEN_PLACE)
    lost = [row for row in sheet.rows_of(shift) if astray(sheet, row)]
    return unknown_watch(lost) if _meets(sheet, shift, watch, [*there, *members(sheet, lost)]) else None


def unknown_watch(rows: Sequence[RosterRow]) -> Cause | None:
    """The first person in a watch that the plan does not know."""
    return Cause(UNKNOWN_WATCH, rows[0].crew_id) if rows else None


def _meets(sheet: Sheet, shift: Shift, watch: Watch, people: Sequence[Member]) -> bool:
    facts = facts_of(sheet.instance, shift)
    try:
        fills = next((need.fills for need in needs_of(facts)), {})
    except MissingFactError:
        fills = {}
    ranks = Ranks.of(facts)
    return any(is_crew(Need(tuple(seats_of(c)), (), fills), people, ranks) for c in watch.needs)


def _masters(sheet: Sheet, shift: Shift, mended: Collection[str] = ()) -> list[RosterRow]:
    """Who leads the vessel; ``mended`` have what their bars ask for."""
    return [row for row in _named_masters(sheet, shift) if counts(sheet, row, mended)]


def _leads(sheet: Sheet, shift: Shift) -> Collection[str]:
    return (sheet.instance.rulebook.values(MASTER, shift.interval.days()[0]) or {}).get("functions", ())


def _named_masters(sheet: Sheet, shift: Shift) -> list[RosterRow]:
    """Everybody the roster names as boatmaster or ferry master."""
    return [row for row in sheet.claimed_rows(shift) if row.function in _leads(sheet, shift)]


def _on_duty(sheet: Sheet, rows: Iterable[RosterRow]) -> list[Interval]:
    return merge(part for row in rows for part in sheet.duty(row))


def _working(sheet: Sheet, rows: Iterable[RosterRow]) -> list[Interval]:
    """Duty without the breaks."""
    return merge(part for row in rows for part in less(sheet.duty(row), sheet.breaks(row)))


def _master_on_duty(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    sailing = sailing_time(sheet.instance, shift)
    alone = less(sailing, _on_duty(sheet, _masters(sheet, shift)))
    if not alone or sheet.may_be_empty(shift):
        return
    cause = _master_cause(sheet, shift, gap, sailing)
    place = sheet.say.place(shift)
    text = Text(
        f"{place}: Während der Fahrt ist {spans(alone)} weder Schiffs- noch Fährführer im Dienst.",
        f"{place}: while sailing, {spans(alone)}, neither boatmaster nor ferry master is on duty.",
    )
    yield sheet.say.finding(MASTER, Severity.UNLAWFUL, text, shift=shift, interval=alone[0], cause=cause)


def _master_cause(sheet: Sheet, shift: Shift, gap: CrewGap | None, sailing: Sequence[Interval]) -> Cause | None:
    """A barred boatmaster, a missing one, one in an unknown watch, or one whose duty is cut short."""

    def mended(people: frozenset[str]) -> bool:
        return not less(sailing, _on_duty(sheet, _masters(sheet, shift, people)))

    cause = explain(sheet, barred(sheet, _named_masters(sheet, shift)), mended)
    if cause is not None:
        return cause
    if _waits_for(gap, lambda seat: seat.function in _leads(sheet, shift)):
        return Cause(OPEN_PLACE)
    there = _masters(sheet, shift)
    lost = [row for row in there if is_known(sheet, row) and astray(sheet, row)]
    if lost:
        return unknown_watch(lost)
    planned = merge(part for row in there for part in sheet.planned_duty(row))
    cut = [row for row in there if less(sheet.planned_duty(row), sheet.duty(row))]
    return Cause(SHORT, cut[0].crew_id) if cut and not less(sailing, planned) else None


def _waits_for(gap: CrewGap | None, wanted: Callable[[Seat], bool]) -> bool:
    """Whether somebody the finding needs would come with an open place."""
    return gap is not None and any(wanted(seat) for seat in gap.open)


def _hands(sheet: Sheet, shift: Shift, but: Sequence[RosterRow], *, claimed: bool = False) -> list[RosterRow]:
    """Deck crew beside the given people (§ 2 Nr. 32)."""
    deck = _deck(sheet, shift)
    rows = crew_rows(sheet, shift, claimed=claimed)
    return [row for row in rows if row not in but and row.function is not None and deck(row.function)]


def _deck(sheet: Sheet, shift: Shift) -> Callable[[Function], bool]:
    ranks = Ranks.on(sheet.instance.rulebook, shift.interval.days()[0])
    return lambda function: ranks.deck_crew(function) or function in _FERRY_HANDS


def _company_cause(
    sheet: Sheet, shift: Shift, gap: CrewGap | None, stands_by: Callable[[list[RosterRow]], bool]
) -> Cause | None:
    """Somebody nobody knows who would stand by, or a place open on deck or at the wheel."""
    strangers = [row for row in _hands(sheet, shift, (), claimed=True) if not is_known(sheet, row)]
    if strangers and stands_by(strangers):
        return Cause(UNKNOWN_ID, strangers[0].crew_id)
    deck, leads = _deck(sheet, shift), _leads(sheet, shift)
    waits = _waits_for(gap, lambda seat: deck(seat.function) or seat.function in leads)
    return Cause(OPEN_PLACE) if waits else None


def _master_in_break(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """While the boatmaster has a break, somebody else holds the rudder, or the vessel lies."""
    masters = _named_masters(sheet, shift)
    at_sea = shared(sailing_time(sheet.instance, shift), _on_duty(sheet, masters))
    idle = less(at_sea, _working(sheet, masters))
    if sheet.instance.rulebook.readings["boatmaster_break"] == "on_board":
        idle = less(idle, _working(sheet, _hands(sheet, shift, masters)))
    if not idle:
        return

    def stands_by(others: list[RosterRow]) -> bool:
        on_board = sheet.instance.rulebook.readings["boatmaster_break"] == "on_board"
        return on_board and not less(idle, _working(sheet, others))

    place = sheet.say.place(shift)
    text = Text(
        f"{place}: In der Pause des Schiffs- oder Fährführers ({spans(idle)}) führt während der "
        "Fahrt niemand das Schiff.",
        f"{place}: nobody leads the sailing vessel while the boatmaster or ferry master has a break ({spans(idle)}).",
    )
    yield sheet.say.finding(
        MASTER,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        interval=idle[0],
        reading="boatmaster_break",
        cause=_company_cause(sheet, shift, gap, stands_by),
    )


def _alone_at_the_wheel(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """A certificate that forbids being alone in the wheelhouse needs company on deck."""
    masters = _masters(sheet, shift)
    tied = [row for row in masters if row.function and sheet.service(row).leads_without_company(row.function)]
    free = [row for row in masters if row not in tied]
    for row in tied:
        at_sea = shared(sailing_time(sheet.instance, shift), sheet.duty(row))
        company = [*free, *_hands(sheet, shift, masters)]
        alone = less(at_sea, _on_duty(sheet, company))
        if alone:
            name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
            text = Text(
                f"{name} darf nicht allein im Steuerhaus sein ({place}), ist es aber {spans(alone)}.",
                f"{name} may not be alone in the wheelhouse ({place}), but is: {spans(alone)}.",
            )
            yield sheet.say.finding(
                RESTRICTION,
                Severity.UNLAWFUL,
                text,
                shift=shift,
                crew_id=row.crew_id,
                interval=alone[0],
                cause=_company_cause(
                    sheet, shift, gap, lambda others, alone=alone: not less(alone, _on_duty(sheet, others))
                ),
            )
