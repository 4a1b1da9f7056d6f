"""``crew-roster export``: a roster as a workbook, calendar, PDF, telephone list or working-time record."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from optimizer.cli.arguments import language
from optimizer.cli.foresee import known_person
from optimizer.cli.instants import parse_instant
from optimizer.cli.load import load_with_roster
from optimizer.cli.options import Folder, Language, RosterFile, Start, Week, Weeks
from optimizer.cli.output import complain, say
from optimizer.cli.problem import CommandError
from optimizer.cli.unwritable import not_writable
from optimizer.export import finding_lines
from optimizer.export.files import write_whole
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.intake import read_roster

if TYPE_CHECKING:
    from optimizer.export.documents import Wanted

_MOST_VERSIONS = 2**31 - 1


def export(
    folder: Folder,
    roster: RosterFile,
    kind: Annotated[
        str,
        typer.Option(
            "--format", metavar="csv|xlsx|ical|pdf|phone|record", help="was geschrieben wird / what is written"
        ),
    ],
    person: Annotated[
        str | None, typer.Option("--person", metavar="CREW_ID", help="nur diese Person / this person only")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("--out", metavar="FILE", help="Zieldatei; endet sie auf .pdf, auch Listen als PDF / target file"),
    ] = None,
    page: Annotated[
        str | None, typer.Option("--page", metavar="A3|A4", help="Blattgröße der PDF / page of a PDF")
    ] = None,
    sequence: Annotated[
        str | None,
        typer.Option("--sequence", metavar="N", help="Nummer der Fassung im Kalender / version number in a calendar"),
    ] = None,
    stamp: Annotated[
        str | None,
        typer.Option("--stamp", metavar="INSTANT", help="Zeitpunkt der Fassung im Kalender / instant of the version"),
    ] = None,
    earlier: Annotated[
        list[str] | None,
        typer.Option(
            "--earlier",
            metavar="OLD.csv",
            help="frühere Fassung: was wegfiel, wird im Kalender abgesagt / earlier version: what is gone is cancelled",
        ),
    ] = None,
    week: Week = None,
    start: Start = None,
    weeks: Weeks = None,
    lang: Language = "de",
) -> None:
    """Dienstplan ausgeben / export a roster.

    The same roster gives the same bytes. Reasons stand in csv and xlsx only.
    """
    # The libraries of workbooks, calendars and PDF are loaded by this command only.
    from optimizer.export.documents import document

    lang = language(lang)
    wanted = _wanted(kind, lang, person, out, page)
    wanted = _calendar(wanted, sequence, stamp, earlier or [])
    instance, read = load_with_roster(folder, roster, lang, False, week=week, start=start, weeks=weeks)
    if read.findings:
        complain(finding_lines(read.findings, lang))
    if person is not None:
        known_person(instance, person)
    made = document(instance, read.roster, _with_earlier(wanted, instance, earlier or []))
    target = Path(made.name if out is None else out)
    try:
        write_whole(target, made.content)
    except OSError as error:
        raise not_writable(target, error) from None
    say([Text(f"Geschrieben: {target}", f"Written: {target}").in_language(lang)])


def _wanted(kind: str, lang: str, person: str | None, out: str | None, page: str | None) -> Wanted:
    from optimizer.export.documents import FOR_ONE_PERSON, ON_PAPER, Format, Wanted

    try:
        chosen = Format(kind.strip().lower())
    except ValueError:
        names = ", ".join(Format)
        raise CommandError(
            Text(f"--format „{kind}“ gibt es nicht; möglich: {names}.", f'--format "{kind}": possible are {names}.')
        ) from None
    if person is not None and chosen not in FOR_ONE_PERSON:
        names = ", ".join(item for item in Format if item in FOR_ONE_PERSON)
        raise CommandError(
            Text(
                f"--format {chosen} gibt es nicht für eine Person; mit --person gehen: {names}.",
                f"--format {chosen} is not made for one person; with --person: {names}.",
            )
        )
    paper = chosen in ON_PAPER and (out is not None and Path(out).suffix.lower() == ".pdf" or page is not None)
    size = (page or "").strip().upper()
    if page is not None and (size not in ("A3", "A4") or chosen not in ON_PAPER):
        papers = ", ".join(item for item in Format if item in ON_PAPER)
        raise CommandError(
            Text(
                f"--page „{page}“: möglich sind A3 und A4, mit --format {papers}.",
                f'--page "{page}": A3 and A4 are possible, with --format {papers}.',
            )
        )
    return Wanted(format=chosen, lang=lang, crew_id=person or "", paper=paper, page=size)


def _calendar(wanted: Wanted, sequence: str | None, stamp: str | None, earlier: list[str]) -> Wanted:
    """The options of calendars, refused with any other format."""
    given = {"--sequence": sequence, "--stamp": stamp, "--earlier": earlier or None}
    used = [name for name, value in given.items() if value is not None]
    if used and wanted.format != "ical":
        names = ", ".join(used)
        raise CommandError(Text(f"Nur mit --format ical: {names}.", f"With --format ical only: {names}."))
    if sequence is not None and not (
        sequence.isascii() and sequence.isdecimal() and int(sequence[:12]) <= _MOST_VERSIONS
    ):
        raise CommandError(
            Text(
                f"--sequence „{sequence}“: nötig ist eine ganze Zahl von 0 bis {_MOST_VERSIONS}.",
                f'--sequence "{sequence}": a whole number from 0 to {_MOST_VERSIONS} is needed.',
            )
        )
    return replace(
        wanted,
        sequence=None if sequence is None else int(sequence),
        stamp=None if stamp is None else parse_instant(stamp),
    )


def _with_earlier(wanted: Wanted, instance: Instance, earlier: list[str]) -> Wanted:
    old = [read_roster(Path(path), instance.dataset, left_overs=True).roster for path in earlier]
    return replace(wanted, earlier=tuple(old))
