"""What is known about the sample week beforehand: absences, wishes and pinned people."""

from __future__ import annotations

from datetime import date, datetime

from fleet_csv import Row
from harbour_timetable import WEEK

NEXT_MONDAY = datetime(2026, 12, 14)


def _day(number: int) -> datetime:
    return datetime(2026, 12, number)


def absence_rows() -> list[Row]:
    """One open sickness, leave, a course, school, a day off and a leave that has just ended."""
    rows = [
        ("0105", datetime(2026, 11, 23), None, "sick"),
        ("0112", _day(7), NEXT_MONDAY, "leave"),
        ("0206", _day(7), NEXT_MONDAY, "leave"),
        ("0119", _day(9), _day(11), "leave"),
        ("0505", _day(8), _day(10), "course"),
        ("0402", _day(7), _day(9), "school"),
        ("0210", datetime(2026, 11, 21), _day(7), "leave"),
        ("0214", _day(13), NEXT_MONDAY, "other"),
    ]
    return [{"crew_id": who, "start": start, "end": end, "kind": kind} for who, start, end, kind in rows]


def wish_rows() -> list[Row]:
    rows: list[tuple[str, str, date | None, str | None, str | None]] = [
        ("0107", "free", WEEK[4], None, None),
        ("0111", "want", None, None, "H04"),
        ("0115", "want", WEEK[5], None, None),
        ("0120", "avoid", None, "H07-0712-S", None),
        ("0121", "avoid", None, "H08-1212-N", None),
        ("0202", "free", WEEK[6], None, None),
        ("0208", "avoid", None, None, "H05"),
        ("0217", "want", None, "H08-1112-N", None),
        ("0302", "free", WEEK[2], None, None),
        ("0502", "want", None, None, "F01"),
        ("0604", "avoid", WEEK[5], None, None),
    ]
    return [
        {"crew_id": who, "kind": kind, "day": day, "shift_id": shift, "vessel_id": vessel}
        for who, kind, day, shift, vessel in rows
    ]


#: Locked places: shift | person | function.
_LOCKS = """
F01-0712-F|0501|ferry_master
F04-0712-M|0606|deckhand
F04-0712-A|0606|deckhand
H05-0712-F|0403|apprentice
H08-0712-F|0121|boatmaster
H02-0812-F|0102|boatmaster
H07-0812-S|0119|boatmaster
H03-0912-S|0205|able_boatman
F04-1012-T|0508|ferry_master
F02-1112-M|0508|ferry_master
F02-1112-A|0508|ferry_master
H03-1112-F|0108|boatmaster
H04-1212-F|0401|apprentice
H08-1212-N|0122|boatmaster
F04-1312-T|0507|ferry_master
"""


def assignment_rows() -> list[Row]:
    rows = (line.split("|") for line in _LOCKS.strip().splitlines())
    return [
        {
            "shift_id": shift,
            "crew_id": who,
            "function": function,
            "watch": None,
            "safety_role": None,
            "status": "locked",
        }
        for shift, who, function in rows
    ]


SETTINGS = """# Einstellungen der Beispielflotte: Feiertage nach Hamburger Landesrecht.
land = "HH"
"""
