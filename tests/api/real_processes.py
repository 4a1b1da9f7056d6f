"""The project's commands as processes of their own, and what the system knows about processes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
_MAIN = "import sys; from api.cli import main; sys.exit(main())"


def command(*arguments: str, log: Path | None = None, **environment: str) -> subprocess.Popen[bytes]:
    """``crew-roster ARGUMENTS`` in the background, with these settings and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CREW_ROSTER_")}
    told = subprocess.DEVNULL if log is None else log.open("ab")
    try:
        return subprocess.Popen(
            [sys.executable, "-c", _MAIN, *arguments],
            env={**kept, "PYTHONPATH": str(PROJECT), **environment},
            stdin=subprocess.DEVNULL,
            stdout=told,
            stderr=told,
        )
    finally:
        if not isinstance(told, int):
            told.close()


def solvers_of(pid: int) -> list[int]:
    """The solver processes of a process."""
    return [child for child, parent, line in _processes() if parent == pid and b"spawn_main" in line]


def children_of(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [child for child, parent, _ in _processes() if parent == pid]


def with_mark(mark: str) -> dict[int, int]:
    """Processes whose environment holds a text, with their parents."""
    return {pid: parent for pid, parent, _ in _processes() if mark.encode() in _read(pid, "environ")}


def alive(pid: int) -> bool:
    """Whether a process runs; a dead one whose parent has not looked yet does not."""
    return any(pid == other for other, _, _ in _processes())


def _processes() -> Iterator[tuple[int, int, bytes]]:
    for folder in Path("/proc").glob("[0-9]*"):
        pid = int(folder.name)
        fields = _read(pid, "stat").rpartition(b")")[2].split()
        if fields and fields[0] not in (b"Z", b"X"):
            yield pid, int(fields[1]), _read(pid, "cmdline")


def _read(pid: int, name: str) -> bytes:
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""
