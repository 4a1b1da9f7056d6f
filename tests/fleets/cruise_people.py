"""The invented people of the excursion and cruise fleet, with their certificates and rotations."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from aboard import HISTORY_FROM, MONDAY, Turn, Voyage
from cruise_voyages import CREWS, CRUISES
from fleet_csv import Row
from names import invented_names

EMPLOYER = "Apfelgarten Fahrgastschifffahrt (erfunden)"
DANUBE = "Donau 2249-2322,02"

#: UP Union patent, OP old patent, MAR maritime, RIS risk stretch, SM helmsman, BM able boatman, MA boatman, LM
#: apprentice, DM deckhand, MI Rhine engineer, PX passenger expert, FA first aider, AT breathing apparatus.
_KINDS = {
    "UP": "union_patent", "OP": "old_patent", "MAR": "maritime", "RIS": "risk_stretch", "RAD": "radar",
    "SM": "helmsman",
    "BM": "able_boatman", "MA": "boatman", "LM": "apprentice", "DM": "deckhand", "MI": "rhine_engineer",
    "PX": "passenger_expert", "FA": "first_aider", "AT": "breathing_basic", "ATW": "breathing_refresher",
}  # fmt: skip

#: People of the excursion ships: id | home vessel | certificates.
_DAY = """
0101|E03|UP MAR PX FA
0102|E03|UP MAR PX
0103|E05|UP MAR PX FA
0104|E05|UP MAR PX
0105|E05|UP MAR FA
0106|E09|OP PX FA
0107|E09|UP PX FA
0108|E05|SM UP MAR FA
0109|E05|SM FA
0110|E03|BM PX FA
0111|E03|BM FA
0113|E09|BM FA
0114|E09|BM PX FA
0115|E05|MA FA
0116|E05|MA FA
0117|E09|LM
0118|E05|PX FA
0120|E01|UP PX FA
0121|E02|UP PX
0122|E02|OP PX FA
0123|E04|UP PX FA
0124|E04|OP PX
0125|E06|UP PX FA
0126|E06|UP FA
0127|E07|UP PX
0128|E07|UP PX FA
0129|E08|UP PX FA
0130|E06|SM FA
0131|E07|SM PX FA
0132|E07|SM FA
0133|E08|SM PX FA
0134|E08|SM FA
0135|E02|BM PX FA
0136|E02|BM FA
0138|E04|BM PX FA
0139|E01|MA FA
0140|E06|MA FA
0141|E06|MA
0142|E07|MA FA
0143|E08|MA FA
0144|E08|MA FA
0146|E04|LM
0147|E07|LM
0149|E08|PX FA
"""

#: What the people of a cabin ship hold, in the order of its usual crew.
_CABIN = {
    "C01": "UP RAD PX|UP RAD FA|LM|MI|DM FA|DM|DM FA|FA AT|FA AT|PX FA|FA",
    "C02": "UP RAD PX RIS|UP RAD RIS FA|BM FA|MA|LM|MI|DM FA|FA AT|FA AT|PX FA|FA|PX FA",
}
#: Relief for the cabin ships, without a rotation.
_RELIEF = {"0151": "UP RAD RIS PX", "0152": "MI FA", "0153": "MA FA", "0154": "FA AT"}

#: Aged 17: serves in the watch of the Gravensteiner that is meant for minors.
MINOR = "0146"
#: Whose refresher course of November is missing in the copy with the shortage, and the relief.
LAPSES, RELIEF_WEARER = "2109", "0154"
SELF_EMPLOYED = {"0107": 580, "0151": 640}
PART_TIME = {"0118": 20, "0149": 25, "0138": 30}
_BORN = {"UP": (1969, 1993), "OP": (1968, 1980), "SM": (1972, 1996), "BM": (1976, 2000), "MA": (1982, 2003),
         "LM": (2005, 2007), "DM": (1985, 2004), "MI": (1972, 1992), "FA": (1974, 2003),
         "PX": (1974, 2000), "AT": (1980, 2002)}  # fmt: skip


@dataclass(frozen=True)
class Member:
    """A person with certificates as codes; who lives on board has a rotation and a usual watch."""

    crew_id: str
    name: str
    codes: tuple[str, ...]
    home: str | None
    turn: Turn | None = None
    watch: str = ""

    @property
    def minor(self) -> bool:
        return self.crew_id == MINOR

    @property
    def staff(self) -> bool:
        """Cabin staff: certificates of safety staff alone."""
        return set(self.codes) <= {"PX", "FA", "AT"}


@cache
def members() -> list[Member]:
    """Everybody: the excursion ships, the relief, the two crews of each cabin ship."""
    day = [line.split("|") for line in _DAY.strip().splitlines()]
    names = iter(invented_names(len(day) + len(_RELIEF) + 2 * 23, seed=90))
    found = [Member(crew_id, next(names), tuple(codes.split()), home) for crew_id, home, codes in day]
    found += [Member(crew_id, next(names), tuple(codes.split()), None) for crew_id, codes in _RELIEF.items()]
    for vessel_id, cruise in CRUISES.items():
        watches = [seat.split(".")[1] for seat in CREWS[vessel_id].split()]
        for block in (1, 2):
            turn = Turn(14, 14, cruise.change + timedelta(days=14 * (block - 1)))
            for number, (codes, watch) in enumerate(zip(_CABIN[vessel_id].split("|"), watches, strict=True), start=1):
                crew_id = f"{vessel_id[2]}{block}{number:02d}"
                found.append(Member(crew_id, next(names), tuple(codes.split()), vessel_id, turn, watch))
    return found


def aboard(voyage: Voyage) -> list[Member]:
    """The usual crew of a voyage by rotation, cabin staff included."""
    own = (m for m in members() if m.home == voyage.vessel_id and m.turn is not None)
    return [m for m in own if m.turn and m.turn.on_board(voyage.first, voyage.days)]


def born(member: Member) -> date:
    if member.minor:
        return date(2009, 4, 21)
    rng = random.Random(f"born {member.crew_id}")
    first, last = _BORN[member.codes[0]]
    return date(rng.randint(first, last), rng.randint(1, 12), rng.randint(1, 28))


def _joined(member: Member) -> date:
    rng = random.Random(member.crew_id)
    if "LM" in member.codes:
        return date(2025 if member.minor else 2024, 8, 1)
    earliest = 2003 if "OP" in member.codes else 2011
    return date(min(2025, max(born(member).year + 18, rng.randint(earliest, earliest + 8))), rng.randint(1, 12), 1)


_TOWNS = {"E03": "Hamburg", "E05": "Stade", "E09": "Wedel", "C02": "Nürnberg", "C01": "Potsdam"}


def crew_rows() -> list[Row]:
    return [_crew_row(member) for member in members()]


def _crew_row(member: Member) -> Row:
    own, since = member.crew_id in SELF_EMPLOYED, _joined(member)
    trainee = "LM" in member.codes
    return {
        "crew_id": member.crew_id, "name": member.name, "birth_date": born(member),
        "employment": "self_employed" if own else "employee", "employer": None if own else EMPLOYER,
        "contract_hours_week": None if own else PART_TIME.get(member.crew_id, 39),
        "home_vessel": member.home, "home_place": _TOWNS.get(member.home or "", "Berlin"),
        "entry_on": since, "crew_since": since,
        "service_days": None if member.staff else min(4000, 170 * max(1, 2026 - since.year)),
        "training_year": 2027 - since.year if trainee else None,
        "training_contract_until": date(since.year + 3, 7, 31) if trainee else None,
        "safety_training_on": since + timedelta(days=3) if since >= date(2022, 1, 18) else None,
        "history_known_from": HISTORY_FROM, "history_known_until": MONDAY, "rested_since": None,
        "day_rate": SELF_EMPLOYED.get(member.crew_id), "active": True, "notes": None,
    }  # fmt: skip


#: Papers that end in the planned weeks: last day or day of issue.
_FIRST_AID_UNTIL = {"0111": date(2026, 12, 11), "0142": date(2026, 12, 18)}
_EXPERT_SINCE = {"0121": date(2021, 12, 11)}


def certificate_rows() -> list[Row]:
    rng = random.Random(110)
    return [row for member in members() for code in member.codes for row in _papers(member, code, rng)]


def _papers(member: Member, code: str, rng: random.Random) -> list[Row]:
    row = _paper(member, code, rng)
    if code != "AT":
        return [row]
    basic = date(2025, 1, 20) + timedelta(days=rng.randint(0, 120))
    refreshed = [basic + timedelta(days=rng.randint(300, 350))]
    if member.crew_id == LAPSES:
        basic, refreshed = date(2025, 1, 15), [date(2025, 12, 10), date(2026, 11, 20)]
    papers: list[Row] = [{**row, "issued_on": basic, "issuer": "Feuerwehrakademie (erfunden)"}]
    return papers + [{**papers[0], "certificate": _KINDS["ATW"], "issued_on": day} for day in refreshed]


def _paper(member: Member, code: str, rng: random.Random) -> dict[str, object]:
    since = _joined(member)
    own = random.Random(f"patent {member.crew_id}") if code in ("UP", "MAR", "RIS", "RAD") else rng
    issued = max(since, date(2022, 2, 1)) + timedelta(days=own.randint(20, 300))
    row: dict[str, object] = {
        "crew_id": member.crew_id, "certificate": _KINDS[code], "issued_on": issued, "valid_until": None, "route": None,
        "validated_days": None, "training_end": None, "scope": None, "issuer": "WSA Spree-Havel",
    }  # fmt: skip
    if code == "OP":
        row.update(issued_on=issued - timedelta(days=3650), valid_until=date(2031, 12, 31))
    if code == "RIS":
        row.update(scope=(DANUBE,), issuer="WSA Donau MDK")
    if code == "FA":
        course = date(2025, 2, 1) + timedelta(days=rng.randint(0, 600))
        row.update(issued_on=course, valid_until=course + timedelta(days=729), issuer="Johanniter")
        if member.crew_id in _FIRST_AID_UNTIL:
            until = _FIRST_AID_UNTIL[member.crew_id]
            row.update(issued_on=until - timedelta(days=729), valid_until=until)
    if code == "PX":
        row["issued_on"] = _EXPERT_SINCE.get(member.crew_id, date(2022, 2, 1) + timedelta(days=rng.randint(0, 1500)))
    if code in ("MA", "BM", "SM"):
        row["route"] = "exam"
    if code == "DM":
        row["validated_days"] = rng.randint(190, 700)
    if code == "LM":
        row.update(issued_on=since + timedelta(days=14), training_end=date(since.year + 3, 7, 31))
    return row


def rotation_rows() -> list[Row]:
    """The two crews of a cabin ship relieve each other, place by place."""
    rows: list[Row] = []
    for member in members():
        if member.turn is not None:
            other = {"1": "2", "2": "1"}[member.crew_id[1]]
            rows.append({"crew_id": member.crew_id, "vessel_id": member.home, "pattern": member.turn.pattern,
                         "anchor_date": member.turn.anchor, "watch": member.watch,
                         "relief": f"{member.crew_id[0]}{other}{member.crew_id[2:]}"})  # fmt: skip
    return rows
