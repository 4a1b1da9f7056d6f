"""People who live on board: rotations, voyages from one crew change to the next, watches.

Shared by the builders of the fleets whose crews live on board. Local naive times: the fleets lie
wholly in winter time.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from fleet_csv import Row, at

DAY = timedelta(days=1)
#: First day of the history, first day of the window, day after the last planned week.
HISTORY_FROM = datetime(2026, 11, 6)
MONDAY = datetime(2026, 12, 7)
BEYOND = datetime(2026, 12, 28)

Piece = tuple[datetime, datetime]


@dataclass(frozen=True)
class Turn:
    """A rotation: so many days on board from the anchor, so many days off, and again."""

    days_on: int
    days_off: int
    anchor: date

    def on_board(self, first: date, days: int) -> bool:
        """Whether a voyage of ``days`` days from ``first`` lies in one block on board."""
        since = (first - self.anchor).days % (self.days_on + self.days_off)
        return since + days <= self.days_on

    def days_before(self, first: date) -> int:
        """Days already on board on the first day of a voyage."""
        return (first - self.anchor).days % (self.days_on + self.days_off)

    @property
    def pattern(self) -> str:
        return f"{self.days_on}/{self.days_off}"


@dataclass(frozen=True)
class Leg:
    """One shift of a voyage: its times and the variant of the vessel's watch plan."""

    start: datetime
    end: datetime
    variant: str


#: Watches of a working system by variant: whole days, first day after and last day before a change.
Spans = dict[str, tuple[tuple[str, str, str], ...]]


@dataclass(frozen=True)
class System:
    """How a vessel works the day: watches (none: everybody all day), and where its shifts end."""

    spans: Spans
    day: tuple[str, str]
    first: tuple[str, str]
    last: tuple[str, str]
    sunday: tuple[str, str] | None = None
    continuous: bool = False

    def legs(self, first: date, days: int) -> list[Leg]:
        """The shifts of a voyage that ends on the day ``days`` days after ``first``."""
        if self.continuous:
            return self._without_stop(first, days)
        found = []
        for number in range(days + 1):
            day = first + timedelta(days=number)
            variant = "first" if number == 0 else "last" if number == days else "day"
            clock = {"first": self.first, "last": self.last, "day": self.day}[variant]
            if variant == "day" and self.sunday and day.isoweekday() == 7:
                clock = self.sunday
            found.append(Leg(at(day, clock[0]), at(day, clock[1]), variant))
        return found

    def _without_stop(self, first: date, days: int) -> list[Leg]:
        """Shifts of 24 hours that change with a watch; the first is longer, the last shorter."""
        begin, end = at(first, self.first[0]), at(first + timedelta(days=days), self.last[1])
        cuts = [at(first + timedelta(days=n), self.day[0]) for n in range(1, days)]
        edges = [begin, *cuts, end]
        return [Leg(start, stop, "day") for start, stop in zip(edges, edges[1:], strict=False)]

    def watch_names(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for name, _, _ in self.spans.get("day", ())))

    def duty(self, leg: Leg, watch: str) -> list[Piece]:
        """When somebody is on duty in a leg; without watches all the time."""
        spans = self.spans.get(leg.variant, ())
        if not spans:
            return [(leg.start, leg.end)]
        pieces = []
        day = leg.start.date() - DAY
        while day <= leg.end.date():
            for name, start, end in spans:
                if name == watch:
                    begin, stop = at(day, start), at(day, end)
                    stop += DAY if stop <= begin else timedelta()
                    begin, stop = max(begin, leg.start), min(stop, leg.end)
                    if begin < stop:
                        pieces.append((begin, stop))
            day += DAY
        return sorted(pieces)


@dataclass(frozen=True)
class Voyage:
    vessel_id: str
    first: date
    days: int

    @property
    def voyage_id(self) -> str:
        return f"{self.vessel_id}-R{self.first:%d%m}"


def voyages(vessel_id: str, change: date, days: int) -> list[Voyage]:
    """Voyages between changes that lie ``days`` days apart, from the history to the last planned week."""
    first = change
    while at(first, "00:00") > HISTORY_FROM - timedelta(days=days):
        first -= timedelta(days=days)
    found = []
    while at(first, "00:00") < BEYOND:
        found.append(Voyage(vessel_id, first, days))
        first += timedelta(days=days)
    return found


def breaks(start: datetime, end: datetime) -> tuple[str, ...]:
    """Breaks of BinSchArbZV § 5: 30 minutes over 6 hours, 45 over 9, 60 over 11, in two parts at most."""
    hours = (end - start) / timedelta(hours=1)
    if hours <= 6:
        return ()
    if hours <= 9:
        return (_pause(start + (end - start) / 2, 30),)
    third = (end - start) / 3
    return (_pause(start + third, 30), _pause(start + 2 * third, 30 if hours > 11 else 15))


def _pause(middle: datetime, minutes: int) -> str:
    begin = middle.replace(minute=middle.minute // 15 * 15, second=0, microsecond=0)
    return f"{begin:%H:%M}-{begin + timedelta(minutes=minutes):%H:%M}"


def merged(pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Pieces of duty, those that touch or overlap joined."""
    begin: datetime | None = None
    stop = datetime.min
    for start, end in sorted(pieces):
        if begin is not None and start <= stop:
            stop = max(stop, end)
            continue
        if begin is not None:
            yield begin, stop
        begin, stop = start, end
    if begin is not None:
        yield begin, stop


def duty_row(who: str, piece: Piece, vessel_id: str | None, kind: str = "duty") -> Row:
    start, end = piece
    return {"crew_id": who, "start": start, "end": end, "kind": kind, "vessel_id": vessel_id,
            "breaks": breaks(start, end), "source": "recorded"}  # fmt: skip


def round_trip(legs: int, *chains: Sequence[str]) -> list[str]:
    """Places of a voyage of so many legs that ends where it began: out and back along each chain.

    The last chain takes the legs that are left; what is more than there and back is spent at its end.
    """
    places = [chains[0][0]]
    for number, chain in enumerate(chains):
        left = legs - len(places) + 1
        length = 2 * (len(chain) - 1) if number + 1 < len(chains) else left
        reach = min(len(chain) - 1, length // 2)
        places += [chain[min(step, length - step, reach)] for step in range(1, length + 1)]
    return places


def way_rows(places: dict[str, tuple[float, float]]) -> list[Row]:
    """Minutes by road between places given in kilometres on a plane: 70 km/h over 1.3 times the distance."""
    names = sorted(places)
    rows: list[Row] = []
    for position, start in enumerate(names):
        for end in names[position + 1 :]:
            (x, y), (u, v) = places[start], places[end]
            minutes = ((x - u) ** 2 + (y - v) ** 2) ** 0.5 * 1.3 / 70 * 60
            rows.append({"from_place": start, "to_place": end, "minutes": 20 + round(minutes / 10) * 10})
    return rows
