"""What is known about the planned weeks of the canal fleet beforehand: who is away, wishes, voyages under way."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from aboard import MONDAY, way_rows
from canal_people import TRAINEE, aboard
from canal_routes import CHANGE_PLACES
from canal_timetable import known_sailings, known_voyages, sailings
from fleet_csv import Row

_FUNCTIONS = {"SF": "boatmaster", "SM": "helmsman", "BM": "able_boatman", "MA": "boatman", "LM": "apprentice"}
#: Agrees to work on the rest days of this week, so that K01 has a boatmaster.
CONSENTS = "0121"


def _day(number: int, month: int = 12) -> datetime:
    return datetime(2026, month, number)


def absence_rows() -> list[Row]:
    rows: list[tuple[str, datetime, datetime | None, str, bool | None]] = [
        ("0111", _day(7), _day(21), "leave", None),
        ("0513", _day(8).replace(hour=13), _day(24), "school", True),
        ("0811", _day(11).replace(hour=13), _day(25), "leave", None),
        ("1115", _day(4), None, "sick", None),
        ("1215", _day(14), _day(19), "course", None),
        ("0512", _day(30, 11), _day(5), "leave", None),
        ("9008", _day(21), _day(28), "leave", None),
    ]
    return [
        {"crew_id": who, "start": start, "end": end, "kind": kind, "school_certificate_on_board": proof}
        for who, start, end, kind, proof in rows
    ]


def wish_rows() -> list[Row]:
    rows: list[tuple[str, str, date | None, str | None]] = [
        ("9001", "want", None, "K05"),
        ("9002", "avoid", None, "K01"),
        ("9004", "avoid", None, "K11"),
        ("9006", "free", date(2026, 12, 12), None),
        ("0312", "want", None, "K03"),
        ("1311", "avoid", None, "K03"),
        ("0411", "want", None, "K04"),
    ]
    rows += [(CONSENTS, "consent", date(2026, 12, day), None) for day in range(10, 16)]
    return [{"crew_id": w, "kind": kind, "day": day, "shift_id": None, "vessel_id": v} for w, kind, day, v in rows]


def assignment_rows() -> list[Row]:
    """The crews of voyages under way on Monday on the shifts begun before, a trainee, one place promised."""
    rows = []
    for voyage in known_voyages():
        begun = [sailing for sailing in sailings(voyage) if sailing.leg.start < MONDAY]
        for sailing in begun:
            for member, seat in aboard(voyage):
                function = _FUNCTIONS[seat.code.rstrip("+")]
                rows.append(_pin(sailing.shift_id, member.crew_id, function, seat.watch, "running"))
    rows += [
        _pin(sailing.shift_id, TRAINEE, "additional", "", "locked")
        for sailing in known_sailings()
        if sailing.voyage.voyage_id == "K02-R0912"
    ]
    return [*rows, _pin("K03-0812-N", "0311", "boatmaster", "", "locked")]


def _pin(shift_id: str, who: str, function: str, watch: str, status: str) -> Row:
    return {"shift_id": shift_id, "crew_id": who, "function": function, "watch": watch, "status": status}


def pair_rows() -> list[Row]:
    rows = [("1116", "1112", "mentor"), ("0312", "1313", "apart"), ("1411", "1415", "together")]
    return [{"crew_id": who, "other_id": other, "kind": kind} for who, other, kind in rows]


def travel_rows() -> list[Row]:
    return way_rows(CHANGE_PLACES)


_FAMILIAR = {
    "9001": "K05 K08 K09", "9002": "K01 K02 K05 K12", "9003": "K10 K12", "9004": "K07 K12 S02", "9005": "K04 K11",
    "9006": "K01 T01", "9007": "K02 K05 K06",
}  # fmt: skip


def familiar_rows() -> list[Row]:
    return [{"crew_id": who, "vessel_id": v} for who, vessels in _FAMILIAR.items() for v in vessels.split()]


SETTINGS = """# Einstellungen der Beispielflotte: Feiertage nach niedersächsischem Recht, wo das Schiff kein Land nennt.
land = "NI"
"""

#: In the copy with the shortage this relief boatmaster is on a course when the vessel on the Elbe changes crews.
RELIEF_ON_COURSE = {"crew_id": "9001", "start": _day(10), "end": _day(10) + timedelta(days=4), "kind": "course",
                    "school_certificate_on_board": None}  # fmt: skip
