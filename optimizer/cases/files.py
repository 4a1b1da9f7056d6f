"""Files of cases: JSON lists of objects with ``id``, ``law``, ``facts`` and ``expected``."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from optimizer.findings import Text


@dataclass(frozen=True, slots=True)
class Case:
    """One case as it stands in its file."""

    case_id: str
    law: str
    facts: Mapping[str, Any]
    expected: Mapping[str, Any]


class CaseFileError(Exception):
    """A file that holds no cases; ``faults`` say where, what is wrong and how to mend it."""

    def __init__(self, faults: list[Text]):
        super().__init__("; ".join(fault.en for fault in faults))
        self.faults = faults


_PARTS = {"id": str, "law": str, "facts": dict, "expected": dict}
_SHAPE = Text(
    "Nötig ist eine JSON-Liste von Fällen mit id, law, facts und expected.",
    "Needed: a JSON list of cases with id, law, facts and expected.",
)


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, in file order.

    Raises
    ------
    CaseFileError
        If the file cannot be read, is no JSON list, or a case lacks a part; all faults at once.
    """
    content = _content(path)
    if not isinstance(content, list):
        raise CaseFileError([_fault(path, "", Text("ist keine Liste.", "is no list."), _SHAPE)])
    faults = [fault for number, entry in enumerate(content, start=1) for fault in _faults(path, number, entry)]
    if faults:
        raise CaseFileError(faults)
    return [Case(entry["id"], entry["law"], entry["facts"], entry["expected"]) for entry in content]


def _content(path: Path) -> Any:
    try:
        return json.loads(path.read_text("utf-8-sig"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        problem = Text(f"ist nicht lesbar ({reason}).", f"cannot be read ({reason}).")
        fix = Text("Bitte den Pfad prüfen.", "Check the path.")
    except UnicodeDecodeError:
        problem = Text("ist nicht in UTF-8 geschrieben.", "is not written in UTF-8.")
        fix = Text("Bitte die Datei als UTF-8 speichern.", "Save the file as UTF-8.")
    except (json.JSONDecodeError, RecursionError) as error:
        line = getattr(error, "lineno", 1)
        problem = Text(f"ist kein gültiges JSON (Zeile {line}).", f"is no valid JSON (line {line}).")
        fix = _SHAPE
    raise CaseFileError([_fault(path, "", problem, fix)]) from None


def _faults(path: Path, number: int, entry: Any) -> Iterator[Text]:
    if not isinstance(entry, dict):
        yield _fault(path, f"{number}.", Text("ist kein Objekt.", "is no object."), _SHAPE)
        return
    name = entry["id"] if isinstance(entry.get("id"), str) else f"{number}."
    for part, kind in _PARTS.items():
        if not isinstance(entry.get(part), kind):
            shown = {str: Text("Text", "text"), dict: Text("Objekt", "object")}[kind]
            problem = Text(f"„{part}“ fehlt oder ist kein {shown.de}.", f'"{part}" is missing or no {shown.en}.')
            yield _fault(path, name, problem, _SHAPE)


def _fault(path: Path, case: str, problem: Text, fix: Text) -> Text:
    return fault_text(path.name, case, problem, fix)


def fault_text(file: str, case: str, problem: Text, fix: Text) -> Text:
    """``cargo.json, Fall p104: … Abhilfe: …``"""
    where = Text(f"{file}, Fall {case}" if case else file, f"{file}, case {case}" if case else file)
    return Text(
        f"{where.de}: {problem.de}\n    Abhilfe: {fix.de}",
        f"{where.en}: {problem.en}\n    Fix: {fix.en}",
    )
