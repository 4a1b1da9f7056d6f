"""Ids that a file does not have: one fault for one cause, however many rows it shows in.

Three causes are told apart: a spreadsheet changed the ids of a column, the id is misspelt where it
is defined, or it is misspelt where it is used.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from optimizer.findings import Text
from optimizer.intake.faults import Fault, quoted
from optimizer.intake.lost_ids import ChangedIds
from optimizer.intake.rows import Row, Rows
from optimizer.intake.suggest import nearest_id
from optimizer.intake.tables import TABLES

#: Comparing spellings takes time; a file that fits another dataset needs no thousand suggestions.
_MOST_GUESSES = 20


class Referrers:
    """All rows of a dataset that name ids of one file."""

    def __init__(self, target: str, known: Rows, columns: Sequence[tuple[str, Rows]]):
        self._target = target
        self._key = TABLES[target].key
        self._known = known
        self._columns = columns
        lost = dict.fromkeys(known.lost_keys, "")
        self._labels = lost | {row[self._key]: row["name"] or "" for row in known if row[self._key] is not None}
        self._changed = ChangedIds(self._labels)
        self._shorter_keys: dict[str, str] = {}

    def report(self) -> None:
        """Report every id that is not there, at the first row of each column that names it."""
        unknown = [(name, _by_value(rows, name, self._labels)) for name, rows in self._columns]
        left = [(name, self._without_changed(name, found)) for name, found in unknown]
        self._report_changed_keys()
        total: Counter[str] = Counter()
        for _, found in left:
            total.update({value: len(rows) for value, rows in found.items()})
        faults = self._faults(total)
        for name, found in left:
            for value, rows in found.items():
                report_once(rows, name, faults[value])

    def _faults(self, unknown: Counter[str]) -> dict[str, Fault]:
        """What to say of each unknown id, given in how many rows each one stands."""
        faults = {
            value: unknown_reference(value, self._target, self._labels, guess=number < _MOST_GUESSES)
            for number, value in enumerate(unknown)
        }
        orphan = self._orphan(unknown)
        if orphan is not None:
            faults[orphan[0]] = _defined_otherwise(orphan[0], self._target, orphan[1], self._labels)
        return faults

    def _without_changed(self, name: str, found: Mapping[str, list[Row]]) -> Mapping[str, list[Row]]:
        """The unknown ids of a column, less those that a spreadsheet changed (reported as one)."""
        meant = {value: other for value in found if (other := self._changed.meant(value)) is not None}
        if len(meant) < 2 or 2 * len(meant) <= len(found):
            return found
        rows = [row for value in meant for row in found[value]]
        if all(value.isdigit() and len(other) < len(value) for value, other in meant.items()):
            self._shorter_keys |= {other: value for value, other in meant.items()}
            for row in rows:
                row.bad.add(name)
        else:
            report_once(sorted(rows, key=lambda row: row.number), name, _changed(meant, self._target))
        return {value: rows for value, rows in found.items() if value not in meant}

    def _report_changed_keys(self) -> None:
        """Where it is the defining file that lost its zeros, that file has the fault, once."""
        if self._shorter_keys:
            rows = [row for row in self._known if row[self._key] in self._shorter_keys]
            meant = {row[self._key]: self._shorter_keys[row[self._key]] for row in rows}
            report_once(rows, self._key, _changed(meant, ""))

    def _orphan(self, unknown: Counter[str]) -> tuple[str, Row] | None:
        """The unknown id that several rows name, and the only row of the file that none names."""
        ranked = [(value, count) for value, count in unknown.most_common(2)]
        if not ranked or ranked[0][1] < 2 or (len(ranked) > 1 and ranked[1][1] == ranked[0][1]):
            return None
        named = {row[name] for name, rows in self._columns for row in rows}
        named |= {self._changed.meant(value) for value in named if value is not None and value not in self._labels}
        alone = [row for row in self._known if row[self._key] is not None and row[self._key] not in named]
        return (ranked[0][0], alone[0]) if len(alone) == 1 else None


def report_once(rows: Sequence[Row], name: str, fault: Fault) -> None:
    """Report a fault that several rows of one file share at the first of them; none makes a record."""
    first, count = rows[0], len({row.number for row in rows})
    for row in rows:
        row.bad.add(name)
    if count > 1:
        problem = Text(
            f"{fault.problem.de} Das betrifft {count} Zeilen, zuerst Zeile {first.number}.",
            f"{fault.problem.en} This concerns {count} rows, row {first.number} first.",
        )
        fault = Fault(fault.code, problem, fault.fix)
    first.fault(name, fault)


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
    return Fault("input.unknown_reference", _not_there(value, file), fix)


def _by_value(rows: Rows, name: str, known: Mapping[str, str]) -> dict[str, list[Row]]:
    found: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row[name] is not None and row[name] not in known:
            found[row[name]].append(row)
    return found


def _not_there(value: str, file: str) -> Text:
    return Text(f"„{value}“ gibt es in {file} nicht.", f'"{value}" does not exist in {file}.')


def _defined_otherwise(value: str, table: str, row: Row, labels: Mapping[str, str]) -> Fault:
    file, key = TABLES[table].file, row[TABLES[table].key]
    label = f" ({labels[key]})" if labels[key] else ""
    return Fault(
        "input.unknown_reference",
        _not_there(value, file),
        Text(
            f"Auf „{key}“{label} in {file}, Zeile {row.number}, bezieht sich nichts; ist dasselbe gemeint,"
            f" dort „{value}“ schreiben. Sonst „{value}“ in {file} ergänzen.",
            f'Nothing refers to "{key}"{label} in {file}, row {row.number}; if the same is meant,'
            f' write "{value}" there. Otherwise add "{value}" to {file}.',
        ),
    )


def _changed(meant: Mapping[str, str], table: str) -> Fault:
    pairs = quoted([f"{value} → {other}" for value, other in meant.items()])
    count = len(meant)
    where_de, where_en = (
        (f" In {TABLES[table].file} heißen sie anders.", f" {TABLES[table].file} has them otherwise.")
        if table
        else (" Die übrigen Dateien nennen sie anders.", " The other files have them otherwise.")
    )
    return Fault(
        "input.changed_ids",
        Text(
            f"Ein Tabellenprogramm hat {count} Kennungen dieser Spalte verändert, z. B. führende Nullen entfernt."
            f"{where_de}",
            f"A spreadsheet changed {count} ids of this column, e.g. removed leading zeros.{where_en}",
        ),
        Text(
            f"Die Spalte vor dem Eintragen als Text formatieren und schreiben: {pairs}.",
            f"Format the column as text before filling it, and write: {pairs}.",
        ),
    )
