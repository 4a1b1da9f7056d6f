"""German and English words for facts, crews and bands, as a dispatcher reads them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from optimizer.domain import Function
from optimizer.findings import Text
from optimizer.terms import term

#: The order in which a crew is named: masters, deck from high to low, engine, ferry books.
_ORDER = (
    Function.BOATMASTER,
    Function.FERRY_MASTER,
    Function.HELMSMAN,
    Function.ABLE_BOATMAN,
    Function.BOATMAN,
    Function.ENGINEER,
    Function.ENGINE_MINDER,
    Function.APPRENTICE,
    Function.DECKHAND_180,
    Function.DECKHAND,
)
_RANK = {function: rank for rank, function in enumerate(_ORDER)}

_FACTS = {
    "passengers_max": ("zulässige Fahrgastzahl", "permitted number of passengers"),
    "persons_max": ("zulässige Personenzahl", "permitted number of persons"),
    "persons_aboard": ("Zahl der Personen an Bord", "number of persons aboard"),
    "beds_occupied": ("Zahl der belegten Betten", "number of occupied beds"),
    "tonnage_t": ("Tragfähigkeit", "tonnage"),
    "displacement_t": ("Wasserverdrängung", "displacement"),
    "power_kw": ("Maschinenleistung", "engine power"),
    "length_m": ("Länge", "length"),
    "beds": ("zulässige Bettenzahl", "permitted number of beds"),
    "lead": ("Schubboot oder Motorschiff", "pusher or motor vessel"),
    "lighters": ("Zahl der Schubleichter", "number of lighters"),
    "formation_length_m": ("Länge der Zusammenstellung", "length of the formation"),
    "formation_breadth_m": ("Breite der Zusammenstellung", "breadth of the formation"),
    "on_elbe": ("Fahrt auf der Elbe", "sailing on the Elbe"),
    "route_km": ("Länge der Strecke", "length of the route"),
    "shuttle": ("Pendelverkehr", "shuttle service"),
    "stretch": ("befahrene Strecke", "stretch sailed"),
    "tow_position": ("Platz im Schleppverband", "place in the tow"),
    "crew_scope": ("Besatzung für das Fahrzeug oder das Paar", "crew for the vessel or the pair"),
    "engine_rooms": ("Zahl der getrennten Maschinenräume", "number of separate engine rooms"),
    "crossing_minutes": ("Fahrzeit zwischen zwei Fährstellen", "crossing time"),
    "standard": ("Ausrüstungsstandard", "equipment standard"),
    "unmet": ("Angabe der fehlenden Ausrüstung", "list of missing equipment"),
    "mode": ("Betriebsform", "operating mode"),
    "with_passengers": ("Angabe mit oder ohne Fahrgäste", "whether passengers are aboard"),
    "zone": ("Zone der Wasserstraße", "zone of the waterway"),
    "waterway": ("Wasserstraße", "waterway"),
    "cable_guided": ("Seil- oder Kettenführung", "cable or chain guidance"),
    "rowing": ("Kahnfähre", "rowing ferry"),
    "radio": ("betriebssichere Sprechfunkanlage", "reliable radiotelephone"),
    "mooring_from_wheelhouse": ("Festmachen vom Steuerstand aus", "mooring from the wheelhouse"),
    "anchor_remote": ("Anker vom Steuerhaus fernbedient", "anchor released from the wheelhouse"),
    "anchor_accessible": ("gut zugänglicher Anker", "well accessible anchor"),
    "single_main_engine": ("nur eine Hauptantriebsmaschine", "a single main engine"),
    "ramps_remote": (
        "Landeklappen und Schlagbäume fernbedient",
        "remotely worked ramps and barriers",
    ),
    "mechanical_aids": ("mechanische Hilfsmittel", "mechanical aids"),
    "sailing_rig": ("Segeleinrichtung", "sailing rig"),
    "helm_separated": ("abgetrennter Steuerstand", "helm separated from the passengers"),
    "berth_steady": ("ruhige Anlegestelle", "steady berth"),
    "bilge_remote_or_auto": (
        "fernbediente oder automatische Lenzpumpe",
        "remote or automatic bilge pump",
    ),
    "stern_winch_motorised": ("motorisierte Heckankerwinde", "motorised stern anchor winch"),
    "daylight": ("Fahrt nur bei Tag", "sailing by daylight only"),
    "good_visibility": ("gutsichtiges Wetter", "good visibility"),
    "towed_empty_alongside_downstream": (
        "leere Fahrzeuge längsseits in der Talfahrt",
        "empty vessels alongside going downstream",
    ),
    "as_vorspann": ("Vorspann", "assisting as lead tug"),
    "single_tow_line": ("einziger Schleppstrang", "single tow line"),
    "escape_hoods": ("Zahl der Fluchthauben", "number of escape hoods"),
}

_UNITS = {
    "passengers_max": ("Fahrgäste", "passengers"),
    "persons_aboard": ("Personen", "persons"),
    "beds_occupied": ("belegte Betten", "occupied beds"),
    "tonnage_t": ("t", "t"),
    "displacement_t": ("t Wasserverdrängung", "t displacement"),
    "power_kw": ("kW", "kW"),
    "length_m": ("m", "m"),
    "formation_length_m": ("m Länge", "m long"),
    "formation_breadth_m": ("m Breite", "m wide"),
    "beds": ("Betten", "beds"),
    "route_km": ("km", "km"),
    "crossing_minutes": ("Minuten", "minutes"),
    "engine_rooms": ("Maschinenräume", "engine rooms"),
}


def fact_name(name: str) -> Text:
    """The fact in words with the column it is entered in."""
    german, english = _FACTS[name]
    return Text(f"{german} ({name})", f"{english} ({name})")


def plain_fact(name: str) -> Text:
    return Text(*_FACTS[name])


def listed(names: Iterable[str]) -> Text:
    texts = [fact_name(name) for name in names]
    return Text(", ".join(text.de for text in texts), ", ".join(text.en for text in texts))


def number(value: float, lang: str) -> str:
    text = f"{value:g}" if abs(value) < 1e5 else f"{value:.0f}"
    return text.replace(".", ",") if lang == "de" else text


def quantity(name: str, value: float) -> Text:
    """A value with its unit, e.g. ``300,5 t``."""
    german, english = _UNITS[name]
    return Text(f"{number(value, 'de')} {german}", f"{number(value, 'en')} {english}")


def band_text(name: str, band: Mapping[str, float]) -> Text:
    """A band in words, e.g. ``über 500 bis 750 t``."""
    german, english = [], []
    if "over" in band:
        german.append(f"über {number(band['over'], 'de')}")
        english.append(f"over {number(band['over'], 'en')}")
    if "from" in band:
        german.append(f"{'von' if 'up_to' in band else 'ab'} {number(band['from'], 'de')}")
        english.append(f"from {number(band['from'], 'en')}")
    if "up_to" in band:
        german.append(f"bis {number(band['up_to'], 'de')}")
        english.append(f"up to {number(band['up_to'], 'en')}")
    units = _UNITS[name]
    return Text(f"{' '.join(german)} {units[0]}", f"{' '.join(english)} {units[1]}")


def function_rank(function: Function) -> int:
    """Order in which the functions of a crew are named, highest first."""
    return _RANK.get(function, len(_RANK))


def crew_text(crew: Mapping[Function, int]) -> Text:
    """A crew in words, e.g. ``1 × Schiffsführer + 2 × Matrose``."""
    order = sorted((f for f in crew if crew[f]), key=function_rank)
    german, english = (" + ".join(f"{crew[f]} × {term('function', f, lang)}" for f in order) for lang in ("de", "en"))
    return Text(german or "keine Besatzung", english or "no crew")


def crews_text(crews: Iterable[Mapping[Function, int]]) -> Text:
    texts = [crew_text(crew) for crew in crews]
    return Text(" oder ".join(t.de for t in texts), " or ".join(t.en for t in texts))
