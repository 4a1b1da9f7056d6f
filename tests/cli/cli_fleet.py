"""A ferry with one crew, small enough to plan within a second."""

from __future__ import annotations

from pathlib import Path

VESSELS = (
    "vessel_id;name;type;tonnage_t;passengers_max;persons_max;standard;unmet;crossing_minutes;ferry_sites;commercial;features\n"
    "F1;Ährenfähre;vehicle_ferry;20;45;50;S1;-;5;Over;ja;cable_guided|radio\n"
)
SHIFTS = (
    "shift_id;vessel_id;start;end;waterway;zone;crew_change_at_end;start_place;end_place;with_passengers;persons_aboard\n"
    "S-01;F1;07.12.2026 06:00;07.12.2026 12:00;Elbe;3;ja;Over;Over;ja;20\n"
    "S-02;F1;08.12.2026 06:00;08.12.2026 12:00;Elbe;3;ja;Over;Over;ja;20\n"
)
CREW = (
    "crew_id;name;birth_date;employment;contract_hours_week;home_vessel;crew_since;service_days;safety_training_on;"
    "history_known_from;history_known_until\n"
    "0007;Änne Ähring;01.02.1990;employee;12;F1;01.03.2012;900;;01.10.2026 00:00;07.12.2026 00:00\n"
    "0008;Bob Ahrens;01.02.1992;employee;12;F1;01.03.2014;900;;01.10.2026 00:00;07.12.2026 00:00\n"
)
CERTIFICATES = (
    "crew_id;certificate;issued_on;scope\n"
    "0007;ferry_certificate;01.02.2015;Over\n"
    "0007;boatman;01.02.2012;\n"
    "0008;deckhand;01.02.2014;\n"
)


def write_fleet(folder: Path, **files: str) -> Path:
    """The small fleet; a file given by name replaces the usual one."""
    content = {
        "vessels": VESSELS,
        "shifts": SHIFTS,
        "crew": CREW,
        "certificates": CERTIFICATES,
        **files,
    }
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in content.items():
        (folder / f"{name}.csv").write_text(text, "utf-8")
    return folder
