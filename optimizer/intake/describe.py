"""The input format as Markdown tables, out of the same description the reader uses."""

from __future__ import annotations

from optimizer.intake.schema import Column, Table
from optimizer.intake.tables import LATER_FILES, TABLES

_HEAD = {
    "de": ("Spalte", "Überschrift auch", "Inhalt", "Pflicht", "Hinweis"),
    "en": ("Column", "Heading also", "Content", "Required", "Note"),
}


def describe_tables(lang: str = "de") -> str:
    """One Markdown table per file: columns, spellings, content, required or not, notes."""
    parts = [_table(table, lang) for table in TABLES.values()]
    label = "Not evaluated yet" if lang == "en" else "Noch nicht ausgewertet"
    parts.append(f"{label}: {', '.join(f'`{name}.csv`' for name in LATER_FILES)}.")
    return "\n\n".join(parts) + "\n"


def _table(table: Table, lang: str) -> str:
    english = lang == "en"
    required = (" (required)" if english else " (erforderlich)") if table.required else ""
    lines = [f"### `{table.file}` – {table.title.in_language(lang)}{required}", ""]
    lines.append(_line(*_HEAD["en" if english else "de"]))
    lines.append(_line(*["---"] * 5))
    lines += [_column(column, lang) for column in table.columns]
    if table.later:
        label = "Not evaluated yet" if english else "Noch nicht ausgewertet"
        lines += ["", f"{label}: {', '.join(f'`{name}`' for name in table.later)}."]
    return "\n".join(lines)


def _column(column: Column, lang: str) -> str:
    yes = ("yes" if lang == "en" else "ja") if column.required else ""
    content = column.kind.label.in_language(lang)
    if column.ref:
        content += f" → `{column.ref}.csv`"
    note = column.note.in_language(lang) if column.note is not None else ""
    return _line(f"`{column.name}`", ", ".join((column.de, *column.also)), content, yes, note)


def _line(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"
