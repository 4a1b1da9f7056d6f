"""Write ``data/fleets/excursion_cruise`` and its copy with one planted shortage.

    python tests/fleets/build_excursion_cruise.py [FOLDER]

Everything is invented or computed from fixed seeds, so a second run gives the same bytes.
"""

from __future__ import annotations

import sys
from datetime import date
from pathlib import Path

from cruise_history import duty_rows
from cruise_people import LAPSES, certificate_rows, crew_rows, rotation_rows
from cruise_ships import vessel_rows
from cruise_trips import minor_watch_rows, trip_rows
from cruise_voyages import movement_rows, voyage_rows, watch_rows
from cruise_weeks import (
    SETTINGS,
    WEARER_AWAY,
    absence_rows,
    assignment_rows,
    familiar_rows,
    pair_rows,
    travel_rows,
    wish_rows,
)
from fleet_csv import Row, Tables, csv_bytes, write_folder

FLEETS = Path(__file__).resolve().parents[2] / "data" / "fleets"
FULL, SHORT = "excursion_cruise", "excursion_cruise_short"
#: The voyage that may not sail in the copy.
STOPPED = "C02-R1212"
#: The refresher course that is missing there.
_COURSE = date(2026, 11, 20)


def tables() -> Tables:
    """The files of the fleet that can be crewed in full."""
    return {
        "vessels.csv": vessel_rows(),
        "shifts.csv": [*trip_rows(), *voyage_rows()],
        "movements.csv": movement_rows(),
        "watches.csv": [_in_order(row) for row in (*minor_watch_rows(), *watch_rows())],
        "crew.csv": crew_rows(),
        "certificates.csv": certificate_rows(),
        "rotations.csv": rotation_rows(),
        "absences.csv": absence_rows(),
        "duties.csv": duty_rows(),
        "wishes.csv": wish_rows(),
        "assignments.csv": assignment_rows(),
        "pairs.csv": pair_rows(),
        "travel.csv": travel_rows(),
        "familiar.csv": familiar_rows(),
    }


def _in_order(row: Row) -> Row:
    return {name: row[name] for name in ("watch_plan", "watch", "start", "end", "needs", "for", "breaks")}


def with_shortage(full: Tables) -> Tables:
    """Two people on the larger cabin ship wear breathing apparatus; the refresher of one lapsed on 9 December.

    The relief who could stand in is on leave until the voyage after.
    """
    short = dict(full)
    short["certificates.csv"] = [row for row in full["certificates.csv"] if not _last_course(row)]
    short["absences.csv"] = [*full["absences.csv"], WEARER_AWAY]
    return short


def _last_course(row: Row) -> bool:
    return (row["crew_id"], row["certificate"], row["issued_on"]) == (LAPSES, "breathing_refresher", _COURSE)


def files_of(content: Tables) -> dict[str, bytes]:
    files = {name: csv_bytes(rows) for name, rows in content.items() if rows}
    return {**files, "settings.toml": SETTINGS.encode()}


def build(root: Path = FLEETS) -> None:
    full = tables()
    write_folder(root / FULL, files_of(full))
    write_folder(root / SHORT, files_of(with_shortage(full)))


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FLEETS)
