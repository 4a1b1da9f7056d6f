"""``crew-roster replan``: somebody drops out; new rosters from an instant on, side by side."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from optimizer.check import check_roster
from optimizer.cli.arguments import language, seconds
from optimizer.cli.events import drop_outs, returns, vessels_out
from optimizer.cli.instants import parse_instant
from optimizer.cli.interrupt import EXIT_INTERRUPTED, run_interruptibly
from optimizer.cli.load import load_with_roster
from optimizer.cli.options import AssumeRested, Folder, Language, RosterFile, Week, Weeks
from optimizer.cli.output import complain, say
from optimizer.cli.problem import CommandError
from optimizer.cli.progress import ProgressLine
from optimizer.cli.unwritable import not_writable
from optimizer.export import finding_lines, write_roster
from optimizer.export.files import check_writable
from optimizer.export.replan_text import answer_lines, situation_lines
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.intake import read_dataset
from optimizer.replan.answers import Answer, Replanner, settled
from optimizer.replan.interrupted import interrupted_shifts
from optimizer.replan.request import ReplanRequest
from optimizer.replan.situation import Situation
from optimizer.solve.replanning import Preference
from optimizer.solve.result import SolveOptions
from optimizer.timeline import local

_EXIT_SOME_NOT_SAILING = 3
_EXIT_NO_PLAN = 4


def replan(
    folder: Folder,
    roster: RosterFile,
    start: Annotated[
        str, typer.Option("--from", metavar="INSTANT", help="ab wann neu geplant wird / replan from this instant on")
    ],
    drop: Annotated[
        list[str] | None,
        typer.Option("--drop", metavar="CREW_ID[@INSTANT]", help="fällt aus, sonst ab --from / drops out"),
    ] = None,
    back: Annotated[
        list[str] | None,
        typer.Option("--returns", metavar="CREW_ID@INSTANT", help="ist zurück / is back"),
    ] = None,
    vessel_out: Annotated[
        list[str] | None,
        typer.Option("--vessel-out", metavar="VESSEL_ID@FROM/TO", help="Schiff fällt aus / vessel out of service"),
    ] = None,
    shifts: Annotated[
        str | None,
        typer.Option(
            "--shifts", metavar="NEW.csv", help="alle Schichten, wie sie jetzt sind / all shifts as they are now"
        ),
    ] = None,
    prefer: Annotated[
        str,
        typer.Option(
            "--prefer", metavar="changes|calls|cost", help="welche Antwort --out schreibt / which answer --out writes"
        ),
    ] = "changes",
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="neuer Dienstplan als CSV / new roster CSV")
    ] = None,
    everything: Annotated[
        str | None, typer.Option("--all", metavar="DIR", help="alle Antworten als CSV in diesen Ordner / all answers")
    ] = None,
    allow_sacrifice: Annotated[
        bool,
        typer.Option(
            "--allow-sacrifice",
            help="auch Schichten mit voller Besatzung dürfen ausfallen / complete shifts may stop too",
        ),
    ] = False,
    time_limit: Annotated[
        str, typer.Option("--time-limit", metavar="SECONDS", help="Rechenzeit / time to solve")
    ] = "30",
    deterministic: Annotated[
        bool, typer.Option("--deterministic", help="gleiche Eingabe, gleicher Plan / equal input, equal roster")
    ] = False,
    week: Week = None,
    weeks: Weeks = None,
    lang: Language = "de",
    assume_rested: AssumeRested = False,
) -> None:
    """Umplanen, wenn jemand ausfällt / replan when somebody drops out.

    Everything before --from and every shift begun by then stays as it is. All answers are shown;
    --out writes the preferred one.
    """
    lang = language(lang)
    options = SolveOptions(time_limit_s=seconds(time_limit), deterministic=deterministic)
    wanted = _preference(prefer)
    targets = _targets(out, everything)
    instance, read = load_with_roster(
        folder, roster, lang, assume_rested, week=week, start=None, weeks=weeks, left_overs=True
    )
    for line in finding_lines(read.findings, lang):
        print(line, file=sys.stderr)
    instant = parse_instant(start)
    request = ReplanRequest(
        start=instant,
        drop_outs=drop_outs(drop, instance.dataset, instant),
        returns=returns(back, instance.dataset),
        vessels_out=vessels_out(vessel_out, instance.dataset),
        shifts=None if shifts is None else read_dataset(Path(folder), Path(shifts)).dataset.shifts,
        allow_sacrifice=allow_sacrifice,
    )
    replanner = Replanner(instance, read.roster)
    situation = _situation(replanner, request)
    say([*situation_lines(situation, interrupted_shifts(situation), lang), ""])
    found, stopped = _answers(
        replanner, situation, options, (wanted, *(p for p in Preference if p is not wanted)), lang
    )
    if not found:
        say([Text("In der Zeit wurde keine Antwort gefunden.", "No answer was found in time.").in_language(lang)])
        raise typer.Exit(EXIT_INTERRUPTED if stopped else _EXIT_NO_PLAN)
    for preferences, answer in _alike(found):
        say([*answer_lines(situation, answer, preferences, lang), ""])
    left = check_roster(_whole(situation), found[0].roster).unlawful
    if left:
        head = Text(
            "Was am laufenden Teil nicht stimmt und sich nicht mehr planen lässt",
            "What is wrong with the part under way and cannot be planned any more",
        )
        say([head.in_language(lang), *finding_lines(left, lang), ""])
    _write(targets, situation, found, lang)
    raise typer.Exit(_exit_code(found, situation, wanted, stopped) or (_EXIT_SOME_NOT_SAILING if left else 0))


def _preference(text: str) -> Preference:
    try:
        return Preference(text.strip().lower())
    except ValueError:
        names = ", ".join(Preference)
        raise CommandError(
            Text(
                f"--prefer „{text}“ gibt es nicht; möglich: {names}.",
                f'--prefer "{text}" does not exist; possible: {names}.',
            )
        ) from None


def _targets(out: str | None, everything: str | None) -> tuple[Path | None, Path | None]:
    for target in (out, None if everything is None else str(Path(everything) / "roster-changes.csv")):
        if target is None:
            continue
        try:
            if everything is not None and target != out:
                Path(everything).mkdir(parents=True, exist_ok=True)
            check_writable(Path(target))
        except OSError as error:
            raise not_writable(Path(target), error) from None
    return None if out is None else Path(out), None if everything is None else Path(everything)


def _situation(replanner: Replanner, request: ReplanRequest) -> Situation:
    try:
        return replanner.situation(request)
    except ValueError:
        window = replanner.instance.window
        first, last = f"{local(window.start):%d.%m.%Y %H:%M}", f"{local(window.end):%d.%m.%Y %H:%M}"
        raise CommandError(
            Text(
                f"--from liegt nicht im Zeitraum des Dienstplans ({first} bis {last}).",
                f"--from does not lie in the roster's window ({first} to {last}).",
            )
        ) from None


def _answers(
    replanner: Replanner,
    situation: Situation,
    options: SolveOptions,
    preferences: tuple[Preference, ...],
    lang: str,
) -> tuple[list[Answer], bool]:
    progress = ProgressLine(lang)

    def stopping() -> None:
        progress.close()
        complain(
            [
                Text(
                    "Wird beendet, die Antworten bis hierher bleiben.", "Stopping, the answers so far are kept."
                ).in_language(lang)
            ]
        )

    def work(stop: threading.Event) -> list[Answer]:
        first = replanner.first_answer(situation, options)
        found = settled(list(replanner.answers(situation, options, preferences, progress, stop, first)))
        first = first or replanner.fallback(situation)
        return found or ([] if first is None else [first])

    try:
        return run_interruptibly(work, stopping, progress.tick)
    finally:
        progress.close()


def _alike(found: list[Answer]) -> list[tuple[list[Preference], Answer]]:
    """Answers with the same assignments are shown once."""
    groups: list[tuple[list[Preference], Answer]] = []
    for answer in found:
        same = next((group for group in groups if _assignments(group[1]) == _assignments(answer)), None)
        if same is None:
            groups.append(([answer.preference], answer))
        else:
            same[0].append(answer.preference)
    return groups


def _assignments(answer: Answer) -> set[tuple[str, str, object, str, str]]:
    return {(row.shift_id, row.crew_id, row.function, row.watch, row.status) for row in answer.roster.rows}


def _write(targets: tuple[Path | None, Path | None], situation: Situation, found: list[Answer], lang: str) -> None:
    out, folder = targets
    files: list[tuple[Path, Answer]] = [] if out is None else [(out, found[0])]
    files += [] if folder is None else [(folder / f"roster-{answer.preference.value}.csv", answer) for answer in found]
    for path, answer in files:
        _written(lambda path=path, answer=answer: write_roster(path, _whole(situation), answer.roster, lang), path)  # type: ignore[misc]
        say([Text(f"Dienstplan geschrieben: {path}", f"Roster written: {path}").in_language(lang)])


def _whole(situation: Situation) -> Instance:
    """The instance of the whole window, with every shift that a row may name."""
    before = situation.before
    return replace(before, dataset=replace(before.dataset, shifts=situation.shifts))


def _written(write: Callable[[], None], path: Path) -> None:
    try:
        write()
    except OSError as error:
        raise not_writable(path, error) from None


def _exit_code(found: list[Answer], situation: Situation, wanted: Preference, stopped: bool) -> int:
    if stopped:
        return EXIT_INTERRUPTED
    answer = next((a for a in found if a.preference is wanted), found[0])
    coming = {row.shift_id for row in answer.roster.rows}
    broken = any(item.functions is None for item in interrupted_shifts(situation))
    return _EXIT_SOME_NOT_SAILING if broken or coming - answer.roster.sailing_shifts() else 0
