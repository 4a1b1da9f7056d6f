"""Changes of an open shift itself: shorter, later or earlier, in a lower mode, or with a shorter way to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta

from optimizer.domain import Dataset, OperatingMode, Shift, modes_of
from optimizer.explain.bar import BarKind
from optimizer.explain.bars import standing_bars
from optimizer.explain.clashes import compatible
from optimizer.explain.explainer import Explainer
from optimizer.explain.facts import Ease, Fact
from optimizer.explain.positions import Position
from optimizer.explain.rest_bars import earlier_by, ending_earlier, later_by, starting_later
from optimizer.findings import Text
from optimizer.manning import exceeds_mode_limit
from optimizer.model.blocks import Block
from optimizer.terms import normalise
from optimizer.timeline import Interval, local

_MINUTE = timedelta(minutes=1)


def shift_facts(explainer: Explainer, positions: Sequence[Position]) -> Iterator[Fact]:
    """Changes worth a try, the least of each kind first; whether they are enough a solve has to say."""
    yield from _times(explainer, positions)
    yield from _ways(explainer, positions)
    if all(len(position.shift_ids) == 1 for position in positions):
        yield from _modes(explainer, explainer.instance.dataset.shifts[positions[0].shift_id])


def _times(explainer: Explainer, positions: Sequence[Position]) -> Iterator[Fact]:
    """The fewest minutes after which somebody barred by rest alone could take an open place."""
    later: set[int] = set()
    earlier: set[int] = set()
    for position in positions:
        for blocks in explainer.blocks(position):
            for person in explainer.instance.dataset.crew.values():
                bars = standing_bars(explainer.standing, person, position, blocks)
                if any(bar.kind is not BarKind.REST for bar in bars):
                    continue
                worked = explainer.standing.worked(person.crew_id)
                if compatible(explainer.problem, person, worked, blocks) and not bars:
                    continue
                near = [b for b in worked if not b.presence.overlaps(blocks[0].presence)]
                if len(near) < len(worked):
                    continue
                minutes = later_by(explainer.problem, person, near, blocks)
                if minutes and _fits(explainer, person.crew_id, near, starting_later(blocks[0], minutes), blocks[1:]):
                    later.add(minutes)
                minutes = earlier_by(explainer.problem, person, near, blocks)
                if minutes and _fits(explainer, person.crew_id, near, ending_earlier(blocks[-1], minutes), blocks[:-1]):
                    earlier.add(minutes)
    chain = positions[0].shift_ids
    yield from (_later(explainer, chain[0], minutes) for minutes in sorted(later)[:1])
    yield from (_earlier(explainer, chain[-1], minutes) for minutes in sorted(earlier)[:1])


def _fits(
    explainer: Explainer, crew_id: str, worked: Sequence[Block], cut: Block | None, others: Sequence[Block]
) -> bool:
    person = explainer.instance.dataset.crew[crew_id]
    return cut is not None and explainer.problem.oracle.whole_breach(person, [*worked, cut, *others]) is None


def _later(explainer: Explainer, shift_id: str, minutes: int) -> Fact:
    shift = explainer.instance.dataset.shifts[shift_id]
    start = shift.interval.start + minutes * _MINUTE
    shown = f"{local(start):%d.%m. %H:%M}"
    return _new_times(
        shift_id,
        "later",
        Interval(start, shift.interval.end),
        Text(
            f"die Schicht {shift_id} erst {shown} begänne ({minutes} min später)",
            f"shift {shift_id} started only at {shown} ({minutes} min later)",
        ),
    )


def _earlier(explainer: Explainer, shift_id: str, minutes: int) -> Fact:
    shift = explainer.instance.dataset.shifts[shift_id]
    end = shift.interval.end - minutes * _MINUTE
    shown = f"{local(end):%d.%m. %H:%M}"
    return _new_times(
        shift_id,
        "earlier",
        Interval(shift.interval.start, end),
        Text(
            f"die Schicht {shift_id} schon {shown} endete ({minutes} min früher)",
            f"shift {shift_id} ended at {shown} already ({minutes} min earlier)",
        ),
    )


def _new_times(shift_id: str, name: str, interval: Interval, text: Text) -> Fact:
    def apply(dataset: Dataset, _crew_id: str) -> Dataset:
        shift = dataset.shifts[shift_id]
        breaks = tuple(item for item in shift.breaks if interval.covers(item))
        movements = tuple(
            replace(m, interval=part)
            for m in dataset.movements
            if (part := _inside(m.interval, shift, interval, m.vessel_id)) is not None
        )
        changed = replace(shift, interval=interval, breaks=breaks)
        return replace(dataset, shifts={**dataset.shifts, shift_id: changed}, movements=movements)

    return Fact(name=f"{name} {shift_id}", ease=Ease.TIMES, text=text, apply=apply)


def _inside(own: Interval, shift: Shift, interval: Interval, vessel_id: str) -> Interval | None:
    """A movement of the shift cut to its new times; other vessels' and other shifts' stay as they are."""
    if vessel_id != shift.vessel_id or not own.overlaps(shift.interval):
        return own
    return own.intersection(interval)


def _ways(explainer: Explainer, positions: Sequence[Position]) -> Iterator[Fact]:
    """The way that keeps somebody from an open place, made in the time there is."""
    wanted: dict[tuple[str, str], int] = {}
    for position in positions:
        for candidate in explainer.candidates(position).barred:
            ways = [bar for bar in candidate.bars if bar.kind is BarKind.TRAVEL]
            if len(ways) != 1 or len(candidate.bars) != 1 or not ways[0].shift_id:
                continue
            start = explainer.instance.dataset.shifts[ways[0].shift_id].end_place
            end = explainer.instance.dataset.shifts[position.shift_id].start_place
            wanted[start, end] = min(ways[0].short_minutes or 0, wanted.get((start, end), 24 * 60))
    for (start, end), short in wanted.items():
        yield _shorter_way(start, end, short)


def _shorter_way(start: str, end: str, short: int) -> Fact:
    def apply(dataset: Dataset, _crew_id: str) -> Dataset:
        ends = {normalise(start), normalise(end)}
        travel = tuple(
            replace(row, minutes=max(row.minutes - short, 0))
            if {normalise(row.from_place), normalise(row.to_place)} == ends
            else row
            for row in dataset.travel
        )
        return replace(dataset, travel=travel)

    return Fact(
        name=f"way {start} {end}",
        ease=Ease.TRAVEL,
        text=Text(
            f"der Weg von {start} nach {end} {short} min schneller ginge",
            f"the way from {start} to {end} took {short} min less",
        ),
        apply=apply,
    )


def _modes(explainer: Explainer, shift: Shift) -> Iterator[Fact]:
    """Lower modes that allow the vessel's sailing time, the nearest first."""
    if shift.mode is None:
        return
    modes = list(modes_of(shift.regime))
    if shift.mode not in modes:
        return
    for mode in reversed(modes[: modes.index(shift.mode)]):
        fact = _mode(shift, mode)
        instance = replace(explainer.instance, dataset=fact.change(explainer.instance.dataset))
        if exceeds_mode_limit(instance, instance.dataset.shifts[shift.shift_id]) is None:
            yield fact


def _mode(shift: Shift, mode: OperatingMode) -> Fact:
    def apply(dataset: Dataset, _crew_id: str) -> Dataset:
        changed = replace(dataset.shifts[shift.shift_id], mode=mode)
        return replace(dataset, shifts={**dataset.shifts, shift.shift_id: changed})

    return Fact(
        name=f"mode {shift.shift_id} {mode}",
        ease=Ease.MODE,
        text=Text(
            f"die Schicht {shift.shift_id} in Betriebsform {mode} statt {shift.mode} führe",
            f"shift {shift.shift_id} sailed in mode {mode} instead of {shift.mode}",
        ),
        apply=apply,
    )
