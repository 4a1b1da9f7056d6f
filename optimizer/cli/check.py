"""``crew-roster check``: is this roster lawful, by the independent checker."""

from __future__ import annotations

from pathlib import Path

import typer

from optimizer.check import check_roster
from optimizer.cli.arguments import language
from optimizer.cli.load import load
from optimizer.cli.options import AssumeRested, Folder, Language, RosterFile
from optimizer.cli.output import say
from optimizer.export.check_text import check_lines
from optimizer.findings import Severity
from optimizer.instance import Instance
from optimizer.intake import read_roster

_EXIT_UNLAWFUL = 1


def check(
    folder: Folder,
    roster: RosterFile,
    lang: Language = "de",
    assume_rested: AssumeRested = False,
) -> None:
    """Dienstplan prüfen / check a roster."""
    lang = language(lang)
    dataset, rulebook = load(folder, lang)
    read = read_roster(Path(roster), dataset)
    instance = Instance(dataset, read.roster.window, rulebook, assume_rested)
    report = check_roster(instance, read.roster)
    findings = [*read.findings, *report.findings]
    say(check_lines(instance, findings, report, lang))
    unlawful = any(finding.severity is Severity.UNLAWFUL for finding in findings)
    raise typer.Exit(_EXIT_UNLAWFUL if unlawful else report.exit_code)
