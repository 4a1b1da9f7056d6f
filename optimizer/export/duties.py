"""Who is on duty when, as every handed-out document shows it: sailing shifts of known people."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from optimizer.check.sheet import Sheet
from optimizer.check.work_records import work_record
from optimizer.domain import Function, Person, Shift, Vessel
from optimizer.duty import WorkPiece
from optimizer.export.collation import german_key
from optimizer.export.plain import plain
from optimizer.instance import Instance
from optimizer.roster import RosterRow
from optimizer.terms import term
from optimizer.timeline import Interval, iso_week_name, subtract

LEADERS = frozenset({Function.BOATMASTER, Function.FERRY_MASTER})


@dataclass(frozen=True, slots=True)
class Duty:
    """The duty of one person on one shift: on-duty intervals (UTC) and the breaks in them."""

    row: RosterRow
    shift: Shift
    vessel: Vessel
    spans: tuple[Interval, ...]
    breaks: tuple[Interval, ...]

    @property
    def minutes(self) -> int:
        """Elapsed minutes of work: duty without its breaks."""
        return sum(part.minutes for span in self.spans for part in subtract(span, self.breaks))

    def breaks_in(self, span: Interval) -> tuple[Interval, ...]:
        return tuple(part for item in self.breaks if (part := span.intersection(item)))


def duties_of(sheet: Sheet, crew_id: str) -> tuple[Duty, ...]:
    """The duties of a person in the order of time; a shift that may not sail makes none."""
    found = [
        Duty(row, shift := sheet.shift_of(row), sheet.instance.vessel_of(shift), sheet.duty(row), sheet.breaks(row))
        for row in sheet.rows_by_person.get(crew_id, ())
    ]
    return tuple(sorted(found, key=lambda duty: (duty.spans, duty.shift.shift_id)))


def people_on_duty(sheet: Sheet) -> tuple[Person, ...]:
    """Everybody with a duty, by name in German order."""
    people = [sheet.instance.dataset.crew[crew_id] for crew_id in sheet.rows_by_person]
    return tuple(sorted(people, key=lambda person: (german_key(person.name), person.crew_id)))


def under_way(sheet: Sheet) -> tuple[Shift, ...]:
    """Shifts begun before the window, whose crew is on board as its first day begins."""
    shifts = (sheet.instance.dataset.shifts[shift_id] for shift_id, _, _ in sheet.running_pins)
    window = sheet.instance.window
    known = {shift.shift_id: shift for shift in shifts if shift.interval.overlaps(window)}
    return tuple(sorted(known.values(), key=lambda shift: (shift.interval, shift.shift_id)))


def vessels_with_shifts(sheet: Sheet, more: Iterable[Shift] = ()) -> tuple[Vessel, ...]:
    """Vessels with shifts in the roster or its window, or among ``more``, by name in German order."""
    vessels = {shift.vessel_id: sheet.instance.vessel_of(shift) for shift in (*sheet.judged, *more)}
    return tuple(sorted(vessels.values(), key=lambda vessel: (german_key(vessel.name), vessel.vessel_id)))


def other_duty(sheet: Sheet, crew_id: str) -> tuple[WorkPiece, ...]:
    """What a person works beside the roster: recorded or committed time and voyages under way."""
    return tuple(piece for piece in work_record(sheet, crew_id).pieces if not piece.source)


def shifts_of(sheet: Sheet, vessel_id: str) -> tuple[Shift, ...]:
    """The shifts of a vessel by start."""
    return tuple(shift for shift in sheet.judged if shift.vessel_id == vessel_id)


def person_name(instance: Instance, crew_id: str) -> str:
    """Name of a person, the id where nobody is known by it."""
    person = instance.dataset.crew.get(crew_id)
    return plain(crew_id if person is None else person.name)


def function_text(row: RosterRow, lang: str) -> str:
    """``Bootsmann`` or ``Bootsmann (Ersthelfer)``."""
    roles = ", ".join(term("safety_role", role, lang) for role in row.safety_roles)
    what = "" if row.function is None else term("function", row.function, lang)
    return f"{what} ({roles})" if roles else what


def no_rows_text(lang: str, *, sails: bool) -> str:
    """What a shift without any row is: a barge that sails without a crew, or one nobody planned."""
    if sails:
        return "without a crew" if lang == "en" else "ohne Besatzung"
    return "✖ no row in the roster" if lang == "en" else "✖ keine Zeile im Dienstplan"


def leaders(sheet: Sheet, shift: Shift, span: Interval) -> tuple[str, ...]:
    """Names of the masters on duty during a span on a shift."""
    rows = [row for row in sheet.rows_of(shift) if row.function in LEADERS]
    on_duty = [row for row in rows if any(part.overlaps(span) for part in sheet.duty(row))]
    return tuple(dict.fromkeys(person_name(sheet.instance, row.crew_id) for row in on_duty))


def weeks_of(window: Interval) -> tuple[tuple[str, Interval], ...]:
    """The ISO weeks of a window, each with the part of it that lies in the window."""
    days: Iterable[tuple[str, list[Interval]]] = (
        (name, [part for _, part in parts])
        for name, parts in groupby(window.by_day(), key=lambda item: iso_week_name(item[0]))
    )
    return tuple((name, Interval(parts[0].start, parts[-1].end)) for name, parts in days)


def hours_text(minutes: int) -> str:
    """``7:30``."""
    return f"{minutes // 60}:{minutes % 60:02d}"
