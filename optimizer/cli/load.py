"""From a folder to what a command works with."""

from __future__ import annotations

import sys
from pathlib import Path

from optimizer.cli.arguments import plan_window
from optimizer.cli.problem import CommandError
from optimizer.domain import Dataset
from optimizer.export import finding_lines
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.intake import RosterRead, read_dataset, read_roster
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


def load_with_roster(
    folder: str,
    roster: str,
    lang: str,
    assume_rested: bool,
    *,
    week: str | None,
    start: str | None,
    weeks: str | None,
    left_overs: bool = False,
) -> tuple[Instance, RosterRead]:
    """A dataset with one of its rosters; without a week or day the whole ISO weeks of the roster are meant.

    Raises
    ------
    DatasetError
        With every fault of the dataset, or of the roster.
    CommandError
        For an unknown reading, or a week or day that cannot be read.
    """
    dataset, rulebook = load(folder, lang)
    read = read_roster(Path(roster), dataset, left_overs=left_overs)
    named = any(option is not None for option in (week, start, weeks))
    window = plan_window(dataset, week, start, weeks) if named else read.roster.window
    return Instance(dataset, window, rulebook, assume_rested), read
