"""What the dataset ties down: rows for every shift, locks, voyages and duty groups."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from optimizer.check.crew_check import OPEN_PLACE
from optimizer.check.fundamental import weight
from optimizer.check.service import Service
from optimizer.check.sheet import UNKNOWN_ID, Sheet
from optimizer.check.validity import Bar
from optimizer.domain import Function, Pin, PinStatus, Shift
from optimizer.findings import LOCK, Cause, Finding, Severity, Text
from optimizer.roster import RosterRow

NO_ROW = "roster.no_row"
VOYAGE = "voyage.crew_changed"
RESUMED = "voyage.resumed"
GROUP = "duty_group.other_people"

Seat = tuple[str, str, str]


def row_findings(sheet: Sheet) -> Iterator[Finding]:
    """Shifts without any row, and rows that name unknown shifts or people."""
    known, with_rows = sheet.instance.dataset, {row.shift_id for row in sheet.roster.rows}
    for shift in sheet.instance.shifts:
        if shift.shift_id not in with_rows:
            place = sheet.say.place(shift)
            text = Text(f"{place}: keine Zeile im Dienstplan.", f"{place}: no row in the roster.")
            yield sheet.say.finding(NO_ROW, Severity.UNLAWFUL, text, shift=shift)
    for row in sheet.roster.rows:
        if row.shift_id not in known.shifts:
            text = Text(
                f"Der Dienstplan nennt die unbekannte Schicht {row.shift_id}.",
                f"The roster names the unknown shift {row.shift_id}.",
            )
            yield sheet.say.finding(UNKNOWN_ID, Severity.UNLAWFUL, text, crew_id=row.crew_id)
        elif row.crew_id not in known.crew and (row.on_duty or row.crew_id):
            shift = known.shifts[row.shift_id]
            who = row.crew_id or "–"
            text = Text(
                f"{sheet.say.place(shift)}: unbekannte Personalnummer {who}.",
                f"{sheet.say.place(shift)}: unknown crew id {who}.",
            )
            yield sheet.say.finding(UNKNOWN_ID, Severity.UNLAWFUL, text, shift=shift, crew_id=row.crew_id)


def lock_findings(sheet: Sheet) -> Iterator[Finding]:
    """Locks the roster does not keep."""
    for pin in sheet.instance.dataset.pins:
        shift = sheet.instance.dataset.shifts.get(pin.shift_id)
        if pin.status is not PinStatus.LOCKED or shift is None:
            continue
        if shift not in sheet.instance.shifts or _kept(sheet, pin):
            continue
        yield _lock_finding(sheet, pin, shift)


def _kept(sheet: Sheet, pin: Pin) -> bool:
    rows = sheet.all_rows.get(pin.shift_id, ())
    return any(
        row.crew_id == pin.crew_id
        and pin.function in (None, row.function)
        and pin.watch in ("", row.watch)
        and (pin.safety_role is None or pin.safety_role in row.safety_roles)
        for row in rows
    )


def _lock_finding(sheet: Sheet, pin: Pin, shift: Shift) -> Finding:
    """A lock is the dispatcher's wish, not law; an absence or a shift that may not sail beats it.

    Where the law itself forbids the assignment, the finding says so.
    """
    name, place = sheet.say.name(pin.crew_id), sheet.say.place(shift)
    absent = any(a.overlaps(shift.interval) for a in sheet.instance.absences.get(pin.crew_id, ()))
    de, en = "der Dienstplan weicht davon ab", "the roster does not keep to it"
    severity, citation = Severity.WARNING, ""
    if absent:
        de, en = "die Abwesenheit geht vor", "the absence comes first"
        severity = Severity.INFO
    elif shift.shift_id not in sheet.sailing_ids:
        de, en = "die Schicht fährt nicht", "the shift does not sail"
        severity = Severity.INFO
    elif bars := _lock_bars(sheet, pin, shift):
        de = f"{de}: Die Einteilung wäre rechtswidrig ({'; '.join(bar.reason.de for bar in bars)})"
        en = f"{en}: the assignment would be unlawful ({'; '.join(bar.reason.en for bar in bars)})"
        citation = "; ".join(dict.fromkeys(bar.citation for bar in bars if bar.citation))
    text = Text(
        f"{name} ist für {place} fest eingeteilt; {de}.",
        f"{name} is locked to {place}; {en}.",
    )
    return sheet.say.finding(LOCK, severity, text, shift=shift, crew_id=pin.crew_id, citation=citation)


def _lock_bars(sheet: Sheet, pin: Pin, shift: Shift) -> list[Bar]:
    """What keeps the locked person from the function and the safety role they are locked to."""
    person = sheet.instance.dataset.crew.get(pin.crew_id)
    if person is None:
        return []
    service = Service(sheet.instance, shift, person)
    bars = list(service.bars(pin.function or Function.ADDITIONAL))
    if pin.safety_role is not None:
        bars += service.role_bars(pin.safety_role)
    return sorted(dict.fromkeys(bars), key=lambda bar: weight(bar.rule_id))


def voyage_findings(sheet: Sheet, short: frozenset[str]) -> Iterator[Finding]:
    """One voyage, one crew: it may stop but neither change people nor sail on later."""
    for shifts in _grouped(sheet, "voyage_id").values():
        yield from _resumed(sheet, shifts)
        sailing = [shift for shift in shifts if _crew(sheet, shift)]
        for first, later in zip(sailing, sailing[1:], strict=False):
            yield from _changed(sheet, first, later, short)


def _grouped(sheet: Sheet, name: str) -> Mapping[tuple[str, str], list[Shift]]:
    """Judged shifts, and those begun before the window, by voyage or duty group."""
    groups: dict[tuple[str, str], list[Shift]] = defaultdict(list)
    begun = {shift_id for shift_id, _, _ in sheet.running_pins}
    for shift in sheet.instance.dataset.shifts.values():
        value = getattr(shift, name)
        if value and (shift.shift_id in sheet.judged_ids or shift.shift_id in begun):
            vessel = shift.vessel_id if name == "voyage_id" else ""
            groups[vessel, value].append(shift)
    return {key: sorted(shifts, key=lambda s: s.interval) for key, shifts in groups.items()}


def _crew(sheet: Sheet, shift: Shift) -> set[Seat]:
    """Person, function and watch on a sailing shift, or on one under way before the window."""
    rows = sheet.rows_of(shift)
    if rows or shift.shift_id in sheet.judged_ids:
        return {_seat(row) for row in rows}
    return {
        (pin.crew_id, pin.function or "", pin.watch)
        for pin in sheet.instance.dataset.pins
        if pin.shift_id == shift.shift_id and pin.status is PinStatus.RUNNING
    }


def _seat(row: RosterRow) -> Seat:
    return row.crew_id, row.function or "", row.watch


def _changed(sheet: Sheet, first: Shift, later: Shift, short: frozenset[str]) -> Iterator[Finding]:
    before, after = _crew(sheet, first), _crew(sheet, later)
    blank = {crew_id for crew_id, function, _ in before if not function}
    differing = {who for who, *_ in before ^ after if who not in blank}
    differing |= {who for who in blank if who not in {seat[0] for seat in after}}
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
    cause = _missing(first, before, later, after, short)
    yield sheet.say.finding(VOYAGE, Severity.UNLAWFUL, text, shift=later, cause=cause)


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


def group_findings(sheet: Sheet, short: frozenset[str]) -> Iterator[Finding]:
    """Shifts of one duty group are done by the same people."""
    for (_, name), shifts in _grouped(sheet, "duty_group").items():
        sailing = [shift for shift in shifts if _crew(sheet, shift)]
        for first, later in zip(sailing, sailing[1:], strict=False):
            differing = _people(_crew(sheet, first)) ^ _people(_crew(sheet, later))
            if not differing:
                continue
            names = ", ".join(sorted(map(sheet.say.name, differing)))
            places = f"{sheet.say.place(first)}; {sheet.say.place(later)}"
            text = Text(
                f"Geteilter Dienst „{name}“: nicht dieselben Personen ({names}): {places}.",
                f"Split duty “{name}”: not the same people ({names}): {places}.",
            )
            before, after = _people(_crew(sheet, first)), _people(_crew(sheet, later))
            cause = _missing(first, before, later, after, short)
            yield sheet.say.finding(GROUP, Severity.UNLAWFUL, text, shift=later, cause=cause)


def _missing(
    first: Shift, before: Collection[object], later: Shift, after: Collection[object], short: frozenset[str]
) -> Cause | None:
    """The open place in which whoever is missing on one of two shifts would be back."""
    lost = [(first, set(after) - set(before)), (later, set(before) - set(after))]
    changed = [shift for shift, people in lost if people]
    return Cause(OPEN_PLACE) if len(changed) == 1 and changed[0].shift_id in short else None


def _people(seats: Iterable[Seat]) -> set[str]:
    return {crew_id for crew_id, *_ in seats}
