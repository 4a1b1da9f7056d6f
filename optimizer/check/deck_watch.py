"""Cabin vessels: the boatmaster and two more of the deck crew are on duty (§ 109(6))."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from optimizer.check.crew_check import CrewGap, crew_rows
from optimizer.check.crew_facts import carries_passengers, facts_of
from optimizer.check.deck_crew import ON_DUTY, deck_crew_rule, enough_deck_crew, enough_hands
from optimizer.check.duty_check import MASTER
from optimizer.check.on_duty import Duty, Rows, cause_of_shortage, short_times
from optimizer.check.rhine_rules import under_rhine
from optimizer.check.say import crew_words, function_word, spans
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import stretches
from optimizer.domain import Function, Shift
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.timeline import Interval


def deck_watch_findings(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """One finding for a sailing shift on which too few of the deck crew are on duty."""
    rule = deck_crew_rule(facts_of(sheet.instance, shift, with_passengers=True))
    if rule is None or under_rhine(sheet.instance, shift):
        return
    vessel = sheet.instance.vessel_of(shift)
    times = [
        part.interval
        for part in stretches(sheet.instance, shift)
        if part.sailing and carries_passengers(vessel, part.with_passengers)
    ]

    def enough(rows: Rows) -> bool:
        return enough_deck_crew(rule, (row.function for row in rows))

    def hands(rows: Rows) -> bool:
        return enough_hands(rule, (row.function for row in rows))

    def too_few(rows: Rows, duty: Duty) -> list[Interval]:
        return short_times(times, rows, duty, enough)

    rows = [row for row in crew_rows(sheet, shift) if not sheet.bars(row)]
    short = too_few(rows, sheet.duty)
    if not short:
        return
    cause = cause_of_shortage(sheet, shift, gap, crew_rows(sheet, shift, claimed=True), too_few)
    if cause is None and not short_times(times, rows, sheet.duty, hands):
        cause = Cause(MASTER)
    yield _finding(sheet, shift, rule, rows, short, cause)


def _finding(
    sheet: Sheet, shift: Shift, rule: Mapping[str, Any], rows: Rows, short: list[Interval], cause: Cause | None
) -> Finding:
    present = [row for row in rows if any(part.start <= short[0].start < part.end for part in sheet.duty(row))]
    there = crew_words(row.function for row in present if row.function and row.function in rule["deck_crew"])
    master, besides = function_word(Function(rule["master"])), rule["besides"]
    allowed = Text(f"1 × {master.de} und {besides} weitere", f"1 × {master.en} and {besides} more")
    place = sheet.say.place(shift)
    text = Text(
        f"{place}: Auf Fahrt mit Fahrgästen müssen {allowed.de} der Decksmannschaft im Dienst sein; "
        f"zu wenige sind es {spans(short)} (zuerst: {there.de}).",
        f"{place}: while sailing with passengers {allowed.en} of the deck crew must be on duty; "
        f"too few are {spans(short)} (at first: {there.en}).",
    )
    return sheet.say.finding(
        ON_DUTY,
        Severity.UNLAWFUL,
        text,
        shift=shift,
        interval=short[0],
        found=there.de,
        allowed=allowed.de,
        cause=cause,
    )
