"""Fixed assignments and wishes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from optimizer.domain import Pin, Shift, WatchPlan, Wish, WishKind
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report, quoted
from optimizer.intake.people_tables import ASSIGNMENTS
from optimizer.intake.person_records import repeated
from optimizer.intake.rows import Row
from optimizer.intake.suggest import nearest


def pins(rows: Sequence[Row], shifts: Mapping[str, Shift], plans: Mapping[str, WatchPlan], report: Report) -> list[Pin]:
    """Assignments, each person once per shift; identical rows are dropped with a notice."""
    kept: dict[tuple[str, str], tuple[Row, Pin]] = {}
    for row in rows:
        nothing = row["function"] is None and row["safety_role"] is None and not row.bad & {"function", "safety_role"}
        if nothing and row.has_column("function"):
            row.fault("function", _no_function())
        shift = shifts.get(row["shift_id"] or "")
        if shift is not None and row["watch"]:
            check_watch(row, shift, plans)
        pin = row.record(Pin)
        if pin is None:
            continue
        first, known = kept.setdefault((pin.shift_id, pin.crew_id), (row, pin))
        if first is not row and known == pin:
            text = repeated(ASSIGNMENTS.file, row.number, first.number)
            report.notice("input.row_repeated", text, shift_id=pin.shift_id, crew_id=pin.crew_id)
        elif first is not row:
            row.fault("crew_id", _assigned_twice(first.number))
    return [pin for _, pin in kept.values()]


def wishes(rows: Sequence[Row], rotating: AbstractSet[str], report: Report) -> list[Wish]:
    """Wishes; a consent names its day and only serves people of a rotation (``rotating``)."""
    found = []
    for row in rows:
        subjects = ("day", "shift_id", "vessel_id")
        if row["kind"] is WishKind.CONSENT:
            _check_consent(row, rotating, report)
        elif not any(row[name] for name in subjects) and not row.bad & set(subjects):
            row.fault("day", Fault(
                "input.blank",
                Text("Es fehlt, worauf sich der Wunsch bezieht.", "What the wish is about is missing."),
                Text("Einen Tag, eine Schicht oder ein Schiff eintragen.", "Enter a day, a shift or a vessel."),
            ))  # fmt: skip
        found.append(row.record(Wish))
    return [record for record in found if record is not None]


def _check_consent(row: Row, rotating: AbstractSet[str], report: Report) -> None:
    if row["day"] is None and "day" not in row.bad:
        row.fault("day", Fault(
            "input.blank",
            Text("Der Tag fehlt, für den die Zustimmung gilt.", "The day of the consent is missing."),
            Text("Den Tag eintragen; für mehrere Tage je eine Zeile.", "Enter the day; one row for each day."),
        ))  # fmt: skip
    crew_id = row["crew_id"]
    if crew_id is not None and crew_id not in rotating and not row.bad:
        report.notice("input.unused_value", Text(
            f"{row.table.file}, Zeile {row.number}: {crew_id} hat keinen Törn in rotations.csv; eine Zustimmung ist nicht nötig.",
            f"{row.table.file}, row {row.number}: {crew_id} has no rotation in rotations.csv; no consent is needed.",
        ), crew_id=crew_id)  # fmt: skip


def check_watch(row: Row, shift: Shift, plans: Mapping[str, WatchPlan]) -> None:
    """The watch of an assignment must belong to the watch plan of its shift."""
    if not shift.watch_plan:
        row.fault("watch", Fault(
            "input.unknown_watch",
            Text(f"Die Schicht {shift.shift_id} hat keinen Wachplan.", f"Shift {shift.shift_id} has no watch plan."),
            Text("Die Zelle leer lassen oder der Schicht einen Wachplan geben.",
                 "Leave the cell blank or give the shift a watch plan."),
        ))  # fmt: skip
        return
    plan = plans.get(shift.watch_plan)
    if plan is not None and row["watch"] not in (names := [watch.name for watch in plan.watches]):
        guess = nearest(row["watch"], names)
        hint_de, hint_en = (f"Meinten Sie „{guess}“? ", f'Did you mean "{guess}"? ') if guess else ("", "")
        row.fault("watch", Fault(
            "input.unknown_watch",
            Text(f"Diese Wache gibt es im Wachplan {shift.watch_plan} nicht.",
                 f"This watch does not exist in watch plan {shift.watch_plan}."),
            Text(f"{hint_de}Möglich: {quoted(names)}.", f"{hint_en}Possible: {quoted(names)}."),
        ))  # fmt: skip


def _no_function() -> Fault:
    return Fault(
        "input.blank",
        Text("Weder Funktion noch Sicherheitsrolle ist angegeben.", "Neither a function nor a safety role is given."),
        Text("Die Funktion eintragen, z. B. Matrose.", "Enter the function, e.g. Boatman."),
    )


def _assigned_twice(first: int) -> Fault:
    return Fault(
        "input.key_twice",
        Text(f"Die Person ist in Zeile {first} schon anders auf dieser Schicht eingeteilt.",
             f"In row {first} the person is already assigned differently to this shift."),
        Text("Beide Zeilen zu einer zusammenfassen.", "Join both rows into one."),
    )  # fmt: skip
