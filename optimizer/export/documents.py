"""Every document of a roster by its format: one way for the command line and the service, so that bytes agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from optimizer.export.phone_list import phone_csv, phone_pdf
from optimizer.export.plain import plain
from optimizer.export.record_documents import record_csv, record_pdf
from optimizer.export.roster_csv import roster_csv
from optimizer.export.roster_ical import company_calendar, default_sequence, default_stamp, person_calendar
from optimizer.export.roster_pdf import roster_pdf
from optimizer.export.roster_xlsx import roster_workbook
from optimizer.instance import Instance
from optimizer.roster import Roster
from optimizer.timeline import iso_week_name, local


class Format(StrEnum):
    """What can be given out."""

    CSV = "csv"
    XLSX = "xlsx"
    ICAL = "ical"
    PDF = "pdf"
    PHONE = "phone"
    RECORD = "record"


_CSV, _PDF = ("csv", "text/csv; charset=utf-8"), ("pdf", "application/pdf")
_KINDS = {
    Format.CSV: _CSV,
    Format.XLSX: ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    Format.ICAL: ("ics", "text/calendar; charset=utf-8"),
    Format.PDF: _PDF,
    Format.PHONE: _CSV,
    Format.RECORD: _CSV,
}
#: Formats of one person, and those that come on paper as well.
FOR_ONE_PERSON = frozenset({Format.XLSX, Format.ICAL, Format.PDF, Format.RECORD})
ON_PAPER = frozenset({Format.PDF, Format.PHONE, Format.RECORD})


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A document as it is asked for.

    ``paper`` asks for PDF where the format is a table otherwise. ``page`` is ``A3`` or ``A4``, blank
    for the usual one. ``reasons`` may name who is ill: only for those who plan. ``sequence`` and
    ``stamp`` number and date a calendar (default: version and start of the roster), ``earlier`` are
    the versions given out before.
    """

    format: Format
    lang: str = "de"
    crew_id: str = ""
    paper: bool = False
    page: str = ""
    reasons: bool = True
    sequence: int | None = None
    stamp: datetime | None = None
    earlier: Sequence[Roster] = ()


@dataclass(frozen=True, slots=True)
class Document:
    """A finished document: file name (letters, digits, ``-``, ``.`` only), media type, bytes."""

    name: str
    media_type: str
    content: bytes


def document(instance: Instance, roster: Roster, wanted: Wanted) -> Document:
    """The document of a roster; equal arguments give equal bytes, whoever asks.

    Raises
    ------
    KeyError
        For an unknown person or page, or a shift that the dataset does not have.
    ValueError
        For a person with a format that has none.
    """
    if wanted.crew_id and wanted.format not in FOR_ONE_PERSON:
        raise ValueError(f"{wanted.format} is not made for one person")
    if wanted.crew_id:
        instance.dataset.crew[wanted.crew_id]
    ending, media_type = _PDF if wanted.paper and wanted.format in ON_PAPER else _KINDS[wanted.format]
    return Document(file_name(instance, wanted, ending), media_type, _content(instance, roster, wanted))


def file_name(instance: Instance, wanted: Wanted, ending: str) -> str:
    """``dienstplan-2026-W53.pdf``, with the person's id where it is for one."""
    german = {Format.PHONE: "telefonliste", Format.RECORD: "arbeitszeit"}.get(wanted.format, "dienstplan")
    english = {Format.PHONE: "telephone-list", Format.RECORD: "working-time"}.get(wanted.format, "roster")
    stem = english if wanted.lang == "en" else german
    week = iso_week_name(local(instance.window.start).date())
    who = "".join(ch if ch.isascii() and ch.isalnum() else "-" for ch in plain(wanted.crew_id))[:40]
    return f"{stem}-{week}{'-' + who if who else ''}.{ending}"


def _content(instance: Instance, roster: Roster, wanted: Wanted) -> bytes:
    lang, crew_id = wanted.lang, wanted.crew_id
    list_page = wanted.page or "A4"
    match wanted.format:
        case Format.CSV:
            return roster_csv(instance, roster, lang, reasons=wanted.reasons)
        case Format.XLSX:
            return roster_workbook(instance, roster, lang, crew_id=crew_id, reasons=wanted.reasons)
        case Format.PDF:
            return roster_pdf(instance, roster, lang, crew_id=crew_id, page=wanted.page or "A3")
        case Format.PHONE:
            return (
                phone_pdf(instance, roster, lang, page=list_page) if wanted.paper else phone_csv(instance, roster, lang)
            )
        case Format.RECORD if wanted.paper:
            return record_pdf(instance, roster, lang, crew_id=crew_id, page=list_page)
        case Format.RECORD:
            return record_csv(instance, roster, lang, crew_id=crew_id)
    number = default_sequence(roster) if wanted.sequence is None else wanted.sequence
    stamp, earlier = wanted.stamp or default_stamp(roster), wanted.earlier
    if crew_id:
        return person_calendar(instance, roster, crew_id, lang, sequence=number, stamp=stamp, earlier=earlier)
    return company_calendar(instance, roster, lang, sequence=number, stamp=stamp, earlier=earlier)
