"""Write ``data/fleets/canal_cargo`` and its copy with one planted shortage.

    python tests/fleets/build_canal_cargo.py [FOLDER]

Everything is invented or computed from fixed seeds, so a second run gives the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

from canal_history import duty_rows
from canal_people import LOWER, certificate_rows, crew_rows, rotation_rows
from canal_ships import certificate_crew_rows, permit_rows, vessel_rows
from canal_timetable import movement_rows, shift_rows, watch_rows
from canal_weeks import (
    RELIEF_ON_COURSE,
    SETTINGS,
    absence_rows,
    assignment_rows,
    familiar_rows,
    pair_rows,
    travel_rows,
    wish_rows,
)
from fleet_csv import Row, Tables, csv_bytes, write_folder

FLEETS = Path(__file__).resolve().parents[2] / "data" / "fleets"
FULL, SHORT = "canal_cargo", "canal_cargo_short"
#: The voyage that may not sail in the copy, and the boatmaster who lacks the stretch there.
STOPPED, LACKS_STRETCH = "K08-R1112", "0831"


def tables() -> Tables:
    """The files of the fleet that can be crewed in full."""
    return {
        "vessels.csv": vessel_rows(),
        "certificate_crews.csv": certificate_crew_rows(),
        "permits.csv": permit_rows(),
        "shifts.csv": shift_rows(),
        "movements.csv": movement_rows(),
        "watches.csv": watch_rows(),
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


def with_shortage(full: Tables) -> Tables:
    """Two boatmasters come on board the vessel on the Elbe; only one of them may lead it below Dömitz.

    The authorisation of the other names the stretch at Magdeburg alone, and the relief boatmaster who
    knows the river is on a course.
    """
    short = dict(full)
    short["certificates.csv"] = [row for row in full["certificates.csv"] if not _below_doemitz(row)]
    short["absences.csv"] = [*full["absences.csv"], RELIEF_ON_COURSE]
    return short


def _below_doemitz(row: Row) -> bool:
    return (row["crew_id"], row["certificate"], row["scope"]) == (LACKS_STRETCH, "risk_stretch", (LOWER,))


def files_of(content: Tables) -> dict[str, bytes]:
    files = {name: csv_bytes(rows) for name, rows in content.items() if rows}
    return {**files, "settings.toml": SETTINGS.encode()}


def build(root: Path = FLEETS) -> None:
    full = tables()
    write_folder(root / FULL, files_of(full))
    write_folder(root / SHORT, files_of(with_shortage(full)))


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FLEETS)
