"""Files about people, what they have done and what is agreed with them, column by column."""

from __future__ import annotations

from optimizer.findings import Text
from optimizer.intake import kinds
from optimizer.intake.schema import (
    BOOL,
    DATE,
    END,
    HOURS,
    ID,
    INSTANT,
    INT,
    LIST,
    MONEY,
    SPANS,
    TEXT,
    Column,
    Table,
    crew_ref,
    vessel_ref,
)

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
        Column("medical_on", "Tauglichkeit vom", DATE, also=("Tauglichkeitsnachweis", "Tauglichkeit"), note=Text(
            "Tag des letzten Tauglichkeitsnachweises", "day of the last proof of fitness")),
        Column("medical_restrictions", "Tauglichkeit Einschränkungen", kinds.RESTRICTIONS, also=("Beschränkungen",)),
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
    later=("youth_medical_on", "nursing_until", "roster_type"),
    also=("Besatzung", "Personalliste", "Mannschaft", "Mitarbeiter", "Crewliste"),
)  # fmt: skip

CERTIFICATES = Table(
    "certificates",
    Text("Zeugnisse und Berechtigungen", "Certificates and authorisations"),
    (
        crew_ref(),
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
        Column("restrictions", "Einschränkungen", kinds.RESTRICTIONS),
        Column("issuer", "Aussteller", TEXT),
    ),
    required=True,
    also=("Zeugnisse", "Patente", "Befähigungen", "Berechtigungen"),
)  # fmt: skip

MEASURES = Table(
    "measures",
    Text("Maßnahmen der Behörde", "Measures of the authority"),
    (
        crew_ref(),
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
        crew_ref(),
        Column("start", "Beginn", INSTANT, True, field="", also=("von",)),
        Column("end", "Ende", END, field="", also=("bis",), note=Text(
            "nur Datum: bis 24:00 dieses Tages; leer nur bei offener Krankheit",
            "date only: until 24:00 of that day; blank only for open sickness")),
        Column("kind", "Art", kinds.ABSENCE, True),
        Column("school_certificate_on_board", "Schulbescheinigung an Bord", BOOL, also=("Schulbescheinigung",)),
    ),
    also=("Abwesenheit", "Urlaub"),
)  # fmt: skip

DUTIES = Table(
    "duties",
    Text("Geleistete und schon vergebene Zeiten", "Time already served or committed"),
    (
        crew_ref(),
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
        crew_ref(),
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
        crew_ref(),
        Column("kind", "Art", kinds.WISH, True, note=Text(
            "Zustimmung: Arbeit an einem freien Tag des Törns", "consent: to work on a rest day of the rotation")),
        Column("day", "Tag", DATE, also=("Datum", "date")),
        Column("shift_id", "Schicht", ID, ref="shifts"),
        Column("vessel_id", "Schiff", ID, ref="vessels"),
    ),
    also=("Wunsch", "Dienstwünsche"),
)  # fmt: skip

ROTATIONS = Table(
    "rotations",
    Text("Törns", "Rotations"),
    (
        crew_ref(),
        vessel_ref(),
        Column("pattern", "Törn", kinds.PATTERN, True, field="", also=("Rhythmus", "Muster")),
        Column("anchor_date", "erster Tag", DATE, True, also=("Ankerdatum", "ab"), note=Text(
            "ein erster Tag an Bord", "a first day on board")),
        Column("watch", "Wache", ID),
        Column("relief", "Ablösung", ID, ref="crew", also=("Ablöser", "Ablöserin")),
    ),
    also=("Turnus", "Rotation", "Törnplan"),
)  # fmt: skip

PAIRS = Table(
    "pairs",
    Text("Wer mit wem fährt", "Who serves with whom"),
    (
        crew_ref(),
        Column("other_id", "andere Person", ID, True, ref="crew", also=("mit", "zweite Person", "other")),
        Column("kind", "Art", kinds.PAIR, True, note=Text(
            "Betreuung: die andere Person betreut", "mentor: the other person guides")),
    ),
    also=("Paare",),
)  # fmt: skip

TRAVEL = Table(
    "travel",
    Text("Wege zwischen Orten", "Ways between places"),
    (
        Column("from_place", "von", TEXT, True, also=("from", "Ort")),
        Column("to_place", "nach", TEXT, True, also=("to",)),
        Column("minutes", "Minuten", kinds.MINUTES, True, also=("Dauer",), note=Text(
            "der Rückweg dauert ebenso lange, wenn er nicht angegeben ist",
            "the way back takes as long unless it is stated")),
    ),
    also=("Wege", "Reisezeiten"),
)  # fmt: skip

FAMILIAR = Table(
    "familiar",
    Text("Bekannte Schiffe", "Vessels people know"),
    (crew_ref(), vessel_ref()),
    also=("Schiffskenntnis",),
)
