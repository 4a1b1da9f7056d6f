"""What a misspelt word was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher
from functools import lru_cache

from optimizer.terms import normalise


def nearest(text: str, known: Iterable[str], cutoff: float = 0.75) -> str | None:
    """The known word that is spelt most like ``text`` (case, blanks and umlauts aside)."""
    return _nearest(text, tuple(known), cutoff)


def nearest_id(text: str, labels: Mapping[str, str]) -> str | None:
    """The id probably meant: without lost zeros, by its label (a name), or spelt alike.

    Parameters
    ----------
    labels
        Known ids with their names (blank where there is none).
    """
    without_zeros = [known for known in labels if known.lstrip("0") == text.lstrip("0") and text.strip("0")]
    if len(without_zeros) == 1:
        return without_zeros[0]
    spellings = {label: known for known, label in labels.items() if label} | {known: known for known in labels}
    found = _nearest(text, tuple(spellings), 0.6)
    return None if found is None else spellings[found]


@lru_cache(maxsize=1000)
def _nearest(text: str, known: tuple[str, ...], cutoff: float) -> str | None:
    key = normalise(text)
    matcher = SequenceMatcher(None, "", key, autojunk=False)
    best, best_ratio = None, cutoff
    for word in known:
        other = normalise(word)
        if other == key and key:
            return word
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < best_ratio or matcher.quick_ratio() < best_ratio:
            continue
        ratio = matcher.ratio()
        if ratio > best_ratio or (best is None and ratio >= cutoff):
            best, best_ratio = word, ratio
    return best
