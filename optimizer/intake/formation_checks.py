"""Facts about convoys and tows that contradict each other or the type of the vessel."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from optimizer.domain import CrewScope, TowPosition, Vessel, VesselType
from optimizer.findings import Text
from optimizer.intake.faults import Fault, Report
from optimizer.intake.rows import Row
from optimizer.terms import term

_CONVOY = frozenset({VesselType.CONVOY})
#: With an engine for manoeuvring only, a motor vessel is manned like a vessel without engine.
_TOWED = frozenset({VesselType.TOWED_BARGE, VesselType.MOTOR_CARGO, VesselType.MOTOR_TANKER})
#: Whoever pushes lighters is part of a convoy, whose crew is larger than that of the vessel alone.
_PUSHERS = frozenset({VesselType.MOTOR_CARGO, VesselType.MOTOR_TANKER, VesselType.TUG})
_LIGHTERS = ("lighters", "lighter_lengths_m", "pushed_units")

_USED_FOR = {
    **dict.fromkeys(("lead", *_LIGHTERS, "formation_length_m", "formation_breadth_m"), _CONVOY),
    **dict.fromkeys(("tow_position", "crew_scope", "route_km", "shuttle"), _TOWED),
}


def check_vessel_formation(row: Row, report: Report) -> None:
    """A row of ``vessels.csv``."""
    if row["type"] is None:
        return
    _check_pushed(row, row["type"])
    _check_counts(row, row["type"], report)
    if row["type"] is VesselType.CONVOY:
        _check_length(row, row["length_m"], row["lighter_lengths_m"], "length_m")


def check_shift_formation(row: Row, vessel: Vessel, report: Report) -> None:
    """A row of ``shifts.csv``."""
    _check_pushed(row, vessel.type)
    _check_counts(row, vessel.type, report)
    if vessel.type is VesselType.CONVOY:
        lengths = row["lighter_lengths_m"] or vessel.lighter_lengths_m
        _check_length(row, row["formation_length_m"], lengths, "formation_length_m")
    _check_tow(row)


def report_unused(rows: Sequence[Row], types: Mapping[str, VesselType], report: Report) -> None:
    """One notice per column and type for entries that no rule reads for that type of vessel."""
    unused: dict[tuple[str, VesselType], list[Row]] = defaultdict(list)
    for row in rows:
        kind = types.get(row["vessel_id"] or "")
        for column, used in _USED_FOR.items():
            if kind is not None and kind not in used and row[column] and column not in row.bad:
                unused[column, kind].append(row)
    for (column, kind), group in unused.items():
        lines, heading = ", ".join(str(row.number) for row in group[:10]), group[0].heading(column)
        more = " …" if len(group) > 10 else ""
        file = group[0].table.file
        report.notice("input.unused_value", Text(
            f"{file}, Zeile {lines}{more}: Für die Schiffsart {term('vessel_type', kind)} wird „{heading}“ nicht ausgewertet.",
            f'{file}, row {lines}{more}: for vessels of type {term("vessel_type", kind, "en")} "{heading}" is not evaluated.',
        ), vessel_id=group[0]["vessel_id"] or "")  # fmt: skip


def _check_pushed(row: Row, kind: VesselType) -> None:
    if kind not in _PUSHERS:
        return
    column = next((name for name in _LIGHTERS if row[name]), None)
    if column is not None:
        convoy = term("vessel_type", VesselType.CONVOY), term("vessel_type", VesselType.CONVOY, "en")
        row.fault(column, Fault(
            "input.contradiction",
            Text(f"Ein Schiff der Art {term('vessel_type', kind)} mit geschobenen Fahrzeugen ist ein {convoy[0]} mit größerer Besatzung.",
                 f"A vessel of type {term('vessel_type', kind, 'en')} that pushes others is a {convoy[1]} with a larger crew."),
            Text(f"In vessels.csv ein Schiff der Art {convoy[0]} anlegen und hier verwenden oder die Zelle leeren.",
                 f"Add a vessel of type {convoy[1]} to vessels.csv and use it here, or clear the cell."),
        ))  # fmt: skip


def _check_counts(row: Row, kind: VesselType, report: Report) -> None:
    """Different numbers of lighters in one row; where a rule takes the larger one, nobody is missing."""
    number, lengths, units = (row[name] for name in _LIGHTERS)
    if kind is not VesselType.CONVOY:
        return
    if units and any(count not in (None, len(units)) for count in (number, len(lengths) if lengths else None)):
        row.fault("pushed_units", Fault(
            "input.contradiction",
            Text(f"Das sind {len(units)} Fahrzeuge; bei den Schubleichtern steht eine andere Anzahl.",
                 f"These are {len(units)} vessels; the entry about lighters gives another number."),
            Text("Alle geschobenen Fahrzeuge nennen oder die Zelle leeren.", "Name all pushed vessels or clear the cell."),
        ))  # fmt: skip
    elif number is not None and lengths and len(lengths) != number:
        report.notice("input.contradiction", Text(
            f"{row.table.file}, Zeile {row.number}: {number} Schubleichter, aber {len(lengths)} Längen; es zählt, was die größere Zahl ergibt.",
            f"{row.table.file}, row {row.number}: {number} lighters, but {len(lengths)} lengths; what gives the larger number counts.",
        ), vessel_id=row["vessel_id"] or "")  # fmt: skip


def _check_length(row: Row, whole: float | None, lengths: Sequence[float] | None, column: str) -> None:
    if whole is not None and lengths and max(lengths) > whole:
        row.fault(column, Fault(
            "input.contradiction",
            Text("Der Verband ist kürzer als einer seiner Schubleichter.", "The convoy is shorter than one of its lighters."),
            Text("Die Länge der ganzen Zusammenstellung eintragen.", "Enter the length of the whole formation."),
        ))  # fmt: skip


def _check_tow(row: Row) -> None:
    """One crew for two barges is only known for two alongside each other behind the tug."""
    position = row["tow_position"]
    if row["crew_scope"] is CrewScope.PAIR and position not in (None, TowPosition.PAIR_ALONGSIDE_BEHIND_TUG):
        place = TowPosition.PAIR_ALONGSIDE_BEHIND_TUG
        row.fault("crew_scope", Fault(
            "input.contradiction",
            Text(f"Eine Besatzung für ein Paar passt nicht zu „{term('tow_position', position)}“.",
                 f'One crew for a pair does not fit "{term("tow_position", position, "en")}".'),
            Text(f"Den Platz „{term('tow_position', place)}“ eintragen oder die Zelle leeren.",
                 f'Enter the place "{term("tow_position", place, "en")}" or clear the cell.'),
        ))  # fmt: skip
