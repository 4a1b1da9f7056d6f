"""The working-time record as CSV and on paper, with room for the signatures."""

from __future__ import annotations

from collections.abc import Iterable

from optimizer.check.sheet import Sheet
from optimizer.export.clock_text import day_text, weekday, window_text
from optimizer.export.csv_bytes import csv_bytes
from optimizer.export.duties import hours_text
from optimizer.export.pdf_document import Section, pdf
from optimizer.export.pdf_text import markup
from optimizer.export.working_time import DayKind, RecordLine, people_with_records, record_citations, record_lines
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.timeline import Interval, day_start, local

_HEADINGS = (
    Text("Datum", "Date"),
    Text("Tag", "Day"),
    Text("Art", "Kind"),
    Text("Schiff", "Vessel"),
    Text("Schiffsführer", "Boatmaster"),
    Text("Beginn", "Start"),
    Text("Ende", "End"),
    Text("Pausen", "Breaks"),
    Text("Arbeit h", "Work h"),
    Text("Nacht h", "Night h"),
    Text("Ruhe davor h", "Rest before h"),
    Text("Quelle", "Source"),
    Text("Unterschrift", "Signature"),
)
_KINDS = {
    DayKind.WORK: Text("Arbeitstag", "Work day"),
    DayKind.REST: Text("Ruhetag", "Rest day"),
    DayKind.NO_REST_DAY: Text("dienstfrei an Bord", "off duty on board"),
}
_RECORDED, _PLANNED = Text("erfasst", "recorded"), Text("geplant", "planned")


def record_csv(instance: Instance, roster: Roster, lang: str = "de", *, crew_id: str = "") -> bytes:
    """The record of one person, or of everybody who works in the window, one line a stretch of duty.

    Raises
    ------
    KeyError
        For a person whom the dataset does not have.
    """
    sheet = Sheet(instance, roster)
    heads = [Text("Personalnummer", "Crew ID"), Text("Name", "Name"), *_HEADINGS]
    rows = [
        [one, instance.dataset.crew[one].name, *_cells(line, lang)]
        for one in _people(sheet, crew_id)
        for line in record_lines(sheet, one)
    ]
    return csv_bytes([text.in_language(lang) for text in heads], rows)


def record_pdf(instance: Instance, roster: Roster, lang: str = "de", *, crew_id: str = "", page: str = "A4") -> bytes:
    """The record on paper: a page for everybody, a column and a line for signatures.

    Raises
    ------
    KeyError
        For a person whom the dataset does not have.
    """
    sheet = Sheet(instance, roster)
    title = Text("Arbeitszeitnachweis", "Working-time record").in_language(lang)
    sections = [_section(sheet, one, title, lang) for one in _people(sheet, crew_id)]
    nobody = Section(title, [title], [[(markup(Text("niemand", "nobody").in_language(lang)),)]], [1])
    return pdf(sections or [nobody], f"{title} {window_text(instance.window, lang)}", lang, page=page, font_size=8)


def _people(sheet: Sheet, crew_id: str) -> Iterable[str]:
    return (sheet.instance.dataset.crew[crew_id].crew_id,) if crew_id else people_with_records(sheet.instance, sheet)


def _section(sheet: Sheet, crew_id: str, title: str, lang: str) -> Section:
    person, window = sheet.instance.dataset.crew[crew_id], sheet.instance.window
    lines = record_lines(sheet, crew_id)
    total = Text("Summe", "Sum").in_language(lang)
    work, night = (hours_text(sum(getattr(line, key) for line in lines)) for key in ("work_minutes", "night_minutes"))
    rows = [[(markup(cell),) if cell else () for cell in _cells(line, lang)] for line in lines]
    sums = [total, "", "", "", "", "", "", "", work, night, "", "", ""]
    rows.append([(markup(cell, bold=True),) if cell else () for cell in sums])
    head = f"{title} · {person.name} ({crew_id})" + (f" · {person.employer}" if person.employer else "")
    heads = [text.in_language(lang) for text in _HEADINGS]
    widths = [1.1, 0.5, 1.1, 1.5, 1.6, 0.7, 0.7, 1.3, 0.8, 0.8, 0.8, 0.8, 2.0]
    notes = _notes(sheet, window, lang)
    return Section(f"{head} · {window_text(window, lang)}", heads, rows, widths, notes=notes)


def _notes(sheet: Sheet, window: Interval, lang: str) -> list[str]:
    (own, own_months), (change, change_months) = record_citations(sheet.instance.rulebook, local(window.start).date())
    return [
        Text(
            f"Aufzeichnung nach {own} ({own_months} Monate aufzubewahren); bei wechselnder Besatzung Nachweis nach "
            f"{change} ({change_months} Monate).",
            f"Record under {own} (to be kept for {own_months} months); where crews change, proof under {change} "
            f"({change_months} months).",
        ).in_language(lang),
        Text(
            "Geplante Zeiten sind vor der Bestätigung nach dem tatsächlichen Verlauf zu berichtigen. Ortszeit "
            "(Europe/Berlin); Stunden als verstrichene Zeit, auch über die Zeitumstellung.",
            "Planned times are to be corrected to what happened before they are confirmed. Local time "
            "(Europe/Berlin); hours as elapsed time, also over the clock change.",
        ).in_language(lang),
        "",
        Text(
            "Geprüft und bestätigt: Arbeitgeber ______________________________   Arbeitnehmer/-in "
            "______________________________   Datum ______________",
            "Checked and confirmed: employer ______________________________   employee "
            "______________________________   date ______________",
        ).in_language(lang),
    ]


def _cells(line: RecordLine, lang: str) -> list[str]:
    start = [day_text(line.day), weekday(line.day, lang), _KINDS[line.kind].in_language(lang)]
    if line.span is None:
        return [*start, "", "", "", "", "", "0:00", "0:00", "", "", ""]
    return [
        *start,
        line.vessel,
        ", ".join(line.leaders),
        _clock(line.span, end=False),
        _clock(line.span, end=True),
        ", ".join(f"{_clock(item, end=False)}–{_clock(item, end=True)}" for item in line.breaks),
        hours_text(line.work_minutes),
        hours_text(line.night_minutes),
        "" if line.rest_before is None else hours_text(line.rest_before),
        (_RECORDED if line.recorded else _PLANNED).in_language(lang),
        "",
    ]


def _clock(span: Interval, *, end: bool) -> str:
    """Clock time; ``24:00`` where a stretch ends with its day, the offset where an hour comes twice."""
    shown = local(span.end if end else span.start)
    if end and span.end == day_start(shown.date()):
        return "24:00"
    twice = shown.replace(fold=0).utcoffset() != shown.replace(fold=1).utcoffset()
    return f"{shown:%H:%M}{shown.isoformat()[-6:] if twice else ''}"
