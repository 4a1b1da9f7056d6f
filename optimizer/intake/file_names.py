"""Which file of a folder holds which table, and what a file under another name probably is."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report, quoted
from optimizer.intake.grid import clean
from optimizer.intake.schema import Table
from optimizer.intake.source import twice
from optimizer.intake.suggest import nearest
from optimizer.intake.tables import LATER_FILES, SETTINGS_FILE, TABLES
from optimizer.terms import normalise

_WORKBOOKS = frozenset({"xlsx", "xls", "xlsm", "xlsb", "ods", "numbers"})
_TEXTS = frozenset({"csv", "txt", "tsv", "tab"})


def by_table(files: dict[str, bytes], report: Report) -> dict[str, bytes]:
    """Contents by the format's own file names; other files and missing ones are reported."""
    known = {table.file: table for table in TABLES.values()}
    names = [*known, SETTINGS_FILE]
    by_name = {name.casefold(): name for name in names}
    found: dict[str, str] = {}
    unknown: list[str] = []
    for file in files:
        name = by_name.get(clean(file).casefold())
        if name is None:
            unknown.append(file)
        elif name in found:
            report.error(twice(found[name], file), file)
        else:
            found[name] = file
    missing = [name for name in names if name not in found]
    named = _report_other_names(unknown, [known[name] for name in missing if name in known], report)
    rest = [file for file in unknown if file not in named.values()]
    misspelt = _report_unknown(rest, [name for name in missing if name not in named], report)
    for name, table in known.items():
        reported = any(error.file == name for error in report.errors)
        if table.required and name not in found and name not in misspelt and not reported:
            report.error(_file_missing(table, [file for file in rest if _ending(file) in _WORKBOOKS]), name)
    return {name: files[file] for name, file in found.items()}


def _report_other_names(unknown: Sequence[str], missing: Sequence[Table], report: Report) -> dict[str, str]:
    """Tables that lie there as a workbook or under another name: the format's name to that file."""
    named: dict[str, str] = {}
    for table in missing:
        file = next((file for file in unknown if file not in named.values() and _is_called(file, table)), None)
        if file is not None:
            named[table.file] = file
            report.error(_other_name(table, file), table.file)
    return named


def _is_called(file: str, table: Table) -> bool:
    """``crew.xlsx``, ``crew.csv.txt``, ``Besatzung.csv``; where it is needed also ``Besatzung KW 50.csv``."""
    parts = clean(file).split(".")
    while len(parts) > 1 and parts[-1].casefold() in _WORKBOOKS | _TEXTS:
        parts.pop()
    stem = normalise(".".join(parts))
    words = [normalise(word) for word in (table.name, table.title.de, *table.also)]
    if _ending(file) not in _WORKBOOKS | _TEXTS:
        return False
    return stem in words or (table.required and any(stem.startswith(word) for word in words))


def _ending(file: str) -> str:
    return file.rpartition(".")[2].casefold()


def _report_unknown(unknown: Sequence[str], missing: Sequence[str], report: Report) -> set[str]:
    """Misspelt files are faults (all that they could be is returned), others are notices."""
    later = {f"{name}.csv" for name in LATER_FILES}
    misspelt: set[str] = set()
    for file in unknown:
        guess = nearest(file, missing, cutoff=0.88) if file.casefold() not in later else None
        if guess is not None:
            misspelt.add(guess)
            report.error(_file_misspelt(guess), file)
        else:
            report.notice("input.unknown_file", _unused(file, later=file.casefold() in later))
    return misspelt


def _unused(file: str, *, later: bool) -> Text:
    if later:
        return Text(f"Die Datei „{file}“ wird noch nicht ausgewertet.", f'The file "{file}" is not evaluated yet.')
    if _ending(file) in _WORKBOOKS:
        return Text(
            f"Die Arbeitsmappe „{file}“ wird nicht verwendet; gelesen werden nur CSV-Dateien.",
            f'The workbook "{file}" is not used; only CSV files are read.',
        )
    return Text(
        f"Die Datei „{file}“ ist nicht bekannt und wird nicht verwendet.",
        f'The file "{file}" is not known and is not used.',
    )


def _missing_text(table: Table) -> Text:
    required_de, required_en = ("erforderliche ", "required ") if table.required else ("", "")
    return Text(
        f"Die {required_de}Datei {table.file} ({table.title.de}) fehlt",
        f"The {required_en}file {table.file} ({table.title.en}) is missing",
    )


def _other_name(table: Table, file: str) -> Fault:
    missing = _missing_text(table)
    problem = Text(f"{missing.de}; dafür liegt „{file}“ da.", f'{missing.en}; there is "{file}" instead.')
    if _ending(file) in _WORKBOOKS:
        fix = Text(
            f"„{file}“ im Tabellenprogramm öffnen und als „CSV UTF-8“ unter dem Namen {table.file} speichern.",
            f'Open "{file}" in the spreadsheet program and save it as "CSV UTF-8" under the name {table.file}.',
        )
    else:
        fix = Text(f"„{file}“ in {table.file} umbenennen.", f'Rename "{file}" to {table.file}.')
    return Fault("input.file_missing" if table.required else "input.file_misspelt", problem, fix)


def _file_missing(table: Table, workbooks: list[str]) -> Fault:
    missing = _missing_text(table)
    fix = Text("Die Datei in den Ordner oder die ZIP-Datei legen.", "Put the file into the folder or the zip file.")
    if workbooks:
        fix = Text(
            f"Die Datei dazulegen. Arbeitsmappen ({quoted(workbooks)}) werden nicht gelesen: das Blatt daraus als"
            f" „CSV UTF-8“ unter dem Namen {table.file} speichern.",
            f"Add the file. Workbooks ({quoted(workbooks)}) are not read: save the sheet as"
            f' "CSV UTF-8" under the name {table.file}.',
        )
    return Fault("input.file_missing", Text(f"{missing.de}.", f"{missing.en}."), fix)


def _file_misspelt(guess: str) -> Fault:
    return Fault(
        "input.file_misspelt",
        Text("Diese Datei ist nicht bekannt.", "This file is not known."),
        Text(f"Meinten Sie „{guess}“? Dann die Datei umbenennen.", f'Did you mean "{guess}"? Then rename the file.'),
    )
