"""A person in the files of a dataset: the rows about them, and the files without what identifies them."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date

from api.records.mentions import Mentions
from optimizer.intake.encoding import decode
from optimizer.intake.faults import Fault
from optimizer.intake.grid import Grid, clean, read_grid
from optimizer.intake.moments import parse_date
from optimizer.intake.schema import Table
from optimizer.intake.tables import TABLES
from optimizer.terms import normalise

_CREW = TABLES["crew"]
_BY_FILE = {table.file: table for table in TABLES.values()}
#: Headings of a person's id in files of the format that are not read yet.
_ID_HEADINGS = frozenset(normalise(word) for word in ("crew_id", "Personalnummer", "Personal-Nr", "PNr", "Person"))
#: Tables whose rows stay under the pseudonym: who worked where, and with which certificate.
_STAYING = frozenset({"crew", "certificates", "duties", "assignments", "rotations"})
#: Cells of ``crew.csv`` that stay; all others are emptied.
_CREW_STAYS = frozenset(
    {
        "employment",
        "contract_hours_week",
        "home_vessel",
        "entry_on",
        "exit_on",
        "crew_since",
        "service_days",
        "training_year",
        "training_contract_until",
        "final_exam_on",
        "safety_training_on",
        "stcw",
        "medical_on",
        "history_known_from",
        "history_known_until",
        "rested_since",
        "active",
    }
)
_CERTIFICATE_GOES = frozenset({"restrictions", "issuer"})


@dataclass(frozen=True)
class _Sheet:
    """A file as a table: cells by row, and the format's column of every heading, ``""`` for others."""

    table: Table | None
    grid: Grid
    columns: tuple[str, ...]

    def cells(self, fields: list[str]) -> Iterator[tuple[str, str]]:
        for number, cell in enumerate(fields):
            yield (self.columns[number] if number < len(self.columns) else ""), cell


def rows_about(files: Mapping[str, bytes], crew_id: str) -> dict[str, list[dict[str, str]]]:
    """Rows about a person by file, cells by the headings of the file."""
    found: dict[str, list[dict[str, str]]] = {}
    for name in sorted(files):
        sheet = _sheet(name, files[name])
        if sheet is None:
            continue
        rows = [
            dict(zip(sheet.grid.headings, record.fields, strict=False))
            for record in sheet.grid.records
            if any(cell == crew_id and _is_person(column) for column, cell in sheet.cells(record.fields))
        ]
        if rows:
            found[name] = rows
    return found


def names_of(files: Mapping[str, bytes], crew_id: str) -> set[str]:
    """The names that ``crew.csv`` has for a person."""
    found = set()
    for name, content in files.items():
        sheet = _sheet(name, content)
        if sheet is None or sheet.table is not _CREW:
            continue
        for record in sheet.grid.records:
            cells = dict(sheet.cells(record.fields))
            if cells.get("crew_id") == crew_id:
                found.add(cells.get("name", ""))
    return found - {""}


def without_person(files: Mapping[str, bytes], who: Mentions, pseudonym: str, left_on: date | None) -> dict[str, bytes]:
    """The files with a pseudonym for a person; files that do not name them stay as they are, byte for byte.

    Health, absences, wishes and contacts go; of the birth date the year stays. ``left_on`` closes an
    employment that has no end yet, so that nobody plans with the pseudonym.
    """
    return {name: _rewritten(name, content, who, pseudonym, left_on) for name, content in files.items()}


def _rewritten(name: str, content: bytes, who: Mentions, pseudonym: str, left_on: date | None) -> bytes:
    sheet = _sheet(name, content)
    if sheet is None:
        return _text(content, who, pseudonym)
    headings, records = list(sheet.grid.headings), []
    if sheet.table is _CREW and left_on is not None and "exit_on" not in sheet.columns:
        headings.append("exit_on")
    changed = False
    for record in sheet.grid.records:
        row = _row(sheet, record.fields, who, pseudonym, left_on)
        changed = changed or row != record.fields
        if row is not None:
            records.append(row + [""] * (len(headings) - len(row)))
    return _csv(headings, records) if changed else content


def _row(sheet: _Sheet, fields: list[str], who: Mentions, pseudonym: str, left_on: date | None) -> list[str] | None:
    cells = list(sheet.cells(fields))
    if not any(cell == who.crew_id and _is_person(column) for column, cell in cells):
        # Another person's own name stays, also where it is the same.
        return [cell if column == "name" else who.in_text(cell, pseudonym) for column, cell in cells]
    table = "" if sheet.table is None else sheet.table.name
    own = any(cell == who.crew_id and column in ("crew_id", "?") for column, cell in cells)
    if table not in _STAYING or (not own and table != "rotations"):
        return None
    row = [_cell(table, column, cell, who, pseudonym, own) for column, cell in cells]
    if table == "crew" and left_on is not None:
        _leave(sheet, row, left_on)
    return row


def _cell(table: str, column: str, cell: str, who: Mentions, pseudonym: str, own: bool) -> str:
    if _is_person(column) and cell == who.crew_id:
        return pseudonym
    if table == "crew":
        if column == "name":
            return pseudonym
        if column == "birth_date":
            return _year(cell)
        return cell if column in _CREW_STAYS or _is_person(column) else ""
    if table == "certificates" and own and column in _CERTIFICATE_GOES:
        return ""
    return who.in_text(cell, pseudonym)


def _leave(sheet: _Sheet, row: list[str], left_on: date) -> None:
    if "exit_on" not in sheet.columns:
        row += [""] * (len(sheet.columns) - len(row)) + [left_on.isoformat()]
        return
    place = sheet.columns.index("exit_on")
    row += [""] * (place + 1 - len(row))
    row[place] = row[place] or left_on.isoformat()


def _year(cell: str) -> str:
    try:
        return f"{parse_date(cell).year}-01-01"
    except Fault:
        return cell


def _is_person(column: str) -> bool:
    return column in ("crew_id", "other_id", "relief", "?")


def _sheet(name: str, content: bytes) -> _Sheet | None:
    """A CSV file as a table, ``None`` if it is none."""
    if not name.casefold().endswith((".csv", ".txt", ".tsv", ".tab")):
        return None
    table = _BY_FILE.get(clean(name).casefold())
    try:
        grid = read_grid(decode(content), table.knows if table else lambda heading: normalise(heading) in _ID_HEADINGS)
    except Fault:
        return None
    return _Sheet(table, grid, tuple(_column(table, heading) for heading in grid.headings))


def _column(table: Table | None, heading: str) -> str:
    if table is not None and table.knows(heading):
        return table.headings[normalise(heading)].name
    return "?" if table is None and normalise(heading) in _ID_HEADINGS else ""


def _text(content: bytes, who: Mentions, pseudonym: str) -> bytes:
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        text = content.decode("cp1252", "replace")
    replaced = who.in_text(text, pseudonym)
    return content if replaced == text else replaced.encode()


def _csv(headings: list[str], rows: list[list[str]]) -> bytes:
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerows([headings, *rows])
    return text.getvalue().encode()
