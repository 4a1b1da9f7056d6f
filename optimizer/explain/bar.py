"""A reason that keeps a person from a place."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from optimizer.findings import Text


class BarKind(StrEnum):
    """What a bar is about; of ``ROTATION`` and ``COMPANY`` the law knows nothing."""

    PAPERS = "papers"
    PERSON = "person"
    ABSENCE = "absence"
    VESSEL = "vessel"
    TRAVEL = "travel"
    REST = "rest"
    ELSEWHERE = "elsewhere"
    ROTATION = "rotation"
    COMPANY = "company"
    CREW = "crew"


@dataclass(frozen=True, slots=True)
class Bar:
    """One reason, as a sentence without the person's name where it stands in a list.

    ``shift_id`` is the own duty of the person that stands in the way, blank where none does.
    ``short_minutes`` is how much is missing, where the bar is one of time.
    """

    kind: BarKind
    code: str
    text: Text
    citation: str = ""
    shift_id: str = ""
    short_minutes: int | None = None

    @property
    def by_law(self) -> bool:
        """Whether the law bars, and not an arrangement of the company."""
        return self.kind not in (BarKind.ROTATION, BarKind.COMPANY)
