"""Where a dataset lies: a folder or a zip of files, read whole and within limits."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report

#: Largest single file and largest dataset, unpacked; a zip that grows beyond it is refused.
MAX_FILE_BYTES = 20 * 1024 * 1024
MAX_TOTAL_BYTES = 100 * 1024 * 1024
MAX_FILES = 200

_CLUTTER = {"thumbs.db", "desktop.ini", "__macosx"}


def read_source(source: Path, report: Report) -> dict[str, bytes]:
    """Contents by file name (of the folder itself, clutter of operating systems left out).

    A zip that holds a single folder is read as that folder. Faults of single files go to the
    report.

    Raises
    ------
    Fault
        If the source is missing, neither folder nor zip, damaged, encrypted or too large.
    """
    try:
        if source.is_dir():
            return _read_folder(source, report)
        exists = source.exists()
    except OSError as error:
        raise _unreadable() from error
    if not exists:
        raise Fault(
            "input.source_missing",
            Text(f"„{source}“ gibt es nicht.", f'"{source}" does not exist.'),
            Text(
                "Den Ordner oder die ZIP-Datei mit den CSV-Dateien angeben.",
                "Name the folder or the zip file with the CSV files.",
            ),
        )
    return _read_zip(source, report)


def read_zip(content: bytes, report: Report) -> dict[str, bytes]:
    """Contents by file name of a zip that is already in memory.

    Raises
    ------
    Fault
        If it is no zip, or damaged, encrypted or too large.
    """
    return _read_archive(io.BytesIO(content), Path("dataset.zip"), report)


def within_limits(files: Mapping[str, bytes], report: Report) -> dict[str, bytes]:
    """Files that are already in memory, without the clutter, under the limits of a folder.

    Raises
    ------
    Fault
        If they are too many or too large.
    """
    kept = {name: content for name, content in files.items() if not is_clutter(name)}
    if len(kept) > MAX_FILES:
        raise _too_many()
    for name, content in kept.items():
        if len(content) > MAX_FILE_BYTES:
            report.error(_too_large(MAX_FILE_BYTES), name)
    if sum(map(len, kept.values())) > MAX_TOTAL_BYTES:
        raise _too_large(MAX_TOTAL_BYTES)
    return kept


def is_clutter(name: str) -> bool:
    """Files that operating systems and office programs leave behind."""
    lower = name.lower()
    return lower in _CLUTTER or lower.startswith((".", "~$", "readme", "liesmich"))


def _read_folder(folder: Path, report: Report) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    entries = sorted(entry for entry in folder.iterdir() if not is_clutter(entry.name))
    if len(entries) > MAX_FILES:
        raise _too_many()
    for entry in entries:
        try:
            if entry.is_dir():
                report.notice("input.unknown_file", _folder_text(entry.name))
            elif entry.stat().st_size > MAX_FILE_BYTES:
                report.error(_too_large(MAX_FILE_BYTES), entry.name)
            else:
                files[entry.name] = entry.read_bytes()
        except OSError:
            report.error(_unreadable(), entry.name)
    if sum(map(len, files.values())) > MAX_TOTAL_BYTES:
        raise _too_large(MAX_TOTAL_BYTES)
    return files


def _read_zip(source: Path, report: Report) -> dict[str, bytes]:
    return _read_archive(source, source, report)


def _read_archive(opened: Path | BinaryIO, source: Path, report: Report) -> dict[str, bytes]:
    try:
        with zipfile.ZipFile(opened) as archive:
            if any(_leads_out(member.filename) for member in archive.infolist()):
                raise _names_lead_out()
            members = [m for m in archive.infolist() if not m.is_dir() and not _is_zip_clutter(m.filename)]
            return _read_members(archive, members, report)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as error:
        raise _broken(source) from error


def _read_members(archive: zipfile.ZipFile, members: list[zipfile.ZipInfo], report: Report) -> dict[str, bytes]:
    if len(members) > MAX_FILES:
        raise _too_many()
    if any(member.flag_bits & 1 for member in members):
        raise Fault(
            "input.zip_encrypted",
            Text("Die ZIP-Datei ist mit einem Kennwort geschützt.", "The zip file is protected by a password."),
            Text("Ohne Kennwort packen.", "Pack it without a password."),
        )
    root = _common_folder(members)
    files: dict[str, bytes] = {}
    left = MAX_TOTAL_BYTES
    for member in members:
        path = PurePosixPath(member.filename.replace("\\", "/"))
        parts = path.parts[len(root) :]
        if len(parts) > 1:
            report.notice("input.unknown_file", _folder_text(str(path)))
            continue
        content = _read_member(archive, member, left)
        left -= len(content)
        if parts[0] in files:
            report.error(twice(parts[0], parts[0]), parts[0])
        files[parts[0]] = content
    return files


def _read_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, left: int) -> bytes:
    """Unpack one file; the size named in the zip is not trusted."""
    limit = min(MAX_FILE_BYTES, left)
    with archive.open(member) as stream:
        content = stream.read(limit + 1)
    if len(content) > limit:
        raise _too_large(MAX_FILE_BYTES if limit == MAX_FILE_BYTES else MAX_TOTAL_BYTES)
    return content


def _common_folder(members: list[zipfile.ZipInfo]) -> tuple[str, ...]:
    """The folder (or nested folders) in which everything lies, if there is one."""
    folders = {PurePosixPath(m.filename.replace("\\", "/")).parts[:-1] for m in members}
    shortest = min(folders, key=len, default=())
    return shortest if all(folder[: len(shortest)] == shortest for folder in folders) else ()


def _leads_out(name: str) -> bool:
    path = PurePosixPath(name.replace("\\", "/"))
    return path.is_absolute() or ".." in path.parts or any(":" in part for part in path.parts[:1])


def _is_zip_clutter(name: str) -> bool:
    return any(is_clutter(part) for part in PurePosixPath(name.replace("\\", "/")).parts)


def _folder_text(name: str) -> Text:
    return Text(
        f"„{name}“ liegt in einem Unterordner oder ist einer und wird nicht gelesen.",
        f'"{name}" is a subfolder or lies in one and is not read.',
    )


def twice(first: str, second: str) -> Fault:
    """The same table in two files (names that differ only in case)."""
    return Fault(
        "input.file_twice",
        Text(
            f"Diese Tabelle gibt es zweimal: „{first}“ und „{second}“.",
            f'This table exists twice: "{first}" and "{second}".',
        ),
        Text("Eine der beiden Dateien entfernen.", "Remove one of the two files."),
    )


def _too_many() -> Fault:
    return Fault(
        "input.too_large",
        Text(f"Es sind mehr als {MAX_FILES} Dateien.", f"There are more than {MAX_FILES} files."),
        Text("Nur die Dateien des Datensatzes angeben.", "Give only the files of the dataset."),
    )


def _too_large(limit: int) -> Fault:
    size = limit // (1024 * 1024)
    return Fault(
        "input.too_large",
        Text(f"Entpackt größer als {size} MB.", f"Larger than {size} MB when unpacked."),
        Text("Den Zeitraum oder die Zahl der Zeilen verkleinern.", "Shorten the period or the number of rows."),
    )


def _names_lead_out() -> Fault:
    return Fault(
        "input.zip_names",
        Text(
            "Die ZIP-Datei enthält Namen, die aus ihr hinausführen („..“ oder ein ganzer Pfad).",
            'The zip file holds names that lead out of it (".." or a whole path).',
        ),
        Text("Den Ordner mit den CSV-Dateien selbst packen.", "Pack the folder with the CSV files itself."),
    )


def _unreadable() -> Fault:
    return Fault(
        "input.unreadable",
        Text("Das lässt sich nicht lesen.", "This cannot be read."),
        Text(
            "Pfad und Zugriffsrechte prüfen und die Dateien in anderen Programmen schließen.",
            "Check the path and the access rights and close the files in other programs.",
        ),
    )


def _broken(source: Path) -> Fault:
    if source.suffix.lower() == ".zip":
        return Fault(
            "input.zip_broken",
            Text("Die ZIP-Datei ist beschädigt oder unvollständig.", "The zip file is damaged or incomplete."),
            Text("Neu packen und noch einmal übertragen.", "Pack it again and transfer it once more."),
        )
    return Fault(
        "input.source_kind",
        Text(
            f"„{source.name}“ ist weder ein Ordner noch eine ZIP-Datei.",
            f'"{source.name}" is neither a folder nor a zip.',
        ),
        Text(
            "Den Ordner angeben, in dem die CSV-Dateien liegen, oder ihn als ZIP packen.",
            "Name the folder that holds the CSV files, or pack it as a zip.",
        ),
    )
