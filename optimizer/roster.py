"""The roster: who is where, which places are open, which shifts may not sail. No solver types."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from optimizer.domain import Function, SafetyRole
from optimizer.findings import Text
from optimizer.timeline import Interval


class RowStatus(StrEnum):
    """Status of a roster row; the German word of each stands in ``data/terms.yaml``."""

    FILLED = "filled"
    LOCKED = "locked"
    OPEN = "open"
    NOT_SAILING = "not_sailing"
    FORESEEN = "foreseen"


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterRow:
    """One assignment, one open place, or the mark that a shift may not sail.

    ``duty`` are the on-duty intervals of the person, ``breaks`` the breaks inside them. A shift
    sails exactly when all its rows are ``filled`` or ``locked``; ``foreseen`` rows create no duty.
    """

    shift_id: str
    status: RowStatus
    crew_id: str = ""
    function: Function | None = None
    safety_roles: tuple[SafetyRole, ...] = ()
    watch: str = ""
    duty: tuple[Interval, ...] = ()
    breaks: tuple[Interval, ...] = ()
    reason: Text | None = None

    @property
    def on_duty(self) -> bool:
        return self.status in (RowStatus.FILLED, RowStatus.LOCKED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roster:
    """A roster for a window; rows in the order they are shown."""

    window: Interval
    rows: tuple[RosterRow, ...]
    version: str = "1"
    notes: tuple[Text, ...] = field(default=())

    def of_shift(self, shift_id: str) -> list[RosterRow]:
        return [row for row in self.rows if row.shift_id == shift_id]

    def sailing_shifts(self) -> set[str]:
        """Shifts that have rows and of which every row is on duty."""
        rows_of: dict[str, list[RosterRow]] = {}
        for row in self.rows:
            rows_of.setdefault(row.shift_id, []).append(row)
        return {shift_id for shift_id, rows in rows_of.items() if all(row.on_duty for row in rows)}
