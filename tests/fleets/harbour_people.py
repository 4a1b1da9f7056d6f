"""The 64 invented people of the sample fleet with their certificates."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from fleet_csv import Row
from harbour_vessels import SITES

HISTORY_FROM = datetime(2026, 11, 6)
HISTORY_UNTIL = datetime(2026, 12, 7)

#: id | name | born | home vessel | certificates. UP Unionspatent, OP old patent, OF old class F
#: licence, FC ferry certificate, MAR maritime, SM helmsman, BM able boatman, MA boatman,
#: LM apprentice, DM deckhand (with validated days), FG/FJ old ferry books, PX passenger
#: expert, FA first aider. The numbers behind FC and OF are the ferries whose sites are entered.
_TABLE = """
0101|Silke Brandt|1979-03-14|H01|UP MAR PX
0102|Okko Harms|1984-08-02|H01|UP MAR PX FA
0103|Mareike Tietjen|1976-11-23|H01|UP MAR PX FA
0104|Jörg Petersen|1966-12-11|H01|UP MAR PX
0105|Ulrike Voß|1988-05-30|H02|UP MAR PX
0106|Hinnerk Lührs|1971-01-19|H02|OP PX FA
0107|Aylin Demir|1991-07-07|H02|UP PX
0108|Thies Behrmann|1974-10-28|H03|OP PX
0109|Katrin Oldehaver|1986-02-11|H03|UP PX FA
0110|Piotr Zieliński|1982-12-05|H03|UP FA
0111|Nele Feddersen|1993-04-16|H04|UP PX
0112|Sönke Rickmers|1969-09-09|H04|OP PX
0113|Gesa Meinert|1980-06-21|H04|UP PX FA
0114|Dirk Wulff|1965-05-20|H05|UP PX
0115|Anja Stöver|1978-08-31|H05|UP PX
0116|Lars Mügge|1990-03-03|H05|UP FA
0117|Heinke Brodersen|1972-07-15|H06|OP PX FA
0118|Emre Yıldız|1987-01-27|H06|UP FA
0119|Frauke Jessen|1983-11-02|H07|UP PX FA
0120|Bernd Carstens|1970-04-08|H07|OP PX
0121|Wiebke Thomsen|1985-09-26|H08|UP PX FA
0122|Henning Oltmanns|1968-02-17|H08|OP PX
0123|Ragna Ewald|1981-03-29|H06|UP PX
0201|Cord Ahlers|1989-12-12|H01|BM PX FA
0202|Lena Sievers|1995-05-04|H01|BM FA
0203|Jan Petersen|1992-10-10|H02|BM PX FA
0204|Tomke Eilers|1997-03-22|H02|BM FA
0205|Ralf Gerken|1973-06-06|H03|SM PX FA
0206|Imke Wohlers|1990-08-18|H03|BM FA
0207|Marek Nowak|1988-01-09|H03|BM PX FA
0208|Hauke Clasen|1999-11-30|H04|BM FA
0209|Birte Lorenzen|1994-02-24|H04|BM PX FA
0210|Kai Stehr|1986-07-29|H05|BM FA
0211|Rieke Mohr|1998-09-13|H05|BM PX FA
0212|Uwe Pape|1967-03-31|H06|BM FA
0213|Svenja Hagedorn|1991-12-20|H06|BM PX FA
0214|Björn Witt|1983-05-17|H06|BM FA
0215|Tuğba Aksoy|1996-06-08|H07|BM PX FA
0216|Detlef Kröger|1968-10-01|H07|SM FA
0217|Jana Martens|1993-01-15|H08|BM PX FA
0218|Ole Hinrichs|2000-04-27|H08|BM PX FA
0219|Renate Buck|1975-08-05|H08|BM FA
0220|Paula Reents|1996-10-05|H04|BM PX FA
0301|Malte Köster|2001-02-14|H04|MA PX FA
0302|Fenja Drews|2003-07-19|H05|MA FA
0303|Yannick Schuldt|2002-10-23|H04|MA FA
0401|Mats Evers|2009-08-03|H04|LM
0402|Lotta Grabau|2009-02-12|H04|LM
0403|Bela Kahl|2010-05-25|H05|LM
0501|Wilhelm Riege|1970-12-03|F01|FC:12 MA FA
0502|Jan Petersen|1981-09-20|F01|FC:12 DM:900
0503|Dörte Heitmann|1985-04-11|F02|FC:12 MA FA
0504|Georg Timmann|1972-05-02|F02|OF:124 DM:1400
0505|Sabine Peper|1977-11-08|F03|FC:34 DM:640
0506|Klaas Wobbe|1990-01-31|F03|FC:34 MA FA
0507|Meike Garbers|1987-06-16|F04|FC:4 DM:720
0508|Torben Ruge|1994-03-09|F04|FC:24 MA
0601|Finn Eggers|1998-08-22|F01|DM:412 FA
0603|Paul Kiehn|2004-05-13|F02|DM:185
0604|Leni Harder|2006-09-29|F04|DM:120
0605|Heiner Schlüter|1978-02-06|F02|FG
0606|Antje Buhk|1989-10-17|F04|FJ
0701|Carla Mendes|1992-06-30|H01|FA
0702|Jonas Reimer|1997-11-11|H03|PX FA
"""

_KINDS = {
    "UP": "union_patent", "OP": "old_patent", "OF": "old_ferry_patent", "FC": "ferry_certificate", "MAR": "maritime",
    "SM": "helmsman", "BM": "able_boatman", "MA": "boatman", "LM": "apprentice", "DM": "deckhand",
    "FG": "ferry_assistant", "FJ": "ferry_apprentice", "PX": "passenger_expert", "FA": "first_aider",
}  # fmt: skip

SELF_EMPLOYED = {"0103": 640, "0122": 585}
PART_TIME = {"0113": 30, "0120": 32, "0209": 30, "0219": 24, "0507": 30, "0701": 19.5, "0702": 20}

#: Training of the apprentices: year of training and last day of the contract.
TRAINING = {"0401": (2, date(2028, 7, 31)), "0402": (3, date(2027, 7, 31)), "0403": (1, date(2029, 7, 31))}  # fmt: skip

#: History that ends or begins elsewhere than at the window: (known until, rested since).
HISTORY_EDGES = {
    "0109": (datetime(2026, 12, 6, 22, 30), datetime(2026, 12, 6, 22, 30)),
    "0210": (datetime(2026, 11, 21), datetime(2026, 11, 21)),
}


@dataclass(frozen=True)
class Member:
    crew_id: str
    name: str
    born: date
    home: str
    codes: tuple[str, ...]

    @property
    def minor(self) -> bool:
        return self.crew_id in TRAINING


def members() -> list[Member]:
    lines = (line.split("|") for line in _TABLE.strip().splitlines())
    return [
        Member(i, name, date.fromisoformat(born), home, tuple(codes.split())) for i, name, born, home, codes in lines
    ]


def _joined(member: Member) -> date:
    """First day on board: holders of papers of the old law were there before 2012."""
    if member.minor:
        return date(2027 - TRAINING[member.crew_id][0], 8, 1)
    rng = random.Random(int(member.crew_id))
    years = 3 if {"OP", "OF", "FG", "FJ"} & {code[:2] for code in member.codes} else 16
    return max(date(member.born.year + 19, 8, 1), date(2008 + rng.randint(0, years), rng.randint(1, 12), 1))


def crew_rows() -> list[Row]:
    rng = random.Random(64)
    return [_crew_row(member, rng) for member in members()]


def _crew_row(member: Member, rng: random.Random) -> Row:
    own = member.crew_id in SELF_EMPLOYED
    since = _joined(member)
    year, contract_until = TRAINING.get(member.crew_id, (None, None))
    known_until, rested_since = HISTORY_EDGES.get(member.crew_id, (HISTORY_UNTIL, None))
    return {
        "crew_id": member.crew_id,
        "name": member.name,
        "birth_date": member.born,
        "employment": "self_employed" if own else "employee",
        "employer": None if own else "Elbvögel Reederei (erfunden)",
        "contract_hours_week": None if own else PART_TIME.get(member.crew_id, 39 if not member.minor else 40),
        "home_vessel": member.home,
        "home_place": rng.choice(["Hamburg", "Wedel", "Stade", "Winsen", "Geesthacht"]),
        "entry_on": since,
        "crew_since": since,
        "service_days": min(4200, 170 * max(1, 2026 - since.year)),
        "training_year": year,
        "training_contract_until": contract_until,
        "safety_training_on": since + timedelta(days=3) if since >= date(2022, 1, 18) else None,
        "history_known_from": HISTORY_FROM,
        "history_known_until": known_until,
        "rested_since": rested_since,
        "day_rate": SELF_EMPLOYED.get(member.crew_id),
        "active": True,
        "notes": None,
    }


def certificate_rows() -> list[Row]:
    rng = random.Random(50)
    return [_certificate_row(member, code, rng) for member in members() for code in member.codes]


def _certificate_row(member: Member, code: str, rng: random.Random) -> Row:
    kind, _, detail = code.partition(":")
    own = random.Random(member.crew_id) if kind in ("UP", "MAR") else rng
    issued = max(_joined(member), date(2022, 2, 1)) + timedelta(days=own.randint(10, 400))
    row: dict[str, object] = {
        "crew_id": member.crew_id, "certificate": _KINDS[kind], "issued_on": issued, "valid_until": None, "route": None,
        "validated_days": None, "training_end": None, "renewed_on": None, "scope": None, "issuer": "WSA Elbe",
    }  # fmt: skip
    if kind in ("OP", "OF", "FG", "FJ"):
        row["issued_on"] = issued - timedelta(days=3650 if kind in ("OP", "OF") else 1500)
    if kind == "OP":
        row["valid_until"] = min(date(member.born.year + 65, member.born.month, 1), date(2032, 1, 17))
    if kind in ("FC", "OF"):
        row["scope"] = tuple(SITES[f"F0{number}"] for number in detail)
    if kind == "FA":
        course = date(2025, 1, 10) + timedelta(days=rng.randint(0, 600))
        row.update(issued_on=course, valid_until=course + timedelta(days=729), issuer="DRK Hamburg")
    if kind == "PX":
        row["issued_on"] = date(2022, 2, 1) + timedelta(days=rng.randint(0, 1500))
    if kind == "DM":
        row["validated_days"] = int(detail)
    if kind in ("MA", "BM", "SM"):
        row["route"] = "exam"
    if kind == "LM":
        year, until = TRAINING[member.crew_id]
        row.update(issued_on=date(2027 - year, 8, 15), training_end=until)
    if (member.crew_id, kind) == ("0114", "UP"):
        row.update(issued_on=date(2022, 3, 1), renewed_on=date(2025, 5, 12), valid_until=date(2030, 5, 19))
    return row
