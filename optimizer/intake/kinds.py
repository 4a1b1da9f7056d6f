"""Kinds of cells that only ship rosters have: modes, features, Länder, watches, certificates."""

from __future__ import annotations

from enum import StrEnum

from optimizer.domain import (
    AbsenceKind,
    CertificateKind,
    ConvoyLead,
    CrewScope,
    DutyKind,
    Employment,
    Function,
    MeasureKind,
    OperatingMode,
    PairKind,
    PinStatus,
    PushedUnit,
    Regime,
    SafetyRole,
    TowPosition,
    VesselState,
    VesselType,
    WishKind,
)
from optimizer.findings import Text
from optimizer.intake import moments, quantities, values
from optimizer.intake.faults import Fault
from optimizer.intake.schema import Kind, choice_kind, term_kind
from optimizer.terms import normalise, words

#: Equipment a vessel may state, with its German word.
FEATURES = {
    "cable_guided": "Seil- oder Kettenführung",
    "free_moving": "frei fahrend",
    "rowing": "Kahnfähre",
    "radio": "Sprechfunk",
    "mooring_from_wheelhouse": "Festmachen vom Steuerstand",
    "anchor_remote": "Anker fernbedient",
    "anchor_accessible": "Anker zugänglich",
    "single_main_engine": "nur eine Hauptmaschine",
    "ramps_remote": "Landeklappen fernbedient",
    "sailing_rig": "Segeleinrichtung",
    "self_propelled": "eigener Antrieb",
    "helm_separated": "Steuerstand abgetrennt",
    "berth_steady": "ruhige Anlegestelle",
    "bilge_remote_or_auto": "Lenzpumpe fernbedient oder automatisch",
    "bow_winch_motorised": "Bugankerwinde motorisiert",
    "stern_winch_motorised": "Heckankerwinde motorisiert",
    "mechanical_aids": "mechanische Hilfsmittel",
    "engine_only_for_manoeuvring": "Maschine nur zum Manövrieren",
    "lng": "Flüssigerdgas",
    "tachograph": "Fahrtenschreiber",
    "cabin_60db": "Kabinen unter 60 dB",
    "radar": "Radargerät",
    "authority_vessel": "Behördenfahrzeug",
    "peniche": "Kanalpeniche",
    "sport_craft": "Sportfahrzeug",
}
_LANDS = {
    "BW": "Baden-Württemberg", "BY": "Bayern", "BE": "Berlin", "BB": "Brandenburg", "HB": "Bremen", "HH": "Hamburg",
    "HE": "Hessen", "MV": "Mecklenburg-Vorpommern", "NI": "Niedersachsen", "NW": "Nordrhein-Westfalen",
    "RP": "Rheinland-Pfalz", "SL": "Saarland", "SN": "Sachsen", "ST": "Sachsen-Anhalt", "SH": "Schleswig-Holstein",
    "TH": "Thüringen",
}  # fmt: skip
_LAND_WORDS = {normalise(word): code for code, name in _LANDS.items() for word in (code, f"DE-{code}", name)}


def parse_land(text: str) -> str:
    """Two-letter code of a Land, also out of its name or ``DE-HH``."""
    found = _LAND_WORDS.get(normalise(text))
    if found is None:
        raise values.unknown_word(text, [*_LANDS, *_LANDS.values()], [*_LANDS, *_LANDS.values()])
    return found


def _parse_mode(text: str) -> OperatingMode:
    if text.upper() not in OperatingMode.__members__:
        raise values.unknown_word(text, list(OperatingMode), list(OperatingMode))
    return OperatingMode(text.upper())


def _parse_valid_until(text: str) -> object:
    return UNLIMITED if text.casefold() in values.UNLIMITED else moments.parse_date(text)


def _parse_crew_change(text: str) -> CrewChange:
    found = _CHANGES.get(normalise(text))
    if found is not None:
        return found
    try:
        return CrewChange.REGULAR if values.parse_bool(text) else CrewChange.NONE
    except Fault:
        raise values.unknown_word(text, CHANGE.label.de.split(" / "), CHANGE.label.en.split(" / ")) from None


class CrewChange(StrEnum):
    """What change of crew is possible at the end of a shift."""

    REGULAR = "yes"
    NONE = "no"
    SINGLE = "single"
    EMERGENCY = "emergency"


_CHANGES = {
    normalise(word): change
    for change, spellings in {
        CrewChange.SINGLE: ("single", "einzeln", "einzelne", "eine Person"),
        CrewChange.EMERGENCY: ("emergency", "Notfall", "nur im Notfall", "Notfälle"),
    }.items()
    for word in spellings
}


class _Unlimited:
    """Marks a certificate whose paper says that it never expires."""


UNLIMITED = _Unlimited()

MODE = Kind(Text("A, B, C, D", "A, B, C, D"), _parse_mode)
REGIME = choice_kind(
    {"binschpersv": Regime.BINSCHPERSV, "rheinschpersv": Regime.RHEINSCHPERSV},
    Text("BinSchPersV, RheinSchPersV", "BinSchPersV, RheinSchPersV"),
)
LAND = Kind(Text("Kürzel oder Name des Landes, z. B. HH", "code or name of the Land, e.g. HH"), parse_land)
FEATURE_LIST = Kind(
    Text("Liste: name, name=nein oder -name", "list: name, name=no or -name"),
    lambda text: values.parse_features(text, FEATURES),
)
WATCH_FOR = choice_kind(
    {"all": False, "alle": False, "minor": True, "jugendliche": True, "minderjaehrige": True},
    Text("alle, Jugendliche", "all, minor"),
)
SOURCE = choice_kind(
    {"recorded": False, "erfasst": False, "ist": False, "planned": True, "geplant": True, "plan": True},
    Text("erfasst, geplant", "recorded, planned"),
)
UNTIL = Kind(Text("Datum oder „unbefristet“", 'date or "unlimited"'), _parse_valid_until)
CHANGE = Kind(Text("ja / nein / einzeln / Notfall", "yes / no / single / emergency"), _parse_crew_change)
STANDARD = Kind(Text("S1, S2, keiner", "S1, S2, none"), values.parse_standard)
UNMET = Kind(Text("Nummern durch |, oder „keine“", 'numbers separated by |, or "none"'), values.parse_unmet)
PRIORITY = Kind(Text("ganze Zahl", "whole number"), lambda text: values.parse_int(text, 1, 100))
MINUTES = Kind(Text("Minuten", "minutes"), quantities.parse_minutes)
SIZE = Kind(Text("Meter, Komma oder Punkt", "metres, comma or point"), quantities.parse_size)
LENGTHS = Kind(
    Text("Meter, mehrere durch |, z. B. 76,5|76,5", "metres, several by |, e.g. 76.5|76.5"), quantities.parse_lengths
)
PUSHED_UNITS = Kind(
    Text(f"{', '.join(words('pushed_unit', 'de'))}; mehrere durch | oder „Schubleichter:2“",
         f"{', '.join(words('pushed_unit', 'en'))}; several by | or \"lighter:2\""),
    lambda text: tuple(PushedUnit(unit) for unit in quantities.parse_counted(text, "pushed_unit")),
)  # fmt: skip
PATTERN = Kind(Text("Tage an Bord/frei, z. B. 14/14", "days on/off, e.g. 14/14"), quantities.parse_pattern)
RESTRICTIONS = Kind(
    Text(f"{', '.join(words('restriction', 'de'))} oder andere, durch |, oder „keine“",
         f"{', '.join(words('restriction', 'en'))} or others, separated by |, or \"none\""),
    quantities.parse_restrictions,
)  # fmt: skip
SHIFT_STATUS = choice_kind(
    {"planned": False, "geplant": False, "cancelled": True, "canceled": True, "abgesagt": True, "storniert": True,
     "gestrichen": True, "faelltaus": True, "ausgefallen": True},
    Text("geplant, abgesagt", "planned, cancelled"),
)  # fmt: skip
LEAD = term_kind("convoy_lead", ConvoyLead)
TOW_POSITION = term_kind("tow_position", TowPosition)
CREW_SCOPE = term_kind("crew_scope", CrewScope)
PAIR = term_kind("pair_kind", PairKind)
FUNCTION = term_kind("function", Function)
ROLE = term_kind("safety_role", SafetyRole)
CERTIFICATE = term_kind("certificate", CertificateKind)
VESSEL_TYPE = term_kind("vessel_type", VesselType)
EMPLOYMENT = term_kind("employment", Employment)
STATE = term_kind("vessel_state", VesselState)
MEASURE = term_kind("measure", MeasureKind)
ABSENCE = term_kind("absence", AbsenceKind)
DUTY = term_kind("duty_kind", DutyKind)
PIN = term_kind("pin_status", PinStatus)
WISH = term_kind("wish", WishKind)
