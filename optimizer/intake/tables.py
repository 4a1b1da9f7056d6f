"""Every file of a dataset: the one place that knows the input format.

The reader, its messages, and the format table of the README all come from here.
"""

from __future__ import annotations

from optimizer.intake import people_tables as people
from optimizer.intake import ship_tables as ships

TABLES = {
    table.name: table
    for table in (
        ships.VESSELS,
        ships.CERTIFICATE_CREWS,
        ships.PERMITS,
        ships.SHIFTS,
        ships.MOVEMENTS,
        ships.WATCHES,
        people.CREW,
        people.CERTIFICATES,
        people.MEASURES,
        people.ABSENCES,
        people.DUTIES,
        people.ASSIGNMENTS,
        people.WISHES,
        people.ROTATIONS,
        people.PAIRS,
        people.TRAVEL,
        people.FAMILIAR,
    )
}

#: Files of the format that this version does not evaluate yet.
LATER_FILES = ("accounts",)
SETTINGS_FILE = "settings.toml"
