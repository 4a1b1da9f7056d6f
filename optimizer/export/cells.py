"""Cells that a spreadsheet opens without surprises: one line, and never a formula."""

from __future__ import annotations

import re

#: What a spreadsheet takes for a formula, also behind apostrophes that already stand there: so
#: that the reader, who takes one apostrophe away, always finds the cell as it was.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def defuse(cell: str) -> str:
    """The cell with a leading apostrophe where a spreadsheet would compute it."""
    return f"'{cell}" if _FORMULA.match(cell) else cell


def one_line(text: str) -> str:
    """Line breaks and tabs become ``; `` so that a reason stays in its cell."""
    return "; ".join(part.strip() for part in re.split(r"[\r\n\t]+", text) if part.strip())
