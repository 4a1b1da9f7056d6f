"""How many lawful candidates the places of a sample fleet have.

    python tests/fleets/candidates.py [FOLDER] [--week 2026-W50]

A candidate may take the place by certificate, age and zone, is not absent, and would break no rest
rule with the recorded duties before and this shift alone. Prints the share of places with three or
more candidates and the places with fewer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from optimizer.instance import Instance
from optimizer.intake import read_dataset
from optimizer.law import load_rulebook
from optimizer.model.blocks import build_blocks
from optimizer.model.candidates import CandidateFinder
from optimizer.model.needs import Seat, build_need
from optimizer.model.people import fixed_time
from optimizer.model.rest_oracle import RestOracle
from optimizer.timeline import iso_week

FLEET = Path(__file__).resolve().parents[2] / "data" / "fleets" / "harbour_ferries"
ENOUGH = 3


@dataclass(frozen=True)
class PlaceCandidates:
    """One place of the crew to plan with, and who may take it."""

    shift_id: str
    function: str
    crew_ids: tuple[str, ...]


def instance_of(folder: Path, week: str = "2026-W50") -> Instance:
    dataset = read_dataset(folder).dataset
    return Instance(dataset, iso_week(week), load_rulebook().with_readings(dataset.settings.readings))


def place_candidates(instance: Instance) -> Iterator[PlaceCandidates]:
    """The places of every shift of the window with their candidates."""
    fixed = {person.crew_id: fixed_time(instance, person) for person in instance.dataset.crew.values()}
    finder = CandidateFinder(instance, fixed, RestOracle(instance, fixed))
    blocks = build_blocks(instance)
    for shift in instance.shifts:
        need = build_need(instance, shift)
        found = finder.of_shift(need, [block for block in blocks if block.shift is shift])
        for seat in need.stretches[0].options[0]:
            yield PlaceCandidates(shift.shift_id, str(seat.place.function), _takers(found, seat))


def _takers(found: list, seat: Seat) -> tuple[str, ...]:
    return tuple(sorted({candidate.crew_id for candidate in found if seat in candidate.seats}))


def share(places: list[PlaceCandidates]) -> float:
    """Share of places with three or more candidates, 0 to 1."""
    return sum(len(place.crew_ids) >= ENOUGH for place in places) / len(places)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=FLEET)
    parser.add_argument("--week", default="2026-W50")
    arguments = parser.parse_args()
    places = list(place_candidates(instance_of(arguments.folder, arguments.week)))
    print(f"{len(places)} places, {share(places):.0%} with {ENOUGH} or more lawful candidates")
    for place in places:
        if len(place.crew_ids) < ENOUGH:
            print(f"  {place.shift_id} {place.function}: {', '.join(place.crew_ids) or 'nobody'}")


if __name__ == "__main__":
    main()
