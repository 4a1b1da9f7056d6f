"""``crew-roster explain``: who could take a place, why one is open, why somebody is there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Annotated

import typer

from optimizer.check import check_roster
from optimizer.cli.arguments import language, seconds
from optimizer.cli.interrupt import EXIT_INTERRUPTED, run_interruptibly
from optimizer.cli.load import load_with_roster
from optimizer.cli.options import AssumeRested, Folder, Language, RosterFile, Start, Week, Weeks
from optimizer.cli.output import complain, say
from optimizer.cli.problem import CommandError
from optimizer.domain import Function
from optimizer.explain import Explainer, Position, why_open, why_person
from optimizer.export.explain_text import (
    place_title,
    shift_title,
    verdict_lines,
    why_open_lines,
    why_person_lines,
)
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.intake.suggest import nearest_id
from optimizer.solve.result import SolveOptions
from optimizer.terms import recognise, term, words


def explain(
    folder: Folder,
    roster: RosterFile,
    shift_id: Annotated[str | None, typer.Option("--shift", metavar="ID", help="Schicht / shift")] = None,
    function: Annotated[
        str | None, typer.Option("--function", metavar="NAME", help="nur diese Funktion, alle Personen / one function")
    ] = None,
    person_id: Annotated[
        str | None, typer.Option("--person", metavar="ID", help="Person, auch mit --shift / person, also with --shift")
    ] = None,
    time_limit: Annotated[
        str, typer.Option("--time-limit", metavar="SECONDS", help="Suche nach Abhilfe / search for changes")
    ] = "30",
    week: Week = None,
    start: Start = None,
    weeks: Weeks = None,
    lang: Language = "de",
    assume_rested: AssumeRested = False,
) -> None:
    """Plätze eines Dienstplans erklären / explain places of a roster."""
    lang = language(lang)
    options = SolveOptions(time_limit_s=seconds(time_limit))
    if shift_id is None and person_id is None:
        raise CommandError(
            Text(
                "Was soll erklärt werden? --shift ID für eine Schicht, --person ID für eine Person.",
                "What is to be explained? --shift ID for a shift, --person ID for a person.",
            )
        )
    instance, read = load_with_roster(folder, roster, lang, assume_rested, week=week, start=start, weeks=weeks)
    wanted = None if function is None else _function(function)
    crew_id = None if person_id is None else _known_person(instance, person_id)
    shift = None if shift_id is None else _known_shift(instance, shift_id)
    explainer = Explainer(instance, replace(read.roster, window=instance.window))
    if check_roster(instance, read.roster).exit_code == 1:
        complain([_say(lang, _UNLAWFUL)])
    if shift is None:
        assert crew_id is not None
        say(_duties(explainer, crew_id, lang))
    elif crew_id is not None:
        say(_verdicts(explainer, shift, crew_id, wanted, lang))
    else:
        _explain_shift(explainer, shift, wanted, options, lang)


_UNLAWFUL = Text(
    "Der Dienstplan ist nicht rechtmäßig (crew-roster check); die Antworten gelten nur, soweit er es ist.",
    "The roster is not lawful (crew-roster check); the answers hold only as far as it is.",
)


def _explain_shift(
    explainer: Explainer, shift_id: str, function: Function | None, options: SolveOptions, lang: str
) -> None:
    positions = _positions(explainer, shift_id, function)
    lines = [shift_title(explainer, positions[0].shift_id, lang), ""]
    if positions[0].open:
        answer, stopped = run_interruptibly(
            lambda stop: why_open(
                explainer, shift_id, options, stop=stop, listener=lambda text: complain([f"  {_say(lang, text)} …"])
            ),
            lambda: complain([_say(lang, Text("Wird beendet.", "Stopping."))]),
        )
        assert answer is not None
        if function is not None:
            kept = tuple(c for c in answer.candidates if c.position.function is function)
            answer = replace(answer, candidates=kept)
        say([*lines, *why_open_lines(explainer, answer, lang)])
        raise typer.Exit(EXIT_INTERRUPTED if stopped else 0)
    for position in positions:
        lines += [*why_person_lines(explainer, why_person(explainer, position), lang, whole=function is not None), ""]
    say(lines)


def _duties(explainer: Explainer, crew_id: str, lang: str) -> list[str]:
    """Every duty of a person with why it is theirs; a voyage is told once."""
    lines = [f"{explainer.instance.dataset.crew[crew_id].name} ({crew_id})"]
    units = explainer.standing.units(crew_id)
    if not units:
        return [*lines, _say(lang, Text("  In diesem Plan ohne Dienst.", "  Without duty in this roster."))]
    for unit in units:
        own = [p for p in explainer.positions(unit[0]) if p.crew_id == crew_id]
        for position in own:
            lines += ["", shift_title(explainer, unit[0], lang)]
            lines += why_person_lines(explainer, why_person(explainer, position), lang)
    return lines


def _verdicts(explainer: Explainer, shift_id: str, crew_id: str, function: Function | None, lang: str) -> list[str]:
    """One person and every place of a shift."""
    positions = _positions(explainer, shift_id, function)
    lines = [shift_title(explainer, positions[0].shift_id, lang)]
    person = explainer.instance.dataset.crew[crew_id]
    for position in positions:
        lines += ["", place_title(explainer, position, lang)]
        if position.crew_id == crew_id:
            lines += why_person_lines(explainer, why_person(explainer, position), lang)[1:]
        else:
            lines += verdict_lines(explainer, explainer.candidacy(person, position), lang)
    return lines


def _positions(explainer: Explainer, shift_id: str, function: Function | None) -> tuple[Position, ...]:
    positions = explainer.positions(shift_id, function)
    if positions:
        return positions
    there = list(dict.fromkeys(p.function for p in explainer.positions(shift_id)))
    if not there:
        raise CommandError(
            Text(
                f"Der Dienstplan hat für die Schicht {shift_id} keinen Platz: Sie kann mit keiner Besatzung fahren oder "
                "fehlt im Plan (crew-roster manning, crew-roster check).",
                f"The roster has no place for shift {shift_id}: it can sail with no crew, or is missing in the roster "
                "(crew-roster manning, crew-roster check).",
            )
        )
    raise CommandError(
        Text(
            f"Die Schicht {shift_id} hat diesen Platz nicht. Vorhanden: {', '.join(term('function', f) for f in there)}.",
            f"Shift {shift_id} has no such place. There are: {', '.join(term('function', f, 'en') for f in there)}.",
        )
    )


def _function(text: str) -> Function:
    known = recognise("function", text)
    if known is None:
        raise CommandError(
            Text(
                f"Die Funktion „{text}“ gibt es nicht. Möglich: {', '.join(words('function'))}.",
                f'There is no function "{text}". Known: {", ".join(words("function", "en"))}.',
            )
        )
    return Function(known)


def _known_shift(instance: Instance, shift_id: str) -> str:
    known = {shift.shift_id: "" for shift in instance.shifts}
    if shift_id in known:
        return shift_id
    raise _unknown(
        Text(f"Im Zeitraum gibt es keine Schicht „{shift_id}“.", f'There is no shift "{shift_id}" in the window.'),
        shift_id,
        known,
    )


def _known_person(instance: Instance, crew_id: str) -> str:
    known = {person.crew_id: person.name for person in instance.dataset.crew.values()}
    if crew_id in known:
        return crew_id
    raise _unknown(Text(f"Es gibt keine Person „{crew_id}“.", f'There is no person "{crew_id}".'), crew_id, known)


def _unknown(what: Text, given: str, known: Mapping[str, str]) -> CommandError:
    near = nearest_id(given, known)
    if near is None:
        return CommandError(what)
    shown = f"{near} ({known[near]})" if known[near] else near
    return CommandError(Text(f"{what.de} Gemeint vielleicht: {shown}.", f"{what.en} Did you mean: {shown}?"))


def _say(lang: str, text: Text) -> str:
    return text.in_language(lang)
