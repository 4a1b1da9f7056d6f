"""What the dataset ties down: rows for every shift, locks and duty groups."""

from __future__ import annotations

from collections.abc import Iterator

from optimizer.check.fundamental import weight
from optimizer.check.service import Service
from optimizer.check.sheet import UNKNOWN_ID, Sheet
from optimizer.check.validity import Bar
from optimizer.check.voyage_check import crew_on, grouped, missing, people
from optimizer.domain import Function, Pin, PinStatus, Shift
from optimizer.findings import LOCK, Finding, Severity, Text

NO_ROW = "roster.no_row"
GROUP = "duty_group.other_people"


def row_findings(sheet: Sheet) -> Iterator[Finding]:
    """Shifts without any row, and rows that name unknown shifts or people."""
    known, with_rows = sheet.instance.dataset, {row.shift_id for row in sheet.roster.rows}
    for shift in sheet.instance.shifts:
        if shift.shift_id not in with_rows and shift.shift_id not in sheet.sailing_ids:
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
            if not row.crew_id and sheet.may_be_empty(shift):
                continue
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


def group_findings(sheet: Sheet, short: frozenset[str]) -> Iterator[Finding]:
    """Shifts of one duty group are done by the same people."""
    for (_, name), shifts in grouped(sheet, "duty_group").items():
        sailing = [shift for shift in shifts if crew_on(sheet, shift)]
        for first, later in zip(sailing, sailing[1:], strict=False):
            before, after = people(crew_on(sheet, first)), people(crew_on(sheet, later))
            if before == after:
                continue
            names = ", ".join(sorted(map(sheet.say.name, before ^ after)))
            places = f"{sheet.say.place(first)}; {sheet.say.place(later)}"
            text = Text(
                f"Geteilter Dienst „{name}“: nicht dieselben Personen ({names}): {places}.",
                f"Split duty “{name}”: not the same people ({names}): {places}.",
            )
            cause = missing(first, before, later, after, short)
            yield sheet.say.finding(GROUP, Severity.UNLAWFUL, text, shift=later, cause=cause)
