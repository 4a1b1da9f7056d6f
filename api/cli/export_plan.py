"""``crew-roster export-plan``: a stored plan as a file, without the service running."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.cli.serve import read_settings
from optimizer.cli.arguments import language
from optimizer.cli.options import Language
from optimizer.cli.problem import CommandError
from optimizer.cli.unwritable import not_writable
from optimizer.export.files import write_whole
from optimizer.findings import Text

if TYPE_CHECKING:
    from api.settings import Settings


def export_plan(
    plan_id: Annotated[int, typer.Argument(metavar="PLAN", help="Nummer des Plans / number of the plan", min=1)],
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Ziel; - ist die Ausgabe / target; - for stdout")],
    form: Annotated[str, typer.Option("--format", help="Format: csv / format")] = "csv",
    version: Annotated[int | None, typer.Option("--version", help="sonst die neueste / else the newest", min=1)] = None,
    lang: Language = "de",
) -> None:
    """Gespeicherten Plan ausgeben / export a stored plan."""
    lang = language(lang)
    content = _content(read_settings(), plan_id, version, form, lang)
    if out == "-":
        sys.stdout.buffer.write(content)
        return
    try:
        write_whole(Path(out), content)
    except OSError as error:
        raise not_writable(Path(out), error) from None


def _content(settings: Settings, plan_id: int, version: int | None, form: str, lang: str) -> bytes:
    # Only here: every other command would wait for libraries that it does not need.
    from api.errors import ServiceError
    from api.jobs.embedded import EmbeddedEngine
    from api.jobs.task import Runner
    from api.rosters.opened import OpenDatasets
    from api.routes.exports import FORMATS
    from api.routes.find import standing
    from api.routes.service import Service
    from api.store import open_store

    if form not in FORMATS:
        raise CommandError(Text(f"Möglich sind: {', '.join(FORMATS)}.", f"Possible: {', '.join(FORMATS)}."))
    store, known = open_store(settings.url), OpenDatasets()
    try:
        # The engine is never started: nothing is solved here.
        service = Service(settings, store, EmbeddedEngine(Runner(store, settings, known)), known)
        here = standing(service, plan_id, version)
    except ServiceError as error:
        raise CommandError(Text(error.problem.message.de, error.problem.message.en)) from None
    finally:
        store.close()
    return FORMATS[form][1](here.instance, here.roster, lang)
