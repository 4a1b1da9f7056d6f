"""The console script: commands of the service beside those of the optimizer, ending in the same ways."""

from __future__ import annotations

from collections.abc import Sequence

from api.cli.backup import backup, restore
from api.cli.export_plan import export_plan
from api.cli.records import person, retention
from api.cli.serve import serve
from api.cli.upgrade import upgrade
from api.cli.user import user
from api.cli.worker import worker
from optimizer.cli.app import app
from optimizer.cli.app import main as run

for _command in (serve, worker, export_plan, upgrade, backup, restore, retention):
    app.command()(_command)
app.add_typer(user, name="user")
app.add_typer(person, name="person")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code and never lets a traceback reach the user."""
    return run(arguments)
