"""``crew-roster law-cases``: cases with known answers, answered by planning and checking."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from optimizer.cases import Case, CaseAnswer, CaseFileError, answer_case, read_cases
from optimizer.cases.summary import answer_lines, answers_json, fault_lines
from optimizer.cli.arguments import language
from optimizer.cli.options import Language
from optimizer.cli.output import complain, say
from optimizer.cli.problem import CommandError
from optimizer.findings import Text
from optimizer.law import load_rulebook

_EXIT_DISAGREEMENT = 1
_EXIT_BAD_INPUT = 2


def law_cases(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Fälle als JSON / cases as JSON")],
    as_json: Annotated[bool, typer.Option("--json", help="Antworten als JSON / answers as JSON")] = False,
    lang: Language = "de",
) -> None:
    """Fälle mit bekannter Antwort / cases with known answers.

    The planning side answers; where the checker disagrees, the answer says so and does not count.
    """
    lang = language(lang)
    cases = _read([Path(file) for file in files])
    rulebook = load_rulebook()
    answers = {path: [answer_case(case, rulebook) for case in entries] for path, entries in cases.items()}
    every = [answer for entries in answers.values() for answer in entries]
    if as_json:
        say([answers_json(every)])
    else:
        say(line for path, entries in answers.items() for line in answer_lines(path.name, entries, lang))
    faults = [line for path, entries in answers.items() for line in fault_lines(path.name, entries, lang)]
    if faults:
        complain(faults)
    raise typer.Exit(_EXIT_BAD_INPUT if faults else _exit_code(every))


def _read(paths: list[Path]) -> dict[Path, list[Case]]:
    """The cases of every file; the faults of all files are told together."""
    cases: dict[Path, list[Case]] = {}
    faults: list[Text] = []
    for path in paths:
        try:
            cases[path] = read_cases(path)
        except CaseFileError as error:
            faults += error.faults
    if faults:
        raise CommandError(Text("\n".join(f.de for f in faults), "\n".join(f.en for f in faults)))
    return cases


def _exit_code(answers: list[CaseAnswer]) -> int:
    return 0 if all(answer.agrees and not answer.disputes for answer in answers) else _EXIT_DISAGREEMENT
