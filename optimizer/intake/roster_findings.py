"""What a roster file says beside what counts, compared with the dataset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime

from optimizer.domain import Dataset, Shift
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.moments import parse_stamp, shown
from optimizer.intake.rows import Row
from optimizer.roster import RosterRow
from optimizer.terms import normalise


def contradictions(row: Row, shift: Shift, crew_id: str, dataset: Dataset, report: Report) -> None:
    """Times, vessel and name that differ from the dataset; the dataset's own are used."""
    for name, iso, instant in (("start", "start_iso", shift.interval.start), ("end", "end_iso", shift.interval.end)):
        for column in (name, iso):
            text = row[column]
            if text and _differs(text, instant):
                _once(
                    report,
                    "roster.times_contradict",
                    _times(row, column, text, shift, instant),
                    shift_id=shift.shift_id,
                )
    vessel = dataset.vessels[shift.vessel_id]
    if row["vessel"] and normalise(row["vessel"]) not in (normalise(vessel.name), normalise(vessel.vessel_id)):
        _once(report, "roster.vessel_contradicts", Text(
            f"Schicht {shift.shift_id}: In der Datei steht das Schiff „{row['vessel']}“, die Schicht gehört zu „{vessel.name}“; das gilt.",
            f'Shift {shift.shift_id}: the file names the vessel "{row["vessel"]}", the shift belongs to "{vessel.name}"; that counts.',
        ), shift_id=shift.shift_id)  # fmt: skip
    if crew_id and row["name"] and normalise(row["name"]) != normalise(dataset.crew[crew_id].name):
        name = dataset.crew[crew_id].name
        _once(report, "roster.name_contradicts", Text(
            f"Schicht {shift.shift_id}: Neben Personalnummer {crew_id} steht „{row['name']}“, sie gehört {name}; die Nummer gilt.",
            f'Shift {shift.shift_id}: beside crew id {crew_id} stands "{row["name"]}", it belongs to {name}; the id counts.',
        ), shift_id=shift.shift_id, crew_id=crew_id)  # fmt: skip


def without_repeats(found: Sequence[tuple[Row, RosterRow]], report: Report) -> list[RosterRow]:
    """Rows of the roster; a person on duty entered twice alike is kept once, with a finding."""
    kept: list[RosterRow] = []
    first: dict[RosterRow, int] = {}
    for row, record in found:
        number = first.setdefault(replace(record, reason=None), row.number)
        if number != row.number and record.on_duty:
            report.notice("roster.row_repeated", Text(
                f"Zeile {row.number} wiederholt Zeile {number} und wird nicht noch einmal gezählt.",
                f"Row {row.number} repeats row {number} and is not counted again.",
            ), shift_id=record.shift_id, crew_id=record.crew_id)  # fmt: skip
        else:
            kept.append(record)
    return kept


def version(rows: Iterable[Row], report: Report) -> str:
    """The version all rows carry; the first one, with a finding, where they differ."""
    versions = list(dict.fromkeys(row["version"] for row in rows if row["version"]))
    if len(versions) > 1:
        report.notice("roster.versions_differ", Text(
            f"Die Zeilen stammen aus verschiedenen Fassungen ({', '.join(versions)}).",
            f"The rows come from different versions ({', '.join(versions)}).",
        ))  # fmt: skip
    return versions[0] if versions else "1"


def recognised(heading: str, text: str, found: str, label: str) -> Text:
    """A changed id and the one it was read as."""
    who = f" ({label})" if label else ""
    return Text(
        f"„{text}“ in der Spalte „{heading}“ ist als „{found}“{who} gelesen worden; ein Tabellenprogramm hat die Kennung verändert.",
        f'"{text}" in the column "{heading}" was read as "{found}"{who}; a spreadsheet program changed the id.',
    )


def doubtful(exact: str, others: Sequence[str]) -> Text:
    """An id that exists as written, but may also be another one without its zeros."""
    return Text(
        f"„{exact}“ gibt es so; falls ein Tabellenprogramm führende Nullen entfernt hat, war {' oder '.join(others)} gemeint.",
        f'"{exact}" exists as written; if a spreadsheet removed leading zeros, {" or ".join(others)} was meant.',
    )


def _differs(text: str, instant: datetime) -> bool:
    """Whether a time is certainly another one; what cannot be read (an hour shown twice) is not."""
    full_year = re.sub(r"^(\d{1,2}\.\d{1,2}\.)(\d{2})(?=[ ,T]|$)", r"\g<1>20\g<2>", text)
    try:
        stamp = parse_stamp(full_year)
        return stamp.clock is None or stamp.instant() != instant
    except Fault as fault:
        return fault.code != "input.ambiguous_time"


def _times(row: Row, column: str, text: str, shift: Shift, instant: datetime) -> Text:
    return Text(
        f"Schicht {shift.shift_id}: „{row.heading(column)}“ ist in der Datei „{text}“, in shifts.csv {shown(instant)}; shifts.csv gilt.",
        f'Shift {shift.shift_id}: "{row.heading(column)}" is "{text}" in the file, {shown(instant)} in shifts.csv; shifts.csv counts.',
    )


def _once(report: Report, code: str, text: Text, *, shift_id: str = "", crew_id: str = "") -> None:
    if not any(notice.code == code and notice.text == text for notice in report.notices):
        report.notice(code, text, shift_id=shift_id, crew_id=crew_id)


def left_over(name: str, text: str, rows: int) -> Text:
    """A person or shift that the dataset does not know any more."""
    what_de, what_en = ("Schicht", "shift") if name == "shift_id" else ("Person", "person")
    return Text(
        f"Der Dienstplan nennt die {what_de} {text}, die es im Datensatz nicht (mehr) gibt; Zeilen, die nicht zählen: {rows}.",
        f"The roster names the {what_en} {text}, which is not in the dataset (any more); rows that do not count: {rows}.",
    )
