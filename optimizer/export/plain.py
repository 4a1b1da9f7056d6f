"""Text of users made harmless for every kind of document: printable, in one line, in its own direction."""

from __future__ import annotations

import unicodedata

#: Marks that turn the direction of what follows, also of what another cell says.
_DIRECTION = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_BREAKS = frozenset("\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\u2028\u2029")


def plain(text: str) -> str:
    """One line without control characters, direction marks and code points that are no characters.

    Letters of every script stay; blanks are joined.
    """
    shown = "".join(" " if ch in _BREAKS else ch for ch in text if ch in _BREAKS or _is_printable(ch))
    return " ".join(shown.split())


def shortened(text: str, most: int) -> str:
    """At most so many characters; an ellipsis says that there was more."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"


def _is_printable(ch: str) -> bool:
    point = ord(ch)
    nonexistent = point & 0xFFFE == 0xFFFE or 0xFDD0 <= point <= 0xFDEF
    return ch not in _DIRECTION and ch != "\ufeff" and not nonexistent and unicodedata.category(ch) not in ("Cc", "Cs")
