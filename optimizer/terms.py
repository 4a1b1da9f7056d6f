"""The words on the wire and on screen: German legal term, English term, accepted spellings."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from optimizer.law.rulebook import read_yaml


@lru_cache(maxsize=65536)
def normalise(text: str) -> str:
    """Spelling-insensitive key: case, umlauts, ß, hyphens, blanks and Unicode form do not matter."""
    folded = unicodedata.normalize("NFC", text).casefold()
    for umlaut, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("ß", "ss")):
        folded = folded.replace(umlaut, plain)
    return "".join(ch for ch in folded if ch.isalnum())


@cache
def _table() -> Mapping[str, Mapping[str, Mapping[str, Any]]]:
    content = read_yaml((files("data") / "terms.yaml").read_text("utf-8"), "terms.yaml")
    return {group: entries for group, entries in content.items() if isinstance(entries, dict)}


def term(group: str, identifier: str, lang: str = "de") -> str:
    """The word for an identifier, e.g. ``term("function", "boatman")`` is ``Matrose``.

    Raises
    ------
    KeyError
        If the group or the identifier is unknown.
    """
    return str(_table()[group][str(identifier)]["en" if lang == "en" else "de"])


@cache
def _spellings(group: str) -> Mapping[str, str]:
    known: dict[str, str] = {}
    for identifier, entry in _table()[group].items():
        for spelling in (identifier, entry["de"], entry["en"], entry.get("feminine", ""), *entry["also"]):
            if spelling:
                known.setdefault(normalise(str(spelling)), identifier)
    return known


def recognise(group: str, text: str) -> str | None:
    """The identifier a spelling stands for, ``None`` if it is not known."""
    return _spellings(group).get(normalise(text))


def words(group: str, lang: str = "de") -> list[str]:
    """All words of a group, for messages that list what is possible."""
    return [term(group, identifier, lang) for identifier in _table()[group]]
