"""Breaks of employees on board: § 5 BinSchArbZV."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.check.rest_breach import Breached, RestBreach, weigh
from optimizer.check.rest_spans import busy_time, day_of, gaps, parts_in, runs, span, work_time
from optimizer.duty import WorkRecord
from optimizer.law import Rulebook
from optimizer.timeline import Interval

_RUNS_END_WITH = "work.rest_uninterrupted"


def breaks(record: WorkRecord, rulebook: Rulebook, rule_id: str) -> list[RestBreach]:
    """Breaks in each run of work between two rests of six hours.

    Interruptions that are long enough count as breaks, labelled or not; shorter ones are neither
    break nor work. A breach found above the allowed figure is a stretch of work without a break,
    one found below it is a shortage of breaks.
    """
    work = work_time(record, rulebook)
    busy = busy_time(record, rulebook, rulebook.readings["breaks_in_rest"])
    separating = rulebook.values(_RUNS_END_WITH, day_of(busy[-1].start)) if busy else None
    if separating is None:
        return []
    found = [
        breach
        for run in runs(busy, separating["min_uninterrupted_minutes"])
        if (breach := _in_run(span(run), work, rulebook, rule_id)) is not None
    ]
    return weigh(rule_id, rulebook, (), lambda _: found)


def _in_run(run: Interval, work: Sequence[Interval], rulebook: Rulebook, rule_id: str) -> Breached | None:
    values = rulebook.values(rule_id, day_of(run.start))
    stretches = parts_in(work, run)
    if values is None or not stretches:
        return None
    shortest = values["min_piece_minutes"]
    worked = sum(stretch.minutes for stretch in stretches)
    taken = sum(gap.minutes for gap in gaps(stretches) if gap.minutes >= shortest)
    due = max((tier["minutes"] for tier in values["due"] if worked > tier["over"]), default=0)
    if taken < due:
        return Breached(run, taken, due)
    longest = max(sum(part.minutes for part in piece) for piece in runs(stretches, shortest))
    return Breached(run, longest, values["after_minutes"]) if longest > values["after_minutes"] else None
