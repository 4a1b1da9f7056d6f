"""Duties as iCalendar (RFC 5545): one person's, or everybody's on one vessel."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from icalendar import Calendar, Event

from optimizer.check.sheet import Sheet
from optimizer.export.calendar_zone import berlin_timezone
from optimizer.export.clock_text import span_text
from optimizer.export.duties import duties_of, function_text, people_on_duty, person_name
from optimizer.export.plain import plain
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow
from optimizer.timeline import Interval, local, merge

_MOST_DIGITS = 9
_PRODUCT = "-//crew-roster//Dienstplan//DE"


@dataclass(frozen=True, slots=True)
class _Entry:
    """One on-duty interval with what tells it from every other, also in later versions."""

    uid: str
    span: Interval
    row: RosterRow
    breaks: tuple[Interval, ...]


def default_stamp(roster: Roster) -> datetime:
    """The DTSTAMP where no time of publishing is known: the start of the roster, so that bytes repeat."""
    return roster.window.start


def default_sequence(roster: Roster) -> int:
    """The SEQUENCE of a roster: its version, 0 where that is no number a calendar can hold."""
    text = roster.version
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else 0


def person_calendar(
    instance: Instance,
    roster: Roster,
    crew_id: str,
    lang: str = "de",
    *,
    sequence: int,
    stamp: datetime,
    earlier: Sequence[Roster] = (),
) -> bytes:
    """The duties of one person as a calendar file.

    A UID stays the same for the same person, shift and part of the duty, whatever its times; what
    ``earlier`` versions had and this one has not is cancelled.

    Parameters
    ----------
    sequence
        Number of this version; it must grow from version to version.
    stamp
        Aware instant at which this version was made.
    earlier
        Versions given out before, in their order.

    Raises
    ------
    KeyError
        For a person whom the dataset does not have.
    """
    name = plain(instance.dataset.crew[crew_id].name)
    return _calendar(instance, roster, [crew_id], name, lang, sequence, stamp, earlier)


def vessel_calendar(
    instance: Instance,
    roster: Roster,
    vessel_id: str,
    lang: str = "de",
    *,
    sequence: int,
    stamp: datetime,
    earlier: Sequence[Roster] = (),
) -> bytes:
    """The duties of everybody on one vessel; parameters and errors as for :func:`person_calendar`."""
    name = plain(instance.dataset.vessels[vessel_id].name)
    people = _everybody(instance, roster, earlier)
    return _calendar(
        instance, roster, people, name, lang, sequence, stamp, earlier, vessel_id=vessel_id, with_name=True
    )


def company_calendar(
    instance: Instance,
    roster: Roster,
    lang: str = "de",
    *,
    sequence: int,
    stamp: datetime,
    earlier: Sequence[Roster] = (),
) -> bytes:
    """The duties of everybody; parameters as for :func:`person_calendar`."""
    people = _everybody(instance, roster, earlier)
    return _calendar(instance, roster, people, "", lang, sequence, stamp, earlier, with_name=True)


def _everybody(instance: Instance, roster: Roster, earlier: Sequence[Roster]) -> list[str]:
    """Whoever has a duty in any of the versions."""
    sheets = [Sheet(instance, roster), *(Sheet(instance, old) for old in earlier)]
    people = [person.crew_id for sheet in sheets for person in people_on_duty(sheet)]
    people += [row.crew_id for old in earlier for row in old.rows if row.crew_id in instance.dataset.crew]
    return list(dict.fromkeys(people))


def _calendar(
    instance: Instance,
    roster: Roster,
    people: Iterable[str],
    name: str,
    lang: str,
    sequence: int,
    stamp: datetime,
    earlier: Sequence[Roster],
    *,
    vessel_id: str | None = None,
    with_name: bool = False,
) -> bytes:
    if stamp.tzinfo is None:
        raise ValueError("the stamp of a calendar needs a time zone")
    calendar = Calendar()
    calendar.add("prodid", _PRODUCT)
    calendar.add("version", "2.0")
    calendar.add("calscale", "GREGORIAN")
    calendar.add("x-wr-calname", f"{'Roster' if lang == 'en' else 'Dienstplan'} {name}".strip())
    calendar.add("x-wr-timezone", "Europe/Berlin")
    calendar.add_component(berlin_timezone())
    sheet, before = Sheet(instance, roster), [Sheet(instance, old) for old in earlier]
    for crew_id in people:
        now = {entry.uid: entry for entry in _entries(sheet, crew_id, vessel_id)}
        gone: dict[str, _Entry] = {}
        for old in before:
            gone |= {entry.uid: entry for entry in _entries(old, crew_id, vessel_id)}
            if vessel_id is None:
                gone |= {entry.uid: entry for entry in _removed(instance, old.roster, crew_id)}
        lists = ((now.values(), False), ((entry for uid, entry in gone.items() if uid not in now), True))
        for entries, cancelled in lists:
            for entry in sorted(entries, key=lambda item: (item.span, item.uid)):
                event = _event(sheet, entry, lang, with_name=with_name, cancelled=cancelled)
                event.add("sequence", sequence)
                event.add("dtstamp", stamp.astimezone(UTC))
                calendar.add_component(event)
    return calendar.to_ical()


def _removed(instance: Instance, old: Roster, crew_id: str) -> Iterator[_Entry]:
    """Duties of an older version on shifts that were taken out of the dataset since."""
    sailing = old.sailing_shifts()
    for row in old.rows:
        if row.crew_id == crew_id and row.shift_id in sailing and row.shift_id not in instance.dataset.shifts:
            for number, span in enumerate(merge(row.duty)):
                yield _Entry(_uid(row, number), span, row, ())


def _uid(row: RosterRow, number: int) -> str:
    key = "\x1f".join((row.shift_id, row.crew_id, str(number))).encode("utf-8", "surrogatepass")
    return f"{hashlib.sha256(key).hexdigest()[:32]}@crew-roster"


def _entries(sheet: Sheet, crew_id: str, vessel_id: str | None) -> Iterator[_Entry]:
    for duty in duties_of(sheet, crew_id):
        if vessel_id is not None and duty.vessel.vessel_id != vessel_id:
            continue
        for number, span in enumerate(duty.spans):
            yield _Entry(_uid(duty.row, number), span, duty.row, duty.breaks_in(span))


def _event(sheet: Sheet, entry: _Entry, lang: str, *, with_name: bool, cancelled: bool) -> Event:
    shift = sheet.instance.dataset.shifts.get(entry.row.shift_id)
    vessel = "" if shift is None else sheet.instance.vessel_of(shift).name
    head = [plain(vessel), function_text(entry.row, lang)]
    if with_name:
        head.append(person_name(sheet.instance, entry.row.crew_id))
    event = Event()
    event.add("uid", entry.uid)
    event.add("dtstart", _moment(entry.span.start))
    event.add("dtend", _moment(entry.span.end))
    event.add("summary", " · ".join(part for part in head if part))
    ends = () if shift is None else (shift.start_place, shift.end_place)
    places = list(dict.fromkeys(plain(place) for place in ends if plain(place)))
    if places:
        event.add("location", " – ".join(places))
    event.add("description", "\n".join(_details(entry, lang)))
    event.add("status", "CANCELLED" if cancelled else "CONFIRMED")
    event.add("transp", "TRANSPARENT" if cancelled else "OPAQUE")
    return event


def _details(entry: _Entry, lang: str) -> list[str]:
    shift, pause, watch = ("Shift", "Break", "Watch") if lang == "en" else ("Schicht", "Pause", "Wache")
    lines = [f"{shift} {plain(entry.row.shift_id)}", *(f"{pause} {span_text(item, lang)}" for item in entry.breaks)]
    return [*lines, f"{watch} {plain(entry.row.watch)}"] if entry.row.watch else lines


def _moment(instant: datetime) -> datetime:
    """Wall time of Berlin; in UTC where clocks show that time for the second time.

    With a TZID a doubled hour always means its first occurrence (RFC 5545, 3.3.5).
    """
    shown = local(instant)
    repeated = shown.replace(fold=0).utcoffset() != shown.utcoffset()
    return instant.astimezone(UTC) if repeated else shown
