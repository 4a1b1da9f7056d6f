"""How many lawful candidates the places of a sample fleet have.

    python tests/fleets/candidates.py [FOLDER] [--week 2026-W50]

A candidate may take the place by certificate, age and zone, is not absent, finds a watch for their
age, and breaks no rule on duty and rest with the recorded duties before and this shift alone.
Prints the share of places with three or more candidates and the places with fewer.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from optimizer.domain import REST_KINDS, Person, Shift
from optimizer.duty import WorkPiece, WorkRecord, watch_breaks, watch_duty, watches_of
from optimizer.eligibility import eligible_places, is_minor
from optimizer.instance import Instance
from optimizer.intake import read_dataset
from optimizer.law import load_rulebook
from optimizer.manning import crew_requirements
from optimizer.rest import judge
from optimizer.timeline import iso_week, local

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
    history = {person.crew_id: recorded_pieces(instance, person) for person in instance.dataset.crew.values()}
    for shift in instance.shifts:
        largest = max(crew_requirements(instance, shift), key=lambda need: len(need.alternatives[0].places))
        places = largest.alternatives[0].places
        may = eligible_places(instance, shift, places, accompanied=len(places) > 1)
        able = {
            crew_id: fits
            for crew_id, fits in may.items()
            if fits and _is_rested(instance, instance.dataset.crew[crew_id], shift, history[crew_id])
        }
        for place in places:
            takers = tuple(sorted(crew_id for crew_id, fits in able.items() if place in fits))
            yield PlaceCandidates(shift.shift_id, str(place.function), takers)


def recorded_pieces(instance: Instance, person: Person) -> tuple[WorkPiece, ...]:
    """Recorded work of a person as the rest judge takes it."""
    return tuple(
        WorkPiece(
            interval=duty.interval,
            breaks=duty.breaks,
            sailing=bool(duty.vessel_id),
            vessel_id=duty.vessel_id,
        )
        for duty in instance.duties.get(person.crew_id, ())
        if duty.kind not in REST_KINDS
    )


def breaches(instance: Instance, person: Person, pieces: tuple[WorkPiece, ...], *, breaks: bool) -> list[str]:
    """Ids of the binding rules that a person's duties break; ``breaks`` judges the breaks too."""
    record = WorkRecord(
        crew_id=person.crew_id, employment=person.employment, birth_date=person.birth_date, pieces=pieces
    )
    found = judge(record, instance.rulebook)
    binding = [breach.rule_id for breach in found if breach.severity_class != "soft"]
    return [rule_id for rule_id in binding if breaks or rule_id != "work.breaks"]


def _is_rested(instance: Instance, person: Person, shift: Shift, history: tuple[WorkPiece, ...]) -> bool:
    """Whether the shift in a watch for the person's age follows the recorded duties lawfully."""
    values = instance.rulebook.values("rest.elsewhere_counts", local(shift.interval.start).date()) or {}
    needed = timedelta(minutes=int(values.get("start_after_known_rest_minutes", 0)))
    if person.rested_since is not None and shift.interval.start < person.rested_since + needed:
        return False
    plans = dict(instance.dataset.watch_plans)
    young = is_minor(person, local(shift.interval.start).date(), instance.rulebook)
    for watch in watches_of(shift, plans):
        if young != (watch is not None and watch.minor):
            continue
        pieces = [
            WorkPiece(interval=duty, breaks=watch_breaks(shift, watch), mode=shift.mode, vessel_id=shift.vessel_id)
            for duty in watch_duty(shift, watch)
        ]
        if not breaches(instance, person, (*history, *pieces), breaks=False):
            return True
    return False


def share(places: list[PlaceCandidates]) -> float:
    """Share of places with three or more candidates, 0 to 1."""
    return sum(len(place.crew_ids) >= ENOUGH for place in places) / len(places)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
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
