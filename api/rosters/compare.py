"""What differs between two rosters: assignments that are gone and new, shifts that sail now or no more."""

from __future__ import annotations

from typing import Any

from api.rosters.documents import document
from optimizer.roster import Roster, RosterRow


def comparison(before: Roster, after: Roster) -> dict[str, Any]:
    """Rows that only one of the rosters has, by shift, person, function and watch, and what sails."""
    old, new = _assignments(before), _assignments(after)
    was, now = before.sailing_shifts(), after.sailing_shifts()
    return {
        "gone": [document(row) for key, row in old.items() if key not in new],
        "new": [document(row) for key, row in new.items() if key not in old],
        "sails_now": sorted(now - was),
        "sails_no_more": sorted(was - now),
        "people": sorted({key[1] for key in old.keys() ^ new.keys()}),
    }


def _assignments(roster: Roster) -> dict[tuple[object, ...], RosterRow]:
    sailing = roster.sailing_shifts()
    rows = [row for row in roster.rows if row.on_duty and row.crew_id and row.shift_id in sailing]
    return {(row.shift_id, row.crew_id, row.function, row.watch): row for row in rows}
