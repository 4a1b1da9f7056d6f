"""``crew-roster retention`` and ``person``: what is kept of people, given out, erased, deleted in time."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from api.cli.serve import read_settings
from optimizer.cli.problem import CommandError
from optimizer.cli.unwritable import not_writable
from optimizer.export.files import write_whole
from optimizer.findings import DatasetError, Text

person = typer.Typer(help="Daten einer Person ausgeben oder löschen / give out or erase one person's data")
_CrewId = Annotated[str, typer.Argument(metavar="CREW_ID", help="Personalnummer / crew id")]


def retention(
    delete: Annotated[
        bool, typer.Option("--now/--dry-run", help="löschen; sonst nur aufzählen / delete; else only list")
    ] = False,
) -> None:
    """Aufzählen oder löschen, was nicht mehr aufbewahrt wird / list or delete what is kept no longer."""
    from api.records.retention import sweep
    from api.rosters.opened import OpenDatasets
    from api.store import open_store

    settings = read_settings()
    store = open_store(settings.url)
    try:
        found = sweep(store, OpenDatasets(), dry_run=not delete, key_hours=settings.idempotency_hours)
    finally:
        store.close()
    for due in found:
        print(f"{due.since.isoformat()}  {due.subject}  {due.citation}".rstrip())
    did = Text("gelöscht", "deleted") if delete else Text("zu löschen", "to be deleted")
    print(f"{len(found)} {did.de} / {did.en}", file=sys.stderr)


@person.command("export")
def export_person(
    crew_id: _CrewId,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="- ist die Ausgabe / - for stdout")] = "-",
) -> None:
    """Alles über eine Person als JSON / everything about a person as JSON."""
    from api.records.person import UnknownPersonError, person_document
    from api.rosters.opened import OpenDatasets
    from api.store import open_store

    store = open_store(read_settings().url)
    try:
        with store.reading() as session:
            content = json.dumps(person_document(session, OpenDatasets(), crew_id), ensure_ascii=False, indent=2)
    except UnknownPersonError:
        raise _unknown(crew_id) from None
    finally:
        store.close()
    if out == "-":
        print(content)
        return
    try:
        write_whole(Path(out), content.encode())
    except OSError as error:
        raise not_writable(Path(out), error) from None


@person.command("erase")
def erase_person(
    crew_id: _CrewId,
    sure: Annotated[bool, typer.Option("--yes", help="ohne Rückfrage / without asking")] = False,
) -> None:
    """Eine Person löschen, soweit das Gesetz es zulässt / erase a person as far as the law lets it."""
    from api.records.erasure import StillNeededError, erase
    from api.records.person import UnknownPersonError
    from api.rosters.opened import OpenDatasets
    from api.store import open_store

    if not sure:
        typer.confirm(f"{crew_id}: endgültig löschen / erase for good?", abort=True)
    store = open_store(read_settings().url)
    try:
        with store.writing() as session:
            done = erase(session, OpenDatasets(), crew_id, actor="command line")
    except UnknownPersonError:
        raise _unknown(crew_id) from None
    except StillNeededError as error:
        raise CommandError(error.text) from None
    except DatasetError:
        raise CommandError(
            Text(
                "Ein Datensatz ist für diese Programmversion nicht mehr gültig; nichts wurde gelöscht.",
                "A dataset is not valid for this version of the program any more; nothing was erased.",
            )
        ) from None
    finally:
        store.close()
    print(f"{crew_id} → {done.pseudonym}")
    print(
        "Ein laufender Dienst hat die Person noch im Gedächtnis, bis er neu gestartet wird. / "
        "A service at work has the person in its memory until it is started again.",
        file=sys.stderr,
    )
    for what, kept in done.kept:
        print(f"{what}: {kept.until.isoformat()} ({kept.period.citation})")


def _unknown(crew_id: str) -> CommandError:
    return CommandError(Text(f"Über „{crew_id}“ ist nichts gespeichert.", f'Nothing is stored about "{crew_id}".'))
