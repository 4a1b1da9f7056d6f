"""A service of real processes that are started again when they die: one process, or one with two workers."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx
from http_service import V1, packed
from postgres_server import PostgresServer, free_port, killable_postgres, new_database
from real_processes import command, solvers_of, with_mark
from service_fleet import FILES, small_fleet

from api.store import Store, open_store
from optimizer.instance import Instance
from optimizer.intake import read_files
from optimizer.law import load_rulebook
from optimizer.timeline import iso_week

_POLL_S = 0.05
_TIMEOUT_S = 10.0
_LEASE_S = "2"
_CREWS = 10
_MARK = "CRASH_BENCH"


@dataclass
class Bench:
    """The processes, the store they share, and the dataset that is planned."""

    kind: str
    url: str
    folder: Path
    postgres: PostgresServer | None
    mark: str = field(default_factory=lambda: uuid.uuid4().hex)
    port: int = field(default_factory=free_port)
    processes: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)
    started_again: int = 0
    dataset_id: int = 0

    @property
    def names(self) -> tuple[str, ...]:
        return ("api",) if self.kind == "embedded" else ("api", "worker-1", "worker-2")

    def look_after(self) -> None:
        """Start what has not been started or has died."""
        for name in self.names:
            process = self.processes.get(name)
            if process is not None and process.poll() is None:
                continue
            self.started_again += process is not None
            self.processes[name] = self._start(name)

    def _start(self, name: str) -> subprocess.Popen[bytes]:
        arguments = ("serve", "--port", str(self.port)) if name == "api" else ("worker",)
        return command(
            *arguments,
            log=self.folder / f"{name}.log",
            CREW_ROSTER_DATABASE_URL=self.url,
            CREW_ROSTER_ENGINE=self.kind,
            CREW_ROSTER_LEASE_S=_LEASE_S,
            # On a busy machine a living process may be given up too: that is no reason to lose its run.
            CREW_ROSTER_ATTEMPTS_MOST="20",
            CREW_ROSTER_SOLVER_NICE="0",
            **{_MARK: self.mark},
        )

    def solvers(self) -> list[int]:
        return [solver for process in self.processes.values() for solver in solvers_of(process.pid)]

    def kill_solver(self) -> bool:
        """Kill the solver process that is at work; whether there was one."""
        for solver in self.solvers():
            with contextlib.suppress(ProcessLookupError):
                os.kill(solver, signal.SIGKILL)
                return True
        return False

    def worker_of(self, pid: int, chance: random.Random) -> str:
        """The worker that is this process, else any of them."""
        workers = [name for name in self.names if name != "api"]
        return next((name for name in workers if self.processes[name].pid == pid), chance.choice(workers))

    def orphans(self) -> list[int]:
        """Processes of this bench that nobody who is alive has started."""
        ours = {process.pid for process in self.processes.values() if process.poll() is None}
        marked = with_mark(f"{_MARK}={self.mark}")
        return [pid for pid, parent in marked.items() if pid not in ours and parent not in ours]

    def client(self) -> httpx.Client:
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=_TIMEOUT_S)

    def store(self) -> Store:
        return open_store(self.url, upgraded=False)

    def order(self, key: str, until: float) -> tuple[int, int]:
        """Order a plan with an ``Idempotency-Key``, as often as needed; returns the ids of plan and run.

        Raises
        ------
        TimeoutError
            If nobody has accepted the order by ``until`` (monotonic seconds).
        """
        body = {"dataset_id": self.dataset_id, "name": key, "week": "2026-W50", "time_limit_s": 120}
        with self.client() as client:
            while time.monotonic() < until:
                try:
                    answer = client.post(f"{V1}/plans", json=body, headers={"Idempotency-Key": key})
                except httpx.TransportError:
                    time.sleep(_POLL_S)
                    continue
                if answer.is_success:
                    made = answer.json()
                    return made["plan"]["id"], made["job"]["id"]
                if answer.status_code < 500:
                    raise AssertionError(answer.text)
                time.sleep(_POLL_S)
        raise TimeoutError(f"order {key} was not accepted")

    def ready(self) -> None:
        """Wait until the service answers."""
        with self.client() as client:
            while True:
                self.look_after()
                try:
                    if client.get("/readyz").is_success:
                        return
                except httpx.TransportError:
                    pass
                time.sleep(_POLL_S)

    def close(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait()


def instance() -> Instance:
    """The week that is planned."""
    dataset = read_files(fleet()).dataset
    return Instance(dataset, iso_week("2026-W50"), load_rulebook().with_readings(dataset.settings.readings))


@contextmanager
def bench(kind: str, folder: Path) -> Iterator[Bench]:
    """A bench that is ready, with a dataset."""
    with ExitStack() as stack:
        server = stack.enter_context(killable_postgres()) if kind == "cluster" else None
        url = f"sqlite:///{folder / 'crew-roster.sqlite3'}" if server is None else new_database(server.url, "crash")
        made = Bench(kind, url, folder, server)
        stack.callback(made.close)
        made.ready()
        with made.client() as client:
            files = packed(fleet())
            answer = client.post(f"{V1}/datasets", content=files, headers={"Content-Type": "application/zip"})
            answer.raise_for_status()
            made.dataset_id = answer.json()["id"]
        yield made


def fleet() -> dict[str, bytes]:
    """A ferry with two shifts a day and people enough that a plan takes a second or two."""
    shifts, crew, certificates = ([FILES[f"{name}.csv"].splitlines()[0]] for name in ("shifts", "crew", "certificates"))
    for day in range(7, 14):
        for start, end in (("06:00", "12:00"), ("12:00", "18:00")):
            date = f"{day:02}.12.2026"
            shifts.append(f"S-{day}-{start[:2]};F1;{date} {start};{date} {end};Elbe;3;ja;Over;Over;ja;20")
    known = "900;;01.10.2026 00:00;07.12.2026 00:00;040 1"
    for number in range(_CREWS):
        master, hand = f"{2 * number + 1:04}", f"{2 * number + 2:04}"
        crew.append(f"{master};M {number};01.02.{1970 + number};employee;{12 + 2 * number};F1;01.03.2012;{known}")
        crew.append(f"{hand};D {number};01.02.{1971 + number};employee;{14 + number};F1;01.03.2014;{known}")
        certificates += [
            f"{master};ferry_certificate;01.02.2015;Over",
            f"{master};boatman;01.02.2012;",
            f"{hand};deckhand;01.02.2014;",
        ]
    tables = {"shifts": shifts, "crew": crew, "certificates": certificates}
    return small_fleet(**{name: "\n".join(lines) + "\n" for name, lines in tables.items()})
