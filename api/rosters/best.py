"""Which of two findings of one run is kept: an attempt after a crash begins anew and may be behind for a while."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


def better_of(kept: Mapping[str, Any] | None, found: Mapping[str, Any]) -> dict[str, Any]:
    """The better one of two documents of the same run; ``found`` where they are alike, being the later one."""
    if kept is None or _merit(found) >= _merit(kept):
        return dict(found)
    return dict(kept)


def _merit(found: Mapping[str, Any]) -> tuple[int, ...]:
    """Higher is better: a roster before none, then level by level; more answers or people before fewer."""
    if "roster" in found:
        return (1, *(-level["value"] for level in found["levels"]))
    return (0, len(found.get("answers") or found.get("outages") or ()))
