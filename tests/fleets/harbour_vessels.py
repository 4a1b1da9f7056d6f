"""The twelve vessels of the sample fleet and the crews entered in their papers."""

from __future__ import annotations

from fleet_csv import Row

#: Ferry sites, invented crossings between real villages on the Elbe above Hamburg (zone 3).
SITES = {
    "F01": "Ochsenwerder-Over",
    "F02": "Altengamme-Drage",
    "F03": "Kirchwerder-Laßrönne",
    "F04": "Fünfhausen-Stöckte",
}

#: Harbour ships entered for 250 passengers whose equipment lacks number 8 of § 108(1): one
#: apprentice more (§ 108(6)), which makes a place that young people can fill.
SURCHARGED = ("H04", "H05")

_SHIPS = {
    "H01": "Brachvogel",
    "H02": "Austernfischer",
    "H03": "Kiebitz",
    "H04": "Rotschenkel",
    "H05": "Uferläufer",
    "H06": "Sturmschwalbe",
    "H07": "Säbelschnäbler",
    "H08": "Küstenseeschwalbe",
}


def _vessel(vessel_id: str, name: str, kind: str, **facts: object) -> Row:
    columns = [
        "eni",
        "home_port",
        "holiday_land",
        "tonnage_t",
        "displacement_t",
        "power_kw",
        "length_m",
        "breadth_m",
        "passengers_max",
        "persons_max",
        "standard",
        "unmet",
        "engine_rooms",
        "crossing_minutes",
        "ferry_sites",
        "commercial",
        "features",
    ]
    known = {"home_port": "Hamburg", "holiday_land": "HH", "commercial": True, **facts}
    return {"vessel_id": vessel_id, "name": name, "type": kind, **{column: known.get(column) for column in columns}}


def _ship(number: int, vessel_id: str) -> Row:
    surcharged = vessel_id in SURCHARGED
    return _vessel(
        vessel_id,
        _SHIPS[vessel_id],
        "day_excursion",
        eni=f"048990{number:02d}",
        displacement_t=150,
        power_kw=440,
        length_m=29.92,
        breadth_m=8.16,
        passengers_max=250,
        persons_max=255,
        standard=None if surcharged else "S1",
        unmet="8" if surcharged else "-",
        engine_rooms=1,
        features=("radio", "radar"),
    )


def _ferries() -> list[Row]:
    common = ("free_moving", "radio", "mooring_from_wheelhouse")
    return [
        _vessel("F01", "Marschland", "vehicle_ferry", eni="04899021", tonnage_t=120, passengers_max=200,
                persons_max=204, length_m=41.5, breadth_m=10.4, power_kw=360, standard="S1", unmet="-", engine_rooms=2,
                crossing_minutes=12, ferry_sites=SITES["F01"], features=(*common, "ramps_remote")),
        _vessel("F02", "Vierlande", "vehicle_ferry", eni="04899022", tonnage_t=250, passengers_max=300,
                persons_max=305, length_m=53.8, breadth_m=11.8, power_kw=520, standard="S1", unmet="-", engine_rooms=2,
                crossing_minutes=12, ferry_sites=SITES["F02"], features=(*common, "ramps_remote")),
        _vessel("F03", "Binsenjungfer", "passenger_ferry", eni="05899023", passengers_max=35, persons_max=37,
                length_m=16.2, breadth_m=4.6, power_kw=110, standard="S1", unmet="-", engine_rooms=1,
                crossing_minutes=8, ferry_sites=SITES["F03"], features=(*common, "anchor_accessible")),
        _vessel("F04", "Seggenläufer", "passenger_ferry", eni="05899024", passengers_max=200, persons_max=204,
                length_m=27.4, breadth_m=6.8, power_kw=240, standard="S1", unmet="-", engine_rooms=1,
                crossing_minutes=12, ferry_sites=SITES["F04"], features=common),
    ]  # fmt: skip


def vessel_rows() -> list[Row]:
    ships = [_ship(number, vessel_id) for number, vessel_id in enumerate(_SHIPS, start=1)]
    return [*ships, *_ferries()]


def certificate_crew_rows() -> list[Row]:
    """Kiebitz is entered with the crew of the table, Marschland with more than the table asks."""
    return [
        {"vessel_id": "H03", "mode": "A", "crew": "Schiffsführer:1 + Bootsmann:1", "with_passengers": True,
         "zone": None, "valid_until": "31.05.2029", "kind": "Schiffsattest"},
        {"vessel_id": "F01", "mode": None, "crew": "Fährführer:1 + Decksmann 180:1", "with_passengers": True,
         "zone": None, "valid_until": "28.02.2028", "kind": "Fährzeugnis"},
    ]  # fmt: skip
