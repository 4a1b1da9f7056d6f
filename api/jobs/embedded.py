"""The engine inside the service: threads that claim runs from the job table of this database."""

from __future__ import annotations

import logging
import os
import platform
import threading
import time
import uuid

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from api.jobs.task import Runner, run_job
from api.store.jobs import claim

_log = logging.getLogger("crew_roster.jobs")
#: So often a thread without work looks for runs that another process has queued or left behind.
_POLL_S = 0.5
_OUTAGE_S = 2.0
#: A thread that is well gives a sign of life many times a second; building a large model takes a while.
_SILENT_S = 60.0


class EmbeddedEngine:
    """``solver_processes`` threads, each with one solver process at a time."""

    def __init__(self, runner: Runner):
        self._runner = runner
        self._wake = threading.Event()
        self._owner = f"{platform.node()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        self._owners = [f"{self._owner}:{number}" for number in range(runner.settings.solver_processes)]
        self._threads = [
            threading.Thread(target=self._work, args=(owner,), name=f"run-{number}", daemon=True)
            for number, owner in enumerate(self._owners)
        ]

    def start(self) -> None:
        for thread, owner in zip(self._threads, self._owners, strict=True):
            self._runner.beat(owner)
            thread.start()

    def submit(self, session: Session, job_id: int) -> None:
        """Nothing to do: the row itself is the order."""

    def submitted(self) -> None:
        self._wake.set()

    def beating(self) -> bool:
        """Whether every thread works or looks for work."""
        since = time.monotonic() - _SILENT_S
        return all(
            thread.is_alive() and self._runner.beats.get(owner, 0.0) > since
            for thread, owner in zip(self._threads, self._owners, strict=True)
        )

    def close(self) -> None:
        self._runner.closing.set()
        self._wake.set()
        for thread in self._threads:
            if thread.ident is not None:
                thread.join()

    def _work(self, owner: str) -> None:
        while not self._runner.closing.is_set():
            self._runner.beat(owner)
            try:
                if self._one(owner):
                    continue
                self._wake.wait(_POLL_S)
                self._wake.clear()
            except SQLAlchemyError:
                # The database is away: the lease ends by itself, and the run is claimed again.
                _log.exception("the database cannot be reached")
                self._runner.closing.wait(_OUTAGE_S)
            except Exception:
                _log.exception("a run ended by a fault of the program")
                self._runner.closing.wait(_OUTAGE_S)

    def _one(self, owner: str) -> bool:
        with self._runner.store.writing() as session:
            lease = claim(session, owner, self._runner.settings.lease_s)
        if lease is None:
            return False
        run_job(self._runner, lease)
        return True
