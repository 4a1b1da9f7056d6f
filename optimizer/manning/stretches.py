"""Cut a shift where the facts a crew depends on change, and join what is alike."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import pairwise

from optimizer.domain import Movement, Shift, VesselState
from optimizer.instance import Instance
from optimizer.manning.facts import Facts
from optimizer.timeline import Interval, day_start, merge

_SUBJECTS = ("manning.", "safety.", "mode.", "substitution.", "rhine.")


def stretches(instance: Instance, shift: Shift) -> tuple[Facts, ...]:
    """The stretches of a shift, in order of their first minute; usually one.

    Movements change whether the vessel sails and whether passengers are aboard. The shift is also
    cut where the law changes or an entered crew expires, at local midnight.
    """
    midnights = set(_midnights(instance, shift))
    cuts = sorted(_movement_cuts(instance, shift) | midnights)
    grouped: dict[tuple[bool, bool | None, int], list[Interval]] = {}
    for start, end in pairwise(cuts):
        part = Interval(start, end)
        sailing, passengers = _state(instance, shift, part)
        era = sum(midnight <= part.start for midnight in midnights)
        grouped.setdefault((sailing, passengers, era), []).append(part)
    return tuple(
        Facts(
            instance=instance,
            vessel=instance.vessel_of(shift),
            shift=shift,
            intervals=tuple(merge(parts)),
            sailing=sailing,
            with_passengers=passengers,
        )
        for (sailing, passengers, _), parts in grouped.items()
    )


def _movement_cuts(instance: Instance, shift: Shift) -> set[datetime]:
    cuts = {shift.interval.start, shift.interval.end}
    for movement in instance.movements_in(shift.vessel_id, shift.interval):
        cuts |= {movement.interval.start, movement.interval.end}
    return {cut for cut in cuts if shift.interval.start <= cut <= shift.interval.end}


def _midnights(instance: Instance, shift: Shift) -> Iterator[datetime]:
    """Midnights within the shift at which other rules or another entered crew begin to bind."""
    for rule in instance.rulebook.rules.values():
        if rule.rule_id.startswith(_SUBJECTS):
            for version in rule.versions:
                if shift.interval.start < day_start(version.valid_from) < shift.interval.end:
                    yield day_start(version.valid_from)
    for entry in instance.dataset.certificate_crews:
        if entry.vessel_id == shift.vessel_id and entry.valid_until is not None:
            ends = day_start(entry.valid_until + timedelta(days=1))
            if shift.interval.start < ends < shift.interval.end:
                yield ends


def _state(instance: Instance, shift: Shift, part: Interval) -> tuple[bool, bool | None]:
    """Whether the vessel sails, and with passengers; sailing wins where movements contradict."""
    movements = instance.movements_in(shift.vessel_id, part)
    sailing = [m for m in movements if m.state is VesselState.SAILING]
    under_way = bool(sailing) or not movements
    return under_way, _passengers(sailing or list(movements), shift)


def _passengers(movements: list[Movement], shift: Shift) -> bool | None:
    stated = {m.with_passengers for m in movements if m.with_passengers is not None}
    return any(stated) if stated else shift.with_passengers
