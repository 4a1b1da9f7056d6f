"""One voyage, one crew: from crew-change place to crew-change place, over both ends of the window."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from optimizer.check.crew_check import OPEN_PLACE
from optimizer.check.sheet import Sheet
from optimizer.domain import AbsenceKind, Function, Pin, Shift
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.roster import RosterRow

VOYAGE = "voyage.crew_changed"
RESUMED = "voyage.resumed"
UNKNOWN_CREW = "voyage.crew_unknown"

Seat = tuple[str, str, str]


def voyage_findings(sheet: Sheet, short: frozenset[str]) -> Iterator[Finding]:
    """A voyage may stop, but before a crew-change place neither change people nor sail on later.

    ``short`` are shifts whose crew is incomplete.
    """
    for shifts in grouped(sheet, "voyage_id").values():
        for leg in _legs(shifts):
            yield from _resumed(sheet, leg)
            yield from _unknown_crew(sheet, leg)
            sailing = [shift for shift in leg if crew_on(sheet, shift)]
            for first, later in zip(sailing, sailing[1:], strict=False):
                yield from _changed(sheet, first, later, short)
    yield from _running_crews(sheet, short)


def grouped(sheet: Sheet, name: str) -> Mapping[tuple[str, str], list[Shift]]:
    """All shifts by voyage or duty group, in the order of time; a voyage is one of its vessel."""
    groups: dict[tuple[str, str], list[Shift]] = defaultdict(list)
    for shift in sheet.instance.dataset.shifts.values():
        value = getattr(shift, name)
        if value:
            groups[shift.vessel_id if name == "voyage_id" else "", value].append(shift)
    return {key: sorted(shifts, key=lambda s: (s.interval, s.shift_id)) for key, shifts in groups.items()}


def crew_on(sheet: Sheet, shift: Shift) -> set[Seat]:
    """Person, function and watch on a sailing shift, or on one under way before the window."""
    if shift.shift_id in sheet.judged_ids:
        return {_seat(row) for row in sheet.rows_of(shift)}
    return {(pin.crew_id, pin.function or "", pin.watch) for pin in sheet.on_board_since_before(shift)}


def people(seats: Iterable[Seat]) -> set[str]:
    return {crew_id for crew_id, *_ in seats}


def _seat(row: RosterRow) -> Seat:
    return row.crew_id, row.function or "", row.watch


def _legs(shifts: Sequence[Shift]) -> Iterator[list[Shift]]:
    """The parts of a voyage between two places where the crew can change."""
    leg: list[Shift] = []
    for shift in shifts:
        leg.append(shift)
        if shift.crew_change_at_end:
            yield leg
            leg = []
    if leg:
        yield leg


def _changed(sheet: Sheet, first: Shift, later: Shift, short: frozenset[str]) -> Iterator[Finding]:
    before, after = crew_on(sheet, first), crew_on(sheet, later)
    lost = {crew_id for crew_id in people(before) - people(after) if _fell_sick(sheet, crew_id, first, later)}
    # Where somebody has fallen sick on the way, the others may change function and watch among them.
    blank = people(before) if lost else {crew_id for crew_id, function, _ in before | after if not function}
    differing = {who for who, *_ in before ^ after if who not in blank}
    differing |= {who for who in blank if (who in people(before)) != (who in people(after))}
    differing -= lost
    if not differing:
        return
    names = ", ".join(sorted(map(sheet.say.name, differing)))
    vessel = sheet.say.vessel(later)
    places = (sheet.say.place(first), sheet.say.place(later))
    text = Text(
        f"{vessel}: Auf einer Reise ohne Gelegenheit zum Wechsel ändern sich Besatzung, Funktion "
        f"oder Wache ({names}) zwischen {places[0]} und {places[1]}.",
        f"{vessel}: people, function or watch ({names}) change between {places[0]} and {places[1]} "
        "on a voyage without a crew-change opportunity.",
    )
    gone, come = ({seat for seat in seats if seat[0] in differing} for seats in (before - after, after - before))
    of_the_crew = all(function != Function.ADDITIONAL for _, function, _ in gone | come)
    cause = missing(first, gone, later, come, short) if of_the_crew else None
    yield sheet.say.finding(VOYAGE, _severity(gone | come), text, shift=later, cause=cause)


def _fell_sick(sheet: Sheet, crew_id: str, first: Shift, later: Shift) -> bool:
    """Whether somebody fell sick after the first of two shifts had begun and is still so on the later one."""
    return any(
        absence.kind is AbsenceKind.SICK and absence.start > first.interval.start and absence.overlaps(later.interval)
        for absence in sheet.instance.absences.get(crew_id, ())
    )


def missing(
    first: Shift, before: Collection[object], later: Shift, after: Collection[object], short: frozenset[str]
) -> Cause | None:
    """The open place in which whoever is missing on one of two shifts would be back."""
    lost = [(first, set(after) - set(before)), (later, set(before) - set(after))]
    changed = [shift for shift, who in lost if who]
    return Cause(OPEN_PLACE) if len(changed) == 1 and changed[0].shift_id in short else None


def _severity(seats: Iterable[Seat]) -> Severity:
    """Whoever is on board above the crew changes nothing about the crew."""
    beside = all(function == Function.ADDITIONAL for _, function, _ in seats)
    return Severity.WARNING if beside else Severity.UNLAWFUL


def _resumed(sheet: Sheet, shifts: Sequence[Shift]) -> Iterator[Finding]:
    """A voyage that has stopped sails on only from a crew-change place."""
    stopped = None
    for shift in shifts:
        if shift.shift_id not in sheet.judged_ids:
            continue
        if shift.shift_id not in sheet.sailing_ids:
            stopped = stopped or shift
        elif stopped is not None:
            text = Text(
                f"{sheet.say.place(shift)} fährt, obwohl dieselbe Reise vorher eingestellt ist "
                f"({sheet.say.place(stopped)}).",
                f"{sheet.say.place(shift)} sails although the same voyage has stopped before "
                f"({sheet.say.place(stopped)}).",
            )
            yield sheet.say.finding(RESUMED, Severity.UNLAWFUL, text, shift=shift)
            return


def _unknown_crew(sheet: Sheet, leg: Sequence[Shift]) -> Iterator[Finding]:
    """A voyage begun before the window of which nobody says who is on board."""
    begun = [s for s in leg if s.interval.start < sheet.instance.window.start and s.shift_id not in sheet.judged_ids]
    sailing = [s for s in leg if s.shift_id in sheet.sailing_ids]
    if not begun or not sailing or any(crew_on(sheet, shift) for shift in begun):
        return
    place, before = sheet.say.place(sailing[0]), sheet.say.place(begun[-1])
    text = Text(
        f"{place}: Die Reise ist schon unterwegs ({before}), ihre Besatzung ist aber nicht angegeben; ob sie bleibt, "
        "ist nicht geprüft.",
        f"{place}: the voyage is under way already ({before}), but its crew is not stated; whether it stays is not "
        "checked.",
    )
    yield sheet.say.finding(UNKNOWN_CREW, Severity.WARNING, text, shift=sailing[0])


def _running_crews(sheet: Sheet, short: frozenset[str]) -> Iterator[Finding]:
    """Rows of a shift whose crew is on board already: the same people, functions and watches."""
    for shift in sheet.sailing:
        rows = {row.crew_id: row for row in sheet.rows_of(shift)}
        lost = {pin.crew_id for pin in sheet.on_board_since_before(shift) if not _stays(pin, rows.get(pin.crew_id))}
        if not lost:
            continue
        names, place = ", ".join(sorted(map(sheet.say.name, lost))), sheet.say.place(shift)
        text = Text(
            f"{place}: {names} gehört zur Besatzung der laufenden Reise; Person, Funktion und Wache bleiben.",
            f"{place}: {names} belongs to the crew of the voyage under way; person, function and watch stay.",
        )
        would_be_back = shift.shift_id in short and not lost & rows.keys()
        # A shift still to begin has its crew by the plan only.
        begun = shift.interval.start < sheet.instance.window.start
        severity = Severity.UNLAWFUL if begun else Severity.WARNING
        cause = Cause(OPEN_PLACE) if would_be_back else None
        yield sheet.say.finding(VOYAGE, severity, text, shift=shift, cause=cause)


def _stays(pin: Pin, row: RosterRow | None) -> bool:
    return row is not None and pin.function in (None, row.function) and pin.watch in ("", row.watch)
