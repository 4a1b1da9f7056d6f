"""One planning run: a dataset, a window and the law, with the look-ups everybody needs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Protocol, TypeVar

from optimizer.domain import Absence, Certificate, Dataset, Measure, Movement, Permit, Pin, RecordedDuty, Shift, Vessel
from optimizer.law import Rulebook
from optimizer.timeline import Interval


class _OfPerson(Protocol):
    @property
    def crew_id(self) -> str: ...


Record = TypeVar("Record", bound=_OfPerson)


def _by_person(records: Iterable[Record]) -> Mapping[str, tuple[Record, ...]]:
    grouped: dict[str, list[Record]] = defaultdict(list)
    for record in records:
        grouped[record.crew_id].append(record)
    return {crew_id: tuple(items) for crew_id, items in grouped.items()}


@dataclass(frozen=True, slots=True)
class BegunVoyage:
    """A voyage over the start of the window, in the order of sailing.

    The crew of the shifts ``before`` stands in the running rows of ``assignments.csv``; ``inside``
    are the shifts to be planned, also those after the end of the window.
    """

    before: tuple[Shift, ...]
    inside: tuple[Shift, ...]


@dataclass(frozen=True)
class Instance:
    """A dataset to be planned or checked in ``window`` (half-open, UTC) under ``rulebook``.

    ``assume_rested`` is the explicit choice to take unknown history as rest; it is printed on
    every result. ``hours_from`` is where the period of the contract hours begins if that is before
    the window (a replan in the middle of a week).
    """

    dataset: Dataset
    window: Interval
    rulebook: Rulebook
    assume_rested: bool = False
    hours_from: datetime | None = None

    @property
    def hours_period(self) -> Interval:
        """The period in which hours of duty are set against contracts."""
        return Interval(self.hours_from or self.window.start, self.window.end)

    @cached_property
    def shifts(self) -> tuple[Shift, ...]:
        """Shifts to be planned, by start and id.

        Those that start inside the window, and the later shifts of their voyages: a voyage is
        planned to its end.
        """
        inside = [s for s in self.dataset.shifts.values() if self.window.start <= s.interval.start < self.window.end]
        voyages = {s.voyage_id for s in inside if s.voyage_id}
        onward = [s for s in self.dataset.shifts.values() if s.interval.start >= self.window.end]
        inside += [s for s in onward if s.voyage_id in voyages]
        return tuple(sorted(inside, key=lambda s: (s.interval.start, s.vessel_id, s.shift_id)))

    @cached_property
    def begun_voyages(self) -> Mapping[str, BegunVoyage]:
        """Voyages begun before the window with shifts still to be planned: they keep their crew."""
        begun: dict[str, list[Shift]] = defaultdict(list)
        for shift in self.dataset.shifts.values():
            if shift.voyage_id and shift.interval.start < self.window.start:
                begun[shift.voyage_id].append(shift)
        to_come: dict[str, list[Shift]] = defaultdict(list)
        for shift in self.shifts:
            if shift.voyage_id in begun:
                to_come[shift.voyage_id].append(shift)
        return {
            voyage_id: BegunVoyage(
                before=tuple(sorted(begun[voyage_id], key=lambda s: (s.interval.start, s.shift_id))),
                inside=tuple(shifts),
            )
            for voyage_id, shifts in to_come.items()
        }

    def vessel_of(self, shift: Shift) -> Vessel:
        return self.dataset.vessels[shift.vessel_id]

    @cached_property
    def certificates(self) -> Mapping[str, tuple[Certificate, ...]]:
        return _by_person(self.dataset.certificates)

    @cached_property
    def measures(self) -> Mapping[str, tuple[Measure, ...]]:
        return _by_person(self.dataset.measures)

    @cached_property
    def absences(self) -> Mapping[str, tuple[Absence, ...]]:
        return _by_person(self.dataset.absences)

    @cached_property
    def duties(self) -> Mapping[str, tuple[RecordedDuty, ...]]:
        """Recorded and committed time outside this plan, by person."""
        return _by_person(self.dataset.duties)

    @cached_property
    def pins(self) -> Mapping[str, tuple[Pin, ...]]:
        return _by_person(self.dataset.pins)

    @cached_property
    def _movements(self) -> Mapping[str, tuple[Movement, ...]]:
        grouped: dict[str, list[Movement]] = defaultdict(list)
        for movement in self.dataset.movements:
            grouped[movement.vessel_id].append(movement)
        return {vessel_id: tuple(sorted(items, key=lambda m: m.interval)) for vessel_id, items in grouped.items()}

    def movements_in(self, vessel_id: str, interval: Interval) -> tuple[Movement, ...]:
        """Movements of a vessel that share time with ``interval``."""
        return tuple(m for m in self._movements.get(vessel_id, ()) if m.interval.overlaps(interval))

    def has_permit(self, vessel_id: str, paragraph: str, interval: Interval) -> Permit | None:
        """A permit of the vessel for a paragraph, valid on every day of the interval."""
        days = interval.days()
        for permit in self.dataset.permits:
            if permit.vessel_id != vessel_id or _plain(permit.paragraph) != _plain(paragraph):
                continue
            begun = permit.valid_from is None or permit.valid_from <= days[0]
            if begun and (permit.valid_until is None or days[-1] <= permit.valid_until):
                return permit
        return None


def _plain(paragraph: str) -> str:
    """``§ 111 Abs. 2`` and ``111(2)`` are the same paragraph."""
    text = paragraph.lower().replace("binschpersv", "").replace("abs.", "(")
    return "".join(ch for ch in text if ch.isalnum())
