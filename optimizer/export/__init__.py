"""What leaves the product: documents of a roster, result summary, findings and the law in plain text."""

from optimizer.export.documents import Document, Format, Wanted, document
from optimizer.export.error_text import input_error_lines
from optimizer.export.finding_text import finding_lines
from optimizer.export.roster_csv import ordered_rows, roster_bytes, roster_table, write_roster
from optimizer.export.summary import summary_lines

__all__ = [
    "Document",
    "Format",
    "Wanted",
    "document",
    "finding_lines",
    "input_error_lines",
    "ordered_rows",
    "roster_bytes",
    "roster_table",
    "summary_lines",
    "write_roster",
]
