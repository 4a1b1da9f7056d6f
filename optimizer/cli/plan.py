"""``crew-roster plan``: a roster for a window, written as CSV, with a summary."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optimizer.cli.arguments import language, plan_window, seconds
from optimizer.cli.interrupt import EXIT_INTERRUPTED, run_interruptibly
from optimizer.cli.load import load
from optimizer.cli.options import AssumeRested, Folder, Language, Start, Week, Weeks
from optimizer.cli.output import complain, say
from optimizer.cli.progress import ProgressLine
from optimizer.cli.unwritable import not_writable
from optimizer.export import finding_lines, summary_lines, write_roster
from optimizer.export.files import check_writable
from optimizer.findings import Severity
from optimizer.instance import Instance
from optimizer.plan import PlannedWeek, make_plan
from optimizer.solve.result import PlanResult, PlanStatus, SolveOptions

_EXIT_SOME_NOT_SAILING = 3
_EXIT_NO_PLAN = 4
_REMARKS_PER_RULE = 3


def plan(
    folder: Folder,
    week: Week = None,
    start: Start = None,
    weeks: Weeks = None,
    out: Annotated[str, typer.Option("--out", metavar="FILE", help="Dienstplan als CSV / roster CSV")] = "roster.csv",
    time_limit: Annotated[
        str, typer.Option("--time-limit", metavar="SECONDS", help="Rechenzeit / time to solve")
    ] = "60",
    deterministic: Annotated[
        bool,
        typer.Option("--deterministic", help="gleiche Eingabe, gleicher Plan / equal input, equal roster"),
    ] = False,
    lang: Language = "de",
    assume_rested: AssumeRested = False,
) -> None:
    """Woche planen / plan a week."""
    lang = language(lang)
    options = SolveOptions(time_limit_s=seconds(time_limit), deterministic=deterministic)
    target = _target(out)
    dataset, rulebook = load(folder, lang)
    window = plan_window(dataset, week, start, weeks)
    instance = Instance(dataset, window, rulebook, assume_rested)
    planned, stopped = _run(instance, options, lang)
    written = _write(target, instance, planned.result, lang)
    say([*summary_lines(instance, planned.result, lang), *_checked(planned, lang), *written])
    raise typer.Exit(_exit_code(planned.result, stopped))


def _target(out: str) -> Path:
    try:
        check_writable(Path(out))
    except OSError as error:
        raise not_writable(Path(out), error) from None
    return Path(out)


def _run(instance: Instance, options: SolveOptions, lang: str) -> tuple[PlannedWeek, bool]:
    progress = ProgressLine(lang)

    def stopping() -> None:
        progress.close()
        complain(
            ["Stopping, the best roster so far is kept. Ctrl-C again ends at once."]
            if lang == "en"
            else ["Wird beendet, der beste Plan bis hierher bleibt. Noch einmal Strg-C bricht sofort ab."]
        )

    try:
        return run_interruptibly(lambda stop: make_plan(instance, options, progress, stop), stopping, progress.tick)
    finally:
        progress.close()


def _write(target: Path, instance: Instance, result: PlanResult, lang: str) -> list[str]:
    """Write the roster; where another program has locked the file since, a new one beside it."""
    if result.roster is None:
        return []
    try:
        try:
            written = target
            write_roster(target, instance, result.roster, lang)
        except PermissionError:
            written = target.with_stem(f"{target.stem}-2")
            write_roster(written, instance, result.roster, lang)
    except OSError as error:
        raise not_writable(written, error) from None
    return [
        "",
        f"Roster written: {written}" if lang == "en" else f"Dienstplan geschrieben: {written}",
    ]


def _checked(planned: PlannedWeek, lang: str) -> list[str]:
    """What the independent checker says about the roster beyond "lawful"."""
    if planned.report is None:
        return []
    remarks = [finding for finding in planned.report.findings if finding.severity is not Severity.UNLAWFUL]
    head = "Independent check: nothing unlawful" if lang == "en" else "Unabhängige Prüfung: nichts Rechtswidriges"
    return ["", head, *finding_lines(remarks, lang, most=_REMARKS_PER_RULE)]


def _exit_code(result: PlanResult, stopped: bool) -> int:
    if stopped or result.status is PlanStatus.INTERRUPTED:
        return EXIT_INTERRUPTED
    if result.roster is None:
        return _EXIT_NO_PLAN
    return _EXIT_SOME_NOT_SAILING if result.not_sailing else 0
