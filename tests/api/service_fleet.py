"""A ferry with a crew and a spare crew: planned within a second, and somebody can drop out."""

from __future__ import annotations

from pathlib import Path

HARBOUR = Path(__file__).resolve().parents[2] / "data" / "fleets" / "harbour_ferries"

FILES: dict[str, str] = {
    "vessels.csv": (
        "vessel_id;name;type;tonnage_t;passengers_max;persons_max;standard;unmet;crossing_minutes;ferry_sites;"
        "commercial;features\n"
        "F1;Ährenfähre;vehicle_ferry;20;45;50;S1;-;5;Over;ja;cable_guided|radio\n"
    ),
    "shifts.csv": (
        "shift_id;vessel_id;start;end;waterway;zone;crew_change_at_end;start_place;end_place;with_passengers;"
        "persons_aboard\n"
        "S-01;F1;07.12.2026 06:00;07.12.2026 12:00;Elbe;3;ja;Over;Over;ja;20\n"
        "S-02;F1;08.12.2026 06:00;08.12.2026 12:00;Elbe;3;ja;Over;Over;ja;20\n"
        "S-03;F1;09.12.2026 06:00;09.12.2026 12:00;Elbe;3;ja;Over;Over;ja;20\n"
    ),
    "crew.csv": (
        "crew_id;name;birth_date;employment;contract_hours_week;home_vessel;crew_since;service_days;"
        "safety_training_on;history_known_from;history_known_until;contact\n"
        "0007;Änne Ähring;01.02.1990;employee;12;F1;01.03.2012;900;;01.10.2026 00:00;07.12.2026 00:00;040 1\n"
        "0008;Bob Ahrens;01.02.1992;employee;12;F1;01.03.2014;900;;01.10.2026 00:00;07.12.2026 00:00;040 2\n"
        "0009;Zoë Zander;01.02.1991;employee;12;F1;01.03.2012;900;;01.10.2026 00:00;07.12.2026 00:00;040 3\n"
        "0010;Uwe Übel;01.02.1993;employee;12;F1;01.03.2014;900;;01.10.2026 00:00;07.12.2026 00:00;040 4\n"
    ),
    "certificates.csv": (
        "crew_id;certificate;issued_on;scope\n"
        "0007;ferry_certificate;01.02.2015;Over\n"
        "0007;boatman;01.02.2012;\n"
        "0008;deckhand;01.02.2014;\n"
        "0009;ferry_certificate;01.02.2015;Over\n"
        "0009;boatman;01.02.2012;\n"
        "0010;deckhand;01.02.2014;\n"
    ),
}
NAMES = ("Änne Ähring", "Bob Ahrens", "Zoë Zander", "Uwe Übel")


def small_fleet(**changed: str) -> dict[str, bytes]:
    """The files of the small fleet; a table given by name replaces the usual one."""
    files = {**FILES, **{f"{name}.csv": text for name, text in changed.items()}}
    return {name: text.encode("utf-8") for name, text in files.items()}


def harbour_fleet() -> dict[str, bytes]:
    """The sample week of the ferries, which takes the solver minutes to prove."""
    return {path.name: path.read_bytes() for path in HARBOUR.iterdir() if path.suffix in (".csv", ".toml")}
