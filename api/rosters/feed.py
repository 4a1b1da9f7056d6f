"""One person's duties over all rosters in force, and nothing of anybody else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from icalendar import Calendar, Event

from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow
from optimizer.terms import term
from optimizer.timeline import Interval


def own_roster(instance: Instance, rosters: Iterable[Roster], crew_id: str) -> Roster:
    """The rows of a person's own duties, without reasons; none for somebody who has left the crew.

    Parameters
    ----------
    rosters
        Those in force, the last published first: where two cover the same time, the later one counts.
    """
    if crew_id not in instance.dataset.crew:
        return Roster(window=instance.window, rows=())
    covered: list[Interval] = []
    rows: list[RosterRow] = []
    for roster in rosters:
        sailing = roster.sailing_shifts()
        for row in roster.rows:
            shift = instance.dataset.shifts.get(row.shift_id)
            if shift is None or row.crew_id != crew_id or not row.on_duty or row.shift_id not in sailing:
                continue
            if not any(span.start <= shift.interval.start < span.end for span in covered):
                rows.append(replace(row, reason=None))
        covered.append(roster.window)
    rows.sort(key=lambda row: (instance.dataset.shifts[row.shift_id].interval.start, row.shift_id, row.watch))
    return Roster(window=instance.window, rows=tuple(rows))


def person_calendar(
    instance: Instance, roster: Roster, crew_id: str, lang: str = "de", *, sequence: int, stamp: datetime
) -> bytes:
    """The duties of one person as iCalendar, one event for each stretch on duty, in UTC.

    Parameters
    ----------
    sequence
        Number that grows with every publishing.
    stamp
        Aware instant of the last publishing.
    """
    calendar = Calendar()
    calendar.add("prodid", "-//crew-roster//Dienstplan//DE")
    calendar.add("version", "2.0")
    for row in roster.rows:
        if row.crew_id == crew_id:
            for event in _events(instance, row, lang, sequence, stamp):
                calendar.add_component(event)
    return bytes(calendar.to_ical())


def _events(instance: Instance, row: RosterRow, lang: str, sequence: int, stamp: datetime) -> Sequence[Event]:
    shift = instance.dataset.shifts[row.shift_id]
    vessel = instance.vessel_of(shift).name
    function = "" if row.function is None else term("function", row.function, lang)
    events = []
    for number, span in enumerate(row.duty or (shift.interval,), start=1):
        event = Event()
        event.add("uid", f"{row.shift_id}-{row.crew_id}-{number}@crew-roster")
        event.add("dtstamp", stamp)
        event.add("sequence", sequence)
        event.add("dtstart", span.start)
        event.add("dtend", span.end)
        event.add("summary", _shown(f"{vessel} · {function}" if function else vessel))
        event.add("location", _shown(shift.start_place))
        events.append(event)
    return events


def _shown(text: str) -> str:
    return "".join(ch if ch.isprintable() else " " for ch in text)
