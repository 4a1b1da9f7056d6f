"""A roster laid beside its instance: who is on which sailing shift, and what bars them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from optimizer.check.say import Say, clock, whole_days
from optimizer.check.service import Service
from optimizer.check.shuttles import sails_empty
from optimizer.check.validity import Bar
from optimizer.domain import Absence, Function, Person, Pin, PinStatus, Shift, Watch
from optimizer.duty import watch_breaks, watch_duty, watches_of
from optimizer.findings import Text
from optimizer.instance import Instance
from optimizer.roster import Roster, RosterRow
from optimizer.terms import term
from optimizer.timeline import Interval, merge

ABSENT = "person.absent"
UNKNOWN_ID = "roster.unknown_id"
FUNCTIONS_BESIDE_THE_CREW = frozenset({Function.CABIN_STAFF, Function.NIGHT_PATROL, Function.ADDITIONAL, None})


@dataclass(frozen=True)
class Sheet:
    """Look-ups for every check; nothing here decides what is lawful but the bars of a person."""

    instance: Instance
    roster: Roster

    @cached_property
    def say(self) -> Say:
        return Say(self.instance)

    @cached_property
    def judged(self) -> tuple[Shift, ...]:
        """Shifts of the window, and known shifts outside it that have rows."""
        inside = {shift.shift_id: shift for shift in self.instance.shifts}
        known = self.instance.dataset.shifts
        inside |= {r.shift_id: known[r.shift_id] for r in self.roster.rows if r.shift_id in known}
        return tuple(sorted(inside.values(), key=lambda s: (s.interval, s.vessel_id, s.shift_id)))

    @cached_property
    def sailing(self) -> tuple[Shift, ...]:
        """Judged shifts all of whose rows are on duty, and barges that sail without anybody."""
        sails = self.roster.sailing_shifts()
        return tuple(
            shift
            for shift in self.judged
            if shift.shift_id in sails or (shift.shift_id not in self.all_rows and self.may_be_empty(shift))
        )

    def may_be_empty(self, shift: Shift) -> bool:
        """Whether the vessel may sail without anybody on board (§ 104(5) Nr. 3)."""
        if shift.shift_id not in self._empty:
            self._empty[shift.shift_id] = sails_empty(self.instance, shift)
        return self._empty[shift.shift_id]

    @cached_property
    def _empty(self) -> dict[str, bool]:
        """Answers of :meth:`may_be_empty`."""
        return {}

    @cached_property
    def judged_ids(self) -> frozenset[str]:
        return frozenset(shift.shift_id for shift in self.judged)

    @cached_property
    def sailing_ids(self) -> frozenset[str]:
        return frozenset(shift.shift_id for shift in self.sailing)

    @cached_property
    def all_rows(self) -> Mapping[str, tuple[RosterRow, ...]]:
        """Every row of the roster by shift, as it stands."""
        rows: dict[str, list[RosterRow]] = defaultdict(list)
        for row in self.roster.rows:
            rows[row.shift_id].append(row)
        return {shift_id: tuple(items) for shift_id, items in rows.items()}

    @cached_property
    def _rows(self) -> Mapping[str, tuple[RosterRow, ...]]:
        """One row per person and sailing shift: a second one is reported and not counted."""
        rows: dict[str, dict[str, RosterRow]] = defaultdict(dict)
        for row in self.roster.rows:
            if row.shift_id in self.sailing_ids and row.crew_id in self.instance.dataset.crew:
                rows[row.shift_id].setdefault(row.crew_id, row)
        return {shift_id: tuple(people.values()) for shift_id, people in rows.items()}

    def rows_of(self, shift: Shift) -> tuple[RosterRow, ...]:
        """Rows of known people on a sailing shift; empty where it does not sail."""
        return self._rows.get(shift.shift_id, ())

    def claimed_rows(self, shift: Shift) -> tuple[RosterRow, ...]:
        """Rows of a sailing shift as they stand, people nobody knows included."""
        known = self.instance.dataset.crew
        strangers = (r for r in self.all_rows.get(shift.shift_id, ()) if r.crew_id not in known)
        return (*self.rows_of(shift), *strangers)

    @cached_property
    def rows_by_person(self) -> Mapping[str, tuple[RosterRow, ...]]:
        """Rows on sailing shifts by person, in the order of time."""
        rows: dict[str, list[RosterRow]] = defaultdict(list)
        for shift in self.sailing:
            for row in self.rows_of(shift):
                rows[row.crew_id].append(row)
        return {crew_id: tuple(items) for crew_id, items in rows.items()}

    def shift_of(self, row: RosterRow) -> Shift:
        return self.instance.dataset.shifts[row.shift_id]

    def person_of(self, row: RosterRow) -> Person:
        return self.instance.dataset.crew[row.crew_id]

    def service(self, row: RosterRow) -> Service:
        return self._services[row.shift_id, row.crew_id]

    @cached_property
    def _services(self) -> Mapping[tuple[str, str], Service]:
        return {
            (row.shift_id, row.crew_id): Service(self.instance, shift, self.person_of(row))
            for shift in self.sailing
            for row in self.rows_of(shift)
        }

    def bars(self, row: RosterRow) -> tuple[Bar, ...]:
        """Why the person of a row may not be there in that function."""
        return self._bars[row.shift_id, row.crew_id]

    @cached_property
    def _bars(self) -> Mapping[tuple[str, str], tuple[Bar, ...]]:
        return {
            (row.shift_id, row.crew_id): (*self._absent(row), *self._unfit(row))
            for shift in self.sailing
            for row in self.rows_of(shift)
        }

    def _absent(self, row: RosterRow) -> tuple[Bar, ...]:
        absences = self.instance.absences.get(row.crew_id, ())
        return tuple(Bar(ABSENT, "", _absence(a)) for a in absences if a.overlaps(self.aboard(row)))

    def _unfit(self, row: RosterRow) -> tuple[Bar, ...]:
        return self.service(row).bars(row.function or Function.ADDITIONAL)

    def watch_of(self, row: RosterRow) -> Watch | None:
        """The watch a row names, ``None`` for the whole shift or an unknown name."""
        for watch in watches_of(self.shift_of(row), dict(self.instance.dataset.watch_plans)):
            if watch is not None and watch.name == row.watch:
                return watch
        return None

    def planned_duty(self, row: RosterRow) -> tuple[Interval, ...]:
        """The duty of the row's watch in its shift."""
        return watch_duty(self.shift_of(row), self.watch_of(row))

    def duty(self, row: RosterRow) -> tuple[Interval, ...]:
        """Duty as the row gives it; a row that gives none is judged by its watch."""
        return tuple(merge(row.duty)) or self.planned_duty(row)

    def breaks(self, row: RosterRow) -> tuple[Interval, ...]:
        """Breaks as the row gives them; those the plan fixes where it gives no duty either."""
        if row.duty or row.breaks:
            return tuple(merge(row.breaks))
        return watch_breaks(self.shift_of(row), self.watch_of(row))

    def aboard(self, row: RosterRow) -> Interval:
        """From boarding to leaving: the shift, and duty that begins before it or ends after it."""
        return _with_duty(self.shift_of(row), self.duty(row))

    @cached_property
    def running_pins(self) -> tuple[tuple[str, str, str], ...]:
        """Shift, person and watch of crews that were on board before the window began.

        Where the roster itself has rows for a shift, those count.
        """
        return tuple(
            (pin.shift_id, pin.crew_id, pin.watch)
            for pin in self.instance.dataset.pins
            if pin.status is PinStatus.RUNNING and pin.shift_id not in self.judged_ids
        )

    @cached_property
    def _running_of(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        of_person: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for shift_id, crew_id, watch in self.running_pins:
            of_person[crew_id].append((shift_id, watch))
        return {crew_id: tuple(shifts) for crew_id, shifts in of_person.items()}

    def running_of(self, crew_id: str) -> tuple[tuple[str, str], ...]:
        """Shift and watch of the crews a person was in before the window began."""
        return self._running_of.get(crew_id, ())

    @cached_property
    def _running_crews(self) -> Mapping[str, tuple[Pin, ...]]:
        crews: dict[str, list[Pin]] = defaultdict(list)
        for pin in self.instance.dataset.pins:
            if pin.status is PinStatus.RUNNING:
                crews[pin.shift_id].append(pin.onward)
        return {shift_id: tuple(pins) for shift_id, pins in crews.items()}

    def on_board_since_before(self, shift: Shift) -> tuple[Pin, ...]:
        """Who is on board of a shift by a running row, and as what they stay there."""
        return self._running_crews.get(shift.shift_id, ())

    def running_watch(self, shift_id: str, name: str) -> Watch | None:
        """The watch of a crew that was on board before the window began."""
        shift = self.instance.dataset.shifts[shift_id]
        watches = watches_of(shift, dict(self.instance.dataset.watch_plans))
        return next((watch for watch in watches if watch is not None and watch.name == name), None)

    def running_aboard(self, shift_id: str, name: str) -> Interval:
        """From boarding to leaving of a crew that was on board before the window began."""
        shift = self.instance.dataset.shifts[shift_id]
        return _with_duty(shift, watch_duty(shift, self.running_watch(shift_id, name)))


def _with_duty(shift: Shift, duty: Iterable[Interval]) -> Interval:
    """The shift with the duty that touches it."""
    return next(whole for whole in merge((shift.interval, *duty)) if whole.covers(shift.interval))


def _absence(absence: Absence) -> Text:
    words = [term("absence", absence.kind, lang) for lang in ("de", "en")]
    if absence.end is None:
        since = clock(absence.start)
        return Text(f"{words[0]} seit {since}", f"{words[1]} since {since}")
    when = whole_days(Interval(absence.start, absence.end))
    return Text(f"{words[0]} {when}", f"{words[1]} {when}")
