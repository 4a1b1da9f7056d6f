"""A table as CSV bytes that a German spreadsheet opens by a double click."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from optimizer.export.cells import defuse
from optimizer.export.plain import plain


def csv_bytes(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    """``;``, UTF-8 with BOM, CRLF; every cell in one line, and none a formula."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=";", lineterminator="\r\n")
    writer.writerow(headings)
    writer.writerows([defuse(plain(cell)) for cell in row] for row in rows)
    return stream.getvalue().encode("utf-8-sig")
