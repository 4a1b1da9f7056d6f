"""The parent's side of a solver process: start, listen, ask to stop, end it for certain."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection

from api.jobs.child import STOP, main
from api.jobs.work import Message, Work

_CONTEXT = multiprocessing.get_context("spawn")
_JOIN_S = 5.0


class SolverProcess:
    """One run in a process of its own: a crash of the solver's native code takes only this run with it."""

    def __init__(self, process: multiprocessing.process.BaseProcess, connection: Connection):
        self._process = process
        self._connection = connection

    @property
    def pid(self) -> int:
        assert self._process.pid is not None
        return self._process.pid

    @property
    def exit_code(self) -> int | None:
        return self._process.exitcode

    def next_message(self, timeout_s: float) -> Message | None:
        """The next message, ``None`` if there was none in time.

        Raises
        ------
        EOFError
            If the process has ended and everything it sent has been read.
        """
        try:
            return self._connection.recv() if self._connection.poll(timeout_s) else None
        except OSError as error:
            raise EOFError from error

    def stop(self) -> None:
        """Ask for the end with the best so far; can be repeated, also before the search has begun."""
        with contextlib.suppress(OSError):
            self._connection.send(STOP)


_starting = threading.Lock()


@contextmanager
def solver_process(work: Work, nice: int = 0) -> Iterator[SolverProcess]:
    """A process that does the work; at the end it is gone, whatever state it was in."""
    ours, theirs = _CONTEXT.Pipe()
    process = _CONTEXT.Process(target=main, args=(theirs, os.getpid(), nice), name="crew-roster-solver", daemon=True)
    try:
        with _starting:
            process.start()
        theirs.close()
        with contextlib.suppress(OSError):
            ours.send(work)
        yield SolverProcess(process, ours)
    finally:
        ours.close()
        if process.pid is not None:
            process.join(0)
            if process.is_alive():
                process.kill()
            process.join(_JOIN_S)
            process.close()
