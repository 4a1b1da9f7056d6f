"""The roster on paper: week by vessel, week by person, telephone list."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import zip_longest

from optimizer.check.sheet import Sheet
from optimizer.domain import Person, Shift, Vessel
from optimizer.duty import WorkPiece
from optimizer.export.clock_text import weekday, window_text
from optimizer.export.collation import german_key
from optimizer.export.duties import (
    Duty,
    duties_of,
    function_text,
    hours_text,
    no_rows_text,
    other_duty,
    people_on_duty,
    person_name,
    shifts_of,
    under_way,
    vessels_with_shifts,
    weeks_of,
)
from optimizer.export.pdf_document import Lines, Section, pdf
from optimizer.export.pdf_text import markup
from optimizer.export.phone_list import phone_section
from optimizer.export.roster_csv import ordered_rows
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.timeline import Interval, day_start, local, merge, subtract

#: One shift or duty in the column of a day, and whether it is printed as a warning.
Entry = tuple[Lines, bool]


def roster_pdf(
    instance: Instance, roster: Roster, lang: str = "de", *, crew_id: str = "", page: str = "A3", phones: bool = True
) -> bytes:
    """The roster as PDF, every ISO week of the window on pages of its own; the same roster, the same bytes.

    Reasons are left out, for they may name who is ill: a shift that may not sail says what it lacks.

    Parameters
    ----------
    crew_id
        Only this person's week.
    page
        ``A3`` or ``A4``.
    phones
        Whether the telephone list follows.

    Raises
    ------
    KeyError
        For an unknown person or page, or a shift that the dataset does not have.
    """
    sheet = Sheet(instance, roster)
    title = f"{_say(lang, 'Dienstplan', 'Roster')} {window_text(instance.window, lang)}"
    sections = []
    people = [instance.dataset.crew[crew_id]] if crew_id else _people(sheet)
    if not crew_id:
        sections += [_vessels(sheet, *week, lang) for week in weeks_of(instance.window)]
    sections += [_persons(sheet, *week, people, lang) for week in weeks_of(instance.window)]
    if phones and not crew_id:
        sections.append(phone_section(instance, roster, lang))
    version = _say(lang, "Version", "version")
    return pdf(sections, f"{title} · {version} {roster.version}", lang, page=page)


def _say(lang: str, de: str, en: str) -> str:
    return en if lang == "en" else de


def _people(sheet: Sheet) -> list[Person]:
    """Everybody on duty and everybody else of the active crew."""
    people = {person.crew_id: person for person in people_on_duty(sheet)}
    people |= {person.crew_id: person for person in sheet.instance.dataset.crew.values() if person.active}
    return sorted(people.values(), key=lambda person: (german_key(person.name), person.crew_id))


def _days(window: Interval, lang: str) -> list[tuple[date, str]]:
    return [(day, f"{weekday(day, lang)} {day:%d.%m.}") for day in window.days()]


def _vessels(sheet: Sheet, week: str, window: Interval, lang: str) -> Section:
    rows: list[list[Lines]] = []
    marked = set()
    days = _days(window, lang)
    listed: dict[str, list[RosterRow]] = {}
    for row in ordered_rows(sheet.instance, sheet.roster):
        listed.setdefault(row.shift_id, []).append(row)
    begun = under_way(sheet)
    for vessel in vessels_with_shifts(sheet, begun):
        columns = [
            [
                (_under_way(sheet, shift, day, lang), False)
                for shift in begun
                if shift.vessel_id == vessel.vessel_id and day in shift.interval.days()
            ]
            + [
                _shift_entry(sheet, shift, listed.get(shift.shift_id, []), day, lang)
                for shift in shifts_of(sheet, vessel.vessel_id)
                if day in shift.interval.days() and (day == local(shift.interval.start).date() or _later(shift, day))
            ]
            for day, _ in days
        ]
        for lane in _lanes(columns):
            marked |= {(len(rows), number + 1) for number, (_, warns) in enumerate(lane) if warns}
            rows.append([_vessel_lines(vessel), *(lines for lines, _ in lane)])
    heads = [_say(lang, "Schiff", "Vessel"), *(head for _, head in days)]
    notes = [
        _say(
            lang,
            "✖ fährt nicht · ⚠ offener Platz · → Fortsetzung vom Vortag. Zeiten in Ortszeit (Europe/Berlin).",
            "✖ does not sail · ⚠ open place · → goes on from the day before. Local times (Europe/Berlin).",
        )
    ]
    title = _say(lang, f"Woche {week} nach Schiffen", f"Week {week} by vessel")
    return Section(title, heads, rows, [0.8, *[1.0] * len(days)], frozenset(marked), notes)


def _vessel_lines(vessel: Vessel) -> Lines:
    return (markup(vessel.name, bold=True, most=60), markup(vessel.vessel_id, most=40))


def _lanes(columns: Sequence[Sequence[Entry]]) -> list[tuple[Entry, ...]]:
    """The n-th entries of every day side by side."""
    return list(zip_longest(*columns, fillvalue=((), False))) or [(((), False),) * len(columns)]


def _later(shift: Shift, day: date) -> bool:
    return shift.interval.start < day_start(day)


def _clock(interval: Interval) -> str:
    """``22:00–06:00 (+1)``: the days that the end is later."""
    start, end = local(interval.start), local(interval.end)
    days = (end.date() - start.date()).days
    later = f" (+{days})" if days else ""
    return f"{start:%H:%M}–{end:%H:%M}{later}"


def _until(interval: Interval, day: date, lang: str) -> str:
    """What stands on the days after the first."""
    end = local(interval.end)
    if interval.end >= day_start(day + timedelta(days=1)):
        return _say(lang, "→ ganztags", "→ all day")
    return _say(lang, f"→ bis {end:%H:%M}", f"→ until {end:%H:%M}")


def _shift_entry(sheet: Sheet, shift: Shift, rows: Sequence[RosterRow], day: date, lang: str) -> Entry:
    stopped = shift.shift_id not in sheet.sailing_ids
    sign = "✖ " if stopped else ""
    if _later(shift, day):
        return (markup(f"{sign}{_until(shift.interval, day, lang)} · {shift.shift_id}", most=60),), stopped
    mode = f" · {shift.mode}" if shift.mode is not None else ""
    lines = [markup(f"{_clock(shift.interval)}{mode} · {shift.shift_id}", bold=True, most=60)]
    if stopped:
        lines.append(markup(_say(lang, "✖ FÄHRT NICHT", "✖ DOES NOT SAIL"), bold=True))
    if not rows:
        lines.append(markup(no_rows_text(lang, sails=not stopped)))
    lines += [markup(text, bold=row.status is RowStatus.OPEN) for row in rows if (text := _row(sheet, row, lang))]
    return lines, stopped or any(row.status is RowStatus.OPEN for row in rows)


def _under_way(sheet: Sheet, shift: Shift, day: date, lang: str) -> Lines:
    """A shift that the window finds under way, with its crew on the window's first day."""
    lines = [markup(f"{_until(shift.interval, day, lang)} · {shift.shift_id}", bold=True, most=60)]
    if day == local(sheet.instance.window.start).date():
        crew = (crew_id for shift_id, crew_id, _ in sheet.running_pins if shift_id == shift.shift_id)
        lines += [markup(person_name(sheet.instance, crew_id)) for crew_id in crew]
    return lines


def _row(sheet: Sheet, row: RosterRow, lang: str) -> str:
    what = function_text(row, lang)
    if row.status is RowStatus.OPEN:
        return f"⚠ {_say(lang, 'offen', 'open')}: {what}"
    if row.status is RowStatus.NOT_SAILING or not row.crew_id:
        return ""
    watch = f" [{row.watch}]" if row.watch else ""
    text = f"{what}: {person_name(sheet.instance, row.crew_id)}{watch}"
    return f"({_say(lang, 'vorgesehen', 'foreseen')}) {text}" if row.status is RowStatus.FORESEEN else text


def _persons(sheet: Sheet, week: str, window: Interval, people: Sequence[Person], lang: str) -> Section:
    days = _days(window, lang)
    rows: list[list[Lines]] = []
    for person in people:
        duties, other = duties_of(sheet, person.crew_id), other_duty(sheet, person.crew_id)
        absent = merge(
            Interval(a.start, a.end or window.end)
            for a in sheet.instance.absences.get(person.crew_id, ())
            if a.start < (a.end or window.end)
        )
        cells: list[Lines] = []
        for day, _ in days:
            lines = _duty_lines(duties, day, lang) + _other_lines(sheet, other, day, lang)
            whole = Interval(day_start(day), day_start(day + timedelta(days=1)))
            if any(item.overlaps(whole) for item in absent):
                lines.append(markup(_say(lang, "abwesend", "absent")))
            cells.append(lines)
        spans = [*(span for duty in duties for span in duty.spans), *(piece.interval for piece in other)]
        pauses = [
            *(item for duty in duties for item in duty.breaks),
            *(item for piece in other for item in piece.breaks),
        ]
        parts = [part for span in spans if (part := span.intersection(window))]
        minutes = sum(free.minutes for part in parts for free in subtract(part, pauses))
        name = (markup(person.name, bold=True, most=60), markup(person.crew_id, most=40))
        rows.append([name, *cells, (markup(hours_text(minutes)),)])
    heads = [_say(lang, "Name", "Name"), *(head for _, head in days), _say(lang, "Arbeit h", "Work h")]
    notes = [
        _say(
            lang,
            "→ Fortsetzung vom Vortag · (+1) endet am nächsten Tag · + Dienst neben diesem Plan. Arbeitsstunden der Woche "
            "ohne Pausen, als verstrichene Zeit.",
            "→ goes on from the day before · (+1) ends on the next day · + duty beside this roster. Hours of work of the "
            "week without breaks, as elapsed time.",
        )
    ]
    title = _say(lang, f"Woche {week} nach Personen", f"Week {week} by person")
    return Section(title, heads, rows, [1.0, *[1.0] * len(days), 0.4], notes=notes)


def _duty_lines(duties: Sequence[Duty], day: date, lang: str) -> list[str]:
    lines = []
    for duty in duties:
        for span in duty.spans:
            if day not in span.days():
                continue
            if local(span.start).date() != day:
                lines.append(markup(f"{_until(span, day, lang)} · {duty.vessel.name}", most=60))
                continue
            lines.append(markup(_clock(span), bold=True))
            lines.append(markup(f"{duty.vessel.name} · {function_text(duty.row, lang)}"))
    return lines


def _other_lines(sheet: Sheet, pieces: Sequence[WorkPiece], day: date, lang: str) -> list[str]:
    """Duty beside the roster; what kind it is nobody else need know."""
    lines = []
    for piece in pieces:
        if day in piece.interval.days():
            first = local(piece.interval.start).date() == day
            when = _clock(piece.interval) if first else _until(piece.interval, day, lang)
            vessel = sheet.instance.dataset.vessels.get(piece.vessel_id)
            lines.append(markup(f"+ {when}" + (f" · {vessel.name}" if vessel is not None else "")))
    return lines
