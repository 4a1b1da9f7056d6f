"""Whom to call, in which order, by when, and what to say."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from optimizer.domain import Shift
from optimizer.replan.compare import Difference, meetings_after, meetings_before
from optimizer.replan.situation import Situation
from optimizer.roster import Roster, RosterRow
from optimizer.timeline import local


@dataclass(frozen=True)
class Call:
    """One call: duties that are new and duties that fall away, each with its shift.

    ``by`` (UTC) is the last instant that keeps the person's notice period; ``in_time`` says whether
    that is still to come at the start of the replan. ``rate_days`` are calendar days with a new duty
    that are paid by the day and had no duty before.
    """

    crew_id: str
    new: tuple[tuple[RosterRow, Shift], ...]
    gone: tuple[tuple[RosterRow, Shift], ...]
    by: datetime
    in_time: bool
    rate_days: int


def calls(situation: Situation, roster: Roster, difference: Difference) -> list[Call]:
    """The calls a new roster needs, the most urgent first.

    Parameters
    ----------
    roster
        The new roster, of the whole window or from the replan's start on.
    """
    before, after = meetings_before(situation), meetings_after(situation, roster)
    found = [
        _call(situation, crew_id, before.get(crew_id, {}), after.get(crew_id, {})) for crew_id in difference.called
    ]
    return sorted(found, key=lambda call: (call.by, not call.new, call.crew_id))


def _call(
    situation: Situation,
    crew_id: str,
    before: dict[tuple[object, ...], tuple[RosterRow, Shift]],
    after: dict[tuple[object, ...], tuple[RosterRow, Shift]],
) -> Call:
    new = tuple(item for when, item in after.items() if when not in before)
    gone = tuple(item for when, item in before.items() if when not in after)
    person = situation.instance.dataset.crew[crew_id]
    first = min(_begin(item)[0] for item in (*new, *gone))
    by = first - timedelta(minutes=person.notice_min or 0)
    days = {local(_begin(item)[0]).date() for item in new} - {local(_begin(item)[0]).date() for item in before.values()}
    return Call(
        crew_id=crew_id,
        new=tuple(sorted(new, key=_begin)),
        gone=tuple(sorted(gone, key=_begin)),
        by=by,
        in_time=by >= situation.request.start,
        rate_days=len(days) if person.day_rate is not None else 0,
    )


def _begin(item: tuple[RosterRow, Shift]) -> tuple[datetime, str]:
    row, shift = item
    return row.duty[0].start if row.duty else shift.interval.start, shift.shift_id
