"""Ctrl-C during a run, with real signals."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time

import pytest

from optimizer.cli.interrupt import EXIT_INTERRUPTED, run_interruptibly

pytestmark = pytest.mark.filterwarnings("error")


def _interrupt_soon() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()


def test_result_without_interruption() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert run_interruptibly(lambda stop: stop.is_set(), lambda: None) == (False, False)
    assert signal.getsignal(signal.SIGINT) is before


def test_first_interruption_asks_the_work_to_stop_and_keeps_its_result() -> None:
    told: list[str] = []

    def work(stop: threading.Event) -> str:
        _interrupt_soon()
        assert stop.wait(10)
        time.sleep(0.5)
        return "best so far"

    assert run_interruptibly(work, lambda: told.append("stopping")) == ("best so far", True)
    assert told == ["stopping"]


def test_faults_of_the_work_arrive() -> None:
    def work(_stop: threading.Event) -> None:
        raise TimeoutError("from inside")

    with pytest.raises(TimeoutError, match="from inside"):
        run_interruptibly(work, lambda: None)


def test_waiting_is_reported() -> None:
    ticks: list[float] = []
    run_interruptibly(lambda _stop: time.sleep(0.7), lambda: None, lambda: ticks.append(time.monotonic()))
    assert len(ticks) >= 2


def test_second_interruption_ends_the_program() -> None:
    code = (
        "import time; from optimizer.cli.interrupt import run_interruptibly;"
        "print('ready', flush=True);"
        "run_interruptibly(lambda stop: time.sleep(60), lambda: print('stopping', flush=True))"
    )
    child = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, encoding="utf-8", env=_environment())
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(0.5)
    child.send_signal(signal.SIGINT)
    assert child.stdout.readline() == "stopping\n"
    child.send_signal(signal.SIGINT)
    assert child.wait(10) == EXIT_INTERRUPTED
    child.stdout.close()


def _environment() -> dict[str, str]:
    """The same import path as this test, also where the project is not installed."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
