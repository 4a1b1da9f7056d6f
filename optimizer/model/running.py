"""Voyages begun before the window: who is on board stays there until the next place to change crews."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace

from optimizer.domain import Function, Pin, PinStatus, Shift
from optimizer.findings import Finding, Severity, Text
from optimizer.instance import Instance
from optimizer.model.blocks import Block
from optimizer.model.candidates import Candidate
from optimizer.model.needs import Job, JobKind

#: Functions nobody needs a seat of the crew for.
_BESIDE = frozenset({Function.CABIN_STAFF, Function.NIGHT_PATROL, Function.ADDITIONAL})


@dataclass(frozen=True)
class RunningVoyages:
    """The people of every voyage begun before the window, by voyage id; ``unknown`` names no crew."""

    crew: Mapping[str, tuple[Pin, ...]]
    unknown: tuple[str, ...]

    def on(self, shift: Shift) -> tuple[Pin, ...] | None:
        """Who is on board of a shift since before the window, ``None`` if anybody may be planned."""
        return self.crew.get(shift.voyage_id) if shift.voyage_id else None

    def keeps_out(self, crew_id: str, shift: Shift) -> bool:
        aboard = self.on(shift)
        return aboard is not None and all(pin.crew_id != crew_id for pin in aboard)


def running_voyages(instance: Instance) -> RunningVoyages:
    """Voyages with shifts on both sides of the window's start, with the last known people on board."""
    pins: dict[str, list[Pin]] = defaultdict(list)
    for pin in instance.dataset.pins:
        if pin.status is PinStatus.RUNNING:
            pins[pin.shift_id].append(pin)
    crew: dict[str, tuple[Pin, ...]] = {}
    for voyage_id, voyage in instance.begun_voyages.items():
        latest = next((s for s in reversed(voyage.before) if pins[s.shift_id]), None)
        if latest is not None:
            crew[voyage_id] = tuple(pin.onward for pin in pins[latest.shift_id])
    return RunningVoyages(crew, tuple(sorted(set(instance.begun_voyages) - set(crew))))


def begun_groups(instance: Instance) -> dict[str, frozenset[str]]:
    """Of every duty group begun before the window who served, by its first shift to be planned."""
    begun: dict[str, list[Shift]] = defaultdict(list)
    for shift in instance.dataset.shifts.values():
        if shift.duty_group and shift.interval.start < instance.window.start:
            begun[shift.duty_group].append(shift)
    people: dict[str, set[str]] = defaultdict(set)
    for pin in instance.dataset.pins:
        if pin.status is PinStatus.RUNNING:
            people[pin.shift_id].add(pin.crew_id)
    found: dict[str, frozenset[str]] = {}
    for shift in instance.shifts:
        served = next(
            (people[s.shift_id] for s in sorted(begun.pop(shift.duty_group, ()), key=_latest) if people[s.shift_id]),
            None,
        )
        if served is not None:
            found[shift.shift_id] = frozenset(served)
    return found


def _latest(shift: Shift) -> float:
    return -shift.interval.start.timestamp()


def keep_running(
    voyages: RunningVoyages, blocks: Mapping[str, list[Block]], candidates: list[Candidate], shift: Shift
) -> tuple[list[Candidate], list[tuple[str, tuple[int, ...]]]]:
    """Of a shift's candidates only the people on board, in their watch; all of them stay while it sails.

    Whoever is more than the crew asked for stays on board all the same. People whose watch is not
    said may take any: their blocks are named together.
    """
    aboard = voyages.on(shift)
    if aboard is None:
        return candidates, []
    watches = {block.index: block.watch_name for block in blocks[shift.shift_id]}
    pins = {pin.crew_id: pin for pin in aboard}
    kept: list[Candidate] = []
    for candidate in candidates:
        pin = pins.get(candidate.crew_id)
        if pin is not None and pin.function is not Function.ADDITIONAL and pin.watch in ("", watches[candidate.block]):
            kept.append(_as_before(candidate, pin))
    stay: dict[str, tuple[int, ...]] = {}
    for candidate in kept:
        stay[candidate.crew_id] = (*stay.get(candidate.crew_id, ()), candidate.block)
    return kept, list(stay.items())


def _as_before(candidate: Candidate, pin: Pin) -> Candidate:
    if pin.function is Function.CABIN_STAFF:
        return replace(candidate, seats=frozenset(), jobs=frozenset(), cabin_staff=True)
    seats = candidate.seats
    if pin.function is not None:
        seats = frozenset(seat for seat in seats if seat.place.function is pin.function)
    jobs = frozenset(job for job in candidate.jobs if pin.function in (None, job.function))
    if candidate.seats and pin.function not in _BESIDE:
        function = pin.function or max(seat.place.function for seat in candidate.seats)
        jobs |= {Job(JobKind.SURPLUS, function)}
    return replace(candidate, seats=seats, jobs=jobs)


def running_notes(instance: Instance, voyages: RunningVoyages) -> list[Finding]:
    return [
        Finding(
            code="voyage.crew_unknown",
            severity=Severity.INFO,
            text=Text(
                f"Reise {voyage_id} hat vor dem Zeitraum begonnen, ihre Besatzung ist nicht eingetragen "
                "(assignments.csv, Status „läuft“); sie wird geplant wie eine neue Reise.",
                f"Voyage {voyage_id} began before the window and its crew is not entered (assignments.csv, "
                "status running); it is planned like a new voyage.",
            ),
        )
        for voyage_id in voyages.unknown
    ]
