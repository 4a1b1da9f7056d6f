"""What a misspelt word was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import SequenceMatcher, get_close_matches

from optimizer.terms import normalise


def nearest(text: str, known: Iterable[str], cutoff: float = 0.75) -> str | None:
    """The known word that is spelt most like ``text`` (case, blanks and umlauts aside)."""
    by_key = {normalise(word): word for word in known}
    key = normalise(text)
    if key in by_key:
        return by_key[key]
    found = get_close_matches(key, by_key, n=1, cutoff=cutoff)
    return by_key[found[0]] if found else None


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
    by_label = {normalise(label): known for known, label in labels.items() if label}
    if normalise(text) in by_label:
        return by_label[normalise(text)]
    best = max(labels, key=lambda known: _likeness(text, known, labels[known]), default=None)
    return best if best is not None and _likeness(text, best, labels[best]) >= 0.6 else None


def _likeness(text: str, known: str, label: str) -> float:
    key = normalise(text)
    return max(SequenceMatcher(None, key, normalise(word)).ratio() for word in (known, label or known))
