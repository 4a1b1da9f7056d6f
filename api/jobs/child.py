"""The solver process: one run, then it ends. It ends too when its parent dies, however that happens."""

from __future__ import annotations

import os
import signal
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from api.jobs import found
from api.jobs.work import Better, Broken, Done, Looked, Message, OutagesWork, PlanWork, ReplanWork, Work
from optimizer.foresee import Outage, outage_of
from optimizer.instance import Instance
from optimizer.law import load_rulebook
from optimizer.plan import make_plan
from optimizer.replan.answers import Answer, Replanner, settled

#: Sent by the parent: end with the best so far.
STOP = "stop"
ORPHANED = 70
_PARENT_POLL_S = 0.5

Send = Callable[[Message], None]


def main(connection: Connection, parent: int, nice: int) -> None:
    """Do the work that comes first through the pipe, tell of it, and send one :class:`Done` or :class:`Broken`.

    The search runs beside the main thread, which listens: a stop is heard at any moment, also before
    the search has begun.
    """
    # Ctrl-C in a terminal reaches the whole group; it is the parent that decides what becomes of the run.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        # A solve takes all it gets for minutes; whoever only wants to look at a roster goes first.
        os.nice(nice)
    work: Work = connection.recv()
    stop, lock = threading.Event(), threading.Lock()

    def send(message: Message) -> None:
        with lock:
            connection.send(message)

    def run() -> None:
        try:
            send(Done(_done(work, send, stop)))
        except (BrokenPipeError, ConnectionResetError):
            os._exit(ORPHANED)
        except BaseException as error:  # noqa: BLE001 - told to the parent, which keeps it in its log
            send(Broken(type(error).__name__, traceback.format_exc()))

    worker = threading.Thread(target=run, name="run", daemon=True)
    worker.start()
    while worker.is_alive():
        try:
            if connection.poll(_PARENT_POLL_S) and connection.recv() == STOP:
                stop.set()
        except (EOFError, OSError):
            os._exit(ORPHANED)
        if os.getppid() != parent:
            os._exit(ORPHANED)
    connection.close()


def _done(work: Work, send: Send, stop: threading.Event) -> dict[str, Any]:
    rulebook = load_rulebook().with_readings(work.dataset.settings.readings)
    instance = Instance(work.dataset, work.window, rulebook, work.assume_rested)
    if isinstance(work, PlanWork):
        planned = make_plan(instance, work.options, send, stop, lambda better: send(Better(found.planned_week(better))))
        return found.planned_week(planned)
    if isinstance(work, ReplanWork):
        return _answers(instance, work, send, stop)
    return _outages(instance, work, send, stop)


def _answers(instance: Instance, work: ReplanWork, send: Send, stop: threading.Event) -> dict[str, Any]:
    replanner = Replanner(instance, work.roster)
    situation = replanner.situation(work.request)
    first = replanner.first_answer(situation, work.options)
    if first is not None:
        send(Better(found.answers(situation, [first])))
    given: list[Answer] = []
    for answer in replanner.answers(situation, work.options, work.preferences, send, stop):
        given.append(answer)
        send(Better(found.answers(situation, settled(given))))
    if given:
        return found.answers(situation, settled(given))
    last = first or replanner.fallback(situation)
    return found.answers(situation, [] if last is None else [last])


def _outages(instance: Instance, work: OutagesWork, send: Send, stop: threading.Event) -> dict[str, Any]:
    replanner = Replanner(instance, work.roster)
    replanner.prepare()
    shifts = instance.dataset.shifts
    rows = [row for row in work.roster.rows if row.on_duty and row.crew_id]
    people = sorted({row.crew_id for row in rows if shifts[row.shift_id].interval.end > work.start})
    judged: list[Outage] = []
    for crew_id in people:
        if stop.is_set():
            break
        judged.append(outage_of(replanner, crew_id, work.start, work.options))
        send(Looked(len(judged), len(people)))
        send(Better(found.outages(work.start, judged)))
    return found.outages(work.start, judged)
