"""The service's only look at the machine's clock; everything planned is independent of it."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present instant, aware, in UTC."""
    return datetime.now(UTC)
