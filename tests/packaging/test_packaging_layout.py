"""What the project's folder may hold at its top."""

from __future__ import annotations

import subprocess
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
TOP_LEVEL = {"pyproject.toml", "README.md", "optimizer", "api", "data", "tests"}


def _tracked() -> set[str]:
    if not (PROJECT / ".git").exists():
        return {path.name for path in PROJECT.iterdir()}
    listed = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files"],
        cwd=PROJECT,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return {line.split("/", 1)[0] for line in listed.stdout.splitlines()}


def test_nothing_else_at_the_top() -> None:
    tracked = _tracked()
    assert {"pyproject.toml", "optimizer", "data", "tests"} <= tracked
    assert {name for name in tracked if not name.startswith(".")} <= TOP_LEVEL


def test_the_command_that_continuous_integration_runs_is_there() -> None:
    run = PROJECT / ".ci" / "run"
    assert run.stat().st_mode & 0o111
    assert run.read_text("utf-8").startswith("#!/usr/bin/env bash")
