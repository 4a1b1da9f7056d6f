"""A backup of the whole store in one file, made and restored while the service runs.

The file is a zip of ``manifest.json`` and the database's own form of a copy: a SQLite file made by the
online backup, or a dump of ``pg_dump``. Every table's checksum stands in the manifest and is compared
with what lies in the database after a restore.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Engine, create_engine, make_url, text

from api.clock import now
from api.operation.content import content_of, is_empty
from api.store import Store
from api.store.migrations import newest_revision, revision_of, upgrade
from optimizer.findings import Text

_MANIFEST, _COPY = "manifest.json", "store"
_FORMAT = 1


class BackupError(RuntimeError):
    """A backup or restore that cannot be done; ``text`` says why and what to do."""

    def __init__(self, text: Text):
        super().__init__(text.en)
        self.text = text


def back_up(store: Store, target: Path) -> dict[str, Any]:
    """Write the whole store to a new file; returns its manifest.

    Raises
    ------
    BackupError
        If the file exists, or PostgreSQL's programs are missing or fail.
    OSError
        If it cannot be written.
    """
    if target.exists():
        raise BackupError(Text(f"„{target}“ gibt es schon.", f'"{target}" exists already.'))
    with tempfile.TemporaryDirectory(dir=target.absolute().parent, prefix=".backup-") as folder:
        copy, packed = Path(folder) / _COPY, Path(folder) / "packed"
        dialect = store.engine.dialect.name
        made = now().isoformat()
        copied = _copy_sqlite(store.engine, copy) if dialect == "sqlite" else _dump(store.engine, copy)
        manifest = {"format": _FORMAT, "database": dialect, "made_at": made, **copied}
        with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr(_MANIFEST, json.dumps(manifest, indent=1))
            archive.write(copy, _COPY)
        # It holds everything about everybody.
        packed.chmod(0o600)
        try:
            os.link(packed, target)
        except FileExistsError:
            raise BackupError(Text(f"„{target}“ gibt es schon.", f'"{target}" exists already.')) from None
        except OSError:
            # Not every file system knows links.
            os.replace(packed, target)
    return manifest


def restore(url: str, source: Path, *, replace: bool) -> dict[str, Any]:
    """Put a backup in the place of what the store holds, compare every table, and upgrade; returns the manifest.

    Raises
    ------
    BackupError
        If the file is no backup of this kind of database or damaged, if it is newer than this
        program, if the store is not empty and ``replace`` is not given, or if what was restored is
        not what was backed up.
    """
    engine = _engine_of(url)
    try:
        return _restore(engine, source, replace)
    finally:
        engine.dispose()


def _restore(engine: Engine, source: Path, replace: bool) -> dict[str, Any]:
    with tempfile.TemporaryDirectory(prefix="crew-roster-restore-") as folder:
        copy = Path(folder) / _COPY
        manifest = _unpacked(source, copy)
        if manifest["database"] != engine.dialect.name:
            raise BackupError(
                Text(
                    f"Die Sicherung ist von {manifest['database']}, die Datenbank ist {engine.dialect.name}.",
                    f"The backup is of {manifest['database']}, the database is {engine.dialect.name}.",
                )
            )
        if manifest["revision"] is None or manifest["revision"] > newest_revision():
            raise BackupError(
                Text("Die Sicherung ist neuer als dieses Programm.", "The backup is newer than this program.")
            )
        with engine.connect() as connection:
            if not replace and not is_empty(connection):
                raise BackupError(
                    Text(
                        "Die Datenbank ist nicht leer. Mit --replace wird ihr Inhalt ersetzt.",
                        "The database is not empty. With --replace its content is replaced.",
                    )
                )
        if engine.dialect.name == "sqlite":
            _restore_sqlite(engine, copy, manifest)
        else:
            _restore_dump(engine, copy)
    with engine.connect() as connection:
        _compare(content_of(connection, manifest["content"]), manifest)
    upgrade(engine)
    return manifest


def _copy_sqlite(engine: Engine, copy: Path) -> dict[str, Any]:
    with _sqlite(engine.url) as source, contextlib.closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=DELETE")
    return _checked_copy(copy)


def _checked_copy(copy: Path) -> dict[str, Any]:
    opened = create_engine(f"sqlite:///{copy}")
    try:
        with opened.connect() as connection:
            if connection.exec_driver_sql("PRAGMA integrity_check").scalar() != "ok":
                raise _damaged()
            return {"revision": revision_of(connection), "content": content_of(connection)}
    finally:
        opened.dispose()


def _restore_sqlite(engine: Engine, copy: Path, manifest: dict[str, Any]) -> None:
    _compare(_checked_copy(copy)["content"], manifest)
    with contextlib.closing(sqlite3.connect(copy)) as source, _sqlite(engine.url) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode=WAL")
        # What was there before leaves the journal too.
        target.execute("PRAGMA wal_checkpoint(TRUNCATE)")


@contextlib.contextmanager
def _sqlite(url: URL) -> Any:
    assert url.database
    Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(url.database, timeout=30.0)) as connection:
        yield connection


def _dump(engine: Engine, copy: Path) -> dict[str, Any]:
    # The snapshot makes dump and checksums speak of the same moment.
    with engine.connect().execution_options(isolation_level="REPEATABLE READ") as connection:
        snapshot = connection.scalar(text("SELECT pg_export_snapshot()"))
        told = {"revision": revision_of(connection), "content": content_of(connection)}
        _postgresql(
            "pg_dump",
            engine.url,
            "--format=custom",
            "--no-owner",
            "--no-privileges",
            f"--snapshot={snapshot}",
            f"--file={copy}",
        )
    return told


def _restore_dump(engine: Engine, copy: Path) -> None:
    _postgresql(
        "pg_restore",
        engine.url,
        "--clean",
        "--if-exists",
        "--no-owner",
        "--no-privileges",
        "--single-transaction",
        "--exit-on-error",
        after=(str(copy),),
    )


def _postgresql(program: str, url: URL, *options: str, after: tuple[str, ...] = ()) -> None:
    found = shutil.which(program)
    if found is None:
        raise BackupError(
            Text(
                f"{program} fehlt: das Paket postgresql-client installieren.",
                f"{program} is missing: install the package postgresql-client.",
            )
        )
    # The password goes by the environment: command lines can be read by everybody on the machine.
    plain = url.set(drivername="postgresql", password=None).render_as_string(hide_password=False)
    environment = {**os.environ, "PGOPTIONS": "-c lock_timeout=60s"}
    if url.password:
        environment["PGPASSWORD"] = str(url.password)
    done = subprocess.run(
        [found, *options, "--no-password", f"--dbname={plain}", *after],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        said = " ".join(done.stderr.split())[:500]
        raise BackupError(Text(f"{program} ist gescheitert: {said}", f"{program} failed: {said}"))


def _unpacked(source: Path, copy: Path) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(source) as archive:
            manifest: dict[str, Any] = json.loads(archive.read(_MANIFEST))
            if manifest.get("format") != _FORMAT:
                raise _damaged()
            with archive.open(_COPY) as packed, copy.open("wb") as target:
                shutil.copyfileobj(packed, target)
    except FileNotFoundError:
        raise BackupError(Text(f"„{source}“ gibt es nicht.", f'"{source}" does not exist.')) from None
    except (zipfile.BadZipFile, KeyError, ValueError, EOFError, OSError):
        raise _damaged() from None
    return manifest


def _compare(found: dict[str, Any], manifest: dict[str, Any]) -> None:
    wanted = manifest["content"]["tables"]
    other = sorted(name for name in wanted if found["tables"].get(name) != wanted[name])
    if other:
        names = ", ".join(other)
        raise BackupError(
            Text(
                f"Das Wiederhergestellte stimmt nicht mit der Sicherung überein: {names}.",
                f"What was restored is not what was backed up: {names}.",
            )
        )


def _damaged() -> BackupError:
    return BackupError(
        Text("Die Datei ist keine Sicherung oder beschädigt.", "The file is no backup, or it is damaged.")
    )


def _engine_of(url: str) -> Engine:
    """An engine without upgrading: what is restored may be older or newer than what is there."""
    parsed = make_url(url)
    if parsed.get_backend_name() == "sqlite" and parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    if parsed.drivername in ("postgresql", "postgres"):
        parsed = parsed.set(drivername="postgresql+psycopg")
    return create_engine(parsed, hide_parameters=True)
