"""Minutes between places, under the spelling the shifts use."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from optimizer.domain import Movement, Person, Shift, Travel
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.people_tables import TRAVEL
from optimizer.intake.person_records import repeated
from optimizer.intake.rows import Row
from optimizer.intake.suggest import nearest
from optimizer.terms import normalise


def places_of(shifts: Iterable[Shift], movements: Iterable[Movement], crew: Iterable[Person]) -> dict[str, str]:
    """Every place of the dataset by its plain spelling, as its first user wrote it."""
    named = [place for shift in shifts for place in (shift.start_place, shift.end_place)]
    named += [place for movement in movements for place in (movement.from_place, movement.to_place)]
    named += [person.home_place for person in crew]
    known: dict[str, str] = {}
    for place in named:
        if place:
            known.setdefault(normalise(place), place)
    return known


def travel(rows: Sequence[Row], places: Mapping[str, str], report: Report) -> list[Travel]:
    """Ways once each; a place that no shift knows is a notice, for its minutes serve nothing."""
    kept: dict[tuple[str, str], tuple[Row, Travel]] = {}
    strange: dict[str, int] = {}
    for row in rows:
        if row["from_place"] and row["to_place"] and normalise(row["from_place"]) == normalise(row["to_place"]):
            row.fault("to_place", _nowhere())
        ends = {name: _place(row[name], places, strange, row.number) for name in ("from_place", "to_place")}
        way = row.record(Travel, **ends)
        if way is None:
            continue
        first, known = kept.setdefault((normalise(way.from_place), normalise(way.to_place)), (row, way))
        if first is not row and known.minutes == way.minutes:
            report.notice("input.row_repeated", repeated(TRAVEL.file, row.number, first.number))
        elif first is not row:
            row.fault("minutes", _other_minutes(first.number, known.minutes))
    for place, number in strange.items():
        report.notice("input.unknown_place", _unknown_place(place, number, places))
    return [way for _, way in kept.values()]


def _place(text: str | None, places: Mapping[str, str], strange: dict[str, int], number: int) -> str:
    if not text:
        return ""
    known = places.get(normalise(text))
    if known is None:
        strange.setdefault(text, number)
    return known or text


def _unknown_place(place: str, number: int, places: Mapping[str, str]) -> Text:
    guess = nearest(place, places.values())
    hint_de, hint_en = (f" Meinten Sie „{guess}“?", f' Did you mean "{guess}"?') if guess else ("", "")
    return Text(
        f"{TRAVEL.file}, Zeile {number}: Der Ort „{place}“ kommt sonst nirgends vor.{hint_de}",
        f'{TRAVEL.file}, row {number}: the place "{place}" occurs nowhere else.{hint_en}',
    )


def _nowhere() -> Fault:
    return Fault(
        "input.same_place",
        Text("Beide Orte sind derselbe.", "Both places are the same."),
        Text("Zwei verschiedene Orte eintragen oder die Zeile löschen.", "Enter two places or delete the row."),
    )


def _other_minutes(row: int, minutes: int) -> Fault:
    return Fault(
        "input.contradiction",
        Text(f"In Zeile {row} dauert derselbe Weg {minutes} Minuten.", f"In row {row} the same way takes {minutes} minutes."),
        Text("Eine der beiden Zeilen löschen.", "Delete one of the two rows."),
    )  # fmt: skip
