"""Identifiers that a spreadsheet changed: lost zeros, codes turned into dates, apostrophes."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

#: A cell defused against formulas carries one apostrophe before what would be computed.
_DEFUSED = re.compile(r"'+[=+\-@\t]")
_MONTHS = {
    name: number
    for number, names in enumerate(
        ("jan", "feb", "mär mrz mar", "apr", "mai may", "jun", "jul", "aug", "sep", "okt oct", "nov", "dez dec"), 1
    )
    for name in names.split()
}
_PAIR = re.compile(r"0?(\d{1,2})[-/.]0?(\d{1,2})\.?")
_DAY_MONTH = re.compile(r"(\d{1,2})[.\- ]+([a-zä]{3})[a-zä]*\.?", re.IGNORECASE)
_FULL_DATE = re.compile(r"(\d{1,2})\.(\d{1,2})\.\d{4}")


def restore(cell: str) -> str:
    """The cell without the apostrophe that keeps a spreadsheet from computing it."""
    return cell[1:] if _DEFUSED.match(cell) else cell


def candidates(text: str, known: Iterable[str]) -> list[str]:
    """Known ids that a spreadsheet would have turned into ``text``."""
    bare = text.lstrip("'")
    pair = _as_pair(bare)
    return [other for other in known if other != text and (_same_number(bare, other) or _same_pair(pair, other))] or (
        [bare] if bare != text and bare in set(known) else []
    )


class ChangedIds:
    """:func:`candidates` for many texts against the same known ids."""

    def __init__(self, known: Iterable[str]):
        self._alike: dict[object, list[str]] = defaultdict(list)
        for other in known:
            match = _PAIR.fullmatch(other)
            if other.isdigit():
                self._alike[int(other)].append(other)
            elif match is not None:
                self._alike[int(match[1]), int(match[2])].append(other)

    def meant(self, text: str) -> str | None:
        """The one known id that a spreadsheet would have turned into ``text``, or the other way round."""
        key = int(text) if text.isdigit() else _as_pair(text)
        found = [other for other in self._alike.get(key, ()) if other != text] if key is not None else []
        return found[0] if len(found) == 1 else None


def _same_number(text: str, other: str) -> bool:
    return text.isdigit() and other.isdigit() and int(text) == int(other)


def _same_pair(pair: tuple[int, int] | None, other: str) -> bool:
    match = _PAIR.fullmatch(other)
    return pair is not None and match is not None and (int(match[1]), int(match[2])) == pair


def _as_pair(text: str) -> tuple[int, int] | None:
    """Day and month of ``03. Apr`` or ``03.04.2026``, which a code such as ``3-4`` is turned into."""
    named = _DAY_MONTH.fullmatch(text)
    if named is not None and named[2].lower() in _MONTHS:
        return int(named[1]), _MONTHS[named[2].lower()]
    full = _FULL_DATE.fullmatch(text)
    return (int(full[1]), int(full[2])) if full is not None else None
