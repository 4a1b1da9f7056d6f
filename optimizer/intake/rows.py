"""From the cells of one file to typed rows, by the description of its table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from optimizer.findings import Text
from optimizer.intake.encoding import decode
from optimizer.intake.faults import Fault, Report, quoted
from optimizer.intake.grid import Grid, Record, read_grid
from optimizer.intake.schema import Column, Table
from optimizer.intake.suggest import nearest
from optimizer.terms import normalise

T = TypeVar("T")

_TOTALS = {"summe", "gesamt", "gesamtsumme", "zwischensumme", "total", "sum", "subtotal"}


class Row:
    """One row: typed values by column name, and the way to report a fault of one of its cells."""

    def __init__(
        self,
        table: Table,
        number: int,
        texts: Mapping[str, str],
        headings: Mapping[str, str],
        report: Report,
        unused: Mapping[str, str] | None = None,
    ):
        self.table = table
        self.number = number
        self.report = report
        self._texts = texts
        self._headings = headings
        self._unused = unused or {}
        self._values: dict[str, Any] = {}
        self.bad: set[str] = set()
        for column in table.columns:
            self._read(column)

    def __getitem__(self, name: str) -> Any:
        """Typed value, ``None`` for a blank cell, a missing column or a cell with a fault."""
        return self._values.get(name)

    def text(self, name: str) -> str:
        return self._texts.get(name, "")

    def unused(self, name: str) -> str:
        """The text under a heading of the format that is not evaluated yet."""
        return self._unused.get(name, "")

    def has_column(self, name: str) -> bool:
        return name in self._headings

    def heading(self, name: str) -> str:
        """The heading as the user wrote it, the format's own where the column is missing."""
        return self._headings.get(name, name)

    def fault(self, name: str, fault: Fault) -> None:
        """Report a fault of one cell; the row then makes no record."""
        self.bad.add(name)
        self.report.error(fault, self.table.file, row=self.number, column=self.heading(name), value=self.text(name))

    def record(self, make: type[T], **fields: Any) -> T | None:
        """A record of all stated values and ``fields``; ``None`` if any cell has a fault."""
        if self.bad:
            return None
        stated = {
            column.target: self._values[column.name]
            for column in self.table.columns
            if column.target and self._values.get(column.name) is not None
        }
        return make(**{**stated, **fields})

    def _read(self, column: Column) -> None:
        text = self.text(column.name)
        if text:
            try:
                self._values[column.name] = column.kind.parse(text)
            except Fault as fault:
                self.fault(column.name, fault)
        elif column.required and not column.blank_ok:
            self.bad.add(column.name)
            if column.name in self._headings:
                self.fault(column.name, blank(column))


class Rows(list[Row]):
    """Rows of a file.

    ``lost_keys`` are those of rows too damaged to be read; ``has_keys`` is false where the key
    column itself is missing, so that nothing can be said about references to the file.
    """

    def __init__(self, rows: Iterable[Row] = (), lost_keys: Iterable[str] = (), *, has_keys: bool = True):
        super().__init__(rows)
        self.lost_keys = frozenset(lost_keys)
        self.has_keys = has_keys


def blank(column: Column) -> Fault:
    return Fault(
        "input.blank",
        Text("Die Zelle ist leer, die Angabe ist aber erforderlich.", "The cell is blank, but the entry is required."),
        Text(f"Eintragen: {column.kind.label.de}.", f"Enter: {column.kind.label.en}."),
    )


def read_rows(table: Table, content: bytes, report: Report) -> Rows | None:
    """Rows of a file; ``None`` if it cannot be read as a table at all (reported)."""
    try:
        grid = read_grid(decode(content), table.knows)
    except Fault as fault:
        report.error(fault if table.required or fault.code != "input.empty_file" else _not_needed(fault), table.file)
        return None
    while grid.headings and not grid.headings[-1]:
        grid.headings.pop()
    columns = _columns(table, grid, report)
    if columns is None:
        return None
    headings = {column.name: grid.headings[index] for index, column in columns.items()}
    if table.required and not grid.records:
        report.error(_no_rows(), table.file, row=grid.heading_row)
    later = {normalise(name): name for name in table.later}
    unused = {index: later[normalise(h)] for index, h in enumerate(grid.headings) if normalise(h) in later}
    width = len(grid.headings)
    key = next((index for index, column in columns.items() if column.name == table.key), None)
    rows, lost = [], []
    for record in grid.records:
        fault = _shape_fault(record, width)
        if fault is None:
            texts = {column.name: record.fields[index] for index, column in columns.items()}
            others = {name: record.fields[index] for index, name in unused.items()}
            rows.append(Row(table, record.row, texts, headings, report, others))
            continue
        report.error(fault, table.file, row=record.row, value=";".join(record.fields)[:80])
        lost += record.fields[key : key + 1] if key is not None else []
    return Rows(rows, lost, has_keys=key is not None)


def _shape_fault(record: Record, width: int) -> Fault | None:
    filled = [field for field in record.fields if field]
    if normalise(filled[0]) in _TOTALS and all(re.fullmatch(r"[\d.,:-]+", field) for field in filled[1:]):
        return Fault(
            "input.total_row",
            Text("Das ist eine Summenzeile und kein Datensatz.", "This is a total, not a record."),
            Text("Die Zeile löschen.", "Delete the row."),
        )
    if any(record.fields[width:]):
        return Fault(
            "input.row_length",
            Text(f"Die Zeile hat mehr Zellen ({len(record.fields)}) als Überschriften ({width}).",
                 f"The row has more cells ({len(record.fields)}) than there are headings ({width})."),
            Text("Ein Trennzeichen im Text? Die Zelle dann in Anführungszeichen setzen.",
                 "A separator inside a text? Then put that cell in quotation marks."),
        )  # fmt: skip
    if len(record.fields) < width:
        return Fault(
            "input.row_length",
            Text(f"Die Zeile hat weniger Zellen ({len(record.fields)}) als Überschriften ({width}).",
                 f"The row has fewer cells ({len(record.fields)}) than there are headings ({width})."),
            Text("Die fehlenden Trennzeichen ergänzen; leere Zellen brauchen auch eines.",
                 "Add the missing separators; blank cells need one, too."),
        )  # fmt: skip
    return None


def _columns(table: Table, grid: Grid, report: Report) -> dict[int, Column] | None:
    """Columns by position; ``None`` if headings are missing, doubled or misspelt."""
    before = len(report.errors)
    found: dict[int, Column] = {}
    unknown: list[str] = []
    blank_at = [index for index, heading in enumerate(grid.headings) if not heading]
    for index, heading in enumerate(grid.headings):
        column = table.headings.get(normalise(heading)) if heading else None
        if column is None:
            unknown += [heading] if heading else []
        elif column in found.values():
            report.error(_heading_twice(), table.file, row=grid.heading_row, column=heading, value=heading)
        else:
            found[index] = column
    if len(unknown) != len(set(unknown)):
        for heading in sorted({h for h in unknown if unknown.count(h) > 1}):
            report.error(_heading_twice(), table.file, row=grid.heading_row, column=heading, value=heading)
    missing = [column for column in table.columns if column not in found.values()]
    misspelt = _report_unknown(table, unknown, missing, grid.heading_row, report)
    for column in missing:
        if column.required and column not in misspelt:
            report.error(_heading_missing(column, grid.headings), table.file, row=grid.heading_row, column=column.name)
    _report_cells_without_heading(table, blank_at, grid.records, report)
    return found if len(report.errors) == before else _readable(found, table)


def _readable(found: dict[int, Column], table: Table) -> dict[int, Column] | None:
    """After a fault in the headings the rows are still read, so that one report names everything."""
    return found if len(found) >= 2 or len(table.columns) < 2 else None


def _report_unknown(
    table: Table, unknown: Iterable[str], missing: Iterable[Column], row: int, report: Report
) -> list[Column]:
    """Misspelt headings are faults, headings of later versions and others are notices."""
    candidates = {spelling: c for c in missing for spelling in (c.name, c.de, *c.also)}
    later = {normalise(name) for name in table.later}
    misspelt = []
    for heading in dict.fromkeys(unknown):
        guess = nearest(heading, candidates) if normalise(heading) not in later else None
        if guess is not None:
            misspelt.append(candidates[guess])
            report.error(_heading_misspelt(guess), table.file, row=row, column=heading, value=heading)
        else:
            report.notice("input.unknown_column", _unused(table, heading, normalise(heading) in later))
    return misspelt


def _report_cells_without_heading(table: Table, positions: list[int], records: list[Record], report: Report) -> None:
    for record in records:
        values = [record.fields[p] for p in positions if p < len(record.fields) and record.fields[p]]
        if values:
            report.error(_no_heading(), table.file, row=record.row, value=values[0])


def _unused(table: Table, heading: str, later: bool) -> Text:
    if later:
        return Text(
            f"{table.file}: Die Spalte „{heading}“ wird noch nicht ausgewertet.",
            f'{table.file}: the column "{heading}" is not evaluated yet.',
        )
    return Text(
        f"{table.file}: Die Spalte „{heading}“ ist nicht bekannt und wird nicht verwendet.",
        f'{table.file}: the column "{heading}" is not known and is not used.',
    )


def _not_needed(fault: Fault) -> Fault:
    """An empty file that the format does not require may as well be left out."""
    fix = Text(
        "Überschriften und Zeilen eintragen oder die Datei weglassen; sie ist nicht erforderlich.",
        "Enter headings and rows, or leave the file out; it is not required.",
    )
    return Fault(fault.code, fault.problem, fix)


def _no_rows() -> Fault:
    return Fault(
        "input.no_rows",
        Text("Unter den Überschriften stehen keine Zeilen.", "There are no rows below the headings."),
        Text("Mindestens eine Zeile eintragen.", "Enter at least one row."),
    )


def _heading_twice() -> Fault:
    return Fault(
        "input.heading_twice",
        Text("Diese Spalte kommt zweimal vor.", "This column occurs twice."),
        Text("Eine der beiden Spalten löschen oder umbenennen.", "Delete or rename one of the two columns."),
    )


def _heading_missing(column: Column, headings: list[str]) -> Fault:
    return Fault(
        "input.column_missing",
        Text(
            f"Die erforderliche Spalte „{column.de}“ ({column.name}) fehlt; gefunden: {quoted([h for h in headings if h])}.",
            f'The required column "{column.name}" is missing; found: {quoted([h for h in headings if h])}.',
        ),
        Text(
            "Die Spalte ergänzen; die erste Zeile muss die Überschriften enthalten, getrennt durch ; , oder Tabulator.",
            "Add the column; the first row must hold the headings, separated by ; , or tab.",
        ),
    )


def _heading_misspelt(guess: str) -> Fault:
    return Fault(
        "input.column_misspelt",
        Text("Diese Überschrift ist nicht bekannt.", "This heading is not known."),
        Text(
            f"Meinten Sie „{guess}“? Dann die Überschrift ändern.", f'Did you mean "{guess}"? Then change the heading.'
        ),
    )


def _no_heading() -> Fault:
    return Fault(
        "input.no_heading",
        Text("In einer Spalte ohne Überschrift steht ein Wert.", "There is a value in a column without a heading."),
        Text("Die Überschrift ergänzen oder den Wert löschen.", "Add the heading or delete the value."),
    )
