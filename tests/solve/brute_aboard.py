"""Every roster of a tiny week with voyages, watches, travel, rotations, pairs and extra places.

Like ``brute_force`` it knows only the domain, the law's values and the minute-by-minute simulation:
who may serve is told by letters, the crew is a boatmaster and a boatman, an extra place a deckhand.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cache
from itertools import product

from minute_simulation import simulate

from optimizer.domain import PairKind, Shift, WishKind
from optimizer.duty import WorkPiece, WorkRecord, watch_duty, watches_of
from optimizer.instance import Instance
from optimizer.timeline import Interval

RANK = {"B": 7, "M": 3, "D": 1}
WHOLE = "whole"


@dataclass(frozen=True, order=True)
class Best:
    """Levels of the best roster; ``cost`` only where everything sails."""

    not_sailing: int
    open_positions: int
    cost: int | None


@dataclass(frozen=True)
class _Post:
    crew_id: str
    watch: str


@dataclass(frozen=True)
class _State:
    """One shift: posts of boatmaster, boatman and extra deckhand; the latter only where it sails."""

    master: _Post | None
    boatman: _Post | None
    extra: _Post | None

    @property
    def posts(self) -> tuple[_Post, ...]:
        return tuple(post for post in (self.master, self.boatman, self.extra) if post)

    @property
    def people(self) -> frozenset[str]:
        return frozenset(post.crew_id for post in self.posts)

    @property
    def sails(self) -> bool:
        return self.master is not None and self.boatman is not None


class Enumeration:
    """All rosters of an instance, cut off as soon as a person or a voyage forbids them."""

    def __init__(self, instance: Instance):
        self.instance = instance
        self.shifts = instance.shifts
        self.possible = cache(self._possible)

    def best(self) -> Best:
        best: Best | None = None
        for states in self._rosters((), [list(self._states(shift)) for shift in self.shifts]):
            value = self._value(states)
            if best is None or (value.not_sailing, value.open_positions, value.cost or 0) < (
                best.not_sailing,
                best.open_positions,
                best.cost or 0,
            ):
                best = value
        assert best is not None, "leaving every shift at the quay is always possible"
        return best

    def _rosters(self, chosen: tuple[_State, ...], states: Sequence[list[_State]]) -> Iterator[tuple[_State, ...]]:
        if len(chosen) == len(states):
            yield chosen
            return
        for state in states[len(chosen)]:
            longer = (*chosen, state)
            if self._continuous(longer) and all(self.possible(p, self._duties(p, longer)) for p in state.people):
                yield from self._rosters(longer, states)

    def _states(self, shift: Shift) -> Iterator[_State]:
        watches = [w.name if w else "" for w in watches_of(shift, dict(self.instance.dataset.watch_plans))]
        posts = [_Post(c, w) for c in self.instance.dataset.crew for w in watches if self._open_to(c, shift, w)]
        masters = [post for post in posts if post.crew_id[0] == "B"]
        boatmen = [post for post in posts if post.crew_id[0] in "BM"]
        wanted = bool(self.instance.vessel_of(shift).extra_crew)
        for master, boatman, extra in product([None, *masters], [None, *boatmen], [None, *posts] if wanted else [None]):
            state = _State(master, boatman, extra)
            if len(state.people) < len(state.posts) or (extra and not state.sails) or not self._paired(state):
                continue
            if state.sails and master is not None and master.watch not in ("", WHOLE):
                continue
            yield state

    def _open_to(self, crew_id: str, shift: Shift, watch: str) -> bool:
        """Whether neither absence nor rotation keeps a person from the shift."""
        data = self.instance.dataset
        if any(a.crew_id == crew_id and a.overlaps(shift.interval) for a in data.absences):
            return False
        agreed = {w.day for w in data.wishes if w.crew_id == crew_id and w.kind is WishKind.CONSENT}
        return all(day in agreed for day in self._rest_days(crew_id, shift))

    def _rest_days(self, crew_id: str, shift: Shift) -> list[object]:
        """Days after the change-over day of each time off, counted day by day from the anchor."""
        found = []
        for rotation in self.instance.dataset.rotations:
            day, place = rotation.anchor_date, 0
            while rotation.crew_id == crew_id and day <= shift.interval.days()[-1]:
                if place > rotation.days_on and day in shift.interval.days():
                    found.append(day)
                day += timedelta(days=1)
                place = (place + 1) % (rotation.days_on + rotation.days_off)
        return found

    def _paired(self, state: _State) -> bool:
        for pair in self.instance.dataset.pairs:
            one, other = pair.crew_id in state.people, pair.other_id in state.people
            if (pair.kind is PairKind.APART and one and other) or (pair.kind is PairKind.MENTOR and one and not other):
                return False
        return True

    def _continuous(self, states: tuple[_State, ...]) -> bool:
        number = len(states) - 1
        voyage_id = self.shifts[number].voyage_id
        before = [i for i in range(number) if voyage_id and self.shifts[i].voyage_id == voyage_id]
        if not before or not states[number].sails:
            return True
        earlier = states[before[-1]]
        return earlier.sails and set(earlier.posts) == set(states[number].posts)

    def _duties(self, crew_id: str, states: tuple[_State, ...]) -> frozenset[tuple[int, str]]:
        return frozenset((i, p.watch) for i, state in enumerate(states) for p in state.posts if p.crew_id == crew_id)

    def _possible(self, crew_id: str, chosen: frozenset[tuple[int, str]]) -> bool:
        plans = dict(self.instance.dataset.watch_plans)
        pieces: list[WorkPiece] = []
        before: Shift | None = None
        for index, name in sorted(chosen, key=lambda item: self.shifts[item[0]].interval):
            shift = self.shifts[index]
            if before is not None:
                way = self._way(before, shift)
                if before.interval.end + timedelta(minutes=way) > shift.interval.start:
                    return False
                if way and self.instance.dataset.settings.travel_is_duty:
                    start = shift.interval.start - timedelta(minutes=way)
                    pieces.append(WorkPiece(interval=Interval(start, shift.interval.start)))
            watch = next(w for w in watches_of(shift, plans) if (w.name if w else "") == name)
            pieces += [WorkPiece(interval=part, mode=shift.mode) for part in watch_duty(shift, watch)]
            before = shift
        person = self.instance.dataset.crew[crew_id]
        record = WorkRecord(
            crew_id=crew_id, employment=person.employment, birth_date=person.birth_date, pieces=tuple(pieces)
        )
        found = {rule for rule, severity in simulate(record, self.instance.rulebook) if severity != "soft"}
        return not found - {"work.breaks", "rest.soft_window"}

    def _way(self, first: Shift, second: Shift) -> int:
        if first.end_place == second.start_place or (first.voyage_id and first.voyage_id == second.voyage_id):
            return 0
        ways = {frozenset((t.from_place, t.to_place)): t.minutes for t in self.instance.dataset.travel}
        return ways.get(frozenset((first.end_place, second.start_place)), 0)

    def _value(self, states: tuple[_State, ...]) -> Best:
        ashore = sum(s.priority for s, state in zip(self.shifts, states, strict=True) if not state.sails)
        places = sum(2 - len(state.posts) for state in states if not state.sails)
        return Best(ashore, places, None if ashore else self._cost(states))

    def _cost(self, states: tuple[_State, ...]) -> int:
        cost, vessels = 0, set()
        for shift, state in zip(self.shifts, states, strict=True):
            for post, rank in ((state.master, 7), (state.boatman, 3), (state.extra, 1)):
                if post is not None:
                    cost += 5 * (RANK[post.crew_id[0]] - rank)
                    cost += 60 * len(self._rest_days(post.crew_id, shift))
                    vessels.add((post.crew_id, shift.vessel_id))
            if self.instance.vessel_of(shift).extra_crew and state.extra is None:
                cost += 120
            for pair in self.instance.dataset.pairs:
                if pair.kind is PairKind.TOGETHER and (pair.crew_id in state.people) != (pair.other_id in state.people):
                    cost += 20
        homes = {(r.crew_id, r.vessel_id) for r in self.instance.dataset.rotations}
        return cost + 40 * len(vessels - homes)
