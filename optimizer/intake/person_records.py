"""Crew members, their certificates, measures, absences and recorded time."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import TypeVar

from optimizer.domain import (
    REST_KINDS,
    Absence,
    AbsenceKind,
    Certificate,
    Measure,
    Person,
    RecordedDuty,
    Regime,
)
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.kinds import UNLIMITED
from optimizer.intake.life_dates import check_life
from optimizer.intake.rows import Row
from optimizer.intake.shift_records import overlapping
from optimizer.intake.spans import breaks, instant, interval
from optimizer.intake.vessel_records import check_order
from optimizer.law import Rulebook
from optimizer.terms import recognise

Record = TypeVar("Record", bound=Hashable)


def crew(rows: Sequence[Row]) -> dict[str, Person]:
    found: dict[str, Person] = {}
    for row in rows:
        check_order(row, "entry_on", "exit_on")
        check_life(row)
        since = instant(row, "history_known_from")
        until = instant(row, "history_known_until", closes=True)
        if since is not None and until is not None and until <= since:
            row.fault("history_known_until", _not_after_known_from(row))
        person = row.record(
            Person, history_known_from=since, history_known_until=until, rested_since=instant(row, "rested_since")
        )
        if person is not None:
            found.setdefault(person.crew_id, person)
    return found


def warn_of_alike_names(rows: Sequence[Row], report: Report) -> None:
    """Names differing at most in blanks and case: one person entered twice, or two people."""
    alike: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        if row["name"] and row["crew_id"]:
            alike[re.sub(r"\s+", " ", row["name"]).casefold()].append(row)
    for group in alike.values():
        ids = list(dict.fromkeys(row["crew_id"] for row in group))
        if len(ids) > 1:
            report.notice(
                "input.names_alike",
                Text(f"„{group[0]['name']}“ steht unter mehreren Personalnummern ({', '.join(ids)}); sie gelten als verschiedene Personen.",
                     f'"{group[0]["name"]}" stands under several crew ids ({", ".join(ids)}); they count as different people.'),
                crew_id=ids[0],
            )  # fmt: skip


def warn_of_other_restrictions(rows: Sequence[Row], column: str, report: Report) -> None:
    """Restrictions that no rule reads are the dispatcher's to keep."""
    for row in rows:
        others = [text for text in row[column] or () if recognise("restriction", text) is None]
        if others:
            report.notice(
                "input.restriction",
                Text(f"{row.table.file}, Zeile {row.number}: „{', '.join(others)}“ wird nicht ausgewertet; beim Einteilen selbst beachten.",
                     f'{row.table.file}, row {row.number}: "{", ".join(others)}" is not evaluated; mind it yourself when planning.'),
                crew_id=row["crew_id"] or "",
            )  # fmt: skip


def certificates(rows: Sequence[Row], rulebook: Rulebook, report: Report) -> list[Certificate]:
    found: list[tuple[Row, Certificate]] = []
    for row in rows:
        until = row["valid_until"]
        unlimited = until is UNLIMITED
        if not unlimited:
            check_order(row, "issued_on", "valid_until")
        check_order(row, "issued_on", "renewed_on")
        if until is None and "valid_until" not in row.bad and _must_be_stated(row, rulebook):
            row.fault("valid_until", _end_missing())
        record = row.record(Certificate, valid_until=None if unlimited else until, unlimited=unlimited)
        if record is not None:
            found.append((row, record))
    return without_repeats(found, "certificates.csv", report)


def measures(rows: Sequence[Row], report: Report) -> list[Measure]:
    found = []
    for row in rows:
        check_order(row, "from", "until")
        record = row.record(Measure)
        if record is not None:
            found.append((row, record))
    return without_repeats(found, "measures.csv", report)


def absences(rows: Sequence[Row], report: Report) -> list[Absence]:
    found = []
    for row in rows:
        if row["school_certificate_on_board"] and row["kind"] not in (None, AbsenceKind.SCHOOL):
            report.notice("input.unused_value", _no_school(row), crew_id=row["crew_id"] or "")
        if row["end"] is None and "end" not in row.bad:
            if row["kind"] not in (None, AbsenceKind.SICK):
                row.fault("end", _open_absence())
            start, end = instant(row, "start"), None
        else:
            span = interval(row, dates=True)
            start, end = (span.start, span.end) if span is not None else (None, None)
        if start is not None:
            found.append(row.record(Absence, start=start, end=end))
    return [record for record in found if record is not None]


def duties(rows: Sequence[Row], report: Report) -> list[RecordedDuty]:
    found: list[tuple[Row, RecordedDuty]] = []
    for row in rows:
        span = interval(row, dates=row["kind"] in REST_KINDS)
        pauses = breaks(row, span)
        record = None if span is None else row.record(RecordedDuty, interval=span, breaks=pauses)
        if record is not None:
            found.append((row, record))
    _warn_of_rhine(found, report)
    kept = without_repeats(found, "duties.csv", report)
    first_rows = {record: row for row, record in reversed(found)}
    _check_double_work([(first_rows[record], record) for record in kept])
    return kept


def _must_be_stated(row: Row, rulebook: Rulebook) -> bool:
    """Whether the law computes no end for this certificate, so that the paper must state one."""
    rule = rulebook.rules.get(f"certificate.{row['certificate']}")
    return rule is not None and bool(rule.versions[-1].values.get("valid", {}).get("stated"))


def without_repeats(found: Sequence[tuple[Row, Record]], file: str, report: Report) -> list[Record]:
    """Records once each; a row that repeats another one word for word is dropped with a notice."""
    kept: dict[Record, int] = {}
    for row, record in found:
        first = kept.setdefault(record, row.number)
        if first != row.number:
            report.notice("input.row_repeated", repeated(file, row.number, first), crew_id=row["crew_id"] or "")
    return list(kept)


def repeated(file: str, number: int, first: int) -> Text:
    return Text(
        f"{file}: Zeile {number} wiederholt Zeile {first} und wird nicht noch einmal gezählt.",
        f"{file}: row {number} repeats row {first} and is not counted again.",
    )


def _check_double_work(found: Sequence[tuple[Row, RecordedDuty]]) -> None:
    """Nobody works twice at a time; free time on board and rest days may lie beside work."""
    by_person: dict[str, list[tuple[Row, RecordedDuty]]] = defaultdict(list)
    for row, duty in found:
        if duty.kind not in REST_KINDS:
            by_person[duty.crew_id].append((row, duty))
    for group in by_person.values():
        for row, other in overlapping([(row, duty.interval) for row, duty in group]):
            row.fault("start", Fault(
                "input.overlap",
                Text(f"Diese Zeit überschneidet sich mit Zeile {other.number} derselben Person.",
                     f"This time overlaps with row {other.number} of the same person."),
                Text("Die Zeiten so teilen, dass die Person immer nur an einer Stelle arbeitet.",
                     "Split the times so that the person works in one place at a time."),
            ))  # fmt: skip


def _warn_of_rhine(found: Sequence[tuple[Row, RecordedDuty]], report: Report) -> None:
    for row, duty in found:
        if duty.regime is Regime.RHEINSCHPERSV:
            report.notice(
                "input.not_supported",
                Text(f"duties.csv, Zeile {row.number}: Die Betriebsform ist nicht bekannt, die Ruhe nach diesem Dienst wird nicht nach der RheinSchPersV beurteilt; die Zeit zählt als Dienst.",
                     f"duties.csv, row {row.number}: the mode is not known, rest after this duty is not judged by the RheinSchPersV; the time counts as duty."),
                crew_id=duty.crew_id,
            )  # fmt: skip


def _end_missing() -> Fault:
    return Fault(
        "input.valid_until",
        Text("Für dieses Zeugnis legt das Gesetz kein Ende fest; das Datum muss angegeben sein.",
             "The law fixes no end for this certificate; the date must be stated."),
        Text("Den letzten gültigen Tag eintragen oder „unbefristet“ schreiben.",
             'Enter the last valid day or write "unlimited".'),
    )  # fmt: skip


def _open_absence() -> Fault:
    return Fault(
        "input.blank",
        Text("Nur eine Krankheit darf ohne Ende bleiben.", "Only a sickness may be without an end."),
        Text("Den letzten Tag der Abwesenheit eintragen.", "Enter the last day of the absence."),
    )


def _no_school(row: Row) -> Text:
    return Text(
        f"{row.table.file}, Zeile {row.number}: „{row.heading('school_certificate_on_board')}“ zählt nur bei Berufsschule.",
        f'{row.table.file}, row {row.number}: "{row.heading("school_certificate_on_board")}" only counts for school.',
    )


def _not_after_known_from(row: Row) -> Fault:
    return Fault(
        "input.interval",
        Text(f"Der Zeitpunkt liegt nicht nach „{row.heading('history_known_from')}“.",
             f'The time is not after "{row.heading("history_known_from")}".'),
        Text("Beide Angaben prüfen; vielleicht sind sie vertauscht.", "Check both entries; perhaps they are swapped."),
    )  # fmt: skip
