"""Duty, work and rest of every rostered person, as findings with names and figures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from optimizer.check.rest import RestBreach, judge_rest
from optimizer.check.say import hours, span
from optimizer.check.sheet import Sheet
from optimizer.check.work_records import rostered, work_record
from optimizer.domain import Shift
from optimizer.duty import WorkRecord
from optimizer.findings import Finding, Severity, Text
from optimizer.law import Rulebook
from optimizer.timeline import Interval, local

_SEVERITY = {
    "hard": Severity.UNLAWFUL,
    "conservative": Severity.UNLAWFUL,
    "soft": Severity.WARNING,
    "info": Severity.INFO,
}
#: The judge gives the figures of this rule in days.
_COUNTED_IN_DAYS = "work.consecutive_days"


def rest_findings(sheet: Sheet) -> Iterator[Finding]:
    """Breaches of every rostered person; what the past alone breaks is only told."""
    for crew_id in sheet.rows_by_person:
        record = work_record(sheet, crew_id)
        found = [
            finding for breach in _judged(record, sheet.instance.rulebook) for finding in _told(sheet, record, breach)
        ]
        yield from _soft_once(found)


@lru_cache(maxsize=2048)
def _judged(record: WorkRecord, rulebook: Rulebook) -> tuple[RestBreach, ...]:
    """Several answers to one drop-out, and the roster after a hand edit, leave most people's time as it was."""
    return judge_rest(record, rulebook)


def _soft_once(findings: Sequence[Finding]) -> Iterator[Finding]:
    """Breaches of what only should be, once a person and rule: the first and how many follow."""
    soft = [f for f in findings if f.severity is Severity.WARNING]
    yield from (f for f in findings if f.severity is not Severity.WARNING)
    for code in dict.fromkeys(f.code for f in soft):
        first, *more = [f for f in soft if f.code == code]
        again = _again(len(more))
        yield replace(first, text=Text(first.text.de + again.de, first.text.en + again.en))


def _again(count: int) -> Text:
    if count == 0:
        return Text("", "")
    if count == 1:
        return Text(" Danach ebenso noch einmal.", " The same once more after that.")
    return Text(f" Danach ebenso noch {count}-mal.", f" The same {count} more times after that.")


def _told(sheet: Sheet, record: WorkRecord, breach: RestBreach) -> Iterator[Finding]:
    """The breach, or where it lies in the past: that, and what the roster adds right after it."""
    past = _of_the_past(sheet, record, breach)
    yield _finding(sheet, record.crew_id, breach, past=past)
    while past and breach.interval is not None:
        pieces = tuple(p for p in record.pieces if not _begun(p.interval, breach))
        record = replace(record, pieces=pieces)
        hidden = _first_hidden(sheet, record, breach)
        if hidden is None:
            return
        breach, past = hidden, _of_the_past(sheet, record, hidden)
        if not past:
            yield _finding(sheet, record.crew_id, breach, past=False)


def _first_hidden(sheet: Sheet, record: WorkRecord, old: RestBreach) -> RestBreach | None:
    """The next breach of the same rule that the older one, overlapping it, kept from being told."""
    if not record.pieces:
        return None
    later = judge_rest(record, sheet.instance.rulebook, rules=[old.rule_id])
    return next((b for b in later if b.interval and b.interval.overlaps(old.interval)), None)


def _begun(interval: Interval, breach: RestBreach) -> bool:
    return breach.interval is not None and interval.start <= breach.interval.start


def _of_the_past(sheet: Sheet, record: WorkRecord, breach: RestBreach) -> bool:
    """Whether recorded time alone breaks the rule just as much."""
    touched = [
        piece
        for piece in record.pieces
        if rostered(piece) and breach.interval and piece.interval.overlaps(breach.interval)
    ]
    if not touched:
        return breach.interval is None or breach.interval.start < sheet.instance.window.start
    before = replace(record, pieces=tuple(p for p in record.pieces if not rostered(p)))
    if not before.pieces:
        return False
    return any(
        old.first_window_start == breach.first_window_start and old.found_minutes == breach.found_minutes
        for old in judge_rest(before, sheet.instance.rulebook, rules=[breach.rule_id])
    )


def _finding(sheet: Sheet, crew_id: str, breach: RestBreach, *, past: bool) -> Finding:
    rule = sheet.instance.rulebook.rule(breach.rule_id)
    name, figures = sheet.say.name(crew_id), _figures(breach)
    when = span(breach.interval) if breach.interval else ""
    before = ("Vor dem Planungszeitraum: ", "Before the planning window: ") if past else ("", "")
    text = Text(
        f"{before[0]}{name}: {rule.name.de}. Gefunden {figures[0]}, Grenze {figures[1]} ({when}).",
        f"{before[1]}{name}: {rule.name.en}. Found {figures[0]}, limit {figures[1]} ({when}).",
    )
    day = local(breach.interval.start).date() if breach.interval else None
    shift = _shift_of(sheet, crew_id, breach)
    return sheet.say.finding(
        breach.rule_id,
        Severity.INFO if past else _SEVERITY[breach.severity_class],
        text,
        shift=shift,
        day=day,
        crew_id=crew_id,
        interval=breach.interval,
        found=figures[0],
        allowed=figures[1],
        reading=breach.reading,
    )


def _figures(breach: RestBreach) -> tuple[str, str]:
    if breach.rule_id == _COUNTED_IN_DAYS:
        return str(breach.found_minutes), str(breach.allowed_minutes)
    return hours(breach.found_minutes), hours(breach.allowed_minutes)


def _shift_of(sheet: Sheet, crew_id: str, breach: RestBreach) -> Shift | None:
    """The last rostered shift of the person inside the breached window."""
    rows = sheet.rows_by_person.get(crew_id, ())
    shifts = [
        sheet.shift_of(row)
        for row in rows
        if breach.interval and any(d.overlaps(breach.interval) for d in sheet.duty(row))
    ]
    return shifts[-1] if shifts else None
