"""People: barred, absent, in two places at once, minors outside their watches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from optimizer.check.say import function_word, more_shifts, span
from optimizer.check.sheet import ABSENT, Sheet
from optimizer.check.validity import Bar
from optimizer.domain import REST_KINDS, Shift
from optimizer.duty import watches_of
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.roster import RosterRow
from optimizer.terms import term
from optimizer.timeline import Interval, age_on

TWO_PLACES = "person.two_places"
MINOR_WATCH = "youth.only_minor_watches"


def barred_people(sheet: Sheet) -> Iterator[Finding]:
    """One finding for each bar of a person, however many shifts it spoils."""
    for rows in sheet.rows_by_person.values():
        spoiled: dict[tuple[Bar, str], list[tuple[RosterRow, Bar]]] = {}
        for row in rows:
            for bar in sheet.bars(row):
                word = "" if bar.rule_id == ABSENT else str(row.function)
                spoiled.setdefault((replace(bar, reading=""), word), []).append((row, bar))
            for role in row.safety_roles:
                for bar in sheet.service(row).role_bars(role):
                    spoiled.setdefault((replace(bar, reading=""), role), []).append((row, bar))
        for (bar, role), barred in spoiled.items():
            readings = {each.reading for _, each in barred}
            only = readings.pop() if len(readings) == 1 else ""
            yield _bar_finding(sheet, replace(bar, reading=only), role, [r for r, _ in barred])


def _bar_finding(sheet: Sheet, bar: Bar, role: str, rows: list[RosterRow]) -> Finding:
    row, shift = rows[0], sheet.shift_of(rows[0])
    name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
    de, en = _as(row, role)
    more = more_shifts(len(rows) - 1)
    text = Text(
        f"{name} darf nicht {de} eingesetzt werden ({place}{more.de}): {_ended(bar.reason.de)}",
        f"{name} may not serve {en} ({place}{more.en}): {_ended(bar.reason.en)}",
    )
    patent = next((b for b in sheet.bars(row) if not b.follows and b.rule_id.startswith("certificate.")), None)
    return sheet.say.finding(
        bar.rule_id,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        crew_id=row.crew_id,
        citation=bar.citation,
        reading=bar.reading,
        cause=Cause(patent.rule_id, row.crew_id) if bar.follows and patent is not None else None,
    )


def _ended(sentence: str) -> str:
    """The sentence with one full stop, also behind a date that brings its own."""
    return f"{sentence.rstrip('.')}."


def _as(row: RosterRow, role: str) -> tuple[str, str]:
    if role in row.safety_roles:
        return (
            f"als {term('safety_role', role, 'de')}",
            f"as {term('safety_role', role, 'en').lower()}",
        )
    if not role or row.function is None:
        return "auf dieser Schicht", "on this shift"
    word = function_word(row.function)
    return f"als {word.de}", f"as {word.en.lower()}"


def two_places(sheet: Sheet) -> Iterator[Finding]:
    """Who is on board is on board for the whole shift, whatever their watch."""
    for rows in sheet.rows_by_person.values():
        stays = [(row, sheet.shift_of(row), sheet.aboard(row)) for row in rows]
        for (left, here, mine), (_, there, other) in combinations(stays, 2):
            if _clash(here, mine, there, other):
                yield _both(sheet, left, here, sheet.say.place(there), sheet.say.place(there))
        for row in rows:
            yield from _elsewhere(sheet, row)
    yield from _twice_on_one_shift(sheet)


def _clash(here: Shift, mine: Interval, there: Shift, other: Interval) -> bool:
    """Whether two shifts cannot both be done; ``mine`` and ``other`` hold the duty around them too.

    Who prepares a shift while their own earlier one on the same vessel runs is where they should be.
    """
    if here.vessel_id == there.vessel_id:
        return here.interval.overlaps(there.interval)
    return mine.overlaps(other)


def _both(sheet: Sheet, row: RosterRow, shift: Shift, de: str, en: str) -> Finding:
    name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
    text = Text(
        f"{name} ist zur selben Zeit an zwei Orten: {place} und {de}.",
        f"{name} is in two places at once: {place} and {en}.",
    )
    return sheet.say.finding(TWO_PLACES, Severity.UNLAWFUL, text, shift=shift, crew_id=row.crew_id)


def _elsewhere(sheet: Sheet, row: RosterRow) -> Iterator[Finding]:
    """Recorded and committed work, or a voyage under way, that overlaps the shift."""
    shift, aboard = sheet.shift_of(row), sheet.aboard(row)
    for shift_id, watch in sheet.running_of(row.crew_id):
        other = sheet.instance.dataset.shifts[shift_id]
        if _clash(shift, aboard, other, sheet.running_aboard(shift_id, watch)):
            yield _both(sheet, row, shift, sheet.say.place(other), sheet.say.place(other))
    for duty in sheet.instance.duties.get(row.crew_id, ()):
        here = duty.vessel_id == shift.vessel_id
        if duty.kind in REST_KINDS or not duty.interval.overlaps(shift.interval if here else aboard):
            continue
        if here and shift.interval.start < sheet.instance.window.start:
            continue
        when = span(duty.interval)
        de, en = (f"{term('duty_kind', duty.kind, lang)}, {when}" for lang in ("de", "en"))
        yield _both(sheet, row, shift, de, en)


def _twice_on_one_shift(sheet: Sheet) -> Iterator[Finding]:
    seen: set[tuple[str, str]] = set()
    known = {shift.shift_id: shift for shift in sheet.sailing}
    for row in sheet.roster.rows:
        key = (row.shift_id, row.crew_id)
        if row.shift_id in known and row.crew_id and key in seen:
            shift = known[row.shift_id]
            name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
            text = Text(
                f"{name} steht zweimal auf derselben Schicht ({place}).",
                f"{name} is on the same shift twice ({place}).",
            )
            yield sheet.say.finding(TWO_PLACES, Severity.UNLAWFUL, text, shift=shift, crew_id=row.crew_id)
        seen.add(key)


def minors_outside_their_watches(sheet: Sheet) -> Iterator[Finding]:
    """Where a plan marks watches for minors, they take no other."""
    plans = dict(sheet.instance.dataset.watch_plans)
    for shift in sheet.sailing:
        watches = [watch for watch in watches_of(shift, plans) if watch is not None]
        if not any(watch.minor for watch in watches):
            continue
        for row in sheet.rows_of(shift):
            watch = sheet.watch_of(row)
            if is_minor(sheet, row, shift.interval) and not (watch is not None and watch.minor):
                yield _wrong_watch(sheet, row, shift)


def is_minor(sheet: Sheet, row: RosterRow, interval: Interval) -> bool:
    day = interval.days()[0]
    limit = sheet.instance.rulebook.values("youth.age_limit", day) or {}
    return age_on(sheet.person_of(row).birth_date, day) < limit.get("adult_age", 0)


def _wrong_watch(sheet: Sheet, row: RosterRow, shift: Shift) -> Finding:
    age = age_on(sheet.person_of(row).birth_date, shift.interval.days()[0])
    name, place = sheet.say.name(row.crew_id), sheet.say.place(shift)
    text = Text(
        f"{name} ({age} Jahre) ist keiner Wache für Jugendliche zugeteilt ({place}): Wache „{row.watch or '–'}“.",
        f"{name} (aged {age}) is not in a watch for minors ({place}): watch “{row.watch or '–'}”.",
    )
    return sheet.say.finding(MINOR_WATCH, Severity.UNLAWFUL, text, shift=shift, crew_id=row.crew_id)
