"""``crew-roster foresee``: what is to come, read from a roster; exactly one question at a time."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from optimizer.cli.arguments import language, plan_window
from optimizer.cli.instants import parse_instant
from optimizer.cli.load import load
from optimizer.cli.options import AssumeRested, Folder, Language, RosterFile, Start, Week, Weeks
from optimizer.cli.output import complain, say
from optimizer.cli.problem import CommandError
from optimizer.export import finding_lines
from optimizer.export.rest_clock_text import rest_clock_lines
from optimizer.findings import Text
from optimizer.foresee import rest_clock
from optimizer.instance import Instance
from optimizer.intake import read_roster
from optimizer.intake.suggest import nearest_id
from optimizer.roster import Roster


def foresee(
    folder: Folder,
    roster: RosterFile,
    clock_of: Annotated[
        str | None, typer.Option("--rest-clock", metavar="CREW_ID", help="Ruheuhr einer Person / rest clock")
    ] = None,
    at: Annotated[
        str | None,
        typer.Option("--at", metavar="INSTANT", help="Zeitpunkt der Ruheuhr / instant of the rest clock"),
    ] = None,
    week: Week = None,
    start: Start = None,
    weeks: Weeks = None,
    lang: Language = "de",
    assume_rested: AssumeRested = False,
) -> None:
    """Vorausschau auf einen Dienstplan / foresight on a roster."""
    lang = language(lang)
    _one_question({"--rest-clock": clock_of})
    dataset, rulebook = load(folder, lang)
    read = read_roster(Path(roster), dataset)
    if read.findings:
        complain(finding_lines(read.findings, lang))
    named = any(option is not None for option in (week, start, weeks))
    window = plan_window(dataset, week, start, weeks) if named else read.roster.window
    instance = Instance(dataset, window, rulebook, assume_rested)
    if clock_of is not None:
        say(_rest_clock(instance, read.roster, clock_of, at, lang))


def _one_question(given: Mapping[str, object]) -> None:
    asked = [name for name, value in given.items() if value not in (None, False)]
    if len(asked) != 1:
        names = ", ".join(given)
        raise CommandError(
            Text(
                f"Genau eine Frage ist möglich: {names}. Gefragt wurde: {', '.join(asked) or 'nichts'}.",
                f"Ask exactly one question: {names}. Asked: {', '.join(asked) or 'none'}.",
            )
        )


def _rest_clock(instance: Instance, roster: Roster, crew_id: str, at: str | None, lang: str) -> list[str]:
    person = known_person(instance, crew_id)
    instant = None if at is None else parse_instant(at)
    return rest_clock_lines(instance, rest_clock(instance, roster, person, instant), lang)


def known_person(instance: Instance, crew_id: str) -> str:
    """The id of a person.

    Raises
    ------
    CommandError
        For an id the dataset does not have, with the one probably meant.
    """
    people = instance.dataset.crew
    if crew_id in people:
        return crew_id
    near = nearest_id(crew_id, {known: person.name for known, person in people.items()})
    if near is None:
        de, en = "Die Personalnummern stehen in crew.csv.", "The ids stand in crew.csv."
    else:
        name = people[near].name
        de, en = f"Gemeint ist vielleicht {near} ({name}).", f"Perhaps {near} ({name}) is meant."
    raise CommandError(Text(f"Es gibt niemanden „{crew_id}“. {de}", f'There is nobody "{crew_id}". {en}'))
