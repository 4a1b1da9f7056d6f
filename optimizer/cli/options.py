"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer

Folder = Annotated[str, typer.Argument(metavar="FOLDER", help="Ordner mit dem Datensatz / folder of the dataset")]
RosterFile = Annotated[str, typer.Argument(metavar="ROSTER.csv", help="Dienstplan als CSV / roster CSV")]
Language = Annotated[str, typer.Option("--lang", metavar="de|en", help="Sprache / language")]
AssumeRested = Annotated[
    bool,
    typer.Option(
        "--assume-rested",
        help="Unbekannte Vorgeschichte gilt als Ruhezeit / unknown history is taken as rest",
    ),
]
Week = Annotated[str | None, typer.Option("--week", metavar="2026-W50", help="ISO-Woche / ISO week")]
Start = Annotated[
    str | None,
    typer.Option("--from", metavar="DATE", help="erster Tag oder Zeitpunkt / first day or instant"),
]
Weeks = Annotated[str | None, typer.Option("--weeks", metavar="N", help="Anzahl Wochen / number of weeks, 1-6")]
