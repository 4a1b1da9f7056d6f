"""Read a roster CSV, as written or after a round through a spreadsheet.

Ids, status, function, safety role, watch and duty times count; everything else in the file is for
the eye, and what contradicts the dataset is a finding.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from optimizer.domain import Dataset, SafetyRole, Shift
from optimizer.duty import duty_bounds, watch_duty, watches_of
from optimizer.duty_times import DutyTimesError, parse_duty_times
from optimizer.findings import Finding, Text
from optimizer.intake import kinds, roster_findings
from optimizer.intake.faults import Fault, Report
from optimizer.intake.lost_ids import candidates, restore
from optimizer.intake.pin_records import check_watch
from optimizer.intake.rows import Row, read_rows
from optimizer.intake.schema import ID, TEXT, Column, Kind, Table, term_kind
from optimizer.intake.single_file import single_file
from optimizer.intake.unknown_ids import report_once, unknown_reference
from optimizer.intake.values import parse_term
from optimizer.roster import Roster, RosterRow, RowStatus
from optimizer.terms import term
from optimizer.timeline import Interval, day_start, local

_NO_PERSON = frozenset({RowStatus.OPEN, RowStatus.NOT_SAILING})


@dataclass(frozen=True, slots=True)
class RosterRead:
    """A roster and what was noticed while reading it."""

    roster: Roster
    findings: tuple[Finding, ...]


def read_roster(path: Path, dataset: Dataset, *, left_overs: bool = False) -> RosterRead:
    """Read a roster CSV against the dataset it belongs to.

    The window of the roster is the ISO weeks in which its shifts start, those that continue a
    voyage aside (Monday 00:00 to Monday 00:00, Europe/Berlin).

    Parameters
    ----------
    left_overs
        Rows of people and shifts that the dataset does not know (any more) are left out with a note,
        where the roster is only what planning starts from.

    Raises
    ------
    DatasetError
        If the file cannot be read, a shift or person is unknown, or a cell cannot be understood;
        with all faults of the file.
    """
    path = Path(path)
    report = Report()
    table = _table(path.name)
    rows = read_rows(table, single_file(path, report), report)
    reader = _Reader(dataset, report)
    found = [(row, result) for row in rows or () if (result := reader.row(row)) is not None]
    reader.report_unknown(left_overs=left_overs)
    report.raise_if_any()
    kept = roster_findings.without_repeats(found, report)
    version = roster_findings.version(rows or (), report)
    return RosterRead(Roster(window=_window(kept, dataset), rows=tuple(kept), version=version), tuple(report.notices))


class _Reader:
    """Turns rows into roster rows; changed ids are recognised and reported once each."""

    def __init__(self, dataset: Dataset, report: Report):
        self.dataset = dataset
        self.report = report
        self.plans = dict(dataset.watch_plans)
        self.shift_labels = {shift_id: "" for shift_id in dataset.shifts}
        self.crew_labels = {crew_id: person.name for crew_id, person in dataset.crew.items()}
        self._offered: set[tuple[str, str, str]] = set()
        self._unknown: dict[tuple[str, str], tuple[Fault, list[Row]]] = {}

    def row(self, row: Row) -> RosterRow | None:
        shift_id = self._id(row, "shift_id", self.shift_labels, "shifts")
        crew_id = self._id(row, "crew_id", self.crew_labels, "crew")
        status = row["status"]
        if status is not None:
            _check_person(row, status)
        shift = self.dataset.shifts.get(shift_id)
        if shift is None or status is None:
            return None
        watch = self._watch(row, shift)
        duty, breaks = self._duty(row, shift, watch, status)
        if row.bad:
            return None
        roster_findings.contradictions(row, shift, crew_id, self.dataset, self.report)
        return RosterRow(
            shift_id=shift_id,
            status=status,
            crew_id=crew_id,
            function=row["function"],
            safety_roles=row["safety_role"] or (),
            watch=watch,
            duty=duty,
            breaks=breaks,
            reason=Text(row["reason"], row["reason"]) if row["reason"] else None,
        )

    def _id(self, row: Row, name: str, labels: Mapping[str, str], table: str) -> str:
        """The known id a cell stands for; ``""`` for a blank cell or an unknown id (reported)."""
        text = row[name]
        if not text:
            return ""
        exact = text if text in labels else restore(text)
        found = candidates(text, labels)
        if exact in labels:
            self._note_doubt(exact, found)
            return exact
        if len(found) != 1:
            if (name, text) not in self._unknown:
                fault = unknown_reference(text, table, labels) if not found else _several(text, found)
                self._unknown[name, text] = fault, []
            self._unknown[name, text][1].append(row)
            row.bad.add(name)
            return ""
        self._offer(row, name, text, found[0], labels[found[0]])
        return found[0]

    def report_unknown(self, *, left_overs: bool) -> None:
        """Report ids that are not there, each once with the number of its rows."""
        for (name, text), (fault, rows) in self._unknown.items():
            if left_overs:
                self.report.notice("roster.left_over", roster_findings.left_over(name, text, len(rows)))
            else:
                report_once(rows, name, fault)

    def _offer(self, row: Row, name: str, text: str, found: str, label: str) -> None:
        if (name, text, found) not in self._offered:
            self._offered.add((name, text, found))
            self.report.notice(
                "roster.id_recognised", roster_findings.recognised(row.heading(name), text, found, label)
            )

    def _note_doubt(self, exact: str, others: list[str]) -> None:
        others = [other for other in others if other != exact]
        if others and ("doubt", exact, "") not in self._offered:
            self._offered.add(("doubt", exact, ""))
            self.report.notice("roster.id_doubtful", roster_findings.doubtful(exact, others))

    def _watch(self, row: Row, shift: Shift) -> str:
        text = row["watch"] or ""
        plan = self.plans.get(shift.watch_plan)
        names = [watch.name for watch in plan.watches] if plan is not None else []
        if not text or text in names:
            return text
        found = candidates(text, names)
        if len(found) == 1:
            self._offer(row, "watch", text, found[0], "")
            return found[0]
        check_watch(row, shift, self.plans)
        return text

    def _duty(
        self, row: Row, shift: Shift, watch: str, status: RowStatus
    ) -> tuple[tuple[Interval, ...], tuple[Interval, ...]]:
        text = row["duty_times"]
        if text:
            try:
                return parse_duty_times(text, duty_bounds(shift))
            except DutyTimesError as error:
                row.fault("duty_times", Fault("roster.duty_times", error.text, _DUTY_FIX))
                return (), ()
        if status in _NO_PERSON or status is RowStatus.FORESEEN or "watch" in row.bad:
            return (), ()
        if shift.watch_plan and not watch:
            row.fault("watch", _watch_missing(shift))
            return (), ()
        chosen = next((item for item in watches_of(shift, self.plans) if item is not None and item.name == watch), None)
        return watch_duty(shift, chosen), ()


def _check_person(row: Row, status: RowStatus) -> None:
    """Rows with somebody on board name the person and what for; open rows name nobody."""
    if status in _NO_PERSON and row["crew_id"]:
        row.fault("status", _person_on_open(term("row_status", status), term("row_status", status, "en")))
    if status not in _NO_PERSON and not row["crew_id"] and row.has_column("crew_id"):
        row.fault("crew_id", _person_missing(term("row_status", status), term("row_status", status, "en")))
    nothing = row["function"] is None and not row["safety_role"] and not row.bad & {"function", "safety_role"}
    if nothing and row.has_column("function") and status is not RowStatus.NOT_SAILING:
        row.fault("function", _function_missing())


def _parse_roles(text: str) -> tuple[SafetyRole, ...]:
    parts = [part.strip() for part in re.split(r"[|,;+/]", text) if part.strip()]
    return tuple(dict.fromkeys(SafetyRole(parse_term(part, "safety_role")) for part in parts))


def _restored(kind: Kind) -> Kind:
    def parse(text: str) -> Any:
        return kind.parse(restore(text))

    return Kind(kind.label, parse)


_ROLES = Kind(kinds.ROLE.label, _parse_roles)
_STATUS = term_kind("row_status", RowStatus)
#: Columns that count, with how they are read; (kind, required, may be blank).
_COUNTING = {
    "shift_id": (ID, True, False),
    "crew_id": (ID, True, True),
    "function": (kinds.FUNCTION, True, True),
    "safety_role": (_ROLES, False, True),
    "watch": (_restored(ID), False, True),
    "duty_times": (_restored(TEXT), False, True),
    "status": (_STATUS, True, False),
    "reason": (_restored(TEXT), False, True),
    "version": (_restored(TEXT), False, True),
}
_FOR_THE_EYE = (
    "week",
    "date",
    "weekday",
    "vessel",
    "start",
    "end",
    "start_place",
    "end_place",
    "mode",
    "name",
    "start_iso",
    "end_iso",
)


def _table(file: str) -> Table:
    columns = [
        _column(name, *_COUNTING.get(name, (_restored(TEXT), False, True))) for name in (*_COUNTING, *_FOR_THE_EYE)
    ]
    return Table(file.removesuffix(".csv"), Text("Dienstplan", "Roster"), tuple(columns), required=True)


def _column(name: str, kind: Kind, required: bool, blank_ok: bool) -> Column:
    also = (term("roster_column", name, "en"), *(("Mode",) if name == "mode" else ()))
    return Column(name, term("roster_column", name), kind, required, also=also, blank_ok=blank_ok)


def _window(rows: list[RosterRow], dataset: Dataset) -> Interval:
    """The whole weeks in which something begins; a voyage may sail on beyond them."""
    shifts = sorted({row.shift_id for row in rows}, key=lambda shift_id: dataset.shifts[shift_id].interval.start)
    begins: dict[tuple[str, str], datetime] = {}
    for shift in (dataset.shifts[shift_id] for shift_id in shifts):
        name = ("voyage", shift.voyage_id) if shift.voyage_id else ("shift", shift.shift_id)
        begins.setdefault(name, shift.interval.start)
    days = [local(start).date() for start in begins.values()]
    monday = min(days) - timedelta(days=min(days).weekday())
    last = max(days) + timedelta(days=7 - max(days).weekday())
    return Interval(day_start(monday), day_start(last))


_DUTY_FIX = Text(
    "Wie „06:00-12:00 Pause 09:00-09:30 | 13:00-18:00“ schreiben oder die Zelle leeren, wenn die ganze Wache gilt.",
    'Write it like "06:00-12:00 break 09:00-09:30 | 13:00-18:00", or clear the cell if the whole watch counts.',
)


def _several(text: str, found: list[str]) -> Fault:
    return Fault(
        "input.unknown_reference",
        Text(f"„{text}“ kann {' oder '.join(found)} sein.", f'"{text}" can be {" or ".join(found)}.'),
        Text("Die vollständige Kennung mit führenden Nullen eintragen.", "Enter the whole id with its leading zeros."),
    )


def _watch_missing(shift: Shift) -> Fault:
    return Fault(
        "input.blank",
        Text(f"Die Schicht {shift.shift_id} hat Wachen; die Wache der Person fehlt.",
             f"Shift {shift.shift_id} has watches; the watch of the person is missing."),
        Text("Die Wache oder die Dienstzeiten eintragen.", "Enter the watch or the duty times."),
    )  # fmt: skip


def _person_on_open(de: str, en: str) -> Fault:
    return Fault(
        "roster.status",
        Text(
            f"Die Zeile ist als „{de}“ bezeichnet, nennt aber eine Person.",
            f'The row is marked "{en}" but names a person.',
        ),
        Text(
            "Den Status auf „besetzt“ ändern oder die Personalnummer löschen.",
            'Change the status to "filled" or delete the crew id.',
        ),
    )


def _person_missing(de: str, en: str) -> Fault:
    return Fault(
        "input.blank",
        Text(
            f"Die Zeile ist als „{de}“ bezeichnet, nennt aber keine Person.",
            f'The row is marked "{en}" but names nobody.',
        ),
        Text(
            "Die Personalnummer eintragen oder den Status auf „offen“ ändern.",
            'Enter the crew id or change the status to "open".',
        ),
    )


def _function_missing() -> Fault:
    return Fault(
        "input.blank",
        Text("Weder Funktion noch Sicherheitsrolle ist angegeben.", "Neither a function nor a safety role is given."),
        Text("Die Funktion eintragen, z. B. Matrose.", "Enter the function, e.g. Boatman."),
    )
