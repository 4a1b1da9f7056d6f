"""A PostgreSQL of our own for the tests: from the system's package, on loopback, in a temporary folder."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from real_processes import alive, children_of

_USER = "crew_roster"
_STARTS = 50


class PostgresServer:
    """A server that only listens on loopback and can be killed and started again."""

    def __init__(self, folder: Path):
        self._data, self._log, self._port = folder / "data", folder / "log", free_port()
        if os.geteuid() == 0:
            shutil.chown(folder, "postgres", "postgres")
        _run(
            *(_program("initdb"), "-D", self._data, "-U", _USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        )

    @property
    def url(self) -> str:
        """Its URL without a database name."""
        return f"postgresql://{_USER}@127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start the server; after a kill its last processes may still be about to notice, and it is tried again."""
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        for attempt in range(_STARTS):
            try:
                _run(_program("pg_ctl"), "-D", self._data, "-l", self._log, "-w", "-t", "300", "-o", options, "start")
                return
            except RuntimeError:
                if attempt + 1 == _STARTS:
                    print(self._log.read_text("utf-8", errors="replace")[-4000:], file=sys.stderr)
                    raise
                time.sleep(0.2)

    def stop(self) -> None:
        if (self._data / "postmaster.pid").exists():
            _run(_program("pg_ctl"), "-D", self._data, "-m", "immediate", "-w", "stop")

    def kill(self) -> None:
        """Kill the server and everything it has started; returns when they are gone."""
        server = int((self._data / "postmaster.pid").read_text("utf-8").split()[0])
        everybody = [server, *children_of(server)]
        for pid in everybody:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        while any(alive(pid) for pid in everybody):
            time.sleep(0.02)


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a server; yields its URL without a database name."""
    with killable_postgres() as server:
        yield server.url


@contextmanager
def killable_postgres() -> Iterator[PostgresServer]:
    """A server that runs, in a temporary folder."""
    folder = Path(tempfile.mkdtemp(prefix="crew-roster-pg-"))
    try:
        server = PostgresServer(folder)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str, name: str) -> str:
    """An empty database on a server; returns its URL."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[call-overload]
    return f"{server}/{name}"


def drop_database(server: str, name: str) -> None:
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')  # type: ignore[call-overload]


def _program(name: str) -> str:
    # Debian keeps the server's programs off the path, one folder for each version.
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    program = str(found[-1]) if found else shutil.which(name)
    if program is None:
        raise RuntimeError(f"{name} is missing: install PostgreSQL (Debian: apt-get install postgresql)")
    return program


def _run(*command: object) -> None:
    # The server refuses to run as root.
    lower = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [*lower, *map(str, command)],
        cwd="/",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.STDOUT,
        check=False,
    )
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]} ended with {done.returncode}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
