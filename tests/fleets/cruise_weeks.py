"""What is known about the planned weeks of the excursion and cruise fleet: who is away, wishes, voyages under way."""

from __future__ import annotations

from datetime import date, datetime

from aboard import MONDAY, way_rows
from cruise_people import RELIEF_WEARER, Member, aboard
from cruise_voyages import days, known_voyages
from fleet_csv import Row

_FUNCTIONS = {"UP": "boatmaster", "BM": "able_boatman", "MA": "boatman", "LM": "apprentice", "DM": "deckhand",
              "MI": "engineer"}  # fmt: skip
#: Safety roles of the voyages under way, by the last two digits of the id.
_ROLES = {
    "C01": {"01": "passenger_expert", "05": "first_aider", "08": "breathing_apparatus_wearer",
            "09": "breathing_apparatus_wearer"},
    "C02": {"01": "passenger_expert", "03": "first_aider", "07": "first_aider", "08": "breathing_apparatus_wearer",
            "09": "breathing_apparatus_wearer"},
}  # fmt: skip


def _day(number: int) -> datetime:
    return datetime(2026, 12, number)


def absence_rows() -> list[Row]:
    rows: list[tuple[str, datetime, datetime | None, str]] = [
        ("0104", _day(7), _day(14), "leave"),
        ("0128", datetime(2026, 11, 30), None, "sick"),
        ("0136", _day(9), _day(11), "course"),
        ("0132", _day(14), _day(21), "leave"),
        ("0140", _day(10), _day(12), "exam"),
        ("2106", _day(9), _day(14), "course"),
        ("0146", _day(8), _day(10), "school"),
        ("0146", _day(15), _day(17), "school"),
    ]
    return [_absence(who, start, end, kind) for who, start, end, kind in rows]


def _absence(who: str, start: datetime, end: datetime | None, kind: str) -> Row:
    return {"crew_id": who, "start": start, "end": end, "kind": kind}


#: In the copy with the shortage the only relief with breathing apparatus is on leave until the next voyage.
WEARER_AWAY = _absence(RELIEF_WEARER, _day(11), _day(19), "leave")


def wish_rows() -> list[Row]:
    rows: list[tuple[str, str, date | None, str | None, str | None]] = [
        ("0103", "want", None, None, "E05"),
        ("0122", "free", date(2026, 12, 12), None, None),
        ("0127", "avoid", None, "E07-1112-A", None),
        ("0130", "want", None, "E08-1212-A", None),
        ("0139", "free", date(2026, 12, 13), None, None),
        ("0143", "avoid", None, None, "E07"),
    ]
    rows += [("1205", "consent", date(2026, 12, day), None, None) for day in range(12, 19)]
    return [
        {"crew_id": who, "kind": kind, "day": day, "shift_id": shift, "vessel_id": vessel}
        for who, kind, day, shift, vessel in rows
    ]


def assignment_rows() -> list[Row]:
    """The crews of the voyages under way on Monday, with safety staff and patrols, and one promised trip."""
    rows = []
    for voyage in known_voyages():
        for day in days(voyage):
            if day.leg.start < MONDAY:
                rows += [_running(day.shift_id, voyage.vessel_id, member) for member in aboard(voyage)]
    promised = {"shift_id": "E05-1212-T", "crew_id": "0103", "function": "boatmaster", "watch": None,
                "safety_role": None, "status": "locked"}  # fmt: skip
    return [*rows, promised]


def _running(shift_id: str, vessel_id: str, member: Member) -> Row:
    patrol = "night_patrol" if member.watch.startswith("N") else "cabin_staff"
    function = patrol if member.staff else _FUNCTIONS[member.codes[0]]
    return {"shift_id": shift_id, "crew_id": member.crew_id, "function": function, "watch": member.watch,
            "safety_role": _ROLES[vessel_id].get(member.crew_id[2:]), "status": "running"}  # fmt: skip


def pair_rows() -> list[Row]:
    rows = [("0146", "0123", "mentor"), ("0141", "0144", "apart"), ("1208", "1209", "together")]
    return [{"crew_id": who, "other_id": other, "kind": kind} for who, other, kind in rows]


#: Where trips and voyages begin and end, in kilometres east and north of Hannover.
_PLACES = {
    "Hamburg-Landungsbrücken": (12.0, 131.0), "Hannover": (0.0, 0.0), "Berlin-Spandau": (237.0, 18.0),
    "Berlin-Wannsee": (231.0, 6.0), "Berlin-Treptow": (254.0, 12.0), "Nürnberg": (92.0, -325.0),
}  # fmt: skip


def travel_rows() -> list[Row]:
    return way_rows(_PLACES)


_FAMILIAR = {"0120": "E02 E04", "0121": "E06", "0124": "E07", "0129": "E06 E07", "0143": "E06", "0151": "C01 C02",
             "0154": "C01 C02", "0110": "E09", "0113": "E03"}  # fmt: skip


def familiar_rows() -> list[Row]:
    return [{"crew_id": who, "vessel_id": v} for who, vessels in _FAMILIAR.items() for v in vessels.split()]


SETTINGS = """# Einstellungen der Beispielflotte: Feiertage nach Berliner Recht, wo das Schiff kein Land nennt.
land = "BE"
"""
