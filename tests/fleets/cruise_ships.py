"""The ships of the excursion and cruise fleet: nine day-excursion ships and two cabin ships."""

from __future__ import annotations

from fleet_csv import Row

#: id | name | type | ENI | home port | Land | passengers | persons | beds | displacement | kW | length | breadth
_TABLE = """
E01|Alkmene|day_excursion|04897001|Berlin|BE|72|75||65|110|24,5|5,1
E02|Berlepsch|day_excursion|05897002|Berlin|BE|250|255||140|220|36|6,8
E03|Boskoop|day_excursion|04897003|Hamburg|HH|250|256||160|420|32|7,6
E04|Gravensteiner|day_excursion|05897004|Berlin|BE|400|406||230|300|44,5|8,2
E05|Herbstprinz|day_excursion|04897005|Hamburg|HH|600|612||420|820|56|10,2
E06|Holsteiner Cox|day_excursion|05897006|Berlin|BE|600|610||330|380|58|9,4
E07|Goldparmäne|day_excursion|05897007|Berlin|BE|900|915||450|480|66|10,6
E08|Ontario|day_excursion|05897008|Berlin|BE|1200|1220||560|600|78|11,2
E09|Rubinette|day_excursion|04897009|Hamburg|HH|380|388||250|500|43|8,8
C01|Sternrenette|cabin|05897010|Berlin|BE|90|125|90|620|560|82|9,5
C02|Ananasrenette|cabin|04897011|Nürnberg|BY|150|200|150|1450|1080|110|11,4
"""


def _number(text: str) -> float | None:
    return float(text.replace(",", ".")) if text else None


def vessel_rows() -> list[Row]:
    return [_vessel(line.split("|")) for line in _TABLE.strip().splitlines()]


def _vessel(cells: list[str]) -> Row:
    vessel_id, name, kind, eni, port, land, passengers, persons, beds, weight, power, length, breadth = cells
    return {
        "vessel_id": vessel_id, "name": name, "type": kind, "eni": eni, "home_port": port, "holiday_land": land,
        "displacement_t": _number(weight), "power_kw": _number(power), "length_m": _number(length),
        "breadth_m": _number(breadth), "passengers_max": int(passengers), "persons_max": int(persons),
        "beds": int(beds) if beds else None, "standard": "S2" if kind == "cabin" else "S1", "unmet": "-",
        "engine_rooms": 1, "escape_hoods": 0 if kind == "cabin" else None, "commercial": True,
        "features": ("radio", "radar"),
    }  # fmt: skip


def passengers_max(vessel_id: str) -> int:
    return next(int(line.split("|")[6]) for line in _TABLE.strip().splitlines() if line.startswith(vessel_id))
