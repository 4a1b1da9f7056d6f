"""Write the CSV files of a sample fleet: `;`, UTF-8 with BOM, CRLF, German dates and times."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import date, datetime, timedelta
from pathlib import Path

Row = Mapping[str, object]
Tables = dict[str, list[Row]]


def at(day: date, clock: str) -> datetime:
    """Wall-clock time on ``day``; hours of 24 and more lead into the next day.

    The fleet lies wholly in winter time, so naive local times are unambiguous here.
    """
    hours, minutes = clock.split(":")
    return datetime(day.year, day.month, day.day) + timedelta(hours=int(hours), minutes=int(minutes))


def cell(value: object) -> str:
    """One cell as a German dispatcher would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "ja" if value else "nein"
    if isinstance(value, datetime):
        return value.strftime("%d.%m.%Y %H:%M")
    if isinstance(value, date):
        return value.strftime("%d.%m.%Y")
    if isinstance(value, float):
        return f"{value:g}".replace(".", ",")
    if isinstance(value, (tuple, list)):
        return "|".join(cell(item) for item in value)
    return str(value)


def csv_bytes(rows: Iterable[Row]) -> bytes:
    """The rows as a file; the headings are the keys of the first row."""
    rows = list(rows)
    buffer = io.StringIO()
    writer = csv.writer(buffer, delimiter=";", lineterminator="\r\n")
    headings = list(rows[0])
    writer.writerow(headings)
    for row in rows:
        if list(row) != headings:
            raise ValueError(f"columns differ: {sorted(set(row) ^ set(headings))}")
        writer.writerow([cell(row[heading]) for heading in headings])
    return buffer.getvalue().encode("utf-8-sig")


def write_folder(folder: Path, files: Mapping[str, bytes]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
