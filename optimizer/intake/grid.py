"""From text to rows of cells: separator, quotes, line ends; every row keeps its number.

Row numbers are those a spreadsheet shows: records counted from 1, blank ones included.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from optimizer.findings import Text
from optimizer.intake.faults import Fault

SEPARATORS = (";", ",", "\t")
MAX_ROWS = 100_000
_MAX_LINES_IN_CELLS = 50

_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_BLANKS = re.compile("[\u00a0\u202f\u2007\n\t]")

#: A quoted cell: content, then the closing quote (missing while the cell is still open).
_QUOTED = re.compile(r'[ ]*"([^"]*(?:""[^"]*)*)(?:(")[ ]*)?')


@dataclass(frozen=True, slots=True)
class Record:
    row: int
    fields: list[str]

    @property
    def is_blank(self) -> bool:
        return not any(self.fields)


@dataclass(frozen=True, slots=True)
class Grid:
    """Headings and the rows below that are not blank; ``heading_row`` is the row of the headings."""

    headings: list[str]
    records: list[Record]
    heading_row: int


def clean(text: str) -> str:
    """Composed Unicode without invisible characters, blanks at the ends and hard blanks."""
    composed = unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
    return _BLANKS.sub(" ", composed).strip()


def read_grid(text: str, known: Callable[[str], bool]) -> Grid:
    """Split a CSV text (lines ended by a newline) into cleaned cells.

    Parameters
    ----------
    known
        Says whether a heading is one the table knows; it decides the separator.

    Raises
    ------
    Fault
        If the file is empty, too long, or a quote is not closed.
    """
    lines = text.split("\n")
    separator = _declared_separator(lines)
    if separator is None:
        first = next((line for line in lines if clean(line)), "")
        separator = _find_separator(first, known)
    records = [Record(row, [clean(cell) for cell in cells]) for row, cells in _records(lines, separator)]
    filled = [record for record in records if not record.is_blank]
    if not filled:
        raise Fault(
            "input.empty_file",
            Text("Die Datei ist leer.", "The file is empty."),
            Text(
                "Überschriften und Zeilen eintragen oder die richtige Datei angeben.",
                "Enter headings and rows, or name the right file.",
            ),
        )
    return Grid(filled[0].fields, filled[1:], filled[0].row)


def _declared_separator(lines: list[str]) -> str | None:
    """The line ``sep=;`` that Excel understands; spreadsheets do not count it as a row."""
    match = re.fullmatch(r'"?sep=([;,\t])"?', lines[0].strip(" ")) if lines else None
    if match is None:
        return None
    del lines[0]
    return match[1]


def _find_separator(line: str, known: Callable[[str], bool]) -> str:
    def score(separator: str) -> tuple[int, int]:
        cells = [clean(cell.strip().strip('"')) for cell in line.split(separator)]
        return sum(known(cell) for cell in cells), len(cells)

    return max(SEPARATORS, key=score)


def _records(lines: list[str], separator: str) -> Iterator[tuple[int, list[str]]]:
    """Records with their number; a quoted cell may hold separators and line ends."""
    row, index = 0, 0
    while index < len(lines):
        row += 1
        if row > MAX_ROWS:
            raise Fault(
                "input.too_large",
                Text(f"Die Datei hat mehr als {MAX_ROWS} Zeilen.", f"The file has more than {MAX_ROWS} rows."),
                Text("Den Zeitraum verkleinern.", "Shorten the period."),
            )
        line = lines[index]
        index += 1
        if '"' not in line:
            yield row, line.split(separator)
            continue
        while True:
            cells = _split_quoted(line, separator, row)
            if cells is not None:
                break
            if index == len(lines) or line.count("\n") > _MAX_LINES_IN_CELLS:
                raise _unclosed(row, line)
            line += "\n" + lines[index]
            index += 1
        yield row, cells


def _split_quoted(line: str, separator: str, row: int) -> list[str] | None:
    """Cells of a record, ``None`` if its last quote is still open."""
    cells: list[str] = []
    position = 0
    while True:
        match = _QUOTED.match(line, position)
        if match is None:
            end = line.find(separator, position)
            cells.append(line[position:] if end < 0 else line[position:end])
            after = len(line) if end < 0 else end
        else:
            if match[2] is None:
                return None
            cells.append(match[1].replace('""', '"'))
            after = match.end()
            if after < len(line) and line[after] != separator:
                raise _unclosed(row, line)
        if after >= len(line):
            return cells
        position = after + 1


def _unclosed(row: int, line: str) -> Fault:
    return Fault(
        "input.quotes",
        Text(
            f"In Zeile {row} beginnt ein Anführungszeichen, das nicht richtig geschlossen wird.",
            f"In row {row} a quotation mark opens that is not closed properly.",
        ),
        Text(
            "Das Anführungszeichen entfernen oder am Ende der Zelle schließen; eines im Text doppelt schreiben.",
            "Remove the quotation mark or close it at the end of the cell; double one that belongs to the text.",
        ),
        row=row,
        value=line.split("\n")[0][:80],
    )
