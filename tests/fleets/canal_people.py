"""The invented people of the canal fleet: rotations, certificates, and a few who relieve everywhere."""

from __future__ import annotations

import random
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from aboard import HISTORY_FROM, MONDAY, Turn, Voyage
from canal_ships import WORK, Seat
from fleet_csv import Row
from names import invented_names

EMPLOYER = "Wasserblüte Reederei (erfunden)"
UPPER, LOWER = "Elbe 322,9-329,85", "Elbe 502,25-568,9"

_KINDS = {
    "UP": "union_patent", "OP": "old_patent", "RAD": "radar", "RIS": "risk_stretch", "SM": "helmsman",
    "BM": "able_boatman", "MA": "boatman", "LM": "apprentice", "DM": "deckhand", "MK": "engine_minder",
    "LNG": "lng_expert",
}  # fmt: skip
#: Oldest and youngest year of birth by what the person is.
_BORN = {"SF": (1968, 1992), "SM": (1972, 1996), "BM": (1975, 1999), "MA": (1980, 2003), "LM": (2005, 2007),
         "LM+": (1994, 2001), "DM": (1988, 2004)}  # fmt: skip


@dataclass(frozen=True)
class Member:
    """A person: usual seat, the certificates as codes, the rotation (``None``: relieves everywhere)."""

    crew_id: str
    name: str
    seat: Seat
    codes: tuple[str, ...]
    home: str | None
    turn: Turn | None
    block: int = 0

    @property
    def rank(self) -> str:
        return self.seat.code


#: Relief crew without a rotation: id | codes | place of the usual crew they stand in for.
_POOL = """
9001|UP RAD RIS:L RIS:U|SF
9002|UP RAD|SF
9003|UP RAD LNG|SF
9004|SM RAD|SM
9005|MA MK|MA
9006|MA|MA
9007|LM|LM+
9008|DM|DM
"""

#: People with more, less or other certificates than their seat asks for.
_CODES = {
    "0311": "OP RAD", "0512": "MA MK", "0521": "OP RAD", "0721": "OP RAD", "1111": "OP RAD", "1212": "OP RAD",
    "1323": "BM", "1114": "BM MK",
}  # fmt: skip
#: The three who hold the boatmaster seats of these vessels know the Elbe below Dömitz, or at Magdeburg.
_ELBE = {"K08": "RIS:L RIS:U", "K09": "RIS:U"}
#: Turns 60 on 16 December, in the middle of the voyage he is due for.
TURNS_60 = "0511"
_BIRTHDAYS = {TURNS_60: date(1966, 12, 16), "0321": date(1964, 3, 9)}
#: Renewed after the 60th birthday: renewed on, valid until.
_RENEWED = {"0321": (date(2024, 1, 22), date(2029, 3, 8))}
SELF_EMPLOYED = {"9001": 610, "0411": 560}
PART_TIME = {"9006": 30, "9008": 30}


def _usual_codes(vessel_id: str, code: str, number: int) -> tuple[str, ...]:
    codes = {"SF": "UP", "LM+": "LM"}.get(code, code)
    if code == "SF":
        codes += " RAD" if WORK[vessel_id].mode in "BCD" or number % 3 else ""
        codes += f" {_ELBE[vessel_id]}" if vessel_id in _ELBE else ""
        codes += " LNG" if vessel_id == "K10" else ""
    return tuple(codes.split())


def _slots() -> list[tuple[str, str, Seat, Turn, int]]:
    """Everybody with a rotation: id, vessel, seat, turn, block."""
    found = []
    for position, (vessel_id, work) in enumerate(WORK.items(), start=1):
        on, off = work.turn
        blocks = 3 if on == 2 * off else 2
        for block in range(1, blocks + 1):
            anchor = work.change + timedelta(days=(block - 1) * off)
            seats = work.seats
            if blocks == 3:  # two places are held by three people in turn
                seats = tuple(work.seats[pair * 2] for pair in range(len(work.seats) // 2))
                anchor = work.change - timedelta(days=(3 - block) * off)
            for number, seat in enumerate(seats, start=1):
                second = blocks == 3 and (seat.code, block) == ("SM", 2)
                held = Seat("BM", seat.watch) if second else seat
                found.append((f"{position:02d}{block}{number}", vessel_id, held, Turn(on, off, anchor), block))
    return found


@cache
def members() -> list[Member]:
    """Everybody, by id."""
    slots = _slots()
    pool = [line.split("|") for line in _POOL.strip().splitlines()]
    names = invented_names(len(slots) + len(pool) + 1, seed=2026)
    found = []
    for number, (crew_id, vessel_id, seat, turn, block) in enumerate(slots):
        codes = tuple(_CODES[crew_id].split()) if crew_id in _CODES else _usual_codes(vessel_id, seat.code, number)
        found.append(Member(crew_id, names[number], seat, codes, vessel_id, turn, block))
    for (crew_id, codes, code), name in zip(pool, names[len(slots) :], strict=False):
        found.append(Member(crew_id, name, Seat(code), tuple(codes.split()), None, None))
    return [*found, Member(TRAINEE, names[-1], Seat("DM"), ("DM",), None, None)]


#: On board in addition to the crew, to get to know the trade.
TRAINEE = "9009"


def aboard(voyage: Voyage) -> list[tuple[Member, Seat]]:
    """The usual crew of a voyage by rotation: who holds which seat."""
    work = WORK[voyage.vessel_id]
    own = [m for m in members() if m.home == voyage.vessel_id and m.turn is not None]
    there = [m for m in own if m.turn and m.turn.on_board(voyage.first, voyage.days)]
    if work.turn[0] != 2 * work.turn[1]:
        return [(member, member.seat) for member in there]
    there.sort(key=lambda m: (m.crew_id[3], -(m.turn.days_before(voyage.first) if m.turn else 0)))
    masters = [m for m in there if m.rank == "SF"]
    deck = sorted((m for m in there if m.rank != "SF"), key=lambda m: m.rank != "SM")
    return list(zip([*masters, *deck], work.seats, strict=True))


def _joined(member: Member, born: date) -> date:
    rng = random.Random(member.crew_id)
    if member.rank == "LM":
        return date(2024 + (born.year - 2005) // 2, 8, 1)
    earliest = 2004 if "OP" in member.codes else 2010
    return date(min(2025, max(born.year + 18, rng.randint(earliest, earliest + 9))), rng.randint(1, 12), 1)


def _born(member: Member) -> date:
    if member.crew_id in _BIRTHDAYS:
        return _BIRTHDAYS[member.crew_id]
    rng = random.Random(f"born {member.crew_id}")
    first, last = _BORN[member.rank]
    return date(rng.randint(first, last), rng.randint(1, 12), rng.randint(1, 28))


def crew_rows() -> list[Row]:
    rng = random.Random(110)
    return [_crew_row(member, rng) for member in members()]


_TOWNS = ("Minden", "Hannover", "Braunschweig", "Magdeburg", "Münster", "Bergeshövede", "Lauenburg", "Haren", "Genthin")


def _crew_row(member: Member, rng: random.Random) -> Row:
    born, own = _born(member), member.crew_id in SELF_EMPLOYED
    since = _joined(member, born)
    trainee = member.rank in ("LM", "LM+")
    days = {"LM": 180 * max(1, 2026 - since.year), "LM+": 760 + rng.randint(0, 90)}
    return {
        "crew_id": member.crew_id, "name": member.name, "birth_date": born,
        "employment": "self_employed" if own else "employee", "employer": None if own else EMPLOYER,
        "contract_hours_week": None if own else PART_TIME.get(member.crew_id, 40),
        "home_vessel": member.home, "home_place": rng.choice(_TOWNS), "entry_on": since, "crew_since": since,
        "service_days": days.get(member.rank, min(4000, 175 * max(1, 2026 - since.year))),
        "training_year": (3 if since.year < 2025 else 2) if trainee else None,
        "training_contract_until": date(2027 if since.year < 2025 else 2028, 7, 31) if trainee else None,
        "safety_training_on": since + timedelta(days=2) if since >= date(2022, 1, 18) else None,
        "history_known_from": HISTORY_FROM, "history_known_until": MONDAY, "rested_since": None,
        "day_rate": SELF_EMPLOYED.get(member.crew_id), "active": True, "notes": None,
    }  # fmt: skip


def certificate_rows() -> list[Row]:
    rng = random.Random(83)
    return [_certificate_row(member, code, rng) for member in members() for code in member.codes]


def _certificate_row(member: Member, code: str, rng: random.Random) -> Row:
    kind, _, detail = code.partition(":")
    born = _born(member)
    since = _joined(member, born)
    own = random.Random(f"patent {member.crew_id}")
    patent = kind in ("UP", "RAD", "RIS")
    issued = max(since, date(2022, 2, 1)) + timedelta(days=(own if patent else rng).randint(20, 300))
    row: dict[str, object] = {
        "crew_id": member.crew_id, "certificate": _KINDS[kind], "issued_on": issued, "valid_until": None, "route": None,
        "validated_days": None, "training_end": None, "renewed_on": None, "scope": None,
        "issuer": "WSA Mittellandkanal",
    }  # fmt: skip
    if kind == "OP":
        row.update(issued_on=issued - timedelta(days=3650), valid_until=date(2031, 12, 31), issuer="WSA Minden")
    if kind == "RAD" and "OP" in member.codes:
        row["issued_on"] = issued - timedelta(days=3000)
    if kind == "RIS":
        row["scope"] = (LOWER if detail == "L" else UPPER,)
    if kind == "LNG":
        row.update(issued_on=date(2024, 3, 1) + timedelta(days=rng.randint(0, 700)), issuer="Schulschiff (erfunden)")
    if kind in ("MA", "BM", "SM"):
        row["route"] = "exam"
    if kind == "DM":
        row["validated_days"] = 340
    if kind == "LM":
        row.update(issued_on=since + timedelta(days=14), training_end=date(2027 if since.year < 2025 else 2028, 7, 31))
    if member.crew_id in _RENEWED and kind == "UP":
        renewed, until = _RENEWED[member.crew_id]
        row.update(issued_on=date(2022, 3, 1), renewed_on=renewed, valid_until=until)
    return row


def rotation_rows() -> list[Row]:
    by_place: dict[tuple[str | None, str], list[Member]] = {}
    for member in members():
        by_place.setdefault((member.home, member.crew_id[3]), []).append(member)
    rows: list[Row] = []
    for member in members():
        if member.turn is None:
            continue
        group = by_place[member.home, member.crew_id[3]]
        relief = next(m.crew_id for m in group if m is not member) if len(group) == 2 else None
        rows.append({"crew_id": member.crew_id, "vessel_id": member.home, "pattern": member.turn.pattern,
                     "anchor_date": member.turn.anchor, "watch": member.seat.watch if len(group) == 2 else None,
                     "relief": relief})  # fmt: skip
    return rows
