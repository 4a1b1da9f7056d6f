"""What leaves the product: roster CSV, result summary, findings and the law in plain text.

Documents (workbook, calendar, PDF) come from :mod:`optimizer.export.documents`, whose libraries no
other command needs to load.
"""

from optimizer.export.error_text import input_error_lines
from optimizer.export.finding_text import finding_lines
from optimizer.export.roster_csv import ordered_rows, roster_csv, roster_table, write_roster
from optimizer.export.summary import summary_lines

__all__ = [
    "finding_lines",
    "input_error_lines",
    "ordered_rows",
    "roster_csv",
    "roster_table",
    "summary_lines",
    "write_roster",
]
