"""``crew-roster law``: the catalogue of rules with citation and dates, and the readings."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import typer

from optimizer.cli.arguments import language
from optimizer.cli.instants import parse_day
from optimizer.cli.options import Language
from optimizer.cli.output import say
from optimizer.export.law_text import law_lines, reading_table_lines
from optimizer.law import load_rulebook


def law(
    on: Annotated[
        str | None,
        typer.Option("--on", metavar="DATE", help="Rechtsstand an diesem Tag / law of that day"),
    ] = None,
    readings: Annotated[
        bool, typer.Option("--readings", help="Lesarten unklarer Texte / readings of unclear texts")
    ] = False,
    lang: Language = "de",
) -> None:
    """Regeln mit Fundstelle und Geltung / rules with citation and dates."""
    lang = language(lang)
    day: date | None = None if on is None else parse_day(on)
    rulebook = load_rulebook()
    lines: list[str] = []
    if day is not None or not readings:
        lines += law_lines(rulebook, day, lang)
    if readings:
        lines += [*([""] if lines else []), *reading_table_lines(rulebook, lang)]
    say(lines)
