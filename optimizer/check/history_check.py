"""People whose earlier duties are not known far enough back (§ 98(11) BinSchPersV)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from optimizer.check.say import clock, hours
from optimizer.check.sheet import Sheet
from optimizer.domain import REST_KINDS
from optimizer.findings import Finding, Severity, Text
from optimizer.roster import RosterRow
from optimizer.timeline import Interval, merge, subtract

HISTORY = "rest.elsewhere_counts"


def history_findings(sheet: Sheet) -> Iterator[Finding]:
    """One finding for every rostered person with an unknown past."""
    rule = sheet.instance.rulebook.values(HISTORY, sheet.instance.window.days()[0])
    for crew_id, rows in sheet.rows_by_person.items():
        start = min((d.start for row in rows for d in sheet.duty(row)), default=None)
        if start is None or rule is None or _known(sheet, crew_id, rule):
            continue
        if sheet.instance.assume_rested:
            yield _told(sheet, crew_id, Severity.INFO, _assumed(sheet.say.name(crew_id)))
        elif not _rested(sheet, crew_id, start, rule):
            text = _not_rested(sheet.say.name(crew_id), start, rule)
            yield _told(sheet, crew_id, Severity.UNLAWFUL, text, rows[0])
        else:
            yield _told(sheet, crew_id, Severity.INFO, _in_part(sheet.say.name(crew_id)))


def known_time(sheet: Sheet, crew_id: str, rule: Mapping[str, Any], *, attested: bool = True) -> list[Interval]:
    """When it is known what a person did: the history as stated, and the window itself.

    ``attested`` adds the time since an attested rest, which nobody recorded.
    """
    person, window = sheet.instance.dataset.crew[crew_id], sheet.instance.window
    known = [window]
    begins, ends = person.history_known_from, person.history_known_until
    if begins is not None or ends is not None:
        begins = begins or window.start - timedelta(days=rule["history_days"])
        ends = ends or window.start
        known += [Interval(begins, ends)] if begins < ends else []
    if attested and person.rested_since is not None and person.rested_since < window.start:
        known.append(Interval(person.rested_since, window.start))
    return merge(known)


def _known(sheet: Sheet, crew_id: str, rule: Mapping[str, Any]) -> bool:
    """Whether the whole look-back before the window is recorded."""
    window = sheet.instance.window
    look_back = Interval(window.start - timedelta(days=rule["history_days"]), window.start)
    recorded = known_time(sheet, crew_id, rule, attested=False)
    return any(known.covers(look_back) for known in recorded)


def _rested(sheet: Sheet, crew_id: str, start: datetime, rule: Mapping[str, Any]) -> bool:
    """Whether the known time that leads up to a start holds the rest in one piece."""
    duties = sheet.instance.duties.get(crew_id, ())
    worked = [duty.interval for duty in duties if duty.kind not in REST_KINDS]
    leading_up = [
        Interval(known.start, start) for known in known_time(sheet, crew_id, rule) if known.start < start <= known.end
    ]
    free = [rest for known in leading_up for rest in subtract(known, worked)]
    return any(rest.minutes >= rule["start_after_known_rest_minutes"] for rest in free)


def _not_rested(name: str, start: datetime, rule: Mapping[str, Any]) -> Text:
    least = hours(rule["start_after_known_rest_minutes"])
    return Text(
        f"{name} beginnt am {clock(start)}, ohne dass vorher {least} Ruhe bekannt oder bescheinigt ist.",
        f"{name} starts on {clock(start)} without {least} of known or attested rest before.",
    )


def _assumed(name: str) -> Text:
    return Text(
        f"{name}: Frühere Dienste sind nicht bekannt; wie verlangt als ausgeruht angenommen.",
        f"{name}: earlier duties are unknown; taken as rested, as requested.",
    )


def _in_part(name: str) -> Text:
    return Text(
        f"{name}: Frühere Dienste sind nicht vollständig bekannt; Grenzen über mehrere Tage sind "
        "nur mit dem bekannten Teil geprüft.",
        f"{name}: earlier duties are not fully known; limits over several days are checked with the known part only.",
    )


def _told(sheet: Sheet, crew_id: str, severity: Severity, text: Text, row: RosterRow | None = None) -> Finding:
    shift = sheet.shift_of(row) if row is not None else None
    return sheet.say.finding(HISTORY, severity, text, shift=shift, crew_id=crew_id)
