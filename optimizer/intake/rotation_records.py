"""Published rotations: one per person, with a relief who is on board meanwhile."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import lcm

from optimizer.domain import Rotation, WatchPlan
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report, quoted
from optimizer.intake.people_tables import ROTATIONS
from optimizer.intake.person_records import repeated
from optimizer.intake.rows import Row
from optimizer.intake.suggest import nearest

#: Longest stretch in which two rotations are compared; odd patterns repeat together only after years.
_MOST_DAYS = 3660

Known = Mapping[str, tuple[Row, Rotation]]


def rotations(rows: Sequence[Row], plans: Mapping[str, WatchPlan], report: Report) -> list[Rotation]:
    """Rotations by person; a row that repeats another one is dropped with a notice."""
    watches = list(dict.fromkeys(watch.name for plan in plans.values() for watch in plan.watches))
    kept: dict[str, tuple[Row, Rotation]] = {}
    for row in rows:
        if row["relief"] is not None and row["relief"] == row["crew_id"]:
            row.fault("relief", _own_relief())
        if row["watch"] and row["watch"] not in watches:
            row.fault("watch", _unknown_watch(row["watch"], watches))
        on, off = row["pattern"] or (0, 0)
        rotation = row.record(Rotation, days_on=on, days_off=off)
        if rotation is None:
            continue
        first, known = kept.setdefault(rotation.crew_id, (row, rotation))
        if first is not row and known == rotation:
            text = repeated(ROTATIONS.file, row.number, first.number)
            report.notice("input.row_repeated", text, crew_id=rotation.crew_id)
        elif first is not row:
            row.fault("crew_id", _second_rotation(first.number))
    for row, rotation in kept.values():
        _compare_with_relief(row, rotation, kept, report)
    return [rotation for _, rotation in kept.values()]


def days_together(first: Rotation, second: Rotation) -> tuple[int, int]:
    """On how many days two people are both on board, and in how many days that repeats."""
    one, other = first.days_on + first.days_off, second.days_on + second.days_off
    period = min(lcm(one, other), _MOST_DAYS)
    apart = (first.anchor_date - second.anchor_date).days
    both = sum(day % one < first.days_on and (day + apart) % other < second.days_on for day in range(period))
    return both, period


def _compare_with_relief(row: Row, rotation: Rotation, known: Known, report: Report) -> None:
    """A relief is on the same vessel while the other one is at home; else one of the two rows is wrong."""
    relief = known.get(rotation.relief)
    if relief is None:
        return
    other_row, other = relief
    if other.relief == rotation.crew_id and other_row.number < row.number:
        return
    place_de = f"{ROTATIONS.file}, Zeilen {row.number} und {other_row.number}: {rotation.crew_id} und {other.crew_id}"
    place_en = f"{ROTATIONS.file}, rows {row.number} and {other_row.number}: {rotation.crew_id} and {other.crew_id}"
    both, period = days_together(rotation, other)
    if other.vessel_id != rotation.vessel_id:
        report.notice("input.rotation", Text(
            f"{place_de} lösen sich ab, haben ihren Törn aber auf verschiedenen Schiffen.",
            f"{place_en} relieve each other, but their rotations are on different vessels.",
        ), crew_id=rotation.crew_id, vessel_id=rotation.vessel_id)  # fmt: skip
    elif both:
        report.notice("input.rotation", Text(
            f"{place_de} lösen sich ab, sind aber an {both} von {period} Tagen zugleich an Bord. Den ersten Tag prüfen.",
            f"{place_en} relieve each other, but are on board at once on {both} of {period} days. Check the first day.",
        ), crew_id=rotation.crew_id, vessel_id=rotation.vessel_id)  # fmt: skip


def _own_relief() -> Fault:
    return Fault(
        "input.own_relief",
        Text("Niemand löst sich selbst ab.", "Nobody relieves themselves."),
        Text(
            "Eine andere Person eintragen oder die Zelle leer lassen.", "Enter another person or leave the cell blank."
        ),
    )


def _second_rotation(first: int) -> Fault:
    return Fault(
        "input.key_twice",
        Text(f"Die Person hat in Zeile {first} schon einen anderen Törn.",
             f"In row {first} the person already has another rotation."),
        Text("Nur den geltenden Törn stehen lassen.", "Keep only the rotation in force."),
    )  # fmt: skip


def _unknown_watch(watch: str, watches: list[str]) -> Fault:
    guess = nearest(watch, watches)
    hint_de, hint_en = (f"Meinten Sie „{guess}“? ", f'Did you mean "{guess}"? ') if guess else ("", "")
    known_de, known_en = (quoted(watches) or "keine", quoted(watches) or "none")
    return Fault(
        "input.unknown_watch",
        Text("Diese Wache gibt es in keinem Wachplan.", "This watch exists in no watch plan."),
        Text(f"{hint_de}Vorhanden: {known_de}.", f"{hint_en}There are: {known_en}."),
    )
