"""N-1: which shifts fall if only this person drops out, who stands in, and whose loss is worst."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, replace
from datetime import datetime
from multiprocessing import get_context

from optimizer.domain import Dataset, Function
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.replan.answers import Answer, Replanner
from optimizer.replan.request import DropOut, ReplanRequest
from optimizer.roster import Roster
from optimizer.solve.replanning import Preference
from optimizer.solve.result import LevelStatus, SolveOptions
from optimizer.timeline import Interval

_STOP_POLL_S = 0.2


@dataclass(frozen=True, slots=True)
class StandIn:
    """A place of the person that somebody else takes then."""

    shift_id: str
    function: Function | None
    crew_id: str


@dataclass(frozen=True, slots=True)
class Outage:
    """What the loss of one person means from an instant to the end of the roster.

    ``falls`` are the shifts that sailed and do not any more, ``weight`` their priorities together;
    ``proven`` says that no roster saves more of them. ``answered`` is false where no roster was found
    in time; nothing is known then.
    """

    crew_id: str
    places: int
    falls: tuple[str, ...]
    weight: int
    stand_ins: tuple[StandIn, ...]
    changed: int
    called: int
    proven: bool
    answered: bool = True


def danger(outage: Outage) -> tuple[int, int, int, int, str]:
    """Sort key, the most dangerous loss first: unknown, then what falls, then how much must change."""
    return int(outage.answered), -outage.weight, -outage.called, -outage.changed, outage.crew_id


def outage_of(replanner: Replanner, crew_id: str, start: datetime, options: SolveOptions) -> Outage:
    """The loss of one person from ``start`` (UTC) on.

    Where stand-ins for the lost places are enough, nothing else is looked for: all shifts sail.
    """
    situation = replanner.situation(ReplanRequest(start=start, drop_outs=(DropOut(crew_id, start),)))
    if not situation.lost:
        return Outage(crew_id, 0, (), 0, (), 0, 0, proven=True)
    answer = replanner.first_answer(situation, options)
    proven = answer is not None and not answer.falls
    if not proven:
        # Who is called and what it costs is asked when it happens.
        whole = next(replanner.answers(situation, options, (Preference.CHANGES,), first=answer, levels_below=1), None)
        answer = whole or answer
        if answer is None:
            return Outage(crew_id, len(situation.lost), (), 0, (), 0, 0, proven=False, answered=False)
        proven = answer.planned is not None and answer.planned.result.levels[0].status is LevelStatus.OPTIMAL
    shifts = replanner.instance.dataset.shifts
    return Outage(
        crew_id=crew_id,
        places=len(situation.lost),
        falls=answer.falls,
        weight=sum(shifts[shift_id].priority for shift_id in answer.falls),
        stand_ins=_stand_ins(answer, {row.shift_id for row in situation.lost}),
        changed=answer.difference.changed,
        called=len(answer.difference.called),
        proven=proven,
    )


def _stand_ins(answer: Answer, shift_ids: set[str]) -> tuple[StandIn, ...]:
    return tuple(
        StandIn(row.shift_id, row.function, row.crew_id) for row in answer.difference.new if row.shift_id in shift_ids
    )


def outages(
    instance: Instance,
    roster: Roster,
    start: datetime,
    *,
    processes: int = 2,
    time_limit_s: float = 10.0,
    stop: threading.Event | None = None,
) -> Iterator[Outage]:
    """The loss of every person on duty from ``start`` (UTC) on, in the order in which they are found.

    The work is done in processes of their own, which see ids and never names. Setting ``stop`` ends
    it with what was found so far.
    """
    shifts = instance.dataset.shifts
    people = sorted(
        {r.crew_id for r in roster.rows if r.on_duty and r.crew_id and shifts[r.shift_id].interval.end > start}
    )
    known = _without_names(instance.dataset), instance.window, dict(instance.rulebook.readings), instance.assume_rested
    context = get_context("spawn")
    with ProcessPoolExecutor(processes, context, _prepare, (*known, roster, time_limit_s)) as pool:
        open_jobs: set[Future[Outage]] = {pool.submit(_judge, crew_id, start) for crew_id in people}
        while open_jobs:
            done, open_jobs = wait(open_jobs, timeout=_STOP_POLL_S, return_when=FIRST_COMPLETED)
            for job in done:
                yield job.result()
            if stop is not None and stop.is_set():
                pool.shutdown(wait=False, cancel_futures=True)
                return


def _without_names(dataset: Dataset) -> Dataset:
    crew = {c: replace(person, name=c, contact="", notes="") for c, person in dataset.crew.items()}
    return replace(dataset, crew=crew)


_judge_one: Callable[[str, datetime], Outage] | None = None


def _prepare(
    dataset: Dataset,
    window: Interval,
    readings: Mapping[str, str],
    assume_rested: bool,
    roster: Roster,
    time_limit_s: float,
) -> None:
    """Once per process: load the law, and judge the rest of the roster's week beforehand."""
    global _judge_one
    instance = Instance(dataset, window, load_rulebook().with_readings(readings), assume_rested)
    replanner = Replanner(instance, roster)
    replanner.prepare()
    options = SolveOptions(time_limit_s=time_limit_s, workers=1)
    _judge_one = lambda crew_id, start: outage_of(replanner, crew_id, start, options)  # noqa: E731


def _judge(crew_id: str, start: datetime) -> Outage:
    assert _judge_one is not None
    return _judge_one(crew_id, start)
