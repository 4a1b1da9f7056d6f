"""The hourly patrol at night while passengers are aboard (§ 100(3)): somebody is on duty for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import time
from typing import Any

from optimizer.check.crew_check import CrewGap, counts
from optimizer.check.crew_facts import carries_passengers
from optimizer.check.on_duty import Duty, Rows, cause_of_shortage, short_times
from optimizer.check.say import spans
from optimizer.check.sheet import Sheet
from optimizer.check.stretches import stretches
from optimizer.domain import Function, Shift
from optimizer.findings import Cause, Finding, Severity, Text
from optimizer.roster import RosterRow
from optimizer.timeline import Interval, clock_windows, merge

PATROL = "duty.night_patrol"


def patrol_findings(sheet: Sheet, shift: Shift, gap: CrewGap | None) -> Iterator[Finding]:
    """One finding for a shift with passengers aboard at night and nobody to go round."""
    vessel, day = sheet.instance.vessel_of(shift), shift.interval.days()[0]
    rule = sheet.instance.rulebook.values(PATROL, day)
    if rule is None or vessel.type not in rule["vessel_types"]:
        return
    sailing, moored = _nights(sheet, shift, rule)

    def nobody(rows: Rows, duty: Duty) -> list[Interval]:
        under_way = short_times(sailing, rows, duty, somebody_besides_the_leader)
        return merge((*under_way, *short_times(moored, rows, duty, bool)))

    aboard = _aboard(sheet, shift)
    short = nobody([row for row in aboard if counts(sheet, row)], sheet.duty)
    if short:
        yield _finding(sheet, shift, short, cause_of_shortage(sheet, shift, gap, aboard, nobody))


def somebody_besides_the_leader(rows: Rows) -> bool:
    """Whether anybody is left to go round when one boatmaster leads the vessel."""
    leaders = {row.crew_id for row in rows if row.function is Function.BOATMASTER}
    return len({row.crew_id for row in rows}) > min(len(leaders), 1)


def _nights(sheet: Sheet, shift: Shift, rule: Mapping[str, Any]) -> tuple[list[Interval], list[Interval]]:
    """Night hours with passengers aboard: under way, and otherwise."""
    vessel = sheet.instance.vessel_of(shift)
    opens, closes = time.fromisoformat(rule["from"]), time.fromisoformat(rule["until"])
    times: tuple[list[Interval], list[Interval]] = ([], [])
    for part in stretches(sheet.instance, shift):
        if carries_passengers(vessel, part.with_passengers):
            times[0 if part.sailing else 1].extend(clock_windows(part.interval, opens, closes))
    return times


def _aboard(sheet: Sheet, shift: Shift) -> list[RosterRow]:
    """Everybody who claims to be on board meanwhile, whatever they serve as and on whichever shift."""
    shifts = [s for s in sheet.sailing if s.vessel_id == shift.vessel_id and s.interval.overlaps(shift.interval)]
    return [row for other in shifts for row in sheet.claimed_rows(other)]


def _finding(sheet: Sheet, shift: Shift, short: list[Interval], cause: Cause | None) -> Finding:
    place = sheet.say.place(shift)
    text = Text(
        f"{place}: Nachts mit Fahrgästen an Bord muss jemand für den stündlichen Kontrollgang im Dienst sein, "
        f"auf Fahrt neben dem Schiffsführer; {spans(short)} ist niemand da.",
        f"{place}: at night with passengers aboard somebody must be on duty for the hourly patrol, "
        f"under way besides the boatmaster; nobody is {spans(short)}.",
    )
    return sheet.say.finding(
        PATROL, Severity.UNLAWFUL, text, shift=shift, interval=short[0], found="0", allowed="1", cause=cause
    )
