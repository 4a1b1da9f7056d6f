"""Every file of a dataset, column by column: the one place that knows the input format.

The reader, its messages, and the format table of the README all come from here.
"""

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
    HOURS,
    ID,
    INSTANT,
    INT,
    LIST,
    MONEY,
    SPANS,
    TEXT,
    ZONE,
    Column,
    Table,
)


def _vessel_ref(required: bool = True) -> Column:
    return Column("vessel_id", "Schiff", ID, required, ref="vessels", also=("Schiffs-ID", "Schiffsnummer"))


def _crew_ref() -> Column:
    return Column("crew_id", "Personalnummer", ID, True, ref="crew", also=("Personal-Nr", "PNr", "Person"))


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
            "Nummern der nicht erfüllten Bedingungen; leer heißt nicht angegeben",
            "numbers of the unfulfilled conditions; blank means not stated")),
        Column("engine_rooms", "Maschinenräume", INT),
        Column("crossing_minutes", "Überfahrt Minuten", INT, also=("Überfahrt",)),
        Column("escape_hoods", "Fluchthauben", INT),
        Column("ferry_sites", "Fährstellen", LIST),
        Column("commercial", "gewerblich", BOOL),
        Column("public_service", "Linienverkehr", BOOL),
        Column("features", "Merkmale", kinds.FEATURE_LIST, note=Text(
            "nicht genannte Merkmale sind nicht angegeben", "features not named are not stated")),
    ),
    required=True,
    key="vessel_id",
    later=("lead", "lighters", "lighter_lengths_m", "steam", "extra_crew"),
    also=("Schiffsliste", "Fahrzeuge", "Flotte"),
)  # fmt: skip

CERTIFICATE_CREWS = Table(
    "certificate_crews",
    Text("In den Schiffspapieren festgelegte Besatzungen", "Crews entered in the vessels' papers"),
    (
        _vessel_ref(),
        Column("mode", "Betriebsform", kinds.MODE, note=Text("leer bei Fähren", "blank for ferries")),
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
        _vessel_ref(),
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
        _vessel_ref(),
        Column("start", "Beginn", INSTANT, True, field=""),
        Column("end", "Ende", END, True, field="", note=Text(
            "nur Uhrzeit: am Tag des Beginns oder in der folgenden Nacht; 24:30 ist 00:30 am Folgetag",
            "time only: on the day of the start or in the following night; 24:30 is 00:30 of the next day")),
        Column("mode", "Betriebsform", kinds.MODE, note=Text(
            "leer bei Fähren und Bugsierschleppbooten", "blank for ferries and harbour tugs")),
        Column("regime", "Verordnung", kinds.REGIME, note=Text("leer: BinSchPersV", "blank: BinSchPersV")),
        Column("waterway", "Wasserstraße", TEXT, also=("Gewässer",)),
        Column("stretch", "Strecke", TEXT),
        Column("zone", "Zone", ZONE),
        Column("voyage_id", "Reise", ID),
        Column("duty_group", "Dienstgruppe", ID),
        Column("watch_plan", "Wachplan", ID, ref="watches"),
        Column("breaks", "Pausen", SPANS, field=""),
        Column("crew_change_at_end", "Wechsel am Ende", kinds.CHANGE, also=("Besatzungswechsel",)),
        Column("start_place", "Ort Beginn", TEXT),
        Column("end_place", "Ort Ende", TEXT),
        Column("with_passengers", "mit Fahrgästen", BOOL),
        Column("persons_aboard", "Personen an Bord", INT),
        Column("beds_occupied", "belegte Betten", INT),
        Column("towed_vessels", "geschleppte Fahrzeuge", INT),
        Column("towed_empty_alongside_downstream", "leer längsseits zu Tal", BOOL),
        Column("single_tow_line", "ein Schleppstrang", BOOL),
        Column("as_vorspann", "Vorspann", BOOL),
        Column("radar_navigation", "Radarfahrt", BOOL),
        Column("daylight", "nur bei Tag", BOOL),
        Column("good_visibility", "gute Sicht", BOOL),
        Column("loading_exception", "Ladeausnahme", BOOL),
        Column("priority", "Vorrang", kinds.PRIORITY, note=Text("1 bis 100, leer: 1", "1 to 100, blank: 1")),
    ),
    required=True,
    key="shift_id",
    later=(
        "on_elbe", "charter_passengers", "lead", "lighters", "lighter_lengths_m", "formation_length_m",
        "formation_breadth_m", "arrangement", "pushed_units", "tow_position", "crew_scope", "route_km", "shuttle",
        "passengers_aboard", "bunkering", "prepare_min", "wrapup_min", "handover_min", "extra_crew", "status",
    ),
    also=("Schichtplan", "Fahrten", "Fahrplan"),
)  # fmt: skip

MOVEMENTS = Table(
    "movements",
    Text("Bewegungen der Schiffe", "Movements of the vessels"),
    (
        _vessel_ref(),
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

CREW = Table(
    "crew",
    Text("Personal", "Crew"),
    (
        Column("crew_id", "Personalnummer", ID, True, also=("Personal-Nr", "PNr")),
        Column("name", "Name", TEXT, True),
        Column("birth_date", "Geburtsdatum", DATE, True, also=("geboren",)),
        Column("employment", "Beschäftigung", kinds.EMPLOYMENT, True),
        Column("employer", "Arbeitgeber", TEXT),
        Column("contract_hours_week", "Wochenstunden", HOURS, field="contract_minutes_week", also=("Vertragsstunden",)),
        Column("home_vessel", "Stammschiff", ID, ref="vessels"),
        Column("home_place", "Wohnort", TEXT),
        Column("entry_on", "Eintritt", DATE),
        Column("exit_on", "Austritt", DATE, note=Text("letzter Tag", "last day")),
        Column("crew_since", "Besatzung seit", DATE),
        Column("service_days", "Fahrzeit Tage", INT, also=("Fahrzeit",)),
        Column("training_year", "Ausbildungsjahr", INT),
        Column("training_contract_until", "Ausbildungsvertrag bis", DATE),
        Column("final_exam_on", "Abschlussprüfung", DATE),
        Column("safety_training_on", "Sicherheitsausbildung", DATE),
        Column("stcw", "STCW", BOOL),
        Column("expected_birth", "Entbindung erwartet", DATE),
        Column("birth_on", "Entbindung", DATE),
        Column("child_on_board_birth_date", "Kind an Bord geboren", DATE),
        Column("child_measures", "Maßnahmen Kind", BOOL),
        Column("history_known_from", "Vorgeschichte bekannt ab", INSTANT, field=""),
        Column("history_known_until", "Vorgeschichte bekannt bis", INSTANT, field="", note=Text(
            "nur Datum: bis zum Ende dieses Tages", "date only: until the end of that day")),
        Column("rested_since", "ausgeruht seit", INSTANT, field=""),
        Column("day_rate", "Tagessatz", MONEY),
        Column("notice_min", "Vorlauf Minuten", INT, also=("Vorlauf",)),
        Column("contact", "Kontakt", TEXT),
        Column("active", "aktiv", BOOL, note=Text("leer: ja", "blank: yes")),
        Column("notes", "Bemerkungen", TEXT),
    ),
    required=True,
    key="crew_id",
    later=("medical_on", "medical_restrictions", "youth_medical_on", "nursing_until", "roster_type"),
    also=("Besatzung", "Personalliste", "Mannschaft", "Mitarbeiter", "Crewliste"),
)  # fmt: skip

CERTIFICATES = Table(
    "certificates",
    Text("Zeugnisse und Berechtigungen", "Certificates and authorisations"),
    (
        _crew_ref(),
        Column("certificate", "Zeugnis", kinds.CERTIFICATE, True, field="kind"),
        Column("issued_on", "ausgestellt am", DATE, True),
        Column("valid_until", "gültig bis", kinds.UNTIL, field="", note=Text(
            "leer: nach dem Gesetz; wo es nichts festlegt, erforderlich",
            "blank: as the law computes it; required where the law fixes nothing")),
        Column("route", "Erwerbsweg", TEXT),
        Column("validated_days", "nachgewiesene Tage", INT),
        Column("recorded_days", "eingetragene Tage", INT),
        Column("acquired_by", "erworben durch", TEXT),
        Column("training_end", "Ausbildungsende", DATE),
        Column("renewed_on", "erneuert am", DATE),
        Column("scope", "Geltungsbereich", LIST, note=Text("Fährstellen, Strecken", "ferry sites, stretches")),
        Column("restrictions", "Einschränkungen", LIST),
        Column("issuer", "Aussteller", TEXT),
    ),
    required=True,
    also=("Zeugnisse", "Patente", "Befähigungen", "Berechtigungen"),
)  # fmt: skip

MEASURES = Table(
    "measures",
    Text("Maßnahmen der Behörde", "Measures of the authority"),
    (
        _crew_ref(),
        Column("certificate", "Zeugnis", kinds.CERTIFICATE, note=Text("leer: alle", "blank: all")),
        Column("kind", "Art", kinds.MEASURE, True),
        Column("from", "ab", DATE, True, field="from_day", also=("von",)),
        Column("until", "bis", DATE, note=Text("letzter Tag", "last day")),
        Column("enforceable", "vollziehbar", BOOL, note=Text("leer: ja", "blank: yes")),
    ),
    also=("Maßnahmen",),
)

ABSENCES = Table(
    "absences",
    Text("Abwesenheiten", "Absences"),
    (
        _crew_ref(),
        Column("start", "Beginn", INSTANT, True, field="", also=("von",)),
        Column("end", "Ende", END, field="", also=("bis",), note=Text(
            "nur Datum: bis 24:00 dieses Tages; leer nur bei offener Krankheit",
            "date only: until 24:00 of that day; blank only for open sickness")),
        Column("kind", "Art", kinds.ABSENCE, True),
    ),
    later=("school_certificate_on_board",),
    also=("Abwesenheit", "Urlaub"),
)  # fmt: skip

DUTIES = Table(
    "duties",
    Text("Geleistete und schon vergebene Zeiten", "Time already served or committed"),
    (
        _crew_ref(),
        Column("start", "Beginn", INSTANT, True, field=""),
        Column("end", "Ende", END, True, field=""),
        Column("kind", "Art", kinds.DUTY, True),
        Column("vessel_id", "Schiff", ID, ref="vessels", note=Text("leer: an Land", "blank: ashore")),
        Column("regime", "Verordnung", kinds.REGIME, note=Text("leer: BinSchPersV", "blank: BinSchPersV")),
        Column("breaks", "Pausen", SPANS, field=""),
        Column("source", "Quelle", kinds.SOURCE, field="planned"),
    ),
    also=("Dienste", "Dienstzeiten", "Arbeitszeiten"),
)

ASSIGNMENTS = Table(
    "assignments",
    Text("Feste Einteilungen", "Fixed assignments"),
    (
        Column("shift_id", "Schicht", ID, True, ref="shifts", also=("Schicht-ID",)),
        _crew_ref(),
        Column("function", "Funktion", kinds.FUNCTION, True, blank_ok=True, note=Text(
            "darf nur bei einer Sicherheitsrolle fehlen", "may only be blank beside a safety role")),
        Column("watch", "Wache", ID),
        Column("safety_role", "Sicherheitsrolle", kinds.ROLE),
        Column("status", "Status", kinds.PIN, note=Text("leer: gesperrt", "blank: locked")),
    ),
    also=("Einteilungen", "Einteilung", "Sperren"),
)  # fmt: skip

WISHES = Table(
    "wishes",
    Text("Wünsche", "Wishes"),
    (
        _crew_ref(),
        Column("kind", "Art", kinds.WISH, True),
        Column("day", "Tag", DATE, also=("Datum", "date")),
        Column("shift_id", "Schicht", ID, ref="shifts"),
        Column("vessel_id", "Schiff", ID, ref="vessels"),
    ),
    also=("Wunsch", "Dienstwünsche"),
)

TABLES = {
    table.name: table
    for table in (
        VESSELS, CERTIFICATE_CREWS, PERMITS, SHIFTS, MOVEMENTS, WATCHES, CREW, CERTIFICATES, MEASURES, ABSENCES, DUTIES,
        ASSIGNMENTS, WISHES,
    )
}  # fmt: skip

#: Files of the format that this version does not evaluate yet.
LATER_FILES = ("accounts", "rotations", "pairs", "travel", "familiar")
SETTINGS_FILE = "settings.toml"
