"""The command as a process of its own: signals, encodings, closed pipes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from importlib.resources import files
from pathlib import Path

import pytest
from cli_fleet import write_fleet

COMMAND = [sys.executable, "-c", "import sys; from optimizer.cli import main; sys.exit(main())"]


def environment(**more: str) -> dict[str, str]:
    """The same import path as this test, also where the project is not installed."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path), **more}


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_any_terminal_encoding(tmp_path: Path, encoding: str) -> None:
    fleet = write_fleet(tmp_path / "fleet")
    done = subprocess.run(
        [*COMMAND, "plan", str(fleet), "--out", str(tmp_path / "r.csv")],
        env=environment(PYTHONIOENCODING=encoding),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "Schichten fahren" in done.stdout.decode(encoding)
    assert b"Traceback" not in done.stderr
    assert "Ährenfähre" in (tmp_path / "r.csv").read_text("utf-8-sig"), "the file does not depend on the terminal"


def test_a_reader_that_stops_listening() -> None:
    child = subprocess.Popen([*COMMAND, "law"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
    assert child.stdout is not None and child.stderr is not None
    child.stdout.close()
    complaint = child.stderr.read()
    child.stderr.close()
    child.wait(30)
    assert b"Traceback" not in complaint


def test_ctrl_c_keeps_the_best_roster(tmp_path: Path) -> None:
    fleet = files("data") / "fleets" / "harbour_ferries"
    roster = tmp_path / "r.csv"
    with (tmp_path / "err.txt").open("wb") as err:
        child = subprocess.Popen(
            [
                *COMMAND,
                "plan",
                str(fleet),
                "--out",
                str(roster),
                "--time-limit",
                "300",
                "--lang",
                "en",
            ],
            stdout=subprocess.PIPE,
            stderr=err,
            env=environment(),
        )
    _wait_for(tmp_path / "err.txt", "Level 4")
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    assert child.returncode == 130, (tmp_path / "err.txt").read_text("utf-8")
    assert "Stopped early" in out.decode("utf-8")
    assert len(roster.read_text("utf-8-sig").splitlines()) > 100
    checked = subprocess.run(
        [*COMMAND, "check", str(fleet), str(roster)],
        env=environment(),
        capture_output=True,
        check=False,
    )
    assert checked.returncode in (0, 3), checked.stdout.decode("utf-8")


def _wait_for(file: Path, text: str, seconds: float = 240) -> None:
    deadline = time.monotonic() + seconds
    while text not in file.read_text("utf-8"):
        assert time.monotonic() < deadline, file.read_text("utf-8")
        time.sleep(0.2)
