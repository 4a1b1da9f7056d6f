"""Names of worksheets that every spreadsheet accepts."""

from __future__ import annotations

import unicodedata

from optimizer.export.plain import plain

_MOST = 31
_FORBIDDEN = frozenset("[]:*?/\\")
#: Excel keeps this name for itself, in any language version under its own word.
_RESERVED = frozenset({"history", "verlauf"})


class SheetNames:
    """Hands out names: at most 31 characters, none forbidden, all different whatever their case."""

    def __init__(self) -> None:
        self._taken = set(_RESERVED)

    def take(self, name: str, other: str = "") -> str:
        """A legal name near ``name``; ``other`` (an id) tells two of the same name apart."""
        base = _legal(name) or _legal(other) or "-"
        tails = [""] + ([f" {_legal(other)}"] if _legal(other) else [])
        number = 1
        while True:
            for tail in tails:
                found = _cut(base, _MOST - _length(_cut(tail, 20))) + _cut(tail, 20)
                found = found.strip(" '")
                if _key(found) not in self._taken:
                    self._taken.add(_key(found))
                    return found
            number += 1
            tails = [f" ({number})"]


def _legal(name: str) -> str:
    return "".join(" " if ch in _FORBIDDEN else ch for ch in plain(name)).strip(" '")


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()


def _length(text: str) -> int:
    """Characters as Excel counts them: UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def _cut(text: str, most: int) -> str:
    while _length(text) > most:
        text = text[:-1]
    return text
