"""What the product answers to a case, and what the checker says about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from optimizer.findings import Text


@dataclass(frozen=True, slots=True)
class Outcome:
    """The planning side's answer in the shape of ``expected``.

    ``got`` is ``None`` where the product has no answer; ``notes`` say why. ``disputes`` are the
    points in which the independent checker answers otherwise.
    """

    got: Mapping[str, Any] | None
    notes: tuple[Text, ...] = ()
    disputes: tuple[Text, ...] = ()


def unanswered(de: str, en: str) -> Outcome:
    return Outcome(None, (Text(de, en),))
