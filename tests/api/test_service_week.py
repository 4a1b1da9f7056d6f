"""The README's week with the service: the real command, the real curl, judged by the real check."""

from __future__ import annotations

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from http_service import V1, finished_soon

PROJECT = Path(__file__).resolve().parents[2]
_MAIN = "import sys; from api.cli import main; sys.exit(main())"


def _environment(tmp_path: Path, port: int) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("CREW_ROSTER_")}
    command = tmp_path / "bin" / "crew-roster"
    command.parent.mkdir(exist_ok=True)
    command.write_text(f"#!/bin/sh\nexec {sys.executable} -c '{_MAIN}' \"$@\"\n", encoding="utf-8")
    command.chmod(0o755)
    return {
        **kept,
        "PYTHONPATH": str(PROJECT),
        "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
        "CREW_ROSTER_DATA_FOLDER": str(tmp_path / "data"),
        "CREW_ROSTER_PORT": str(port),
    }


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[dict[str, str], int]]:
    """``crew-roster serve`` as a process; its environment and port."""
    port = _free_port()
    environment = _environment(tmp_path, port)
    process = subprocess.Popen(["crew-roster", "serve"], env=environment, stderr=subprocess.DEVNULL)
    try:
        while True:
            assert process.poll() is None
            try:
                httpx.get(f"http://127.0.0.1:{port}/readyz").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.1)
        yield environment, port
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()


def _week(port: int) -> str:
    readme = (PROJECT / "README.md").read_text("utf-8")
    found = re.search(r"<!-- service-week -->\n```\n(.*?)```\n<!-- /service-week -->", readme, re.DOTALL)
    assert found is not None
    return found[1].replace(":8765", f":{port}").replace('"time_limit_s": 60', '"time_limit_s": 3000')


def test_the_week_of_the_readme_ends_in_a_roster_that_the_check_accepts(
    served: tuple[dict[str, str], int], tmp_path: Path
) -> None:
    environment, port = served
    (tmp_path / "work").mkdir()
    (tmp_path / "work" / "data").symlink_to(PROJECT / "data")

    def be_content_with_the_first_roster() -> None:
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=600) as client:
            while client.get(f"{V1}/jobs/1").status_code != 200:
                time.sleep(0.1)
            finished_soon(client, 1)

    helper = threading.Thread(target=be_content_with_the_first_roster, daemon=True)
    helper.start()
    done = subprocess.run(
        ["bash", "-e", "-c", _week(port)],
        cwd=tmp_path / "work",
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "Nichts Rechtswidriges" in done.stdout
    assert "Schichten, die fahren: 162; die nicht fahren: 0." in done.stdout
    assert "event: end" in done.stdout


def test_the_tables_can_be_made_before_the_service_starts(tmp_path: Path) -> None:
    environment = _environment(tmp_path, _free_port())
    done = subprocess.run(
        ["crew-roster", "upgrade"], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stderr
    with sqlite3.connect(tmp_path / "data" / "crew-roster.sqlite3") as connection:
        assert connection.execute("SELECT count(*) FROM job").fetchone() == (0,)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7"])
def test_without_accounts_no_other_machine_is_served(tmp_path: Path, host: str) -> None:
    environment = _environment(tmp_path, _free_port())
    done = subprocess.run(
        ["crew-roster", "serve", "--host", host], env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 2
    assert "127.0.0.1" in done.stderr and "Traceback" not in done.stderr


def test_a_bad_setting_is_one_sentence_and_shows_no_value(tmp_path: Path) -> None:
    environment = {**_environment(tmp_path, _free_port()), "CREW_ROSTER_LEASE_S": "s3cret"}
    done = subprocess.run(["crew-roster", "serve"], env=environment, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 2
    assert "lease_s" in done.stderr and "s3cret" not in done.stderr and "Traceback" not in done.stderr
