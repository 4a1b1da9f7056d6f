"""Keys that occur once, and references that lead somewhere."""

from __future__ import annotations

from collections.abc import Mapping

from optimizer.findings import Text
from optimizer.intake.faults import Fault, quoted
from optimizer.intake.rows import Rows
from optimizer.intake.suggest import nearest_id
from optimizer.intake.tables import TABLES

Tables = Mapping[str, Rows | None]

#: Key columns that several rows may share.
_SHARED_KEYS = {"watches"}

#: Comparing spellings takes time; a file that fits another dataset needs no thousand suggestions.
_MOST_GUESSES = 20


def check_keys(rows: Tables) -> None:
    """Report every key that occurs more than once, naming the row it occurs in first."""
    for name, table in TABLES.items():
        if not table.key or name in _SHARED_KEYS:
            continue
        first: dict[str, int] = {}
        for row in rows.get(name) or ():
            key = row[table.key]
            if key is not None and first.setdefault(key, row.number) != row.number:
                row.fault(table.key, _twice(key, first[key], row.number))


def check_references(rows: Tables) -> None:
    """Report every reference to a vessel, person, shift or watch plan that is not there."""
    faults: dict[tuple[str, str], Fault] = {}
    labels = {name: _labels(name, rows[name]) for name in ("vessels", "crew", "shifts", "watches")}
    for name, table in TABLES.items():
        for column in table.columns:
            known = labels.get(column.ref)
            if known is None:
                continue
            for row in rows.get(name) or ():
                value = row[column.name]
                if value is not None and value not in known:
                    key = column.ref, value
                    if key not in faults:
                        faults[key] = unknown_reference(value, column.ref, known, guess=len(faults) < _MOST_GUESSES)
                    row.fault(column.name, faults[key])


def _labels(name: str, rows: Rows | None) -> dict[str, str] | None:
    """Known keys with a name to show; ``None`` where the file itself could not be read."""
    if rows is None or not rows.has_keys:
        return None
    key = TABLES[name].key
    lost = dict.fromkeys(rows.lost_keys, "")
    return lost | {row[key]: row["name"] or "" for row in rows if row[key] is not None}


def unknown_reference(value: str, table: str, labels: Mapping[str, str], *, guess: bool = True) -> Fault:
    """Fault for an id that a file does not have, with the nearest one (if a ``guess`` is wanted)."""
    file = TABLES[table].file
    near = nearest_id(value, labels) if guess else None
    if near is None:
        known_de, known_en = (
            (f"; vorhanden: {quoted(list(labels), 8)}", f"; there are: {quoted(list(labels), 8)}")
            if labels
            else ("", "")
        )
        fix = Text(f"Eine Kennung aus {file} eintragen{known_de}.", f"Enter an identifier of {file}{known_en}.")
    else:
        label = f" ({labels[near]})" if labels[near] else ""
        fix = Text(
            f"Meinten Sie „{near}“{label}? Sonst in {file} ergänzen.",
            f'Did you mean "{near}"{label}? Otherwise add it to {file}.',
        )
    return Fault(
        "input.unknown_reference",
        Text(f"„{value}“ gibt es in {file} nicht.", f'"{value}" does not exist in {file}.'),
        fix,
    )


def _twice(key: str, first: int, second: int) -> Fault:
    return Fault(
        "input.key_twice",
        Text(
            f"„{key}“ steht in Zeile {first} und noch einmal in Zeile {second}.",
            f'"{key}" stands in row {first} and again in row {second}.',
        ),
        Text("Eine der beiden Zeilen löschen oder umbenennen.", "Delete or rename one of the two rows."),
    )
