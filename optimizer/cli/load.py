"""From a folder to what a command works with."""

from __future__ import annotations

import sys
from pathlib import Path

from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset
from optimizer.export import finding_lines
from optimizer.findings import Text
from optimizer.intake import read_dataset
from optimizer.law import LawDataError, Rulebook, load_rulebook


def load(folder: str, lang: str) -> tuple[Dataset, Rulebook]:
    """The dataset of a folder and the law under its readings; notices go to stderr.

    Raises
    ------
    DatasetError
        With every fault of every file.
    CommandError
        For a reading that the law data do not know.
    """
    result = read_dataset(Path(folder))
    for line in finding_lines(result.notices, lang):
        print(line, file=sys.stderr)
    try:
        return result.dataset, load_rulebook().with_readings(result.dataset.settings.readings)
    except LawDataError as error:
        raise CommandError(Text(f"settings.toml: {error}", f"settings.toml: {error}")) from None
