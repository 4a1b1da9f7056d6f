"""Vessels, the crews entered in their papers, and permits."""

from __future__ import annotations

from collections.abc import Sequence

from optimizer.domain import (
    CertificateCrew,
    Function,
    OperatingMode,
    Permit,
    Regime,
    Vessel,
    VesselType,
    modes_of,
)
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.formation_checks import check_vessel_formation, report_unused
from optimizer.intake.rows import Row
from optimizer.law import Rulebook
from optimizer.terms import term

#: Types whose crew tables have no operating modes (§§ 112, 113 BinSchPersV).
WITHOUT_MODE = frozenset({VesselType.PASSENGER_FERRY, VesselType.VEHICLE_FERRY})
#: § 107(3) has no columns by mode; a stated one brings the rules that hold for it alone.
MODE_OPTIONAL = frozenset({VesselType.HARBOUR_TUG})


def vessels(rows: Sequence[Row], rulebook: Rulebook, report: Report) -> dict[str, Vessel]:
    found: dict[str, Vessel] = {}
    for row in rows:
        _check_unmet(row, rulebook, report)
        check_vessel_formation(row, report)
        check_crew_words(row, "extra_crew")
        check_at_most(row, "passengers_max", "persons_max")
        vessel = row.record(Vessel)
        if vessel is not None:
            found.setdefault(vessel.vessel_id, vessel)
    report_unused(rows, {vessel_id: vessel.type for vessel_id, vessel in found.items()}, report)
    return found


def certificate_crews(rows: Sequence[Row], known: dict[str, Vessel]) -> list[CertificateCrew]:
    found = []
    for row in rows:
        vessel = known.get(row["vessel_id"] or "")
        if vessel is not None:
            check_mode(row, vessel)
        check_crew_words(row, "crew")
        found.append(row.record(CertificateCrew, mode=row["mode"]))
    return [record for record in found if record is not None]


def permits(rows: Sequence[Row]) -> list[Permit]:
    found = []
    for row in rows:
        if row["paragraph"] and not any(ch.isdigit() for ch in row["paragraph"]):
            row.fault("paragraph", Fault(
                "input.paragraph",
                Text("Die Nummer des Paragrafen fehlt.", "The number of the paragraph is missing."),
                Text("Paragraf und Absatz schreiben, z. B. § 111(2).", "Write paragraph and subsection, e.g. § 111(2)."),
            ))  # fmt: skip
        check_order(row, "valid_from", "valid_until")
        found.append(row.record(Permit))
    return [record for record in found if record is not None]


def check_mode(row: Row, vessel: Vessel, regime: Regime | None = None) -> None:
    """Ferries have no operating mode, harbour tugs may have one, every other vessel needs one of its ordinance.

    Without a ``regime`` any mode will do: the papers may name crews of both.
    """
    if vessel.type in WITHOUT_MODE and row["mode"] is not None:
        row.fault("mode", Fault(
            "input.mode",
            Text(f"„{vessel.name}“ ist eine Fähre; dafür gibt es keine Betriebsform.",
                 f'"{vessel.name}" is a ferry; these have no operating mode.'),
            Text("Die Zelle leer lassen.", "Leave the cell blank."),
        ))  # fmt: skip
        return
    possible = tuple(OperatingMode) if regime is None else modes_of(regime)
    modes = ", ".join(possible)
    if vessel.type not in WITHOUT_MODE | MODE_OPTIONAL and row["mode"] is None and "mode" not in row.bad:
        row.fault("mode", Fault(
            "input.mode",
            Text(f"Für „{vessel.name}“ fehlt die Betriebsform.", f'The operating mode of "{vessel.name}" is missing.'),
            Text(f"Eine der Betriebsformen {modes} eintragen.", f"Enter one of the modes {modes}."),
        ))  # fmt: skip
    if row["mode"] is not None and row["mode"] not in possible:
        row.fault("mode", Fault(
            "input.mode",
            Text(f"{row['mode']} ist keine Betriebsform der {regime}.", f"{row['mode']} is no operating mode of the {regime}."),
            Text(f"Eine der Betriebsformen {modes} eintragen oder „regime“ und „waterway“ prüfen.",
                 f'Enter one of the modes {modes}, or check "regime" and "waterway".'),
        ))  # fmt: skip


def check_crew_words(row: Row, column: str, *, patrol: bool = False) -> None:
    """Crews are made of places of the law; a night patrol may only be needed in a watch."""
    beside = {Function.ADDITIONAL} if patrol else {Function.ADDITIONAL, Function.NIGHT_PATROL}
    found = next((function for crew in row[column] or () for function in crew if function in beside), None)
    if found is Function.NIGHT_PATROL:
        fix = Text("Den Kontrollgang als Bedarf (needs) einer Wache in watches.csv eintragen.",
                   "Enter the patrol among the needs of a watch in watches.csv.")  # fmt: skip
    else:
        fix = Text("Die Person in assignments.csv mit dieser Funktion auf die Schicht setzen.",
                   "Put the person on the shift in assignments.csv with that function.")  # fmt: skip
    if found is not None:
        words = term("function", found), term("function", found, "en")
        row.fault(column, Fault("input.crew", Text(
            f"„{words[0]}“ ist kein Platz einer Besatzung.", f'"{words[1]}" is not a place of a crew.'), fix))  # fmt: skip


def check_order(row: Row, first: str, last: str) -> None:
    """Report two dates that are the wrong way round."""
    if row[first] is not None and row[last] is not None and row[last] < row[first]:
        row.fault(last, Fault(
            "input.interval",
            Text(f"Das Datum liegt vor „{row.heading(first)}“ ({row[first]:%d.%m.%Y}).",
                 f'The date is before "{row.heading(first)}" ({row[first]:%d.%m.%Y}).'),
            Text("Beide Daten prüfen; vielleicht sind sie vertauscht.", "Check both dates; perhaps they are swapped."),
        ))  # fmt: skip


def check_at_most(row: Row, part: str, whole: str) -> None:
    """Report a number that is greater than the one that includes it."""
    if row[part] is not None and row[whole] is not None and row[part] > row[whole]:
        row.fault(part, Fault(
            "input.contradiction",
            Text(f"„{row.heading(part)}“ ({row[part]}) ist größer als „{row.heading(whole)}“ ({row[whole]}).",
                 f'"{row.heading(part)}" ({row[part]}) is greater than "{row.heading(whole)}" ({row[whole]}).'),
            Text("Beide Zahlen prüfen; die zweite schließt die erste ein.",
                 "Check both numbers; the second includes the first."),
        ))  # fmt: skip


def _check_unmet(row: Row, rulebook: Rulebook, report: Report) -> None:
    """Numbers of unfulfilled conditions must occur in the paragraph of the vessel's type; letters are the Rhine's."""
    kind, unmet = row["type"], row["unmet"]
    if kind is None or not unmet:
        return
    numbers = _condition_numbers(kind, rulebook)
    if numbers is None:
        report.notice(
            "input.unused_value",
            Text(f"vessels.csv, Zeile {row.number}: Für diese Schiffsart werden die Nummern in „{row.heading('unmet')}“ nicht ausgewertet.",
                 f'vessels.csv, row {row.number}: for this type of vessel the numbers in "{row.heading("unmet")}" are not evaluated.'),
            vessel_id=row["vessel_id"] or "",
        )  # fmt: skip
        return
    stated = [entry for entry in unmet if not entry.isalpha()]
    wrong = sorted(entry for entry in stated if entry.rstrip("abcdefghijklmnopqrstuvwxyz") not in numbers)
    if wrong:
        row.fault("unmet", Fault(
            "input.number_list",
            Text(f"Eine Bedingung Nr. {', '.join(wrong)} gibt es für diese Schiffsart nicht.",
                 f"There is no condition No. {', '.join(wrong)} for this type of vessel."),
            Text(f"Möglich sind die Nummern {', '.join(numbers)}.", f"Possible numbers: {', '.join(numbers)}."),
        ))  # fmt: skip


def _condition_numbers(kind: VesselType, rulebook: Rulebook) -> list[str] | None:
    """Numbers of the equipment conditions for a type in the latest wording, ``None``: not numbered."""
    for rule in rulebook.starting_with("manning."):
        if kind.value in rule.versions[-1].values.get("vessel_types", ()):
            conditions = rulebook.rules.get(f"{rule.rule_id}.equipment")
            if conditions is not None and "numbers" in conditions.versions[-1].values:
                return list(conditions.versions[-1].values["numbers"])
    return None
