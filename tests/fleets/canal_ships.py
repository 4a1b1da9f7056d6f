"""The vessels of the canal fleet: 12 motor vessels, 2 pushed convoys, a tug, and how each is worked."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from aboard import System
from fleet_csv import Row

DAY_12 = System({}, ("06:00", "18:00"), ("13:00", "18:00"), ("06:00", "13:00"))
DAY_13 = System({}, ("06:00", "19:00"), ("13:00", "19:00"), ("06:00", "13:00"), sunday=("08:00", "14:00"))
HOURS_17 = System(
    {
        "day": (("I", "05:00", "13:30"), ("II", "13:30", "22:00")),
        "first": (("I", "13:00", "17:30"), ("II", "17:30", "22:00")),
        "last": (("I", "05:00", "09:00"), ("II", "09:00", "13:00")),
    },
    ("05:00", "22:00"),
    ("13:00", "22:00"),
    ("05:00", "13:00"),
)
HOURS_20 = System(
    {
        "day": (("I", "03:00", "13:00"), ("II", "13:00", "23:00")),
        "first": (("I", "13:00", "16:00"), ("II", "16:00", "23:00")),
        "last": (("I", "03:00", "10:00"), ("II", "10:00", "13:00")),
    },
    ("03:00", "23:00"),
    ("13:00", "23:00"),
    ("03:00", "13:00"),
)
HOURS_24 = System(
    {"day": (("I", "03:00", "15:00"), ("II", "15:00", "03:00"))},
    ("15:00", "15:00"),
    ("12:00", "12:00"),
    ("12:00", "12:00"),
    continuous=True,
)


@dataclass(frozen=True)
class Seat:
    """A place of the usual crew: the codes of whoever holds it, and the watch (blank: no watches)."""

    code: str
    watch: str = ""


@dataclass(frozen=True)
class Work:
    """How a vessel is worked: mode, hours, rotation, days of a voyage, a day of change, usual crew."""

    mode: str
    system: System
    turn: tuple[int, int]
    voyage_days: int
    change: date
    seats: tuple[Seat, ...]


def _seats(text: str) -> tuple[Seat, ...]:
    """``SF.I`` is a boatmaster in watch I; without a point there are no watches."""
    return tuple(Seat(*item.split(".")) for item in text.split())


_TUE, _NEXT_TUE = date(2026, 12, 8), date(2026, 12, 15)
_WED, _THU, _FRI = date(2026, 12, 9), date(2026, 12, 10), date(2026, 12, 11)

WORK = {
    "K01": Work("A", DAY_12, (7, 7), 7, _WED, _seats("SF MA")),
    "K02": Work("A", DAY_12, (7, 7), 7, _WED, _seats("SF LM+")),
    "K03": Work("A", DAY_13, (14, 14), 14, _TUE, _seats("SF MA")),
    "K04": Work("B", HOURS_17, (14, 14), 14, _NEXT_TUE, _seats("SF.I SF.II MA.I LM.II")),
    "K05": Work("A", DAY_12, (14, 14), 14, _TUE, _seats("SF MA LM+")),
    "K06": Work("B", HOURS_17, (14, 14), 14, _NEXT_TUE, _seats("SF.I SF.II MA.I LM+.II")),
    "K07": Work("B", HOURS_17, (28, 14), 14, _FRI, _seats("SF.I SF.II SM.I BM.II")),
    "K08": Work("B", HOURS_17, (28, 14), 14, _FRI, _seats("SF.I SF.II SM.I BM.II")),
    "K09": Work("B", HOURS_17, (28, 14), 14, date(2026, 12, 18), _seats("SF.I SF.II SM.I BM.II")),
    "K10": Work("C", HOURS_20, (21, 21), 7, _THU, _seats("SF.I SF.II SM.I MA.I BM.II")),
    "K11": Work("D", HOURS_24, (14, 14), 14, _TUE, _seats("SF.I SF.II SM.I BM.II MA.II LM.I")),
    "K12": Work("C", HOURS_20, (14, 14), 14, _NEXT_TUE, _seats("SF.I SF.II SM.I MA.I BM.II")),
    "S01": Work("B", HOURS_17, (14, 14), 14, _TUE, _seats("SF.I SF.II MA.I LM.II")),
    "S02": Work("D", HOURS_24, (14, 14), 14, _NEXT_TUE, _seats("SF.I SF.II SM.I MA.I MA.II")),
    "T01": Work("A", DAY_12, (7, 7), 7, _WED, _seats("SF BM MA")),
}

_NEEDED = {"SF": "Schiffsführer", "SM": "Steuermann", "BM": "Bootsmann", "MA": "Matrose", "LM": "Leichtmatrose"}


def watch_needs(vessel_id: str, watch: str) -> str:
    """What a watch needs on duty, as the watch plan writes it."""
    codes = [seat.code.rstrip("+") for seat in WORK[vessel_id].seats if seat.watch == watch]
    return " + ".join(f"{_NEEDED[code]}:{codes.count(code)}" for code in dict.fromkeys(codes))


#: id | name | type | ENI | home port | Land | tonnage | kW | length | breadth
_TABLE = """
K01|Schwertlilie|motor_cargo|04898001|Oldenburg|NI|350|176|38,5|5,05
K02|Wollgras|motor_cargo|04898002|Münster|NW|480|250|50|6,3
K03|Froschlöffel|motor_cargo|04898003|Minden|NW|700|405|62|7,2
K04|Rohrkolben|motor_cargo|04898004|Hannover|NI|950|470|67|8,2
K05|Sumpfdotter|motor_cargo|04898005|Minden|NW|1150|560|80|8,2
K06|Wasserfeder|motor_cargo|04898006|Braunschweig|NI|1300|590|80|8,6
K07|Krebsschere|motor_cargo|04898007|Hannover|NI|1480|640|80|9
K08|Seekanne|motor_cargo|04898008|Magdeburg|ST|1700|780|85|9,5
K09|Fieberklee|motor_tanker|05898009|Magdeburg|ST|1600|750|85|9,5
K10|Pfeilkraut|motor_tanker|05898010|Münster|NW|2300|1050|86|11,45
K11|Blutweiderich|motor_cargo|04898011|Minden|NW|2450|1150|105|11
K12|Igelkolben|motor_cargo|05898012|Braunschweig|NI|2800|1320|110|11,45
S01|Wiesenknopf|convoy|04898013|Minden|NW||1100|182|9,5
S02|Sonnentau|convoy|04898014|Braunschweig|NI||1250|184|11,4
T01|Kalmus|tug|04898015|Hannover|NI||405|24|6,6
"""


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if text else None


def vessel_rows() -> list[Row]:
    return [_vessel(line.split("|")) for line in _TABLE.strip().splitlines()]


def _vessel(cells: list[str]) -> Row:
    vessel_id, name, kind, eni, port, land, tonnage, power, length, breadth = cells
    convoy = kind == "convoy"
    features = ["radio", "radar", *(["lng"] if vessel_id == "K10" else [])]
    features += ["mechanical_aids"] if kind in ("motor_cargo", "motor_tanker") else []
    return {
        "vessel_id": vessel_id, "name": name, "type": kind, "eni": eni, "home_port": port, "holiday_land": land,
        "tonnage_t": _number(tonnage), "power_kw": _number(power), "length_m": _number(length),
        "breadth_m": _number(breadth), "standard": "S2" if vessel_id in ("K10", "K12", "S02") else "S1", "unmet": "-",
        "lead": "Schubboot" if convoy else None, "lighters": 2 if convoy else None,
        "lighter_lengths_m": ((76.5, 76.5) if vessel_id == "S02" else (65.0, 65.0)) if convoy else None,
        "engine_rooms": 1, "extra_crew": "Matrose:1" if vessel_id == "K12" else None, "commercial": True,
        "features": tuple(features),
    }  # fmt: skip


def certificate_crew_rows() -> list[Row]:
    """A boatman in place of the apprentice of the table on the smallest vessel; a tanker as the table says."""
    return [
        {"vessel_id": "K01", "mode": "A", "crew": "Schiffsführer:1 + Matrose:1", "with_passengers": None,
         "zone": None, "valid_until": "30.06.2029", "kind": "Schiffsattest"},
        {"vessel_id": "K09", "mode": "B", "crew": "Schiffsführer:2 + Steuermann:1 + Bootsmann:1",
         "with_passengers": None, "zone": None, "valid_until": "31.03.2031", "kind": "Unionszeugnis"},
    ]  # fmt: skip


def permit_rows() -> list[Row]:
    """The authority fixed the crew of the smallest vessel otherwise than the table does."""
    return [{"vessel_id": "K01", "paragraph": "§ 99", "valid_from": date(2024, 7, 1), "valid_until": date(2029, 6, 30),
             "conditions": "Matrose statt Leichtmatrose", "reference": "GDWS 2024/0117 (erfunden)"}]  # fmt: skip
