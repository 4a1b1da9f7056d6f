"""The roster as a table and as a CSV file that a spreadsheet and ``read_roster`` both understand."""

from __future__ import annotations

from pathlib import Path

import pandas as pd

from optimizer.domain import Function, Shift
from optimizer.duty import duty_bounds
from optimizer.duty_times import format_duty_times
from optimizer.export.cells import defuse, one_line
from optimizer.export.clock_text import day_text, instant_iso, instant_text, weekday
from optimizer.export.collation import german_key
from optimizer.export.files import write_whole
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow
from optimizer.terms import term
from optimizer.timeline import iso_week_name, local

#: Columns in their order; the headings stand in ``data/terms.yaml``, group ``roster_column``.
COLUMNS = (
    "week",
    "date",
    "weekday",
    "vessel",
    "shift_id",
    "start",
    "end",
    "start_place",
    "end_place",
    "mode",
    "crew_id",
    "name",
    "function",
    "safety_role",
    "watch",
    "duty_times",
    "status",
    "reason",
    "start_iso",
    "end_iso",
    "version",
)
#: Who leads the vessel first, then deck and engine by rank, then who is on board beside the crew.
_RANK = {
    function: rank
    for rank, function in enumerate(
        (
            Function.BOATMASTER,
            Function.FERRY_MASTER,
            Function.HELMSMAN,
            Function.ABLE_BOATMAN,
            Function.ENGINEER,
            Function.ENGINE_MINDER,
            Function.BOATMAN,
            Function.FERRY_ASSISTANT,
            Function.DECKHAND_180,
            Function.APPRENTICE,
            Function.DECKHAND,
            Function.FERRY_APPRENTICE,
            Function.CABIN_STAFF,
            Function.NIGHT_PATROL,
            Function.ADDITIONAL,
        )
    )
}


def headings(lang: str = "de") -> list[str]:
    """Headings of the roster CSV in a language."""
    return [term("roster_column", column, lang) for column in COLUMNS]


def ordered_rows(instance: Instance, roster: Roster) -> tuple[RosterRow, ...]:
    """Rows by start, vessel, shift, rank of the function and name; open places after filled ones."""

    def key(row: RosterRow) -> tuple[object, ...]:
        shift = instance.dataset.shifts[row.shift_id]
        rank = len(_RANK) if row.function is None else _RANK[row.function]
        vessel = german_key(instance.vessel_of(shift).name)
        name = german_key(_name(instance, row.crew_id))
        return (
            shift.interval.start,
            vessel,
            row.shift_id,
            rank,
            not row.crew_id,
            name,
            row.crew_id,
            row.watch,
        )

    return tuple(sorted(roster.rows, key=key))


def roster_table(instance: Instance, roster: Roster, lang: str = "de") -> pd.DataFrame:
    """One row an assignment, open places too; text cells, times in Europe/Berlin.

    Raises
    ------
    KeyError
        For a shift that the dataset does not have.
    """
    rows = [_cells(instance, row, roster.version, lang) for row in ordered_rows(instance, roster)]
    return pd.DataFrame(rows, columns=headings(lang), dtype=object)


def roster_csv(instance: Instance, roster: Roster, lang: str = "de", *, reasons: bool = True) -> bytes:
    """The roster CSV as bytes: ``;``, UTF-8 with BOM, CRLF; cells that would be formulas are defused.

    Parameters
    ----------
    reasons
        Whether the column of reasons is filled: it may name who is ill or on leave.

    Raises
    ------
    KeyError
        For a shift that the dataset does not have.
    """
    table = roster_table(instance, roster, lang)
    if not reasons:
        table[term("roster_column", "reason", lang)] = ""
    text = table.map(defuse).to_csv(sep=";", index=False, lineterminator="\r\n")
    return text.encode("utf-8-sig")


def write_roster(path: Path, instance: Instance, roster: Roster, lang: str = "de") -> None:
    """Write the roster CSV, whole or not at all.

    Raises
    ------
    OSError
        If the file cannot be written; an older one is then untouched.
    """
    write_whole(Path(path), roster_csv(instance, roster, lang))


def _name(instance: Instance, crew_id: str) -> str:
    person = instance.dataset.crew.get(crew_id)
    return "" if person is None else person.name


def _cells(instance: Instance, row: RosterRow, version: str, lang: str) -> list[str]:
    shift = instance.dataset.shifts[row.shift_id]
    return [
        *_shift_cells(instance, shift, lang),
        *_person_cells(instance, row, shift, lang),
        *_end_cells(shift, version),
    ]


def _shift_cells(instance: Instance, shift: Shift, lang: str) -> list[str]:
    day = local(shift.interval.start).date()
    return [
        iso_week_name(day),
        day_text(day),
        weekday(day, lang),
        instance.vessel_of(shift).name,
        shift.shift_id,
        instant_text(shift.interval.start),
        instant_text(shift.interval.end),
        shift.start_place,
        shift.end_place,
        "" if shift.mode is None else f"{shift.mode} ({shift.regime})",
    ]


def _person_cells(instance: Instance, row: RosterRow, shift: Shift, lang: str) -> list[str]:
    return [
        row.crew_id,
        _name(instance, row.crew_id),
        "" if row.function is None else term("function", row.function, lang),
        "|".join(term("safety_role", role, lang) for role in row.safety_roles),
        row.watch,
        format_duty_times(row.duty, row.breaks, duty_bounds(shift).start, lang) if row.duty else "",
        term("row_status", row.status, lang),
        "" if row.reason is None else one_line(row.reason.in_language(lang)),
    ]


def _end_cells(shift: Shift, version: str) -> list[str]:
    return [instant_iso(shift.interval.start), instant_iso(shift.interval.end), version]
