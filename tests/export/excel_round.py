"""What a German spreadsheet does to a CSV file that is opened, saved as a workbook and as CSV again."""

from __future__ import annotations

import csv
import io
import re
from datetime import date, datetime
from pathlib import Path

from openpyxl import Workbook, load_workbook

Cell = str | int | date | datetime


def excel_round(source: Path, target: Path, *, short_year: bool = False) -> None:
    """Types every cell as the spreadsheet would, keeps it in a workbook, writes cp1252 with ``;``.

    Leading zeros go, dates become dates and are shown in the format of the machine, and characters
    that cp1252 does not have become question marks.
    """
    text = source.read_bytes().decode("utf-8-sig")
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in csv.reader(io.StringIO(text), delimiter=";"):
        sheet.append([_typed(cell) for cell in row])
    workbook = target.with_suffix(".xlsx")
    book.save(workbook)
    again = load_workbook(workbook).active
    assert again is not None
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\r\n")
    for values in again.iter_rows(values_only=True):
        writer.writerow([_shown(value, short_year) for value in values])
    target.write_bytes(out.getvalue().encode("cp1252", errors="replace"))


def _typed(cell: str) -> Cell | None:
    if re.fullmatch(r"\d{1,15}", cell):
        return int(cell)
    if re.fullmatch(r"\d{2}\.\d{2}\.\d{4} \d{2}:\d{2}", cell):
        return datetime.strptime(cell, "%d.%m.%Y %H:%M")
    if re.fullmatch(r"\d{2}\.\d{2}\.\d{4}", cell):
        return datetime.strptime(cell, "%d.%m.%Y")
    if re.fullmatch(r"0?\d{1,2}-0?\d{1,2}", cell):
        day, month = cell.split("-")
        return datetime(2026, int(month), int(day))
    return cell or None


def _shown(value: object, short_year: bool) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        form = "%d.%m.%y" if short_year else "%d.%m.%Y"
        return value.strftime(form if (value.hour, value.minute) == (0, 0) else f"{form} %H:%M")
    return str(value)
