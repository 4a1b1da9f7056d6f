"""A workbook whose bytes repeat: text stays text, times are real times, sheets print."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import xlsxwriter
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from optimizer.export.plain import plain, shortened
from optimizer.export.sheet_names import SheetNames
from optimizer.timeline import local

#: What a cell of a workbook holds at most.
_LONGEST = 32_767
_A4 = 9
_FORMATS: Mapping[str, Mapping[str, Any]] = {
    "title": {"bold": True, "font_size": 14, "quote_prefix": True},
    "heading": {"bold": True, "bg_color": "#D9D9D9", "bottom": 1, "text_wrap": True, "valign": "top"},
    "text": {"quote_prefix": True, "valign": "top", "text_wrap": True},
    "moment": {"num_format": "dd.mm.yyyy hh:mm", "align": "left", "valign": "top"},
    "hours": {"num_format": "[h]:mm", "valign": "top"},
    "number": {"num_format": "0", "valign": "top"},
    "open": {"quote_prefix": True, "valign": "top", "text_wrap": True, "bold": True, "bg_color": "#F4B6B6"},
}
Cell = str | datetime | timedelta | int | None


@dataclass(frozen=True)
class Table:
    """A headed table: aware instants become wall times of Europe/Berlin, durations hours and minutes.

    ``widths`` are in characters; ``marked`` are rows whose text cells are printed as a warning.
    """

    title: str
    headings: Sequence[str]
    rows: Sequence[Sequence[Cell]]
    widths: Sequence[int]
    marked: frozenset[int] = field(default=frozenset())


class Workbook:
    """Sheets of tables, written to memory.

    Parameters
    ----------
    created
        Aware instant that stands in the file as its date; the machine's clock is never asked.
    """

    def __init__(self, title: str, created: datetime, lang: str):
        self._stream = io.BytesIO()
        self._book = xlsxwriter.Workbook(
            self._stream,
            {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False},
        )
        self._book.set_properties(
            {"title": _text(title), "author": "crew-roster", "created": local(created).replace(tzinfo=None)}
        )
        self._formats: dict[str, Format] = {name: self._book.add_format(dict(f)) for name, f in _FORMATS.items()}
        self._names = SheetNames()
        self._page = "Page &P of &N" if lang == "en" else "Seite &P von &N"

    def add(self, name: str, tables: Sequence[Table], *, other: str = "") -> None:
        """A sheet of tables one below the other; the headings of the first repeat on every page."""
        sheet: Worksheet = self._book.add_worksheet(self._names.take(name, other))
        sheet.set_landscape()
        sheet.set_paper(_A4)
        sheet.fit_to_pages(1, 0)
        sheet.set_footer(f"&L&A&R{self._page}")
        at = 0
        for number, table in enumerate(tables):
            sheet.write_string(at, 0, _text(table.title), self._formats["title"])
            for column, heading in enumerate(table.headings):
                sheet.write_string(at + 1, column, _text(heading), self._formats["heading"])
            for row, cells in enumerate(table.rows):
                for column, cell in enumerate(cells):
                    self._write(sheet, at + 2 + row, column, cell, marked=row in table.marked)
            if number == 0:
                self._first(sheet, table)
            at += len(table.rows) + 3

    def content(self) -> bytes:
        """Close the workbook; its bytes."""
        self._book.close()
        return self._stream.getvalue()

    def _first(self, sheet: Worksheet, table: Table) -> None:
        for column, width in enumerate(table.widths):
            sheet.set_column(column, column, width)
        sheet.freeze_panes(2, 0)
        sheet.repeat_rows(0, 1)

    def _write(self, sheet: Worksheet, row: int, column: int, cell: Cell, *, marked: bool) -> None:
        if isinstance(cell, datetime):
            sheet.write_datetime(row, column, local(cell).replace(tzinfo=None), self._formats["moment"])
        elif isinstance(cell, timedelta):
            sheet.write_number(row, column, cell / timedelta(days=1), self._formats["hours"])
        elif isinstance(cell, int):
            sheet.write_number(row, column, cell, self._formats["number"])
        elif cell:
            sheet.write_string(row, column, _text(cell), self._formats["open" if marked else "text"])
        elif marked:
            sheet.write_blank(row, column, None, self._formats["open"])


def _text(text: str) -> str:
    return shortened(plain(text), _LONGEST)
