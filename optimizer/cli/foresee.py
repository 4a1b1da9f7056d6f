"""``crew-roster foresee``: what is to come, read from a roster; exactly one question at a time."""

from __future__ import annotations

import sys
import threading
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import typer

from optimizer.cli.arguments import language
from optimizer.cli.instants import parse_instant
from optimizer.cli.interrupt import EXIT_INTERRUPTED, run_interruptibly
from optimizer.cli.load import load_with_roster
from optimizer.cli.options import AssumeRested, Folder, Language, RosterFile, Start, Week, Weeks
from optimizer.cli.output import complain, say
from optimizer.cli.problem import CommandError
from optimizer.domain import CertificateKind
from optimizer.export import finding_lines
from optimizer.export.clock_text import window_text
from optimizer.export.logbook_text import logbook_lines
from optimizer.export.modes_text import mode_lines
from optimizer.export.outages_text import outage_lines
from optimizer.export.outlook_text import outlook_lines, without_lines
from optimizer.export.rest_clock_text import rest_clock_lines
from optimizer.findings import Text
from optimizer.foresee import (
    LogbookError,
    Outage,
    ReadBack,
    danger,
    mode_answers,
    outages,
    outlook,
    read_back,
    rest_clock,
    without_certificate,
)
from optimizer.instance import Instance
from optimizer.intake.duties_read import read_duties
from optimizer.intake.suggest import nearest_id
from optimizer.roster import Roster
from optimizer.terms import recognise, term

_MOST_WEEKS = 104
_MOST_PROCESSES = 64
_EXIT_UNLAWFUL = 1
_STOPPING = Text("Wird beendet, das bis hierher Gefundene bleibt.", "Stopping, what was found so far is kept.")


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
    modes: Annotated[
        bool, typer.Option("--modes", help="Betriebsformen der Besatzungen / modes the crews allow")
    ] = False,
    weeks_ahead: Annotated[
        str | None,
        typer.Option("--outlook", metavar="WEEKS", help="was in den nächsten Wochen ausläuft / what runs out"),
    ] = None,
    without: Annotated[
        str | None,
        typer.Option(
            "--without", metavar="CREW_ID:CERTIFICATE", help="als gäbe es dieses Zeugnis nicht / as if not held"
        ),
    ] = None,
    logbook: Annotated[
        str | None,
        typer.Option("--logbook", metavar="DUTIES.csv", help="Bordbuch zurücklesen / read a logbook back"),
    ] = None,
    n_1: Annotated[
        bool, typer.Option("--n-1", help="was fällt aus, wenn nur einer ausfällt / what falls with one person")
    ] = False,
    processes: Annotated[
        str, typer.Option("--processes", metavar="N", help="Prozesse für --n-1 / processes for --n-1")
    ] = "2",
    week: Week = None,
    start: Start = None,
    weeks: Weeks = None,
    lang: Language = "de",
    assume_rested: AssumeRested = False,
) -> None:
    """Vorausschau auf einen Dienstplan / foresight on a roster."""
    lang = language(lang)
    _one_question(
        {
            "--rest-clock": clock_of,
            "--modes": modes,
            "--outlook": weeks_ahead,
            "--without": without,
            "--logbook": logbook,
            "--n-1": n_1,
        }
    )
    if at is not None and clock_of is None and not n_1:
        raise CommandError(Text("--at gehört zu --rest-clock oder --n-1.", "--at belongs to --rest-clock or --n-1."))
    ahead = None if weeks_ahead is None else _weeks_ahead(weeks_ahead)
    instance, read = load_with_roster(folder, roster, lang, assume_rested, week=week, start=start, weeks=weeks)
    if read.findings:
        complain(finding_lines(read.findings, lang))
    if clock_of is not None:
        say(_rest_clock(instance, read.roster, clock_of, at, lang))
    if modes:
        say(mode_lines(instance, mode_answers(instance, read.roster), lang))
    if ahead is not None:
        say(outlook_lines(instance, outlook(instance, read.roster, ahead), ahead, lang))
    if without is not None:
        crew_id, kind = held_certificate(instance, without)
        say(without_lines(instance, without_certificate(instance, read.roster, crew_id, kind), lang))
    if n_1:
        raise typer.Exit(_n_1(instance, read.roster, at, processes, lang))
    if logbook is not None:
        result = _logbook(instance, read.roster, Path(logbook), lang)
        # ``result.instance`` and ``result.roster`` are what is left to plan anew.
        raise typer.Exit(_EXIT_UNLAWFUL if result.unlawful else 0)


def _n_1(instance: Instance, roster: Roster, at: str | None, processes: str, lang: str) -> int:
    """Everybody's loss from an instant on, with progress; a stop shows what was found."""
    start = instance.window.start if at is None else parse_instant(at)
    if not instance.window.start <= start < instance.window.end:
        raise CommandError(
            Text("--at liegt nicht im Zeitraum des Dienstplans.", "--at does not lie in the roster's window.")
        )
    if not (processes.isdecimal() and 1 <= int(processes) <= _MOST_PROCESSES):
        raise CommandError(
            Text(
                f"--processes „{processes}“: möglich sind 1 bis {_MOST_PROCESSES}.",
                f'--processes "{processes}": 1 to {_MOST_PROCESSES} are possible.',
            )
        )
    found: list[Outage] = []

    def work(stop: threading.Event) -> None:
        for item in outages(instance, roster, start, processes=int(processes), stop=stop):
            found.append(item)
            name = instance.dataset.crew[item.crew_id].name
            word = Text(f"{len(found)} geprüft, zuletzt {name}", f"{len(found)} done, last {name}")
            print(word.in_language(lang), file=sys.stderr, flush=True)

    _, stopped = run_interruptibly(work, lambda: complain([_STOPPING.in_language(lang)]))
    say(outage_lines(instance, sorted(found, key=danger), start, lang))
    return EXIT_INTERRUPTED if stopped else 0


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


def _logbook(instance: Instance, roster: Roster, path: Path, lang: str) -> ReadBack:
    """Read a logbook back against the roster and say what follows."""
    read = read_duties(path, instance.dataset)
    if read.findings:
        complain(finding_lines(read.findings, lang))
    try:
        result = read_back(instance, roster, read.duties)
    except LogbookError:
        window = window_text(instance.window, lang)
        raise CommandError(
            Text(
                f"{path.name} endet nicht innerhalb des Dienstplans {window}: Es gibt nichts zu vergleichen.",
                f"{path.name} does not end within the roster {window}: there is nothing to compare.",
            )
        ) from None
    say(logbook_lines(instance, result, len(read.duties), lang))
    return result


def _weeks_ahead(text: str) -> int:
    if not (text.strip().isdecimal() and 1 <= int(text) <= _MOST_WEEKS):
        raise CommandError(
            Text(
                f"--outlook „{text}“: möglich sind 1 bis {_MOST_WEEKS} Wochen.",
                f'--outlook "{text}": 1 to {_MOST_WEEKS} weeks are possible.',
            )
        )
    return int(text)


def held_certificate(instance: Instance, text: str) -> tuple[str, CertificateKind]:
    """Person and certificate of ``CREW_ID:CERTIFICATE``, the certificate in any spelling of the files.

    Raises
    ------
    CommandError
        For an unknown person, an unknown certificate or one the person does not hold.
    """
    crew_id, _, name = text.partition(":")
    person = instance.dataset.crew[known_person(instance, crew_id.strip())]
    kinds = dict.fromkeys(item.kind for item in instance.certificates.get(person.crew_id, ()))
    found = recognise("certificate", name)
    if found is not None and CertificateKind(found) in kinds:
        return person.crew_id, CertificateKind(found)
    held = [", ".join(f"„{term('certificate', kind, lang)}“" for kind in kinds) for lang in ("de", "en")]
    held[1] = held[1].replace("„", '"').replace("“", '"')
    if not name.strip():
        raise CommandError(
            Text(
                f"Zu {person.name} fehlt das Zeugnis: --without {person.crew_id}:ZEUGNIS. Vorhanden: {held[0] or 'keines'}.",
                f"The certificate of {person.name} is missing: --without {person.crew_id}:CERTIFICATE. Held:"
                f" {held[1] or 'none'}.",
            )
        )
    raise CommandError(
        Text(
            f"{person.name} ({person.crew_id}) hat kein Zeugnis „{name}“. Vorhanden: {held[0] or 'keines'}.",
            f'{person.name} ({person.crew_id}) holds no certificate "{name}". Held: {held[1] or "none"}.',
        )
    )


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
