"""Published rotations: rest days nobody works without consent, and where a person is at home."""

from __future__ import annotations

from collections import defaultdict
from datetime import date

from optimizer.domain import Rotation, Wish, WishKind
from optimizer.instance import Instance
from optimizer.model.blocks import Block


class Rotations:
    """What the rotations of a dataset say about a person and a block.

    The first day of time off is the change-over day and not protected; all others are.
    """

    def __init__(self, instance: Instance):
        self._of: dict[str, list[Rotation]] = defaultdict(list)
        self._consents: dict[str, list[Wish]] = defaultdict(list)
        for rotation in instance.dataset.rotations:
            self._of[rotation.crew_id].append(rotation)
        for wish in instance.dataset.wishes:
            if wish.kind is WishKind.CONSENT:
                self._consents[wish.crew_id].append(wish)
        self.homes = _homes(instance)

    def rest_days(self, crew_id: str, block: Block) -> list[date]:
        """Protected days of the person's time off that the block touches."""
        rotations = self._of.get(crew_id)
        if not rotations:
            return []
        return [day for day in block.presence.days() if any(_protected(rotation, day) for rotation in rotations)]

    def refused(self, crew_id: str, block: Block) -> date | None:
        """The first protected day the person has not agreed to work on."""
        return next((day for day in self.rest_days(crew_id, block) if not self._agreed(crew_id, block, day)), None)

    def _agreed(self, crew_id: str, block: Block, day: date) -> bool:
        return any(
            wish.day == day
            and wish.shift_id in ("", block.shift.shift_id)
            and wish.vessel_id in ("", block.shift.vessel_id)
            for wish in self._consents.get(crew_id, ())
        )

    def other_watch(self, crew_id: str, block: Block) -> bool:
        """Whether the block is a watch of the person's vessel that they usually do not stand."""
        if not block.watch_name:
            return False
        usual = {r.watch for r in self._of.get(crew_id, ()) if r.vessel_id == block.shift.vessel_id and r.watch}
        return bool(usual) and block.watch_name not in usual


def _protected(rotation: Rotation, day: date) -> bool:
    since = (day - rotation.anchor_date).days % (rotation.days_on + rotation.days_off)
    return since > rotation.days_on


def _homes(instance: Instance) -> dict[str, frozenset[str]]:
    """Home vessel, vessels of the person's rotations, and those of whoever they relieve or are relieved by."""
    own: dict[str, set[str]] = {
        crew_id: {person.home_vessel} - {""} for crew_id, person in instance.dataset.crew.items()
    }
    for rotation in instance.dataset.rotations:
        own[rotation.crew_id].add(rotation.vessel_id)
    homes = {crew_id: set(vessels) for crew_id, vessels in own.items()}
    for rotation in instance.dataset.rotations:
        if rotation.relief in own:
            homes[rotation.crew_id] |= own[rotation.relief]
            homes[rotation.relief] |= own[rotation.crew_id]
    return {crew_id: frozenset(vessels) for crew_id, vessels in homes.items()}
