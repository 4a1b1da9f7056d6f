"""One CSV file given by itself: a roster, a logbook."""

from __future__ import annotations

from pathlib import Path

from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.source import MAX_FILE_BYTES


def single_file(path: Path, report: Report) -> bytes:
    """The content of a file.

    Raises
    ------
    DatasetError
        If the file is missing, cannot be read or is too large.
    """
    try:
        if path.stat().st_size <= MAX_FILE_BYTES:
            return path.read_bytes()
        report.error(_too_large(), path.name)
    except OSError:
        report.error(_no_file(), path.name)
    report.raise_if_any()
    raise AssertionError("unreachable")


def _too_large() -> Fault:
    return Fault(
        "input.too_large",
        Text("Die Datei ist zu groß.", "The file is too large."),
        Text("Die richtige Datei angeben.", "Name the right file."),
    )


def _no_file() -> Fault:
    return Fault(
        "input.source_missing",
        Text(
            "Diese Datei gibt es nicht, oder sie lässt sich nicht lesen.", "This file does not exist or cannot be read."
        ),
        Text("Pfad und Zugriffsrechte prüfen.", "Check the path and the access rights."),
    )
