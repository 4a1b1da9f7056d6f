"""Files about the ships and what they do, column by column."""

from __future__ import annotations

from optimizer.findings import Text
from optimizer.intake import kinds
from optimizer.intake.schema import (
    BOOL,
    CLOCK,
    CREWS,
    DATE,
    DECIMAL,
    END,
    ID,
    INSTANT,
    INT,
    LIST,
    SPANS,
    TEXT,
    ZONE,
    Column,
    Table,
    vessel_ref,
)

_CONVOY = Text("nur Schubverbände", "convoys only")
_OVERRIDES = Text("nur Schubverbände; leer: wie beim Schiff", "convoys only; blank: as for the vessel")
_MODE = Text("leer bei Fähren, freiwillig bei Bugsierschleppbooten", "blank for ferries, optional for harbour tugs")

VESSELS = Table(
    "vessels",
    Text("Schiffe", "Vessels"),
    (
        Column("vessel_id", "Schiff", ID, True, also=("Schiffs-ID", "Schiffsnummer")),
        Column("name", "Name", TEXT, True, also=("Schiffsname",)),
        Column("type", "Art", kinds.VESSEL_TYPE, True, also=("Schiffsart", "Schiffstyp", "Typ")),
        Column("eni", "ENI", ID, note=Text("einheitliche europäische Schiffsnummer", "European vessel number")),
        Column("home_port", "Heimathafen", TEXT),
        Column("holiday_land", "Feiertagsland", kinds.LAND),
        Column("tonnage_t", "Tragfähigkeit t", DECIMAL, also=("Tragfähigkeit",)),
        Column("displacement_t", "Wasserverdrängung t", DECIMAL, also=("Wasserverdrängung",)),
        Column("power_kw", "Leistung kW", DECIMAL, also=("Maschinenleistung", "Leistung")),
        Column("length_m", "Länge m", DECIMAL, also=("Länge",)),
        Column("breadth_m", "Breite m", DECIMAL, also=("Breite",)),
        Column("passengers_max", "zulässige Fahrgäste", INT, also=("Fahrgäste",)),
        Column("persons_max", "zulässige Personen", INT),
        Column("beds", "Betten", INT),
        Column("standard", "Ausrüstungsstandard", kinds.STANDARD),
        Column("unmet", "fehlende Ausrüstung", kinds.UNMET, note=Text(
            "Nummern der nicht erfüllten Bedingungen, auf dem Rhein Buchstaben des § 19.01 Nr. 1.1; leer heißt nicht angegeben",
            "numbers of the unfulfilled conditions, on the Rhine letters of § 19.01 Nr. 1.1; blank means not stated")),
        Column("lead", "schiebendes Fahrzeug", kinds.LEAD, also=("Schubfahrzeug", "geschoben von"), note=_CONVOY),
        Column("lighters", "Schubleichter", INT, also=("Leichter", "Anzahl Schubleichter"), note=_CONVOY),
        Column("lighter_lengths_m", "Leichterlängen m", kinds.LENGTHS, also=("Leichterlängen",), note=_CONVOY),
        Column("extra_crew", "Zusatzbesatzung", CREWS, also=("zusätzliche Besatzung",), note=Text(
            "was die Reederei über die Mindestbesatzung hinaus wünscht", "what the company wants above the minimum crew")),
        Column("engine_rooms", "Maschinenräume", INT),
        Column("crossing_minutes", "Überfahrt Minuten", INT, also=("Überfahrt",)),
        Column("escape_hoods", "Fluchthauben", INT),
        Column("ferry_sites", "Fährstellen", LIST),
        Column("steam", "Dampfschiff", BOOL, note=Text(
            "Tagesausflugsschiffe auf dem Rhein: § 19.04 Nr. 2", "day-excursion vessels on the Rhine: § 19.04 Nr. 2")),
        Column("commercial", "gewerblich", BOOL),
        Column("public_service", "Linienverkehr", BOOL),
        Column("features", "Merkmale", kinds.FEATURE_LIST, note=Text(
            "nicht genannte Merkmale sind nicht angegeben", "features not named are not stated")),
    ),
    required=True,
    key="vessel_id",
    also=("Schiffsliste", "Fahrzeuge", "Flotte"),
)  # fmt: skip

CERTIFICATE_CREWS = Table(
    "certificate_crews",
    Text("In den Schiffspapieren festgelegte Besatzungen", "Crews entered in the vessels' papers"),
    (
        vessel_ref(),
        Column("mode", "Betriebsform", kinds.MODE, note=_MODE),
        Column("crew", "Besatzung", CREWS, True, field="alternatives"),
        Column("with_passengers", "mit Fahrgästen", BOOL),
        Column("zone", "Zone", ZONE),
        Column("valid_until", "gültig bis", DATE),
        Column("kind", "Grundlage", TEXT),
    ),
    later=("formation",),
    also=("Besatzungen", "Schiffsatteste"),
)

PERMITS = Table(
    "permits",
    Text("Genehmigungen der Behörde", "Permits of the authority"),
    (
        vessel_ref(),
        Column("paragraph", "Paragraf", TEXT, True, also=("Paragraph",), note=Text("z. B. § 111(2)", "e.g. § 111(2)")),
        Column("valid_from", "gültig ab", DATE, also=("gültig von",)),
        Column("valid_until", "gültig bis", DATE, note=Text("letzter Tag", "last day")),
        Column("conditions", "Auflagen", TEXT),
        Column("reference", "Aktenzeichen", TEXT),
    ),
    also=("Genehmigungen",),
)

SHIFTS = Table(
    "shifts",
    Text("Schichten", "Shifts"),
    (
        Column("shift_id", "Schicht", ID, True, also=("Schicht-ID", "Schichtnummer")),
        vessel_ref(),
        Column("start", "Beginn", INSTANT, True, field=""),
        Column("end", "Ende", END, True, field="", note=Text(
            "nur Uhrzeit: am Tag des Beginns oder in der folgenden Nacht; 24:30 ist 00:30 am Folgetag",
            "time only: on the day of the start or in the following night; 24:30 is 00:30 of the next day")),
        Column("mode", "Betriebsform", kinds.MODE, note=_MODE),
        Column("regime", "Verordnung", kinds.REGIME, note=Text("leer: BinSchPersV", "blank: BinSchPersV")),
        Column("waterway", "Wasserstraße", TEXT, also=("Gewässer",)),
        Column("stretch", "Strecke", TEXT, note=Text(
            "Wasserstraße und km, mehrere durch |, z. B. Elbe 322-340", "waterway and km, several by |, e.g. Elbe 322-340")),
        Column("zone", "Zone", ZONE),
        Column("voyage_id", "Reise", ID),
        Column("duty_group", "Dienstgruppe", ID),
        Column("watch_plan", "Wachplan", ID, ref="watches"),
        Column("breaks", "Pausen", SPANS, field=""),
        Column("crew_change_at_end", "Wechsel am Ende", kinds.CHANGE, field="", also=("Besatzungswechsel",), note=Text(
            "einzeln und Notfall zählen in der Planung wie nein", "single and emergency count as no in planning")),
        Column("start_place", "Ort Beginn", TEXT),
        Column("end_place", "Ort Ende", TEXT),
        Column("with_passengers", "mit Fahrgästen", BOOL),
        Column("persons_aboard", "Personen an Bord", INT),
        Column("beds_occupied", "belegte Betten", INT),
        Column("charter_passengers", "Charterfahrgäste", INT, note=Text(
            "feste Zahl der Fahrgäste einer Charterfahrt auf dem Rhein (§ 19.04 Nr. 9)",
            "fixed number of guests of a charter trip on the Rhine (§ 19.04 Nr. 9)")),
        Column("on_elbe", "auf der Elbe", BOOL),
        Column("lead", "schiebendes Fahrzeug", kinds.LEAD, also=("Schubfahrzeug", "geschoben von"), note=_OVERRIDES),
        Column("lighters", "Schubleichter", INT, also=("Leichter", "Anzahl Schubleichter"), note=_OVERRIDES),
        Column("lighter_lengths_m", "Leichterlängen m", kinds.LENGTHS, also=("Leichterlängen",), note=_OVERRIDES),
        Column("formation_length_m", "Verbandslänge m", kinds.SIZE, also=("Verbandslänge",), note=Text(
            "leer: die Länge des Schiffs", "blank: the length of the vessel")),
        Column("formation_breadth_m", "Verbandsbreite m", kinds.SIZE, also=("Verbandsbreite",), note=Text(
            "leer: die Breite des Schiffs", "blank: the breadth of the vessel")),
        Column("pushed_units", "geschobene Fahrzeuge", kinds.PUSHED_UNITS),
        Column("tow_position", "Platz im Schleppzug", kinds.TOW_POSITION, also=("Schleppposition",)),
        Column("crew_scope", "Besatzung für", kinds.CREW_SCOPE),
        Column("route_km", "Streckenlänge km", DECIMAL, also=("Strecke km", "Streckenlänge")),
        Column("shuttle", "Pendelverkehr", BOOL),
        Column("bunkering", "Bunkern", BOOL, note=Text(
            "Flüssigerdgas; genauer in movements.csv", "liquefied natural gas; more exactly in movements.csv")),
        Column("towed_vessels", "geschleppte Fahrzeuge", INT),
        Column("towed_empty_alongside_downstream", "leer längsseits zu Tal", BOOL),
        Column("single_tow_line", "ein Schleppstrang", BOOL),
        Column("as_vorspann", "Vorspann", BOOL),
        Column("radar_navigation", "Radarfahrt", BOOL),
        Column("daylight", "nur bei Tag", BOOL),
        Column("good_visibility", "gute Sicht", BOOL),
        Column("loading_exception", "Ladeausnahme", BOOL),
        Column("prepare_min", "Vorbereitung Minuten", kinds.MINUTES, also=("Vorbereitung",), note=Text(
            "Dienst vor dem Beginn", "duty before the start")),
        Column("wrapup_min", "Nachbereitung Minuten", kinds.MINUTES, also=("Nachbereitung",), note=Text(
            "Dienst nach dem Ende", "duty after the end")),
        Column("handover_min", "Übergabe Minuten", kinds.MINUTES, also=("Übergabe",), note=Text(
            "Dienst vor dem Beginn, nur zu Beginn einer Reise", "duty before the start, only where a voyage begins")),
        Column("extra_crew", "Zusatzbesatzung", CREWS, also=("zusätzliche Besatzung",), note=Text(
            "leer: die des Schiffs", "blank: that of the vessel")),
        Column("status", "Status", kinds.SHIFT_STATUS, field="", note=Text("leer: geplant", "blank: planned")),
        Column("priority", "Vorrang", kinds.PRIORITY, note=Text("1 bis 100, leer: 1", "1 to 100, blank: 1")),
    ),
    required=True,
    key="shift_id",
    later=("arrangement", "passengers_aboard"),
    also=("Schichtplan", "Fahrten", "Fahrplan"),
)  # fmt: skip

MOVEMENTS = Table(
    "movements",
    Text("Bewegungen der Schiffe", "Movements of the vessels"),
    (
        vessel_ref(),
        Column("start", "Beginn", INSTANT, True, field=""),
        Column("end", "Ende", END, True, field=""),
        Column("state", "Zustand", kinds.STATE, True),
        Column("with_passengers", "mit Fahrgästen", BOOL),
        Column("from_place", "von", TEXT),
        Column("to_place", "nach", TEXT),
    ),
    also=("Bewegungen",),
)

WATCHES = Table(
    "watches",
    Text("Wachpläne", "Watch plans"),
    (
        Column("watch_plan", "Wachplan", ID, True),
        Column("watch", "Wache", ID, True),
        Column("start", "Beginn", CLOCK, True),
        Column("end", "Ende", CLOCK, True, note=Text(
            "vor dem Beginn: am folgenden Tag", "before the start: on the following day")),
        Column("needs", "Bedarf", CREWS),
        Column("for", "für", kinds.WATCH_FOR),
        Column("breaks", "Pausen", SPANS),
    ),
    key="watch_plan",
    also=("Wachen",),
)  # fmt: skip
