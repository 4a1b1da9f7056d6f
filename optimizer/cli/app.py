"""The command ``crew-roster``: its commands, and how every kind of failure ends."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Sequence

import typer

from optimizer.cli.check import check
from optimizer.cli.explain import explain
from optimizer.cli.export import export
from optimizer.cli.foresee import foresee
from optimizer.cli.interrupt import EXIT_INTERRUPTED
from optimizer.cli.law import law
from optimizer.cli.law_cases import law_cases
from optimizer.cli.manning import manning
from optimizer.cli.output import complain, tolerate_any_encoding
from optimizer.cli.plan import plan
from optimizer.cli.problem import CommandError
from optimizer.cli.replan import replan
from optimizer.export import finding_lines, input_error_lines
from optimizer.findings import DatasetError, Text
from optimizer.plan import UnlawfulRosterError

EXIT_BAD_INPUT = 2
EXIT_INTERNAL = 70

#: What a command has not done when its input has faults.
_UNDONE = {
    "plan": Text("Es wurde nichts geplant.", "Nothing was planned."),
    "check": Text("Es wurde nichts geprüft.", "Nothing was checked."),
    "replan": Text("Es wurde nichts umgeplant.", "Nothing was replanned."),
    "foresee": Text("Es wurde nichts vorausgesehen.", "Nothing was foreseen."),
    "explain": Text("Es wurde nichts erklärt.", "Nothing was explained."),
    "export": Text("Es wurde nichts ausgegeben.", "Nothing was exported."),
    "manning": Text("Es wurde keine Besatzung hergeleitet.", "No crew was derived."),
}

app = typer.Typer(add_completion=False, rich_markup_mode=None, no_args_is_help=False)
for _command in (plan, check, replan, foresee, explain, export, manning, law):
    app.command()(_command)
app.command("law-cases")(law_cases)


@app.callback()
def _common(
    debug: bool = typer.Option(
        False,
        "--debug",
        help="bei einem Programmfehler alles zeigen / show all on an internal error",
    ),
) -> None:
    """Dienstpläne der Binnenschifffahrt / crew rosters for inland shipping."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code and never lets a traceback reach the user."""
    tolerate_any_encoding()
    given = list(sys.argv[1:] if arguments is None else arguments)
    wanted = [argument for argument in given if argument != "--debug"] or ["--help"]
    try:
        return int(app(args=wanted, prog_name="crew-roster", standalone_mode=False) or 0)
    except (KeyboardInterrupt, typer.Abort):
        return EXIT_INTERRUPTED
    except Exception as error:  # noqa: BLE001 - a dispatcher never sees a traceback
        if "--debug" in given:
            traceback.print_exc()
        code, lines = _failure(error, next(iter(wanted)), "en" if _english(given) else "de")
        complain(lines)
        return code


def _english(arguments: Sequence[str]) -> bool:
    """Whether English was asked for, known even where the rest of the line is not understood."""
    pairs = zip(arguments, [*arguments[1:], ""], strict=True)
    return any(argument == "--lang=en" or (argument, value) == ("--lang", "en") for argument, value in pairs)


def _failure(error: Exception, command: str, lang: str) -> tuple[int, list[str]]:
    if isinstance(error, DatasetError):
        return EXIT_BAD_INPUT, input_error_lines(error.errors, lang, undone=_UNDONE.get(command, Text("", "")))
    if isinstance(error, CommandError):
        return EXIT_BAD_INPUT, [error.text.in_language(lang)]
    if isinstance(error, UnlawfulRosterError):
        return EXIT_INTERNAL, _unlawful(error, lang)
    if hasattr(error, "format_message"):
        return EXIT_BAD_INPUT, [_not_understood(error.format_message(), lang)]
    if isinstance(error, OSError) and error.filename:
        reason = f"{error.filename}: {error.strerror}"
        return EXIT_BAD_INPUT, [
            f"File cannot be used: {reason}" if lang == "en" else f"Datei nicht verwendbar: {reason}"
        ]
    return EXIT_INTERNAL, _internal(error, lang)


def _not_understood(message: str, lang: str) -> str:
    if lang == "en":
        return f"Command not understood: {message} (crew-roster --help)"
    return f"Aufruf nicht verstanden: {message} (Hilfe: crew-roster --help)"


def _unlawful(error: UnlawfulRosterError, lang: str) -> list[str]:
    title = (
        "Internal error: the independent checker rejects the roster that was found. Nothing was written."
        if lang == "en"
        else "Programmfehler: Die unabhängige Prüfung verwirft den gefundenen Plan. Es wurde nichts geschrieben."
    )
    return [title, *finding_lines(error.report.unlawful, lang)]


def _internal(error: Exception, lang: str) -> list[str]:
    kind = type(error).__name__
    if lang == "en":
        return [f"Internal error ({kind}). Nothing is wrong with your command; --debug shows the details to report."]
    return [f"Programmfehler ({kind}). Mit --debug erscheinen die Einzelheiten für eine Meldung."]
