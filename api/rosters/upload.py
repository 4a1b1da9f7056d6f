"""A dataset as JSON: the same tables, read by the same reader, so that nothing is judged in two ways."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Mapping
from typing import Any

from optimizer.intake.tables import SETTINGS_FILE, TABLES


class UploadError(ValueError):
    """The JSON has not the form of a dataset; ``part`` says where."""

    def __init__(self, part: str, de: str, en: str):
        super().__init__(en)
        self.part, self.de, self.en = part, de, en


def parse_json(content: bytes) -> Any:
    """JSON without ``NaN`` and ``Infinity``, which are none, and without a key twice.

    Raises
    ------
    UploadError
        If it is not JSON in UTF-8.
    """
    try:
        return json.loads(content.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=_unique)
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise UploadError(
            "body", f"Das ist kein JSON in UTF-8: {error}", f"This is no JSON in UTF-8: {error}"
        ) from None


def files_from_json(content: Any) -> dict[str, bytes]:
    """The files of ``{"name": …, "tables": {"vessels": [{"vessel_id": …}, …], …}, "settings": {…}}``.

    Row n of a table is row n + 1 of the file that faults name: headings are row 1.

    Raises
    ------
    UploadError
        If it has not this form.
    """
    tables = content.get("tables") if isinstance(content, dict) else None
    if not isinstance(tables, dict):
        raise UploadError("body.tables", "Die Tabellen fehlen.", "The tables are missing.")
    try:
        return _files(tables, content.get("settings"))
    except UnicodeEncodeError:
        raise UploadError("body", "Ein Text enthält halbe Zeichen.", "A text holds half characters.") from None


def _files(tables: Mapping[str, Any], settings: Any) -> dict[str, bytes]:
    files = {}
    for name, rows in tables.items():
        if name not in TABLES:
            raise UploadError(
                f"body.tables.{name}", f"Die Tabelle „{name}“ gibt es nicht.", f'There is no table "{name}".'
            )
        files[TABLES[name].file] = _csv(name, rows)
    if settings is not None:
        files[SETTINGS_FILE] = _toml(settings).encode()
    return files


def _no_number(name: str) -> None:
    raise UploadError("body", f"„{name}“ ist keine Zahl.", f'"{name}" is not a number.')


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise UploadError("body", "Ein Name steht zweimal in einem Objekt.", "A name stands twice in an object.")
    return found


def _csv(name: str, rows: Any) -> bytes:
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise UploadError(
            f"body.tables.{name}", "Erwartet wird eine Liste von Objekten.", "A list of objects is expected."
        )
    columns = list(dict.fromkeys(key for row in rows for key in row))
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";", lineterminator="\n")
    writer.writerow(columns)
    for number, row in enumerate(rows):
        writer.writerow([_cell(row.get(column), f"body.tables.{name}[{number}].{column}") for column in columns])
    return text.getvalue().encode()


def _cell(value: Any, part: str) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "|".join(_cell(item, part) for item in value)
    if isinstance(value, str):
        return value
    if isinstance(value, int) or (isinstance(value, float) and math.isfinite(value)):
        return repr(value)
    raise UploadError(
        part, "Hier steht ein Text, eine Zahl oder eine Liste davon.", "A text, a number or a list of them is expected."
    )


def _toml(settings: Any) -> str:
    if not isinstance(settings, dict):
        raise UploadError("body.settings", "Erwartet wird ein Objekt.", "An object is expected.")
    plain = [
        f"{json.dumps(key)} = {_toml_value(value, key)}"
        for key, value in settings.items()
        if not isinstance(value, dict)
    ]
    for key, value in settings.items():
        if isinstance(value, dict):
            plain += [f"[{json.dumps(key)}]", *(f"{json.dumps(k)} = {_toml_value(v, k)}" for k, v in value.items())]
    return "\n".join(plain) + "\n"


def _toml_value(value: Any, key: str) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (str, int, float)):
        return json.dumps(value)
    if isinstance(value, list):
        return f"[{', '.join(_toml_value(item, key) for item in value)}]"
    raise UploadError(f"body.settings.{key}", "Hier steht ein Wert.", "A value is expected.")
