"""Who works in the roster, how to reach them, and where they are."""

from __future__ import annotations

from dataclasses import dataclass

from optimizer.check.sheet import Sheet
from optimizer.export.clock_text import span_text, window_text
from optimizer.export.csv_bytes import csv_bytes
from optimizer.export.duties import duties_of, people_on_duty
from optimizer.export.pdf_document import Section, pdf
from optimizer.export.pdf_text import markup
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.terms import term


@dataclass(frozen=True, slots=True)
class PhoneEntry:
    """One person with a duty: contact as entered, vessels and functions in the order of time."""

    crew_id: str
    name: str
    contact: str
    vessels: tuple[str, ...]
    functions: tuple[str, ...]
    first_duty: str


def phone_entries(instance: Instance, roster: Roster, lang: str = "de") -> tuple[PhoneEntry, ...]:
    """Everybody on duty on a sailing shift, by name in German order."""
    sheet = Sheet(instance, roster)
    entries = []
    for person in people_on_duty(sheet):
        duties = duties_of(sheet, person.crew_id)
        functions = (term("function", duty.row.function, lang) for duty in duties if duty.row.function)
        entries.append(
            PhoneEntry(
                crew_id=person.crew_id,
                name=person.name,
                contact=person.contact,
                vessels=tuple(dict.fromkeys(duty.vessel.name for duty in duties)),
                functions=tuple(dict.fromkeys(functions)),
                first_duty=span_text(duties[0].spans[0], lang),
            )
        )
    return tuple(entries)


def phone_csv(instance: Instance, roster: Roster, lang: str = "de") -> bytes:
    """The telephone list for a spreadsheet: ``;``, UTF-8 with BOM, CRLF, formulas harmless."""
    return csv_bytes(_headings(lang), [_cells(entry) for entry in phone_entries(instance, roster, lang)])


def phone_pdf(instance: Instance, roster: Roster, lang: str = "de", *, page: str = "A4") -> bytes:
    """The telephone list on paper."""
    section = phone_section(instance, roster, lang)
    return pdf([section], f"{section.title} {window_text(instance.window, lang)}", lang, page=page, font_size=8)


def phone_section(instance: Instance, roster: Roster, lang: str = "de") -> Section:
    """The telephone list as a section of a longer document."""
    rows = [[(markup(cell),) for cell in _cells(entry)] for entry in phone_entries(instance, roster, lang)]
    title = "Telephone list" if lang == "en" else "Telefonliste"
    return Section(title, _headings(lang), rows, [2.2, 1, 2, 2.2, 2.2, 1.8])


def _headings(lang: str) -> list[str]:
    name, crew_id, vessel, function = (
        term("roster_column", column, lang) for column in ("name", "crew_id", "vessel", "function")
    )
    contact, first = ("Contact", "First duty") if lang == "en" else ("Kontakt", "Erster Dienst")
    return [name, crew_id, contact, vessel, function, first]


def _cells(entry: PhoneEntry) -> list[str]:
    return [
        entry.name,
        entry.crew_id,
        entry.contact,
        ", ".join(entry.vessels),
        ", ".join(entry.functions),
        entry.first_duty,
    ]
