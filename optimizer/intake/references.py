"""Keys that occur once, and references that lead somewhere."""

from __future__ import annotations

from collections.abc import Mapping

from optimizer.findings import Text
from optimizer.intake.faults import Fault
from optimizer.intake.rows import Rows
from optimizer.intake.tables import TABLES
from optimizer.intake.unknown_ids import Referrers

Tables = Mapping[str, Rows | None]

#: Key columns that several rows may share.
_SHARED_KEYS = {"watches"}


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
    for target in ("vessels", "crew", "shifts", "watches"):
        known = rows[target]
        if known is not None and known.has_keys:
            Referrers(target, known, _pointing(target, rows)).report()


def _pointing(target: str, rows: Tables) -> list[tuple[str, Rows]]:
    """Columns that name ids of ``target``, with the rows of their file."""
    return [
        (column.name, rows[name] or Rows())
        for name, table in TABLES.items()
        for column in table.columns
        if column.ref == target
    ]


def _twice(key: str, first: int, second: int) -> Fault:
    return Fault(
        "input.key_twice",
        Text(
            f"„{key}“ steht in Zeile {first} und noch einmal in Zeile {second}.",
            f'"{key}" stands in row {first} and again in row {second}.',
        ),
        Text("Eine der beiden Zeilen löschen oder umbenennen.", "Delete or rename one of the two rows."),
    )
