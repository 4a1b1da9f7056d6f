"""German sort order: Ä like A, ß like ss, case and accents only as a tie-break (DIN 5007-1)."""

from __future__ import annotations

import unicodedata


def german_key(text: str) -> tuple[str, str]:
    """Sort key of a name: ``Ahrens``, ``Ähring``, ``Zander`` stay in this order."""
    composed = unicodedata.normalize("NFC", text)
    decomposed = unicodedata.normalize("NFD", composed.casefold())
    return "".join(ch for ch in decomposed if not unicodedata.combining(ch)), composed
