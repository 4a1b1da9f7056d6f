"""``crew-roster backup`` and ``restore``: the whole store as one file, also while the service runs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from api.cli.serve import read_settings
from optimizer.cli.problem import CommandError
from optimizer.cli.unwritable import not_writable
from optimizer.findings import Text


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="neue Datei / new file")],
) -> None:
    """Alles sichern, auch im Betrieb / back up everything, also while the service runs."""
    from api.operation.backup import BackupError, back_up
    from api.store import open_store
    from api.store.audit import broken_at, record

    store = open_store(read_settings().url)
    try:
        with store.reading() as session:
            fault = broken_at(session)
        if fault is not None:
            print(
                f"Achtung: Das Protokoll passt ab Eintrag {fault.entry_id} nicht zusammen. / "
                f"Note: the audit trail does not fit together from entry {fault.entry_id} on.",
                file=sys.stderr,
            )
        manifest = back_up(store, file)
        with store.writing() as session:
            record(session, "store.backup", "store", detail={"made_at": manifest["made_at"]})
    except BackupError as error:
        raise CommandError(error.text) from None
    except OSError as error:
        raise not_writable(file, error) from None
    finally:
        store.close()
    rows = sum(table["rows"] for table in manifest["content"]["tables"].values())
    print(f"{file}: {rows} Zeilen / rows")


def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Sicherung / backup")],
    replace: Annotated[bool, typer.Option("--replace", help="Vorhandenes ersetzen / replace what is there")] = False,
) -> None:
    """Sicherung zurückspielen und prüfen / restore a backup and compare it."""
    from api.operation.backup import BackupError
    from api.operation.backup import restore as put_back
    from api.store import open_store
    from api.store.audit import record

    settings = read_settings()
    try:
        manifest = put_back(settings.url, file, replace=replace)
    except BackupError as error:
        raise CommandError(error.text) from None
    store = open_store(settings.url)
    try:
        with store.writing() as session:
            record(session, "store.restore", "store", detail={"made_at": manifest["made_at"]})
    finally:
        store.close()
    rows = sum(table["rows"] for table in manifest["content"]["tables"].values())
    text = Text(f"wiederhergestellt und verglichen: {rows} Zeilen", f"restored and compared: {rows} rows")
    print(f"{text.de} / {text.en}")
