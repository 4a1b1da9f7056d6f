"""The one job function: every engine calls it with a run it has claimed."""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from structlog.contextvars import bound_contextvars

from api.jobs.assignment import Assignment, assignment
from api.jobs.ending import end_with
from api.jobs.process import SolverProcess, solver_process
from api.jobs.work import Better, Broken, Done, Looked, OutagesWork
from api.rosters.best import better_of
from api.rosters.documents import document
from api.rosters.opened import OpenDatasets
from api.settings import Settings
from api.store import Store
from api.store.jobs import Lease, LeaseLostError, Wish, give_back, keep_best, locked_job, renew, tell
from optimizer.findings import DatasetError
from optimizer.solve.result import Progress

_log = logging.getLogger("crew_roster.jobs")
_POLL_S = 0.1
#: Progress is written at most so often (seconds); the solver tells more than anybody can read.
_PROGRESS_S = 0.25
#: A run that is to be the same every time is measured by work and may take so many times its limit.
_PATIENCE = 10.0

_CRASHED = {
    "code": "job.crashed",
    "message": {
        "de": "Der Rechenprozess ist mehrmals ohne Ergebnis beendet worden.",
        "en": "The solver process has ended several times without a result.",
    },
}
_FAULT = {
    "code": "job.internal",
    "message": {
        "de": "Programmfehler beim Rechnen; Einzelheiten stehen im Protokoll des Dienstes.",
        "en": "Internal error while solving; details are in the service's log.",
    },
}
_INPUT = {
    "code": "job.input",
    "message": {
        "de": "Der Datensatz ist für diese Programmversion nicht mehr gültig; bitte neu einlesen.",
        "en": "The dataset is not valid for this version of the program any more; please import it again.",
    },
}


@dataclass
class Runner:
    """What every run of this process shares.

    Setting ``closing`` lets a run under way hand in its best roster within ``shutdown_s``; one that has
    none yet, or that must not end early, goes back to the queue. ``beats`` are the last signs of life
    of those who carry out runs (monotonic s).
    """

    store: Store
    settings: Settings
    datasets: OpenDatasets
    closing: threading.Event = field(default_factory=threading.Event)
    beats: dict[str, float] = field(default_factory=dict)

    def beat(self, owner: str) -> None:
        self.beats[owner] = time.monotonic()


def run_job(runner: Runner, lease: Lease) -> None:
    """Carry out a claimed run to its end, or leave it to the next one who claims it.

    Nothing is raised for a run that somebody else has taken over meanwhile.

    Raises
    ------
    sqlalchemy.exc.SQLAlchemyError
        If the database cannot be reached; the run is then claimed again when its lease has ended.
    """
    with bound_contextvars(job_id=lease.job_id, attempt=lease.attempt):
        _run(runner, lease)


def _run(runner: Runner, lease: Lease) -> None:
    try:
        with runner.store.reading() as session:
            given = assignment(session, runner.datasets, lease, runner.settings.solver_threads)
        if given.crashes >= runner.settings.attempts_most:
            _end(runner, lease, None, _CRASHED)
            return
        with solver_process(given.work, runner.settings.solver_nice) as process:
            _Attempt(runner, given, process).follow()
    except LeaseLostError:
        _log.warning("run %s was taken over or has ended", lease.job_id)
    except DatasetError:
        _end(runner, lease, None, _INPUT)
    except SQLAlchemyError:
        raise
    except Exception:
        _log.exception("run %s failed", lease.job_id)
        _end(runner, lease, None, _FAULT)


def _end(runner: Runner, lease: Lease, found: dict[str, Any] | None, error: dict[str, Any] | None) -> None:
    with runner.store.writing() as session:
        state = end_with(session, lease, found, error)
    _log.info("run %s ended: %s", lease.job_id, state)


class _Attempt:
    """One solver process, followed from its start to its end."""

    def __init__(self, runner: Runner, given: Assignment, process: SolverProcess):
        self._runner, self._given, self._process = runner, given, process
        self._store, self._lease = runner.store, given.lease
        self._started = self._renewed = time.monotonic()
        self._stop_since: float | None = None
        self._closing_since: float | None = None
        self._pending: Progress | Looked | None = None
        self._told_at = 0.0
        self._told: object = None

    def follow(self) -> None:
        while True:
            self._runner.beat(self._lease.owner)
            if self._runner.closing.is_set() and not self._hands_in():
                self._give_back(crashed=False)
                return
            self._sign_of_life()
            if self._overdue():
                _log.warning("run %s did not end in time, its process is ended", self._lease.job_id)
                self._end(None)
                return
            try:
                message = self._process.next_message(_POLL_S)
            except EOFError:
                _log.warning("run %s: the solver process died", self._lease.job_id)
                self._give_back(crashed=True)
                return
            if isinstance(message, Done) and self._closing_since is not None and not _holds_roster(message.found):
                self._give_back(crashed=False)
                return
            if isinstance(message, Done):
                self._tell_pending(at_once=True)
                self._end(self._given.with_names(message.found))
                return
            if isinstance(message, Broken):
                _log.error("run %s failed in its process: %s", self._lease.job_id, message.trace)
                _end(self._runner, self._lease, None, _FAULT)
                return
            if isinstance(message, Better):
                self._keep(message)
            elif message is not None:
                self._pending = message
            self._tell_pending()

    def _hands_in(self) -> bool:
        """Whether the run is still on its way to its best roster, now that the service ends."""
        work = self._given.work
        if isinstance(work, OutagesWork) or work.options.deterministic:
            # Half of the people looked at, or another roster than the one promised, is no result.
            return False
        self._closing_since = self._closing_since or time.monotonic()
        self._process.stop()
        return time.monotonic() - self._closing_since < self._runner.settings.shutdown_s

    def _sign_of_life(self) -> None:
        at = time.monotonic()
        first = self._told_at == 0.0 and self._renewed == self._started
        if first or at - self._renewed > min(1.0, self._runner.settings.lease_s / 4):
            self._renewed = at
            with self._store.writing() as session:
                wish = renew(session, self._lease, self._runner.settings.lease_s)
            if wish is not Wish.NONE:
                self._stop_since = self._stop_since or at
        if self._stop_since is not None:
            self._process.stop()

    def _overdue(self) -> bool:
        at, grace = time.monotonic(), self._runner.settings.grace_s
        if self._stop_since is not None and at > self._stop_since + grace:
            return True
        work = self._given.work
        if isinstance(work, OutagesWork):
            return False
        limit = work.options.time_limit_s * (_PATIENCE if work.options.deterministic else 1.0)
        return at > self._started + limit + grace

    def _keep(self, better: Better) -> None:
        found = self._given.with_names(better.found)
        with self._store.writing() as session:
            keep_best(session, self._lease, better_of(locked_job(session, self._lease).best, found))
            tell(session, self._lease, "better", {"elapsed_s": round(time.monotonic() - self._started, 1)})

    def _tell_pending(self, *, at_once: bool = False) -> None:
        due = at_once or time.monotonic() - self._told_at >= _PROGRESS_S
        if self._pending is None or not due:
            return
        body = document(self._pending)
        figures = {key: value for key, value in body.items() if key != "elapsed_s"}
        kind = "looked" if isinstance(self._pending, Looked) else "progress"
        self._pending = None
        if figures == self._told:
            return
        self._told, self._told_at = figures, time.monotonic()
        with self._store.writing() as session:
            tell(session, self._lease, kind, body)

    def _end(self, found: dict[str, Any] | None) -> None:
        _end(self._runner, self._lease, found, None)

    def _give_back(self, *, crashed: bool) -> None:
        with self._store.writing() as session:
            give_back(session, self._lease, crashed=crashed)


def _holds_roster(found: dict[str, Any]) -> bool:
    return "roster" in found or bool(found.get("answers"))
