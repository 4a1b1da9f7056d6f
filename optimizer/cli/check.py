"""``crew-roster check``: is this roster lawful, by the independent checker."""

from __future__ import annotations

import typer

from optimizer.check import check_roster
from optimizer.cli.arguments import language
from optimizer.cli.load import load_with_roster
from optimizer.cli.options import AssumeRested, Folder, Language, RosterFile, Start, Week, Weeks
from optimizer.cli.output import say
from optimizer.export.check_text import check_lines
from optimizer.findings import Severity

_EXIT_UNLAWFUL = 1


def check(
    folder: Folder,
    roster: RosterFile,
    week: Week = None,
    start: Start = None,
    weeks: Weeks = None,
    lang: Language = "de",
    assume_rested: AssumeRested = False,
) -> None:
    """Dienstplan prüfen / check a roster.

    Without a week or day the whole ISO weeks of the roster are judged, so that no shift of them can
    be left out unseen.
    """
    lang = language(lang)
    instance, read = load_with_roster(folder, roster, lang, assume_rested, week=week, start=start, weeks=weeks)
    report = check_roster(instance, read.roster)
    findings = [*read.findings, *report.findings]
    say(check_lines(instance, findings, report, lang))
    unlawful = any(finding.severity is Severity.UNLAWFUL for finding in findings)
    raise typer.Exit(_EXIT_UNLAWFUL if unlawful else report.exit_code)
