"""Ctrl-C during a long run: the first one ends it with the best kept, the second ends the program.

The work runs in a thread of its own, because Python delivers a signal only to its main thread and
only between two of its own steps, never while that thread waits inside the solver.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")

EXIT_INTERRUPTED = 130
_POLL_SECONDS = 0.2


def run_interruptibly(
    work: Callable[[threading.Event], Result],
    on_interrupt: Callable[[], None],
    on_wait: Callable[[], None] = lambda: None,
) -> tuple[Result, bool]:
    """Run ``work`` with a stop event; returns its result and whether it was asked to stop.

    Exceptions of ``work`` are raised here.
    """
    stop = threading.Event()

    def handle(_signal: int, _frame: FrameType | None) -> None:
        if stop.is_set():
            os._exit(EXIT_INTERRUPTED)
        stop.set()

    previous = signal.signal(signal.SIGINT, handle)
    try:
        outcome = _start(work, stop)
        while not wait([outcome], timeout=_POLL_SECONDS).done and not stop.is_set():
            on_wait()
        if stop.is_set():
            on_interrupt()
        return _patiently(outcome), stop.is_set()
    finally:
        signal.signal(signal.SIGINT, previous)


def _start(work: Callable[[threading.Event], Result], stop: threading.Event) -> Future[Result]:
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work(stop))
        except BaseException as error:  # noqa: BLE001 - raised again by the waiting thread
            outcome.set_exception(error)

    threading.Thread(target=run, daemon=True).start()
    return outcome


def _patiently(outcome: Future[Result]) -> Result:
    """Wait in short steps, so that a second Ctrl-C is heard."""
    while not wait([outcome], timeout=_POLL_SECONDS).done:
        pass
    return outcome.result()
