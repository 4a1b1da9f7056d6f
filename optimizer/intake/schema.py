"""What a column and a table are; ``tables.py`` describes the real ones in these words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from optimizer.findings import Text
from optimizer.intake import moments, values
from optimizer.terms import normalise, words


@dataclass(frozen=True)
class Kind:
    """How the cells of a column are read: words for the format table and the reader itself."""

    label: Text
    parse: Callable[[str], Any]


@dataclass(frozen=True)
class Column:
    """One column of an input file.

    Attributes
    ----------
    name, de
        English and German heading; ``also`` are further spellings. Case, blanks, hyphens and
        umlauts do not matter.
    required
        The heading must be there and no cell may be blank (unless ``blank_ok``).
    field
        Field of the record the value goes to; ``""`` where a builder makes something of it.
    ref
        Table in whose key column the value must occur.
    """

    name: str
    de: str
    kind: Kind
    required: bool = False
    field: str | None = None
    ref: str = ""
    also: tuple[str, ...] = ()
    note: Text | None = None
    blank_ok: bool = False

    @property
    def target(self) -> str:
        return self.name if self.field is None else self.field


@dataclass(frozen=True)
class Table:
    """One input file: its columns, its key, and columns of the format not evaluated yet.

    ``also`` are names that people give the file beside its own and its title.
    """

    name: str
    title: Text
    columns: tuple[Column, ...]
    required: bool = False
    key: str = ""
    later: tuple[str, ...] = ()
    also: tuple[str, ...] = ()

    @property
    def file(self) -> str:
        return f"{self.name}.csv"

    @cached_property
    def headings(self) -> Mapping[str, Column]:
        """Columns by normalised spelling of their headings."""
        return {
            normalise(spelling): column
            for column in self.columns
            for spelling in (column.name, column.de, *column.also)
        }

    def column(self, name: str) -> Column:
        return next(column for column in self.columns if column.name == name)

    def knows(self, heading: str) -> bool:
        return normalise(heading) in self.headings


def _keep(text: str) -> str:
    return text


TEXT = Kind(Text("Text", "text"), _keep)
ID = Kind(Text("Kennung (Text, führende Nullen bleiben)", "identifier (text, leading zeros are kept)"), _keep)
INT = Kind(Text("ganze Zahl", "whole number"), values.parse_int)
DECIMAL = Kind(Text("Zahl, Komma oder Punkt", "number, comma or point"), values.parse_float)
MONEY = Kind(Text("Betrag in Euro", "amount in euros"), values.parse_money)
HOURS = Kind(Text("Stunden, z. B. 38,5", "hours, e.g. 38.5"), values.parse_hours)
BOOL = Kind(Text("ja / nein", "yes / no"), values.parse_bool)
DATE = Kind(Text("Datum", "date"), moments.parse_date)
INSTANT = Kind(Text("Datum und Uhrzeit", "date and time"), moments.parse_stamp)
END = Kind(
    Text("Datum und Uhrzeit, oder nur Uhrzeit (00:00 bis 30:00)", "date and time, or time only (00:00 to 30:00)"),
    lambda text: moments.parse_stamp(text, time_only=True),
)
CLOCK = Kind(Text("Uhrzeit", "time of day"), moments.parse_clock)
SPANS = Kind(Text("Liste HH:MM-HH:MM, durch |", "list HH:MM-HH:MM, separated by |"), _keep)
LIST = Kind(Text("Liste, durch |", "list, separated by |"), values.parse_list)
ZONE = Kind(Text("Zone 1 bis 4", "zone 1 to 4"), values.parse_zone)
CREWS = Kind(Text("Besatzungen „Funktion:Anzahl + … / …“", 'crews "function:number + … / …"'), values.parse_crews)


def vessel_ref() -> Column:
    """The vessel a row belongs to."""
    return Column("vessel_id", "Schiff", ID, True, ref="vessels", also=("Schiffs-ID", "Schiffsnummer"))


def crew_ref() -> Column:
    """The person a row belongs to."""
    return Column("crew_id", "Personalnummer", ID, True, ref="crew", also=("Personal-Nr", "PNr", "Person"))


def term_kind(group: str, enum: type[StrEnum]) -> Kind:
    """Words of a group of ``data/terms.yaml``, read as members of ``enum``."""
    return Kind(
        Text(", ".join(words(group, "de")), ", ".join(words(group, "en"))),
        lambda text: enum(values.parse_term(text, group)),
    )


def choice_kind(choices: Mapping[str, object], label: Text) -> Kind:
    """A few fixed words; keys are normalised spellings, the label lists the words to offer."""
    return Kind(label, lambda text: values.parse_choice(text, choices, label))
