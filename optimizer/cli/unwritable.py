"""Why a file cannot be written, and what to do about it."""

from __future__ import annotations

import os.path
from pathlib import Path

from optimizer.cli.problem import CommandError
from optimizer.findings import Text


def not_writable(path: Path, error: OSError) -> CommandError:
    """The sentence for a target that cannot be written: each cause has its own remedy."""
    why = _cause(path, error)
    return CommandError(
        Text(
            f"„{path}“ kann nicht geschrieben werden: {why.de} Mit --out lässt sich ein anderer Ort wählen.",
            f'"{path}" cannot be written: {why.en} --out chooses another place.',
        )
    )


def _cause(path: Path, error: OSError) -> Text:
    folder = Path(os.path.abspath(path)).parent
    if os.path.isdir(path):
        return Text(
            "Das ist ein Ordner. Einen Dateinamen dahinter schreiben, z. B. roster.csv.",
            "This is a folder. Add a file name, e.g. roster.csv.",
        )
    if os.path.exists(path) and not os.path.isfile(path):
        return Text("Das ist keine gewöhnliche Datei.", "This is not an ordinary file.")
    if os.path.exists(folder) and not os.path.isdir(folder):
        return Text(f"„{folder}“ ist eine Datei und kein Ordner.", f'"{folder}" is a file, not a folder.')
    if not isinstance(error, PermissionError) and not os.path.exists(folder):
        return Text(
            f"Den Ordner „{folder}“ gibt es nicht. Zuerst den Ordner anlegen.",
            f'The folder "{folder}" does not exist. Create it first.',
        )
    reason = error.strerror or str(error)
    if os.path.exists(path) and isinstance(error, PermissionError):
        return Text(
            f"{reason}. Ist die Datei noch in einem anderen Programm offen oder schreibgeschützt?",
            f"{reason}. Is the file still open in another program, or read-only?",
        )
    if isinstance(error, PermissionError):
        return Text(
            f"{reason}. In diesem Ordner darf nicht geschrieben werden.", f"{reason}. This folder may not be written."
        )
    return Text(f"{reason}.", f"{reason}.")
