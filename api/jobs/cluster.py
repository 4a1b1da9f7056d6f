"""The engine for many machines: the service queues, and ``crew-roster worker`` works, on one PostgreSQL."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import platform
import signal
import uuid

from procrastinate import App
from procrastinate.exceptions import ConnectorException
from procrastinate.jobs import Status
from sqlalchemy.orm import Session

from api.jobs.messages import QUEUE, RUN, install, message_app, send, send_missing
from api.jobs.task import Runner, run_job
from api.store.jobs import JobState, claim
from api.store.tables import JobRow

_log = logging.getLogger("crew_roster.jobs")
#: First come the messages that put the others right.
_FIRST = 1
#: A worker silent for so long (s) is dead to procrastinate. Its runs are taken over earlier, when their leases
#: end; a living one that is only slow must not be declared dead, it would have to be started again.
_SILENT_S = 60.0


class ClusterEngine:
    """Queues runs for the workers; this process itself solves nothing."""

    def __init__(self, runner: Runner):
        self._store = runner.store

    def start(self) -> None:
        install(self._store)

    def submit(self, session: Session, job_id: int) -> None:
        send(session, job_id)

    def submitted(self) -> None:
        """Nothing to do: the database wakes the workers when the transaction is committed."""

    def close(self) -> None:
        """Nothing to do: the runs are under way elsewhere."""


class Worker:
    """One run after the other, each in its solver process, until the process is told to end."""

    def __init__(self, runner: Runner):
        self._runner = runner
        self._owner = f"{platform.node()}:{os.getpid()}:{uuid.uuid4().hex[:8]}"
        self._app = message_app(runner.settings.url)
        self._add_tasks()

    def work(self) -> bool:
        """Work until SIGTERM or SIGINT; a run under way is given back to the queue.

        Returns
        -------
        bool
            Whether the end was asked for. The connection to the database may end it too: the process
            is then to be started again.
        """
        install(self._runner.store)
        return asyncio.run(self._until_told())

    async def _until_told(self) -> bool:
        lease_s = self._runner.settings.lease_s
        async with self._app.open_async():
            working = asyncio.create_task(
                self._app.run_worker_async(
                    queues=[QUEUE],
                    name=self._owner,
                    concurrency=1,
                    delete_jobs="always",
                    install_signal_handlers=False,
                    # Runs under way are given back at once, see _run.
                    shutdown_graceful_timeout=0.0,
                    fetch_job_polling_interval=min(5.0, lease_s),
                    update_heartbeat_interval=_SILENT_S / 12,
                    stalled_worker_timeout=_SILENT_S,
                )
            )
            loop = asyncio.get_running_loop()
            for number in (signal.SIGTERM, signal.SIGINT):
                loop.add_signal_handler(number, working.cancel)
            try:
                await working
            except asyncio.CancelledError:
                return True
        return False

    def _add_tasks(self) -> None:
        @self._app.task(name=RUN, queue=QUEUE)
        async def run(job_id: int) -> None:
            await self._run(job_id)

        seconds = max(1, min(30, round(self._runner.settings.lease_s)))

        # With a lock too, a sweep whose worker died would keep away every later one.
        @self._app.periodic(cron=f"* * * * * */{seconds}")
        @self._app.task(name=f"{QUEUE}.sweep", queue=QUEUE, queueing_lock=f"{QUEUE}.sweep", priority=_FIRST)
        async def sweep(timestamp: int) -> None:
            await self._sweep()

    async def _run(self, job_id: int) -> None:
        under_way = asyncio.get_running_loop().run_in_executor(None, self._attempts, job_id)
        try:
            await asyncio.shield(under_way)
        except asyncio.CancelledError:
            self._runner.closing.set()
            await under_way
            raise

    def _attempts(self, job_id: int) -> None:
        """Do a run; if its solver process dies, again, as often as the settings allow."""
        store, closing = self._runner.store, self._runner.closing
        while not closing.is_set():
            with store.writing() as session:
                lease = claim(session, self._owner, self._runner.settings.lease_s, job_id)
            if lease is None:
                return
            run_job(self._runner, lease)
        with store.writing() as session:
            if session.get_one(JobRow, job_id).state == JobState.QUEUED:
                send(session, job_id)

    async def _sweep(self) -> None:
        """Put right what dead workers left behind."""
        await _drop_stalled(self._app)
        sent = await asyncio.get_running_loop().run_in_executor(None, self._send_missing)
        if sent:
            _log.warning("runs left behind, queued again: %s", sent)

    def _send_missing(self) -> list[int]:
        with self._runner.store.writing() as session:
            return send_missing(session)


async def _drop_stalled(app: App) -> None:
    """Remove the messages of dead workers; runs that are still to be done get new ones."""
    manager = app.job_manager
    for message in await manager.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=_SILENT_S):
        # Another sweep may have removed it meanwhile.
        with contextlib.suppress(ConnectorException):
            await manager.finish_job(message, status=Status.FAILED, delete_job=True)
