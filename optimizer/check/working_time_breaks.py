"""Breaks of employees on board: § 5 BinSchArbZV."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.check.rest_breach import Breached, RestBreach, weigh
from optimizer.check.rest_spans import day_of, gaps, runs, span, work_time
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
    if not work:
        return []
    separating = rulebook.values(_RUNS_END_WITH, day_of(work[-1].start))
    if separating is None:
        return []
    return weigh(
        rule_id,
        rulebook,
        (),
        lambda _: [
            breach
            for run in runs(work, separating["min_uninterrupted_minutes"])
            if (breach := _in_run(run, rulebook, rule_id)) is not None
        ],
    )


def _in_run(run: Sequence[Interval], rulebook: Rulebook, rule_id: str) -> Breached | None:
    values = rulebook.values(rule_id, day_of(run[0].start))
    if values is None:
        return None
    shortage = _shortage(run, values["due"], values["min_piece_minutes"])
    return shortage or _long_stretch(run, values["after_minutes"], values["min_piece_minutes"])


def _shortage(
    run: Sequence[Interval], tiers: list[dict[str, int]], shortest: int
) -> Breached | None:
    worked = sum(stretch.minutes for stretch in run)
    taken = sum(gap.minutes for gap in gaps(run) if gap.minutes >= shortest)
    due = max((tier["minutes"] for tier in tiers if worked > tier["over"]), default=0)
    return Breached(span(run), taken, due) if taken < due else None


def _long_stretch(run: Sequence[Interval], most: int, shortest: int) -> Breached | None:
    for stretch in runs(run, shortest):
        worked = sum(part.minutes for part in stretch)
        if worked > most:
            return Breached(span(run), worked, most)
    return None
