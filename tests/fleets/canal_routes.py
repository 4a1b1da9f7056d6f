"""Where the canal fleet sails: the waterways between its places, and the voyage of every vessel."""

from __future__ import annotations

from dataclasses import dataclass

from aboard import round_trip

_DEK, _MLK, _EHK = "Dortmund-Ems-Kanal", "Mittellandkanal", "Elbe-Havel-Kanal"
_KUEK, _RHK, _ESK = "Küstenkanal", "Rhein-Herne-Kanal", "Elbe-Seitenkanal"
_UHW, _ELBE = "Untere Havel-Wasserstraße", "Elbe"


@dataclass(frozen=True)
class Way:
    """The way between two places. Canals are zone 4; ``stretch`` is given on the Elbe."""

    waterway: str
    zone: int = 4
    stretch: str | None = None


_WAYS = {
    ("Dörpen", "Oldenburg"): Way(_KUEK),
    ("Dörpen", "Meppen"): Way(_DEK),
    ("Lingen", "Meppen"): Way(_DEK),
    ("Bergeshövede", "Lingen"): Way(_DEK),
    ("Bergeshövede", "Münster"): Way(_DEK),
    ("Lüdinghausen", "Münster"): Way(_DEK),
    ("Datteln", "Lüdinghausen"): Way(_DEK),
    ("Datteln", "Münster"): Way(_DEK),
    ("Datteln", "Dortmund"): Way(_DEK),
    ("Datteln", "Gelsenkirchen"): Way(_RHK),
    ("Bergeshövede", "Bramsche"): Way(_MLK),
    ("Bad Essen", "Bramsche"): Way(_MLK),
    ("Bad Essen", "Minden"): Way(_MLK),
    ("Berenbusch", "Minden"): Way(_MLK),
    ("Berenbusch", "Hannover"): Way(_MLK),
    ("Hannover", "Sehnde"): Way(_MLK),
    ("Hannover", "Minden"): Way(_MLK),
    ("Hannover", "Peine"): Way(_MLK),
    ("Peine", "Sehnde"): Way(_MLK),
    ("Braunschweig", "Peine"): Way(_MLK),
    ("Braunschweig", "Hannover"): Way(_MLK),
    ("Peine", "Wolfsburg"): Way(_MLK),
    ("Braunschweig", "Wolfsburg"): Way(_MLK),
    ("Haldensleben", "Wolfsburg"): Way(_MLK),
    ("Haldensleben", "Magdeburg"): Way(_MLK),
    ("Genthin", "Magdeburg"): Way(_EHK),
    ("Brandenburg", "Genthin"): Way(_EHK),
    ("Brandenburg", "Magdeburg"): Way(_EHK),
    ("Brandenburg", "Potsdam"): Way(_UHW),
    ("Berlin-Spandau", "Brandenburg"): Way(_UHW),
    ("Berlin-Spandau", "Potsdam"): Way(_UHW),
    ("Braunschweig", "Uelzen"): Way(_ESK),
    ("Lüneburg", "Uelzen"): Way(_ESK),
    ("Geesthacht", "Lüneburg"): Way(_ELBE, 3, "Elbe 573,5-585"),
    ("Geesthacht", "Hamburg"): Way(_ELBE, 3, "Elbe 585-615"),
    ("Dömitz", "Lauenburg"): Way(_ELBE, 4, "Elbe 504-569"),
    ("Dömitz", "Wittenberge"): Way(_ELBE, 4, "Elbe 454-504"),
    ("Tangermünde", "Wittenberge"): Way(_ELBE, 4, "Elbe 388-454"),
    ("Magdeburg", "Tangermünde"): Way(_ELBE, 4, "Elbe 333-388"),
    ("Magdeburg", "Schönebeck"): Way(_ELBE, 4, "Elbe 312-333"),
    ("Aken", "Schönebeck"): Way(_ELBE, 4, "Elbe 277-312"),
}

_WEST = "Minden|Bad Essen|Bramsche|Bergeshövede|Münster|Datteln|Dortmund"
_EAST = "Minden|Hannover|Peine|Wolfsburg|Haldensleben|Magdeburg|Brandenburg|Berlin-Spandau"

#: Out and back along one chain after the other; the first place is where crews change.
_CHAINS = {
    "K01": ["Bergeshövede|Lingen|Meppen|Dörpen|Oldenburg"],
    "K02": ["Münster|Lüdinghausen|Datteln|Dortmund"],
    "K03": [_WEST],
    "K04": ["Hannover|Berenbusch|Minden|Bad Essen|Bramsche|Bergeshövede|Münster|Datteln"],
    "K05": ["Minden|Berenbusch|Hannover|Peine|Braunschweig|Wolfsburg|Haldensleben|Magdeburg"],
    "K06": ["Braunschweig|Uelzen|Lüneburg|Geesthacht|Hamburg", "Braunschweig|Wolfsburg|Haldensleben|Magdeburg"],
    "K07": ["Hannover|Berenbusch|Minden|Bad Essen|Bramsche|Bergeshövede|Münster|Datteln"],
    "K08": ["Lauenburg|Dömitz|Wittenberge|Tangermünde|Magdeburg|Haldensleben|Wolfsburg|Braunschweig"],
    "K09": ["Magdeburg|Schönebeck|Aken", "Magdeburg|Haldensleben|Wolfsburg|Braunschweig|Peine|Hannover"],
    "K10": ["Münster|Datteln|Gelsenkirchen", "Münster|Bergeshövede|Lingen"],
    "K11": [_EAST],
    "K12": ["Braunschweig|Hannover|Minden|Bad Essen|Bramsche|Bergeshövede|Münster|Datteln"],
    "S01": [_EAST],
    "S02": ["Braunschweig|Wolfsburg|Haldensleben|Magdeburg|Genthin|Brandenburg|Potsdam|Berlin-Spandau"],
    "T01": ["Hannover|Sehnde|Peine|Braunschweig"],
}

#: Where crews change, in kilometres east and north of Münster: good enough for the time by road.
CHANGE_PLACES = {
    "Bergeshövede": (3.0, 38.0), "Münster": (0.0, 0.0), "Minden": (89.0, 36.0), "Hannover": (144.0, 46.0),
    "Braunschweig": (198.0, 34.0), "Magdeburg": (275.0, 20.0), "Lauenburg": (200.0, 156.0),
}  # fmt: skip


def change_place(vessel_id: str) -> str:
    return _CHAINS[vessel_id][0].split("|")[0]


def places(vessel_id: str, legs: int) -> list[str]:
    """The places of a voyage: one more than it has shifts."""
    return round_trip(legs, *[chain.split("|") for chain in _CHAINS[vessel_id]])


def way(start: str, end: str, before: Way | None = None) -> Way:
    """The way of one shift; a day in port counts as the waterway the vessel came along."""
    if start == end:
        assert before is not None
        return Way(before.waterway, before.zone)
    return _WAYS[min(start, end), max(start, end)]
