"""A PostgreSQL of our own for the tests: from the system's package, on loopback, in a temporary folder."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg

_USER = "crew_roster"


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a server that only listens on loopback; yields its URL without a database name."""
    initdb, pg_ctl = _program("initdb"), _program("pg_ctl")
    folder = Path(tempfile.mkdtemp(prefix="crew-roster-pg-"))
    data, port = folder / "data", _free_port()
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres", "postgres")
    options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
    try:
        _run(initdb, "-D", data, "-U", _USER, "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        _run(pg_ctl, "-D", data, "-l", folder / "log", "-w", "-o", options, "start")
        try:
            yield f"postgresql://{_USER}@127.0.0.1:{port}"
        finally:
            _run(pg_ctl, "-D", data, "-m", "immediate", "-w", "stop")
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


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]
