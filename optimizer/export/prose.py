"""Prose in lines of a width that every terminal and mail shows."""

from __future__ import annotations

from collections.abc import Iterable
from textwrap import wrap

_WIDTH = 110
_NO_BREAK = "\N{NO-BREAK SPACE}"


def wrapped(texts: Iterable[str], indent: str = "", hanging: str = "", width: int = _WIDTH) -> list[str]:
    """Lines of at most ``width`` columns; a paragraph sign stays with its number.

    Parameters
    ----------
    indent, hanging
        What every line begins with, and what all but the first of a paragraph have in addition.
    """
    paragraphs = (line.strip().replace("§ ", f"§{_NO_BREAK}") for text in texts for line in text.splitlines())
    lines = (
        line
        for paragraph in paragraphs
        for line in wrap(
            paragraph,
            width,
            initial_indent=indent,
            subsequent_indent=indent + hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )
    )
    return [line.replace(_NO_BREAK, " ") for line in lines]
