"""Write ``data/fleets/harbour_ferries`` and its copy with one planted shortage.

    python tests/fleets/build_harbour_ferries.py [FOLDER]

Everything is invented or computed from fixed seeds, so a second run gives the same bytes.
"""

from __future__ import annotations

import sys
from datetime import datetime
from pathlib import Path

from fleet_csv import Row, Tables, csv_bytes, write_folder
from harbour_history import duty_rows
from harbour_people import certificate_rows, crew_rows
from harbour_timetable import movement_rows, shift_rows, watch_rows
from harbour_vessels import certificate_crew_rows, vessel_rows
from harbour_week import SETTINGS, absence_rows, assignment_rows, wish_rows

FLEETS = Path(__file__).resolve().parents[2] / "data" / "fleets"
FULL, SHORT = "harbour_ferries", "harbour_ferries_short"


def tables() -> Tables:
    """The files of the fleet that can be crewed in full."""
    vessels = vessel_rows()
    vessel_ids = [str(row["vessel_id"]) for row in vessels]
    return {
        "vessels.csv": vessels,
        "certificate_crews.csv": certificate_crew_rows(),
        "shifts.csv": shift_rows(vessel_ids),
        "movements.csv": movement_rows(vessel_ids),
        "watches.csv": watch_rows(),
        "crew.csv": crew_rows(),
        "certificates.csv": certificate_rows(),
        "absences.csv": absence_rows(),
        "duties.csv": duty_rows(),
        "wishes.csv": wish_rows(),
        "assignments.csv": assignment_rows(),
    }


def with_shortage(full: Tables) -> Tables:
    """Friday 11.12.: of those who may sail below the port only one boatmaster is left for two shifts.

    Mareike Tietjen has no maritime entry, Silke Brandt has the Friday off; Jörg Petersen's patent
    ended the day before and Ulrike Voß is ill in both folders. Okko Harms cannot serve both shifts.
    """
    short = dict(full)
    short["certificates.csv"] = [row for row in full["certificates.csv"] if not _maritime_of(row, "0103")]
    friday_off = {"crew_id": "0101", "start": datetime(2026, 12, 11), "end": datetime(2026, 12, 12), "kind": "leave"}
    short["absences.csv"] = [*full["absences.csv"], friday_off]
    return short


def _maritime_of(row: Row, crew_id: str) -> bool:
    return row["crew_id"] == crew_id and row["certificate"] == "maritime"


def files_of(content: Tables) -> dict[str, bytes]:
    files = {name: csv_bytes(rows) for name, rows in content.items() if rows}
    return {**files, "settings.toml": SETTINGS.encode()}


def build(root: Path = FLEETS) -> None:
    full = tables()
    write_folder(root / FULL, files_of(full))
    write_folder(root / SHORT, files_of(with_shortage(full)))


if __name__ == "__main__":
    build(Path(sys.argv[1]) if len(sys.argv) > 1 else FLEETS)
