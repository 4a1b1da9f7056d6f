"""Bunkering of liquefied gas (§ 114 Nr. 2): an expert of the crew is on duty."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from optimizer.check.crew_check import CrewGap, crew_rows
from optimizer.check.on_duty import Duty, Rows, cause_of_shortage, short_times
from optimizer.check.say import spans
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import stretches
from optimizer.domain import CertificateKind, Shift
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.timeline import Interval

BUNKERING = "certificate.lng_bunkering"


def bunkering_findings(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """Bunkering without an expert on duty, and else who may take part in it."""
    rule = sheet.instance.rulebook.values(BUNKERING, shift.interval.days()[0])
    if rule is None or not sheet.instance.vessel_of(shift).features.get(rule["feature"]):
        return
    times, kind = _bunkering(sheet, shift, rule), CertificateKind(rule["certificate"])

    def enough(rows: Rows) -> bool:
        return len({row.crew_id for row in rows}) >= rule["at_least"]

    def too_few(rows: Rows, duty: Duty) -> list[Interval]:
        return short_times(times, rows, duty, enough)

    claims = [row for row in crew_rows(sheet, shift) if sheet.service(row).holds(kind)]
    experts = [row for row in claims if not sheet.bars(row)]
    short = too_few(experts, sheet.duty)
    if short:
        yield _finding(sheet, shift, short, cause_of_shortage(sheet, shift, gap, claims, too_few))
    elif times:
        yield _who_may(sheet, shift, [sheet.say.name(row.crew_id) for row in experts])


def _bunkering(sheet: Sheet, shift: Shift, rule: Mapping[str, Any]) -> list[Interval]:
    """When the vessel bunkers: as its movements say, else all the time it lies, else the whole shift."""
    parts = stretches(sheet.instance, shift)
    told = [part.interval for part in parts if part.state == rule["state"]]
    if told or not shift.bunkering:
        return told
    return [part.interval for part in parts if not part.sailing] or [shift.interval]


def _finding(sheet: Sheet, shift: Shift, short: list[Interval], cause: Cause | None) -> Finding:
    place = sheet.say.place(shift)
    text = Text(
        f"{place}: Beim Bunkern von Flüssigerdgas ({spans(short)}) ist niemand der Besatzung mit gültigem "
        "LNG-Zeugnis im Dienst.",
        f"{place}: while liquefied gas is bunkered ({spans(short)}) nobody of the crew with a valid LNG "
        "certificate is on duty.",
    )
    return sheet.say.finding(
        BUNKERING, Severity.UNLAWFUL, text, shift=shift, interval=short[0], found="0", allowed="1", cause=cause
    )


def _who_may(sheet: Sheet, shift: Shift, names: list[str]) -> Finding:
    place, who = sheet.say.place(shift), ", ".join(names)
    text = Text(
        f"{place}: Am Bunkern von Flüssigerdgas darf von der Besatzung nur teilnehmen: {who}.",
        f"{place}: of the crew only these may take part in bunkering liquefied gas: {who}.",
    )
    return sheet.say.finding(BUNKERING, Severity.INFO, text, shift=shift)
