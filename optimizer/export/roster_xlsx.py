"""The roster as a workbook: an overview, all rows, a sheet per vessel and a sheet per person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from datetime import timedelta

from optimizer.check.sheet import Sheet
from optimizer.domain import Person, Shift, Vessel
from optimizer.export.clock_text import span_text, weekday, window_text
from optimizer.export.duties import (
    Duty,
    duties_of,
    function_text,
    no_rows_text,
    people_on_duty,
    person_name,
    shifts_of,
    vessels_with_shifts,
)
from optimizer.export.roster_csv import COLUMNS, headings, ordered_rows, roster_table
from optimizer.export.workbook import Cell, Table, Workbook
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.terms import term
from optimizer.timeline import local

_MOMENTS = ("start", "end")
_WIDTHS = {"name": 22, "vessel": 18, "function": 18, "safety_role": 18, "duty_times": 26, "reason": 50}
_SIGNS = {RowStatus.OPEN: "⚠ ", RowStatus.NOT_SAILING: "✖ "}


def roster_workbook(
    instance: Instance, roster: Roster, lang: str = "de", *, crew_id: str = "", reasons: bool = True
) -> bytes:
    """The workbook as bytes, the same for the same roster.

    Times are wall times of Europe/Berlin, hours elapsed ones. Cells that look like formulas are text.

    Parameters
    ----------
    crew_id
        Only this person's sheet.
    reasons
        Whether the column of reasons is filled: it may name who is ill or on leave.

    Raises
    ------
    KeyError
        For an unknown person, or a shift that the dataset does not have.
    """
    sheet = Sheet(instance, roster)
    title = f"{_say(lang, 'Dienstplan', 'Roster')} {window_text(instance.window, lang)}"
    book = Workbook(title, roster.window.start, lang)
    people = people_on_duty(sheet)
    if crew_id:
        people = (instance.dataset.crew[crew_id],)
    else:
        version = f"{title} · {term('roster_column', 'version', lang)} {roster.version}"
        book.add(
            _say(lang, "Übersicht", "Overview"), [_vessel_totals(sheet, version, lang), _person_totals(sheet, lang)]
        )
        book.add(_say(lang, "Dienstplan", "Roster"), [_all_rows(sheet, title, lang, reasons=reasons)])
        listed: dict[str, list[RosterRow | None]] = defaultdict(list)
        for row in ordered_rows(instance, roster):
            listed[row.shift_id].append(row)
        for vessel in vessels_with_shifts(sheet):
            book.add(vessel.name, [_of_vessel(sheet, vessel, listed, title, lang)], other=vessel.vessel_id)
    for person in people:
        book.add(person.name, [_of_person(sheet, person, title, lang)], other=person.crew_id)
    return book.content()


def _say(lang: str, de: str, en: str) -> str:
    return en if lang == "en" else de


def _columns(lang: str, *names: str) -> list[str]:
    return [term("roster_column", name, lang) for name in names]


def _minutes(duties: tuple[Duty, ...]) -> timedelta:
    return timedelta(minutes=sum(duty.minutes for duty in duties))


def _vessel_totals(sheet: Sheet, title: str, lang: str) -> Table:
    rows: list[list[Cell]] = []
    marked = set()
    everybody = [duty for person in people_on_duty(sheet) for duty in duties_of(sheet, person.crew_id)]
    for number, vessel in enumerate(vessels_with_shifts(sheet)):
        shifts = shifts_of(sheet, vessel.vessel_id)
        sailing = sum(shift.shift_id in sheet.sailing_ids for shift in shifts)
        places = sum(row.status is RowStatus.OPEN for shift in shifts for row in sheet.all_rows.get(shift.shift_id, ()))
        here = tuple(duty for duty in everybody if duty.vessel.vessel_id == vessel.vessel_id)
        rows.append(
            [vessel.name, vessel.vessel_id, len(shifts), sailing, len(shifts) - sailing, places, _minutes(here)]
        )
        if sailing < len(shifts):
            marked.add(number)
    heads = [
        *_columns(lang, "vessel"),
        _say(lang, "Schiffsnummer", "Vessel ID"),
        _say(lang, "Schichten", "Shifts"),
        _say(lang, "fahren", "sailing"),
        _say(lang, "✖ fahren nicht", "✖ not sailing"),
        _say(lang, "⚠ offene Plätze", "⚠ open places"),
        _say(lang, "Arbeitsstunden", "Hours of work"),
    ]
    return Table(title, heads, rows, [24, 16, 10, 10, 14, 14, 14], frozenset(marked))


def _person_totals(sheet: Sheet, lang: str) -> Table:
    rows: list[list[Cell]] = []
    for person in people_on_duty(sheet):
        duties = duties_of(sheet, person.crew_id)
        days = {day for duty in duties for span in duty.spans for day in span.days()}
        rows.append([person.name, person.crew_id, len(duties), len(days), None, None, _minutes(duties)])
    heads = [
        *_columns(lang, "name", "crew_id"),
        _say(lang, "Schichten", "Shifts"),
        _say(lang, "Tage", "Days"),
        "",
        "",
        _say(lang, "Arbeitsstunden", "Hours of work"),
    ]
    return Table(_say(lang, "Personen", "People"), heads, rows, ())


def _all_rows(sheet: Sheet, title: str, lang: str, *, reasons: bool) -> Table:
    """The roster CSV as a table, with real times."""
    listed = ordered_rows(sheet.instance, sheet.roster)
    rows: list[list[Cell]] = []
    for row, texts in zip(listed, roster_table(sheet.instance, sheet.roster, lang).to_numpy().tolist(), strict=True):
        shift = sheet.shift_of(row)
        cells: dict[str, Cell] = dict(zip(COLUMNS, texts, strict=True))
        cells |= {"start": shift.interval.start, "end": shift.interval.end}
        if not reasons:
            cells["reason"] = ""
        rows.append(list(cells.values()))
    marked = frozenset(number for number, row in enumerate(listed) if row.status in _SIGNS)
    return Table(title, headings(lang), rows, [_width(column) for column in COLUMNS], marked)


def _width(column: str) -> int:
    return 17 if column in _MOMENTS else _WIDTHS.get(column, 12)


def _of_vessel(
    sheet: Sheet, vessel: Vessel, listed: Mapping[str, list[RosterRow | None]], title: str, lang: str
) -> Table:
    """Every row of the vessel's shifts; a shift without rows has one that says so."""
    rows: list[list[Cell]] = []
    marked = set()
    for shift in shifts_of(sheet, vessel.vessel_id):
        sails = shift.shift_id in sheet.sailing_ids
        for row in listed.get(shift.shift_id) or [None]:
            if row.status in _SIGNS if row else not sails:
                marked.add(len(rows))
            rows.append([*_shift_cells(shift, lang), *_row_cells(sheet, row, lang, sails=sails)])
    heads = [
        *_columns(lang, "weekday", "start", "end", "shift_id", "mode", "start_place", "end_place"),
        *_columns(lang, "function", "name", "watch", "duty_times", "status"),
    ]
    widths = [6, 17, 17, 16, 8, 16, 16, 24, 24, 8, 30, 14]
    return Table(f"{vessel.name} ({vessel.vessel_id}) · {title}", heads, rows, widths, frozenset(marked))


def _shift_cells(shift: Shift, lang: str) -> list[Cell]:
    start, end = shift.interval.start, shift.interval.end
    mode = "" if shift.mode is None else str(shift.mode)
    return [weekday(local(start).date(), lang), start, end, shift.shift_id, mode, shift.start_place, shift.end_place]


def _row_cells(sheet: Sheet, row: RosterRow | None, lang: str, *, sails: bool) -> list[Cell]:
    if row is None:
        return ["", "", "", "", no_rows_text(lang, sails=sails)]
    name = person_name(sheet.instance, row.crew_id) if row.crew_id else ""
    times = " | ".join(span_text(span, lang) for span in row.duty)
    status = _SIGNS.get(row.status, "") + term("row_status", row.status, lang)
    return [function_text(row, lang), name, row.watch, times, status]


def _of_person(sheet: Sheet, person: Person, title: str, lang: str) -> Table:
    rows: list[list[Cell]] = []
    for duty in duties_of(sheet, person.crew_id):
        for span in duty.spans:
            breaks = duty.breaks_in(span)
            work = span.minutes - sum(item.minutes for item in breaks)
            rows.append(
                [
                    weekday(local(span.start).date(), lang),
                    span.start,
                    span.end,
                    timedelta(minutes=work),
                    ", ".join(span_text(item, lang) for item in breaks),
                    duty.vessel.name,
                    duty.shift.shift_id,
                    function_text(duty.row, lang),
                    duty.row.watch,
                    duty.shift.start_place,
                    duty.shift.end_place,
                ]
            )
    rows.append([_say(lang, "Summe", "Sum"), None, None, _minutes(duties_of(sheet, person.crew_id))])
    heads = [
        *_columns(lang, "weekday"),
        _say(lang, "Dienst von", "Duty from"),
        _say(lang, "bis", "to"),
        _say(lang, "Arbeit", "Work"),
        _say(lang, "Pausen", "Breaks"),
        *_columns(lang, "vessel", "shift_id", "function", "watch", "start_place", "end_place"),
    ]
    widths = [8, 17, 17, 9, 24, 20, 16, 24, 8, 16, 16]
    return Table(f"{person.name} ({person.crew_id}) · {title}", heads, rows, widths)
