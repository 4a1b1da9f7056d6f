"""Faults of the input: where, what was read, what is wrong, how to mend it."""

from __future__ import annotations

from collections.abc import Iterable

from optimizer.findings import InputError, Text


def input_error_lines(errors: Iterable[InputError], lang: str = "de", *, undone: Text = Text("", "")) -> list[str]:
    """All faults, file by file and row by row, two or three lines each.

    Parameters
    ----------
    undone
        A sentence that says what was not done because of them.
    """
    ordered = sorted(errors, key=lambda e: (e.file, e.row or 0, e.column))
    count = len(ordered)
    if lang == "en":
        title = f"The input cannot be used: {count} {'fault' if count == 1 else 'faults'}. {undone.en}"
    else:
        title = f"Die Eingabe kann nicht verwendet werden: {count} Fehler. {undone.de}"
    return [title.rstrip(), *(line for error in ordered for line in _lines(error, lang))]


def _lines(error: InputError, lang: str) -> list[str]:
    fix = error.fix.in_language(lang)
    label = "Fix" if lang == "en" else "Abhilfe"
    lines = [_place(error, lang), f"    {error.problem.in_language(lang)}"]
    return [*lines, f"    {label}: {fix}"] if fix else lines


def _place(error: InputError, lang: str) -> str:
    row, column = ("row", "column") if lang == "en" else ("Zeile", "Spalte")
    parts = [error.file]
    if error.row is not None:
        parts.append(f"{row} {error.row}")
    if error.column:
        parts.append(f"{column} {error.column}")
    place = ", ".join(part for part in parts if part)
    value = error.value if len(error.value) <= 80 else error.value[:79] + "…"
    return f"  {place}: „{value}“" if value and lang != "en" else f'  {place}: "{value}"' if value else f"  {place}"
